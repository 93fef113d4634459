import CSSView
import CellLayout
package import Diagnostics
import StyleValues
package import StyledText
package import Styling
package import TerminalOutput

/// The theme browser: its state, its reactions to events, and its view.
///
/// It has no side effects: `take` returns the effects to perform, and `view` a frame of cells. Each
/// pane has its own state; `updateLayout` passes on what other panes need.
package struct Browser {
  var settings: BrowserSettings
  var chrome: Chrome
  var columns: Int
  var rows: Int

  package internal(set) var themes = ThemeList()

  /// The focused pane.
  package internal(set) var focus = Pane.list {
    didSet {
      if focus == .list { mode = .pick }
      if focus == .inspector { mode = .edit }
    }
  }

  package private(set) var mode = BrowserMode.pick

  /// The palettes for the preview.
  var palettes: PaletteList

  /// The pane that is focused when the list of palettes closes.
  var paneBeforePalettes = Pane.list

  var preview: PreviewPane
  var inspector = InspectorPane()
  var status = StatusLine()

  /// The colour that is being changed.
  var picker: ColorPicker?

  var commands: CommandPalette?

  /// The view menu, while it is open.
  var viewMenu: ViewMenu?

  var sizes = PaneSizes()

  /// The chosen background, while that of a scheme replaces it.
  var backdropBeforeChoice: Simulation.BackdropChoice?

  /// True if a message has announced that the next Esc quits.
  var isLeaving = false

  /// True if another theme was selected beside the pinned one since the last comparison.
  var isCompareDue = false

  var lastQuery = ""

  /// The theme that was selected before another choice was listed, and the one selected instead.
  var beforeChoice: (before: String?, then: String?)?

  /// The paths of new themes of the user.
  var copies: [String] = []

  /// An addition to the message about a new theme, if all themes are listed now.
  var listingNote = ""

  /// The selected theme as saved, while it is compared.
  var snapshot: BrowsedTheme?

  /// The target of the last press of the mouse button.
  var pressed: HitRegion.Target?

  /// True if that was the second press of a double click.
  var isSecondPress = false

  /// The file being written, and the changes that can be undone.
  var edits = EditHistory()

  var watched = BrowserEffect.watch(files: [], directories: [])

  /// True if there is more than one theme to choose from.
  var canPick: Bool { !themes.listing.folders.isEmpty || themes.listing.paths.count > 1 }

  /// True if the files of themes have changed, so that others have to be watched.
  var isWatchStale = false

  package init(_ settings: BrowserSettings, columns: Int, rows: Int) {
    self.settings = settings
    self.columns = columns
    self.rows = rows
    preview = PreviewPane(settings.sample)
    palettes = PaletteList(settings)
    chrome = Chrome(settings.chrome, environment: settings.environment)
    status.message = chrome.diagnostics.first.map { finding in
      let prefix = finding.location.map { "\($0): " } ?? ""
      let others = chrome.diagnostics.count - 1
      return prefix + finding.message + (others > 0 ? ", and \(others) more" : "")
    }
  }

  /// Effects at the start.
  package var firstEffects: [BrowserEffect] { [.listThemes] }

  package var tab: InspectorTab { inspector.tab }

  package var run: Int { preview.run }

  package var simulation: Simulation { preview.simulation }

  /// The terminal that the preview simulates.
  var seenEnvironment: Environment { simulation.environment(settings.environment) }

  // MARK: Between the panes

  /// The rectangles of all panes and lines.
  package var layout: PaneLayout {
    var (mode, sizes) = (mode, sizes)
    if isEditing {
      // The editor and the ramps of a colour replace the inspector.
      mode = .edit
      sizes.isZoomed = false
    }
    return PaneLayout(
      columns: columns, rows: rows, mode: mode, focus: focus, isComparing: preview.pinned != nil,
      sizes: sizes, wantedList: themes.wantedColumns)
  }

  /// True while the sample or a stylesheet is edited, whatever pane is focused.
  private var isEditing: Bool { status.isEditingSample || status.prompt?.isOfFile == true }

  /// The theme beside the selected one.
  var pinnedTheme: BrowsedTheme? {
    if let snapshot, preview.pinned == snapshot.path { return snapshot }
    return preview.pinned.flatMap { themes.index(of: $0) }.map { themes.themes[$0] }
  }

  /// Updates the panes after each other; afterwards drawing changes nothing, except for a hidden
  /// pane if it `isForFrame`.
  package mutating func updateLayout(isForFrame: Bool = false) {
    themes.updateGroups(in: settings.environment, settings.host)
    themes.updateLayout()
    let layout = layout
    themes.setHeight(layout.list.rows)
    palettes.setHeight(layout.list.rows)
    commands?.setHeight(rows - 2, chrome.settings)
    preview.simulation.palette = palettes.chosen.palette == nil ? nil : palettes.chosen
    themes.updateLooks(in: seenEnvironment, settings.host)
    preview.updateLayout(themes.selectedTheme, other: pinnedTheme, in: layout, settings)
    if let index = themes.selected, preview.draft == nil, let shown = preview.selected,
      themes.themes[index].isUnmeasured(preview.view)
    {
      themes.measure(index, shown, preview.view)
    }
    updateTurnedOff()
    updatePicker()
    if isForFrame, layout.inspector.isEmpty { return }
    let isSnapshot = preview.pinned != nil && preview.pinned == snapshot?.path
    inspector.updateLayout(
      themes.selectedTheme, preview,
      names: (
        own: isSnapshot ? "as now" : selectedName ?? "", other: label(of: preview.pinned) ?? ""
      ), height: layout.inspector.rows)
  }

  /// Changes the list, and shows a newly selected theme from its start, without the old message.
  mutating func changeList(_ change: (inout ThemeList) -> Void) {
    let before = themes.selectedTheme?.path
    change(&themes)
    themes.updateLayout()
    guard themes.selectedTheme?.path != before else { return }
    themes.dropMissing(but: [preview.pinned])
    // The first selection keeps the message.
    if before != nil { status.message = nil }
    status.shownAfter = nil
    if snapshot != nil { (snapshot, preview.pinned) = (nil, nil) }
    preview.themeChanged()
    inspector.selectFirst()
    isCompareDue = preview.pinned != nil && preview.pinned != themes.selectedTheme?.path
  }

  // MARK: Drawing

  /// Updates everything and draws it; a message then counts as shown.
  package mutating func draw() -> ShownFrame {
    updateLayout(isForFrame: true)
    status.noteShown()
    let frame = view()
    return shown(frame.buffer, cursor: frame.cursor, prints: frame.prints)
  }

  /// The screen before the first frame.
  package var blank: ShownFrame { shown(CellBuffer(columns: columns, rows: rows)) }

  private func shown(
    _ buffer: CellBuffer, cursor: CellPosition? = nil, prints: [CellRect] = []
  ) -> ShownFrame {
    ShownFrame(
      buffer: buffer, cursor: cursor, prints: prints, look: chrome.rendition(.status),
      rules: settings.target.widthRules)
  }

  /// Draws the message that there is no room, in as many lines as necessary.
  private func drawMessage(on screen: inout Frame) {
    var lines = [""]
    for word in ["make", "the", "terminal", "larger"] {
      let longer = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " " + word
      if longer.utf8.count <= columns || lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = longer
      } else {
        lines.append(word)
      }
    }
    for (row, line) in lines.enumerated() where row < rows {
      screen.write(line, in: screen.bounds.line(row), .standard)
    }
  }

  package func view() -> Frame {
    let layout = layout
    var screen = Frame(
      columns: columns, rows: rows, chrome: chrome, rules: settings.target.widthRules,
      pressed: pressed)
    if layout.form == .message {
      drawMessage(on: &screen)
    } else if let commands {
      commands.draw(on: &screen)
    } else {
      drawLines(on: &screen, layout)
      drawTitles(on: &screen, layout)
      drawPanes(on: &screen, layout)
      screen.draw(in: layout.status) { status.draw(on: &$0, statusContext(layout)) }
      screen.draw(in: layout.keys) {
        status.drawKeys(
          on: &$0,
          .init(
            mode: viewMenu == nil ? mode : nil, enter: wordForEnter,
            isComparing: preview.pinned != nil, isZoomed: sizes.isZoomed,
            undoDepth: edits.steps.count, redoDepth: edits.undone.count, nudges: typedNudge != nil,
            listsPalettes: palettes.isOpen))
      }
      viewMenu?.draw(on: &screen) { choices(of: $0) }
      status.drawLong(on: &screen, statusContext(layout))
    }
    return screen
  }

  private func drawPanes(on screen: inout Frame, _ layout: PaneLayout) {
    screen.draw(in: layout.list, isFocused: focus == .list) {
      if palettes.isOpen {
        palettes.draw(on: &$0)
      } else {
        themes.draw(on: &$0, pinned: preview.pinned, backdrop: simulation.backdrop.color)
      }
    }
    let marksRun = mode == .edit || preview.isRunMarked
    screen.draw(in: layout.pinned) { preview.drawOther(on: &$0, marksRun: marksRun) }
    screen.draw(in: layout.preview) {
      preview.draw(on: &$0, themes.selectedTheme, marksRun: marksRun)
    }
    screen.draw(in: layout.inspector, isFocused: focus == .inspector) {
      if let picker { picker.draw(on: &$0) } else { inspector.draw(on: &$0) }
    }
    if let prompt = status.prompt, prompt.field.takesLines {
      screen.draw(in: layout.inspector) { $0.drawEditor(prompt.field) }
    }
  }

  private func isThemeListed(_ layout: PaneLayout) -> Bool {
    !layout.list.isEmpty && !palettes.isOpen
  }

  /// The name of a theme in the list.
  private func label(of path: String?) -> String? {
    if let snapshot, path == snapshot.path { return snapshot.name }
    return path.flatMap { themes.index(of: $0) }.map { themes.label(of: $0) }
  }

  private var selectedName: String? { label(of: themes.selectedTheme?.path) }

  /// The heading of the pinned theme beside the selected one.
  private func pinnedName(on screen: Frame, columns: Int) -> String? {
    label(of: preview.pinned).map { "\(ThemeList.pinSign) \(screen.fit($0, to: columns - 5).text)" }
  }

  private func statusContext(_ layout: PaneLayout) -> StatusLine.Context {
    var around = StatusLine.Context(themes: themes, preview: preview.selected)
    around.undoDepth = edits.steps.count
    around.excerptsProblem = mode == .pick
    around.color = typedColor
    if layout.form != .panes, focus != .list, columns < 60 || layout.inspector.isEmpty {
      // Elsewhere the list or the title of the preview has the name of the theme.
      let name = layout.preview.isEmpty ? selectedName.map { $0 + "   " } ?? "" : ""
      around.summaries =
        preview.summary.map { ["\(name)\($0.part) \($0.color)", name + $0.color] } ?? []
    }
    if focus == .inspector, let finding = inspector.selectedFinding { around.summaries = [finding] }
    if layout.title.isEmpty { around.flags = titleLine.flags(columns: layout.status.columns - 2) }
    return around
  }

  private var titleLine: TitleLine {
    TitleLine(themes: themes, simulation: simulation, paletteName: settings.paletteName)
  }

  func scrollMark(of pane: Pane) -> ScrollMark {
    switch pane {
    case .list: return ScrollMark(palettes.isOpen ? palettes.list : themes.list)
    case .preview: return preview.scrollMark
    case .inspector:
      if picker != nil { return ScrollMark(first: 0, visible: 1, count: 1, isOpen: false) }
      // The editor of the sample replaces it.
      guard status.isEditingSample, let field = status.prompt?.field else {
        return ScrollMark(inspector.list)
      }
      return ScrollMark(field, rows: layout.inspector.rows)
    }
  }

  /// Draws the lines around and between the panes, with the focused one in the accent, and the
  /// scroll positions.
  private func drawLines(on screen: inout Frame, _ layout: PaneLayout) {
    let rendition = chrome.rendition(.frame)
    for line in layout.lines { screen.fill(line, with: "─", rendition) }
    for bar in layout.bars { screen.fill(bar, with: "│", rendition) }
    for (cell, sign) in layout.corners {
      screen.write(
        sign, in: CellRect(column: cell.column, row: cell.row, columns: 1, rows: 1), rendition)
    }
    if layout.form == .panes {
      let accent = chrome.rendition(.frame, .focused)
      for edge in layout[isEditing ? .inspector : focus].edges { screen.paint(edge, accent) }
    }
    for border in layout.borders { screen.answerMouse(in: border.line, as: .border(border.pane)) }
    for pane in Pane.allCases {
      let mark = scrollMark(of: pane)
      let rect = layout[pane]
      guard mark.scrolls, !rect.isEmpty else { continue }
      let bar = rect.moved(columns: rect.columns).inset(right: rect.columns - 1)
      screen.fill(mark.thumb(in: bar), with: "┃", rendition)
      screen.answerMouse(in: mark.thumb(in: bar), as: .thumb(pane))
      // Above the tabs, what is left of their line is known later.
      if layout.form == .panes, pane != .preview || !layout.hasTabsBelowPreview {
        drawMore(mark, on: &screen, in: rect.moved(rows: rect.rows).line(0))
      }
    }
  }

  private func drawMore(_ mark: ScrollMark, on screen: inout Frame, in rect: CellRect) {
    guard mark.scrolls, let more = mark.more else { return }
    screen.writeRight(" \(more) ", in: rect, chrome.rendition(.frame))
  }

  /// Draws the title line, and the titles above the panes.
  private func drawTitles(on screen: inout Frame, _ layout: PaneLayout) {
    screen.draw(in: layout.title) { titleLine.draw(on: &$0) }
    screen.draw(in: titleRect(of: .list, on: &screen, layout), isFocused: focus == .list) {
      let filter = palettes.filter.isEmpty ? "" : " /" + palettes.filter
      $0.writeTitle(palettes.isOpen ? "Palettes" + filter : "Themes", of: .list)
    }
    let tabs = titleRect(of: .inspector, on: &screen, layout)
    var tabsEnd = tabs.column
    screen.draw(in: tabs, isFocused: focus == .inspector) {
      if status.isEditingSample || picker != nil {
        let title = picker == nil ? " Text " : " Colour "
        let rest = $0.write(title, in: $0.bounds, as: .frame, .focused)
        tabsEnd += $0.bounds.columns - rest.columns
      } else {
        tabsEnd += inspector.drawTitle(on: &$0, isComparing: preview.pinned != nil)
      }
    }
    // Beside the inspector's position, that of the preview would be confused with it.
    if layout.hasTabsBelowPreview, !scrollMark(of: .inspector).scrolls {
      let besideTabs = CellRect(
        column: tabsEnd + 1, row: tabs.row, columns: tabs.endColumn - tabsEnd - 1, rows: 1)
      drawMore(scrollMark(of: .preview), on: &screen, in: besideTabs)
    }
    let rect = titleRect(of: .preview, on: &screen, layout)
    let pinnedName = pinnedName(on: screen, columns: layout.pinned.columns)
    guard let pinnedName, !layout.pinned.isEmpty else {
      let name = isThemeListed(layout) ? nil : selectedName
      screen.draw(in: rect, isFocused: focus == .preview) {
        $0.writeTitle(preview.title(name, columns: rect.columns), of: .preview)
      }
      return
    }
    screen.draw(in: layout.title(above: layout.pinned), isFocused: focus == .preview) {
      $0.writeTitle(pinnedName, of: .preview)
    }
    let isBelow = layout.preview.row > layout.pinned.row
    let own =
      isBelow
      ? layout.title(above: layout.preview)
      : rect.inset(left: layout.preview.column + 1 - rect.column)
    let columns = own.columns
    let title = preview.title(
      selectedName.map { screen.fit($0, to: columns - 2).text }, columns: columns)
    screen.draw(in: own, isFocused: focus == .preview) { $0.writeTitle(title, of: .preview) }
  }

  /// The rectangle of a pane's title, left of its scroll position.
  private func titleRect(of pane: Pane, on screen: inout Frame, _ layout: PaneLayout) -> CellRect {
    let rect = layout.title(above: layout[pane])
    let mark = scrollMark(of: pane)
    let least = pane == .preview && !layout.pinned.isEmpty ? 44 : 24
    guard mark.scrolls, rect.columns > least || pane == .list, !rect.isEmpty else { return rect }
    // Beside the number of the part, its kind is shown if there is room.
    let isNamed = pane == .preview && rect.columns >= 50
    let position = isNamed ? "row \(mark.position)" : mark.position
    return screen.writeRight(" \(position) ", in: rect, chrome.rendition(.frame))
  }
}

