package import StyleValues

/// The WCAG 2 contrast ratio of two colours, 1 (the same) to 21 (black on white); either may be
/// the text.
///
/// WCAG 2.2, "contrast ratio" and "relative luminance".
package func contrastRatio(_ one: RGB8, _ other: RGB8) -> Double {
  contrastRatio(ofLuminances: LinearRGB(one).luminance, LinearRGB(other).luminance)
}

/// The same of two relative luminances, each 0 to 1.
func contrastRatio(ofLuminances one: Double, _ other: Double) -> Double {
  (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

/// The perceptual contrast of text on a background: *Lc* of APCA, about −108 (white on black) to
/// 106 (black on white); 0 where the two can hardly be told apart.
///
/// APCA 0.1.9 with the constants 0.98G-4g (Andrew Somers, "APCA-W3"). 60 is the least for body
/// text that is not small, 75 for body text.
package func apcaContrast(text: RGB8, background: RGB8) -> Double {
  func luminance(_ color: RGB8) -> Double {
    func share(_ channel: UInt8) -> Double { power(Double(channel) / 255, 2.4) }
    let sum =
      0.2126729 * share(color.red) + 0.7151522 * share(color.green)
      + 0.0721750 * share(color.blue)
    // Screens do not reach black: very dark colours are lifted.
    return sum < 0.022 ? sum + power(0.022 - sum, 1.414) : sum
  }
  let (front, behind) = (luminance(text), luminance(background))
  guard abs(behind - front) >= 0.0005 else { return 0 }

  let isDarkOnLight = behind > front
  let contrast =
    isDarkOnLight
    ? (power(behind, 0.56) - power(front, 0.57)) * 1.14
    : (power(behind, 0.65) - power(front, 0.62)) * 1.14
  guard abs(contrast) >= 0.1 else { return 0 }
  return (isDarkOnLight ? contrast - 0.027 : contrast + 0.027) * 100
}

/// A WCAG 2 conformance level, as far as contrast goes.
package enum ContrastLevel: String, CaseIterable, Sendable {
  /// WCAG 2 level AA, success criterion 1.4.3: 4.5, or 3 for large text.
  case aa = "AA"
  /// WCAG 2 level AAA, success criterion 1.4.6: 7, or 4.5 for large text.
  case aaa = "AAA"

  /// The least ratio that passes.
  package func threshold(isLargeText: Bool) -> Double {
    switch self {
    case .aa: isLargeText ? 3 : 4.5
    case .aaa: isLargeText ? 4.5 : 7
    }
  }

  /// True if text counts as large: 24 CSS pixels, or 18.66 and bold (18 and 14 pt).
  package static func isLargeText(pixels: Double, weight: Double) -> Bool {
    pixels >= 24 || (pixels >= 18.66 && weight >= 700)
  }
}
