import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("Names of themes")
struct ThemeNameTests {
  /// A home with themes in it.
  private func home() throws -> (ScratchDirectory, [String: String]) {
    let directory = try ScratchDirectory()
    try directory.shell("mkdir -p .config/cssview/themes other/cssview/themes")
    try directory.file(
      ".config/cssview/themes/mine.json",
      #"{"text": {"color-scheme": "light"}, ".a": {"color": "ansi(1)"}}"#)
    try directory.file(".config/cssview/themes/fjord.css", ".a { color: ansi(2) }")
    try directory.file(".config/cssview/themes/pair~dark.json", #"{".a": {"color": "ansi(3)"}}"#)
    try directory.file(".config/cssview/themes/pair~light.json", #"{".a": {"color": "ansi(4)"}}"#)
    try directory.file("other/cssview/themes/mine.json", #"{".a": {"color": "ansi(5)"}}"#)
    return (directory, ["TERM": "xterm-256color", "HOME": directory.path])
  }

  @Test("a name is looked up among the user's themes, then among the bundled ones")
  func lookUp() throws {
    let (directory, environment) = try home()
    func color(_ name: String, _ more: [String: String] = [:], _ options: String...) -> String {
      let run = CommandRun(
        ["preview", name, "<span class=a>x</span>", "--color", "16"] + options,
        environment: environment.merging(more) { $1 })
      #expect(run.errors == "")
      return run.visible
    }
    #expect(color("mine") == "␛[31mx␛[0m\n")
    #expect(color("fjord") == "␛[32mx␛[0m\n")
    #expect(color("mine", ["XDG_CONFIG_HOME": "\(directory.path)/other"]) == "␛[35mx␛[0m\n")
    // A relative path is none (XDG Base Directory Specification).
    #expect(color("mine", ["XDG_CONFIG_HOME": "other"]) == "␛[31mx␛[0m\n")
    #expect(UserThemes.directory { $0 == "HOME" ? "home" : nil } == nil)
    let palettes = UserThemes.palettes { $0 == "HOME" ? "/home/x" : "y" }
    #expect(palettes == "/home/x/.config/cssview/palettes")
    #expect(color("pair", [:], "--background", "dark") == "␛[33mx␛[0m\n")
    #expect(color("pair", [:], "--background", "light") == "␛[34mx␛[0m\n")
    #expect(CommandRun("preview", "midnight", "x").status == .success)
  }

  @Test("a theme of several files is in a folder of its name")
  func folderOfItsName() throws {
    let (directory, environment) = try home()
    let folder = ".config/cssview/themes"
    try directory.shell("mkdir -p \(folder)/many/parts \(folder)/fjord \(folder)/blank")
    try directory.file("\(folder)/many/many.css", "@import 'parts/a.css';")
    try directory.file("\(folder)/many/parts/a.css", ".a { color: ansi(6) }")
    try directory.file("\(folder)/fjord/fjord.css", ".a { color: ansi(7) }")
    try directory.file("\(folder)/blank/other.css", ".a { color: ansi(7) }")
    for (name, color) in [("many", 36), ("fjord", 32)] {
      let run = CommandRun(
        "preview", name, "<span class=a>x</span>", "--color", "16", environment: environment)
      #expect(run.visible == "␛[\(color)mx␛[0m\n")
    }
    #expect(CommandRun("preview", "blank", "x", environment: environment).status == .noInput)
  }

  @Test("a pair has a path that can be given in place of its name, and is no file")
  func pair() throws {
    let (directory, environment) = try home()
    let path = "\(directory.path)/.config/cssview/themes/pair"
    #expect(
      CommandRun("themes", "--json", environment: environment).output
        .contains(#""path": "\#(path).json""#))
    for sheet in ["pair", path + ".json"] {
      let run = CommandRun(
        "preview", sheet, "<span class=a>x</span>", "--color", "16", "--background", "light",
        environment: environment)
      #expect(run.visible == "␛[34mx␛[0m\n" && run.errors.isEmpty)
      let explained = CommandRun("explain", sheet, "x", environment: environment).output
      #expect(explained.contains("from \(path)~dark.json\n"), "\(explained)")
      let json = CommandRun("explain", sheet, "x", "--json", environment: environment).output
      #expect(json.contains(#""sources": ["\#(path)~dark.json"]"#))
      #expect(json.contains(#""loaded": [{"file": "\#(path)~dark.json""#))
      let check = CommandRun("check", sheet, environment: environment)
      #expect(check.output == "no findings in 2 files\n")
    }
    let half = CommandRun("preview", path + "~none.json", "x", environment: environment)
    #expect(half.status == .noInput)
  }

  @Test(
    "every command that takes a sheet takes a name",
    arguments: [
      ["preview", "fjord", "x"], ["render", "fjord"], ["explain", "fjord", "x"],
      ["check", "fjord"], ["snoop", "fjord"], ["convert", "fjord", "--to", "css"],
      ["measure", "--markup", "fjord", "x"],
    ])
  func commands(arguments: [String]) {
    #expect(CommandRun(arguments).status == .success)
  }

  @Test("a name that there is not is 66, with the nearest ones")
  func unknown() throws {
    let (_, environment) = try home()
    let run = CommandRun("preview", "fjrod", "x", environment: environment)
    #expect(run.status == .noInput)
    #expect(run.errors.contains("'fjrod'; did you mean 'fjord'"))
    let far = CommandRun("preview", "qqqqqqqqqq", "x", environment: environment)
    #expect(far.errors.contains("to list the themes: cssview themes"))
    let file = CommandRun("preview", "nothing.json", "x", environment: environment)
    #expect(file.status == .noInput && file.errors.contains("no such file"))
    for path in ["/tmp/no such/theme", "./my theme.json", "my theme.css"] {
      let run = CommandRun("check", path, environment: environment)
      #expect(run.errors == "cssview: \(path): no such file or directory\n")
    }
  }

  @Test(
    "a text in the place of the sheet says that a sheet was expected, and shows the command",
    arguments: ["Hi <b>Bob</b>", "Hi Bob", "Hi\nBob", "<b>x</b>"])
  func textFirst(text: String) {
    let run = CommandRun("preview", text)
    #expect(run.status == .noInput)
    #expect(run.errors.contains("expected a stylesheet before the text: cssview preview fjord '"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test("themes lists the user's own first, and says what background each is for")
  func list() throws {
    let (directory, environment) = try home()
    let run = CommandRun("themes", "--json", environment: environment)
    let path = "\(directory.path)/.config/cssview/themes"
    #expect(
      run.output.hasPrefix(
        #"{"themes": [{"name": "fjord", "path": "\#(path)/fjord.css", "origin": "user", "#))
    #expect(
      run.output.contains(#"{"name": "pair", "path": "\#(path)/pair.json", "origin": "user""#))
    #expect(run.output.components(of: #""name": "fjord""#) == 1)
    #expect(
      run.output.contains(#"\#(path)/mine.json", "origin": "user", "background": "light""#))
    #expect(
      run.output.contains(
        #""name": "tide", "path": "bundled:/tide.css", "origin": "bundled", "background": "any""#))
    let rows = CommandRun("themes", environment: environment).output.split(separator: "\n")
    #expect(rows.count == 23)
  }
}

@Suite("cssview preview in other forms")
struct PreviewFormTests {
  @Test("the form is asked for or told by the file's name, and the block is the same")
  func forms() throws {
    let directory = try ScratchDirectory()
    let cases: [(name: String, start: String)] = [
      ("x.svg", "<svg "), ("x.html", "<!DOCTYPE html>"), ("x.json", #"{"text": "Hi x""#),
      ("x.txt", "Hi x\n"),
    ]
    for (name, start) in cases {
      let path = "\(directory.path)/\(name)"
      let run = CommandRun("preview", "-", "Hi <b>x</b>", "-o", path, input: "{}")
      #expect(run.status == .success)
      #expect(try readFile(path).hasPrefix(start), "\(name)")
    }
    let svg = CommandRun("preview", "-", "Hi <b>x</b>", "--to", "svg", input: "{}")
    #expect(svg.output == (try readFile("\(directory.path)/x.svg")))
    let path = "\(directory.path)/y.svg"
    #expect(CommandRun("preview", "-", "x", "-o", path, "--to", "json", input: "{}").output == "")
    #expect(try readFile(path).hasPrefix("{"))
  }

  @Test("json is one object, its text with line breaks")
  func json() {
    let run = CommandRun("preview", "-", "a\nb", "--to", "json", input: "{}")
    #expect(run.output.hasPrefix(#"{"text": "a\nb", "runs": [{"text": "a\nb""#))
  }
}
