import CellLayout
import Rendering
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

/// A block of runs of different font sizes, laid out for OSC 66.
private func layout(
  _ parts: [(String, Double)], columns: Int = 60, rules: WidthRules = .clusters
) -> BlockLayout {
  let resolver = StyleResolver(
    stylesheet: Stylesheet(), environment: Environment(columns: columns))
  var builder = TreeBuilder(styles: resolver)
  for (part, size) in parts {
    builder.append(markup: "<span style='font-size: \(size)px'>\(part)</span>")
  }
  let text = builder.finish().text
  var styles = ComputedStyleTable(elementsOf: text, resolver)
  return BlockLayout(
    text.line.numbered, &styles, host: ComputedStyle(),
    for: OutputTarget(
      resolver.environment, largeText: .textSizing, widthRules: rules))
}

private func bytes(_ layout: BlockLayout) -> [UInt8] {
  var bytes: [UInt8] = []
  BlockWriter(OutputTarget(largeText: .textSizing)).append(
    layout.buffer, sizedTexts: layout.sizedTexts, into: &bytes)
  return bytes
}

@Suite("Text of other sizes")
struct SizedTextTests {
  @Test("Twice the size: one sequence, and a row below it")
  func twice() {
    let block = layout([("Hi", 30)])
    var buffer = block.buffer
    // The weight that stands for a size elsewhere is not what is looked at here.
    for column in 0..<buffer.columns {
      buffer[column, 0].rendition = .standard
      buffer[column, 1].rendition = .standard
    }
    var bytes: [UInt8] = []
    BlockWriter(OutputTarget(largeText: .textSizing)).append(
      buffer, sizedTexts: block.sizedTexts, into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.replacing("\u{1B}", with: "^") == "\n^[1A^]66;s=2;Hi^\\\n\n")
  }

  @Test(
    "What was laid out is what the screen shows, with room for every row",
    arguments: [
      [("Hello", 30)], [("a", 15), ("Big", 45), ("b", 15)], [("half", 7.5), ("x", 15)],
      [("x", 15), ("one and a half", 22.5), ("y", 30), ("z", 15)],
      [("Title\n", 30), ("text", 15)], [("tall", 60), ("lower", 30), ("end", 15)],
    ] as [[(String, Double)]])
  func asLaidOut(parts: [(String, Double)]) {
    let block = layout(parts)
    let rows = block.buffer.rows
    // On the last rows of a screen: what is not reserved would be cut off.
    var screen = ScreenModel(columns: 60, widthOf: testWidth)
    screen.feed(bytes(block))
    #expect(screen.complaints == [])
    #expect(screen.rows.count == rows + 1)
    #expect(!block.sizedTexts.isEmpty)
    #expect(
      screen.sizedTexts
        == block.sizedTexts.map {
          ScreenModel.SizedText(
            text: $0.text, column: $0.column, row: $0.row, columns: $0.columns, rows: $0.rows,
            pen: modelPen($0.rendition))
        })
    for row in 0..<rows {
      for column in 0..<60 where block.buffer[column, row].width > 0 {
        #expect(screen.rows[row][column].text == block.buffer[column, row].text)
      }
    }
  }

  @Test("Nothing moves the cursor but what SECURITY.md lists: up and right")
  func listedSequences() {
    let text = String(
      decoding: bytes(layout([("tall", 60), ("lower", 30), ("end", 15)])), as: UTF8.self)
    let listed = #/\u{1B}(?:\[[0-9;:]*m|\]66;[^\u{1B}]*\u{1B}\\|\[[0-9]+[AC])/#
    let written = text.matches(of: listed).map { String($0.0) }
    #expect(written.contains("\u{1B}[3A") && written.contains { $0.hasSuffix("C") })
    #expect(!text.replacing(listed, with: "").contains("\u{1B}"))
  }

  private func doubleHeight(
    _ parts: [(String, Double)], columns: Int = 20, rules: WidthRules = .clusters
  ) -> String {
    let block = layout(parts, columns: columns, rules: rules)
    var buffer = block.buffer
    buffer.updateRenditions { _ in .standard }
    var bytes: [UInt8] = []
    BlockWriter(OutputTarget(largeText: .doubleHeight, widthRules: rules)).append(
      buffer, sizedTexts: block.sizedTexts, into: &bytes)
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test("Double-height lines: the text on both halves, and only where all of it is twice the size")
  func doubleHeightLines() {
    #expect(doubleHeight([("Hi", 30)]) == "^#3Hi\n^#4Hi\n")
    #expect(doubleHeight([("Hi", 30), ("\nthere", 15)]) == "^#3Hi\n^#4Hi\nthere\n")
    #expect(doubleHeight([("Hi", 30)], columns: 19) == "^#3Hi\n^#4Hi\n")
  }

  @Test("Where a double-height line cannot be, the text is drawn at its usual size in its place")
  func doubleHeightImpossible() {
    #expect(doubleHeight([("a", 15), ("Hi", 30)]) == "     \naHi  \n")
    #expect(doubleHeight([("Big", 45)]) == "         \n         \nBig      \n")
  }

  @Test(
    "What is drawn at its usual size is filled up as the terminal counts cells",
    arguments: [(WidthRules.clusters, 2), (.codePoints, 4)])
  func doubleHeightRules(rules: WidthRules, cells: Int) {
    let blanks = String(repeating: " ", count: cells)
    #expect(
      doubleHeight([("a", 15), ("👩‍🚀", 30)], rules: rules)
        == " \(blanks)\(blanks)\na👩‍🚀\(blanks)\n")
  }
}
