package import Diagnostics

extension DiagnosticCode {
  /// A value that its type or property does not accept.
  package static let invalidValue = DiagnosticCode("invalid-value")

  /// A key that no dictionary of a chain has.
  package static let missingKey = DiagnosticCode("missing-key")
}
