import CSSViewCommands
import TestSupport
import Testing

/// What gets into the program by any road, and what of it gets out.
@Suite("Hostile text by every road")
struct HostileRoadTests {
  /// Pieces that a terminal, an editor or a reader would obey or be misled by.
  private static let payloads: [String] = [
    "\u{1B}[2J\u{1B}]0;title\u{7}\u{1B}]52;c;QUFB\u{7}", "\u{9B}2J\u{9D}0;t\u{9C}",
    "\u{202E}abc\u{2066}def", "a\u{8}\u{7F}\u{B}\u{C}b", "x\u{FEFF}\u{E0041}\u{E007F}y",
    scalar(0xFDD0) + scalar(0xFFFE) + scalar(0x1FFFF) + scalar(0x10FFFF), "\u{2028}\u{2029}\r",
  ]

  /// A scalar that cannot be written as a literal.
  private static func scalar(_ value: UInt32) -> String {
    Unicode.Scalar(value).map { String($0) } ?? ""
  }

  /// Commands with `@` where the payload goes; `MARKUP` and `SHEET` are standard input.
  private static let roads: [[String]] = [
    ["preview", "fjord", "@ <b class='@' id='@' title=\"@\">@</b><a href='http://x/@'>@</a><@>"],
    ["preview", "fjord", "{n}", "--set", "n=@"], ["preview", "fjord", "x", "--class", "@"],
    ["preview", "fjord", "x", "--element", "@"],
    ["preview", "fjord", "x", "--style", "color: @; @"],
    ["preview", "fjord", "x", "--color", "@"], ["preview", "fjord", "x", "--width", "@"],
    ["preview", "fjord", "x", "--to", "svg", "--window", "@"],
    ["preview", "fjord", "<b class='@'>@</b>", "--to", "svg"],
    ["preview", "fjord", "<b class='@'>@</b>", "--to", "html", "--fragment"],
    ["preview", "fjord", "<b class='@'>@</b>", "--to", "json"],
    ["preview", "/nowhere/@", "x"], ["preview", "@", "x"], ["preview", "fjord", "x", "--@"],
    ["preview", "fjord", "-", "--file", "@"], ["preview", "fjord", "x", "-o", "/nowhere/@"],
    ["render", "fjord", "/nowhere/@"], ["explain", "fjord", "@ <b class='@' style='@: @'>@</b>"],
    ["explain", "fjord", "@ <b class='@' style='@: @'>@</b>", "--json"],
    ["check", "/nowhere/@"], ["value", "string", "@"], ["value", "string", "@", "--json"],
    ["value", "color", "@"], ["value", "@", "red"], ["value", "url", "@", "--json"],
    ["measure", "@"], ["measure", "@", "--json"], ["schema", "@"], ["themes", "@"], ["@"],
    ["convert", "/nowhere/@", "--to", "css"], ["snoop", "/nowhere/@"], ["doctor", "--@"],
  ]

