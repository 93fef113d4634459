package import StyledText
package import Styling
package import TerminalOutput

/// Colours for the program's own messages and reports: the first colours of the terminal's palette,
/// or the style of a run.
///
/// Every terminal with colours has the first ones, in shades that its user can read.
package struct MessageColors {
  package let depth: ColorDepth

  /// True if any escape sequence is written.
  package var isOn: Bool { depth > .none }

  /// The colours of messages; the raw values are those of SGR.
  package enum Hue: Int {
    /// Errors.
    case red = 31
    /// Corrections.
    case green = 32
    /// Doubtful text.
    case magenta = 35
    /// Information.
    case cyan = 36
  }

  package init(depth: ColorDepth) { self.depth = depth == .ansi8 ? .ansi16 : depth }

  package func bold(_ text: SafeText) -> SafeText { wrap(text, "\u{1B}[1m", "\u{1B}[22m") }

  package func faint(_ text: SafeText) -> SafeText { wrap(text, "\u{1B}[2m", "\u{1B}[22m") }

  package func color(_ text: SafeText, _ hue: Hue) -> SafeText {
    wrap(text, "\u{1B}[\(hue.rawValue)m", "\u{1B}[39m")
  }

  /// Text in the style of a run.
  package func styled(_ text: SafeText, _ rendition: GraphicRendition) -> SafeText {
    let start = SGREncoder(capabilities: .all).bytes(setting: rendition)
    return wrap(text, SafeText(trusted: String(decoding: start, as: UTF8.self)), "\u{1B}[0m")
  }

  private func wrap(_ text: SafeText, _ start: SafeText, _ end: SafeText) -> SafeText {
    isOn && !text.isEmpty ? start + text + end : text
  }
}
