import CSSView
import CellLayout
package import Diagnostics
import StyleValues
package import StyledText
package import Styling
package import TerminalOutput

/// The theme browser: everything it knows, what it does about events, and what it shows.
///
/// It touches nothing outside: `take` says what it wants done, `view` is a frame of cells. Each
/// pane keeps its own state; what one needs to know of another is handed to it by `updateLayout`.
package struct Browser {
  var settings: BrowserSettings
  var chrome: Chrome
  var columns: Int
  var rows: Int

  package internal(set) var themes = ThemeList()

  /// The pane that has the keys.
  package internal(set) var focus = Pane.list {
    didSet {
      if focus == .list { face = .pick }
      if focus == .inspector { face = .edit }
    }
  }

  /// Purpose of the screen.
  package private(set) var face = BrowserFace.pick

  /// The palettes that the preview can be shown under.
  var palettes: PaletteList

  /// The pane that has the keys again when the list of palettes is closed.
  var paneBeforePalettes = Pane.list

  var preview: PreviewPane
  var inspector = InspectorPane()
  var status = StatusLine()

  /// The colour that is being changed; nil if none is.
  var picker: ColorPicker?

  var commands: CommandPalette?

  /// The menu of how themes are seen, while it is open.
  var viewMenu: ViewMenu?

  var sizes = PaneSizes()

  /// The background that was chosen before the one of a side took its place.
  var backdropBeforeChoice: Simulation.BackdropChoice?

  /// True if Esc has said that it leaves.
  var isLeaving = false

  /// True if another theme was selected beside the pinned one since what differs was listed.
  var isCompareDue = false

  var lastQuery = ""

  /// The theme that was selected before others were listed, and the one that was selected instead.
  var beforeChoice: (before: String?, then: String?)?

  /// The paths of themes of the user's own that were made.
  var copies: [String] = []

  /// Words to add to the message about one, if all themes are listed now.
  var listingNote = ""

  /// The selected theme as it was saved, while it is compared.
  var snapshot: Theme?

  /// Target that the mouse button was pressed on.
  var pressed: Hotspot.Target?

  /// True if that was the second press of a double click.
  var isSecondPress = false

  /// The file being written, and the changes that can be undone.
  var edits = EditHistory()

  var watched = BrowserEffect.watch(files: [], directories: [])

  /// True if there is a list to choose from.
  var canPick: Bool { !themes.listing.folders.isEmpty || themes.listing.paths.count > 1 }

  /// True if themes are made of other files than those.
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

  /// Effects to perform first.
  package var firstEffects: [BrowserEffect] { [.listThemes] }

  package var tab: InspectorTab { inspector.tab }

  package var run: Int { preview.run }

  package var simulation: Simulation { preview.simulation }

  /// The terminal as the preview is made to see it.
  var seenEnvironment: Environment { simulation.environment(settings.environment) }

  // MARK: Between the panes

  /// Places of all panes and lines on the screen.
  package var layout: PaneLayout {
    var (face, sizes) = (face, sizes)
    if isEditing {
      // The editor takes the inspector's place, and so do the ramps of a colour.
      face = .edit
      sizes.isZoomed = false
    }
    return PaneLayout(
      columns: columns, rows: rows, face: face, focus: focus, isComparing: preview.pinned != nil,
      sizes: sizes, wantedList: themes.wantedColumns)
  }

  /// True while the sample or a stylesheet is edited, whatever pane has had the keys.
  private var isEditing: Bool { status.isEditingSample || status.prompt?.isOfFile == true }

  /// The theme that is kept beside the selected one.
  var pinnedTheme: Theme? {
    if let snapshot, preview.pinned == snapshot.path { return snapshot }
    return preview.pinned.flatMap { themes.index(of: $0) }.map { themes.themes[$0] }
  }

  /// Brings the panes to what the others show now; after it, drawing changes nothing, but for a
  /// pane that is not seen if it `isForFrame`.
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
      ),
      height: layout.inspector.rows)
  }

  /// Changes the list, and shows the theme that is then selected from its beginning; what was said
  /// of another one goes away.
  mutating func changeList(_ change: (inout ThemeList) -> Void) {
    let before = themes.selectedTheme?.path
    change(&themes)
    themes.updateLayout()
    guard themes.selectedTheme?.path != before else { return }
    themes.dropMissing(but: [preview.pinned])
    // The first theme takes the place of none.
    if before != nil { status.message = nil }
    status.shownAfter = nil
    if snapshot != nil { (snapshot, preview.pinned) = (nil, nil) }
    preview.themeChanged()
    inspector.selectFirst()
    isCompareDue = preview.pinned != nil && preview.pinned != themes.selectedTheme?.path
  }

  // MARK: Drawing

  /// Says that there is no room, in as many lines as it takes.
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
            face: viewMenu == nil ? face : nil, enter: wordForEnter,
            isComparing: preview.pinned != nil,
            isZoomed: sizes.isZoomed,
            undoDepth: edits.steps.count, redoDepth: edits.undone.count, nudges: typedNudge != nil,
            listsPalettes: palettes.isOpen)
        )
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
    let marksRun = face == .edit || preview.isRunMarked
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

  /// Heading of the pinned theme beside the selected one.
  private func pinnedName(on screen: Frame, columns: Int) -> String? {
    label(of: preview.pinned).map {
      "\(ThemeList.pinSign) \(screen.fit($0, to: columns - 5).text)"
    }
  }

  private func statusContext(_ layout: PaneLayout) -> StatusLine.Context {
    var around = StatusLine.Context(themes: themes, preview: preview.selected)
    around.undoDepth = edits.steps.count
    around.excerptsProblem = face == .pick
    around.color = typedColor
    if layout.form != .panes, focus != .list, columns < 60 || layout.inspector.isEmpty {
      // Elsewhere the list or the title of the preview has the name of the theme.
      let name = layout.preview.isEmpty ? selectedName.map { $0 + "   " } ?? "" : ""
      around.summaries =
        preview.summary.map { ["\(name)\($0.part) \($0.color)", name + $0.color] } ?? []
    }
    if focus == .inspector, let finding = inspector.selectedFinding {
      around.summaries = [finding]
    }
    if layout.title.isEmpty {
      around.flags = titleLine.flags(columns: layout.status.columns - 2)
    }
    return around
  }

  private var titleLine: TitleLine {
    TitleLine(
      themes: themes, simulation: simulation, paletteName: settings.paletteName)
  }

  func scrollMark(of pane: Pane) -> ScrollMark {
    switch pane {
    case .list: return ScrollMark(palettes.isOpen ? palettes.list : themes.list)
    case .preview: return preview.scrollMark
    case .inspector:
      if picker != nil { return ScrollMark(first: 0, visible: 1, count: 1, isOpen: false) }
      // The editor of the sample takes its place.
      guard status.isEditingSample, let field = status.prompt?.field else {
        return ScrollMark(inspector.list)
      }
      return ScrollMark(field, rows: layout.inspector.rows)
    }
  }

  /// The lines around and between the panes, those around the pane that has the keys in the accent,
  /// and where the panes are in what they show.
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
      for edge in layout[isEditing ? .inspector : focus].edges {
        screen.paint(edge, accent)
      }
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

  /// The line at the top, and the titles in the lines above the panes.
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
    // Beside the inspector's position, that of the preview would be taken for it.
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
    screen.draw(in: own, isFocused: focus == .preview) {
      $0.writeTitle(title, of: .preview)
    }
  }

  /// Returns the rectangle of a pane's title, left of the pane's scroll position.
  private func titleRect(
    of pane: Pane, on screen: inout Frame, _ layout: PaneLayout
  ) -> CellRect {
    let rect = layout.title(above: layout[pane])
    let mark = scrollMark(of: pane)
    let least = pane == .preview && !layout.pinned.isEmpty ? 44 : 24
    guard mark.scrolls, rect.columns > least || pane == .list, !rect.isEmpty else { return rect }
    // Beside the number of the part, it says what it counts, if there is room.
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

  /// A file that was asked for: its bytes.
  case contents(path: String, bytes: [UInt8])

  /// A file that was asked for is not there.
  case missing(path: String)

  /// A file that was asked for cannot be read, and why.
  case unreadable(path: String, reason: String)

  case palettes(PaletteListing)

  /// Watched files have other contents, or there are new sheets in watched directories.
  case changed([String])

  /// A change of files is on the screen, so many milliseconds after it was noticed.
  case shown(milliseconds: Int)

  case wrote(path: String, WriteResult)

  /// The text that was handed to the editor, as it came back.
  case edited(String)

  /// Something that was asked for is done or went wrong; a few words for the status line.
  case note(String)
}

