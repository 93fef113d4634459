import CellLayout
import StyledText
import Styling
import TerminalOutput

extension Browser {
  /// Takes notice of an event.
  ///
  /// - Returns: what has to be done outside, in order.
  package mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
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
      return watchEffects() + [.read(themes.unread)]
    case .contents(let path, let bytes): return take(bytes, from: path)
    case .unreadable(let path, let reason):
      if let index = themes.index(of: path) { themes.fail(reason, at: index) }
      if path == sample.path { message = "\(path): \(reason)" }
      return []
    case .changed(let paths): return reload(paths)
    case .shown(let milliseconds):
      shownAfter = milliseconds
      return []
    case .wrote(let path, let result): return finishWrite(of: path, result)
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
    let before = themes.themes[index].dependencies
    themes.load(bytes, at: index, with: settings.loader)
    followEdit(in: themes.themes[index])
    return themes.themes[index].dependencies == before ? [] : watchEffects()
  }

  /// Files changed: reads the themes that they are a part of, and lists new ones.
  private mutating func reload(_ paths: [String]) -> [BrowserEffect] {
    let changed = Set(paths)
    shownAfter = nil
    var wanted = themes.themes.filter { $0.dependencies.isAffected(by: changed) }.map(\.path)
    if let path = sample.path, changed.contains(path) { wanted.append(path) }
    let known = themes.themes.reduce(into: Set<String>()) { $0.insert($1.path) }
    let news: [BrowserEffect] = changed.isSubset(of: known) ? [] : [.listThemes]
    guard !wanted.isEmpty else { return news }
    if case .browsing = mode { message = nil }
    return [.read(wanted)] + news
  }

  /// Watches all files that the themes are made of, and would be made of if they were there.
  private mutating func watchEffects() -> [BrowserEffect] {
    var files: Set<String> = []
    var directories: Set<String> = []
    for theme in themes.themes {
      files.formUnion(theme.dependencies.files)
      directories.formUnion(theme.dependencies.directories)
    }
    if let path = sample.path { files.insert(path) }
    let wanted = BrowserEffect.watch(files: files.sorted(), directories: directories.sorted())
    guard wanted != watched else { return [] }
    watched = wanted
    return [wanted]
  }

  private mutating func paste(_ text: String) -> [BrowserEffect] {
    editField { $0.insert(text) }
    return []
  }
}
