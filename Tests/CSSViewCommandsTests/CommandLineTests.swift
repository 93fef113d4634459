import CSSViewCommands
import CellLayout
import TerminalOutput
import Testing

@Suite("the command line as a whole")
struct CommandLineTests {
  @Test(
    "usage errors are 64, with a message on standard error only",
    arguments: [
      ["help", "nope"], ["preview"], ["preview", "x", "--color", "pink"],
      ["preview", "x", "--nope"],
      ["preview", "x", "y", "--width", "0"], ["value", "color"], ["value", "nope", "x"],
      ["measure", "--batch", "x"], ["preview", "x", "y", "--set", "novalue"], ["explain"],
    ] as [[String]])
  func usage(arguments: [String]) {
    let run = CommandRun(arguments)
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }

  @Test(
    "help is a result: standard output, exit 0",
    arguments: [["--help"], ["-h"], ["help"], ["preview", "--help"], ["help", "value"]])
  func help(arguments: [String]) {
    let run = CommandRun(arguments)
    #expect(run.status == .success)
    #expect(run.output.contains("USAGE: cssview"))
    #expect(run.errors.isEmpty)
  }

  @Test("the version line names the version, Unicode's, and the build")
  func version() {
    let run = CommandRun("--version")
    #expect(run.output.hasPrefix("cssview 0."))
    #expect(run.output.contains("Unicode 16"))
    #expect(run.status == .success)
  }

  @Test(
    "a negative number is a value wherever a value may stand",
    arguments: [
      (["value", "number", "-5"], "-5\n"), (["value", "length", "-.5px"], "-0.5px\n"),
      (["preview", "-", "a", "-5", "b", "-5c"], "a -5 b -5c\n"),
      (["preview", "-", "{x}", "--set", "x=-5"], "-5\n"),
      (["measure", "-1", "-2"], "width 5\nclusters 5\nbreaks 3\n"),
      (["value", "number", "--", "-5"], "-5\n"),
    ] as [([String], String)])
  func negativeNumbers(arguments: [String], output: String) {
    let run = CommandRun(arguments, input: Array("{}".utf8))
    #expect(run.output == output)
    #expect(run.errors == "")
  }

  @Test("a negative number where none may stand is told as it was written")
  func wrongNumbers() {
    let run = CommandRun("preview", "x", "y", "--width", "-5")
    #expect(run.status == .usage)
    #expect(run.errors.contains("'-5'"))
  }

  @Test(
    "--element finds an element by the name of its type, in both forms of a sheet",
    arguments: [
      #"{"MyCell": {"color": "ansi(1)"}}"#, #"{"my_cell": {"color": "ansi(1)"}}"#,
      #"{"@dialect": "css", "MyCell": {"color": "ansi(1)"}}"#, "MyCell { color: ansi(1) }",
      "my_cell { color: ansi(1) }",
    ], ["MyCell", "my_cell"])
  func elements(sheet: String, element: String) {
    let run = CommandRun(
      "preview", "-", "x", "--element", element, "--color", "16", input: sheet)
    #expect(run.visible == "␛[31mx␛[0m\n")
  }

  @Test("'--' ends the options")
  func doubleDash() {
    let sheet = "\(packageDirectory)/demo/night.json"
    #expect(CommandRun("preview", sheet, "--", "--strict").output == "--strict\n")
  }

  @Test("a mistake in an argument does not send control characters to the terminal")
  func hostileArgument() {
    let run = CommandRun("preview", "x", "--\u{1B}[2Jcolor")
    #expect(run.status == .usage)
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test("an output file that cannot be made is 73, a full disk 74")
  func output() {
    let sheet = "\(packageDirectory)/demo/night.json"
    #expect(CommandRun("preview", sheet, "x", "-o", "/nowhere/file").status == .cannotCreate)
    #expect(CommandRun("preview", sheet, "x", "-o", "/dev/full").status == .writeFailed)
  }

  @Test("a directory in the place of a file is 66")
  func directory() {
    let run = CommandRun("preview", "/tmp", "x")
    #expect(run.status == .noInput)
    #expect(run.errors == "cssview: /tmp: is a directory\n")
  }

  @Test("the statuses are the numbers of sysexits.h")
  func statuses() {
    let numbers = ExitStatus.allCases.map(\.rawValue)
    #expect(numbers == [0, 1, 64, 65, 66, 69, 70, 73, 74, 78, 130, 141])
  }
}

@Suite("cssview doctor")
struct DoctorCommandTests {
  @Test("an arrow stands at the rule that decided, and the values that were seen beside the rules")
  func arrow() {
    let run = CommandRun(
      "doctor", "--why", terminal: (100, 30),
      environment: ["TERM": "xterm-256color", "COLORTERM": "yes", "NO_COLOR": ""])
    #expect(run.output.contains("colour depth"))
    #expect(run.visible.contains("→ TERM contains 256color = 256"))
    #expect(run.output.contains("COLORTERM=yes"))
    #expect(run.output.contains("100 × 30"))
  }

  @Test("ten lines say what was detected and what decided, none wider than the terminal")
  func tenLines() {
    for columns in [60, 80, 120] {
      let run = CommandRun(
        "doctor", "--color", "never", terminal: (columns, 24),
        environment: ["TERM": "xterm-256color", "LANG": "de_DE.UTF-8"])
      let lines = run.output.split(separator: "\n").prefix { !$0.hasPrefix("every rule") }
      #expect(lines.count == 10)
      #expect(lines.allSatisfy { cellWidth(of: String($0), rules: .clusters) <= columns })
      #expect(lines[1].hasPrefix("colour depth  none  --color: never"))
      #expect(lines[5].hasPrefix("features      none"))
    }
  }

