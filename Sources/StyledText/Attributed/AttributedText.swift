import Bytes
package import Styling

/// Text with the style and the source of each part.
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
  /// The text with its boxes and blocks; its styles are span numbers.
  package internal(set) var line = StyledLines(tracksSources: true)

  /// Valid UTF-8 without control characters of a terminal.
  package internal(set) var bytes: [UInt8] {
    _read { yield line.bytes }
    _modify { yield &line.bytes }
  }

  /// True if it has blocks, and not only lines.
  package internal(set) var isDocument = false

  package internal(set) var hidden: [HiddenText] = []

  /// Text that an element with `display: none` hides.
  package struct HiddenText: Sendable {
    /// Safe UTF-8, as all text is.
    package internal(set) var bytes: [UInt8]

    let span: Int32

    /// The index of its span in `AttributedText.spans`.
    package var spanIndex: Int { Int(span) }

    /// The range in the markup.
    package internal(set) var source: Range<Int>
  }

  /// The spans of the runs; the first one is the text outside of all tags.
  package internal(set) var spans: [Span] = [Span(content: .unstyled, parent: nil, source: 0..<0)]

  /// One element of the text: a tag with its content, or the text outside of all tags.
  package struct Span: Sendable {
    package let content: ComputedElement

    /// The range of the start tag in the markup.
    package let source: Range<Int>

    /// An `Int32`, -1 for none, because there may be very many spans.
    private let parentNumber: Int32

    /// The index of the outer span in `AttributedText.spans`; nil for the outermost.
    package var parent: Int? { parentNumber < 0 ? nil : Int(parentNumber) }

    init(content: ComputedElement, parent: Int?, source: Range<Int>) {
      self.content = content
      self.source = source
      parentNumber = parent.map(Int32.init) ?? -1
    }
  }

  package init() {}

  /// Text without any style, sanitised like all text.
  package init(_ text: String) {
    let bytes = TextSanitizer.sanitized(Array(text.utf8), form: .text)
    line.append(0..<bytes.count, of: bytes.span, .host)
  }

  /// A text whose runs have no source in a markup: laid out rows, or a line of a stream.
  ///
  /// Its styles become the spans.
  package init(_ line: StyledLines, _ styles: borrowing ComputedStyleTable) {
    self.line = line
    self.line.sources = line.runs.map { _ in 0..<0 }
    self.line.tracksSources = true
    spans = [Span(content: styles[.host], parent: nil, source: 0..<0)]
    var numbers: [StyleID: StyleID] = [.host: .host]
    for style in line.runs.map(\.style) + line.boxes.flatMap({ [$0.style, $0.outer] })
    where numbers[style] == nil {
      numbers[style] = StyleID(index: Int32(spans.count))
      spans.append(Span(content: styles[style], parent: 0, source: 0..<0))
    }
    func number(_ style: StyleID) -> StyleID { numbers[style] ?? .host }
    for index in line.runs.indices { self.line.runs[index].style = number(line.runs[index].style) }
    for index in line.boxes.indices {
      let box = line.boxes[index]
      (self.line.boxes[index].style, self.line.boxes[index].outer) =
        (number(box.style), number(box.outer))
    }
    moveRunsToCharacters()
  }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package var isEmpty: Bool { bytes.isEmpty }

  /// In UTF-8 bytes.
  package var count: Int { bytes.count }

  package var runs: Runs { Runs(text: self) }

  /// The index in `runs` of the run that holds a byte; 0 in an empty text.
  package func runIndex(at offset: Int) -> Int { line.runIndex(at: offset) }

  func span(ofRun index: Int) -> Int { Int(line.runs[index].style.index) }
}

extension AttributedText {
  /// A part of the text with one style.
  package struct Run: Sendable {
    let text: AttributedText
    let index: Int

    /// Byte offsets in the text.
    package var range: Range<Int> { text.line.runs[index].start..<text.line.end(ofRun: index) }

    package var string: String { String(decoding: text.bytes[range], as: UTF8.self) }

    package var spanIndex: Int { text.span(ofRun: index) }

    /// Its innermost element.
    package var span: Span { text.spans[spanIndex] }

    package var content: ComputedElement { span.content }

    package var style: TextStyle { content.style }

    package var compositing: CompositingState { content.compositing }

    /// The element name of the host object.
    package var element: String { content.hostElement }

    /// The innermost tag that it is in; nil outside of all tags.
    package var tag: MarkupElement? { content.tag?.element }

    /// The classes of the innermost tag; those of the host object outside of all tags.
    package var classes: [String] { content.classes }

    /// Link target: printable ASCII with an allowed scheme.
    package var link: String? { content.link }

    /// Its language, according to `lang`.
    package var language: String? { content.language }

    /// `id`, `data-*` and all attributes of the innermost tag without a meaning in markup.
    package var attributes: [StartTag.Attribute] { content.tag?.attributes ?? [] }

    /// nil for text of the markup.
    package var generated: PseudoElement? { content.generated }

    /// The range in the markup.
    package var sourceRange: Range<Int> { text.line.sources[index] }
  }

  package struct Runs: RandomAccessCollection, Sendable {
    let text: AttributedText

    package var startIndex: Int { 0 }

    package var endIndex: Int { text.line.runs.count }

    package subscript(index: Int) -> Run { Run(text: text, index: index) }
  }
}

extension AttributedText: Equatable {
  /// True for equal texts with equal styles, whatever their sources.
  package static func == (left: AttributedText, right: AttributedText) -> Bool {
    guard left.bytes == right.bytes, left.runs.count == right.runs.count,
      left.line.boxes.map(\.range) == right.line.boxes.map(\.range)
    else { return false }
    return left.runs.indices.allSatisfy { index in
      left.line.runs[index].start == right.line.runs[index].start
        && left.runs[index].content.isEqual(to: right.runs[index].content)
    }
  }
}

