import Bytes

extension CSSTokenizer {
  // MARK: What may start here

  /// *Check if two code points are a valid escape*, §4.3.8; the end of the input is one.
  @inline(__always)
  func isValidEscape(_ index: Int) -> Bool {
    guard peek(index) == UInt8(ascii: "\\") else { return false }
    guard let next = peek(index + 1) else { return true }
    return !CSSByte.isNewline(next)
  }

  /// True if an ident-start code point stands here.
  @inline(__always)
  func isNameStart(_ index: Int) -> Bool {
    guard let byte = peek(index) else { return false }
    if byte < 0x80 { return byte.isASCIILetter || byte == 0x5F || byte == 0 }
    return CSSByte.isNonASCIIName(bytes.span.scalar(at: index, before: end).value)
  }

  /// True if an ident code point or an escape stands here.
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
  /// - Returns: `.escapes` when the name is not its bytes.
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

  /// Skips `\` and what it escapes: *consume an escaped code point*, §4.3.7, without its value.
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

  /// Skips one white space, where CRLF is one.
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

  /// True if a token's name is this one, ASCII upper and lower case being the same.
  ///
  /// Allocates nothing unless the name has escapes.
  /// - Parameters:
  ///   - token: A token that has a name.
  ///   - name: The name in lower case.
  /// - Returns: False also for a token without a name.
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
      where unsafe bytes[start + offset].lowercasedASCII != expected[offset] {
        return false
      }
      return true
    }
  }

  /// A token's name in UTF-8 with escapes decoded; not yet well-formed where the input was not.
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

  /// *Consume an escaped code point*, §4.3.7, and what §4.3.5 adds to it within strings.
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
