import Bytes
package import Diagnostics
package import Styling

/// Makes lines of styled text from markup, from text for terminals, and from calls.
///
/// Elements open and close only here. The result is in `line`: a stream takes the final part of it;
/// a text that is read whole is returned by `finish()`, with its elements. Work and memory are
/// linear in the input.
///
/// ```swift
/// var builder = TreeBuilder(styles: resolver)
/// builder.append(markup: "Hi <span class=bold>{name}</span>")
/// let (text, diagnostics) = builder.finish()
/// ```
package struct TreeBuilder: ~Copyable {
  /// True if every line is a text of its own, whose end closes everything.
  let separatesLines: Bool

  package var styles: ComputedStyleTable

  package var tokenizer: MarkupTokenizer

  package var siblings: SiblingCounter?

  package var graphics: OpenGraphics

  package var plain: OpenPlainText

  /// The line that a filter decides about; nil if all lines are shown.
  package var filter: OpenLineFilter?

  package var elements = OpenElements()

  /// The style of the next text.
  package var current = StyleID.host

  /// The number of elements in the innermost open one so far, if the stylesheet tests it.
  package var children = 0

  package var open = OpenConstructs()

  package var text: TextPipeline

  /// The open line, behind the lines of a stream that are not written, or all those of a text.
  package var line: StyledLines

  /// The lines that have ended in the current part of the input.
  package var endedLines = LineEnds()

  /// The offsets in the current part of bytes other than text, and the text that a loop appends.
  var structure = StructuralIndex()
  var added = StreamBuffer(capacity: 0)

  /// The elements of a text that is read whole; nil in a stream.
  var tree: ElementTree?

  /// The number of the current element, if elements are kept or numbered.
  var element: Int32 = 0

  /// The number of the last element of a stream with numbered elements.
  package var lastElement: Int32?

  package var log: DiagnosticLog

  /// Findings about the stylesheet caused by elements, with positions there.
  package var sheetFindings: [Diagnostic] = []

  /// True if the line that ends belongs to the record before it.
  package var continuesRecord = false

  /// Patterns for parts of records, and the start of the open part in the line.
  var recordPatterns: RecordPatterns?
  var searchStart: Int?

  /// True if the filter has left out the last line.
  package var isLeftOut = false

  /// The start of the text in the whole input; nil before it.
  package var textStart: Int?

  /// A builder for a stream; with `separatesLines` the end of a line closes everything.
  package init(
    stream resolver: StyleResolver, options: MarkupOptions, separatesLines: Bool = false
  ) {
    self.init(
      ComputedStyleTable(resolver, options: options), separatesLines: separatesLines,
      keepsElements: false)
  }

  init(_ styles: consuming ComputedStyleTable, separatesLines: Bool, keepsElements: Bool) {
    let options = styles.options
    self.separatesLines = separatesLines
    tokenizer = MarkupTokenizer(readsByLine: options.readsByLine)
    log = DiagnosticLog(limit: options.findingLimit)
    log.isAboutDocument = options.form.isForeign
    graphics = OpenGraphics(options)
    plain = OpenPlainText(styles.resolver, options)
    text = TextPipeline(allowsBidirectional: options.allowsBidirectional)
    line = StyledLines(tracksSources: keepsElements)
    siblings = .counting(for: styles.resolver, options, separatesLines: separatesLines)
    tree = keepsElements ? ElementTree(styles[.host]) : nil
    filter = options.filter.map(OpenLineFilter.init)
    plain.tokenizer.separatesLines = separatesLines
    self.styles = styles
    if options.form == .html { document.tokenizer.unclosed = .reference }
  }

  // MARK: What is known

  package var document: OpenDocument {
    @inline(__always) _read { yield open.document }
    @inline(__always) _modify { yield &open.document }
  }

  /// True if sequences in the markup have a meaning.
  var readsSequences: Bool {
    @inline(__always)
    get { styles.options.form == .markup && styles.options.sequences != .show }
  }

  /// True if `{name}` in the markup is a placeholder.
  var usesPlaceholders: Bool {
    @inline(__always)
    get {
      (styles.options.form == .markup || styles.options.form == .html)
        && !styles.options.placeholders.isEmpty
    }
  }

  /// True if the next text is hidden.
  var isHidden: Bool {
    @inline(__always)
    get { open.specialCount > 0 && styles[current].isHidden }
  }

  /// True if an element or a character waits for more input.
  package var isHolding: Bool {
    mutating get {
      // A line is shown when it is complete.
      if filter != nil { return false }
      if heldEnd != nil { return true }
      if siblings != nil { return siblings?.isHolding == true }
      return graphics.tokenizer.holdsCharacter || hasLineNews || plain.tokenizer.holdsText
        || waitsForMatches
    }
  }

  /// The end of the input so far if a tag waits for the rest of its line; lines that are read whole
  /// have no such tag.
  private var heldEnd: Int? {
    mutating get {
      guard tree == nil else { return nil }
      switch siblings {
      case .some(let counter): return counter.tokenizer.heldEnd
      case .none: return tokenizer.heldEnd
      }
    }
  }

  /// Ends all waiting.
  package mutating func release() {
    guard filter == nil else { return }
    siblings?.release()
    if let heldEnd {
      siblings?.tokenizer.release(before: heldEnd)
      tokenizer.release(before: heldEnd)
    }
    graphics.tokenizer.release()
    plain.tokenizer.release()
    if waitsForMatches { findMatches(isWhole: false) }
  }

  /// Ranges of the whole input that later findings may need, besides those of open elements.
  package var heldRanges: [Range<Int>] {
    mutating get {
      var ranges = text.sanitizer.heldRanges
      if let textStart, styles.summary(.host).isSpecial { ranges.append(textStart..<textStart) }
      if graphics.entered != 0, styles.summary(current).isSpecial {
        ranges.append(graphics.offset..<graphics.offset)
      }
      if let skipped = document.skipped { ranges.append(skipped.tag) }
      return ranges
    }
  }

  /// The end of the final part of the line, which no open box, raised text or sigma can change.
  package mutating func committedEnd() -> Int {
    var end = line.bytes.count
    if let box = open.boxes.first { end = min(end, line.boxes[box.index].range.lowerBound) }
    for script in open.scripts {
      if case .held(let start, _) = script.state { end = min(end, start) }
    }
    if let sigma = text.transformer.undecidedOffset { end = min(end, sigma) }
    if let start = undecidedStart() { end = min(end, start) }
    return min(end, searchedEnd())
  }

  /// The number of boxes before the open ones, and before the undecided line of the filter; an
  /// empty one may begin at the end of the text before it.
  package var closedBoxes: Int {
    mutating get {
      let closed = open.boxes.first?.index ?? line.boxes.count
      guard let filter, filter.isShown != true else { return closed }
      return min(closed, line.boxes.partitioningIndex { $0.range.lowerBound >= filter.start })
    }
  }

  /// Drops written text of the line, with its first boxes.
  package mutating func dropCommitted(_ count: Int, boxes: Int) {
    guard count > 0 || boxes > 0 || !line.blockEdges.isEmpty else { return }
    plain.search?.end -= count
    if let start = filter?.start { filter?.start = max(0, start - count) }
    if count == line.bytes.count, line.boxes.isEmpty { return line.removeAll() }
    line.removeFirst(count, boxes: boxes)
    open.move(by: -count, boxes: boxes)
    text.transformer.outputWasMoved(by: -count)
  }

  // MARK: Reading

  /// Reads the piece at an offset, the end of the last step, and returns the offset of the next
  /// one; the same if more input is needed.
  package mutating func step(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    text.showUnseen(in: bytes, &line)
    switch styles.options.form {
    case .ansi: return terminalToken(at: offset, in: bytes, isLast: isLast)
    case .text: return plainText(at: offset, in: bytes, isLast: isLast)
    case .html, .markdown, .csv, .tsv, .columns, .json, .jsonl:
      return documentToken(at: offset, in: bytes, isLast: isLast)
    case .markup: break
    }
    let byte = bytes[offset]
    let readsSequences = readsSequences
    if byte != 0x3C, tree == nil, isHidden, byte != 0x1B || !readsSequences {
      return hiddenText(at: offset, in: bytes, isLast: isLast)
    }
    switch byte {
    case 0x3C: return token(at: offset, in: bytes, isLast: isLast)
    case 0x26: return reference(at: offset, in: bytes, isLast: isLast)
    case 0x0A:
      endLine(at: offset..<offset + 1)
      return offset + 1
    case 0x1B where readsSequences: return sequence(at: offset, in: bytes, isLast: isLast)
    case 0x7B where usesPlaceholders: return placeholder(at: offset, in: bytes, isLast: isLast)
    default: return text(at: offset, in: bytes, isLast: isLast)
    }
  }

  /// Starts a text at an offset of the whole input, with its `::before`.
  package mutating func beginText(at offset: Int) {
    textStart = offset
    guard styles.summary(.host).isSpecial else { return }
    // The host is open up to the end of the text.
    if styles[.host].isHidden { open.specialCount = 1 }
    insert(.before, of: .host, at: offset, tag: offset)
  }

  /// Ends a text: closes everything, and appends its `::after`.
  package mutating func endText() {
    closeText()
    findMatches(isWhole: true)
    isLeftOut = leavesOutLine()
  }

  mutating func closeText() {
    endHeldLine(at: 0)
    endRun()
    leaveGraphics()
    plain.tokenizer.endLine(isWhole: true)
    closeElements()
    if styles.options.form.isDocument { document.reset() }
    children = 0
    // Behind the line feed of the last line, no text of its own has begun.
    if let offset = textStart, styles.summary(current).isSpecial {
      insert(.after, of: current, at: offset, tag: offset)
    }
    text.endWord(&line)
  }

  /// Closes all that the markup has left open.
  mutating func closeElements(at end: Int? = nil) {
    graphics.tokenizer.reset()
    log.recordUnclosed(elements, open.document)
    while let entry = closeInnermost() { leave(entry, depth: elements.depth + 1, at: end) }
    elements.removeAll()
  }

  /// Renews the table of styles, so that memory does not grow with the input; `others` get their
  /// new numbers.
  package mutating func renewStyles(keeping others: inout [StyleID]) {
    var innermost = (0..<elements.depth).map { index in
      index + 1 < elements.depth ? StyleID(index: elements[index + 1].outer) : elementStyle
    }
    var kept = line.runs.map(\.style)
    for box in line.boxes { kept += [box.style, box.outer] }
    kept += open.scripts.map(\.style)
    if let style = line.owedSpace { kept.append(style) }
    kept += line.blockEdges.compactMap(\.style)
    kept += others
    styles.renew(open: &innermost, kept: &kept)
    for index in 0..<elements.depth {
      elements.setOuter(index > 0 ? innermost[index - 1].index : 0, at: index)
    }
    current = innermost.last ?? .host
    graphics.outer = current
    var next = 0
    func taken() -> StyleID {
      next += 1
      return kept[next - 1]
    }
    for index in line.runs.indices { line.runs[index].style = taken() }
    for index in line.boxes.indices {
      line.boxes[index].style = taken()
      line.boxes[index].outer = taken()
    }
    for index in open.scripts.indices { open.scripts[index].style = taken() }
    if line.owedSpace != nil { line.owedSpace = taken() }
    for index in line.blockEdges.indices where line.blockEdges[index].style != nil {
      line.blockEdges[index].style = taken()
    }
    for index in others.indices { others[index] = taken() }
  }

  package mutating func renewStyles() {
    var others: [StyleID] = []
    renewStyles(keeping: &others)
  }

  /// The style of the innermost element; `current` may be that of control sequences inside it.
  private var elementStyle: StyleID {
    mutating get { graphics.entered == 0 ? current : graphics.outer }
  }
}

