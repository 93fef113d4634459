import CSSSyntax
import StyleValues

/// Contents of one sheet file, in a shape that both forms can be written from.
///
/// Selectors and values are text that means the same in both forms; nothing is nested but the
/// rules of a media query.
struct SheetOutline {
  /// Dialect of the sheet's values, which also selects the order that decides.
  var dialect: Dialect

  /// The files that it imports, the strongest first.
  var imports: [String] = []

  /// The terminal's theme file that it was made for.
  var palette: String?

  /// Rules and comments in their order.
  var parts: [Part] = []

  /// A part of a sheet, a query or a rule; declarations stand only in rules.
  enum Part {
    case comment(Comment)
    case declaration(name: String, value: String)
    case rule(Rule)
    case media(query: String, parts: [Part])
  }

  /// Selectors and what they declare.
  struct Rule {
    /// A selector list.
    var selectors: String
    /// Declarations and comments.
    var parts: [Part] = []
  }

  /// The comments that the sheet starts with, and what follows them.
  var headAndBody: (head: [Part], body: [Part]) {
    let head = parts.prefix { if case .comment = $0 { true } else { false } }
    return (Array(head), Array(parts.dropFirst(head.count)))
  }

  /// A comment without its delimiters.
  struct Comment {
    var text: String
    /// True if it stands behind something on the same line.
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
