import StyleValues

extension Browser {
  /// Takes notice of an event.
  ///
  /// - Returns: what has to be done outside, in order.
  package mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
    defer { settle() }
    switch event {
    case .input(.key(let press)): return handle(press)
    case .input(.mouse(let mouse)): return handle(mouse)
    case .input(.paste(let text)): editField { $0.insert(text) }
    case .resize(let columns, let rows): (self.columns, self.rows) = (columns, rows)
    case .paths(let paths):
      themes.setPaths(paths)
      // Watched first: what changes between the two is not missed.
      return watchEffects() + [.read(themes.unread)]
    case .contents(let path, let bytes): return take(bytes, from: path)
    case .unreadable(let path, let reason):
      if let index = themes.index(of: path) { themes.fail(reason, at: index) }
      if path == preview.sample.path { status.message = "\(path): \(reason)" }
    case .changed(let paths): return reload(paths)
    case .shown(let milliseconds): status.shownAfter = milliseconds
    case .wrote(let path, let result): return finishWrite(of: path, result)
    case .note(let text): status.message = text
    }
    return []
  }

  // MARK: Keys

  private mutating func handle(_ press: KeyPress) -> [BrowserEffect] {
    switch (status.prompt, press.key) {
    case (nil, _):
      status.message = nil
      let action = chrome.settings.action(for: press, along: responderChain)
      return action.map { perform($0) } ?? []
    case (let prompt?, .enter): return accept(prompt)
    case (let prompt?, .escape): drop(prompt)
    default: editField { _ = $0.handle(press) }
    }
    return []
  }

  /// The responders that see a key, from the one that has the keys to the window.
  var responderChain: [Responder] { (help == nil ? focus.responder : .help).chain }

  // MARK: Files

  private mutating func take(_ bytes: [UInt8], from path: String) -> [BrowserEffect] {
    if path == preview.sample.path {
      // An edit that is under way is not thrown away.
      if case .sample = status.prompt?.purpose { return [] }
      preview.sample.markup = String(decoding: bytes, as: UTF8.self)
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
    status.shownAfter = nil
    var wanted = themes.themes.filter { $0.dependencies.isAffected(by: changed) }.map(\.path)
    if let path = preview.sample.path, changed.contains(path) { wanted.append(path) }
    let known = Set(themes.themes.map(\.path))
    let news: [BrowserEffect] = changed.isSubset(of: known) ? [] : [.listThemes]
    guard !wanted.isEmpty else { return news }
    if status.prompt == nil, help == nil { status.message = nil }
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
    if let path = preview.sample.path { files.insert(path) }
    let wanted = BrowserEffect.watch(files: files.sorted(), directories: directories.sorted())
    guard wanted != watched else { return [] }
    watched = wanted
    return [wanted]
  }
}
