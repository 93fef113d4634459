import Bytes

/// Reads CSS tokens from bytes, one at a time, as CSS Syntax Level 3 §4 says.
///
/// The input is read in place. The preprocessing of §3.3 is done on the way: CR, CRLF and FF count
/// as newlines, and NUL and invalid UTF-8 decode as U+FFFD. A token costs no allocation. The
/// tokenizer can go back: assign `position` the start of a token read before.
///
/// Comments are recorded between tokens, never returned as tokens. Together they cover the text
/// without a gap.
package struct CSSTokenizer: Sendable {
  package let bytes: [UInt8]

  package let end: Int

  /// The offset of the next byte to read.
  ///
  /// Set it only to the start or the end of a token.
  package var position: Int

  /// The ranges of the comments read so far, delimiters included; empty unless `keepsComments`.
  package private(set) var comments: [Range<Int>] = []

  /// Start offset of a comment that the text never closes: a parse error of §4.3.2.
  package private(set) var unclosedComment: Int?

  package let keepsComments: Bool

  /// Starts at the first byte of a text; ranges of tokens are offsets into its `bytes`.
  package init(_ text: borrowing CSSText, keepsComments: Bool = false) {
    self.init(bytes: text.bytes, range: text.range, keepsComments: keepsComments)
  }

  /// Starts at the first byte of a range of UTF-8, possibly broken, which is clamped to `bytes`.
  package init(bytes: [UInt8], range: Range<Int>, keepsComments: Bool = false) {
    let range = range.clamped(to: 0..<bytes.count)
    self.bytes = bytes
    self.end = range.upperBound
    self.position = range.lowerBound
    self.keepsComments = keepsComments
  }

  /// *Consume a token*, §4.3.1; comments before it are skipped.
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
    case UInt8(ascii: "\\"): return isValidEscape(start) ? identLike(from: start) : delimiter(first)
    case 0x80...:
      let scalar = bytes.span.scalar(at: start, before: end)
      if CSSByte.isNonASCIIName(scalar.value) { return identLike(from: start) }
      return fixed(.delimiter, length: scalar.length)
    default: return delimiter(first)
    }
  }

  package mutating func nextSignificant() -> CSSToken {
    skipWhitespace()
    var token = next()
    // After a comment there may be more.
    while token.kind == .whitespace { token = next() }
    return token
  }

  // MARK: Bytes

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

  package mutating func skipWhitespace() { skip { $0.isASCIIWhitespace } }

  /// Advances to the next byte that is not of a class.
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

extension CSSTokenizer {
  // MARK: What may start here

  /// *Check if two code points are a valid escape*, §4.3.8; the end of the input is one.
  @inline(__always)
  func isValidEscape(_ index: Int) -> Bool {
    guard peek(index) == UInt8(ascii: "\\") else { return false }
    guard let next = peek(index + 1) else { return true }
    return !CSSByte.isNewline(next)
  }

  /// True if there is an ident-start code point at an offset.
  @inline(__always)
  func isNameStart(_ index: Int) -> Bool {
    guard let byte = peek(index) else { return false }
    if byte < 0x80 { return byte.isASCIILetter || byte == 0x5F || byte == 0 }
    return CSSByte.isNonASCIIName(bytes.span.scalar(at: index, before: end).value)
  }

  /// True if there is an ident code point or an escape at an offset.
  @inline(__always)
  func isNameOrEscape(_ index: Int) -> Bool {
    guard let byte = peek(index) else { return false }
    return CSSByte.isName(byte) || isNameStart(index) || isValidEscape(index)
  }

  /// *Check if three code points would start an ident sequence*, §4.3.9.
  @inline(__always)
  func startsIdentifier(_ index: Int) -> Bool {
    if isNameStart(index) { return true }
    guard peek(index) == UInt8(ascii: "-") else { return isValidEscape(index) }
    return peek(index + 1) == UInt8(ascii: "-") || isNameStart(index + 1)
      || isValidEscape(index + 1)
  }

  // MARK: Reading

