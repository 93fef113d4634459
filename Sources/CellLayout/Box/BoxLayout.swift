import Bytes
package import StyledText
package import Styling
package import TerminalOutput

/// A text whose boxes are laid out, each in its line: filled up with blanks and cut to their
/// widths.
///
/// Streams, blocks and pictures lay out boxes with it, in one pass over the text and its boxes.
package struct BoxLayout {
  package struct Measures {
    package let cells: InlineBoxCells

    /// Style of the blanks in it, and of those beside it.
    package let filling: StyleID
    package let outside: StyleID
  }

  /// The text; a space that is pending at its end is the line's.
  package private(set) var line: StyledLines

  /// Parts in which no line breaks, in order.
  package private(set) var atoms: [Range<Int>] = []

  /// True if a character is wider than its box.
  package private(set) var standsOut = false

  /// True if the text ends early because boxes exceeded the limit of blanks.
  package private(set) var hasTooManyBlanks = false

  /// Once boxes have added this many blanks, later ones are only text: wide ones would make
  /// hundreds of megabytes of one.
  private static let mostBlanks = 1 << 24

  /// Boxes around the next text.
  private var open: [Frame] = []

  /// The part of the source that was read, and the run in which it ends.
  private var taken = 0..<0
  private var run = 0

  private struct Frame {
    let index: Int
    /// Start of the box in the result; `start` is that of its text.
    let outerStart: Int
    let start: Int
    let measures: Measures
  }

  package init(line: StyledLines = StyledLines()) { self.line = line }

  /// Lays out the boxes of a part of a text, reusing memory.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - range: The part.
  ///   - boxes: The boxes that are in it.
  ///   - first: A run before it, or the one in which it begins.
  ///   - isFlat: True if boxes are just text, with one space before what follows.
  ///   - isAfterText: True if text of its first line is before the part.
  ///   - mostBlanks: With more of them the text ends.
  ///   - measures: Measures of a box by its index; nil makes it text.
  mutating func layOut(
    _ source: StyledLines, in range: Range<Int>, boxes: Range<Int>, after first: Int, isFlat: Bool,
    isAfterText: Bool, mostBlanks: Int, measures: (Int) -> Measures?
  ) {
    line.removeAll()
    line.owedSpace = nil
    line.isAfterText = isAfterText
    atoms.removeAll(keepingCapacity: true)
    (standsOut, hasTooManyBlanks) = (false, false)
    taken = range.lowerBound..<range.lowerBound
    run = first
    for index in boxes {
      let (range, depth) = (source.boxes[index].range, source.boxes[index].depth)
      while let last = open.last, source.boxes[last.index].depth >= depth {
        close(last, of: source, isFlat: isFlat)
      }
      if addedBlanks > mostBlanks {
        hasTooManyBlanks = true
        return open.removeAll()
      }
      take(to: range.lowerBound, of: source)
      if addedBlanks < Self.mostBlanks, let measures = measures(index) {
        begin(index, measures, isFlat: isFlat)
      }
    }
    while let last = open.last { close(last, of: source, isFlat: isFlat) }
    take(to: range.upperBound, of: source)
  }

  private var addedBlanks: Int { line.bytes.count - taken.count }

  private mutating func begin(_ index: Int, _ measures: Measures, isFlat: Bool) {
    let outerStart = line.bytes.count
    if !isFlat {
      line.append(count: measures.cells.margin.left, measures.outside)
      line.append(count: measures.cells.padding.left, measures.filling)
    }
    open.append(
      Frame(index: index, outerStart: outerStart, start: line.bytes.count, measures: measures))
  }

  private mutating func close(_ frame: Frame, of source: StyledLines, isFlat: Bool) {
    take(to: source.boxes[frame.index].range.upperBound, of: source)
    open.removeLast()
    guard !isFlat else {
      if line.owedSpace == nil, line.isInsideLine { line.owedSpace = frame.measures.outside }
      return
    }
    if source.boxes[frame.index].isTooLong { return }
    let cells = frame.measures.cells
    if cells.layOut(&line, from: frame.start, filling: frame.measures.filling) { standsOut = true }
    line.append(count: cells.padding.right, frame.measures.filling)
    line.append(count: cells.margin.right, frame.measures.outside)
    if open.isEmpty, line.bytes.count > frame.outerStart {
      atoms.append(frame.outerStart..<line.bytes.count)
    }
  }

  private mutating func take(to end: Int, of source: StyledLines) {
    guard taken.upperBound < end else { return }
    if source.bytes[taken.upperBound] == 0x0A { line.owedSpace = nil }
    line.append(source, in: taken.upperBound..<end, from: &run)
    taken = taken.lowerBound..<end
  }
}

