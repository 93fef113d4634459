public import CellLayout
public import Diagnostics
public import StyledText
public import Styling
public import TerminalOutput

/// What the browser is told when it starts.
public struct BrowserSettings {
  /// The terminal.
  public var environment: Environment

  /// What the palette entries look like.
  public var palette: TerminalPalette

  /// How renditions are written, for output that is copied, exported or shown.
  public var encoder: SGREncoder

  /// How the terminal counts cells.
  public var rules: WidthRules

  /// How large text is shown in a pane, which has nothing but cells.
  public var largeText: LargeText

  /// How large text is shown in the real output on the main screen.
  public var outputLargeText: LargeText

  /// The sample text.
  public var sample: Sample

  /// The object that the sample belongs to.
  public var host: HostObject

  /// What the sample's markup may do.
  public var markupOptions: MarkupOptions

  /// How sheets are loaded.
  public var loader: StylesheetLoader

  /// The browser's own stylesheet.
  public var chrome: SourceText

  /// Settings for a terminal; the rest has defaults to be changed.
  public init(environment: Environment, loader: StylesheetLoader) {
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
