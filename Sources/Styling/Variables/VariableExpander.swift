import Bytes
import CSSSyntax

/// Replaces `var()` in values (Custom Properties 1 §3).
struct VariableExpander {
  /// In bytes; a longer value is invalid (*billion laughs*).
  static let longestValue = 64 * 1024

  /// Limited, because each level reads all levels inside it again.
  static let deepestFallback = 64

  /// The most bytes of all expansions for one element.
  static let largestTotal = 1024 * 1024

  /// True if a value has a `var()`; most have none.
  static func mentionsVariable(_ text: CSSText) -> Bool {
    let bytes = text.bytes
    var index = text.range.lowerBound
    let last = text.range.upperBound - 4
    while index <= last {
      // The byte before the parenthesis is the rarest of the four.
      if bytes[index + 3] == UInt8(ascii: "("), bytes[index] | 0x20 == UInt8(ascii: "v"),
        bytes[index + 1] | 0x20 == UInt8(ascii: "a"), bytes[index + 2] | 0x20 == UInt8(ascii: "r")
      {
        return true
      }
      index += 1
    }
    return false
  }

  /// True if a value, or any part of a structured one, has a `var()`.
  static func mentionsVariable(_ value: DeclaredValue) -> Bool {
    switch value {
    case .text(let text): mentionsVariable(text)
    case .structured(let raw, _): raw.texts.contains(where: mentionsVariable)
    }
  }

  static func expand(_ text: CSSText, in scope: VariableScope) throws(VariableError) -> CSSText {
    guard mentionsVariable(text) else { return text }
    var expander = VariableExpander(lookUp: { scope[$0] })
    return try expander.substitute(text, depth: 0)
  }

  /// Computes the custom properties that one element declares, from the winning declarations;
  /// returns for each its value or an error, and the number of bytes made.
  static func compute(
    _ declared: [String: CSSText], inherited: VariableScope
  ) -> (values: [String: VariableScope.Value], bytes: Int) {
    var graph = VariableGraph(declared: declared, inherited: inherited)
    let values = graph.computeAll(longestTotal: largestTotal)
    return (values, graph.total)
  }

  private let lookUp: (String) -> VariableScope.Value?

  /// The bytes of all values made, also of invalid ones.
  private(set) var bytesMade = 0

  init(lookUp: @escaping (String) -> VariableScope.Value?) { self.lookUp = lookUp }

  /// Recursive, up to the limit of nested fallbacks.
  mutating func substitute(_ text: CSSText, depth: Int) throws(VariableError) -> CSSText {
    guard depth < Self.deepestFallback else { throw .fallbackTooDeep }
    var output: [UInt8] = []
    defer { bytesMade += output.count }
    var copied = text.range.lowerBound
    var tokenizer = CSSTokenizer(text)
    while case let token = tokenizer.next(), token.kind != .endOfFile {
      guard token.kind == .function, tokenizer.name(of: token, is: "var") else { continue }
      let reference = try VariableReference(in: &tokenizer)
      output.append(contentsOf: text.bytes[copied..<token.range.lowerBound])
      copied = tokenizer.position
      let replacement = try resolve(reference, in: text, depth: depth)
      if output.isEmpty, copied == text.range.upperBound,
        replacement.range.count <= Self.longestValue
      {
        // It is that and nothing else: thousands may be the same long value.
        return replacement.located(like: text)
      }
      Self.append(replacement, to: &output, before: text, at: copied)
      guard output.count <= Self.longestValue else { throw .tooLong }
    }
    if copied == text.range.lowerBound { return text }
    output.append(contentsOf: text.bytes[copied..<text.range.upperBound])
    guard output.count <= Self.longestValue else { throw .tooLong }
    return CSSText(decoded: output, source: text.source, sourceRange: text.sourceRange)
  }