package enum WriteResult: Hashable, Sendable {
  /// It holds the new bytes.
  case written

  /// It does not hold the bytes that were to be replaced; it was left alone.
  case changedMeanwhile

  /// There is a file where none was expected; it was left alone.
  case exists

  /// It cannot be written, and why; it is as it was.
  case failed(String)
}

/// An effect that the browser asks of its environment; effects are performed in order.
package enum BrowserEffect: Hashable, Sendable {
  /// Find the themes again; `themes` answers.
  case listThemes

  /// Find the palettes; `palettes` answers.
  case listPalettes

  /// Read files; `contents` or `unreadable` answers for each.
  case read([String])

  /// Watch these files, and the directories for new sheets, and no others.
  case watch(files: [String], directories: [String])

  /// Write a file, or remove it if there are no bytes; `wrote` answers.
  case write(path: String, bytes: [UInt8]?, over: Replaced)

  /// Open the editor at a line (from 1) and wait for its end.
  case edit(path: String, line: Int)

  /// Open a text that is in no file in the editor; `edited` answers if it was changed.
  case editText(String)

  /// Put text on the clipboard.
  case copy([UInt8])

  /// Show output on the main screen and wait for a key.
  case show([UInt8])

  /// Draw everything again.
  case redraw

  /// End; the chosen path is the answer.
  case finish(String?)

  /// Maximum number of bytes to copy: xterm and others drop more.
  package static let longestCopy = 74_000

  /// Contents that a file may have before it is written.
  package enum Replaced: Hashable, Sendable {
    /// There must be no such file.
    case nothing

    /// These bytes and no others: nobody else has changed it.
    case bytes([UInt8])

    /// Anything: the person has agreed.
    case anything
  }
}

