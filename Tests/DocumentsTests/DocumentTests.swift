import Bytes
import CellLayout
import DataRecords
import Diagnostics
import StyledText
import Styling
import TestSupport
import Testing

@testable import Documents
@testable import Rendering
@testable import TerminalOutput

/// A document as it is shown in so many columns, without colours.
private struct Shown {
  let html: String
  var css = ""
  var columns = 20
  var isFlat = false

  private var environment: Environment {
    var environment = Environment(columns: columns, colorDepth: .none)
    environment.isFlat = isFlat
    return environment
  }

  private var renderer: TextRenderer {
    var options = MarkupOptions()
    options.form = .html
    let sheet = StylesheetLoader().load(SourceText(name: "sheet.css", text: css), form: .css)
    return TextRenderer(
      stylesheet: sheet, environment: environment, options: options,
      documents: AllDocumentFormats())
  }

  private var target: OutputTarget { OutputTarget(environment, capabilities: .all) }

  /// The bytes of a stream that comes in pieces.
  func bytes(emitsWords: Bool = false, piece: () -> Int) -> [UInt8] {
    let renderer = renderer
    var options = StreamRenderer.Options(of: renderer.options, target: target)
    options.emitsWords = emitsWords
    var stream = StreamRenderer(resolver: renderer.styles, options: options)
    return stream.render(Array(html.utf8), piece: piece).bytes
  }

  /// The lines of a stream.
  var stream: [String] { lines(bytes { .max }) }

  /// The lines of a block.
  var block: [String] {
    let renderer = renderer
    let text = renderer.attributedText(html).value
    return lines(renderer.lines(text, for: target))
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }
}

