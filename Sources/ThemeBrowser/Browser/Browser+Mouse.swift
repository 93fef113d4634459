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
    let region = view().hitRegion(at: mouse.cell)
    if case .ramp(let row)? = region?.target, let color = typedNudge {
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
    let region = view().hitRegion(at: mouse.cell)
    if commands != nil {
      if case .field = region?.target { return [] }
      commands = nil
      if case .command(let action) = region?.target { return perform(action) }
      return []
    }
    if viewMenu != nil, region?.target.isInMenu != true { viewMenu = nil }
    pressed = region?.target
    switch region?.target {
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
      let column = mouse.column - (region?.rect.column ?? 0)
      let rules = settings.target.widthRules
      editField { $0.moveCursor(toColumn: column, first: first, rules) }
    case nil: return pressInside(mouse)
    }
    return []
  }

  /// Selects at a press inside a pane; the second press of a double click runs the control's action
  /// when the button is released.
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

  /// Selects parts of the text while dragging, or moves a border.
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
    let isInside = view().hitRegions.contains { region in
      region.target == pressed && region.rect.contains(mouse.cell)
    }
    return fire(isInside ? "touchUpInside" : "touchUpOutside", of: name)
  }

  /// Performs the actions of a control for an event; each goes to the first responder that knows
  /// it.
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

extension HitRegion.Target {
  /// True if a press keeps the view menu open.
  fileprivate var isInMenu: Bool {
    switch self {
    case .choice, .chip, .key: true
    default: false
    }
  }
}
