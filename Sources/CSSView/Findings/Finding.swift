package import Diagnostics
import StyledText

/// One finding about a sheet or about markup: what is wrong, where, and what was probably meant.
///
/// ```swift
/// let theme = Theme(#"{".bold": {"font-weigth": "bold"}}"#, name: "theme.json")
/// for finding in theme.findings { print(finding, terminator: "") }
/// // theme.json:1:12: error: unknown property 'font-weigth' [unknown-property]
/// //   1 | {".bold": {"font-weigth": "bold"}}
/// //     |            ^~~~~~~~~~~~~ did you mean 'font-weight'?
/// ```
public struct Finding: Hashable, Sendable {
  /// The finding itself.
  package let diagnostic: Diagnostic

  /// The finding as a program has it.
  package init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic.withoutOptions
  }

  /// Severity of a finding.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Good to know; nothing is wrong.
    case note
    /// The input was used, probably not as meant.
    case warning
    /// Part of the input could not be used.
    case error
  }

  /// Severity of the finding.
  public var severity: Severity { Severity(rawValue: diagnostic.severity.rawValue) ?? .error }

  /// A stable name such as `unknown-class`, for programs; it is never renamed.
  public var code: String { diagnostic.code.rawValue }

  /// One sentence for a person, without a full stop.
  ///
  /// It may quote the input and is not made safe for a terminal; `description` is.
  public var message: String { diagnostic.message }

  /// The input, as it was named; nil for a finding without a place.
  public var file: String? { diagnostic.location?.file }

  /// The line, from 1.
  public var line: Int? { diagnostic.location?.line }

  /// The column in Unicode scalars, from 1.
  public var column: Int? { diagnostic.location?.column }

  /// The nearest known name, where one is close enough.
  public var suggestion: String? { diagnostic.suggestion }

  /// Findings as the command prints them, though never with its name: each with its line and a
  /// caret; of one kind twenty at most, the others are counted.
  ///
  /// - Parameters:
  ///   - findings: The findings.
  ///   - usesColor: True if the output is a terminal that shows colour.
  /// - Returns: Lines, each with a line feed at its end.
  public static func report(_ findings: [Finding], usesColor: Bool = false) -> String {
    DiagnosticPrinter(usesColor: usesColor, program: nil).text(findings.map(\.diagnostic)).string
  }
}

extension Finding: CustomStringConvertible {
  /// The finding as the command prints it: with its line, a caret, and a line feed at its end.
  public var description: String { Self.report([self]) }
}

extension Diagnostic {
  /// Words about options of the command in messages, and their replacements for a program.
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
