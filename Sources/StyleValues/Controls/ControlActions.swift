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
  ///   - event: What happened.
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

  /// Has the actions of an event carried out along the responder chain as it is now.
  /// - Parameters:
  ///   - event: What happened.
  ///   - first: Where the chain starts: the control itself.
  /// - Returns: The actions that somebody responded to.
  @discardableResult
  package func fire(_ event: ControlEvent, from first: any Responder) -> [String] {
    actions(for: event).filter { action in
      guard let target = first.chain.first(where: { $0.responds(to: action) }) else {
        return false
      }
      target.perform(action, sender: first)
      return true
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
  /// Whether it has an action of this name.
  func responds(to action: String) -> Bool
}

/// An object in the chain from a control outwards to what contains it.
///
/// ```swift
/// final class Control: Responder {
///   var parent: Control?
///   var performed: [String] = []
///   var nextResponder: (any Responder)? { parent }
///   func responds(to action: String) -> Bool { parent == nil }
///   func perform(_ action: String, sender: any Responder) { performed.append(action) }
/// }
///
/// let window = Control()
/// let button = Control()
/// button.parent = window
/// var actions = ControlActions()
/// actions.add("close", for: .touchUpInside)
/// print(actions.fire(.touchUpInside, from: button), window.performed)  // ["close"] ["close"]
/// print(button.chain.count)  // 2
/// ```
package protocol Responder: AnyObject, ActionResponder {
  /// The next one outwards.
  var nextResponder: (any Responder)? { get }

  /// Carries out an action that it responds to.
  func perform(_ action: String, sender: any Responder)
}

extension Responder {
  /// This responder and all that follow it; a chain that bites its tail ends there.
  package var chain: [any Responder] {
    var chain: [any Responder] = [self]
    var seen: Set = [ObjectIdentifier(self)]
    var next = nextResponder
    while let responder = next, seen.insert(ObjectIdentifier(responder)).inserted {
      chain.append(responder)
      next = responder.nextResponder
    }
    return chain
  }
}
