import TestSupport
import Testing

/// Terminals that hang up or say what nobody asked, and signals meanwhile.
@Suite("A terminal in trouble", .serialized)
struct TroubledTerminalTests {
  private static let program = "\(builtProductsDirectory())/cssview"

  /// Commands that ask a terminal, and what shows that they have gone on.
  private static let commands: [(arguments: [String], shows: String)] = [
    (["doctor"], "color"),
    (
      [
        "preview", "--query", "always", "--color", "256", "--style",
        "color: color-mix(in srgb, ansi(1), black)", "fjord", "Hi",
      ], "Hi"
    ),
    (["browse"], "\u{1B}[?1049h"),
  ]

  private func isQuestion(_ written: [UInt8]) -> Bool {
    written.suffix(3) == Array("\u{1B}[c".utf8)
  }

  @Test(
    "that hangs up is left at once, also where it was asked or shows a screen", arguments: 0..<3)
  func hangsUp(command: Int) throws {
    let (arguments, shows) = Self.commands[command]
    for hangsUpWhenAsked in [true, false] {
      let outcome = try FakeTerminal.run(
        [Self.program] + arguments, environment: FakeTerminal.variables
      ) { written in
        if isQuestion(written) { return hangsUpWhenAsked ? nil : [Array("\u{1B}[?62c".utf8)] }
        return String(decoding: written, as: UTF8.self).contains(shows) ? nil : []
      }
      // SIGHUP, or an error of what it was doing then; what was done already is no failure.
      let statuses = hangsUpWhenAsked || command == 2 ? [69, 74, 129] : [0, 74, 129]
      #expect(statuses.contains(outcome.status), "\(arguments): \(outcome.status)")
      #expect(outcome.seconds < 10, "\(arguments)")
    }
  }

  @Test("is as it was after a signal at any moment", arguments: 0..<24)
  func signals(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let (arguments, _) = Self.commands[seed % 3]
    #if os(Linux)
      // USR1, USR2, ALRM, STKFLT, XCPU, VTALRM, PROF, IO, PWR and two of real time, too.
      let numbers: [Int32] = [1, 2, 15, 10, 12, 14, 16, 24, 26, 27, 29, 30, 34, 64]
    #else
      let numbers: [Int32] = [1, 2, 15, 14, 24, 26, 27, 30, 31]
    #endif
    let number = numbers.randomElement(using: &generator) ?? 15
    let delay = Double.random(in: 0..<1.2, using: &generator)
    let answers = Bool.random(using: &generator)
    let outcome = try FakeTerminal.run(
      [Self.program] + arguments, environment: FakeTerminal.variables, signal: (number, delay)
    ) { written in
      answers && isQuestion(written) ? [Array("\u{1B}[?62c".utf8)] : []
    }
    let what = "seed \(seed): \(arguments), signal \(number) after \(delay) s, \(outcome.status)"
    #expect([0, 128 + Int(number)].contains(outcome.status), "\(what)")
    #expect(outcome.hasModesBack, "\(what)")
    #expect(outcome.leftOver.isEmpty, "\(what)")
    let opened = outcome.text.count(of: "\u{1B}[?1049h")
    #expect(opened == outcome.text.count(of: "\u{1B}[?1049l"), "\(what)")
    #expect(outcome.seconds < 10, "\(what)")
  }

  @Test(
    "says what nobody asked: nothing is drawn of it, and no key comes of it",
    arguments: [
      String(repeating: "\u{1B}]4;1;rgb:ff/00/00\u{1B}\\", count: 2000),
      "\u{1B}]11;" + String(repeating: "q", count: 100_000) + "\u{7}",
      "\u{1B}P1$r" + String(repeating: "0;", count: 50_000) + "m\u{1B}\\",
      "\u{1B}[?" + String(repeating: "1;", count: 20_000) + "y",
      "\u{1B}]0;q\u{7}\u{1B}]52;c;cQ==\u{7}",
    ])
  func unasked(answer: String) throws {
    for (arguments, shows) in Self.commands {
      var hasLeft = false
      let outcome = try FakeTerminal.run(
        [Self.program] + arguments, environment: FakeTerminal.variables
      ) { written in
        if isQuestion(written) {
          // No terminal writes more than the driver holds before it is read.
          let bytes = Array(answer.utf8)
          return stride(from: 0, to: bytes.count, by: 1000).map {
            Array(bytes[$0..<min(bytes.count, $0 + 1000)])
          } + [Array("\u{1B}[?62c".utf8)]
        }
        guard arguments == ["browse"], !hasLeft,
          String(decoding: written, as: UTF8.self).contains(shows)
        else { return [] }
        hasLeft = true
        return [Array("q".utf8)]
      }
      #expect(outcome.status == (arguments == ["browse"] ? 1 : 0), "\(arguments)")
      // A 'q' of the answer would have ended the browser before it was left.
      #expect(hasLeft == (arguments == ["browse"]))
      #expect(!outcome.text.contains("\u{1B}]0;q") && !outcome.text.contains("qqq"))
      #expect(outcome.leftOver.isEmpty && outcome.hasModesBack, "\(arguments)")
      #expect(outcome.seconds < 10, "\(arguments)")
    }
  }
}

extension String {
  /// How often a part occurs.
  fileprivate func count(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