  /// *Consume an ident sequence*, §4.3.12.
  /// - Returns: `.escapes` if the name is different from its bytes.
  mutating func consumeName() -> CSSToken.Flags {
    var flags: CSSToken.Flags = []
    while true {
      skip(while: CSSByte.isName)
      guard let byte = peek(position) else { break }
      if byte >= 0x80 {
        let scalar = bytes.span.scalar(at: position, before: end)
        guard CSSByte.isNonASCIIName(scalar.value) else { break }
        position += scalar.length
      } else if byte == 0 {
        flags.insert(.escapes)
        position += 1
      } else if isValidEscape(position) {
        flags.insert(.escapes)
        skipEscape()
      } else {
        break
      }
    }
    return flags
  }

  /// *Consume an ident-like token*, §4.3.4.
  mutating func identLike(from start: Int) -> CSSToken {
    let flags = consumeName()
    let name = start..<position
    guard peek(position) == UInt8(ascii: "(") else {
      return CSSToken(.ident, name, name: name, flags: flags)
    }
    position += 1
    let function = CSSToken(.function, start..<position, name: name, flags: flags)
    guard self.name(of: function, is: "url") else { return function }
    var ahead = position
    while let byte = peek(ahead), byte.isASCIIWhitespace { ahead += 1 }
    let next = peek(ahead)
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") { return function }
    return url(from: start)
  }

  /// Skips `\` and the escaped code point: *consume an escaped code point*, §4.3.7, without its
  /// value.
  mutating func skipEscape() {
    position += 1
    guard let first = peek(position) else { return }
    guard first.hexadecimalValue != nil else {
      position += first < 0x80 ? 1 : bytes.span.scalar(at: position, before: end).length
      return
    }
    let limit = min(end, position + 6)
    while position < limit, bytes[position].hexadecimalValue != nil { position += 1 }
    skipOneWhitespace()
  }

  /// Skips one white space; CRLF is one.
  mutating func skipOneWhitespace() {
    guard let byte = peek(position), byte.isASCIIWhitespace else { return }
    position += byte == 0x0D && peek(position + 1) == 0x0A ? 2 : 1
  }

  // MARK: Decoding

  /// The name of an ident, function, at-keyword or hash, the unit of a dimension, or the contents
  /// of a string or URL, with escapes decoded.
  package func name(of token: CSSToken) -> String {
    guard token.hasEscapes else { return String(decoding: bytes[token.nameRange], as: UTF8.self) }
    return String(decoding: decodedName(of: token), as: UTF8.self)
  }

  /// True if a token has this name, given in lower case; the case of ASCII letters does not matter.
  ///
  /// It allocates nothing unless the name has escapes.
  package func name(of token: CSSToken, is name: StaticString) -> Bool {
    guard token.hasEscapes else {
      return token.nameRange.count == name.utf8CodeUnitCount
        && equals(bytes, from: token.nameRange.lowerBound, name)
    }
    let decoded = decodedName(of: token)
    return decoded.count == name.utf8CodeUnitCount && equals(decoded, from: 0, name)
  }

  private func equals(_ bytes: [UInt8], from start: Int, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { expected in
      for offset in expected.indices
      where unsafe bytes[start + offset].lowercasedASCII != expected[offset] { return false }
      return true
    }
  }

  /// A token's name in UTF-8 with escapes decoded; ill-formed if the input was.
  private func decodedName(of token: CSSToken) -> [UInt8] {
    let isString = token.kind == .string || token.kind == .badString
    var reader = CSSTokenizer(bytes: bytes, range: token.nameRange)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(token.nameRange.count)
    while let byte = reader.peek(reader.position) {
      switch byte {
      case UInt8(ascii: "\\"): reader.decodeEscape(into: &decoded, isString: isString)
      case 0:
        decoded.append("\u{FFFD}")
        reader.position += 1
      default:
        decoded.append(byte)
        reader.position += 1
      }
    }
    return decoded
  }

