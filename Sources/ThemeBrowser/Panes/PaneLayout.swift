/// The panes of the browser.
package enum Pane: Int, Hashable, Sendable, CaseIterable {
  /// The list of themes.
  case list
  /// The sample text under the selected theme.
  case preview
  /// Why it looks as it does.
  case inspector

  /// A word for a tab.
  var title: String {
    switch self {
    case .list: "List"
    case .preview: "Preview"
    case .inspector: "Styles"
    }
  }
}

/// Where the panes stand on a screen of some size.
///
/// From 60 × 16 cells all panes are seen, in a frame; on less, one at a time; below 20 × 6, none.
package struct PaneLayout: Hashable, Sendable {
  /// How the screen is used.
  package enum Form: Hashable, Sendable {
    /// List, preview and inspector side by side, in a frame.
    case panes
    /// One pane with a row of tabs.
    case tabs
    /// A message: there is no room.
    case message
  }

  /// How the screen is used.
  package var form: Form

  /// The whole screen.
  package var screen: CellRect

  /// The row at the top: title, or tabs.
  package var title: CellRect

  /// The inside of the panes; those that are not seen are empty.
  package var list, preview, inspector: CellRect

  /// The row that says how things are; empty where there is no room.
  package var status: CellRect

  /// The row of keys at the bottom.
  package var keys: CellRect

  /// Divides a screen.
  ///
  /// - Parameters:
  ///   - columns: width of the screen.
  ///   - rows: height of the screen.
  ///   - focus: the pane that is seen where only one can be.
  package init(columns: Int, rows: Int, focus: Pane = .preview) {
    screen = CellRect(column: 0, row: 0, columns: columns, rows: rows)
    let nothing = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    list = nothing
    preview = nothing
    inspector = nothing
    status = nothing
    title = screen.line(0)
    keys = nothing
    guard columns >= 20, rows >= 6 else {
      form = .message
      return
    }
    keys = screen.line(rows - 1)
    if columns < 60 || rows < 16 {
      form = .tabs
      // Ten rows are enough for rules below the tabs and above the keys.
      let isSpacious = rows >= 10
      status = screen.line(isSpacious ? 2 : 1)
      let first = status.endRow
      let body = CellRect(
        column: 0, row: first, columns: columns, rows: rows - first - (isSpacious ? 2 : 1))
      switch focus {
      case .list: list = body
      case .preview: preview = body
      case .inspector: inspector = body
      }
      return
    }
    form = .panes
    status = screen.line(rows - 2)
    // A frame around all, a line between list and the rest, and one above the inspector.
    let listColumns = columns >= 90 ? 24 : 18
    let bodyRows = rows - 5
    list = CellRect(column: 1, row: 2, columns: listColumns, rows: bodyRows)
    let column = listColumns + 2
    let shared = bodyRows - 1
    let inspectorRows = min(shared / 2, 9 + max(0, shared - 18) / 3)
    preview = CellRect(
      column: column, row: 2, columns: columns - column - 1, rows: shared - inspectorRows)
    inspector = CellRect(
      column: column, row: preview.endRow + 1, columns: preview.columns, rows: inspectorRows)
  }

  /// The inside of a pane.
  package subscript(pane: Pane) -> CellRect {
    switch pane {
    case .list: list
    case .preview: preview
    case .inspector: inspector
    }
  }

  /// The pane under a cell.
  package func pane(column: Int, row: Int) -> Pane? {
    Pane.allCases.first { self[$0].contains(column: column, row: row) }
  }
}
