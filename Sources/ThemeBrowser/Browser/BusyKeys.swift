/// The keys that are handled while the browser is busy: those that quit.
///
/// All others wait. A key quits at once only if it would do so in its turn: it also waits if a
/// waiting key before it may open a field, in which it would be a letter, or has an effect outside
/// of the browser.
package struct BusyKeys {
  private let settings: ChromeSettings

  /// True if the meaning of the next key is known.
  package private(set) var areKnown: Bool

  /// The name of the key that quits at once.
  var leavingKey: String {
    areKnown ? settings.keys(for: .quit).first ?? "Ctrl-C" : "Ctrl-C"
  }

  fileprivate init(_ settings: ChromeSettings, areKnown: Bool) {
    (self.settings, self.areKnown) = (settings, areKnown)
  }

  /// Handles the next waiting event; returns true for a key that quits.
  package mutating func leaves(_ event: InputEvent) -> Bool {
    guard areKnown, case .key(let press) = event else { return false }
    // The keys before it may have moved the focus to another pane.
    let actions = Pane.allCases.map { settings.action(for: press, along: $0.responder.chain) }
    if actions.allSatisfy({ $0 == .quit }) { return true }
    areKnown = actions.allSatisfy { $0?.isOnlySeen != false }
    return false
  }
}

extension Browser {
  /// The keys that are handled while the browser is busy with an event or with drawing.
  package func busyKeys(on event: BrowserEvent? = nil) -> BusyKeys {
    var keys = BusyKeys(
      chrome.settings,
      areKnown: status.prompt == nil && status.question == nil && commands == nil && viewMenu == nil
        && edits.writing == nil)
    // A key that leaves is handled at once.
    if case .input(let input)? = event { _ = keys.leaves(input) }
    return keys
  }
}
