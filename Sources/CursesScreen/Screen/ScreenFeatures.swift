import CellLayout
import TerminalOutput

/// What the terminal is known to understand beyond what its description says.
///
/// Ask for nothing exotic unless the terminal is known: xterm draws no line at all for `4:3`.
package struct ScreenFeatures: Hashable, Sendable {
  /// Underline styles, SGR `4:2` to `4:5`; otherwise they become a single line.
  package var underlineStyles: Bool

  /// A line above, SGR 53; otherwise it is left out.
  package var overline: Bool

  /// Underlines with a colour of their own, SGR 58.
  package var underlineColor: Bool

  /// Synchronized output, DEC private mode 2026.
  package var synchronizedOutput: Bool

  /// Links, OSC 8.
  package var hyperlinks: Bool

  /// Puts features together; without arguments, none.
  package init(
    underlineStyles: Bool = false, overline: Bool = false, underlineColor: Bool = false,
    synchronizedOutput: Bool = false, hyperlinks: Bool = false
  ) {
    self.underlineStyles = underlineStyles
    self.overline = overline
    self.underlineColor = underlineColor
    self.synchronizedOutput = synchronizedOutput
    self.hyperlinks = hyperlinks
  }

  /// What writes renditions for such a terminal.
  var encoder: SGREncoder {
    var capabilities: RenditionCapabilities = []
    if underlineStyles { capabilities.insert(.underlineStyles) }
    if overline { capabilities.insert(.overline) }
    if underlineColor { capabilities.insert(.underlineColor) }
    return SGREncoder(capabilities: capabilities)
  }
}
