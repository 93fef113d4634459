import Bytes

/// One token of CSS Syntax Level 3 §4: a kind, a range of bytes, and values that were read on the
/// way.
///
/// It owns no memory: names and contents are ranges that `CSSTokenizer.name(of:)` decodes.
@usableFromInline
package struct CSSToken: Sendable {
  @usableFromInline
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// `red`
    case ident
    /// `rgb(`, the parenthesis included
    case function
    /// `@media`
    case atKeyword
    /// `#fff`
    case hash
    /// `"text"` or `'text'`
    case string
    /// A string that a newline cut off; the newline is no part of it.
    case badString
    /// `url(image.png)` without quotes; with quotes it is a function and a string
    case url
    /// `url(` with characters that an unquoted URL cannot contain, up to its `)`
    case badURL
    /// Any other single scalar, see `CSSToken.delimiter`
    case delimiter
    /// `1`, `50%`, `12px`
    case number, percentage, dimension
    /// Spaces, tabs and newlines in any number
    case whitespace
    /// `<!--` and `-->`
    case cdo, cdc
    case colon, semicolon, comma
    case leftBracket, rightBracket, leftParenthesis, rightParenthesis, leftBrace, rightBrace
    /// The end of the text; its range is empty. Every further call returns it again.
    case endOfFile

    /// 1 if it opens a bracket, -1 if it closes one.
    package var nesting: Int {
      switch self {
      case .function, .leftParenthesis, .leftBracket, .leftBrace: 1
      case .rightParenthesis, .rightBracket, .rightBrace: -1
      default: 0
      }
    }
  }

  package let kind: Kind

  private let flags: Flags

  /// The byte of an ASCII delimiter such as `UInt8(ascii: "+")`; 0 for every other token.
  package let delimiter: UInt8

  /// The bytes it was read from.
  package let range: Range<Int>

  /// The bytes of the name, without its delimiters.
  ///
  /// The name of an ident, function, at-keyword or hash; the unit of a dimension; the contents of a
  /// string or URL. Empty at the end of the token for every other kind.
  package let nameRange: Range<Int>

  /// The value of a number, percentage (`50` for `50%`) or dimension; always finite.
  package let number: Double

  /// True if the decoded name is different from its bytes (escapes, or NUL).
  package var hasEscapes: Bool { flags.contains(.escapes) }

  /// True if a number was written without `.` and exponent.
  package var isInteger: Bool { flags.contains(.integer) }

  /// True if a number was written with `+` or `-` before it.
  package var hasSign: Bool { flags.contains(.sign) }

  /// True if a hash token is an identifier, as an ID selector must be (`#a` is, `#1` is not).
  package var isIDHash: Bool { flags.contains(.identifier) }

  /// True if the input ended inside of it: a parse error, although the token is valid (§4.3.5,
  /// §4.3.6).
  package var isUnterminated: Bool { flags.contains(.unterminated) }

  @inline(__always)
  package func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
    kind == .delimiter && scalar.value == UInt32(delimiter)
  }

  struct Flags: OptionSet {
    let rawValue: UInt8

    static let escapes = Flags(rawValue: 1)
    static let integer = Flags(rawValue: 2)
    static let sign = Flags(rawValue: 4)
    static let identifier = Flags(rawValue: 8)
    static let unterminated = Flags(rawValue: 16)
  }

  /// Token before the first token of a text.
  package static let start = CSSToken(.whitespace, 0..<0)

  init(
    _ kind: Kind, _ range: Range<Int>, name: Range<Int>? = nil, flags: Flags = [],
    number: Double = 0, delimiter: UInt8 = 0
  ) {
    self.kind = kind
    self.flags = flags
    self.delimiter = delimiter
    self.range = range
    self.nameRange = name ?? range.upperBound..<range.upperBound
    self.number = number
  }
}

/// Definitions of CSS Syntax §4.2 for code points of one byte.
enum CSSByte {
  /// True for newlines: LF, or CR and FF, which §3.3 turns into LF in preprocessing.
  @inline(__always)
  static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

  /// True for a letter, digit, `_` or `-`: an ident code point of the ASCII range.
  @inline(__always)
  static func isName(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte == 0x5F
  }

  /// True for a control that an unquoted URL cannot contain; NUL is none of them, as §3.3 made it
  /// U+FFFD.
  @inline(__always)
  static func isNonPrintable(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F: true
    default: false
    }
  }

  /// True for a scalar of U+0080 or above in names: a *non-ASCII ident code point*.
  static func isNonASCIIName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xB7, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x37D, 0x37F...0x1FFF, 0x200C, 0x200D, 0x203F,
      0x2040, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD:
      true
    default: scalar >= 0x10000
    }
  }
}
