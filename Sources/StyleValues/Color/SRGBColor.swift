/// A colour as screens take it: sRGB, gamma-encoded, not premultiplied, after gamut mapping.
///
/// Channels and alpha run from 0 to 1.
///
/// ```swift
/// let veil = SRGBColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
/// print(veil.hex8, veil.alpha8)  // #ff800080 128
/// print(veil.over(SRGBColor(RGB8(0x000000))).rgb8.hex)  // #804000
/// print(veil.fading(by: 0.5).alpha)  // 0.25
/// ```
package struct SRGBColor: Hashable, Sendable {
  /// Red, 0 to 1.
  package var red: Double

  /// Green, 0 to 1.
  package var green: Double

  /// Blue, 0 to 1.
  package var blue: Double

  /// Opacity, 0 (nothing to see) to 1.
  package var alpha: Double

  /// Puts a colour together; the arguments are taken as they are.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour of three bytes.
  package init(_ rgb: RGB8, alpha: Double = 1) {
    self.init(
      red: Double(rgb.red) / 255, green: Double(rgb.green) / 255, blue: Double(rgb.blue) / 255,
      alpha: alpha)
  }

  /// Each channel as a byte, rounded half away from zero; alpha is left out.
  package var rgb8: RGB8 {
    RGB8(red: Self.byte(red), green: Self.byte(green), blue: Self.byte(blue))
  }

  /// Alpha as a byte, rounded half away from zero.
  package var alpha8: UInt8 { Self.byte(alpha) }

  /// This colour with its alpha multiplied, as `opacity` does.
  package func fading(by opacity: Double) -> SRGBColor {
    SRGBColor(red: red, green: green, blue: blue, alpha: alpha * opacity)
  }

  /// This colour painted over another: source-over in gamma-encoded sRGB, as browsers do.
  ///
  /// Compositing and Blending Level 1, §5.
  package func over(_ backdrop: SRGBColor) -> SRGBColor {
    if alpha >= 1 { return self }
    if alpha <= 0 { return backdrop }
    let result = alpha + backdrop.alpha * (1 - alpha)
    func channel(_ source: Double, _ under: Double) -> Double {
      (source * alpha + under * backdrop.alpha * (1 - alpha)) / result
    }
    return SRGBColor(
      red: channel(red, backdrop.red), green: channel(green, backdrop.green),
      blue: channel(blue, backdrop.blue), alpha: result)
  }

  /// `#rrggbbaa` in lower case.
  package var hex8: String {
    rgb8.hex + Self.hexDigits(alpha8)
  }

  private static func byte(_ channel: Double) -> UInt8 {
    // In this order NaN is 0.
    UInt8(min(max(0, (channel * 255).rounded()), 255))
  }

  fileprivate static func hexDigits(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

/// An opaque sRGB colour of three bytes: what `38;2;r;g;b` and the palettes hold.
///
/// ```swift
/// let color = RGB8(0xFF8800)
/// print(color.red, color.green, color.blue, color.hex)  // 255 136 0 #ff8800
/// ```
@usableFromInline
package struct RGB8: Hashable, Sendable {
  /// Red, 0 to 255.
  @usableFromInline package var red: UInt8

  /// Green, 0 to 255.
  @usableFromInline package var green: UInt8

  /// Blue, 0 to 255.
  @usableFromInline package var blue: UInt8

  /// Puts a colour together.
  @inlinable
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour of a number such as `0xff8800`; higher bits are ignored.
  @inlinable
  package init(_ hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }

  /// `#rrggbb` in lower case.
  package var hex: String {
    "#" + [red, green, blue].map(SRGBColor.hexDigits).joined()
  }
}
