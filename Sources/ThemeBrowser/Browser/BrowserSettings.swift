package import CellLayout
package import Diagnostics
package import StyledText
package import Styling

/// Settings of the browser.
package struct BrowserSettings {
  /// The terminal, as its main screen shows text.
  package var target: OutputTarget

  /// Palettes that themes can be shown under, beside the terminal's own.
  package var palettes: [PaletteChoice] = []

  /// Diagnostics about the palettes that could not be read.
  package var paletteProblems: [Diagnostic] = []

  /// The file that the terminal's palette was taken from; nil is the terminal's own.
  package var paletteName: String?

  /// The width that is asked for, where the preview has room for it.
  package var previewColumns: Int?

  /// The sample text.
  package var sample = Sample()

  /// The object that the sample belongs to.
  package var host = HostObject()

  /// Options for the markup of the sample.
  package var markupOptions = MarkupOptions()

  /// Loader of the stylesheets.
  package var loader: StylesheetLoader

  /// The browser's own stylesheet.
  package var chrome = ChromeSheet.bundled

  /// Path of the user's own themes, where copies of bundled themes go; nil if there is none.
  package var userThemes: String?

  /// The user's home, which `~` stands for.
  package var home: String?

  /// Prefix of the paths of themes that come with the program and cannot be changed.
  package var bundledPrefix: String?

  /// Settings for a terminal; the rest has defaults to be changed.
  package init(target: OutputTarget, loader: StylesheetLoader) {
    self.target = target
    self.loader = loader
  }

  /// Its size, colours and links.
  package var environment: Environment {
    get { target.environment }
    set { target.environment = newValue }
  }

  /// The columns of a preview in a place of this width.
  func columns(in room: Int) -> Int { min(room, previewColumns ?? room) }

  /// The terminal as a pane shows text: it has nothing but cells.
  ///
  /// Terminals that draw text in other sizes also draw sextants.
  var paneTarget: OutputTarget {
    var pane = target
    switch target.largeText {
    case .textSizing: pane.largeText = .blocks(hasSextants: true)
    case .doubleHeight: pane.largeText = .off
    case .off, .blocks, .typeset: break
    }
    return pane
  }
}
