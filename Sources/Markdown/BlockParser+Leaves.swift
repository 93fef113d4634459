import Bytes

/// An open paragraph, or a heading.
struct Paragraph {
  /// True when its start was written.
  var isReleased = false

  var element = MarkdownElement.paragraph

  var isFirstInItem = false

  var lineCount = 0

  /// Offset of its last line in `text`.
  var lineStart = 0

  /// True if its last line may be the header of a table, after the paragraph's start was written.
  var holdsLine = false

  /// End of the text of a heading, without number signs that may close it.
  var textEnd = 0
}

extension BlockParser {
  // MARK: - Starts

  /// Starts a heading, fenced code, raw HTML or a table, if the line begins one.
  mutating func startLeaf(
    _ line: Span<UInt8>, _ cursor: LineCursor, matched: Int, _ interrupts: Bool, isLazy: Bool
  ) -> Bool {
    let start = cursor.contentStart
    let end = cursor.end
    switch line[start] {
    case 0x23:
      guard let level = line.headingLevel(at: start, before: end) else { return false }
      close(to: matched)
      startHeading(level, line, line.skipBlanks(from: start + level, to: end)..<end)
      return true
    case 0x60, 0x7E:
      guard let fence = line.openingFence(at: start, before: end, indent: cursor.indent) else {
        return false
      }
      close(to: matched)
      startFence(fence, line, start + fence.length..<end)
      return true
    case 0x3C:
      guard let blockEnd = line.htmlBlockEnd(at: start, before: end, interrupts: isLazy) else {
        return false
      }
      close(to: matched)
      addBlock()
      events.start(.htmlBlock)
      leaf = .html(blockEnd)
      addHTMLLine(line, cursor)
      return true
    case 0x3D, 0x2D, 0x7C, 0x3A:
      guard interrupts else { return false }
      return underlineParagraph(line, start..<end) || startTable(line, start..<end)
    default: return false
    }
  }

  private mutating func startHeading(_ level: Int, _ line: Span<UInt8>, _ text: Range<Int>) {
    addBlock()
    references.inputCount = inputCount
    events.start(.heading(level))
    inlines.append(text, of: line, from: base + text.lowerBound)
    paragraph = Paragraph()
    openLine = .heading(level)
  }

  private mutating func startFence(_ fence: Fence, _ line: Span<UInt8>, _ info: Range<Int>) {
    addBlock()
    let start = line.skipBlanks(from: info.lowerBound, to: info.upperBound)
    let end = line.trimmedEnd(from: start, to: info.upperBound)
    events.start(.codeBlock, value: { $0.appendUnescaped(start..<end, of: line) })
    leaf = .fencedCode(fence)
  }

  mutating func startIndentedCode(_ line: Span<UInt8>, _ cursor: inout LineCursor) {
    addBlock()
    events.start(.codeBlock)
    leaf = .indentedCode
    cursor.advance(columns: 4, in: line)
    addCodeLine(line, cursor)
  }

  mutating func startParagraph(_ line: Span<UInt8>, _ cursor: LineCursor) {
    closeList()
    let last = containers.count - 1
    paragraph = Paragraph()
    paragraph.isFirstInItem = containers[last].kind == .item && !containers[last].hasChild
    containers[last].hasChild = true
    references.inputCount = inputCount
    leaf = .paragraph
    addParagraphLine(line, cursor)
  }

  // MARK: - Lines

  /// Adds a line to the leaf, if that accepts any line.
  mutating func continueLeaf(_ line: Span<UInt8>, _ cursor: inout LineCursor) -> Bool {
    switch leaf {
    case .fencedCode(let fence):
      if !cursor.isIndented, line.closes(fence, at: cursor.contentStart, before: cursor.end) {
        closeLeaf()
      } else {
        cursor.advance(columns: fence.indent, in: line)
        addCodeLine(line, cursor)
      }
      return true
    case .indentedCode:
      guard cursor.isBlank || cursor.isIndented else { return false }
      cursor.advance(columns: 4, in: line)
      if cursor.isBlank {
        if blankCode.isEmpty { blankCodeSource = base + cursor.offset }
        blankCode.append(cursor.offset..<cursor.end, of: line)
        blankCode.append(0x0A)
        noteBlankLine()
      } else {
        clearBlankLines()
        let blank = blankCode
        blankCode.removeAll()
        events.source = blankCodeSource
        events.append(.text) { $0 += blank }
        addCodeLine(line, cursor)
      }
      return true
    case .html(let blockEnd):
      guard blockEnd != .blankLine || !cursor.isBlank else { return false }
      addHTMLLine(line, cursor)
      return true
    case .none, .paragraph, .table: return false
    }
  }

  private mutating func addCodeLine(_ line: Span<UInt8>, _ cursor: LineCursor) {
    events.source = base + cursor.offset - cursor.spaces
    events.append(.text) { $0.append(cursor, of: line) }
    openLine = .code
  }

  private mutating func addHTMLLine(_ line: Span<UInt8>, _ cursor: LineCursor) {
    events.source = base + cursor.offset - cursor.spaces
    events.append(.html, .htmlBlock) {
      $0.append(cursor, of: line)
      $0.append(0x0A)
    }
    if case .html(let blockEnd) = leaf,
      line.contains(blockEnd, from: cursor.contentStart, to: cursor.end)
    {
      closeLeaf()
    }
  }

