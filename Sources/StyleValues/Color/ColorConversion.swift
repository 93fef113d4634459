/// Conversions between colour spaces: CSS Color 4 §11, through unbounded linear-light sRGB.
extension Color {
  /// The same colour in another space, without gamut mapping.
  ///
  /// Missing components count as 0, and a powerless hue is missing in the result. A conversion to
  /// the colour's own space changes nothing.
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
  func encodedSRGB() -> SIMD3<Double> { Self.convert(components, from: space, to: .srgb) }

  /// Linear-light sRGB, not limited to 0 to 1.
  func linearSRGB() -> SIMD3<Double> { Self.linearSRGB(components, from: space) }

  /// The hue of a grey, according to the limits of CSS Color 4, which are above the rounding errors
  /// of conversions.
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
    case .lch: ColorMatrix.xyzD50ToSRGB * xyzD50(ofLab: CylindricalModel.rectangular(components))
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
      TransferFunction.srgb.encode(ColorMatrix.xyzToDisplayP3 * (ColorMatrix.srgbToXYZ * linear))
    case .a98RGB:
      TransferFunction.a98.encode(ColorMatrix.xyzToA98 * (ColorMatrix.srgbToXYZ * linear))
    case .prophotoRGB:
      TransferFunction.prophoto.encode(
        ColorMatrix.xyzD50ToProphoto * (ColorMatrix.srgbToXYZD50 * linear))
    case .rec2020:
      TransferFunction.rec2020.encode(ColorMatrix.xyzToRec2020 * (ColorMatrix.srgbToXYZ * linear))
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
    let light = lab.x > kappa * epsilon ? middle * middle * middle : lab.x / kappa
    return SIMD3(side(first), light, side(last)) * whiteD50
  }

  /// L\*, a\* and b\* of a colour relative to a white, which is D50 by default.
  ///
  /// ```swift
  /// print(Color.lab(ofXYZ: SIMD3(0, 0, 0)).x)  // 0.0
  /// ```
  package static func lab(ofXYZ xyz: SIMD3<Double>, white: SIMD3<Double>? = nil) -> SIMD3<Double> {
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

/// sRGB as hue, saturation and lightness, or hue, whiteness and blackness; Lab and OKLab as
/// lightness, chroma and hue.
///
/// CSS Color 4 §7.1, §8.1 and the sample code of §9. Hues are in degrees, 0 to 360.
enum CylindricalModel {
  static func rgb(fromHSL hsl: SIMD3<Double>) -> SIMD3<Double> {
    let sector = normalizedHue(hsl.x) / 30
    let lightness = hsl.z / 100
    let amount = hsl.y / 100 * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> Double {
      let index = sector + offset
      let position = index >= 12 ? index - 12 : index
      return lightness - amount * max(-1, min(position - 3, 9 - position, 1))
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }

  static func hsl(fromRGB rgb: SIMD3<Double>) -> SIMD3<Double> {
    let highest = rgb.max()
    let lowest = rgb.min()
    let lightness = (highest + lowest) / 2
    guard highest != lowest else { return SIMD3(0, 0, lightness * 100) }
    var hue = hue(ofRGB: rgb, highest: highest, chroma: highest - lowest)
    var saturation =
      lightness == 0 || lightness == 1 ? 0 : (highest - lightness) / min(lightness, 1 - lightness)
    // Far outside sRGB the saturation is negative: the opposite hue is equivalent.
    if saturation < 0 {
      saturation = -saturation
      hue = normalizedHue(hue + 180)
    }
    return SIMD3(hue, saturation * 100, lightness * 100)
  }

  static func rgb(fromHWB hwb: SIMD3<Double>) -> SIMD3<Double> {
    let white = hwb.y / 100
    let black = hwb.z / 100
    if white + black >= 1 { return SIMD3(repeating: white / (white + black)) }
    let pure = rgb(fromHSL: SIMD3(hwb.x, 100, 50))
    return pure * (1 - white - black) + white
  }

  static func hwb(fromRGB rgb: SIMD3<Double>) -> SIMD3<Double> {
    let highest = rgb.max()
    let lowest = rgb.min()
    let hue = highest == lowest ? 0 : hue(ofRGB: rgb, highest: highest, chroma: highest - lowest)
    return SIMD3(hue, lowest * 100, (1 - highest) * 100)
  }

  private static func hue(ofRGB rgb: SIMD3<Double>, highest: Double, chroma: Double) -> Double {
    let sixth: Double
    if rgb.x == highest {
      sixth = (rgb.y - rgb.z) / chroma + (rgb.y < rgb.z ? 6 : 0)
    } else if rgb.y == highest {
      sixth = (rgb.z - rgb.x) / chroma + 2
    } else {
      sixth = (rgb.x - rgb.y) / chroma + 4
    }
    return normalizedHue(sixth * 60)
  }

  static func rectangular(_ polar: SIMD3<Double>) -> SIMD3<Double> {
    let angle = polar.z * .pi / 180
    return SIMD3(polar.x, polar.y * cosine(angle), polar.y * sine(angle))
  }

  static func polar(_ rectangular: SIMD3<Double>) -> SIMD3<Double> {
    let chroma = (rectangular.y * rectangular.y + rectangular.z * rectangular.z).squareRoot()
    let hue = arcTangent2(rectangular.z, rectangular.y) * 180 / .pi
    return SIMD3(rectangular.x, chroma, hue < 0 ? hue + 360 : hue)
  }

  /// The angle from 0 up to 360 degrees.
  static func normalizedHue(_ hue: Double) -> Double {
    if hue >= 0, hue < 360 { return hue }
    guard hue.isFinite else { return 0 }
    let rest = hue.truncatingRemainder(dividingBy: 360)
    // Adding 360 to a very small negative number rounds up to 360 itself.
    let positive = rest < 0 ? rest + 360 : rest
    return positive >= 360 ? 0 : positive
  }
}

/// CSS Color 4 §13.2: less chroma in OKLCH until clipping cannot be seen.
extension Color {
  /// The least difference in OKLab that can be seen.
  private static let justNoticeable = 0.02

  /// The precision of the search for the chroma, in units of OKLab.
  private static let precision = 0.0001

  /// Gamma-encoded sRGB, 0 to 1, with the lightness and hue of this colour.
  func gamutMapped() -> SIMD3<Double> {
    let linear = linearSRGB()
    guard linear.x.isFinite, linear.y.isFinite, linear.z.isFinite else {
      return Self.clip(encodedSRGB())
    }
    let lab = space == .oklab ? components : Self.okLab(ofLinearSRGB: linear)
    if lab.x >= 1 { return SIMD3(repeating: 1) }
    if lab.x <= 0 { return SIMD3(repeating: 0) }
    // Clipping does the same in linear light as it does in encoded light, which saves the
    // transfer function in every step.
    return TransferFunction.srgb.encode(Self.reducedChroma(lab, linear: linear))
  }

  /// Linear-light sRGB, 0 to 1.
  private static func reducedChroma(_ lab: SIMD3<Double>, linear: SIMD3<Double>) -> SIMD3<Double> {
    if linear.min() >= 0, linear.max() <= 1 { return linear }
    var clipped = clip(linear)
    if difference(okLab(ofLinearSRGB: clipped), lab) < justNoticeable { return clipped }

    let chroma = (lab.y * lab.y + lab.z * lab.z).squareRoot()
    guard chroma > 0 else { return clipped }
    let hue = SIMD3(0, lab.y / chroma, lab.z / chroma)
    let grey = SIMD3(lab.x, 0, 0)
    var low = 0.0
    var high = chroma
    var lowIsInGamut = true
    while high - low > precision {
      let middle = (low + high) / 2
      let candidate = grey + hue * middle
      let light = linearSRGB(ofOKLab: candidate)
      if lowIsInGamut, light.min() >= 0, light.max() <= 1 {
        low = middle
        continue
      }
      clipped = clip(light)
      let distance = difference(okLab(ofLinearSRGB: clipped), candidate)
      if distance >= justNoticeable {
        high = middle
      } else if justNoticeable - distance < precision {
        return clipped
      } else {
        lowIsInGamut = false
        low = middle
      }
    }
    return clipped
  }

  /// deltaEOK: the distance in OKLab.
  private static func difference(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> Double {
    let step = left - right
    return (step * step).sum().squareRoot()
  }
}
