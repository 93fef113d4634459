import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput

extension Browser {
  /// Performs an action by the first responder in the chain that can.
  mutating func perform(_ action: BrowserAction) -> [BrowserEffect] {
    let responder = responderChain.first { $0.responds(to: action) }
    return responder.map { perform(action, as: $0) } ?? []
  }

  mutating func perform(_ action: BrowserAction, as responder: Responder) -> [BrowserEffect] {
    if palettes.isOpen, performInPalettes(action, as: responder) { return [] }
    // A move in the list does not depend on other panes: pending keys need no layout.
    if responder == .list {
      changeList { $0.perform(action) }
      return []
    }
    if responder == .browser, action == .quit { return [.finish(nil)] }
    // One action after another may have to do with what the first one has brought to light.
    updateLayout()
    switch responder {
    case .list: break
    case .preview: preview.perform(action)
    case .inspector: inspector.list.perform(action)
    case .browser: return performInWindow(action)
    }
    return []
  }

  private mutating func performInWindow(_ action: BrowserAction) -> [BrowserEffect] {
    switch action {
    case .moveUp, .moveDown, .pageUp, .pageDown, .moveToTop, .moveToBottom:
      changeList { $0.perform(action) }
    case .previousSpan, .nextSpan:
      if preview.moveRun(by: action == .nextSpan ? 1 : -1) { inspector.selectFirst() }
    case .nextPane: focus = focus == .inspector ? .preview : .inspector
    case .previousPane: if mode == .edit { focus = focus == .inspector ? .preview : .inspector }
    case .showList: focus = .list
    case .showPreview: focus = .preview
    case .showInspector: focus = .inspector
    case .showSource:
      focus = .inspector
      inspector.show(.source)
    case .find: find()
    case .nextProblem: showProblem()
    case .showPalettes:
      openPalettes()
      return missingPalettes
    case .cycleScheme: show(themes.choice.next())
    case .cycleInspector: cycleInspector()
    case .cycleProfile: preview.simulation.cycleDepth(by: 1, from: settings.environment.colorDepth)
    case .cycleProfileBack:
      preview.simulation.cycleDepth(by: -1, from: settings.environment.colorDepth)
    case .cycleVision: preview.simulation.vision = simulation.vision.next()
    case .cycleBackdrop:
      backdropBeforeChoice = nil
      preview.simulation.cycleBackdrop(on: settings.environment.colorScheme)
      updateSides()
    case .pin: pin()
    case .swapPinned: swapPinned()
    case .zoom: sizes.isZoomed.toggle()
    case .showView:
      viewMenu = ViewMenu()
      return missingPalettes
    case .help: commands = CommandPalette(chrome.settings)
    case .quit: break  // It waits for no layout.
    case .cancel: return cancel()
    case .choose:
      if mode == .pick { return themes.selectedTheme.map { [.finish($0.path)] } ?? [] }
      actOnLine()
    case .reload:
      themes.forgetContents()
      return [.listThemes]
    case .redraw: return [.redraw]
    case .addDeclaration: addDeclaration()
    case .turnDeclaration: return turnDeclaration()
    case .undo, .redo: return revert(isUndo: action == .undo)
    case .editText: editText()
    case .editTextOutside: return editTextOutside()
    case .changeValue: changeValue()
    case .openSample:
      if let path = preview.sample.path { return [.edit(path: path, line: 1)] }
      status.message = "the sample is not a file; press T to edit it in $EDITOR"
    case .editSource: return editSource()
    case .saveCopy: saveCopy()
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

  /// Opens what the selected line of the inspector is about: the part, the rule in the source, or
  /// the value, which is then edited.
  private mutating func actOnLine() {
    if focus != .inspector {
      focus = .inspector
    } else if let run = inspector.selectedRun {
      preview.showRun(run)
    } else if inspector.leadsToSource {
      inspector.openSource()
    } else if inspector.unruled != nil {
      addDeclaration()
    } else {
      changeValue()
    }
  }

  /// A word for the effect of `actOnLine`.
  var wordForEnter: String {
    if focus != .inspector { return "edit" }
    if inspector.selectedRun != nil { return "go there" }
    if inspector.leadsToSource { return "source" }
    return inspector.unruled == nil ? "edit" : "add rule"
  }

  /// Leaves the innermost open thing, at last the browser.
  private mutating func cancel() -> [BrowserEffect] {
    if sizes.isZoomed {
      sizes.isZoomed = false
    } else if mode == .edit, inspector.closeSource() {
      return []
    } else if mode == .pick, !themes.filter.isEmpty {
      changeList { $0.filter = "" }
    } else if preview.pinned != nil {
      preview.pinned = nil
    } else if mode == .edit, canPick || focus == .preview {
      focus = canPick ? .list : .inspector
    } else if takeChipsOff() {
      return []
    } else if mode == .pick, focus != .list {
      focus = .list
    } else if !edits.steps.isEmpty, !isLeaving {
      isLeaving = true
      let files = edits.steps.count { if case .file = $0 { true } else { false } }
      let changes = files == 1 ? "1 change stays" : "\(files) changes stay"
      status.message =
        "press Esc again to leave; "
        + (files == 0 ? "the edited text is not kept" : "\(changes) in the files")
    } else {
      return [.finish(nil)]
    }
    return []
  }

  /// Shows themes without simulation and without a selection; returns false if that is already so.
  private mutating func takeChipsOff() -> Bool {
    let isSimulated = simulation != Simulation()
    guard isSimulated || themes.choice != .all else { return false }
    backdropBeforeChoice = nil
    changeList { $0.choice = .all }
    guard isSimulated else { return true }
    palettes.show(0)
    let isOnOtherBackdrop = simulation.backdrop != .theme
    preview.simulation = Simulation()
    if isOnOtherBackdrop { updateSides() }
    return true
  }

  /// Updates which themes are dark or light as shown.
  mutating func updateSides() {
    let environment = seenEnvironment
    changeList { [host = settings.host] in $0.updateSides(in: environment, host) }
  }

  // MARK: Moving

  /// Opens the prompt of a filter.
  private mutating func find() {
    guard !palettes.isOpen else {
      let before = (palettes.filter, palettes.selection)
      status.prompt = .init("", for: .findPalette(before: before.0, selected: before.1))
      return
    }
    status.prompt = .init(
      "", for: .find(before: themes.filter, selected: themes.selectedTheme?.path))
  }

  /// Shows the inspector, or its next tab; after another theme was selected beside a pinned one,
  /// first the comparison.
  private mutating func cycleInspector() {
    let isComparing = preview.pinned != nil
    let isHidden = layout.inspector.isEmpty
    let comparesFirst = isHidden || isCompareDue && tab != .compare
    isCompareDue = false
    if isHidden { focus = .inspector }
    if isComparing, comparesFirst {
      inspector.show(.compare)
    } else if !isHidden {
      let tabs = InspectorTab.all(isComparing: isComparing)
      let index = tabs.firstIndex(of: tab) ?? 0
      inspector.show(tabs[(index + 1) % tabs.count])
    }
  }

  // MARK: Comparing

  /// Ends the comparison, or starts one: with the saved version while a theme is edited, else with
  /// the theme that is selected next.
  private mutating func pin() {
    snapshot = nil
    guard preview.pinned == nil else {
      preview.pinned = nil
      return
    }
    guard mode == .pick else {
      pinSnapshot()
      inspector.show(.compare)
      return
    }
    guard canPick else { return refuse("there is no other theme") }
    preview.pinned = themes.selectedTheme?.path
    // The arrow keys select the other theme.
    if palettes.isOpen { palettes.close(keeping: true) }
    focus = .list
    let key = chrome.settings.keys(for: .cycleInspector).first
    status.message =
      "pinned; select another theme" + (key.map { ", and press \($0) to list what differs" } ?? "")
  }

  private mutating func swapPinned() {
    guard let pinned = preview.pinned else { return refuse("no theme is pinned") }
    let selected = themes.selectedTheme?.path
    changeList { $0.select(pinned) }
    guard themes.selectedTheme?.path == pinned else {
      return refuse("the pinned theme is not listed")
    }
    preview.pinned = selected
  }

  // MARK: Sizes

  /// Moves a border so that its pane has a size, as far as there is room.
  mutating func resize(_ border: PaneLayout.Border, to size: Int) {
    if border.isVertical {
      sizes.columns[border.pane] = size
      sizes.columns[border.pane] = layout[border.pane].columns
    } else {
      sizes.rows[border.pane] = size
      sizes.rows[border.pane] = layout[border.pane].rows
    }
  }

  // MARK: Output

  private mutating func editSource() -> [BrowserEffect] {
    guard let theme = themes.selectedTheme else { return [] }
    if isReadOnly(theme.path) {
      saveCopy(then: .editSource)
      return []
    }
    if let location = theme.problem?.location {
      return [.edit(path: location.file, line: location.line)]
    }
    guard let location = inspector.selectedPlace, theme.dependencies.files.contains(location.file)
    else { return [.edit(path: theme.firstFile, line: 1)] }
    return [.edit(path: location.file, line: location.line)]
  }

  private mutating func copyStyle() -> [BrowserEffect] {
    guard let selected = preview.selected else { return [] }
    let lines = selected.explanation(ofRun: run).winners.map { property, winner in
      "\(property.name): \(winner.usedValue);\n"
    }
    guard !lines.isEmpty else {
      return refuse("nothing to copy: no declaration applies to this text")
    }
    return copy(
      Array(lines.joined().utf8), "\(lines.count) declarations of \(selected.name(ofRun: run))")
  }

  /// Copies to the clipboard, and reports it, or why not.
  private mutating func copy(_ bytes: [UInt8], _ words: String) -> [BrowserEffect] {
    guard bytes.count <= BrowserEffect.longestCopy else {
      let key = chrome.settings.keys(for: .export).first
      status.message =
        "too long for the clipboard: \(words)" + (key.map { "; press \($0) to export it" } ?? "")
      return []
    }
    status.message = "copied \(words)"
    return [.copy(bytes)]
  }
}

extension CaseIterable where Self: Equatable {
  /// The case a number of steps further, cyclically.
  func next(_ step: Int = 1) -> Self {
    let all = Array(Self.allCases)
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + step + all.count) % all.count]
  }
}

