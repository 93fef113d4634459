/// Conversions between colour spaces: CSS Color 4 §11, through unbounded linear-light sRGB.
extension Color {
  /// The same colour in another space, without gamut mapping.
  ///
  /// Missing components count as 0, and a hue that means nothing in the result is missing there.
  /// A conversion to the colour's own space changes nothing.
  ///
  /// ```swift
  /// let grey = Color(RGB8(0x808080)).converted(to: .hsl)
  /// print(grey.components.z.rounded(), grey.missing == .first)  // 50.0 true
  /// ```
  package func converted(to target: ColorSpace) -> Color {
    guard target != space else { return self }
    let result = Self.convert(components, from: space, to: target)
    return Color(
      target, result, alpha: alpha,
      missing: missing.intersection(.alpha).union(Self.powerless(result, in: target)))
  }

  /// Gamma-encoded sRGB, not limited to 0 to 1.
  func encodedSRGB() -> SIMD3<Double> {
    Self.convert(components, from: space, to: .srgb)
  }

  /// Linear-light sRGB, not limited to 0 to 1.
  func linearSRGB() -> SIMD3<Double> {
    Self.linearSRGB(components, from: space)
  }

  /// The hue of a grey, which any other hue could stand for.
  ///
  /// The limits are CSS Color 4's, above the noise of conversions.
  static func powerless(_ components: SIMD3<Double>, in space: ColorSpace) -> Missing {
    switch space {
    case .hsl: components.y <= 0.001 ? .first : []
    case .hwb: components.y + components.z >= 99.999 ? .first : []
    case .lch: components.y <= 0.0015 ? .third : []
    case .oklch: components.y <= 0.000004 ? .third : []
    default: []
    }
  }

  static func convert(
    _ components: SIMD3<Double>, from source: ColorSpace, to target: ColorSpace
  ) -> SIMD3<Double> {
    switch (source, target) {
    case (.lab, .lch), (.oklab, .oklch): return CylindricalModel.polar(components)
    case (.lch, .lab), (.oklch, .oklab): return CylindricalModel.rectangular(components)
    case (.srgb, .srgb): return components
    case (.srgb, .hsl): return CylindricalModel.hsl(fromRGB: components)
    case (.srgb, .hwb): return CylindricalModel.hwb(fromRGB: components)
    case (.hsl, .srgb): return CylindricalModel.rgb(fromHSL: components)
    case (.hwb, .srgb): return CylindricalModel.rgb(fromHWB: components)
    case (.hsl, .hwb):
      return CylindricalModel.hwb(fromRGB: CylindricalModel.rgb(fromHSL: components))
    case (.hwb, .hsl):
      return CylindricalModel.hsl(fromRGB: CylindricalModel.rgb(fromHWB: components))
    default: return Self.components(ofLinearSRGB: linearSRGB(components, from: source), in: target)
    }
  }

  private static func linearSRGB(
    _ components: SIMD3<Double>, from space: ColorSpace
  ) -> SIMD3<Double> {
    switch space {
    case .srgb: TransferFunction.srgb.decode(components)
    case .srgbLinear: components
    case .hsl: TransferFunction.srgb.decode(CylindricalModel.rgb(fromHSL: components))
    case .hwb: TransferFunction.srgb.decode(CylindricalModel.rgb(fromHWB: components))
    case .oklab: linearSRGB(ofOKLab: components)
    case .oklch: linearSRGB(ofOKLab: CylindricalModel.rectangular(components))
    case .lab: ColorMatrix.xyzD50ToSRGB * xyzD50(ofLab: components)
    case .lch:
      ColorMatrix.xyzD50ToSRGB * xyzD50(ofLab: CylindricalModel.rectangular(components))
    case .displayP3:
      ColorMatrix.xyzToSRGB
        * (ColorMatrix.displayP3ToXYZ * TransferFunction.srgb.decode(components))
    case .a98RGB:
      ColorMatrix.xyzToSRGB * (ColorMatrix.a98ToXYZ * TransferFunction.a98.decode(components))
    case .prophotoRGB:
      ColorMatrix.xyzD50ToSRGB
        * (ColorMatrix.prophotoToXYZD50 * TransferFunction.prophoto.decode(components))
    case .rec2020:
      ColorMatrix.xyzToSRGB
        * (ColorMatrix.rec2020ToXYZ * TransferFunction.rec2020.decode(components))
    case .xyzD50: ColorMatrix.xyzD50ToSRGB * components
    case .xyzD65: ColorMatrix.xyzToSRGB * components
    }
  }

