import StyleValues

extension Browser {
  /// Longer texts are not edited here, in UTF-8.
  private static let longestEdit = 1 << 16

  /// The sample's markup under the selected theme, if it may be edited; else says why not.
  private mutating func editableMarkup() -> String? {
    guard let theme = themes.selectedTheme, let sheet = theme.sheet else { return nil }
    let markup = preview.sample.markup(for: sheet)
    guard markup.utf8.count <= Self.longestEdit else {
      status.message = "the sample is too long to be edited here"
      return nil
    }
    return markup
  }

  /// Begins to edit the sample text.
  mutating func editText() {
    guard let markup = editableMarkup() else { return }
    // It is edited below what it looks like.
    if layout.form == .tabs { focus = .preview }
    status.prompt = .init(markup, for: .sample(before: preview.sample), takesLines: true)
  }

  /// Hands the sample text to the editor.
  mutating func editTextOutside() -> [BrowserEffect] {
    editableMarkup().map { [.editText($0)] } ?? []
  }

  /// The editor has changed the text.
  mutating func takeEdited(_ text: String) {
    guard var prompt = status.prompt, case .sample = prompt.purpose else {
      keepSample(text, insteadOf: preview.sample)
      return
    }
    prompt.field = TextField(text, takesLines: true)
    status.prompt = prompt
    preview.sample.markup = text
  }

  /// Keeps an edited text.
  mutating func keepSample(_ text: String, insteadOf before: Sample) {
    let isOther = themes.selectedTheme?.sheet.map { before.markup(for: $0) != text } ?? true
    guard isOther else {
      preview.sample = before
      return
    }
    edits.add(.sample(before))
    preview.sample.markup = text
    preview.sample.isEdited = true
  }

  /// The sample's file has other contents; an edit of them is not thrown away.
  mutating func takeSample(_ markup: String) {
    edits.sampleChanged(markup)
    if var prompt = status.prompt, case .sample(var before) = prompt.purpose {
      if !before.isEdited { before.markup = markup }
      prompt.purpose = .sample(before: before)
      status.prompt = prompt
    } else if preview.sample.isEdited {
      status.message = "the sample's file has changed; u takes your edit back and shows it"
    } else {
      preview.sample.markup = markup
    }
  }
}
