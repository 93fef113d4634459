package import StyleValues
import Styling

/// One shadow of a run, in px, with its final colour.
package struct ShadowLayer: Hashable, Sendable {
  /// To the right, in px.
  package let x: Double

  /// Downwards, in px.
  package let y: Double

  /// The blur radius in px.
  package let blur: Double

  /// Its colour; alpha includes `text-shadow-opacity` and `opacity`.
  package let color: SRGBColor

  /// Strength of the tint of a background that a shadow covers in full.
  ///
  /// The ink of a letter covers 17 to 30 % of a cell; this is a little more, to be visible.
  static let tintStrength = 0.35

  /// Coverage below this is left out.
  static let threshold = 0.02

  private static let farthest = 1e6

  /// Resolves a shadow; nil if nothing of it is visible.
  init?(
    _ shadow: Shadow, of style: TextStyle, opacity: Double, palette: TerminalPalette = .median
  ) {
    let context = ConversionContext(fontSize: style.fontSize)
    guard let x = shadow.x.pixels(in: context), let y = shadow.y.pixels(in: context),
      let blur = shadow.blur.pixels(in: context),
      // A shadow that is farther away is never seen; this keeps all arithmetic finite, too.
      abs(x) < Self.farthest, abs(y) < Self.farthest, blur < Self.farthest
    else { return nil }
    let source = shadow.color ?? style.color ?? .currentColor
    // The colour of text that has none of its own is not known; grey is seen on any background.
    let color =
      source.srgb(currentColor: style.color, palette: palette)
      ?? SRGBColor(red: 0.5, green: 0.5, blue: 0.5)
    self.x = x
    self.y = y
    self.blur = max(0, blur)
    self.color = color.fading(by: style.shadowOpacity * opacity)
    guard self.color.alpha > 0 else { return nil }
  }

  var horizontal: ShadowCoverage {
    ShadowCoverage(offset: x / CellMetrics.width, deviation: blur / 2 / CellMetrics.width)
  }

  var vertical: ShadowCoverage {
    ShadowCoverage(offset: y / CellMetrics.height, deviation: blur / 2 / CellMetrics.height)
  }

  /// True if it is too faint to be visible where it can tint only the run's own cells.
  package var isHiddenInLine: Bool { inlineTint.alpha == 0 }

  /// Tint of the run's own cells in output that has no other cells for the shadow.
  var inlineTint: SRGBColor {
    let covered = vertical.along(0, length: 1) * Self.tintStrength
    return covered * color.alpha < Self.threshold ? color.fading(by: 0) : color.fading(by: covered)
  }
}

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
    guard deviation > 1e-6 else { return max(0, min(start + 1, length) - max(start, 0)) }
    let covered =
      integral((start + 1) / deviation) - integral(start / deviation)
      - integral((start + 1 - length) / deviation) + integral((start - length) / deviation)
    return min(max(covered * deviation, 0), 1)
  }

  /// Distance from the text in units up to which the shadow covers 2 % or more.
  var reach: Int { Int(min((abs(offset) + 3 * deviation).rounded(.up), 1_000)) + 1 }

  /// ∫Φ: the integral of the normal distribution's cumulative function, zΦ(z) + φ(z).
  private func integral(_ z: Double) -> Double {
    if z < -8 { return 0 }
    if z > 8 { return z }
    let cumulative = 0.5 * (1 + errorFunction(z / 2.0.squareRoot()))
    let density = exponential(-z * z / 2) / 2.506_628_274_631_000_5
    return z * cumulative + density
  }
}
