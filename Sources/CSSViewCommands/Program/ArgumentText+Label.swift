import OperatingSystem
import StyledText

extension ArgumentText {
  /// The string for people, in one line and with nothing that a terminal would obey.
  static func label(_ string: String) -> SafeText { .label(shown(string)) }
}
