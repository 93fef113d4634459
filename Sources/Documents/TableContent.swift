import Bytes
import StyledText
import Styling

/// A table that is being read: its rows that are not laid out yet.
struct TableContent {
  struct Cell {
    var style: StyleID
    let columns: Range<Int>
    /// Number of rows below this one that the cell spans.
    var rowsBelow = 0
    /// True if it began in a row above.
    var isContinued = false
    /// Style of the cell beside it in the row where it begins.
    var neighbour: StyleID?
    /// Style of its left edge among collapsed borders, where a spanning cell is beside it.
    var leftEdge: StyleID?
    /// The indices of its content's items.
    var items: Range<Int>
  }

  struct Row {
    var style: StyleID
    /// Style and number of its row group; nil for none.
    var group: StyleID?
    var groupNumber: Int
    var isHeader = false
    /// True if one of its cells has a border above or below.
    var hasLines = false
    /// Its cells from left to right, with those that span from above.
    var cells: [Cell] = []

    /// True if another row has the same lines beside its cells.
    func hasSides(of other: Row) -> Bool {
      cells.elementsEqual(other.cells) {
        $0.style == $1.style && $0.columns == $1.columns && $0.leftEdge == $1.leftEdge
      }
    }

    /// Number of its columns.
    var width: Int { cells.last?.columns.upperBound ?? 0 }
  }

  /// An open element of the table.
  private enum Part {
    case group, row, cell, caption, column, other
    /// A block inside a cell.
    case inner
  }

  var style: StyleID

  /// Rows that are complete; the last one may be open.
  var rows: [Row] = []

  /// Content of the cells of these rows.
  private(set) var text = CellContent()

  var caption = CellContent()

  /// Styles of the `col` elements.
  var columns: [StyleID] = []

  /// Approximate number of bytes that are held.
  private(set) var size = 0

  private var parts: [Part] = []

  /// Numbers of open rows and cells, and of open captions.
  private var openRowParts = 0
  private var openCaptions = 0
  private var group: StyleID?
  private var groupNumber = 0
  private var isHeader = false

  /// Cells of the row above that span into the last row, and the number of those that it has.
  private var continued: [Cell] = []
  private var passed = 0
  private var continuesLines = false
  private var isRowEnded = true

  /// A cell behind this column spans no rows below, because each row costs as much as it has such
  /// cells.
  private static let mostContinued = 256

  /// Reserved number of cells of a row.
  private var mostCells = 0
  private static let mostReserved = 64

  /// True if the last cell is anonymous: its text is in no cell element.
  private var isLoose = false

  init(_ style: StyleID) { self.style = style }

  /// True if text is added to a cell or a caption.
  private var isInContent: Bool {
    switch parts.last {
    case .cell, .caption, .inner: true
    default: false
    }
  }

  /// True if the last row may get more cells.
  var isRowOpen: Bool { isLoose || openRowParts > 0 }

  /// Begins a block inside the table; `spans` are those of a cell, and `hasLines` is true if it has
  /// a border above or below.
  mutating func open(
    _ style: StyleID, _ display: Display, spans: (columns: Int, rowsBelow: Int), hasLines: Bool
  ) {
    isLoose = false
    if isInContent {
      push(.inner)
      return add(.open(style))
    }
    switch display {
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup:
      push(.group)
      endContinued()
      group = style
      groupNumber += 1
      isHeader = display == .tableHeaderGroup
    case .tableRow:
      beginRow(style)
      push(.row)
    case .tableCell:
      if parts.last != .row { beginRow(self.style) }
      beginCell(style, spans, hasLines: hasLines)
      push(.cell)
    case .tableCaption: push(.caption)
    case .tableColumn:
      columns.append(style)
      push(.column)
    case .tableColumnGroup: push(.other)
    default:
      // A block between the cells is a cell of its own.
      if parts.last != .row { beginRow(self.style) }
      beginCell(style, (1, 0), hasLines: hasLines)
      push(.cell)
    }
    size += 64
  }

  private mutating func push(_ part: Part) {
    parts.append(part)
    count(part, 1)
  }

  private mutating func count(_ part: Part, _ change: Int) {
    switch part {
    case .row, .cell: openRowParts += change
    case .caption: openCaptions += change
    default: break
    }
  }

  /// Ends the innermost block; false if that is the table itself.
  mutating func close() -> Bool {
    isLoose = false
    guard let part = parts.popLast() else { return false }
    count(part, -1)
    switch part {
    case .inner: add(.close)
    case .group:
      group = nil
      isHeader = false
      groupNumber += 1
      endContinued()
    default: break
    }
    return true
  }

  /// Adds text to the open cell or caption.
  mutating func append(_ line: StyledLines, _ range: Range<Int>, boxes: [Range<Int>]) {
    var range = range
    if !isInContent, !isLoose {
      // White space between the cells means nothing; other text is not lost.
      guard let start = line.bytes[range].firstIndex(where: { !$0.isASCIIWhitespace }) else {
        return
      }
      if parts.last != .row { beginRow(style) }
      beginCell(style, (1, 0), hasLines: false)
      isLoose = true
      range = min(start, boxes.first?.lowerBound ?? start)..<range.upperBound
    }
    size += range.count + 64
    if openCaptions > 0 { return caption.append(line, range, boxes: boxes, toItemsFrom: 0) }
    let row = rows.count - 1
    guard row >= 0, !rows[row].cells.isEmpty else { return }
    let first = rows[row].cells[rows[row].cells.count - 1].items.lowerBound
    text.append(line, range, boxes: boxes, toItemsFrom: first)
    endItems()
  }

