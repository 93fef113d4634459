import Bytes
import StyledText
package import TerminalOutput

/// Measures a line from column 0: cells of clusters, and tabs to their stops.
struct ColumnMeter {
  private var meter: CellMeter

  /// Cells from one tab stop to the next; nil counts tabs like other controls.
  private let tabSize: Int?

  private(set) var column = 0

  init(_ fitting: LineFitting) { self.init(fitting.rules, tabSize: fitting.tabSize) }

  init(_ rules: WidthRules, tabSize: Int?) {
    meter = CellMeter(rules)
    self.tabSize = tabSize
  }

  /// Adds text of some cells with a space behind it.
  mutating func pass(_ cells: Int) { column += cells }

  /// Measures the cluster at `position`, and advances past it.
  @inline(__always)
  mutating func takeCluster(_ bytes: [UInt8], at position: inout Int, before end: Int) {
    if bytes[position] == 0x09, let tabSize {
      position += 1
      takeTab(tabSize)
    } else {
      column += meter.takeCluster(bytes, at: &position, before: end)
    }
  }

  /// Measures clusters while they fit into `limit` columns.
  ///
  /// A meter that has passed the limit must not be used again.
  ///
  /// - Returns: The offset of the first cluster that does not fit, and the column before it.
  mutating func takeClusters(
    _ bytes: [UInt8], from start: Int, to end: Int, limit: Int
  ) -> (end: Int, column: Int) {
    var fitting = (end: start, column: column)
    var position = start
    while position < end {
      takeCluster(bytes, at: &position, before: end)
      if column > limit { break }
      fitting = (position, column)
    }
    return fitting
  }

  /// Measures the scalars that fit into `limit` columns, without regard to clusters.
  ///
  /// - Returns: The offset of the first that does not fit, the offset behind that one, and the
  ///   column before it; both offsets are `end` if all fit.
  func fitScalars(
    _ bytes: [UInt8], from start: Int, to end: Int, limit: Int
  ) -> (end: Int, next: Int, column: Int) {
    var column = self
    var fit = (end: start, next: start, column: column.column)
    while fit.end < end {
      if bytes[fit.end] == 0x09, let tabSize {
        fit.next = fit.end + 1
        column.takeTab(tabSize)
      } else {
        column.column += column.meter.takeScalar(bytes, at: &fit.next, before: end)
      }
      if column.column > limit { break }
      (fit.end, fit.column) = (fit.next, column.column)
    }
    return fit
  }

  /// Measures everything up to `end`; false if that passes `limit`, so that more than `limit`
  /// columns are counted.
  mutating func take(_ bytes: [UInt8], from start: Int, to end: Int, limit: Int) -> Bool {
    var position = start
    while position < end {
      let run = position
      let remaining = limit - column
      let stop = end - position <= remaining ? end : position + remaining + 1
      while position < stop, bytes[position].isPrintableASCII { position += 1 }
      // A character that is not ASCII may change the cells of the character before it.
      if position > run, position < end, bytes[position] >= 0x80 { position -= 1 }
      if position > run {
        column += position - run - (meter.countsASCII ? 0 : 1)
        meter.passASCII()
      } else if bytes[position] == 0x09, let tabSize {
        position += 1
        takeTab(tabSize)
      } else {
        column += meter.takeScalar(bytes, at: &position, before: end)
      }
      if column > limit { return position == end }
    }
    return true
  }

  /// Measures some printable ASCII characters; false if they do not count as such here.
  mutating func takeASCII(_ count: Int) -> Bool {
    guard meter.countsASCII else { return false }
    column += count
    meter.passASCII()
    return true
  }

  private mutating func takeTab(_ tabSize: Int) {
    meter = CellMeter(meter.rules)
    if tabSize > 0 { column += tabSize - column % tabSize }
  }
}

/// Number of columns of a line of text from column 0 on.
///
/// Control characters have none, nor do tabs, unless there are stops every `tabSize` columns.
package func cellWidth(
  of bytes: [UInt8], in range: Range<Int>, tabSize: Int? = nil, rules: WidthRules
) -> Int {
  var meter = ColumnMeter(rules, tabSize: tabSize)
  _ = meter.take(bytes, from: range.lowerBound, to: range.upperBound, limit: Int.max)
  return meter.column
}

/// Number of columns of a line of text; control characters and tabs have none.
package func cellWidth(of text: String, rules: WidthRules) -> Int {
  let bytes = Array(text.utf8)
  return cellWidth(of: bytes, in: 0..<bytes.count, rules: rules)
}

/// True if text without cells is visible, such as a mark without its letter: not all of it are
/// format characters.
package func showsWithoutCells(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.properties.generalCategory != .format }
}
