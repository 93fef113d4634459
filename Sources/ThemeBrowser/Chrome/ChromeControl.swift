package import StyleValues

/// An object of the chrome as the mouse meets it: its words and signs, and what it does when it is
/// clicked.
///
/// The chrome's sheet sets all of it by key: `"selectedSign": "▸"`, `"touchUpInside": "help:"`.
package struct ChromeControl: KeySettable, Sendable {
  /// Its words, by state; in front of a value, if it shows one.
  package var titles = StateValues<String>()

  /// The sign in front of it, by state.
  package var signs = StateValues<String>()

  /// Actions for a press, a release and a double press.
  package var actions = ControlActions()

  /// Keys that a sheet can set.
  package static let settableKeys: [SettableKey<ChromeControl>] = [
    .states("title", \.titles), .states("sign", \.signs), .actions(\.actions),
  ]

  /// Its sign in some states.
  package func sign(_ states: ControlState) -> String {
    Self.value(signs, in: states)
  }

  /// Its words together with a value.
  package func label(_ value: String = "", _ states: ControlState = []) -> String {
    let title = Self.value(titles, in: states)
    return title.isEmpty || value.isEmpty ? title + value : "\(title) \(value)"
  }

  /// The value for all of the states together, else for the last of them that has one.
  private static func value(_ values: StateValues<String>, in states: ControlState) -> String {
    let known = values.states
    let best =
      known.contains(states) ? states : known.last { $0 != .normal && states.isSuperset(of: $0) }
    return values[best ?? .normal] ?? ""
  }
}
