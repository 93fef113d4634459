import Bytes
import CSSSyntax
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling

extension Browser {
  // MARK: Values

  /// Opens the selected value for a change, or asks which one.
  mutating func changeValue() {
    let ofColor = focus == .inspector ? nil : inspector.valueOfColor
    guard let theme = themes.selectedTheme, let value = ofColor ?? inspector.selectedValue else {
      return refuse("select a declaration in the inspector first")
    }
    let named = variables(of: value, in: theme)
    guard !named.isEmpty, !value.isBuiltIn else {
      change(value)
      return
    }
    // Enter confirms the first one.
    let variables = named.map { variable in
      let uses = variable.uses == 1 ? "used once" : "used \(variable.uses) times"
      let computed = preview.selected?.expanded(variable.value) ?? variable.value
      return (
        "\(variable.name) (\(uses))", EditableValue(variable),
        ColorWords.colors(in: computed, theme.sheet?.dialect ?? .css)
      )
    }
    let answers = zip(1..., variables.prefix(8) + [("this declaration", value, [])]).map {
      StatusLine.Question.Answer(
        press: KeyPress(.character(Unicode.Scalar(UInt8(0x30 + $0)))), text: $1.0, value: $1.1,
        swatches: $1.2)
    }
    status.question = .init(text: "\(value.name): \(value.value) · change what?", answers: answers)
  }

  /// The custom properties that a value leads to, as the stylesheet declares them there.
  private func variables(of value: EditableValue, in theme: BrowsedTheme) -> [DeclaredVariable] {
    guard !value.variables.isEmpty else { return [] }
    let declared = theme.sheet?.declaredVariables(in: settings.environment) ?? []
    return value.variables.compactMap { step in
      declared.first { $0.name == step.name && $0.location == step.location }
    }
  }

  mutating func change(_ value: EditableValue) {
    if value.isOff { return refuse("\(value.name) is off; d turns it on") }
    begin(edit(of: value))
    if status.prompt != nil, value == inspector.selectedValue {
      status.message = inspector.loss.map { "no effect here: \($0)" }
    }
  }

  /// Starts to add a declaration to the rule of the selected line, or a rule.
  mutating func addDeclaration() {
    guard let theme = themes.selectedTheme else { return }
    let value = inspector.selectedValue
    let part = preview.selected?.name(ofRun: run) ?? ""
    let selector = inspector.unruled ?? (value?.isBuiltIn == true ? nil : value?.selector) ?? part
    if inspector.unruled == nil, let value, !value.isBuiltIn,
      !isUnchangeable(value.location.file, in: theme),
      let source = source(of: value), let start = ValueEdit.offset(of: value.location, in: source)
    {
      let rules = SheetRules(source)
      let rule = rules.rule(at: start)
      let found = rule.map { rules.rules[$0] }
      begin(
        ValueEdit(
          adding: "", to: found?.selector ?? selector, in: found?.outer ?? [], rule: rule, rules))
    } else {
      begin(addition("", to: selector, in: theme))
    }
  }

  private mutating func begin(_ edit: ValueEdit?) {
    guard let edit else {
      status.message = themes.selectedTheme.map {
        isReadOnly($0.path) && settings.userThemes == nil
          ? "\($0.name) is bundled and cannot be changed" : "this value cannot be changed here"
      }
      return
    }
    var prompt = StatusLine.Prompt(edit.text, for: .value(edit))
    prompt.runs = runs(dependingOn: edit)
    status.prompt = prompt
    if typedNudge != nil, !edit.takesName { status.prompt?.row = .lightness }
  }

  /// The change of a value, or if its file cannot be changed, a stronger declaration in the theme.
  private func edit(of value: EditableValue) -> ValueEdit? {
    guard !value.isBuiltIn, let theme = themes.selectedTheme, let source = source(of: value) else {
      return nil
    }
    guard isUnchangeable(source.name, in: theme) else { return ValueEdit(value, in: source) }
    guard let selector = value.selector,
      let offset = ValueEdit.offset(of: value.location, in: source)
    else { return nil }
    let rules = SheetRules(source)
    let rule = rules.rule(at: offset).map { rules.rules[$0] }
    var outer = (rule.map { $0.outer + [$0.selector] } ?? []).filter { $0.hasPrefix("@media") }
    if outer.isEmpty, let side = otherSide(of: value, in: theme) {
      // Another value counts on the other background, which would be hidden.
      outer = ["@media (prefers-color-scheme: \(side))"]
    }
    return addition(value.name, value.value, to: selector, in: theme, outer)
  }

