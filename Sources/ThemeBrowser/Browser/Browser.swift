import CSSView
import CellLayout
import Diagnostics
import StyleValues
import Styling

/// The theme browser: everything it knows, what it does about events, and what it shows.
///
/// It touches nothing outside: `handle` says what it wants done, `view` is a frame of cells. Each
/// pane keeps its own state; what one needs to know of another is handed to it by `settle`.
package struct Browser {
  let settings: BrowserSettings
  let chrome: Chrome
  var columns: Int
  var rows: Int

  /// The themes, which are the list's contents.
  package internal(set) var themes = ThemeList()

  /// The pane that has the keys.
  package internal(set) var focus = Pane.list

  var preview: PreviewPane
  var inspector = InspectorPane()
  var status = StatusLine()

  /// The list of keys, while it is shown.
  var help: HelpPane?

  /// What the button went down on.
  var pressed: Hotspot.Target?

  /// What is being changed, and what can be taken back.
  var edits = EditHistory()

  /// The files that are watched.
  var watched = BrowserEffect.watch(files: [], directories: [])

  /// A browser without themes, on a screen of some size.
  package init(_ settings: BrowserSettings, columns: Int, rows: Int) {
    self.settings = settings
    self.columns = columns
    self.rows = rows
    preview = PreviewPane(settings.sample)
    chrome = Chrome(settings.chrome, environment: settings.environment)
    status.message = chrome.diagnostics.first.map { "chrome: " + $0.message }
  }

  /// What to do first.
  package var firstEffects: [BrowserEffect] { [.listThemes] }

  /// What the inspector shows.
  package var tab: InspectorTab { inspector.tab }

  /// The number of the selected run of the sample.
  package var run: Int { preview.run }

  /// What the preview goes through.
  package var simulation: Simulation { preview.simulation }

  // MARK: Between the panes

  /// Where everything stands.
  var layout: PaneLayout {
    PaneLayout(columns: columns, rows: rows, focus: focus, isComparing: preview.pinned != nil)
  }

  /// The theme that is kept beside the selected one.
  var pinnedTheme: Theme? {
    preview.pinned.flatMap { themes.index(of: $0) }.map { themes.themes[$0] }
  }

  /// Brings the panes to what the others show now; after it, drawing changes nothing.
  mutating func settle() {
    let layout = layout
    themes.setHeight(layout.list.rows)
    preview.settle(themes.selectedTheme, other: pinnedTheme, in: layout, settings)
    inspector.settle(themes.selectedTheme, preview, height: layout.inspector.rows, settings)
  }

  /// Changes the list, and shows the theme that is then selected from its beginning.
  mutating func changeList(_ change: (inout ThemeList) -> Void) {
    let before = themes.selected
    change(&themes)
    guard themes.selected != before else { return }
    preview.themeChanged()
    inspector.selectFirst()
  }

  // MARK: Drawing

  /// Draws everything.
  package func view() -> Frame {
    let layout = layout
    var screen = Frame(
      columns: columns, rows: rows, chrome: chrome, rules: settings.target.widthRules,
      pressed: pressed)
    if layout.form == .message {
      screen.write("make the terminal larger", in: screen.bounds, .standard)
    } else if let help {
      help.draw(on: &screen)
    } else {
      drawLines(on: &screen, layout)
      drawTitles(on: &screen, layout)
      screen.draw(in: layout.list, isFocused: focus == .list) {
        themes.draw(on: &$0, pinned: preview.pinned)
      }
      screen.draw(in: layout.pinned) { preview.draw(preview.other, on: &$0) }
      screen.draw(in: layout.preview) { preview.draw(on: &$0, themes.selectedTheme) }
      screen.draw(in: layout.inspector, isFocused: focus == .inspector) {
        inspector.draw(on: &$0)
      }
      screen.draw(in: layout.status) { status.draw(on: &$0, themes, preview.selected) }
      screen.draw(in: layout.keys) { status.drawKeys(on: &$0) }
    }
    return screen
  }

  /// The lines around and between the panes, and the mark of the selected run in one of them:
  /// outside of the preview, which stays as it is printed.
  private func drawLines(on screen: inout Frame, _ layout: PaneLayout) {
    let look = chrome.rendition(.frame)
    for line in layout.lines { screen.fill(line, with: "─", look) }
    for bar in layout.bars { screen.fill(bar, with: "│", look) }
    for (cell, sign) in layout.corners {
      screen.write(
        sign, in: CellRect(column: cell.column, row: cell.row, columns: 1, rows: 1), look)
    }
    guard layout.form == .panes, let line = preview.lineOfRun else { return }
    let mark = layout[.preview].line(line).moved(columns: -1)
    screen.write("▸", in: mark, as: .frame, .focused)
  }

  /// The line at the top, and the titles in the lines above the panes.
  private func drawTitles(on screen: inout Frame, _ layout: PaneLayout) {
    let title = TitleLine(
      themes: themes, simulation: simulation, depth: settings.environment.colorDepth)
    guard layout.form == .panes else {
      screen.draw(in: layout.title) { title.drawTabs(on: &$0, focus, tab) }
      return
    }
    screen.draw(in: layout.title) { title.draw(on: &$0) }
    screen.draw(in: layout.title(above: layout.list), isFocused: focus == .list) {
      $0.writeTitle("Themes", of: .list)
    }
    let pinned = layout.pinned.isEmpty || themes.selectedTheme == nil ? nil : pinnedTheme
    screen.draw(in: layout.title(above: layout[.preview]), isFocused: focus == .preview) {
      if let pinned {
        $0.writeTitle("\(ThemeList.pinSign) \(pinned.name)", of: .preview)
      } else {
        preview.drawTitle(on: &$0)
      }
    }
    if pinned != nil, let theme = themes.selectedTheme {
      screen.draw(in: layout.title(above: layout.preview), isFocused: focus == .preview) {
        preview.drawTitle(on: &$0, of: theme)
      }
    }
    screen.draw(in: layout.title(above: layout.inspector), isFocused: focus == .inspector) {
      inspector.drawTitle(on: &$0)
    }
  }
}
