/// An example of CommonMark's specification.
public struct MarkdownExample: Sendable, CustomStringConvertible {
  /// Number in the specification.
  public let number: Int
  /// The text.
  public let markdown: String
  /// The text as HTML.
  public let html: String

  /// Name in failures.
  public var description: String { "example \(number)" }

  /// All examples of CommonMark.
  public static let all = dataRows("Markdown/commonmark-0.31.2").map { row in
    let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
    return MarkdownExample(
      number: Int(fields[0]) ?? 0, markdown: unescaped(fields[1]), html: unescaped(fields[2]))
  }

  private static func unescaped(_ field: Substring) -> String {
    var text = ""
    var isEscaped = false
    for character in field {
      if isEscaped {
        text.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}
