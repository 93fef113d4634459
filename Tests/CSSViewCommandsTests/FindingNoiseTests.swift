import CSSViewCommands
import Diagnostics
import TestSupport
import Testing

@Suite("Findings do not bury the result")
struct FindingNoiseTests {
  private static let noisySheet = """
    { // themes
      ".a": {"colr": "red", "opacty": 1, "cursor": "pointer"},
      ".b": {"backgroud": "red", "color": "nope", "flex-grow": 1}
    }
    """

  @Test(
    "preview, render and explain tell the first of each code, and what shows the others",
    arguments: ["preview", "explain"])
  func summary(command: String) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("noisy.json", Self.noisySheet)
    let text = try directory.file(
      "t.txt", "<span class=x>a</span> <span class=y>b</span> a & b < c")
    let run = CommandRun([command, sheet], input: Array(try readFile(text).utf8))
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count { $0.contains("[unknown-property]") } == 1)
    #expect(lines.contains { $0.contains("[unknown-property] ×3") })
    #expect(lines.contains { $0.contains("[unknown-class] ×2") })
    #expect(!run.errors.contains("json-comment"))
    #expect(!run.errors.contains("no-effect"))
    #expect(!run.errors.contains("unescaped"))
    #expect(
      lines.last?.hasSuffix(
        "to list all findings, save the text as text.txt: "
          + "cssview check \(sheet) --markup text.txt") == true)
    #expect(lines.count <= 5, "\(run.errors)")
  }

  @Test(
    "five lines are enough for any sheet, with the line of the file where there is room",
    arguments: [
      (".a { colr: 1 }", 3, 2), (".a { colr: 1; colr: 2 }", 4, 2),
      (".a { colr: 1; color: nope }", 4, 2), (".a { colr: 1; color: nope } ..b {}", 5, 2),
      (".a { colr: 1; colr: 1; color: nope } ..b {}", 4, 0),
      (".a { colr: 1; color: nope; x } ..b {} @nope {} @media (x) {} } .c { color: \"", 5, 0),
    ])
  func fiveLines(css: String, count: Int, framed: Int) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("a.css", css)
    let run = CommandRun("preview", sheet, "x")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == count, "\(run.errors)")
    #expect(lines.count { $0.contains(" | ") } == framed, "\(run.errors)")
    let all = CommandRun("check", sheet, "--format", "json").output
    let codes = all.split(separator: "\"code\": \"").dropFirst().map { $0.prefix { $0 != "\"" } }
    for code in Set(codes) where code != "no-effect" {
      #expect(run.errors.contains("[\(code)]"), "\(code) in \(run.errors)")
    }
  }

  @Test("notes never count: not under --strict, and alone they print nothing")
  func notes() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("a.json", "{ // x\n\".a\": {\"cursor\": \"x\", \"opacity\": 1}}")
    let run = CommandRun("preview", sheet, "--strict", "<span class=a>a</span> & b < c &copy=2")
    #expect(run.status == .success)
    #expect(run.errors == "")
    #expect(CommandRun("check", sheet, "--strict").status == .success)
  }

  @Test("no message of the command line is longer than 500 bytes, and none loses its reason")
  func longArguments() {
    let long = String(repeating: "ä", count: 3000)
    for (arguments, reason) in [
      (["preview", long + ".json", "x"], "file name too long"),
      (["preview", "--" + long, "x"], "Usage: cssview preview"),
      ([long, "x"], "file name too long"),
      (["preview", "fjord", "x", "--color", long], "truecolor"),
      (["preview", "fjord", "x", "-o", "/tmp/" + long], "file name too long"),
      (["value", "color", long], "expected a colour"),
    ] {
      let run = CommandRun(arguments)
      #expect(run.status != .success && run.errors.contains(reason), "\(run.errors)")
      #expect(run.errors.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 500 })
    }
  }

  @Test("no line is longer than 500 bytes, whatever is quoted")
  func longLines() throws {
    let directory = try ScratchDirectory()
    let long = String(repeating: "ä\u{301}漢", count: 100_000)
    let sheet = try directory.file(
      "a.json", #"{".a": {"color": "\#(long)", "\#(long)": 1, "font-size": "\#(long) x"}}"#)
    let text = try directory.file("t.txt", "<span class=\"\(long)\">x</span> <\(long)> &\(long);")
    let check = CommandRun("check", sheet, "--markup", text)
    let preview = CommandRun("preview", sheet, "--file", text)
    let explain = CommandRun("explain", "--all", sheet, "<span style=\"\(long)\">\(long)</span>")
    for output in [check.output, preview.errors, explain.errors, explain.output] {
      #expect(output.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 500 })
      #expect(!output.isEmpty)
    }
  }

  @Test("the same finding counts once, in however many texts and variants it is met")
  func once() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "a.json", #"{".a": {"color": "var(--x)", "colr": 1}, ".b": {"opacity": 1}}"#)
    try directory.file("a~light.json", #"{".a": {"opacity": 1}}"#)
    let text = try directory.file("t.txt", "<span class=a>x</span>")
    let other = try directory.file("u.txt", "<span class=b>x</span>")
    let run = CommandRun(
      "check", sheet, sheet, "--markup", text, "--markup", other, "--only", "unknown-property")
    #expect(run.output.hasSuffix("\n1 error in 4 files\n"))
  }

  @Test("very many findings are counted whole, those included that are not kept")
  func manyFindings() throws {
    let directory = try ScratchDirectory()
    let members = (1...3000).map { "\"zz\($0)\": 1" }.joined(separator: ", ")
    let sheet = try directory.file("many.json", "{\".a\": {\(members)}}")
    let check = CommandRun("check", sheet)
    #expect(check.output.contains("… and 2980 more [unknown-property]\n"))
    #expect(check.output.hasSuffix("3000 errors in 1 file\n"))
    #expect(CommandRun("preview", sheet, "x").errors.contains("[unknown-property] ×3000"))
  }
}

