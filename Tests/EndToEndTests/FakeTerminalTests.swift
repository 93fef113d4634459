import TestSupport
import Testing

/// What a terminal says to questions about its colours.
private struct ColorTerminal {
  /// The sixteen, and what stands for all others; nil is xterm's cube.
  var entries = (0..<16).map { "rgb:\(hex($0 * 16))/\(hex(0x20))/\(hex(255 - $0 * 16))" }
  var cube: String?
  var background = "rgb:28/28/28"

  private static func hex(_ byte: Int) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The answers to all questions in what was written past an offset.
  func answers(to written: [UInt8], from start: Int) -> [UInt8] {
    let text = String(decoding: written[start...], as: UTF8.self)
    var answers = ""
    for part in text.split(separator: "\u{1B}", omittingEmptySubsequences: true) {
      if part.hasPrefix("]4;"), part.hasSuffix(";?") {
        let entry = Int(part.dropFirst(3).dropLast(2)) ?? 0
        if entry < 16 {
          answers += "\u{1B}]4;\(entry);\(entries[entry])\u{1B}\\"
        } else if let cube {
          answers += "\u{1B}]4;\(entry);\(cube)\u{7}"
        }
      } else if part == "]10;?" {
        answers += "\u{1B}]10;rgb:eb/db/b2\u{1B}\\"
      } else if part == "]11;?" {
        answers += "\u{1B}]11;\(background)\u{1B}\\"
      } else if part == "]17;?" {
        answers += "\u{1B}]17;rgb:40/40/40\u{1B}\\"
      } else if part == "[c" {
        answers += "\u{1B}[?62;4c"
      }
    }
    return Array(answers.utf8)
  }
}

@Suite("a terminal that is asked for its colours", .serialized)
struct FakeTerminalTests {
  private static let program = "\(builtProductsDirectory())/cssview"

  /// Runs the program; `answer` is given each new question, `type` all else that it wrote.
  private func run(
    _ arguments: String..., environment: [String: String] = [:],
    answer: @escaping (_ written: [UInt8], _ from: Int) -> [[UInt8]],
    also type: (_ written: [UInt8]) -> [[UInt8]] = { _ in [] }
  ) throws -> FakeTerminal.Outcome {
    var seen = 0
    return try FakeTerminal.run(
      [Self.program] + arguments,
      environment: FakeTerminal.variables.merging(environment) { $1 }
    ) { written in
      // A question comes in one write that ends with DA1.
      guard written.suffix(3) == Array("\u{1B}[c".utf8) else { return type(written) }
      defer { seen = written.count }
      return answer(written, seen)
    }
  }

  /// A preview in which the sixteen colours matter, and which has to ask for them.
  private func preview(
    _ answer: @escaping (_ written: [UInt8], _ from: Int) -> [[UInt8]]
  ) throws -> FakeTerminal.Outcome {
    try run(
      "preview", "--query", "always", "--color", "256", "--style",
      "color: color-mix(in srgb, ansi(1), black)", "fjord", "Hi", answer: answer)
  }

  @Test("A terminal that does not know its rows has its columns")
  func unknownRows() throws {
    let outcome = try FakeTerminal.run(
      [Self.program, "doctor", "--json"], environment: FakeTerminal.variables, columns: 40, rows: 0
    ) { _ in [] }
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(text.contains("\"40 × 24\""), "\(text)")
  }

  @Test("All answers in one piece, or byte by byte, are the same palette", arguments: [4096, 1])
  func split(piece: Int) throws {
    let terminal = ColorTerminal()
    let outcome = try run("doctor", "--json") { written, start in
      let bytes = terminal.answers(to: written, from: start)
      return stride(from: 0, to: bytes.count, by: piece).map {
        Array(bytes[$0..<min(bytes.count, $0 + piece)])
      }
    }
    #expect(outcome.status == 0)
    #expect(outcome.text.contains(#""palette": {"value": "terminal""#))
    #expect(outcome.text.contains(##"{"color": "#1020ef", "assumed": false}"##))
    #expect(outcome.text.contains(##""foreground": "#ebdbb2""##))
    #expect(outcome.text.contains(##""selectionBackground": "#404040""##))
    #expect(outcome.leftOver.isEmpty)
  }

  @Test("The browser follows a terminal that becomes light, and asks no more in the end")
  func follows() throws {
    var terminal = ColorTerminal()
    var steps = 0
    let outcome = try run("browse", "fjord", "--color", "truecolor") { written, start in
      [terminal.answers(to: written, from: start)]
    } also: { written in
      let text = String(decoding: written, as: UTF8.self)
      if steps == 0, text.contains("48;2;39;45;54") {
        steps = 1
        terminal.background = "rgb:ff/ff/ff"
        return [Array("\u{1B}[?997;2n".utf8)]
      }
      guard steps == 1, text.contains("48;2;243;246;249") else { return [] }
      steps = 2
      return [Array("q".utf8)]
    }
    #expect(steps == 2 && outcome.status == 1)
    #expect(outcome.text.contains("the terminal is light now"))
    let modes = outcome.text.split(separator: "\u{1B}[?2031", omittingEmptySubsequences: false)
    #expect(modes.count == 3 && modes[1].hasPrefix("h") && modes[2].hasPrefix("l"))
    #expect(outcome.hasModesBack && outcome.leftOver.isEmpty)
  }

