import StyledText
import TerminalOutput

/// The font and the block characters that draw text several rows high.
struct BigTextForm: Sendable {
  let font: BitmapFont

  /// Block characters, each of which shows the pixels of a cell.
  let blocks: PixelBlocks

  func columns(of glyph: Int) -> Int {
    (font.advance(of: glyph) + blocks.columns - 1) / blocks.columns
  }

  /// Height of a character in cells.
  var rows: Int { (font.height + blocks.rows - 1) / blocks.rows }

  var pixelWidth: Double { CellMetrics.width / Double(blocks.columns) }

  var pixelHeight: Double { CellMetrics.height / Double(blocks.rows) }

  /// The form for text of 2 or more rows, drawn with at most 7; nil below 2; `hasSextants` if the
  /// terminal shows U+1FB00 to U+1FB3B.
  init?(rows: Int, hasSextants: Bool = true) {
    switch rows {
    case ...1: return nil
    // Half blocks leave too few pixels to read anything in two rows: they take three.
    case 2: (font, blocks) = hasSextants ? (.tiny, .sextants) : (.tiny, .halves)
    case 3: (font, blocks) = hasSextants ? (.medium, .sextants) : (.tiny, .halves)
    case 4: (font, blocks) = (.small, .halves)
    case 5: (font, blocks) = (.tall, .halves)
    case 6: (font, blocks) = (.large, .halves)
    default: (font, blocks) = (.huge, .halves)
    }
  }
}

/// The pixels of a piece of big text, and how much its shadow covers each.
struct BigTextRaster {
  let columns: Int
  let rows: Int
  private var ink: [Bool]

  init(_ bytes: [UInt8], in range: Range<Int>, _ form: BigTextForm, rules: WidthRules) {
    var glyphs: [Int] = []
    for cluster in TextClusters(bytes, in: range, rules: rules) {
      if let glyph = form.font.glyph(of: bytes, cluster.range) { glyphs.append(glyph) }
    }
    let advances = glyphs.map { form.columns(of: $0) * form.blocks.columns }
    columns = advances.reduce(0, +)
    rows = form.rows * form.blocks.rows
    ink = Array(repeating: false, count: columns * rows)
    var left = 0
    for (glyph, advance) in zip(glyphs, advances) {
      for y in 0..<form.font.height {
        for x in 0..<min(advance, form.font.width) where form.font.isInk(glyph, x, y) {
          ink[y * columns + left + x] = true
        }
      }
      left += advance
    }
  }

  func isInk(_ x: Int, _ y: Int) -> Bool { ink[y * columns + x] }

  /// The coverage of each pixel by a shadow of the ink, 0 to 1, row by row.
  func shadow(_ horizontal: ShadowCoverage, _ vertical: ShadowCoverage) -> [Double] {
    let across = Self.spread(
      ink.map { $0 ? 1 : 0 }, lines: rows, length: columns, step: 1, stride: columns, horizontal)
    return Self.spread(across, lines: columns, length: rows, step: columns, stride: 1, vertical)
  }

  /// The cost of such a shadow in cells: a pixel that is spread over sixteen costs as much as a
  /// cell.
  func shadowCost(_ horizontal: ShadowCoverage, _ vertical: ShadowCoverage) -> Int {
    let reaches = min(horizontal.reach, columns) + min(vertical.reach, rows)
    return ink.count * (2 + reaches / 8)
  }

  /// Moves and blurs every line of pixels along itself.
  private static func spread(
    _ pixels: [Double], lines: Int, length: Int, step: Int, stride: Int, _ coverage: ShadowCoverage
  ) -> [Double] {
    let reach = min(coverage.reach, length)
    let kernel = (-reach...reach).map { coverage.along($0, length: 1) }
    var result = [Double](repeating: 0, count: pixels.count)
    for line in 0..<lines {
      for position in 0..<length {
        let value = pixels[line * stride + position * step]
        guard value > 0 else { continue }
        for target in max(0, position - reach)...min(length - 1, position + reach) {
          result[line * stride + target * step] += value * kernel[target - position + reach]
        }
      }
    }
    return result
  }
}

/// Set of block characters for big text, by the pixels in a cell.
enum PixelBlocks: Sendable {
  /// One pixel above the other: `▀▄█`, which every font has.
  case halves
  /// Two by three: U+1FB00 to U+1FB3B, which most terminals draw themselves.
  case sextants

  /// Pixels per cell horizontally.
  var columns: Int { self == .halves ? 1 : 2 }

  /// Pixels per cell vertically.
  var rows: Int { self == .halves ? 2 : 3 }

  /// The character whose ink is the pixels of `pattern`: bit 0 is at the top left, then row by row.
  func character(_ pattern: Int) -> SafeText {
    switch self {
    case .halves: return [" ", "▀", "▄", "█"][pattern & 3]
    case .sextants:
      switch pattern & 63 {
      case 0: return " "
      case 0b010101: return "▌"
      case 0b101010: return "▐"
      case 63: return "█"
      case let pattern:
        // The block leaves out the four patterns above.
        let skipped = 1 + (pattern > 0b010101 ? 1 : 0) + (pattern > 0b101010 ? 1 : 0)
        return Unicode.Scalar(UInt32(0x1FB00 + pattern - skipped)).map {
          SafeText(trusted: String($0))
        } ?? " "
      }
    }
  }
}
