import CellLayout
import Rendering
import StyleValues
import Styling
import TerminalOutput
import TestSupport
import Testing

private func text(_ bytes: [UInt8]) -> String {
  String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
}

private func bytes(_ writer: FrameWriter, from old: CellBuffer?, to new: CellBuffer) -> [UInt8] {
  var bytes: [UInt8] = []
  writer.append(from: old, to: new, into: &bytes)
  return bytes
}

@Suite("Frames")
struct FrameWriterTests {
  @Test("Nothing changed: nothing is written, not even the frame's brackets")
  func nothing() {
    var random = RandomCells(seed: 1)
    let frame = random.buffer(columns: 20, rows: 5)
    var writer = FrameWriter(encoder: SGREncoder())
    writer.isSynchronized = true
    #expect(bytes(writer, from: frame, to: frame).isEmpty)
  }

  @Test("One cell: a move, a colour, a letter, the default state")
  func oneCell() {
    let old = CellBuffer(columns: 80, rows: 24)
    var new = old
    new[4, 2] = Cell(text: "x", rendition: GraphicRendition(foreground: .palette(1)))
    var writer = FrameWriter(encoder: SGREncoder())
    #expect(text(bytes(writer, from: old, to: new)) == "^[3;5H^[31mx^[0m")
    writer.isSynchronized = true
    writer.row = 10
    writer.column = 100
    #expect(
      text(bytes(writer, from: old, to: new)) == "^[?2026h^[13;105H^[31mx^[0m^[?2026l")
  }

  @Test("A short gap is written again, a longer one is jumped over")
  func gaps() {
    let old = CellBuffer(columns: 20, rows: 1)
    var new = old
    for column in [0, 4, 9] { new[column, 0].text = "x" }
    let writer = FrameWriter(encoder: SGREncoder())
    #expect(text(bytes(writer, from: old, to: new)) == "^[1Hx   x^[4Cx")
  }

  @Test("The rest of a line is erased only where the frame ends at the screen's edge")
  func erasing() {
    var old = CellBuffer(columns: 12, rows: 2)
    for column in 0..<12 { old[column, 1].text = "x" }
    var new = CellBuffer(columns: 12, rows: 2)
    new[0, 1].text = "y"
    var writer = FrameWriter(encoder: SGREncoder())
    #expect(text(bytes(writer, from: old, to: new)) == "^[2Hy           ")
    writer.reachesRightEdge = true
    #expect(text(bytes(writer, from: old, to: new)) == "^[2Hy^[K")
  }

  @Test("A link whose target changed is written again, though its number is the same")
  func linkTargets() {
    var old = CellBuffer(columns: 4, rows: 1)
    old.links = ["http://a/"]
    old[0, 0] = Cell(text: "x", link: 1)
    var new = old
    new.links = ["http://b/"]
    var writer = FrameWriter(encoder: SGREncoder())
    writer.writesLinks = true
    #expect(text(bytes(writer, from: old, to: new)) == "^[1H^]8;id=1;http://b/^\\x^]8;;^\\")
    #expect(bytes(writer, from: old, to: old).isEmpty)
  }

  @Test(
    "Any sequence of frames: the screen shows each of them",
    arguments: ColorDepth.allCases, 1...UInt64(6))
  func randomFrames(depth: ColorDepth, seed: UInt64) {
    var random = RandomCells(seed: seed &* 31)
    var quantizer = ColorQuantizer(depth: depth)
    let capabilities: RenditionCapabilities = seed % 2 == 0 ? .all : .underlineStyles
    var writer = FrameWriter(encoder: SGREncoder(capabilities: capabilities))
    writer.writesLinks = true
    writer.reachesRightEdge = seed % 3 != 0
    writer.isSynchronized = seed % 3 == 1
    // The frame may be a part of the screen.
    writer.column = writer.reachesRightEdge ? Int(seed % 2) * 7 : 3
    writer.row = Int(seed % 4)
    let columns = 30
    let rows = 8
    let screenColumns = writer.column + columns + (writer.reachesRightEdge ? 0 : 5)
    var screen = ScreenModel(columns: screenColumns, rows: rows + 6, widthOf: testWidth)

    var shown: CellBuffer?
    var frame = random.buffer(columns: columns, rows: rows)
    for step in 0..<12 {
      quantizer.quantize(&frame)
      screen.feed(bytes(writer, from: shown, to: frame))
      #expect(screen.complaints == [])
      #expect(screen.pen == ScreenModel.Pen() && screen.link == nil)
      for row in 0..<rows {
        for column in 0..<columns {
          let wanted = frame[column, row]
          let found = screen.rows[writer.row + row][writer.column + column]
          let expected = modelCell(wanted, links: frame.links, capabilities: capabilities)
          #expect(looksSame(found, expected), "step \(step), \(column), \(row), seed \(seed)")
        }
      }
      shown = frame
      switch step % 4 {
      case 3: frame = CellBuffer(columns: columns, rows: rows)
      case 2: frame = random.buffer(columns: columns, rows: rows)
      default: frame = random.variation(of: frame)
      }
    }
    // Nothing beside the frame was touched.
    for row in screen.rows {
      for (column, cell) in row.enumerated() where column < writer.column {
        #expect(cell == ScreenModel.Cell())
      }
      if !writer.reachesRightEdge {
        #expect(row.dropFirst(writer.column + columns).allSatisfy { $0 == ScreenModel.Cell() })
      }
    }
  }

  /// Equal, or both blank: erasing leaves no trace of a text colour that nobody saw.
  private func looksSame(_ one: ScreenModel.Cell, _ other: ScreenModel.Cell) -> Bool {
    func isBlank(_ cell: ScreenModel.Cell) -> Bool {
      cell.text == " " && cell.link == nil && cell.pen.background == .standard
        && cell.pen.underline == 0 && cell.pen.attributes.isDisjoint(with: [7, 9, 53])
    }
    return one == other || (isBlank(one) && isBlank(other))
  }

  @Test("A whole new frame takes no more bytes than naive drawing with a full SGR per run")
  func sizeAgainstNaiveDrawing() {
    var random = RandomCells(seed: 5)
    let old = random.buffer(columns: 80, rows: 24)
    let new = random.buffer(columns: 80, rows: 24)
    let encoder = SGREncoder(capabilities: .all)
    var naive = 0
    for row in 0..<24 {
      var last: GraphicRendition?
      var place = -1
      for column in 0..<80 where old[column, row] != new[column, row] {
        let cell = new[column, row]
        if place != column { naive += "\u{1B}[\(row + 1);\(column + 1)H".utf8.count }
        if last != cell.rendition { naive += 4 + encoder.bytes(setting: cell.rendition).count }
        last = cell.rendition
        naive += cell.text.utf8.count
        place = column + 1
      }
    }
    #expect(bytes(FrameWriter(encoder: encoder), from: old, to: new).count < naive)
  }
}
