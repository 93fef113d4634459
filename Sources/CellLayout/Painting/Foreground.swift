import StyleValues
import Styling

/// Colour of text, a border or an underline before its background is known: the counterpart of
/// `Backdrop`.
enum Foreground: Hashable {
  /// The terminal's own foreground.
  case standard
  /// An entry of the terminal's palette.
  case palette(UInt8)
  /// A colour, possibly with alpha.
  case color(SRGBColor)

  /// Foreground from the value of a `color` property.
  ///
  /// - Parameters:
  ///   - value: The colour; nil and `currentcolor` are the terminal's own.
  ///   - opacity: Factor of its alpha. The terminal's own colour is not known and keeps its
  ///     strength.
  ///   - palette: Colours of the palette's entries.
  init(_ value: ColorValue?, opacity: Double, palette: TerminalPalette) {
    switch value {
    case nil, .currentColor: self = .standard
    case .ansi(let index):
      self =
        opacity >= 1
        ? .palette(index) : .color(SRGBColor(palette[index], alpha: opacity))
    case .absolute(let color): self = .color(color.srgb.fading(by: opacity))
    }
  }

  /// The colour of a cell whose background is `backdrop`.
  func cellColor(on backdrop: @autoclosure () -> SRGBColor) -> TerminalColor {
    switch self {
    case .standard: .standard
    case .palette(let index): .palette(index)
    case .color(let color): .rgb(color.alpha >= 1 ? color.rgb8 : color.over(backdrop()).rgb8)
    }
  }

  /// True if the colour of a cell depends on what is behind it.
  var isTranslucent: Bool {
    if case .color(let color) = self { color.alpha < 1 } else { false }
  }
}
