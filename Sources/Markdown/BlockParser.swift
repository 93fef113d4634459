import Bytes

/// The block parser (CommonMark, sections 4 and 5), which reads line by line.
struct BlockParser {
  /// The most nested containers; further markers are text, because each line visits all open
  /// containers and time would not be linear.
  static let mostContainers = 200

  var events = MarkdownEvents()
  var inlines: InlineParser
  var references: LinkReferences
  var containers = [Container(kind: .document)]
  var leaf = Leaf.none
  var paragraph = Paragraph()
  var table = Table()
  var openLine = OpenLine.none
  /// Blank lines of indented code, which belong to it only if more code follows.
  var blankCode: [UInt8] = []
  /// True if containers may have ended in a blank line.
  private var hasBlankLine = false
  /// True for the loose lists of a document that was read before.
  var looseLists: [Bool]
  var listCount = 0
  /// Offset in the document of the current lines' bytes.
  var base = 0
  /// Offset in the document of blank lines that may belong to code.
  var blankCodeSource = 0
  /// Number of bytes of the lines before the current one.
  var inputCount = 0
  let options: MarkdownOptions
  let pass: Pass

  /// The pass over the document.
  enum Pass {
    /// The only one: links are defined before they are used.
    case only
    /// The first one, for definitions and loose lists only.
    case first
    case second
  }

  init(options: MarkdownOptions, pass: Pass, outline: MarkdownOutline = MarkdownOutline()) {
    self.options = options
    self.pass = pass
    references = outline.references
    looseLists = outline.looseLists
    inlines = InlineParser(options: options)
  }

  mutating func readLine(_ line: Span<UInt8>, _ range: Range<Int>, isComplete: Bool) {
    events.source = base + range.lowerBound
    var cursor = LineCursor(line, range)
    // One blank line is like any number of them, but the second one may end a block quote.
    if cursor.isBlank, hasBlankLine, leaf == .none, let last = containers.last, !last.isInQuote {
      return
    }
    let matched = matchContainers(line, &cursor)
    let isWhole = matched == containers.count
    if !isWhole || !continueLeaf(line, &cursor) { startBlocks(line, &cursor, matched: matched) }
    if isComplete { endLine() } else { advanceLine() }
  }

  /// Reads more of an open line.
  mutating func continueLine(_ line: Span<UInt8>, _ range: Range<Int>) {
    if openLine == .code {
      events.source = base + range.lowerBound
      events.append(.text) { $0.append(range, of: line) }
    } else {
      inlines.append(range, of: line, from: base + range.lowerBound)
    }
  }

  /// Writes the part of an open line that more text cannot change.
  mutating func advanceLine() {
    switch openLine {
    case .none, .code: break
    case .paragraph: advanceParagraph()
    case .heading: advanceHeading()
    }
  }

  mutating func endLine() {
    switch openLine {
    case .none: break
    case .code: events.append(.text) { $0.append(0x0A) }
    case .paragraph: endParagraphLine()
    case .heading(let level): endHeading(level)
    }
    openLine = .none
  }

  mutating func finish() {
    endLine()
    closeLeaf()
    closeContainers(to: 1)
    if pass == .only { addMissingFootnotes() }
  }

  // MARK: - Containers

  /// Skips the markers of the open containers, and returns the number of those that continue.
  private mutating func matchContainers(_ line: Span<UInt8>, _ cursor: inout LineCursor) -> Int {
    var index = 1
    while index < containers.count {
      let container = containers[index]
      switch container.kind {
      case .blockQuote:
        guard !cursor.isIndented, cursor.first(in: line) == 0x3E else { return index }
        cursor.move(to: cursor.contentStart + 1, in: line)
        cursor.advance(columns: 1, in: line)
      case .item:
        if !cursor.isBlank, cursor.indent >= container.contentIndent {
          cursor.advance(columns: container.contentIndent, in: line)
        } else if cursor.isBlank, container.hasChild {
          cursor.advance(columns: min(cursor.indent, container.contentIndent), in: line)
        } else {
          return index
        }
      case .footnote:
        guard cursor.isIndented || cursor.isBlank else { return index }
        cursor.advance(columns: 4, in: line)
      default: break
      }
      index += 1
    }
    return index
  }

  /// Starts the blocks that begin on a line, and adds the rest of the line to the last one.
  private mutating func startBlocks(_ line: Span<UInt8>, _ cursor: inout LineCursor, matched: Int) {
    var matched = matched
    var isInParagraph = leaf == .paragraph
    var hasNewContainer = false
    // The failure of one search for a thematic break counts for all that start before it.
    var obstacle = -1
    while !cursor.isBlank, let byte = cursor.first(in: line) {
      let interrupts = isInParagraph && matched == containers.count
      events.source = base + cursor.contentStart
      if cursor.isIndented {
        guard !isInParagraph else { break }
        close(to: matched)
        return startIndentedCode(line, &cursor)
      }
      let start = cursor.contentStart
      if byte == 0x3E, containers.count < Self.mostContainers {
        close(to: matched)
        addBlock()
        cursor.move(to: start + 1, in: line)
        cursor.advance(columns: 1, in: line)
        let alert = alert(line, cursor)
        open(Container(kind: .blockQuote), number: alert?.rawValue ?? 0)
        if alert != nil { return }
      } else if byte == 0x5B, containers.count < Self.mostContainers,
        let labelEnd = line.footnoteEnd(at: start, before: cursor.end),
        startFootnote(start + 2..<labelEnd, line, matched: matched)
      {
        cursor.move(to: line.skipBlanks(from: labelEnd + 2, to: cursor.end), in: line)
      } else if startLeaf(line, cursor, matched: matched, interrupts, isLazy: isInParagraph) {
        return
      } else if isThematicBreak(line, cursor, &obstacle) {
        close(to: matched)
        addBlock()
        events.append(.empty, .thematicBreak)
        return
      } else if containers.count < Self.mostContainers,
        let marker = line.listMarker(at: start, before: cursor.end, interrupts: interrupts)
      {
        close(to: matched)
        startItem(marker, line, &cursor)
      } else {
        break
      }
      matched = containers.count
      isInParagraph = false
      hasNewContainer = true
    }
    addRest(line, cursor, matched: matched, hasNewContainer: hasNewContainer)
  }

