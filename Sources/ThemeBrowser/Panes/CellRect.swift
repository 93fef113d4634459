/// A rectangle of cells on the screen.
package struct CellRect: Hashable, Sendable {
  /// The first column, from 0.
  package var column: Int

  /// The first row, from 0.
  package var row: Int

  /// How many columns.
  package var columns: Int

  /// How many rows.
  package var rows: Int

  /// Puts a rectangle together; negative sizes count as 0.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The column past the last one.
  package var endColumn: Int { column + columns }

  /// The row past the last one.
  package var endRow: Int { row + rows }

  /// Whether there is no cell in it.
  package var isEmpty: Bool { columns == 0 || rows == 0 }

  /// Whether a cell is in it.
  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < endColumn && row >= self.row && row < endRow
  }

  /// One of its rows, counted from 0.
  package func line(_ index: Int) -> CellRect {
    CellRect(column: column, row: row + index, columns: columns, rows: index < rows ? 1 : 0)
  }

  /// The same without some columns at its left and right.
  package func inset(left: Int = 0, right: Int = 0) -> CellRect {
    CellRect(column: column + left, row: row, columns: columns - left - right, rows: rows)
  }
}
