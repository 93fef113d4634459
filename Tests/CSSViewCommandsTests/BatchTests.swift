import CSSViewCommands
import Testing

@Suite("one process, many questions")
struct BatchTests {
  @Test("values: a line of JSON for each, and broken lines are answered too")
  func values() {
    let run = CommandRun(
      "value", "color", "--batch", input: "\"red\"\n{\n\n  \"#12\"\n\"hsl(120 100% 50%)\"\n")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0].contains("\"hex\": \"#ff0000ff\""))
    #expect(lines[1].hasPrefix("{\"error\": {\"message\": "))
    #expect(lines[2].hasPrefix("{\"error\": {\"message\": "))
    #expect(lines[3].contains("\"column\": 4"))
    #expect(lines[4].contains("\"hex\": \"#00ff00ff\""))
    #expect(run.status == .success)
  }

  @Test("the last line needs no line feed")
  func lastLine() {
    let run = CommandRun("measure", "--batch", input: "\"a\"\n\"b\"")
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.output.hasSuffix("\n"))
  }

  @Test("answers come out as soon as all lines that have come are answered")
  func flushing() {
    let run = CommandRun(
      ["measure", "--batch"], input: Array("\"ab\"\n\"cd\"\n".utf8), piece: 5)
    #expect(run.writes == 2)
  }

  @Test("lines that arrive in pieces are put together", arguments: 1...9)
  func pieces(size: Int) {
    let input = Array("\"grüß\"\n\"👨‍👩‍👧\"\n\"x\"".utf8)
    let whole = CommandRun(["measure", "--batch"], input: input)
    let parts = CommandRun(["measure", "--batch"], input: input, piece: size)
    #expect(parts.output == whole.output)
  }

  @Test("measure gives width, clusters, widths and breaks")
  func measure() {
    let run = CommandRun("measure", "--batch", input: #""a 世\nb""#)
    #expect(
      run.output == """
        {"width": 5, "clusters": ["a", " ", "世", "\\n", "b"], "widths": [1, 1, 2, 0, 1], \
        "breaks": [2, 6], "mandatory": [6]}

        """)
  }

  @Test("measure counts tabs to their stops and controls as they are shown")
  func measureControls() {
    let run = CommandRun(
      "measure", "--batch", input: #""\u001b[1m\tx\r\n\ty\r\u009b""#)
    #expect(run.output.contains(#""widths": [1, 1, 1, 1, 4, 1, 0, 8, 1, 1, 1]"#))
    #expect(run.output.hasPrefix(#"{"width": 20, "#))
  }

  @Test("measure counts as the terminal does that it is told of")
  func measureCodePoints() {
    let astronaut = "👩‍🚀"
    #expect(CommandRun("measure", astronaut).output.hasPrefix("width 2\nclusters 1\n"))
    let clusters = CommandRun("measure", "--width-rules", "clusters", astronaut)
    #expect(clusters.output.hasPrefix("width 2\nclusters 1\n"))
    let run = CommandRun("measure", "--width-rules", "codepoints", astronaut)
    #expect(run.output.hasPrefix("width 4\nclusters 1\n"))
    #expect(CommandRun("measure", "--width-rules", "cells", "x").status == .usage)
  }

  @Test("explain answers with the id of the question, whatever it is")
  func explain() {
    let run = CommandRun(
      "explain", "--batch",
      input: """
        {"id": [1, "x"], "sheet": {".b": {"color": "red"}}, "markup": "a<span class=b>b</span>"}
        {"id": 2, "css": "b { color: blue }", "markup": "<b>x</b>", "color": "16"}
        {"id": 3, "markup": "x"}
        {"id": 4, "css": "", "markup": "x", "widht": 10}
        {"id": 5, "css": "", "markup": "x", "width": "wide"}

        """)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix(#"{"id": [1, "x"], "version": 1, "text": "ab", "#))
    #expect(lines[0].contains(##""color": "#ff0000ff""##))
    #expect(lines[1].contains(##""color": "#0000ffff""##))
    #expect(lines[1].contains(#""environment": {"color": "16""#))
    #expect(lines[2].contains("missing 'sheet', 'css' or 'file'"))
    #expect(lines[3].contains("did you mean 'width'?"))
    #expect(lines[4].contains("\"column\": 46"))
  }

  static let explained: [(String, String)] = [
    (#""sheet": {"text": {"font-size": 20}}"#, #""font-size": 20,"#),
    (#""sheet": {"text": {"font-size": 20}}, "dialect": "css""#, #""font-size": 15,"#),
    (
      #""sheet": {"my_cell.big": {"color": "red"}}, "element": "MyCell", "class": "a big""#,
      ##""color": "#ff0000ff""##
    ),
    (#""css": "", "style": "color: lime""#, ##""color": "#00ff00ff""##),
    (
      #""css": "@media (min-height: 50lh) { text { opacity: 0.5 } }", "height": 60"#,
      #""opacity": 0.5"#
    ),
    (
      #""css": "@media (min-height: 50lh) { text { opacity: 0.5 } }", "height": null"#,
      #""opacity": 1"#
    ),
    (#""css": "", "contentSize": "AX5""#, #""contentSizeScale": 1.8"#),
    (#""css": "", "contentSize": 2"#, #""contentSizeScale": 2"#),
    (#""css": "", "background": "white""#, #""background": "light""#),
    (#""css": "", "background": "auto", "color": "auto""#, #""color": "truecolor""#),
    (#""css": "", "class": null"#, #""classes": []"#),
    (#""css": "", "class": 3"#, "'class': expected a string"),
    (
      #""css": "", "background": "clear""#, "invalid value 'clear' for 'background'; use auto, dark"
    ),
    (#""css": "", "dialect": "scs""#, "'scs' for 'dialect'; did you mean 'css'?"),
    (#""css": "", "height": -1"#, "invalid value '-1' for 'height'; use 1 to 10000"),
    (#""css": "", "sheet": {}"#, "use only one of 'sheet', 'css' and 'file'"),
    (#""sheet": "fjord""#, "'sheet': expected an object"),
    (#""file": "/no/such.css""#, "/no/such.css: no such file"),
    (#""file": "/""#, "/: is a directory"),
  ]

  @Test("a question to explain says what differs from the options", arguments: explained)
  func explainedAs(members: String, part: String) {
    let run = CommandRun("explain", "--batch", input: "{\"markup\": \"x\", \(members)}\n")
    #expect(run.output.contains(part), "\(run.output)")
    #expect(run.status == .success && run.output.split(separator: "\n").count == 1)
  }

  @Test(
    "an explanation has text-overflow as it is computed",
    arguments: [
      ("clip", "null"), ("ellipsis", #""ellipsis""#), ("'>'", #"">""#),
      ("ellipsis clip", #""ellipsis clip""#), ("'<' clip", #""< clip""#), ("middle", #""middle""#),
      ("'~' middle", #""~ middle""#),
    ])
  func overflow(value: String, written: String) {
    let run = CommandRun(
      "explain", "--batch",
      input: #"{"css": "", "markup": "x", "style": "text-overflow: \#(value)"}"#)
    #expect(run.output.contains("\"text-overflow\": \(written)"), "\(run.output)")
  }

  @Test(
    "an id comes back exactly as it was written",
    arguments: [
      ("12345678901234567890123", nil), ("1e400", nil), ("-0", nil), ("1.50", nil), ("null", nil),
      (#""a\ud800\/\"\\""#, nil), (#"{"b": 1, "a": [true, {}], "b": 2}"#, nil),
      ("[1,  /* one */ 2,]", "[1, 2]"),
      ("\"\u{202E}\"", #""\u202e""#), ("\"\u{9B}\"", #""\u009b""#),
    ])
  func verbatim(id: String, answer: String?) {
    let run = CommandRun(
      "explain", "--batch", input: "{\"id\": \(id), \"css\": \"\", \"markup\": \"\"}\n")
    #expect(run.output.hasPrefix("{\"id\": \(answer ?? id), \"version\": 1, "))
    let refused = CommandRun("explain", "--batch", input: "{\"id\": \(id), \"css\": \"\"}\n")
    #expect(refused.output.hasPrefix("{\"id\": \(answer ?? id), \"error\": "))
  }

  @Test("bytes that are no UTF-8, empty lines and CRLF do not disturb the next line")
  func brokenLines() {
    let good = #"{"id": 1, "css": "", "markup": "x"}"#
    let input = Array("\r\n \t\n\n\(good)\r\n{\"id\": \"".utf8) + [0xFF, 0xC3] + Array(#""}"#.utf8)
    let run = CommandRun(["explain", "--batch"], input: input + Array("\n\0\n[]\n\(good)".utf8))
    let lines = run.output.split(separator: "\n").map(String.init)
    // Who counts answers gets one for a line without a question, too.
    #expect(lines.count == 8)
    for empty in lines.prefix(3) { #expect(empty.hasPrefix(#"{"error": {"message": "#)) }
    #expect(lines[3] == lines.last)
    #expect(lines[3].hasPrefix(#"{"id": 1, "version": 1, "#))
    #expect(lines[4].hasPrefix("{\"id\": \"\u{FFFD}\u{FFFD}\", \"error\": "))
    #expect(lines[5].hasPrefix(#"{"error": "#))
    #expect(lines[6] == #"{"error": {"message": "expected a JSON object", "column": 1}}"#)
    #expect(run.status == .success)
  }
}