  /// The terminal's scheme, if a custom property has another declaration for the other one.
  private func otherSide(of value: EditableValue, in theme: BrowsedTheme) -> ColorScheme? {
    let scheme = settings.environment.colorScheme
    let other = settings.environment.turned(to: scheme == .dark ? .light : .dark)
    let declared = theme.sheet?.declaredVariables(in: other) ?? []
    let inForce = declared.first {
      $0.name == value.name && $0.selector == value.selector && $0.loss == nil
    }
    return inForce.flatMap { $0.location == value.location ? nil : scheme }
  }

  /// A declaration to add to the theme, or to the user's copy that imports it.
  private func addition(
    _ name: String, _ value: String = "", to selector: String, in theme: BrowsedTheme,
    _ outer: [String] = []
  ) -> ValueEdit? {
    guard isReadOnly(theme.path) else {
      return theme.source.flatMap {
        ValueEdit(adding: name, value, to: selector, in: outer, SheetRules($0))
      }
    }
    return ownCopy(of: theme).flatMap {
      ValueEdit(adding: name, value, to: selector, in: outer, SheetRules($0), base: theme)
    }
  }

  /// True if a file is added to the theme, or bundled.
  private func isUnchangeable(_ path: String, in theme: BrowsedTheme) -> Bool {
    let file = theme.sheet?.sources.first { $0.source.name == path }
    return isReadOnly(path) || file?.reason == .added
  }

  /// Turns the declaration of the selected line off or on.
  mutating func turnDeclaration() -> [BrowserEffect] {
    guard let theme = themes.selectedTheme, let value = inspector.valueOfLine, !value.isBuiltIn,
      let source = source(of: value)
    else { return refuse("select a declaration in the inspector first") }
    if isUnchangeable(source.name, in: theme) {
      begin(edit(of: value))
      guard var prompt = status.prompt, case .value(let edit) = prompt.purpose else { return [] }
      prompt.field = TextField("unset")
      return write(prompt, edit)
    }
    guard let offset = ValueEdit.offset(of: value.location, in: source),
      let (bytes, place) = SheetRules(source).toggled(at: offset)
    else { return refuse("this declaration cannot be turned off here") }
    var turned = value
    turned.location = SourceText(name: source.name, bytes: bytes).location(at: place)
    turned.isOff.toggle()
    return write(
      .init(
        path: source.name, before: source.bytes, after: bytes,
        verb: turned.isOff ? "turned off" : "turned on", name: value.name,
        line: turned.location.line, value: turned))
  }

  private mutating func write(
    _ change: EditHistory.FileChange, _ prompt: StatusLine.Prompt? = nil,
    then action: BrowserAction? = nil
  ) -> [BrowserEffect] {
    status.prompt = nil
    edits.writing = .change(change, prompt, then: action)
    return [effect(change.path, from: change.before, to: change.after)]
  }

  private func effect(_ path: String, from before: [UInt8]?, to after: [UInt8]?) -> BrowserEffect {
    .write(path: path, bytes: after, over: before.map { .bytes($0) } ?? .nothing)
  }

  private func source(of value: EditableValue) -> SourceText? {
    let sources = themes.selectedTheme?.sheet?.sources.map(\.source) ?? []
    return sources.first { $0.name == value.location.file }
  }

