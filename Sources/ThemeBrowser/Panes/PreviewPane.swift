import CSSView
import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The sample and the simulation, as far as they decide how readable it is.
struct SampleView: Hashable, Sendable {
  private var sample: Sample
  private var simulation: Simulation

  init(_ sample: Sample, _ simulation: Simulation) {
    (self.sample, self.simulation) = (sample, simulation)
    self.simulation.vision = .typical
  }
}

/// The sample under the selected theme, and beside it under the pinned one.
struct PreviewPane {
  var sample: Sample

  /// The simulation for the cells.
  var simulation = Simulation()

  /// The path of the theme beside the selected one.
  var pinned: String?

  private(set) var run = 0

  /// True if the last key selected the run.
  var isRunMarked = false

  /// The first visible row.
  private(set) var row = 0

  /// The first visible row before a smaller terminal hid the selected part, until the next
  /// scrolling.
  private var rowBefore: Int?

  /// The same part of the pinned theme's preview, and its first visible row.
  private var otherRun: Int?
  private var otherRow = 0

  /// The selected theme's preview.
  private(set) var selected: Preview?

  private(set) var other: Preview?

  /// A draft of a stylesheet while one of its values is being changed.
  private(set) var draft: Draft?

  /// A stylesheet without a file.
  struct Draft {
    var theme: String
    var sheet: Stylesheet
    /// Identifies the draft.
    fileprivate(set) var number = 0
  }

  /// Counts drafts and previews, so that all numbers differ.
  private var number = 0
  private var columns = 0, rows = 0

  /// The limit of the part of the sample that is laid out.
  private var limit = SampleLimit.first
  private var previews: [Key: Preview] = [:]

  /// The visible parts of the two previews.
  private var windows: (selected: Window?, other: Window?)

  /// The visible rows of a preview in their shown colours.
  private struct Window {
    var number: Int
    var rows: Range<Int>
    var simulation: Simulation
    var buffer: CellBuffer
    /// The backdrop where the theme paints nothing.
    var behind: GraphicRendition
  }

  private struct Key: Hashable {
    var theme: String
    var revision: Int
    var draft: Int
    var settings: Preview.Settings
  }

  init(_ sample: Sample) { self.sample = sample }

  // MARK: State

  /// Shows a draft instead of the theme; nil shows the theme again.
  mutating func show(_ draft: Draft?) {
    self.draft = draft
    number += 1
    self.draft?.number = number
  }

  /// Resets the pane for another theme.
  mutating func themeChanged() {
    row = 0
    rowBefore = nil
    limit = .first
    draft = nil
  }

  /// Lays out what has changed.
  mutating func updateLayout(
    _ theme: BrowsedTheme?, other: BrowsedTheme?, in layout: PaneLayout, _ settings: BrowserSettings
  ) {
    let isRunSeen = positionOfRun != nil
    let before = (columns, rows)
    // A zoomed pane hides the preview, but its runs are still queried.
    columns = settings.columns(
      in: layout.preview.isEmpty ? layout.screen.columns : layout.preview.columns)
    selected = theme.flatMap { preview(of: $0, columns: columns, settings) }
    // Rows are laid out before they come into sight.
    while let shown = selected, !shown.isWhole,
      run > 0 && run + 1 >= shown.text.runs.count
        || shown.layout.buffer.rows < row + 2 * layout.preview.rows
    {
      limit = limit.next
      selected = theme.flatMap { preview(of: $0, columns: columns, settings) }
    }
    // It is compared also where it is not seen.
    let otherColumns = layout.pinned.isEmpty ? columns : settings.columns(in: layout.pinned.columns)
    self.other = other.flatMap { preview(of: $0, columns: otherColumns, settings) }
    rows = layout.preview.rows
    // A theme that is not read yet may have the run.
    if let selected { run = run.clamped(to: 0...max(0, selected.text.runs.count - 1)) }
    scroll(by: 0)
    if isRunSeen, (columns, rows) != before {
      let start = rowBefore ?? row
      row = start
      scroll(by: 0)
      scrollToRun()
      rowBefore = row == start ? nil : start
    }
    updateOtherRow()
    windows.selected = window(of: selected, from: row, known: windows.selected, settings)
    windows.other = window(of: self.other, from: otherRow, known: windows.other, settings)
  }

