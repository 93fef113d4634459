import Bytes

/// A character that others were struck over, as typewriters make letters bold and underlined.
struct Overstrike {
  /// The character that is seen.
  private(set) var character: Range<Int>
  /// End offset, with all characters that were struck over it.
  private(set) var end: Int
  /// The same character twice.
  private(set) var isBold = false
  /// With a low line.
  private(set) var isUnderlined = false

  /// More than this is not looked at.
  private static let longest = 64

  /// - Returns: nil when more input is needed.
  init?(at start: Int, in bytes: Span<UInt8>, isLast: Bool) {
    guard let first = Self.character(at: start, in: bytes, isLast: isLast) else { return nil }
    character = first
    end = first.upperBound
    while end - start < Self.longest {
      guard end + 1 < bytes.count || isLast else { return nil }
      guard end + 1 < bytes.count, bytes[end] == 0x08, bytes[end + 1] >= 0x20,
        bytes[end + 1] != 0x7F
      else { return }
      guard let next = Self.character(at: end + 1, in: bytes, isLast: isLast) else { return nil }
      if Self.areEqual(next, character, in: bytes) {
        isBold = true
      } else if Self.isLowLine(character, in: bytes), !isBold {
        isUnderlined = true
        character = next
      } else if Self.isLowLine(next, in: bytes) {
        isUnderlined = true
      } else {
        return
      }
      end = next.upperBound
    }
  }

  private static func character(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Range<Int>? {
    let scalar = bytes.scalar(at: offset, before: bytes.count)
    if scalar.form == .incomplete, !isLast { return nil }
    return offset..<offset + scalar.length
  }

  private static func isLowLine(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    range.count == 1 && bytes[range.lowerBound] == UInt8(ascii: "_")
  }

  private static func areEqual(
    _ left: Range<Int>, _ right: Range<Int>, in bytes: Span<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    for place in 0..<left.count
    where bytes[left.lowerBound + place] != bytes[right.lowerBound + place] {
      return false
    }
    return true
  }
}
