import CSSViewCommands
import TestSupport
import Testing

/// What a script meets, and the people who use it and never asked for cssview.
@Suite("In shell scripts")
struct ShellUseTests {
  // MARK: Findings

  @Test(
    "a word between angle brackets is text, and nothing is said about it",
    arguments: [
      "usage: cp [<options>] <file>", "usage: x <b> <i>", "git <command> [<args>]",
      "cp <src file> <dst-file>", "</done>", "a <file> b </other>", "<key>=<value>",
      "type <y/n>: <Enter>", "From: Bob <bob@x.org>", "<id=5>", "<img src=a.png>", "<name/>",
      "a<b>c", "mail <a> or <a >",
    ])
  func words(text: String) {
    let block = CommandRun("preview", "none", text)
    #expect(block.output == text + "\n" && block.errors.isEmpty && block.status == .success)
    let stream = CommandRun("render", "none", input: text + "\n")
    #expect(stream.output == text + "\n" && stream.errors.isEmpty)
    #expect(CommandRun("render", "none", "--strict", input: text + "\n").status == .success)
    #expect(CommandRun("preview", "none", text, "--strict").status == .success)
    let explained = CommandRun("explain", "none", text)
    #expect(explained.errors.isEmpty && explained.status == .success)
  }

  @Test(
    "an unknown element that was meant as one is reported",
    arguments: [
      ("<spam class=ok>x", "1:1"), ("<spam id=a style='color: red'>", "1:1"),
      ("<spam title='a > b' Class=x>y</spam>", "1:1"), ("x <spam>y</spam>", "1:10"),
      ("<spam>y</SPAM >", "1:8"), ("<a1><b2>x</b2> </a1>", "1:10"),
      ("<video src=x>y</video>", "1:15"),
    ])
  func elements(text: String, place: String) {
    for run in [
      CommandRun("preview", "none", text), CommandRun("render", "none", input: text + "\n"),
    ] {
      #expect(run.output == text + "\n" && run.status == .success)
      #expect(run.errors.contains(":\(place): warning: unknown element <"), "\(run.errors)")
      #expect(run.errors.contains("[unknown-element]"))
    }
  }

