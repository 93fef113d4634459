/// One finding about an input: what is wrong, where, and what was probably meant.
///
/// A diagnostic is a value that functions return beside their result. Nothing here prints.
package struct Diagnostic: Hashable, Sendable {
  /// Severity of a finding.
  package enum Severity: String, Hashable, Sendable, Comparable {
    /// Good to know; nothing is wrong.
    case note
    /// The input was used, probably not as meant.
    case warning
    /// Part of the input could not be used.
    case error

    /// Notes before warnings before errors.
    package static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// Severity of the finding.
  package var severity: Severity

  /// A stable name such as `unknown-class`, on which programs match; it is never renamed.
  package var code: DiagnosticCode

  /// One sentence for a person, without a full stop, at most 400 bytes long.
  package var message: String

  /// Location; nil when the finding is about no place in a file.
  package var location: SourceLocation?

  /// The line it is about, ready to be shown with a caret.
  package var excerpt: SourceExcerpt?

  /// The nearest known name, when one is close enough.
  package var suggestion: String?

  /// Further details for programs.
  package var detail: Detail?

  /// Details that only some findings have.
  package enum Detail: Hashable, Sendable {
    /// Contrast of text: names of the background's scheme and of the colour depth, and the ratio.
    case contrast(background: String, depth: String, ratio: Double)
    /// Number of findings of a code that were only counted.
    case further(DiagnosticCode, count: Int)
  }

  /// A longer message would quote half of a file.
  private static let longestMessage = 400

  /// A finding at a place in an input, if it has one; location and excerpt follow from it.
  package init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String, at range: SourceRange?,
    suggestion: String? = nil
  ) {
    self.init(
      severity, code, message, location: range?.location,
      excerpt: range.flatMap(SourceExcerpt.init),
      suggestion: suggestion)
  }

  /// A finding whose place, if it has one, is known already.
  package init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String,
    location: SourceLocation? = nil, excerpt: SourceExcerpt? = nil, suggestion: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message.limited(toBytes: Self.longestMessage)
    self.location = location
    self.excerpt = excerpt
    self.suggestion = suggestion
  }
}

/// The stable name of a kind of finding, in kebab case.
///
/// Each target adds its own as static members in a file `DiagnosticCodes.swift`.
package struct DiagnosticCode: Hashable, Sendable {
  /// The name as JSON and SARIF show it.
  package let rawValue: String

  /// Makes a code; use the static members instead.
  package init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}
