package import CellLayout
import StyleValues
import TerminalOutput

/// Writes a block of cells as a picture in PNG.
///
/// A cell is 8 × 16 pixels. Letters come from the embedded bitmap font, which has those of Latin,
/// Greek and Cyrillic; a character of another script is an empty frame. `SVGWriter` and
/// `HTMLPage` leave letters to the viewer's fonts.
package struct PNGWriter: Sendable {
  /// What stands for the terminal's own colours.
  package let colors: ScreenColors

  /// A writer.
  package init(colors: ScreenColors) {
    self.colors = colors
  }

  private static let margin = 8

  /// Appends a block; the cells need not have been quantised.
  package func append(_ buffer: CellBuffer, into bytes: inout [UInt8]) {
    let picture = CellPicture(buffer: buffer, colors: colors)
    let width = buffer.columns * PixelStrip.cellWidth + 2 * Self.margin
    let height = buffer.rows * PixelStrip.cellHeight + 2 * Self.margin
    let empty = PixelStrip(
      columns: buffer.columns, margin: Self.margin, background: colors.background)
    var encoder = PNGEncoder(width: width, height: height, into: &bytes)
    for y in 0..<Self.margin { encoder.append(line: empty.line(y), into: &bytes) }
    for row in 0..<picture.rows {
      var strip = empty
      for ground in picture.grounds(of: row) {
        strip.fill(
          left(ground.columns.lowerBound)..<left(ground.columns.upperBound),
          0..<PixelStrip.cellHeight, ground.color)
      }
      for column in 0..<picture.columns {
        picture.draw(column, row, at: left(column), on: &strip) { cell, color, strip in
          guard let scalar = cell.text.unicodeScalars.first, scalar != " " else { return }
          drawLetter(scalar, cell, at: left(column), color, on: &strip)
        }
      }
      for y in 0..<PixelStrip.cellHeight { encoder.append(line: strip.line(y), into: &bytes) }
    }
    for y in 0..<Self.margin { encoder.append(line: empty.line(y), into: &bytes) }
    encoder.finish(into: &bytes)
  }

  /// The left edge of a column.
  private func left(_ column: Int) -> Int { Self.margin + column * PixelStrip.cellWidth }

  private func drawLetter(
    _ scalar: Unicode.Scalar, _ cell: Cell, at x: Int, _ color: RGB8, on strip: inout PixelStrip
  ) {
    guard let rows = glyphRows(of: scalar) else {
      drawFrame(x + 1..<x + max(1, Int(cell.width)) * PixelStrip.cellWidth - 1, color, on: &strip)
      return
    }
    let isBold = cell.rendition.attributes.contains(.bold)
    let isItalic = cell.rendition.attributes.contains(.italic)
    for (y, row) in rows.enumerated() {
      // Slanted letters lean one pixel to the right at the top, one to the left at the bottom.
      let slant = isItalic ? 1 - y * 3 / rows.count : 0
      for bit in 0..<7 where row >> (6 - bit) & 1 == 1 {
        let left = x + bit + slant
        strip.fill(left..<left + (isBold ? 2 : 1), y + 1..<y + 2, color)
      }
    }
  }

  /// The place of a letter that the font does not have.
  private func drawFrame(_ columns: Range<Int>, _ color: RGB8, on strip: inout PixelStrip) {
    strip.fill(columns, 2..<3, color)
    strip.fill(columns, 13..<14, color)
    strip.fill(columns.lowerBound..<columns.lowerBound + 1, 2..<14, color)
    strip.fill(columns.upperBound - 1..<columns.upperBound, 2..<14, color)
  }
}
