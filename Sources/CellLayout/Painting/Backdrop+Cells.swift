import StyleValues
package import Styling
package import TerminalOutput

extension Backdrop {
  /// The colour of a cell's background.
  ///
  /// Without a backdrop it is the terminal's default, SGR 49; a translucent one is blended over the
  /// colour that the terminal's background is known or assumed to have.
  package func cellColor(in environment: Environment) -> TerminalColor {
    switch self {
    case .none: .standard
    case .palette(let index): .palette(index)
    case .color(let color): .rgb(color.over(SRGBColor(environment.assumedBackground)).rgb8)
    }
  }

  /// The opaque visible colour, as far as it is known.
  func visible(in environment: Environment) -> SRGBColor {
    switch self {
    case .none: SRGBColor(environment.assumedBackground)
    case .palette(let index): SRGBColor(environment.palette[index])
    case .color(let color): color.over(SRGBColor(environment.assumedBackground))
    }
  }

  func painting(_ top: Backdrop, in environment: Environment) -> Backdrop {
    switch top {
    case .none: self
    case .palette: top
    case .color(let color): painting(color, in: environment)
    }
  }

  func painting(_ color: SRGBColor, in environment: Environment) -> Backdrop {
    painting(color, palette: environment.palette)
  }

  init(_ color: TerminalColor) {
    switch color {
    case .standard: self = .none
    case .palette(let index): self = .palette(index)
    case .rgb(let rgb): self = .color(SRGBColor(rgb))
    }
  }
}

/// Colour of text, a border or an underline before its background is known: the counterpart of
/// `Backdrop`.
enum Foreground: Hashable {
  case standard
  case palette(UInt8)
  case color(SRGBColor)

  /// Foreground from the value of a `color` property; nil and `currentcolor` are the terminal's
  /// default colour, which is unknown and keeps its strength whatever the opacity.
  init(_ value: ColorValue?, opacity: Double, palette: TerminalPalette) {
    switch value {
    case nil, .currentColor: self = .standard
    case .ansi(let index):
      self = opacity >= 1 ? .palette(index) : .color(SRGBColor(palette[index], alpha: opacity))
    case .absolute(let color): self = .color(color.srgb.fading(by: opacity))
    }
  }

  func cellColor(on backdrop: @autoclosure () -> SRGBColor) -> TerminalColor {
    switch self {
    case .standard: .standard
    case .palette(let index): .palette(index)
    case .color(let color): .rgb(color.alpha >= 1 ? color.rgb8 : color.over(backdrop()).rgb8)
    }
  }

  /// True if the colour of a cell depends on what is behind it.
  var isTranslucent: Bool { if case .color(let color) = self { color.alpha < 1 } else { false } }
}