extension Browser {
  /// Handles an event, and returns the effects to perform, in order.
  ///
  /// `updateLayout` has to be called before drawing, and `newWatch` after files were read. Of
  /// several waiting events, only the last one needs a layout.
  package mutating func take(_ event: BrowserEvent) -> [BrowserEffect] {
    switch event {
    case .input(.key(let press)):
      status.noteSeen()
      return handle(press)
    case .input(.mouse(let mouse)):
      if mouse.action == .press { status.noteSeen() }
      updateLayout()
      return handle(mouse)
    case .input(.paste(let text, let isCut)): paste(text, isCut: isCut)
    case .input(.schemeReport): break
    case .terminal(let target): return adopt(target)
    case .resize(let columns, let rows): (self.columns, self.rows) = (columns, rows)
    case .themes(let listing): return list(listing)
    case .contents(let path, let bytes): return take(SourceText(name: path, bytes: bytes))
    case .missing(let path): return noteMissing(path)
    case .palettes(let listing): take(listing)
    case .unreadable(let path, let reason): fail(path, because: reason)
    case .changed(let paths): return reload(paths)
    case .shown(let milliseconds): status.shownAfter = milliseconds
    case .wrote(let path, let result): return finishWrite(of: path, result)
    case .edited(let text): takeEdited(text)
    case .note(let text): status.insist(text)
    }
    return []
  }