package enum BrowserEvent: Hashable, Sendable {
  case input(InputEvent)

  case terminal(OutputTarget)

  case resize(columns: Int, rows: Int)

  case themes(ThemeListing)

  /// The bytes of a requested file.
  case contents(path: String, bytes: [UInt8])

  /// A requested file does not exist.
  case missing(path: String)

  /// A requested file cannot be read.
  case unreadable(path: String, reason: String)

  case palettes(PaletteListing)

  /// Watched files have changed, or watched directories have new stylesheets.
  case changed([String])

  /// A change of files is shown, a number of milliseconds after it was noticed.
  case shown(milliseconds: Int)

  case wrote(path: String, WriteResult)

  /// The text from the editor.
  case edited(String)

  /// A result for the status line.
  case note(String)
}

package enum WriteResult: Hashable, Sendable {
  /// It has the new bytes.
  case written

  /// It was not written, because it does not have the expected bytes.
  case changedMeanwhile

  /// It was not written, because there is a file and none was expected.
  case exists

  /// It could not be written, and has not changed.
  case failed(String)
}

/// An effect that the browser requests; effects are performed in order.
package enum BrowserEffect: Hashable, Sendable {
  /// List the themes again; `themes` answers.
  case listThemes

  /// List the palettes; `palettes` answers.
  case listPalettes

  /// Read files; `contents` or `unreadable` answers for each.
  case read([String])

  /// Watch only these files, and these directories for new stylesheets.
  case watch(files: [String], directories: [String])

  /// Write a file, or remove it without bytes; `wrote` answers.
  case write(path: String, bytes: [UInt8]?, over: Replaced)

  /// Open the editor at a line (from 1) and wait for its end.
  case edit(path: String, line: Int)

  /// Open a text without a file in the editor; `edited` answers if it was changed.
  case editText(String)

  /// Copy to the clipboard.
  case copy([UInt8])

  /// Show output on the main screen and wait for a key.
  case show([UInt8])

  /// Draw everything again.
  case redraw

  /// Quit with the chosen path.
  case finish(String?)

  /// In bytes: xterm and others drop longer ones.
  package static let longestCopy = 74_000

  /// The expected contents of a file that is written.
  package enum Replaced: Hashable, Sendable {
    /// There is no such file.
    case nothing

    /// Exactly these bytes, so that nobody else has changed it.
    case bytes([UInt8])

    /// Anything, because the user has agreed.
    case anything
  }
}

