package import StyleValues

/// The WCAG 2 contrast ratio of two colours, 1 (the same) to 21 (black on white); either may be
/// the text.
///
/// WCAG 2.2, "contrast ratio" and "relative luminance".
package func contrastRatio(_ one: RGB8, _ other: RGB8) -> Double {
  contrastRatio(ofLuminances: LinearRGB(one).luminance, LinearRGB(other).luminance)
}

/// The same ratio of two relative luminances, each 0 to 1.
func contrastRatio(ofLuminances one: Double, _ other: Double) -> Double {
  (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

/// The perceptual contrast of text on a background: *Lc* of APCA, about −108 (white on black) to
/// 106 (black on white); 0 for colours that are hardly distinguishable.
///
/// APCA 0.1.9 with the constants 0.98G-4g (Andrew Somers, "APCA-W3"). 60 is the least for body text
/// that is not small, 75 for body text.
package func apcaContrast(text: RGB8, background: RGB8) -> Double {
  func luminance(_ color: RGB8) -> Double {
    func share(_ channel: UInt8) -> Double { power(Double(channel) / 255, 2.4) }
    let sum =
      0.2126729 * share(color.red) + 0.7151522 * share(color.green) + 0.0721750 * share(color.blue)
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

/// A WCAG 2 conformance level, for contrast only.
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

  /// True if text counts as large: at least 24 CSS pixels, or 18.66 and bold (18 and 14 pt).
  package static func isLargeText(pixels: Double, weight: Double) -> Bool {
    pixels >= 24 || (pixels >= 18.66 && weight >= 700)
  }
}

/// A colour in CIE 1976 L\*a\*b\* for the white point D65.
package struct CIELab: Hashable, Sendable {
  /// Lightness, 0 (black) to 100 (white).
  package var lightness: Double

  /// Green (negative) to red.
  package var a: Double

  /// Blue (negative) to yellow.
  package var b: Double

  package init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

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

  /// The difference between two colours by CIEDE2000; about 1 is just visible.
  ///
  /// Formula and notation of Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005),
  /// with all weights 1.
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

  /// The share of lightness in the difference: never more than all of it, as the paper's R_T is
  /// above −2.
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

private func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

/// A colour of linear light, sRGB primaries, each channel 0 to 1, converted from bytes by a table.
struct LinearRGB: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double
}

extension LinearRGB {
  /// The sRGB transfer function undone, IEC 61966-2-1.
  init(_ color: RGB8) {
    let table = Self.table
    red = table[Int(color.red)]
    green = table[Int(color.green)]
    blue = table[Int(color.blue)]
  }

  /// The nearest colour of three bytes; channels out of range are clamped.
  var rgb8: RGB8 { Color(.srgbLinear, SIMD3(red, green, blue), isLegacy: true).srgb.rgb8 }

  /// Relative luminance as WCAG 2.2 defines it, 0 (black) to 1 (white).
  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  private static let table = (0...255).map { (byte: UInt8) in
    Color(RGB8(red: byte, green: 0, blue: 0)).converted(to: .srgbLinear).components.x
  }
}

/// The colour most like `text` whose WCAG contrast with `background` is at least `ratio`.
///
/// Hue stays, and chroma as far as sRGB allows; lightness in OKLCH is changed as little as needed,
/// up or down, whichever is nearer in OKLab.
///
/// The ratio is 1 to 21. `text` itself is returned if it passes, and nil if neither black nor white
/// has that contrast.
package func nearestReadableColor(to text: RGB8, on background: RGB8, ratio: Double) -> RGB8? {
  func passes(_ color: RGB8) -> Bool { contrastRatio(color, background) >= ratio }
  if passes(text) { return text }
  let start = Color(text).converted(to: .oklch)
  // The contrast rises all the way, or falls until the background's lightness is crossed and then
  // rises: either way what once passes goes on passing.
  let found = [0.0, 1.0].compactMap { end in firstColor(from: start, towards: end, where: passes) }
  let origin = Color(text).converted(to: .oklab).components
  func change(_ color: RGB8) -> Double {
    let step = Color(color).converted(to: .oklab).components - origin
    return (step * step).sum()
  }
  return found.min { change($0) < change($1) }
}

/// The colour most like `text` whose WCAG contrast with black and with white is at least `ratio`.
///
/// Hue and chroma stay as they do on one background. The ratio is 1 to
/// ``PossibleBackground/mostContrast``; `text` itself is returned if it passes.
func nearestColorReadableOnBoth(to text: RGB8, ratio: Double) -> RGB8 {
  let (darkest, lightest) = (ratio * 0.05 - 0.05, 1.05 / ratio - 0.05)
  func luminance(_ color: RGB8) -> Double { LinearRGB(color).luminance }
  func passes(_ color: RGB8) -> Bool { (darkest...lightest).contains(luminance(color)) }
  if passes(text) { return text }
  let start = Color(text).converted(to: .oklch)
  let found =
    luminance(text) > lightest
    ? firstColor(from: start, towards: 0) { luminance($0) <= lightest }
    : firstColor(from: start, towards: 1) { luminance($0) >= darkest }
  // The steps between colours of three bytes are smaller than the range, but for hues that sRGB
  // has hardly any of.
  return found.flatMap { passes($0) ? $0 : nil } ?? PossibleBackground.grey
}

/// The colour behind a text: a known or assumed one, or both black and white.
struct PossibleBackground: Hashable, Sendable {
  /// The colour; nil if the text is to be readable on black and on white.
  var color: RGB8?

  /// The most contrast that a text can have with both black and white.
  static let mostContrast = 4.5

  static let grey = RGB8(0x767676)

  /// The WCAG contrast of a text; on black and white, the lower one.
  func contrast(_ text: RGB8) -> Double { contrast(ofLuminance: LinearRGB(text).luminance) }

  /// The same contrast by the relative luminance of a text, 0 to 1.
  func contrast(ofLuminance luminance: Double) -> Double {
    if let color { return contrastRatio(ofLuminances: luminance, LinearRGB(color).luminance) }
    return min(contrastRatio(ofLuminances: luminance, 0), contrastRatio(ofLuminances: luminance, 1))
  }

  /// The WCAG contrast of a text that is drawn with some opacity.
  func contrast(_ text: RGB8, alpha: Double) -> Double {
    func seen(on behind: RGB8) -> Double {
      contrastRatio(SRGBColor(text, alpha: alpha).over(SRGBColor(behind)).rgb8, behind)
    }
    if let color { return seen(on: color) }
    return min(seen(on: RGB8(0x000000)), seen(on: RGB8(0xffffff)))
  }
}

/// The first colour that passes between a colour's lightness and black (0) or white (1), if all
/// colours behind it pass.
private func firstColor(
  from start: Color, towards end: Double, where passes: (RGB8) -> Bool
) -> RGB8? {
  func color(_ share: Double) -> RGB8 {
    var moved = start
    moved.components.x += (end - start.components.x) * share
    moved.isLegacy = false
    // A colour outside of the gamut changes its hue on the way in; with less chroma it changes
    // less.
    for _ in 0..<24 {
      let shown = moved.srgb.rgb8
      let reached = Color(shown).converted(to: .oklch).components
      let turn = abs((reached.z - start.components.z).remainder(dividingBy: 360))
      guard reached.y >= 0.04, turn > 9 else { return shown }
      moved.components.y *= 0.9
    }
    return moved.srgb.rgb8
  }
  guard passes(color(1)) else { return nil }
  var failing = 0.0
  var passing = 1.0
  while passing - failing > 0.000_5 {
    let middle = (failing + passing) / 2
    if passes(color(middle)) { passing = middle } else { failing = middle }
  }
  return color(passing)
}

/// Black or white, whichever has more WCAG contrast with a background.
func mostReadableColor(on background: RGB8) -> RGB8 {
  let (black, white) = (RGB8(0x000000), RGB8(0xffffff))
  return contrastRatio(black, background) > contrastRatio(white, background) ? black : white
}
