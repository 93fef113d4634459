import CSSViewCommands
import TestSupport
import Testing

@Suite("First use")
struct FirstUseTests {
  @Test("markup in the place of a file is answered with the command that shows it")
  func markupAsFile() {
    let run = CommandRun("render", "fjord", "<span class=ok>it's</span>")
    #expect(run.status == .noInput && run.output.isEmpty)
    #expect(
      run.errors == """
        cssview: no file '<span class=ok>it'\\''s</span>'; to show a text: cssview preview fjord \
        '<span class=ok>it'\\''s</span>'

        """)
    let spaced = CommandRun("render", "fjord", "two words", "--set", "n=x")
    #expect(spaced.errors.contains("cssview preview fjord --set n=x 'two words'"))
    let word = CommandRun("render", "fjord", "hello")
    #expect(word.errors.contains("to show a text: cssview preview fjord hello"))
    let checked = CommandRun("check", "fjord", "--markup", "<b>x</b>")
    #expect(checked.status == .noInput && checked.errors.contains("use '-' and standard input"))
  }

  @Test("a file of markup whose name has a space is read all the same")
  func spacedFile() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("a b.txt", "hi\n")
    #expect(CommandRun("render", "none", file).output == "hi\n")
  }

  @Test("a text that names a file is shown, with the option that shows the file")
  func fileAsText() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("notes.md", "hi")
    let run = CommandRun("preview", "none", file)
    #expect(run.status == .success && run.output.hasSuffix("notes.md\n"))
    #expect(run.errors == "cssview: '\(file)' is a file; to show it: --file \(file)\n")
    #expect(
      CommandRun("explain", "none", file).errors
        == "cssview: '\(file)' is a file; to explain its text: "
        + "cssview explain none --from markdown < \(file)\n")
    #expect(CommandRun("preview", "none", file, "--file", file).status == .usage)
    #expect(CommandRun("preview", "none", file, "--quiet").errors.isEmpty)
    #expect(CommandRun("preview", "none", file, "more").errors.isEmpty)
  }

  @Test("a text file in the place of the stylesheet is answered with a command and a theme")
  func textAsSheet() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("notes.md", "hi")
    let run = CommandRun("preview", file)
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(
      run.errors
        == "cssview: '\(file)' is not a stylesheet; to show it: "
        + "cssview \(file)\n"
    )
    let sheet = try directory.file("mine", "b { color: red }")
    #expect(CommandRun("preview", sheet, input: "<b>x</b>").status == .success)
  }

  @Test("markup, bytes and an empty name in the place of the stylesheet are named")
  func noSheet() throws {
    let directory = try ScratchDirectory()
    let markup = try directory.file("m.txt", "\n<b class=ok>{</b>")
    try directory.shell("printf 'ELF\\0\\0\\0\\0' > b.css")
    let binary = "\(directory.path)/b.css"
    #expect(
      CommandRun("render", markup, "x").errors
        == "cssview: '\(markup)' is not a stylesheet; to show it: cssview render fjord \(markup)\n")
    #expect(
      CommandRun("preview", markup, "x").errors
        == "cssview: '\(markup)' looks like markup; the stylesheet comes first\n")
    let data = try directory.file("a.csv", "city,people\nOslo,717710\n")
    #expect(
      CommandRun("render", data, "table").errors
        == "cssview: '\(data)' is not a stylesheet; to show it: cssview -s table \(data)\n")
    #expect(
      CommandRun("preview", data, "table").errors
        == "cssview: '\(data)' is not a stylesheet; the stylesheet comes first\n")
    let check = CommandRun("check", binary, "none")
    #expect(check.errors == "cssview: '\(binary)' is not a text file\n")
    #expect(check.status == .unusableInput && check.output == "no findings in 1 file\n")
    #expect(CommandRun("check", "nosuch").output.isEmpty)
    #expect(CommandRun("preview", "", "x").errors.contains("is empty; no theme was chosen"))
  }

  @Test("--escape says that a stylesheet is text to it")
  func escapedSheet() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("a.css", "a{}")
    let run = CommandRun("render", "--escape", sheet)
    #expect(run.output.hasPrefix("a") && run.errors.contains("'--escape' takes no stylesheet"))
  }

  @Test(
    "a mistake in markup is answered with what to add",
    arguments: [
      ("<span class=\"a>b</span>", "the value of 'class' has no closing quote"),
      ("<span id=x class='a>b</span>\n", "the value of 'class' has no closing quote"),
      ("<span class=ok hi", "tag <span> has no '>' and is shown as text; add '>' ["),
      ("a <b or c", "has no '>' and is shown as text; did you mean '&lt;'? [unclosed-tag]"),
      ("<link>x</link>", "did you mean 'a'?"), ("<link class=a>x", "did you mean 'a'?"),
      ("<p>x</p>", "did you mean 'span'?"),
      ("<i color=red>x</i>", "'color' has no effect; write style='color: …' ["),
      ("&nosuch;", "'&nosuch;' is shown as text [unknown-reference]\n"),
      ("<b class=on>x", "the rule 'on' is for an element, write '.on' ["),
    ])
  func markup(text: String, message: String) {
    let run = CommandRun(["preview", "-", text], input: Array("on { color: red }".utf8))
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("a value for a name that the text does not have is reported")
  func unusedValue() {
    let run = CommandRun("preview", "none", "--set", "a=1", "--set", "b=2", "{b}")
    #expect(run.errors == "cssview: '--set a' is not used: the text has no '{a}'\n")
    #expect(run.output == "2\n")
  }

  @Test("a stream reports such a value at its end, wherever the pieces of the text end")
  func unusedValueOfStream() throws {
    func errors(_ options: String..., input: String, piece: Int = .max) -> String {
      CommandRun(
        ["render", "none", "--set", "a=1", "--set", "bc=2"] + options, input: Array(input.utf8),
        piece: piece
      ).errors
    }
    let message = "cssview: '--set a' is not used: the text has no '{a}'\n"
    for piece in [1, 2, 3, 4, .max] {
      #expect(errors(input: "x {bc\n{bc}\n{b}", piece: piece).hasPrefix(message))
      // A pair of braces is a literal one, and what follows three is a placeholder.
      #expect(errors(input: "{{a} {bc} {bc}\n", piece: piece) == message)
      #expect(errors(input: "{{{a}} {{{{{bc}\n", piece: piece).isEmpty)
    }
    for options in [["--to", "json"], ["--to", "svg"], ["--lines", "--jobs", "2"]] {
      let run = CommandRun(
        ["render", "none", "--set", "a=1", "--set", "bc=2"] + options, input: Array("{bc}\n".utf8))
      #expect(run.errors == message, "\(options)")
    }
    #expect(errors("--quiet", input: "x").isEmpty)
    let file = try ScratchDirectory().file("m.txt", "{bc}")
    #expect(!errors(file, "/nosuch", input: "").contains("is not used"))
    let data = CommandRun(
      ["render", "none", "--from", "csv", "--template", "{x}", "--set", "a=1"],
      input: Array("x\n1\n".utf8))
    #expect(data.errors.contains("'--set' cannot be used with '--template'; write the value in"))
  }

  @Test("a stylesheet is converted to the format of the output file")
  func convertedByName() throws {
    let directory = try ScratchDirectory()
    let file = "\(directory.path)/x.json"
    #expect(CommandRun("convert", "fjord", "-o", file).status == .success)
    #expect(try readFile(file) == CommandRun("convert", "fjord", "--to", "json").output)
  }

  @Test("a dictionary is a stylesheet where one is converted, and data where a text is shown")
  func dictionary() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("x.json", #"{".a": {"color": "red"}}"#)
    for to in ["css", "json"] {
      let run = CommandRun("convert", file, "--to", to)
      #expect(run.status == .success && run.output.contains("red") && run.errors == "")
    }
    #expect(CommandRun("convert", file, "--to", "css").output.contains(".a {"))
    let data = try directory.file("y.json", #"[{"a": 1}]"#)
    #expect(CommandRun(data).output.hasPrefix("a"))
  }

  @Test("a theme lists its classes, each in its own style, with its declarations")
  func classesOfTheme() throws {
    let list = CommandRun(
      "themes", terminal: (80, 24), environment: ["TERM": "xterm-256color"])
    let fjord = list.output.split(separator: "\n").first { $0.contains(" fjord ") }
    #expect(fjord?.contains("[1m ok ") == true || fjord?.contains(" ok ") == true)
    #expect(fjord?.hasSuffix("dark and light") == true)
    #expect(fjord?.contains("48;5;") == true)
    #expect(list.output.contains("for text, jsonl, json, ansi\n"))
    let run = CommandRun("themes", "fjord")
    #expect(run.status == .success)
    #expect(run.output.contains("\n.ok        color: var(--lichen)\n"))
    let colored = CommandRun(
      ["themes", "fjord"], environment: ["TERM": "xterm-256color", "FORCE_COLOR": "3"])
    #expect(colored.output.contains("\u{1B}[38;2;180;204;150;48;2;39;45;54m.ok\u{1B}[0m"))
    let json = CommandRun("themes", "fjord", "--json")
    #expect(json.output.contains(#"{"name": "ok", "declarations": {"color": "var(--lichen)"}}"#))
    #expect(json.output.hasPrefix(#"{"themes": [{"name": "fjord", "path": "bundled:/fjord.json""#))
    #expect(CommandRun("themes", "fjrd").status == .noInput)
    let broken = CommandRun("themes", "-", input: "<p>")
    #expect(broken.status == .unusableInput && broken.errors.contains("looks like markup"))
    let sheet = #"""
      .a\27 \22 b { color: red } .\3c i\3e\7bx\7d { color: blue } .gone { display: none }
      .mark::before { content: "!"; color: lime } .mark { padding: 1ch }
      """#
    #expect(
      CommandRun("themes", "-", input: sheet).output == """
        .a'"b    color: red
        .<i>{x}  color: blue
        .gone    display: none
        .mark    padding: 1ch

        """)
  }

  @Test(
    "an unknown option is answered with one that is near, or that means the same",
    arguments: [
      ("--widht", "unknown option '--widht'; did you mean '--width'?"),
      ("--follow", "unknown option '--follow'; to follow a file: tail -f FILE | cssview"),
      ("--no-color", "unknown option '--no-color'; use '--color never'"),
      ("--xyzzy", "unknown option '--xyzzy'; to list all options: cssview render --help-hidden"),
    ])
  func unknownOption(option: String, message: String) {
    let run = CommandRun("render", "fjord", option)
    #expect(run.status == .usage)
    #expect(run.errors.hasPrefix("cssview: \(message)\n"), "\(run.errors)")
  }

  @Test(
    "a line that the stylesheet hides altogether is left out with its line break",
    arguments: [[], ["--lines"], ["--width", "40"], ["--to", "plain"], ["--color", "always"]])
  func hiddenLines(options: [String]) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("h.css", "[data-level=debug] { display: none }")
    func line(_ text: String) -> String { "<i data-level=debug>\(text)</i>" }
    let text =
      "\(line("a"))\nkeep\n\(line("b"))c\n\n\(line("d"))<b></b>\r\n\(line(""))\nΣ\(line("e"))\n"
    let run = CommandRun(["render", sheet] + options, input: Array((text + line("x")).utf8))
    #expect(run.output == "keep\nc\n\nΣ\n")
    let file = try directory.file("t.txt", text)
    #expect(CommandRun("preview", sheet, "--file", file).output == "keep\nc\n\nΣ\n")
  }

  @Test(
    "the command that lists all findings has the options that change them, and a file for a pipe",
    arguments: [
      ([], "MARKUP"), (["--set", "x=a b", "--set", "y="], "MARKUP"),
      (["--class", "a b"], "MARKUP"),
      (["--dialect", "viewcss", "--element", "p"], "MARKUP"), (["--from", "ansi"], "CODES"),
      (["--from", "ansi", "--controls", "show"], "CODES"), (["--sgr", "strip"], "CODES"),
      (["--from", "csv", "--no-header"], "DATA"),
      (["--from", "csv", "--no-header", "--template", "{1} {2}"], "DATA"),
    ] as [([String], String)])
  func listing(options: [String], name: String) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", ".a { color: red }")
    let codes = "\u{1B}[2J\u{1B}[3x\u{1B}[1m<i>x\u{1B}P\u{1B}P"
    let text =
      name == "DATA"
      ? "a,b\n1\n2\n3,4\n" : "<p id=a class=b> <q style=c> {x}{y} {z} <i\n<q class=x>\n"
    let file = try directory.file("t", name == "CODES" ? codes : text)
    let run = CommandRun(["render", sheet, file] + options)
    let hint = try #require(run.errors.firstMatch(of: #/to list all findings: cssview (.*)\n$/#)?.1)
    #expect(hint.hasSuffix(" --markup \(file)"))
    let words = hint.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .flatMap { $0 % 2 == 1 ? [$1] : $1.split(separator: " ") }.map(String.init)
    let list = CommandRun(words + ["--json"])
    #expect(list.errors.isEmpty)
    // Every finding is there that was told, and those that were counted.
    for line in run.errors.split(separator: "\n").dropLast() {
      let code = try #require(line.firstMatch(of: #/\[([a-z-]+)\]/#)?.1)
      let more = run.errors.firstMatch(of: try Regex("([0-9]+) more \\[\(code)\\]"))
      let count = 1 + (more.flatMap { $0[1].substring.flatMap { Int($0) } } ?? 0)
      #expect(list.output.split(separator: "\"\(code)\"").count == 1 + count, "\(list.output)")
    }
    let piped = CommandRun(["render", sheet] + options, input: Array(try readFile(file).utf8))
    #expect(piped.errors.hasSuffix(hint.replacing(file, with: "text.txt") + "\n"))
  }

  @Test("the name of the output and '--to' choose the format, whatever the environment says")
  func formats() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", ".a { color: ansi(red) }")
    let forced = ["TERM": "xterm-256color", "FORCE_COLOR": "1"]
    for command in ["render", "preview"] {
      func output(_ options: String..., environment: [String: String] = [:]) throws -> String {
        let run = CommandRun(
          [command, sheet] + options, input: Array("<b class=a>x</b>".utf8),
          environment: environment.merging(["TERM": "xterm-256color"]) { own, _ in own })
        let file = options.last ?? ""
        return file.hasPrefix("/") ? try readFile(file) : run.output
      }
      let text = "\(directory.path)/\(command).txt"
      #expect(!(try output("-o", text, environment: forced)).contains("\u{1B}"))
      #expect(try output("-o", "\(directory.path)/\(command).ansi").contains("\u{1B}[31;1mx"))
      #expect(try output("--to", "ansi").contains("\u{1B}[31;1mx"))
      #expect(!(try output("--to", "ansi", environment: ["NO_COLOR": "1"])).contains("\u{1B}"))
      #expect(!(try output()).contains("\u{1B}"))
    }
  }

  @Test("'check' finds a wrong value behind a variable, without markup")
  func wrongVariable() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", ":root { --a: #ff880 }\n.b { color: var(--a) }\n")
    #expect(
      CommandRun("check", sheet).output.hasPrefix(
        "\(sheet):2:13: warning: 'color': expected 3, 4, 6 or 8 hexadecimal digits after '#', "
          + "found '#ff880', from 'var(--a)' [invalid-at-computed-value-time]\n"))
  }

  @Test("the hint says under which names what cannot be read again has to be saved")
  func listingOfPipe() {
    let run = CommandRun("preview", "-", "<p>a</p> <q>b</q>", input: ".a { color: red }")
    #expect(
      run.errors.hasSuffix(
        "to list all findings, save the stylesheet as ./stylesheet and the text as text.txt: "
          + "cssview check ./stylesheet --markup text.txt\n"))
  }

  @Test("the stylesheets of the README have no findings, contrast included")
  func readme() throws {
    let sheets = try readFile("\(packageDirectory)/README.md").matches(
      of: #/echo '([^'\n]*)' > [a-z]+\.css/#)
    #expect(sheets.count == 1)
    for sheet in sheets {
      let run = CommandRun("check", "-", "--contrast", "AA", "--strict", input: String(sheet.1))
      #expect(run.output == "no findings in 1 file\n", "\(sheet.1)")
    }
  }

  @Test("a hidden line keeps its line break where the stylesheet puts text into it")
  func generatedBesideHidden() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("h.css", "i { display: none } text::after { content: '!' }")
    let input = Array("<i>a</i>\nb\n".utf8)
    #expect(CommandRun(["render", sheet, "--lines"], input: input).output == "!\nb!\n")
    #expect(CommandRun(["render", sheet], input: input).output == "b\n!")
  }

  @Test(
    "terminal colours in markup cause one warning that names the option",
    arguments: [
      ["render", "none"], ["render", "none", "--lines"], ["render", "none", "--width", "40"],
      ["render", "none", "--to", "plain"], ["preview", "none"],
    ])
  func coloredInput(command: [String]) {
    let log = "\u{1B}[33mcommit\u{1B}[m 1\n\u{1B}[1;38:2::1:2:3mx\u{1B}[0m\n"
    for piece in [1, Int.max] {
      let run = CommandRun(command, input: Array(log.utf8), piece: piece)
      #expect(run.status == .success)
      #expect(run.output == "␛[33mcommit␛[m 1\n␛[1;38:2::1:2:3mx␛[0m\n")
      #expect(
        run.errors == """
          <stdin>:1:1: warning: input has terminal colours; add '--from ansi' [untrusted-control]

          """)
    }
    #expect(CommandRun(command + ["--sgr", "strip"], input: Array(log.utf8)).errors.isEmpty)
    #expect(CommandRun(command + ["--strict"], input: Array(log.utf8)).status == .unusableInput)
  }

  @Test("what grep writes beside its colours belongs to them")
  func erasedLines() {
    let text = "a \u{1B}[01;31m\u{1B}[Kb\u{1B}[m\u{1B}[0K\n"
    for piece in [1, Int.max] {
      let run = CommandRun(["render", "none"], input: Array(text.utf8), piece: piece)
      #expect(run.output == text.replacing("\u{1B}", with: "␛"))
      #expect(
        run.errors
          == "<stdin>:1:3: warning: input has terminal colours; add '--from ansi' "
          + "[untrusted-control]\n")
    }
    #expect(CommandRun("render", "none", "--from", "ansi", input: text).output == "a b\n")
    #expect(CommandRun("render", "none", input: "\u{1B}[K\n").errors.contains("U+001B"))
  }

  @Test(
    "any other sequence is told as a control",
    arguments: [
      "\u{1B}[2J", "\u{1B}m", "\u{1B}[3", "\u{1B}[<1m",
      "\u{1B}[\(String(repeating: "1", count: 40))m",
    ])
  func otherSequences(text: String) {
    for piece in [1, Int.max] {
      let run = CommandRun(["render", "none"], input: Array("x\(text)\n".utf8), piece: piece)
      #expect(run.errors.contains(":1:2: warning: control character U+001B"), "\(run.errors)")
    }
    let value = CommandRun("preview", "none", "{x}", "--set", "x=\u{1B}[1m")
    #expect(value.errors.contains("U+001B"))
  }

  @Test(
    "placeholders in a help text are text, and the next lines keep their look",
    arguments: [[], ["--lines"], ["--lines", "--jobs", "2"], ["--width", "60"]])
  func usageText(options: [String]) {
    let usage =
      "<i class=ok>usage: cp <a> <b></i>\nVec<u8> <b>x</b> List<String>\ncp <b> <i class=ok>y</i>\n"
    for piece in [1, Int.max] {
      let run = CommandRun(
        ["render", "fjord", "--color", "mono"] + options, input: Array(usage.utf8), piece: piece)
      #expect(
        run.visible == """
          ␛[3musage: cp <a> <b>␛[0m
          Vec<u8> ␛[1mx␛[0m List<String>
          cp <b> ␛[3my␛[0m

          """)
      #expect(run.errors.isEmpty)
    }
  }

  @Test("an element without attributes spans lines with --document, and where all is read")
  func longElements() {
    let text = "<b>x\ny</b>\n"
    func output(_ arguments: String...) -> String {
      CommandRun(arguments + ["--color", "mono"], input: Array(text.utf8)).visible
    }
    #expect(output("render", "none", "--document") == "␛[1mx␛[0m\n␛[1my␛[0m\n")
    #expect(output("preview", "none") == "␛[1mx␛[0m\n␛[1my␛[0m\n")
    #expect(output("render", "none") == text)
    let late = """
      <stdin>:2:2: warning: </b> comes too late: it and its <b> are shown as text; \
      add '--document' for longer elements [unclosed-element]

      """
    for options in [[], ["--to", "json"]] {
      #expect(CommandRun(["render", "none"] + options, input: Array(text.utf8)).errors == late)
    }
    #expect(
      CommandRun("render", "none", input: text + text).errors
        == late + "cssview: 1 more [unclosed-element]; to list all findings, save the text as "
        + "text.txt: cssview check none --markup text.txt\n")
    #expect(CommandRun("render", "none", input: "cp <b>\n").errors.isEmpty)
    #expect(!CommandRun("render", "none", input: "<b &&\n</b>\n").errors.contains("too late"))
    #expect(
      CommandRun("check", "none", "--markup", "-", input: text).output.contains(
        "note: <b> is not closed on its line and is shown as text; add '--document' for longer "
          + "elements [unclosed-element]"))
    #expect(
      !CommandRun("check", "none", "--document", "--markup", "-", input: text).output
        .contains("<b>"))
  }

  @Test("colours of the terminal that check cannot measure are said, without a finding")
  func uncheckedColors() {
    let sheet = ".ok { color: ansi(green) } .x { color: light-dark(#000, #fff) }"
    let note = """
      cssview: colours of the terminal, such as that of '.ok', are not checked; to see on how many \
      palettes they are legible, add '--palettes DIRECTORY'

      """
    let run = CommandRun("check", "--contrast", "AA", "-", input: sheet)
    #expect(run.errors == note && run.output == "no findings in 1 file\n")
    for silent in ["--quiet", "--json"] {
      #expect(CommandRun("check", "--contrast", "AA", "-", silent, input: sheet).errors.isEmpty)
    }
    #expect(CommandRun("check", "-", input: sheet).errors.isEmpty)
    let fewColors = ".x { color: light-dark(#000, #fff) } @media (color-depth: 16) { \(sheet) }"
    #expect(
      CommandRun("check", "--contrast", "AA", "-", input: fewColors).errors
        .contains("such as that of '.ok' at 16 colours, are not checked"))
  }

  @Test("doctor says that it describes a pipe")
  func doctorInAPipe() {
    #expect(CommandRun("doctor").errors.contains("the output is no terminal"))
    #expect(CommandRun("doctor", terminal: (80, 24)).errors.isEmpty)
    #expect(CommandRun("doctor", "--json").errors.isEmpty)
  }

  @Test("a directory that is missing is named, with the way to make it")
  func missingDirectory() throws {
    let run = CommandRun("convert", "fjord", "-o", "/nowhere/themes/mine.css")
    #expect(run.status == .cannotCreate)
    #expect(
      run.errors == "cssview: /nowhere/themes/mine.css: no directory '/nowhere/themes'; "
        + "create it with 'mkdir -p'\n")
    // A link that leads nowhere is in a directory that there is.
    let directory = try ScratchDirectory()
    try directory.shell("ln -s /nowhere/x \(directory.path)/link.css")
    let link = CommandRun("convert", "fjord", "-o", "\(directory.path)/link.css")
    #expect(link.status == .cannotCreate && !link.errors.contains("no directory"))
    for name in ["", "\(directory.path)/new/", "\(directory.path)/link.css/"] {
      let run = CommandRun("preview", "fjord", "x", "-o", name)
      #expect(run.status == .cannotCreate)
      #expect(run.errors == "cssview: '\(name)' is no name of a file; add one to '-o'\n")
    }
    #expect(try directory.shell("ls") == "link.css\n")
    let folder = CommandRun("preview", "fjord", "x", "-o", "\(directory.path)/")
    #expect(folder.errors == "cssview: \(directory.path)/: is a directory\n")
  }

  @Test("a line of JSON below a level is hidden by its record")
  func hiddenRecord() throws {
    let log =
      CommandRun("convert", "log", "--to", "css").output
      + ".record[data-level=debug i] { display: none }\n"
    let directory = try ScratchDirectory()
    let sheet = try directory.file("mylog.css", log)
    let lines = """
      {"level":"DEBUG","msg":"hidden"}
      {"level":"info","msg":"shown"}

      """
    #expect(CommandRun("render", "--from", "jsonl", sheet, input: lines).output == "info shown\n")
    #expect(CommandRun("render", "--from", "jsonl", "log", input: lines).errors.isEmpty)
  }

  @Test("a carriage return says what to do, to the last word")
  func carriageReturn() {
    #expect(
      CommandRun("render", "none", input: "10%\r20%\n").errors
        == "<stdin>:1:4: warning: control character U+000D (CR) is shown as \u{240D}; "
        + "to overwrite a line, print '\\r' without cssview [untrusted-control]\n")
  }

  @Test("short elements without any attribute are told once, where nothing asks for silence")
  func shortElements() throws {
    func run(_ text: String, _ options: String..., piece: Int = .max) -> CommandRun {
      CommandRun(["render", "none"] + options, input: Array(text.utf8), piece: piece)
    }
    let text = "x\n<i> <b>y</b>\n<u>z</u>\n"
    let warning = """
      <stdin>:2:5: warning: '<b>' is read as markup; '--from text' shows it as written \
      [read-as-markup]

      """
    #expect(run(text).errors == warning && run(text, piece: 1).errors == warning)
    #expect(run(text, "--lines", "--jobs", "2").errors == warning)
    #expect(run(text, "--to", "json").errors == warning)
    #expect(run(text, "--strict").status == .success)
    #expect(run(text, "--quiet").errors.isEmpty)
    #expect(run(text + "<span class=a>", "--quiet").errors.isEmpty)
    for silent in ["<span>x</span>", "a <b> c", "<br>", text + "<span id=a></span>"] {
      #expect(!run(silent).errors.contains("read-as-markup"))
    }
    let directory = try ScratchDirectory()
    let log = try directory.file("s.css", "@highlight e 'ERROR'; .e { color: red } .ok {}")
    #expect(
      CommandRun("render", log, input: "ERROR x\n").errors
        == "cssview: warning: the stylesheet has patterns for plain text; to find them, add "
        + "'--from text' [read-as-markup]\n")
    for silent in [["--from", "text"], ["--highlight"], ["--quiet"]] {
      #expect(CommandRun(["render", log] + silent, input: Array("ERROR x\n".utf8)).errors == "")
    }
    #expect(CommandRun("render", log, input: "<b class=ok>x</b>\n").errors == "")
    #expect(CommandRun("render", log, input: "").errors == "")
    // Only the first 64 KiB count.
    let long = String(repeating: "x", count: 1 << 16)
    #expect(run(long + text).errors.isEmpty)
    #expect(run(text + long + "<i id=a>x</i>").errors == warning)
  }
}
