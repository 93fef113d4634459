public import Diagnostics

extension DiagnosticCode {
  /// A key binding names a key that there is not.
  public static let unknownKey = DiagnosticCode("unknown-key")
  /// A key binding names an action that there is not.
  public static let unknownAction = DiagnosticCode("unknown-action")
  /// A control of the chrome is set to something that it cannot be.
  public static let invalidSetting = DiagnosticCode("invalid-setting")
  /// A theme cannot be read.
  public static let unreadableTheme = DiagnosticCode("unreadable-theme")
}