  private mutating func resolve(
    _ reference: VariableReference, in text: CSSText, depth: Int
  ) throws(VariableError) -> CSSText {
    let reason: VariableError
    switch lookUp(reference.name) {
    case .text(let value): return value
    case .invalid(let error): reason = error.reached(from: reference.name)
    case nil: reason = .undefined([reference.name])
    }
    guard let fallback = reference.fallback else { throw reason }
    return try substitute(text.slice(fallback), depth: depth + 1)
  }

  /// Appends a replacement, separated from the tokens beside it (CSS Syntax 3 §9).
  private static func append(
    _ replacement: CSSText, to output: inout [UInt8], before text: CSSText, at next: Int
  ) {
    let bytes = replacement.bytes[replacement.range]
    guard !bytes.isEmpty else { return }
    if let last = output.last, !separates(last) { output.append(contentsOf: "/**/".utf8) }
    output.append(contentsOf: bytes)
    if next < text.range.upperBound, !separates(text.bytes[next]) {
      output.append(contentsOf: "/**/".utf8)
    }
  }

  private static func separates(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09...0x0D: true
    case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ";"): true
    default: false
    }
  }
}

struct VariableReference {
  let name: String

  /// nil without a comma.
  let fallback: Range<Int>?

  /// Reads from the function token to its closing parenthesis.
  init(in tokenizer: inout CSSTokenizer) throws(VariableError) {
    var token = tokenizer.nextSignificant()
    guard token.kind == .ident else { throw .malformed }
    let name = tokenizer.name(of: token)
    guard name.isCustomPropertyName, name.utf8.count > 2 else { throw .malformed }
    self.name = name
    token = tokenizer.nextSignificant()
    switch token.kind {
    case .rightParenthesis, .endOfFile: fallback = nil
    case .comma:
      let start = token.range.upperBound
      fallback = start..<Self.end(of: &tokenizer)
    default: throw .malformed
    }
  }

  /// Skips to the function's closing parenthesis, and returns its offset.
  private static func end(of tokenizer: inout CSSTokenizer) -> Int {
    var open = 0
    while true {
      let token = tokenizer.next()
      if token.kind == .endOfFile || open == 0 && token.kind == .rightParenthesis {
        return token.range.lowerBound
      }
      open += token.kind.nesting
    }
  }

  /// A reference whose fallback was not read.
  struct Mention {
    var name: String
    var hasFallback: Bool
    var range: Range<Int>
    /// Its index among the mentions in the value.
    var number: Int
    /// The index of the first mention after those in its fallback.
    var fallbackEnd: Int
  }

  /// The references in a value, each before those in its fallback, in one pass.
  ///
  /// Malformed ones are ignored here; expanding reports them.
  static func mentions(in text: CSSText) -> [Mention] {
    var mentions: [Mention] = []
    // For every open bracket the mention whose fallback it closes.
    var open: [Int?] = []
    func close(_ bracket: Int?) {
      if let bracket { mentions[bracket].fallbackEnd = mentions.count }
    }
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.next()
      switch token.kind {
      case .endOfFile:
        for bracket in open { close(bracket) }
        return mentions
      case .function where tokenizer.name(of: token, is: "var"):
        var mention: Int?
        var position = tokenizer.position
        let name = tokenizer.nextSignificant()
        if name.kind == .ident {
          position = tokenizer.position
          let next = tokenizer.nextSignificant()
          mention = mentions.count
          mentions.append(
            Mention(
              name: tokenizer.name(of: name), hasFallback: next.kind == .comma, range: name.range,
              number: mentions.count, fallbackEnd: mentions.count + 1))
        }
        // The text after it may be a reference as well.
        tokenizer.position = position
        open.append(mention)
      case .function, .leftParenthesis, .leftBracket, .leftBrace: open.append(nil)
      case .rightParenthesis, .rightBracket, .rightBrace:
        if let bracket = open.popLast() { close(bracket) }
      default: break
      }
    }
  }

  /// The names in a value, also those in fallbacks.
  static func names(in text: CSSText) -> [String] { mentions(in: text).map(\.name) }
}
