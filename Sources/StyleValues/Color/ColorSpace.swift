/// The colour spaces and models of CSS Color 4.
///
/// The raw value is the name in CSS.
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

  /// nil if the space has no hue.
  package var hueIndex: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// True for `hsl()` and `hwb()`.
  var isCylinderOfSRGB: Bool { self == .hsl || self == .hwb }
}

/// The meaning of a component, for missing components in another space.
///
/// CSS Color 4 §12.2, the table of analogous components.
enum ComponentMeaning: UInt8 {
  case red, green, blue, lightness, colorfulness, hue, opponentA, opponentB, other
}

extension ColorSpace {
  /// For an `index` of 0 to 2.
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

/// A linear map between three-component spaces.
struct ColorMatrix: Sendable {
  let column0: SIMD3<Double>
  let column1: SIMD3<Double>
  let column2: SIMD3<Double>

  /// From the rows, as specifications print them.
  init(_ row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
    column0 = SIMD3(row0.x, row1.x, row2.x)
    column1 = SIMD3(row0.y, row1.y, row2.y)
    column2 = SIMD3(row0.z, row1.z, row2.z)
  }

  private init(columns column0: SIMD3<Double>, _ column1: SIMD3<Double>, _ column2: SIMD3<Double>) {
    self.column0 = column0
    self.column1 = column1
    self.column2 = column2
  }

  static func * (matrix: ColorMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.column0 * vector.x + matrix.column1 * vector.y + matrix.column2 * vector.z
  }

  /// A composition: `left` is applied last.
  static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
    ColorMatrix(columns: left * right.column0, left * right.column1, left * right.column2)
  }
}

/// The matrices of CSS Color 4 §10 and its sample code, whose primaries and white points are
/// those of IEC 61966-2-1, SMPTE EG 432-1, Adobe RGB (1998), ISO 22028-2 and ITU-R BT.2020-2.
extension ColorMatrix {
  static let srgbToXYZ = ColorMatrix(
    [506752 / 1_228_815, 87881 / 245763, 12673 / 70218],
    [87098 / 409605, 175762 / 245763, 12673 / 175545],
    [7918 / 409605, 87881 / 737289, 1_001_167 / 1_053_270])

  static let xyzToSRGB = ColorMatrix(
    [12831 / 3959, -329 / 214, -1974 / 3959],
    [-851781 / 878810, 1_648_619 / 878810, 36519 / 878810], [705 / 12673, -2585 / 12673, 705 / 667])

  static let displayP3ToXYZ = ColorMatrix(
    [608311 / 1_250_200, 189793 / 714400, 198249 / 1_000_160],
    [35783 / 156275, 247089 / 357200, 198249 / 2_500_400],
    [0, 32229 / 714400, 5_220_557 / 5_000_800])

  static let xyzToDisplayP3 = ColorMatrix(
    [446124 / 178915, -333277 / 357830, -72051 / 178915],
    [-14852 / 17905, 63121 / 35810, 423 / 17905],
    [11844 / 330415, -50337 / 660830, 316169 / 330415])

  static let a98ToXYZ = ColorMatrix(
    [573536 / 994567, 263643 / 1_420_810, 187206 / 994567],
    [591459 / 1_989_134, 6_239_551 / 9_945_670, 374412 / 4_972_835],
    [53769 / 1_989_134, 351524 / 4_972_835, 4_929_758 / 4_972_835])

  static let xyzToA98 = ColorMatrix(
    [1_829_569 / 896150, -506331 / 896150, -308931 / 896150],
    [-851781 / 878810, 1_648_619 / 878810, 36519 / 878810],
    [16779 / 1_248_040, -147721 / 1_248_040, 1_266_979 / 1_248_040])

  static let rec2020ToXYZ = ColorMatrix(
    [63_426_534 / 99_577_255, 20_160_776 / 139_408_157, 47_086_771 / 278_816_314],
    [26_158_966 / 99_577_255, 472_592_308 / 697_040_785, 8_267_143 / 139_408_157],
    [0, 19_567_812 / 697_040_785, 295_819_943 / 278_816_314])

