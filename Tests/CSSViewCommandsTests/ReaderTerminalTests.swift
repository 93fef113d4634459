import CSSViewCommands
import OperatingSystem
import StyleValues
import TerminalOutput
import Testing

/// What is known of the terminal that nobody asks: its size, its colours, and if there is one.
@Suite("The reader's terminal")
struct ReaderTerminalTests {
  private static let tty = TestTerminal(
    exists: true, readerSize: (ScreenSize(columns: 123, rows: 45), "/dev/tty"))

  @Test(
    "The width: option, standard output, COLUMNS, with colour the reader's window, 80",
    arguments: [
      (["--width", "70"], ["COLUMNS": "60"], true, 70, "--width"),
      ([], ["COLUMNS": "60"], true, 90, "terminal"),
      (["--color", "always"], ["COLUMNS": "60"], false, 60, "COLUMNS"),
      (["--color", "always"], [:], false, 123, "/dev/tty"),
      (["--color", "always"], ["COLUMNS": "0"], false, 123, "/dev/tty"),
      (["--color", "16"], [:], false, 123, "/dev/tty"),
      (["--color", "tty"], [:], false, 123, "/dev/tty"),
      ([], ["FORCE_COLOR": "1"], false, 123, "/dev/tty"),
      ([], ["CLICOLOR_FORCE": "1"], false, 123, "/dev/tty"),
      ([], [:], false, 80, "default"), (["--color", "never"], [:], false, 80, "default"),
      (["--color", "auto"], ["COLUMNS": "60"], false, 60, "COLUMNS"),
    ] as [([String], [String: String], Bool, Int, String)])
  func width(
    arguments: [String], variables: [String: String], isTerminal: Bool, expected: Int,
    source: String
  ) {
    let environment = ["TERM": "xterm-256color"].merging(variables) { $1 }
    let terminal = isTerminal ? (90, 30) : nil
    let doctor = CommandRun(
      ["doctor", "--json"] + arguments, terminal: terminal, environment: environment,
      reader: Self.tty)
    #expect(doctor.output.contains(#""size": {"value": "\#(expected) ×"#), "\(doctor.output)")
    #expect(doctor.output.contains("columns from \(source)"))
    let preview = CommandRun(
      ["preview", "none", "x", "--style", "text-align: right"] + arguments, terminal: terminal,
      environment: environment, reader: Self.tty)
    let text = preview.output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(text.split(separator: "\n").first?.count == expected, "\(preview.visible)")
  }

  @Test("A window of unknown size is none")
  func unknownSize() {
    let reader = TestTerminal(
      exists: true, readerSize: (ScreenSize(columns: 0, rows: 0), "/dev/tty"))
    let run = CommandRun(["doctor", "--json", "--color", "always"], reader: reader)
    #expect(run.output.contains(#""value": "80 × 24""#))
  }

