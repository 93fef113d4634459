import CSSView
import CellLayout
import StyleValues

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
    if help != nil { return perform(isUp ? .moveUp : .moveDown) }
    let step = isUp ? -3 : 3
    switch layout.pane(at: mouse.cell) ?? focus {
    case .list where palettes.isOpen: palettes.scroll(by: step)
    case .list: changeList { $0.list.scroll(by: step) }
    case .preview: preview.scroll(by: step)
    case .inspector: inspector.list.scroll(by: step)
    }
    return []
  }

  private mutating func press(_ mouse: MouseEvent) -> [BrowserEffect] {
    let hotspot = view().hotspots.last { $0.place.contains(mouse.cell) }
    if help != nil {
      if case .field = hotspot?.target { return [] }
      help = nil
      guard case .key = hotspot?.target else { return [] }
    }
    pressed = hotspot?.target
    switch hotspot?.target {
    case .control(let name): return fire(.touchDown, of: name)
    case .key(let press): return handle(.input(.key(press)))
    case .tab(let tab):
      inspector.show(tab)
      focus = .inspector
    case .pane(let pane): focus = pane
    case .moreKeys: status.keysPage += 1
    case .border: break
    case .field(let first):
      let column = mouse.column - (hotspot?.place.column ?? 0)
      let rules = settings.target.widthRules
      editField { $0.moveCursor(toColumn: column, first: first, rules) }
    case nil: return pressInside(mouse)
    }
    return []
  }

  /// A press inside a pane: the first one selects, the second one does what the control under it
  /// says.
  private mutating func pressInside(_ mouse: MouseEvent) -> [BrowserEffect] {
    guard status.prompt == nil, status.question == nil, let pane = layout.pane(at: mouse.cell)
    else { return [] }
    status.message = nil
    let line = mouse.row - layout[pane].row
    focus = pane
    let control: ChromeClass
    switch pane {
    case .list where palettes.isOpen:
      guard line < palettes.list.visible.count else { return [] }
      palettes.select(line: line)
      control = .row
    case .list:
      let row = themes.list.offset + line
      guard themes.list.visible.contains(row) else { return [] }
      changeList { $0.list.select(row) }
      control = .row
    case .preview:
      selectRun(at: mouse.cell)
      control = .sample
    case .inspector:
      inspector.select(line: line)
      if let run = inspector.selectedRun { preview.showRun(run) }
      control = .declaration
    }
    pressed = .control(control)
    return fire(mouse.count == 2 ? [.touchDown, .touchDownRepeat] : .touchDown, of: control)
  }

  /// Selects parts of the text on the way, or moves a line between panes.
  private mutating func drag(_ mouse: MouseEvent) {
    switch pressed {
    case .control(.sample): selectRun(at: mouse.cell)
    case .border(.list):
      sizes.list = mouse.column - layout.list.column
      keepSizes()
    case .border(.inspector):
      sizes.inspector = layout.inspector.endRow - mouse.row - 1
      keepSizes()
    default: break
    }
  }

  private mutating func release(_ mouse: MouseEvent) -> [BrowserEffect] {
    defer { pressed = nil }
    guard case .control(let name) = pressed else { return [] }
    let isInside = view().hotspots.contains { hotspot in
      hotspot.target == pressed && hotspot.place.contains(mouse.cell)
    }
    return fire(isInside ? .touchUpInside : .touchUpOutside, of: name)
  }

  /// Performs the actions that the chrome's sheet gives a control for an event; each goes to the
  /// first in the responder chain that knows it.
  private mutating func fire(_ event: StyleValues.ControlEvent, of name: ChromeClass)
    -> [BrowserEffect]
  {
    guard status.prompt == nil, status.question == nil, help == nil else { return [] }
    let handlers = chrome.settings.control(name).actions.handlers(of: event, along: responderChain)
    return handlers.flatMap { name, target in
      BrowserAction(rawValue: name).map { perform($0, as: target) } ?? []
    }
  }

  private mutating func selectRun(at cell: CellPosition) {
    let place = layout.preview
    guard place.contains(cell) else { return }
    if preview.selectRun(column: cell.column - place.column, row: cell.row - place.row) {
      inspector.selectFirst()
    }
  }
}
