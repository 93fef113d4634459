import Bytes

/// A `[` or `![` that may start a link or an image.
struct Bracket {
  let node: Int
  /// Offset behind the bracket.
  let end: Int
  let isImage: Bool
  /// False for a bracket before a link, because links cannot be nested.
  var isActive = true
  /// True if another bracket came behind it.
  var hasBracket = false
  /// Index of the last bracket of a link before it; -1 if there is none.
  var previousLink = -1
}

/// An incomplete construct at `position`.
enum PendingInline {
  case none
  case tag(RawHTMLScanner, addressEnd: Int)
  case tail(LinkTail)
  /// Offset up to which its end was searched for.
  case search(Int)
}

/// The inline parser (CommonMark, section 6), which reads the text of a paragraph piece by piece.
///
/// It writes the part that can no longer change: before the first unmatched delimiter or bracket,
/// and up to the last completed word.
struct InlineParser {
  /// The text that is not written yet.
  private(set) var text: [UInt8] = []

  /// Offset of the next byte to scan.
  var position = 0

  /// Start of the text before `position` that is in no node.
  var textStart = 0

  /// Start of the white space before the last word in that text.
  private var wordStart = 0

  /// Offsets of the text in the document.
  var sources = InlineSources()

  var nodes = InlineNodes()
  var delimiters = DelimiterStack()
  /// The open brackets; the first one is always active.
  var brackets: [Bracket] = []
  var pending = PendingInline.none
  var absence = AbsentEnds()
  /// End of the last checked web address, valid or not.
  var addressEnd = 0

  /// True if a reader waits for words: the blank behind a word is written with it.
  var writesWords = false
  let options: MarkdownOptions

  init(options: MarkdownOptions) { self.options = options }

  /// Clears the paragraph.
  mutating func reset() {
    text.removeAll(keepingCapacity: true)
    position = 0
    textStart = 0
    wordStart = 0
    sources.removeAll()
    delimiters.removeAll()
    brackets.removeAll(keepingCapacity: true)
    pending = .none
    absence = AbsentEnds()
    addressEnd = 0
    writesWords = false
  }

  /// Appends text that begins at an offset in the document.
  mutating func append(_ range: Range<Int>, of line: Span<UInt8>, from source: Int) {
    sources.append(at: text.count, from: source)
    text.append(range, of: line)
  }

  mutating func append(_ byte: UInt8) { text.append(byte) }

  /// Removes text that is not to be scanned from the start or the end.
  mutating func removeText(_ range: Range<Int>) {
    text.removeSubrange(range)
    if range.lowerBound == 0 { sources.removeFirst(range.count) }
  }

  /// Skips text before anything is scanned.
  mutating func skip(to offset: Int) {
    position = offset
    textStart = offset
    wordStart = offset
  }

  /// Scans the rest of the text, writes it and clears the paragraph.
  mutating func finish(_ references: inout LinkReferences, to events: inout MarkdownEvents) {
    let end = text.count - text.reversed().prefix { $0.isASCIIWhitespace }.count
    scan(to: end, isFinal: true, &references)
    // A line feed that was read already ends no line here.
    if textStart > end { nodes.endText(at: end) }
    endText(at: end)
    delimiters.match(in: &nodes)
    write(before: -1, to: &events)
    reset()
  }

  private mutating func write(before stop: Int, to events: inout MarkdownEvents) {
    // Another name for the array, as its span would keep the whole parser from being changed.
    let text = text
    nodes.write(before: stop, of: text.span, &sources, to: &events)
  }

  /// Scans text up to an offset, and writes what can no longer change.
  mutating func advance(
    to limit: Int, _ references: inout LinkReferences, to events: inout MarkdownEvents
  ) {
    let start = position
    scan(to: limit, isFinal: false, &references)
    findWordStart(from: start)
    if position == limit, limit < text.count, text[limit] == 0x0A {
      // The line feed is known to come.
      wordStart = text.span.trimmedEnd(from: wordStart, to: limit)
    }
    // A reader sees by the blank that the word is whole.
    let hasBlank =
      writesWords && wordStart < limit
      && (text[wordStart] == 0x0A
        || text[wordStart] == 0x20 && wordStart > 0 && !text[wordStart - 1].isASCIIWhitespace)
    endText(at: hasBlank ? wordStart + 1 : wordStart)
    let stop = firstUndecided()
    write(before: stop ?? -1, to: &events)
    if stop == nil {
      delimiters.removeAll()
      removeWritten()
    }
  }

  /// True if the text ends in a word, whatever the next line is.
  var isAtEndOfWord: Bool {
    guard let last = text.last, case .none = pending else { return false }
    return !last.isASCIIWhitespace && last != 0x5C
  }

  /// The first node that more text may change.
  private mutating func firstUndecided() -> Int? {
    if brackets.isEmpty { delimiters.match(in: &nodes) }
    guard let bracket = brackets.first else { return delimiters.firstOpener?.node }
    guard let opener = delimiters.firstOpener,
      opener.position < total(bracket.end)
    else { return bracket.node }
    return opener.node
  }

  /// Frees the memory of written text, in a long paragraph.
  private mutating func removeWritten() {
    // The scalar before the next one counts for delimiters.
    let count = textStart - 4
    guard count > 1 << 15, case .none = pending else { return }
    text.removeFirst(count)
    sources.removedCount += count
    position -= count
    textStart -= count
    wordStart -= count
    addressEnd = max(0, addressEnd - count)
  }

  /// Offset of a position in all text so far.
  func total(_ offset: Int) -> Int { offset + sources.removedCount }

  /// Position of an offset in all text so far.
  func local(_ total: Int) -> Int { total - sources.removedCount }

