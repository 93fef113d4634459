/// The font and the blocks that text of a number of rows is drawn with.
struct BigTextForm: Sendable {
  /// The glyphs.
  let font: BitmapFont

  /// Block characters, each of which shows the pixels of a cell.
  let blocks: PixelBlocks

  /// Cells that a glyph is wide.
  func columns(of glyph: Int) -> Int {
    (font.advance(of: glyph) + blocks.columns - 1) / blocks.columns
  }

  /// Cells a character is high.
  var rows: Int { (font.height + blocks.rows - 1) / blocks.rows }

  /// Width of a pixel in px.
  var pixelWidth: Double { CellMetrics.width / Double(blocks.columns) }

  /// Height of a pixel in px.
  var pixelHeight: Double { CellMetrics.height / Double(blocks.rows) }

  /// The form for text of 2 to 7 rows; nil where there is none.
  ///
  /// - Parameters:
  ///   - rows: Number of rows; more than 7 are drawn as 7.
  ///   - hasSextants: True if the terminal shows U+1FB00 to U+1FB3B.
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
