extension [UInt8] {
  /// Appends a scalar in UTF-8.
  @inlinable
  package mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
    if value < 0x800 {
      append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
    } else {
      if value < 0x10000 {
        append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
      } else {
        append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
        append(0x80 | UInt8(truncatingIfNeeded: value >> 12) & 0x3F)
      }
      append(0x80 | UInt8(truncatingIfNeeded: value >> 6) & 0x3F)
    }
    append(0x80 | UInt8(truncatingIfNeeded: value) & 0x3F)
  }

  @inlinable
  @_disfavoredOverload
  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  @inlinable
  package mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) {
    guard !range.isEmpty else { return }
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  @inlinable
  package mutating func appendDecimal(_ number: UInt8) {
    if number >= 100 { append(0x30 + number / 100) }
    if number >= 10 { append(0x30 + number / 10 % 10) }
    append(0x30 + number % 10)
  }

  /// Appends a number of 0 or more in decimal digits.
  package mutating func appendDecimal(_ number: Int) {
    if number < 256 { return appendDecimal(UInt8(truncatingIfNeeded: number)) }
    append(contentsOf: String(number).utf8)
  }

  /// Appends a byte percent-encoded (RFC 3986, section 2.1).
  package mutating func appendPercentEncoded(_ byte: UInt8) {
    append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 0xF] {
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// Appends text for HTML or XML, in an element or, with its quotes escaped, in an attribute.
  package mutating func appendEscapedHTML(
    _ range: Range<Int>, of bytes: Span<UInt8>, escapesQuotes: Bool = true
  ) {
    var start = range.lowerBound
    while true {
      let offset = bytes.firstSignOfHTML(from: start, to: range.upperBound, orQuote: escapesQuotes)
      append(start..<offset, of: bytes)
      guard offset < range.upperBound else { return }
      switch bytes[offset] {
      case 0x26: append("&amp;")
      case 0x3C: append("&lt;")
      case 0x3E: append("&gt;")
      default: append("&quot;")
      }
      start = offset + 1
    }
  }
}

extension Span<UInt8> {
  /// The offset of the first `&`, `<` or `>`, or also `"`; the end if there is none.
  @inline(__always)
  package func firstSignOfHTML(from start: Int, to end: Int, orQuote: Bool = false) -> Int {
    let quote = SIMD16<UInt8>(repeating: orQuote ? 0x22 : 0x26)
    return firstOffset(from: start, to: end) {
      $0 .== SIMD16(repeating: 0x26) .| $0 .== SIMD16(repeating: 0x3C)
        .| $0 .== SIMD16(repeating: 0x3E) .| $0 .== quote
    }
  }
}

extension String {
  /// Creates a text from part of some bytes; invalid UTF-8 becomes U+FFFD.
  package init(_ range: Range<Int>, of bytes: Span<UInt8>) {
    self = unsafe bytes.extracting(range).withUnsafeBufferPointer {
      unsafe String(decoding: $0, as: UTF8.self)
    }
  }
}
