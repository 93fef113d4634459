import Bytes
import StyledText
package import TerminalOutput

/// Measures a line from column 0: cells of clusters, and tabs to their stops.
struct ColumnMeter {
  private var meter: CellMeter

  /// Cells from one tab stop to the next; nil counts tabs like other controls.
  private let tabSize: Int?

  private(set) var column = 0

  init(_ fitting: LineFitting) {
    self.init(fitting.rules, tabSize: fitting.tabSize)
  }

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

  /// Measures the code points that fit into `limit` columns, without regard to clusters.
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

/// Replaces text with `visibility: hidden` by no-break spaces, so that lines break where the text
/// could; it may be read in pieces of any length.
package struct HiddenText {
  private var meter: CellMeter
  /// Boundary state of the cluster at the end of the text so far; nil before the first.
  private var boundary: ClusterBoundary?
  private var hasCells = false
  private var isWhiteSpace = false

  package init(_ rules: WidthRules) {
    meter = CellMeter(rules)
  }

  /// Hides a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - before: Hidden text that it may go on with; becomes the one at its end.
  ///   - isSameRun: True if all of it belongs to that text.
  ///   - rules: Rules that count cells.
  /// - Returns: The blanks of what belongs to the last cluster before, and of the rest, if there is
  ///   one.
  package static func hide(
    _ text: [UInt8], after before: inout HiddenText?, isSameRun: Bool = false, _ rules: WidthRules
  ) -> (joined: [UInt8], own: [UInt8]?) {
    var kept = 0
    let joined = before?.join(text, isSameRun: isSameRun, &kept) ?? []
    guard kept < text.count else { return (joined, nil) }
    var rest = HiddenText(rules)
    let own = rest.blanks(insteadOf: Array(text[kept...]))
    before = rest
    return (joined, own)
  }

  private mutating func join(
    _ text: [UInt8], isSameRun: Bool, _ kept: inout Int
  ) -> [UInt8] {
    kept = isSameRun ? text.count : continuation(of: text)
    return blanks(insteadOf: Array(text[..<kept]))
  }

  /// The blanks that take the place of the next piece.
  private mutating func blanks(insteadOf text: [UInt8]) -> [UInt8] {
    var blanks: [UInt8] = []
    var position = 0
    while position < text.count {
      let first = text[position]
      let (cells, joins) = take(text, at: &position)
      if !joins, first.isASCIIWhitespace {
        isWhiteSpace = true
        blanks.append(first)
      } else if !joins || !isWhiteSpace {
        if !joins { isWhiteSpace = false }
        for _ in 0..<cells { blanks += [0xC2, 0xA0] }
      }
    }
    return blanks
  }

  /// Returns the number of bytes of a text that belong to the last cell of the text so far.
  private func continuation(of text: [UInt8]) -> Int {
    guard boundary != nil else { return 0 }
    var ahead = self
    var position = 0
    while position < text.count {
      let start = position
      // A joiner takes the next cluster into its cell.
      let takesNext = ahead.hasCells && !ahead.meter.countsASCII
      guard ahead.take(text, at: &position).joins || takesNext else { return start }
    }
    return position
  }

  /// Advances past a scalar; returns the cells that it adds, and true if it continues the cluster.
  private mutating func take(_ text: [UInt8], at position: inout Int) -> (cells: Int, joins: Bool) {
    let scalar = text.span.scalar(at: position, before: text.count)
    position += scalar.length
    let classes = CharacterClasses(of: scalar.value)
    let joins = boundary?.joins(classes.cluster) ?? false
    if !joins {
      boundary = ClusterBoundary(startingWith: classes.cluster)
      hasCells = false
    }
    let cells = meter.cells(of: classes.width)
    if cells > 0 { hasCells = true }
    return (cells, joins)
  }
}

/// True if text without cells is visible, such as a mark without its letter: not all of it are
/// format characters.
package func showsWithoutCells(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.properties.generalCategory != .format }
}
