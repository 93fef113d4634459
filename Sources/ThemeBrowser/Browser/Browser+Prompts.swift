import CSSViewObjects
import CellLayout
import StyleValues
import TerminalOutput

extension Browser {
  /// Changes the typed text, and shows the result at once.
  mutating func editField(_ change: (inout TextField) -> Void) {
    guard var prompt = status.prompt else { return }
    let before = prompt.field.characters
    change(&prompt.field)
    status.prompt = prompt
    guard prompt.field.characters != before else { return }
    switch prompt.purpose {
    case .find(_, let selected): showMatches(of: prompt.field.text, selected)
    case .findPalette: palettes.filter = prompt.field.text
    case .sample: preview.sample.edit(prompt.field.text, for: themes.selectedTheme?.sheet)
    case .value(let edit): status.message = showDraft(edit, with: prompt.field.text)
    case .export, .copy: status.message = nil
    }
  }

  /// Handles a key other than Enter and Escape.
  mutating func type(_ press: KeyPress, into prompt: StatusLine.Prompt) -> [BrowserEffect] {
    switch prompt.purpose {
    case .find, .findPalette: if moveWhileFinding(press, prompt) { return [] }
    case .sample:
      if press == KeyPress(.character("o"), .control) { return [.editText(prompt.field.text)] }
    case .value(let edit):
      if !edit.takesName, pick(press, prompt) { return [] }
      if complete(press, prompt) { return [] }
    case .export, .copy: break
    }
    editField { _ = $0.handle(press) }
    return []
  }

  /// Accepts the typed text, on Enter.
  mutating func accept(_ prompt: StatusLine.Prompt) -> [BrowserEffect] {
    status.message = nil
    switch prompt.purpose {
    case .value(let edit): return write(prompt, edit)
    case .export(let replacing): return export(to: prompt.field, replacing: replacing)
    case .copy(let copy): return write(copy, prompt)
    case .sample(let before): keepSample(prompt.field.text, insteadOf: before)
    case .find, .findPalette: remember(prompt)
    }
    status.prompt = nil
    return []
  }

  /// Drops the typed text, on Escape.
  mutating func drop(_ prompt: StatusLine.Prompt) {
    switch prompt.purpose {
    case .find(let before, let selected):
      remember(prompt)
      changeList {
        $0.filter = before
        $0.select(selected)
      }
    case .findPalette(let before, let selected):
      remember(prompt)
      palettes.filter = before
      palettes.show(selected)
    case .sample(let before): preview.sample = before
    case .value: preview.show(nil)
    case .copy(let copy):
      status.message = nil
      status.prompt = copy.prompts.first
      return
    case .export: break
    }
    status.message = nil
    status.prompt = nil
  }

  // MARK: Finding

  /// Selects the best match; without letters, the earlier selection.
  private mutating func showMatches(of text: String, _ selected: String?) {
    changeList {
      $0.filter = text
      if FuzzyFilter(text).isEmpty { $0.select(selected) } else { $0.select(row: 0) }
    }
  }

  /// Moves in the list, or recalls the last query.
  private mutating func moveWhileFinding(_ press: KeyPress, _ prompt: StatusLine.Prompt) -> Bool {
    let action: BrowserAction
    switch (press.key, press.modifiers) {
    case (.up, []) where prompt.field.text.isEmpty && !lastQuery.isEmpty:
      let query = lastQuery
      editField { $0.insert(query) }
      return true
    case (.up, []), (.character("p"), .control): action = .moveUp
    case (.down, []), (.character("n"), .control): action = .moveDown
    case (.pageUp, []): action = .pageUp
    case (.pageDown, []): action = .pageDown
    default: return false
    }
    if palettes.isOpen { palettes.perform(action) } else { changeList { $0.perform(action) } }
    return true
  }

  private mutating func remember(_ prompt: StatusLine.Prompt) {
    if !prompt.field.text.isEmpty { lastQuery = prompt.field.text }
  }

  // MARK: Questions

  /// Handles an answer to a question; Enter is the first one, Escape cancels, other keys are
  /// ignored.
  mutating func answer(_ question: StatusLine.Question, with press: KeyPress) -> [BrowserEffect] {
    if press.key == .escape { status.question = nil }
    let isEnter = press == KeyPress(.enter)
    let given = question.answers.first { $0.press == press || isEnter }
    guard let answer = given else { return [] }
    status.question = nil
    status.message = nil
    change(answer.value)
    return []
  }
}
