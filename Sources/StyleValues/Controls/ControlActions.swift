/// The names of the actions that events of a control set off: `"touchUpInside": "showAlert:"`.
///
/// Only names are kept. Who carries an action out is found when it fires, so that it may change.
///
/// ```swift
/// struct Pane: ActionResponder {
///   var name: String
///   var known: Set<String>
///   func responds(to action: String) -> Bool { known.contains(action) }
/// }
///
/// var actions = ControlActions()
/// actions.add("save", for: [.touchUpInside, .editingDidEndOnExit])
/// let chain = [Pane(name: "row", known: []), Pane(name: "window", known: ["save"])]
/// for (action, pane) in actions.handlers(of: .touchUpInside, along: chain) {
///   print(action, pane.name)  // save window
/// }
/// ```
package struct ControlActions: Hashable, Sendable {
  private struct Binding: Hashable, Sendable {
    var events: ControlEvent
    var action: String
  }

  private var bindings: [Binding] = []

  /// No actions.
  package init() {}

  /// Adds an action for events; adding it again changes nothing.
  package mutating func add(_ action: String, for events: ControlEvent) {
    let binding = Binding(events: events, action: action)
    if !bindings.contains(binding) { bindings.append(binding) }
  }

  /// The actions of an event in the order they were added.
  package func actions(for event: ControlEvent) -> [String] {
    bindings.filter { !$0.events.isDisjoint(with: event) }.map(\.action)
  }

  /// Finds who carries out the actions of an event: of a chain, the first that responds.
  ///
  /// Actions that nobody responds to are left out.
  /// - Parameters:
  ///   - event: The event that happened.
  ///   - chain: The control, what contains it, and so on outwards.
  /// - Returns: Each action with the one that responds to it.
  package func handlers<Target: ActionResponder>(
    of event: ControlEvent, along chain: some Sequence<Target>
  ) -> [(action: String, target: Target)] {
    let chain = Array(chain)
    return actions(for: event).compactMap { action in
      chain.first { $0.responds(to: action) }.map { (action, $0) }
    }
  }
}

/// Something that knows actions by their names.
///
/// ```swift
/// struct Player: ActionResponder {
///   func responds(to action: String) -> Bool { action == "play" }
/// }
/// print(Player().responds(to: "play"))  // true
/// ```
package protocol ActionResponder {
  /// True if it has an action of this name.
  func responds(to action: String) -> Bool
}
