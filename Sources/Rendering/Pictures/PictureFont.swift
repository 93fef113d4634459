/// The letters of PNG pictures: 8 × 16 pixels, of Latin with its marks, Greek, Cyrillic, Armenian,
/// Georgian, Hebrew and Thai, and the signs that texts for terminals use.
///
/// They are those of the X Window System's misc-fixed fonts, which are in the public domain.
struct PictureFont: Sendable {
  /// Offset of each code point's glyph in the table.
  private let offsets: [UInt32: Int]

  /// The one font.
  static let shared = PictureFont()

  private init() {
    var offsets: [UInt32: Int] = [:]
    var offset = 0
    for range in PictureFontTable.ranges {
      for scalar in range {
        let rows = Self.value(offset + 1)
        if rows > 0 { offsets[scalar] = offset }
        offset += 2 + (rows * 8 + 5) / 6
      }
    }
    self.offsets = offsets
  }

  /// A glyph: rows of eight pixels, of which bit 7 is the leftmost.
  struct Glyph {
    /// The line of the cell that the first row is on.
    var line: Int
    var rows: [UInt8]
  }

  /// The glyph of a character, or nil where the font has none.
  func glyph(of scalar: Unicode.Scalar) -> Glyph? {
    guard let offset = offsets[scalar.value] else { return nil }
    let rows = (0..<Self.value(offset + 1)).map { row in
      (0..<8).reduce(UInt8(0)) { pixels, column in
        let (character, bit) = (row * 8 + column).quotientAndRemainder(dividingBy: 6)
        return pixels << 1 | UInt8(Self.value(offset + 2 + character) >> (5 - bit) & 1)
      }
    }
    return Glyph(line: Self.value(offset), rows: rows)
  }

  private static func value(_ offset: Int) -> Int {
    unsafe Int(PictureFontTable.glyphs.utf8Start[offset]) - 48
  }
}
