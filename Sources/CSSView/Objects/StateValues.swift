import StyleValues

/// A property that has a value for each state of a control: `titleColor`, `selectedTitleColor`.
///
/// ```swift
/// var titles = StateValues("Play")
/// titles[.selected] = "Pause"
/// print(titles[.selected] ?? "", titles[.disabled] ?? "", titles.states)
/// // Pause Play [CSSView.ControlState.selected]
/// ```
public struct StateValues<Value: Sendable>: Sendable {
  /// The value that counts where a state has none of its own.
  public var normal: Value?

  private var values: [ControlState: Value] = [:]

  /// One value for all states, or none.
  public init(_ normal: Value? = nil) {
    self.normal = normal
  }

  /// The value of a state; one that has none of its own takes that of `normal`.
  public subscript(state: ControlState) -> Value? {
    get { values[state] ?? normal }
    set { if state == .normal { normal = newValue } else { values[state] = newValue } }
  }

  /// The states that have values of their own.
  public var states: [ControlState] {
    ControlState.allCases.filter { values[$0] != nil }
  }

  /// Sets the value for what a key named: one state, several, or none.
  mutating func set(_ value: Value, for states: StyleValues.ControlState) {
    // Normal says nothing beside another state.
    let named = ControlState.allCases.filter { $0 != .normal && states.contains($0.flag) }
    for state in named.isEmpty ? [.normal] : named { self[state] = value }
  }
}

extension StateValues: Equatable where Value: Equatable {}

extension StateValues: Hashable where Value: Hashable {}
