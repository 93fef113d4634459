import StyledText
import Styling

/// Rows of a table that are not laid out in columns.
extension DocumentLayout {
  /// Gives each cell of a row as a line.
  mutating func giveRecord(
    _ row: TableContent.Row, _ reader: TableReader, _ styles: inout ComputedStyleTable
  ) {
    // The header row says the names of the others.
    if reader.last == nil, !reader.headers.isEmpty { return }
    let isFirst = !reader.hasRecords
    if row.cells.allSatisfy(\.isContinued), !isFirst { return }
    if !isFirst { giveEmptyRow(&styles) }
    reader.hasRecords = true
    // A table in a record is one that deep, too.
    tableDepth += 1
    defer { tableDepth -= 1 }
    for cell in row.cells where !cell.isContinued {
      // Fields that a record does not have may be one wide cell.
      if cell.columns.count > 1, cell.items.isEmpty {
        if isFirst { giveNames(of: cell.columns, reader, &styles) }
        continue
      }
      giveName(of: cell.columns.lowerBound, reader, &styles)
      replay(reader.content.text, cell.items, &styles)
      endParagraph(&styles)
    }
    // The first record has all names as a whole.
    guard isFirst else { return }
    giveNames(of: row.width..<max(row.width, reader.headers.count), reader, &styles)
    reader.cutHeaders()
  }

  private mutating func giveName(
    of column: Int, _ reader: TableReader, _ styles: inout ComputedStyleTable
  ) {
    guard column < reader.headers.count, let header = reader.headers[column] else { return }
    replay(reader.headerText, header.items, &styles)
    var mark = LineBuffer()
    mark.append(0..<2, of: Self.headerMark.span, header.style)
    append(mark, 0..<2, &styles)
  }

  /// Gives names without values.
  private mutating func giveNames(
    of columns: Range<Int>, _ reader: TableReader, _ styles: inout ComputedStyleTable
  ) {
    for column in columns {
      giveName(of: column, reader, &styles)
      endParagraph(&styles)
    }
  }

  /// Gives the header of a table without records, or its names would be lost.
  mutating func giveOnlyHeader(_ styles: inout ComputedStyleTable) {
    guard let reader = table.take() else { return }
    defer { table = reader }
    guard case .records? = reader.form, !reader.hasRecords else { return }
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
