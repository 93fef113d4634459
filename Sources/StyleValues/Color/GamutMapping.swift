/// CSS Color 4 §13.2: less chroma in OKLCH until clipping cannot be seen.
extension Color {
  /// The least difference in OKLab that can be seen.
  private static let justNoticeable = 0.02

  /// Precision of the search for the chroma, in units of OKLab.
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
  private static func reducedChroma(
    _ lab: SIMD3<Double>, linear: SIMD3<Double>
  ) -> SIMD3<Double> {
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
