import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The theme browser: everything it knows, what it does about events, and what it shows.
///
/// It touches nothing outside: `handle` says what it wants done, `view` is a buffer of cells.
package struct Browser {
  /// What keys go to.
  enum Mode {
    /// The panes.
    case browsing
    /// The filter; what it was before.
    case finding(TextField, before: String)
    /// The sample text; what it was before.
    case editingText(TextField, before: Sample)
    /// A value of the sheet.
    case changingValue(TextField, ValueEdit)
    /// The name of a file to write the output to; the name of one that may be replaced.
    case exporting(TextField, replacing: String?)
    /// The list of keys, from a row on.
    case help(ScrollingList)
  }

  let settings: BrowserSettings
  var chrome: Chrome
  var columns: Int
  var rows: Int

  /// The themes.
  package internal(set) var themes = ThemeList()

  /// The pane that has the keys.
  package internal(set) var focus = Pane.list

  /// What the inspector shows.
  package internal(set) var tab = InspectorTab.styles

  /// The number of the selected run of the sample.
  package internal(set) var run = 0

  /// What the preview goes through.
  package internal(set) var simulation = Simulation()

  /// The path of the theme that is kept beside the selected one.
  package internal(set) var pinned: String?

  var mode = Mode.browsing
  var sample: Sample
  var previewRow = 0
  var inspectorList = ScrollingList()
  var message: String?
  var watched = BrowserEffect.watch(files: [], directories: [])

  /// How long it took from the last change of files to the redraw, in milliseconds.
  var shownAfter: Int?

  /// What can be taken back, the last change last.
  var undoSteps: [UndoStep] = [] {
    didSet { if undoSteps.count > Self.mostUndoSteps { undoSteps.removeFirst() } }
  }
  private static let mostUndoSteps = 100
  /// What is being written.
  var pendingWrite: PendingWrite?

  /// What answers the mouse on the screen as it was drawn last.
  var hotspots: [Hotspot] = []
  /// What the button went down on.
  var pressed: Hotspot.Target?
  /// The first character of the typed text that is seen.
  var fieldStart = 0

  /// The draft of a sheet while one of its values is being changed.
  var draft: (theme: String, sheet: Stylesheet, number: Int)?

  /// Fitting a colour to a palette is slow the first time only.
  private var quantizers: [ColorDepth: ColorQuantizer] = [:]

  private var previews: [PreviewKey: (preview: Preview, poor: [ContrastReport.PoorRun])] = [:]
  private var inspected: (key: InspectorKey, inspector: Inspector)?

  private struct PreviewKey: Hashable {
    var theme: String
    var revision: Int
    var draft: Int
    var settings: Preview.Settings
  }

  private struct InspectorKey: Hashable {
    var preview: PreviewKey?
    var theme: String
    var readings: Int
    var run: Int
    var tab: InspectorTab
  }

  /// A browser without themes, on a screen of some size.
  package init(_ settings: BrowserSettings, columns: Int, rows: Int) {
    self.settings = settings
    self.columns = columns
    self.rows = rows
    sample = settings.sample
    chrome = Chrome(settings.chrome, environment: settings.environment)
    if let problem = chrome.diagnostics.first {
      message = "chrome: " + problem.message
    }
  }

  /// What to do first.
  package var firstEffects: [BrowserEffect] { [.listThemes] }

  /// Where everything stands.
  var layout: PaneLayout { PaneLayout(columns: columns, rows: rows, focus: focus) }

  /// The parts of the preview pane: the pinned theme's and the selected one's.
  var previewPlaces: (pinned: CellRect?, selected: CellRect) {
    let pane = layout.preview
    guard pinned != nil, pane.columns >= 9 else { return (nil, pane) }
    let half = (pane.columns - 1) / 2
    return (
      CellRect(column: pane.column, row: pane.row, columns: half, rows: pane.rows),
      CellRect(
        column: pane.column + half + 1, row: pane.row, columns: pane.columns - half - 1,
        rows: pane.rows)
    )
  }

  /// The selected theme's preview; nil while there is nothing to show.
  mutating func selectedPreview() -> Preview? {
    selectedEntry()?.preview
  }

  /// The runs of the selected theme's preview that are hard to read.
  mutating func poorRuns() -> [ContrastReport.PoorRun] {
    selectedEntry()?.poor ?? []
  }

  private mutating func selectedEntry() -> (preview: Preview, poor: [ContrastReport.PoorRun])? {
    guard let theme = themes.selectedTheme else { return nil }
    return entry(of: theme, columns: selectedColumns)
  }

  /// On a small screen the pane is not always seen, but its runs are asked about.
  private var selectedColumns: Int {
    let place = previewPlaces.selected
    return place.isEmpty ? columns : place.columns
  }

  /// A theme's preview in some columns.
  mutating func preview(of theme: Theme, columns: Int) -> Preview? {
    entry(of: theme, columns: columns)?.preview
  }

  /// A theme's sample as wide as the screen, as the terminal draws it outside of the browser.
  func outputPreview(of theme: Theme) -> Preview? {
    guard let sheet = sheet(of: theme), var settings = key(of: theme, columns: columns)?.settings
    else { return nil }
    settings.target.largeText = self.settings.target.largeText
    return Preview(
      sheet, settings, host: self.settings.host, options: self.settings.markupOptions)
  }

  private mutating func entry(
    of theme: Theme, columns: Int
  ) -> (preview: Preview, poor: [ContrastReport.PoorRun])? {
    guard let key = key(of: theme, columns: columns), let sheet = sheet(of: theme) else {
      return nil
    }
    if let known = previews[key] { return known }
    // Two are seen at a time; a few more make going back and forth quick.
    if previews.count >= 8 { previews.removeAll() }
    let preview = Preview(
      sheet, key.settings, host: settings.host, options: settings.markupOptions)
    let made = (preview, contrast.poorRuns(of: preview))
    previews[key] = made
    return made
  }

  private func sheet(of theme: Theme) -> Stylesheet? {
    draft?.theme == theme.path ? draft?.sheet : theme.sheet
  }

  private func key(of theme: Theme, columns: Int) -> PreviewKey? {
    guard let sheet = sheet(of: theme) else { return nil }
    var target = settings.paneTarget
    target.environment = simulation.environment(settings.environment, columns: columns)
    return PreviewKey(
      theme: theme.path, revision: theme.revision,
      draft: draft?.theme == theme.path ? draft?.number ?? 0 : 0,
      settings: Preview.Settings(
        markup: sample.markup(for: sheet), target: target))
  }

  /// What the inspector says now.
  mutating func inspector() -> Inspector {
    guard let theme = themes.selectedTheme else { return Inspector() }
    let key = InspectorKey(
      preview: key(of: theme, columns: selectedColumns), theme: theme.path,
      readings: theme.readings, run: run, tab: tab)
    if let inspected, inspected.key == key { return inspected.inspector }
    let made = inspector(of: theme)
    inspected = (key, made)
    return made
  }

  private mutating func inspector(of theme: Theme) -> Inspector {
    var inspector = Inspector()
    if let problem = theme.problem {
      inspector.lines = Self.lines(about: problem)
      if theme.sheet == nil { return inspector }
      inspector.lines.append(
        InspectorLine(
          .note,
          theme.problemIsNewer ? "shown: the last good contents" : "shown: what could be read")
      )
    }
    guard let preview = selectedPreview() else { return inspector }
    let explained: Inspector
    switch tab {
    case .styles: explained = styles(of: preview)
    case .computed: explained = .computed(preview.explanation(ofRun: run))
    case .contrast: explained = contrast.inspector(of: preview, run: run, poor: poorRuns())
    case .source: return .source(theme, preview.explanation(ofRun: run))
    }
    inspector.lines += explained.lines
    inspector.declarations = explained.declarations
    return inspector
  }

  /// The declarations of the selected run, where it leads to, and how readable it is.
  private func styles(of preview: Preview) -> Inspector {
    var inspector = Inspector.styles(
      preview.explanation(ofRun: run), note: ContrastReport.note(on:))
    if preview.text.runs.indices.contains(run), let link = preview.text.runs[run].link {
      inspector.lines.insert(InspectorLine(.note, "→ \(link)"), at: 0)
    }
    if let summary = contrast.summary(of: preview, run: run) { inspector.lines.append(summary) }
    let warnings = (themes.selectedTheme?.warnings ?? []) + preview.diagnostics
    if !warnings.isEmpty { inspector.lines.append(InspectorLine(.heading, "warnings")) }
    inspector.lines += warnings.prefix(20).map { warning in
      InspectorLine(
        .problem, "! " + warning.message,
        detail: warning.location.map(Inspector.shortPlace) ?? "")
    }
    return inspector
  }

  /// Does something with the quantizer of a depth, which remembers the colours it has met.
  mutating func withQuantizer(_ depth: ColorDepth, _ body: (inout ColorQuantizer) -> Void) {
    // Taken out, so that it is not copied.
    var quantizer = quantizers.removeValue(forKey: depth) ?? ColorQuantizer(depth: depth)
    body(&quantizer)
    quantizers[depth] = quantizer
  }

  /// What measures contrast on this terminal.
  var contrast: ContrastReport {
    let environment = simulation.environment(settings.environment, columns: columns)
    let isDark = environment.colorScheme == .dark
    return ContrastReport(
      foreground: settings.palette[isDark ? 7 : 0], background: environment.assumedBackground,
      palette: settings.palette)
  }
}