/// Documents with the lines that they are shown in.
private let documents: [(html: String, css: String, columns: Int, lines: [String])] = [
  ("<p>one\n  two</p><p>three</p>", "", 20, ["one two", "", "three"]),
  ("a<p>b</p>c", "", 20, ["a", "", "b", "", "c"]),
  ("<div>a</div><div>b</div>", "", 20, ["a", "b"]),
  ("<div><p>a</p></div><div><div><p>b</p></div></div>", "", 20, ["a", "", "b"]),
  ("<p>a</p><p></p><p> </p><p>b</p>", "", 20, ["a", "", "b"]),
  ("<p>one two three four</p>", "", 9, ["one two", "three", "four"]),
  ("<p>a<br>b<br></p>c", "", 20, ["a", "b", "", "c"]),
  ("<h2>T</h2>x", "", 20, ["T", "", "x"]),
  ("<h1>T</h1>x", "", 6, ["T", "──────", "", "x"]),
  ("a<hr>b", "", 4, ["a", "", "────", "", "b"]),
  ("<ul><li>a</li><li>b</li></ul>", "", 20, ["• a", "• b"]),
  ("<ul><li>one two three</li></ul>", "", 10, ["• one two", "  three"]),
  ("<ul><li>a<ul><li>b</li></ul></li></ul>", "", 20, ["• a", "  • b"]),
  ("<ul><li><p>a</p></li><li><p>b</p></li></ul>", "", 20, ["• a", "", "• b"]),
  ("<ul><li></li><li>b</li></ul>", "", 20, ["•", "• b"]),
  ("<ol><li>a</li><li>b</li></ol>", "", 20, [" 1. a", " 2. b"]),
  ("<ol start=9><li>a</li><li>b</li></ol>", "", 20, [" 9. a", "10. b"]),
  ("<ol start=3 reversed><li>a<li>b</ol>", "", 20, [" 3. a", " 2. b"]),
  (
    "<ol reversed><li>a<li>b<ol><li>x</ol></ol>c", "", 20,
    [" 2. a", " 1. b", "     1. x", "", "c"]
  ),
  ("<ol reversed><li>a<li value=9>b<li>c", "", 20, [" 3. a", " 9. b", " 8. c"]),
  (
    "<ol reversed><li>a<ol reversed><li>x<li>y</ol></ol>", "", 20,
    [" 1. a", "     2. x", "     1. y"]
  ),
  ("<ol><li value=7>a<li>b</ol>", "", 20, [" 7. a", " 8. b"]),
  ("<ol start=1000><li>a<li>b c</ol>", "", 20, ["1000. a", "1001. b c"]),
  ("<ol><li>a<li>b</ol>", "ol { list-style-type: lower-alpha }", 20, [" a. a", " b. b"]),
  ("<ol start=4><li>a</ol>", "ol { list-style: upper-roman inside }", 20, ["IV. a"]),
  ("<ul><li>a</ul>", "ul { list-style-type: '→' }", 20, ["→ a"]),
  ("<ul><li>a</ul>", "ul { list-style: none }", 20, ["  a"]),
  ("<ul><li>a</ul>", "li::marker { content: '- ' }", 20, ["- a"]),
  ("<blockquote><p>a</p><p>b</p></blockquote>", "", 20, ["│ a", "│", "│ b"]),
  ("<pre>a\n  b\n\nc\n</pre>", "", 20, ["  a", "    b", "", "  c"]),
  (
    "<p>a<br>0123456789<br>b</p>", "p { white-space: nowrap; text-overflow: ellipsis }", 5,
    ["a", "0123…", "b"]
  ),
  (
    "<p>a<br>b<br>c</p>", "p { white-space: nowrap; text-overflow: ellipsis; max-lines: 2 }", 5,
    ["a", "b…"]
  ),
  ("<pre>0123456789</pre>", "", 12, ["  01234567", "  89"]),
  ("<pre>0123456789</pre>", "", 8, ["01234567", "89"]),
  ("<dl><dt>T<dd>text</dl>", "", 20, ["T", "  text"]),
  ("<div>a</div>", "div { text-align: right }", 4, ["   a"]),
  (
    "<div>a</div>", "div { width: 2ch; margin: 0 auto; border: 1px solid }", 10,
    ["   ┌──┐", "   │a │", "   └──┘"]
  ),
  (
    "<div>a</div>", "div { padding: 1lh 1ch; border: 1px solid; width: 1ch }", 12,
    ["┌───┐", "│   │", "│ a │", "│   │", "└───┘"]
  ),
  ("<div><p>a</p></div>", "div { padding-top: 1lh }", 5, ["", "", "a"]),
  ("<p>a <span>b</span></p>", "span { display: none }", 9, ["a"]),
  ("<p>a</p><div>b</div><p>c</p>", "div { display: none }", 9, ["a", "", "c"]),
  ("<span>a</span>b", "span { display: block }", 9, ["a", "b"]),
  ("<p>[<span>ab</span>]</p>", "span { display: inline-block; width: 4ch }", 9, ["[ab  ]"]),
  ("<nav>a</nav><x-y>b</x-y>", "", 9, ["a", "b"]),
  ("<p>a</p><div>b</div>", "p { margin: 3lh 0 } div { margin: -1lh 0 }", 9, ["a", "", "", "b"]),
  ("<p>a</p><div>b</div>", "div { margin: -3lh 0 }", 9, ["a", "b"]),
  ("<ul><li>a</ul>", "li { border-left: 1px solid; margin-left: 1ch }", 20, [" • │a"]),
  ("<ul><li><p>a</p></ul>", "p { border-top: 1px solid }", 12, ["  ──────────", "• a"]),
  ("<blockquote><div>a b</div></blockquote>", "div { width: 1ch }", 20, ["│ a", "│ b"]),
  // Its text is not known where a block begins.
  ("<p>ab</p>", "p { width: fit-content; border-left: 1px solid }", 9, ["│ab"]),
  ("<p>a b</p>", "p { max-width: fit-content; min-width: fit-content }", 9, ["a b"]),
]

