import Bytes

/// Link definitions and loose lists of a whole document, found before it is read.
///
/// A stream has neither: a list is loose from its first blank line on, and a link whose definition
/// comes later is text.
package struct MarkdownOutline: Sendable {
  let references: LinkReferences
  let looseLists: [Bool]

  init() {
    references = LinkReferences()
    looseLists = []
  }

  package init(of document: Span<UInt8>, options: MarkdownOptions = MarkdownOptions()) {
    var parser = MarkdownParser(
      BlockParser(options: options, pass: .first, outline: MarkdownOutline()))
    var offset = 0
    while offset < document.count {
      let end = min(document.count, offset + 1 << 16)
      parser.read(document.extracting(offset..<end))
      offset = end
    }
    parser.finish()
    var references = parser.blocks.references
    references.footnotes = Footnotes(definedIn: references.footnotes)
    self.references = references
    looseLists = parser.blocks.looseLists
  }
}

/// An incremental parser of CommonMark 0.31.2 with GitHub's tables, strikethrough, task lists,
/// autolinks, alerts, footnotes and formulas.
///
/// Each call replaces `events` by those that its input completed; no event is ever revoked. Time is
/// linear in the input. Memory is that of the undecided text, and of definitions.
package struct MarkdownParser {
  var blocks: BlockParser
  private var frontMatter: FrontMatter

  /// Start of a line that does not yet show its blocks, or of an incomplete scalar.
  private var rest: [UInt8] = []

  /// Its offset in the document, and the number of bytes of the document that were read.
  private var restStart = 0
  private var readCount = 0

  /// Offset in `rest` up to which it has only bytes of markers; -1 if the line must be complete.
  private var markerEnd = 0

  /// True if a part of the last line was read.
  private var isLineOpen = false

  /// True if a following line feed belongs to a carriage return.
  private var skipsLineFeed = false

  /// True until the first line was read.
  private var isFirstLine = true

  /// Creates a parser of a stream or, with an outline, of a whole document.
  package init(options: MarkdownOptions = MarkdownOptions(), outline: MarkdownOutline? = nil) {
    self.init(
      BlockParser(
        options: options, pass: outline == nil ? .only : .second,
        outline: outline ?? MarkdownOutline()))
  }

  fileprivate init(_ blocks: BlockParser) {
    self.blocks = blocks
    frontMatter = FrontMatter(isExpected: blocks.options.hasFrontMatter)
  }

  /// The events of the last call.
  package var events: MarkdownEvents {
    _read { yield blocks.events }
    _modify { yield &blocks.events }
  }

  /// The numbers of the footnote with a label and of its marks; nil if it should be used and no
  /// mark refers to it.
  package mutating func footnote(_ label: [UInt8], isUsed: Bool) -> (number: Int, marks: Int)? {
    blocks.references.footnotes.number(of: label, isUsed: isUsed)
  }

  package mutating func read(_ bytes: Span<UInt8>) {
    blocks.events.removeAll()
    defer { readCount += bytes.count }
    guard bytes.firstOffset(of: 0, from: 0, to: bytes.count) < bytes.count else {
      return readLines(bytes)
    }
    // NUL is read as U+FFFD (CommonMark 2.3), and so is a byte that is no UTF-8, which is as long.
    let replaced = bytes.indices.map { bytes[$0] == 0 ? 0xFF : bytes[$0] }
    readLines(replaced.span)
  }

  /// True if words wait that a pause in the input releases.
  package var holdsWords: Bool { blocks.holdsWords }

  /// Writes these words, when no more input comes for a while: the open paragraph cannot become a
  /// heading, a table or a definition then.
  package mutating func releaseWords() {
    blocks.events.removeAll()
    blocks.releaseWords()
  }

  package mutating func finish() {
    blocks.events.removeAll()
    blocks.events.source = readCount
    if isLineOpen || !rest.isEmpty { endLine(Span(), 0..<0) }
    let lines = frontMatter.finish()
    readAgain(lines)
    blocks.finish()
  }

  private mutating func readLines(_ bytes: Span<UInt8>) {
    var offset = 0
    if skipsLineFeed, bytes.count > 0 {
      skipsLineFeed = false
      if bytes[0] == 0x0A { offset = 1 }
    }
    let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    while offset < bytes.count {
      let end = bytes.firstOffset(from: offset, to: bytes.count) {
        $0 .== lineFeed .| $0 .== carriageReturn
      }
      guard end < bytes.count else { return readPart(bytes, offset..<end) }
      endLine(bytes, offset..<end)
      offset = end + 1
      guard bytes[end] == 0x0D else { continue }
      skipsLineFeed = offset == bytes.count
      if bytes.has(0x0A, at: offset, before: bytes.count) { offset += 1 }
    }
  }

  /// Reads the last part of a line, and its end.
  private mutating func endLine(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let count = rest.count + range.count
    if rest.isEmpty {
      blocks.base = readCount
      endLine(of: bytes, range)
    } else {
      var line: [UInt8] = []
      swap(&line, &rest)
      line.append(range, of: bytes)
      blocks.base = restStart
      endLine(of: line.span, 0..<line.count)
      line.removeAll(keepingCapacity: true)
      swap(&line, &rest)
    }
    markerEnd = 0
    blocks.inputCount += count
  }

  private mutating func endLine(of bytes: Span<UInt8>, _ range: Range<Int>) {
    if isLineOpen {
      blocks.continueLine(bytes, range)
      blocks.endLine()
      isLineOpen = false
      return
    }
    let range = withoutByteOrderMark(bytes, range)
    isFirstLine = false
    switch frontMatter.read(bytes, range) {
    case .text: blocks.readLine(bytes, range, isComplete: true)
    case .held: break
    case .again(let lines): readAgain(lines)
    }
  }

  /// Reads lines that looked like front matter.
  private mutating func readAgain(_ lines: [UInt8]) {
    if !lines.isEmpty { blocks.base = 0 }
    var start = 0
    while start < lines.count {
      let end = lines.span.firstOffset(of: 0x0A, from: start, to: lines.count)
      blocks.readLine(lines.span, start..<end, isComplete: true)
      start = end + 1
    }
  }

  private func withoutByteOrderMark(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    guard isFirstLine, bytes.hasBytes("\u{FEFF}", at: range.lowerBound, before: range.upperBound)
    else { return range }
    return range.dropFirst(3)
  }

  // MARK: - Parts of lines

  /// Reads a part of an incomplete line.
  private mutating func readPart(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if rest.isEmpty { restStart = readCount + range.lowerBound }
    rest.append(range, of: bytes)
    guard isLineOpen || showsBlocks() else { return }
    var line: [UInt8] = []
    swap(&line, &rest)
    let end = line.span.wholeScalarsEnd
    blocks.base = restStart
    if isLineOpen {
      blocks.continueLine(line.span, 0..<end)
      blocks.advanceLine()
    } else {
      blocks.readLine(line.span, withoutByteOrderMark(line.span, 0..<end), isComplete: false)
      isLineOpen = true
      isFirstLine = false
      frontMatter.stopExpecting()
    }
    blocks.inputCount += end
    restStart += end
    rest.append(end..<line.count, of: line.span)
  }

  /// True if the start of a line shows its blocks, whatever follows.
  private mutating func showsBlocks() -> Bool {
    guard markerEnd >= 0, !frontMatter.isHolding, blocks.takesParts else { return false }
    if isFirstLine, rest[0] == 0xEF {
      guard rest.count > 3 else { return false }
      markerEnd = max(markerEnd, withoutByteOrderMark(rest.span, rest.indices).lowerBound)
    }
    while markerEnd < rest.count, rest[markerEnd].isMarkerByte { markerEnd += 1 }
    guard markerEnd < rest.count else { return false }
    switch rest[markerEnd] {
    case 0x5B where blocks.options.hasExtensions:
      // `[^` may define a footnote, and `[!` with a letter may name an alert.
      guard markerEnd + 1 < rest.count else { return false }
      guard rest[markerEnd + 1] != 0x21 || markerEnd + 2 < rest.count else { return false }
      let isAlert = rest[markerEnd + 1] == 0x21 && rest[markerEnd + 2].isASCIILetter
      guard isAlert || rest[markerEnd + 1] == 0x5E else { return true }
      markerEnd = -1
      return false
    case 0x3C, 0x7C, 0x3A:
      markerEnd = -1
      return false
    case 0x60, 0x7E:
      let end = rest.span.runEnd(of: rest[markerEnd], from: markerEnd, to: rest.count)
      guard end - markerEnd < 3 else {
        markerEnd = -1
        return false
      }
      return end < rest.count
    default: return rest.span.wholeScalarsEnd > markerEnd
    }
  }
}

extension BlockParser {
  /// True if the start of a line can be read before its end.
  fileprivate var takesParts: Bool {
    switch leaf {
    case .html, .table: false
    default: pass != .first
    }
  }
}

extension UInt8 {
  /// True for the bytes of markers, and of lines of such bytes only.
  fileprivate var isMarkerByte: Bool {
    switch self {
    case 0x20, 0x09, 0x3E, 0x2D, 0x2B, 0x2A, 0x2E, 0x29, 0x23, 0x5F, 0x3D, 0x30...0x39: true
    default: false
    }
  }
}

extension Span<UInt8> {
  /// The end of the bytes without an incomplete scalar at the end.
  fileprivate var wholeScalarsEnd: Int {
    var start = count
    while start > 0, count - start < 4, self[start - 1] & 0xC0 == 0x80 { start -= 1 }
    guard start > 0, self[start - 1] >= 0xC0 else { return count }
    return scalar(at: start - 1, before: count).form == .incomplete ? start - 1 : count
  }
}

extension MarkdownParser {
  /// Offset in the document of the first byte that is in no event yet.
  package var heldSource: Int {
    if frontMatter.isHolding { return 0 }
    return blocks.heldSource(before: rest.isEmpty ? readCount : restStart)
  }
}