  @Test(
    "A text that is watched follows a terminal that becomes light, until it is interrupted or quits",
    arguments: [("\u{3}", 130), ("\u{1C}", 131)])
  func watches(key: String, status: Int) throws {
    var terminal = ColorTerminal()
    var steps = 0
    let style = "color: light-dark(rgb(1 2 3), rgb(4 5 6))"
    let outcome = try run(
      "preview", "none", "--watch", "--color", "truecolor", "--style", style, "Hi"
    ) { written, start in
      [terminal.answers(to: written, from: start)]
    } also: { written in
      let text = String(decoding: written, as: UTF8.self)
      if steps == 0, text.contains("38;2;4;5;6"), text.hasSuffix("\u{1B}[?2031h") {
        steps = 1
        terminal.background = "rgb:ff/ff/ff"
        return [Array("typed\u{1B}[?997;2n".utf8)]
      }
      guard steps == 1, text.contains("38;2;1;2;3") else { return [] }
      steps = 2
      return [Array(key.utf8)]
    }
    #expect(steps == 2 && outcome.status == status && outcome.hasModesBack)
    #expect(outcome.text.contains("\u{1B}[?2031l") && !outcome.text.contains("997"))
  }

  @Test("A terminal with a cube of its own is asked for all of it in a second write")
  func ownCube() throws {
    var terminal = ColorTerminal()
    terminal.cube = "rgb:12/34/56"
    let outcome = try run("doctor", "--json") { [terminal.answers(to: $0, from: $1)] }
    #expect(outcome.text.contains(##"{"entry": 231, "color": "#123456", "xterm": "#ffffff"}"##))
    #expect(outcome.text.contains("\u{1B}]4;255;?"))
    #expect(outcome.leftOver.isEmpty)
  }

  @Test("A terminal that says nothing costs the time limit, and the colours are assumed")
  func silence() throws {
    let outcome = try run("doctor", "--json") { _, _ in [] }
    #expect(outcome.status == 0)
    #expect(outcome.text.contains(#""palette": {"value": "assumed""#))
    #expect(outcome.seconds < 5)
  }

  @Test("A terminal that answers nothing but the last question is not waited for")
  func lastOnly() throws {
    let outcome = try run("doctor", "--json") { _, _ in [Array("\u{1B}[?62c".utf8)] }
    #expect(outcome.text.contains(#""palette": {"value": "assumed""#))
  }

  @Test(
    "Hostile answers do nothing",
    arguments: [
      // Entries that nobody asked for, and colours that are none.
      "\u{1B}]4;17;rgb:ff/ff/ff\u{7}\u{1B}]4;999;rgb:0/0/0\u{7}\u{1B}]4;1;rgb:x/y/z\u{7}",
      // A string without end, before and after what cuts it off.
      "\u{1B}]4;1;rgb:ff/" + String(repeating: "f", count: 3000) + "\u{1B}]11;",
      // Other sequences: titles, keys, a clipboard, a device string.
      "\u{1B}]0;title\u{7}\u{1B}]52;c;AAAA\u{7}\u{1B}P+q\u{1B}\\\u{1B}[200~\u{1B}[201~",
      "\u{1B}]4;1;rgb:ff/00/00;rgb:00/ff/00\u{1B}\\", "\u{0}\u{1}\u{7F}\u{9B}",
    ])
  func hostile(answer: String) throws {
    let outcome = try run("doctor", "--json") { _, _ in
      [Array(answer.utf8), Array("\u{1B}[?62c".utf8)]
    }
    #expect(outcome.status == 0)
    #expect(outcome.text.contains(#""palette": {"value": "assumed""#))
  }

  @Test("An answer that comes late changes nothing")
  func late() throws {
    let terminal = ColorTerminal()
    var late: [UInt8] = []
    let outcome = try preview { written, start in
      // Half of the first answer, and no more until the program has gone on.
      let all = terminal.answers(to: written, from: start)
      late = Array(all[9...])
      return [Array(all[..<9])]
    }
    #expect(outcome.status == 0)
    #expect(!late.isEmpty)
    #expect(outcome.text.contains("Hi"))
    #expect(outcome.leftOver.isEmpty)
  }

