import CellLayout
import Diagnostics
import Rendering
import Styling

extension Browser {
  // MARK: Typing

  /// Changes the text that is being typed, and shows what comes of it at once.
  mutating func editField(_ change: (inout TextField) -> Void) {
    guard var prompt = status.prompt else { return }
    change(&prompt.field)
    status.prompt = prompt
    switch prompt.purpose {
    case .find: themes.filter = prompt.field.text
    case .sample: preview.sample.markup = prompt.field.text
    case .value(let edit): showDraft(edit, with: prompt.field.text)
    case .export: break
    }
  }

  /// Enter keeps what was typed.
  mutating func accept(_ prompt: StatusLine.Prompt) -> [BrowserEffect] {
    status.message = nil
    let text = prompt.field.text
    switch prompt.purpose {
    case .value(let edit): return write(prompt, edit)
    case .export(let replacing): return export(to: prompt.field, replacing: replacing)
    case .sample(let before): if before.markup != text { edits.add(.sample(before)) }
    case .find: break
    }
    status.prompt = nil
    return []
  }

  /// Escape drops it.
  mutating func drop(_ prompt: StatusLine.Prompt) {
    switch prompt.purpose {
    case .find(let before): themes.filter = before
    case .sample(let before): preview.sample = before
    case .value: preview.show(nil)
    case .export: break
    }
    status.message = nil
    status.prompt = nil
  }

  // MARK: The sample

  /// Begins to edit the sample text.
  mutating func editText() {
    guard let sheet = themes.selectedTheme?.sheet else { return }
    let markup = preview.sample.markup(for: sheet)
    guard markup.utf8.count <= 1 << 16 else {
      status.message = "the sample is too long to be edited here"
      return
    }
    // The field has one line; `<br>` says the same as a line break.
    let lines = markup.split(separator: "\n", omittingEmptySubsequences: false)
    status.prompt = .init(lines.joined(separator: "<br>"), for: .sample(before: preview.sample))
  }

  // MARK: Values

  /// Begins to change the selected value.
  mutating func changeValue() {
    guard let declaration = inspector.selectedDeclaration else {
      status.message = "select a declaration in the inspector first"
      return
    }
    guard let source = source(of: declaration), let edit = ValueEdit(declaration, in: source) else {
      status.message = "this value cannot be changed here"
      return
    }
    status.prompt = .init(edit.text, for: .value(edit))
  }

  private func source(of declaration: ExplainedDeclaration) -> SourceText? {
    let sources = themes.selectedTheme?.sheet?.sources.map(\.source) ?? []
    return sources.first { $0.name == declaration.location.file }
  }

  /// Loads the selected theme with a value changed, if that gives a sheet.
  private mutating func showDraft(_ edit: ValueEdit, with value: String) {
    guard let theme = themes.selectedTheme, let source = theme.source,
      edit.objection(to: value) == nil
    else { return }
    let bytes = edit.bytes(with: value)
    var loader = settings.loader
    loader.files = AskedFiles(loader.files, for: theme.path, draft: (edit.path, bytes))
    let main = edit.path == theme.path ? bytes : source.bytes
    let sheet = loader.load(SourceText(name: theme.path, bytes: main))
    guard !sheet.diagnostics.contains(where: \.isBreaking) else { return }
    preview.show(PreviewPane.Draft(theme: theme.path, sheet: sheet))
  }

  /// Finds the value that is being changed in a sheet that was read again.
  mutating func followEdit(in theme: Theme) {
    guard var prompt = status.prompt, case .value(let edit) = prompt.purpose,
      theme.path == themes.selectedTheme?.path, theme.dependencies.files.contains(edit.path)
    else { return }
    preview.show(nil)
    settle()
    guard let explanation = preview.selected?.explanation(ofRun: run) else { return }
    let candidates = PropertyID.allCases.lazy.flatMap { explanation[$0] }
    let same = candidates.first { declaration in
      declaration.name == edit.name && declaration.selector == edit.selector
        && declaration.location.file == edit.path
    }
    if let same, let source = source(of: same), let moved = ValueEdit(same, in: source) {
      prompt.purpose = .value(moved)
      status.prompt = prompt
      showDraft(moved, with: prompt.field.text)
    } else {
      status.message = "\(edit.name) is no longer there"
    }
  }

  /// Writes a value into its file; what was typed comes back if that fails.
  private mutating func write(_ prompt: StatusLine.Prompt, _ edit: ValueEdit) -> [BrowserEffect] {
    let text = prompt.field.text
    if let objection = edit.objection(to: text) {
      status.message = objection
      return []
    }
    status.prompt = nil
    guard text != edit.text else {
      preview.show(nil)
      return []
    }
    let change = EditHistory.FileChange(
      path: edit.path, before: edit.original, after: edit.bytes(with: text), name: edit.name)
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
      status.message = "the sample is as it was"
    case nil: status.message = "there is nothing to take back"
    }
    return []
  }

  // MARK: Output

  /// Writes the output to the file that was named, in the form that its name asks for.
  private mutating func export(to field: TextField, replacing: String?) -> [BrowserEffect] {
    let path = field.text
    status.prompt = nil
    guard !path.isEmpty, let selected = preview.selected else { return [] }
    let buffer = selected.layout.buffer
    let colors = ScreenColors(selected.target.environment)
    var bytes: [UInt8] = []
    switch path.split(separator: ".").last {
    case "txt": BlockWriter(OutputTarget().withoutEscapes).append(buffer, into: &bytes)
    case "html":
      var page = HTMLPage(colors: colors, title: path)
      page.append(buffer, into: &bytes)
    case "svg": SVGWriter(colors: colors).append(buffer, into: &bytes)
    default: bytes = selected.output
    }
    edits.writing = .export(field)
    return [.write(path: path, bytes: bytes, over: path == replacing ? .anything : .nothing)]
  }

  /// Takes notice of what became of a file that was to be written.
  mutating func finishWrite(of path: String, _ result: WriteResult) -> [BrowserEffect] {
    defer { edits.writing = nil }
    let file = String(path.split(separator: "/").last ?? "")
    switch (result, edits.writing) {
    case (.written, .change(let change, _)):
      edits.add(.file(change))
      status.message = "changed \(change.name) in \(file)"
    case (.written, .undo(let change)):
      edits.removeLast()
      status.message = "\(change.name) in \(file) is as it was"
    case (.written, _): status.message = "wrote \(path)"
    case (.exists, .export(let field)):
      status.prompt = .init(field.text, for: .export(replacing: path))
      status.message = "there is such a file; Enter replaces it"
    case (let result, let writing):
      // What was typed is not lost.
      if case .change(_, let prompt) = writing { status.prompt = prompt }
      status.message = result.words(about: file)
    }
    if case .value = status.prompt?.purpose { return [] }
    preview.show(nil)
    // At once, so that nobody sees the old value again until the watch notices.
    let wanted = themes.themes.filter { $0.dependencies.files.contains(path) }.map(\.path)
    return wanted.isEmpty ? [] : [.read(wanted)]
  }
}

extension WriteResult {
  /// What went wrong, for the status line.
  fileprivate func words(about file: String) -> String {
    switch self {
    case .written: "wrote \(file)"
    case .changedMeanwhile: "\(file) was changed by something else; nothing was written"
    case .exists: "\(file) is there already; nothing was written"
    case .failed(let reason): "\(file) could not be written: \(reason)"
    }
  }
}
