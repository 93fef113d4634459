import CellLayout
import StyledText
import Styling

/// Rows of a table that are not laid out in columns.
extension DocumentLayout {
  /// Emits each cell of a row that is not empty, with the name of its column; in one line if
  /// `fields` is nil.
  mutating func emitRecord(
    _ row: TableContent.Row, _ table: OpenTable, _ fields: TableGrid?,
    _ styles: inout ComputedStyleTable
  ) {
    // The header row has the names for the others.
    if table.last == nil, !table.headers.isEmpty { return }
    let text = table.content.text
    let cells = row.cells.filter { !text.isBlank($0.items) }
    if cells.isEmpty { return }
    let isFirst = !table.hasRecords
    if !isFirst { emitEmptyRow(&styles) }
    table.hasRecords = true
    // A table in a record is one that deep, too.
    tableDepth += 1
    defer { tableDepth -= 1 }
    for cell in cells {
      // Text that is no record spans all columns.
      let isLine = cell.columns.count > 1 && cell.columns.count >= table.headers.count
      let column = cell.columns.lowerBound
      let header = isLine || column >= table.headers.count ? nil : table.headers[column]
      if let header, let fields {
        emitField(header, cell, table, fields, &styles)
        continue
      }
      if let header { emitName(header, table, &styles) }
      replay(text, cell.items, &styles)
      endParagraph(&styles)
    }
    // The first record has its names as a whole.
    if isFirst { table.cutHeaders() }
  }

  private mutating func emitName(
    _ header: TableContent.Cell, _ table: OpenTable, _ styles: inout ComputedStyleTable
  ) {
    replay(table.headerText, header.items, &styles)
    var mark = StyledLines()
    mark.append(0..<2, of: Self.headerMark.span, header.style)
    append(mark, 0..<2, &styles)
  }

  /// Columns of the names and values of records; nil if there is too little room for both.
  mutating func fieldGrid(_ table: OpenTable, _ styles: inout ComputedStyleTable) -> TableGrid? {
    if isFlat || isMeasuring { return nil }
    var widest = 0
    for case let header? in table.headers {
      widest = max(widest, width(of: header, table.headerText, &styles))
    }
    let room = frames[frames.count - 1].geometry.contentColumns - Self.fieldGap
    let names = min(widest, room / 2)
    guard names > 0, room - names >= Self.leastValue else { return nil }
    return TableGrid(widths: [names, room - names], boundaries: [0, Self.fieldGap, 0])
  }

  /// Cells between name and value, and the fewest cells of a value.
  private static let fieldGap = 2
  private static let leastValue = 12

  private mutating func emitField(
    _ header: TableContent.Cell, _ cell: TableContent.Cell, _ table: OpenTable,
    _ fields: TableGrid, _ styles: inout ComputedStyleTable
  ) {
    let text = (name: table.headerText, value: table.content.text)
    var cells = [
      rows(of: header, text.name, width: fields.widths[0], CellEdges(), &styles),
      rows(of: cell, text.value, width: fields.widths[1], CellEdges(), &styles),
    ]
    // Names and numbers begin in the same columns as all others.
    for index in cells.indices { cells[index].alignment = .left }
    let height = max(1, cells[0].height, cells[1].height)
    emitMargin(&styles)
    for number in 0..<height {
      _ = beginRow(&styles)
      let start = writer.column
      emitCell(cells, 0, of: text.name, row: number, of: height, &styles)
      emitBoundary(1, fields, [])
      emitCell(cells, 1, of: text.value, row: number, of: height, &styles)
      writer.setColumn(start + fields.total)
      endRow(used: fields.total, &styles)
    }
  }

  /// Emits the header of a table without records, whose names would be lost otherwise.
  mutating func emitOnlyHeader(_ styles: inout ComputedStyleTable) {
    guard let table = table.take() else { return }
    defer { self.table = table }
    guard case .records(_)? = table.form, !table.hasRecords else { return }
    table.hasRecords = true
    tableDepth += 1
    defer { tableDepth -= 1 }
    for case let header? in table.headers {
      replay(table.headerText, header.items, &styles)
      endParagraph(&styles)
    }
  }

  private static let headerMark = Array(": ".utf8)
}