  /// Makes a node of the text before an offset.
  mutating func endText(at end: Int) {
    if textStart < end {
      nodes.append(InlineNode(kind: .text, range: textStart..<end))
      textStart = end
    }
    wordStart = max(wordStart, textStart)
  }

  /// Finds the last white space before `position`: the word behind it may be incomplete.
  private mutating func findWordStart(from start: Int) {
    var offset = position
    let first = max(start, textStart)
    while offset > first, !text[offset - 1].isASCIIWhitespace { offset -= 1 }
    guard offset > first else { return }
    while offset > first, text[offset - 1].isASCIIWhitespace { offset -= 1 }
    let goesOn = offset == first && offset > textStart && text[offset - 1].isASCIIWhitespace
    if !goesOn { wordStart = offset }
  }

  private mutating func scan(to limit: Int, isFinal: Bool, _ references: inout LinkReferences) {
    while position < limit {
      position = text.span.firstInlineStart(from: position, to: limit)
      guard position < limit else { return }
      let isKnown = scanStart(text[position], limit, isFinal, &references)
      guard isKnown || isFinal else { return }
      if !isKnown { position += 1 }
      pending = .none
    }
  }

  /// Scans the construct that starts at `position`, and advances past it; false if more text is
  /// needed.
  private mutating func scanStart(
    _ byte: UInt8, _ limit: Int, _ isFinal: Bool, _ references: inout LinkReferences
  ) -> Bool {
    switch byte {
    case 0x0A: scanLineFeed()
    case 0x5C: return scanBackslash(limit, isFinal)
    case 0x60: return scanCode(limit, isFinal)
    case 0x2A, 0x5F: return scanDelimiter(limit, isFinal)
    case 0x5B:
      if options.hasExtensions {
        switch scanFootnoteMark(limit, isFinal, &references) {
        case .end: return true
        case .incomplete: return false
        case .none: break
        }
      }
      openBracket(length: 1)
      return true
    case 0x21:
      if position + 1 == limit { return false }
      guard text[position + 1] == 0x5B else { break }
      openBracket(length: 2)
      return true
    case 0x5D: return closeBracket(limit, isFinal, &references)
    case 0x3C: return scanAngle(limit, isFinal)
    case 0x26: return scanReference(limit, isFinal)
    case _ where !options.hasExtensions: break
    case 0x7E: return scanDelimiter(limit, isFinal)
    case 0x24: return scanDollar(limit, isFinal)
    default: return scanExtendedAutolink(byte, limit, isFinal)
    }
    return skipByte()
  }

  mutating func skipByte() -> Bool {
    position += 1
    return true
  }

  /// Drops spaces before a line feed, and makes two of them a line break.
  private mutating func scanLineFeed() {
    // The first of them may be written.
    let end = text.span.trimmedEnd(from: max(0, textStart - 1), to: position)
    guard end < position else { return }
    endText(at: end)
    textStart = position
    if position - end >= 2, text[position - 1] == 0x20, text[position - 2] == 0x20 {
      append(.lineBreak, to: position + 1)
      position -= 1
    }
  }

  private mutating func scanBackslash(_ limit: Int, _ isFinal: Bool) -> Bool {
    guard position + 1 < limit else { return false }
    let next = text[position + 1]
    if options.hasExtensions, next == 0x28 || next == 0x5B {
      switch scanFormula(next == 0x28 ? .parentheses : .brackets, limit, isFinal) {
      case .end: return true
      case .incomplete: return false
      case .none: break
      }
    }
    if next == 0x0A {
      append(.lineBreak, to: position + 2)
    } else if next.isASCIIPunctuation {
      endText(at: position)
      textStart = position + 1
      position += 2
    } else {
      position += 1
    }
    return true
  }

  private mutating func scanReference(_ limit: Int, _ isFinal: Bool) -> Bool {
    guard let reference = Reference(in: text.span, at: position, before: limit) else {
      let end = min(limit, position + Reference.longest)
      let isOpen = text[position + 1..<end].allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x23
      }
      if !isFinal, isOpen, end == limit, end < position + Reference.longest { return false }
      return skipByte()
    }
    append(.reference, to: reference.end)
    return true
  }

  /// Appends a node of the text from `position` to an offset, or of a part, and advances there.
  @discardableResult
  mutating func append(
    _ kind: InlineNode.Kind, to end: Int, of range: Range<Int>? = nil, target: Int = 0
  ) -> Int {
    endText(at: position)
    let range = range ?? position..<end
    position = end
    textStart = end
    return nodes.append(InlineNode(kind: kind, range: range, target: target))
  }
}

extension Span<UInt8> {
  /// Offset of the next byte that may start something other than text.
  @inline(__always)
  func firstInlineStart(from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end {
      let byte = self[offset]
      let bits = byte < 64 ? Self.lowStarts : byte < 128 ? Self.highStarts : 0
      if bits >> UInt64(byte & 63) & 1 != 0 { break }
      offset &+= 1
    }
    return offset
  }

  /// Line feed, `!`, `$`, `&`, `*`, `.`, `:`, `<`.
  private static var lowStarts: UInt64 {
    1 << 0x0A | 1 << 0x21 | 1 << 0x24 | 1 << 0x26 | 1 << 0x2A | 1 << 0x2E | 1 << 0x3A | 1 << 0x3C
  }

  /// `@`, `[`, `\`, `]`, `_`, `` ` ``, `~`.
  private static var highStarts: UInt64 {
    1 << 0x00 | 1 << 0x1B | 1 << 0x1C | 1 << 0x1D | 1 << 0x1F | 1 << 0x20 | 1 << 0x3E
  }
}
