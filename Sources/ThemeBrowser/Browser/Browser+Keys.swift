import CellLayout
import Diagnostics
import StyleValues
import Styling
import TerminalOutput

extension Browser {
  /// The responders that see a key, from the one that has the keys to the window.
  var responderChain: [Responder] {
    if case .help = mode { return Responder.help.chain }
    return focus.responder.chain
  }

  mutating func handle(_ press: KeyPress) -> [BrowserEffect] {
    switch mode {
    case .browsing, .help: break
    case .finding, .editingText, .changingValue, .exporting: return type(press)
    }
    message = nil
    guard let action = chrome.bindings.action(for: press, along: responderChain) else { return [] }
    return perform(action)
  }

  // MARK: Typing

  /// A key while text is typed: Enter keeps it, Escape drops it.
  private mutating func type(_ press: KeyPress) -> [BrowserEffect] {
    switch press.key {
    case .enter: return accept()
    case .escape:
      drop()
      return []
    default:
      editField { _ = $0.handle(press) }
      return []
    }
  }

  /// Changes the text that is being typed, and shows what comes of it at once.
  mutating func editField(_ change: (inout TextField) -> Void) {
    switch mode {
    case .browsing, .help: return
    case .finding(var field, let before):
      change(&field)
      mode = .finding(field, before: before)
      themes.filter = field.text
    case .editingText(var field, let before):
      change(&field)
      mode = .editingText(field, before: before)
      sample.markup = field.text
    case .changingValue(var field, let edit):
      change(&field)
      mode = .changingValue(field, edit)
      showDraft(edit, with: field.text)
    case .exporting(var field, let replacing):
      change(&field)
      mode = .exporting(field, replacing: replacing)
    }
  }

  private mutating func accept() -> [BrowserEffect] {
    message = nil
    switch mode {
    case .changingValue(let field, let edit): return write(field, edit)
    case .exporting(let field, let replacing): return export(field, replacing: replacing)
    case .editingText(let field, let before):
      if before.markup != field.text { undoSteps.append(.sample(before)) }
    case .browsing, .help, .finding: break
    }
    mode = .browsing
    return []
  }

  private mutating func drop() {
    switch mode {
    case .finding(_, let before): themes.filter = before
    case .editingText(_, let before): sample = before
    case .changingValue: draft = nil
    case .browsing, .help, .exporting: break
    }
    message = nil
    mode = .browsing
  }
}
