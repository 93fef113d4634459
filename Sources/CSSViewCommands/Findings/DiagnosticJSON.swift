import Diagnostics
import OperatingSystem
import StyleValues

extension JSONOutput {
  /// A finding, under the names that programs rely on.
  init(_ diagnostic: Diagnostic) {
    self = [
      "severity": .string(diagnostic.severity.rawValue),
      "code": .string(diagnostic.code.rawValue),
      "message": .string(diagnostic.message),
      "file": JSONOutput(diagnostic.location.map { ArgumentText.shown($0.file) }),
      "line": JSONOutput(diagnostic.location.map { Double($0.line) }),
      "column": JSONOutput(diagnostic.location.map { Double($0.column) }),
      "suggestion": JSONOutput(diagnostic.suggestion),
    ]
  }

  /// Findings in their order.
  init(_ diagnostics: [Diagnostic]) {
    self = .array(diagnostics.map { JSONOutput($0) })
  }
}