/// Tables with the lines that they are shown in.
private let tableCases: [(html: String, css: String, columns: Int, lines: [String])] = [
  ("<table><tr><td>a<td>bb<tr><td>ccc<td>d</table>", "", 20, ["a   bb", "ccc d"]),
  ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "", 20, ["a b", "1 2"]),
  (
    "<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>", "", 20,
    ["a b", "────", "1 2"]
  ),
  ("<table><caption>C</caption><tr><td>a</table>b", "", 20, ["C", "a", "", "b"]),
  ("a<table><tr><td>b</table>c", "", 20, ["a", "", "b", "", "c"]),
  ("<table><tr><td>one two<td>three four</table>", "", 17, ["one two three", "        four"]),
  ("<table><tr><td>a<td>b<tr><td colspan=2>wide cell</table>", "", 20, ["a    b", "wide cell"]),
  (
    "<table><tr><td>a<td>b</table>", "table { border-collapse: collapse } td { border: 1px solid }",
    20, ["┌──┬──┐", "│a │b │", "└──┴──┘"]
  ),
  (
    "<table><tr><td>a<td>b</table>",
    "table { border-collapse: collapse; border: 2px solid } td { padding: 0 1ch }", 20,
    ["┏━━━━━━┓", "┃ a  b ┃", "┗━━━━━━┛"]
  ),
  (
    "<table><tr><td>a<td>1<tr><td>b<td>100</table>", "td { text-align: right }", 20,
    ["a   1", "b 100"]
  ),
  (
    "<table><tr><td>a b c<td>x</table>",
    "td { vertical-align: bottom; width: 1ch; padding: 0 1ch 0 0 }", 20, ["a", "b", "c x"]
  ),
  (
    "<table><tr><td>a<td>b</table>", "table { width: 10ch } td { padding: 0; text-align: right }",
    20,
    ["    a    b"]
  ),
  (
    "<table><tr><td>a<td>b</table>", "table { table-layout: fixed; width: 100% } td { padding: 0 }",
    10, ["a    b"]
  ),
  (
    "<table><tr><th>k<th>v<tr><td>long<td>word<tr><td>a<td>b</table>", "", 6,
    ["k:", "long", "v:", "word", "", "k: a", "v: b"]
  ),
  ("<table><tr><td>a b<td>c</table>", "td { width: 2ch }", 20, ["a  c", "b"]),
  (
    "<table><tr><td>a<td>b<tr><td>c<td>d<td>e f<td>g<tr><td>h<td>i</table>",
    "table { table-layout: fixed; width: 4ch; border: 1px solid } td { padding: 0 }", 20,
    ["┌────┐", "│a b │", "│c d │", "│e f │", "│g   │", "│h i │", "└────┘"]
  ),
  (
    "<table><tr><td>a<td>b</table>",
    "table { table-layout: fixed; width: 7ch; border-collapse: collapse; border: 1px solid }", 20,
    ["┌─────┐", "│a b  │", "└─────┘"]
  ),
  (
    "<table><caption>C</caption><tr><td>a</table>", "table { border: 1px solid; margin-left: 1ch }",
    20, [" C", " ┌──┐", " │a │", " └──┘"]
  ),
  ("<table><tr><td><blockquote>a b</blockquote><td>c</table>", "", 20, ["│ a b c"]),
  ("<table><tr><td><p>a<td>c</table>", "p { width: 2ch; margin-left: auto }", 20, ["a  c"]),
  (
    "<table><tr><td>a<th>b</table>", "td { border-top: 1px solid; padding: 0 }", 20,
    ["─", "ab"]
  ),
  (
    "<ol><li><table><caption>a b</caption><tr><td>c</table></ol>", "", 20,
    [" 1. a", "    b", "    c"]
  ),
  ("<blockquote><table><tr><td>a</table></blockquote>", "", 20, ["│ a"]),
  ("<table><tr><td>日本<td>x<tr><td>abc<td>y</table>", "", 20, ["日本 x", "abc  y"]),
  ("<table><tr><td><ul><li>a<li>b</ul><td>c</table>", "", 20, ["• a c", "• b"]),
  ("<table><tr><td>a<table><tr><td>b</table></table>", "", 20, ["a", "", "b"]),
  (
    "<table><tr><td rowspan=2>tall<td>b<td>1<tr><td>c<td>2</table>", "", 20,
    ["tall b 1", "     c 2"]
  ),
  (
    "<table><tr><td>a<td rowspan=2>one two three<tr><td>b<tr><td>c<td>d</table>", "", 10,
    ["a one two", "b three", "c d"]
  ),
  (
    "<table><tr><td rowspan=2>a b c d<td>x<tr><td>y</table>", "td { max-width: 1ch }", 20,
    ["a x", "b y", "c", "d"]
  ),
  (
    "<table><tr><td rowspan=3>a<td>b<tr><td rowspan=2 colspan=2>c<tr><tr><td>d<td>e<td>f</table>",
    "table { border-collapse: collapse } td { border: 1px solid; padding: 0 }", 20,
    ["┌─┬─┐", "│a│b│", "│ ├─┴─┐", "│ │c  │", "│ │   │", "├─┼─┬─┤", "│d│e│f│", "└─┴─┴─┘"]
  ),
  (
    "<table><tr><td rowspan=9>a<td>b<tr><td>c<tbody><tr><td>d<td>e</table>",
    "td { border: 1px solid; padding: 0 }", 20,
    ["┌─┐┌─┐", "│a││b│", "│ │└─┘", "│ │┌─┐", "│ ││c│", "└─┘└─┘", "┌─┐┌─┐", "│d││e│", "└─┘└─┘"]
  ),
  // The first column has no left edge; a cell beside one that goes on is in another column.
  (
    "<table><tr><td>t<td>n<tr><td rowspan=2>a<td>b<tr><td>c</table>",
    "table { border-collapse: collapse } td { padding: 0 1ch; border-left: 1px solid }"
      + "td:first-child { border-left: none; padding-left: 0 }", 20,
    ["t │ n", "a │ b", "  │ c"]
  ),
  (
    "<table><tr><td>a<td>b<td rowspan=0>c<tr><td>d<tr><td>e</table>", "", 20,
    ["a b c", "d", "e"]
  ),
  (
    "<table><tr><th>k<th>v<tr><td rowspan=2>long<td>word<tr><td>next</table>", "", 6,
    ["k:", "long", "v:", "word", "", "v:", "next"]
  ),
]

