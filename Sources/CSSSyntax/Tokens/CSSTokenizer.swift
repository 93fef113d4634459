import Bytes

/// Reads CSS tokens from bytes, one at a time, as CSS Syntax Level 3 §4 says.
///
/// The input is read where it lies. What §3.3 does to it beforehand happens on the way: CR, CRLF
/// and FF count as newlines, and NUL and invalid UTF-8 decode as U+FFFD. A token costs no
/// allocation. The tokenizer can go back: assign `position` the start of a token read before.
///
/// Comments come out between tokens, never as tokens. Together they cover the text without a gap.
package struct CSSTokenizer: Sendable {
  /// The bytes that are read.
  package let bytes: [UInt8]

  /// The offset after the last byte that is read.
  package let end: Int

  /// The offset of the next byte to read.
  ///
  /// Only the start or the end of a token is a good place to jump to.
  package var position: Int

  /// The ranges of the comments read so far, delimiters included; empty unless asked for.
  package private(set) var comments: [Range<Int>] = []

  /// Start offset of a comment that the text never closes: a parse error of §4.3.2.
  package private(set) var unclosedComment: Int?

  /// True if `comments` is kept.
  package let keepsComments: Bool

  /// Starts at the first byte of a text.
  /// - Parameters:
  ///   - text: The text to read. Token ranges are offsets into its `bytes`.
  ///   - keepsComments: True if to collect the ranges of comments.
  package init(_ text: borrowing CSSText, keepsComments: Bool = false) {
    self.init(bytes: text.bytes, range: text.range, keepsComments: keepsComments)
  }

  /// Starts at the first byte of a range.
  /// - Parameters:
  ///   - bytes: UTF-8, possibly broken.
  ///   - range: The part to read; what lies outside of `bytes` is cut off.
  ///   - keepsComments: True if to collect the ranges of comments.
  package init(bytes: [UInt8], range: Range<Int>, keepsComments: Bool = false) {
    let range = range.clamped(to: 0..<bytes.count)
    self.bytes = bytes
    self.end = range.upperBound
    self.position = range.lowerBound
    self.keepsComments = keepsComments
  }

  /// Reads the next token; comments before it are skipped.
  ///
  /// *Consume a token*, §4.3.1.
  package mutating func next() -> CSSToken {
    skipComments()
    let start = position
    guard let first = peek(start) else { return CSSToken(.endOfFile, start..<start) }
    if first.isASCIILetter || first == 0x5F || first == 0 { return identLike(from: start) }
    if first.isASCIIDigit { return numeric(from: start) }
    switch first {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
      position += 1
      skipWhitespace()
      return CSSToken(.whitespace, start..<position)
    case UInt8(ascii: ":"): return single(.colon)
    case UInt8(ascii: ";"): return single(.semicolon)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: "{"): return single(.leftBrace)
    case UInt8(ascii: "}"): return single(.rightBrace)
    case UInt8(ascii: "("): return single(.leftParenthesis)
    case UInt8(ascii: ")"): return single(.rightParenthesis)
    case UInt8(ascii: "["): return single(.leftBracket)
    case UInt8(ascii: "]"): return single(.rightBracket)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(from: start, quote: first)
    case UInt8(ascii: "#"):
      let isIdentifier = startsIdentifier(start + 1)
      guard isIdentifier || isNameOrEscape(start + 1) else { return delimiter(first) }
      position = start + 1
      let flags = consumeName()
      return CSSToken(
        .hash, start..<position, name: start + 1..<position,
        flags: isIdentifier ? flags.union(.identifier) : flags)
    case UInt8(ascii: "@"):
      guard startsIdentifier(start + 1) else { return delimiter(first) }
      position = start + 1
      let flags = consumeName()
      return CSSToken(.atKeyword, start..<position, name: start + 1..<position, flags: flags)
    case UInt8(ascii: "-"):
      if startsNumber(start) { return numeric(from: start) }
      if matches("-->", at: start) { return fixed(.cdc, length: 3) }
      return startsIdentifier(start) ? identLike(from: start) : delimiter(first)
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      return startsNumber(start) ? numeric(from: start) : delimiter(first)
    case UInt8(ascii: "<"):
      return matches("<!--", at: start) ? fixed(.cdo, length: 4) : delimiter(first)
    case UInt8(ascii: "\\"):
      return isValidEscape(start) ? identLike(from: start) : delimiter(first)
    case 0x80...:
      let scalar = bytes.span.scalar(at: start, before: end)
      if CSSByte.isNonASCIIName(scalar.value) { return identLike(from: start) }
      return fixed(.delimiter, length: scalar.length)
    default: return delimiter(first)
    }
  }

  /// Reads the next token that is not white space.
  package mutating func nextSignificant() -> CSSToken {
    skipWhitespace()
    var token = next()
    // After a comment there may be more.
    while token.kind == .whitespace { token = next() }
    return token
  }

  // MARK: Bytes

  /// The byte at an offset, or nil past the end.
  @inline(__always)
  func peek(_ index: Int) -> UInt8? {
    index < end ? bytes[index] : nil
  }

  func matches(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= end else { return false }
    return text.withUTF8Buffer { expected in
      for offset in expected.indices where unsafe bytes[index + offset] != expected[offset] {
        return false
      }
      return true
    }
  }

  /// Goes on to the next byte that is no white space.
  package mutating func skipWhitespace() {
    skip { $0.isASCIIWhitespace }
  }

  /// Goes on to the next byte that is none of a class.
  // The position is a variable of its own here: it stays in a register.
  @inline(__always)
  mutating func skip(while isOne: (UInt8) -> Bool) {
    var offset = position
    while offset < end, isOne(bytes[offset]) { offset += 1 }
    position = offset
  }

  // MARK: Small tokens

  private mutating func single(_ kind: CSSToken.Kind) -> CSSToken { fixed(kind, length: 1) }

  private mutating func fixed(_ kind: CSSToken.Kind, length: Int) -> CSSToken {
    let start = position
    position += length
    return CSSToken(kind, start..<position)
  }

  private mutating func delimiter(_ byte: UInt8) -> CSSToken {
    let start = position
    position += 1
    return CSSToken(.delimiter, start..<position, delimiter: byte)
  }

  // MARK: Comments

  /// *Consume comments*, §4.3.2.
  @inline(__always)
  private mutating func skipComments() {
    while peek(position) == UInt8(ascii: "/"), peek(position + 1) == UInt8(ascii: "*") {
      skipComment()
    }
  }

  private mutating func skipComment() {
    let start = position
    position += 2
    while position < end {
      if bytes[position] == UInt8(ascii: "*"), peek(position + 1) == UInt8(ascii: "/") {
        position += 2
        noteComment(start..<position)
        return
      }
      position += 1
    }
    unclosedComment = start
    noteComment(start..<end)
  }

  private mutating func noteComment(_ range: Range<Int>) {
    // One that was read before the tokenizer went back is known already.
    guard keepsComments, range.lowerBound >= comments.last?.upperBound ?? 0 else { return }
    comments.append(range)
  }
}
