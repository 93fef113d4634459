package import Diagnostics

/// A comment of a stylesheet, kept so that a converted sheet can show it again.
package struct SourceComment: Sendable {
  /// Style of a comment's delimiters.
  package enum Style: Sendable {
    /// `/* … */`
    case block
    /// `// …` to the end of the line, in dictionaries only
    case line
  }

  /// Style of the delimiters.
  package let style: Style

  /// Text between the delimiters.
  package let contents: CSSText

  /// Place of the comment, delimiters included.
  package let range: SourceRange
}
