package import Diagnostics
import StyledText

/// A finding about a stylesheet or markup: a problem, its position, and a suggestion.
///
/// ```swift
/// let theme = Theme(#"{".bold": {"font-weigth": "bold"}}"#, name: "theme.json")
/// for finding in theme.findings { print(finding, terminator: "") }
/// // theme.json:1:12: error: unknown property 'font-weigth' [unknown-property]
/// //   1 | {".bold": {"font-weigth": "bold"}}
/// //     |            ^~~~~~~~~~~~~ did you mean 'font-weight'?
/// ```
public struct Finding: Hashable, Sendable {
  package let diagnostic: Diagnostic

  /// Without options of the command in the message.
  package init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic.withoutOptions }

  /// Severity of a finding.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Information; nothing is wrong.
    case note
    /// The input was used, but probably not as meant.
    case warning
    /// Part of the input could not be used.
    case error
  }

  /// Severity of the finding.
  public var severity: Severity { Severity(rawValue: diagnostic.severity.rawValue) ?? .error }

  /// A stable name for programs, such as `unknown-class`; it is never renamed.
  public var code: String { diagnostic.code.rawValue }

  /// One sentence without a full stop.
  ///
  /// It may quote the input and is not safe for a terminal; `description` is.
  public var message: String { diagnostic.message }

  /// The name of the input; nil for a finding without a location.
  public var file: String? { diagnostic.location?.file }

  /// The line, from 1.
  public var line: Int? { diagnostic.location?.line }

  /// The column in Unicode scalars, from 1.
  public var column: Int? { diagnostic.location?.column }

  /// The nearest known name, if one is close enough.
  public var suggestion: String? { diagnostic.suggestion }

  /// The findings as the command prints them, without its name: each with its line and a caret, at
  /// most twenty of one kind, followed by the number of the rest.
  ///
  /// - Parameters:
  ///   - findings: The findings.
  ///   - usesColor: True if the output is a terminal with colours.
  /// - Returns: Lines, each with a line feed.
  public static func report(_ findings: [Finding], usesColor: Bool = false) -> String {
    DiagnosticPrinter(usesColor: usesColor, program: nil).text(findings.map(\.diagnostic)).string
  }
}

extension Finding: CustomStringConvertible {
  /// The finding as the command prints it, with its line, a caret, and a line feed at the end.
  public var description: String { Self.report([self]) }
}

extension Diagnostic {
  /// Phrases in messages about options of the command, and those for a program.
  private static let options = [
    (" with '--class'", ""), ("; add '--allow-imports-from ", "; allow it with importsFrom: '"),
  ]

  /// The finding for a program, which has no command line.
  fileprivate var withoutOptions: Diagnostic {
    var finding = self
    guard message.contains("--") else { return finding }
    for (option, instead) in Self.options {
      guard let range = finding.message.firstRange(of: option) else { continue }
      finding.message.replaceSubrange(range, with: instead)
    }
    if let range = finding.message.firstRange(of: "; add '--") {
      finding.message.removeSubrange(range.lowerBound...)
    }
    return finding
  }
}
