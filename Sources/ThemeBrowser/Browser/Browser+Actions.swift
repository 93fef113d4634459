import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput

extension Browser {
  /// Performs an action: the first responder in the chain that can, does.
  mutating func perform(_ action: BrowserAction) -> [BrowserEffect] {
    let responder = responderChain.first { $0.responds(to: action.rawValue) }
    return responder.map { perform(action, as: $0) } ?? []
  }

  /// Performs an action as a responder that responds to it.
  mutating func perform(_ action: BrowserAction, as responder: Responder) -> [BrowserEffect] {
    switch responder {
    case .list: move(action, in: .list)
    case .preview: move(action, in: .preview)
    case .inspector: move(action, in: .inspector)
    case .help: performInHelp(action)
    case .browser: return performInWindow(action)
    }
    return []
  }

  // MARK: Panes

  /// The movements that every pane understands in its own way.
  private mutating func move(_ action: BrowserAction, in pane: Pane) {
    let screenful = max(1, layout[pane].rows - 1)
    let everything = 1 << 30
    let step: Int
    switch action {
    case .moveUp: step = -1
    case .moveDown: step = 1
    case .pageUp: step = -screenful
    case .pageDown: step = screenful
    case .moveToTop: step = -everything
    case .moveToBottom: step = everything
    default: return
    }
    switch pane {
    case .list: select(row: themes.list.selection + step)
    case .preview: scroll(.preview, by: step)
    case .inspector:
      settleInspector()
      inspectorList.move(by: step)
    }
  }

  /// Selects a row of the list.
  mutating func select(row: Int) {
    let before = themes.selected
    themes.list.select(row)
    if themes.selected != before { themeChanged() }
  }

  private mutating func themeChanged() {
    previewRow = 0
    inspectorList.select(0)
    draft = nil
    clampRun()
  }

  /// Keeps the selected run among those there are.
  mutating func clampRun() {
    let count = selectedPreview()?.text.runs.count ?? 0
    run = run.clamped(to: 0...max(0, count - 1))
  }

  /// Scrolls a pane.
  mutating func scroll(_ pane: Pane, by step: Int) {
    switch pane {
    case .list:
      let before = themes.selected
      themes.list.scroll(by: step)
      if themes.selected != before { themeChanged() }
    case .preview:
      let rows = selectedPreview()?.layout.buffer.rows ?? 0
      previewRow = (previewRow + step).clamped(to: 0...max(0, rows - layout.preview.rows))
    case .inspector:
      settleInspector()
      inspectorList.scroll(by: step)
    }
  }

  /// Tells the inspector's list how long it is.
  mutating func settleInspector() {
    inspectorList.resize(count: inspector().lines.count, height: layout.inspector.rows)
  }

  // MARK: Help

  private mutating func performInHelp(_ action: BrowserAction) {
    guard case .help(var list) = mode else { return }
    list.resize(count: helpLines.count, height: helpPage.columns * helpPage.rows)
    let screenful = max(1, list.height - 1)
    switch action {
    case .moveUp: list.scroll(by: -1)
    case .moveDown: list.scroll(by: 1)
    case .pageUp: list.scroll(by: -screenful)
    case .pageDown: list.scroll(by: screenful)
    case .moveToTop: list.scroll(by: -helpLines.count)
    case .moveToBottom: list.scroll(by: helpLines.count)
    default:
      // Any other key closes it, and does nothing else.
      mode = .browsing
      return
    }
    mode = .help(list)
  }

  /// The lines of the help.
  var helpLines: [(keys: String, text: String)] {
    BrowserAction.allCases.compactMap { action in
      let keys = chrome.bindings.keys(for: action)
      return keys.isEmpty ? nil : (keys.joined(separator: " "), action.summary)
    }
  }

  // MARK: The window

  private mutating func performInWindow(_ action: BrowserAction) -> [BrowserEffect] {
    switch action {
    case .moveUp, .moveDown, .pageUp, .pageDown, .moveToTop, .moveToBottom:
      move(action, in: .list)
    case .previousSpan, .nextSpan: moveRun(by: action == .nextSpan ? 1 : -1)
    case .nextPane, .previousPane: movePane(by: action == .nextPane ? 1 : 2)
    case .showList: focus = .list
    case .showPreview: focus = .preview
    case .showInspector: focus = .inspector
    case .showSource:
      focus = .inspector
      setTab(.source)
    case .find: mode = .finding(TextField(themes.filter), before: themes.filter)
    case .clearFilter: themes.filter = ""
    case .nextProblem, .previousProblem:
      let step = action == .nextProblem ? 1 : -1
      if let row = themes.problem(after: themes.list.selection, step: step) { select(row: row) }
    case .cycleScheme:
      themes.choice = Self.next(themes.choice)
      themeChanged()
    case .cycleInspector: setTab(Self.next(tab))
    case .cycleProfile: cycleDepth(by: 1)
    case .cycleProfileBack: cycleDepth(by: -1)
    case .cycleVision: simulation.vision = Self.next(simulation.vision)
    case .cycleBackdrop: simulation.backdrop = Self.next(simulation.backdrop)
    case .pin:
      let path = themes.selectedTheme?.path
      pinned = pinned == path ? nil : path
    case .help: mode = .help(ScrollingList())
    case .quit: return [.finish(nil)]
    case .cancel: return cancel()
    case .choose: return themes.selectedTheme.map { [.finish($0.path)] } ?? []
    default: return performOutside(action)
    }
    return []
  }

