import Bytes
package import StyledText
package import Styling
package import TerminalOutput

/// Lays out the boxes of a text, each in its line: with the blanks that fill them and without what
/// they cut.
///
/// Streams, blocks and pictures lay boxes out with it. It goes through the text and its boxes once.
package struct BoxLayout {
  /// A box in cells, and the styles of its blanks.
  package struct Measures {
    /// Its sides, and how its text is moved and cut.
    package let cells: InlineBoxCells

    /// Style of the blanks in it.
    package let filling: StyleID

    /// Style of the blanks beside it.
    package let outside: StyleID

    /// Puts measures together.
    package init(cells: InlineBoxCells, filling: StyleID, outside: StyleID) {
      self.cells = cells
      self.filling = filling
      self.outside = outside
    }
  }

  /// A text whose boxes are laid out.
  package struct Result {
    /// The text.
    package var line = StyledLines()

    /// Parts in which no line breaks, from first to last.
    package var atoms: [Range<Int>] = []

    /// True if a character is wider than its box.
    package var standsOut = false

    /// True if it ends where boxes had more blanks than there may be.
    package var hasTooManyBlanks = false
  }

  /// Once boxes have added so many blanks, those that follow are only text: wide ones would make
  /// hundreds of megabytes of one.
  private static let mostBlanks = 1 << 24

  private let source: StyledLines
  private let isFlat: Bool
  private var result = Result()
  private var open: [Frame] = []
  /// Up to where the source was taken.
  private var position: Int
  private let start: Int

  private struct Frame {
    let index: Int
    /// Start of the box in the result; `start` is that of its text.
    let outerStart: Int
    let start: Int
    let measures: Measures
  }

  private init(_ source: StyledLines, from start: Int, isFlat: Bool) {
    self.source = source
    self.isFlat = isFlat
    self.start = start
    position = start
  }

  /// Lays out the boxes of a part of a text.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - range: The part; a box that begins in it ends in it.
  ///   - isFlat: True if boxes are just text, with one space before what follows.
  ///   - isAfterText: True if text of the line stands before the part.
  ///   - mostBlanks: With more of them the text ends.
  ///   - measures: Measures of a box by its index; nil takes it for text.
  /// - Returns: The part. A space that is owed behind its end is the line's.
  package static func layOut(
    _ source: StyledLines, in range: Range<Int>, isFlat: Bool, isAfterText: Bool = false,
    mostBlanks: Int = .max, measures: (Int) -> Measures?
  ) -> Result {
    var layout = BoxLayout(source, from: range.lowerBound, isFlat: isFlat)
    layout.result.line.isAfterText = isAfterText
    var index = source.boxes.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
    while index < source.boxes.count {
      let box = source.boxes[index]
      guard box.range.lowerBound < range.upperBound || box.range.upperBound <= range.upperBound
      else { break }
      while let last = layout.open.last, source.boxes[last.index].depth >= box.depth {
        layout.close(last)
      }
      if layout.addedBlanks > mostBlanks {
        layout.result.hasTooManyBlanks = true
        return layout.result
      }
      layout.take(to: box.range.lowerBound)
      if layout.addedBlanks < Self.mostBlanks, let measures = measures(index) {
        layout.begin(index, measures)
      }
      index += 1
    }
    while let last = layout.open.last { layout.close(last) }
    layout.take(to: range.upperBound)
    return layout.result
  }

  private var addedBlanks: Int { result.line.bytes.count - (position - start) }

  private mutating func begin(_ index: Int, _ measures: Measures) {
    let outerStart = result.line.bytes.count
    if !isFlat {
      result.line.append(count: measures.cells.margin.left, measures.outside)
      result.line.append(count: measures.cells.padding.left, measures.filling)
    }
    open.append(
      Frame(
        index: index, outerStart: outerStart, start: result.line.bytes.count, measures: measures))
  }

  private mutating func close(_ frame: Frame) {
    take(to: source.boxes[frame.index].range.upperBound)
    open.removeLast()
    guard !isFlat else {
      if result.line.owedSpace == nil, result.line.isInsideLine {
        result.line.owedSpace = frame.measures.outside
      }
      return
    }
    if source.boxes[frame.index].isTooLong { return }
    let cells = frame.measures.cells
    let content = result.line.takeTail(from: frame.start)
    let (laidOut, standsOut) = cells.layOut(
      content, followsText: result.line.isInsideLine, filling: frame.measures.filling)
    if standsOut { result.standsOut = true }
    result.line.append(laidOut, in: 0..<laidOut.bytes.count)
    result.line.append(count: cells.padding.right, frame.measures.filling)
    result.line.append(count: cells.margin.right, frame.measures.outside)
    if open.isEmpty, result.line.bytes.count > frame.outerStart {
      result.atoms.append(frame.outerStart..<result.line.bytes.count)
    }
  }

  /// Takes text of the source, run by run.
  private mutating func take(to end: Int) {
    guard position < end else { return }
    if source.bytes[position] == 0x0A { result.line.owedSpace = nil }
    result.line.append(source, in: position..<end)
    position = end
  }
}

