/// A colour in its written space, with its missing components.
///
/// Components are not limited to the space's gamut; `srgb` maps them to what a screen shows.
///
/// ```swift
/// let color = Color(.oklch, SIMD3(0.7, 0.1, 200), alpha: 0.5)
/// print(color.space.rawValue, color.components.z, color.alpha)  // oklch 200.0 0.5
/// print(color.isLegacy)  // false
/// print(color.srgb.hex8)  // #40b1b780
/// print(color.converted(to: .oklab).cssText)  // oklab(0.7 -0.0939693 -0.034202 / 0.5)
/// print(Color.transparent.cssText)  // rgba(0, 0, 0, 0)
/// ```
package struct Color: Hashable, Sendable {
  /// Components written as `none`, or powerless after a conversion.
  ///
  /// CSS Color 4 §4.4. A missing component counts as 0, but takes the other colour's value when
  /// two colours are mixed.
  ///
  /// ```swift
  /// if case .absolute(let color) = try ColorValue.convert("oklch(0.5 none 20)") {
  ///   print(color.missing == .second, color.missing.contains(.alpha))  // true false
  /// }
  /// ```
  package struct Missing: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let first = Missing(rawValue: 1)
    package static let second = Missing(rawValue: 2)
    package static let third = Missing(rawValue: 4)
    package static let alpha = Missing(rawValue: 8)

    /// The component at `index`, 0 to 2, or alpha at 3.
    static func component(_ index: Int) -> Missing { Missing(rawValue: 1 << UInt8(index)) }
  }

  package var space: ColorSpace

  /// The three components in the units of `ColorSpace`; a missing one is 0.
  package var components: SIMD3<Double>

  /// Opacity, 0 to 1; a missing one is 0.
  package var alpha: Double

  package var missing: Missing

  /// True if it was written as hex, a name, `rgb()`, `hsl()` or `hwb()`.
  ///
  /// CSS Color 4 §4.1: such colours serialise as `rgb()`, and gradients between them run in sRGB.
  package var isLegacy: Bool

  /// The components of missing channels are set to 0.
  package init(
    _ space: ColorSpace, _ components: SIMD3<Double>, alpha: Double = 1, missing: Missing = [],
    isLegacy: Bool = false
  ) {
    self.space = space
    self.components = components
    self.alpha = alpha
    self.missing = missing
    self.isLegacy = isLegacy
    guard !missing.isEmpty else { return }
    for index in 0..<3 where missing.contains(.component(index)) { self.components[index] = 0 }
    if missing.contains(.alpha) { self.alpha = 0 }
  }

  package init(_ rgb: RGB8, alpha: Double = 1) {
    self.init(
      .srgb, SIMD3(Double(rgb.red), Double(rgb.green), Double(rgb.blue)) / 255, alpha: alpha,
      isLegacy: true)
  }

  /// From `0xrrggbbaa`.
  package init(rgba: UInt32) { self.init(RGB8(rgba >> 8), alpha: Double(rgba & 0xFF) / 255) }

  package init(_ color: SRGBColor) {
    self.init(.srgb, SIMD3(color.red, color.green, color.blue), alpha: color.alpha, isLegacy: true)
  }

  /// Hashes only the numbers, because colours that differ only in notation are rare.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(components.x)
    hasher.combine(components.y)
    hasher.combine(components.z)
    hasher.combine(alpha)
  }

  /// `transparent`: black with an alpha of 0.
  package static let transparent = Color(RGB8(0x000000), alpha: 0)

  /// The sRGB colour after gamut mapping (CSS Color 4 §13), with missing components as 0.
  package var srgb: SRGBColor {
    let mapped: SIMD3<Double>
    if space == .srgb {
      mapped =
        Self.isUnit(components) ? components : isLegacy ? Self.clip(components) : gamutMapped()
    } else {
      let encoded = encodedSRGB()
      // A legacy colour is limited to sRGB by its syntax, not by the way it looks.
      mapped = Self.isNearlyUnit(encoded) || isLegacy ? Self.clip(encoded) : gamutMapped()
    }
    return SRGBColor(
      red: mapped.x, green: mapped.y, blue: mapped.z, alpha: Swift.min(Swift.max(alpha, 0), 1))
  }
}

extension Color {
  /// Clamps each component to 0 to 1.
  static func clip(_ components: SIMD3<Double>) -> SIMD3<Double> {
    components.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
  }

  private static func isUnit(_ components: SIMD3<Double>) -> Bool {
    components.min() >= 0 && components.max() <= 1
  }

  /// True within 0 to 1 but for rounding errors of conversions; far less than half a byte's step.
  static func isNearlyUnit(_ components: SIMD3<Double>) -> Bool {
    components.min() >= -0.000075 && components.max() <= 1.000075
  }
}

extension Color {
  /// White or black, whichever has more contrast: `contrast-color()` (CSS Color 5 §6), by the
  /// relative luminance of WCAG 2.
  var contrasting: RGB8 {
    let linear = Color(srgb).converted(to: .srgbLinear).components
    let luminance = 0.2126 * linear.x + 0.7152 * linear.y + 0.0722 * linear.z
    // (1 + 0.05) / (luminance + 0.05) against (luminance + 0.05) / 0.05.
    return RGB8((luminance + 0.05) * (luminance + 0.05) <= 1.05 * 0.05 ? 0xFFFFFF : 0x000000)
  }
}

/// A colour for a screen: sRGB, gamma-encoded, not premultiplied, after gamut mapping.
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
  package var red: Double

  package var green: Double

  package var blue: Double

  package var alpha: Double

  /// The arguments are not limited.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package init(_ rgb: RGB8, alpha: Double = 1) {
    self.init(
      red: Double(rgb.red) / 255, green: Double(rgb.green) / 255, blue: Double(rgb.blue) / 255,
      alpha: alpha)
  }

  /// Each channel as a byte, rounded half away from zero; without alpha.
  package var rgb8: RGB8 {
    RGB8(red: Self.byte(red), green: Self.byte(green), blue: Self.byte(blue))
  }

  /// Alpha as a byte, rounded half away from zero.
  package var alpha8: UInt8 { Self.byte(alpha) }

  /// This colour with its alpha multiplied by `opacity`.
  package func fading(by opacity: Double) -> SRGBColor {
    SRGBColor(red: red, green: green, blue: blue, alpha: alpha * opacity)
  }

  /// Source-over in gamma-encoded sRGB, as browsers do (Compositing and Blending Level 1, §5).
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

  /// In lower case.
  package var hex8: String { rgb8.hex + Self.hexDigits(alpha8) }

  private static func byte(_ channel: Double) -> UInt8 {
    // In this order NaN is 0.
    UInt8(min(max(0, (channel * 255).rounded()), 255))
  }

  fileprivate static func hexDigits(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

/// An opaque sRGB colour of three bytes: that of `38;2;r;g;b` and of palettes.
///
/// ```swift
/// let color = RGB8(0xFF8800)
/// print(color.red, color.green, color.blue, color.hex)  // 255 136 0 #ff8800
/// ```
@usableFromInline
package struct RGB8: Hashable, Sendable {
  @usableFromInline package var red: UInt8

  @usableFromInline package var green: UInt8

  @usableFromInline package var blue: UInt8

  @inlinable
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// From a number such as `0xff8800`; higher bits are ignored.
  @inlinable
  package init(_ hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }

  /// In lower case.
  package var hex: String { "#" + [red, green, blue].map(SRGBColor.hexDigits).joined() }
}
