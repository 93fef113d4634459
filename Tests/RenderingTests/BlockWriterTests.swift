import CellLayout
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

private func text(_ bytes: [UInt8]) -> String {
  String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
}

/// A buffer in whose first row the cells hold the characters of `text`.
private func line(
  _ text: String, columns: Int, rows: Int = 1, _ rendition: GraphicRendition
) -> CellBuffer {
  var buffer = CellBuffer(columns: columns, rows: rows)
  for (column, character) in text.enumerated() {
    buffer[column, 0] = Cell(text: .label(String(character)), rendition: rendition)
  }
  return buffer
}

private let plainTarget = OutputTarget().withoutEscapes
private let red = GraphicRendition(foreground: .palette(1))

@Suite("Blocks as bytes")
struct BlockWriterTests {
  @Test("A styled word, and blanks after it that nobody sees")
  func trailingBlanks() {
    var bytes: [UInt8] = []
    BlockWriter(OutputTarget()).append(line("hi ", columns: 6, red), into: &bytes)
    #expect(text(bytes) == "^[31mhi^[0m\n")
  }

  @Test("A background reaches its last cell, not the line end")
  func backgroundIsKept() {
    let onBlue = GraphicRendition(background: .palette(4))
    var bytes: [UInt8] = []
    BlockWriter(OutputTarget()).append(line("hi  ", columns: 6, onBlue), into: &bytes)
    #expect(text(bytes) == "^[44mhi  ^[0m\n")
  }

  @Test("Each line opens again what the line before closed")
  func linesAreComplete() {
    var buffer = CellBuffer(columns: 2, rows: 2)
    buffer.links = ["http://a/"]
    for row in 0..<2 { buffer[0, row] = Cell(text: "x", rendition: red, link: 1) }
    var bytes: [UInt8] = []
    BlockWriter(OutputTarget(Environment(hasHyperlinks: true))).append(buffer, into: &bytes)
    let one = "^]8;id=1;http://a/^\\^[31mx^]8;;^\\^[0m\n"
    #expect(text(bytes) == one + one)
    bytes = []
    BlockWriter(OutputTarget()).append(buffer, into: &bytes)
    #expect(text(bytes) == "^[31mx^[0m\n^[31mx^[0m\n")
  }

  @Test("Blanks of a link at the end of a line stay only where links are written")
  func blanksOfLinks() {
    var buffer = CellBuffer(columns: 3, rows: 1)
    buffer.links = ["http://a/"]
    for column in 0..<2 {
      buffer[column, 0] = Cell(text: column == 0 ? "x" : " ", rendition: .standard, link: 1)
    }
    var bytes: [UInt8] = []
    BlockWriter(OutputTarget(Environment(hasHyperlinks: true))).append(buffer, into: &bytes)
    #expect(text(bytes) == "^]8;id=1;http://a/^\\x ^]8;;^\\\n")
    bytes = []
    BlockWriter(OutputTarget()).append(buffer, into: &bytes)
    #expect(text(bytes) == "x\n")
  }

  @Test("Plain output has no escape and no blanks at line ends")
  func plain() {
    var bytes: [UInt8] = []
    let buffer = line("hi  ", columns: 6, rows: 2, GraphicRendition(background: .palette(4)))
    BlockWriter(plainTarget).append(buffer, into: &bytes)
    #expect(text(bytes) == "hi\n\n")
  }

  @Test(
    "A control character in a cell never reaches the terminal",
    arguments: ["\u{1b}", "\u{7}", "a\u{1b}[2J", "\u{9b}", "\u{7f}", "x\u{85}"])
  func controlsInCells(hostile: String) {
    var buffer = CellBuffer(columns: 4, rows: 1)
    buffer[0, 0].put(SafeText(trusted: hostile))
    for target in [OutputTarget(), plainTarget] {
      var bytes: [UInt8] = []
      BlockWriter(target).append(buffer, into: &bytes)
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.dropLast()
      #expect(scalars.contains("\u{FFFD}"))
      #expect(!scalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    }
  }

  @Test(
    "Random blocks come out as the cells they are, at every depth",
    arguments: ColorDepth.allCases.filter { $0 != .none }, 1...UInt64(8))
  func randomBlocks(depth: ColorDepth, seed: UInt64) {
    var random = RandomCells(seed: seed)
    var buffer = random.buffer(columns: 40, rows: 6)
    var quantizer = ColorQuantizer(depth: depth)
    quantizer.quantize(&buffer)
    let capabilities: RenditionCapabilities = seed % 2 == 0 ? .all : []
    let target = OutputTarget(
      Environment(colorDepth: depth, hasHyperlinks: true), capabilities: capabilities)

    var bytes: [UInt8] = []
    BlockWriter(target).append(buffer, into: &bytes)
    var screen = ScreenModel(columns: 40, widthOf: testWidth)
    screen.feed(bytes)
    #expect(screen.complaints == [])
    #expect(screen.lineEndsInOtherStates == 0)
    #expect(screen.pen == ScreenModel.Pen() && screen.link == nil)
    #expect(screen.rows.count == 7)

    for row in 0..<6 {
      // Blanks at the end that were left out are blank on the screen; their text colour and
      // weight, which nobody sees, are not.
      var seenColumns = 40
      while seenColumns > 0, isBlank(buffer[seenColumns - 1, row]) { seenColumns -= 1 }
      let expected = (0..<40).map { column in
        column < seenColumns
          ? modelCell(buffer[column, row], links: buffer.links, capabilities: capabilities)
          : ScreenModel.Cell()
      }
      #expect(screen.rows[row] == expected, "row \(row), seed \(seed)")
    }
  }

  private func isBlank(_ cell: Cell) -> Bool {
    cell.text == " " && cell.link == 0 && cell.rendition.background == .standard
      && cell.rendition.underline == .none
      && cell.rendition.attributes.isDisjoint(with: [.reverse, .strikethrough, .overline])
  }
}
