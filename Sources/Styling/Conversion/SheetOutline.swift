import CSSSyntax
import StyleValues

/// What stands in one sheet file, in a shape that both forms can be written from.
///
/// Selectors and values are text that means the same in both forms; nothing is nested but the
/// rules of a media query.
struct SheetOutline {
  /// How the sheet's values are read, and which order decides.
  var dialect: Dialect

  /// The files that it imports, the strongest first.
  var imports: [String] = []

  /// Rules and comments in their order.
  var entries: [Entry] = []

  /// A part of a sheet.
  enum Entry {
    case comment(Comment)
    case rule(Rule)
    case media(query: String, entries: [Entry])
  }

  /// Selectors and what they declare.
  struct Rule {
    /// A selector list.
    var selectors: String
    var items: [Item]
  }

  /// A part of a rule.
  enum Item {
    case comment(Comment)
    case declaration(name: String, value: String)
  }

  /// A comment without its delimiters.
  struct Comment {
    var text: String
    /// Whether it stands behind something on the same line.
    var isTrailing: Bool

    /// The comment as both forms write it.
    var written: String {
      "/*" + replacingControls(inComment: text).replacingEndOfComment + "*/"
    }
  }
}

extension String {
  /// The text with nothing in it that would end a comment.
  fileprivate var replacingEndOfComment: String {
    var result: [UInt8] = []
    for byte in utf8 {
      if byte == UInt8(ascii: "/"), result.last == UInt8(ascii: "*") {
        result.append(UInt8(ascii: " "))
      }
      result.append(byte)
    }
    if result.last == UInt8(ascii: "*") { result.append(UInt8(ascii: " ")) }
    return String(decoding: result, as: UTF8.self)
  }
}
