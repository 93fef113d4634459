import Bytes
import CSSSyntax
import StyleValues

extension CSSText {
  /// The text without white space at its ends and without `!important`, and whether that stood
  /// there (CSS Syntax 3 §5.5.6).
  func splittingImportant() -> (text: CSSText, isImportant: Bool) {
    let bytes = bytes
    var end = range.upperBound
    var start = range.lowerBound
    while start < end, bytes[start].isASCIIWhitespace { start += 1 }
    while end > start, bytes[end - 1].isASCIIWhitespace { end -= 1 }
    guard bytes[start..<end].contains(UInt8(ascii: "!")) else {
      return (start..<end == range ? self : part(start..<end), false)
    }
    var tokenizer = CSSTokenizer(part(start..<end))
    var valueEnd = start
    var bang: CSSToken?
    var last: CSSToken?
    while true {
      let token = tokenizer.nextSignificant()
      if token.kind == .endOfFile { break }
      if let bang { valueEnd = bang.range.upperBound }
      bang = last
      last = token
    }
    guard let bang, let last, bang.isDelimiter("!"), last.kind == .ident,
      tokenizer.name(of: last, is: "important")
    else { return (part(start..<end), false) }
    return (part(start..<valueEnd), true)
  }
}

extension RawValue {
  /// All texts in the value, from the first to the last.
  var texts: [CSSText] {
    switch content {
    case .text(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    case .number, .bool, .null: []
    }
  }
}
