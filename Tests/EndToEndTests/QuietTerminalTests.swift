import TestSupport
import Testing

/// Commands that print, and not one byte of a question in what reaches their terminal.
@Suite("A terminal that nobody asks", .serialized)
struct QuietTerminalTests {
  private static let program = "\(builtProductsDirectory())/cssview"

  /// Command lines, as a shell reads them.
  private static let commands = [
    "cssview preview fjord '<b class=ok>Hi</b>'",
    "cssview preview none x --style 'color: color-mix(in srgb, ansi(1), Canvas); font-size: 45px'",
    "cssview preview none x --style 'color: rgb(255 0 0 / 50%)' --color 16 --readable AA",
    "cssview preview none x --palette ask --quiet",
    "cssview preview none x --watch --to plain -o /dev/null & sleep 0.3; kill $!",
    "echo '<b class=ok>Hi</b>' | cssview render fjord --readable AA",
    "echo 'ERROR 1 a=b' | cssview render log --from text",
    "printf 'a,b\\n1,2\\n' | cssview render table --from csv",
    "printf '# A\\n' | cssview render markdown --from markdown",
    "cssview preview fjord Hi --color tty | cat", "cssview preview fjord Hi --color always | cat",
    "cssview explain log '<b class=error>x</b>'", "cssview explain log x --all --palette ask",
    "cssview check log --contrast AA", "cssview themes", "cssview themes log",
    "cssview value color 'light-dark(red, blue)'", "cssview measure Hi",
    "echo '<b class=z>x</b>' | cssview snoop none", "cssview convert log --to json",
    "cssview schema explain", "cssview doctor | cat", "cssview doctor --query never",
    "cssview preview --help", "cssview",
    "echo 'ERROR 1 a=b' | cssview", "printf 'a,b\\n1,2\\n' | cssview show --from csv -",
    "printf '{\"msg\": 1}\\n' | cssview --readable AA", "printf '# A\\n' | cssview -s markdown",
  ]

  /// What questions to terminals begin with or consist of.
  private static let questions = [
    "\u{1B}]4;", "\u{1B}]10;", "\u{1B}]11;", "\u{1B}]12;", "\u{1B}]17;", "\u{1B}]19;", "\u{1B}P$q",
    "\u{1B}[c", "\u{1B}[0c", "\u{1B}[>", "\u{1B}[?2026$p", "\u{1B}[6n", "\u{1B}[5n", "\u{1B}]66;w",
    "\u{1B}[?2031", "\u{1B}[14t", "\u{1B}[18t", "\u{1B}Z",
  ]

  /// Runs a line in a shell on a terminal that answers nothing.
  private func run(
    _ line: String, shell: [String] = ["sh", "-c"],
    play: (_ written: [UInt8]) -> [[UInt8]]? = { _ in [] }
  ) throws -> FakeTerminal.Outcome {
    try FakeTerminal.run(
      shell + [line.replacing("cssview", with: Self.program)],
      environment: FakeTerminal.variables, play: play)
  }