  /// Aligns the selected part in the pinned theme's preview, which may wrap differently.
  private mutating func updateOtherRow() {
    otherRun = nil
    otherRow = row
    guard let selected, let other else { return }
    otherRun = other.run(like: run, of: selected)
    guard let own = selected.row(ofRun: run), let line = otherRun.flatMap({ other.row(ofRun: $0) })
    else { return }
    // Two beginnings stay beside each other while the part is seen in both, or in none.
    if row == 0, line < rows || own >= rows { return }
    otherRow = (row + line - own).clamped(to: 0...max(0, other.layout.buffer.rows - rows))
  }

  /// The visible cells in their shown colours, unless they are known.
  private func window(
    of preview: Preview?, from row: Int, known: Window?, _ settings: BrowserSettings
  ) -> Window? {
    guard let preview else { return nil }
    let end = min(row + rows, preview.layout.buffer.rows)
    let range = min(row, end)..<end
    if let known, known.number == preview.number, known.rows == range,
      known.simulation == simulation
    {
      return known
    }
    var colors = SeenColors(simulation, preview, on: settings.target)
    return Window(
      number: preview.number, rows: range, simulation: simulation,
      buffer: colors.seen(range, of: preview.layout),
      behind: colors.seen(preview.behind, isText: false))
  }

  private mutating func preview(
    of theme: BrowsedTheme, columns: Int, _ settings: BrowserSettings
  ) -> Preview? {
    let draft = draft.flatMap { $0.theme == theme.path ? $0 : nil }
    guard let sheet = draft?.sheet ?? theme.sheet else { return nil }
    let key = Key(
      theme: theme.path, revision: theme.revision, draft: draft?.number ?? 0,
      settings: previewSettings(for: sheet, of: theme, columns: columns, settings.paneTarget))
    if let known = previews[key] { return known }
    number += 1
    let made = Preview(sheet, key.settings, in: settings, number: number)
    // Two are seen at a time; those of the themes in the list, unless they are large, make going to
    // these quick.
    let cells = previews.values.reduce(made.layout.buffer.cells.count) {
      $0 + $1.layout.buffer.cells.count
    }
    if cells > Self.mostCells {
      let seen = [selected?.number, other?.number]
      previews = previews.filter { seen.contains($0.value.number) }
    }
    previews[key] = made
    return made
  }

  private func previewSettings(
    for sheet: Stylesheet, of theme: BrowsedTheme, columns: Int, _ terminal: OutputTarget
  ) -> Preview.Settings {
    var target = terminal
    target.environment = simulation.environment(terminal.environment).adopting(sheet.palette)
    target.environment.columns = max(1, columns)
    return Preview.Settings(
      sample: sample, limit: limit, target: target,
      hasOwnBackdrop: simulation.backdrop == .theme, mainClass: theme.mainClass)
  }

  /// The most cells of previews that are kept.
  private static let mostCells = 120_000

  /// The sample with its simulation.
  var view: SampleView { SampleView(sample, simulation) }

  /// The preview of a theme that is not selected.
  mutating func unseen(_ theme: BrowsedTheme, _ settings: BrowserSettings) -> Preview? {
    let now = limit
    limit = .first
    defer { limit = now }
    return preview(of: theme, columns: selected?.target.environment.columns ?? 80, settings)
  }

  /// The selected theme's preview with all of its text.
  func whole(_ theme: BrowsedTheme, _ settings: BrowserSettings) -> Preview? {
    guard let selected, !selected.isWhole else { return selected }
    guard let sheet = shownSheet(of: theme) else { return nil }
    var all = previewSettings(
      for: sheet, of: theme, columns: selected.target.environment.columns, settings.paneTarget)
    all.limit = .none
    return Preview(sheet, all, in: settings)
  }

