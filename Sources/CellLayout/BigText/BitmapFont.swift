/// One of the embedded bitmap fonts.
///
/// The glyphs are those of the X Window System's misc-fixed fonts, which are in the public domain.
struct BitmapFont: Sendable {
  /// Pixels in a row of a glyph.
  let width: Int

  /// Rows of a glyph.
  let height: Int

  /// Pixels that a glyph takes which has no ink beyond them.
  let narrowWidth: Int

  private let pixels: StaticString

  /// 4 × 6 pixels, and 6 × 6 for letters that cannot be told from others with less, such as `N`.
  static let tiny = BitmapFont(
    width: 6, height: 6, narrowWidth: 4, pixels: BitmapFontTable.font6x6)
  /// 5 × 8 pixels.
  static let small = BitmapFont(width: 5, height: 8, pixels: BitmapFontTable.font5x8)
  /// 6 × 9 pixels.
  static let medium = BitmapFont(width: 6, height: 9, pixels: BitmapFontTable.font6x9)
  /// 6 × 10 pixels.
  static let tall = BitmapFont(width: 6, height: 10, pixels: BitmapFontTable.font6x10)
  /// 6 × 12 pixels.
  static let large = BitmapFont(width: 6, height: 12, pixels: BitmapFontTable.font6x12)
  /// 7 × 14 pixels.
  static let huge = BitmapFont(width: 7, height: 14, pixels: BitmapFontTable.font7x14)

  private init(width: Int, height: Int, narrowWidth: Int? = nil, pixels: StaticString) {
    self.width = width
    self.height = height
    self.narrowWidth = narrowWidth ?? width
    self.pixels = pixels
  }

  /// Number of pixels wide a glyph is, with the room to the next one.
  func advance(of glyph: Int) -> Int {
    let isWide = (narrowWidth..<width).contains { x in
      (0..<height).contains { y in isInk(glyph, x, y) }
    }
    return isWide ? width : narrowWidth
  }

  /// The number of a code point's glyph, or nil where the font has none.
  func glyph(of scalar: UInt32) -> Int? {
    var number = 0
    for range in BitmapFontTable.ranges {
      if range.contains(scalar) {
        let index = number + Int(scalar - range.lowerBound)
        return character(index, 0) == Self.absent ? nil : index
      }
      number += range.count
    }
    return nil
  }

  /// True if a pixel of a glyph is ink.
  func isInk(_ glyph: Int, _ x: Int, _ y: Int) -> Bool {
    let (place, bit) = (y * width + x).quotientAndRemainder(dividingBy: 6)
    return (character(glyph, place) - Self.base) >> (5 - bit) & 1 == 1
  }

  /// Characters of the table that a glyph takes.
  private var length: Int { (width * height + 5) / 6 }

  /// Reads without a bounds check: `glyph` comes from the same ranges as the table.
  private func character(_ glyph: Int, _ place: Int) -> Int {
    unsafe Int(pixels.utf8Start[glyph * length + place])
  }

  private static let base = 48
  private static let absent = Int(UInt8(ascii: "~"))
}