@Suite("cssview check, its options")
struct CheckOptionTests {
  private let directory: ScratchDirectory
  private let sheet: String

  init() throws {
    directory = try ScratchDirectory()
    sheet = try directory.file(
      "a.json", #"{".a": {"colr": "red", "opacity": 1, "opacity": 1, "cursor": "x"}}"#)
  }

  @Test("a tag over the end of a line is a finding, unless --document lets it")
  func document() throws {
    let text = try directory.file("t.txt", "<b\nid=x>a</b>\n")
    let byLine = CommandRun("check", sheet, "--markup", text, "--only", "unclosed-tag")
    #expect(byLine.output.contains("--document"))
    let whole = CommandRun("check", sheet, "--markup", text, "--document")
    #expect(!whole.output.contains("unclosed-tag") && !whole.output.contains("stray-end-tag"))
  }

  @Test(
    "a stream counts from the end, and says so once where it can not",
    arguments: [
      (":last-child", "ansi"), (":nth-last-child(1)", "html"), (":only-child", "plain"),
      (":first-child", "ansi"), (":last-child", "json"), (":nth-last-child(2n+1)", "json"),
    ])
  func siblings(selector: String, form: String) throws {
    let sheet = try directory.file("s.css", "b\(selector) { color: red }")
    let text = try directory.file("t.txt", "<b id=x>a</b>\n")
    let run = CommandRun("render", "--to", form, sheet, text)
    #expect(run.errors.isEmpty)
    let long = String(repeating: "word\n", count: 20_000)
    let longText = try directory.file(
      "l.txt", "<u id=x><b>a</b>\n\(long)</u><u id=x><b>a</b>\(long)\n</u>")
    let cut = CommandRun("render", "--to", form, sheet, longText)
    let isTold = selector != ":first-child"
    #expect(cut.errors.contains("l.txt:1:9: ") == isTold)
    #expect(
      cut.errors.split(separator: "\n").count { $0.contains("uncounted-siblings") }
        == (isTold ? 1 : 0))
    #expect(!cut.errors.contains("more [uncounted"))
    #expect(CommandRun("preview", sheet, "<b>a</b>").errors.isEmpty)
  }

