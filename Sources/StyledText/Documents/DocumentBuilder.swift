import Bytes
package import Diagnostics

/// Destination of a document that a reader makes without HTML.
///
/// `TreeBuilder` shows the document, `DocumentSanitizer` and `HTMLWriter` convert it, and
/// `SiblingCounter` counts its elements ahead.
package protocol DocumentBuilder: ~Copyable {
  /// True if every tag of raw HTML passes.
  static var passesTags: Bool { get }

  /// True if it writes a page, whose links lead to other places in it.
  var isPage: Bool { get }

  /// True if the document has a body although nobody wrote its tag.
  var hasBody: Bool { mutating get }

  /// True if line feeds in the text that comes next show as spaces.
  var showsSpaces: Bool { mutating get }

  /// Says where the bytes at hand begin in the input.
  mutating func setBase(_ base: Int)

  /// Opens an element, or shows one without content.
  ///
  /// - Parameters:
  ///   - tag: Its start tag.
  ///   - bytes: The bytes at hand, which the value of the tag is a range of.
  ///   - source: Its offset in the input.
  ///   - attributes: Gives its attributes, if no tag like it was met before.
  mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int,
    _ attributes: () -> [MadeTag.Attribute])

  /// Closes an element, with those that are open in it.
  mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int)

  /// Appends text in which nothing is markup.
  mutating func append(text range: Range<Int>, in bytes: Span<UInt8>)

  /// Appends text in which control sequences are style, as a highlighter writes it.
  mutating func append(terminalText range: Range<Int>, in bytes: Span<UInt8>)

  /// Appends the line feed that stands between two tags in HTML.
  mutating func appendLineFeed(in bytes: Span<UInt8>)

  /// Reads a piece of raw HTML.
  /// - Returns: Its end; the start again where more input is needed.
  mutating func step(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int

  /// Records a finding at a range of the bytes at hand.
  mutating func note(_ finding: Diagnostic, at range: Range<Int>)

  /// Says that other bytes come, of which the first may have been among these.
  mutating func endBytes(_ bytes: Span<UInt8>, dropping count: Int)

  /// Counts siblings ahead, if any selector asks for that.
  mutating func lookAhead(_ read: (inout SiblingCounter) -> Void)

  /// Position among those of `lookAhead` up to which all siblings are counted.
  mutating func decidedEnd(before position: Int) -> Int
}

extension DocumentBuilder where Self: ~Copyable {
  package static var passesTags: Bool { false }
  package var isPage: Bool { false }
  package var hasBody: Bool { mutating get { false } }
  package var showsSpaces: Bool { mutating get { false } }
  package mutating func append(terminalText range: Range<Int>, in bytes: Span<UInt8>) {}
  package mutating func note(_ finding: Diagnostic, at range: Range<Int>) {}
  package mutating func endBytes(_ bytes: Span<UInt8>, dropping count: Int) {}
  package mutating func lookAhead(_ read: (inout SiblingCounter) -> Void) {}
  package mutating func decidedEnd(before position: Int) -> Int { position }
}