  static let xyzToRec2020 = ColorMatrix(
    [30_757_411 / 17_917_100, -6_372_589 / 17_917_100, -4_539_589 / 17_917_100],
    [-19_765_991 / 29_648_200, 47_925_759 / 29_648_200, 467_509 / 29_648_200],
    [792_561 / 44_930_125, -1_921_689 / 44_930_125, 42_328_811 / 44_930_125])

  /// ProPhoto RGB is relative to D50, unlike the other RGB spaces.
  static let prophotoToXYZD50 = ColorMatrix(
    [0.79776664490064230, 0.13518129740053308, 0.03134773412839220],
    [0.28807482881940130, 0.71183523424187300, 0.00008993693872564], [0, 0, 0.82510460251046020])

  static let xyzD50ToProphoto = ColorMatrix(
    [1.34578688164715830, -0.25557208737979464, -0.05110186497554526],
    [-0.54463070512490190, 1.50824774284514680, 0.02052744743642139], [0, 0, 1.21196754563894520])

  /// Bradford adaptation of the white point.
  static let d65ToD50 = ColorMatrix(
    [1.0479297925449969, 0.022946870601609652, -0.05019226628920524],
    [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
    [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371])

  static let d50ToD65 = ColorMatrix(
    [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
    [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
    [0.012314014864481998, -0.020507649298898964, 1.330365926242124])

  /// From XYZ to the cone responses of OKLab, before the cube root.
  static let xyzToLMS = ColorMatrix(
    [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
    [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
    [0.0481771893596242, 0.2642395317527308, 0.6335478284694309])

  static let lmsToXYZ = ColorMatrix(
    [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
    [-0.0405757452148008, 1.1122868032803170, -0.0717110580655164],
    [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816])

  /// From cube roots of cone responses to OKLab.
  static let lmsToOKLab = ColorMatrix(
    [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774])

  static let okLabToLMS = ColorMatrix(
    [1, 0.3963377773761749, 0.2158037573099136], [1, -0.1055613458156586, -0.0638541728258133],
    [1, -0.0894841775298119, -1.2914855480194092])

  // Joined maps for the most common conversions.

  static let srgbToLMS = xyzToLMS * srgbToXYZ
  static let lmsToSRGB = xyzToSRGB * lmsToXYZ
  static let srgbToXYZD50 = d65ToD50 * srgbToXYZ
  static let xyzD50ToSRGB = xyzToSRGB * d50ToD65
}

/// Transfer functions of the RGB spaces of CSS Color 4 §10; each extends to negative numbers by
/// symmetry.
enum TransferFunction {
  case srgb, a98, prophoto, rec2020

  /// Encoded channels to linear light.
  func decode(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgb: Self.map(encoded, Self.decodeSRGB)
    case .a98: Self.map(encoded) { power($0, 563.0 / 256) }
    case .prophoto: Self.map(encoded) { $0 <= 16.0 / 512 ? $0 / 16 : power($0, 1.8) }
    // The display-referred curve of BT.1886, which CSS has used since 2025 in place of the
    // camera's curve of BT.2020.
    case .rec2020: Self.map(encoded) { power($0, 2.4) }
    }
  }

  /// Linear light to encoded channels.
  func encode(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgb: Self.map(linear, Self.encodeSRGB)
    case .a98: Self.map(linear) { power($0, 256.0 / 563) }
    case .prophoto: Self.map(linear) { $0 >= 1.0 / 512 ? power($0, 1 / 1.8) : 16 * $0 }
    case .rec2020: Self.map(linear) { power($0, 1 / 2.4) }
    }
  }

  @inline(__always)
  private static func map(_ vector: SIMD3<Double>, _ curve: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(odd(vector.x, curve), odd(vector.y, curve), odd(vector.z, curve))
  }

  @inline(__always)
  private static func odd(_ value: Double, _ curve: (Double) -> Double) -> Double {
    value < 0 ? -curve(-value) : curve(value)
  }

  /// IEC 61966-2-1.
  private static func decodeSRGB(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
  }

  private static func encodeSRGB(_ value: Double) -> Double {
    value > 0.0031308 ? 1.055 * power(value, 1 / 2.4) - 0.055 : 12.92 * value
  }
}
