import CSSViewCommands
import TestSupport
import Testing

@Suite("Messages")
struct MessageTests {
  /// Stylesheets with mistakes.
  static let sheets = [
    ".a { colr: red; color: gren; padding: 1; width: calc(1px+2px); color: rgb(1 2 x) }",
    ".a::bfore { } .b:hovr { } .c > > .d { } .e[x=] { } .f:nth-child(z) { } .g:is(.h, ::before) { }",
    ".a { color: red\n margin: 2px } .b { color rgb(1 } .c { : red; 1: 2 } .d { color: { a: b } }",
    "@import 'no.css'; .a { color: var(--a); --b: var(--c); --c: var(--b); --d: 1 } @foo; @font-face { }",
    ".a { color: red; color: lime; padding: 1px } .a { color: lime; padding: 0 } // x\n.b { color: red }",
    ".a { background: url(a b); color: red !imprtant; text-decoration: none underline; display: bloc }",
    "@media (widht > 3), foo bar, (x { .a { } } .b { color: red ) } .c { content: attr(title) }",
    ".a { color: 'x\n } } .b { transform: none; -x-y: z; color: env(x); content: 'y' } :root { color: red }",
    ".a { color: #777; background: #888 } .b { color: #787878; background: #888 } .c { /* ",
    #"{"@dialect": "vewcss", ".a": {"color": "gren", "colr": 1, "top": null, "color:selectd": "x"}}"#,
    #"{.a: "red", 'b': {"color": 'red', "opacity": .5, "x": True, "y": a b}, ".c": {"d": "a\qb" "e"}"#,
    ##"{"@medai (x)": {}, ".a > .b": {}, ".a.b": {}, "#c": {}, ".d": 3, ".d": {}, "b": {"color" "red",}}}"##,
    #"{"@imports": [1, "no"], "@palette": 2, ".a": {"padding": "1", "color": "rgb(1, 2, 3, 1)"}, // x"#,
    #"{".a": {"color": "red !important", "font": {"x": 1}, "border": [1]}, "MyCell": {}, "my_cell": {}"#,
    "", "[1]", "{\"a\": \"\u{1}\\ud800\\u12\"} x", "\u{FFFE}.a { }",
  ]

  /// Markup with mistakes.
  static let texts = [
    "<foo>a</foo> <b &&>x</b> 5 < 6 & 7 &copy &nosuch; &#0; <i>x <b>y</i></b> </u> <u>",
    "<span class=a class=b titel=x>z</span> <a href='gopher://x'>l</a> <i id='x'style='colr: red'>q</i>",
    "\u{1B}[2J\u{7}\u{7F} \u{202E} \u{85} \u{FE0F} \u{1F3F4}\u{E0067} {nmae} <b class=nope>x</b>",
    "<!-- x\n<span class='y\n", "a\u{300}" + String(repeating: "\u{301}", count: 40),
  ]

  /// The commands that read a stylesheet and markup.
  static let commands = ["preview", "render", "explain", "snoop"]

  /// The messages among the lines of a report, each without its place, severity and code.
  private static func messages(of run: CommandRun) -> [String] {
    let place = #/^(?:cssview|[^ ]+:\d+:\d+): (?:(?:error|warning|note): )?/#
    return (run.output + run.errors).split(separator: "\n").compactMap { line in
      guard let start = line.firstMatch(of: place), !line.contains(" more [") else { return nil }
      let message = line[start.range.upperBound...].split(separator: #/ \[[a-z0-9-]+\]/#).first
      return message.map(String.init)
    }
  }

  /// True for `what is wrong; what to do`: in lower case, without a full stop, in straight quotes,
  /// which options have, too, except in a command to copy.
  private static func isPlain(_ message: String) -> Bool {
    let isCapital = message.prefixMatch(of: #/[A-Z][a-z]/#) != nil
    let isQuoted =
      message.replacing(#/'(?:cssview )?[^' ]*--[a-z][^']*'|: (?:cssview|--).*/#, with: "")
      .firstMatch(of: #/--[a-z]/#) == nil
    return isQuoted && !isCapital && message.last != "."
      && !message.contains(#/[“”‘’]| sheets? | told /#)
  }

  @Test("of check are plain", arguments: sheets)
  func check(sheet: String) throws {
    let markup = try ScratchFile(Self.texts.joined(separator: "\n"))
    let options = ["--markup", markup.path, "--contrast", "AA", "--distinct"]
    let run = CommandRun(["check", "-"] + options, input: Array(sheet.utf8))
    let messages = Self.messages(of: run)
    #expect(messages.count > 5 && messages.filter { !Self.isPlain($0) } == [])
  }

  @Test("about arguments are plain", arguments: UsageTests.cases)
  func usage(arguments: [String], reason: String) {
    let messages = Self.messages(of: CommandRun(arguments))
    #expect(messages.count == 1 && messages.allSatisfy(Self.isPlain))
  }

  @Test("call nothing an error where the status is 0", arguments: sheets)
  func severity(sheet: String) throws {
    let file = try ScratchFile(sheet)
    for command in Self.commands {
      for text in Self.texts {
        let arguments = [command, file.path] + (command == "preview" ? ["--file", "-"] : ["-"])
        let run = CommandRun(arguments, input: Array(text.utf8))
        #expect(run.status != .success || !run.errors.contains("error: "), "\(run.errors)")
        #expect(Self.messages(of: run).allSatisfy(Self.isPlain), "\(run.errors)")
      }
    }
  }

  @Test("call a mistake an error where it fails the command", arguments: commands)
  func strict(command: String) {
    let arguments = [command, "-", command == "snoop" || command == "render" ? "/dev/null" : "x"]
    let sheet = Array(".a { colr: red }".utf8)
    let usable = CommandRun(arguments, input: sheet)
    #expect(usable.status == .success && usable.errors.contains(": warning: unknown property"))
    let strict = CommandRun(arguments + ["--strict"], input: sheet)
    #expect(strict.status == .unusableInput && strict.errors.contains(": error: unknown property"))
    let unusable = CommandRun(arguments, input: Array("[1]".utf8))
    #expect(unusable.status == .unusableInput && unusable.errors.contains(": error: "))
  }
}