  @Test("the card has ramps, attributes, underlines, widths, a link, a shadow and sizes")
  func testCard() throws {
    let run = CommandRun(
      "doctor", terminal: (100, 30),
      environment: ["TERM": "xterm-kitty", "TERM_PROGRAM": "kitty", "TERM_PROGRAM_VERSION": "1"])
    let card = try #require(run.visible.split(separator: "␛[2mhues").last)
    #expect(!run.output.contains("CLICOLOR_FORCE not set"))
    for part in [
      "48;2;255;", "48;2;2;2;2", "48;5;15m|107m", "1mbold", "3mitalic", "9mstrike", "4:2m",
      "4:3m", "4:4m", "4:5m", "58:2::255:51:51", "│漢字│", "]8;", "lowin",
    ] {
      #expect(
        part.split(separator: "|").contains { card.contains($0) }, "\(part) is not on the card")
    }
    #expect(card.unicodeScalars.contains { (0x1FB00...0x1FB3B).contains($0.value) })
  }

  @Test(
    "it tells the depth that preview writes, whatever says so",
    arguments: [
      ["TERM": "xterm-256color"], ["TERM": "xterm"], ["TERM": "dumb"], ["TERM": "xterm-kitty"],
      ["TERM": "linux"], ["TERM": "screen", "COLORTERM": "truecolor"], [:],
      ["TERM": "xterm-256color", "NO_COLOR": "1"], ["TERM": "xterm", "FORCE_COLOR": "1"],
      ["TERM": "xterm", "FORCE_COLOR": "2"], ["TERM": "xterm", "FORCE_COLOR": "3"],
      ["TERM": "xterm-256color", "CLICOLOR": "0"], ["TERM": "xterm", "COLORTERM": "truecolor"],
      ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"],
    ] as [[String: String]], [true, false, nil] as [Bool?])
  func agrees(environment: [String: String], answer: Bool?) throws {
    let answers: @Sendable (TerminalQuery) -> TerminalAnswers? = { query in
      var answers = TerminalAnswers()
      if query.directColor { answers.hasDirectColor = answer }
      return answers
    }
    let doctor = CommandRun(
      "doctor", "--json", terminal: (80, 24), environment: environment,
      reader: TestTerminal(answer: answers))
    let preview = CommandRun(
      "preview", "-", "<b>x</b>", "--style", "color: #1a5fb4", input: "{}", terminal: (80, 24),
      environment: environment.merging(["XDG_RUNTIME_DIR": "/run"]) { $1 },
      reader: TestTerminal(kept: answers(TerminalQuery())))
    let depth = try #require(doctor.output.firstMatch(of: #/"color": \{"value": "(\w+)"/#)).1
    let shown = preview.visible
    let written =
      shown.contains("38;2;")
      ? "truecolor"
      : shown.contains("38;5;")
        ? "256"
        : shown.contains(#/[;\[](3|9)\d[;m]/#) ? "16" : shown.contains("[1m") ? "mono" : "none"
    #expect(written == (depth == "8" ? "16" : depth), "\(environment) \(shown)")
  }

  @Test(
    "links are written where the environment says so, and not where it says no",
    arguments: [
      ([:], "xterm-kitty", true), (["NO_TERM_HYPERLINKS": "1"], "xterm-kitty", false),
      (["FORCE_HYPERLINK": "0"], "xterm-kitty", false), (["FORCE_HYPERLINK": "1"], "xterm", true),
      ([:], "xterm", false), (["FORCE_HYPERLINK": "1", "NO_TERM_HYPERLINKS": "1"], "xterm", false),
    ] as [([String: String], String, Bool)])
  func links(variables: [String: String], term: String, expected: Bool) {
    let environment = variables.merging(["TERM": term]) { old, _ in old }
    let run = CommandRun(
      "preview", "-", "<a href=https://a.b>x</a>", input: "{}", terminal: (80, 24),
      environment: environment)
    #expect(run.visible.contains("␛]8;") == expected)
    let doctor = CommandRun("doctor", "--json", terminal: (80, 24), environment: environment)
    #expect(doctor.output.contains(#""hyperlinks": {"value": "\#(expected ? "yes" : "no")""#))
  }

  @Test("the bars on the card stand one below the other by our own count")
  func widths() throws {
    let run = CommandRun("doctor", "--color", "never", terminal: (100, 30))
    let rows = run.output.split(separator: "\n").filter { $0.contains("│") }
    try #require(rows.count == 2)
    let bars = rows.map { row in
      row.indices.filter { row[$0] == "│" }.map {
        cellWidth(of: String(row[..<$0]), rules: .clusters)
      }
    }
    #expect(bars[0] == bars[1])
  }

  @Test(
    "each convention decides as documented",
    arguments: [
      (["NO_COLOR": "yes"], "mono", "NO_COLOR"),
      (["FORCE_COLOR": "0"], "none", "FORCE_COLOR"),
      (["FORCE_COLOR": "3"], "truecolor", "FORCE_COLOR"),
      (["NO_COLOR": "1", "FORCE_COLOR": "3"], "mono", "NO_COLOR"),
      (["CLICOLOR": "0"], "none", "CLICOLOR"),
      (["COLORTERM": "truecolor"], "truecolor", "COLORTERM is truecolor or 24bit"),
    ] as [([String: String], String, String)])
  func conventions(variables: [String: String], depth: String, rule: String) {
    let run = CommandRun(
      "doctor", "--json", terminal: (80, 24),
      environment: variables.merging(["TERM": "xterm"]) { old, _ in old })
    #expect(
      run.output.contains(
        #""color": {"value": "\#(depth)", "decidedBy": "\#(rule)""#))
  }
}