  /// The actions that need something done outside.
  private mutating func performOutside(_ action: BrowserAction) -> [BrowserEffect] {
    switch action {
    case .reload:
      themes.forgetContents()
      return [.listThemes]
    case .undo: return undo()
    case .redraw: return [.redraw]
    case .editText: editText()
    case .changeValue: changeValue()
    case .openSample:
      guard let path = sample.path else {
        message = "the sample is in no file"
        return []
      }
      return [.edit(path: path, line: 1)]
    case .editSource: return editSource()
    case .copyStyle: return copyStyle()
    case .copyOutput: return selectedPreview().map { [.copy(output(of: $0))] } ?? []
    case .export:
      guard let theme = themes.selectedTheme else { return [] }
      mode = .exporting(TextField(theme.name + ".ansi"), replacing: nil)
    case .showOutput: return showOutput()
    default: break
    }
    return []
  }

  /// Leaves one thing after another, at last the browser.
  private mutating func cancel() -> [BrowserEffect] {
    if !themes.filter.isEmpty {
      themes.filter = ""
      return []
    }
    if pinned != nil {
      pinned = nil
      return []
    }
    return [.finish(nil)]
  }

  /// Selects the next part that is more than blanks.
  private mutating func moveRun(by step: Int) {
    let runs = selectedPreview()?.text.runs.count ?? 0
    var next = run + step
    while next >= 0, next < runs, selectedPreview()?.isBlank(run: next) == true { next += step }
    guard next >= 0, next < runs else { return }
    run = next
    inspectorList.select(0)
    showRun()
  }

  /// Scrolls the preview so that the selected run is seen.
  private mutating func showRun() {
    guard layout.preview.rows > 0, let row = rowOfRun else { return }
    if row < previewRow { previewRow = row }
    if row >= previewRow + layout.preview.rows { previewRow = row - layout.preview.rows + 1 }
  }

  /// The row of the preview where the selected part begins.
  var rowOfRun: Int? {
    mutating get {
      guard let preview = selectedPreview(), preview.firstCells.indices.contains(run),
        let cell = preview.firstCells[run]
      else { return nil }
      return cell / max(1, preview.layout.buffer.columns)
    }
  }

  private mutating func movePane(by step: Int) {
    focus = Pane(rawValue: (focus.rawValue + step) % Pane.allCases.count) ?? .list
  }

  mutating func setTab(_ new: InspectorTab) {
    tab = new
    inspectorList.select(0)
  }

  private mutating func cycleDepth(by step: Int) {
    let depths = Simulation.depths
    let current = simulation.depth ?? settings.environment.colorDepth
    let place = depths.firstIndex(of: current) ?? depths.count - 1
    let next = depths[(place + step + depths.count) % depths.count]
    simulation.depth = next == settings.environment.colorDepth ? nil : next
  }

  private static func next<Choice: CaseIterable & Equatable>(_ choice: Choice) -> Choice {
    let all = Array(Choice.allCases)
    let place = all.firstIndex(of: choice) ?? 0
    return all[(place + 1) % all.count]
  }

  // MARK: Editing

  private mutating func editText() {
    guard let sheet = themes.selectedTheme?.sheet else { return }
    let markup = sample.markup(for: sheet)
    guard markup.utf8.count <= 1 << 16 else {
      message = "the sample is too long to be edited here"
      return
    }
    // The field has one line; `<br>` says the same as a line break.
    let lines = markup.split(separator: "\n", omittingEmptySubsequences: false)
    mode = .editingText(TextField(lines.joined(separator: "<br>")), before: sample)
  }

  /// The declaration in the selected line of the inspector, or the first one after it.
  mutating func selectedDeclaration() -> ExplainedDeclaration? {
    let inspector = inspector()
    settleInspector()
    let line = inspector.lines.dropFirst(inspectorList.selection).first { $0.declaration != nil }
    return line?.declaration.map { inspector.declarations[$0] }
  }

  private mutating func editSource() -> [BrowserEffect] {
    guard let theme = themes.selectedTheme else { return [] }
    if let location = theme.problem?.location {
      return [.edit(path: location.file, line: location.line)]
    }
    let location = selectedDeclaration()?.location
    let isInFile = location.map { theme.dependencies.files.contains($0.file) } ?? false
    guard isInFile, let location else { return [.edit(path: theme.path, line: 1)] }
    return [.edit(path: location.file, line: location.line)]
  }

  private mutating func copyStyle() -> [BrowserEffect] {
    guard let preview = selectedPreview() else { return [] }
    let explanation = preview.explanation(ofRun: run)
    let lines = PropertyID.allCases.compactMap { property in
      explanation.winner(of: property).map { "\(property.name): \($0.resolved ?? $0.value);\n" }
    }
    message = "copied \(lines.count) declarations of \(preview.name(ofRun: run))"
    return [.copy(Array(lines.joined().utf8))]
  }

  private mutating func showOutput() -> [BrowserEffect] {
    guard let theme = themes.selectedTheme, let preview = outputPreview(of: theme) else {
      return []
    }
    return [.show(output(of: preview))]
  }
}