package struct BrowserSettings {
  /// The terminal's main screen.
  package var target: OutputTarget

  /// Palettes for the preview, besides the terminal's own.
  package var palettes = PaletteListing()

  /// The file of the terminal's palette; nil is its own.
  package var paletteName: String?

  /// The width of the preview if there is room.
  package var previewColumns: Int?

  package var sample = Sample()

  /// The object that the sample belongs to.
  package var host = HostObject()

  package var markupOptions = MarkupOptions()

  /// The format of a sample that is not markup, under a stylesheet that lists formats; nil if
  /// `markupOptions` has it.
  package var sampleForm: ((Stylesheet) -> InputFormat)?

  func markupOptions(under sheet: Stylesheet) -> MarkupOptions {
    var options = markupOptions
    if let form = sampleForm?(sheet) { options.form = form }
    return options
  }

  package var loader: StylesheetLoader

  package var chrome = ChromeSheet.bundled

  /// The directory of the user's themes, for copies of bundled ones.
  package var userThemes: String?

  /// The directory that `~` stands for.
  package var home: String?

  /// The prefix of paths of bundled themes, which cannot be changed.
  package var bundledPrefix: String?

  /// Settings for a terminal, with defaults for the rest.
  package init(target: OutputTarget, loader: StylesheetLoader) {
    self.target = target
    self.loader = loader
  }

  /// Its size, colours and links.
  package var environment: Environment {
    get { target.environment }
    set { target.environment = newValue }
  }

  /// The columns of the preview in a pane of this width.
  func columns(in available: Int) -> Int { min(available, previewColumns ?? available) }

  /// The terminal as a pane can show it: only cells, and sextants if the terminal draws text in
  /// other sizes.
  var paneTarget: OutputTarget {
    var pane = target
    switch target.largeText {
    case .textSizing: pane.largeText = .blocks(hasSextants: true)
    case .doubleHeight: pane.largeText = .off
    case .off, .blocks, .typeset: break
    }
    return pane
  }
}
