import Bytes
import Diagnostics
import Styling

/// The search for patterns in lines of markup or coloured text.
struct LineSearch {
  /// The end of the searched text in the current line.
  var end = 0

  /// True in the rest of a line of which a part was released early.
  var isContinued = false

  /// True if the rest of the line has no matches.
  var isLong = false
}

/// Matches of patterns in text with elements: each is the innermost element of its text, and is cut
/// at the edges of other elements.
extension TreeBuilder {
  /// True if each complete line is searched for patterns.
  var searchesLines: Bool { plain.search != nil }

  /// True if text waits for the end of its line.
  var waitsForMatches: Bool {
    mutating get {
      guard let search = plain.search, open.boxes.isEmpty, open.scripts.isEmpty else {
        return false
      }
      return search.end < line.bytes.count
    }
  }

  /// The end of the searched text; a very long line is not searched.
  mutating func searchedEnd() -> Int {
    guard var search = plain.search else { return .max }
    search.isLong = isSearchedLineLong
    if search.isLong { search.end = line.bytes.count }
    plain.search = search
    return search.end
  }

  var isSearchedLineLong: Bool {
    guard let search = plain.search else { return false }
    return search.isLong || line.bytes.count - search.end >= PlainTextTokenizer.longestLine
  }

  /// Makes elements of the matches in the unsearched text, which is the rest of the line if
  /// `isWhole`; returns true if the line shows nothing then.
  @discardableResult
  mutating func findMatches(isWhole: Bool, at source: Range<Int> = 0..<0) -> Bool {
    guard let search = plain.search else { return false }
    if !isWhole { endRun() }
    let isLong = isSearchedLineLong
    // The edges of blocks in matches end no line.
    plain.search = nil
    defer {
      plain.search = LineSearch(
        end: line.bytes.count, isContinued: !isWhole, isLong: !isWhole && search.isLong)
    }
    guard !isLong else { return false }
    let hidden = open.hidesText
    let text = Array(line.bytes[search.end...])
    let spans = plain.tokenizer.elements(in: text.span, isLine: isWhole && !search.isContinued)
    if plain.tokenizer.takesCostlyLine() { log.record(.lineTooCostly, at: source) }
    guard !spans.isEmpty else { return false }
    // The layout of a document knows styles, too, and renews them with it.
    if styles.isFull, tree == nil, !styles.options.form.isDocument {
      leaveGraphics()
      renewStyles()
    }
    var writer = MatchWriter(line.takeTail(from: search.end), spans)
    let start = line.bytes.count
    let (style, count, outer) = (current, children, element)
    // The text has its marks.
    var scripts: [OpenScript] = []
    swap(&scripts, &open.scripts)
    while writer.step(&self) {}
    swap(&scripts, &open.scripts)
    (current, children) = (style, count)
    element = outer
    let hidesAll = open.hidesText && line.bytes.count == start && !search.isContinued
    open.hidesText = hidden && !isWhole
    return hidesAll
  }
}

/// Writes a line again with its matches, in parts without an edge of an element or box inside.
private struct MatchWriter {
  private let tail: StyledLines
  private let spans: [MatchedSpan]

  /// The start of the next part.
  private var offset = 0
  private var run = 0
  private var nextSpan = 0
  private var nextBox = 0

  /// The matches around the part, the outermost first; those in `entries` are open.
  private var around: [MatchedSpan] = []
  private var entries: [OpenElements.Entry] = []

  init(_ tail: StyledLines, _ spans: [MatchedSpan]) {
    self.tail = tail
    self.spans = spans
  }

