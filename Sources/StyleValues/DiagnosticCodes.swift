package import Diagnostics

extension DiagnosticCode {
  /// A value that its type or property does not accept.
  package static let invalidValue = DiagnosticCode("invalid-value")

  /// A key that no dictionary has.
  package static let missingKey = DiagnosticCode("missing-key")

  package static let unknownKey = DiagnosticCode("unknown-key")

  package static let unknownAction = DiagnosticCode("unknown-action")

  /// A control with an invalid setting.
  package static let invalidSetting = DiagnosticCode("invalid-setting")
}
