import CellLayout
import StyledText
import Styling

/// Rows of a table that are not laid out in columns.
extension DocumentLayout {
  /// Emits each cell of a row that is not empty, with the name of its column; in one line if
  /// `fields` is nil.
  mutating func emitRecord(
    _ row: TableContent.Row, _ reader: OpenTable, _ fields: TableGrid?,
    _ styles: inout ComputedStyleTable
  ) {
    // The header row has the names for the others.
    if reader.last == nil, !reader.headers.isEmpty { return }
    let text = reader.content.text
    let cells = row.cells.filter { !text.isBlank($0.items) }
    if cells.isEmpty { return }
    let isFirst = !reader.hasRecords
    if !isFirst { emitEmptyRow(&styles) }
    reader.hasRecords = true
    // A table in a record is one that deep, too.
    tableDepth += 1
    defer { tableDepth -= 1 }
    for cell in cells {
      // Text that is no record spans all columns.
      let isLine = cell.columns.count > 1 && cell.columns.count >= reader.headers.count
      let column = cell.columns.lowerBound
      let header = isLine || column >= reader.headers.count ? nil : reader.headers[column]
      if let header, let fields {
        emitField(header, cell, reader, fields, &styles)
        continue
      }
      if let header { emitName(header, reader, &styles) }
      replay(text, cell.items, &styles)
      endParagraph(&styles)
    }
    // The first record has its names as a whole.
    if isFirst { reader.cutHeaders() }
  }

  private mutating func emitName(
    _ header: TableContent.Cell, _ reader: OpenTable, _ styles: inout ComputedStyleTable
  ) {
    replay(reader.headerText, header.items, &styles)
    var mark = StyledLines()
    mark.append(0..<2, of: Self.headerMark.span, header.style)
    append(mark, 0..<2, &styles)
  }

  /// Columns of the names and values of records; nil if there is too little room for both.
  mutating func fieldGrid(_ reader: OpenTable, _ styles: inout ComputedStyleTable) -> TableGrid? {
    if isFlat || isMeasuring { return nil }
    var widest = 0
    for case let header? in reader.headers {
      widest = max(widest, width(of: header, reader.headerText, &styles))
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
    _ header: TableContent.Cell, _ cell: TableContent.Cell, _ reader: OpenTable,
    _ fields: TableGrid, _ styles: inout ComputedStyleTable
  ) {
    let text = (name: reader.headerText, value: reader.content.text)
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
    guard let reader = table.take() else { return }
    defer { table = reader }
    guard case .records(_)? = reader.form, !reader.hasRecords else { return }
    reader.hasRecords = true
    tableDepth += 1
    defer { tableDepth -= 1 }
    for case let header? in reader.headers {
      replay(reader.headerText, header.items, &styles)
      endParagraph(&styles)
    }
  }

  private static let headerMark = Array(": ".utf8)
}
