import CSSViewCommands
import TerminalOutput
import TestSupport
import Testing

@Suite("cssview preview")
struct PreviewCommandTests {
  private let sheet = "\(packageDirectory)/demo/night.json"
  private let markup = "Hi <span class=\"bold ok\">Bob</span>"

  @Test("into a pipe goes nothing but the text, in one write")
  func pipe() {
    let run = CommandRun("preview", sheet, markup)
    #expect(run.output == "Hi Bob\n")
    #expect(run.errors.isEmpty)
    #expect(run.status == .success)
    #expect(run.writes == 1)
  }

  @Test(
    "a line without cells is a line",
    arguments: [
      "<b></b>\n", "\n", "\u{200B}\n", "a\n<b></b>\n", "a\n\u{200B}\n", "a\n\n", "<b></b>\na\n",
      "a\n\n\nb\n", "x<br>\n", "a\u{2028}\n",
    ])
  func linesWithoutCells(input: String) {
    let plain = CommandRun("render", sheet, "--to", "plain", input: input)
    let preview = CommandRun("preview", sheet, "-", input: input)
    func lines(_ run: CommandRun) -> [Substring] {
      // What has no cell of its own, and no neighbour on its line, is left out of a block.
      run.output.replacing("\u{200B}", with: "")
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    #expect(lines(preview) == lines(plain))
    let html = CommandRun("preview", sheet, "-", "--to", "html", "--fragment", input: input)
    #expect(html.status == .success)
  }

  @Test(
    "each depth shows the same bold name in the colours it has",
    arguments: [
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "␛[38;2;134;217;154;1mBob"),
      (["TERM": "xterm-256color"], "␛[38;5;114;1mBob"),
      (["TERM": "xterm"], "␛[92;1mBob"),
      (["TERM": "xterm", "NO_COLOR": "1"], "␛[1mBob"),
    ])
  func depths(environment: [String: String], expected: String) {
    let run = CommandRun(
      "preview", sheet, "<span class=\"bold ok\">Bob</span>", terminal: (80, 24),
      environment: environment)
    #expect(run.visible.hasPrefix(expected))
  }

  @Test("large text is drawn as it was asked for, in its own weight")
  func largeText() {
    func run(_ way: String, _ text: String = "Ag", size: String = "30px") -> String {
      CommandRun(
        "preview", "-", text, "--style", "font-size: \(size)", "--text-sizing", way,
        input: "{}", terminal: (20, 24), environment: ["TERM": "xterm-256color"]
      ).visible
    }
    #expect(run("off") == "␛[1mAg␛[0m\n")
    #expect(run("block") == "🬳🬓🬖🬓\n🬄🬄🬯🬄\n")
    #expect(run("dechl") == "␛#3Ag\n␛#4Ag\n")
    #expect(run("dechl", "much too long") == "␛[1mmuch too long␛[0m\n")
    #expect(run("dechl", size: "20px") == "␛[1mAg␛[0m\n")
    #expect(run("osc66") == "\n␛[1A␛]66;s=2;Ag␛\\\n\n")
    #expect(run("osc66", "<b>Ag</b>").contains("␛[1m␛]66;s=2;Ag␛\\␛[0m"))
  }

  @Test(
    "plain text is all of the text, whatever large and raised text is drawn by",
    arguments: ["auto", "osc66", "dechl", "off"])
  func plainLargeText(way: String) {
    let text = "A<sup>q~r</sup> <b style=\"font-size: 40px\">BIG</b>"
    let options = ["--text-sizing", way, "--background", "dark"]
    // A terminal that shows OSC 66.
    var answers = TerminalAnswers()
    (answers.advanceOfWidth, answers.advanceOfScale) = (2, 2)
    let reader = TestTerminal(exists: true, kept: answers)
    for form in [["--to", "plain", "--color", "256"], ["--color", "never"]] {
      let piped = CommandRun(["preview", "none", text] + options + form)
      #expect(piped.output == "A^(q~r) BIG\n", "\(form)")
      let shown = CommandRun(
        ["preview", "none", text] + options + form, terminal: (80, 24),
        environment: ["TERM": "xterm-256color", "XDG_RUNTIME_DIR": "/run"], reader: reader)
      if way != "auto" { #expect(shown.output == "A^(q~r) BIG\n", "\(form)") }
      #expect(shown.output.contains("q~r") && !shown.output.contains("\u{1B}"), "\(form)")
    }
  }

  @Test("cells are counted as the terminal does that it is told of")
  func widthRules() {
    let arguments = ["preview", sheet, "👩‍🚀x", "--style", "text-align: right", "--width", "10"]
    #expect(CommandRun(arguments).output == "       👩‍🚀x\n")
    #expect(
      CommandRun(arguments + ["--width-rules", "codepoints"]).output == "     👩‍🚀x\n")
  }

