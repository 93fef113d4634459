import CSSSyntax

/// Content that the property `content` puts into an element: strings and values of attributes (CSS
/// Content 3 §1).
package struct GeneratedContent: Hashable, Sendable {
  package enum Item: Hashable, Sendable {
    case text(String)
    /// `attr(name)`, and the text if the element lacks the attribute.
    case attribute(String, fallback: String)
  }

  /// The most bytes of content before or after an element.
  ///
  /// A few bytes of markup make an element: without a limit a megabyte of both would be gigabytes.
  static let longest = 4096

  package var items: [Item] { lists.items }

  /// Alternative text for screen readers (CSS Content 3 §1.2); nil if they read the items.
  package var alternative: [Item]? { lists.alternative }

  /// In an object, because every style has room for it and few have content.
  private let lists: Lists

  private final class Lists: Hashable, Sendable {
    let items: [Item]
    let alternative: [Item]?

    init(_ items: [Item], _ alternative: [Item]?) {
      self.items = items
      self.alternative = alternative
    }

    static func == (first: Lists, second: Lists) -> Bool {
      first === second || first.items == second.items && first.alternative == second.alternative
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(items)
      hasher.combine(alternative)
    }
  }

  package init(items: [Item], alternative: [Item]? = nil) { lists = Lists(items, alternative) }

  /// The bytes that the stylesheet itself adds to each element.
  var ownLength: Int {
    (items + (alternative ?? [])).reduce(0) { sum, item in
      switch item {
      case .text(let text), .attribute(_, fallback: let text): sum + text.utf8.count
      }
    }
  }

  package var hasAttributes: Bool {
    (items + (alternative ?? [])).contains { if case .attribute = $0 { true } else { false } }
  }

  /// The text for an element with these attributes, not yet safe; an attribute's value is used
  /// once, however often the stylesheet names it.
  package func text(_ attributes: [ElementAttribute]) -> String { Self.text(of: items, attributes) }

  /// The text for screen readers; nil if there is no other.
  package func alternativeText(_ attributes: [ElementAttribute]) -> String? {
    alternative.map { Self.text(of: $0, attributes) }
  }

  private static func text(of items: [Item], _ attributes: [ElementAttribute]) -> String {
    var result = ""
    var taken: Set<String> = []
    for item in items {
      switch item {
      case .text(let text): result += text
      case .attribute(let name, let fallback):
        let value = attributes.first { $0.name == name }?.value ?? fallback
        let isFirst = taken.insert(name).inserted
        if isFirst || result.utf8.count + value.utf8.count <= longest { result += value }
      }
    }
    return result
  }

  var cssText: String {
    let text = Self.cssText(of: items)
    guard let alternative else { return text }
    return (text.isEmpty ? "\"\"" : text) + " / "
      + (alternative.isEmpty ? "\"\"" : Self.cssText(of: alternative))
  }

  private static func cssText(of items: [Item]) -> String {
    items.map { item in
      switch item {
      case .text(let text): quoted(text)
      case .attribute(let name, let fallback):
        fallback.isEmpty ? "attr(\(name))" : "attr(\(name), \(quoted(fallback)))"
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
