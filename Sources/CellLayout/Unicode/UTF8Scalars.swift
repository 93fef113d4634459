/// A code point and the bytes it was written in.
struct DecodedScalar {
  /// The code point; U+FFFD for bytes that are not UTF-8.
  let value: UInt32

  /// How many bytes it takes, at least 1.
  let length: Int
}

/// The code point that starts at `offset`, which must be before `end`.
///
/// Bytes that are not well-formed UTF-8 give U+FFFD for each maximal subpart (Unicode 3.9, D93b).
@inline(__always)
func decodeScalar(_ bytes: [UInt8], at offset: Int, before end: Int) -> DecodedScalar {
  let lead = bytes[offset]
  if lead < 0x80 { return DecodedScalar(value: UInt32(lead), length: 1) }
  if lead &- 0xC2 < 30, offset + 1 < end, bytes[offset + 1] & 0xC0 == 0x80 {
    return DecodedScalar(
      value: UInt32(lead & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F), length: 2)
  }
  // Most of the letters of the world, where every byte is as it should be.
  if lead &- 0xE1 < 12, end - offset >= 3 {
    let second = bytes[offset + 1]
    let third = bytes[offset + 2]
    if second & 0xC0 == 0x80, third & 0xC0 == 0x80 {
      return DecodedScalar(
        value: UInt32(lead & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F),
        length: 3)
    }
  }
  return decodeMultibyteScalar(bytes, at: offset, before: end)
}

/// Whether one of U+5000 to U+9FFF starts at `offset`: ideographs of two cells, all of them, so that
/// nobody needs to look them up.
@inline(__always)
func isIdeograph(_ bytes: [UInt8], at offset: Int, before end: Int) -> Bool {
  bytes[offset] &- 0xE5 < 5 && end - offset >= 3 && bytes[offset + 1] & 0xC0 == 0x80
    && bytes[offset + 2] & 0xC0 == 0x80
}

private func decodeMultibyteScalar(_ bytes: [UInt8], at offset: Int, before end: Int)
  -> DecodedScalar
{
  let lead = bytes[offset]
  let length: Int
  // The second byte's range keeps out overlong forms, surrogates and what is past U+10FFFF.
  var lowest: UInt8 = 0x80
  var highest: UInt8 = 0xBF
  var value: UInt32
  switch lead {
  case 0xC2...0xDF:
    length = 2
    value = UInt32(lead & 0x1F)
  case 0xE0...0xEF:
    length = 3
    value = UInt32(lead & 0x0F)
    if lead == 0xE0 { lowest = 0xA0 }
    if lead == 0xED { highest = 0x9F }
  case 0xF0...0xF4:
    length = 4
    value = UInt32(lead & 0x07)
    if lead == 0xF0 { lowest = 0x90 }
    if lead == 0xF4 { highest = 0x8F }
  default:
    return DecodedScalar(value: 0xFFFD, length: 1)
  }
  var taken = 1
  while taken < length {
    guard offset + taken < end else { break }
    let byte = bytes[offset + taken]
    guard byte >= lowest, byte <= highest else { break }
    value = value << 6 | UInt32(byte & 0x3F)
    lowest = 0x80
    highest = 0xBF
    taken += 1
  }
  return DecodedScalar(value: taken == length ? value : 0xFFFD, length: taken)
}
