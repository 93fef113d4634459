/// What CSS Syntax §4.2 says about single code points, for those of one byte.
enum CSSByte {
  /// A digit `0` to `9`.
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A letter `A` to `Z` or `a` to `z`.
  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// The value of a hexadecimal digit, or nil.
  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  /// A newline: LF, or CR and FF, which §3.3 turns into LF before anything else is done.
  @inline(__always)
  static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

  /// A newline, tab or space.
  @inline(__always)
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || isNewline(byte)
  }

  /// A letter, digit, `_` or `-`: an ident code point of the ASCII range.
  @inline(__always)
  static func isName(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == 0x2D || byte == 0x5F
  }

  /// A control that an unquoted URL cannot hold; NUL is none of them, as §3.3 made it U+FFFD.
  @inline(__always)
  static func isNonPrintable(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F: true
    default: false
    }
  }

  /// An upper-case letter made lower-case; any other byte as it is.
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// A scalar of U+0080 or above that may stand in a name: a *non-ASCII ident code point*.
  static func isNonASCIIName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xB7, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x37D, 0x37F...0x1FFF, 0x200C, 0x200D, 0x203F,
      0x2040, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF,
      0xFDF0...0xFFFD:
      true
    default: scalar >= 0x10000
    }
  }
}
