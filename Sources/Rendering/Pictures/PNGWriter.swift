package import CellLayout
import StyleValues
import TerminalOutput

/// Writes a block of cells as a picture in PNG.
///
/// A cell is 8 × 16 pixels. Letters come from the embedded bitmap font, which has those of Latin,
/// Greek and Cyrillic; a character of another script is an empty frame. `SVGWriter` and
/// `HTMLWriter` leave letters to the viewer's fonts.
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
    let width = buffer.columns * PixelStrip.cellWidth + 2 * Self.margin
    let height = buffer.rows * PixelStrip.cellHeight + 2 * Self.margin
    let empty = PixelStrip(
      columns: buffer.columns, margin: Self.margin, background: colors.background)
    var encoder = PNGEncoder(width: width, height: height, into: &bytes)
    for y in 0..<Self.margin { encoder.append(line: empty.line(y), into: &bytes) }
    for row in 0..<buffer.rows {
      var strip = empty
      for column in 0..<buffer.columns { drawBackground(buffer[column, row], column, on: &strip) }
      for column in 0..<buffer.columns { draw(buffer[column, row], column, on: &strip) }
      for y in 0..<PixelStrip.cellHeight { encoder.append(line: strip.line(y), into: &bytes) }
    }
    for y in 0..<Self.margin { encoder.append(line: empty.line(y), into: &bytes) }
    encoder.finish(into: &bytes)
  }

  private func drawBackground(_ cell: Cell, _ column: Int, on strip: inout PixelStrip) {
    guard let background = colors.visible(cell.rendition).background else { return }
    let x = Self.margin + column * PixelStrip.cellWidth
    strip.fill(x..<x + PixelStrip.cellWidth, 0..<PixelStrip.cellHeight, background)
  }

  private func draw(_ cell: Cell, _ column: Int, on strip: inout PixelStrip) {
    let seen = colors.visible(cell.rendition)
    let x = Self.margin + column * PixelStrip.cellWidth
    if let scalar = cell.text.unicodeScalars.first, scalar != " " {
      let paper = seen.background ?? colors.background
      if !BoxShapes.draw(scalar, at: x, ink: seen.text, paper: paper, on: &strip) {
        drawLetter(scalar, cell, at: x, seen.text, on: &strip)
      }
    }
    BoxShapes.drawLines(
      of: cell.rendition, at: x, ink: seen.text, underline: seen.underline ?? seen.text,
      on: &strip)
  }

  private func drawLetter(
    _ scalar: Unicode.Scalar, _ cell: Cell, at x: Int, _ ink: RGB8, on strip: inout PixelStrip
  ) {
    guard let rows = glyphRows(of: scalar) else {
      drawFrame(x + 1..<x + max(1, Int(cell.width)) * PixelStrip.cellWidth - 1, ink, on: &strip)
      return
    }
    let isBold = cell.rendition.attributes.contains(.bold)
    let isItalic = cell.rendition.attributes.contains(.italic)
    for (y, row) in rows.enumerated() {
      // Slanted letters lean one pixel to the right at the top, one to the left at the bottom.
      let slant = isItalic ? 1 - y * 3 / rows.count : 0
      for bit in 0..<7 where row >> (6 - bit) & 1 == 1 {
        let left = x + bit + slant
        strip.fill(left..<left + (isBold ? 2 : 1), y + 1..<y + 2, ink)
      }
    }
  }

  /// The place of a letter that the font does not have.
  private func drawFrame(_ columns: Range<Int>, _ ink: RGB8, on strip: inout PixelStrip) {
    strip.fill(columns, 2..<3, ink)
    strip.fill(columns, 13..<14, ink)
    strip.fill(columns.lowerBound..<columns.lowerBound + 1, 2..<14, ink)
    strip.fill(columns.upperBound - 1..<columns.upperBound, 2..<14, ink)
  }
}