/// Open constructs other than elements and their styles.
package struct OpenConstructs {
  /// The number of open elements that are hidden, or have generated text.
  package var specialCount = 0

  /// True if `display: none` has hidden an element of the line.
  var hidesText = false

  var document = OpenDocument()

  /// True if the line before was hidden with its line break.
  var hidesLineFeed = false

  /// The address of the current link, if it will follow its text; nil if the text differs.
  var address: OpenAddress?

  /// The outermost first.
  package var scripts: [OpenScript] = []

  /// The outermost first.
  package var boxes: [OpenBox] = []

  /// Updates offsets and indices after text has moved, and boxes before it were dropped.
  mutating func move(by distance: Int, boxes removed: Int) {
    for index in boxes.indices { boxes[index].index -= removed }
    for index in scripts.indices {
      if case .held(let start, let count) = scripts[index].state {
        scripts[index].state = .held(start: start + distance, count: count)
      }
    }
  }
}

/// The address of a link, compared with its text.
struct OpenAddress {
  private let address: [UInt8]
  private var text: [UInt8] = []

  init(_ link: String) { address = Array(link.utf8) }

  mutating func compare(_ range: Range<Int>, of bytes: Span<UInt8>) {
    guard text.count <= address.count else { return }
    text.append(range.prefix(address.count + 1 - text.count), of: bytes)
  }

