import Diagnostics
import StyleValues

/// A property that has a value for each state of a control: `titleColor`, `selectedTitleColor`.
///
/// ```swift
/// var titles = StateValues("Play")
/// titles[.selected] = "Pause"
/// print(titles[.selected] ?? "", titles[.disabled] ?? "", titles.states)
/// // Pause Play [CSSView.StyledObject.ControlState.selected]
/// ```
public struct StateValues<Value: Sendable>: Sendable {
  /// The value that counts where a state has none of its own.
  public var normal: Value?

  private var values: [StyledObject.ControlState: Value] = [:]

  /// One value for all states, or none.
  public init(_ normal: Value? = nil) {
    self.normal = normal
  }

  /// The value of a state; one that has none of its own takes that of `normal`.
  public subscript(state: StyledObject.ControlState) -> Value? {
    get { values[state] ?? normal }
    set { values[state] = newValue }
  }

  /// The states that have values of their own.
  public var states: [StyledObject.ControlState] {
    StyledObject.ControlState.allCases.filter { values[$0] != nil }
  }

  /// Sets the value for what a key named: one state, several, or none.
  mutating func set(_ value: Value, for states: StyleValues.ControlState) {
    let named = StyledObject.ControlState.allCases.filter { states.contains($0.flag) }
    if named.isEmpty { normal = value }
    for state in named { self[state] = value }
  }
}

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
/// // cssview: warning: there is no action 'pirnt' [unknown-action]; did you mean 'print'?
/// ```
public struct ControlActions: Hashable, Sendable {
  private var actions = StyleValues.ControlActions()
  private var names: [String] = []

  /// No actions.
  public init() {}

  /// Adds an action for events, by any of their names: `touchUpInside`, `UIControlEventTouchDown`,
  /// `valueChanged`, several with spaces between them.
  ///
  /// - Returns: Whether there are such events.
  @discardableResult
  public mutating func add(_ action: String, for events: String) -> Bool {
    guard let events = try? ControlEvent.convert(events), !events.isEmpty else { return false }
    add(action, for: events)
    return true
  }

  mutating func add(_ action: String, for events: ControlEvent) {
    actions.add(action, for: events)
    if !names.contains(action) { names.append(action) }
  }

  /// The actions of an event, in the order in which they were added.
  public func actions(for event: String) -> [String] {
    (try? ControlEvent.convert(event)).map { actions.actions(for: $0) } ?? []
  }

  /// Who carries out the actions of an event: of a chain, from the control outwards, the first that
  /// knows them.
  public func handlers<Responder: ActionResponder>(
    of event: String, along chain: some Sequence<Responder>
  ) -> [(action: String, responder: Responder)] {
    let chain = Array(chain)
    return actions(for: event).compactMap { action in
      chain.first { $0.actionNames.contains(action) }.map { (action, $0) }
    }
  }

  /// The actions that nobody in a chain knows, with the nearest name that somebody does.
  public func findings(along chain: some Sequence<some ActionResponder>) -> [Finding] {
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