  @Test("TERM=dumb and --color never write no escape sequence")
  func noEscapes() {
    let dumb = CommandRun(
      "preview", sheet, markup, terminal: (80, 24), environment: ["TERM": "dumb"])
    let never = CommandRun("preview", sheet, markup, "--color", "never", terminal: (80, 24))
    #expect(dumb.output == "Hi Bob\n")
    #expect(never.output == "Hi Bob\n")
  }

  @Test("words are joined by a space; without any, or with '-', standard input is read")
  func sources() {
    #expect(CommandRun("preview", sheet, "a", "b").output == "a b\n")
    #expect(CommandRun("preview", sheet, input: "a <b>b</b>\n").output == "a b\n")
    #expect(CommandRun("preview", sheet, "-", input: "c\n").output == "c\n")
    #expect(CommandRun("preview", "-", "x", input: "{}").output == "x\n")
  }

  @Test("the sheet and the text cannot both be standard input")
  func twoInputs() {
    #expect(CommandRun("preview", "-").status == .usage)
  }

  @Test("a broken sheet still shows the text and says where it is broken")
  func brokenSheet() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "theme.json",
      """
      {
        ".bold": {
          "color": "red",
          "font-weigth": "bold"
        }
      }
      """)
    let run = CommandRun("preview", sheet, markup)
    #expect(run.output == "Hi Bob\n")
    #expect(run.status == .success)
    #expect(
      run.errors.hasPrefix(
        """
        \(sheet):4:5: warning: unknown property 'font-weigth' [unknown-property]
          4 |     "font-weigth": "bold"
            |     ^~~~~~~~~~~~~ did you mean 'font-weight'?

        """))
    #expect(CommandRun("preview", sheet, "x", "--quiet").errors.isEmpty)
    let strict = CommandRun("preview", sheet, "x", "--strict")
    #expect(strict.status == .unusableInput)
    #expect(strict.output.isEmpty)
  }

  @Test("a missing stylesheet is one line and exit 66, and the text is shown")
  func missingSheet() {
    let run = CommandRun("preview", "/nowhere/theme.json", "x")
    #expect(run.status == .noInput)
    #expect(run.errors == "cssview: /nowhere/theme.json: no such file or directory\n")
    #expect(run.output == "x\n")
  }

  @Test("what is set for a placeholder is text, never markup")
  func placeholders() {
    let run = CommandRun(
      "preview", sheet, "Hi <span class=bold>{name}</span> {other}", "--set", "name=<b>Bob</b>")
    #expect(run.output == "Hi <b>Bob</b> {other}\n")
  }

  @Test("control characters of the text become visible")
  func controls() {
    let run = CommandRun("preview", sheet, "a\u{1B}[2Jb&#27;c", terminal: (80, 24))
    #expect(!run.output.contains("\u{1B}[2J"))
    #expect(run.output.contains("␛[2J"))
  }

  @Test(
    "the sample texts look as they did",
    arguments: ["night.json", "paper.json", "plain.json", "harbour.css"],
    ["build", "status", "help", "news"])
  func samples(theme: String, text: String) throws {
    let run = CommandRun(
      ["preview", "\(packageDirectory)/demo/\(theme)", "--class", "card", "--color", "truecolor"],
      input: Array(try readFile("\(packageDirectory)/demo/\(text).txt").utf8),
      terminal: (76, 24))
    #expect(run.status == .success)
    #expect(run.errors.isEmpty)
    let name = theme.prefix { $0 != "." }
    try expectSnapshot(run.visible, "preview-\(name)-\(text).txt")
  }

  @Test("the picture of a card is what the product draws; demo/gallery draws it again")
  func picture() throws {
    let run = CommandRun(
      "render", sheet, "--class", "card", "--width", "70", "--to", "svg", "--color", "truecolor",
      "--background", "#0b0e14", "\(packageDirectory)/demo/build.txt")
    #expect(run.output == (try readFile("\(packageDirectory)/demo/pictures/night.svg")))
  }
}