  /// True if the text is the address, as in autolinks.
  var isComplete: Bool {
    ["", "http://", "https://", "mailto:"].contains { address.elementsEqual($0.utf8 + text) }
  }
}

package struct OpenBox {
  /// The index in the boxes of the line.
  package var index: Int

  /// The number of open elements with it.
  let depth: Int

  /// Its element, and the start of its tag in the whole input.
  package let element: MarkupElement
  package let offset: Int
}

/// The elements of a text that is read whole.
final class ElementTree {
  /// In the order of their start tags; the first is the text outside of all elements.
  var spans: [AttributedText.Span]

  var hidden: [AttributedText.HiddenText] = []

  /// The current markup; nil between two of them.
  var source: SourceText?

  var sourceEnd = 0

  var diagnostics: [Diagnostic] = []

  init(_ content: ComputedElement) {
    spans = [AttributedText.Span(content: content, parent: nil, source: 0..<0)]
  }

  /// The edges of blocks, with the numbers of their elements.
  var blockEdges: [StyledLines.BlockEdge] = []

  /// Adds an edge of a block, which ends the line of visible text before it.
  func addBlockEdge(isStart: Bool, of current: Int32, _ line: inout StyledLines, _ style: StyleID) {
    let start = blockEdges.last?.offset ?? 0
    let endsLine = line.isInsideLine && line.bytes[start...].contains { !$0.isASCIIWhitespace }
    if endsLine { line.append(repeating: 0x0A, count: 1, style, element: current) }
    blockEdges.append(
      StyledLines.BlockEdge(
        offset: line.bytes.count, style: isStart ? StyleID(index: current) : nil,
        endsLine: endsLine))
  }

  /// Enters an element, and returns its number.
  func enter(_ content: ComputedElement, in parent: Int32, source: Range<Int>) -> Int32 {
    spans.append(AttributedText.Span(content: content, parent: Int(parent), source: source))
    return Int32(spans.count - 1)
  }

  func hide(_ text: [UInt8], in current: Int32, source: Range<Int>) {
    if let last = hidden.last, last.span == current {
      hidden[hidden.count - 1].bytes += text
      hidden[hidden.count - 1].source = last.source.lowerBound..<source.upperBound
    } else {
      hidden.append(AttributedText.HiddenText(bytes: text, span: current, source: source))
    }
  }
}
