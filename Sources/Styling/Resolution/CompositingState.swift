package import StyleValues

/// Background behind a run, painted by the spans around it, and the opacity of the run.
///
/// A background is painted once, by the element that declares it, and so is an opacity applied:
/// an inherited value is never blended a second time.
package struct CompositingState: Hashable, Sendable {
  /// The backgrounds of the spans, blended from the outside in, without the block's own.
  package var backdrop: Backdrop

  /// The product of the opacities around the run, 0 to 1.
  package var opacity: Double

  package init(backdrop: Backdrop = .none, opacity: Double = 1) {
    self.backdrop = backdrop
    self.opacity = opacity
  }
}

/// A background that text stands on.
package enum Backdrop: Hashable, Sendable {
  /// Nothing is painted: the terminal shows through.
  case none
  /// A colour, possibly with alpha.
  case color(SRGBColor)
  /// An entry of the terminal's palette, opaque.
  case palette(UInt8)

  /// This background with another colour painted over it, of whose alpha `opacity` is a factor; nil
  /// and `currentcolor` paint nothing.
  package func painting(
    _ color: ColorValue?, opacity: Double, palette: TerminalPalette
  ) -> Backdrop {
    switch color {
    case .ansi(let index):
      return opacity > 0 ? .palette(index) : self
    case .absolute(let color):
      let top = color.srgb.fading(by: opacity)
      if top.alpha <= 0 { return self }
      switch self {
      case .none: return .color(top)
      case .color(let bottom): return .color(top.over(bottom))
      case .palette(let index):
        return .color(top.over(SRGBColor(palette[index])))
      }
    case .currentColor, nil:
      return self
    }
  }
}
