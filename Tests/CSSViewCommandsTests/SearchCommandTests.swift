import TestSupport
import Testing

@testable import CSSViewCommands

/// `--mark`, `--mark-as`, `--only` and `--hide`, and colours for values.
@Suite("Looking for something") struct SearchCommandTests {
  private static let log = """
    10:00:00 INFO started
    10:00:01 ERROR failed to store
    java.io.IOException: full
    \tat a.B.c(B.java:1)
    Caused by: x
    10:00:02 FATAL stopped
    10:00:03 DEBUG tick
    ::error::no line of ours

    """

  private func shown(_ arguments: [String], _ input: String = log, piece: Int? = nil) -> String {
    let bytes = Array(input.utf8)
    let run =
      piece.map { CommandRun(["render", "log"] + arguments, input: bytes, piece: $0) }
      ?? CommandRun(["render", "log"] + arguments, input: bytes)
    #expect(run.errors == "" && run.status == .success)
    return run.output
  }

  @Test(
    "lines are chosen by the classes of what is found in them",
    arguments: [
      (["--only", "fatal"], [5]), (["--only", "error"], [1, 2, 3, 4, 5]),
      (["--only", "debug,info"], [0, 6]), (["--only", "debug", "--only", "info"], [0, 6]),
      (["--hide", "error"], [0, 6, 7]), (["--hide", "error,debug"], [0, 7]),
      (["--only", "error", "--hide", "fatal"], [1, 2, 3, 4]), (["--only", "command"], [7]),
    ])
  func chosenLines(options: [String], lines: [Int]) {
    let all = Self.log.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { all[$0] + "\n" }.joined()
    for form in ["text", "ansi"] {
      let arguments = ["--from", form] + options
      #expect(shown(arguments) == text, "\(form)")
      #expect(shown(arguments, piece: 7) == text)
      // The last line has no line feed.
      let cut = String(Self.log.dropLast())
      let end = lines.last == 7 ? String(text.dropLast()) : text
      #expect(shown(arguments, cut) == end)
    }
  }

  @Test("pictures, pages and JSON have the chosen lines only")
  func forms() {
    for form in ["svg", "html", "json"] {
      let output = shown(["--from", "text", "--only", "debug", "--to", form])
      #expect(output.contains("tick") && !output.contains("started"), "\(form)")
      #expect(!output.contains("failed"))
    }
    let lines = shown(["--from", "text", "--only", "debug", "--to", "json"])
    #expect(lines.split(separator: "\n").count == 1)
  }

  @Test("lines of markup have the classes of open elements")
  func markup() {
    let text = "a <span class=error>b\nc</span> d\ne\n<i class=x>f</i>\n"
    let sheet = ["--from", "markup", "--document", "--quiet"]
    #expect(shown(sheet + ["--only", "error"], text) == "a b\nc d\n")
    #expect(shown(sheet + ["--hide", "error,x"], text) == "e\n")
    #expect(shown(sheet + ["--only", "x"], text) == "f\n")
    let boxes = "<b class=x style='display: inline-block; width: 5ch'>f</b>|\ng\n"
    #expect(shown(sheet + ["--hide", "x"], boxes) == "g\n")
    #expect(shown(sheet + ["--only", "x"], boxes) == "f    |\n")
  }

  @Test("coloured text has the classes of its colours")
  func colors() {
    let text = "\u{1B}[31mred\u{1B}[0m x\nplain\n\u{1B}[32mgreen\nmore\u{1B}[0m\n"
    let form = ["--from", "ansi"]
    #expect(shown(form + ["--only", "fg-red"], text) == "red x\n")
    #expect(shown(form + ["--only", "fg-green"], text) == "green\nmore\n")
    #expect(shown(form + ["--hide", "fg-green,fg-red"], text) == "plain\n")
  }

  @Test("a very long line is decided by its start, and takes no memory")
  func longLines() {
    let long = String(repeating: "x", count: 300_000)
    let text = "ERROR a\n\(long)\n\(long) ERROR\nERROR b\n"
    func plain(_ options: [String]) -> String {
      CommandRun(["render", "log", "--from", "text"] + options, input: Array(text.utf8)).output
    }
    #expect(plain(["--only", "error"]) == "ERROR a\nERROR b\n")
    #expect(plain(["--hide", "error"]) == "\(long)\n\(long) ERROR\n")
    let markup = "<u class=a>\(long)</u>\n<u class=b>\(long)</u>\n"
    let kept = CommandRun(["render", "none", "--only", "a"], input: Array(markup.utf8))
    #expect(kept.output == long + "\n")
  }

