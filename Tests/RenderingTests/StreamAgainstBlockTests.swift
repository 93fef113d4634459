import Bytes
import CellLayout
import Diagnostics
import Rendering
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

/// A sheet with every kind of look that a line of text can have.
private let sheet = """
  .red { color: #ff0000 } .back { background-color: rgb(0 80 160 / 50%) }
  .bold { font-weight: bold } .thin { font-weight: 200 } .slanted { font-style: italic }
  .wavy { text-decoration: underline wavy #00ff00 } .struck { text-decoration: line-through }
  .half { opacity: 0.5 } .nine { color: ansi(9) } .shout { text-transform: uppercase }
  .red .bold { color: #00ffff }
  .mark::before { content: "✗ "; color: #ff00ff } .mark::after { content: "<" attr(data-n) ">" }
  .mark[data-n="2"] { font-style: italic } .big::before { content: "a" } .gone { display: none }
  .blank { visibility: hidden; text-decoration: underline; background-color: #112233 }
  """

/// Rules that ask how many elements are still to come.
private let countingRules = """

  b:last-child { color: #ff8800 } i:only-child { text-decoration: underline }
  span:nth-last-child(2) { background-color: #224466 } :nth-last-child(3n+1) > u { color: #00ff88 }
  u:not(:last-child) { font-style: italic }
  """

/// Markup made of tags, some crossed or unclosed, references, and text in several scripts.
private func randomMarkup(seed: UInt64) -> String {
  var generator = SeededGenerator(seed: seed)
  let pieces = [
    "<span class=red>", "<span class='bold back'>", "<span class=\"wavy\">", "<b>", "<i>", "<u>",
    "<span class=half>", "<span class=nine>", "<span class=thin>", "<span class=shout>",
    "<a href='https://example.org/a b'>", "</a>", "</span>", "</span>", "</span>", "</b>", "</i>",
    "</u>", "text", "two words ", " ", "\n", "ж", "e\u{301}", "世界", "😀", "&amp;", "&lt;b&gt;",
    "&#27;", "&eacute;", "\u{1b}[31m", "\u{9b}", "a < b", "<unknown>", "<br>", "<!-- no -->", "—",
    "<sup>", "</sup>", "<sub>", "</sub>", "2", "n+1", "\u{301}", "\u{FE0F}", "❤", "🏽",
    "\u{600}", "\u{1F1E9}", "<code>", "</code>", "<b then", "<i class='", "<!--", "<u x>",
    "&copy=2", "<span class=mark data-n=1>", "<span class='mark' data-n='2'>", "<b class=big>",
    "<span class=gone>", "<span class=mark data-n=3/>", "</span>",
    "\u{200D}",
  ]
  var markup = ""
  for _ in 0..<60 { markup += pieces.randomElement(using: &generator) ?? "" }
  return markup
}

@Suite("The stream and the block")
struct StreamAgainstBlockTests {
  private let plain = StylesheetLoader().load(
    SourceText(name: "sheet.css", text: sheet), form: .css)
  private let counting = StylesheetLoader().load(
    SourceText(name: "sheet.css", text: sheet + countingRules), form: .css)

  private func resolver(_ environment: Environment, counts: Bool) -> StyleResolver {
    StyleResolver(
      stylesheet: counts ? counting : plain, environment: environment, host: HostObject())
  }

  private func stream(
    _ markup: String, _ target: OutputTarget, piece: Int, options: MarkupOptions = MarkupOptions(),
    counts: Bool = false
  ) -> [UInt8] {
    var options = options
    options.readsByLine = true
    var renderer = StreamRenderer(
      resolver: resolver(target.environment, counts: counts),
      options: StreamRenderer.Options(markup: options, target: target))
    return renderer.render(Array(markup.utf8)) { piece }.bytes
  }

  private func block(
    _ markup: String, _ target: OutputTarget, options: MarkupOptions = MarkupOptions(),
    counts: Bool = false
  ) -> CellBuffer {
    let styles = resolver(target.environment, counts: counts)
    var options = options
    options.readsByLine = true
    var builder = TreeBuilder(styles: styles, options: options)
    builder.append(markup: SourceText(name: "<markup>", text: markup))
    let text = builder.finish().0
    var table = ComputedStyleTable(elementsOf: text, styles)
    var buffer = BlockLayout(
      text.line.numbered, &table, host: styles.hostStyle,
      backdrop: styles.hostBackdrop, for: target
    ).buffer
    var quantizer = ColorQuantizer(target)
    quantizer.quantize(&buffer)
    return buffer
  }

