import Bytes
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling

extension Browser {
  // MARK: Values

  /// Begins to change the selected value, or asks which.
  mutating func changeValue() {
    let ofColor = focus == .inspector ? nil : inspector.valueOfColor
    guard let theme = themes.selectedTheme, let value = ofColor ?? inspector.selectedValue else {
      status.message = "select a declaration in the inspector first"
      return
    }
    if isReadOnly(value.location.file), settings.userThemes == nil {
      status.message = bundledText(theme)
      return
    }
    let named = variables(of: value, in: theme)
    guard !named.isEmpty, !value.isBuiltIn else {
      change(value)
      return
    }
    let own = StatusLine.Question.Answer(
      press: KeyPress(.character("1")), text: "this declaration", action: .change(value))
    let others = zip(["2", "3", "4", "5"] as [Unicode.Scalar], named).map { key, variable in
      let uses = variable.uses == 1 ? "used once" : "used \(variable.uses) times"
      return StatusLine.Question.Answer(
        press: KeyPress(.character(key)), text: "\(variable.name) (\(uses))",
        action: .change(EditableValue(variable)))
    }
    status.question = .init(
      text: "\(value.name): \(value.value) · change what?", answers: [own] + others)
  }

  /// The custom properties that a value leads to, each as the sheet declares it there.
  private func variables(of value: EditableValue, in theme: Theme) -> [DeclaredVariable] {
    guard !value.variables.isEmpty else { return [] }
    let declared = theme.sheet?.declaredVariables(in: settings.environment) ?? []
    return value.variables.compactMap { step in
      declared.first { $0.name == step.name && $0.location == step.location }
    }
  }

  /// Begins to change a value.
  mutating func change(_ value: EditableValue) {
    if let theme = themes.selectedTheme, let file = unchangeableFile(of: value, in: theme) {
      status.message = "\(file) cannot be changed here; add a rule to \(theme.path.fileName)"
      return
    }
    guard !value.isBuiltIn, let source = source(of: value), let edit = ValueEdit(value, in: source)
    else {
      status.message = "this value cannot be changed here"
      return
    }
    var prompt = StatusLine.Prompt(edit.text, for: .value(edit))
    prompt.runs = runs(dependingOn: edit)
    prompt.isForCopy = isReadOnly(edit.path)
    status.prompt = prompt
    if value == inspector.selectedValue {
      status.message = inspector.loss.map { "no effect here: \($0)" }
    }
  }

  /// The name of the file of a value where that is added to the theme, or comes with the program and
  /// is imported by a theme that does not: no copy of the theme would hold it.
  private func unchangeableFile(of value: EditableValue, in theme: Theme) -> String? {
    let path = value.location.file
    guard let file = theme.sheet?.sources.first(where: { $0.source.name == path }) else {
      return nil
    }
    let isImported = isReadOnly(path) && !isReadOnly(theme.path)
    return file.reason == .added || isImported ? path.fileName : nil
  }

  private func source(of value: EditableValue) -> SourceText? {
    let sources = themes.selectedTheme?.sheet?.sources.map(\.source) ?? []
    return sources.first { $0.name == value.location.file }
  }

  /// Loads the selected theme with a value changed, and shows it if that gives a sheet in which the
  /// value means something.
  ///
  /// - Returns: the problem with the value; nil if there is none.
  mutating func showDraft(_ edit: ValueEdit, with value: String) -> String? {
    guard let theme = themes.selectedTheme, let sheet = draftSheet(edit, with: value) else {
      return nil
    }
    let problem = sheet.diagnostics.first { edit.isAbout($0) }
    // Half a colour is no colour: what was there before stays in sight.
    guard problem == nil else { return problem?.message }
    let (old, before) = (preview.draft, invalidUses)
    preview.show(PreviewPane.Draft(theme: theme.path, sheet: sheet))
    guard edit.name.isCustomPropertyName || value.contains("var(") else { return nil }
    // A variable can hold anything; whether it means something shows where it is used.
    updateLayout()
    guard let lost = invalidUses.first(where: { !before.contains($0) }) else { return nil }
    preview.show(old)
    return lost
  }

  /// The selected theme with a value changed; nil if that gives no whole sheet.
  func draftSheet(_ edit: ValueEdit, with value: String) -> Stylesheet? {
    guard let theme = themes.selectedTheme, let source = theme.source,
      edit.objection(to: value) == nil
    else { return nil }
    let bytes = edit.bytes(with: value)
    var loader = settings.loader
    loader.files = AskedFiles(loader.files, for: theme.path, draft: (edit.path, bytes))
    let main = edit.path == theme.path ? bytes : source.bytes
    let sheet = loader.load(SourceText(name: theme.path, bytes: main))
    return sheet.diagnostics.contains(where: \.isBreaking) ? nil : sheet
  }

