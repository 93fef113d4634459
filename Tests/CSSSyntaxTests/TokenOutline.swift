import CSSSyntax

/// The tokens of a text, written down so that a table can say what is expected.
///
/// Punctuation stands for itself and white space is `_`; the rest is a kind with what was read.
func outlineTokens(_ text: CSSText) -> String {
  var tokenizer = CSSTokenizer(text)
  var parts: [String] = []
  while true {
    let token = tokenizer.next()
    if token.kind == .endOfFile { return parts.joined(separator: " ") }
    parts.append(outline(token, in: tokenizer))
  }
}

private func outline(_ token: CSSToken, in tokenizer: CSSTokenizer) -> String {
  let name = tokenizer.name(of: token)
  let open = token.isUnterminated ? "…" : ""
  let sign = token.hasSign ? "±" : ""
  let type = token.isInteger ? "" : "."
  switch token.kind {
  case .ident: return "ident(\(name))"
  case .function: return "function(\(name))"
  case .atKeyword: return "at(\(name))"
  case .hash: return token.isIDHash ? "id(\(name))" : "hash(\(name))"
  case .string: return "string(\(name))\(open)"
  case .badString: return "bad-string"
  case .url: return "url(\(name))\(open)"
  case .badURL: return "bad-url"
  case .delimiter:
    if token.delimiter != 0 { return "delim(\(Unicode.Scalar(token.delimiter)))" }
    return "delim(\(String(decoding: tokenizer.bytes[token.range], as: UTF8.self)))"
  case .number: return "number(\(token.number)\(sign)\(type))"
  case .percentage: return "percentage(\(token.number)\(sign)\(type))"
  case .dimension: return "dimension(\(token.number)\(sign)\(type) \(name))"
  case .whitespace: return "_"
  default: return String(decoding: tokenizer.bytes[token.range], as: UTF8.self)
  }
}
