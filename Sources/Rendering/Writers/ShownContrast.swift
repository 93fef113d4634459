package import CellLayout
package import StyleValues
import TerminalOutput

/// Contrast of a cell's text with its background, as the screen shows both.
package struct ShownContrast {
  /// The colour of the text, the terminal's own included, before faint text is dimmed.
  package let text: RGB8

  /// The colour behind it.
  package let background: RGB8

  /// True if the text is drawn faint, which takes from its contrast.
  package let isFaint: Bool

  /// WCAG 2's contrast ratio of what is seen, 1 to 21.
  package let ratio: Double

  /// APCA's lightness contrast (Lc) of what is seen, negative for light text on dark.
  package let lightness: Double

  /// Measures what is shown.
  ///
  /// - Parameters:
  ///   - rendition: Rendition of the cell, after its colours were quantised. For concealed text the
  ///     contrast is that of the same text when it is shown.
  ///   - colors: Colours that replace the terminal's own.
  package init(_ rendition: GraphicRendition, on colors: ScreenColors) {
    text = colors.palette.color(of: rendition.foreground) ?? colors.foreground
    background = colors.palette.color(of: rendition.background) ?? colors.background
    isFaint = rendition.isFaint
    var drawn = rendition
    drawn.attributes.remove(.conceal)
    let seen = colors.visible(drawn)
    let behind = seen.background ?? colors.background
    ratio = contrastRatio(seen.text, behind)
    lightness = apcaContrast(text: seen.text, background: behind)
  }
}
