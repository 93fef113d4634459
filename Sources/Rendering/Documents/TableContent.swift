import Bytes
import StyledText
import Styling

/// A table that is being read: its rows, as far as they are not laid out.
struct TableContent {
  /// A part of a cell.
  enum Item {
    /// Text, and the boxes in it, which are laid out.
    case text(LineBuffer, boxes: [Range<Int>])
    /// A block begins or ends.
    case open(StyleID)
    case close
  }

  struct Cell {
    var style: StyleID
    /// Number of columns that it takes.
    let span: Int
    var items: [Item] = []
  }

  struct Row {
    var style: StyleID
    /// Style of its group, if it is in one, and the number of that.
    var group: StyleID?
    var groupNumber: Int
    var isHeader = false
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

  /// Content of its captions.
  var caption: [Item] = []

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
  mutating func open(_ style: StyleID, _ content: ComputedElement) {
    isLoose = false
    if isInContent {
      push(.inner)
      return add(.open(style))
    }
    switch content.block?.display {
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup:
      push(.group)
      group = style
      groupNumber += 1
      isHeader = content.block?.display == .tableHeaderGroup
    case .tableRow:
      beginRow(style)
      push(.row)
    case .tableCell:
      if parts.last != .row { beginRow(self.style) }
      let span = content.tag?.attributes.first { $0.name == "colspan" }.flatMap { Int($0.value) }
      rows[rows.count - 1].cells.append(Cell(style: style, span: min(max(1, span ?? 1), 1000)))
      push(.cell)
    case .tableCaption: push(.caption)
    case .tableColumn:
      columns.append(style)
      push(.column)
    case .tableColumnGroup: push(.other)
    default:
      // A block between the cells is a cell of its own.
      if parts.last != .row { beginRow(self.style) }
      rows[rows.count - 1].cells.append(Cell(style: style, span: 1))
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
  mutating func append(_ text: LineBuffer, boxes: [Range<Int>]) {
    if !isInContent, !isLoose {
      // White space between the cells means nothing; other text is not lost.
      guard text.bytes.contains(where: { !$0.isASCIIWhitespace }) else { return }
      if parts.last != .row { beginRow(style) }
      rows[rows.count - 1].cells.append(Cell(style: style, span: 1))
      isLoose = true
    }
    size += text.bytes.count + 64
    add(.text(text, boxes: boxes))
  }

  private mutating func add(_ item: Item) {
    if openCaptions > 0 { return caption.append(item) }
    let row = rows.count - 1
    guard row >= 0, !rows[row].cells.isEmpty else { return }
    rows[row].cells[rows[row].cells.count - 1].items.append(item)
  }

  private mutating func beginRow(_ style: StyleID) {
    rows.append(
      Row(style: style, group: group, groupNumber: groupNumber, isHeader: isHeader))
  }

  /// Takes the rows that are complete.
  mutating func takeRows() -> [Row] {
    let open = isRowOpen ? rows.popLast() : nil
    defer {
      rows = open.map { [$0] } ?? []
      size = 0
    }
    return rows
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
    for index in caption.indices { caption[index].visit(body) }
    for index in rows.indices { rows[index].visit(body) }
  }
}

extension TableContent.Row {
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
    for item in items.indices { items[item].visit(body) }
  }
}

extension TableContent.Item {
  fileprivate mutating func visit(_ body: (inout StyleID) -> Void) {
    switch self {
    case .text(var line, let boxes):
      for run in line.runs.indices { body(&line.runs[run].style) }
      self = .text(line, boxes: boxes)
    case .open(var style):
      body(&style)
      self = .open(style)
    case .close: break
    }
  }
}
