import CellLayout
import StyleValues
import StyledText
import TerminalOutput
import TestSupport

@testable import Rendering

/// Random renditions and buffers for property tests.
struct RandomCells {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  mutating func color() -> TerminalColor {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0, 1: .standard
    case 2: .palette(UInt8.random(in: 0...255, using: &generator))
    case 3: .palette(UInt8.random(in: 0...15, using: &generator))
    default: .rgb(RGB8(UInt32.random(in: 0...0xffffff, using: &generator)))
    }
  }

  mutating func rendition() -> GraphicRendition {
    var result = GraphicRendition(foreground: color(), background: color())
    if chance(0.5) {
      result.attributes = CellAttributes(rawValue: UInt8.random(in: 0...127, using: &generator))
    }
    if chance(0.4) {
      result.underline = UnderlineStyle.allCases.randomElement(using: &generator) ?? .none
      result.underlineColor = color()
    }
    return result
  }

  static let narrow = ["a", "Z", "é", "e\u{301}", "ж", "—", "█", "&", "<", "\"", "'", "\\", "]"]
  static let wide = ["世", "界", "😀", "👩‍🚀", "한"]
  static let links = [
    "https://example.org/a?b=1;c=2", "mailto:a@b", "https://example.org/ü \u{7}x", "file:///tmp",
  ]

  /// A buffer of runs, of which some are blank, with wide clusters and links.
  mutating func buffer(columns: Int, rows: Int) -> CellBuffer {
    var buffer = CellBuffer(columns: columns, rows: rows)
    buffer.links = Self.links
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let length = Int.random(in: 1...8, using: &generator)
        let isBlank = chance(0.3)
        let rendition = isBlank ? .standard : rendition()
        let link = UInt16(chance(0.15) ? Int.random(in: 1...4, using: &generator) : 0)
        for _ in 0..<length where column < columns {
          column += put(
            in: &buffer, column: column, row: row,
            cell: Cell(text: " ", rendition: rendition, link: isBlank ? 0 : link),
            isBlank: isBlank || chance(0.2))
        }
      }
    }
    return buffer
  }

  private mutating func put(
    in buffer: inout CellBuffer, column: Int, row: Int, cell: Cell, isBlank: Bool
  ) -> Int {
    var cell = cell
    if !isBlank {
      let isWide = column + 2 <= buffer.columns && chance(0.15)
      cell.put(.label((isWide ? Self.wide : Self.narrow).randomElement(using: &generator) ?? "x"))
      cell.width = isWide ? 2 : 1
    }
    buffer[column, row] = cell
    if cell.width == 2 {
      var second = cell
      second.put("")
      second.width = 0
      buffer[column + 1, row] = second
    }
    return Int(cell.width)
  }
}

// MARK: - What a screen should show

/// The width of the clusters that `RandomCells` uses.
func testWidth(_ cluster: String) -> Int {
  RandomCells.wide.contains(cluster) ? 2 : 1
}

/// The state a terminal is in for a rendition, as the model notes it.
func modelPen(
  _ rendition: GraphicRendition, capabilities: RenditionCapabilities = .all
) -> ScreenModel.Pen {
  let shown = capabilities.visible(rendition)
  var pen = ScreenModel.Pen()
  pen.foreground = modelColor(shown.foreground)
  pen.background = modelColor(shown.background)
  pen.underlineColor = modelColor(shown.underlineColor)
  pen.underline = Int(shown.underline.rawValue)
  let numbers: [(CellAttributes, Int)] = [
    (.bold, 1), (.faint, 2), (.italic, 3), (.blink, 5), (.reverse, 7), (.strikethrough, 9),
    (.overline, 53),
  ]
  for (attribute, number) in numbers where shown.attributes.contains(attribute) {
    pen.attributes.insert(number)
  }
  return pen
}

func modelColor(_ color: TerminalColor) -> ScreenModel.Color {
  switch color {
  case .standard: .standard
  case .palette(let index): .palette(Int(index))
  case .rgb(let rgb): .rgb(Int(rgb.red), Int(rgb.green), Int(rgb.blue))
  }
}

/// A cell as the model should have it.
func modelCell(
  _ cell: Cell, links: [String], capabilities: RenditionCapabilities = .all
) -> ScreenModel.Cell {
  var result = ScreenModel.Cell()
  result.text = cell.text
  result.pen = modelPen(cell.rendition, capabilities: capabilities)
  if cell.link > 0, let link = Hyperlink(target: links[Int(cell.link) - 1]) {
    result.link = String(decoding: link.address, as: UTF8.self)
    result.linkID = String(cell.link)
  }
  return result
}
