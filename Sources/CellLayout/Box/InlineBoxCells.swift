import Bytes
package import Styling

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

  /// Where the text stands in the box.
  private let alignment: LineAlignment

  private let cuts: Bool
  private let overflow: TextOverflow
  private let sign: OverflowSign
  private let tabSize: Int
  private let rules: WidthRules
  private let whiteSpace: WhiteSpace

  /// More cells than this, or than a line has, take no side of a box: a style attribute must not make
  /// much of little.
  private static let mostCells = 1000

  /// Settles a box for lines of so many columns.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - columns: What a percentage is a share of.
  ///   - whiteSpace: Whether spaces in it collapse.
  ///   - isHidden: Whether only its cells are left.
  ///   - rules: How cells are counted.
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
    let sign = OverflowSign(box.textOverflow.sign, rules: rules)
    self.sign =
      isHidden ? OverflowSign(String(repeating: " ", count: sign.width), rules: rules) : sign
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

  /// What there is to know for plain text, as numbers alone.
  package var plain: PlainBox {
    var cutsAtEnd = cuts
    switch overflow {
    case .clip, .ellipsis, .string: break
    case .start, .middle: cutsAtEnd = false
    }
    return PlainBox(
      margin: margin, padding: padding, width: width ?? -1, least: least, most: most,
      alignment: alignment, cuts: cuts, cutsAtEnd: cutsAtEnd && !whiteSpace.collapses,
      collapses: whiteSpace.collapses, signCells: sign.width)
  }

  /// What shows that text was cut.
  package var signText: [UInt8] { sign.text }

  /// Blanks before the text, of those that there are.
  private func leading(_ spare: Int) -> Int {
    switch alignment {
    case .left, .justify: 0
    case .right: spare
    case .center: spare / 2
    }
  }

  /// Lays the text of a box out: without its padding and margins.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - followsText: Whether anything stands before it in its line.
  ///   - filling: What blanks and the sign for cut text belong to.
  /// - Returns: The text, filled up and cut.
  package func layOut(_ text: OwnedText, followsText: Bool, filling: Int) -> OwnedText {
    var text = text
    if whiteSpace.collapses { text.collapseSpaces(whiteSpace) }
    text.expandTabs(tabSize, rules)
    let isPrimed = followsText || padding.left > 0 || margin.left > 0
    var measure = text.measure(rules, isPrimed: isPrimed)
    let columns = columns(for: measure.cells)
    if measure.cells > columns, cuts {
      text = cut(text, to: columns, isPrimed: isPrimed, filling)
      measure = text.measure(rules, isPrimed: isPrimed)
    }
    let spare = columns - measure.cells
    guard spare > 0 else { return text }
    let left = leading(spare)
    if left > 0, !isPrimed { measure = text.measure(rules, isPrimed: true) }
    var result = OwnedText()
    result.append(blanks: left, filling)
    result.append(text, in: 0..<text.bytes.count)
    let right = columns - left - measure.cells
    // A joiner at the end takes the first blank into its cell.
    result.append(blanks: right + (right > 0 && measure.takesNext ? 1 : 0), filling)
    return result
  }

  /// Cuts a text that is wider than the box, between its clusters.
  private func cut(
    _ text: OwnedText, to columns: Int, isPrimed: Bool, _ filling: Int
  ) -> OwnedText {
    let sign = self.sign.width <= columns ? self.sign : .clip
    let room = columns - sign.width
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
      var cells = room
      while head < tail, take(&cells, clusters[head]) { head += 1 }
    case .start:
      var cells = room
      while tail > head, take(&cells, clusters[tail - 1]) { tail -= 1 }
    case .middle:
      var cells = room - room / 2
      while head < tail, take(&cells, clusters[head]) { head += 1 }
      cells += room / 2
      while tail > head, take(&cells, clusters[tail - 1]) { tail -= 1 }
    }
    while true {
      let result = text.replacing(clusters[head..<tail], by: sign.text, filling)
      if result.measure(rules, isPrimed: isPrimed).cells <= columns { return result }
      // What stands beside the sign now may take more cells than where it stood.
      if tail < clusters.count { tail += 1 } else if head > 0 { head -= 1 } else { return result }
    }
  }
}

/// A box as numbers: what the text of most boxes needs, which is printable ASCII.
package struct PlainBox: Sendable {
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

  /// What printable ASCII comes to.
  package struct Fit: Sendable {
    /// How many of its characters stay.
    package var kept: Int

    /// Blanks before them.
    package var left = 0

    /// Blanks behind them.
    package var right = 0

    /// Whether the sign for cut text follows.
    package var hasSign = false
  }

  /// What so many printable ASCII characters come to; nil where it takes more than numbers to tell.
  package func fit(_ count: Int) -> Fit? {
    if collapses { return nil }
    let columns = max(least, min(most, width < 0 ? count : width))
    let spare = columns - count
    guard spare < 0 else {
      let left = alignment == .right ? spare : alignment == .center ? spare / 2 : 0
      return Fit(kept: count, left: left, right: spare - left)
    }
    guard cuts else { return Fit(kept: count) }
    guard cutsAtEnd else { return nil }
    let hasSign = signCells > 0 && signCells <= columns
    return Fit(kept: columns - (hasSign ? signCells : 0), hasSign: hasSign)
  }
}

