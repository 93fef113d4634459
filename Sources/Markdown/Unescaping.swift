import Bytes

/// A character reference of Markdown, which always has its semicolon.
struct Reference {
  /// The most bytes of a reference.
  static var longest: Int { NamedReferences.longestName + 1 }

  /// Offset behind the semicolon.
  let end: Int
  let first: Unicode.Scalar
  let second: Unicode.Scalar?

  /// Reads the reference at `&`; nil for none.
  init?(in text: Span<UInt8>, at start: Int, before limit: Int) {
    let end = min(limit, start + Self.longest)
    guard start + 2 < end else { return nil }
    if text[start + 1] == 0x23 {
      self.init(number: text, at: start + 2, before: end)
    } else {
      self.init(name: text, at: start + 1, before: end)
    }
  }

  private init?(number text: Span<UInt8>, at start: Int, before end: Int) {
    let isHexadecimal = text[start] | 0x20 == 0x78
    let first = start + (isHexadecimal ? 1 : 0)
    var offset = first
    var value: UInt32 = 0
    while offset < end, let digit = text[offset].hexadecimalValue, isHexadecimal || digit < 10,
      offset - first < (isHexadecimal ? 6 : 7)
    {
      value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
      offset += 1
    }
    guard offset > first, text.has(0x3B, at: offset, before: end) else { return nil }
    self.end = offset + 1
    self.first = Unicode.Scalar(orReplacement: value == 0 ? 0xFFFD : value)
    second = nil
  }

  private init?(name text: Span<UInt8>, at start: Int, before end: Int) {
    var offset = start
    while offset < end, text[offset].isASCIILetter || text[offset].isASCIIDigit { offset += 1 }
    guard text.has(0x3B, at: offset, before: end),
      let scalars = NamedReferences.scalars(of: start..<offset, in: text)
    else { return nil }
    self.end = offset + 1
    (first, second) = scalars
  }
}

extension [UInt8] {
  mutating func append(_ reference: Reference) {
    append(reference.first)
    if let second = reference.second { append(second) }
  }

  /// Appends text without its backslash escapes and with its references resolved.
  mutating func appendUnescaped(_ range: Range<Int>, of text: Span<UInt8>) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = text[offset]
      if byte == 0x26, let reference = Reference(in: text, at: offset, before: range.upperBound) {
        append(reference)
        offset = reference.end
        continue
      }
      if byte == 0x5C, offset + 1 < range.upperBound, text[offset + 1].isASCIIPunctuation {
        offset += 1
      }
      append(text[offset])
      offset += 1
    }
  }
}
