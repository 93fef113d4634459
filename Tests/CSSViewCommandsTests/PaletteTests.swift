import CSSViewCommands
import StyleValues
import Synchronization
import TerminalOutput
import TestSupport
import Testing

@Suite("the terminal's colours on the command line")
struct PaletteTests {
  /// What a terminal of few words says.
  private static func gruvbox(_ query: TerminalQuery) -> TerminalAnswers? {
    var answers = TerminalAnswers()
    answers.isComplete = true
    if query.background { answers.background = RGB8(0x282828) }
    if query.palette {
      answers.foreground = RGB8(0xebdbb2)
      answers.palette = [1: RGB8(0xcc241d), 4: RGB8(0x458588)]
    }
    return answers
  }

  /// The same, kept by an earlier program.
  private static let kept: TestTerminal = {
    var query = TerminalQuery()
    query.palette = true
    return TestTerminal(kept: gruvbox(query))
  }()

  private static let sheet = ".x { color: color-mix(in srgb, ansi(1), Canvas) }"

  @Test(
    "'--palette ask' works with what the terminal said, 'assumed' with the median",
    arguments: [
      (["--palette", "ask"], [:], "38;2;122;38;35"),
      (["--palette", "assumed"], [:], "38;2;131;61;61"),
      ([], ["CSSVIEW_PALETTE": "ask"], "38;2;122;38;35"),
      ([], ["CSSVIEW_PALETTE": "assumed"], "38;2;131;61;61"),
      (["--palette", "assumed"], ["CSSVIEW_PALETTE": "ask"], "38;2;131;61;61"),
      ([], [:], "38;2;122;38;35"),
      ([], ["CSSVIEW_PALETTE": "1=#0000ff,background=#000000"], "38;2;0;0;128"),
      (["--palette", "1=#0000ff"], ["CSSVIEW_BACKGROUND": "#00ff00"], "38;2;0;128;128"),
    ] as [([String], [String: String], String)])
  func option(arguments: [String], variables: [String: String], expected: String) {
    let environment = ["TERM": "xterm", "COLORTERM": "truecolor", "XDG_RUNTIME_DIR": "/run"]
      .merging(variables) { $1 }
    let run = CommandRun(
      ["preview", "-", "<b class=x>Bob</b>"] + arguments, input: Array(Self.sheet.utf8),
      terminal: (80, 24), environment: environment, reader: Self.kept)
    #expect(run.status == .success)
    #expect(run.output.contains(expected), "\(run.visible)")
  }

  @Test("'--palette ask' says so where no colours are known, and the variable does not")
  func nobody() {
    for arguments in [["convert", "none", "--to", "palette-kitty"], ["explain", "none", "x"]] {
      let run = CommandRun(arguments + ["--palette", "ask"])
      #expect(run.status == .success)
      #expect(run.errors.contains("no colours of this terminal are kept"))
      let asked = CommandRun(arguments + ["--palette", "ask", "--query", "always"])
      #expect(asked.errors.contains("the terminal did not report its colours"))
      let variable = CommandRun(arguments, environment: ["CSSVIEW_PALETTE": "ask"])
      #expect(variable.status == .success && variable.errors.isEmpty)
    }
  }

  @Test("A variable that names no file is told as an input that is missing")
  func badVariable() {
    let run = CommandRun(
      "preview", "fjord", "Hi", environment: ["TERM": "xterm", "CSSVIEW_PALETTE": "nonsense"])
    #expect(run.status == .noInput)
    #expect(run.errors.contains("nonsense: no such file or directory"))
  }