  @Test("a stream's elements from the end are those of the whole text, in every form and piece")
  func siblingForms() throws {
    let sheet = try directory.file("s.css", "b:last-child { color: #010203 }")
    let input = "<b>1</b> <b>2</b>\n<span><b>3</b>\n<b>4</b></span>\n<b>5</b>\n"
    let red = "\u{1B}[38;2;1;2;3;1m"
    for piece in [1, 4, 1000] {
      func run(_ options: String...) -> String {
        CommandRun(
          ["render", "--color", "truecolor", sheet] + options, input: Array(input.utf8),
          piece: piece
        ).output
      }
      func letters(_ output: String, after mark: String) -> [Character] {
        output.split(separator: mark, omittingEmptySubsequences: false).dropFirst()
          .compactMap(\.first)
      }
      #expect(letters(run(), after: red) == ["4", "5"])
      #expect(letters(run("--width", "20"), after: red) == ["4", "5"])
      #expect(letters(run("--lines"), after: red) == ["2", "3", "4", "5"])
      #expect(letters(run("--lines", "--jobs", "2"), after: red) == ["2", "3", "4", "5"])
      #expect(
        letters(run("--to", "html"), after: "color:#010203;font-weight:bold\">") == ["4", "5"])
      for (options, expected) in [([], ["4", "5"]), (["--lines"], ["2", "3", "4", "5"])]
        as [([String], [String])]
      {
        let json = CommandRun(
          ["render", "--to", "json", sheet] + options, input: Array(input.utf8), piece: piece)
        let texts = json.output.split(separator: "{\"text\": \"").filter {
          $0.contains("\"color\": \"#010203ff\"")
        }.compactMap(\.first).map(String.init)
        #expect(texts == expected, "\(options)")
      }
    }
  }

  @Test("--markup takes one file, wherever it stands, and may be repeated")
  func markup() throws {
    let text = try directory.file("t.txt", "<span class=x>a</span>")
    for arguments in [[sheet, "--markup", text], ["--markup", text, sheet]] {
      let run = CommandRun(["check"] + arguments)
      #expect(run.status == .findings)
      #expect(run.output.contains("no rule for class 'x'"))
    }
    let both = CommandRun("check", "--markup", text, "--markup", text, sheet)
    #expect(both.output.hasSuffix("in 2 files\n"))
  }

  @Test(
    "--only and --ignore choose codes, repeated or separated by commas",
    arguments: [
      (["--only", "no-effect"], "1 note in 1 file"),
      (["--only", "no-effect,duplicate-key"], "1 warning and 1 note in 1 file"),
      (["--only", "no-effect", "--only", "duplicate-key"], "1 warning and 1 note in 1 file"),
      (["--ignore", "unknown-property, no-effect"], "1 warning in 1 file"),
      (
        ["--ignore", "unknown-property", "--ignore", "no-effect,duplicate-key"],
        "no findings in 1 file"
      ),
    ] as [([String], String)])
  func codes(arguments: [String], tally: String) throws {
    let run = CommandRun(["check", sheet, "--quiet"] + arguments)
    #expect(run.output == tally + "\n")
    #expect(run.status == .success)
  }

  @Test("a code that there is not is a usage error that names the nearest")
  func unknownCode() throws {
    let run = CommandRun("check", sheet, "--ignore", "no-efect")
    #expect(run.status == .usage)
    #expect(run.errors.contains("did you mean 'no-effect'?"))
  }

  @Test("a file that is missing is told, the others are checked, and the status is 66")
  func missing() throws {
    let run = CommandRun("check", "\(directory.path)/none.json", sheet)
    #expect(run.status == .noInput)
    #expect(run.errors.contains("none.json: no such file or directory"))
    #expect(run.output.contains("unknown property 'colr'"))
  }

  @Test("folders stand for the sheets in them, and every variant is read once")
  func folders() throws {
    try directory.file("b~dark.json", #"{".b": {"opacty": 1}}"#)
    try directory.file("a~light.json", #"{".a": {"opacyty": 1}}"#)
    try directory.file("a~16.json", #"{".a": {"opaciti": 1}}"#)
    try directory.file("a-200w.json", #"{".a": {"wdth": 1}}"#)
    try directory.file("a-200w~light.json", #"{".a": {"hight": 1}}"#)
    try directory.file("c.css", ".c { colour: red }")
    try directory.file("notes.txt", "no sheet")
    let run = CommandRun("check", directory.path, "--only", "unknown-property")
    for name in ["colr", "opacyty", "opaciti", "wdth", "hight", "colour"] {
      #expect(run.output.components(of: "property '\(name)'") == 1, "\(name)")
    }
    #expect(!run.output.contains("notes.txt"))
    try directory.shell("mkdir empty")
    let empty = CommandRun("check", "\(directory.path)/empty")
    #expect(empty.status == .noInput)
  }

  @Test("folders are read to any depth, but no hidden ones, and none twice")
  func deepFolders() throws {
    try directory.shell(
      """
      mkdir -p x/y/.git; echo '.d{deep: 1}' > x/y/d.css; echo '.e{hidden: 1}' > x/y/.git/e.css
      echo '.f{upper: 1}' > x/f.css; ln -s .. x/y/up; ln -s ../y x/y/again
      """)
    let run = CommandRun("check", directory.path, "--only", "unknown-property")
    #expect(run.status == .findings)
    for name in ["colr", "upper", "deep"] {
      #expect(run.output.components(of: "property '\(name)'") == 1, "\(name)")
    }
    #expect(!run.output.contains("hidden"))
    #expect(run.output.hasSuffix("3 errors in 3 files\n"))
  }

  @Test("a variable that only a variant uses is used")
  func variableOfVariant() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "a.json", #"{":root": {"--c": "red", "--d": "red"}, ".a": {"opacity": 1}}"#)
    try directory.file("a~light.json", #"{".a": {"color": "var(--c)"}}"#)
    let run = CommandRun("check", sheet)
    #expect(run.output.contains("'--d' is not used"))
    #expect(!run.output.contains("'--c' is not used"))
  }

  @Test("-o takes the report")
  func output() throws {
    let run = CommandRun("check", sheet, "-o", "\(directory.path)/report.txt")
    #expect(run.output == "" && run.status == .findings)
    #expect(try readFile("\(directory.path)/report.txt").contains("unknown property 'colr'"))
  }

  @Test("what is wrong in an entry that a later one replaces is told, too")
  func replaced() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "a.json",
      #"{".a": {"colr": 1}, ".a": {"color": "nope", "opacity": 1, "color": "red"}}"#)
    let run = CommandRun("check", sheet)
    #expect(run.output.contains("unknown property 'colr'"))
    #expect(run.output.contains("expected a colour, found 'nope'"))
    let shown = CommandRun("preview", sheet, "<span class=a>x</span>", "--color", "16")
    #expect(shown.visible == "␛[31mx␛[0m\n")
  }
}

extension String {
  /// How often a text stands in it.
  func components(of part: String) -> Int { ranges(of: part).count }
}