  /// Messages about `var()` values that are invalid in parts of the sample.
  private var invalidUses: [String] {
    preview.selected?.diagnostics.filter { $0.code == .invalidAtComputedTime }.map(\.message) ?? []
  }

  /// Finds the value that is being changed in a sheet that was read again.
  mutating func followEdit(in theme: Theme) {
    guard var prompt = status.prompt, case .value(let edit) = prompt.purpose,
      theme.path == themes.selectedTheme?.path, theme.dependencies.files.contains(edit.path)
    else { return }
    preview.show(nil)
    updateLayout()
    let same = edit.name.isCustomPropertyName ? variable(edit, in: theme) : declaration(edit)
    if let same, let source = source(of: same), let moved = ValueEdit(same, in: source) {
      prompt.purpose = .value(moved)
      prompt.runs = runs(dependingOn: moved)
      if moved.text != edit.text { prompt.overtaken = moved.text }
      status.prompt = prompt
      let refusal = WriteResult.changedMeanwhile.words(about: edit.path.fileName)
      status.message =
        showDraft(moved, with: prompt.field.text)
        ?? prompt.overtaken.map { "\(edit.name) was changed to \($0) meanwhile" }
        ?? (status.message == refusal ? refusal : nil)
    } else {
      status.message = "\(edit.name) is no longer there"
    }
  }

  private func declaration(_ edit: ValueEdit) -> EditableValue? {
    guard let explanation = preview.selected?.explanation(ofRun: run) else { return nil }
    let candidates = PropertyID.allCases.flatMap { explanation[$0] } + explanation.rejected
    return candidates.first { declaration in
      declaration.name == edit.name && declaration.selector == edit.selector
        && declaration.location.file == edit.path
    }.map { EditableValue($0) }
  }

  private func variable(_ edit: ValueEdit, in theme: Theme) -> EditableValue? {
    theme.sheet?.declaredVariables(in: settings.environment).first { variable in
      variable.name == edit.name && variable.selector == edit.selector
        && variable.location.file == edit.path
    }.map { EditableValue($0) }
  }

  /// Writes a value into its file; what was typed comes back if that fails.
  mutating func write(_ prompt: StatusLine.Prompt, _ edit: ValueEdit) -> [BrowserEffect] {
    let text = prompt.field.text
    if let objection = edit.objection(to: text) {
      status.message = objection
      return []
    }
    if text != edit.text, prompt.confirmed != text, let problem = showDraft(edit, with: text) {
      status.prompt?.confirmed = text
      status.message = "press Enter to write it: \(problem)"
      return []
    }
    if let other = prompt.overtaken, text != other {
      status.prompt?.overtaken = nil
      status.message = "now \(other) in the file; Enter overwrites it, Esc cancels"
      return []
    }
    guard text != edit.text else {
      status.prompt = nil
      preview.show(nil)
      return []
    }
    let change = EditHistory.FileChange(
      path: edit.path, before: edit.original, after: edit.bytes(with: text), name: edit.name,
      line: edit.line)
    if prompt.isForCopy { return saveCopy(change: (change, prompt)) }
    status.prompt = nil
    edits.writing = .change(change, prompt)
    return [.write(path: change.path, bytes: change.after, over: .bytes(change.before))]
  }

  /// Takes the last change back.
  mutating func undo() -> [BrowserEffect] {
    switch edits.steps.last {
    case .file(let change):
      edits.writing = .undo(change)
      return [.write(path: change.path, bytes: change.before, over: .bytes(change.after))]
    case .sample(let before):
      edits.removeLast()
      preview.sample = before
      status.message = "undid the edit of the sample" + edits.leftText
    case nil: status.message = "nothing to undo"
    }
    return []
  }

  // MARK: Output

