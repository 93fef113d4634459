/// Decodes the scalar that starts at `index`, where a byte of 0x80 or more stands.
///
/// A byte that starts no well-formed sequence (Unicode, table 3-7) is U+FFFD and one byte long.
/// - Parameters:
///   - index: The offset of the first byte.
///   - end: The offset after the last byte that may be read.
///   - bytes: UTF-8, possibly broken.
/// - Returns: The scalar's value, its length in bytes, and whether it was well-formed.
func decodeScalar(
  at index: Int, end: Int, in bytes: [UInt8]
) -> (value: UInt32, length: Int, isWellFormed: Bool) {
  let lead = bytes[index]
  let malformed: (value: UInt32, length: Int, isWellFormed: Bool) = (0xFFFD, 1, false)
  let length: Int
  var value: UInt32
  switch lead {
  case 0xC2...0xDF:
    length = 2
    value = UInt32(lead & 0x1F)
  case 0xE0...0xEF:
    length = 3
    value = UInt32(lead & 0x0F)
  case 0xF0...0xF4:
    length = 4
    value = UInt32(lead & 0x07)
  default: return malformed
  }
  guard index + length <= end else { return malformed }
  for offset in index + 1..<index + length {
    let byte = bytes[offset]
    guard byte & 0xC0 == 0x80 else { return malformed }
    value = value << 6 | UInt32(byte & 0x3F)
  }
  // Overlong forms, surrogates, and what lies past the last code point.
  switch length {
  case 3 where value < 0x800 || (0xD800...0xDFFF).contains(value): return malformed
  case 4 where value < 0x10000 || value > 0x10FFFF: return malformed
  default: return (value, length, true)
  }
}

extension Array<UInt8> {
  /// Appends a scalar in UTF-8; what is no scalar (a surrogate, too large) becomes U+FFFD.
  mutating func appendScalar(_ value: UInt32) {
    append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
  }
}
