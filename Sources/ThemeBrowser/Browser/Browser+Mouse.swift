import CSSViewObjects
import CellLayout
import StyleValues
import TerminalOutput

extension Browser {
  mutating func handle(_ mouse: MouseEvent) -> [BrowserEffect] {
    switch mouse.action {
    case .wheelUp, .wheelDown: return wheel(mouse)
    case .press: return press(mouse)
    case .drag: drag(mouse)
    case .release: return release(mouse)
    }
    return []
  }

  private mutating func wheel(_ mouse: MouseEvent) -> [BrowserEffect] {
    let isUp = mouse.action == .wheelUp
    if commands != nil {
      commands?.scroll(by: isUp ? -3 : 3)
      return []
    }
    let hotspot = view().hotspots.last { $0.rect.contains(mouse.cell) }
    if case .ramp(let row)? = hotspot?.target, let color = typedNudge {
      change(color, on: row, by: isUp ? row.steps.usual : -row.steps.usual)
      return []
    }
    scroll(layout.pane(at: mouse.cell) ?? focus, by: isUp ? -3 : 3)
    return []
  }

  private mutating func scroll(_ pane: Pane, by step: Int) {
    switch pane {
    case .list where palettes.isOpen: palettes.scroll(by: step)
    case .list: changeList { $0.scroll(by: step) }
    case .preview: preview.scroll(by: step)
    case .inspector: inspector.list.scroll(by: step)
    }
  }

  private mutating func press(_ mouse: MouseEvent) -> [BrowserEffect] {
    preview.isRunMarked = false
    let hotspot = view().hotspots.last { $0.rect.contains(mouse.cell) }
    if commands != nil {
      if case .field = hotspot?.target { return [] }
      commands = nil
      if case .command(let action) = hotspot?.target { return perform(action) }
      return []
    }
    if viewMenu != nil, hotspot?.target.isInMenu != true { viewMenu = nil }
    pressed = hotspot?.target
    switch hotspot?.target {
    case .control(let name): return fire("touchDown", of: name)
    case .key(let press): return take(.input(.key(press)))
    case .tab(let tab):
      inspector.show(tab)
      focus = .inspector
    case .pane(let pane): focus = pane
    case .border, .command, .thumb: break
    case .choice(let row, let number):
      viewMenu?.row = row
      choose(number, in: row)
    case .chip(let row): reset(row)
    case .ramp(let row): pick(at: mouse.cell, on: row)
    case .field(let first):
      let column = mouse.column - (hotspot?.rect.column ?? 0)
      let rules = settings.target.widthRules
      editField { $0.moveCursor(toColumn: column, first: first, rules) }
    case nil: return pressInside(mouse)
    }
    return []
  }

  /// A press inside a pane selects; the second one of a double click does what the control under it
  /// says, when the button is let go.
  private mutating func pressInside(_ mouse: MouseEvent) -> [BrowserEffect] {
    guard status.prompt == nil, status.question == nil, let pane = layout.pane(at: mouse.cell)
    else { return [] }
    status.message = nil
    let line = mouse.row - layout[pane].row
    if pane != .preview { focus = pane }
    let control: ChromeClass
    switch pane {
    case .list where palettes.isOpen:
      guard line < palettes.list.visible.count else { return [] }
      palettes.select(line: line)
      control = .row
    case .list:
      var isTheme = false
      changeList { isTheme = $0.select(line: $0.list.offset + line) }
      guard isTheme else { return [] }
      control = .row
    case .preview:
      selectRun(at: mouse.cell)
      focus = .inspector
      control = .sample
    case .inspector:
      inspector.select(line: line)
      if let run = inspector.selectedRun { preview.showRun(run) }
      control = .declaration
    }
    pressed = .control(control)
    isSecondPress = mouse.count == 2
    return fire("touchDown", of: control)
  }

  /// Selects parts of the text on the way, or moves a line between panes.
  private mutating func drag(_ mouse: MouseEvent) {
    switch pressed {
    case .control(.sample): selectRun(at: mouse.cell)
    case .ramp(let row): pick(at: mouse.cell, on: row)
    case .thumb(let pane):
      let (mark, rect) = (scrollMark(of: pane), layout[pane])
      let middle = mark.count * (mouse.row - rect.row) / max(1, rect.rows)
      scroll(pane, by: middle - mark.visible / 2 - mark.first)
    case .border(let pane):
      let layout = layout
      guard let border = layout.borders.first(where: { $0.pane == pane }) else { break }
      resize(border, to: layout.size(of: border, at: mouse.cell))
    default: break
    }
  }

  private mutating func release(_ mouse: MouseEvent) -> [BrowserEffect] {
    defer { (pressed, isSecondPress) = (nil, false) }
    guard case .control(let name) = pressed else { return [] }
    if isSecondPress { return fire("touchDownRepeat", of: name) }
    let isInside = view().hotspots.contains { hotspot in
      hotspot.target == pressed && hotspot.rect.contains(mouse.cell)
    }
    return fire(isInside ? "touchUpInside" : "touchUpOutside", of: name)
  }

