/// Colours the program's own messages with the first colours of the terminal's palette.
///
/// Every terminal with colour has these, in shades that its user can read.
struct MessageColors {
  /// Whether escape sequences are written at all.
  var isOn: Bool

  /// The colours that messages use; the numbers are those of SGR.
  enum Hue: Int {
    case red = 31
    case green = 32
    case yellow = 33
    case magenta = 35
    case cyan = 36
  }

  func bold(_ text: String) -> String { wrap(text, 1, 22) }

  func faint(_ text: String) -> String { wrap(text, 2, 22) }

  func color(_ text: String, _ hue: Hue) -> String { wrap(text, hue.rawValue, 39) }

  private func wrap(_ text: String, _ start: Int, _ end: Int) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(start)m\(text)\u{1B}[\(end)m" : text
  }
}