  /// Inserts pasted text into the open field, and reports if it does not fit.
  private mutating func paste(_ text: String, isCut: Bool) {
    var isWhole = !isCut
    if status.prompt != nil {
      editField { isWhole = $0.insert(text) && isWhole }
    } else if commands != nil {
      isWhole = commands?.insert(text, chrome.settings) == true && isWhole
    } else {
      return
    }
    if !isWhole { status.insist("the pasted text is too long; the end of it is missing") }
  }

  /// Reads all themes again, for a terminal with other colours.
  private mutating func adopt(_ target: OutputTarget) -> [BrowserEffect] {
    settings.target = target
    settings.loader.environment = target.environment
    chrome = Chrome(settings.chrome, environment: target.environment)
    status.message = "the terminal is \(target.environment.colorScheme) now"
    themes.forgetContents()
    return [.listThemes]
  }

  // MARK: Keys

  private mutating func handle(_ press: KeyPress) -> [BrowserEffect] {
    if let question = status.question { return answer(question, with: press) }
    if commands != nil { return runCommand(press) }
    guard let prompt = status.prompt else {
      status.message = nil
      status.shownAfter = nil
      preview.isRunMarked = false
      let action = chrome.settings.action(for: press, along: responderChain)
      if action != .cancel { isLeaving = false }
      if changeView(action) { return [] }
      return action.map { perform($0) } ?? []
    }
    switch press.key {
    case .enter where press.modifiers.isEmpty: return accept(prompt)
    case .enter where prompt.field.takesLines: editField { $0.insert("\n") }
    case .escape: drop(prompt)
    default: return type(press, into: prompt)
    }
    return []
  }

  /// The responders for a key, from the focused one to the window.
  var responderChain: [Responder] { focus.responder.chain }