  @Test(
    "A sheet that names a palette is shown with it, unless the terminal or the user knows better")
  func ofSheet() throws {
    let directory = try ScratchDirectory()
    try directory.file("p.conf", "background #101010\nforeground #eeeeee\ncolor1 #ff8000\n")
    let css = try directory.file("a.css", "@palette 'p.conf'; " + Self.sheet)
    let json = try directory.file(
      "a.json",
      #"{"@dialect": "css", "@palette": "p.conf", ".x": {"color": "color-mix(in srgb, ansi(1), Canvas)"}}"#
    )
    for sheet in [css, json] {
      func shown(_ command: String, _ arguments: String...) -> String {
        CommandRun(
          [command, sheet] + (command == "render" ? [] : ["<b class=x>Bob</b>"])
            + ["--color", "truecolor"] + arguments, input: Array("<b class=x>Bob</b>".utf8)
        ).output
      }
      let mixed = "38;2;136;72;8"
      #expect(shown("preview").contains(mixed))
      #expect(shown("render").contains(mixed))
      #expect(shown("preview", "--to", "svg").contains("#884808"))
      #expect(shown("render", "--palette", "assumed").contains("38;2;120;49;50"))
      #expect(!shown("preview", "--palette", "assumed").contains(mixed))
      #expect(shown("explain").contains("#884808"))
      let terminal = CommandRun(
        ["preview", sheet, "<b class=x>Bob</b>"], terminal: (80, 24),
        environment: ["TERM": "xterm", "COLORTERM": "truecolor", "XDG_RUNTIME_DIR": "/run"],
        reader: Self.kept)
      #expect(terminal.output.contains("38;2;122;38;35"), "\(terminal.visible)")
      // Sixteen colours are chosen among those of the palette.
      let few = try directory.file("few.css", "@palette 'p.conf'; .x { color: #ff8000 }")
      let run = CommandRun(["preview", few, "<b class=x>Bob</b>", "--color", "16"])
      #expect(run.output.contains("\u{1B}[31"), "\(run.visible)")
    }
    let written = CommandRun(["convert", css, "--to", "palette-ghostty"])
    #expect(written.status == .success)
    #expect(written.output.contains("palette = 1=#ff8000"), "\(written.output)")
    let other = CommandRun(["convert", css, "--to", "palette-kitty", "--palette", "assumed"])
    #expect(other.output.contains("color1 #dd5152"))
    let lost = try directory.file("lost.css", "@palette 'q.conf';")
    let failed = CommandRun(["convert", lost, "--to", "palette-kitty"])
    #expect(failed.status == .unusableInput && failed.errors.contains("lost.css:1:10: error"))
    let checked = CommandRun(["check", lost])
    #expect(checked.status == .findings && checked.output.contains("[import-failed]"))
  }

  @Test(
    "Colours in a variable or an option have to be as doctor writes them",
    arguments: [
      "1=red", "1=#fff", "256=#ffffff", "1=#ffffff,", "1=#ffffff,1=#000000",
      "1=#ffffff,ink=#000000",
      "01=#ffffff", "1=#+fffff", "background=#101010",
    ])
  func invalidColors(text: String) {
    let variable = CommandRun(
      "preview", "fjord", "Hi", environment: ["TERM": "xterm", "CSSVIEW_PALETTE": text])
    let option = CommandRun("preview", "fjord", "Hi", "--palette", text)
    for run in [variable, option] {
      // What does not begin like colours is a file.
      let isFile = text == "256=#ffffff"
      #expect(run.status == (isFile ? .noInput : .usage), "\(run.errors)")
      #expect(isFile || run.errors.contains("invalid colours in '"), "\(run.errors)")
    }
  }

  /// What a command asks.
  private static func queries(_ arguments: [String]) -> [TerminalQuery] {
    let queries = Mutex<[TerminalQuery]>([])
    let reader = TestTerminal(exists: true) { query in
      queries.withLock { $0.append(query) }
      return gruvbox(query)
    }
    _ = CommandRun(
      arguments, input: Array("<b class=x>Bob</b>\n".utf8), terminal: (80, 24),
      environment: ["TERM": "xterm"], reader: reader)
    return queries.withLock { $0 }
  }

  @Test(
    "Commands that print ask nothing, whatever their result depends on, unless they have to",
    arguments: [
      ["preview", "none", "<b>x</b>", "--style", "color: color-mix(in srgb, ansi(1), Canvas)"],
      ["preview", "none", "x", "--style", "color: rgb(255 0 0 / 50%); font-size: 45px"],
      ["preview", "fjord", "x", "--color", "16", "--palette", "ask"],
      ["render", "fjord", "--readable", "AA"], ["render", "log", "--from", "text"],
    ])
  func neverAsks(arguments: [String]) {
    #expect(Self.queries(arguments).isEmpty)
    #expect(Self.queries(arguments + ["--query", "never"]).isEmpty)
    let always = Self.queries(arguments + ["--query", "always"])
    #expect(always.count == 1 && always.first?.palette == true && always.first?.textSizing == true)
  }

  @Test("doctor asks once, unless it must not")
  func doctorAsks() {
    #expect(Self.queries(["doctor"]).count == 1)
    #expect(Self.queries(["doctor", "--export"]).count == 1)
    #expect(Self.queries(["doctor", "--query", "never"]).isEmpty)
  }

  // MARK: - Readable

  @Test("A background that no text can be read on is told")
  func findingsOfWhatIsShown() {
    let run = CommandRun(
      ["preview", "-", "<b class=x>Bob</b>", "--color", "truecolor"]
        + ["--readable", "AAA", "--text-sizing", "off"],
      input: Array(".x { background-color: ansi(1) }".utf8), terminal: (80, 24),
      environment: ["TERM": "xterm"])
    #expect(run.errors.contains("no text colour reaches 7 on #dd5152"))
  }

