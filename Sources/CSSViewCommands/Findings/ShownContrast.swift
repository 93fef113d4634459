import CellLayout
import Rendering
import StyleValues
import TerminalOutput

/// How well the text of a cell stands out from what is behind it, as the screen shows both.
struct ShownContrast {
  /// The colour of the text, the terminal's own included.
  let text: RGB8

  /// The colour behind it.
  let background: RGB8

  /// WCAG 2's contrast ratio, 1 to 21.
  let ratio: Double

  /// APCA's lightness contrast (Lc), negative for light text on dark.
  let lightness: Double

  /// Measures what is shown.
  ///
  /// - Parameters:
  ///   - rendition: How the cell is drawn, after its colours were quantised.
  ///   - colors: What stands for the terminal's own colours.
  init(_ rendition: GraphicRendition, on colors: ScreenColors) {
    text = colors.palette.color(of: rendition.foreground) ?? colors.foreground
    background = colors.palette.color(of: rendition.background) ?? colors.background
    ratio = contrastRatio(text, background)
    lightness = apcaContrast(text: text, background: background)
  }
}
