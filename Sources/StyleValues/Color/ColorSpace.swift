/// The spaces and models that CSS Color 4 lets a colour be written in.
///
/// The raw value is the name that CSS uses.
///
/// ```swift
/// print(ColorSpace.displayP3.rawValue, ColorSpace.oklch.hueIndex ?? -1)  // display-p3 2
/// print(Color(RGB8(0xFF0000)).converted(to: .hwb).components)  // SIMD3<Double>(0.0, 0.0, 0.0)
/// ```
package enum ColorSpace: String, CaseIterable, Hashable, Sendable {
  /// sRGB, gamma-encoded, channels 0 to 1.
  case srgb
  /// sRGB with linear light.
  case srgbLinear = "srgb-linear"
  /// sRGB as hue in degrees, saturation and lightness 0 to 100.
  case hsl
  /// sRGB as hue in degrees, whiteness and blackness 0 to 100.
  case hwb
  /// CIE Lab with a D50 white: lightness 0 to 100, a and b about ±125.
  case lab
  /// CIE Lab in polar form: lightness 0 to 100, chroma from 0 to about 150, hue in degrees.
  case lch
  /// OKLab: lightness 0 to 1, a and b about ±0.4.
  case oklab
  /// OKLab in polar form: lightness 0 to 1, chroma from 0 to about 0.4, hue in degrees.
  case oklch
  /// Display P3, the sRGB transfer function with wider primaries.
  case displayP3 = "display-p3"
  /// Adobe RGB (1998).
  case a98RGB = "a98-rgb"
  /// ProPhoto RGB (ROMM), with a D50 white.
  case prophotoRGB = "prophoto-rgb"
  /// ITU-R BT.2020.
  case rec2020
  /// CIE XYZ relative to a D50 white.
  case xyzD50 = "xyz-d50"
  /// CIE XYZ relative to a D65 white; CSS also calls it `xyz`.
  case xyzD65 = "xyz-d65"

  /// Index of the hue component; nil if the space has none.
  package var hueIndex: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// True if it is sRGB with a hue: `hsl()` or `hwb()`.
  var isCylinderOfSRGB: Bool { self == .hsl || self == .hwb }
}

/// Meaning of a component of a space, for carrying missing components over.
///
/// CSS Color 4 §12.2, the table of analogous components.
enum ComponentMeaning: UInt8 {
  case red, green, blue, lightness, colorfulness, hue, opponentA, opponentB, other
}

extension ColorSpace {
  /// The meaning of the component at `index`, 0 to 2.
  func meaning(at index: Int) -> ComponentMeaning {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD50, .xyzD65:
      index == 0 ? .red : index == 1 ? .green : .blue
    case .hsl: index == 0 ? .hue : index == 1 ? .colorfulness : .lightness
    case .hwb: index == 0 ? .hue : .other
    case .lab, .oklab: index == 0 ? .lightness : index == 1 ? .opponentA : .opponentB
    case .lch, .oklch: index == 0 ? .lightness : index == 1 ? .colorfulness : .hue
    }
  }
}
