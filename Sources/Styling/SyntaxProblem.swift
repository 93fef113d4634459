import CSSSyntax
import Diagnostics

/// Mistake in a selector, a media query or a reference, and its place in the text.
struct SyntaxProblem: Error {
  var message: String
  var range: Range<Int>
  var suggestion: String?

  /// The finding about it.
  func diagnostic(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, in text: CSSText,
    _ introduction: String = ""
  ) -> Diagnostic {
    Diagnostic(
      severity, code, introduction + message,
      at: text.place(of: range), suggestion: suggestion)
  }
}
