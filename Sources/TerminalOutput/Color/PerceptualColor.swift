import StyleValues

/// A colour of linear light, sRGB primaries, each channel 0 to 1.
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

  /// The nearest colour of three bytes; channels out of range are cut.
  var rgb8: RGB8 {
    SRGBColor(red: Self.encode(red), green: Self.encode(green), blue: Self.encode(blue)).rgb8
  }

  /// Whether sRGB has this colour, rounding errors aside.
  var isInGamut: Bool {
    let range = -0.000_01...1.000_01
    return range.contains(red) && range.contains(green) && range.contains(blue)
  }

  /// Relative luminance as WCAG 2.2 defines it, 0 (black) to 1 (white).
  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  private static let table = (0...255).map { byte in
    let channel = Double(byte) / 255
    return channel <= 0.04045 ? channel / 12.92 : power((channel + 0.055) / 1.055, 2.4)
  }

  private static func encode(_ channel: Double) -> Double {
    channel <= 0.003_130_8 ? channel * 12.92 : 1.055 * power(channel, 1 / 2.4) - 0.055
  }
}

/// A colour in OKLab (Björn Ottosson, 2020): lightness 0 to 1, `a` and `b` about −0.4 to 0.4.
struct OKLab: Hashable, Sendable {
  var lightness: Double
  var a: Double
  var b: Double

  /// Distance from the grey axis, 0 to about 0.32 in sRGB.
  var chroma: Double { hypotenuse(a, b) }
}

extension OKLab {
  init(_ color: RGB8) {
    self.init(LinearRGB(color))
  }

  init(_ color: LinearRGB) {
    let (red, green, blue) = (color.red, color.green, color.blue)
    let long = cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let medium = cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
  }

  /// The same colour as linear light; outside sRGB channels leave 0 to 1.
  var linear: LinearRGB {
    func cube(_ value: Double) -> Double { value * value * value }
    let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return LinearRGB(
      red: 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
      green: -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
      blue: -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short)
  }

  /// The same hue at another lightness, with the chroma times `factor`.
  func moved(to lightness: Double, chroma factor: Double) -> OKLab {
    OKLab(lightness: lightness, a: a * factor, b: b * factor)
  }

  /// The straight distance between two colours.
  func distance(to other: OKLab) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }
}