  private static let dim = "text { background: #222 } .x { color: #444 }"

  @Test(
    "'--readable' holds in every output",
    arguments: ["ansi", "html", "svg", "png", "json"])
  func readable(form: String) {
    func run(_ arguments: String...) -> CommandRun {
      CommandRun(
        ["preview", "-", "<b class=x>Bob</b>", "--color", "truecolor", "--to", form] + arguments,
        input: Array(Self.dim.utf8))
    }
    let (plain, readable, none) = (run(), run("--readable", "AA"), run("--readable", "none"))
    #expect(plain.status == .success && readable.status == .success)
    #expect(plain.output == none.output)
    #expect(plain.output != readable.output)
    switch form {
    case "ansi": #expect(!readable.output.contains("38;2;68;68;68"))
    case "json":
      #expect(
        readable.output.contains(
          ##""readable": {"background": "#222222", "before": {"color": "#444444", "wcag": 1.6"##),
        "\(readable.output)")
    case "png": break
    default: #expect(!readable.output.contains("#444"), "\(readable.output)")
    }
  }

  @Test("The object's own wish counts, and the option goes before it")
  func readableProperty() {
    func output(_ sheet: String, _ arguments: String...) -> String {
      CommandRun(
        ["preview", "-", "<b class=x>Bob</b>", "--color", "truecolor"] + arguments,
        input: Array(sheet.utf8)
      ).output
    }
    let wish = Self.dim + " text { readable: AA }"
    #expect(!output(wish).contains("38;2;68;68;68"))
    #expect(output(wish, "--readable", "none").contains("38;2;68;68;68"))
    #expect(output(Self.dim).contains("38;2;68;68;68"))
  }

  @Test("A stream is readable, too", arguments: [[], ["--width", "20"], ["--to", "html"]])
  func stream(arguments: [String]) throws {
    let sheet = try ScratchFile(Self.dim)
    func run(_ more: String...) -> CommandRun {
      CommandRun(
        ["render", sheet.path, "--color", "truecolor"] + arguments + more,
        input: Array("a <b class=x>Bob</b>\n".utf8))
    }
    let dim = arguments.contains("html") ? "#444" : "38;2;68;68;68"
    #expect(run().output.contains(dim))
    let readable = run("--readable", "AA")
    #expect(!readable.output.contains(dim), "\(readable.visible)")
    #expect(readable.status == .success)
  }

  @Test("What cannot be reached is told once")
  func unreachable() {
    let run = CommandRun(
      [
        "preview", "-", "<b class=x>Bob</b> <i>and</i>", "--color", "truecolor", "--readable",
        "AAA",
      ],
      input: Array("text { background: #777 } .x { color: #444 }".utf8))
    #expect(run.status == .success)
    #expect(run.errors.contains("no text colour reaches 7 on #777777; the best is 4.68"))
    #expect(run.errors.contains("unreachable-contrast"))
    #expect(run.output.contains("38;2;0;0;0"))
  }

  @Test("explain tells before and after, and where colours were only assumed")
  func explain() {
    let run = CommandRun(
      ["explain", "-", "<b class=x>Bob</b>", "--json", "--readable", "AA"],
      input: Array((Self.dim + " .x { background: color-mix(in srgb, ansi(0), #000) }").utf8))
    #expect(run.status == .success)
    #expect(run.output.contains(#""palette": "assumed""#))
    #expect(run.output.contains(##""readable": {"truecolor": {"background": "##), "\(run.output)")
    let text = CommandRun(
      ["explain", "-", "<b class=x>Bob</b>", "--readable", "AA", "--all"],
      input: Array((Self.dim + " .x { background: color-mix(in srgb, ansi(0), #000) }").utf8))
    #expect(text.output.contains("#444444 was"), "\(text.output)")
    #expect(text.output.contains("computed with assumed colours"), "\(text.output)")
  }

  @Test("doctor shows the sixteen, and what is assumed")
  func doctor() {
    let run = CommandRun(
      ["doctor", "--why"], terminal: (80, 24), environment: ["TERM": "xterm-256color"],
      reader: TestTerminal(answer: Self.gruvbox))
    let words = run.output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(words.contains("palette: terminal"), "\(words)")
    #expect(run.output.contains(" 1 \u{1B}[48;5;1m    \u{1B}[0m #cc241d"))
    #expect(run.output.contains("foreground #ebdbb2"))
    #expect(run.output.contains("assumed: 0, 2, 3, 5, 6,"))
    let plain = CommandRun("doctor", "--why")
    #expect(plain.output.contains(" 1 #dd5152"))
    #expect(plain.output.contains("assumed: 0 to 15, 16 to 255"))
    #expect(!plain.output.contains("\u{1B}"))
  }
}