  private func isThematicBreak(
    _ line: Span<UInt8>, _ cursor: LineCursor, _ obstacle: inout Int
  ) -> Bool {
    guard cursor.contentStart > obstacle else { return false }
    guard let found = line.thematicBreakObstacle(at: cursor.contentStart, before: cursor.end)
    else { return true }
    // A byte that cannot start a break does not exclude one behind it.
    obstacle = max(obstacle, found - 1)
    return false
  }

  /// Adds the rest of a line that starts no block: text, or nothing.
  private mutating func addRest(
    _ line: Span<UInt8>, _ cursor: LineCursor, matched: Int, hasNewContainer: Bool
  ) {
    if cursor.isBlank {
      close(to: matched)
      if !hasNewContainer { noteBlankLine() }
    } else if leaf == .paragraph {
      // Here a line without some of the markers continues the paragraph nevertheless.
      addParagraphLine(line, cursor)
    } else if leaf == .table, matched == containers.count,
      addTableRow(line, cursor.contentStart..<cursor.end)
    {
      return
    } else {
      close(to: matched)
      startParagraph(line, cursor)
    }
  }

  private mutating func startItem(
    _ marker: ListMarker, _ line: Span<UInt8>, _ cursor: inout LineCursor
  ) {
    if let last = containers.last, !marker.continues(last) { startList(marker) }
    let width = marker.end - cursor.contentStart
    let indent = cursor.indent
    cursor.move(to: marker.end, in: line)
    let isFar = cursor.isBlank || cursor.indent > 4
    let padding = isFar ? 1 : cursor.indent
    cursor.advance(columns: padding, in: line)
    addChild()
    var item = Container(kind: .item)
    item.contentIndent = indent + width + padding
    open(item)
  }

  private mutating func startList(_ marker: ListMarker) {
    addBlock()
    var list = Container(kind: marker.number == nil ? .bulletList : .orderedList)
    list.marker = marker.byte
    list.ordinal = listCount
    if pass == .second {
      list.isLoose = looseLists.indices.contains(listCount) && looseLists[listCount]
    } else if pass == .first {
      looseLists.append(false)
    }
    listCount += 1
    open(list, number: marker.number ?? 0)
  }

  mutating func open(
    _ container: Container, number: Int = 0, value: (inout [UInt8]) -> Void = { _ in }
  ) {
    var container = container
    container.isInQuote =
      container.kind == .blockQuote || containers[containers.count - 1].isInQuote
    containers.append(container)
    events.start(container.element, number: number, value: value)
  }

  /// Ends the leaf, and the containers from an index on.
  mutating func close(to count: Int) {
    closeLeaf()
    closeContainers(to: count)
  }

  mutating func closeContainers(to count: Int) {
    while containers.count > count, let container = containers.popLast() {
      events.end(container.element)
    }
  }

  // MARK: - Loose lists

  /// Prepares the last container for a block in it that is no list item.
  mutating func addBlock() {
    closeList()
    addChild()
  }

  mutating func closeList() {
    if let last = containers.last, last.isList { closeContainers(to: containers.count - 1) }
  }

  /// Records a block in the last container.
  private mutating func addChild() {
    let last = containers.count - 1
    containers[last].hasChild = true
    containers[last].hasBlock = true
    guard hasBlankLine else { return }
    if containers[last].endsInBlankLine {
      makeLoose(containers[last].kind == .item ? last - 1 : last)
    }
    clearBlankLines()
  }

  private mutating func makeLoose(_ index: Int) {
    guard containers[index].isList, pass != .second else { return }
    containers[index].isLoose = true
    if pass == .first { looseLists[containers[index].ordinal] = true }
  }

  mutating func clearBlankLines() {
    guard hasBlankLine else { return }
    hasBlankLine = false
    for index in containers.indices { containers[index].endsInBlankLine = false }
  }

  /// Records that the innermost container and the lists around it end in a blank line.
  mutating func noteBlankLine() {
    var index = containers.count - 1
    while index > 0, containers[index].isListOrItem {
      if containers[index].hasBlock { containers[index].endsInBlankLine = true }
      hasBlankLine = true
      index -= 1
    }
  }

  /// Offset in the document of the first byte before an offset that is in no event yet.
  func heldSource(before end: Int) -> Int {
    var source = end
    if !inlines.text.isEmpty { source = min(source, inlines.sources.first) }
    if !blankCode.isEmpty { source = min(source, blankCodeSource) }
    return source
  }

  /// True if the last container is an item of a tight list.
  var isTight: Bool {
    guard let last = containers.last, last.kind == .item else { return false }
    return !containers[containers.count - 2].isLoose
  }
}
