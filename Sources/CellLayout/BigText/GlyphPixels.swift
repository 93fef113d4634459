/// The pixels of a character in the largest of the embedded fonts, for pictures.
///
/// A glyph is 7 pixels wide and 14 high; of each row, bit 6 is the leftmost pixel.
///
/// - Returns: Fourteen rows, or nil where the font has no such character.
package func glyphRows(of scalar: Unicode.Scalar) -> [UInt8]? {
  let font = BitmapFont.huge
  guard let glyph = font.glyph(of: scalar.value) else { return nil }
  return (0..<font.height).map { y in
    (0..<font.width).reduce(UInt8(0)) { row, x in row << 1 | (font.isInk(glyph, x, y) ? 1 : 0) }
  }
}
