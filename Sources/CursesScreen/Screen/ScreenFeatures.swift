package import CellLayout

/// Features that the terminal is known to have beyond those in its description.
///
/// Ask for nothing exotic unless the terminal is known: xterm draws no line at all for `4:3`.
package struct ScreenFeatures: Hashable, Sendable {
  /// Underline styles and colours, a line above; what is not among them is left out.
  package var renditions: RenditionCapabilities

  /// Synchronized output, DEC private mode 2026.
  package var synchronizedOutput: Bool

  /// Links, OSC 8.
  package var hyperlinks: Bool

  /// Puts features together; without arguments, none.
  package init(
    renditions: RenditionCapabilities = [], synchronizedOutput: Bool = false,
    hyperlinks: Bool = false
  ) {
    self.renditions = renditions
    self.synchronizedOutput = synchronizedOutput
    self.hyperlinks = hyperlinks
  }
}