  @Test("The palette that the terminal tells is what a preview is mixed from")
  func mixed() throws {
    let terminal = ColorTerminal()
    let asked = try preview { [terminal.answers(to: $0, from: $1)] }
    let silent = try preview { _, _ in [] }
    #expect(asked.status == 0 && silent.status == 0)
    func shown(_ outcome: FakeTerminal.Outcome) -> Substring? {
      outcome.text.split(separator: "\u{1B}[38;5;").last?.prefix { $0.isNumber }
    }
    #expect(shown(asked) != nil)
    #expect(shown(asked) != shown(silent))
  }

  /// Where an answer begins: a terminal writes each in one piece.
  private static func borderInTheMiddle(of answers: [UInt8]) -> Int {
    (answers.count / 2..<answers.count - 1).first {
      answers[$0] == 0x1B && answers[$0 + 1] == UInt8(ascii: "]")
    } ?? 0
  }

  @Test("What is typed while a preview asks stays for the shell")
  func typedAhead() throws {
    let terminal = ColorTerminal()
    let outcome = try preview { written, start in
      let answers = terminal.answers(to: written, from: start)
      let cut = Self.borderInTheMiddle(of: answers)
      return [Array("ls ".utf8), Array(answers[..<cut]), Array("-l".utf8), Array(answers[cut...])]
    }
    #expect(outcome.status == 0)
    #expect(String(decoding: outcome.leftOver, as: UTF8.self) == "ls -l")
  }

  @Test("What is typed while the browser asks reaches the browser", arguments: ["q", "\r"])
  func browserKeys(key: String) throws {
    let terminal = ColorTerminal()
    var hasTyped = false
    let outcome = try run("browse") { written, start in
      let answers = terminal.answers(to: written, from: start)
      guard !hasTyped else { return [answers] }
      hasTyped = true
      let cut = Self.borderInTheMiddle(of: answers)
      return [Array(answers[..<cut]), Array(key.utf8), Array(answers[cut...])]
    }
    // Enter chooses the theme that the browser starts with; 'q' leaves it.
    #expect(outcome.status == (key == "q" ? 1 : 0))
    #expect(outcome.seconds < 15)
  }

  @Test("A terminal that answers slowly, once it has begun, is waited for: nothing is left over")
  func slow() throws {
    let terminal = ColorTerminal()
    let outcome = try preview { written, start in
      let answers = terminal.answers(to: written, from: start)
      // The last ones come after the time limit.
      return [Array(answers[..<9])] + Array(repeating: [], count: 2000) + [Array(answers[9...])]
    }
    #expect(outcome.status == 0)
    #expect(outcome.leftOver.isEmpty)
  }

  @Test("Answers that begin when the result is there already are not left to the shell")
  func afterTheResult() throws {
    let terminal = ColorTerminal()
    var question: [UInt8] = []
    var hasAnswered = false
    let outcome = try run(
      "preview", "--query", "always", "--color", "256", "--style",
      "color: color-mix(in srgb, ansi(1), black)", "fjord", "Hi"
    ) { written, _ in
      question = written
      return []
    } also: { written in
      guard !hasAnswered, String(decoding: written, as: UTF8.self).contains("Hi") else { return [] }
      hasAnswered = true
      // The program gives the terminal back once more when all is written.
      return Array(repeating: [], count: 500) + [
        Array("ls".utf8), terminal.answers(to: question, from: 0),
      ]
    }
    #expect(outcome.status == 0)
    #expect(hasAnswered && !question.isEmpty)
    // On a machine that is too busy the answers come after all patience.
    guard outcome.seconds < 1.2 else { return }
    #expect(!outcome.text.contains("rgb:"))
    #expect(String(decoding: outcome.leftOver, as: UTF8.self) == "ls")
  }

  @Test("A browser that is left before the terminal answers leaves no answer to the shell")
  func afterTheBrowser() throws {
    let terminal = ColorTerminal()
    var question: [UInt8] = []
    var hasAnswered = false
    let outcome = try run("browse") { written, _ in
      question = written
      return [Array("q".utf8)]
    } also: { written in
      let isOver = String(decoding: written, as: UTF8.self).contains("\u{1B}[?1049l")
      guard !hasAnswered, isOver else { return [] }
      hasAnswered = true
      return Array(repeating: [], count: 500) + [terminal.answers(to: question, from: 0)]
    }
    #expect(outcome.status == 1)
    #expect(hasAnswered && !question.isEmpty)
    #expect(outcome.leftOver.isEmpty || outcome.seconds > 1.2)
  }