@Suite("A document in blocks")
struct DocumentTests {
  @Test("blocks have their lines, margins and markers", arguments: documents)
  func blocks(html: String, css: String, columns: Int, lines: [String]) {
    let shown = Shown(html: html, css: css, columns: columns)
    #expect(shown.stream == lines)
    #expect(shown.block.map { $0.trimmingBlanks } == lines)
  }

  @Test("tables have their columns and lines", arguments: tableCases)
  func tableLines(html: String, css: String, columns: Int, lines: [String]) {
    let shown = Shown(html: html, css: css, columns: columns)
    #expect(shown.stream == lines)
    #expect(shown.block.map { $0.trimmingBlanks } == lines)
  }

  @Test(
    "flat text has the parts of a document in order",
    arguments: [
      ("<h1>T</h1><p>a</p>", ["T", "", "a"]),
      ("<ul><li>a<li>b<ul><li>c</ul></ul>", ["• a", "• b", "  • c"]),
      ("<ol reversed><li>a<li>b<ol reversed><li>c</ol></ol>", [" 2. a", " 1. b", "     1. c"]),
      ("<blockquote>a</blockquote>", ["a"]),
      (
        "<table><tr><th>k<th>v<tr><td>a<td>b<tr><td>c<td>d</table>",
        ["k: a", "v: b", "", "k: c", "v: d"]
      ),
    ])
  func flat(html: String, lines: [String]) {
    #expect(Shown(html: html, isFlat: true).stream == lines)
  }

  /// All documents, one after the other.
  private static let all = (documents + tableCases).map(\.html).joined(separator: "\n")

  private static let sheet = """
    table { border-collapse: collapse } td { border: 1px solid } div { padding: 0 1ch; }
    blockquote { border-left: 1px solid; background: navy } p { text-align: justify }
    li:last-child::after, td:nth-last-child(2)::before { content: "+" } tr:only-child { color: red }
    """

  @Test("any cut of the input gives the same bytes", arguments: [false, true])
  func cuts(emitsWords: Bool) {
    let shown = Shown(html: Self.all, css: Self.sheet, columns: 24)
    let whole = shown.bytes(emitsWords: emitsWords) { .max }
    var generator = SeededGenerator(seed: 7)
    for most in [1, 2, 7, 40, 300] {
      let cut = shown.bytes(emitsWords: emitsWords) { Int.random(in: 1...most, using: &generator) }
      #expect(cut == whole)
    }
  }

