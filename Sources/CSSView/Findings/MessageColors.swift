package import StyledText

/// Colours the program's own messages with the first colours of the terminal's palette.
///
/// Every terminal with colour has these, in shades that its user can read.
package struct MessageColors {
  /// True if escape sequences are written at all.
  package var isOn: Bool

  /// The colours that messages use; the numbers are those of SGR.
  package enum Hue: Int {
    /// Mistakes.
    case red = 31
    /// Corrections.
    case green = 32
    /// Doubtful text.
    case magenta = 35
    /// Information.
    case cyan = 36
  }

  /// Messages in colour, or without any.
  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// Bold text.
  package func bold(_ text: SafeText) -> SafeText { wrap(text, 1, 22) }

  /// Faint text.
  package func faint(_ text: SafeText) -> SafeText { wrap(text, 2, 22) }

  /// Text in a colour.
  package func color(_ text: SafeText, _ hue: Hue) -> SafeText { wrap(text, hue.rawValue, 39) }

  private func wrap(_ text: SafeText, _ start: Int, _ end: Int) -> SafeText {
    isOn && !text.isEmpty ? "\u{1B}[\(start)m\(text)\u{1B}[\(end)m" : text
  }
}
