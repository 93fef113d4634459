import CSSSyntax
import StyleValues

/// `$name`, as sheets of dialect `pixelbits` write `var(--name)`.
enum DollarVariable {
  /// The text with each `$name` written as CSS writes it.
  static func expanded(_ text: CSSText) -> CSSText {
    guard text.bytes[text.range].contains(UInt8(ascii: "$")) else { return text }
    var output: [UInt8] = []
    var copied = text.range.lowerBound
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.next()
      if token.kind == .endOfFile { break }
      guard token.isDelimiter("$") else { continue }
      let name = tokenizer.next()
      guard name.kind == .ident, name.range.lowerBound == token.range.upperBound else {
        tokenizer.position = name.range.lowerBound
        continue
      }
      output.append(contentsOf: text.bytes[copied..<token.range.lowerBound])
      output.append(contentsOf: "var(--".utf8)
      output.append(contentsOf: text.bytes[name.range])
      output.append(UInt8(ascii: ")"))
      copied = name.range.upperBound
    }
    if copied == text.range.lowerBound { return text }
    output.append(contentsOf: text.bytes[copied..<text.range.upperBound])
    return CSSText(decoded: output, source: text.source, sourceRange: text.sourceRange)
  }

  /// The value with each `$name` in it written as CSS writes it.
  static func expanded(_ value: DeclaredValue) -> DeclaredValue {
    switch value {
    case .text(let text): .text(expanded(text))
    case .structured(let raw, let place): .structured(raw.mapTexts(expanded), place)
    }
  }
}
