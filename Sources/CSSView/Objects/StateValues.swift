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

extension StateValues: Equatable where Value: Equatable {}

extension StateValues: Hashable where Value: Hashable {}
