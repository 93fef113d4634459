package import Diagnostics

/// A piece of CSS text and the location where it was written.
///
/// The two differ when the text was decoded from escapes: `"color": "re\u0064"` in a dictionary is
/// the text `red`, and it was written in eight bytes of the sheet.
///
/// It is two words long and shares its bytes, so that a large sheet can hold one for each value. In
/// return its offsets are limited to four gibibytes.
package struct CSSText: Sendable {
  private let origin: Origin
  private let start: UInt32
  private let end: UInt32

  /// Creates a text from a range of an input; bytes outside of the input are cut off.
  package init(source: SourceText, range: Range<Int>) {
    self.init(origin: Origin(bytes: source.bytes, source: source, sourceRange: nil), range: range)
  }

  /// Creates a text that was decoded or composed, with the range of its origin.
  package init(decoded: [UInt8], source: SourceText, sourceRange: Range<Int>) {
    self.init(
      origin: Origin(bytes: decoded, source: source, sourceRange: sourceRange),
      range: 0..<decoded.count)
  }

  /// Creates a text that is in no file; diagnostics call it `name`.
  package init(_ string: String, name: String = "<value>") {
    let source = SourceText(name: name, text: string)
    self.init(source: source, range: 0..<source.bytes.count)
  }

  private init(origin: Origin, range: Range<Int>) {
    let range = range.clamped(to: 0..<min(origin.bytes.count, Int(UInt32.max)))
    self.origin = origin
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
  }

  /// Range of the text in `bytes`.
  package var range: Range<Int> { Int(start)..<Int(end) }

  /// The bytes of `range`, and others that are no part of this text.
  package var bytes: [UInt8] { origin.bytes }

  /// The input in which it was written.
  package var source: SourceText { origin.source }

  /// Range of the written form in `source`, in byte offsets.
  package var sourceRange: Range<Int> { origin.sourceRange ?? range }

  package var location: SourceRange { SourceRange(source, sourceRange) }

  /// The location of offsets into `bytes`, such as the range of a token.
  ///
  /// A slice of decoded text cannot be traced back to bytes of the source; its location is that of
  /// the whole text.
  package func location(of subrange: Range<Int>) -> SourceRange {
    SourceRange(source, origin.sourceRange ?? subrange)
  }

  /// A slice as a text of its own, with the location of that slice, by offsets into `bytes`; those
  /// outside of `range` are cut off.
  package func slice(_ subrange: Range<Int>) -> CSSText {
    CSSText(origin: origin, range: subrange.clamped(to: range))
  }

  /// The same text with the location of another one; it shares the bytes of this one.
  package func located(like other: CSSText) -> CSSText {
    CSSText(
      origin: Origin(bytes: bytes, source: other.source, sourceRange: other.sourceRange),
      range: range)
  }

  /// Another part of the same bytes, not necessarily within this one.
  func sibling(_ range: Range<Int>) -> CSSText { CSSText(origin: origin, range: range) }

  package var isEmpty: Bool { range.isEmpty }

  /// The text; invalid UTF-8 becomes U+FFFD.
  package var string: String { String(decoding: bytes[range], as: UTF8.self) }

  /// Storage that all parts of one text share.
  private final class Origin: Sendable {
    let bytes: [UInt8]
    let source: SourceText
    /// Range of decoded text in the source; nil when the bytes are the source's own.
    let sourceRange: Range<Int>?

    init(bytes: [UInt8], source: SourceText, sourceRange: Range<Int>?) {
      self.bytes = bytes
      self.source = source
      self.sourceRange = sourceRange
    }
  }
}

extension DiagnosticLog {
  /// Takes out all findings about a text, in order of location, and the numbers of those that were
  /// only counted.
  mutating func finish(_ text: CSSText) -> [Diagnostic] {
    take(text.location(of:)) + notes(file: text.source.name)
  }
}

extension Array {
  /// Removes the elements from an index on.
  ///
  /// A parser collects the contents of all open blocks in one array, and takes out those of a block
  /// when it ends. The result has no unused capacity. (`Array(self[start...])` would share the
  /// whole buffer where `start` is 0, and the removal would then copy it.)
  mutating func removeTail(from start: Int) -> [Element] {
    guard start < count else { return [] }
    let tail = [Element](capacity: count - start) { tail in
      for index in start..<count { tail.append(self[index]) }
    }
    removeLast(count - start)
    return tail
  }
}

/// A comment of a stylesheet, kept so that a converted sheet can show it again.
package struct SourceComment: Sendable {
  package enum Style: Sendable {
    /// `/* … */`
    case block
    /// `// …` to the end of the line, in dictionaries only
    case line
  }

  package let style: Style

  /// Text between the delimiters.
  package let contents: CSSText

  /// Place of the comment, delimiters included.
  package let range: SourceRange
}
