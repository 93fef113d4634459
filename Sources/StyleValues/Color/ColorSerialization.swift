/// Colours as text: CSS Color 4 §15.
extension Color {
  /// The colour as CSS serialises it: `rgb(…)` for legacy colours, else its own function.
  package var cssText: String {
    switch space {
    case .srgb where isLegacy, .hsl where isLegacy, .hwb where isLegacy:
      return legacyText
    case .hsl, .hwb:
      // A computed colour in these models has no function of its own that is not legacy.
      var rgb = converted(to: .srgb)
      rgb.missing.formIntersection(.alpha)
      return rgb.cssText
    case .lab, .lch, .oklab, .oklch:
      return "\(space.rawValue)(\(componentText)\(alphaText))"
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
    if missing.contains(.alpha) { return " / none" }
    return alpha == 1 ? "" : " / " + NumberText.css(alpha)
  }

  /// Two decimals where they name the same byte, else three (CSS Color 4 §15.1).
  private static func shortAlpha(_ alpha: Double) -> String {
    let byte = (alpha * 255).rounded()
    let hundredths = (byte / 255 * 100).rounded() / 100
    let isExact = (hundredths * 255).rounded() == byte
    return NumberText.fixed(byte / 255, decimals: isExact ? 2 : 3)
  }
}
