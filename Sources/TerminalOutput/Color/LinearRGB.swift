import StyleValues

/// A colour of linear light, sRGB primaries, each channel 0 to 1, and the fast way from bytes.
struct LinearRGB: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double
}

extension LinearRGB {
  /// The sRGB transfer function undone, IEC 61966-2-1.
  init(_ color: RGB8) {
    let table = Self.table
    red = table[Int(color.red)]
    green = table[Int(color.green)]
    blue = table[Int(color.blue)]
  }

  /// The nearest colour of three bytes; channels out of range are cut.
  var rgb8: RGB8 {
    Color(.srgbLinear, SIMD3(red, green, blue), isLegacy: true).srgb.rgb8
  }

  /// Relative luminance as WCAG 2.2 defines it, 0 (black) to 1 (white).
  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  private static let table = (0...255).map { (byte: UInt8) in
    Color(RGB8(red: byte, green: 0, blue: 0)).converted(to: .srgbLinear).components.x
  }
}
