public import StyleValues

/// An object of the chrome as the mouse meets it: its words and signs, and what it does when it is
/// clicked.
///
/// The chrome's sheet sets all of it by key: `"selectedSign": "▸"`, `"touchUpInside": "help:"`.
public struct ChromeControl: KeySettable, Sendable {
  /// Its words, by state; in front of a value, if it shows one.
  public var titles = StateValues<String>()

  /// The sign in front of it, by state.
  public var signs = StateValues<String>()

  /// What is done when it is pressed, released or pressed twice.
  public var actions = ControlActions()

  /// What a sheet can set.
  public static let settableKeys: [SettableKey<ChromeControl>] = [
    .states("title", \.titles), .states("sign", \.signs), .actions(\.actions),
  ]

  /// A control without words that does nothing.
  public init() {}

  /// Its sign in some states.
  public func sign(_ states: ControlState) -> String {
    Self.value(signs, in: states)
  }

  /// Its words together with a value.
  public func label(_ value: String = "", _ states: ControlState = []) -> String {
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