  /// Performs the actions that the chrome's sheet gives a control for an event; each goes to the
  /// first in the responder chain that knows it.
  private mutating func fire(_ event: String, of name: ChromeClass) -> [BrowserEffect] {
    guard status.prompt == nil, status.question == nil, commands == nil else { return [] }
    let handlers = chrome.settings.control(name).actions.handlers(of: event, along: responderChain)
    return handlers.flatMap { name, target in
      BrowserAction(named: name).map { perform($0, as: target) } ?? []
    }
  }

  private mutating func selectRun(at cell: CellPosition) {
    let rect = layout.preview
    guard rect.contains(cell) else { return }
    if preview.selectRun(column: cell.column - rect.column, row: cell.row - rect.row) {
      inspector.selectFirst()
    }
  }
}

extension Browser {
  /// Changes the text that is being typed, and shows what comes of it at once.
  mutating func editField(_ change: (inout TextField) -> Void) {
    guard var prompt = status.prompt else { return }
    let before = prompt.field.characters
    change(&prompt.field)
    status.prompt = prompt
    guard prompt.field.characters != before else { return }
    switch prompt.purpose {
    case .find(_, let selected): showMatches(of: prompt.field.text, selected)
    case .findPalette: palettes.filter = prompt.field.text
    case .sample: preview.sample.edit(prompt.field.text, for: themes.selectedTheme?.sheet)
    case .value(let edit): status.message = showDraft(edit, with: prompt.field.text)
    case .export, .copy: status.message = nil
    }
  }

  /// Takes a key that is neither Enter nor Escape.
  mutating func type(_ press: KeyPress, into prompt: StatusLine.Prompt) -> [BrowserEffect] {
    switch prompt.purpose {
    case .find, .findPalette: if moveWhileFinding(press, prompt) { return [] }
    case .sample:
      if press == KeyPress(.character("o"), .control) { return [.editText(prompt.field.text)] }
    case .value(let edit):
      if !edit.takesName, pick(press, prompt) { return [] }
      if complete(press, prompt) { return [] }
    case .export, .copy: break
    }
    editField { _ = $0.handle(press) }
    return []
  }

  /// Enter keeps what was typed.
  mutating func accept(_ prompt: StatusLine.Prompt) -> [BrowserEffect] {
    status.message = nil
    switch prompt.purpose {
    case .value(let edit): return write(prompt, edit)
    case .export(let replacing): return export(to: prompt.field, replacing: replacing)
    case .copy(let copy): return write(copy, prompt)
    case .sample(let before): keepSample(prompt.field.text, insteadOf: before)
    case .find, .findPalette: remember(prompt)
    }
    status.prompt = nil
    return []
  }

  /// Escape drops it.
  mutating func drop(_ prompt: StatusLine.Prompt) {
    switch prompt.purpose {
    case .find(let before, let selected):
      remember(prompt)
      changeList {
        $0.filter = before
        $0.select(selected)
      }
    case .findPalette(let before, let selected):
      remember(prompt)
      palettes.filter = before
      palettes.show(selected)
    case .sample(let before): preview.sample = before
    case .value: preview.show(nil)
    case .copy(let copy):
      status.message = nil
      status.prompt = copy.prompts.first
      return
    case .export: break
    }
    status.message = nil
    status.prompt = nil
  }

  // MARK: Finding

  /// Selects the best match; without letters, what was selected before.
  private mutating func showMatches(of text: String, _ selected: String?) {
    changeList {
      $0.filter = text
      if FuzzyFilter(text).isEmpty { $0.select(selected) } else { $0.select(row: 0) }
    }
  }

  /// Moves in the list, or brings the last query back.
  private mutating func moveWhileFinding(
    _ press: KeyPress, _ prompt: StatusLine.Prompt
  ) -> Bool {
    let action: BrowserAction
    switch (press.key, press.modifiers) {
    case (.up, []) where prompt.field.text.isEmpty && !lastQuery.isEmpty:
      let query = lastQuery
      editField { $0.insert(query) }
      return true
    case (.up, []), (.character("p"), .control): action = .moveUp
    case (.down, []), (.character("n"), .control): action = .moveDown
    case (.pageUp, []): action = .pageUp
    case (.pageDown, []): action = .pageDown
    default: return false
    }
    if palettes.isOpen { palettes.perform(action) } else { changeList { $0.perform(action) } }
    return true
  }

  private mutating func remember(_ prompt: StatusLine.Prompt) {
    if !prompt.field.text.isEmpty { lastQuery = prompt.field.text }
  }

  // MARK: Questions

  /// Takes an answer, the first one for Enter; other keys wait for one, Escape cancels the question.
  mutating func answer(
    _ question: StatusLine.Question, with press: KeyPress
  ) -> [BrowserEffect] {
    if press.key == .escape { status.question = nil }
    let isEnter = press == KeyPress(.enter)
    let given = question.answers.first { $0.press == press || isEnter }
    guard let answer = given else { return [] }
    status.question = nil
    status.message = nil
    change(answer.value)
    return []
  }
}

extension Hotspot.Target {
  /// True if a press leaves the menu of how themes are seen open.
  fileprivate var isInMenu: Bool {
    switch self {
    case .choice, .chip, .key: true
    default: false
    }
  }
}