  private static func components(
    ofLinearSRGB linear: SIMD3<Double>, in space: ColorSpace
  ) -> SIMD3<Double> {
    switch space {
    case .srgb: TransferFunction.srgb.encode(linear)
    case .srgbLinear: linear
    case .hsl: CylindricalModel.hsl(fromRGB: TransferFunction.srgb.encode(linear))
    case .hwb: CylindricalModel.hwb(fromRGB: TransferFunction.srgb.encode(linear))
    case .oklab: okLab(ofLinearSRGB: linear)
    case .oklch: CylindricalModel.polar(okLab(ofLinearSRGB: linear))
    case .lab: lab(ofXYZ: ColorMatrix.srgbToXYZD50 * linear)
    case .lch: CylindricalModel.polar(lab(ofXYZ: ColorMatrix.srgbToXYZD50 * linear))
    case .displayP3:
      TransferFunction.srgb.encode(
        ColorMatrix.xyzToDisplayP3 * (ColorMatrix.srgbToXYZ * linear))
    case .a98RGB:
      TransferFunction.a98.encode(ColorMatrix.xyzToA98 * (ColorMatrix.srgbToXYZ * linear))
    case .prophotoRGB:
      TransferFunction.prophoto.encode(
        ColorMatrix.xyzD50ToProphoto * (ColorMatrix.srgbToXYZD50 * linear))
    case .rec2020:
      TransferFunction.rec2020.encode(
        ColorMatrix.xyzToRec2020 * (ColorMatrix.srgbToXYZ * linear))
    case .xyzD50: ColorMatrix.srgbToXYZD50 * linear
    case .xyzD65: ColorMatrix.srgbToXYZ * linear
    }
  }

  static func linearSRGB(ofOKLab lab: SIMD3<Double>) -> SIMD3<Double> {
    let root = ColorMatrix.okLabToLMS * lab
    return ColorMatrix.lmsToSRGB * (root * root * root)
  }

  static func okLab(ofLinearSRGB linear: SIMD3<Double>) -> SIMD3<Double> {
    let lms = ColorMatrix.srgbToLMS * linear
    return ColorMatrix.lmsToOKLab * SIMD3(cubeRoot(lms.x), cubeRoot(lms.y), cubeRoot(lms.z))
  }
}

/// CIE Lab (CIE 15:2004) with the D50 white of CSS.
extension Color {
  private static let whiteD50 = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
  private static let epsilon = 216.0 / 24389
  private static let kappa = 24389.0 / 27

  private static func xyzD50(ofLab lab: SIMD3<Double>) -> SIMD3<Double> {
    let middle = (lab.x + 16) / 116
    let first = lab.y / 500 + middle
    let last = middle - lab.z / 200
    func side(_ value: Double) -> Double {
      let cube = value * value * value
      return cube > epsilon ? cube : (116 * value - 16) / kappa
    }
    let light =
      lab.x > kappa * epsilon ? middle * middle * middle : lab.x / kappa
    return SIMD3(side(first), light, side(last)) * whiteD50
  }

  /// L\*, a\* and b\* of a colour relative to a white, which is D50 unless told otherwise.
  ///
  /// ```swift
  /// print(Color.lab(ofXYZ: SIMD3(0, 0, 0)).x)  // 0.0
  /// ```
  package static func lab(
    ofXYZ xyz: SIMD3<Double>, white: SIMD3<Double>? = nil
  ) -> SIMD3<Double> {
    func response(_ value: Double) -> Double {
      value > epsilon ? cubeRoot(value) : (kappa * value + 16) / 116
    }
    let relative = xyz / (white ?? whiteD50)
    let middle = response(relative.y)
    return SIMD3(
      116 * middle - 16, 500 * (response(relative.x) - middle),
      200 * (middle - response(relative.z)))
  }
}
