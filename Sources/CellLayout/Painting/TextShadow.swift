package import StyleValues
import Styling

/// One shadow of a run, in px, with its colour as it falls.
package struct TextShadow: Hashable, Sendable {
  /// To the right, in px.
  package let x: Double

  /// Downwards, in px.
  package let y: Double

  /// The blur radius in px.
  package let blur: Double

  /// Its colour; alpha holds `text-shadow-opacity` and `opacity`.
  package let color: SRGBColor

  /// Strength of the tint of a background that a shadow covers in full.
  ///
  /// The ink of a letter covers 17 to 30 % of a cell; a little more can be seen.
  static let tintStrength = 0.35

  /// Coverage below this is left out.
  static let threshold = 0.02

  private static let farthest = 1e6

  /// Settles a shadow; nil when there is nothing to see of it.
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

  /// Its coverage along columns.
  var horizontal: ShadowCoverage {
    ShadowCoverage(offset: x / CellMetrics.width, deviation: blur / 2 / CellMetrics.width)
  }

  /// Its coverage along rows.
  var vertical: ShadowCoverage {
    ShadowCoverage(offset: y / CellMetrics.height, deviation: blur / 2 / CellMetrics.height)
  }

  /// True if it is too faint to be seen where the run's own cells are all that it can tint.
  package var isHiddenInLine: Bool { inlineTint.alpha == 0 }

  /// Tint of the run's own cells in output that has no other place for the shadow.
  var inlineTint: SRGBColor {
    let covered = vertical.along(0, length: 1) * Self.tintStrength
    return covered * color.alpha < Self.threshold ? color.fading(by: 0) : color.fading(by: covered)
  }
}