  /// *Consume an escaped code point*, §4.3.7, with the additions of §4.3.5 for strings.
  private mutating func decodeEscape(into decoded: inout [UInt8], isString: Bool) {
    let start = position
    guard let first = peek(position + 1) else {
      position += 1
      if !isString { decoded.append("\u{FFFD}") }
      return
    }
    if CSSByte.isNewline(first) {
      position += 1
      skipOneWhitespace()
      return
    }
    skipEscape()
    guard first.hexadecimalValue != nil else {
      if first == 0 {
        decoded.append("\u{FFFD}")
      } else {
        decoded.append(contentsOf: bytes[start + 1..<position])
      }
      return
    }
    var value: UInt32 = 0
    for byte in bytes[start + 1..<position] {
      guard let digit = byte.hexadecimalValue else { break }
      value = value << 4 | UInt32(digit)
    }
    decoded.append(Unicode.Scalar(orReplacement: value == 0 ? 0xFFFD : value))
  }
}

extension CSSTokenizer {
  /// *Check if three code points would start a number*, §4.3.10.
  @inline(__always)
  func startsNumber(_ index: Int) -> Bool {
    var index = index
    if peek(index) == UInt8(ascii: "+") || peek(index) == UInt8(ascii: "-") { index += 1 }
    if peek(index) == UInt8(ascii: ".") { index += 1 }
    guard let byte = peek(index) else { return false }
    return byte.isASCIIDigit
  }

  /// *Consume a numeric token*, §4.3.3.
  mutating func numeric(from start: Int) -> CSSToken {
    var flags: CSSToken.Flags = []
    let number = consumeNumber(&flags)
    if startsIdentifier(position) {
      let unit = position
      flags.formUnion(consumeName())
      return CSSToken(
        .dimension, start..<position, name: unit..<position, flags: flags, number: number)
    }
    if peek(position) == UInt8(ascii: "%") {
      position += 1
      return CSSToken(.percentage, start..<position, flags: flags, number: number)
    }
    return CSSToken(.number, start..<position, flags: flags, number: number)
  }

  /// *Consume a number*, §4.3.13, correctly rounded.
  private mutating func consumeNumber(_ flags: inout CSSToken.Flags) -> Double {
    let start = position
    var isNegative = false
    if let sign = peek(position), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      flags.insert(.sign)
      isNegative = sign == UInt8(ascii: "-")
      position += 1
    }
    var decimal = DecimalNumber()
    flags.insert(.integer)
    while let byte = peek(position), byte.isASCIIDigit {
      decimal.append(digit: byte &- 0x30)
      position += 1
    }
    if peek(position) == UInt8(ascii: "."), let byte = peek(position + 1), byte.isASCIIDigit {
      flags.remove(.integer)
      position += 1
      while let byte = peek(position), byte.isASCIIDigit {
        decimal.append(fractionDigit: byte &- 0x30)
        position += 1
      }
    }
    if let digits = exponentDigits(position) {
      flags.remove(.integer)
      let isBelowOne = bytes[position + 1] == UInt8(ascii: "-")
      position = digits
      while let byte = peek(position), byte.isASCIIDigit {
        decimal.append(exponentDigit: byte &- 0x30)
        position += 1
      }
      decimal.endExponent(isNegative: isBelowOne)
    }
    if let value = decimal.exactValue { return isNegative ? -value : value }
    let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? 0
    return value.clampedToFinite
  }

  /// The start offset of an exponent's digits after `e` and an optional sign; nil if there are
  /// none.
  private func exponentDigits(_ index: Int) -> Int? {
    guard let e = peek(index), e | 0x20 == UInt8(ascii: "e") else { return nil }
    var index = index + 1
    if peek(index) == UInt8(ascii: "+") || peek(index) == UInt8(ascii: "-") { index += 1 }
    guard let byte = peek(index), byte.isASCIIDigit else { return nil }
    return index
  }
}

/// The digits of a decimal number while they are read, for a fast and exact conversion to `Double`.
///
/// A mantissa below 2⁵³ and a power of ten up to 10²² are both exact, so that one multiplication or
/// division rounds once, which is correct. Larger numbers are converted by the standard library.
struct DecimalNumber {
  private var mantissa: UInt64 = 0
  private var exponent = 0
  private var writtenExponent = 0