  /// The same, with what is read from standard input.
  private static let inputs: [(arguments: [String], input: String)] = [
    (["render", "fjord", "-", "--color", "16"], "<b class='@'>@</b><@>\n@ &#27;&#155;\n"),
    (["render", "fjord", "-", "--to", "html"], "<b class='@'>@</b><a href='x@'>@</a>\n"),
    (["render", "fjord", "-", "--to", "json"], "<b class='@' data-x='@'>@</b>\n"),
    (["render", "fjord", "-", "--from", "ansi"], "@\u{1B}[31m@\n"),
    (["snoop", "fjord"], "<b class='@ b'>@</b>"),
    (["check", "fjord", "--markup", "-", "--format", "json"], "<b class='@'>@</b><@ x='@'>"),
    (["check", "-", "--format", "sarif"], ".@ { @: @ } @import '@'; .a { color: '@' }"),
    (["check", "-"], ".@ { @: @ } @media (@) { } @@ {}"),
    (["check", "-"], #"{".@": {"@": "@", "color": "@"}, "@@": 1}"#),
    (["convert", "-", "--to", "css", "--format", "json"], #"{".@": {"--x": "@"}}"#),
    (["convert", "-", "--to", "json", "--format", "css"], ".a { --x: '@'; /* @ */ }"),
    (["explain", "--batch"], #"{"id": "@", "css": ".a { color: @ }", "markup": "@"}"#),
    (["measure", "--batch"], "\"@\"\n@\n"), (["value", "string", "--batch"], "\"@\"\n@\n"),
  ]

  /// Documents, data and plain text, in each format that reads them.
  private static let documents: [(arguments: [String], input: String)] = {
    let markdown = """
      # @ \\@ &#27;[2J &#155;
      > - @ `@` <b class='@'>@</b> [@](http://x/@ "@") ![@](@)
      ```@
      @
      ```
      | @ | b |
      |---|---|
      | @ | @ |
      [^@]: @
      """
    let html = "<h1 class='@'>@</h1><!-- @ --><p title='@'>@ &#27;[2J<a href='http://x/@'>@</a><@>@"
    let csv = "a@,b\n@,\"@\n@\"\n@\n"
    let objects = """
      {"@": "@", "b": {"@": 1}, "\\u001b[2J": "\\u001b[2J\\u009b2J\\u202e"}
      {"level": "\\u001b[2J@", "msg": "\\u0008\\u007f"}
      @
      """
    let pages = [[], ["--color", "16"], ["--to", "html"], ["--to", "json"], ["--width", "9"]]
    let pictures = [["--to", "svg"], ["--to", "plain"]]
    let text = "12:00 ERROR @ http://x/@ @\n@"
    var all: [(arguments: [String], input: String)] = []
    for (format, input) in [
      ("markdown", markdown), ("html", html), ("csv", csv), ("tsv", csv.replacing(",", with: "\t")),
      ("jsonl", objects), ("text", text),
    ] {
      for options in pages + (format == "text" ? [] : pictures) {
        all.append((["render", "--from", format, "table", "-"] + options, input))
      }
      all.append((["render", "--from", format, "log", "-"], input))
    }
    for format in ["csv", "jsonl"] {
      let template = "<b class='{a} {@}' title='{b}'>{…} {level}</b> @"
      all.append(
        (["render", "--from", format, "none", "-", "--template", template], csv + objects))
      all.append((["render", "--from", format, "table", "-", "--columns", "a,@"], csv + objects))
    }
    for form in ["html", "markup"] {
      all.append((["convert", "--from", "markdown", "--to", form], markdown))
      all.append((["convert", "--from", "html", "--to", form], html))
      all.append((["convert", "--from", "csv", "--to", form], csv))
      all.append((["convert", "--from", "jsonl", "--to", form], objects))
    }
    all.append((["convert", "--from", "markdown", "--to", "html", "--allow-html"], markdown))
    for format in ["markdown", "html", "csv", "jsonl", "text"] {
      let input = (format == "jsonl" ? objects : format == "csv" ? csv : markdown)
      all.append((["preview", "fjord", "--from", format, "-"], input))
      all.append((["explain", "log", "--from", format, "-"], input))
    }
    return all
  }()

  /// What is in a text that must not be.
  private static func intruder(in text: String) -> String? {
    var escapes = text.replacing("\u{1B}\\", with: "")
    for start in ["\u{1B}[", "\u{1B}]8;"] { escapes = escapes.replacing(start, with: "") }
    for scalar in escapes.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: break
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029, 0xFEFF,
        0xE0000...0xE007F, 0xFDD0...0xFDEF:
        return "U+\(String(scalar.value, radix: 16))"
      default:
        if scalar.value & 0xFFFE == 0xFFFE { return "U+\(String(scalar.value, radix: 16))" }
      }
    }
    // An erased screen, whoever wrote it.
    return text.contains("\u{1B}[2J") ? "ED" : nil
  }

  @Test("nothing of it is left that anybody obeys", arguments: payloads)
  func payload(payload: String) {
    for terminal in [nil, (80, 24)] as [(Int, Int)?] {
      for road in Self.roads {
        let arguments = road.map { $0.replacing("@", with: payload) }
        let run = CommandRun(arguments, terminal: terminal)
        #expect(Self.intruder(in: run.output) == nil, "\(road): output")
        #expect(Self.intruder(in: run.errors) == nil, "\(road): errors")
      }
      for (road, text) in Self.inputs + Self.documents {
        let input = Array(text.replacing("@", with: payload).utf8)
        let run = CommandRun(road, input: input, terminal: terminal)
        #expect(Self.intruder(in: run.output) == nil, "\(road), \(text): output")
        #expect(Self.intruder(in: run.errors) == nil, "\(road), \(text): errors")
      }
      for name in ["TERM", "COLORTERM", "NO_COLOR", "CSSVIEW_PALETTE", "LANG", "TERM_PROGRAM"] {
        let environment = ["TERM": "xterm"].merging([name: payload]) { $1 }
        for arguments in [["doctor"], ["doctor", "--json"], ["preview", "fjord", "x"]] {
          let run = CommandRun(arguments, terminal: terminal, environment: environment)
          #expect(Self.intruder(in: run.output + run.errors) == nil, "\(name): \(arguments)")
        }
      }
    }
  }

  @Test("one text keeps its words in every form", arguments: 1...6)
  func words(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let tags = ["b", "i", "u", "mark", "code", "span class=ok", "span class='fail bold'"]
    var words: [String] = []
    var markup = ""
    for number in 0..<40 {
      // Pages and pictures set characters of other scripts apart.
      let word = "w\(number)\(["", "x", "yz"].randomElement(using: &generator) ?? "")"
      words.append(word)
      let tag = tags.randomElement(using: &generator) ?? "b"
      let end = tag.split(separator: " ").first ?? "b"
      markup += Bool.random(using: &generator) ? "<\(tag)>\(word)</\(end)>" : word
      markup += number % 9 == 8 ? "\n" : " "
    }
    let forms: [[String]] = [
      ["preview", "fjord", markup], ["preview", "fjord", markup, "--color", "truecolor"],
      ["preview", "fjord", markup, "--to", "plain"], ["preview", "fjord", markup, "--to", "html"],
      ["preview", "fjord", markup, "--to", "svg"], ["preview", "fjord", markup, "--to", "json"],
      ["explain", "fjord", markup], ["explain", "fjord", markup, "--json"],
    ]
    let streams = [
      [], ["--color", "16"], ["--width", "30"], ["--to", "html"], ["--to", "json"],
    ]
    .map { ["render", "fjord", "-"] + $0 }
    for arguments in forms + streams {
      let input = arguments[0] == "render" ? Array(markup.utf8) : []
      let run = CommandRun(arguments, input: input)
      #expect(run.status == .success, "\(arguments)")
      var rest = run.output[...]
      for word in words {
        guard let place = rest.firstRange(of: word) else {
          Issue.record("seed \(seed): \(word) is not in \(arguments.last ?? "")")
          break
        }
        // An explanation names a run once and then its declarations.
        rest = rest[place.upperBound...]
      }
    }
  }
}
