import Bytes
import StyledText
import Styling

/// A table that is being read: its rows, as far as they are not laid out.
struct TableContent {
  struct Cell {
    var style: StyleID
    /// Number of columns that it takes.
    let span: Int
    /// The numbers of its items.
    var items: Range<Int>
  }

  struct Row {
    var style: StyleID
    /// Style of its group, if it is in one, and the number of that.
    var group: StyleID?
    var groupNumber: Int
    var isHeader = false
    /// True if one of its cells has a border above or below.
    var hasLines = false
    var cells: [Cell] = []
  }

  /// Element of the table that is open.
  private enum Part {
    case group, row, cell, caption, column, other
    /// A block inside a cell.
    case inner
  }

  /// Style of the table.
  var style: StyleID

  /// Rows that are complete; the last one may be open.
  var rows: [Row] = []

  /// Content of the cells of these rows.
  private(set) var text = CellContent()

  /// Content of its captions.
  var caption = CellContent()

  /// Widths of columns that `col` elements say.
  var columns: [StyleID] = []

  /// About how many bytes are held.
  private(set) var size = 0

  private var parts: [Part] = []

  /// Numbers of rows and cells, and of captions, among the open parts.
  private var openRowParts = 0
  private var openCaptions = 0
  private var group: StyleID?
  private var groupNumber = 0
  private var isHeader = false

  /// Number of cells that a row gets room for.
  private var mostCells = 0
  private static let mostReserved = 64

  /// True if the last cell is of text that no cell holds.
  private var isLoose = false

  init(_ style: StyleID) { self.style = style }

  /// True if text comes into a cell or a caption.
  private var isInContent: Bool {
    switch parts.last {
    case .cell, .caption, .inner: true
    default: false
    }
  }

  /// True if the last row may get more cells.
  var isRowOpen: Bool { isLoose || openRowParts > 0 }

  /// Begins a block inside the table.
  ///
  /// - Parameters:
  ///   - style: Its style.
  ///   - display: The kind of the block.
  ///   - span: Number of columns that it takes if it is a cell.
  ///   - hasLines: True if it has a border above or below.
  mutating func open(_ style: StyleID, _ display: Display, span: Int, hasLines: Bool) {
    isLoose = false
    if isInContent {
      push(.inner)
      return add(.open(style))
    }
    switch display {
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup:
      push(.group)
      group = style
      groupNumber += 1
      isHeader = display == .tableHeaderGroup
    case .tableRow:
      beginRow(style)
      push(.row)
    case .tableCell:
      if parts.last != .row { beginRow(self.style) }
      beginCell(style, span: span, hasLines: hasLines)
      push(.cell)
    case .tableCaption: push(.caption)
    case .tableColumn:
      columns.append(style)
      push(.column)
    case .tableColumnGroup: push(.other)
    default:
      // A block between the cells is a cell of its own.
      if parts.last != .row { beginRow(self.style) }
      beginCell(style, span: 1, hasLines: hasLines)
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

  /// Ends the innermost block.
  ///
  /// - Returns: False if that is the table itself.
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
    default: break
    }
    return true
  }

  /// Takes text.
  mutating func append(_ line: LineBuffer, _ range: Range<Int>, boxes: [Range<Int>]) {
    var range = range
    if !isInContent, !isLoose {
      // White space between the cells means nothing; other text is not lost.
      guard let start = line.bytes[range].firstIndex(where: { !$0.isASCIIWhitespace }) else {
        return
      }
      if parts.last != .row { beginRow(style) }
      beginCell(style, span: 1, hasLines: false)
      isLoose = true
      range = min(start, boxes.first?.lowerBound ?? start)..<range.upperBound
    }
    size += range.count + 64
    if openCaptions > 0 {
      return caption.append(line, range, boxes: boxes, toItemsFrom: 0)
    }
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

  /// Lets the last cell have all items that there are.
  private mutating func endItems() {
    let row = rows.count - 1
    let cell = rows[row].cells.count - 1
    rows[row].cells[cell].items = rows[row].cells[cell].items.lowerBound..<text.items.count
  }

  private mutating func beginCell(_ style: StyleID, span: Int, hasLines: Bool) {
    let next = text.items.count
    if hasLines { rows[rows.count - 1].hasLines = true }
    rows[rows.count - 1].cells.append(Cell(style: style, span: span, items: next..<next))
    mostCells = max(mostCells, min(rows[rows.count - 1].cells.count, Self.mostReserved))
  }

  private mutating func beginRow(_ style: StyleID) {
    var row = Row(style: style, group: group, groupNumber: groupNumber, isHeader: isHeader)
    row.cells.reserveCapacity(mostCells)
    rows.append(row)
  }

  /// Forgets the rows, which are complete.
  mutating func removeRows() {
    rows.removeAll(keepingCapacity: true)
    text.removeAll()
    size = 0
  }
}

extension TableContent {
  /// Styles that it uses, and their new numbers.
  var styles: [StyleID] {
    get {
      var result: [StyleID] = []
      var copy = self
      copy.visit { result.append($0) }
      return result
    }
    set {
      var index = 0
      visit { style in
        style = newValue[index]
        index += 1
      }
    }
  }

  private mutating func visit(_ body: (inout StyleID) -> Void) {
    body(&style)
    if var own = group {
      body(&own)
      group = own
    }
    for index in columns.indices { body(&columns[index]) }
    caption.visit(body)
    text.visit(body)
    for index in rows.indices { rows[index].visit(body) }
  }
}

extension TableContent.Row {
  /// Calls a function with each cell and the columns that it takes, of so many.
  func forEachCell(
    of count: Int, _ body: (TableContent.Cell, Range<Int>) -> Void
  ) {
    var column = 0
    for cell in cells where column < count {
      let end = min(column + cell.span, count)
      body(cell, column..<end)
      column = end
    }
  }

  mutating func visit(_ body: (inout StyleID) -> Void) {
    body(&style)
    if var own = group {
      body(&own)
      group = own
    }
    for cell in cells.indices { body(&cells[cell].style) }
  }
}