  @Test("what is marked is found inside other matches, and is shown in reverse")
  func marks() {
    let text = #"a "b c" d 10.0.0.1"# + "\n"
    for form in [["--from", "text"], ["--from", "ansi"], ["--from", "markup"]] {
      let run = CommandRun(
        ["render", "log", "--color", "16", "--mark", #"\w c"|10\.0"#, "--quiet"] + form,
        input: Array(text.utf8))
      #expect(run.errors == "")
      #expect(run.visible.matches(of: /␛\[(?:[0-9]+;)*7m/).count == 2, "\(run.visible)")
    }
    let html = shown(
      [
        "--from", "text", "--mark-as", "warn=b c", "--mark", "(?<end>d) 1", "--to", "html",
        "--fragment",
      ], text)
    #expect(html.contains("warn") && html.contains("mark") && html.contains("end"))
  }

  @Test("a rule of the stylesheet takes the place of the reverse")
  func ownMark() {
    let run = CommandRun(
      ["render", "log", "--color", "16", "--mark", "x", "--css", ".mark { color: ansi(1) }"]
        + ["--css", ".mark { text-decoration-line: none }", "--from", "text"], text: "x")
    #expect(run.visible == "␛[31mx␛[0m")
    let own = CommandRun(
      ["render", "log", "--only", "slow", "--mark-as", "slow=[0-9]{4} ms", "--from", "text"],
      text: "took 10 ms\ntook 2000 ms\n")
    #expect(own.output == "took 2000 ms\n")
  }

  @Test(
    "classes that no line can have, and what is no pattern, are usage errors",
    arguments: [
      (["--only", "eror"], "no line can have the class 'eror' of '--only'; did you mean 'error'?"),
      (["--hide", "xyzzy"], "no line can have the class 'xyzzy' of '--hide'; choose one of "),
      (["--only", ","], "'--only' needs a class, such as error"),
      (["--mark", "("], "invalid pattern '(' in '--mark': '(' has no ')'"),
      (["--mark", ""], "'--mark' needs a pattern"),
      (["--mark-as", "x"], "'--mark-as' needs a class and a pattern"),
      (["--mark-as", "=x"], "'--mark-as' needs a class and a pattern"),
      (["--only", "error", "--lines", "--jobs", "2"], "'--jobs' cannot be used with '--only'"),
    ])
  func refused(options: [String], message: String) {
    let run = CommandRun(["render", "log", "--from", "text"] + options, text: "x")
    #expect(run.status == .usage && run.errors.contains(message), "\(run.errors)")
  }

  @Test("documents have no lines to choose", arguments: ["markdown", "html", "csv"])
  func documents(format: String) {
    for options in [["--mark", "x"], ["--only", "x"]] {
      let run = CommandRun(["render", "none", "--from", format] + options, text: "x")
      let message = "'\(options[0])' cannot be used with '--from \(format)'"
      #expect(run.status == .usage && run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test("stack traces belong to the line before them")
  func traces() {
    let python = """
      INFO a
      Traceback (most recent call last):
        File "x.py", line 1
          f()
      ValueError: y
      INFO b

      """
    #expect(
      shown(["--from", "text", "--hide", "error"], python) == "INFO a\nINFO b\n")
    let go = """
      2026-11-26 07:58:00 INFO a
      panic: boom

      goroutine 1 [running]:
      main.main()
      \t/x/main.go:5 +0x1d
      exit status 2
      done

      """
    #expect(
      shown(["--from", "text", "--only", "error"], go)
        == go.replacing("2026-11-26 07:58:00 INFO a\n", with: "").replacing("done\n", with: ""))
    let html = shown(["--from", "text", "--to", "html", "--fragment"], "ERROR x\n  at y\n")
    #expect(html.contains(#"class="continued""#))
    // Without a level before it, an indented line is text.
    #expect(
      !shown(["--from", "text", "--to", "html", "--fragment"], "x\n  at y\n").contains("conti"))
  }

  @Test("each value has its colour, the same one everywhere")
  func hues() {
    func run(_ css: String, _ text: String) -> String {
      CommandRun(
        ["render", "none", "--from", "text", "--color", "truecolor", "--css", css],
        input: Array(text.utf8)
      ).visible
    }
    let css =
      #"@highlight pod "web-\d|db"; .pod { color: oklch(75% .12 hue-of(attr(data-value))) }"#
    let shown = run(css, "web-1 web-2 web-1 db")
    let colors = shown.matches(of: /38;2;[0-9;]+m([a-z0-9-]+)/).map { ($0.1, $0.0) }
    #expect(colors.count == 4)
    #expect(
      colors[0] == colors[2] && Set(colors.map { String($0.1.dropLast($0.0.count)) }).count == 3)
    let written = #"@highlight pod "db"; .pod { color: oklch(75% .12 hue-of("db")) }"#
    #expect(run(written, "db").contains(colors[3].1.dropLast(2)))
    let named = #"@highlight pod "db"; .pod { --c: hue-of("db"); color: oklch(75% .12 var(--c)) }"#
    #expect(run(named, "db") == run(written, "db"))
    // A group has its own text.
    let group =
      #"@highlight p "^(?<pod>\w+) +\|"; .pod { color: oklch(75% .12 hue-of(attr(data-value))) }"#
    #expect(run(group, "db   |").contains(colors[3].1.dropLast(2)))
    let selector = #"@highlight pod "web-\d"; .pod[data-value="web-2"] { font-weight: bold }"#
    #expect(run(selector, "web-1 web-2") == "web-1 ␛[1mweb-2␛[0m")
    let wrong = CommandRun(
      "render", "none", "--css", "b { color: oklch(75% .12 hue-of(12)) }", input: "x")
    #expect(wrong.errors.contains("hue-of"))
  }

  @Test("log gives what stands in front of lines a colour of its own")
  func origins() {
    let run = CommandRun(
      ["render", "log", "--from", "text", "--color", "truecolor", "--background", "dark"],
      text: "web_1  | ok\ndb_1   | x\n[pod/web-1/app] x\n")
    #expect(run.visible.matches(of: /38;2;[0-9;]+m(?:web_1|db_1|pod\/web-1\/app)␛/).count == 3)
  }
}

extension CommandRun {
  /// Runs a command with a text as standard input.
  init(_ arguments: [String], text: String) {
    self.init(arguments, input: Array(text.utf8))
  }
}
