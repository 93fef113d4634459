import TestSupport
import Testing

@testable import CSSViewCommands

/// Stylesheets that go together: imports by name, `--add` and `--css`.
@Suite struct CompositionTests {
  /// A home with themes of its own.
  private func home(_ themes: [String: String] = [:]) throws -> (ScratchDirectory, [String: String])
  {
    let directory = try ScratchDirectory()
    try directory.shell("mkdir -p .config/cssview/themes")
    for (name, text) in themes { try directory.file(".config/cssview/themes/\(name)", text) }
    return (directory, ["TERM": "xterm-256color", "HOME": directory.path])
  }

  private static let warning = "<span class=warn>x</span>"

  @Test("A sheet of one's own adds to the bundled theme that it imports by name")
  func ownSheet() throws {
    let (directory, environment) = try home()
    for (file, text) in [
      ("mine.css", "@import \"log\"; .warn { color: ansi(5) }"),
      ("log.css", "@import \"log\"; .warn { color: ansi(5) }"),
      ("view.json", #"{"@imports": ["log"], ".warn": {"color": "ansi(5)"}}"#),
      ("css.json", #"{"@dialect": "css", "@imports": ["log"], ".warn": {"color": "ansi(5)"}}"#),
    ] {
      let path = try directory.file(file, text)
      let run = CommandRun(
        "preview", path, Self.warning + " <span class=error>y</span>", "--color", "16",
        "--background", "dark", environment: environment)
      #expect(run.errors == "" && run.status == .success)
      // Bold stays, and so do the other classes.
      #expect(run.visible == "␛[35;1mx␛[0m ␛[91;1my␛[0m\n", "\(file)")
      let check = CommandRun("check", path, environment: environment)
      // The dictionaries import the file beside them, which imports the bundled one.
      let count = file.hasSuffix(".json") ? 4 : 3
      #expect(check.output == "no findings in \(count) files\n", "\(check.output)")
      let explained = CommandRun("explain", path, Self.warning, environment: environment).output
      #expect(explained.contains("bundled:/log.css"), "\(explained)")
    }
  }

  @Test("The user's theme of a name takes the bundled one's place and may import it")
  func ownTheme() throws {
    let (directory, environment) = try home(["log.css": "@import 'log'; .warn { color: ansi(6) }"])
    func shown(_ sheet: String, _ options: String...) -> String {
      CommandRun(
        ["preview", sheet, Self.warning, "--color", "16", "--background", "dark"] + options,
        environment: environment
      ).visible
    }
    #expect(shown("log") == "␛[36;1mx␛[0m\n")
    #expect(shown("bundled:/log.css") == "␛[93;1mx␛[0m\n")
    let path = try directory.file("log.css", "@import 'log'; .warn { font-weight: normal }")
    #expect(shown(path) == "␛[36mx␛[0m\n")
    try directory.file(".config/cssview/themes/shared-colors.css", ":root { --care: ansi(2) }")
    #expect(shown("bundled:/log.css") == "␛[32;1mx␛[0m\n")
    #expect(shown(path) == "␛[36mx␛[0m\n")
  }

  @Test("A circle that is left is an error with its chain")
  func circle() throws {
    let (directory, environment) = try home([
      "one.css": "@import 'two';", "two.css": "@import 'one'; .a {}",
    ])
    let path = try directory.file("m.css", "@import 'one';")
    let run = CommandRun("check", path, environment: environment)
    #expect(run.status == .findings)
    let folder = "\(directory.path)/.config/cssview/themes"
    #expect(
      run.output.contains(
        "\(folder)/two.css:1:9: error: cannot import 'one': cycle one.css → two.css → one.css "
          + "(imported from \(folder)/one.css:1:9, from \(path):1:9)"), "\(run.output)")
  }

  @Test(
    "Bundled themes show the same, whoever imports them", arguments: ["log", "table", "markdown"])
  func sameThroughImports(name: String) throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("m.css", "@import '\(name)';")
    let text =
      "<b class=warn>a</b> <span class=error>b</span> <span class=debug>c</span> "
      + "<span class=ok>d</span> <span class=info>e</span> <span class=number>f</span>"
    for depth in ["mono", "16", "256", "truecolor"] {
      for background in ["auto", "dark", "light"] {
        func shown(_ sheet: String) -> [UInt8] {
          CommandRun("preview", sheet, text, "--color", depth, "--background", background).bytes
        }
        #expect(shown(path) == shown(name))
      }
    }
  }

  @Test("The part that bundled themes share is no theme of the list, and can be imported")
  func part() throws {
    let list = CommandRun("themes").output
    #expect(!list.contains("shared-colors"))
    let directory = try ScratchDirectory()
    let path = try directory.file("m.css", "@import 'shared-colors'; .a { color: var(--bad) }")
    let run = CommandRun(
      "preview", path, "<span class=a>x</span>", "--color", "16", "--background", "dark")
    #expect(run.visible == "␛[91mx␛[0m\n" && run.errors == "")
  }

