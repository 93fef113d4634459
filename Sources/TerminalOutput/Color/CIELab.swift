package import StyleValues

/// A colour in CIE 1976 L\*a\*b\* for the white point D65.
package struct CIELab: Hashable, Sendable {
  /// Lightness, 0 (black) to 100 (white).
  package var lightness: Double

  /// Green (negative) to red.
  package var a: Double

  /// Blue (negative) to yellow.
  package var b: Double

  /// Puts a colour together.
  package init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// An sRGB colour in Lab.
  package init(_ color: RGB8) {
    let light = LinearRGB(color)
    let (red, green, blue) = (light.red, light.green, light.blue)
    let xyz = SIMD3(
      0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
      0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
      0.0193339 * red + 0.1191920 * green + 0.9503041 * blue)
    let lab = Color.lab(ofXYZ: xyz, white: SIMD3(0.95047, 1, 1.08883))
    self.init(lightness: lab.x, a: lab.y, b: lab.z)
  }

  /// Returns the difference between two colours by CIEDE2000; about 1 can just be seen.
  ///
  /// Formula and notation of Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula"
  /// (2005), with all weights 1.
  package func difference(to other: CIELab) -> Double {
    let meanChroma = (hypotenuse(a, b) + hypotenuse(other.a, other.b)) / 2
    let stretch = 1.5 - 0.5 * Self.highChroma(meanChroma)
    let (a1, a2) = (stretch * a, stretch * other.a)
    let (chroma1, chroma2) = (hypotenuse(a1, b), hypotenuse(a2, other.b))
    let (hue1, hue2) = (Self.hue(a1, b), Self.hue(a2, other.b))

    let isGrey = chroma1 * chroma2 == 0
    var turn = isGrey ? 0 : hue2 - hue1
    if turn > .pi { turn -= 2 * .pi } else if turn < -.pi { turn += 2 * .pi }
    // The middle of the shorter way round; next to grey the one hue there is counts.
    let hue = isGrey ? hue1 + hue2 : hue1 + turn / 2

    let chroma = (chroma1 + chroma2) / 2
    let (sin1, cos1) = (sine(hue), cosine(hue))
    let (sin2, cos2) = (2 * sin1 * cos1, 2 * cos1 * cos1 - 1)
    let (sin3, cos3) = (sin2 * cos1 + cos2 * sin1, cos2 * cos1 - sin2 * sin1)
    let (sin4, cos4) = (2 * sin2 * cos2, 2 * cos2 * cos2 - 1)
    // cos(h − 30°), cos 2h, cos(3h + 6°) and cos(4h − 63°) of the paper's T.
    let weight =
      1 - 0.17 * (0.866_025_403_784_438_6 * cos1 + 0.5 * sin1) + 0.24 * cos2
      + 0.32 * (0.994_521_895_368_273_3 * cos3 - 0.104_528_463_267_653_47 * sin3)
      - 0.20 * (0.453_990_499_739_546_8 * cos4 + 0.891_006_524_188_367_9 * sin4)

    let lightnessTerm = self.lightnessTerm(to: other)
    let chromaTerm = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    let hueTerm =
      2 * (chroma1 * chroma2).squareRoot() * sine(turn / 2) / (1 + 0.015 * chroma * weight)
    return max(
      0,
      lightnessTerm * lightnessTerm + chromaTerm * chromaTerm + hueTerm * hueTerm
        + Self.rotation(hue: hue, chroma: chroma) * chromaTerm * hueTerm
    ).squareRoot()
  }

  /// The part of the difference that lightness makes: never more than all of it, as the paper's R_T
  /// is above −2.
  func lightnessDifference(to other: CIELab) -> Double { abs(lightnessTerm(to: other)) }

  private func lightnessTerm(to other: CIELab) -> Double {
    let away = (lightness + other.lightness) / 2 - 50
    let middle = away * away
    return (other.lightness - lightness) / (1 + 0.015 * middle / (20 + middle).squareRoot())
  }

  /// The paper's R_T, which matters in the blue region, around 275°.
  private static func rotation(hue: Double, chroma: Double) -> Double {
    var degrees = hue * 180 / .pi
    if degrees < 0 { degrees += 360 } else if degrees >= 360 { degrees -= 360 }
    let away = (degrees - 275) / 25
    guard away * away < 40 else { return 0 }
    let angle = Double.pi / 3 * exponential(-away * away)
    return -sine(angle) * 2 * highChroma(chroma)
  }

  /// √(C⁷ ÷ (C⁷ + 25⁷)): 0 for greys, towards 1 for vivid colours.
  private static func highChroma(_ chroma: Double) -> Double {
    let square = chroma * chroma
    let seventh = square * square * square * chroma
    return (seventh / (seventh + 6_103_515_625)).squareRoot()
  }

  private static func hue(_ a: Double, _ b: Double) -> Double {
    let angle = arcTangent2(b, a)
    return angle < 0 ? angle + 2 * .pi : angle
  }
}

private func hypotenuse(_ a: Double, _ b: Double) -> Double {
  (a * a + b * b).squareRoot()
}
