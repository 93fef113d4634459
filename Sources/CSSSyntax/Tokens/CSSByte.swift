import Bytes

/// Definitions of CSS Syntax §4.2 for code points of one byte.
enum CSSByte {
  /// A newline: LF, or CR and FF, which §3.3 turns into LF before anything else is done.
  @inline(__always)
  static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

  /// A letter, digit, `_` or `-`: an ident code point of the ASCII range.
  @inline(__always)
  static func isName(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte == 0x5F
  }

  /// A control that an unquoted URL cannot hold; NUL is none of them, as §3.3 made it U+FFFD.
  @inline(__always)
  static func isNonPrintable(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F: true
    default: false
    }
  }

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
