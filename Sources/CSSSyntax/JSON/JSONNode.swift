/// A value in a JSON document and the place where it stands.
///
/// Objects keep their members in order, duplicates included. Strings are ranges of the document,
/// which `JSONDocument.string(_:)` decodes.
package struct JSONNode: Sendable {
  private let start: UInt32
  private let end: UInt32

  /// The value.
  package let value: Value

  /// The kinds of values that JSON has.
  package enum Value: Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number, correctly rounded and finite
    case number(Double)
    /// A string
    case string(JSONString)
    /// An array
    case array([JSONNode])
    /// An object
    case object([JSONMember])
  }

  init(_ value: Value, _ range: Range<Int>) {
    self.value = value
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
  }

  /// Byte offsets into the document; those of a string include its quotes.
  package var range: Range<Int> { Int(start)..<Int(end) }
}

/// A key and its value.
package struct JSONMember: Sendable {
  /// The key.
  package let key: JSONString

  /// The value.
  package let value: JSONNode
}

/// A string of a JSON document, not yet decoded.
///
/// A sheet of a hundred thousand rules has half a million of them: it is one word long.
package struct JSONString: Sendable {
  /// From the low bit: 30 bits where the contents start, 30 where they end, and the flags.
  private let packed: UInt64

  /// Inputs of this size and more are not read.
  static let sizeLimit = 1 << 30

  struct Flags: OptionSet {
    let rawValue: UInt64

    static let escapes = Flags(rawValue: 1)
    static let openingQuote = Flags(rawValue: 2)
    static let closingQuote = Flags(rawValue: 4)
    static let quotes: Flags = [.openingQuote, .closingQuote]
  }

  init(_ contents: Range<Int>, _ flags: Flags) {
    packed = UInt64(contents.lowerBound) | UInt64(contents.upperBound) << 30 | flags.rawValue << 60
  }

  private var flags: Flags { Flags(rawValue: packed >> 60) }

  /// Byte offsets of what stands between the quotes.
  package var contents: Range<Int> {
    let mask = UInt64(Self.sizeLimit - 1)
    return Int(packed & mask)..<Int(packed >> 30 & mask)
  }

  /// Byte offsets of the string with its quotes, as far as it has them.
  package var range: Range<Int> {
    let contents = contents
    let start = contents.lowerBound - (flags.contains(.openingQuote) ? 1 : 0)
    let end = contents.upperBound + (flags.contains(.closingQuote) ? 1 : 0)
    return start..<end
  }

  /// True if decoding gives other text than the bytes between the quotes.
  package var hasEscapes: Bool { flags.contains(.escapes) }
}