  @Test(
    "no width loses a character of the text: 1 to 60, and further ones up to 200",
    arguments: Array(1...60) + [67, 80, 99, 100, 120, 133, 150, 180, 199, 200])
  func widths(columns: Int) {
    let text = (documents + tableCases).map(\.html)
    for html in text {
      let shown = Shown(html: html, css: Self.sheet, columns: columns)
      let lines = shown.stream
      #expect(
        lines.joined().letters == Shown(html: html, columns: 500).stream.joined().letters)
      #expect(shown.block.map(\.trimmingBlanks) == lines.map(\.trimmingBlanks))
    }
  }

  /// What a stream has written after each of some pieces of a text; `…` stands for a pause.
  private static func pieces(
    _ pieces: [String], _ form: InputFormat = .html, css: String = "", columns: Int,
    emitsWords: Bool = true
  ) -> [String] {
    var options = MarkupOptions()
    options.form = form
    let environment = Environment(columns: columns, colorDepth: .none)
    let sheet = StylesheetLoader().load(SourceText(name: "sheet.css", text: css), form: .css)
    let renderer = TextRenderer(stylesheet: sheet, environment: environment, options: options)
    var stream = StreamRenderer.Options(
      of: renderer.options, target: OutputTarget(environment, capabilities: .all))
    (stream.emitsWords, stream.releasesRows) = (emitsWords, emitsWords)
    let rendering = MarkupStream(name: "x", resolver: renderer.styles, options: stream)
    return pieces.map { piece in
      var output = StreamBuffer()
      if piece != "…" {
        rendering.render(Array(piece.utf8), isLast: false, to: &output)
      } else if rendering.isHolding || rendering.holdsWords {
        rendering.release(to: &output)
      } else if rendering.holdsRows {
        rendering.releaseRows(to: &output)
      }
      return String(decoding: output.bytes, as: UTF8.self)
    }
  }

  @Test("rows are shown in a pause where somebody looks on, and later ones have their columns")
  func pause() {
    let pieces = [
      "a,b\n", "…", "x,1\n", "…", "…", "long word,2\n", "…", "y,3\n",
    ]
    let shown = Self.pieces(pieces, .csv, columns: 12)
    let (first, rule) = ("a     b\n", String(repeating: "─", count: 12) + "\n")
    #expect(
      shown == ["", "", "", first + rule + "x     1\n", "", "long  2\nword\n", "", "y     3\n"])
    let other = Self.pieces(pieces, .csv, columns: 12, emitsWords: false)
    #expect(other == Array(repeating: "", count: pieces.count))
    let html = ["<table><tr><th>a</tr>", "…", "<tr><td>x", "…", "</tr>", "…", "<tr><td>y</tr>"]
    #expect(Self.pieces(html, columns: 12) == ["", "", "", "", "", "a\nx\n", "y\n"])
  }

  @Test(
    "columns are measured in all of the input only if later rows are not known",
    arguments: [(1, false), (998, false), (999, true), (1500, true)])
  func measured(rows: Int, isMeasured: Bool) throws {
    var markup = MarkupOptions()
    markup.form = .csv
    let sheet = StylesheetLoader().load(SourceText(name: "sheet.css", text: ""), form: .css)
    let environment = Environment(columns: 40, colorDepth: .none)
    let renderer = TextRenderer(stylesheet: sheet, environment: environment, options: markup)
    let target = OutputTarget(environment, capabilities: .all)
    let measured = TableMeter(markup, renderer.styles.attributeFilter, target.widthRules)
    var meter = try #require(consume measured)
    meter.read(Array("a,b\nlonger,1\n".utf8), isLast: true)
    let widths = meter.result
    var options = StreamRenderer.Options(of: markup, target: target)
    options.documents = AllDocumentFormats { widths }
    var stream = StreamRenderer(resolver: renderer.styles, options: options)
    let csv = "a,b\n" + String(repeating: "x,1\n", count: rows)
    let shown = String(decoding: stream.render(Array(csv.utf8)) { .max }.bytes, as: UTF8.self)
    let line = isMeasured ? "x      1" : "x 1"
    #expect(shown.split(separator: "\n").dropFirst(2).allSatisfy { $0 == line })
  }

  @Test("a cell that spans rows holds none of them back")
  func spannedRows() {
    let shown = Self.pieces(
      [
        "<table><tr><td rowspan=0>one two three<td>a</tr>", "<tr><td>b</tr>", "<tr><td>c</tr>",
        "<tr><td>d</tr>",
      ],
      css: "table { table-layout: fixed; width: 8ch } td { padding: 0 1ch 0 0 }", columns: 20)
    #expect(shown == ["one a\n", "two b\n", "thr c\n", "ee  d\n"])
  }

  @Test(
    "cells that span many rows cost no more than the rows",
    arguments: ["65534", "0", "99999999999999999999", "2"])
  func manySpans(rows: String) {
    let row = "<tr>" + String(repeating: "<td rowspan=\(rows)>", count: 3000) + "x</tr>"
    let rest = String(repeating: "<tr><td rowspan=\(rows)>y</tr>", count: 2000)
    let shown = Shown(html: "<table>" + row + rest + "</table>z", columns: 60).stream
    #expect(shown.last == "z")
    #expect(shown.count { $0.hasSuffix("y") } == 2000)
  }

  @Test("words are shown before their line is full, where nothing can change them")
  func words() {
    let shown = Self.pieces(
      ["<ul><li>", "one ", "two th", "ree four ", "five six</ul>"], columns: 20)
    #expect(shown == ["", "• one", " two", " three four", "\n  five six\n"])
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Its letters: records of a narrow table repeat the headers, and columns change their order.
  fileprivate var letters: Set<Character> { Set(filter { $0.isLetter }) }
}
