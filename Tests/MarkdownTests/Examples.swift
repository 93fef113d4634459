import TestSupport

/// An example of a specification.
struct Example: Sendable, CustomStringConvertible {
  let number: Int
  let markdown: String
  let html: String

  var description: String { "example \(number)" }

  /// All examples of CommonMark.
  static let all = dataRows("Markdown/commonmark-0.31.2").map { row in
    let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
    return Example(
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
