import StyleValues
package import Styling

extension Backdrop {
  /// Returns the colour that a cell's background is set to.
  ///
  /// Nothing painted leaves the terminal's own background, SGR 49; what is not opaque is blended
  /// over the colour that the terminal's background is known or assumed to have.
  package func cellColor(in environment: Environment) -> TerminalColor {
    switch self {
    case .none: .standard
    case .palette(let index): .palette(index)
    case .color(let color):
      .rgb(color.over(SRGBColor(environment.assumedBackground)).rgb8)
    }
  }

  /// The opaque colour that is seen, as far as it is known.
  func visible(in environment: Environment) -> SRGBColor {
    switch self {
    case .none: SRGBColor(environment.assumedBackground)
    case .palette(let index): SRGBColor(environment.palette[index])
    case .color(let color): color.over(SRGBColor(environment.assumedBackground))
    }
  }

  /// This background with another one painted over it.
  func painting(_ top: Backdrop, in environment: Environment) -> Backdrop {
    switch top {
    case .none: self
    case .palette: top
    case .color(let color): painting(color, in: environment)
    }
  }

  /// This background with a colour painted over it.
  func painting(_ color: SRGBColor, in environment: Environment) -> Backdrop {
    if color.alpha <= 0 { return self }
    switch self {
    case .none: return .color(color)
    case .color(let bottom): return .color(color.over(bottom))
    case .palette(let index): return .color(color.over(SRGBColor(environment.palette[index])))
    }
  }

  /// The background that a cell has already.
  init(_ color: TerminalColor) {
    switch color {
    case .standard: self = .none
    case .palette(let index): self = .palette(index)
    case .rgb(let rgb): self = .color(SRGBColor(rgb))
    }
  }
}
