import CSSSyntax

/// Content that the property `content` puts into an element: strings and values of attributes (CSS
/// Content 3 §1).
package struct GeneratedContent: Hashable, Sendable {
  /// One item of the list.
  package enum Item: Hashable, Sendable {
    /// A string.
    case text(String)
    /// `attr(name)`, and what stands for it where the element has no such attribute.
    case attribute(String, fallback: String)
  }

  /// Greatest length of the content before or after an element of a text, in bytes of UTF-8.
  ///
  /// A few bytes of markup make an element: without a limit a megabyte of both would be gigabytes.
  static let longest = 4096

  /// The items in their order.
  package var items: [Item]

  /// Number of bytes that come from the sheet itself on every element.
  var ownLength: Int {
    items.reduce(0) { sum, item in
      switch item {
      case .text(let text), .attribute(_, fallback: let text): sum + text.utf8.count
      }
    }
  }

  /// True if it takes the value of an attribute.
  package var hasAttributes: Bool {
    items.contains { if case .attribute = $0 { true } else { false } }
  }

  /// The text on an element with such attributes; it is not safe yet.
  ///
  /// What is long stands there once, however often the sheet asks for it.
  package func text(_ attributes: [ElementAttribute]) -> String {
    var result = ""
    var taken: Set<String> = []
    for item in items {
      switch item {
      case .text(let text): result += text
      case .attribute(let name, let fallback):
        let value = attributes.first { $0.name == name }?.value ?? fallback
        let isFirst = taken.insert(name).inserted
        if isFirst || result.utf8.count + value.utf8.count <= Self.longest { result += value }
      }
    }
    return result
  }

  /// The list as CSS writes it.
  var cssText: String {
    items.map { item in
      switch item {
      case .text(let text): Self.quoted(text)
      case .attribute(let name, let fallback):
        fallback.isEmpty ? "attr(\(name))" : "attr(\(name), \(Self.quoted(fallback)))"
      }
    }.joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        "\\" + String(scalar.value, radix: 16) + " "
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
