import CSSViewCommands
import TestSupport
import Testing

@Suite("cssview check")
struct CheckCommandTests {
  @Test(
    "the demo themes are without fault",
    arguments: ["night.json", "paper.json", "plain.json", "harbour.css"])
  func demo(theme: String) {
    let run = CommandRun("check", "\(packageDirectory)/demo/\(theme)", "--strict")
    #expect(run.status == .success)
    #expect(run.output == "no findings in 1 file\n")
  }

  @Test("errors are 1, in each form of report")
  func forms() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("bad.json", #"{".a": {"colour": "red"}}"#)
    let text = CommandRun("check", sheet)
    #expect(text.status == .findings)
    #expect(text.output.contains("bad.json:1:9: error: unknown property 'colour'"))
    let json = CommandRun("check", sheet, "--format", "json")
    #expect(json.status == .findings)
    #expect(
      json.output.hasPrefix(#"{"diagnostics": [{"severity": "error", "code": "unknown-property""#))
    #expect(json.output.contains(#""line": 1, "column": 9, "suggestion": "color""#))
    let sarif = CommandRun("check", sheet, "--format", "sarif")
    #expect(sarif.output.contains(#""version": "2.1.0""#))
    #expect(sarif.output.contains(#""startLine": 1, "startColumn": 9, "endColumn": 17"#))
  }

  @Test(
    "a mistake is answered with what to write",
    arguments: [
      (".a { bold: true }", "use 'font-weight: bold'"),
      (".a { bg: red }", "did you mean 'background'?"),
      ("@medai (width > 3) {}", "did you mean '@media'?"),
      (".a { text-align: middle }", "did you mean 'center'?"),
      (".a { font-weight: blod }", "did you mean 'bold'?"),
      (".a { width: 12 px }", "^~~~~ did you mean '12px'?"),
      (".a { padding: 1ch 12 px }", "'12 px' has a space before its unit ["),
      (".a { padding: 1 }", "did you mean '1ch'?"),
      (".a { margin-top: 2.5 }", "did you mean '2.5em'?"),
      (".a { border: 1x solid }", "expected a known unit, found '1x' ["),
      (".a { color = red }", "missing ':' after 'color'; write ':' instead of '='"),
      (".a { color: red font-weight: bold }", "missing ';' before 'font-weight'"),
      (".a { color: rgb(1,2) }", "expected three values, found two"),
      (".a:nth-child(x) { }", "odd or 3, found 'x'"),
      (".a { color: red .b { color: lime }", "missing ';' or '}' after the value of 'color'"),
      (".a { } } .b { }", "'}' has no matching '{'; remove '}': the rule after it is ignored"),
      (#"{"a b": {}}"#, "needs dialect css; add '@dialect css;'"),
      ("@dialect x;", "use viewcss, css, stringcoding, architect, pixelbits or jsonhelper"),
    ])
  func advice(css: String, message: String) {
    let run = CommandRun(["check", "-"], input: Array(css.utf8))
    #expect(run.output.contains(message), "\(run.output)")
    #expect(!run.output.contains("after ':'"))
  }

  @Test("a colour that is no colour at all is not guessed at")
  func farGuess() {
    let run = CommandRun(["check", "-"], input: Array(".a { background: bold }".utf8))
    #expect(run.output.contains("found 'bold' [") && !run.output.contains("did you mean"))
  }

  @Test("one suggestion mends both sides of light-dark()")
  func bothSides() throws {
    let sheet = try ScratchFile(".a { color: light-dark(#ccc, #222) }")
    let options = ["--contrast", "AA", "--color", "truecolor"]
    let run = CommandRun(["check", sheet.path] + options)
    let suggestion = try #require(run.output.firstMatch(of: #/use '(color: light-dark.*)'/#)?.1)
    let mended = try ScratchFile(".a { \(suggestion) }")
    #expect(CommandRun(["check", mended.path] + options).output == "no findings in 1 file\n")
  }

  @Test("at most twenty findings of one code are shown, then a count")
  func manyFindings() throws {
    let directory = try ScratchDirectory()
    let members = (1...50).map { "\"zz\($0)\": 1" }.joined(separator: ", ")
    let sheet = try directory.file("many.json", "{\".a\": {\(members)}}")
    let run = CommandRun("check", sheet)
    #expect(run.output.split(separator: "\n").count { $0.contains(": error: ") } == 20)
    #expect(run.output.hasSuffix("… and 30 more [unknown-property]\n\n50 errors in 1 file\n"))
  }

  @Test("with markup, rules that nothing uses and classes without a rule are found")
  func unusedRules() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "a.json", #"{".used": {"opacity": 1}, ".lost": {"opacity": 1}, "b.used": {"opacity": 1}}"#)
    let text = try directory.file("a.txt", "<span class=used>x</span> <b class=use>y</b>")
    let run = CommandRun("check", sheet, "--markup", text)
    #expect(run.output.contains("no markup uses '.lost' [unused-rule]"))
    #expect(!run.output.contains("no markup uses '.used'"))
    #expect(run.output.contains("no markup uses 'b.used'"))
    #expect(run.output.contains("no rule for class 'use' of <b> [unknown-class]"))
    #expect(run.status == .success)
    #expect(CommandRun("check", sheet, "--markup", text, "--strict").status == .findings)
    let unused = CommandRun("check", sheet, "--only", "unused-rule", "--markup", text, "--strict")
    #expect(unused.output.contains("unused-rule") && unused.status == .success)
    #expect(!CommandRun("check", sheet).output.contains("unused-rule"))
  }

  @Test("the themes in demo/ have no findings, and no rule that none of the texts uses")
  func demo() {
    let texts = ["build.txt", "help.txt", "news.txt", "status.txt"]
    for theme in ["harbour.css", "night.json", "paper.json", "plain.json"] {
      let run = CommandRun("check", "\(packageDirectory)/demo/\(theme)")
      #expect(run.output == "no findings in 1 file\n")
      let markup = texts.flatMap { ["--markup", "\(packageDirectory)/demo/\($0)"] }
      let used = CommandRun(["check", "\(packageDirectory)/demo/\(theme)"] + markup)
      #expect(!used.output.contains("error"))
    }
  }

  @Test("a conversion with something left out is an error, and nothing is written")
  func conversion() {
    let layers = CommandRun("convert", "-", "--to", "json", input: "@layer a { b { color: red } }")
    #expect(layers.status == .unusableInput)
    #expect(layers.output == "")
    #expect(layers.errors.contains("JSON cannot express cascade layers"))
    #expect(CommandRun("convert", "-", "--to", "css", input: "").status == .unusableInput)
    let good = CommandRun("convert", "-", "--to", "json", input: "b { color: red }")
    #expect(good.status == .success)
  }

  @Test("snoop tells what is wrong with the sheet beside the classes that it lacks")
  func snoop() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("a.json", #"{".a": {"colr": "red"}}"#)
    let text = try directory.file("a.txt", "<span class=lost>x</span>")
    let run = CommandRun("snoop", sheet, text)
    #expect(run.output == "{\n  \".lost\": {\n    \"font-size\": \"15px\"\n  }\n}\n")
    #expect(run.errors.contains("unknown property 'colr'"))
    #expect(!run.errors.contains("unknown-class"))
    #expect(CommandRun("snoop", sheet, text, "--quiet").errors == "")
    #expect(CommandRun("snoop", sheet, text, "--strict").status == .unusableInput)
  }

  @Test("a sheet of the browser's window has keys and actions, and they are checked")
  func chrome() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "chrome.json",
      """
      {
        "theme_browser": {"keyPress(q)": "quit:"},
        "theme_browser.row": {"sign": " ", "selectedSign": "▸", "touchDownRepeat": "choose:"},
        "theme_browser.title": {"title": "cssview", "font-weight": "bold"}
      }
      """)
    let run = CommandRun("check", "--chrome", sheet, "--strict")
    #expect(run.status == .success)
    #expect(!run.output.contains("unknown"), "\(run.output)")
    let bad = try directory.file(
      "bad.json", #"{"theme_browser": {"keyPress(q)": "qiut:", "colr": "red"}}"#)
    let wrong = CommandRun("check", "--chrome", bad)
    #expect(wrong.output.contains("unknown action 'qiut:'"))
    #expect(wrong.output.contains("unknown property 'colr'"))
    #expect(wrong.output.contains("no key is bound to 'quit:'"))
    #expect(wrong.status == .findings)
  }

