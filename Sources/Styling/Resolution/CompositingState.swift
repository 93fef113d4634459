package import StyleValues

/// The background behind a run, and the opacity of the run.
///
/// Each element paints its background and applies its opacity once: an inherited value is not
/// blended again.
package struct CompositingState: Hashable, Sendable {
  /// The backgrounds of the spans, blended from the outside in, without the block's.
  package var backdrop: Backdrop

  /// The product of the opacities around the run, 0 to 1.
  package var opacity: Double

  package init(backdrop: Backdrop = .none, opacity: Double = 1) {
    self.backdrop = backdrop
    self.opacity = opacity
  }
}

/// A background behind text.
package enum Backdrop: Hashable, Sendable {
  /// The terminal's background.
  case none
  /// May have alpha.
  case color(SRGBColor)
  /// An opaque entry of the terminal's palette.
  case palette(UInt8)

  /// This background with a colour over it, whose alpha is multiplied by `opacity`; nil and
  /// `currentcolor` paint nothing.
  package func painting(
    _ color: ColorValue?, opacity: Double, palette: TerminalPalette
  ) -> Backdrop {
    switch color {
    case .ansi(let index): return opacity > 0 ? .palette(index) : self
    case .absolute(let color): return painting(color.srgb.fading(by: opacity), palette: palette)
    case .currentColor, nil: return self
    }
  }

  /// This background with a colour over it.
  package func painting(_ top: SRGBColor, palette: TerminalPalette) -> Backdrop {
    if top.alpha <= 0 { return self }
    switch self {
    case .none: return .color(top)
    case .color(let bottom): return .color(top.over(bottom))
    case .palette(let index): return .color(top.over(SRGBColor(palette[index])))
    }
  }
}
