import Bytes

/// Serialisation of colours: CSS Color 4 §15.
extension Color {
  /// The colour as CSS serialises it: `rgb(…)` for legacy colours, else its own function.
  package var cssText: String {
    switch space {
    case .srgb where isLegacy, .hsl where isLegacy, .hwb where isLegacy: return legacyText
    case .hsl, .hwb:
      // A computed colour in these models has no function of its own that is not legacy.
      var rgb = converted(to: .srgb)
      rgb.missing.formIntersection(.alpha)
      return rgb.cssText
    case .lab, .lch, .oklab, .oklch: return "\(space.rawValue)(\(componentText)\(alphaText))"
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD50, .xyzD65:
      return "color(\(space.rawValue) \(componentText)\(alphaText))"
    }
  }

  private var legacyText: String {
    let color = srgb
    let rgb = color.rgb8
    let channels = "\(rgb.red), \(rgb.green), \(rgb.blue)"
    guard color.alpha < 1 else { return "rgb(\(channels))" }
    return "rgba(\(channels), \(Self.shortAlpha(color.alpha)))"
  }

  private var componentText: String {
    (0..<3).map { index in
      missing.contains(.component(index)) ? "none" : NumberText.css(components[index])
    }.joined(separator: " ")
  }

  private var alphaText: String {
    missing.contains(.alpha) ? " / none" : alpha == 1 ? "" : " / " + NumberText.css(alpha)
  }

  /// Two decimals if they result in the same byte, else three (CSS Color 4 §15.1).
  private static func shortAlpha(_ alpha: Double) -> String {
    let byte = (alpha * 255).rounded()
    let hundredths = (byte / 255 * 100).rounded() / 100
    let isExact = (hundredths * 255).rounded() == byte
    return NumberText.fixed(byte / 255, decimals: isExact ? 2 : 3)
  }
}

/// `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa` without the `#`: CSS Color 4 §5.2.
///
/// ```swift
/// let bytes = Array("#8fc".utf8)
/// let number = HexNotation.rgba(bytes[...], in: .css) ?? 0
/// print(Color(rgba: number).cssText)  // rgb(136, 255, 204)
/// ```
package enum HexNotation {
  /// The colour of a whole text with `#`, as `0xrrggbbaa`.
  package static func rgba(_ text: ArraySlice<UInt8>, in dialect: Dialect) -> UInt32? {
    guard text.first == UInt8(ascii: "#") else { return nil }
    return rgba(text.dropFirst(), alphaFirst: dialect.hexStartsWithAlpha)
  }

  /// The colour of 3, 4, 6 or 8 digits; of 4 and 8, alpha is the first or the last.
  @inline(__always)
  static func color(_ digits: some Sequence<UInt8>, alphaFirst: Bool) -> Color? {
    rgba(digits, alphaFirst: alphaFirst).map(Color.init(rgba:))
  }

  /// The colour of 3, 4, 6 or 8 digits, as `0xrrggbbaa`.
  @inline(__always)
  static func rgba(_ digits: some Sequence<UInt8>, alphaFirst: Bool) -> UInt32? {
    var number: UInt32 = 0
    var count = 0
    for byte in digits {
      guard count < 8, let digit = byte.hexadecimalValue else { return nil }
      number = number << 4 | UInt32(digit)
      count += 1
    }
    switch count {
    case 3: return doubled(number) << 8 | 0xFF
    case 6: return number << 8 | 0xFF
    case 4: number = doubled(number)
    case 8: break
    default: return nil
    }
    return alphaFirst ? number << 8 | number >> 24 : number
  }

  /// Repeats each digit.
  private static func doubled(_ digits: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for index: UInt32 in 0..<4 { result |= (digits >> (4 * index) & 0xF) * 0x11 << (8 * index) }
    return result
  }
}

/// The named colours of CSS.
///
/// ```swift
/// print(NamedColors.color(named: "CornflowerBlue")?.hex ?? "")  // #6495ed
/// print(NamedColors.names.count)  // 148
/// ```
package enum NamedColors {
  /// The colour of a name in any case (CSS Color 4 §6.1).
  package static func color(named name: String) -> RGB8? { lookup[name].map(RGB8.init) }

  /// In alphabetical order.
  package static var names: [String] { lookup.keywords }

  static let lookup = KeywordTable<UInt32>(
    DataFile.colorNames.lines.map { line in
      let name = Substring(line.utf8.dropLast(7))
      return (String(name), UInt32(Substring(line.utf8.suffix(6)), radix: 16) ?? 0)
    })
}