package struct BrowserSettings {
  /// The terminal, as its main screen shows text.
  package var target: OutputTarget

  /// Palettes that themes can be shown under, beside the terminal's own.
  package var palettes = PaletteListing()

  /// The file that the terminal's palette was taken from; nil is the terminal's own.
  package var paletteName: String?

  /// The width that is asked for, where the preview has room for it.
  package var previewColumns: Int?

  package var sample = Sample()

  /// The object that the sample belongs to.
  package var host = HostObject()

  package var markupOptions = MarkupOptions()

  /// Returns the form of a sample that is no markup under a stylesheet which says what it is for; nil
  /// if `markupOptions` has it.
  package var sampleForm: ((Stylesheet) -> InputFormat)?

  /// The options for the sample under a stylesheet.
  func markupOptions(under sheet: Stylesheet) -> MarkupOptions {
    var options = markupOptions
    if let form = sampleForm?(sheet) { options.form = form }
    return options
  }

  package var loader: StylesheetLoader

  package var chrome = ChromeSheet.bundled

  /// Path of the user's own themes, where copies of bundled themes go; nil if there is none.
  package var userThemes: String?

  /// The user's home, which `~` stands for.
  package var home: String?

  /// Prefix of the paths of themes that come with the program and cannot be changed.
  package var bundledPrefix: String?

  /// Settings for a terminal; the rest has defaults to be changed.
  package init(target: OutputTarget, loader: StylesheetLoader) {
    self.target = target
    self.loader = loader
  }

  /// Its size, colours and links.
  package var environment: Environment {
    get { target.environment }
    set { target.environment = newValue }
  }

  /// The columns of a preview in a pane of this width.
  func columns(in available: Int) -> Int { min(available, previewColumns ?? available) }

  /// The terminal as a pane shows text: it has nothing but cells, and terminals that draw text in
  /// other sizes also draw sextants.
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
