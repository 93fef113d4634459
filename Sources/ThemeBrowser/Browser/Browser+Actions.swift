import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling

extension Browser {
  /// Performs an action: the first responder in the chain that can, does.
  mutating func perform(_ action: BrowserAction) -> [BrowserEffect] {
    let responder = responderChain.first { $0.responds(to: action.rawValue) }
    return responder.map { perform(action, as: $0) } ?? []
  }

  /// Performs an action as a responder that responds to it.
  mutating func perform(_ action: BrowserAction, as responder: Responder) -> [BrowserEffect] {
    if palettes.isOpen, performInPalettes(action, as: responder) { return [] }
    // To move in the list asks nothing of the other panes: keys that wait need no layout.
    if responder == .list {
      changeList { $0.list.perform(action) }
      return []
    }
    // One action after another may have to do with what the first one has brought to light.
    updateLayout()
    switch responder {
    case .list: break
    case .preview: preview.perform(action)
    case .inspector: inspector.list.perform(action)
    case .help:
      guard var list = help else { break }
      help = list.perform(action, chrome.settings, in: layout.screen) ? list : nil
    case .browser: return performInWindow(action)
    }
    return []
  }

  private mutating func performInWindow(_ action: BrowserAction) -> [BrowserEffect] {
    switch action {
    case .moveUp, .moveDown, .pageUp, .pageDown, .moveToTop, .moveToBottom:
      changeList { $0.list.perform(action) }
    case .previousSpan, .nextSpan:
      if preview.moveRun(by: action == .nextSpan ? 1 : -1) { inspector.selectFirst() }
    case .nextPane: focus = focus.next()
    case .previousPane: focus = focus.next(-1)
    case .showList: focus = .list
    case .showPreview: focus = .preview
    case .showInspector: focus = .inspector
    case .showSource:
      focus = .inspector
      inspector.show(.source)
    case .find: find()
    case .clearFilter: changeList { $0.filter = "" }
    case .nextProblem, .previousProblem:
      let step = action == .nextProblem ? 1 : -1
      if simulation.palette == nil { showProblem(step: step) } else { showPoorRun(step: step) }
    case .showPalettes: openPalettes()
    case .cycleScheme: changeList { $0.choice = $0.choice.next() }
    case .cycleInspector: cycleInspector()
    case .cycleProfile: preview.simulation.cycleDepth(by: 1, from: settings.environment.colorDepth)
    case .cycleProfileBack:
      preview.simulation.cycleDepth(by: -1, from: settings.environment.colorDepth)
    case .cycleVision: preview.simulation.vision = simulation.vision.next()
    case .cycleBackdrop: preview.simulation.backdrop = simulation.backdrop.next()
    case .pin: pin()
    case .swapPinned: swapPinned()
    case .zoom: sizes.isZoomed.toggle()
    case .enlarge: resizePane(by: 1)
    case .shrink: resizePane(by: -1)
    case .help: help = HelpPane()
    case .quit: return [.finish(nil)]
    case .cancel: return cancel()
    case .choose:
      if focus == .inspector, let run = inspector.selectedRun {
        preview.showRun(run)
        return []
      }
      return themes.selectedTheme.map { [.finish($0.path)] } ?? []
    case .reload:
      themes.forgetContents()
      return [.listThemes]
    case .redraw: return [.redraw]
    case .undo: return undo()
    case .editText: editText()
    case .editTextOutside: return editTextOutside()
    case .changeValue: changeValue()
    case .openSample:
      if let path = preview.sample.path { return [.edit(path: path, line: 1)] }
      status.message = "the sample is in no file; T edits it in $EDITOR"
    case .editSource: return editSource()
    case .saveCopy: return saveCopy(then: nil)
    case .copyStyle: return copyStyle()
    case .copyOutput:
      let whole = themes.selectedTheme.flatMap { preview.whole($0, settings) }
      return whole.map { whole in
        let rows = whole.layout.buffer.rows
        return copy(whole.output, rows == 1 ? "1 line" : "\(rows) lines")
      } ?? []
    case .export:
      status.prompt = themes.selectedTheme.map {
        .init($0.name + ".ansi", for: .export(replacing: nil))
      }
    case .showOutput:
      let output = themes.selectedTheme.flatMap {
        preview.output(of: $0, columns: columns, settings)
      }
      return output.map { [.show($0)] } ?? []
    }
    return []
  }

