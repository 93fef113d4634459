public import Diagnostics

extension DiagnosticCode {
  /// A key binding names a key that there is not.
  public static let unknownKey = DiagnosticCode("unknown-key")
  /// A key binding names an action that there is not.
  public static let unknownAction = DiagnosticCode("unknown-action")
  /// A theme cannot be read.
  public static let unreadableTheme = DiagnosticCode("unreadable-theme")
}