  @Test("check tells of each such word in a note, which does not count")
  func notesOfCheck() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("a.txt", "cp <file> <b>\n</file>\n")
    let run = CommandRun("check", "none", "--markup", file, "--strict")
    #expect(run.status == .success)
    #expect(run.output.contains("1:4: note: unknown element <file> is shown as text"))
    #expect(run.output.contains("1:11: note: <b> is not closed"))
    #expect(run.output.contains("2:1: note: unknown element <file> is shown as text"))
  }

  @Test("the end tag of an unknown element counts on its line only, wherever a read ends")
  func endTagOnLine() {
    for piece in [1, 3, 7, .max] {
      func errors(_ text: String) -> String {
        CommandRun(["render", "none"], input: Array(text.utf8), piece: piece).errors
      }
      #expect(errors("<spam>a\n</spam>\n").isEmpty)
      #expect(errors("<spam>a\nb\n\nc</spam>\n").isEmpty)
      #expect(errors("\n<spam>a <eggs>b</spam>\n").contains("2:16: warning: unknown element"))
    }
  }

  @Test("an element of a text that is read whole may be closed on a later line")
  func severalLines() {
    let run = CommandRun(
      "preview", "none", "<b>a\nb</b> <i> <u>c</u>\n<b>d", "--color", "16")
    #expect(run.visible == "␛[1ma␛[0m\n␛[1mb␛[0m <i> ␛[4mc␛[0m\n<b>d\n")
    #expect(run.errors.isEmpty)
    // The last one is closed, as in a stream.
    #expect(CommandRun("preview", "none", "<b>a <b>b</b>", "--to", "plain").output == "<b>a b\n")
    // A span is what somebody meant.
    #expect(CommandRun("preview", "none", "<span class=x>a").output == "a\n")
  }

  @Test(
    "findings about the markup of somebody else's document are notes",
    arguments: [
      ("a.html", "<p><b>x<i></b></i></q><p style='colour: red'>y<a href=\"javascript:x\">z</a>"),
      ("a.md", "a <b>c\n\n[x]: <y\n\n&nosuch; <i class=x class=y>z\n"),
    ])
  func documents(name: String, text: String) throws {
    let directory = try ScratchDirectory()
    let file = try directory.file(name, text)
    for arguments in [["render", "markdown", file], ["preview", "markdown", "--file", file]] {
      let run = CommandRun(arguments)
      #expect(run.errors.isEmpty && run.status == .success, "\(run.errors)")
      #expect(CommandRun(arguments + ["--strict"]).status == .success)
    }
    let check = CommandRun("check", "markdown", "--markup", file)
    #expect(check.output.contains("note: ") && !check.output.contains("warning: "))
  }

  @Test("CSSVIEW_QUIET leaves out what does not set the status")
  func quiet() throws {
    let quiet = ["TERM": "xterm", "CSSVIEW_QUIET": "1"]
    let directory = try ScratchDirectory()
    let text = "<spam>x</spam> {nmae}\n"
    for arguments in [
      ["preview", "none", text, "--set", "name=x"],
      ["render", "none", "--set", "name=x"],
      ["render", "none", "--set", "name=x", "--to", "svg"],
      ["preview", "none", "--style", "colour: red", text],
      ["render", "log", "--from", "markup"],
    ] {
      func run(_ variables: [String: String]) -> CommandRun {
        CommandRun(arguments, input: Array(text.utf8), environment: variables)
      }
      #expect(!run(["TERM": "xterm"]).errors.isEmpty, "\(arguments)")
      #expect(run(quiet).errors.isEmpty, "\(run(quiet).errors)")
      for value in ["", "0"] {
        #expect(!run(["TERM": "xterm", "CSSVIEW_QUIET": value]).errors.isEmpty)
      }
    }
    // What sets the status is told.
    func errors(_ arguments: String...) -> String {
      CommandRun(arguments, input: Array(text.utf8), environment: quiet).errors
    }
    #expect(errors("preview", "none", text, "--strict").contains("unknown-element"))
    #expect(errors("render", "none", "--strict").contains("unknown-element"))
    #expect(errors("preview", "nosuch", "x").contains("no stylesheet or theme 'nosuch'"))
    let broken = try directory.file("b.css", "} color: red; p\n")
    for run in [["preview", broken, text], ["render", broken]] {
      let run = CommandRun(run, input: Array(text.utf8), environment: quiet)
      #expect(run.status == .unusableInput && run.errors.contains("error: "))
      #expect(!run.errors.contains("unknown-element"))
    }
    // Whoever checks wants to know.
    let markup = try directory.file("m.txt", text)
    let check = CommandRun(["check", "none", "--markup", markup], environment: quiet)
    #expect(check.output.contains("unknown-element"))
  }

  // MARK: The message

  /// Stylesheets that cannot be read, with the status.
  private static let unreadable: [(String, CSSViewCommands.ExitStatus)] = [
    ("/nosuch/theme.css", .noInput), ("nosuch", .noInput), ("", .noInput), ("/tmp", .noInput),
    ("none.json", .noInput),
  ]

  @Test(
    "without a stylesheet that can be read, the text is shown all the same", arguments: unreadable)
  func message(sheet: String, status: CSSViewCommands.ExitStatus) {
    let block = CommandRun("preview", sheet, "Deploy <b>failed</b>", "--color", "16")
    #expect(block.visible == "Deploy ␛[1mfailed␛[0m\n" && block.status == status)
    #expect(!block.errors.isEmpty)
    let stream = CommandRun("render", sheet, input: "Deploy <b>failed</b> at <x>\n")
    #expect(stream.output == "Deploy failed at <x>\n" && stream.status == status)
    #expect(!stream.errors.isEmpty)
    let piped = CommandRun("preview", sheet, input: "a\nb\n")
    #expect(piped.output == "a\nb\n" && piped.status == status)
    // The parser reads it in the same way.
    let parsed = CommandRun("preview", sheet, "x", "--width=20")
    #expect(parsed.output == "x\n" && parsed.status == status)
    // A file, a form that somebody waits for, and strictness want all or nothing.
    for options in [["--strict"], ["--to", "plain"], ["--to", "svg"]] {
      for command in [["preview", sheet, "x"], ["render", sheet]] {
        let run = CommandRun(command + options, input: Array("x\n".utf8))
        #expect(run.output.isEmpty && run.status == status && !run.errors.isEmpty)
      }
    }
  }

  @Test("a file is not written without its stylesheet")
  func noFile() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("out.txt", "before\n")
    for command in [["preview", "nosuch", "x"], ["render", "nosuch"]] {
      #expect(CommandRun(command + ["-o", file], input: [0x78]).status == .noInput)
    }
    #expect(try readFile(file) == "before\n")
  }

  @Test("a stylesheet that is broken as a whole does not hide the text")
  func brokenSheet() throws {
    let directory = try ScratchDirectory()
    try directory.file("s.json", "certainly no JSON")
    try directory.shell("printf 'ELF\\0\\0\\0\\0' > b.css; printf '<p>x' > m.css")
    for name in ["s.json", "b.css", "m.css"] {
      let sheet = "\(directory.path)/\(name)"
      let run = CommandRun("preview", sheet, "Deploy failed")
      #expect(run.output == "Deploy failed\n" && run.status == .unusableInput, "\(name)")
      #expect(run.errors.contains(name))
      let stream = CommandRun("render", sheet, input: "Deploy failed\n")
      #expect(stream.output == "Deploy failed\n" && stream.status == .unusableInput)
    }
    // A missing text is a second mistake.
    let both = CommandRun("render", "\(directory.path)/b.css", "/nosuch/file")
    #expect(both.errors.contains("/nosuch/file: no such file"))
  }

  @Test("a text in the place of the stylesheet is not taken for one that is missing")
  func textAsSheet() {
    for text in ["Deploy failed", "<b>x</b>", "two\nlines"] {
      let run = CommandRun("preview", text, input: "piped\n")
      #expect(run.output.isEmpty && run.status == .noInput)
      #expect(run.errors.contains("expected a stylesheet before the text: cssview preview fjord '"))
    }
  }

  @Test(
    "a file to show in the place of the stylesheet is answered with a command that shows it",
    arguments: [
      ("app.log", "a { error: 1 }\n"), ("notes", "hi\n"), ("README.md", "# x {y}\n"),
      ("a.csv", "a,b\n1,{\n"), ("a.html", "<p>{x}"), ("a.jsonl", "{\"msg\": \"x\"}\n"),
      ("my log.txt", "{x}\n"), ("m.txt", "<b class=ok>x</b>\n"),
      ("c.txt", "\u{1B}[1mx\u{1B}[0m\n"),
    ])
  func fileAsSheet(name: String, text: String) throws {
    let directory = try ScratchDirectory()
    let file = try directory.file(name, text)
    for (command, before) in [("render", []), ("preview", ["--file"])] {
      let run = CommandRun(command, file, input: "piped\n")
      #expect(run.status == .usage && run.output.isEmpty)
      let shown = file.contains(" ") ? "'\(file)'" : file
      let words = name == "m.txt" ? [command, "fjord"] + before : []
      let line = (["cssview"] + words + [shown]).joined(separator: " ")
      #expect(run.errors == "cssview: '\(file)' is not a stylesheet; to show it: \(line)\n")
      let again = CommandRun(words + [file])
      #expect(again.status == .success && !again.output.isEmpty && again.errors.isEmpty)
    }
  }

  @Test("the command keeps a stylesheet that stands behind the file, and further files")
  func swapped() throws {
    let directory = try ScratchDirectory()
    let data = try directory.file("a.csv", "city,people\nOslo,717710\n")
    #expect(
      CommandRun("render", data, "fjord").errors.hasSuffix("cssview -s fjord \(data)\n"))
    let log = try directory.file("a.log", "x\n")
    #expect(
      CommandRun("render", log, data, "--from", "text").errors
        .hasSuffix("cssview --from text \(log) \(data)\n"))
  }

  // MARK: Commands to CI

  /// Lines as GitHub Actions, Azure Pipelines and TeamCity read them.
  private static let commands = [
    "::error file=app.js,line=1,endLine=2,title=A title 12::Missing semicolon, 12 errors",
    "::warning::disk 90% full", "::notice file=a/b.js::see https://x.org", "::debug::no errors",
    "::group::Build 1.2.3", "::endgroup::", "  ::set-output name=fruit::strawberry 1",
    "::save-state name=pid::12345", "::add-mask::\"secret\" 10.0.0.1", "::echo::on",
    "::add-matcher::/tmp/eslint.json", "::stop-commands::a1b2c3", "::5f0a-b.1::",
    "##[group]Build 42", "##[endgroup]", "##[error]it failed", "##[command]/bin/sh -c true",
    "##vso[task.setvariable variable=testvar;]value 12",
    "##vso[task.logissue type=error;sourcepath=x.cs;linenumber=1;]Found 3 errors",
    "##teamcity[testFailed name='t' message='failed']",
  ]

  @Test("workflow commands pass unchanged through the stylesheet for logs", arguments: commands)
  func workflowCommand(line: String) {
    for depth in ["16", "256", "truecolor"] {
      for end in ["\n", "\r\n", ""] {
        let run = CommandRun(
          "render", "--from", "text", "log", "--color", depth, input: "error 1\n" + line + end)
        // CRLF is one line break.
        let shown = "\n" + line + (end.isEmpty ? "" : "\n")
        #expect(run.output.hasSuffix(shown), "\(run.visible)")
        #expect(run.visible.hasPrefix("␛["))
      }
    }
  }

  @Test("addresses and names with colons are no workflow commands")
  func otherColons() {
    for line in [
      "::1 - - error", "::ffff:10.0.0.1 failed", "std::error 1", "## [error]", "a ::error::b",
    ] {
      let run = CommandRun("render", "--from", "text", "log", "--color", "16", input: line + "\n")
      #expect(run.visible.contains("␛["), "\(line)")
    }
  }

  // MARK: Options

  @Test("the value of --style may begin with dashes")
  func customProperty() {
    let style = "--accent: red; color: var(--accent)"
    for arguments in [
      ["preview", "none", "--style", style, "x", "--color", "16"],
      ["preview", "--style", style, "none", "--color=16", "x"],
      ["preview", "none", "--style=" + style, "x", "--color", "16"],
      ["explain", "none", "--style", style, "x", "--color", "16"],
      ["render", "none", "--color", "16", "--style", style],
      ["render", "none", "--color=16", "--width=40", "--style", "-x-hash: 1; " + style],
    ] {
      let run = CommandRun(arguments, input: Array("x\n".utf8))
      #expect(run.status == .success, "\(run.errors)")
      let isShown = run.output.contains("\u{1B}[31mx")
      #expect(isShown || run.output.contains("← style"), "\(run.visible)")
    }
    let many = ["preview", "none", "--style", style] + Array(repeating: "x", count: 200)
    #expect(CommandRun(many + ["--color", "16"]).visible.hasPrefix("␛[31mx x"))
    // Nobody means the next option.
    let missing = CommandRun("preview", "none", "--style", "--color", "16", "x")
    #expect(missing.status == .usage)
    #expect(missing.errors.contains("'--style' needs declarations, such as 'color: red'"))
    let data = CommandRun(
      "render", "none", "--from", "csv", "--template", "--{a}", input: "a\n1\n")
    #expect(data.output == "--1\n")
  }

  @Test(
    "a length without a unit is reported with the unit that it needs",
    arguments: [
      ("padding: 1 2", "1ch"), ("margin: 1", "1ch"), ("padding-left: 3", "3ch"),
      ("padding-top: 1", "1em"), ("width: 20", "20ch"), ("max-width: 40", "40ch"),
      ("margin: 0 auto 0 2", "2ch"), ("padding-inline: 1", "1ch"),
    ])
  func lengthWithoutUnit(style: String, suggestion: String) throws {
    let directory = try ScratchDirectory()
    // `none` is a dictionary; a file of CSS has the dialect of CSS.
    let sheets = ["none", try directory.file("s.css", "a { color: red }")]
    for sheet in sheets {
      let run = CommandRun("preview", sheet, "--style", style + "; border: 1px solid", "Hi")
      #expect(run.output.contains("Hi") && run.status == .success)
      #expect(run.errors.contains("did you mean '\(suggestion)'?"), "\(run.errors)")
      let inside = CommandRun("preview", sheet, "<span style='\(style)'>Hi</span>")
      #expect(inside.errors.contains("did you mean '\(suggestion)'?"), "\(inside.errors)")
    }
    for dialect in ["viewcss", "css", "pixelbits"] {
      let file = try directory.file("d.css", "text { \(style) }")
      let check = CommandRun("check", file, "--dialect", dialect)
      #expect(check.output.contains("did you mean '\(suggestion)'?"), "\(check.output)")
    }
  }

  @Test("numbers of a dictionary count pixels, and only those that vanish are reported")
  func numbersOfDictionaries() throws {
    let directory = try ScratchDirectory()
    let good = try directory.file(
      "a.json", #"{"text": {"padding": 8, "margin": "0 15", "width": 300, "font-size": 20}}"#)
    let run = CommandRun("preview", good, "Hi")
    #expect(run.errors.isEmpty && run.output.contains("  Hi"))
    let small = try directory.file("b.json", #"{"text": {"padding": 1, "border": "1 solid"}}"#)
    let errors = CommandRun("preview", small, "Hi").errors
    #expect(
      errors.contains(
        "b.json:1:22: warning: 'padding': '1' has no unit and counts as 1px, which is less than a "
          + "cell; did you mean '1ch'? [missing-unit]"))
    #expect(!errors.contains("border"))
  }

  // MARK: Hints

  @Test("the hint after a run works as it is pasted, once what it names is saved")
  func hints() throws {
    let directory = try ScratchDirectory()
    let text = "<spam>x</spam> <spam>y</spam> {n} &nosuch;\n"
    let file = try directory.file("my text.txt", text)
    let sheet = "p, { color: red }\np { colour: red; colour: red }\n"
    let sheetFile = try directory.file("s.css", sheet)
    let cases: [(arguments: [String], input: String)] = [
      (["render", sheetFile, file], ""), (["render", sheetFile], text),
      (["preview", sheetFile, text], ""), (["preview", "-", text], sheet),
      (["render", "-", file], sheet), (["preview", sheetFile, "--file", file], ""),
      (["render", sheetFile, "--set", "n=a'b", "--style", "--x: 1"], text),
      (["render", sheetFile, "--set", "n=" + String(repeating: "long ", count: 80)], text),
      (["explain", sheetFile, text], ""),
    ]
    for (arguments, input) in cases {
      let run = CommandRun(arguments, input: Array(input.utf8))
      let line = try #require(
        run.errors.split(separator: "\n").last { $0.contains("to list all findings") })
      let found = try #require(line.firstMatch(of: #/to list all findings(, save [^:]*)?: (.*)/#))
      #expect(line.utf8.count <= 500)
      // In a folder of its own, with what the hint says saved.
      let folder = try ScratchDirectory()
      let saved = found.1.map(String.init) ?? ""
      #expect(saved.contains("the text as text.txt") == !arguments.contains(file), "\(line)")
      #expect(saved.contains("the stylesheet as ./stylesheet") == arguments.contains("-"))
      if saved.contains("text.txt") { _ = try folder.file("text.txt", text) }
      if saved.contains("./stylesheet") { _ = try folder.file("stylesheet", sheet) }
      let words = try shellWords(String(found.2), in: folder).map {
        $0 == "text.txt" || $0 == "./stylesheet" ? folder.path + "/" + $0 : $0
      }
      #expect(words.first == "cssview")
      let check = CommandRun(Array(words.dropFirst()))
      #expect(check.output.contains("[unknown-element]"), "\(check.output)\(check.errors)")
      #expect(check.errors.isEmpty)
    }
  }

  /// The words that a shell makes of a line.
  private func shellWords(_ line: String, in folder: ScratchDirectory) throws -> [String] {
    _ = try folder.file("line", "printf '%s\\n' " + line + "\n")
    try folder.shell("sh ./line > words")
    return try readFile(folder.path + "/words").split(separator: "\n").map(String.init)
  }
}
