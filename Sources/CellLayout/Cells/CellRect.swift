/// A cell of a screen or buffer.
package struct CellPosition: Hashable, Sendable {
  /// From 0.
  package var column: Int, row: Int

  /// Puts a place together.
  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells on a screen or in a buffer.
package struct CellRect: Hashable, Sendable {
  /// The first column, from 0.
  package var column: Int

  /// The first row, from 0.
  package var row: Int

  /// Number of columns.
  package var columns: Int

  /// Number of rows.
  package var rows: Int

  /// Puts a rectangle together, an empty one without arguments; negative sizes count as 0.
  package init(column: Int = 0, row: Int = 0, columns: Int = 0, rows: Int = 0) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The column past the last one.
  package var endColumn: Int { column + columns }

  /// The row past the last one.
  package var endRow: Int { row + rows }

  /// True if there is no cell in it.
  package var isEmpty: Bool { columns == 0 || rows == 0 }

  /// True if a cell is in it.
  package func contains(_ cell: CellPosition) -> Bool {
    cell.column >= column && cell.column < endColumn && cell.row >= row && cell.row < endRow
  }

  /// One of its rows, counted from 0.
  package func line(_ index: Int) -> CellRect {
    CellRect(column: column, row: row + index, columns: columns, rows: index < rows ? 1 : 0)
  }

  /// The same further to the right and further down.
  package func moved(columns: Int = 0, rows: Int = 0) -> CellRect {
    CellRect(
      column: column + columns, row: row + rows, columns: self.columns, rows: self.rows)
  }

  /// The same without its first row.
  package var withoutFirstRow: CellRect {
    CellRect(column: column, row: row + 1, columns: columns, rows: rows - 1)
  }

  /// The same without some columns at its left and right.
  package func inset(left: Int = 0, right: Int = 0) -> CellRect {
    CellRect(column: column + left, row: row, columns: columns - left - right, rows: rows)
  }
}
