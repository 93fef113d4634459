import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("--from ansi")
struct ColoredTextTests {
  private static let red = "\u{1B}[31mred\u{1B}[0m plain"

  @Test("render: a sheet restyles, none leaves it as it came")
  func render() throws {
    let sheet = try ScratchFile(".fg-red { color: #ff6b6b; font-weight: bold }")
    let came = CommandRun(
      "render", "--from", "ansi", "none", "-", "--color", "truecolor", input: Self.red)
    #expect(came.visible == "␛[31mred␛[0m plain")
    #expect(came.errors.isEmpty)
    let restyled = CommandRun(
      "render", "--from", "ansi", sheet.path, "-", "--color", "truecolor", input: Self.red)
    #expect(restyled.visible == "␛[38;2;255;107;107;1mred␛[0m plain")
  }

  @Test("colours are brought down to the depth")
  func depth() {
    let text = "\u{1B}[38;5;208mo\u{1B}[38;2;255;0;0mr"
    let run = CommandRun("render", "--from", "ansi", "none", "--color", "16", input: text)
    #expect(!run.visible.contains("38;"))
    let exact = CommandRun("render", "--from", "ansi", "none", "--color", "256", input: text)
    #expect(exact.visible == "␛[38;5;208mo␛[38;5;196mr␛[0m")
    #expect(CommandRun("render", "--from", "ansi", "none", input: text).output == "or")
  }