  @Test(
    "The same markup gives the same cells both ways, however the stream is cut",
    arguments: [ColorDepth.mono, .ansi16, .ansi256, .truecolor], 1...UInt64(40))
  func sameCells(depth: ColorDepth, seed: UInt64) {
    let markup = randomMarkup(seed: seed)
    let target = OutputTarget(
      Environment(columns: 600, colorDepth: depth, hasHyperlinks: true),
      capabilities: seed % 2 == 0 ? .all : [])
    for counts in [false, true] { expectSameCells(markup, target, counts: counts) }
  }

  @Test(
    "Hidden text leaves as many blank cells both ways",
    arguments: [
      "a<span class=blank>bc</span>d", "<span class=blank>世界 é</span>x", "<span class=blank>",
      "a<span class=blank>b<b>c</b>\n&amp;</span>d", "<sup><span class=blank>2</span></sup>x",
      "<span class='blank red'>x</span>\u{301}y", "x<span class=blank>\u{301}y</span>z",
    ])
  func hidden(markup: String) {
    for depth in [ColorDepth.mono, .truecolor] {
      let target = OutputTarget(Environment(columns: 40, colorDepth: depth), capabilities: .all)
      expectSameCells(markup, target, counts: false)
      #expect(!String(decoding: stream(markup, target, piece: 1), as: UTF8.self).contains("b"))
    }
  }

  @Test(
    "Hidden clusters leave their cells wherever the input is cut",
    arguments: [
      "👩‍👩‍👧", "🇩🇪🇫🇷", "क्षि", "e\u{301}\u{302}", "❤\u{FE0F}x", "각\u{11A8}", "a\u{200D}b", "\u{1b}x",
      "1\u{FE0F}\u{20E3}", "&#x1F469;&#x200D;&#x1F467;",
    ])
  func hiddenClusters(text: String) {
    let markup = "x<span class=blank>\(text)</span>y"
    let target = OutputTarget(Environment(columns: 40, colorDepth: .none))
    var whole: [UInt8] = []
    BlockWriter(target).append(block(markup, target), into: &whole)
    let bytes = Array(markup.utf8)
    for cut in 0...bytes.count {
      var renderer = StreamRenderer(
        resolver: resolver(target.environment, counts: false),
        options: StreamRenderer.Options(target: target))
      var output = StreamBuffer()
      let first = Array(bytes[..<cut])
      let used = renderer.render(first.span, isLast: false, to: &output)
      var found = Array(output.bytes)
      output.removeAll()
      let rest = Array(bytes[used...])
      _ = renderer.render(rest.span, isLast: true, to: &output)
      found += output.bytes
      #expect(
        String(decoding: found + [0x0A], as: UTF8.self) == String(decoding: whole, as: UTF8.self),
        "\(cut)")
    }
  }

  private func expectSameCells(_ markup: String, _ target: OutputTarget, counts: Bool) {
    let buffer = block(markup, target, counts: counts)

    var bytes: [UInt8] = []
    BlockWriter(target).append(buffer, into: &bytes)
    let expected = ScreenModel(bytes)

    for piece in [1, 7, 10_000] {
      let screen = ScreenModel(stream(markup, target, piece: piece, counts: counts))
      #expect(screen.complaints == [])
      #expect(screen.lineEndsInOtherStates == 0)
      #expect(screen.pen == ScreenModel.Pen() && screen.link == nil)
      for row in 0..<max(screen.rows.count, buffer.rows) {
        #expect(
          screen.visibleCells(in: row) == expected.visibleCells(in: row),
          "row \(row), counts \(counts), \(markup)")
      }
    }
  }

  @Test("Targets behind the texts of links stand in the same cells both ways", arguments: 1...12)
  func linkTargets(seed: Int) {
    let markup = randomMarkup(seed: UInt64(seed))
    let target = OutputTarget(Environment(columns: 900))
    let options = MarkupOptions(showsLinkTargets: true)
    let buffer = block(markup, target, options: options)
    var expected: [UInt8] = []
    BlockWriter(target).append(buffer, into: &expected)
    let block = ScreenModel(expected, columns: 900)
    for piece in [1, 10_000] {
      let screen = ScreenModel(
        stream(markup, target, piece: piece, options: options), columns: 900)
      for row in 0..<max(screen.rows.count, buffer.rows) {
        #expect(
          screen.visibleCells(in: row) == block.visibleCells(in: row),
          "row \(row), seed \(seed), \(markup)")
      }
    }
    #expect(
      !markup.contains("<a ") || markup.contains("gone")
        || String(decoding: expected, as: UTF8.self).contains("https"))
  }
}
