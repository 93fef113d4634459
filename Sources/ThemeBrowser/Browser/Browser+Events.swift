import Diagnostics
import StyleValues
import Styling

extension Browser {
  /// Takes notice of an event, and brings everything up to date.
  ///
  /// - Returns: the effects to perform outside, in order.
  package mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
    let effects = take(event)
    updateLayout()
    return effects + newWatch()
  }

  /// Takes notice of an event; `updateLayout` has to come before anything is drawn, and `newWatch`
  /// after files were read.
  ///
  /// Of several events that wait, only the last one needs a layout.
  ///
  /// - Returns: the effects to perform outside, in order.
  package mutating func take(_ event: BrowserEvent) -> [BrowserEffect] {
    switch event {
    case .input(.key(let press)): return handle(press)
    case .input(.mouse(let mouse)):
      updateLayout()
      return handle(mouse)
    case .input(.paste(let text)):
      if status.prompt != nil { editField { $0.insert(text) } } else { help?.insert(text) }
    case .resize(let columns, let rows): (self.columns, self.rows) = (columns, rows)
    case .themes(let listing): return list(listing)
    case .contents(let path, let bytes): return take(SourceText(name: path, bytes: bytes))
    case .missing(let path): return noteMissing(path)
    case .unreadable(let path, let reason): fail(path, because: reason)
    case .changed(let paths): return reload(paths)
    case .shown(let milliseconds): status.shownAfter = milliseconds
    case .wrote(let path, let result): return finishWrite(of: path, result)
    case .edited(let text): takeEdited(text)
    case .note(let text): status.message = text
    }
    return []
  }

  // MARK: Keys

  private mutating func handle(_ press: KeyPress) -> [BrowserEffect] {
    if let question = status.question { return answer(question, with: press) }
    if help?.type(press) == true { return [] }
    guard let prompt = status.prompt else {
      status.message = nil
      let action = chrome.settings.action(for: press, along: responderChain)
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

  /// The responders that see a key, from the one that has the keys to the window.
  var responderChain: [Responder] { (help == nil ? focus.responder : .help).chain }

  // MARK: Files

  /// Lists themes, and those that were saved meanwhile.
  private mutating func list(_ listing: ThemeListing) -> [BrowserEffect] {
    var listing = listing
    listing.paths += copies.filter { !listing.paths.contains($0) }
    listing.named.formUnion(copies)
    let before = themes.listing.folders
    if listing.notes != themes.listing.notes, let note = listing.notes.first {
      status.message = note
    }
    let pinned = Set([preview.pinned].compactMap { $0 })
    changeList { $0.set(listing, keeping: pinned) }
    // Watched first: what changes between the two is not missed. What a new directory got before
    // it was watched is found by another look.
    let isNew = !Set(listing.folders).isSubset(of: before)
    return watchEffects() + [.read(themes.unread)] + (isNew ? [.listThemes] : [])
  }

  private mutating func fail(_ path: String, because reason: String) {
    if let index = themes.index(of: path) { themes.fail(reason, at: index) }
    if path == preview.sample.path { status.message = "\(path): \(reason)" }
  }

  /// A file is not there: unless it was named, the theme may be gone.
  private mutating func noteMissing(_ path: String) -> [BrowserEffect] {
    if themes.listing.pairs.contains(path) { return take(SourceText(standingInFor: path)) }
    fail(path, because: "there is no such file")
    let isFound = themes.index(of: path) != nil && !themes.listing.named.contains(path)
    return isFound ? [.listThemes] : []
  }

  private mutating func take(_ source: SourceText) -> [BrowserEffect] {
    let path = source.name
    if path == preview.sample.path {
      takeSample(String(decoding: source.bytes, as: UTF8.self))
      return []
    }
    guard let index = themes.index(of: path) else { return [] }
    let before = themes.themes[index].dependencies
    themes.load(source, at: index, with: settings.loader)
    followEdit(in: themes.themes[index])
    if themes.themes[index].dependencies != before { isWatchStale = true }
    return goOn(with: path)
  }

  /// Returns the effect that watches more files, if the files of themes have changed; once for all
  /// files that were read.
  package mutating func newWatch() -> [BrowserEffect] { isWatchStale ? watchEffects() : [] }

  /// Files changed: reads the themes that they are a part of, and lists new ones.
  private mutating func reload(_ paths: [String]) -> [BrowserEffect] {
    let changed = Set(paths)
    status.shownAfter = nil
    var wanted = themes.themes.filter { $0.dependencies.isAffected(by: changed) }.map(\.path)
    if let path = preview.sample.path, changed.contains(path) { wanted.append(path) }
    let known = Set(themes.listing.paths).union([preview.sample.path].compactMap { $0 })
    let news: [BrowserEffect] = changed.isSubset(of: known) ? [] : [.listThemes]
    guard !wanted.isEmpty else { return news }
    if status.prompt == nil, help == nil { status.message = nil }
    return [.read(wanted)] + news
  }

  /// Watches all files that the themes are made of, and would be made of if they were there, and
  /// the directories that they are found in.
  mutating func watchEffects() -> [BrowserEffect] {
    isWatchStale = false
    var files: Set<String> = []
    var directories = Set(themes.listing.folders)
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
