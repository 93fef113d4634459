package import CellLayout

/// The panes of the browser, by the titles of their tabs.
package enum Pane: String, CaseIterable, Sendable {
  /// The list of themes.
  case list = "List"
  /// The sample text under the selected theme.
  case preview = "Preview"
  /// Why it looks as it does.
  case inspector = "Styles"
}

/// Sizes of the panes that a person has chosen.
struct PaneSizes: Hashable, Sendable {
  /// Columns of the list, as far as there is room; nil as many as it should have.
  var list: Int?

  /// Rows of the inspector, as far as there is room.
  var inspector: Int?

  /// True if one pane has the whole screen.
  var isZoomed = false
}

/// Places of all panes and lines on a screen of some size.
///
/// From 60 × 16 cells all panes are seen, in a frame; on less, one at a time; below 20 × 6, none.
package struct PaneLayout {
  /// Form of the layout.
  package enum Form: Hashable, Sendable {
    /// List, preview and inspector side by side, in a frame.
    case panes
    /// One pane with a row of tabs.
    case tabs
    /// A message: there is no room.
    case message
  }

  /// Form of the layout.
  package private(set) var form = Form.message

  /// The whole screen.
  package let screen: CellRect

  /// The row at the top: title, or tabs.
  package let title: CellRect

  /// The inside of the panes; those that are not seen are empty.
  package private(set) var list = CellRect(), inspector = CellRect()

  /// The inside of the preview: of two previews, the selected theme's; `pinned` is the other's.
  package private(set) var preview = CellRect(), pinned = CellRect()

  /// Places for the names of two previews when there is no line above them.
  package private(set) var names: (pinned: CellRect, preview: CellRect)?

  /// Place of the editor for a text of several lines.
  package private(set) var editor = CellRect()

  /// The lines around and between the panes: in a row, in a column, and where they meet.
  private(set) var lines: [CellRect] = [], bars: [CellRect] = []
  private(set) var corners: [(cell: CellPosition, sign: String)] = []

  /// The row that says how things are; empty where there is no room.
  package private(set) var status = CellRect()

  /// The row of keys at the bottom.
  package private(set) var keys = CellRect()

  /// Divides a screen.
  ///
  /// - Parameters:
  ///   - columns: width of the screen.
  ///   - rows: height of the screen.
  ///   - focus: the pane that is seen where only one can be.
  ///   - isComparing: true if there are two previews.
  package init(columns: Int, rows: Int, focus: Pane = .preview, isComparing: Bool = false) {
    self.init(
      columns: columns, rows: rows, focus: focus, isComparing: isComparing, sizes: PaneSizes(),
      longestName: 0)
  }

  /// Divides a screen as a person wants it: with what was done to the sizes, and so many columns
  /// that the list would need for its rows.
  init(
    columns: Int, rows: Int, focus: Pane, isComparing: Bool, sizes: PaneSizes, longestName: Int
  ) {
    screen = CellRect(column: 0, row: 0, columns: columns, rows: rows)
    title = screen.line(0)
    guard columns >= 20, rows >= 6 else { return }
    keys = screen.line(rows - 1)
    if columns < 60 || rows < 16 || sizes.isZoomed {
      showOne(focus)
    } else {
      showAll(sizes, longestName)
    }
    guard isComparing, preview.columns >= 9 else { return }
    pinned = preview.inset(right: preview.columns - (preview.columns - 1) / 2)
    preview = preview.inset(left: pinned.columns + 1)
    bars.append(pinned.moved(columns: pinned.columns).inset(right: pinned.columns - 1))
    guard form == .tabs, preview.rows > 1 else { return }
    names = (pinned.line(0), preview.line(0))
    pinned = pinned.withoutFirstRow
    preview = preview.withoutFirstRow
  }

  /// Columns of a preview that most samples fit into.
  private static let comfortablePreview = 56

  private mutating func showOne(_ pane: Pane) {
    form = .tabs
    // Ten rows are enough for lines below the tabs and above the keys.
    let isSpacious = screen.rows >= 10
    if isSpacious { lines = [screen.line(1), screen.line(screen.rows - 2)] }
    status = screen.line(isSpacious ? 2 : 1)
    let first = status.endRow
    let body = CellRect(
      column: 0, row: first, columns: screen.columns,
      rows: screen.rows - first - (isSpacious ? 2 : 1))
    let edited = max(1, body.rows / 2)
    editor = CellRect(
      column: 0, row: body.endRow - edited, columns: screen.columns, rows: edited)
    switch pane {
    case .list: list = body
    case .preview: preview = body
    case .inspector: inspector = body
    }
  }

  /// A frame around all, a line between list and the rest, and one above the inspector.
  private mutating func showAll(_ sizes: PaneSizes, _ longestName: Int) {
    form = .panes
    status = screen.line(screen.rows - 2)
    // Long names get the columns that the preview does not need.
    let isWide = screen.columns >= 90
    let spare = min(screen.columns / 3, screen.columns - 3 - Self.comfortablePreview)
    // Where there is room, numbers of problems stand beside them.
    let wanted = longestName + (isWide ? 6 : 0)
    var listColumns = max(isWide ? 24 : 18, min(wanted, spare))
    if let wanted = sizes.list { listColumns = wanted.clamped(to: 10...screen.columns - 32) }
    list = CellRect(column: 1, row: 2, columns: listColumns, rows: screen.rows - 5)
    let column = list.endColumn + 1
    let last = screen.columns - 1
    let shared = list.rows - 1
    var inspectorRows = min(shared / 2, 9 + max(0, shared - 18) / 3)
    if let wanted = sizes.inspector { inspectorRows = wanted.clamped(to: 2...shared - 2) }
    preview = CellRect(
      column: column, row: 2, columns: last - column, rows: shared - inspectorRows)
    inspector = CellRect(
      column: column, row: preview.endRow + 1, columns: preview.columns, rows: inspectorRows)
    editor = inspector
    let (top, middle, bottom) = (1, preview.endRow, list.endRow)
    lines = [screen.line(top), screen.line(bottom), preview.moved(rows: preview.rows).line(0)]
    bars = [0, list.endColumn, last].map {
      CellRect(column: $0, row: list.row, columns: 1, rows: list.rows)
    }
    corners = [
      (0, top, "┌"), (list.endColumn, top, "┬"), (last, top, "┐"),
      (0, bottom, "└"), (list.endColumn, bottom, "┴"), (last, bottom, "┘"),
      (list.endColumn, middle, "├"), (last, middle, "┤"),
    ].map { (CellPosition(column: $0, row: $1), $2) }
  }

  /// The inside of a pane.
  package subscript(pane: Pane) -> CellRect {
    switch pane {
    case .list: list
    case .preview:
      pinned.isEmpty
        ? preview : pinned.inset(right: pinned.endColumn - preview.endColumn)
    case .inspector: inspector
    }
  }

  /// Returns the rectangle of a title: in the line above what it names.
  func title(above rect: CellRect) -> CellRect {
    rect.moved(rows: -1).line(0).inset(left: 1)
  }

  /// The pane under a cell.
  package func pane(at cell: CellPosition) -> Pane? {
    Pane.allCases.first { self[$0].contains(cell) }
  }
}