  /// Writes the output to the file that was named, in the form that its name asks for.
  mutating func export(to field: TextField, replacing: String?) -> [BrowserEffect] {
    let whole = themes.selectedTheme.flatMap { preview.whole($0, settings) }
    guard !field.text.isEmpty, let selected = whole else {
      status.prompt = nil
      return []
    }
    guard let form = RenderForm(fileName: field.text),
      let bytes = form.bytes(of: selected, title: field.text)
    else {
      status.message = "the name must end in one of \(RenderForm.previewEndings)"
      return []
    }
    status.prompt = nil
    var path = field.text
    if path.hasPrefix("~/"), let home = settings.home { path = home + path.dropFirst() }
    edits.writing = .export(field)
    return [
      .write(path: path, bytes: bytes, over: path == replacing ? .anything : .nothing)
    ]
  }

  /// Takes notice of what became of a file that was to be written.
  mutating func finishWrite(of path: String, _ result: WriteResult) -> [BrowserEffect] {
    let writing = edits.writing
    edits.writing = nil
    let file = path.fileName
    switch (result, writing) {
    case (let result, .copy(let copy)): return finishCopy(copy, at: path, result)
    case (.written, .change(let change, _)):
      edits.add(.file(change))
      let isCopy = copies.contains(path)
      let place = isCopy ? "the copy \(shown(path)):\(change.line)" : change.place
      status.message = "saved \(change.name) in \(place)" + edits.takeNote()
    case (.written, .undo(let change)):
      edits.removeLast()
      let isFirst = copies.contains(path) && !edits.changes(path)
      status.message =
        isFirst
        ? "undid \(change.name); the copy \(shown(path)) stays" + edits.leftText
        : "undid \(change.name) in \(change.place)" + edits.leftText
    case (.written, _): status.message = "wrote \(path)"
    case (.exists, .export(let field)):
      status.prompt = .init(field.text, for: .export(replacing: path))
      status.message = "the file exists; press Enter to replace it"
    case (let result, let writing):
      // Typed text is not lost.
      switch writing {
      case .change(_, let prompt): status.prompt = prompt
      case .export(let field): status.prompt = .init(field.text, for: .export(replacing: nil))
      default: break
      }
      status.insist(result.words(about: file))
    }
    if case .value = status.prompt?.purpose { return [] }
    preview.show(nil)
    edits.answered = path
    // At once, so that nobody sees the old value again until the watch notices.
    let wanted = themes.themes.filter { $0.dependencies.files.contains(path) }.map(\.path)
    return wanted.isEmpty ? [] : [.read(wanted)]
  }
}

extension WriteResult {
  /// Returns a message about the result for the status line.
  func words(about file: String) -> String {
    switch self {
    case .written: "wrote \(file)"
    case .changedMeanwhile: "\(file) was changed by another program; nothing was written"
    case .exists: "\(file) exists; nothing was written"
    case .failed(let reason): "cannot write \(file): \(reason)"
    }
  }
}

extension Browser {
  /// True if a file comes with the program and cannot be changed.
  func isReadOnly(_ path: String) -> Bool {
    settings.bundledPrefix.map { path.hasPrefix($0) } ?? false
  }

  /// Offers a copy of a theme that cannot be changed, to go on there with an action.
  mutating func offerCopy(of theme: Theme, then action: BrowserAction) {
    guard let folder = settings.userThemes else {
      status.message = bundledText(theme)
      return
    }
    let answers = ["Enter", "w"].compactMap { KeyPress(named: $0) }.map { press in
      StatusLine.Question.Answer(
        press: press, text: "save a copy", action: .saveCopy(then: action))
    }
    status.question = .init(
      text: "\(theme.name) is bundled; edit a copy in \(shown(folder))?",
      answers: answers)
  }

  private func bundledText(_ theme: Theme) -> String {
    "\(theme.name) is bundled and cannot be changed"
  }