  /// Leaves one thing after another, at last the browser.
  private mutating func cancel() -> [BrowserEffect] {
    if !themes.filter.isEmpty {
      changeList { $0.filter = "" }
    } else if sizes.isZoomed {
      sizes.isZoomed = false
    } else if preview.pinned != nil {
      preview.pinned = nil
    } else {
      return [.finish(nil)]
    }
    return []
  }

  // MARK: Moving

  /// Begins to type a filter.
  private mutating func find() {
    status.prompt = .init(
      "", for: .find(before: themes.filter, selected: themes.selectedTheme?.path))
  }

  /// Goes to the next theme with a problem, or says that there is none.
  private mutating func showProblem(step: Int) {
    guard let row = themes.problem(after: themes.list.selection, step: step) else {
      status.message = "no theme has a problem"
      return
    }
    let isSame = row == themes.list.selection
    changeList { $0.list.select(row) }
    if isSame { status.message = "no other theme has a problem" }
  }

  private mutating func cycleInspector() {
    let tabs = InspectorTab.all(isComparing: preview.pinned != nil)
    let place = tabs.firstIndex(of: tab) ?? 0
    inspector.show(tabs[(place + 1) % tabs.count])
  }

  // MARK: Comparing

  private mutating func pin() {
    let path = themes.selectedTheme?.path
    preview.pinned = preview.pinned == path ? nil : path
    if preview.pinned != nil { status.message = "pinned: Compare shows what differs, s swaps" }
  }

  private mutating func swapPinned() {
    guard let pinned = preview.pinned else {
      status.message = "no theme is pinned"
      return
    }
    let selected = themes.selectedTheme?.path
    changeList { $0.select(pinned) }
    guard themes.selectedTheme?.path == pinned else {
      status.message = "the pinned theme is not listed"
      return
    }
    preview.pinned = selected
  }

  // MARK: Sizes

  /// Makes the pane that has the keys larger, or smaller.
  private mutating func resizePane(by step: Int) {
    let layout = layout
    guard layout.form == .panes else {
      status.message = "there is one pane"
      return
    }
    switch focus {
    case .list: sizes.list = layout.list.columns + 2 * step
    case .preview: sizes.inspector = layout.inspector.rows - step
    case .inspector: sizes.inspector = layout.inspector.rows + step
    }
    keepSizes()
  }

  /// Forgets what there was no room for.
  mutating func keepSizes() {
    let layout = layout
    if sizes.list != nil { sizes.list = layout.list.columns }
    if sizes.inspector != nil { sizes.inspector = layout.inspector.rows }
  }

  // MARK: Output

  private mutating func editSource() -> [BrowserEffect] {
    guard let theme = themes.selectedTheme else { return [] }
    if isReadOnly(theme.path) {
      offerCopy(of: theme, then: .editSource)
      return []
    }
    if let location = theme.problem?.location {
      return [.edit(path: location.file, line: location.line)]
    }
    guard let location = inspector.selectedValue?.location,
      theme.dependencies.files.contains(location.file)
    else { return [.edit(path: theme.firstFile, line: 1)] }
    return [.edit(path: location.file, line: location.line)]
  }

  private mutating func copyStyle() -> [BrowserEffect] {
    guard let selected = preview.selected else { return [] }
    let lines = selected.explanation(ofRun: run).winners.map { property, winner in
      "\(property.name): \(winner.resolved ?? winner.value);\n"
    }
    guard !lines.isEmpty else {
      status.message = "nothing to copy: no declaration has a say in this text"
      return []
    }
    return copy(
      Array(lines.joined().utf8), "\(lines.count) declarations of \(selected.name(ofRun: run))")
  }

  /// Puts something on the clipboard and says so, or why not.
  private mutating func copy(_ bytes: [UInt8], _ words: String) -> [BrowserEffect] {
    guard bytes.count <= BrowserEffect.longestCopy else {
      let key = chrome.settings.keys(for: .export).first
      status.message =
        "too long for the clipboard: \(words)" + (key.map { "; \($0) exports it" } ?? "")
      return []
    }
    status.message = "copied \(words)"
    return [.copy(bytes)]
  }
}

extension CaseIterable where Self: Equatable {
  /// The case so many further on, going round.
  fileprivate func next(_ step: Int = 1) -> Self {
    let all = Array(Self.allCases)
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + step + all.count) % all.count]
  }
}
