import CellLayout
import Diagnostics
import Rendering
import Styling
import TerminalOutput

extension Browser {
  // MARK: Values

  /// Begins to change the selected value.
  mutating func changeValue() {
    guard let declaration = selectedDeclaration() else {
      message = "select a declaration in the inspector first"
      return
    }
    guard let source = source(of: declaration), let edit = ValueEdit(declaration, in: source) else {
      message = "this value cannot be changed here"
      return
    }
    mode = .changingValue(TextField(edit.text), edit)
  }

  private func source(of declaration: ExplainedDeclaration) -> SourceText? {
    let sources = themes.selectedTheme?.sheet?.sources.map(\.source) ?? []
    return sources.first { $0.name == declaration.location.file }
  }

  /// Loads the selected theme with a value changed, if that gives a sheet.
  mutating func showDraft(_ edit: ValueEdit, with value: String) {
    guard let theme = themes.selectedTheme, let source = theme.source,
      edit.objection(to: value) == nil
    else { return }
    let bytes = edit.bytes(with: value)
    var loader = settings.loader
    loader.files = DraftFiles(base: loader.files, path: edit.path, bytes: bytes)
    let main = edit.path == theme.path ? bytes : source.bytes
    let sheet = loader.load(SourceText(name: theme.path, bytes: main))
    guard !sheet.diagnostics.contains(where: \.isBreaking) else { return }
    draft = (theme.path, sheet, (draft?.number ?? 0) + 1)
  }

  /// Finds the value that is being changed in a sheet that was read again.
  mutating func followEdit(in theme: Theme) {
    guard case .changingValue(let field, let edit) = mode,
      theme.path == themes.selectedTheme?.path, theme.dependencies.files.contains(edit.path)
    else { return }
    draft = nil
    guard let explanation = selectedPreview()?.explanation(ofRun: run) else { return }
    let candidates = PropertyID.allCases.lazy.flatMap { explanation[$0] }
    let same = candidates.first { declaration in
      declaration.name == edit.name && declaration.selector == edit.selector
        && declaration.location.file == edit.path
    }
    if let same, let source = source(of: same), let moved = ValueEdit(same, in: source) {
      mode = .changingValue(field, moved)
      showDraft(moved, with: field.text)
    } else {
      message = "\(edit.name) is no longer there"
    }
  }

  /// Writes a value into its file; the field stays until the answer comes.
  mutating func write(_ field: TextField, _ edit: ValueEdit) -> [BrowserEffect] {
    if let objection = edit.objection(to: field.text) {
      message = objection
      return []
    }
    mode = .browsing
    guard field.text != edit.text else {
      draft = nil
      return []
    }
    let change = UndoStep.FileChange(
      path: edit.path, before: edit.original, after: edit.bytes(with: field.text), name: edit.name)
    pendingWrite = .change(change, field, edit)
    return [.write(path: change.path, bytes: change.after, over: .bytes(change.before))]
  }

  /// Takes the last change back.
  mutating func undo() -> [BrowserEffect] {
    switch undoSteps.last {
    case .file(let change):
      pendingWrite = .undo(change)
      return [.write(path: change.path, bytes: change.before, over: .bytes(change.after))]
    case .sample(let before):
      undoSteps.removeLast()
      sample = before
      message = "the sample is as it was"
    case nil: message = "there is nothing to take back"
    }
    return []
  }

  // MARK: Output

  /// Writes the output to the file that was named, in the form that its name asks for.
  mutating func export(_ field: TextField, replacing: String?) -> [BrowserEffect] {
    let path = field.text
    mode = .browsing
    guard !path.isEmpty, let preview = selectedPreview() else { return [] }
    let buffer = preview.layout.buffer
    let colors = ScreenColors(preview.resolver.environment)
    var bytes: [UInt8] = []
    switch path.split(separator: ".").last {
    case "txt":
      BlockWriter(OutputTarget().withoutEscapes).append(buffer, into: &bytes)
    case "html": HTMLWriter(colors: colors, title: path).append(buffer, into: &bytes)
    case "svg": SVGWriter(colors: colors).append(buffer, into: &bytes)
    default: bytes = output(of: preview)
    }
    pendingWrite = .export(field)
    return [.write(path: path, bytes: bytes, over: path == replacing ? .anything : .nothing)]
  }

  /// A preview as `cssview preview` would print it at the depth that is shown.
  func output(of preview: Preview) -> [UInt8] {
    preview.target.bytes(of: preview.layout)
  }

  // MARK: Answers

  /// Takes notice of what became of a file that was to be written.
  mutating func finishWrite(of path: String, _ result: WriteResult) -> [BrowserEffect] {
    defer { pendingWrite = nil }
    let file = String(path.split(separator: "/").last ?? "")
    switch (result, pendingWrite) {
    case (.written, .change(let change, _, _)):
      undoSteps.append(.file(change))
      message = "changed \(change.name) in \(file)"
    case (.written, .undo(let change)):
      undoSteps.removeLast()
      message = "\(change.name) in \(file) is as it was"
    case (.written, _): message = "wrote \(path)"
    case (.exists, .export(let field)):
      mode = .exporting(field, replacing: path)
      message = "there is such a file; Enter replaces it"
    case (let result, .change(_, let field, let edit)):
      // What was typed is not lost.
      mode = .changingValue(field, edit)
      message = result.words(about: file)
    case (let result, _): message = result.words(about: file)
    }
    if case .changingValue = mode { return [] }
    draft = nil
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