  @Test(
    "A terminal of any size can be browsed on", arguments: [(65_535, 65_535), (1, 1), (3000, 2)])
  func sizes(columns: Int, rows: Int) throws {
    var hasTyped = false
    let outcome = try FakeTerminal.run(
      [Self.program, "browse", "--palette", "assumed"], environment: FakeTerminal.variables,
      patience: 60,
      columns: UInt16(columns), rows: UInt16(rows)
    ) { written in
      if written.suffix(3) == Array("\u{1B}[c".utf8) { return [Array("\u{1B}[?62c".utf8)] }
      // What is typed after the end would be echoed for ever.
      defer { hasTyped = true }
      return hasTyped ? [] : [Array("q".utf8)]
    }
    #expect(outcome.status == 1)
  }

  @Test("Nothing is asked into a pipe")
  func pipe() throws {
    let result = try runProgram(
      [Self.program, "preview", "--query", "always", "--color", "256", "fjord", "Hi"])
    #expect(result.status == 0)
    #expect(!result.text.contains("\u{1B}]"))
  }

  @Test("'--query always' asks the terminal that the program was started from, wherever it writes")
  func redirected() throws {
    let directory = try ScratchDirectory()
    let terminal = ColorTerminal()
    _ = try FakeTerminal.run(
      [
        "sh", "-c",
        "\(Self.program) convert none --palette ask --query always --to palette-kitty "
          + ">\(directory.path)/a.conf",
      ],
      environment: FakeTerminal.variables
    ) { written in
      guard written.suffix(3) == Array("\u{1B}[c".utf8) else { return [] }
      return [terminal.answers(to: written, from: 0)]
    }
    let palette = try directory.shell("cat a.conf")
    #expect(palette.contains("color1 #1020ef\n") && palette.contains("background #282828\n"))
  }

  // MARK: - Kept answers

  /// Runs commands of one session on a terminal that answers each question; `folder` is
  /// `XDG_RUNTIME_DIR`.
  private func session(
    _ commands: String, folder: String, terminal: ColorTerminal
  ) throws -> FakeTerminal.Outcome {
    var seen = 0
    return try FakeTerminal.run(
      ["sh", "-c", commands.replacing("cssview", with: Self.program)],
      environment: FakeTerminal.variables.merging(["XDG_RUNTIME_DIR": folder]) { $1 }
    ) { written in
      guard written.suffix(3) == Array("\u{1B}[c".utf8) else { return [] }
      defer { seen = written.count }
      return [terminal.answers(to: written, from: seen)]
    }
  }

  private static let shown =
    "cssview preview none x --color truecolor --style 'color: light-dark(#0b0c0d, #0e0f10)'"

  @Test("What doctor, browse or a watched preview was told is what later commands print with")
  func kept() throws {
    let directory = try ScratchDirectory()
    var terminal = ColorTerminal()
    terminal.background = "rgb:fd/f6/e3"
    let outcome = try session(
      "\(Self.shown); cssview doctor >/dev/null; cssview doctor >/dev/tty; \(Self.shown)",
      folder: directory.path, terminal: terminal)
    let texts = outcome.text.matches(of: #/38;2;(11;12;13|14;15;16)m/#).map { String($0.1) }
    // The last one is light; the first one did not know.
    #expect(texts.first == "14;15;16" && texts.last == "11;12;13")
    #expect(outcome.leftOver.isEmpty)
    let listed = try directory.shell("ls -l | tail -n +2")
    #expect(listed.hasPrefix("-rw-------") && listed.contains("cssview-terminal-"))
    // Into a pipe with colour it is the same person who looks.
    let piped = try session(
      "cssview doctor; \(Self.shown) | cat", folder: directory.path, terminal: terminal)
    #expect(piped.text.contains("38;2;11;12;13m"))
    // Another session knows nothing of it, not even on the same device.
    let other = try session(Self.shown, folder: directory.path, terminal: terminal)
    #expect(other.text.contains("38;2;14;15;16m") && !other.text.contains("\u{1B}]11;?"))
    // Where nobody else may look, nothing is kept.
    try directory.shell("rm -f *; chmod 755 .; mkdir -m 777 open")
    for folder in ["\(directory.path)/open", "", "relative", "\(directory.path)/missing"] {
      let none = try session(
        "cssview doctor; \(Self.shown)", folder: folder, terminal: terminal)
      #expect(none.text.hasSuffix("38;2;14;15;16mx\u{1B}[0m\r\n"), "\(none.text.suffix(40))")
    }
    #expect(try directory.shell("ls open") == "")
  }

  @Test("The line that doctor exports has the same effect in a shell")
  func exported() throws {
    var terminal = ColorTerminal()
    terminal.background = "rgb:fd/f6/e3"
    let outcome = try session(
      #"eval "$(cssview doctor --export)"; echo "<$CSSVIEW_BACKGROUND>"; \#(Self.shown)"#,
      folder: "", terminal: terminal)
    #expect(outcome.text.contains("<#fdf6e3>"))
    #expect(outcome.text.contains("38;2;11;12;13m"))
    #expect(outcome.leftOver.isEmpty)
  }
}