/// Operations that boxes need on their text.
extension StyledLines {
  package mutating func append(_ other: StyledLines, in range: Range<Int>) {
    var run = other.runIndex(at: range.lowerBound)
    append(other, in: range, from: &run)
  }

  /// Adds a part of another text that does not begin before a run, and updates the run's index to
  /// the one where it ends.
  mutating func append(_ other: StyledLines, in range: Range<Int>, from index: inout Int) {
    guard !range.isEmpty else { return }
    index = other.runIndex(at: range.lowerBound, from: index)
    var start = range.lowerBound
    while true {
      let end = min(other.end(ofRun: index), range.upperBound)
      let run = other.runs[index]
      append(start..<end, of: other.bytes.span, run.style, element: run.element)
      if end == range.upperBound { return }
      start = end
      index += 1
    }
  }

  /// Replaces tabs by spaces, up to stops from the start of the text on.
  mutating func expandTabs(_ tabSize: Int, _ rules: WidthRules) {
    guard bytes.contains(0x09) else { return }
    var meter = ColumnMeter(rules, tabSize: min(max(0, tabSize), 1000))
    var expanded = StyledLines()
    var start = 0
    for (index, run) in runs.enumerated() {
      let runEnd = end(ofRun: index)
      while start < runEnd {
        let tab = bytes[start..<runEnd].firstIndex(of: 0x09) ?? runEnd
        expanded.append(start..<tab, of: bytes.span, run.style, element: run.element)
        _ = meter.take(bytes, from: start, to: tab, limit: Int.max)
        start = tab
        guard tab < runEnd else { break }
        let column = meter.column
        _ = meter.take(bytes, from: tab, to: tab + 1, limit: Int.max)
        expanded.append(count: meter.column - column, run.style, element: run.element)
        start += 1
      }
    }
    self = expanded
  }

  /// Number of cells from an offset on, and if the text that follows is drawn in the last one.
  func measure(
    from start: Int = 0, _ rules: WidthRules, isPrimed: Bool
  ) -> (cells: Int, takesNext: Bool) {
    var meter = ColumnMeter(rules, tabSize: nil)
    if isPrimed { _ = meter.takeASCII(1) }
    _ = meter.take(bytes, from: start, to: bytes.count, limit: Int.max)
    let cells = meter.column - (isPrimed ? 1 : 0)
    return (cells, !meter.takeASCII(0))
  }

  func clusters(_ rules: WidthRules, isPrimed: Bool) -> [TextCluster] {
    var meter = ColumnMeter(rules, tabSize: nil)
    if isPrimed { _ = meter.takeASCII(1) }
    var clusters: [TextCluster] = []
    var position = 0
    while position < bytes.count {
      let (start, column) = (position, meter.column)
      meter.takeCluster(bytes, at: &position, before: bytes.count)
      clusters.append(TextCluster(range: start..<position, width: meter.column - column))
    }
    return clusters
  }

  /// The text with a sign instead of some clusters.
  ///
  /// Bidirectional controls in them stay, so that what they open is closed.
  func replacing(
    _ cut: ArraySlice<TextCluster>, by sign: [UInt8], _ style: StyleID
  ) -> StyledLines {
    guard let first = cut.first, let last = cut.last else { return self }
    var result = StyledLines()
    result.append(self, in: 0..<first.range.lowerBound)
    result.append(0..<sign.count, of: sign.span, style)
    for cluster in cut where cluster.width == 0 && bytes.isBidirectionalControl(cluster.range) {
      result.append(self, in: cluster.range)
    }
    result.append(self, in: last.range.upperBound..<bytes.count)
    return result
  }

  /// True if a part, which begins in a run, has text of some styles.
  func hasText(in range: Range<Int>, from first: Int, where isWanted: (StyleID) -> Bool) -> Bool {
    var index = first
    while index < runs.count, runs[index].start < range.upperBound {
      if isWanted(runs[index].style) { return true }
      index += 1
    }
    return false
  }