  private mutating func add(_ item: CellContent.Item) {
    if openCaptions > 0 { return caption.append(item) }
    guard rows.last?.cells.isEmpty == false else { return }
    text.append(item)
    endItems()
  }

  /// Extends the last cell to all items so far.
  private mutating func endItems() {
    let row = rows.count - 1
    let cell = rows[row].cells.count - 1
    rows[row].cells[cell].items = rows[row].cells[cell].items.lowerBound..<text.items.count
  }

  private mutating func beginCell(
    _ style: StyleID, _ spans: (columns: Int, rowsBelow: Int), hasLines: Bool
  ) {
    let (row, next) = (rows.count - 1, text.items.count)
    if hasLines { rows[row].hasLines = true }
    // Cells are where those of rows above leave room (HTML §4.9.12.1).
    while passed < continued.count, continued[passed].columns.lowerBound <= rows[row].width {
      appendContinued()
    }
    let start = rows[row].width
    var end = start + spans.columns
    if passed < continued.count { end = min(end, continued[passed].columns.lowerBound) }
    let rowsBelow = end <= Self.mostContinued ? spans.rowsBelow : 0
    var cell = Cell(style: style, columns: start..<end, rowsBelow: rowsBelow, items: next..<next)
    if passed > 0, passed == rows[row].cells.count {
      cell.leftEdge = rows[row].cells[passed - 1].neighbour
    }
    rows[row].cells.append(cell)
    mostCells = max(mostCells, min(rows[row].cells.count, Self.mostReserved))
  }

  private mutating func beginRow(_ style: StyleID) {
    endRow()
    var row = Row(style: style, group: group, groupNumber: groupNumber, isHeader: isHeader)
    row.cells.reserveCapacity(mostCells)
    rows.append(row)
    isRowEnded = false
  }

  /// Ends the last row, and keeps the cells that span into the next one.
  mutating func endRow() {
    guard !isRowEnded, let row = rows.indices.last else { return }
    isRowEnded = true
    while passed < continued.count { appendContinued() }
    continued.removeAll(keepingCapacity: true)
    passed = 0
    continuesLines = rows[row].hasLines
    for (index, var cell) in rows[row].cells.enumerated() where cell.rowsBelow > 0 {
      if !cell.isContinued, index + 1 < rows[row].cells.count {
        let next = rows[row].cells[index + 1]
        cell.neighbour = next.leftEdge ?? next.style
      }
      cell.rowsBelow -= 1
      cell.isContinued = true
      cell.items = 0..<0
      continued.append(cell)
    }
  }

  private mutating func appendContinued() {
    rows[rows.count - 1].cells.append(continued[passed])
    if continuesLines { rows[rows.count - 1].hasLines = true }
    passed += 1
    size += 64
  }

  /// Ends the spanning cells: none reaches beyond its group.
  mutating func endContinued() {
    endRow()
    for cell in continued {
      for row in rows.indices.reversed() {
        let start = cell.columns.lowerBound
        let own = rows[row].cells.partitioningIndex { $0.columns.lowerBound >= start }
        rows[row].cells[own].rowsBelow -= cell.rowsBelow + 1
        if !rows[row].cells[own].isContinued { break }
      }
    }
    continued.removeAll(keepingCapacity: true)
  }

  /// Removes the rows, which are complete.
  mutating func removeRows() {
    rows.removeAll(keepingCapacity: true)
    text.removeAll()
    size = 0
  }
}

extension TableContent: StyleHolder {
  mutating func visit(_ body: (inout StyleID) -> Void) {
    body(&style)
    if var own = group {
      body(&own)
      group = own
    }
    for index in columns.indices { body(&columns[index]) }
    for index in continued.indices { continued[index].visit(body) }
    caption.visit(body)
    text.visit(body)
    for index in rows.indices { rows[index].visit(body) }
  }
}

extension TableContent.Row {
  /// Calls a function with each cell and its columns, limited to `count`.
  func forEachCell(of count: Int, _ body: (TableContent.Cell, Range<Int>) -> Void) {
    for cell in cells where cell.columns.lowerBound < count {
      body(cell, cell.columns.clamped(to: 0..<count))
    }
  }

  mutating func visit(_ body: (inout StyleID) -> Void) {
    body(&style)
    if var own = group {
      body(&own)
      group = own
    }
    for cell in cells.indices { cells[cell].visit(body) }
  }
}

extension TableContent.Cell {
  mutating func visit(_ body: (inout StyleID) -> Void) {
    body(&style)
    for path in [\Self.neighbour, \.leftEdge] {
      guard var other = self[keyPath: path] else { continue }
      body(&other)
      self[keyPath: path] = other
    }
  }
}
