extension Span<UInt8> {
  /// Number of cells of a line of words with single spaces between them, in which each character
  /// has the same cells in any context; nil for any other text.
  ///
  /// These are printable ASCII, the letters of Latin-1, of Latin Extended-A and B, of Greek and of
  /// Cyrillic, and, with two cells each, kana, Han and syllables of Hangul (UAX #11, UAX #29).
  package var cellsOfPlainLine: Int? {
    var cells = 0
    var last = UInt8(0x20)
    var offset = 0
    while offset < count {
      let byte = self[offset]
      if byte < 0x80 {
        guard byte &- 0x20 < 0x5F, byte != 0x20 || last != 0x20 else { return nil }
        offset += 1
      } else if byte < 0xE3 {
        guard offset + 1 < count, Self.isLetter(byte, self[offset + 1]) else { return nil }
        offset += 2
      } else {
        guard offset + 2 < count, Self.isEastAsianLetter(byte, self[offset + 1], self[offset + 2])
        else { return nil }
        offset += 3
        cells += 1
      }
      last = byte
      cells += 1
    }
    return count == 0 || last != 0x20 ? cells : nil
  }

  /// True for two bytes of a letter of U+00C0 to U+024F, U+0391 to U+03FF or U+0400 to U+047F.
  @inline(__always)
  private static func isLetter(_ lead: UInt8, _ trail: UInt8) -> Bool {
    guard trail & 0xC0 == 0x80 else { return false }
    return switch lead {
    case 0xC3...0xC8, 0xCF...0xD1: true
    case 0xC9: trail < 0x90
    // U+03A2 is no character.
    case 0xCE: trail > 0x90 && trail != 0xA2
    default: false
    }
  }

  /// True for three bytes of U+3041 to U+3096, U+30A1 to U+30FA, U+4E00 to U+9FFF or U+AC00 to
  /// U+D7A3.
  @inline(__always)
  private static func isEastAsianLetter(_ lead: UInt8, _ middle: UInt8, _ trail: UInt8) -> Bool {
    guard middle & 0xC0 == 0x80, trail & 0xC0 == 0x80 else { return false }
    let value = UInt32(lead & 0x0F) << 12 | UInt32(middle & 0x3F) << 6 | UInt32(trail & 0x3F)
    return switch value {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: lead < 0xF0
    default: false
    }
  }
}
