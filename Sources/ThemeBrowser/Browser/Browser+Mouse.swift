import CellLayout
import StyleValues

extension Browser {
  mutating func handle(_ mouse: MouseEvent) -> [BrowserEffect] {
    switch mouse.action {
    case .wheelUp, .wheelDown: return wheel(mouse)
    case .press: return press(mouse)
    case .drag:
      if pressed == .control(.sample) { selectRun(column: mouse.column, row: mouse.row) }
      return []
    case .release: return release(mouse)
    }
  }

  private mutating func wheel(_ mouse: MouseEvent) -> [BrowserEffect] {
    let isUp = mouse.action == .wheelUp
    if case .help = mode { return perform(isUp ? .moveUp : .moveDown) }
    scroll(layout.pane(column: mouse.column, row: mouse.row) ?? focus, by: isUp ? -3 : 3)
    return []
  }

  private mutating func press(_ mouse: MouseEvent) -> [BrowserEffect] {
    if case .help = mode {
      mode = .browsing
      return []
    }
    let hotspot = hotspots.last { $0.place.contains(column: mouse.column, row: mouse.row) }
    pressed = hotspot?.target
    switch hotspot?.target {
    case .control(let name): return fire(.touchDown, of: name)
    case .key(let press): return handle(press)
    case .tab(let tab):
      setTab(tab)
      focus = .inspector
      return []
    case .pane(let pane):
      focus = pane
      return []
    case .field:
      moveCursor(toColumn: mouse.column)
      return []
    case nil: return pressInside(mouse)
    }
  }

  /// A press inside a pane: the first one selects, the second one does what the control under it
  /// says.
  private mutating func pressInside(_ mouse: MouseEvent) -> [BrowserEffect] {
    guard case .browsing = mode,
      let pane = layout.pane(column: mouse.column, row: mouse.row)
    else { return [] }
    message = nil
    focus = pane
    let line = mouse.row - layout[pane].row
    let control: ChromeClass
    switch pane {
    case .list:
      guard themes.list.visible.contains(themes.list.offset + line) else { return [] }
      select(row: themes.list.offset + line)
      control = .row
    case .preview:
      selectRun(column: mouse.column, row: mouse.row)
      control = .sample
    case .inspector:
      inspectorList.select(inspectorList.offset + line)
      control = .declaration
    }
    pressed = .control(control)
    return fire(mouse.count == 2 ? [.touchDown, .touchDownRepeat] : .touchDown, of: control)
  }

  private mutating func release(_ mouse: MouseEvent) -> [BrowserEffect] {
    defer { pressed = nil }
    guard case .control(let name) = pressed else { return [] }
    let isInside = hotspots.contains { hotspot in
      hotspot.target == .control(name)
        && hotspot.place.contains(column: mouse.column, row: mouse.row)
    }
    return fire(isInside ? .touchUpInside : .touchUpOutside, of: name)
  }

  /// Performs the actions that the chrome's sheet gives a control for an event; each goes to the
  /// first in the responder chain that knows it.
  private mutating func fire(_ event: ControlEvent, of name: ChromeClass) -> [BrowserEffect] {
    guard case .browsing = mode else { return [] }
    let handlers = chrome.controls[name].actions.handlers(of: event, along: responderChain)
    return handlers.flatMap { name, target in
      BrowserAction(rawValue: name).map { perform($0, as: target) } ?? []
    }
  }

  private mutating func selectRun(column: Int, row: Int) {
    let place = previewPlaces.selected
    guard place.contains(column: column, row: row), let preview = selectedPreview() else { return }
    let found = preview.layout.run(
      column: column - place.column, row: row - place.row + previewRow)
    guard let found, found != run else { return }
    run = found
    inspectorList.select(0)
  }

  /// Puts the cursor of the text that is being typed under the mouse.
  private mutating func moveCursor(toColumn column: Int) {
    guard let place = hotspots.last(where: { $0.target == .field })?.place else { return }
    let start = fieldStart
    let rules = settings.target.widthRules
    editField { field in
      var end = place.column
      var cursor = start
      while cursor < field.characters.count {
        end += cellWidth(of: String(field.characters[cursor]), rules: rules)
        if end > column { break }
        cursor += 1
      }
      field.moveCursor(to: cursor)
    }
  }
}
