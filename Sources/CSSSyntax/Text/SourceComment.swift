package import Diagnostics

/// A comment of a stylesheet, kept so that a converted sheet can show it again.
package struct SourceComment: Sendable {
  /// How it was written.
  package enum Style: Sendable {
    /// `/* … */`
    case block
    /// `// …` to the end of the line, in dictionaries only
    case line
  }

  /// How it was written.
  package let style: Style

  /// What stands between the delimiters.
  package let contents: CSSText

  /// Where it stands, delimiters included.
  package let range: SourceRange
}