  /// A path as people write it.
  private func shown(_ path: String) -> String {
    guard let home = settings.home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.utf8.count)
  }

  /// Saves a copy of the selected theme among the user's own, and goes on there, with an action or a
  /// change.
  mutating func saveCopy(
    then action: BrowserAction? = nil,
    change: (value: EditHistory.FileChange, prompt: StatusLine.Prompt)? = nil
  ) -> [BrowserEffect] {
    guard let theme = themes.selectedTheme else { return [] }
    guard let folder = settings.userThemes, let source = theme.source else {
      status.message = "no directory for a copy"
      return []
    }
    // A bundled theme may be named without its ending.
    let ending = StylesheetForm(of: source) == .json ? ".json" : ".css"
    var copy = EditHistory.ThemeCopy(
      folder: folder, name: theme.name, ending: ending, bytes: source.bytes,
      change: change, value: inspector.selectedValue, action: action)
    for (path, bytes) in files(of: theme, source) {
      guard let file = RelativePath(path, from: theme.path) else {
        status.message =
          "a copy of \(theme.name) would not find \(path.fileName); "
          + "press c to change a value in its file"
        return []
      }
      copy.files.append((file.text, bytes))
    }
    edits.writing = .copy(copy)
    return [copy.effect]
  }

  /// The other files that a theme is put together from, on any terminal, by their paths.
  private func files(of theme: Theme, _ source: SourceText) -> [(path: String, bytes: [UInt8])] {
    guard let sheet = theme.sheet else { return [] }
    var sheets = [sheet]
    var loader = settings.loader
    for environment in loader.environments(ofVariantsOf: sheet).dropFirst() {
      loader.environment = environment
      sheets.append(loader.load(source))
    }
    var files: [String: [UInt8]] = [:]
    for sheet in sheets {
      for file in sheet.sources where file.reason != .main && file.reason != .added {
        // Its name is found again from everywhere.
        if isReadOnly(file.source.name), !isReadOnly(theme.path) { continue }
        files[file.source.name] = file.source.bytes
      }
      if case .file(let path)? = sheet.palette?.origin, files[path] == nil {
        files[path] = (try? settings.loader.files?.contents(of: path)) ?? nil
      }
    }
    return files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A copy was written, or there is such a file already.
  mutating func finishCopy(
    _ copy: EditHistory.ThemeCopy, at path: String, _ result: WriteResult
  ) -> [BrowserEffect] {
    switch result {
    case .exists where copy.number < 100:
      var next = copy
      next.number += 1
      next.fileCount = 0
      edits.writing = .copy(next)
      return [next.effect]
    case .written where copy.fileCount < copy.files.count:
      var next = copy
      next.fileCount += 1
      edits.writing = .copy(next)
      return [next.effect]
    case .written:
      status.prompt = nil
      let path = copy.path
      copies.append(path)
      let run = preview.run
      listCopy(copy)
      preview.selectRun(run)
      edits.pendingCopy = copy
      status.message = "saved a copy: \(shown(path))" + (copy.change == nil ? edits.takeNote() : "")
      return watchEffects() + [.read([path])]
    default:
      status.insist(result.words(about: shown(path)))
      return []
    }
  }

  /// Selects a copy that was written; what keeps it from the list no longer does.
  private mutating func listCopy(_ copy: EditHistory.ThemeCopy) {
    let path = copy.path
    // It is listed by what is in it, which is known before it is read.
    let source = SourceText(name: path, bytes: copy.bytes)
    let (environment, settings) = (seenEnvironment, settings)
    changeList { list in
      list.add(path)
      list.index(of: path).map { list.load(source, at: $0, in: environment, settings) }
    }
    themes.index(of: path).map { measure($0) }
    changeList { $0.select(path) }
    guard themes.selectedTheme?.path != path else { return }
    changeList {
      $0.choice = .all
      $0.filter = ""
      $0.select(path)
    }
    edits.note = "; all themes are listed"
  }

  /// A copy was read: goes on with what was begun on the theme that it is a copy of.
  mutating func goOn(with path: String) -> [BrowserEffect] {
    guard let copy = edits.pendingCopy, copy.path == path else { return [] }
    edits.pendingCopy = nil
    if var value = copy.value {
      value.location.file = path
      inspector.select(value)
    }
    if var change = copy.change {
      change.value.path = path
      edits.writing = .change(change.value, change.prompt)
      return [.write(path: path, bytes: change.value.after, over: .bytes(change.value.before))]
    }
    guard let action = copy.action else { return [] }
    let message = status.message
    status.message = nil
    let effects = perform(action)
    if status.prompt == nil { status.message = status.message ?? message }
    return effects
  }
}

/// A path from the folder of a file to another one in it or in those inside.
private struct RelativePath {
  /// The path, without `.` and `..`.
  var text: String

  /// Nil for a path that leads out of the folder.
  init?(_ path: String, from file: String) {
    let folder = Self.components(of: file)?.dropLast()
    guard let folder, let components = Self.components(of: path), components.starts(with: folder),
      components.count > folder.count
    else { return nil }
    text = components.dropFirst(folder.count).joined(separator: "/")
  }

  private static func components(of path: String) -> [Substring]? {
    var components: [Substring] = path.hasPrefix("/") ? [""] : []
    for component in path.split(separator: "/") where component != "." {
      guard component == ".." else {
        components.append(component)
        continue
      }
      guard components.popLast() != nil else { return nil }
    }
    return components
  }
}
