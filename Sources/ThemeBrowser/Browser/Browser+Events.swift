import CellLayout
import StyledText
import Styling
import TerminalOutput

extension Browser {
  /// Takes notice of an event.
  ///
  /// - Returns: what has to be done outside, in order.
  public mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
    switch event {
    case .input(.key(let press)): return handle(press)
    case .input(.mouse(let mouse)): return handle(mouse)
    case .input(.paste(let text)): return paste(text)
    case .resize(let columns, let rows):
      self.columns = columns
      self.rows = rows
      return []
    case .paths(let paths):
      themes.setPaths(paths)
      // Watched first: what changes between the two is not missed.
      return watchEffects() + [.read(paths)]
    case .contents(let path, let bytes): return take(bytes, from: path)
    case .unreadable(let path, let reason):
      if let index = themes.index(of: path) { themes.fail(reason, at: index) }
      if path == sample.path { message = "\(path): \(reason)" }
      return []
    case .changed(let paths): return reload(paths)
    case .note(let text):
      message = text
      return []
    case .interrupted: return [.finish(nil)]
    }
  }

  private mutating func take(_ bytes: [UInt8], from path: String) -> [BrowserEffect] {
    if path == sample.path {
      // An edit that is under way is not thrown away.
      if case .editingText = mode { return [] }
      sample.markup = String(decoding: bytes, as: UTF8.self)
      return []
    }
    guard let index = themes.index(of: path) else { return [] }
    let before = themes.themes[index].files
    themes.load(bytes, at: index, with: settings.loader)
    return themes.themes[index].files == before ? [] : watchEffects()
  }

  /// Files changed: reads the themes that they are a part of.
  private mutating func reload(_ paths: [String]) -> [BrowserEffect] {
    let changed = Set(paths)
    var wanted = themes.themes.filter { !changed.isDisjoint(with: $0.files) }.map(\.path)
    if let path = sample.path, changed.contains(path) { wanted.append(path) }
    guard !wanted.isEmpty else { return [] }
    message = nil
    return [.read(wanted)]
  }

  /// Watches all files that the themes are made of.
  private mutating func watchEffects() -> [BrowserEffect] {
    var files: Set<String> = []
    for theme in themes.themes { files.formUnion(theme.files) }
    if let path = sample.path { files.insert(path) }
    let sorted = files.sorted()
    guard sorted != watched else { return [] }
    watched = sorted
    return [.watch(sorted)]
  }

  private mutating func paste(_ text: String) -> [BrowserEffect] {
    editField { $0.insert(text) }
    return []
  }

  private mutating func handle(_ mouse: MouseEvent) -> [BrowserEffect] {
    if case .help = mode, mouse.action == .wheelUp || mouse.action == .wheelDown {
      return perform(mouse.action == .wheelUp ? .moveUp : .moveDown)
    }
    guard case .browsing = mode else { return [] }
    let layout = layout
    switch mouse.action {
    case .wheelUp, .wheelDown:
      let step = mouse.action == .wheelUp ? -3 : 3
      scroll(layout.pane(column: mouse.column, row: mouse.row) ?? focus, by: step)
    case .press: press(mouse, layout)
    case .drag, .release: break
    }
    return []
  }

  private mutating func press(_ mouse: MouseEvent, _ layout: PaneLayout) {
    if layout.form == .panes, mouse.row == layout.inspector.row - 1,
      let tab = Self.tab(at: mouse.column - layout.inspector.column)
    {
      self.tab = tab
      focus = .inspector
      return
    }
    if layout.form == .tabs, mouse.row == layout.title.row,
      let pane = Self.paneTab(at: mouse.column)
    {
      focus = pane
      return
    }
    guard let pane = layout.pane(column: mouse.column, row: mouse.row) else { return }
    focus = pane
    let place = layout[pane]
    switch pane {
    case .list: select(row: themes.list.offset + mouse.row - place.row)
    case .preview: selectRun(column: mouse.column, row: mouse.row)
    case .inspector: inspectorList.select(inspectorList.offset + mouse.row - place.row)
    }
  }

  private mutating func selectRun(column: Int, row: Int) {
    let place = previewPlaces.selected
    guard place.contains(column: column, row: row), let preview = selectedPreview() else { return }
    let found = preview.layout.run(
      column: column - place.column, row: row - place.row + previewRow)
    if let found { run = found }
  }
}
