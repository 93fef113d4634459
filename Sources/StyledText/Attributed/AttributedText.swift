import Bytes
package import Styling

/// Text together with how each part of it looks and where it came from.
///
/// The text is UTF-8; a list of runs partitions it. Text in one run has the same style, element,
/// classes, link, language and enclosing span. Offsets count UTF-8 bytes from 0.
///
/// ```swift
/// var builder = TreeBuilder(styles: resolver)
/// builder.append(markup: "Hi <span class=bold>Bob</span>")
/// let text = builder.finish().text
/// text.string                        // "Hi Bob"
/// text.runs.map(\.string)            // ["Hi ", "Bob"]
/// text.runs.last?.style.fontWeight   // 700
/// ```
package struct AttributedText: Sendable {
  /// The text as valid UTF-8, without anything that could control a terminal.
  package internal(set) var bytes: [UInt8] = []

  /// Start, span and source range of each run.
  var records: [RunRecord] = []

  /// The boxes of one line that parts of the text are in, an outer one before those inside it.
  package internal(set) var boxes: [Box] = []

  /// A part of a line that stands in a box (`display: inline-block`); it may have no text.
  package struct Box: Sendable {
    /// The bytes of its text.
    package internal(set) var range: Range<Int>

    /// The number of its span.
    package internal(set) var span: Int

    /// True if it is too long to be laid out: it is text with what stands before it.
    package internal(set) var isTooLong = false

    /// Number of boxes around it.
    package let depth: Int
  }

  /// Text that `display: none` hides.
  package internal(set) var hidden: [HiddenText] = []

  /// Text that an element with `display: none` hides.
  package struct HiddenText: Sendable {
    /// The text as UTF-8; safe, as all text is.
    package internal(set) var bytes: [UInt8]

    /// The number of its span.
    let span: Int32

    /// The number of its span in `AttributedText.spans`.
    package var spanIndex: Int { Int(span) }

    /// The bytes of the markup that it came from.
    package internal(set) var source: Range<Int>
  }

  /// The spans that runs point at.
  ///
  /// The first one is the text outside of all tags.
  package internal(set) var spans: [Span] = [Span(content: .plain, parent: nil, source: 0..<0)]

  /// A run without its end, which is where the next one starts.
  struct RunRecord: Hashable, Sendable {
    var start: Int
    var span: Int32
    var source: Range<Int>
  }

  /// One element of the text: a tag with its content, or the text outside of all tags.
  package struct Span: Sendable {
    /// Element of the tag, with its computed style.
    package let content: ComputedElement

    /// The number of the span around it in `AttributedText.spans`; nil for the outermost.
    package let parent: Int?

    /// The bytes of the start tag in the markup.
    package let source: Range<Int>
  }

  /// No text.
  package init() {}

  /// Text without any style.
  ///
  /// It is made safe as all text is.
  package init(_ text: String) {
    bytes = TextSanitizer.sanitized(Array(text.utf8), form: .text)
    if !bytes.isEmpty { records = [RunRecord(start: 0, span: 0, source: 0..<0)] }
  }

  /// The text as a string.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// True when there is no text.
  package var isEmpty: Bool { bytes.isEmpty }

  /// The number of UTF-8 bytes.
  package var count: Int { bytes.count }

  /// The runs, in the order of the text.
  package var runs: Runs { Runs(text: self) }

  /// The number of the run that holds an offset.
  ///
  /// - Parameter offset: From 0 to the last byte.
  /// - Returns: The index of the run in `runs`; 0 in an empty text.
  package func runIndex(at offset: Int) -> Int {
    max(0, records.partitioningIndex { $0.start > offset } - 1)
  }
}

extension AttributedText {
  /// A part of the text that looks the same all over.
  package struct Run: Sendable {
    let text: AttributedText
    let index: Int

    /// The bytes of the run, as offsets into the text's.
    package var range: Range<Int> {
      let next = index + 1
      let end = next < text.records.count ? text.records[next].start : text.bytes.count
      return text.records[index].start..<end
    }

    /// The text of the run.
    package var string: String { String(decoding: text.bytes[range], as: UTF8.self) }

    /// The number of its span in `AttributedText.spans`.
    package var spanIndex: Int { Int(text.records[index].span) }

    /// Its span: the innermost element that it is in.
    package var span: Span { text.spans[spanIndex] }

    /// Element of the span's tag, with its computed style.
    package var content: ComputedElement { span.content }

    /// Computed text style.
    package var style: TextStyle { content.style }

    /// Paint behind the text.
    package var paint: PaintState { content.paint }

    /// The element name of the host object.
    package var element: String { content.hostElement }

    /// The innermost tag that it is in; nil outside of all tags.
    package var tag: MarkupElement? { content.tag?.element }

    /// The classes of the innermost tag; those of the host object outside of all tags.
    package var classes: [String] { content.classes }

    /// Link target: printable ASCII with an allowed scheme.
    package var link: String? { content.link }

    /// Its language, as `lang` names it.
    package var language: String? { content.language }

    /// `id`, `data-*` and all attributes of the innermost tag that markup gives no meaning.
    package var attributes: [StartTag.Attribute] { content.tag?.attributes ?? [] }

    /// Pseudo-element that the text comes from; nil for text of the markup.
    package var generated: PseudoElement? { content.generated }

    /// The bytes of the markup that it came from.
    package var sourceRange: Range<Int> { text.records[index].source }
  }

  /// The runs of a text.
  package struct Runs: RandomAccessCollection, Sendable {
    let text: AttributedText

    /// The number of the first run.
    package var startIndex: Int { 0 }

    /// The number of runs.
    package var endIndex: Int { text.records.count }

    /// The run with a number.
    package subscript(index: Int) -> Run { Run(text: text, index: index) }
  }
}

extension AttributedText: Equatable {
  /// True when the texts are the same and every part of them looks the same.
  ///
  /// Where they were written does not count.
  package static func == (left: AttributedText, right: AttributedText) -> Bool {
    guard left.bytes == right.bytes, left.records.count == right.records.count,
      left.boxes.map(\.range) == right.boxes.map(\.range)
    else { return false }
    return zip(left.records, right.records).allSatisfy { one, other in
      one.start == other.start
        && left.spans[Int(one.span)].content.isEqual(to: right.spans[Int(other.span)].content)
    }
  }
}

extension AttributedText: CustomStringConvertible {
  /// The text without its styles.
  package var description: String { string }
}
