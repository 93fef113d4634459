import Bytes

/// The elements that markup knows.
///
/// Every other tag is text.
@usableFromInline
package enum MarkupElement: UInt8, CaseIterable, Hashable, Sendable {
  /// A stretch of text with classes and a style of its own.
  case span
  /// Bold.
  case b
  /// Strong importance, shown bold.
  case strong
  /// Italic.
  case i
  /// Emphasis, shown italic.
  case em
  /// Underlined.
  case u
  /// Struck through.
  case s
  /// Deleted text, shown struck through.
  case del
  /// Inserted text, shown underlined.
  case ins
  /// Marked text, shown highlighted.
  case mark
  /// Side comments, shown smaller.
  case small
  /// Larger text.
  case big
  /// Subscript.
  case sub
  /// Superscript.
  case sup
  /// Program text.
  case code
  /// Keyboard input.
  case kbd
  /// A link, with its target in `href`.
  case a
  /// A line break. It has no content and no end tag.
  case br
  /// Text that a program has coloured for a terminal; its classes say how.
  case ansi

  /// The name as it is written in a tag, in lower case.
  package var name: String { Self.names[Int(rawValue)] }

  private static let names = [
    "span", "b", "strong", "i", "em", "u", "s", "del", "ins", "mark", "small", "big", "sub",
    "sup", "code", "kbd", "a", "br", "ansi",
  ]

  /// True for elements that have no content.
  package var isVoid: Bool { self == .br }

  /// The number of bytes of the longest name.
  static let longestName = 6

  /// Finds the element with this name; letters match in any ASCII case.
  init?(named name: Range<Int>, in bytes: Span<UInt8>) {
    guard name.count <= Self.longestName else { return nil }
    var word: UInt64 = 0
    for offset in name {
      let byte = bytes[offset]
      word = word << 8 | UInt64(byte.lowercasedASCII)
    }
    switch word {
    case 0x7370_616e: self = .span
    case 0x62: self = .b
    case 0x7374_726f_6e67: self = .strong
    case 0x69: self = .i
    case 0x656d: self = .em
    case 0x75: self = .u
    case 0x73: self = .s
    case 0x6465_6c: self = .del
    case 0x696e_73: self = .ins
    case 0x6d61_726b: self = .mark
    case 0x736d_616c_6c: self = .small
    case 0x6269_67: self = .big
    case 0x7375_62: self = .sub
    case 0x7375_70: self = .sup
    case 0x636f_6465: self = .code
    case 0x6b62_64: self = .kbd
    case 0x61: self = .a
    case 0x6272: self = .br
    case 0x616e_7369: self = .ansi
    default: return nil
    }
  }
}
