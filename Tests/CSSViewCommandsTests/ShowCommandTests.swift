import CSSViewCommands
import TestSupport
import Testing

@Suite("cssview FILE")
struct ShowCommandTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  private func show(_ arguments: String..., input: String = "") -> CommandRun {
    CommandRun(arguments, input: Array(input.utf8))
  }

  // MARK: Formats

  /// Contents, and the command that shows them in the format of each.
  private static let contents: [(name: String, text: String, from: String, sheet: String)] = [
    ("text", "07:58 ERROR <b>disk</b> &amp; 12 ms\n", "text", "log"),
    ("markup", "<b class=ok>x</b>\n", "text", "log"),
    ("a heading", "# x\n\n*y*\n", "text", "log"),
    ("colour", "\u{1B}[1;38:5:9mx\u{1B}[0m <y>\n", "ansi", "none"),
    ("colour behind blank lines", "\n \n\u{1B}[mx\n", "ansi", "none"),
    ("colour later", "x\n\u{1B}[31my\u{1B}[m\n", "ansi", "none"),
    ("bold overstrike", "N\u{8}NA\u{8}A x\n", "ansi", "none"),
    ("underlined overstrike", "a _\u{8}é\n", "ansi", "none"),
    ("bold of several bytes", "é\u{8}é\n", "ansi", "none"),
    ("a progress line", "12%\u{8}\u{8}\u{8}13%\n", "text", "log"),
    ("another sequence", "\u{1B}[2Kx\n", "text", "log"),
    ("records", "{\"a\": 1, \"b\": 2}\n{\"a\": 3, \"b\": 4}\n", "jsonl", "table"),
    ("records without an end", "{\"a\": 1}\n{\"a\":", "jsonl", "table"),
    ("records behind blank lines", "\n\n{\"a\": 1}\n", "jsonl", "table"),
    ("records with other keys", "{\"a\": 1}\n{\"b\": 1}\n", "jsonl", "log"),
    ("a log", "{\"level\": \"info\", \"x\": 1}\n{\"x\": 2}\n", "jsonl", "log"),
    ("messages", "{\"msg\": \"hi\"}\n", "jsonl", "log"),
    ("a nested level", "{\"log\": {\"level\": \"info\"}}\n", "jsonl", "log"),
    ("a name with a dot", "{\"log.level\": \"info\"}\n", "jsonl", "log"),
    ("docker", "{\"log\": \"x\", \"stream\": \"stderr\"}\n", "jsonl", "log"),
    ("a weak name alone", "{\"log\": \"x\", \"a\": 1}\n", "jsonl", "table"),
    ("an array", "[\n  {\"a\": 1},\n  {\"a\": 2}\n]\n", "jsonl", "table"),
    ("an array from its first line", "[{\"a\": 1}\n,{\"a\": 2}]\n", "jsonl", "table"),
    ("pretty-printed", "{\n  \"a\": [1,\n  2]\n}\n", "json", "table"),
    ("objects on one line", "[{\"a\": 1}, {\"a\": 2}]\n", "json", "table"),
    ("numbers", "[1, 2]\n", "text", "log"),
    ("a name in brackets", "[INFO] x\n", "text", "log"),
    ("a brace", "{x} y\n", "text", "log"),
    ("an object and more", "{\"a\": 1} x\n", "json", "table"),
    ("commas", "a,b\n1,2\n", "text", "log"),
    ("a git diff", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n", "text", "diff"),
    ("a diff", "--- x\n+++ y\n@@ -1 +1 @@\n-1\n+2\n", "text", "diff"),
    ("a rule of dashes", "--- x\n1\n", "text", "log"),
    ("a blank", "\n", "text", "log"),
  ]

  @Test(
    "the first bytes say what standard input and files without an ending are", arguments: contents)
  func detected(name: String, text: String, from: String, sheet: String) throws {
    let expected = CommandRun(
      ["render", sheet, "--from", from, "--color", "16"], input: Array(text.utf8))
    #expect(show("--color", "16", input: text).output == expected.output)
    #expect(show("show", "--color", "16", "-", input: text).output == expected.output)
    for ending in ["", ".log", ".txt", ".TXT"] {
      let file = try directory.file("file" + ending, text)
      let run = show(file, "--color", "16")
      #expect(run.output == expected.output, "\(ending)")
      #expect(run.status == .success && run.errors.isEmpty == expected.errors.isEmpty)
    }
    // An option wins.
    let markup = CommandRun(["render", "none", "--color", "16"], input: Array(text.utf8))
    #expect(
      show("--from", "markup", "--color", "16", input: text).output == markup.output)
  }

  @Test(
    "the ending of a file says its format, whatever is in it",
    arguments: [
      (".md", "markdown", "markdown"), (".markdown", "markdown", "markdown"),
      (".HTML", "html", "markdown"), (".htm", "html", "markdown"), (".csv", "csv", "table"),
      (".tsv", "tsv", "table"), (".tab", "tsv", "table"), (".ansi", "ansi", "none"),
    ])
  func namedByEnding(ending: String, from: String, sheet: String) throws {
    for text in ["a,b\tc\n1,2\t3\n", "{\"a\": 1}\n", "\u{1B}[1mx\u{1B}[m\n", "# x\n", ""] {
      let file = try directory.file("x" + ending, text)
      let expected = CommandRun(["render", sheet, "--from", from, "--color", "16", file])
      let run = show(file, "--color", "16")
      #expect(run.output == expected.output && run.status == .success, "\(text)")
      let other = CommandRun(["render", "log", "--from", "text", "--color", "16", file])
      #expect(show(file, "--from", "text", "--color", "16").output == other.output)
    }
    for ending in [".jsonl", ".ndjson"] {
      let file = try directory.file("x" + ending, "no object\n{\"a\": 1}\n")
      #expect(show(file).output == CommandRun("render", "log", "--from", "jsonl", file).output)
    }
  }

  @Test("each file is shown as what it is, with standard input among them")
  func several() throws {
    let markdown = try directory.file("a.md", "# x\n")
    let table = try directory.file("b.csv", "a,b\n1,2\n")
    let log = try directory.file("c.log", "ERROR 1\n")
    let record = "{\"level\": \"error\", \"msg\": \"m\"}\n"
    let run = show(markdown, table, "-", log, table, "--color", "16", input: record)
    let parts = [
      show(markdown, "--color", "16"), show(table, "--color", "16"),
      show("--color", "16", input: record), show(log, "--color", "16"),
      show(table, "--color", "16"),
    ]
    #expect(run.output == parts.map(\.output).joined() && run.status == .success)
    #expect(parts.allSatisfy { $0.output.contains("\u{1B}[") })
  }

  @Test("where the bytes are cut changes nothing", arguments: contents)
  func pieces(name: String, text: String, from: String, sheet: String) {
    let whole = show("--color", "16", input: text).output
    // What is behind the first line may not be known yet.
    let needsMore = [
      "records with other keys", "colour later", "an array", "a diff", "pretty-printed",
    ].contains(name)
    for piece in [1, 2, 3] where !needsMore {
      let run = CommandRun(["--color", "16"], input: Array(text.utf8), piece: piece)
      #expect(run.output == whole, "\(piece)")
    }
  }

  // MARK: Stylesheets

  @Test("lines of a diff are told apart by their colours")
  func diff() {
    let text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ f\n-a\n--- b\n+c\n d\n"
    let run = show("--color", "16", "--background", "dark", input: text)
    let visible = """
      ␛[1mdiff --git a/x b/x␛[0m
      ␛[1m--- a/x␛[0m
      ␛[1m+++ b/x␛[0m
      ␛[96m@@ -1,2 +1,2 @@ f␛[0m
      ␛[91m-a␛[0m
      ␛[1m--- b␛[0m
      ␛[92m+c␛[0m
       d

      """
    #expect(run.visible == visible && run.errors.isEmpty)
  }

  @Test("-s names the stylesheet, which says its formats")
  func stylesheet() throws {
    let text = "# x\n\n*y*\n"
    let markdown = CommandRun(
      ["render", "markdown", "--from", "markdown", "--color", "16"], input: Array(text.utf8))
    for option in ["-s", "--stylesheet"] {
      #expect(show(option, "markdown", "--color", "16", input: text).output == markdown.output)
    }
    let sheet = try directory.file("own.css", ".error { color: blue } @highlight error \"x\";")
    let run = show("-s", sheet, "--color", "16", input: "x <b>y</b>\n")
    #expect(run.visible == "␛[34mx␛[0m <b>y</b>\n")
    let missing = show("-s", "nosuch", input: "x <b>y</b>\n")
    #expect(missing.output == "x <b>y</b>\n" && missing.status == .noInput)
    #expect(missing.errors.contains("no stylesheet or theme 'nosuch'"))
  }

  @Test("the user's theme of the name of a bundled one takes its place")
  func ownTheme() throws {
    try directory.file("cssview/themes/log.css", "@highlight x \"ERROR\"; .x { color: blue }")
    let environment = ["TERM": "xterm", "XDG_CONFIG_HOME": directory.path]
    let run = CommandRun(
      ["--color", "16"], input: Array("1 ERROR\n".utf8), environment: environment)
    #expect(run.visible == "1 ␛[34mERROR␛[0m\n")
    try directory.file("cssview/themes/log.css", "} x")
    let broken = CommandRun([], input: Array("1 ERROR\n".utf8), environment: environment)
    #expect(broken.output == "1 ERROR\n" && broken.status == .unusableInput)
    #expect(broken.errors.contains("log.css:1:1: error: "))
  }

  @Test("a stylesheet is shown as its classes, each in its style")
  func sheets() throws {
    for (name, text) in [
      ("a.css", ".ok { color: green } .bad { color: red }"),
      ("a.json", "{\".ok\": {\"color\": \"green\"}, \".bad\": {\"color\": \"red\"}}"),
    ] {
      let file = try directory.file(name, text)
      let list = CommandRun("themes", file)
      #expect(list.output.contains(".bad"))
      #expect(show(file).output == list.output)
      #expect(show(file, file).output == list.output + list.output)
      #expect(show(file, "--color", "16").visible.contains("␛["))
      #expect(show(file, "--from", "text").output == text)
      #expect(show(file, "-s", "none", "--from", "text").output == text)
    }
    let data = try directory.file("b.json", "{\".ok\": 1}\n")
    #expect(!show(data).output.isEmpty && show(data).output != CommandRun("themes", data).output)
  }

  // MARK: Bad input

  @Test("what is no file is named with what to do, and the other files are shown")
  func noFiles() throws {
    let log = try directory.file("app.log", "x\n")
    try directory.file("sheets/a.css", ".a { color: red }")
    try directory.file("empty/x", "")
    for (path, message) in [
      ("/nosuch/a.log", "no file '/nosuch/a.log'"),
      ("\(directory.path)/ap.log", "no file '\(directory.path)/ap.log'; did you mean '\(log)'?"),
      ("\(directory.path)/empty", "to show a file in it: cssview \(directory.path)/empty/FILE"),
      ("\(directory.path)/sheets/", "to browse its stylesheets: cssview browse"),
      ("/dev/zero", "/dev/zero is a device; to show its first bytes: head -c 4096 /dev/zero"),
      ("fjord", "fjord is a theme, not a file; to show a file in it: cssview -s fjord FILE"),
      ("qqqqqqqq", "no command or file 'qqqqqqqq'; to list the commands: cssview --help"),
    ] {
      let run = show(path, log)
      #expect(run.status == .noInput && run.output == "x\n", "\(path)")
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("a misspelt command is not taken for a file")
  func misspelt() throws {
    let log = try directory.file("app.log", "x\n")
    let run = show("perview", log)
    #expect(run.status == .noInput && run.output.isEmpty)
    #expect(
      run.errors
        == "cssview: no command or file 'perview'; did you mean the command 'preview'?\n")
    #expect(show("--colour", "16", log).status == .usage)
    #expect(show("help", "perview").status == .usage)
  }

  @Test("a file with the name of a command is written with its folder")
  func commandNames() throws {
    let file = try directory.file("check", "ERROR\n")
    #expect(show(file).output == "ERROR\n")
    #expect(show("show", file, "--color", "16").visible.contains("␛[31;1mERROR"))
  }

  @Test("nothing is shown as nothing, and bytes as visible text")
  func emptyAndBinary() throws {
    let empty = try directory.file("empty.log", "")
    for run in [show(empty), show(), show("/dev/null")] {
      #expect(run.output.isEmpty && run.errors.isEmpty && run.status == .success)
    }
    let binary = try directory.file("a.bin", "ELF\0\u{1}\n")
    let run = show(binary)
    #expect(run.output == "ELF␀␁\n" && run.status == .success)
    // Nobody wants to read a warning for each control character as well.
    #expect(
      run.errors
        == "cssview: \(binary) is binary data, shown as text; to see its bytes: xxd \(binary)\n")
    for (first, program) in [
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
    ] {
      let packed = CommandRun([], input: first.map { UInt8($0) } + [0, 1, 0xFF])
      #expect(
        packed.errors.contains("standard input is packed by \(program); to show what is in it: "))
      #expect(packed.status == .success)
    }
    #expect(show("--no-color").errors.contains("use '--color never'"))
    #expect(show("-s", ".a{color:red}").errors.contains("to add rules: --css '.a{color:red}'"))
    #expect(show("-f", binary).errors.contains("to follow a file: tail -f FILE | cssview"))
    #expect(show(input: "a\0b\n").errors.contains("standard input is binary data"))
  }

  @Test("an option for another format is refused when the format is known")
  func otherFormats() throws {
    let log = try directory.file("app.log", "x\n")
    let table = try directory.file("a.csv", "a,b\n1,2\n")
    #expect(show(log, "--template", "{a}").status == .usage)
    #expect(show(log, "--template", "{a}").errors.contains("'--template' needs '--from csv'"))
    #expect(show(table, "--template", "{b}").output == "2\n")
    #expect(show(table, "--to", "html", "--fragment").output.contains("2"))
    let picture = show(log, table, "--to", "svg")
    #expect(picture.status == .usage && picture.output.isEmpty)
    #expect(show(log, log, "--to", "svg").output.hasPrefix("<svg"))
  }

  // MARK: Formats of a stylesheet

  @Test(
    "render chooses among the formats of its stylesheet",
    arguments: [
      ("log", "", "ERROR <b>x</b>\n", "text"), ("log", "", "{\"msg\": \"x\"}\n", "jsonl"),
      ("log", "", "\u{1B}[1mx\u{1B}[m\n", "ansi"), ("log", ".md", "# x\n", "text"),
      ("table", "", "a,b\n1,2\n", "csv"), ("table", ".tsv", "a\tb\n1\t2\n", "tsv"),
      ("table", "", "{\"a\": 1}\n", "jsonl"), ("markdown", "", "# x\n", "markdown"),
      ("markdown", ".html", "<p>x", "html"), ("markdown", ".csv", "a,b\n", "markdown"),
      ("none", "", "<b>x</b> {\"a\": 1}\n", "markup"), ("none", ".md", "# x\n", "markdown"),
    ])
  func listed(sheet: String, ending: String, text: String, from: String) throws {
    let expected = CommandRun(
      ["render", sheet, "--from", from, "--color", "16"], input: Array(text.utf8))
    let file = try directory.file("x" + ending, text)
    #expect(CommandRun("render", sheet, file, "--color", "16").output == expected.output)
    if ending.isEmpty {
      let run = CommandRun(["render", sheet, "--color", "16"], input: Array(text.utf8))
      #expect(run.output == expected.output && run.errors == expected.errors)
    }
  }

  @Test("a hint after a run names the format")
  func hint() throws {
    let table = try directory.file("a.csv", "a,b\n1\n2\n")
    let errors = show(table).errors
    #expect(errors.contains("cssview check table --from csv --markup \(table)"), "\(errors)")
  }
}
