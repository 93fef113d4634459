package import CellLayout

/// The panes of the browser; the raw value is the title of the tab.
package enum Pane: String, CaseIterable, Sendable {
  case list = "List"
  case preview = "Preview"
  case inspector = "Styles"
}

/// The use of the browser at the moment, and so the pane beside the preview.
package enum BrowserMode: Hashable, Sendable {
  /// Choosing a theme, with the list and the sample.
  case pick
  /// Editing a theme, with the sample and the inspector.
  case edit

  /// The pane beside the preview.
  var pane: Pane { self == .pick ? .list : .inspector }
}

/// The sizes of panes that the user has chosen.
struct PaneSizes: Hashable, Sendable {
  /// The columns of panes beside the preview, if there is room.
  var columns: [Pane: Int] = [:]

  /// The rows of panes above or below the preview, if there is room.
  var rows: [Pane: Int] = [:]

  /// True if one pane has the whole screen.
  var isZoomed = false
}

/// The rectangles of all panes and lines on a screen.
///
/// The preview shares the screen with the list or the inspector: from 60 × 16 cells on in a frame;
/// below 20 × 6 nothing is shown.
package struct PaneLayout {
  package enum Form: Hashable, Sendable {
    /// The preview and another pane, in a frame.
    case panes
    /// The same without a frame, or one pane alone.
    case reduced
    /// A message that there is no room.
    case message
  }

  /// A line that the mouse can move, and the pane that it resizes.
  struct Border {
    var pane: Pane
    var line: CellRect

    /// True if the line is between panes side by side.
    var isVertical: Bool { line.columns == 1 }
  }

  package private(set) var form = Form.message

  package let screen: CellRect

  /// The top row; empty if there is no room.
  package private(set) var title: CellRect

  /// The insides of the panes; empty for hidden ones.
  package private(set) var list = CellRect(), inspector = CellRect()

  /// The inside of the selected theme's preview, and of the pinned theme's.
  package private(set) var preview = CellRect(), pinned = CellRect()

  /// The lines around and between the panes: horizontal ones, vertical ones, and their crossings.
  private(set) var lines: [CellRect] = [], bars: [CellRect] = []
  private(set) var corners: [(cell: CellPosition, sign: String)] = []

  /// The lines that can be moved.
  private(set) var borders: [Border] = []

  /// The status row; empty if there is no room.
  package private(set) var status = CellRect()

  /// The row of keys at the bottom.
  package private(set) var keys = CellRect()

  /// Divides a screen, with the pane of the mode beside the preview.
  package init(columns: Int, rows: Int, mode: BrowserMode = .pick, isComparing: Bool = false) {
    self.init(
      columns: columns, rows: rows, mode: mode, focus: mode.pane, isComparing: isComparing,
      sizes: PaneSizes(), wantedList: 0)
  }

  /// Divides a screen with the user's sizes; `wantedList` is the width of the list's rows, and a
  /// zoomed pane is the focused one.
  init(
    columns: Int, rows: Int, mode: BrowserMode, focus: Pane, isComparing: Bool, sizes: PaneSizes,
    wantedList: Int
  ) {
    screen = CellRect(column: 0, row: 0, columns: columns, rows: rows)
    title = screen.line(0)
    guard columns >= 20, rows >= 6 else { return }
    keys = screen.line(rows - 1)
    if sizes.isZoomed {
      showOne(focus)
    } else if columns < 60 || rows < 16 {
      showPair(mode.pane, sizes, wantedList)
    } else {
      showFramed(mode, sizes, wantedList, isComparing: isComparing)
    }
    guard isComparing, preview.columns >= 9 else { return }
    if preview.columns < 2 * Self.leastPreview + 1, preview.rows > 2 * Self.leastRows {
      pinned = preview
      pinned.rows = preview.rows / 2
      preview.rows -= pinned.rows + 1
      preview.row = pinned.endRow + 1
      let line = pinned.moved(rows: pinned.rows).line(0)
      lines.append(line)
      if form == .panes {
        corners.append((CellPosition(column: line.column - 1, row: line.row), "├"))
        corners.append((CellPosition(column: line.endColumn, row: line.row), "┤"))
      }
      return
    }
    pinned = preview.inset(right: preview.columns - (preview.columns - 1) / 2)
    preview = preview.inset(left: pinned.columns + 1)
    bars.append(pinned.moved(columns: pinned.columns).inset(right: pinned.columns - 1))
  }

  /// Reserves the rows at the top and the bottom of a layout without a frame, with a line for a
  /// title if it `hasLine`, and returns the rest.
  private mutating func body(hasLine: Bool) -> CellRect {
    form = .reduced
    if screen.columns < 60 || screen.rows < 10 { title = CellRect() }
    status = screen.line(screen.rows - 2)
    if hasLine { lines = [screen.line(title.endRow)] }
    var rect = screen
    rect.row = title.endRow + lines.count
    rect.rows = status.row - rect.row
    return rect
  }

  private mutating func showOne(_ pane: Pane) {
    let rect = body(hasLine: true)
    switch pane {
    case .list: list = rect
    case .preview: preview = rect
    case .inspector: inspector = rect
    }
  }

  /// The preview, with a line between it and a pane left of or above it.
  private mutating func showPair(_ other: Pane, _ sizes: PaneSizes, _ wantedList: Int) {
    // Cells are twice as high as wide.
    let isWide = screen.columns >= 4 * screen.rows
    // The inspector has its tabs in the line above it.
    var rect = body(hasLine: isWide || screen.rows >= 10 || other == .inspector)
    preview = rect
    if isWide {
      let usual =
        other == .list
        ? listColumns(min(Self.leastList, rect.columns * 3 / 10), wantedList)
        : (rect.columns - 1) / 2
      rect.columns = (sizes.columns[other] ?? usual).clamped(to: 10...screen.columns - 10)
      preview = preview.inset(left: rect.columns + 1)
      bars = [CellRect(column: rect.columns, row: rect.row, columns: 1, rows: rect.rows)]
      corners = [(CellPosition(column: rect.columns, row: lines[0].row), "┬")]
    } else {
      let shared = rect.rows - 1
      let usual = other == .list ? (shared + 1) / 3 : shared / 2
      rect.rows = (sizes.rows[other] ?? usual).clamped(to: 1...shared - 1)
      preview.row = rect.endRow + 1
      preview.rows = shared - rect.rows
      lines.append(screen.line(rect.endRow))
    }
    borders = [Border(pane: other, line: isWide ? bars[0] : screen.line(rect.endRow))]
    if other == .list { list = rect } else { inspector = rect }
  }

  /// The columns of a preview for most samples, and of one beside the inspector for the built-in
  /// sample.
  private static let comfortablePreview = 50, largePreview = 78

  /// The columns of previews side by side that are better than half the rows of each, and the rows
  /// from which that holds.
  private static let leastPreview = 38, leastRows = 7

  /// The columns of an inspector for most of its lines.
  private static let largeInspector = 100

  /// The columns of a list of short names.
  private static let leastList = 18

  /// The columns from which the inspector is beside the preview.
  private static let wideScreen = 160

  /// The columns of the list: those of its rows, as far as the preview does not need them.
  private func listColumns(_ least: Int, _ wanted: Int) -> Int {
    max(least, min(wanted, screen.columns / 3, screen.columns - 3 - Self.comfortablePreview))
  }

  /// A frame around the preview and another pane, with a line between them.
  private mutating func showFramed(
    _ mode: BrowserMode, _ sizes: PaneSizes, _ wantedList: Int, isComparing: Bool
  ) {
    form = .panes
    status = screen.line(screen.rows - 2)
    var inside = CellRect(column: 1, row: 2, columns: screen.columns - 2, rows: screen.rows - 5)
    let last = screen.columns - 1
    let (top, bottom) = (1, inside.endRow)
    preview = inside
    bars = [bar(in: 0), bar(in: last)]
    lines = [screen.line(top), screen.line(bottom)]
    var signs = [(0, top, "┌"), (last, top, "┐"), (0, bottom, "└"), (last, bottom, "┘")]
    let shared: Int
    if mode == .pick || screen.columns >= Self.wideScreen {
      shared = inside.columns - 1
      // Few samples need more, but two previews do.
      let most = isComparing ? 0 : min(shared - Self.largePreview, Self.largeInspector)
      let usual =
        mode == .pick ? listColumns(Self.leastList, wantedList) : max(shared * 2 / 5, most)
      inside.columns = (sizes.columns[mode.pane] ?? usual).clamped(to: 10...shared - 10)
      preview.columns = shared - inside.columns
      if mode == .pick {
        preview.column = inside.endColumn + 1
      } else {
        inside.column = preview.endColumn + 1
      }
      let line = bar(in: mode == .pick ? inside.endColumn : preview.endColumn)
      bars.append(line)
      signs += [(line.column, top, "┬"), (line.column, bottom, "┴")]
      borders = [Border(pane: mode.pane, line: line)]
    } else {
      shared = inside.rows - 1
      let usual = min(shared / 2, 9 + max(0, shared - 18) / 3)
      inside.rows = (sizes.rows[mode.pane] ?? usual).clamped(to: 2...shared - 2)
      preview.rows = shared - inside.rows
      inside.row = preview.endRow + 1
      let line = preview.moved(rows: preview.rows).line(0)
      lines.append(line)
      signs += [(0, line.row, "├"), (last, line.row, "┤")]
      borders = [Border(pane: mode.pane, line: line)]
    }
    if mode == .pick { list = inside } else { inspector = inside }
    corners = signs.map { (CellPosition(column: $0, row: $1), $2) }
  }

  /// A line over the height of the panes.
  private func bar(in column: Int) -> CellRect {
    CellRect(column: column, row: preview.row, columns: 1, rows: screen.rows - 5)
  }

  /// The columns or rows of a pane whose border is moved to a cell.
  func size(of border: Border, at cell: CellPosition) -> Int {
    let rect = self[border.pane]
    if border.isVertical {
      return border.line.column < rect.column
        ? rect.endColumn - cell.column - 1 : cell.column - rect.column
    }
    return border.line.row < rect.row ? rect.endRow - cell.row - 1 : cell.row - rect.row
  }

  /// True if the tabs of the inspector are in the line below the preview.
  var hasTabsBelowPreview: Bool { inspector.row > preview.row }

  package subscript(pane: Pane) -> CellRect {
    switch pane {
    case .list: list
    case .preview:
      pinned.isEmpty
        ? preview
        : CellRect(
          column: pinned.column, row: pinned.row, columns: preview.endColumn - pinned.column,
          rows: preview.endRow - pinned.row)
    case .inspector: inspector
    }
  }

  /// The rectangle of a title, in the line above its pane if there is one.
  func title(above rect: CellRect) -> CellRect {
    rect.isEmpty || rect.row == 0 ? CellRect() : rect.moved(rows: -1).line(0).inset(left: 1)
  }

  package func pane(at cell: CellPosition) -> Pane? {
    Pane.allCases.first { self[$0].contains(cell) }
  }
}

extension CellRect {
  /// The rows and columns of cells around a rectangle.
  var edges: [CellRect] {
    let around = CellRect(column: column - 1, row: row - 1, columns: columns + 2, rows: rows + 2)
    return [
      around.line(0), around.line(rows + 1), around.inset(right: columns + 1),
      around.inset(left: columns + 1),
    ]
  }
}
