import StyleValues

/// An object of the browser's screen that may answer an action.
///
/// A key goes to the control that has the keys, from there to its pane, and last to the browser.
/// The first on the way that binds the key names the action; the first on the way that can,
/// performs it.
package enum Responder: String, Hashable, Sendable, CaseIterable {
  /// The list of themes.
  case list
  /// The sample.
  case preview
  /// The inspector.
  case inspector
  /// The list of keys.
  case help
  /// The whole window.
  case browser

  /// The responders from here to the browser.
  package var chain: [Responder] { self == .browser ? [.browser] : [self, .browser] }
}

extension Responder: ActionResponder {
  /// True if it can perform the action of a name: panes move in their own way, the list of keys
  /// takes every key, the browser does the rest.
  package func responds(to action: String) -> Bool {
    guard let action = BrowserAction(rawValue: action) else { return false }
    switch self {
    case .list, .preview, .inspector: return action.step(screenful: 1) != nil
    case .help: return action != .redraw
    case .browser: return true
    }
  }
}

extension Pane {
  /// The pane as a responder.
  package var responder: Responder {
    switch self {
    case .list: .list
    case .preview: .preview
    case .inspector: .inspector
    }
  }
}