  /// The runs of the sample with other colours under another stylesheet; only as many as are
  /// measured quickly.
  func runs(
    of theme: BrowsedTheme, changedBy sheet: Stylesheet, _ settings: BrowserSettings
  ) -> [MeasuredRun] {
    guard let selected, let other = preview(of: theme, under: sheet, settings) else { return [] }
    guard other.text.runs.count == selected.text.runs.count else { return [] }
    return selected.text.runs.indices.prefix(1000).compactMap { run in
      guard !selected.isBlank(run: run), let now = selected.rendition(ofRun: run),
        let then = other.rendition(ofRun: run)
      else { return nil }
      let isText = now.foreground != then.foreground
      guard isText || now.background != then.background else { return nil }
      return MeasuredRun(run: run, isBackground: !isText)
    }
  }

  /// The sample of the theme's preview under another stylesheet.
  func preview(
    of theme: BrowsedTheme, under sheet: Stylesheet, _ settings: BrowserSettings
  ) -> Preview? {
    selected.map { selected in
      Preview(
        sheet,
        previewSettings(
          for: sheet, of: theme, columns: selected.target.environment.columns,
          settings.paneTarget), in: settings)
    }
  }

  /// Records the preview with everything in the theme's files turned on.
  mutating func revive(
    _ sheet: Stylesheet?, _ theme: BrowsedTheme, _ places: [String: [Range<Int>]],
    _ settings: BrowserSettings
  ) {
    guard let shown = selected else { return }
    let other = sheet.flatMap { preview(of: theme, under: $0, settings) }
    selected?.revived = Preview.Revived(preview: [other].compactMap { $0 }, places: places)
    for key in previews.keys where previews[key]?.number == shown.number {
      previews[key] = selected
    }
  }

  private func shownSheet(of theme: BrowsedTheme) -> Stylesheet? {
    draft?.theme == theme.path ? draft?.sheet : theme.sheet
  }

  /// The output of `cssview preview` for a theme on the whole screen.
  func output(of theme: BrowsedTheme, columns: Int, _ settings: BrowserSettings) -> [UInt8]? {
    guard let sheet = shownSheet(of: theme) else { return nil }
    var all = previewSettings(
      for: sheet, of: theme, columns: settings.columns(in: columns), settings.target)
    all.limit = .none
    return Preview(sheet, all, in: settings).output
  }

  // MARK: Actions

  /// Scrolls, if the action does that.
  mutating func perform(_ action: BrowserAction) {
    guard let step = action.step(screenful: rows - 1) else { return }
    rowBefore = nil
    switch action {
    case .moveToBottom:
      // The end is where it is when all is laid out.
      limit = .none
      row = step
    case .moveToTop:
      // Rows that are out of sight again need not be laid out again when something changes.
      limit = .first
      row = 0
    default: scroll(by: step)
    }
  }

  mutating func scroll(by step: Int) {
    let last = max(0, (selected?.layout.buffer.rows ?? 0) - rows)
    if step != 0 { rowBefore = nil }
    row = (row + step).clamped(to: 0...last)
  }

  /// Selects the next run with text, and scrolls to it; returns false if there is none.
  mutating func moveRun(by step: Int) -> Bool {
    isRunMarked = true
    guard let next = selected?.part(besideRun: run, step: step) else { return false }
    showRun(next)
    return true
  }

  /// Selects a run, marks it, and scrolls to it.
  mutating func showRun(_ number: Int) {
    rowBefore = nil
    run = number
    isRunMarked = true
    scrollToRun()
  }

  private mutating func scrollToRun() {
    guard rows > 0, let first = selected?.row(ofRun: run) else { return }
    if first < row { row = first }
    if first >= row + rows { row = first - rows + 1 }
  }

  mutating func selectRun(_ number: Int) { run = number }

  /// Selects the run in a cell of the selected theme's preview; returns true if the selection
  /// changed.
  mutating func selectRun(column: Int, row line: Int) -> Bool {
    guard let found = selected?.layout.run(column: column, row: line + row) else { return false }
    isRunMarked = true
    guard found != run else { return false }
    run = found
    return true
  }

  // MARK: Drawing