/// Text each part of which belongs to something that has a number: a run, a look.
package struct OwnedText {
  /// UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Where the parts end, and what they belong to.
  package private(set) var parts: [(end: Int, owner: Int)] = []

  /// No text.
  package init() {}

  /// Adds part of some bytes at the end.
  package mutating func append(_ range: Range<Int>, of text: Span<UInt8>, _ owner: Int) {
    guard !range.isEmpty else { return }
    bytes.append(range, of: text)
    extend(to: owner)
  }

  /// Adds blanks at the end.
  package mutating func append(blanks count: Int, _ owner: Int) {
    guard count > 0 else { return }
    bytes.append(contentsOf: repeatElement(0x20, count: count))
    extend(to: owner)
  }

  /// Says whose the bytes at the end are.
  private mutating func extend(to owner: Int) {
    if let last = parts.last, last.owner == owner {
      parts[parts.count - 1].end = bytes.count
    } else {
      parts.append((bytes.count, owner))
    }
  }

  /// Adds a part of another text.
  package mutating func append(_ other: OwnedText, in range: Range<Int>) {
    var start = range.lowerBound
    var number = other.part(at: start)
    while start < range.upperBound {
      let end = min(other.parts[number].end, range.upperBound)
      append(start..<end, of: other.bytes.span, other.parts[number].owner)
      start = end
      number += 1
    }
  }

  /// The number of the part that an offset is in: there may be as many as boxes in a megabyte.
  private func part(at offset: Int) -> Int {
    var candidates = 0..<parts.count
    while !candidates.isEmpty {
      let middle = candidates.lowerBound + candidates.count / 2
      candidates =
        parts[middle].end > offset
        ? candidates.lowerBound..<middle : middle + 1..<candidates.upperBound
    }
    return candidates.lowerBound
  }

  /// Forgets what stands from an offset on, and gives it.
  package mutating func removeLast(from start: Int) -> OwnedText {
    var removed = OwnedText()
    removed.append(self, in: start..<bytes.count)
    bytes.removeSubrange(start...)
    while let last = parts.last, last.end > start {
      parts.removeLast()
      if (parts.last?.end ?? 0) < start { parts.append((start, last.owner)) }
    }
    return removed
  }

  fileprivate mutating func collapseSpaces(_ whiteSpace: WhiteSpace) {
    var ends = parts.map(\.end)
    CellLayout.collapseSpaces(in: &bytes, runEnds: &ends, for: whiteSpace)
    if bytes.last == 0x20 {
      bytes.removeLast()
      for index in ends.indices { ends[index] = min(ends[index], bytes.count) }
    }
    var start = 0
    parts = zip(ends, parts).compactMap { end, part in
      defer { start = end }
      return end > start ? (end, part.owner) : nil
    }
  }

  /// Makes spaces of tabs, up to stops from the start of the text on.
  fileprivate mutating func expandTabs(_ tabSize: Int, _ rules: WidthRules) {
    guard bytes.contains(0x09) else { return }
    var meter = ColumnMeter(rules, tabSize: min(max(0, tabSize), 1000))
    var expanded = OwnedText()
    var start = 0
    for part in parts {
      while start < part.end {
        let tab = bytes[start..<part.end].firstIndex(of: 0x09) ?? part.end
        expanded.append(start..<tab, of: bytes.span, part.owner)
        _ = meter.take(bytes, from: start, to: tab, limit: Int.max)
        start = tab
        guard tab < part.end else { break }
        let column = meter.column
        _ = meter.take(bytes, from: tab, to: tab + 1, limit: Int.max)
        expanded.append(blanks: meter.column - column, part.owner)
        start += 1
      }
    }
    self = expanded
  }

  /// How many cells it takes; and whether what follows it is drawn in the last one.
  fileprivate func measure(_ rules: WidthRules, isPrimed: Bool) -> (cells: Int, takesNext: Bool) {
    var meter = ColumnMeter(rules, tabSize: nil)
    if isPrimed { _ = meter.takeASCII(1) }
    _ = meter.take(bytes, from: 0, to: bytes.count, limit: Int.max)
    let cells = meter.column - (isPrimed ? 1 : 0)
    return (cells, !meter.takeASCII(0))
  }

  /// Its clusters.
  fileprivate func clusters(_ rules: WidthRules, isPrimed: Bool) -> [TextCluster] {
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
  fileprivate func replacing(
    _ cut: ArraySlice<TextCluster>, by sign: [UInt8], _ owner: Int
  ) -> OwnedText {
    guard let first = cut.first, let last = cut.last else { return self }
    var result = OwnedText()
    result.append(self, in: 0..<first.range.lowerBound)
    result.append(0..<sign.count, of: sign.span, owner)
    for cluster in cut where cluster.width == 0 && bytes.isBidirectionalControl(cluster.range) {
      result.append(self, in: cluster.range)
    }
    result.append(self, in: last.range.upperBound..<bytes.count)
    return result
  }
}

extension [UInt8] {
  /// Whether a cluster is one of U+202A to U+202E and U+2066 to U+2069.
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