  /// Replaces hidden text by blanks (`visibility: hidden`).
  package mutating func hideText(_ rules: WidthRules, _ isHidden: (StyleID) -> Bool) {
    guard runs.contains(where: { isHidden($0.style) }) else { return }
    let edges = boxes.flatMap { [$0.range.lowerBound, $0.range.upperBound] }.sorted()
    var nextEdge = 0
    var moved: [Int: Int] = [0: 0]
    let source = bytes
    bytes = []
    /// Hidden text that the text behind it may continue.
    var hidden: InvisibleText?
    for index in runs.indices {
      let runEnd = index + 1 < runs.count ? runs[index + 1].start : source.count
      let hides = isHidden(runs[index].style)
      let start = runs[index].start
      var offset = start
      runs[index].start = bytes.count
      while offset < runEnd {
        // The end of a line may end a box inside of a run.
        while nextEdge < edges.count, edges[nextEdge] <= offset {
          hidden = nil
          nextEdge += 1
        }
        let end = nextEdge < edges.count ? min(edges[nextEdge], runEnd) : runEnd
        let own = Array(source[offset..<end])
        if !hides {
          bytes += own
          hidden = nil
        } else {
          let (joined, rest) = InvisibleText.hide(own, after: &hidden, rules)
          bytes += joined
          // Text that belongs to the cluster before is in the run of that cluster.
          if offset == start { runs[index].start = bytes.count }
          bytes += rest ?? []
        }
        moved[end] = bytes.count
        offset = end
      }
    }
    for index in boxes.indices {
      let range = boxes[index].range
      boxes[index].range = (moved[range.lowerBound] ?? 0)..<(moved[range.upperBound] ?? 0)
    }
  }
}

extension [UInt8] {
  /// True if a cluster is one of U+202A to U+202E and U+2066 to U+2069.
  fileprivate func isBidirectionalControl(_ range: Range<Int>) -> Bool {
    guard range.count == 3, self[range.lowerBound] == 0xE2 else { return false }
    let last = self[range.lowerBound + 2]
    switch self[range.lowerBound + 1] {
    case 0x80: return 0xAA...0xAE ~= last
    case 0x81: return 0xA6...0xA9 ~= last
    default: return false
    }
  }
}