  @Test("json, html, explain, snoop and measure see the runs")
  func others() {
    let json = CommandRun("render", "--from", "ansi", "none", "--to", "json", input: Self.red)
    #expect(json.output.contains(#""tag": "ansi", "classes": ["fg-red"]"#))
    let html = CommandRun("preview", "none", "--from", "ansi", "--to", "html", input: Self.red)
    #expect(html.output.contains(">red</span> plain"))
    let explained = CommandRun("explain", "none", "--all", "--from", "ansi", input: Self.red)
    #expect(explained.output.contains("ansi(1)"))
    #expect(explained.errors.isEmpty)
    let snooped = CommandRun("snoop", "none", "--from", "ansi", input: Self.red)
    #expect(snooped.output.contains("fg-red"))
    #expect(snooped.output.contains("ansi(1)"))
    #expect(
      CommandRun("measure", "--from", "ansi", input: Self.red).output.hasPrefix("width 9\n"))
  }

  @Test("snoop tells what each class means by itself, so that the entries change nothing")
  func snoopedMeanings() throws {
    let text =
      "\u{1B}[1;31mred bold\u{1B}[0m \u{1B}[1mbold\u{1B}[0m \u{1B}[3;4:3;48;2;1;2;3mx\u{1B}[0m\n"
    let snooped = CommandRun("snoop", "none", "--from", "ansi", input: text).output
    let entries: [(String, String)] = [
      ("fg-red", #""color": "ansi(1)""#), ("bold", #""font-weight": "bold""#),
      ("bg-rgb", ##""background-color": "#010203""##), ("italic", #""font-style": "italic""#),
    ]
    for (name, value) in entries {
      #expect(snooped.contains("  \"ansi.\(name)\": {\n    \(value)\n  }"), "\(snooped)")
    }
    let sheet = try ScratchFile(snooped)
    let arguments = ["--from", "ansi", "--color", "truecolor"]
    let styled = CommandRun(["render", sheet.path] + arguments, input: Array(text.utf8))
    #expect(
      styled.output == CommandRun(["render", "none"] + arguments, input: Array(text.utf8)).output)
  }

  @Test("lines are wrapped in a width as markup is")
  func width() {
    let text = "\u{1B}[31mone two\u{1B}[0m three"
    let run = CommandRun(
      "render", "--from", "ansi", "none", "--width", "8", "--color", "16", input: text)
    #expect(run.visible == "␛[31mone two␛[0m\nthree\n" || run.visible == "␛[31mone two␛[0m\nthree")
  }

  @Test("with --lines every line begins anew")
  func lines() {
    let text = "\u{1B}[31mred\nplain\n"
    let run = CommandRun(
      "render", "--from", "ansi", "none", "--lines", "--color", "16", input: text)
    #expect(run.visible == "␛[31mred␛[0m\nplain\n")
    let carried = CommandRun("render", "--from", "ansi", "none", "--color", "16", input: text)
    #expect(carried.visible == "␛[31mred␛[0m\n␛[31mplain␛[0m\n")
  }

  @Test("Control sequences without text are dropped, or named where they are shown")
  func controls() {
    let text = "\u{1B}[2Ja\u{1B}[K\r\n"
    let usual = CommandRun("render", "--from", "ansi", "none", input: text)
    #expect(usual.output == "a\n")
    #expect(usual.errors.isEmpty)
    let shown = CommandRun(
      "render", "--from", "ansi", "--controls", "show", "none", input: text)
    #expect(shown.output == "␛[2Ja␛[K\n")
    #expect(shown.errors.contains("ED, erase in page, ECMA-48 §8.3.39"))
    let dropped = CommandRun(
      "render", "--from", "ansi", "--controls", "drop", "none", input: text)
    #expect(dropped.output == "a\n")
    #expect(dropped.errors.isEmpty)
  }

  @Test("large text of the text sizing protocol keeps its text")
  func sizedText() {
    let large = CommandRun(
      "preview", "none", "x BIG", "--style", "font-size-scale: 2", "--text-sizing", "osc66",
      "--color", "16")
    #expect(large.output.contains("\u{1B}]66;s=2;x BIG\u{1B}\\"))
    for (input, auto, drop) in [
      (large.output, "x BIG", ""), ("a\u{1B}]66;s=2;b;c\u{07}d\n", "ab;cd", "ad"),
      ("a\u{1B}]66;;b\u{1B}\\c\n", "abc", "ac"), ("a\u{1B}]66;b\u{1B}\\c\n", "ac", "ac"),
      ("a\u{1B}]66\u{07}c\n", "ac", "ac"), ("a\u{1B}]6;b;c\u{07}d\n", "ad", "ad"),
    ] {
      let run = CommandRun("render", "--from", "ansi", "none", input: input)
      #expect(run.output.split(separator: "\n").joined() == auto)
      let dropped = CommandRun(
        "render", "--from", "ansi", "--controls", "drop", "none", input: input)
      #expect(dropped.output.split(separator: "\n").joined() == drop)
    }
  }

  @Test("a link's target may stand behind its text, once")
  func linkText() {
    let text = "\u{1B}]8;;http://e.org/\u{07}a\u{1B}[1mb\u{1B}[m\u{1B}]8;;\u{07} c"
    let run = CommandRun("render", "--from", "ansi", "none", "--link-text", input: text)
    #expect(run.output == "ab (http://e.org/) c")
    let block = CommandRun(
      "preview", "none", "--from", "ansi", "--link-text", "--to", "plain", input: text)
    #expect(block.output == "ab (http://e.org/) c\n")
  }

  @Test("sequences in markup are applied, stripped or shown")
  func markup() {
    let text = "<b>a\u{1B}[31mb</b>c\u{1B}[0m&amp;"
    func run(_ treatment: String) -> String {
      CommandRun("render", "none", "--sgr", treatment, "--color", "16", input: text).visible
    }
    #expect(run("apply") == "␛[1ma␛[31mb␛[22mc␛[0m&")
    #expect(run("strip") == "␛[1mab␛[0mc&")
    #expect(run("show").contains("␛[31m"))
  }

  @Test("what only one of the forms has is a usage error")
  func usage() {
    for arguments in [
      ["render", "none", "--from", "ansi", "--sgr", "apply"],
      ["render", "none", "--controls", "drop"],
      ["render", "none", "--from", "ansi", "--document"],
      ["render", "none", "--from", "ansi", "--set", "a=b"],
      ["convert", "--from", "ansi", "--to", "css"], ["convert", "none", "--to", "markup"],
    ] {
      #expect(CommandRun(arguments).status == .usage, "\(arguments)")
    }
  }

  static let recordings = [
    "bat", "cargo", "colors", "curl", "gcc", "gcc-links", "git-diff", "grep", "ls", "ls-links",
    "man", "progress", "pytest",
  ]

  @Test("the recipes of the manual: a build as a picture, and colours of one's own")
  func recipes() throws {
    let folder = try ScratchDirectory()
    let data = "\(packageDirectory)/Tests/Data/Terminal"
    let build = try readFile("\(data)/cargo.txt")
    let picture = "\(folder.path)/build.svg"
    let drawn = CommandRun(
      "render", "--from", "ansi", "--controls", "drop", "none", "-", "-o", picture, "--to", "svg",
      input: build)
    #expect(drawn.status == .success)
    let svg = try readFile(picture)
    #expect(svg.contains("error[E0308]"))
    let sheet = try folder.file(
      "mine.css", ".fg-red { color: #ff6b6b; font-weight: bold } .fg-green { color: #8fd694 }")
    let diff = CommandRun(
      "render", "--from", "ansi", sheet, "-", "--color", "truecolor",
      input: try readFile("\(data)/git-diff.txt"))
    #expect(diff.visible.contains("␛[38;2;255;107;107;1m-two "))
    #expect(diff.visible.contains("␛[38;2;143;214;148m+"))
    #expect(!diff.visible.contains("␛[31m"))
    #expect(diff.errors.isEmpty)
  }

  @Test("the markup of a recorded program renders to the same", arguments: recordings)
  func converted(name: String) throws {
    let file = "\(packageDirectory)/Tests/Data/Terminal/\(name).txt"
    let markup = CommandRun(
      "convert", "--from", "ansi", "--to", "markup", "--controls", "drop", file)
    #expect(markup.errors.isEmpty)
    for form in ["ansi", "html", "plain", "json"] {
      let direct = CommandRun(
        "render", "--from", "ansi", "--controls", "drop", "none", file, "--to", form, "--color",
        "truecolor", "--hyperlinks", "always")
      let again = CommandRun(
        "render", "none", "-", "--to", form, "--color", "truecolor", "--hyperlinks", "always",
        input: markup.output)
      #expect(direct.errors.isEmpty)
      #expect(direct.output == again.output, "\(form)")
    }
  }

  @Test("the cells of a recorded program are those that it wrote", arguments: recordings)
  func cells(name: String) throws {
    // What passes; a bar is drawn over by its last state, and EL at the end of a line shows
    // nothing.
    let file = "\(packageDirectory)/Tests/Data/Terminal/\(name).txt"
    guard !["man", "progress", "curl"].contains(name) else { return }
    let written = try readFile(file).replacing("\u{1B}[K", with: "").replacing(
      "\u{07}", with: "\u{1B}\\"
    )
    // Other spellings of blinking and of underlines.
    .replacing("\u{1B}[4:1m", with: "\u{1B}[4m").replacing("\u{1B}[6m", with: "\u{1B}[5m")
    .replacing("\u{1B}[21m", with: "\u{1B}[4:2m")
    var came = ScreenModel(columns: 200)
    came.feed(Array(written.replacing("\t", with: " ").utf8))
    var rendered = ScreenModel(columns: 200)
    let run = CommandRun(
      "render", "--from", "ansi", "--controls", "drop", "none", file, "--color", "truecolor",
      "--hyperlinks", "always", environment: ["TERM": "xterm-ghostty"])
    rendered.feed(Array(run.output.replacing("\t", with: " ").utf8))
    #expect(rendered.complaints.isEmpty)
    #expect(rendered.visibleCells == came.visibleCells)
  }
}

extension ScreenModel {
  /// The cells with what can be seen of them; the names of links are the renderer's.
  fileprivate var visibleCells: [[Cell]] {
    rows.map { row in
      row.map { cell in
        var cell = cell
        cell.linkID = nil
        return cell
      }
    }
  }
}
