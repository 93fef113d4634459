import CellLayout
import Diagnostics
import Rendering
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

/// Looks of runs, most of them without need of cells; and hosts with all properties of paragraphs.
private let sheet = """
  .red { color: #ff0000 } .back { background-color: rgb(0 80 160 / 50%) }
  .wavy { text-decoration: underline wavy #00ff00 } .struck { text-decoration: line-through }
  .half { opacity: 0.5 } .shout { text-transform: uppercase } .nine { color: ansi(9) }
  .shadow { text-shadow: 8px 0 #ff00ff } .rainbow { background-image: linear-gradient(red, blue) }
  .left { text-align: left } .right { text-align: right } .center { text-align: center }
  .justify { text-align: justify } .paper { background-color: #203040 }
  .sky { background-image: linear-gradient(90deg, navy, teal) }
  .normal { white-space: normal } .nowrap { white-space: nowrap } .pre { white-space: pre }
  .pre-wrap { white-space: pre-wrap } .pre-line { white-space: pre-line }
  .break-spaces { white-space: break-spaces } .whole { overflow-wrap: normal }
  .dots { text-overflow: ellipsis } .sign { text-overflow: "[…]" } .few { max-lines: 2 }
  .tabs { tab-size: 3 }
  """

/// One line of markup that leaves nothing open.
private func randomLine(_ generator: inout SeededGenerator) -> String {
  let pieces = [
    "<span class=red>", "<span class='back'>", "<span class=\"wavy\">", "<b>", "<i>", "<u>",
    "<span class=half>", "<span class=struck>", "<span class=shout>", "<span class=nine>",
    "<a href='https://example.org/a b'>", "</a>", "</span>", "</span>", "</span>", "</b>", "</i>",
    "plain words of text ", "longer-words,more", " ", "  ", "   ", "\t", "ж", "e\u{301}", "\u{301}",
    "世界", "世界线", "😀", "👩‍🚀", "🇮🇹", "क्षि", "한국", "&amp;", "so&shy;ft", "\u{ad}", "&#27;", "a < b",
    "<br>", "&#10;", "\u{200b}", "12.5%", "(x)", "“q”", "—", "word ", "word ", "x",
  ]
  let rare = ["<span class=shadow>", "<span class=rainbow>", "\u{2066}אב\u{2069}"]
  var line = ""
  for _ in 0..<Int.random(in: 0...40, using: &generator) {
    line += pieces.randomElement(using: &generator) ?? ""
    if Int.random(in: 0..<60, using: &generator) == 0 {
      line += rare.randomElement(using: &generator) ?? ""
    }
  }
  return line + String(repeating: "</span></b></i></u></a>", count: 20)
}

@Suite("Wrapped paragraphs of a stream")
struct ParagraphTests {
  private let loaded = StylesheetLoader().load(
    SourceText(name: "sheet.css", text: sheet), form: .css)

  private func resolver(_ environment: Environment, _ classes: [String]) -> StyleResolver {
    var host = HostObject()
    host.classes = classes
    return StyleResolver(stylesheet: loaded, environment: environment, host: host)
  }

  private func stream(
    _ lines: [String], _ styles: StyleResolver, columns: Int, piece: Int, separated: Bool
  ) -> [UInt8] {
    var renderer = StreamRenderer(
      resolver: styles,
      options: StreamRenderer.Options(
        target: target(styles, columns), separatesLines: separated, fitsLines: true))
    return renderer.render(Array(lines.map { $0 + "\n" }.joined().utf8)) { piece }.bytes
  }

  private func target(_ styles: StyleResolver, _ columns: Int) -> OutputTarget {
    var target = OutputTarget(styles.environment, capabilities: .all)
    target.environment.columns = columns
    target.environment.hasHyperlinks = true
    return target
  }

