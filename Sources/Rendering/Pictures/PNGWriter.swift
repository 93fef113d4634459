import CellLayout
import StyleValues
import TerminalOutput

/// Writes a block of cells as a picture in PNG.
///
/// A cell is 8 × 16 pixels, or a multiple. Letters come from the embedded bitmap font; a character
/// that it has not is an empty frame. `SVGWriter` and `HTMLPage` leave letters to the viewer's
/// fonts.
package struct PNGWriter: Sendable {
  /// Number of pixels wide and high a pixel of the font is, at least 1.
  package let scale: Int

  /// A writer.
  package init(scale: Int = 1) {
    self.scale = max(1, scale)
  }

  private static let margin = 8

  /// More pixels are not written.
  package static let mostPixels = 1 << 31

  /// Number of pixels wide and high a picture becomes.
  package func size(of picture: CellPicture) -> (width: Int, height: Int) {
    (
      scale * (picture.columns * PixelStrip.cellWidth + 2 * Self.margin),
      scale * (picture.rows * PixelStrip.cellHeight + 2 * Self.margin)
    )
  }

  /// Appends a picture.
  package func append(_ picture: CellPicture, into bytes: inout [UInt8]) {
    let (width, height) = size(of: picture)
    let empty = PixelStrip(
      columns: picture.columns, margin: Self.margin, background: picture.colors.background)
    var encoder = PNGEncoder(
      width: width / scale, height: height / scale, scale: scale, into: &bytes)
    for y in 0..<Self.margin { encoder.append(line: empty.line(y), into: &bytes) }
    for row in 0..<picture.rows {
      var strip = empty
      for ground in picture.grounds(of: row) {
        strip.fill(
          ground.columns.lowerBound + Self.margin..<ground.columns.upperBound + Self.margin,
          ground.lines, ground.color)
      }
      for column in 0..<picture.columns {
        let left = Self.margin + column * PixelStrip.cellWidth
        picture.draw(column, row, at: left, on: &strip) { cell, color, strip in
          drawText(of: cell, at: left, color, on: &strip)
        }
      }
      for y in 0..<PixelStrip.cellHeight {
        encoder.append(line: strip.line(y), into: &bytes)
      }
    }
    for y in 0..<Self.margin { encoder.append(line: empty.line(y), into: &bytes) }
    encoder.finish(into: &bytes)
  }

  // MARK: - Letters

  /// The texts of cells that are drawn as empty frames, each once, in the order of the picture.
  package static func missingTexts(in picture: CellPicture) -> [String] {
    var seen: Set<String> = []
    var missing: [String] = []
    for row in 0..<picture.rows {
      for column in 0..<picture.columns {
        let cell = picture.buffer[column, row]
        guard cell.width > 0, cell.text != " ", cell.shape == nil else { continue }
        guard seen.insert(cell.text).inserted, glyphs(of: cell) == nil else { continue }
        missing.append(cell.text)
      }
    }
    return missing
  }

  /// The glyphs that stand on one another in a cell; nil if one is missing.
  private static func glyphs(of cell: Cell) -> [PictureFont.Glyph]? {
    // The font's characters are one cell wide, and so is what they are put together to.
    guard cell.width == 1 else { return nil }
    var glyphs: [PictureFont.Glyph] = []
    // Which form of a character is wanted makes no difference here.
    for scalar in cell.text.unicodeScalars where !(0xFE00...0xFE0F ~= scalar.value) {
      guard let glyph = PictureFont.shared.glyph(of: scalar) else { return nil }
      glyphs.append(glyph)
    }
    return glyphs
  }

  private func drawText(
    of cell: Cell, at x: Int, _ color: RGB8, on strip: inout PixelStrip
  ) {
    guard cell.text != " ", !cell.text.isEmpty else { return }
    guard let glyphs = Self.glyphs(of: cell) else {
      drawFrame(x + 1..<x + max(1, Int(cell.width)) * PixelStrip.cellWidth - 1, color, on: &strip)
      return
    }
    let isBold = cell.rendition.attributes.contains(.bold)
    let isItalic = cell.rendition.attributes.contains(.italic)
    for glyph in glyphs {
      for (y, row) in glyph.rows.enumerated() where row != 0 {
        // Slanted letters lean one pixel to the right at the top, one to the left at the bottom.
        let line = glyph.line + y
        let slant = isItalic ? 1 - (line - 1) * 3 / 14 : 0
        let pixels = isBold ? Self.bold(row) : UInt16(row) << 1
        for bit in 0..<9 where pixels >> (8 - bit) & 1 == 1 {
          let left = x + bit + slant
          strip.fill(left..<left + 1, line..<line + 1, color)
        }
      }
    }
  }

  /// A row of a bold letter, nine pixels of which the highest bit is the leftmost: strokes reach
  /// one pixel further to the right, but close no gap, or an m would be a block.
  static func bold(_ row: UInt8) -> UInt16 {
    let row = UInt16(row) << 1
    return row | row >> 1 & ~(row << 1)
  }

  /// The place of a letter that the font does not have.
  private func drawFrame(_ columns: Range<Int>, _ color: RGB8, on strip: inout PixelStrip) {
    strip.fill(columns, 2..<3, color)
    strip.fill(columns, 13..<14, color)
    strip.fill(columns.lowerBound..<columns.lowerBound + 1, 2..<14, color)
    strip.fill(columns.upperBound - 1..<columns.upperBound, 2..<14, color)
  }
}
