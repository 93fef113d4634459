/// A property that has a value for each state of a control: `titleColor`, `selectedTitleColor`.
///
/// ```swift
/// var titles = StateValues("Play")
/// titles[.selected] = "Pause"
/// print(titles[.selected] ?? "", titles[.disabled] ?? "")  // Pause Play
/// print(titles.states == [.normal, .selected])  // true
/// ```
package struct StateValues<Value: Sendable>: Sendable {
  private var values: [(state: ControlState, value: Value)] = []

  /// No values.
  package init() {}

  /// The same value as `normal`, which every state falls back to.
  package init(_ normal: Value) {
    self[.normal] = normal
  }

  /// The value of a state; one that has none of its own takes that of `normal`.
  package subscript(state: ControlState) -> Value? {
    get {
      let state = Self.key(state)
      return values.first { $0.state == state }?.value
        ?? values.first { $0.state == .normal }?.value
    }
    set {
      let state = Self.key(state)
      values.removeAll { $0.state == state }
      if let newValue { values.append((state, newValue)) }
    }
  }

  /// The states that have values of their own.
  package var states: [ControlState] { values.map(\.state) }

  /// Normal says nothing beside another state.
  private static func key(_ state: ControlState) -> ControlState {
    let others = state.subtracting(.normal)
    return others.isEmpty ? .normal : others
  }
}
