import StyleValues

/// Coverage of a cell, or of a pixel of big text, by a shadow.
///
/// A shadow is its text moved and blurred by a Gaussian with a deviation of half the blur radius
/// (CSS Backgrounds 3 §4.6). A run's shadow is a blurred rectangle, so its coverage of a cell is
/// the product of one integral along each axis, and both have a closed form.
struct ShadowCoverage {
  /// Distance that the shadow is moved by, in units of the axis: cells or pixels.
  let offset: Double

  /// The standard deviation of the blur in the same units.
  let deviation: Double

  /// Returns the coverage of the unit from `position` to `position + 1`, 0 to 1, by the shadow of a
  /// line from 0 to `length`.
  func along(_ position: Int, length: Double) -> Double {
    let start = Double(position) - offset
    guard deviation > 1e-6 else {
      return max(0, min(start + 1, length) - max(start, 0))
    }
    let covered =
      integral((start + 1) / deviation) - integral(start / deviation)
      - integral((start + 1 - length) / deviation) + integral((start - length) / deviation)
    return min(max(covered * deviation, 0), 1)
  }

  /// Number of units from the text the shadow still covers 2 %: nothing farther needs a look.
  var reach: Int {
    Int(min((abs(offset) + 3 * deviation).rounded(.up), 1_000)) + 1
  }

  /// ∫Φ: the integral of the normal distribution's cumulative function, zΦ(z) + φ(z).
  private func integral(_ z: Double) -> Double {
    if z < -8 { return 0 }
    if z > 8 { return z }
    let cumulative = 0.5 * (1 + errorFunction(z / 2.0.squareRoot()))
    let density = exponential(-z * z / 2) / 2.506_628_274_631_000_5
    return z * cumulative + density
  }
}
