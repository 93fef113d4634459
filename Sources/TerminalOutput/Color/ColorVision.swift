package import StyleValues

/// A way of seeing colours that screens can simulate.
package enum ColorVision: String, CaseIterable, Sendable {
  /// With all cones, as most people have.
  case typical
  /// Without the cones for long waves (red).
  case protanopia
  /// Without the cones for middle waves (green).
  case deuteranopia
  /// Without the cones for short waves (blue).
  case tritanopia
  /// Without colour.
  case achromatopsia

  /// Simulates a colour as a person with this vision sees it.
  ///
  /// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
  /// Deficiency" (2009), table of severity 1, applied to linear light; without colour, the relative
  /// luminance.
  package func simulate(_ color: RGB8) -> RGB8 {
    let light = LinearRGB(color)
    let matrix: [Double]
    switch self {
    case .typical: return color
    case .achromatopsia:
      let grey = light.luminance
      return LinearRGB(red: grey, green: grey, blue: grey).rgb8
    case .protanopia:
      matrix = [
        0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
      ]
    case .deuteranopia:
      matrix = [
        0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881,
      ]
    case .tritanopia:
      matrix = [
        1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900,
      ]
    }
    func row(_ first: Int) -> Double {
      matrix[first] * light.red + matrix[first + 1] * light.green + matrix[first + 2] * light.blue
    }
    return LinearRGB(red: row(0), green: row(3), blue: row(6)).rgb8
  }

  /// A rendition as a person with this vision sees it, which has to be quantised afterwards.
  ///
  /// Palette entries become exact colours; the terminal's default colours are unknown and stay.
  package func simulate(_ rendition: GraphicRendition, palette: TerminalPalette) -> GraphicRendition
  {
    guard self != .typical else { return rendition }
    func seen(_ color: TerminalColor) -> TerminalColor {
      palette.color(of: color).map { .rgb(simulate($0)) } ?? .standard
    }
    var result = rendition
    result.foreground = seen(rendition.foreground)
    result.background = seen(rendition.background)
    result.underlineColor = seen(rendition.underlineColor)
    return result
  }
}
