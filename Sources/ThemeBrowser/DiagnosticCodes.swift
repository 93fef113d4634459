package import Diagnostics

extension DiagnosticCode {
  /// A theme cannot be read.
  package static let unreadableTheme = DiagnosticCode("unreadable-theme")
}