extension AttributedText: CustomStringConvertible { package var description: String { string } }

extension AttributedText {
  /// Moves the starts of runs to the starts of grapheme clusters.
  ///
  /// A style that changes in the middle of a cluster applies from the next one on, so that a mark
  /// in a span of its own keeps the style of its letter. Only hidden and visible text never share a
  /// cluster: hidden text would show, or visible text would not.
  mutating func moveRunsToCharacters() {
    let borders = certainBorders
    var next = 0
    // Number of finished runs; they replace the earlier ones.
    var count = 0
    for index in line.runs.indices {
      var run = line.runs[index]
      while next < borders.count, borders[next] <= run.start { next += 1 }
      let subrange =
        (next > 0 ? borders[next - 1] : 0)..<(next < borders.count ? borders[next] : bytes.count)
      if run.start > subrange.lowerBound, !isSimpleBoundary(at: run.start) {
        run.start = characterBorder(from: run.start, in: subrange)
      }
      guard run.start < line.end(ofRun: index) else { continue }
      if count > 0, line.runs[count - 1].style == run.style {
        // A later markup in the same text may begin at a smaller offset.
        let (source, more) = (line.sources[count - 1], line.sources[index])
        line.sources[count - 1] = source.lowerBound..<max(source.upperBound, more.upperBound)
      } else {
        line.runs[count] = run
        line.sources[count] = line.sources[index]
        count += 1
      }
    }
    line.runs.removeSubrange(count...)
    line.sources.removeSubrange(count...)
  }

  /// Offsets of certain cluster boundaries in order: edges of boxes, and changes between hidden and
  /// visible text.
  private var certainBorders: [Int] {
    var borders = line.boxes.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
    var wasHidden = false
    for run in line.runs {
      let isHidden = spans[Int(run.style.index)].content.style.visibility == .hidden
      if isHidden != wasHidden { borders.append(run.start) }
      wasHidden = isHidden
    }
    return borders.sorted()
  }

  /// True if an offset is certainly a cluster boundary, without Unicode's tables.
  private func isSimpleBoundary(at offset: Int) -> Bool {
    if bytes[offset] < 0x80, bytes[offset - 1] < 0x80 { return true }
    var start = offset - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return Self.isSimpleBoundary(
      between: bytes.span.scalar(at: start, before: offset).value,
      and: bytes.span.scalar(at: offset, before: bytes.count).value)
  }

  /// True if two scalars are never in one cluster, whatever is around them.
  ///
  /// UAX #29: only Prepend, which is in U+0600...U+0FFF and U+11000...U+11FFF, and ZWJ before a
  /// pictograph join a letter, a sign or an ideograph of these ranges. Variation selectors, keycaps
  /// and skin tones are not in them.
  package static func isSimpleBoundary(between before: UInt32, and after: UInt32) -> Bool {
    let neverPrepends = before < 0x600 || (0x1000...0xFFFF).contains(before) || before >= 0x12000
    switch after {
    case 0x20..<0x300, 0x370..<0x483, 0x2010..<0x2028, 0x2030..<0x2060, 0x2190..<0x2C00,
      0x3041..<0x3097, 0x30A1..<0x30FB, 0x3400..<0xA000, 0xFB00..<0xFB07, 0x1F300..<0x1F3FB,
      0x1F400..<0x1FB00:
      return neverPrepends && before != 0x200D
    default: return false
    }
  }

  /// The bytes before and after an offset that are searched for a boundary.
  private static let reach = 128

  /// The first cluster boundary at or after an offset, in a subrange that ends at boundaries.
  private func characterBorder(from offset: Int, in subrange: Range<Int>) -> Int {
    var start = max(subrange.lowerBound, offset - Self.reach)
    while start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    // A line feed is a border; nothing before it matters.
    if let line = bytes[start..<offset].lastIndex(of: 0x0A) { start = line }
    var end = min(subrange.upperBound, offset + Self.reach)
    while end < subrange.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let window = String(decoding: bytes[start..<end], as: UTF8.self)
    var border = start
    var joiner = Joiner()
    for character in window {
      if border >= offset, !joiner.takesNext { return border }
      border += character.utf8.count
      joiner.pass(character)
    }
    return border
  }

  /// Tracks U+200D, whose next scalar shares the cells of the cluster before it, joined or not,
  /// except after a virama.
  private struct Joiner {
    private(set) var takesNext = false

    mutating func pass(_ character: Character) {
      var isAfterVirama = false
      for scalar in character.unicodeScalars {
        takesNext = !takesNext && scalar == "\u{200D}" && !isAfterVirama
        isAfterVirama = scalar.properties.canonicalCombiningClass == .virama
      }
    }
  }
}

extension AttributedText {
  /// Why the properties of a span have their values; nil outside of all tags, where the host's
  /// explanation applies.
  package func explanation(
    ofSpan number: Int, from styles: StyleResolver, inheriting outer: Explanation
  ) -> Explanation? {
    guard let parent = spans[number].parent, let node = spans[parent].content.node else {
      return nil
    }
    let content = spans[number].content
    if let pseudoElement = content.generated {
      let around = spans[parent].parent.flatMap { spans[$0].content.node }
      return styles.explain(
        pseudoElement, of: spans[parent].content.description, node, in: around ?? styles.hostNode,
        inheriting: outer)
    }
    return content.description.map { styles.explain($0, in: node, inheriting: outer) }
  }
}