  /// The cell in the pane where the selected run begins; nil if it is not visible.
  var positionOfRun: CellPosition? {
    guard let line = selected?.row(ofRun: run).map({ $0 - row }), (0..<rows).contains(line),
      let column = selected?.column(ofRun: run)
    else { return nil }
    return CellPosition(column: column, row: line)
  }

  /// Draws the selected theme's preview, or its problems.
  func draw(on frame: inout Frame, _ theme: BrowsedTheme?, marksRun: Bool) {
    if let theme, theme.sheet == nil, theme.problem != nil {
      for (index, line) in Inspector.lines(aboutProblemsOf: theme).enumerated() {
        frame.write(line.text, in: frame.bounds.line(index), as: line.name)
      }
    }
    draw(windows.selected, on: &frame)
    if marksRun, let selected { mark(run, of: selected, from: row, on: &frame) }
  }

  /// Marks the words of the selected run, reversing them if the run looks like the mark.
  private func mark(_ run: Int, of preview: Preview, from row: Int, on frame: inout Frame) {
    let mark = frame.chrome.rendition(.sample, .selected)
    let columns = preview.layout.buffer.columns
    let start = min(row * columns, preview.layout.runs.count)
    let end = min(start + rows * columns, preview.layout.runs.count)
    for index in start..<end where Int(preview.layout.runs[index]) == run {
      let cell = CellRect(column: index % columns, row: index / columns - row, columns: 1, rows: 1)
      frame.update(cell) { cell in
        guard cell.text != " " else { return }
        let before = cell.rendition
        cell.rendition.underline = mark.underline
        cell.rendition.attributes.formUnion(mark.attributes)
        if cell.rendition == before { cell.rendition.attributes.formSymmetricDifference(.reverse) }
      }
    }
  }

  /// Draws the pinned theme's preview.
  func drawOther(on frame: inout Frame, marksRun: Bool) {
    draw(windows.other, on: &frame)
    if marksRun, let other, let otherRun { mark(otherRun, of: other, from: otherRow, on: &frame) }
  }

  /// Draws a preview as it would be printed, with the backdrop where it paints nothing.
  private func draw(_ window: Window?, on frame: inout Frame) {
    guard let window else { return }
    let (columns, rows) = (window.buffer.columns, window.buffer.rows)
    var below = frame.bounds
    below.row += rows
    below.rows = max(0, below.rows - rows)
    frame.fill(below, window.behind)
    if columns < frame.bounds.columns {
      frame.fill(frame.bounds.inset(left: columns), window.behind)
    }
    frame.copy(window.buffer)
  }

  /// The title of the pane: the name of the theme or of the sample, and the selected part.
  func title(_ theme: String? = nil, columns: Int) -> String {
    var name = theme ?? sample.name.fileName
    guard let selected, !selected.parts.isEmpty else { return name }
    if selected.layout.exceededRows != nil { name += " (too large: one line of it)" }
    let count = "\(selected.parts.count)\(selected.isWhole ? "" : "+")"
    let number = "part \(selected.partNumber(ofRun: run))/\(count)"
    // If there is little room, the part is more useful than the name of the sample.
    let start = theme == nil && columns < 44 ? number : "\(name), \(number)"
    let label = "\(start) \(selected.name(ofRun: run))"
    let rest = columns - 2 - label.count
    guard rest >= 0 || theme == nil else { return start.count < columns - 1 ? start : name }
    let quote = selected.quote(ofRun: run)
    // Of a quote that is cut, some letters are seen.
    return quote.isEmpty || rest < min(6, quote.count + 3) ? label : label + " '\(quote)'"
  }

  /// The selected part, and its colour and contrast, in one line.
  var summary: (part: String, color: String)? {
    guard let selected, !selected.text.runs.isEmpty else { return nil }
    return ContrastReport(selected).brief(of: selected, run: run).map { brief in
      (selected.name(ofRun: run), "\(brief.ink.hex) \(brief.text)")
    }
  }

  var scrollMark: ScrollMark {
    ScrollMark(
      first: row, visible: rows, count: selected?.layout.buffer.rows ?? 0,
      isOpen: selected?.isWhole == false)
  }
}
