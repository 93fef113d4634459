package import Diagnostics

extension DiagnosticCode {
  /// A key binding names a key that there is not.
  package static let unknownKey = DiagnosticCode("unknown-key")
  /// A key binding names an action that there is not.
  package static let unknownAction = DiagnosticCode("unknown-action")
  /// A control of the chrome is set to something that it cannot be.
  package static let invalidSetting = DiagnosticCode("invalid-setting")
  /// A theme cannot be read.
  package static let unreadableTheme = DiagnosticCode("unreadable-theme")
}