/// Operations that boxes need on their text.
extension StyledLines {
  /// Adds a part of another text.
  package mutating func append(_ other: StyledLines, in range: Range<Int>) {
    guard !range.isEmpty else { return }
    var start = range.lowerBound
    var index = other.runIndex(at: start)
    while start < range.upperBound {
      let end = min(other.end(ofRun: index), range.upperBound)
      let run = other.runs[index]
      append(start..<end, of: other.bytes.span, run.style, element: run.element)
      start = end
      index += 1
    }
  }

  /// Makes spaces of tabs, up to stops from the start of the text on.
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

  /// Number of cells that it takes; and whether what follows it is drawn in the last one.
  func measure(_ rules: WidthRules, isPrimed: Bool) -> (cells: Int, takesNext: Bool) {
    var meter = ColumnMeter(rules, tabSize: nil)
    if isPrimed { _ = meter.takeASCII(1) }
    _ = meter.take(bytes, from: 0, to: bytes.count, limit: Int.max)
    let cells = meter.column - (isPrimed ? 1 : 0)
    return (cells, !meter.takeASCII(0))
  }

  /// Its grapheme clusters.
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
  /// Of what is left out bidirectional controls stay, so that what they open is closed.
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

  /// The text with blanks instead of what is hidden (`visibility: hidden`).
  ///
  /// - Parameters:
  ///   - rules: Rules that count cells.
  ///   - isHidden: True for the styles of hidden text.
  package mutating func hideText(_ rules: WidthRules, _ isHidden: (StyleID) -> Bool) {
    guard runs.contains(where: { isHidden($0.style) }) else { return }
    let edges = boxes.flatMap { [$0.range.lowerBound, $0.range.upperBound] }.sorted()
    var nextEdge = 0
    var moved: [Int: Int] = [0: 0]
    let source = bytes
    bytes = []
    /// Hidden text that the text behind it may go on with.
    var hidden: HiddenText?
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
          // Text that belongs to the cluster before is in the run of that cluster.
          let kept = hidden?.continuation(of: own) ?? 0
          if kept > 0, var before = hidden {
            bytes += before.blanks(insteadOf: Array(own[..<kept]))
            if offset == start { runs[index].start = bytes.count }
            hidden = before
          }
          if kept < own.count {
            var text = HiddenText(rules)
            bytes += text.blanks(insteadOf: Array(own[kept...]))
            hidden = text
          }
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

/// A box of one line inside the text, in cells: how its text is filled up, moved and cut.
///
/// The stream and the block both lay boxes out with it, so that both give the same.
package struct InlineBoxCells: Hashable, Sendable {
  /// Blank cells before and after the box.
  package let margin: (left: Int, right: Int)

  /// Blank cells of the box before and after its text.
  package let padding: (left: Int, right: Int)

  /// Cells of text; nil is as many as it has.
  private let width: Int?
  private let least: Int
  private let most: Int

  /// Alignment of the text in the box.
  private let alignment: LineAlignment

  private let cuts: Bool
  private let overflow: TextOverflow
  private let sign: OverflowSign
  private let tabSize: Int
  private let rules: WidthRules
  private let whiteSpace: WhiteSpace

  /// More cells than this, or than a line has, take no side of a box: a style attribute must not
  /// make much of little.
  private static let mostCells = 1000

  /// Settles a box for lines of so many columns.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - columns: Columns that percentages refer to.
  ///   - whiteSpace: Treatment of the white space in it.
  ///   - isHidden: True if only its cells are left.
  ///   - rules: Rules that count cells.
  package init(
    _ box: InlineBox, columns: Int, whiteSpace: WhiteSpace = .preWrap, isHidden: Bool,
    rules: WidthRules
  ) {
    let limit = max(Self.mostCells, columns)
    func cells(_ length: BoxLength, keepsSmall: Bool = false) -> Int {
      min(limit, CellMetrics.cells(length, .horizontal, of: columns, keepsSmall: keepsSmall))
    }
    margin = (
      cells(box.margin.left, keepsSmall: true), cells(box.margin.right, keepsSmall: true)
    )
    padding = (
      cells(box.padding.left, keepsSmall: true), cells(box.padding.right, keepsSmall: true)
    )
    func size(_ length: BoxLength?) -> Int? {
      length.flatMap { $0.fitsContent ? nil : cells($0) }
    }
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
      && left.least == right.least && left.most == right.most
      && left.alignment == right.alignment && left.cuts == right.cuts
      && left.overflow == right.overflow && left.sign == right.sign
      && left.tabSize == right.tabSize && left.rules == right.rules
      && left.whiteSpace == right.whiteSpace
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(alignment)
  }

  /// Cells for text that has so many.
  private func columns(for natural: Int) -> Int {
    max(least, min(most, width ?? natural))
  }

  /// Values of the box that plain text needs, as numbers alone.
  package var simple: SimpleBox {
    var cutsAtEnd = cuts
    switch overflow {
    case .clip, .ellipsis, .string: break
    case .start, .middle: cutsAtEnd = false
    }
    return SimpleBox(
      margin: margin, padding: padding, width: width ?? -1, least: least, most: most,
      alignment: alignment, cuts: cuts, cutsAtEnd: cutsAtEnd,
      collapses: whiteSpace.collapses, signCells: sign.width)
  }

  /// Sign for cut text.
  package var signText: [UInt8] { sign.text }

  /// Lays the text of a box out: without its padding and margins.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - followsText: True if anything stands before it in its line.
  ///   - filling: Style of blanks and of the sign for cut text.
  /// - Returns: The text, filled up and cut; and whether a character is wider than the box.
  package func layOut(
    _ text: StyledLines, followsText: Bool, filling: StyleID
  ) -> (text: StyledLines, standsOut: Bool) {
    var text = text
    var standsOut = false
    if whiteSpace.collapses {
      var collapsed = ParagraphText()
      collapsed.append(text, 0..<text.bytes.count, whiteSpace)
      text = collapsed.line
      if text.bytes.last == 0x20 { _ = text.takeTail(from: text.bytes.count - 1) }
    }
    text.expandTabs(tabSize, rules)
    let isPrimed = followsText || padding.left > 0 || margin.left > 0
    var measure = text.measure(rules, isPrimed: isPrimed)
    let columns = columns(for: measure.cells)
    if measure.cells > columns, cuts {
      text = cut(text, to: columns, isPrimed: isPrimed, filling)
      measure = text.measure(rules, isPrimed: isPrimed)
      standsOut = measure.cells > columns
    }
    let spare = columns - measure.cells
    guard spare > 0 else { return (text, standsOut) }
    let left = alignment.leading(of: spare)
    if left > 0, !isPrimed { measure = text.measure(rules, isPrimed: true) }
    var result = StyledLines()
    result.append(count: left, filling)
    result.append(text, in: 0..<text.bytes.count)
    let right = columns - left - measure.cells
    // A joiner at the end takes the first blank into its cell.
    result.append(count: right + (right > 0 && measure.takesNext ? 1 : 0), filling)
    return (result, false)
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
      // A cluster beside the sign may take more cells than in its old place.
      if tail < clusters.count { tail += 1 } else if head > 0 { head -= 1 } else { return result }
    }
  }
}

/// A box as numbers: what the text of most boxes needs, which is printable ASCII.
package struct SimpleBox: Sendable {
  /// Blank cells before and after the box.
  package let margin: (left: Int, right: Int)

  /// Blank cells of the box before and after its text.
  package let padding: (left: Int, right: Int)

  fileprivate let width: Int
  fileprivate let least: Int
  fileprivate let most: Int
  fileprivate let alignment: LineAlignment
  fileprivate let cuts: Bool
  fileprivate let cutsAtEnd: Bool
  fileprivate let collapses: Bool
  fileprivate let signCells: Int

  /// Result of laying out printable ASCII.
  package struct Fit: Sendable {
    /// Number of its characters that stay.
    package var kept: Int

    /// Blanks before them.
    package var left = 0

    /// Blanks behind them.
    package var right = 0

    /// True if the sign for cut text follows.
    package var hasSign = false
  }

  /// Returns the layout of so many printable ASCII characters; nil where numbers do not decide it.
  package func fit(_ count: Int) -> Fit? {
    if collapses { return nil }
    let columns = max(least, min(most, width < 0 ? count : width))
    let spare = columns - count
    guard spare < 0 else {
      let left = alignment.leading(of: spare)
      return Fit(kept: count, left: left, right: spare - left)
    }
    guard cuts else { return Fit(kept: count) }
    guard cutsAtEnd else { return nil }
    let hasSign = signCells > 0 && signCells <= columns
    return Fit(kept: columns - (hasSign ? signCells : 0), hasSign: hasSign)
  }
}