  /// Writes the next part; returns false at the end of the line.
  mutating func step(_ builder: inout TreeBuilder) -> Bool {
    closeMatches(upTo: offset, &builder)
    closeBoxes(&builder)
    if run + 1 < tail.runs.count, tail.runs[run + 1].start == offset {
      close(keeping: 0, &builder)
      run += 1
    }
    while nextBox < tail.boxes.count, tail.boxes[nextBox].range.lowerBound == offset {
      close(keeping: 0, &builder)
      openBox(&builder)
      closeBoxes(&builder)
    }
    if entries.isEmpty, run < tail.runs.count {
      builder.current = tail.runs[run].style
      builder.element = tail.runs[run].element
    }
    while nextSpan < spans.count, spans[nextSpan].range.lowerBound == offset {
      around.append(spans[nextSpan])
      nextSpan += 1
      openMatches(&builder)
      // Only a line may be empty.
      closeMatches(upTo: offset, &builder)
    }
    guard offset < tail.bytes.count else { return false }
    openMatches(&builder)
    let end = partEnd(builder)
    append(offset..<end, &builder)
    offset = end
    return true
  }

  private func partEnd(_ builder: borrowing TreeBuilder) -> Int {
    var end = tail.end(ofRun: run)
    if nextSpan < spans.count { end = min(end, spans[nextSpan].range.lowerBound) }
    if let last = around.last { end = min(end, last.range.upperBound) }
    if nextBox < tail.boxes.count { end = min(end, tail.boxes[nextBox].range.lowerBound) }
    if let box = openBoxes.last { end = min(end, tail.boxes[box.tail].range.upperBound) }
    return end
  }

  private func append(_ range: Range<Int>, _ builder: inout TreeBuilder) {
    let source = tail.source(of: range, inRun: run)
    if builder.isHidden {
      builder.tree?.hide(Array(tail.bytes[range]), in: builder.element, source: source)
    } else if builder.styles.summary(builder.current).isVerbatim || entries.isEmpty {
      builder.line.append(
        range, of: tail.bytes.span, builder.current, element: builder.element, source: source)
    } else {
      builder.transform(range, of: tail.bytes, source: source, isEnd: true)
    }
  }

  // MARK: Matches

  private mutating func openMatches(_ builder: inout TreeBuilder) {
    for span in around[entries.count...] {
      let number = Int32(truncatingIfNeeded: builder.children + 1)
      let style = builder.style(of: span.element, tail.bytes.span.extracting(span.whole))
      let entry = OpenElements.Entry(
        offset: sourceStart + builder.log.base, outer: builder.current.index, siblings: number,
        outerElement: builder.element,
        element: builder.plain.tokenizer.elements[span.element].tag.element)
      entries.append(entry)
      builder.enter(
        style, entry, depth: builder.elements.depth + entries.count, tag: sourceStart..<sourceStart)
    }
  }

  private var sourceStart: Int {
    run < tail.runs.count ? tail.source(of: offset..<offset, inRun: run).lowerBound : 0
  }

  private mutating func closeMatches(upTo end: Int, _ builder: inout TreeBuilder) {
    while let last = around.last, last.range.upperBound <= end {
      around.removeLast()
      close(keeping: around.count, &builder)
    }
  }

  private mutating func close(keeping count: Int, _ builder: inout TreeBuilder) {
    while entries.count > count {
      let depth = builder.elements.depth + entries.count
      builder.leave(entries.removeLast(), depth: depth, at: sourceStart)
    }
  }

  // MARK: Boxes

  /// The earlier boxes around the part, by their numbers in `tail` and in the line.
  private var openBoxes: [(tail: Int, line: Int)] = []

  private mutating func openBox(_ builder: inout TreeBuilder) {
    var box = tail.boxes[nextBox]
    let start = builder.line.bytes.count
    box.range = start..<start
    openBoxes.append((nextBox, builder.line.boxes.count))
    nextBox += 1
    // No match has this depth.
    builder.open.boxes.append(
      OpenBox(index: builder.line.boxes.count, depth: 0, element: .span, offset: 0))
    builder.line.boxes.append(box)
  }

  private mutating func closeBoxes(_ builder: inout TreeBuilder) {
    while let last = openBoxes.last, tail.boxes[last.tail].range.upperBound <= offset {
      close(keeping: 0, &builder)
      let start = builder.line.boxes[last.line].range.lowerBound
      builder.line.boxes[last.line].range = start..<builder.line.bytes.count
      openBoxes.removeLast()
      builder.open.boxes.removeLast()
    }
  }
}