  @inline(__always)
  mutating func append(digit: UInt8) {
    if mantissa < 1 << 56 {
      mantissa = mantissa * 10 + UInt64(digit)
    } else {
      // Past what is exact: the value stays so large that `exactValue` refuses.
      exponent += 1
    }
  }

  @inline(__always)
  mutating func append(fractionDigit digit: UInt8) {
    append(digit: digit)
    exponent -= 1
  }

  /// Appends a digit of the exponent; one of more than six digits is practically infinite.
  @inline(__always)
  mutating func append(exponentDigit digit: UInt8) {
    if writtenExponent < 1_000_000 { writtenExponent = writtenExponent * 10 + Int(digit) }
  }

  mutating func endExponent(isNegative: Bool) {
    exponent += isNegative ? -writtenExponent : writtenExponent
  }

  /// The value, if it needs no second rounding.
  var exactValue: Double? {
    if mantissa == 0 { return 0 }
    guard mantissa <= 1 << 53, -22...22 ~= exponent else { return nil }
    let value = Double(mantissa)
    if exponent == 0 { return value }
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }
    return exponent < 0 ? value / power : value * power
  }
}

extension Double {
  /// The nearest finite number: an overflow is the largest one, as in CSS Values §5.1.
  var clampedToFinite: Double {
    Swift.min(Swift.max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}

extension CSSTokenizer {
  /// *Consume a string token*, §4.3.5.
  mutating func string(from start: Int, quote: UInt8) -> CSSToken {
    position += 1
    var flags: CSSToken.Flags = []
    while position < end {
      let byte = bytes[position]
      switch byte {
      case quote:
        let contents = start + 1..<position
        position += 1
        return CSSToken(.string, start..<position, name: contents, flags: flags)
      case 0x0A, 0x0C, 0x0D:
        return CSSToken(.badString, start..<position, name: start + 1..<position, flags: flags)
      case UInt8(ascii: "\\"):
        flags.insert(.escapes)
        if isValidEscape(position) {
          // The white space that ends a hexadecimal escape may be a newline.
          skipEscape()
        } else {
          position += 1
          skipOneWhitespace()
        }
      case 0:
        flags.insert(.escapes)
        position += 1
      default: position += 1
      }
    }
    flags.insert(.unterminated)
    return CSSToken(.string, start..<end, name: start + 1..<end, flags: flags)
  }

  /// *Consume a url token*, §4.3.6, from after its `(`.
  mutating func url(from start: Int) -> CSSToken {
    skipWhitespace()
    let contents = position
    var flags: CSSToken.Flags = []
    while position < end {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: ")"): return closedURL(from: start, contents: contents, flags)
      case _ where byte.isASCIIWhitespace:
        let contentsEnd = position
        skipWhitespace()
        switch peek(position) {
        case UInt8(ascii: ")"):
          position += 1
          return CSSToken(.url, start..<position, name: contents..<contentsEnd, flags: flags)
        case nil:
          flags.insert(.unterminated)
          return CSSToken(.url, start..<end, name: contents..<contentsEnd, flags: flags)
        default: return badURL(from: start)
        }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("): return badURL(from: start)
      case UInt8(ascii: "\\"):
        guard isValidEscape(position) else { return badURL(from: start) }
        flags.insert(.escapes)
        skipEscape()
      case 0:
        flags.insert(.escapes)
        position += 1
      case _ where CSSByte.isNonPrintable(byte): return badURL(from: start)
      default: position += 1
      }
    }
    flags.insert(.unterminated)
    return CSSToken(.url, start..<end, name: contents..<end, flags: flags)
  }

  private mutating func closedURL(
    from start: Int, contents: Int, _ flags: CSSToken.Flags
  ) -> CSSToken {
    let contentsEnd = position
    position += 1
    return CSSToken(.url, start..<position, name: contents..<contentsEnd, flags: flags)
  }

  /// *Consume the remnants of a bad url*, §4.3.14.
  private mutating func badURL(from start: Int) -> CSSToken {
    while position < end {
      if isValidEscape(position) {
        skipEscape()
        continue
      }
      position += 1
      if bytes[position - 1] == UInt8(ascii: ")") { break }
    }
    return CSSToken(.badURL, start..<position)
  }
}