  /// Handles a key in the list of commands.
  private mutating func runCommand(_ press: KeyPress) -> [BrowserEffect] {
    switch commands?.handle(press, chrome.settings) {
    case .runs(let action):
      commands = nil
      return perform(action)
    case .closes: commands = nil
    case .stays, nil: break
    }
    return []
  }

  // MARK: Files

  /// Lists themes, and copies that were saved meanwhile.
  private mutating func list(_ listing: ThemeListing) -> [BrowserEffect] {
    var listing = listing
    listing.paths += copies.filter { !listing.paths.contains($0) }
    listing.named.formUnion(copies)
    let before = themes.listing.folders
    if themes.themes.isEmpty, listing.folders.isEmpty, listing.paths.count == 1 {
      focus = .inspector
    }
    if listing.notes != themes.listing.notes, let note = listing.notes.first {
      status.message = note
    }
    let pinned = Set([preview.pinned].compactMap { $0 })
    if listing != themes.listing { changeList { $0.set(listing, keeping: pinned) } }
    // Watched first: what changes between the two is not missed. What a new directory got before
    // it was watched is found by another look.
    let isNew = !Set(listing.folders).isSubset(of: before)
    return watchEffects() + (isNew ? [.listThemes] : [])
  }

  /// Drops the message, because a shown theme has changed.
  private mutating func dropMessage() {
    if status.prompt == nil, commands == nil { status.message = nil }
  }

  private mutating func fail(_ path: String, because reason: String) {
    if let index = themes.index(of: path) {
      if themes.themes[index].source != nil { dropMessage() }
      themes.fail(reason, at: index)
    }
    if path == preview.sample.path { status.message = "\(path): \(reason)" }
  }

  /// Handles a missing file; unless it was named, its theme is dropped.
  private mutating func noteMissing(_ path: String) -> [BrowserEffect] {
    if themes.listing.pairs.contains(path) { return take(SourceText(standingInFor: path)) }
    fail(path, because: "no such file")
    let isFound = themes.index(of: path) != nil && !themes.listing.named.contains(path)
    return isFound ? [.listThemes] : []
  }

  private mutating func take(_ source: SourceText) -> [BrowserEffect] {
    let path = source.name
    if path == preview.sample.path {
      dropMessage()
      takeSample(Sample.shownText(of: source.bytes))
      return []
    }
    guard let index = themes.index(of: path) else { return [] }
    let (before, known) = (themes.themes[index].dependencies, themes.themes[index].source)
    let isAnswered = edits.answered == path
    edits.answered = nil
    if let known, known.bytes != source.bytes, !isAnswered { dropMessage() }
    themes.load(source, at: index, in: seenEnvironment, settings)
    followEdit(in: themes.themes[index])
    if themes.themes[index].dependencies != before { isWatchStale = true }
    if path == themes.selectedTheme?.path, let value = edits.wanted {
      edits.wanted = nil
      inspector.select(value)
    }
    return []
  }

  /// The effect that watches other files if those of themes have changed, once all themes are read.
  package mutating func newWatch() -> [BrowserEffect] {
    isWatchStale && themes.nextUnread() == nil ? watchEffects() : []
  }

  /// Reads the themes again that changed files are a part of, and lists new ones.
  private mutating func reload(_ paths: [String]) -> [BrowserEffect] {
    let changed = Set(paths)
    status.shownAfter = nil
    var wanted = themes.themes.filter { $0.dependencies.isAffected(by: changed) }.map(\.path)
    if let path = preview.sample.path, changed.contains(path) { wanted.append(path) }
    let known = Set(themes.listing.paths).union([preview.sample.path].compactMap { $0 })
    let news: [BrowserEffect] = changed.isSubset(of: known) ? [] : [.listThemes]
    guard !wanted.isEmpty else { return news }
    return [.read(wanted)] + news
  }

  /// Watches all files of themes, missing ones that would be a part of them, and their directories.
  mutating func watchEffects() -> [BrowserEffect] {
    isWatchStale = false
    var files: Set<String> = []
    var directories = Set(themes.listing.folders)
    for theme in themes.themes {
      files.formUnion(theme.dependencies.files)
      directories.formUnion(theme.dependencies.directories)
    }
    if let path = preview.sample.path { files.insert(path) }
    // Bundled themes are in no file, for which the watch would search again and again.
    let own = [files, directories].map { paths in
      paths.filter { path in settings.bundledPrefix.map { !(path + "/").hasPrefix($0) } ?? true }
        .sorted()
    }
    let wanted = BrowserEffect.watch(files: own[0], directories: own[1])
    guard wanted != watched else { return [] }
    watched = wanted
    return [wanted]
  }
}
