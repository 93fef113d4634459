package import CellLayout
package import Diagnostics
package import StyledText
package import Styling
package import TerminalOutput

/// What the browser is told when it starts.
package struct BrowserSettings {
  /// The terminal.
  package var environment: Environment

  /// What the palette entries look like.
  package var palette: TerminalPalette

  /// How renditions are written, for output that is copied, exported or shown.
  package var encoder: SGREncoder

  /// How the terminal counts cells.
  package var rules: WidthRules

  /// How large text is shown in a pane, which has nothing but cells.
  package var largeText: LargeText

  /// How large text is shown in the real output on the main screen.
  package var outputLargeText: LargeText

  /// The sample text.
  package var sample: Sample

  /// The object that the sample belongs to.
  package var host: HostObject

  /// What the sample's markup may do.
  package var markupOptions: MarkupOptions

  /// How sheets are loaded.
  package var loader: StylesheetLoader

  /// The browser's own stylesheet.
  package var chrome: SourceText

  /// Settings for a terminal; the rest has defaults to be changed.
  package init(environment: Environment, loader: StylesheetLoader) {
    self.environment = environment
    self.loader = loader
    palette = .median
    encoder = SGREncoder()
    rules = .clusters
    largeText = .off
    outputLargeText = .off
    sample = Sample()
    host = HostObject()
    markupOptions = MarkupOptions()
    chrome = ChromeSheet.bundled
  }
}