  @Test("An import that names a theme's file, or nothing, says what to write")
  func messages() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("m.css", "@import 'log.css'; @import 'lgo'; .a {}")
    let run = CommandRun("check", path)
    #expect(
      run.output.contains("cannot import 'log.css': no such file or directory; the theme is 'log'"))
    #expect(run.output.contains("cannot import 'lgo': no such file or theme"))
    #expect(run.output.contains("did you mean 'log'?"))
  }

  @Test("convert keeps an import by name in both forms")
  func convert() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("m.css", "@input text;\n@import \"log\";\n.a {}\n")
    let json = try directory.file(
      "m.json", CommandRun("convert", path, "--to", "json").output)
    #expect(try readFile(json).contains(#""@imports": ["log"]"#))
    #expect(CommandRun("convert", json, "--to", "css").output.contains("@import \"log\";\n"))
    let log = CommandRun("convert", "log", "--to", "css").output
    #expect(log.contains("@input text jsonl json ansi;\n@import \"shared-colors\";\n"))
  }

  // MARK: Several stylesheets

  @Test("--add and --css put rules behind the main stylesheet, later ones win")
  func added() throws {
    let directory = try ScratchDirectory()
    let green = try directory.file("green.css", ".warn { color: ansi(2) }")
    let blue = try directory.file("blue.json", #"{".warn": {"color": "ansi(4)"}}"#)
    let cases: [([String], String)] = [
      (["--add", green], "32;1"), (["--add", green, "--add", blue], "34;1"),
      (["--add", blue, "--add", green], "32;1"), (["--css", ".warn { color: ansi(6) }"], "36;1"),
      (["--css", ".warn { color: ansi(6) }", "--add", green], "36;1"),
      (["--css", ".warn { color: ansi(6) }", "--css", ".warn { font-weight: 400 }"], "36"),
      (["--css", "@import '\(directory.path)/green.css';"], "93;1"),
      (["--add", "table", "--css", "@import 'nothing';"], "93;1"),
      (["--add", "none"], "93;1"),
    ]
    for (options, color) in cases {
      let terminal = ["--color", "16", "--background", "dark"]
      let expected = "␛[\(color)mx␛[0m\n"
      let preview = CommandRun(["preview", "log", Self.warning] + terminal + options)
      #expect(preview.visible == expected, "\(options)")
      let render = CommandRun(
        ["render", "log", "--from", "markup"] + terminal + options,
        input: Array((Self.warning + "\n").utf8))
      #expect(render.visible == expected, "\(options)")
    }
  }

  @Test("Findings in rules of the command line have their place, explain names every sheet")
  func names() throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("add.css", ".a { colr: red }")
    let run = CommandRun(
      "preview", "fjord", "x", "--css", "b {", "--add", path)
    let rules = CommandRun("preview", "fjord", "x", "--css", ".a{ colour: red }").errors
    #expect(rules.contains("<css>:1:5: warning: unknown property 'colour'"), "\(rules)")
    #expect(run.errors.contains("\(path):1:6: warning: unknown property 'colr'"), "\(run.errors)")
    let explained = CommandRun(
      "explain", "fjord", "<b class=a>x</b>", "--css", ".a { color: red }", "--add", path, "--all",
      "-q"
    ).output
    for words in ["bundled:/fjord.json", "the stylesheet", "\(path)", "<css>", "added to"] {
      #expect(explained.contains(words), "\(words): \(explained)")
    }
    #expect(explained.contains("<css>:1:13"), "\(explained)")
    let json = CommandRun("explain", "fjord", "x", "--css", ".a {}", "--json").output
    #expect(json.contains(#"{"file": "<css>", "reason": "added"}"#))
    let check = CommandRun("check", "log", "--css", ".a { colr: red }")
    #expect(check.status == .findings && check.output.contains("<css>:1:6: error"))
  }

  @Test("What a text does not use of an imported bundled theme is not told")
  func unusedImports() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("m.css", "@import 'log'; .a { color: red } .b { color: red }")
    let text = try directory.file("t.log", "x\n")
    let run = CommandRun("check", sheet, "--markup", text)
    #expect(run.output.contains("no markup uses '.a'"))
    #expect(!run.output.contains("bundled:"), "\(run.output)")
  }

  @Test("check --text tries the patterns of all sheets")
  func patterns() throws {
    let directory = try ScratchDirectory()
    let text = try directory.file("t.log", "one two\n")
    let run = CommandRun(
      "check", "none", "--text", text, "--css",
      "@highlight a \"one\"; @highlight b \"three\"; .a, .b { color: red }")
    #expect(run.output.contains("'@highlight b' matches nothing"), "\(run.output)")
    #expect(!run.output.contains("'@highlight a'"))
  }

  @Test("Batches of explain take added sheets, too")
  func batch() {
    let run = CommandRun(
      "explain", "--batch", "--css", ".a { color: #010203 }",
      input: #"{"css": ".a { color: red }", "markup": "<span class=a>x</span>"}"# + "\n")
    #expect(run.output.contains("#010203"), "\(run.output)")
  }

  @Test(
    "What cannot be added is told",
    arguments: [
      (
        ["preview", "fjord", "x", "--add", "nothing.css"], CSSViewCommands.ExitStatus.noInput,
        "no such file"
      ),
      (["preview", "fjord", "x", "--add", "fjrod"], .noInput, "did you mean 'fjord'"),
      (["preview", "fjord", "x", "--add", "-"], .usage, "standard input cannot be added"),
      (["convert", "fjord", "--to", "css", "--css", ".a {}"], .usage, "cannot be converted"),
    ])
  func failures(arguments: [String], status: CSSViewCommands.ExitStatus, message: String) {
    let run = CommandRun(arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(message), "\(run.errors)")
    // The text is shown all the same where it can be.
    if status == .noInput { #expect(run.output == "x\n") }
  }

  @Test("Hundreds of sheets and rules are read one after the other")
  func many() {
    let options = (0..<300).flatMap { ["--css", ".x\($0) { color: ansi(1) }"] }
    let run = CommandRun(
      ["preview", "none", "<span class=x299>x</span>", "--color", "16"] + options)
    #expect(run.visible == "␛[31mx␛[0m\n" && run.errors == "")
  }
}
