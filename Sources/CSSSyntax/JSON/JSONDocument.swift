package import Diagnostics

/// A JSON document with order, positions and duplicates kept, and all its errors.
///
/// It accepts RFC 8259, and reports comments (`//`, `/* */`) and trailing commas, which many
/// dictionaries have. After an error it reads on, so that one mistake costs one member and not the
/// sheet: without error findings the document is what its author wrote.
package struct JSONDocument: Sendable {
  package let source: SourceText

  /// The value; nil if there was none.
  package let root: JSONNode?

  /// Findings about the document, in the order of the text.
  package let diagnostics: [Diagnostic]

  /// All comments in the order of the text.
  package let comments: [SourceComment]

  /// The whole input; parts of it share its bytes.
  private let text: CSSText

  /// Reads a document; time and memory grow only with its length.
  /// - Parameter source: UTF-8, possibly broken; a byte order mark is skipped.
  package init(_ source: SourceText) {
    let text = CSSText(source: source, range: 0..<source.bytes.count)
    var reader = JSONReader(text)
    reader.read()
    if reader.leavesOpen {
      // A bracket is missing. The lines may show where, and then less is lost.
      var careful = JSONReader(text, trustsIndentation: true)
      careful.read()
      let isBetter = careful.findings.errorCount <= reader.findings.errorCount
      if careful.usedIndentation, isBetter { reader = careful }
    }
    self.source = source
    self.text = text
    root = reader.root
    diagnostics = reader.findings.finish(text)
    comments = reader.comments
  }

  /// A string with its escapes decoded; invalid UTF-8 and lone surrogates are U+FFFD.
  package func string(_ string: JSONString) -> String {
    guard string.hasEscapes else {
      return String(decoding: source.bytes[string.contents], as: UTF8.self)
    }
    return String(decoding: decodeJSONEscapes(source.bytes[string.contents]), as: UTF8.self)
  }

  /// A string as CSS text: a part of the source if it has no escapes, else decoded.
  package func text(_ string: JSONString) -> CSSText {
    guard string.hasEscapes else { return text.slice(string.contents) }
    return CSSText(
      decoded: decodeJSONEscapes(source.bytes[string.contents]), source: source,
      sourceRange: string.contents)
  }

  /// A value as CSS text: the contents of a string, and other values as written.
  package func text(_ node: JSONNode) -> CSSText {
    guard case .string(let string) = node.value else { return text.slice(node.range) }
    return text(string)
  }

  /// The location of a part of a string, by its bytes in the string without escapes.
  package func location(of range: Range<Int>, decodedFrom string: JSONString) -> SourceRange {
    let contents = string.contents
    func offset(of decoded: Int) -> Int {
      guard string.hasEscapes else { return contents.lowerBound + decoded }
      var offset = contents.lowerBound
      var count = 0
      while offset < contents.upperBound, count < decoded {
        let end = endOfJSONCharacter(source.bytes[offset..<contents.upperBound])
        count += decodeJSONEscapes(source.bytes[offset..<end]).count
        offset = end
      }
      return offset
    }
    return location(of: offset(of: range.lowerBound)..<offset(of: range.upperBound))
  }

  package func location(of range: Range<Int>) -> SourceRange { SourceRange(source, range) }
}

/// A value in a JSON document and its range.
///
/// Objects keep their members in order, duplicates included. Strings are ranges of the document,
/// which `JSONDocument.string(_:)` decodes.
package struct JSONNode: Sendable {
  private let start: UInt32
  private let end: UInt32

  package let value: Value

  package enum Value: Sendable {
    case null
    case bool(Bool)
    /// A number, correctly rounded and finite
    case number(Double)
    case string(JSONString)
    case array([JSONNode])
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
  package let key: JSONString

  package let value: JSONNode
}

/// A string of a JSON document, not yet decoded.
///
/// A sheet of a hundred thousand rules has half a million of them: it is one word long.
package struct JSONString: Sendable {
  /// From the low bit: 30 bits of the start of the contents, 30 of their end, and the flags.
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

  /// Byte offsets of the contents between the quotes.
  package var contents: Range<Int> {
    let mask = UInt64(Self.sizeLimit - 1)
    return Int(packed & mask)..<Int(packed >> 30 & mask)
  }

  /// Byte offsets of the string with its quotes, if it has them.
  package var range: Range<Int> {
    let contents = contents
    let start = contents.lowerBound - (flags.contains(.openingQuote) ? 1 : 0)
    let end = contents.upperBound + (flags.contains(.closingQuote) ? 1 : 0)
    return start..<end
  }

  /// True if the decoded text is different from the bytes between the quotes.
  package var hasEscapes: Bool { flags.contains(.escapes) }
}
