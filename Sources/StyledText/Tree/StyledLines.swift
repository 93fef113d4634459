import Bytes

/// Text that is being made into lines: its bytes, runs of styles, and boxes.
///
/// A stream has one line at a time and drops what is written; a text that is read whole has all of
/// its lines. Line breaks are line feeds. Offsets count UTF-8 bytes from 0.
package struct StyledLines: Sendable {
  /// The start of a style.
  package struct Run: Hashable, Sendable {
    package var start: Int

    package var style: StyleID

    /// While a text with elements is built, the number of its element; during layout, the number of
    /// its run, from 1; else 0.
    package var element: Int32

    package init(start: Int, style: StyleID, element: Int32 = 0) {
      self.start = start
      self.style = style
      self.element = element
    }
  }

  /// A part of a line in a box (`display: inline-block`); it may be empty.
  package struct Box: Hashable, Sendable {
    package var range: Range<Int>

    package var style: StyleID

    /// The style around it.
    package var outer: StyleID

    /// The number of its element, if elements are kept.
    package var element: Int32 = 0

    /// The number of boxes around it.
    package var depth: Int

    /// True if it is too long for a layout.
    package var isTooLong = false

    package init(range: Range<Int>, style: StyleID, outer: StyleID, element: Int32, depth: Int) {
      self.range = range
      self.style = style
      self.outer = outer
      self.element = element
      self.depth = depth
    }
  }

  /// The start or end of a block in a document.
  package struct BlockEdge: Hashable, Sendable {
    /// The offset of the text after it.
    package var offset: Int

    /// The style of the block that begins; nil at the end of the innermost one.
    package var style: StyleID?

    /// True if the line feed before it only separates the texts of blocks.
    package var endsLine: Bool

    package init(offset: Int, style: StyleID?, endsLine: Bool = false) {
      self.offset = offset
      self.style = style
      self.endsLine = endsLine
    }
  }

  /// UTF-8 without control characters of a terminal.
  package var bytes: [UInt8] = []

  /// In order; each ends where the next one starts.
  package var runs: [Run] = []

  /// The source of each run, if `tracksSources`.
  package internal(set) var sources: [Range<Int>] = []

  package internal(set) var tracksSources: Bool

  /// The offset in the input of the bytes in which sources count; added to every source.
  package var sourceBase = 0

  /// Outer boxes come before inner ones.
  package var boxes: [Box] = []

  /// In order; only in documents.
  package var blockEdges: [BlockEdge] = []

  /// The start of the last line or block in a document; negative if it was dropped.
  package var lineStart = 0

  /// The offsets of line feeds that end lines of the input; others, such as those of `<br>`, do
  /// not.
  package var lineEnds: [Int] = []

  /// True if text that was already written precedes it in its line.
  package var isAfterText = false

  /// The style of a space after a flat box, which is written if text follows on its line.
  package var owedSpace: StyleID? { didSet { owesLineBreak = false } }

  /// True if that space is a line break between East Asian characters, unless other text follows.
  private var owesLineBreak = false

  /// True if dropped text ends in an East Asian character.
  private var wasEastAsian = false

  /// The bytes from the stylesheet or placeholders.
  package var filledBytes = 0

  package init(tracksSources: Bool = false) { self.tracksSources = tracksSources }

  /// True if the last line or block of a document has no text yet.
  package var isAtLineStart: Bool {
    // More blanks than this are rare, and are not scanned again and again.
    0...32 ~= bytes.count - lineStart && lineStart >= 0
      && bytes[lineStart...].allSatisfy { $0 == 0x20 }
  }

  // MARK: Adding

  package mutating func append(
    _ range: Range<Int>, of text: Span<UInt8>, _ style: StyleID, element: Int32 = 0,
    source: Range<Int> = 0..<0
  ) {
    guard !range.isEmpty else { return }
    var range = range
    if owesLineBreak {
      // Blanks behind a line break collapse with it.
      range = range.dropFirst(range.prefix { text[$0].isBlank }.count)
      guard !range.isEmpty else { return }
    }
    if owedSpace != nil { payOwedSpace(before: range.lowerBound, of: text) }
    let start = bytes.count
    bytes.append(range, of: text)
    extend(from: start, style, element: element, source: source)
  }

  package mutating func append(
    repeating byte: UInt8 = 0x20, count: Int, _ style: StyleID, element: Int32 = 0,
    source: Range<Int> = 0..<0
  ) {
    guard count > 0 else { return }
    let start = bytes.count
    // Most are a few blanks.
    if count <= 8 {
      for _ in 0..<count { bytes.append(byte) }
    } else {
      bytes.append(contentsOf: repeatElement(byte, count: count))
    }
    extend(from: start, style, element: element, source: source)
  }

  /// Sets the style of the bytes from an offset to the end.
  package mutating func extend(
    from start: Int, _ style: StyleID, element: Int32 = 0, source: Range<Int> = 0..<0
  ) {
    guard start < bytes.count else { return }
    guard let last = runs.last, last.style == style, last.element == element else {
      runs.append(Run(start: start, style: style, element: element))
      if tracksSources { sources.append(moved(source)) }
      return
    }
    extendSource(source, style, element: element)
  }

  /// Extends the source of the last run, if that has a style and element.
  mutating func extendSource(_ source: Range<Int>, _ style: StyleID, element: Int32) {
    guard tracksSources, let last = runs.last, last.style == style, last.element == element,
      let known = sources.popLast()
    else { return }
    let source = moved(source)
    sources.append(
      known.isEmpty ? source : known.lowerBound..<max(known.upperBound, source.upperBound))
  }

  /// A range in the current bytes as one in the input.
  func moved(_ source: Range<Int>) -> Range<Int> {
    source.lowerBound + sourceBase..<source.upperBound + sourceBase
  }

  /// True if its line already has text, written or not.
  package var isInsideLine: Bool { bytes.last.map { $0 != 0x0A } ?? isAfterText }

  /// Writes the owed space of a flat box or line break, because text follows; none between two East
  /// Asian characters (CSS Text 4 §4.1.3).
  package mutating func payOwedSpace(before offset: Int, of text: Span<UInt8>) {
    guard let style = owedSpace else { return }
    let isBetween = owesLineBreak && text.isEastAsian(at: offset)
    owedSpace = nil
    if !isBetween { append(count: 1, style) }
  }

  /// Owes the space of a line break to the next text, if East Asian text precedes it.
  mutating func oweLineBreak(_ style: StyleID) -> Bool {
    guard bytes.isEmpty ? wasEastAsian : endsEastAsian(bytes.count) else { return false }
    owedSpace = style
    owesLineBreak = true
    return true
  }

  private func endsEastAsian(_ end: Int) -> Bool {
    guard end > 2, bytes[end - 1] >= 0x80 else { return false }
    var start = end - 1
    while start > end - 4, start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return bytes.span.isEastAsian(at: start)
  }

  /// The end of the last text's source.
  var sourceEnd: Int { (sources.last?.upperBound ?? 0) - sourceBase }

  /// Inserts text at an offset, after which no box begins or ends.
  package mutating func insert(
    _ text: [UInt8], at offset: Int, _ style: StyleID, element: Int32 = 0
  ) {
    guard !text.isEmpty else { return }
    bytes.insert(contentsOf: text, at: offset)
    // Text that moves is mostly short, and at the end.
    var next = runs.count
    while next > 0, runs[next - 1].start >= offset {
      next -= 1
      runs[next].start += text.count
    }
    func isOwn(_ run: Run) -> Bool { run.style == style && run.element == element }
    let end = offset + text.count
    if next > 0, isOwn(runs[next - 1]) { return }
    if next < runs.count, runs[next].start == end, isOwn(runs[next]) {
      runs[next].start = offset
      return
    }
    let source = next > 0 && tracksSources ? sources[next - 1].upperBound : 0
    if next > 0, end < (next < runs.count ? runs[next].start : bytes.count) {
      // The run around it continues behind it.
      var rest = runs[next - 1]
      rest.start = end
      runs.insert(rest, at: next)
      if tracksSources { sources.insert(sources[next - 1], at: next) }
    }
    runs.insert(Run(start: offset, style: style, element: element), at: next)
    if tracksSources { sources.insert(source..<source, at: next) }
  }

  /// Replaces the text from an offset on, run by run.
  package mutating func replace(from start: Int, _ shown: (ArraySlice<UInt8>) -> [UInt8]) {
    var replaced: [UInt8] = []
    let first = runIndex(at: start) + 1
    var offset = start
    for index in first..<max(first, runs.count) {
      let next = runs[index].start
      replaced += shown(bytes[offset..<next])
      runs[index].start = start + replaced.count
      offset = next
    }
    replaced += shown(bytes[offset...])
    bytes.replaceSubrange(start..., with: replaced)
  }

  package func runIndex(at offset: Int) -> Int {
    max(0, runs.partitioningIndex { $0.start > offset } - 1)
  }

  /// The index of the run at an offset, searched from a given one on.
  package func runIndex(at offset: Int, from number: Int) -> Int {
    var index = number
    while index + 1 < runs.count, runs[index + 1].start <= offset { index += 1 }
    return index
  }

  package func end(ofRun index: Int) -> Int {
    index + 1 < runs.count ? runs[index + 1].start : bytes.count
  }

  /// A slice of the text with the boxes of `indices`, or all that begin in it or at its end; with
  /// `keepsSources`, its runs have the whole sources of the original ones.
  package func slice(
    _ range: Range<Int>, boxes indices: Range<Int>? = nil, keepsSources: Bool = false
  ) -> StyledLines {
    var slice = StyledLines(tracksSources: keepsSources)
    slice.bytes = Array(bytes[range])
    var index = runIndex(at: range.lowerBound)
    while index < runs.count, runs[index].start < range.upperBound, !range.isEmpty {
      var run = runs[index]
      run.start = max(0, run.start - range.lowerBound)
      slice.runs.append(run)
      if keepsSources { slice.sources.append(sources[index]) }
      index += 1
    }
    let indices =
      indices ?? boxes.partitioningIndex {
        $0.range.lowerBound >= range.lowerBound
      }..<boxes.partitioningIndex { $0.range.lowerBound > range.upperBound }
    for var box in boxes[indices] {
      box.range = box.range.lowerBound - range.lowerBound..<box.range.upperBound - range.lowerBound
      slice.boxes.append(box)
    }
    return slice
  }

  /// The same text with the runs' numbers, from 1, as elements.
  package var numbered: StyledLines {
    var text = self
    for index in text.runs.indices { text.runs[index].element = Int32(index + 1) }
    return text
  }

  // MARK: Removing

  /// Drops the text before an offset, with the first boxes, which are in it.
  package mutating func removeFirst(_ count: Int, boxes boxCount: Int) {
    if count == bytes.count, boxCount == boxes.count { return removeAll() }
    boxes.removeFirst(boxCount)
    if !blockEdges.isEmpty {
      blockEdges.removeAll { $0.offset <= count }
      for index in blockEdges.indices { blockEdges[index].offset -= count }
    }
    guard count > 0 else { return }
    lineStart -= count
    wasEastAsian = endsEastAsian(count)
    isAfterText = bytes[count - 1] != 0x0A
    filledBytes = 0
    bytes.removeFirst(count)
    let first = runIndex(at: count)
    runs.removeFirst(first)
    if tracksSources { sources.removeFirst(first) }
    for index in runs.indices { runs[index].start = max(0, runs[index].start - count) }
    if bytes.isEmpty { runs.removeAll(keepingCapacity: true) }
    for index in boxes.indices {
      let range = boxes[index].range
      boxes[index].range = range.lowerBound - count..<range.upperBound - count
    }
    lineEnds.removeAll { $0 < count }
    for index in lineEnds.indices { lineEnds[index] -= count }
  }

  /// Removes and returns the text from an offset on, in which no box is open.
  package mutating func takeTail(from start: Int) -> StyledLines {
    var tail = StyledLines(tracksSources: tracksSources)
    let first = runIndex(at: start)
    tail.runs = Array(runs[first...])
    if tracksSources {
      tail.sources = Array(sources[first...])
      if let run = tail.runs.first, run.start < start {
        tail.sources[0] = source(of: start..<end(ofRun: first), inRun: first)
        sources[first] = source(of: run.start..<start, inRun: first)
      }
    }
    tail.bytes = Array(bytes[start...])
    bytes.removeSubrange(start...)
    let kept = runs.partitioningIndex { $0.start >= start }
    runs.removeSubrange(kept...)
    if tracksSources { sources.removeSubrange(kept...) }
    for index in tail.runs.indices {
      tail.runs[index].start = max(0, tail.runs[index].start - start)
    }
    let firstBox = boxes.partitioningIndex { $0.range.lowerBound >= start }
    tail.boxes = boxes[firstBox...].map { box in
      var box = box
      box.range = box.range.lowerBound - start..<box.range.upperBound - start
      return box
    }
    boxes.removeSubrange(firstBox...)
    return tail
  }

  func source(of range: Range<Int>, inRun index: Int) -> Range<Int> {
    guard tracksSources else { return 0..<0 }
    let (source, start) = (sources[index], runs[index].start)
    // In text that was not copied, each part is the whole.
    guard source.count == end(ofRun: index) - start else { return source }
    let offset = source.lowerBound - start
    return range.lowerBound + offset..<range.upperBound + offset
  }

  /// Removes a line feed at the end, unless a box follows it.
  package mutating func removeLastLineFeed() {
    guard bytes.last == 0x0A, boxes.last.map({ $0.range.upperBound < bytes.count }) ?? true
    else { return }
    bytes.removeLast()
    if let run = runs.last, run.start == bytes.count {
      runs.removeLast()
      if tracksSources { sources.removeLast() }
    }
  }

  package mutating func removeAll() {
    isAfterText = isInsideLine
    lineStart -= bytes.count
    if !bytes.isEmpty { wasEastAsian = endsEastAsian(bytes.count) }
    filledBytes = 0
    // A few are removed faster one by one, and a step mostly leaves a few.
    if bytes.count <= 4 {
      while !bytes.isEmpty { bytes.removeLast() }
    } else {
      bytes.removeAll(keepingCapacity: true)
    }
    if runs.count == 1 { runs.removeLast() } else { runs.removeAll(keepingCapacity: true) }
    if tracksSources { sources.removeAll() }
    if !boxes.isEmpty { boxes.removeAll(keepingCapacity: true) }
    if !blockEdges.isEmpty { blockEdges.removeAll(keepingCapacity: true) }
    if !lineEnds.isEmpty { lineEnds.removeAll(keepingCapacity: true) }
  }
}

extension Span<UInt8> {
  /// True for a character of Han, Kana, Bopomofo or Yi, or East Asian punctuation; not for Hangul,
  /// which has spaces between words, and emoji.
  fileprivate func isEastAsian(at offset: Int) -> Bool {
    guard offset < count, self[offset] >= 0xE2 else { return false }
    let scalar = scalar(at: offset, before: count)
    guard scalar.form == .wellFormed else { return false }
    return switch scalar.value {
    case 0x2E80...0x2FFF, 0x3001...0x3029, 0x3031...0x303C, 0x303E...0x312F, 0x3190...0x31FF,
      0x3220...0x325F, 0x3280...0x3296, 0x3298, 0x329A...0xA4CF, 0xF900...0xFAFF, 0xFE10...0xFE1F,
      0xFE30...0xFE6F, 0xFF01...0xFF9F, 0xFFE0...0xFFE6, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
