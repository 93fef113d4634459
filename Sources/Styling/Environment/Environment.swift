package import StyleValues

/// Everything outside a stylesheet that decides what it means: the terminal that the text is for.
///
/// It is an argument everywhere. Nothing in the library looks at the real terminal, so every
/// sheet can be tried for a terminal that is not there.
package struct Environment: Hashable, Sendable {
  /// Cells in a row.
  package var columns: Int

  /// Rows of the screen.
  package var rows: Int

  /// Number of colours that can be shown.
  package var colorDepth: ColorDepth

  /// True if the terminal's background is dark or light.
  package var colorScheme: ColorScheme

  /// The terminal's background where it is known; nil where only the scheme is.
  package var background: RGB8?

  /// Colours of the terminal's palette entries, and those that it draws with by itself; that of its
  /// background is in `background`.
  package var palette: TerminalPalette

  /// True if the palette stays what it is, whatever a sheet was made for: somebody chose it.
  package var keepsPalette = false

  /// The WCAG 2 contrast that all text is to have; nil where the sheet decides.
  package var readable: Double?

  /// True if OSC 8 links can be shown.
  package var hasHyperlinks: Bool

  /// True if text can be drawn larger than one row.
  package var hasTextSizing: Bool

  /// Content size that `font-size-scale: auto` multiplies with.
  package var contentSize: ContentSize

  /// Contrast that the reader prefers.
  package var contrast = ContrastPreference.noPreference

  /// True if text is written for a screen reader, a log or a copy: without what is only drawn.
  package var isFlat = false

  /// A terminal of 80 × 24 cells, truecolor on dark, unless told otherwise.
  package init(
    columns: Int = 80, rows: Int = 24, colorDepth: ColorDepth = .truecolor,
    colorScheme: ColorScheme = .dark, background: RGB8? = nil, hasHyperlinks: Bool = false,
    hasTextSizing: Bool = false, contentSize: ContentSize = .standard,
    palette: TerminalPalette = .median, readable: Double? = nil
  ) {
    self.columns = columns
    self.rows = rows
    self.colorDepth = colorDepth
    self.colorScheme = colorScheme
    self.background = background
    self.palette = palette
    self.readable = readable
    self.hasHyperlinks = hasHyperlinks
    self.hasTextSizing = hasTextSizing
    self.contentSize = contentSize
  }

  /// Its size in pixels of CSS: a cell is 7.5 × 15.
  var pixels: Size { Size(width: Double(columns) * 7.5, height: Double(rows) * 15) }

  /// The background that colours with alpha are blended over: the known one, or one that stands
  /// for the scheme.
  package var assumedBackground: RGB8 {
    background ?? (colorScheme == .dark ? RGB8(0x1e1e1e) : RGB8(0xffffff))
  }

  /// The colour of text that nothing gives one: the known one, or one that can be read on what
  /// stands for the scheme.
  package var assumedForeground: RGB8 {
    palette.foreground ?? (colorScheme == .dark ? RGB8(0xe6e6e6) : RGB8(0x1f1f1f))
  }

  /// The terminal with the colours that a sheet was made for, where nobody knows its own.
  ///
  /// A background of the other kind than the terminal's does not count, nor what stands on it.
  package func adopting(_ palette: TerminalPalette?) -> Environment {
    guard let palette, self.palette.origin == .assumed, !keepsPalette else { return self }
    var result = self
    if background == nil, let own = palette.background, ColorScheme(of: own) == colorScheme {
      result.background = own
    }
    result.palette = palette.made(for: result.background)
    return result
  }

  /// The terminal on a background of a kind.
  ///
  /// Colours that were named count on a background of their own kind alone.
  package func turned(to scheme: ColorScheme) -> Environment {
    guard scheme != colorScheme else { return self }
    var result = self
    result.colorScheme = scheme
    result.background = nil
    result.palette = palette.entriesAlone
    return result
  }

  /// All colours of the terminal that are known, its background among them.
  package var terminalColors: TerminalPalette {
    background == palette.background ? palette : palette.on(background)
  }
}

/// `prefers-contrast` (Media Queries 5 §12.3).
package enum ContrastPreference: String, CaseIterable, Hashable, Sendable {
  /// Nothing is known of it.
  case noPreference = "no-preference"
  /// More than usual.
  case more
  /// Less than usual.
  case less
}
