import Bytes
package import CTables

/// One of the embedded bitmap fonts, in the format of GNU Unifont: a line for each glyph, with its
/// code point, a colon, and two hexadecimal digits for each row of eight pixels.
///
/// The glyphs are those of the X Window System's misc-fixed fonts, which are in the public domain.
package struct BitmapFont: Sendable {
  let width: Int

  let height: Int

  /// Width of glyphs without ink beyond it.
  let narrowWidth: Int

  /// Offset of the first row of each code point's glyph.
  private let glyphs: [UInt32: Int]

  /// Rows of all glyphs; bit 7 is the leftmost pixel.
  private let rows: [UInt8]

  // Six columns only for letters that need more than four to be distinguished, such as `N`.
  static let tiny = unsafe BitmapFont(width: 6, height: 6, narrowWidth: 4, ct_font_6x6)
  static let small = unsafe BitmapFont(width: 5, height: 8, ct_font_5x8)
  static let medium = unsafe BitmapFont(width: 6, height: 9, ct_font_6x9)
  static let tall = unsafe BitmapFont(width: 6, height: 10, ct_font_6x10)
  static let large = unsafe BitmapFont(width: 6, height: 12, ct_font_6x12)
  static let huge = unsafe BitmapFont(width: 7, height: 14, ct_font_7x14)

  /// Reads a font out of its file.
  package init(width: Int, height: Int, narrowWidth: Int? = nil, _ table: ct_table) {
    self.width = width
    self.height = height
    self.narrowWidth = narrowWidth ?? width
    var glyphs: [UInt32: Int] = [:]
    var rows: [UInt8] = []
    let table = unsafe EmbeddedBytes(start: table.bytes, count: table.size)
    var number: UInt32 = 0
    var offset = 0
    while offset < table.count {
      let byte = table[offset]
      offset += 1
      if let digit = byte.hexadecimalValue {
        number = number << 4 | UInt32(digit)
        continue
      }
      if byte == UInt8(ascii: ":") {
        glyphs[number] = rows.count
        for index in 0..<height {
          let digits = (table[offset + 2 * index], table[offset + 2 * index + 1])
          rows.append((digits.0.hexadecimalValue ?? 0) << 4 | (digits.1.hexadecimalValue ?? 0))
        }
        offset += 2 * height
      } else if byte == UInt8(ascii: "#") {
        while table[offset] != 0x0A { offset += 1 }
      }
      number = 0
    }
    self.glyphs = glyphs
    self.rows = rows
  }

  func advance(of glyph: Int) -> Int {
    let isWide = rows(of: glyph).contains { $0 & (0xFF >> narrowWidth) != 0 }
    return isWide ? width : narrowWidth
  }

  package func glyph(of scalar: UInt32) -> Int? { glyphs[scalar] }

  /// The rows of a glyph; bit 7 is the leftmost pixel.
  package func rows(of glyph: Int) -> ArraySlice<UInt8> { rows[glyph..<glyph + height] }

  func isInk(_ glyph: Int, _ x: Int, _ y: Int) -> Bool { rows[glyph + y] >> (7 - x) & 1 == 1 }
}
