public import Diagnostics

/// A comment of a stylesheet, kept so that a converted sheet can show it again.
public struct SourceComment: Sendable {
  /// How it was written.
  public enum Style: Sendable {
    /// `/* … */`
    case block
    /// `// …` to the end of the line, in dictionaries only
    case line
  }

  /// How it was written.
  public let style: Style

  /// What stands between the delimiters.
  public let contents: CSSText

  /// Where it stands, delimiters included.
  public let range: SourceRange
}