  private func expectNoQuestion(
    _ outcome: FakeTerminal.Outcome, _ line: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for question in Self.questions {
      #expect(
        !outcome.text.contains(question), "\(line): \(outcome.text.debugDescription)",
        sourceLocation: sourceLocation)
    }
    #expect(outcome.leftOver.isEmpty, sourceLocation: sourceLocation)
    #expect(outcome.hasModesBack, sourceLocation: sourceLocation)
  }

  @Test("in the foreground of a terminal that never answers", arguments: commands)
  func foreground(line: String) throws {
    let outcome = try run(line)
    expectNoQuestion(outcome, line)
    #expect(!outcome.output.isEmpty || line.contains("--watch"))
  }

  @Test("in the background", arguments: commands)
  func background(line: String) throws {
    // With job control the commands are a group of their own, which is not that of the terminal.
    let outcome = try run("{ \(line); } & wait", shell: ["sh", "-mc"])
    expectNoQuestion(outcome, line)
  }

  @Test("behind a password prompt in the same pipeline", arguments: commands)
  func password(line: String) throws {
    let prompt =
      "{ stty -echo </dev/tty; printf 'Password: ' >/dev/tty; read -r word </dev/tty; "
      + "stty echo </dev/tty; echo \"got $word\" >/dev/tty; }"
    var hasTyped = false
    let outcome = try run("\(prompt) | { \(line); }") { written in
      guard !hasTyped, String(decoding: written, as: UTF8.self).contains("Password: ") else {
        return []
      }
      hasTyped = true
      // The letters come one by one while the command prints.
      return "secret\r".utf8.flatMap { [[], [], [$0]] }
    }
    expectNoQuestion(outcome, line)
    #expect(outcome.text.contains("got secret"), "\(line): \(outcome.text.debugDescription)")
  }

  @Test(
    "under script", .enabled(if: (try? runProgram(["script", "--version"]).status) == 0),
    arguments: commands)
  func script(line: String) throws {
    let outcome = try run(
      "script -qec \"$LINE\" /dev/null",
      shell: ["env", "LINE=\(quotedForScript(line))", "sh", "-c"])
    for question in Self.questions {
      #expect(!outcome.text.contains(question), "\(line): \(outcome.text.debugDescription)")
    }
    #expect(!outcome.output.isEmpty || line.contains("--watch"))
  }

  private func quotedForScript(_ line: String) -> String {
    line.replacing("cssview", with: Self.program)
  }

  @Test("without a delay: a question to the same terminal costs its time limit")
  func delay() throws {
    func seconds(_ line: String) throws -> Double {
      try (0..<4).map { _ in try run(line).seconds }.min() ?? 0
    }
    let style = "--style 'color: color-mix(in srgb, ansi(1), Canvas)'"
    let quiet = try seconds("cssview preview none x \(style)")
    let asking = try seconds("cssview preview none x --query always \(style)")
    #expect(quiet + 0.15 < asking, "\(quiet) s, \(asking) s")
  }

  @Test("The questions are found where they are asked")
  func asked() throws {
    let outcome = try run("cssview preview none x --query always")
    for question in ["\u{1B}]11;", "\u{1B}]4;", "\u{1B}[c", "\u{1B}P$q", "\u{1B}[>"] {
      #expect(outcome.text.contains(question))
    }
  }

  // MARK: - Looking without asking

  @Test("With colour, text for a pipe is as wide as the window")
  func width() throws {
    func columns(_ line: String) throws -> Int? {
      let outcome = try FakeTerminal.run(
        ["sh", "-c", line.replacing("cssview", with: Self.program)],
        environment: FakeTerminal.variables, columns: 57, rows: 20
      ) { _ in [] }
      expectNoQuestion(outcome, line)
      let text = outcome.text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      return text.split(whereSeparator: \.isNewline).first?.count
    }
    let preview = "cssview preview none x --style 'text-align: right'"
    #expect(try columns(preview) == 57)
    #expect(try columns("\(preview) | cat") == 80)
    #expect(try columns("\(preview) --color always | cat") == 57)
    #expect(try columns("\(preview) --color always 2>/dev/null | cat") == 57)
    #expect(try columns("\(preview) --color tty 2>/dev/null | cat") == 57)
    #expect(try columns("COLUMNS=44 \(preview) --color always | cat") == 44)
    #expect(try columns("\(preview) --color always --width 33 | cat") == 33)
    // Without a terminal there is nothing to look at.
    #expect(try columns("setsid -w \(preview) --color always 2>/dev/null </dev/null | cat") == 80)
  }

  @Test("'--color tty' is colour where somebody sees it, whatever standard output is")
  func tty() throws {
    func isColored(_ line: String) throws -> Bool {
      let outcome = try run(line)
      expectNoQuestion(outcome, line)
      return outcome.text.contains("\u{1B}[")
    }
    let preview = "cssview preview none x --style 'color: red' --color tty"
    #expect(try isColored(preview))
    #expect(try isColored("\(preview) | cat"))
    #expect(try isColored("echo \"$(\(preview))\""))
    #expect(try isColored("echo \"$(\(preview) 2>/dev/null)\""))
    #expect(try !isColored("setsid -w \(preview) 2>/dev/null </dev/null | cat"))
    #expect(try !isColored("NO_COLOR=1 \(preview) | cat"))
    #expect(try !isColored("TERM=dumb \(preview)"))
  }
}