  mutating func addParagraphLine(_ line: Span<UInt8>, _ cursor: LineCursor) {
    if let last = inlines.text.last, last != 0x0A { inlines.append(0x0A) }
    paragraph.lineStart = inlines.total(inlines.text.count)
    paragraph.lineCount += 1
    paragraph.holdsLine = options.hasExtensions && cursor.first(in: line) == 0x7C
    let text = cursor.contentStart..<cursor.end
    inlines.append(text, of: line, from: base + text.lowerBound)
    openLine = .paragraph
  }

  // MARK: - Ends

  mutating func closeLeaf() {
    let closed = leaf
    leaf = .none
    switch closed {
    case .none: break
    case .paragraph: closeParagraph()
    case .fencedCode, .indentedCode:
      blankCode.removeAll()
      events.end(.codeBlock)
    case .html: events.end(.htmlBlock)
    case .table: closeTable()
    }
  }

  mutating func closeParagraph() {
    if !paragraph.isReleased {
      readDefinitions()
      guard !inlines.text.isEmpty else { return inlines.reset() }
      release()
    }
    finishInlines()
    events.end(paragraph.element)
  }

  mutating func finishInlines() {
    if pass == .first { inlines.reset() } else { inlines.finish(&references, to: &events) }
  }

  /// Makes the paragraph a heading if a line underlines it.
  private mutating func underlineParagraph(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard !paragraph.isReleased,
      let level = line.underlineLevel(at: range.lowerBound, before: range.upperBound)
    else { return false }
    readDefinitions()
    guard !inlines.text.isEmpty else { return false }
    leaf = .none
    addBlock()
    events.start(.heading(level))
    finishInlines()
    events.end(.heading(level))
    return true
  }

  mutating func endHeading(_ level: Int) {
    let end = inlines.text.span.headingTextEnd(from: 0, to: inlines.text.count)
    inlines.removeText(end..<inlines.text.count)
    finishInlines()
    events.end(.heading(level))
  }

  /// Removes the link reference definitions from the start of the paragraph.
  private mutating func readDefinitions() {
    var end = 0
    while !startsFootnote(at: end), let definition = LinkDefinition(in: inlines.text.span, at: end)
    {
      if references.define(definition.label, definition.target) {
        events.source = inlines.sources.source(of: end)
        events.append(.lateDefinition) { $0 += definition.label }
      }
      end = definition.end
    }
    guard end > 0 else { return }
    inlines.removeText(0..<end)
    paragraph.lineStart = max(0, paragraph.lineStart - end)
  }

  // MARK: - What is certain

  mutating func advanceParagraph() {
    guard pass != .first, paragraph.isReleased || isCertain else { return }
    if !paragraph.isReleased { release() }
    let end = inlines.text.count
    let limit = paragraph.holdsLine ? max(0, inlines.local(paragraph.lineStart) - 1) : end
    inlines.advance(to: limit, &references, to: &events)
  }

  /// Writes the last word of a line of the open paragraph.
  ///
  /// The word is complete, whatever follows. The line feed shows that to a reader and is ignored at
  /// the end of the paragraph; blanks or a backslash before it would not be.
  mutating func endParagraphLine() {
    advanceParagraph()
    guard inlines.writesWords, paragraph.isReleased, !paragraph.holdsLine, inlines.isAtEndOfWord
    else { return }
    inlines.append(0x0A)
    advanceParagraph()
  }

  /// True if words of the open line or paragraph wait that a pause in the input releases.
  var holdsWords: Bool {
    guard pass == .only, !inlines.writesWords, !inlines.text.isEmpty else { return false }
    if case .heading = openLine { return true }
    return leaf == .paragraph && (paragraph.isReleased || mayBeText)
  }

  /// Writes these words, and from now on each completed word of this line or paragraph.
  mutating func releaseWords() {
    guard holdsWords else { return }
    inlines.writesWords = true
    if openLine == .none { endParagraphLine() } else { advanceLine() }
  }

  mutating func advanceHeading() {
    guard pass != .first else { return }
    let text = inlines.text
    var end = text.count
    let known = paragraph.textEnd
    while end > known, text[end - 1].isBlank || text[end - 1] == 0x23 { end -= 1 }
    paragraph.textEnd = end
    inlines.advance(to: end, &references, to: &events)
  }

  /// True if the open paragraph cannot become a heading, a table or a definition.
  private var isCertain: Bool {
    // Headings and headers are shorter. A whole document is in memory anyway.
    if pass == .only, inlines.text.count > 1 << 16 { return true }
    return inlines.writesWords && mayBeText
  }

  /// True if a pause makes the open paragraph text: it begins like no table and no definition.
  private var mayBeText: Bool {
    if paragraph.lineCount < 2, paragraph.holdsLine { return false }
    // A task's box is `[x]` and a space.
    guard inlines.text.first == 0x5B else { return true }
    return inlines.text.count > 3 && !inlines.text.span.mayBeDefinition
  }

  /// Writes the start of the paragraph.
  private mutating func release() {
    addBlock()
    paragraph.isReleased = true
    paragraph.element = isTight ? .tightParagraph : .paragraph
    events.source = inlines.sources.first
    events.start(paragraph.element)
    let text = inlines.text
    guard options.hasExtensions, paragraph.isFirstInItem, text.count > 3, text[0] == 0x5B,
      text[2] == 0x5D, text[3].isASCIIWhitespace
    else { return }
    let isChecked = text[1] | 0x20 == 0x78
    guard isChecked || text[1] == 0x20 else { return }
    events.append(.empty, .task, number: isChecked ? 1 : 0)
    inlines.skip(to: 3)
  }
}