  @Test(
    "'--color tty' decides as auto does, by the reader's terminal",
    arguments: [
      (["TERM": "xterm-256color"], true, false, "38;5;"),
      (["TERM": "xterm", "COLORTERM": "truecolor"], true, false, "38;2;"),
      (["TERM": "xterm-256color"], true, true, "38;5;"),
      (["TERM": "xterm-256color"], false, false, ""),
      (["TERM": "xterm-256color"], false, true, ""), (["TERM": "dumb"], true, false, ""),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], true, false, "[1m"),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], false, true, ""),
      (["TERM": "xterm-256color", "FORCE_COLOR": "0"], true, false, ""),
      (["TERM": "xterm-256color", "FORCE_COLOR": "3"], false, false, "38;2;"),
      (["TERM": "xterm-256color", "CLICOLOR": "0"], true, false, ""),
    ] as [([String: String], Bool, Bool, String)])
  func tty(variables: [String: String], exists: Bool, isTerminal: Bool, expected: String) {
    let run = CommandRun(
      ["preview", "none", "x", "--style", "color: #ff0000; font-weight: bold", "--color", "tty"],
      terminal: isTerminal ? (80, 24) : nil, environment: variables,
      reader: TestTerminal(exists: exists))
    #expect(run.status == .success)
    if expected.isEmpty {
      #expect(!run.output.contains("\u{1B}"), "\(run.visible)")
    } else {
      #expect(run.output.contains(expected), "\(run.visible)")
      #expect(expected != "[1m" || !run.output.contains("38;"))
    }
    let doctor = CommandRun(
      ["doctor", "--json", "--color", "tty"], terminal: isTerminal ? (80, 24) : nil,
      environment: variables, reader: TestTerminal(exists: exists))
    #expect(doctor.output.contains(#""seen": "tty""#))
  }

  // MARK: - Kept answers

  private static let light: TerminalAnswers = {
    var answers = TerminalAnswers()
    answers.background = RGB8(0xfdf6e3)
    answers.isComplete = true
    return answers
  }()

  @Test(
    "The background: option, CSSVIEW_BACKGROUND, COLORFGBG, what was kept, else unknown",
    arguments: [
      ([], [:], true, "light"), ([], [:], false, "dark, unknown"),
      (["--background", "dark"], [:], true, "dark"),
      ([], ["CSSVIEW_BACKGROUND": "dark"], true, "dark"),
      ([], ["CSSVIEW_BACKGROUND": "#101010", "COLORFGBG": "0;15"], true, "dark"),
      ([], ["COLORFGBG": "15;0"], true, "dark"), ([], ["COLORFGBG": "0;15"], false, "light"),
      (["--background", "light"], ["CSSVIEW_BACKGROUND": "dark"], false, "light"),
      ([], ["XDG_RUNTIME_DIR": ""], true, "dark, unknown"),
    ] as [([String], [String: String], Bool, String)])
  func background(
    arguments: [String], variables: [String: String], isKept: Bool, expected: String
  ) {
    let environment = ["TERM": "xterm-256color", "XDG_RUNTIME_DIR": "/run"].merging(variables) {
      $1
    }
    let sheet = """
      @media (prefers-color-scheme: dark) { b::before { content: "dark" } }
      @media (prefers-color-scheme: light) { b::before { content: "light" } }
      @media (prefers-color-scheme: no-preference) { b::after { content: ", unknown" } }
      """
    let reader = TestTerminal(exists: true, kept: isKept ? Self.light : nil)
    for command in [
      ["preview", "-", "<b></b>"], ["preview", "-", "<b></b>", "--color", "always"],
    ] {
      let run = CommandRun(
        command + arguments, input: Array(sheet.utf8),
        terminal: command.contains("always") ? nil : (80, 24), environment: environment,
        reader: reader)
      let text = run.output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      #expect(text == expected + "\n", "\(command) \(run.errors)")
    }
    let themes = CommandRun(
      ["themes", "-"], input: Array(".a { color: light-dark(#0b0c0d, #0e0f10) }".utf8),
      terminal: (80, 24), environment: environment.merging(["COLORTERM": "truecolor"]) { $1 },
      reader: reader)
    if arguments.isEmpty {
      let ink = expected == "light" ? "38;2;11;12;13" : "38;2;14;15;16"
      #expect(themes.output.contains(ink), "\(themes.visible)")
    }
    let explained = CommandRun(
      ["explain", "none", "x", "--json"] + arguments, environment: environment, reader: reader)
    let scheme = expected.prefix { $0 != "," }
    #expect(explained.output.contains(#""background": "\#(scheme)""#), "\(explained.output)")
    // Nobody is taken to look at what goes into a pipe.
    let pipe = CommandRun(
      ["preview", "-", "<b></b>"], input: Array(sheet.utf8),
      environment: ["TERM": "xterm", "XDG_RUNTIME_DIR": "/run"], reader: reader)
    #expect(pipe.output == "dark, unknown\n")
  }

  @Test("doctor shows which rule decided the background")
  func doctorBackground() {
    func report(_ variables: [String: String], _ reader: TestTerminal) -> String {
      CommandRun(
        "doctor", "--json", terminal: (80, 24),
        environment: ["TERM": "xterm", "XDG_RUNTIME_DIR": "/run"].merging(variables) { $1 },
        reader: reader
      ).output
    }
    let none = TestTerminal(exists: true)
    #expect(
      report([:], none).contains(
        #""background": {"value": "unknown", "decidedBy": "nothing else decides""#))
    #expect(
      report(["CSSVIEW_BACKGROUND": "light"], none).contains(
        #""background": {"value": "light", "decidedBy": "CSSVIEW_BACKGROUND""#))
    let asked = report([:], TestTerminal(exists: true) { _ in Self.light })
    let kept = report([:], TestTerminal(exists: true, kept: Self.light))
    for report in [asked, kept] {
      #expect(
        report.contains(
          ##""value": "light, #fdf6e3", "decidedBy": "terminal's answer (OSC 11)""##))
    }
    #expect(kept.contains(##""seen": "kept: #fdf6e3""##))
    #expect(asked.contains(##""seen": "#fdf6e3""##))
    #expect(kept.contains(#""keptAnswers": {"value": "yes""#))
    #expect(report([:], none).contains(#""keptAnswers": {"value": "no""#))
  }

  @Test("What can be done on the terminal is kept, too")
  func abilities() {
    var answers = Self.light
    answers.hasDirectColor = true
    (answers.advanceOfWidth, answers.advanceOfScale) = (2, 2)
    let run = CommandRun(
      "preview", "none", "x", "--style", "font-size: 45px; color: #010203", terminal: (80, 24),
      environment: ["TERM": "xterm", "XDG_RUNTIME_DIR": "/run"],
      reader: TestTerminal(exists: true, kept: answers))
    #expect(run.output.contains("38;2;1;2;3") && run.output.contains("\u{1B}]66;s=3;x"))
  }

  // MARK: - Export

  private static func colors(_ query: TerminalQuery) -> TerminalAnswers? {
    var answers = light
    answers.foreground = RGB8(0x657b83)
    answers.palette = [0: RGB8(0x073642), 1: RGB8(0xdc322f)]
    for probe in TerminalAnswers.probes { answers.palette[probe] = XtermPalette.color(probe) }
    return answers
  }

  @Test("'doctor --export' writes a line for a shell with what the terminal says now")
  func export() {
    let reader = TestTerminal(exists: true, answer: Self.colors)
    let expected =
      "export CSSVIEW_BACKGROUND='#fdf6e3' "
      + "CSSVIEW_PALETTE='0=#073642,1=#dc322f,foreground=#657b83,background=#fdf6e3'\n"
    // Into a file, as it is meant, and with variables that are no longer true.
    for environment in [
      ["TERM": "xterm"],
      ["TERM": "xterm", "CSSVIEW_BACKGROUND": "dark", "CSSVIEW_PALETTE": "1=#000000"],
    ] {
      let run = CommandRun("doctor", "--export", environment: environment, reader: reader)
      #expect(run.status == .success && run.output == expected && run.errors.isEmpty)
    }
    let option = CommandRun(
      "doctor", "--export", "--background", "dark", reader: TestTerminal(exists: true))
    #expect(option.output == "export CSSVIEW_BACKGROUND=dark\n")
    let nothing = CommandRun("doctor", "--export", reader: TestTerminal(exists: true))
    #expect(nothing.status == .noTerminal && nothing.output.isEmpty)
    #expect(nothing.errors.contains("the terminal did not report its colours"))
    let report = CommandRun("doctor", terminal: (80, 24), reader: reader)
    #expect(report.output.contains("cssview doctor --export"))
  }

  @Test("Commands with the exported variables print what they print with the kept answers")
  func exported() {
    let sheet =
      ".x { color: color-mix(in srgb, ansi(1), CanvasText); background: rgb(0 0 0 / 50%) }"
    func preview(_ variables: [String: String], _ reader: TestTerminal) -> String {
      CommandRun(
        ["preview", "-", "<b class=x>Bob</b>", "--readable", "AA"], input: Array(sheet.utf8),
        terminal: (80, 24),
        environment: ["TERM": "xterm", "COLORTERM": "truecolor", "XDG_RUNTIME_DIR": "/run"]
          .merging(variables) { $1 }, reader: reader
      ).output
    }
    let kept = TestTerminal(exists: true, kept: Self.colors(TerminalQuery()))
    let variables = [
      "CSSVIEW_BACKGROUND": "#fdf6e3",
      "CSSVIEW_PALETTE": "0=#073642,1=#dc322f,foreground=#657b83,background=#fdf6e3",
    ]
    let none = TestTerminal(exists: true)
    #expect(preview(variables, none) == preview([:], kept))
    #expect(preview(variables, none) != preview([:], none))
  }
}
