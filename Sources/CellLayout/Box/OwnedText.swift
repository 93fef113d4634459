import Bytes
import Styling

/// Text each part of which belongs to something that has a number: a run, a look.
package struct OwnedText {
  /// UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Where the parts end, and what they belong to.
  package private(set) var parts: [(end: Int, owner: Int)] = []

  /// True for a box with a character that is wider than the box.
  package internal(set) var standsOut = false

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
    parts.partitioningIndex { $0.end > offset }
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

  mutating func collapseSpaces(_ whiteSpace: WhiteSpace) {
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
  mutating func expandTabs(_ tabSize: Int, _ rules: WidthRules) {
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
  func measure(_ rules: WidthRules, isPrimed: Bool) -> (cells: Int, takesNext: Bool) {
    var meter = ColumnMeter(rules, tabSize: nil)
    if isPrimed { _ = meter.takeASCII(1) }
    _ = meter.take(bytes, from: 0, to: bytes.count, limit: Int.max)
    let cells = meter.column - (isPrimed ? 1 : 0)
    return (cells, !meter.takeASCII(0))
  }

  /// Its clusters.
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