  /// The same by way of cells, line by line.
  private func cells(_ lines: [String], _ styles: StyleResolver, columns: Int) -> [UInt8] {
    let environment = styles.environment
    let target = target(styles, columns)
    var quantizer = ColorQuantizer(depth: environment.colorDepth)
    var bytes: [UInt8] = []
    for line in lines {
      var builder = TreeBuilder(styles: styles)
      builder.append(markup: SourceText(name: "<markup>", text: line))
      let text = builder.finish().0
      var table = ComputedStyleTable(elementsOf: text, styles)
      var buffer = BlockLayout(
        text.line.numbered, &table, host: styles.hostStyle.ofParagraph,
        backdrop: styles.hostBackdrop, for: target
      ).buffer
      if buffer.rows == 0 {
        var blank = Cell.blank
        blank.rendition.background = styles.hostBackdrop.cellColor(in: environment)
        buffer = CellBuffer(columns: columns, rows: 1, filledWith: blank)
      }
      quantizer.quantize(&buffer)
      BlockWriter(target).append(buffer, into: &bytes)
      // Behind a break at the end of a line there is another one.
      guard endsInBreak(text.string, styles.hostStyle.block) else { continue }
      var blank = Cell.blank
      blank.rendition.background = styles.hostBackdrop.cellColor(in: environment)
      buffer = CellBuffer(columns: columns, rows: 1, filledWith: blank)
      quantizer.quantize(&buffer)
      BlockWriter(target).append(buffer, into: &bytes)
    }
    return bytes
  }

  private func endsInBreak(_ text: String, _ block: BlockStyle) -> Bool {
    guard block.maxLines == nil else { return false }
    switch block.whiteSpace {
    case .normal, .nowrap: return false
    case .preLine: return String(text.reversed().drop { $0 == " " || $0 == "\t" }).first == "\n"
    default: return text.last == "\n"
    }
  }

  @Test(
    "fill the same screen as their cells do", arguments: 1...UInt64(24))
  func sameScreen(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let depths: [ColorDepth] = [.none, .mono, .ansi16, .ansi256, .truecolor]
    for _ in 0..<6 {
      func pick(_ choices: String...) -> String { choices.randomElement(using: &generator) ?? "" }
      let classes = [
        pick("left", "right", "center", "justify", "justify"),
        pick("normal", "nowrap", "pre", "pre-wrap", "pre-wrap", "pre-line", "break-spaces"),
        pick("", "whole"), pick("", "", "dots", "sign"), pick("", "", "few"), pick("", "tabs"),
        pick("", "paper", "", "sky"),
      ].filter { !$0.isEmpty }
      let widest = Bool.random(using: &generator) ? 200 : 20
      let columns = Int.random(in: 1...widest, using: &generator)
      let depth = depths.randomElement(using: &generator) ?? .mono
      let styles = resolver(Environment(columns: 80, colorDepth: depth), classes)
      let lines = (0..<4).map { _ in randomLine(&generator) }
      let expected = ScreenModel(cells(lines, styles, columns: columns), columns: columns)
      for (piece, separated) in [(1, false), (11, true), (100_000, false)] {
        let bytes = stream(lines, styles, columns: columns, piece: piece, separated: separated)
        let found = ScreenModel(bytes, columns: columns)
        let note = "\(classes), \(columns) columns, \(depth), seed \(seed)"
        #expect(found.complaints == expected.complaints, "\(note)")
        #expect(found.lineEndsInOtherStates == 0)
        #expect(found.pen == ScreenModel.Pen() && found.link == nil)
        #expect(found.rows.count == expected.rows.count, "\(note)")
        for row in 0..<min(found.rows.count, expected.rows.count) {
          #expect(
            found.visibleCells(in: row) == expected.visibleCells(in: row), "row \(row), \(note)")
        }
        if depth == .none {
          #expect(
            String(decoding: bytes, as: UTF8.self)
              == String(decoding: cells(lines, styles, columns: columns), as: UTF8.self),
            "\(note)")
        }
      }
    }
  }

  @Test("keep open spans over lines, and forget no style while a line is being read")
  func manyStyles() {
    let styles = resolver(Environment(columns: 80, colorDepth: .truecolor), [])
    let colors = (0..<9_000).map { "<span style='color:#\(hex($0))'>x</span>" }
    let lines = ["<b>start", colors.joined(), "end</b>", "after"]
    let found = ScreenModel(
      stream(lines, styles, columns: 100, piece: 50_000, separated: false), columns: 100)
    #expect(found.rows[0][0].pen.attributes == [1])
    #expect(found.rows[1][0].pen.foreground == .rgb(0, 0, 0))
    #expect(found.rows[1][3].pen.foreground == .rgb(0, 0, 3))
    #expect(found.rows[90][99].pen.foreground == .rgb(0, 35, 39))
    #expect(found.rows[90][99].pen.attributes == [1])
    #expect(found.text(ofRow: 91).hasPrefix("end "))
    #expect(found.rows[92][0].pen == ScreenModel.Pen())
  }

  private func hex(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
