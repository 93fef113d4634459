/// A scalar that was decoded from untrusted bytes.
@usableFromInline
package struct DecodedScalar: Equatable {
  @usableFromInline
  package enum Form {
    case wellFormed
    /// A maximal subpart of an ill-formed sequence (Unicode, section 3.9, D93b).
    case illFormed
    /// A valid beginning; the bytes end in the middle.
    case incomplete
  }

  /// The scalar; U+FFFD for invalid bytes.
  @usableFromInline package let value: UInt32

  /// Number of its bytes, at least 1.
  @usableFromInline package let length: Int

  @usableFromInline package let form: Form

  @inlinable
  package init(_ value: UInt32, length: Int, form: Form = .wellFormed) {
    self.value = value
    self.length = length
    self.form = form
  }
}

extension Unicode.Scalar {
  /// The scalar of a number; U+FFFD for an invalid number.
  @inlinable
  package init(orReplacement value: UInt32) {
    self = Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}

extension Span<UInt8> {
  /// The scalar that starts at an offset before `end`, without reading further; U+FFFD for
  /// ill-formed bytes.
  @inlinable
  @inline(__always)
  package func scalar(at offset: Int, before end: Int) -> DecodedScalar {
    let lead = self[offset]
    if lead < 0x80 { return DecodedScalar(UInt32(lead), length: 1) }
    // Most of the letters of the world, where every byte is as it should be.
    if lead &- 0xC2 < 30, offset &+ 1 < end, self[offset &+ 1] & 0xC0 == 0x80 {
      return DecodedScalar(UInt32(lead & 0x1F) << 6 | UInt32(self[offset &+ 1] & 0x3F), length: 2)
    }
    if lead &- 0xE1 < 12, offset &+ 2 < end {
      let second = self[offset &+ 1]
      let third = self[offset &+ 2]
      if second & 0xC0 == 0x80, third & 0xC0 == 0x80 {
        return DecodedScalar(
          UInt32(lead & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F), length: 3)
      }
    }
    return anyScalar(at: offset, before: end)
  }

  /// Decodes any scalar or ill-formed bytes, by table 3-7 of the Unicode standard.
  @usableFromInline
  func anyScalar(at offset: Int, before end: Int) -> DecodedScalar {
    let lead = self[offset]
    let count: Int
    // The second byte's range keeps out overlong forms, surrogates and what is past U+10FFFF.
    var allowed: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: count = 2
    case 0xE0: (count, allowed) = (3, 0xA0...0xBF)
    case 0xED: (count, allowed) = (3, 0x80...0x9F)
    case 0xE1...0xEF: count = 3
    case 0xF0: (count, allowed) = (4, 0x90...0xBF)
    case 0xF4: (count, allowed) = (4, 0x80...0x8F)
    case 0xF1...0xF3: count = 4
    default: return DecodedScalar(0xFFFD, length: 1, form: .illFormed)
    }
    var value = UInt32(lead) & (0x7F >> UInt32(count))
    for position in 1..<count {
      guard offset + position < end else {
        return DecodedScalar(0xFFFD, length: position, form: .incomplete)
      }
      let byte = self[offset + position]
      guard allowed.contains(byte) else {
        return DecodedScalar(0xFFFD, length: position, form: .illFormed)
      }
      allowed = 0x80...0xBF
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return DecodedScalar(value, length: count)
  }
}
