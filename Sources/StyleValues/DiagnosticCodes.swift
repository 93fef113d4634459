public import Diagnostics

extension DiagnosticCode {
  /// A value that its type or property does not accept.
  public static let invalidValue = DiagnosticCode("invalid-value")

  /// A key that no dictionary of a chain has.
  public static let missingKey = DiagnosticCode("missing-key")
}
