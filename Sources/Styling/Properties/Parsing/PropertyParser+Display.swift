import Bytes
import CSSSyntax
import Diagnostics
import StyleValues

extension PropertyParser {
  /// `display` (CSS Display 3 §2): what makes boxes of its own elsewhere is text in lines here.
  func display() throws(ConversionError) -> Display {
    if cursor.takeKeyword("none") { return .none }
    if cursor.takeKeyword("inline-block") { return .inlineBlock }
    var words: [Substring] = []
    while cursor.token.kind == .ident, let word = displayWord(cursor.name) {
      words.append(word)
      cursor.advance()
    }
    guard !words.isEmpty else {
      let names = ["none", "inline-block"] + displayWords.map(String.init)
      throw cursor.failure(
        "a kind of box",
        suggestion: cursor.token.kind == .ident ? nearestName(to: cursor.name, in: names) : nil)
    }
    return words.contains("inline") && words.contains("flow-root") ? .inlineBlock : .inline
  }

  private func displayWord(_ name: String) -> Substring? {
    let name = name.lowercasedASCII
    return displayWords.first { $0 == name }
  }

  /// `visibility`.
  func visibility() throws(ConversionError) -> Visibility { try keyword() }

  /// `content` (CSS Content 3 §1): strings and `attr()`.
  ///
  /// What stands for pictures, counters and quotation marks gives no text; nor does what stands
  /// behind a slash, which is for who cannot see it.
  func content() throws(ConversionError) -> GeneratedContent? {
    if cursor.takeKeyword("none") || cursor.takeKeyword("normal") { return nil }
    var items: [GeneratedContent.Item] = []
    let start = cursor.offset
    let place = cursor.mark
    while !isAtEnd {
      if cursor.takeSlash() {
        while !isAtEnd { _ = try contentItem() }
        break
      }
      if let item = try contentItem() { items.append(item) }
    }
    guard cursor.offset > start else { throw cursor.failure("none, strings or attr()") }
    let content = GeneratedContent(items: items)
    guard content.ownLength <= GeneratedContent.longest else {
      throw cursor.failure("at most \(GeneratedContent.longest) bytes of text", at: place)
    }
    return content
  }

  private func contentItem() throws(ConversionError) -> GeneratedContent.Item? {
    switch cursor.token.kind {
    case .string:
      defer { cursor.advance() }
      return .text(cursor.name)
    case .function where cursor.isFunction("attr"):
      return try attributeItem()
    case .function
    where silentContent.contains(cursor.name.lowercasedASCII)
      || cursor.name.lowercasedASCII.hasSuffix("gradient"):
      cursor.skipFunction()
      return nil
    case .ident where silentContent.contains(cursor.name.lowercasedASCII):
      cursor.advance()
      return nil
    case .url:
      cursor.advance()
      return nil
    default:
      throw cursor.failure("none, strings or attr()")
    }
  }

  /// `attr(name)` and `attr(name, "instead")` (CSS Values 5 §7.7).
  private func attributeItem() throws(ConversionError) -> GeneratedContent.Item {
    try cursor.enter()
    guard cursor.token.kind == .ident else {
      throw cursor.failure("the name of an attribute")
    }
    let name = cursor.name.lowercasedASCII
    cursor.advance()
    // All of them are strings.
    _ = cursor.takeKeyword("string") || cursor.takeKeyword("raw-string")
    var fallback = ""
    if cursor.takeComma() {
      guard cursor.token.kind == .string else {
        throw cursor.failure("a string for elements without it")
      }
      fallback = cursor.name
      cursor.advance()
    }
    try cursor.leave()
    return .attribute(name, fallback: fallback)
  }
}

/// The other words that `display` may be made of (CSS Display 3 §2, CSS Ruby 1, MathML Core).
private let displayWords = """
  block inline run-in flow flow-root table flex grid ruby math list-item contents inline-table
  inline-flex inline-grid table-row-group table-header-group table-footer-group table-row table-cell
  table-column-group table-column table-caption ruby-base ruby-text ruby-base-container
  ruby-text-container grid-lanes inline-grid-lanes
  """.split(whereSeparator: \.isWhitespace)

/// Names in `content` that are no text (CSS Content 3 §1 and §2, CSS Lists 3 §4.4).
private let silentContent: Set<String> = [
  "open-quote", "close-quote", "no-open-quote", "no-close-quote", "contents", "counter", "counters",
  "string", "element", "url", "image-set", "leader", "target-counter", "target-counters",
  "target-text", "cross-fade", "image",
]
