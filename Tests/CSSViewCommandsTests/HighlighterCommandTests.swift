import TestSupport
import Testing

@testable import CSSViewCommands

/// Code of Markdown that a program of the user colours.
@Suite("--code-highlighter") struct HighlighterCommandTests {
  private let plain = "text\n\n │ let a = \"<b>\"\n │\n │ b\n"

  private func render(
    _ command: String?, _ text: String = "text\n\n```swift\nlet a = \"<b>\"\n\nb\n```\n",
    variable: String? = nil, piece: Int = .max
  ) -> CommandRun {
    var environment = ["TERM": "xterm-256color"]
    if let variable { environment["CSSVIEW_HIGHLIGHT"] = variable }
    let option = command.map { ["--code-highlighter", $0] } ?? []
    return CommandRun(
      ["render", "--from", "markdown", "markdown", "--color", "truecolor"] + option,
      input: Array(text.utf8), piece: piece, environment: environment)
  }

  private func run(_ script: String, _ text: String? = nil) throws -> CommandRun {
    let file = try ScratchFile(script)
    let command = "sh '\(file.path)' {}"
    return text.map { render(command, $0) } ?? render(command)
  }

  /// The text without its colours.
  private func letters(_ run: CommandRun) -> String { letters(run.output) }

  private func letters(_ text: String) -> String {
    text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
  }

  @Test("colours code as for a terminal, with the language as one argument")
  func colors() throws {
    let script = #"[ "$#$1" = 1swift ] && sed "s/.*/$(printf '\033')[31m&$(printf '\033')[0m/""#
    let run = try run(script)
    #expect(run.visible.contains("␛[31mlet a = \"<b>\"␛[0m"))
    #expect(run.errors == "")
    #expect(letters(run) == plain)
  }

  @Test(
    "code stays plain, with a finding, if the program does not do its work",
    arguments: [
      ("exit 3", "fails with exit status 3"), ("cat; exit 4", "fails with exit status 4"),
      ("kill -9 $$", "is ended by a signal"), ("cat; echo more", "changes the text"),
      ("exit 0", "changes the text"), ("tr a e", "changes the text"),
      ("tr -d '\\n'", "changes the text"), ("yes", "writes too much"),
    ])
  func failures(script: String, message: String) throws {
    let run = try run(script)
    #expect(letters(run) == plain)
    #expect(
      letters(run.errors)
        == "cssview: warning: 'sh' \(message); code in 'swift' is shown without its colours "
        + "[plain-code]\n")
    // The patterns of the stylesheet still colour it.
    #expect(run.bytes == render(nil).bytes)
    #expect(run.status == .success)
  }

  @Test("a program that hangs is ended with what it has started, and is not run again")
  func hangs() throws {
    let start = ContinuousClock.now
    let text = "```swift\na\n```\n\n```c\nb\n```\n"
    let run = try run("sleep 60 & sleep 60", text)
    #expect(letters(run) == " │ a\n\n │ b\n")
    #expect(
      letters(run.errors)
        == "cssview: warning: 'sh' takes over five seconds; code is shown without its colours "
        + "[plain-code]\n")
    #expect((.seconds(5)..<(.seconds(30))).contains(ContinuousClock.now - start))
  }

  @Test("a program that is not there is told once")
  func missing() {
    let run = render("no-such-program -l {}", "```c\na\n```\n\n```d\nb\n```\n")
    #expect(letters(run) == " │ a\n\n │ b\n")
    #expect(
      letters(run.errors)
        == "cssview: warning: 'no-such-program' cannot be run: no such file or directory; "
        + "code is shown without its colours [plain-code]\n")
  }

  @Test(
    "only a name of a language is an argument, and never the program",
    arguments: ["", "-x", "a;b", "$(x)", "a'b", "a\u{E9}", "../a b", "a/b"])
  func names(language: String) throws {
    let isName = language == "../a b"
    let text = "```\(isName ? "..a b" : language)\na\n```\n"
    let run = try run(#"[ "$1" = ..a ] && exit 7; exit 8"#, text)
    #expect(run.errors.contains("exit status") == isName)
    #expect(!run.errors.contains("status 8"))
    #expect(render("{}", "```sh\nexit 1\n```\n").errors.contains("'{}' cannot be run"))
  }

  @Test("other control sequences of the program do nothing")
  func controls() throws {
    let run = try run(#"printf '\033]52;c;eA==\007\033[2J'; cat"#)
    #expect(letters(run) == plain)
    #expect(run.errors == "")
  }

  @Test(
    "knows the background, if anybody does",
    arguments: [
      (["--background", "light"], "light"), (["--background", "#102030"], "#102030"), ([], "none"),
    ])
  func background(options: [String], value: String) throws {
    let directory = try ScratchDirectory()
    let script = try directory.file(
      "s", "printenv CSSVIEW_BACKGROUND >$0.out || echo none >$0.out; cat")
    _ = CommandRun(
      ["render", "--from", "markdown", "none", "--code-highlighter", "sh '\(script)'"] + options,
      input: Array("```c\na\n```\n".utf8), environment: ["TERM": "xterm-256color"])
    #expect(try directory.shell("cat s.out") == value + "\n")
  }

  @Test("is asked for by the option or the variable, and by nothing else")
  func asking() {
    let fails = "sh -c 'exit 5' {}"
    #expect(render(nil).errors == "")
    #expect(render(fails).errors.contains("status 5"))
    #expect(render(nil, variable: fails).errors.contains("status 5"))
    #expect(render("", variable: fails).errors == "")
    #expect(render("sh -c 'exit 6'", variable: fails).errors.contains("status 6"))
    let other = CommandRun(
      "render", "--from", "html", "markdown", "--code-highlighter", "cat", input: "<p>")
    #expect(other.errors.contains("'--code-highlighter' needs '--from markdown'"))
  }

  @Test("much code goes through, read or not")
  func length() throws {
    let code = String(repeating: "let aaaaaaaaaaaaaaaaaaaa = 1\n", count: 20_000)
    let text = "```swift\n\(code)```\n"
    let run = try run("cat", text)
    #expect(run.errors == "")
    #expect(letters(run) == letters(render(nil, text)))
    #expect(try self.run("exit 3", text).errors.contains("status 3"))
  }

  @Test("any cut of the input gives the same bytes")
  func cuts() throws {
    let file = try ScratchFile(#"printf '\033[35m'; cat"#)
    let text = "> ```c\n> a\n> ```\n- ~~~d\n  b\n\n  c\n\n```e\nd"
    let whole = render("sh \(file.path)", text)
    #expect(whole.output.contains("\u{1B}[35m"))
    for piece in [1, 3, 7] {
      #expect(render("sh \(file.path)", text, piece: piece).bytes == whole.bytes)
    }
  }
}
