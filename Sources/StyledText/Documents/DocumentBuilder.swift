import Bytes
package import Diagnostics

/// Receives a document from a reader without HTML.
///
/// `TreeBuilder` shows the document, `DocumentSanitizer` and `HTMLWriter` convert it, and
/// `SiblingCounter` counts its elements ahead.
package protocol DocumentBuilder: ~Copyable {
  /// True if all tags of raw HTML are kept.
  static var passesTags: Bool { get }

  /// True if it writes a page, whose links lead to other places in it.
  var isPage: Bool { get }

  /// True if the document has a body without a tag.
  var hasBody: Bool { mutating get }

  /// True if line feeds in the next text are shown as spaces.
  var showsSpaces: Bool { mutating get }

  /// Sets the offset of the current bytes in the input.
  mutating func setBase(_ base: Int)

  /// Opens an element, or shows one without content.
  ///
  /// The tag's value is a range of `bytes`, and `source` its offset in the input; `attributes` is
  /// only called for a new tag.
  mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int, _ attributes: () -> [MadeTag.Attribute])

  /// Closes an element and those that are open in it.
  mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int)

  /// Appends text without markup.
  mutating func append(text range: Range<Int>, in bytes: Span<UInt8>)

  /// Appends text with control sequences for styles, as a highlighter writes it.
  mutating func append(terminalText range: Range<Int>, in bytes: Span<UInt8>)

  /// Appends the line feed between two tags.
  mutating func appendLineFeed(in bytes: Span<UInt8>)

  /// Reads a piece of raw HTML; returns its end, or the start if more input is needed.
  mutating func step(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int

  /// Adds a finding at a range of the current bytes.
  mutating func note(_ finding: Diagnostic, at range: Range<Int>)

  /// Announces other bytes; the last of the current ones, after `count`, may be their start.
  mutating func endBytes(_ bytes: Span<UInt8>, dropping count: Int)

  /// Counts siblings ahead, if any selector needs that.
  mutating func countSiblings(_ read: (inout SiblingCounter) -> Void)

  /// The position up to which `countSiblings` has counted all siblings.
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
  package mutating func countSiblings(_ read: (inout SiblingCounter) -> Void) {}
  package mutating func decidedEnd(before position: Int) -> Int { position }
}