  /// Loads the selected theme with a changed value, and shows it if the value is valid; else
  /// returns the problem.
  mutating func showDraft(_ edit: ValueEdit, with value: String) -> String? {
    guard let theme = themes.selectedTheme, let sheet = draftSheet(edit, with: value) else {
      return nil
    }
    let problem = sheet.diagnostics.first { edit.isAbout($0, with: value) }
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

  /// The selected theme with a changed value; nil if that is not a valid stylesheet.
  func draftSheet(_ edit: ValueEdit, with value: String) -> Stylesheet? {
    guard let theme = themes.selectedTheme, let source = theme.source,
      edit.objection(to: value) == nil
    else { return nil }
    let bytes = edit.bytes(with: value)
    let main =
      edit.base == nil && edit.path != theme.path
      ? source : SourceText(name: edit.path, bytes: bytes)
    let sheet = self.sheet(main, with: [edit.path: bytes])
    return sheet.diagnostics.contains(where: \.isBreaking) ? nil : sheet
  }

  /// A stylesheet with other contents of some files.
  func sheet(_ main: SourceText, with drafts: [String: [UInt8]]) -> Stylesheet {
    var loader = settings.loader
    loader.files = AskedFiles(loader.files, for: main.name, drafts: drafts)
    return loader.load(main)
  }

  /// Messages about `var()` values that are invalid in parts of the sample.
  private var invalidUses: [String] {
    preview.selected?.diagnostics.filter { $0.code == .invalidAtComputedTime }.map(\.message) ?? []
  }

  /// Finds the value that is being changed in a stylesheet that was read again.
  mutating func followEdit(in theme: BrowsedTheme) {
    guard var prompt = status.prompt, case .value(let edit) = prompt.purpose,
      theme.path == themes.selectedTheme?.path, theme.dependencies.files.contains(edit.path)
    else { return }
    preview.show(nil)
    updateLayout()
    let same = edit.name.isCustomPropertyName ? variable(edit, in: theme) : declaration(edit)
    var moved = same.flatMap { same in source(of: same).flatMap { ValueEdit(same, in: $0) } }
    if let outer = edit.outer, let selector = edit.selector {
      let source = theme.sheet?.sources.first { $0.source.name == edit.path }?.source
      moved = source.flatMap {
        ValueEdit(adding: edit.name, edit.text, to: selector, in: outer, SheetRules($0))
      }
    }
    if let moved {
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
    preview.selected?.explanation(ofRun: run).declarations.first { declaration in
      declaration.name == edit.name && declaration.selector == edit.selector
        && declaration.location.file == edit.path
    }.map { EditableValue($0) }
  }

  private func variable(_ edit: ValueEdit, in theme: BrowsedTheme) -> EditableValue? {
    theme.sheet?.declaredVariables(in: settings.environment).first { variable in
      variable.name == edit.name && variable.selector == edit.selector
        && variable.location.file == edit.path
    }.map { EditableValue($0) }
  }

  /// Writes a value to its file; after a failure the prompt opens again.
  mutating func write(_ prompt: StatusLine.Prompt, _ edit: ValueEdit) -> [BrowserEffect] {
    let text = prompt.field.text
    if let objection = edit.objection(to: text) { return refuse(objection) }
    if text != edit.text, prompt.confirmed != text, let problem = showDraft(edit, with: text) {
      status.prompt?.confirmed = text
      return refuse("press Enter to write it: \(problem)")
    }
    if let other = prompt.overtaken, text != other {
      status.prompt?.overtaken = nil
      return refuse("now \(other) in the file; Enter overwrites it, Esc cancels")
    }
    guard text != edit.text else {
      status.prompt = nil
      preview.show(nil)
      return []
    }
    let value = edit.value(with: text)
    let change = EditHistory.FileChange(
      path: edit.path, before: edit.base == nil ? edit.original : nil,
      after: edit.bytes(with: text), verb: edit.takesName ? "added" : "saved", name: value.name,
      line: value.location.line, value: value, base: edit.base?.path, imported: edit.original)
    guard let base = edit.base else { return write(change, prompt) }
    askForName(of: .init(change: change, theme: base.name, prompts: [prompt]))
    return []
  }

  /// Takes back the last change, or repeats the one that was undone last.
  mutating func revert(isUndo: Bool) -> [BrowserEffect] {
    switch isUndo ? edits.steps.last : edits.undone.last {
    case .file(let change):
      edits.writing = isUndo ? .undo(change) : .redo(change)
      let (old, new) = isUndo ? (change.after, change.before) : (change.before, change.after)
      return [effect(change.path, from: old, to: new)]
    case .sample(let before, let after):
      if isUndo { edits.noteUndone() } else { edits.noteRedone() }
      preview.sample = isUndo ? before : after
      let left = isUndo ? edits.leftText : ""
      status.message = "\(isUndo ? "undid" : "redid") the edit of the sample" + left
    case nil: status.message = "nothing to \(isUndo ? "undo" : "redo")"
    }
    return []
  }

  // MARK: Output

  /// Writes the output to a file, in the form of its name's extension.
  mutating func export(to field: TextField, replacing: String?) -> [BrowserEffect] {
    let whole = themes.selectedTheme.flatMap { preview.whole($0, settings) }
    guard !field.text.isEmpty, let selected = whole else {
      status.prompt = nil
      return []
    }
    guard let form = RenderForm(fileName: field.text),
      let bytes = form.bytes(of: selected, title: field.text)
    else { return refuse("the name must end in one of \(RenderForm.previewEndings)") }
    status.prompt = nil
    var path = field.text
    if path.hasPrefix("~/"), let home = settings.home { path = home + path.dropFirst() }
    edits.writing = .export(field)
    return [.write(path: path, bytes: bytes, over: path == replacing ? .anything : .nothing)]
  }

  /// Handles the result of writing a file.
  mutating func finishWrite(of path: String, _ result: WriteResult) -> [BrowserEffect] {
    let writing = edits.writing
    edits.writing = nil
    var effects: [BrowserEffect] = []
    switch (result, writing) {
    case (.written, .change(let change, _, let action)):
      edits.add(.file(change))
      effects = noteWritten(change, change.after)
      status.message = "\(change.verb) \(change.name) in \(place(of: change))\(listingNote)"
      if let action { return effects + perform(action) }
    case (.written, .undo(let change)):
      edits.noteUndone()
      effects = noteWritten(change, change.before)
      status.message =
        (change.before == nil
          ? "undid \(change.name); removed \(shown(path))"
          : "undid \(change.name) in \(place(of: change))") + edits.leftText
    case (.written, .redo(let change)):
      edits.noteRedone()
      effects = noteWritten(change, change.after)
      status.message = "redid \(change.name) in \(place(of: change))"
    case (.written, _): status.message = "wrote \(path)"
    case (.exists, .export(let field)):
      status.prompt = .init(field.text, for: .export(replacing: path))
      status.message = "the file exists; press Enter to replace it"
    case (let result, let writing):
      // Typed text is not lost.
      switch writing {
      case .change(_, let prompt, _): status.prompt = prompt
      case .export(let field): status.prompt = .init(field.text, for: .export(replacing: nil))
      default: break
      }
      status.insist(result.words(about: path.fileName))
    }
    listingNote = ""
    if status.prompt?.isOfFile == true { return [] }
    preview.show(nil)
    edits.answered = path
    // At once, so that nobody sees the old value again until the watch notices.
    let wanted = themes.themes.filter { $0.dependencies.files.contains(path) }.map(\.path)
    return effects + (wanted.isEmpty ? [] : [.read(wanted)])
  }

  private func place(of change: EditHistory.FileChange) -> String {
    change.base == nil ? change.place : "\(shown(change.path)):\(change.line)"
  }

  /// Shows the written theme: a new one is listed and selected, and one without a file is removed.
  private mutating func noteWritten(
    _ change: EditHistory.FileChange, _ bytes: [UInt8]?
  ) -> [BrowserEffect] {
    edits.wanted = bytes == change.after ? change.value : nil
    guard change.before == nil, let base = change.base else { return [] }
    let run = preview.run
    defer { preview.selectRun(run) }
    guard let bytes else {
      copies.removeAll { $0 == change.path }
      changeList {
        $0.remove(change.path)
        $0.select(base)
      }
      return watchEffects()
    }
    copies.append(change.path)
    preview.show(nil)
    list(SourceText(name: change.path, bytes: bytes))
    return watchEffects()
  }
}

extension WriteResult {
  /// A message about the result for the status line.
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
  /// Says why an action does nothing.
  mutating func refuse(_ reason: String) { status.message = reason }

  mutating func refuse(_ reason: String) -> [BrowserEffect] {
    status.message = reason
    return []
  }

  /// True if a file is bundled, so that it cannot be changed.
  func isReadOnly(_ path: String) -> Bool {
    settings.bundledPrefix.map { path.hasPrefix($0) } ?? false
  }

  /// A path with `~` for the user's home.
  private func shown(_ path: String) -> String {
    guard let home = settings.home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.utf8.count)
  }

  // MARK: Own copies

  /// A theme that only imports another one, beside it, or among the user's own if that is bundled;
  /// nil if there is no place for it.
  private func ownCopy(of theme: BrowsedTheme) -> SourceText? {
    let isBundled = isReadOnly(theme.path)
    let own = theme.path.lastIndex(of: "/").map { String(theme.path[..<$0]) } ?? "."
    guard let folder = isBundled ? settings.userThemes : own else { return nil }
    var name = theme.name + "-mine"
    var number = 1
    while themes.index(of: "\(folder)/\(name).css") != nil {
      number += 1
      name = "\(theme.name)-mine-\(number)"
    }
    let imported = serialiseString(isBundled ? theme.name : theme.path.fileName)
    return SourceText(name: "\(folder)/\(name).css", text: "@import \(imported);\n")
  }

  /// A new file, for which a name is being typed.
  struct NamedCopy {
    /// The change that writes the file, with its default path.
    var change: EditHistory.FileChange
    /// The name of the imported theme.
    var theme: String
    /// The prompts to return to.
    var prompts: [StatusLine.Prompt] = []
    /// The action to perform on it afterwards.
    var action: BrowserAction?
  }

  /// Asks for the name of a user's theme that imports the selected one.
  mutating func saveCopy(then action: BrowserAction? = nil) {
    guard let theme = themes.selectedTheme else { return }
    guard let source = ownCopy(of: theme) else {
      return refuse("\(theme.name) is bundled and cannot be changed")
    }
    askForName(
      of: .init(
        change: .init(
          path: source.name, before: nil, after: source.bytes, verb: "saved", name: "a copy",
          line: 1, base: theme.path, imported: source.bytes), theme: theme.name, action: action))
  }

  private mutating func askForName(of copy: NamedCopy) {
    let file = copy.change.path.fileName
    status.prompt = .init(String(file.dropLast(4)), for: .copy(copy))
    status.message = nil
  }

  /// Writes a user's theme under the typed name.
  mutating func write(_ copy: NamedCopy, _ prompt: StatusLine.Prompt) -> [BrowserEffect] {
    let typed = prompt.field.text
    let name = typed.hasSuffix(".css") ? String(typed.dropLast(4)) : typed
    if name.isEmpty || name.contains("/") || name.hasPrefix(".") {
      return refuse("type a name for your copy")
    }
    if themes.themes.contains(where: { isReadOnly($0.path) && $0.name == name }) {
      return refuse("\(name) is a bundled theme, which your copy would hide; type another name")
    }
    var change = copy.change
    change.path = change.path.dropLast(change.path.fileName.utf8.count) + "\(name).css"
    change.value?.location.file = change.path
    return write(change, prompt, then: copy.action)
  }

  /// Lists a written theme and selects it, removing filters that hide it.
  private mutating func list(_ source: SourceText) {
    let path = source.name
    // It is listed by what is in it, which is known before it is read.
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
    listingNote = "; all themes are listed"
  }

  // MARK: Turned off

  /// Updates what is turned off in the files of the selected theme while it is edited.
  mutating func updateTurnedOff() {
    guard mode == .edit, status.prompt == nil, let theme = themes.selectedTheme,
      let sheet = theme.sheet, let source = theme.source, preview.selected?.revived == nil
    else { return }
    var places: [String: [Range<Int>]] = [:]
    var drafts: [String: [UInt8]] = [:]
    for file in sheet.sources where !isUnchangeable(file.source.name, in: theme) {
      let rules = SheetRules(file.source)
      guard !rules.turnedOff.isEmpty else { continue }
      places[file.source.name] = rules.turnedOff
      drafts[file.source.name] = rules.revived
    }
    let main = SourceText(name: theme.path, bytes: drafts[theme.path] ?? source.bytes)
    let revived = drafts.isEmpty ? nil : self.sheet(main, with: drafts)
    preview.revive(revived, theme, places, settings)
  }

  // MARK: Snapshots

  /// Pins the selected theme as it was before the first change; a new user's theme as the one that
  /// it imports.
  mutating func pinSnapshot() {
    guard let theme = themes.selectedTheme, let source = theme.source else { return }
    let drafts = edits.originals.filter { theme.dependencies.files.contains($0.key) }
    var saved = BrowsedTheme(path: "as saved")
    var loader = settings.loader
    loader.files = AskedFiles(loader.files, for: theme.path, drafts: drafts)
    let main = SourceText(name: theme.path, bytes: drafts[theme.path] ?? source.bytes)
    saved.load(main, with: loader, for: settings.host, in: seenEnvironment)
    snapshot = saved
    preview.pinned = saved.path
  }
}
