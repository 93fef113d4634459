/// A key of a dictionary's declarations, taken apart.
///
/// Pixelbits writes `backgroundColor` and `color:selected`, StringCoding `selectedTitleColor`;
/// all become the names of CSS and a set of states.
struct DeclarationKey: Hashable {
  var property: PropertyName
  var states: ElementStates

  /// A key of a dictionary. An unknown state makes the whole key an unknown property.
  init(_ key: String) {
    if key.hasPrefix("--") {
      self.init(.custom(key))
      return
    }
    let parts = key.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, let state = ElementStates(name: String(parts[1])) {
      self.init(PropertyName(Self.kebabCase(String(parts[0]))), state)
      return
    }
    let property = PropertyName(Self.kebabCase(key))
    if case .unknown = property, let prefixed = Self.withStatePrefix(key) {
      self = prefixed
    } else {
      self.init(property)
    }
  }

  private init(_ property: PropertyName, _ states: ElementStates = []) {
    self.property = property
    self.states = states
  }

  /// `selectedTextColor` → `text-color` in the state `selected`.
  private static func withStatePrefix(_ key: String) -> DeclarationKey? {
    for (name, state) in ElementStates.names where key.hasPrefix(name) {
      let rest = key.dropFirst(name.count)
      guard let first = rest.unicodeScalars.first, first.properties.isUppercase else { continue }
      let property = PropertyName(kebabCase(String(rest)))
      if case .unknown = property { continue }
      return DeclarationKey(property, state)
    }
    return nil
  }

  /// `backgroundColor` → `background-color`. A key that starts in upper case loses it.
  static func kebabCase(_ key: String) -> String {
    var result = ""
    for scalar in key.unicodeScalars {
      if scalar.properties.isUppercase {
        if !result.isEmpty { result.append("-") }
        result.append(contentsOf: scalar.properties.lowercaseMapping)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
