import CellLayout
package import StyleValues
package import Styling
import TerminalOutput

/// The colours that a picture or page gives to what a terminal chooses itself.
package struct ScreenColors: Hashable, Sendable {
  /// The default foreground.
  package var foreground: RGB8

  /// The default background.
  package var background: RGB8

  /// The palette.
  package var palette: TerminalPalette

  /// Puts colours together.
  package init(foreground: RGB8, background: RGB8, palette: TerminalPalette = .median) {
    self.foreground = foreground
    self.background = background
    self.palette = palette
  }

  /// The colours of a terminal: its background, and a foreground that can be read on it.
  package init(_ environment: Environment) {
    self.init(
      foreground: environment.assumedForeground, background: environment.assumedBackground,
      palette: environment.palette)
  }

  /// The colours of a page that is painted with what its sheet declares.
  package init(_ environment: Environment, page: Backdrop) {
    self.init(environment)
    background = palette.color(of: page.cellColor(in: environment)) ?? background
  }

  /// The colours that are seen in a cell: reversed where the rendition says so, text that is faint
  /// half-way to what is behind it.
  ///
  /// - Returns: The colour of the text, of what is behind it, or nil for the page's own, and of an
  ///   underline, or nil for that of the text.
  func visible(
    _ rendition: GraphicRendition
  ) -> (text: RGB8, background: RGB8?, underline: RGB8?) {
    var text = palette.color(of: rendition.foreground) ?? foreground
    var behind = palette.color(of: rendition.background)
    if rendition.attributes.contains(.reverse) {
      (text, behind) = (behind ?? background, text)
    }
    if rendition.isFaint {
      text =
        SRGBColor(text, alpha: GraphicRendition.faintShare).over(SRGBColor(behind ?? background))
        .rgb8
    }
    if rendition.attributes.contains(.conceal) { text = behind ?? background }
    return (text, behind, palette.color(of: rendition.underlineColor))
  }
}
