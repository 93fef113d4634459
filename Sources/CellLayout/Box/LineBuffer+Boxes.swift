import Bytes
package import StyledText
import Styling

/// Operations that boxes need on their text.
extension LineBuffer {
  /// Adds a part of another text.
  package mutating func append(_ other: LineBuffer, in range: Range<Int>) {
    guard !range.isEmpty else { return }
    var start = range.lowerBound
    var index = other.runIndex(at: start)
    while start < range.upperBound {
      let end = min(other.end(ofRun: index), range.upperBound)
      append(start..<end, of: other.bytes.span, other.runs[index].style)
      start = end
      index += 1
    }
  }

  /// Forgets what stands from an offset on, and gives it.
  mutating func removeLast(from start: Int) -> LineBuffer {
    var removed = LineBuffer()
    removed.append(self, in: start..<bytes.count)
    bytes.removeSubrange(start...)
    while let last = runs.last, last.start >= start { runs.removeLast() }
    return removed
  }

  /// Collapses spaces as `white-space` says; none stays at the end.
  mutating func collapseSpaces(_ whiteSpace: WhiteSpace) {
    var ends = runs.indices.map(end(ofRun:))
    CellLayout.collapseSpaces(in: &bytes, runEnds: &ends, for: whiteSpace)
    if bytes.last == 0x20 { bytes.removeLast() }
    setEnds(ends)
  }

  /// Lets the runs end where they end after a change.
  mutating func setEnds(_ ends: [Int]) {
    var start = 0
    runs = zip(ends, runs).compactMap { end, run in
      let end = min(end, bytes.count)
      defer { start = end }
      return end > start ? Run(start: start, style: run.style, element: run.element) : nil
    }
  }

  /// Makes spaces of tabs, up to stops from the start of the text on.
  mutating func expandTabs(_ tabSize: Int, _ rules: WidthRules) {
    guard bytes.contains(0x09) else { return }
    var meter = ColumnMeter(rules, tabSize: min(max(0, tabSize), 1000))
    var expanded = LineBuffer()
    var start = 0
    for (index, run) in runs.enumerated() {
      let runEnd = end(ofRun: index)
      while start < runEnd {
        let tab = bytes[start..<runEnd].firstIndex(of: 0x09) ?? runEnd
        expanded.append(start..<tab, of: bytes.span, run.style)
        _ = meter.take(bytes, from: start, to: tab, limit: Int.max)
        start = tab
        guard tab < runEnd else { break }
        let column = meter.column
        _ = meter.take(bytes, from: tab, to: tab + 1, limit: Int.max)
        expanded.append(count: meter.column - column, run.style)
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
  ) -> LineBuffer {
    guard let first = cut.first, let last = cut.last else { return self }
    var result = LineBuffer()
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
      var place = start
      runs[index].start = bytes.count
      while place < runEnd {
        // The end of a line may end a box inside of a run.
        while nextEdge < edges.count, edges[nextEdge] <= place {
          hidden = nil
          nextEdge += 1
        }
        let end = nextEdge < edges.count ? min(edges[nextEdge], runEnd) : runEnd
        let own = Array(source[place..<end])
        if !hides {
          bytes += own
          hidden = nil
        } else {
          // Text that belongs to the cluster before is in the run of that cluster.
          let kept = hidden?.continuation(of: own) ?? 0
          if kept > 0, var before = hidden {
            bytes += before.blanks(insteadOf: Array(own[..<kept]))
            if place == start { runs[index].start = bytes.count }
            hidden = before
          }
          if kept < own.count {
            var text = HiddenText(rules)
            bytes += text.blanks(insteadOf: Array(own[kept...]))
            hidden = text
          }
        }
        moved[end] = bytes.count
        place = end
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
