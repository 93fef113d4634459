import Diagnostics
import StyleValues
import Styling

extension Browser {
  /// True if a file comes with the program and cannot be changed.
  func isReadOnly(_ path: String) -> Bool {
    settings.bundledPrefix.map { path.hasPrefix($0) } ?? false
  }

  /// Offers a copy of a theme that cannot be changed, to go on there with an action.
  mutating func offerCopy(of theme: Theme, then action: BrowserAction) {
    guard let folder = settings.userThemes else {
      status.message = "\(theme.name) comes with the program and cannot be changed"
      return
    }
    let answers = ["w", "Enter"].compactMap { KeyPress(named: $0) }.map { press in
      StatusLine.Question.Answer(
        press: press, text: "save a copy", action: .saveCopy(then: action))
    }
    status.question = .init(
      text: "\(theme.name) comes with the program: go on with a copy in \(shown(folder))?",
      answers: answers)
  }

  /// A path as people write it.
  private func shown(_ path: String) -> String {
    guard let home = settings.home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.utf8.count)
  }

  /// Saves a copy of the selected theme among the user's own, and goes on there.
  mutating func saveCopy(then action: BrowserAction?) -> [BrowserEffect] {
    guard let theme = themes.selectedTheme else { return [] }
    guard let folder = settings.userThemes, let source = theme.source else {
      status.message = "there is no place for a copy"
      return []
    }
    // A bundled theme may be named without its ending.
    let ending = StylesheetForm(of: source) == .json ? ".json" : ".css"
    var copy = EditHistory.ThemeCopy(
      folder: folder, name: theme.name, ending: ending, bytes: source.bytes,
      value: inspector.selectedValue, action: action)
    for (path, bytes) in parts(of: theme, source) {
      guard let part = RelativePath(path, from: theme.path) else {
        status.message =
          "a copy of \(theme.name) would not find \(path.fileName); "
          + "c changes a value in the file it is in"
        return []
      }
      copy.parts.append((part.text, bytes))
    }
    edits.writing = .copy(copy)
    return [copy.effect]
  }

  /// The other files that a theme is put together from, on any terminal, by their paths.
  private func parts(of theme: Theme, _ source: SourceText) -> [(path: String, bytes: [UInt8])] {
    guard let sheet = theme.sheet else { return [] }
    var sheets = [sheet]
    var loader = settings.loader
    for environment in loader.environments(ofVariantsOf: sheet).dropFirst() {
      loader.environment = environment
      sheets.append(loader.load(source))
    }
    var parts: [String: [UInt8]] = [:]
    for sheet in sheets {
      for part in sheet.sources where part.reason != .main {
        parts[part.source.name] = part.source.bytes
      }
      if case .file(let path)? = sheet.palette?.origin, parts[path] == nil {
        parts[path] = (try? settings.loader.files?.contents(of: path)) ?? nil
      }
    }
    return parts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A copy was written, or there is such a file already.
  mutating func finishCopy(
    _ copy: EditHistory.ThemeCopy, at path: String, _ result: WriteResult
  ) -> [BrowserEffect] {
    switch result {
    case .exists where copy.number < 100:
      var next = copy
      next.number += 1
      next.partCount = 0
      edits.writing = .copy(next)
      return [next.effect]
    case .written where copy.partCount < copy.parts.count:
      var next = copy
      next.partCount += 1
      edits.writing = .copy(next)
      return [next.effect]
    case .written:
      let path = copy.path
      copies.append(path)
      let run = preview.run
      changeList {
        $0.add(path)
        $0.choice = .all
        $0.filter = ""
        $0.select(path)
      }
      preview.selectRun(run)
      edits.pendingCopy = copy
      status.message = "saved as \(shown(path))"
      return watchEffects() + [.read([path])]
    default:
      status.message = result.words(about: shown(path))
      return []
    }
  }

  /// A copy was read: goes on with what was begun on the theme that it is a copy of.
  mutating func goOn(with path: String) -> [BrowserEffect] {
    guard let copy = edits.pendingCopy, copy.path == path else { return [] }
    edits.pendingCopy = nil
    if var value = copy.value {
      value.location.file = path
      inspector.select(value)
    }
    guard let action = copy.action else { return [] }
    let message = status.message
    let effects = perform(action)
    status.message = status.message ?? message
    return effects
  }
}

/// A path from the folder of a file to another one in it or in those inside.
private struct RelativePath {
  /// The path, without `.` and `..`.
  var text: String

  /// Nil for a path that leads out of the folder.
  init?(_ path: String, from file: String) {
    let folder = Self.parts(of: file)?.dropLast()
    guard let folder, let parts = Self.parts(of: path), parts.starts(with: folder),
      parts.count > folder.count
    else { return nil }
    text = parts.dropFirst(folder.count).joined(separator: "/")
  }

  private static func parts(of path: String) -> [Substring]? {
    var parts: [Substring] = path.hasPrefix("/") ? [""] : []
    for part in path.split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      guard parts.popLast() != nil else { return nil }
    }
    return parts
  }
}
