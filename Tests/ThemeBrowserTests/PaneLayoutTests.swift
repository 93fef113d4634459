import CellLayout
import StyleValues
import TerminalOutput
import Testing
import ThemeBrowser

@Suite("The panes")
struct PaneLayoutTests {
  private static let sizes = [
    (200, 60), (199, 60), (100, 30), (90, 24), (89, 24), (80, 24), (60, 16), (59, 16), (60, 15),
    (120, 12), (50, 15), (50, 60), (40, 12), (30, 8), (28, 7), (20, 6), (19, 6), (20, 5), (1, 1),
    (0, 0),
  ]

  @Test(
    "stand inside the screen and beside each other", arguments: sizes, [BrowserMode.pick, .edit])
  func disjoint(size: (Int, Int), mode: BrowserMode) {
    for isComparing in [false, true] {
      expectDisjoint(
        PaneLayout(columns: size.0, rows: size.1, mode: mode, isComparing: isComparing), size)
    }
  }

  private func expectDisjoint(_ layout: PaneLayout, _ size: (Int, Int)) {
    let parts = [
      layout.title, layout.list, layout.preview, layout.pinned, layout.inspector, layout.status,
      layout.keys,
    ]
    .filter { !$0.isEmpty }
    for (index, part) in parts.enumerated() {
      #expect(part.column >= 0 && part.endColumn <= size.0)
      #expect(part.row >= 0 && part.endRow <= size.1)
      for other in parts[(index + 1)...] {
        let isBeside = part.endColumn <= other.column || other.endColumn <= part.column
        let isBelow = part.endRow <= other.row || other.endRow <= part.row
        #expect(isBeside || isBelow)
      }
    }
  }

  @Test(
    "are seen as far as there is room",
    arguments: [
      (200, 60, PaneLayout.Form.panes), (100, 30, .panes), (80, 24, .panes), (60, 16, .panes),
      (59, 40, .reduced), (200, 15, .reduced), (40, 12, .reduced), (20, 6, .reduced),
      (19, 30, .message), (80, 5, .message), (1, 1, .message),
    ])
  func forms(columns: Int, rows: Int, form: PaneLayout.Form) {
    #expect(PaneLayout(columns: columns, rows: rows).form == form)
  }

  @Test("to choose a theme, the list stands beside the whole sample")
  func picking() {
    let wide = PaneLayout(columns: 100, rows: 30)
    #expect(wide.list == CellRect(column: 1, row: 2, columns: 18, rows: 25))
    #expect(wide.preview == CellRect(column: 20, row: 2, columns: 79, rows: 25))
    #expect(wide.inspector.isEmpty)
    let usual = PaneLayout(columns: 80, rows: 24)
    #expect(usual.preview == CellRect(column: 20, row: 2, columns: 59, rows: 19))
  }

  @Test("to change a theme, the inspector is below the sample, on wide screens beside it")
  func editing() {
    let usual = PaneLayout(columns: 80, rows: 24, mode: .edit)
    #expect(usual.list.isEmpty)
    #expect(usual.preview == CellRect(column: 1, row: 2, columns: 78, rows: 9))
    #expect(usual.inspector == CellRect(column: 1, row: 12, columns: 78, rows: 9))
    let huge = PaneLayout(columns: 200, rows: 60, mode: .edit)
    #expect(huge.preview == CellRect(column: 1, row: 2, columns: 97, rows: 55))
    #expect(huge.inspector == CellRect(column: 99, row: 2, columns: 100, rows: 55))
    let compared = PaneLayout(columns: 200, rows: 60, mode: .edit, isComparing: true)
    #expect(compared.pinned.columns == 59 && compared.inspector.columns == 78)
  }

  @Test(
    "the preview shares a small screen with the list, or with the inspector",
    arguments: [
      (120, 12, CellRect(column: 0, row: 2, columns: 18, rows: 8), 101, 8),
      (60, 9, CellRect(column: 0, row: 1, columns: 18, rows: 6), 41, 6),
      (50, 15, CellRect(column: 0, row: 1, columns: 50, rows: 4), 50, 7),
      (30, 8, CellRect(column: 0, row: 0, columns: 30, rows: 2), 30, 3),
      (20, 6, CellRect(column: 0, row: 0, columns: 20, rows: 1), 20, 2),
    ])
  func pairs(columns: Int, rows: Int, list: CellRect, wide: Int, high: Int) {
    let picking = PaneLayout(columns: columns, rows: rows)
    #expect(picking.list == list && picking.inspector.isEmpty)
    #expect(picking.preview.columns == wide && picking.preview.rows == high)
    let layout = PaneLayout(columns: columns, rows: rows, mode: .edit)
    #expect(layout.list.isEmpty && !layout.inspector.isEmpty && !layout.preview.isEmpty)
    // Its tabs are in the line above it.
    #expect(layout.inspector.row > 0)
  }

  @Test(
    "the sample is seen from every pane, and while it is edited",
    arguments: [(30, 8), (50, 15), (60, 15), (80, 24), (120, 12), (200, 60)])
  func neverLost(columns: Int, rows: Int) {
    var driver = BrowserDriver(columns: columns, rows: rows)
    for key in ["1", "2", "3", "i", "4", "m", "Escape", "/", "Escape", "t"] {
      driver.press(key)
      let view = driver.browser.view().buffer
      let cells = view.cells.filter { $0.rendition.background == .rgb(RGB8(0xFAFAFA)) }
      let text = cells.map(\.text).joined()
      #expect(text.contains("Hi Title and bold"), "\(key): \(text)")
    }
    #expect(driver.text().contains("bold</b>"))
    driver.type("!")
    #expect(driver.text().contains("and bold!"))
  }

  @Test("are two previews side by side where themes are compared, or one above the other")
  func comparing() {
    let wide = PaneLayout(columns: 120, rows: 24, isComparing: true)
    #expect(wide.pinned == CellRect(column: 20, row: 2, columns: 49, rows: 19))
    #expect(wide.preview == CellRect(column: 70, row: 2, columns: 49, rows: 19))
    // Samples of 29 columns would be all broken lines.
    let usual = PaneLayout(columns: 80, rows: 24, isComparing: true)
    #expect(usual.pinned == CellRect(column: 20, row: 2, columns: 59, rows: 9))
    #expect(usual.preview == CellRect(column: 20, row: 12, columns: 59, rows: 9))
    for layout in [wide, usual] {
      #expect(
        layout[.preview]
          == CellRect(column: 20, row: 2, columns: layout.screen.columns - 21, rows: 19))
    }
  }

  @Test("are found by the mouse")
  func found() {
    let layout = PaneLayout(columns: 80, rows: 24)
    #expect(layout.pane(at: CellPosition(column: 3, row: 3)) == .list)
    #expect(layout.pane(at: CellPosition(column: 30, row: 3)) == .preview)
    #expect(layout.pane(at: CellPosition(column: 19, row: 3)) == nil)
    let editing = PaneLayout(columns: 80, rows: 24, mode: .edit)
    #expect(editing.pane(at: CellPosition(column: 30, row: 20)) == .inspector)
  }
}
