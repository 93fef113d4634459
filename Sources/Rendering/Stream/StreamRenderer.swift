package import Bytes
import CellLayout
package import Diagnostics
package import StyledText
package import Styling
package import TerminalOutput

/// Renders text of any size as it is read, part by part, in flat memory.
///
/// `TreeBuilder` builds a line of the input; its final part is written by a `LineWriter` or, where
/// lines are wrapped, by a `ParagraphWriter`.
package struct StreamRenderer: ~Copyable {
  package struct Options: Sendable {
    package var markup: MarkupOptions

    /// Target that the bytes are written for.
    package var target: OutputTarget

    /// True for HTML, false for a terminal.
    package var isHTML: Bool

    /// True if elements of HTML keep the classes of the markup.
    package var keepsClasses = false

    /// True if every line is a text of its own, at whose end everything is closed.
    package var separatesLines: Bool

    /// True if every line is wrapped and aligned in the target's columns, as a paragraph of the
    /// host object; otherwise lines stay as they are.
    package var fitsLines: Bool

    /// Number of columns of a terminal on which an unfinished line is shown, and again when it
    /// changes; nil for other outputs, to which only complete lines are written.
    package var redrawnColumns: Int?

    /// True if nothing is written, and the lines of the text are kept for `takeLines`.
    package var keepsLines = false

    /// True if words of a document are written before their line is full.
    package var emitsWords = false

    /// Reads and lays out documents; nil where there are none.
    package var documents: (any DocumentFormats)?

    /// True if a pause in the input releases rows of a table, because a user is watching.
    package var releasesRows = false

    package init(
      markup: MarkupOptions = MarkupOptions(), target: OutputTarget, isHTML: Bool = false,
      separatesLines: Bool = false, fitsLines: Bool = false
    ) {
      self.markup = markup
      self.target = target
      // A stream never changes the number of its lines.
      self.target.largeText = .off
      self.isHTML = isHTML
      self.separatesLines = separatesLines
      self.fitsLines = fitsLines
    }
  }

  let options: Options

  var builder: TreeBuilder

  var writer: LineWriter

  /// Writer of wrapped lines; nil where lines stay as they are.
  private var paragraphs: ParagraphWriter?

  /// Layout of a document; nil for text that is only lines.
  private(set) var document: (any DocumentFlow)?

  /// Reader of Markdown or data; nil for text that the builder reads itself.
  private var reader: (any DocumentReader)?

  private(set) var boxes: BoxTable

  /// Lines that are complete, where lines are kept.
  private var lines: [AttributedText] = []

  /// True if the input so far ends without a line feed.
  private var hasOpenLine = false

  /// True if the unfinished line is to be shown.
  private var isReleased = false

  /// Generation of the style table whose attributes are known.
  private var generation = 0

  /// Starts a stream with a resolver for the target's terminal; findings call the input `name`.
  package init(resolver: StyleResolver, options: Options, name: String = "") {
    var options = options
    // A document is one text, whatever its lines are.
    if options.markup.form.isDocument { options.separatesLines = false }
    // The filter decides about a line when it is complete.
    if options.markup.filter != nil { options.redrawnColumns = nil }
    self.options = options
    builder = TreeBuilder(
      stream: resolver, options: options.markup, separatesLines: options.separatesLines)
    builder.graphics.tokenizer.showsOpenLines = options.redrawnColumns != nil
    if options.keepsLines { builder.lastElement = 0 }
    let attributes = StreamAttributes(resolver, options)
    paragraphs =
      options.fitsLines && !options.markup.form.isDocument
      ? ParagraphWriter(options.target, resolver, attributes) : nil
    writer = LineWriter(attributes, rules: options.target.widthRules)
    boxes = BoxTable(
      columns: options.target.environment.columns,
      whiteSpace: options.markup.form.isDocument
        ? .normal : options.fitsLines ? resolver.hostStyle.block.whiteSpace : .preWrap,
      target: options.target)
    if options.markup.needsDocumentFormats {
      guard let documents = options.documents else { preconditionFailure("no document formats") }
      reader = documents.reader(options.markup, name: name, filter: resolver.attributeFilter)
      if options.markup.form.isDocument {
        document = documents.flow(
          options.markup, options.target, columns: max(1, options.target.environment.columns),
          emitsWords: options.emitsWords, &builder.styles)
        document?.openHost(resolver.hostStyle.block, &builder.styles)
      }
    }
    writer.attributes.update(&builder.styles)
  }

  // MARK: What is known

  /// Findings about the input; offsets count from its start.
  package var log: DiagnosticLog { builder.log }

  /// True if an element or a character waits for more of the input.
  package var isHolding: Bool { mutating get { builder.isHolding || reader?.isHolding == true } }

  /// Ranges of the whole input that later findings may refer to, besides open elements.
  var heldRanges: [Range<Int>] { mutating get { builder.heldRanges } }

  /// Takes out the findings since the last call, but for those about colours.
  ///
  /// `start` and `origin` are the offset and location of the chunk in the whole input, and `passed`
  /// the locations in dropped bytes.
  mutating func takeFindings(
    in chunk: () -> SourceText, from start: Int, at origin: SourceLocation, passed: PassedLocations
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if !builder.log.isEmpty {
      found = builder.log.take(
        in: chunk(), from: start, at: origin, passed: passed, byLocation: false)
    }
    if !builder.sheetFindings.isEmpty {
      found += builder.sheetFindings
      builder.sheetFindings.removeAll()
    }
    return found
  }

  func colorFindings(since count: Int) -> [Diagnostic] { writer.attributes.findings(since: count) }

  /// True if there are bytes left that can be read without more input.
  var hasMore: Bool { reader?.hasMore == true }

  /// True if the bytes of each call are limited by their reader.
  var limitsParts: Bool { reader?.limitsParts == true }

  /// True if the lines of a part are counted as it is read.
  var countsLines: Bool { reader == nil }

  /// Takes out the findings of the reader, which have their locations.
  func takeReaderFindings() -> [Diagnostic] { reader?.takeFindings() ?? [] }

  /// Number of findings of each code that were only counted.
  var onlyCounted: [DiagnosticCode: Int] {
    log.onlyCounted.merging(reader?.onlyCounted ?? [:], uniquingKeysWith: +)
  }

  /// Takes out the findings about the layout of lines and boxes, each kind once.
  mutating func takeLayoutFindings() -> [Diagnostic] { writer.attributes.takeLayoutFindings() }

  /// Releases everything that is held.
  package mutating func release() {
    builder.release()
    reader?.release(into: &builder, releasesWords: options.emitsWords)
    isReleased = true
  }

  /// True if words of a document wait for more of it.
  var holdsWords: Bool { options.emitsWords && reader?.holdsWords == true }

  /// True if rows of a table wait for others, and a pause is to write them.
  var holdsRows: Bool { options.releasesRows && document?.holdsRows == true }

  /// Releases these rows.
  mutating func releaseRows() { document?.releaseRows(&builder.styles) }

  /// Sets the output's default state, although the text continues.
  mutating func interrupt(to output: inout StreamBuffer) {
    if !options.fitsLines { writer.take(.standard, &output) }
  }

  // MARK: Parts

  /// Renders the next part of the input, with bytes left over from the part before.
  ///
  /// - Returns: Number of bytes that were used. The rest has to come again in front of the next
  ///   part; there is none after the last one.
  package mutating func render(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    guard builder.siblings != nil, reader == nil else {
      return renderKnown(bytes, isLast: isLast, to: &output)
    }
    let end = builder.siblings?.advance(in: bytes, isLast: isLast) ?? bytes.count
    let used = renderKnown(bytes.extracting(first: end), isLast: isLast, to: &output)
    builder.siblings?.willDrop(first: used, of: bytes)
    return used
  }

  /// Renders a part whose siblings are known.
  private mutating func renderKnown(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var offset = 0
    builder.endedLines = LineEnds()
    if builder.textStart == nil, !options.separatesLines {
      guard isLast || !Self.mayBecomeMark(bytes) else { return 0 }
      builder.beginText(at: builder.log.base)
      if reader == nil, SourceText.hasMark(bytes) { offset = 3 }
    }
    if !bytes.isEmpty { hasOpenLine = reader == nil && bytes[bytes.count - 1] != 0x0A }
    output.reserve(bytes.count + 64)
    writer.beginChunk(output)
    offset = read(from: offset, in: bytes, isLast: isLast, to: &output)
    let isLast = isLast && !hasMore
    if isLast { builder.endText() }
    updateAttributes()
    showOpenLine(to: &output)
    write(isLast: isLast, to: &output)
    if isLast, !options.fitsLines { writer.take(.standard, &output) }
    writer.endChunk(output)
    builder.tokenizer.willDrop(first: offset, of: bytes)
    builder.graphics.tokenizer.willDrop(first: offset)
    builder.plain.tokenizer.willDrop(first: offset)
    if reader == nil { builder.document.willDrop(first: offset) }
    builder.log.base += offset
    return offset
  }

  /// Returns the offset of the first byte that has to come again.
  private mutating func read(
    from offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    let base = builder.log.base
    if let used = reader?.read(bytes, from: base, isLast: isLast, into: &builder) { return used }
    let end =
      options.separatesLines
      ? renderTexts(from: offset, in: bytes, isLast: isLast, to: &output)
      : renderText(from: offset, in: bytes, isLast: isLast, to: &output)
    builder.text.showUnseen(in: bytes, &builder.line)
    return end
  }

  /// Renders lines each of which is a text of its own: an unfinished tag, comment or reference ends
  /// with its line.
  private mutating func renderTexts(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var offset = start
    while offset < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: offset, to: bytes.count)
      let isWhole = end < bytes.count
      if builder.textStart == nil {
        guard isWhole || isLast || !Self.mayBecomeMark(bytes.extracting(offset...)) else {
          return offset
        }
        builder.beginText(at: offset + builder.log.base)
        if SourceText.hasMark(bytes.extracting(offset..<end)) { offset += 3 }
      }
      let hasReturn = isWhole && end > offset && bytes[end - 1] == 0x0D
      offset = renderText(
        from: offset, in: bytes.extracting(first: hasReturn ? end - 1 : end),
        isLast: isLast || isWhole, to: &output)
      guard isWhole else { break }
      builder.text.showUnseen(in: bytes, &builder.line)
      builder.endHeldLine(at: offset)
      builder.endLine(at: end..<end + 1)
      offset = end + 1
      builder.endedLines.add(endingAt: offset)
    }
    return offset
  }

  private mutating func renderText(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    builder.beginBytes()
    var offset = start
    while offset < bytes.count {
      let next = builder.read(from: offset, in: bytes, isLast: isLast)
      if builder.graphics.redrawsLine {
        updateAttributes()
        redrawLine(to: &output)
      } else if next == offset {
        break
      }
      offset = next
      // The rows of a document are laid out once for each part of the input.
      guard offset < bytes.count, document == nil else { continue }
      updateAttributes()
      write(isLast: false, to: &output)
    }
    return offset
  }

  /// True if the bytes so far may be the beginning of a byte order mark.
  private static func mayBecomeMark(_ bytes: Span<UInt8>) -> Bool {
    switch bytes.count {
    case 0: true
    case 1: bytes[0] == 0xEF
    case 2: bytes[0] == 0xEF && bytes[1] == 0xBB
    default: false
    }
  }

  // MARK: Lines

  /// Sets the attributes of new styles.
  @inline(__always)
  private mutating func updateAttributes() {
    if options.keepsLines { return }
    if generation != builder.styles.generation {
      generation = builder.styles.generation
      writer.attributes.renew(keeping: &writer.current)
      boxes.removeAll()
    }
    writer.attributes.update(&builder.styles)
  }

  /// Writes the final part of the line.
  private mutating func write(isLast: Bool, to output: inout StreamBuffer) {
    if let document { return write(document, isLast: isLast, to: &output) }
    if options.keepsLines { return keepLines(isLast: isLast) }
    if options.fitsLines {
      let used =
        paragraphs?.write(
          builder.line, isLast: isLast, &builder.styles, &boxes, &writer, to: &output) ?? 0
      let boxCount = builder.line.boxes.partitioningIndex { $0.range.lowerBound >= used }
      return builder.dropCommitted(used, boxes: boxCount)
    }
    guard !builder.line.bytes.isEmpty || builder.line.boxes.count > builder.open.boxes.count else {
      return
    }
    writeFinal(&output)
  }

  /// Keeps the complete lines.
  private mutating func keepLines(isLast: Bool) {
    var ends = builder.line.lineEnds
    let count = builder.line.bytes.count
    if isLast, !builder.isLeftOut, hasOpenLine || count > (ends.last ?? -1) + 1 {
      ends.append(count)
    }
    var start = 0
    for end in ends {
      lines.append(AttributedText(builder.line.slice(start..<end), builder.styles))
      start = end + 1
    }
    let used = min(start, count)
    let boxCount = builder.line.boxes.partitioningIndex { $0.range.lowerBound >= used }
    builder.dropCommitted(used, boxes: boxCount)
  }

  package mutating func takeLines() -> [AttributedText] {
    defer { lines = [] }
    return lines
  }

  /// Shows an unfinished line, if that is wanted and something in it has changed.
  private mutating func showOpenLine(to output: inout StreamBuffer) {
    if isReleased, builder.hasLineNews, let columns = options.redrawnColumns {
      write(isLast: false, to: &output)
      let rules = options.target.widthRules
      let isShown = builder.appendLineNews { text, column in
        text.boxes.isEmpty && text.owedSpace == nil && !text.bytes.contains(0x0A)
          && column + cellWidth(of: text.bytes, in: 0..<text.bytes.count, rules: rules) <= columns
      }
      if isShown { updateAttributes() }
    }
    isReleased = false
    if builder.graphics.redrawsLine { redrawLine(to: &output) }
  }

  /// Writes a line over its shown part.
  private mutating func redrawLine(to output: inout StreamBuffer) {
    builder.graphics.redrawsLine = false
    writer.take(.standard, &output)
    output.append(0x0D)
    guard builder.line.boxes.isEmpty else {
      output.append(contentsOf: Self.eraseInLine)
      return
    }
    let end = builder.line.bytes.firstIndex(of: 0x0A) ?? builder.line.bytes.count
    writer.write(builder.line, 0..<end, &builder.styles, to: &output)
    writer.take(.standard, &output)
    output.append(contentsOf: Self.eraseInLine)
    builder.dropCommitted(end, boxes: 0)
  }

  /// EL 0.
  private static let eraseInLine = Array("\u{1B}[K".utf8)

  /// Writes the rows of a document that later input cannot change.
  private mutating func write(
    _ document: any DocumentFlow, isLast: Bool, to output: inout StreamBuffer
  ) {
    let end = builder.committedEnd()
    // Text may wait behind a box that is closed.
    let boxCount =
      end < builder.line.bytes.count
      ? builder.line.boxes.partitioningIndex { $0.range.lowerBound >= end }
      : builder.open.boxes.first?.index ?? builder.line.boxes.count
    document.append(builder.line, upTo: end, &builder.styles, &boxes)
    builder.dropCommitted(end, boxes: boxCount)
    document.emitRows(isLast: isLast, &builder.styles)
    if builder.styles.isFull {
      var known = document.styles
      builder.renewStyles(keeping: &known)
      document.styles = known
    }
    updateAttributes()
    // Moved out and back, so that their memory is not allocated again.
    var rows = StyledLines()
    document.exchangeRows(with: &rows)
    if !rows.bytes.isEmpty {
      writer.write(rows, 0..<rows.bytes.count, &builder.styles, to: &output)
      rows.removeAll()
    }
    document.exchangeRows(with: &rows)
  }

  @inline(never)
  private mutating func writeFinal(_ output: inout StreamBuffer) {
    if builder.line.boxes.isEmpty, builder.line.owedSpace == nil {
      let end = builder.committedEnd()
      writer.write(builder.line, 0..<end, &builder.styles, to: &output)
      return builder.dropCommitted(end, boxes: 0)
    }
    while let box = builder.takeLongBox() {
      writeText(upTo: box.range.lowerBound, &output)
      if let measures = boxes.measures(box.style, inside: box.outer, &builder.styles) {
        writer.attributes.update(&builder.styles)
        var blanks = StyledLines()
        blanks.append(count: measures.cells.margin.left, measures.outside)
        blanks.append(count: measures.cells.padding.left, measures.filling)
        writer.write(blanks, 0..<blanks.bytes.count, &builder.styles, to: &output)
      }
    }
    writeText(upTo: builder.committedEnd(), &output)
  }

  /// Writes text of the line, with its boxes laid out, and removes it.
  private mutating func writeText(upTo end: Int, _ output: inout StreamBuffer) {
    let closed = builder.closedBoxes
    // Taken out, so that it is read while the rest changes.
    var line = StyledLines()
    swap(&line, &builder.line)
    var owedSpace = line.owedSpace
    let written = writer.write(
      line, upTo: end, closedBoxes: closed, &boxes, &owedSpace, &builder.styles, to: &output)
    swap(&line, &builder.line)
    builder.dropCommitted(end, boxes: written)
    builder.line.owedSpace = owedSpace
  }
}
