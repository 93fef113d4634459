import CellLayout
import Pictures
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

private let colors = ScreenColors(foreground: RGB8(0xeeeeee), background: RGB8(0x111111))

/// A character with the colours that somebody sees.
private struct Seen: Hashable {
  var row: Int
  var column: Int
  var text: String
  var color: String
  var background: String
}

@Suite("Terminal, page and picture")
struct SameColorsTests {
  @Test("show the same characters in the same colours", arguments: 1...UInt64(20))
  func sameColors(seed: UInt64) throws {
    let buffer = Self.buffer(seed: seed)
    let terminal = Self.terminal(buffer)
    #expect(terminal.count > 20)
    #expect(Set(terminal.map(\.color)).count > 3)
    #expect(try Self.page(buffer) == terminal)
    #expect(try Self.picture(buffer) == terminal)
  }

  /// Runs of exact colours on others, with wide clusters.
  private static func buffer(seed: UInt64) -> CellBuffer {
    var random = RandomCells(seed: seed)
    var buffer = random.buffer(columns: 24, rows: 5)
    buffer.links = []
    for row in 0..<buffer.rows {
      for column in 0..<buffer.columns {
        var cell = buffer[column, row]
        if cell.text == "█" { cell.put("x") }
        cell.link = 0
        cell.rendition = GraphicRendition(
          foreground: cell.rendition.foreground, background: cell.rendition.background)
        buffer[column, row] = cell
      }
    }
    return buffer
  }

  private static func hex(_ color: ScreenModel.Color, _ standard: RGB8) -> String {
    switch color {
    case .standard: standard.hex
    case .palette(let entry): colors.palette[UInt8(entry)].hex
    case .rgb(let red, let green, let blue):
      RGB8(red: UInt8(red), green: UInt8(green), blue: UInt8(blue)).hex
    }
  }

  private static func terminal(_ buffer: CellBuffer) -> Set<Seen> {
    var bytes: [UInt8] = []
    BlockWriter(OutputTarget()).append(buffer, into: &bytes)
    let screen = ScreenModel(bytes, columns: buffer.columns)
    var seen: Set<Seen> = []
    for (row, cells) in screen.rows.enumerated() {
      for (column, cell) in cells.enumerated() where cell.text != " " && !cell.text.isEmpty {
        seen.insert(
          Seen(
            row: row, column: column, text: cell.text,
            color: hex(cell.pen.foreground, colors.foreground),
            background: hex(cell.pen.background, colors.background)))
      }
    }
    return seen
  }

  // MARK: Reading pages and pictures

  /// The tags of a text and what stands behind each of them.
  private static func pieces(_ text: some StringProtocol) -> [(tag: String, text: String)] {
    text.split(separator: "<").map { piece in
      let parts = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      let content = parts.count > 1 ? String(parts[1]) : ""
      let decoded = content.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
      return (String(parts[0]), decoded)
    }
  }

  /// The value of an attribute or declaration, up to a character.
  private static func value(_ name: String, _ end: Character, in text: String) -> String? {
    guard let start = text.firstRange(of: name)?.upperBound else { return nil }
    return String(text[start...].prefix { $0 != end })
  }

  /// The backgrounds that the rectangles of a drawing make.
  private static func backgrounds(
    _ drawing: some StringProtocol, of buffer: CellBuffer, margin: Double
  ) throws -> [[String]] {
    var backgrounds: [[String]] = Array(
      repeating: Array(repeating: colors.background.hex, count: buffer.columns),
      count: buffer.rows)
    for (tag, _) in pieces(drawing) where tag.hasPrefix("rect x") {
      func number(_ name: String) throws -> Double {
        try #require(value(" \(name)=\"", "\"", in: tag).flatMap(Double.init))
      }
      let row = Int((try number("y") - margin) / 15)
      let first = Int((try number("x") - margin) / 7.5)
      for column in first..<first + Int(try number("width") / 7.5) {
        backgrounds[row][column] = value(" fill=\"", "\"", in: tag) ?? ""
      }
    }
    return backgrounds
  }

  private static func page(_ buffer: CellBuffer) throws -> Set<Seen> {
    var bytes: [UInt8] = []
    var html = HTMLPage(colors: colors, title: nil)
    html.append(CellPicture(buffer, colors: colors), into: &bytes)
    let page = String(decoding: bytes, as: UTF8.self)
    let drawing = try #require(page.firstRange(of: "</svg>"))
    let backgrounds = try backgrounds(page[..<drawing.lowerBound], of: buffer, margin: 0)
    var open: [String] = []
    var seen: Set<Seen> = []
    var row = 0
    var column = 0
    for (tag, text) in pieces("<pre>" + page[drawing.upperBound...]) {
      if tag.hasPrefix("span") {
        open.append(";" + (value("style=\"", "\"", in: tag) ?? ""))
      } else if tag == "/span" {
        open.removeLast()
      } else if tag == "/pre" {
        break
      }
      let rule = open.joined()
      for character in text {
        if character == "\n" {
          row += 1
          column = 0
          continue
        }
        if character != " " {
          seen.insert(
            Seen(
              row: row, column: column, text: String(character),
              color: value(";color:", ";", in: rule) ?? colors.foreground.hex,
              background: backgrounds[row][column]))
        }
        column += cellWidth(of: String(character), rules: .clusters)
      }
    }
    return seen
  }

  private static func picture(_ buffer: CellBuffer) throws -> Set<Seen> {
    var bytes: [UInt8] = []
    SVGWriter().append(CellPicture(buffer, colors: colors), into: &bytes)
    let drawing = String(decoding: bytes, as: UTF8.self)
    let backgrounds = try backgrounds(drawing, of: buffer, margin: 7.5)
    var seen: Set<Seen> = []
    for (tag, text) in pieces(drawing) {
      func number(_ name: String) throws -> Double {
        try #require(value(" \(name)=\"", "\"", in: tag).flatMap(Double.init))
      }
      if tag.hasPrefix("text ") {
        let row = Int(try number("y") / 15) - 1
        var column = Int(try number("x") / 7.5) - 1
        for character in text {
          if character != " " {
            seen.insert(
              Seen(
                row: row, column: column, text: String(character),
                color: value(" fill=\"", "\"", in: tag) ?? colors.foreground.hex,
                background: backgrounds[row][column]))
          }
          column += cellWidth(of: String(character), rules: .clusters)
        }
      }
    }
    return seen
  }
}
