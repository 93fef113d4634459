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
