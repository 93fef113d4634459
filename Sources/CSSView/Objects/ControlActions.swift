import Diagnostics
import StyleValues

/// The actions that events of a control ask for, by their names: `"touchUpInside": "save"`.
///
/// Only names are kept. Who carries an action out is found when it happens, so that it may change.
///
/// ```swift
/// struct Pane: ActionResponder {
///   var actionNames: [String]
/// }
///
/// var actions = ControlActions()
/// actions.add("save", for: "touchUpInside")
/// actions.add("pirnt", for: "touchDown")
/// let chain = [Pane(actionNames: []), Pane(actionNames: ["save", "print"])]
/// print(actions.handlers(of: "touchUpInside", along: chain).map(\.action))  // ["save"]
/// for finding in actions.findings(along: chain) { print(finding, terminator: "") }
/// // warning: there is no action 'pirnt' [unknown-action]; did you mean 'print'?
/// ```
public struct ControlActions: Hashable, Sendable {
  private var actions = StyleValues.ControlActions()
  private var names: [String] = []

  /// No actions.
  public init() {}

  /// Adds an action for events, by any of their names: `touchUpInside`, `UIControlEventTouchDown`,
  /// `valueChanged`, several with spaces between them.
  ///
  /// - Returns: True if there are such events.
  @discardableResult
  public mutating func add(_ action: String, for events: String) -> Bool {
    guard let events = try? StyleValues.ControlEvent.convert(events), !events.isEmpty
    else { return false }
    add(action, for: events)
    return true
  }

  mutating func add(_ action: String, for events: StyleValues.ControlEvent) {
    actions.add(action, for: events)
    if !names.contains(action) { names.append(action) }
  }

  /// The actions of an event, in the order in which they were added.
  public func actions(for event: String) -> [String] {
    (try? StyleValues.ControlEvent.convert(event)).map { actions.actions(for: $0) } ?? []
  }

  /// Who carries out the actions of an event: of a chain, from the control outwards, the first that
  /// knows them.
  public func handlers<Responder: ActionResponder>(
    of event: String, along chain: some Sequence<Responder>
  ) -> [(action: String, responder: Responder)] {
    Self.handlers(of: actions(for: event), along: Array(chain)) { $0.actionNames }
  }

  /// Who carries out the actions of an event, where the chain has responders of several types.
  public func handlers(
    of event: String, along chain: [any ActionResponder]
  ) -> [(action: String, responder: any ActionResponder)] {
    Self.handlers(of: actions(for: event), along: chain) { $0.actionNames }
  }

  private static func handlers<Responder>(
    of actions: [String], along chain: [Responder], _ names: (Responder) -> [String]
  ) -> [(action: String, responder: Responder)] {
    actions.compactMap { action in
      chain.first { names($0).contains(action) }.map { (action, $0) }
    }
  }

  /// The actions that nobody in a chain knows, with the nearest name that somebody does.
  public func findings(along chain: [any ActionResponder]) -> [Finding] {
    let known = chain.flatMap(\.actionNames)
    return names.filter { !known.contains($0) }.map { name in
      Finding(
        Diagnostic(
          .warning, .unknownAction, "there is no action '\(name)'", at: nil,
          suggestion: nearestName(to: name, in: known)))
    }
  }
}

/// Something that knows actions by their names: a control, what contains it, or the program.
public protocol ActionResponder {
  /// The actions that it knows.
  var actionNames: [String] { get }
}
