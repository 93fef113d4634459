/// sRGB as hue, saturation and lightness, or hue, whiteness and blackness; Lab and OKLab as
/// lightness, chroma and hue.
///
/// CSS Color 4 §7.1, §8.1 and the sample code of §9. Hues are in degrees, 0 to 360.
enum CylindricalModel {
  /// Gamma-encoded sRGB of an HSL triple.
  static func rgb(fromHSL hsl: SIMD3<Double>) -> SIMD3<Double> {
    let sector = normalizedHue(hsl.x) / 30
    let lightness = hsl.z / 100
    let amount = hsl.y / 100 * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> Double {
      let place = sector + offset
      let position = place >= 12 ? place - 12 : place
      return lightness - amount * max(-1, min(position - 3, 9 - position, 1))
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }

  /// HSL of a gamma-encoded sRGB triple.
  static func hsl(fromRGB rgb: SIMD3<Double>) -> SIMD3<Double> {
    let highest = rgb.max()
    let lowest = rgb.min()
    let lightness = (highest + lowest) / 2
    guard highest != lowest else { return SIMD3(0, 0, lightness * 100) }
    var hue = hue(ofRGB: rgb, highest: highest, chroma: highest - lowest)
    var saturation =
      lightness == 0 || lightness == 1
      ? 0 : (highest - lightness) / min(lightness, 1 - lightness)
    // Far outside sRGB the saturation comes out negative: the opposite hue says the same.
    if saturation < 0 {
      saturation = -saturation
      hue = normalizedHue(hue + 180)
    }
    return SIMD3(hue, saturation * 100, lightness * 100)
  }

  /// Gamma-encoded sRGB of an HWB triple.
  static func rgb(fromHWB hwb: SIMD3<Double>) -> SIMD3<Double> {
    let white = hwb.y / 100
    let black = hwb.z / 100
    if white + black >= 1 { return SIMD3(repeating: white / (white + black)) }
    let pure = rgb(fromHSL: SIMD3(hwb.x, 100, 50))
    return pure * (1 - white - black) + white
  }

  /// HWB of a gamma-encoded sRGB triple.
  static func hwb(fromRGB rgb: SIMD3<Double>) -> SIMD3<Double> {
    let highest = rgb.max()
    let lowest = rgb.min()
    let hue =
      highest == lowest ? 0 : hue(ofRGB: rgb, highest: highest, chroma: highest - lowest)
    return SIMD3(hue, lowest * 100, (1 - highest) * 100)
  }

  private static func hue(
    ofRGB rgb: SIMD3<Double>, highest: Double, chroma: Double
  ) -> Double {
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

  /// Lightness, a and b of lightness, chroma and hue.
  static func rectangular(_ polar: SIMD3<Double>) -> SIMD3<Double> {
    let angle = polar.z * .pi / 180
    return SIMD3(polar.x, polar.y * cosine(angle), polar.y * sine(angle))
  }

  /// Lightness, chroma and hue of lightness, a and b.
  static func polar(_ rectangular: SIMD3<Double>) -> SIMD3<Double> {
    let chroma = (rectangular.y * rectangular.y + rectangular.z * rectangular.z).squareRoot()
    let hue = arcTangent2(rectangular.z, rectangular.y) * 180 / .pi
    return SIMD3(rectangular.x, chroma, hue < 0 ? hue + 360 : hue)
  }

  /// The same angle from 0 up to 360 degrees.
  static func normalizedHue(_ hue: Double) -> Double {
    if hue >= 0, hue < 360 { return hue }
    guard hue.isFinite else { return 0 }
    let rest = hue.truncatingRemainder(dividingBy: 360)
    // Adding 360 to a very small negative number rounds up to 360 itself.
    let positive = rest < 0 ? rest + 360 : rest
    return positive >= 360 ? 0 : positive
  }
}
