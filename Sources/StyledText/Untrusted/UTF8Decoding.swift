/// The result of decoding one scalar from bytes that nobody vouches for.
enum DecodedScalar: Equatable {
  /// A scalar and the number of its bytes.
  case scalar(UInt32, length: Int)
  /// A maximal subpart of an ill-formed sequence (Unicode, section 3.9), with its length.
  case invalid(length: Int)
  /// A valid beginning; the bytes end in the middle.
  case incomplete
}

/// Decodes the scalar at `offset` by table 3-7 of the Unicode standard.
func decodeScalar(at offset: Int, before end: Int, in bytes: Span<UInt8>) -> DecodedScalar {
  let lead = bytes[offset]
  if lead < 0x80 { return .scalar(UInt32(lead), length: 1) }
  let count: Int
  var allowed: ClosedRange<UInt8> = 0x80...0xBF
  switch lead {
  case 0xC2...0xDF: count = 2
  case 0xE0: (count, allowed) = (3, 0xA0...0xBF)
  case 0xED: (count, allowed) = (3, 0x80...0x9F)
  case 0xE1...0xEF: count = 3
  case 0xF0: (count, allowed) = (4, 0x90...0xBF)
  case 0xF4: (count, allowed) = (4, 0x80...0x8F)
  case 0xF1...0xF3: count = 4
  default: return .invalid(length: 1)
  }
  var value = UInt32(lead) & (0x7F >> UInt32(count))
  for position in 1..<count {
    guard offset + position < end else { return .incomplete }
    let byte = bytes[offset + position]
    guard allowed.contains(byte) else { return .invalid(length: position) }
    allowed = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
  }
  return .scalar(value, length: count)
}

extension [UInt8] {
  /// Appends the UTF-8 form of a scalar.
  mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0..<0x80:
      append(UInt8(value))
    case 0x80..<0x800:
      append(UInt8(0xC0 | value >> 6))
      append(UInt8(0x80 | value & 0x3F))
    case 0x800..<0x10000:
      append(UInt8(0xE0 | value >> 12))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    default:
      append(UInt8(0xF0 | value >> 18))
      append(UInt8(0x80 | value >> 12 & 0x3F))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    }
  }

  /// Appends the bytes of a range.
  @inline(__always)
  mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) {
    guard !range.isEmpty else { return }
    bytes.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