  @Test(
    "what is about text is refused for the browser's window, and not passed over",
    arguments: [
      ["--markup", "-"], ["--contrast", "AA"], ["--distinct"], ["--palettes", "."],
    ])
  func chromeWithoutText(options: [String]) {
    let run = CommandRun(["check", "--chrome", "a.json"] + options)
    #expect(run.status == .usage)
    #expect(run.errors.contains("'--chrome' cannot be used with '--markup'"))
  }

  @Test(
    "--distinct finds classes that only colours tell apart, and that look alike somewhere",
    arguments: [
      ("#ff0000", "#f80808", "", "in truecolor, with protanopia"),
      ("#c43c3c", "#98703c", "", "with deuteranopia"),
      ("#ff0000", "#f80808", "; font-weight: bold", nil),
      ("#ff0000", "#f80808", "; text-transform: uppercase", nil),
      ("#ff0000", "#0000ff", "", nil), ("#ff0000", "#ff0000", "", nil),
    ])
  func distinct(first: String, second: String, more: String, place: String?) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "a.css", ".ok { color: \(first) }\n.no { color: \(second)\(more) }\n")
    let run = CommandRun(
      "check", "--distinct", "--background", "dark", "--color", "truecolor", sheet)
    #expect(run.status == .success)
    if let place {
      #expect(run.output.contains("a.css:1:14: warning: '.ok' and '.no' (\(sheet):2:14)"))
      #expect(run.output.contains("differ by colour alone and look alike"))
      #expect(run.output.contains(" \(place)"), "\(run.output)")
      #expect(run.output.contains("add a font-weight, text-decoration or ::before [indistinct]"))
      #expect(run.output.components(of: "warning:") == 1)
    } else {
      #expect(!run.output.contains("warning"), "\(run.output)")
    }
    let isPair = more.isEmpty && first != second
    #expect(run.output.contains("without colour 1 pair of classes looks alike") == isPair)
    #expect(!CommandRun("check", sheet).output.contains("indistinct"))
  }

  @Test(
    "--distinct looks at every depth, and compares no more classes than it can in time")
  func distinctDepths() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("a.css", ".a { color: #d00000 } .b { color: #c02020 }")
    let run = CommandRun("check", "--distinct", "--format", "json", sheet)
    #expect(run.output.contains(", at 16 colours (ΔE00 0)"), "\(run.output)")
    let rules = (0..<5000).map { ".c\($0) { color: #\(String($0 + 100_000, radix: 16)) }" }
    let many = try directory.file("many.css", rules.joined())
    let counted = CommandRun("check", "--distinct", "--color", "truecolor", many)
    #expect(counted.output.contains("only the first 400 of 5000 classes were compared"))
  }

  @Test("an image that is not beside its sheet is a warning")
  func missingImage() throws {
    let directory = try ScratchDirectory()
    _ = try directory.file("here.png", "")
    let sheet = try directory.file(
      "a.json",
      #"{".a": {"background-image": "image(here.png)"}, ".b": {"background-image": "image(hre.png)"}}"#
    )
    let run = CommandRun("check", sheet)
    #expect(run.status == .success)
    #expect(run.output.contains("no image 'hre.png'"))
    #expect(run.output.contains("did you mean 'here.png'?"))
    #expect(!run.output.contains("no image 'here.png'"))
  }

  @Test(
    "What is put into elements and never seen is noted",
    arguments: [
      (
        ".a { content: 'x' }",
        "'content' has an effect only in '::before', '::after' and '::marker'"
      ),
      (".a::before { color: red }", "'.a::before' has no 'content' and shows nothing"),
      (
        ".a::before { content: attr(size) }",
        "'attr(size)' is always empty; use id, class, href"
      ),
      (".a::before { content: 'x' } .a.b::before { color: red }", ""),
      ("::before { content: 'x' } .a::before { color: red }", ""),
      (
        ".a::after { content: 'x' } .a::before { color: red }",
        "'.a::before' has no 'content' and shows nothing"
      ),
      (".a::before { all: unset }", ""),
    ])
  func unseenContent(sheet: String, note: String) {
    let run = CommandRun("check", "-", "--format", "json", input: sheet)
    #expect(run.status == .success)
    if note.isEmpty {
      #expect(run.output == "{\"diagnostics\": []}\n")
    } else {
      #expect(run.output.contains(note) && run.output.contains("\"severity\": \"note\""))
    }
  }

  @Test("Attributes that a sheet asks for and no markup has are noted, with those that it has")
  func unknownAttributes() throws {
    let markup = try ScratchFile("<span class=a data-level=1>t</span>")
    let sheet =
      "[data-lvel] { color: red } .a::before { content: attr(data-levl) } [data-level] { color: red }"
    let run = CommandRun(
      "check", "-", "--markup", markup.path, "--only", "unknown-attribute", input: sheet)
    #expect(run.output.contains("no markup has the attribute 'data-lvel'"))
    #expect(run.output.contains("no markup has the attribute 'data-levl'"))
    #expect(!run.output.contains("'data-level'  "))
    #expect(run.output.contains("did you mean 'data-level'?"))
    #expect(run.output.contains("2 notes"))
  }

  @Test("An eight-digit colour has a note where getters read the file, too")
  func eightDigits() throws {
    let scratch = try ScratchDirectory()
    let rules = ##"".a": {"color": "#80FF0000"}, ".b": {"color": "#FF0000FF"}"##
    let path = try scratch.file("LoginView.json", "{\"title\": \"x\", \(rules)}")
    let run = CommandRun("check", path)
    let output = String(decoding: run.bytes, as: UTF8.self) + run.errors
    #expect(
      output.contains(
        "note: '#80FF0000' is #rrggbbaa here and #aarrggbb for getters of MRGArchitect and "
          + "Pixelbits; write rgb() [dialect-dependent]"))
    #expect(!CommandRun("check", try scratch.file("a.json", "{\(rules)}")).errors.contains("alpha"))
  }

  @Test(
    "An alpha of 1 or less has a note where alpha counts to 255",
    arguments: [
      ("rgb(1, 2, 3, 1)", "an alpha of 1 in 255"),
      ("rgb(1, 2, 3, 0.5)", "a fraction as alpha, which goes up to 255"),
      ("rgb(1, 2, 3, 255)", nil), ("rgba(1, 2, 3, 0.5)", nil), ("rgb(1 2 3 / 0.5)", nil),
    ] as [(String, String?)])
  func alphaOfOne(color: String, meaning: String?) throws {
    let scratch = try ScratchDirectory()
    let path = try scratch.file("a.json", #"{".a": {"color": "\#(color)"}}"#)
    let run = CommandRun("check", path)
    let output = String(decoding: run.bytes, as: UTF8.self) + run.errors
    guard let meaning else {
      #expect(!output.contains("write a number"))
      return
    }
    #expect(
      output.contains(
        "note: '\(color)' has \(meaning) in dialect viewcss; "
          + "write a number up to 255, or rgba() [dialect-dependent]"))
  }

  @Test("A shadow that falls where there are no cells has a warning")
  func hiddenShadow() throws {
    let scratch = try ScratchDirectory()
    let path = try scratch.file("a.css", "b { text-shadow: 0 15px red } i { text-shadow: 1px 1px }")
    for (command, markup, isNoted) in [
      ("preview", "<b>x</b>", true), ("preview", "<b>x</b>\n ", false),
      ("preview", "<i>x</i>", false), ("render", "<b>x</b>", true), ("render", "<i>x</i>", false),
    ] {
      let run = CommandRun([command, path, "-", "--color", "256"], input: Array(markup.utf8))
      #expect(run.errors.contains("[hidden-shadow]") == isNoted, "\(command) \(markup)")
    }
    // Without a colour it has that of the text, or grey where nobody knows that.
    let run = CommandRun("preview", path, "<i>x</i>", "--color", "256")
    #expect(String(decoding: run.bytes, as: UTF8.self).contains("48;5;"))
  }

  @Test("explain calls a property by its name in CSS")
  func cssNames() throws {
    let scratch = try ScratchDirectory()
    let path = try scratch.file(
      "a.json", #"{".a": {"content-horizontal-alignment": "content-horizontal-right"}}"#)
    let run = CommandRun("explain", path, "x", "--all", "--class", "a")
    let output = String(decoding: run.bytes, as: UTF8.self)
    #expect(output.contains("text-align: right"))
    #expect(!output.contains("\n  content-horizontal-alignment:"))
  }

  @Test("check reads standard input in the format that it is told")
  func sheetFormat() {
    let sheet = ".a { color: red }"
    for (format, isRead) in [("css", true), ("json", false)] {
      let run = CommandRun("check", "-", "--sheet-format", format, input: sheet)
      #expect((run.status == .success) == isRead)
    }
  }
}
