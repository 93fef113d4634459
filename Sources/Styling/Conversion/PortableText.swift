import CSSSyntax

/// Text of one form as it can stand in a file of the other.
///
/// In a dictionary a string ends a selector or a value; in CSS a brace or a semicolon does, and
/// whatever is left open swallows what follows.
enum PortableText {
  /// Place of a text in the target file.
  enum Place: Equatable {
    /// Before the block of a rule or an at-rule.
    case prelude
    /// After the colon of a declaration.
    case value(isCustom: Bool)
  }

  /// The text with everything closed that it leaves open, and controls as escapes.
  /// - Returns: nil when it would read differently in that place.
  static func css(_ text: CSSText, as place: Place) -> String? {
    var tokenizer = CSSTokenizer(text, keepsComments: true)
    var closers: [CSSToken.Kind] = []
    var end = text.range.lowerBound
    while true {
      let token = tokenizer.next()
      if token.kind == .endOfFile { break }
      if token.kind != .whitespace { end = token.range.upperBound }
      switch token.kind {
      case .badString, .badURL:
        return nil
      case .cdo, .cdc:
        if place == .prelude { return nil }
      case .function, .leftParenthesis:
        closers.append(.rightParenthesis)
      case .leftBracket:
        closers.append(.rightBracket)
      case .leftBrace:
        if closers.isEmpty, place != .value(isCustom: true) { return nil }
        closers.append(.rightBrace)
      case .rightParenthesis, .rightBracket, .rightBrace:
        guard closers.popLast() == token.kind else { return nil }
      case .semicolon where closers.isEmpty:
        return nil
      case .delimiter where closers.isEmpty && place != .prelude && token.isDelimiter("!"):
        return nil
      case .string, .url, .ident, .hash, .atKeyword, .dimension:
        // A token that the end of the text closes would go on in a file.
        guard !token.isUnterminated, !endsInBackslash(text, token.range) else { return nil }
      default:
        break
      }
    }
    guard closers.count < 512 else { return nil }
    let written = escapingControls(in: text.part(text.range.lowerBound..<end))
    guard let written else { return nil }
    return written + closers.reversed().map(\.text).joined()
  }

  /// True if a token ends the text with a backslash that would escape what follows it in a file.
  private static func endsInBackslash(_ text: CSSText, _ token: Range<Int>) -> Bool {
    guard token.upperBound == text.range.upperBound else { return false }
    let last = text.bytes[token].reversed().prefix { $0 == UInt8(ascii: "\\") }
    // The first of two backslashes escapes the second.
    return !last.count.isMultiple(of: 2)
  }
}

extension CSSToken.Kind {
  /// A closing bracket as it is written.
  fileprivate var text: String {
    switch self {
    case .rightParenthesis: ")"
    case .rightBracket: "]"
    default: "}"
    }
  }
}