/// A box of one line inside the text, in cells, which fills up, moves and cuts its text.
///
/// The stream and the block both lay out boxes with it, so that both look the same.
package struct InlineBoxCells: Hashable, Sendable {
  /// Blank cells before and after the box.
  package let margin: (left: Int, right: Int)

  /// Blank cells of the box before and after its text.
  package let padding: (left: Int, right: Int)

  /// Cells of text; nil for as many as it needs.
  private let width: Int?
  private let least: Int
  private let most: Int

  private let alignment: LineAlignment

  private let cuts: Bool
  private let overflow: TextOverflow
  private let sign: OverflowSign
  private let tabSize: Int
  private let rules: WidthRules
  private let whiteSpace: WhiteSpace

  /// A side of a box has at most this many cells or those of a line, so that a short style
  /// attribute cannot produce much output.
  private static let mostCells = 1000

  /// Computes a box for lines of some columns, which percentages refer to; only its cells are left
  /// if `isHidden`.
  package init(
    _ box: InlineBox, columns: Int, whiteSpace: WhiteSpace = .preWrap, isHidden: Bool,
    rules: WidthRules
  ) {
    let limit = max(Self.mostCells, columns)
    func cells(_ length: BoxLength, keepsSmall: Bool = false) -> Int {
      min(limit, CellMetrics.cells(length, .horizontal, of: columns, keepsSmall: keepsSmall))
    }
    margin = (cells(box.margin.left, keepsSmall: true), cells(box.margin.right, keepsSmall: true))
    padding = (
      cells(box.padding.left, keepsSmall: true), cells(box.padding.right, keepsSmall: true)
    )
    func size(_ length: BoxLength?) -> Int? { length.flatMap { $0.fitsContent ? nil : cells($0) } }
    width = size(box.width)
    least = size(box.minWidth) ?? 0
    most = size(box.maxWidth) ?? Int.max
    alignment = LineAlignment(box.textAlign)
    cuts = box.cutsText
    overflow = box.textOverflow
    let sign = OverflowSign(.label(box.textOverflow.sign), rules: rules)
    self.sign =
      isHidden ? OverflowSign(SafeText(repeating: " ", count: sign.width), rules: rules) : sign
    tabSize = box.tabSize
    self.rules = rules
    self.whiteSpace = whiteSpace
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.margin == right.margin && left.padding == right.padding && left.width == right.width
      && left.least == right.least && left.most == right.most && left.alignment == right.alignment
      && left.cuts == right.cuts && left.overflow == right.overflow && left.sign == right.sign
      && left.tabSize == right.tabSize && left.rules == right.rules
      && left.whiteSpace == right.whiteSpace
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(alignment)
  }

  /// Cells of the box for text of a natural width.
  private func columns(for natural: Int) -> Int { max(least, min(most, width ?? natural)) }

  /// Lays out the text of a box, without its padding and margins.
  ///
  /// The text is the end of `line`, and is filled up and cut; `filling` is the style of blanks and
  /// of the sign for cut text.
  ///
  /// - Returns: True if a character is wider than the box.
  func layOut(_ line: inout StyledLines, from start: Int, filling: StyleID) -> Bool {
    let isPrimed =
      padding.left > 0 || margin.left > 0
      || (start > 0 ? line.bytes[start - 1] != 0x0A : line.isAfterText)
    if whiteSpace.collapsesSpaces || line.bytes[start...].contains(0x09) {
      var text = line.takeTail(from: start)
      if whiteSpace.collapsesSpaces {
        var collapsed = ParagraphText()
        collapsed.append(text, 0..<text.bytes.count, whiteSpace)
        text = collapsed.line
        if text.bytes.last == 0x20 { _ = text.takeTail(from: text.bytes.count - 1) }
      }
      text.expandTabs(tabSize, rules)
      line.append(text, in: 0..<text.bytes.count)
    }
    var measure = line.measure(from: start, rules, isPrimed: isPrimed)
    let columns = columns(for: measure.cells)
    if measure.cells > columns, cuts {
      let text = cut(line.takeTail(from: start), to: columns, isPrimed: isPrimed, filling)
      line.append(text, in: 0..<text.bytes.count)
      measure = line.measure(from: start, rules, isPrimed: isPrimed)
      if measure.cells > columns { return true }
    }
    let spare = columns - measure.cells
    guard spare > 0 else { return false }
    let left = alignment.leading(of: spare)
    if left > 0 {
      if !isPrimed { measure = line.measure(from: start, rules, isPrimed: true) }
      line.insert([UInt8](repeating: 0x20, count: left), at: start, filling)
    }
    let right = columns - left - measure.cells
    // A joiner at the end takes the first blank into its cell.
    line.append(count: right + (right > 0 && measure.takesNext ? 1 : 0), filling)
    return false
  }

  /// Cuts a text that is wider than the box, between its clusters.
  private func cut(
    _ text: StyledLines, to columns: Int, isPrimed: Bool, _ filling: StyleID
  ) -> StyledLines {
    let sign = self.sign.width <= columns ? self.sign : .clip
    let space = columns - sign.width
    let clusters = text.clusters(rules, isPrimed: isPrimed)
    /// Clusters before and after the sign.
    var (head, tail) = (0, clusters.count)
    func take(_ cells: inout Int, _ cluster: TextCluster) -> Bool {
      guard cluster.width <= cells else { return false }
      cells -= cluster.width
      return true
    }
    switch overflow {
    case .clip, .ellipsis, .string:
      var cells = space
      while head < tail, take(&cells, clusters[head]) { head += 1 }
    case .start:
      var cells = space
      while tail > head, take(&cells, clusters[tail - 1]) { tail -= 1 }
    case .middle:
      var cells = space - space / 2
      while head < tail, take(&cells, clusters[head]) { head += 1 }
      cells += space / 2
      while tail > head, take(&cells, clusters[tail - 1]) { tail -= 1 }
    }
    // Text is never lost to a box that has no room for any of its characters.
    if columns > 0, sign.width == 0, head == 0, tail == clusters.count,
      let first = clusters.firstIndex(where: { $0.width > 0 })
    {
      return text.replacing(clusters[(first + 1)...], by: [], filling)
    }
    while true {
      let result = text.replacing(clusters[head..<tail], by: sign.text, filling)
      if result.measure(rules, isPrimed: isPrimed).cells <= columns { return result }
      // A cluster beside the sign may have more cells than before.
      if tail < clusters.count { tail += 1 } else if head > 0 { head -= 1 } else { return result }
    }
  }
}
