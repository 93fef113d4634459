import Bytes
import StyleValues

/// A key of a dictionary's declarations, taken apart.
///
/// Pixelbits writes `backgroundColor` and `color:selected`, StringCoding `selectedTitleColor`;
/// all become the names of CSS and a set of states.
struct DeclarationKey: Hashable {
  var property: PropertyName
  var states: ControlState

  /// A key of a dictionary.
  ///
  /// An unknown state makes the whole key an unknown property.
  init(_ key: String) {
    if key.isCustomPropertyName {
      self.init(.custom(key))
      return
    }
    let parts = key.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, let state = ControlState(selectorName: String(parts[1])) {
      self.init(Self.property(String(parts[0])), state)
      return
    }
    let property = Self.property(key)
    if case .unknown = property, let prefixed = Self.withStatePrefix(key) {
      self = prefixed
    } else {
      self.init(property)
    }
  }

  init(_ property: PropertyName, _ states: ControlState = []) {
    self.property = property
    self.states = states
  }

  /// The property of CSS or of the documents that a key without a state names.
  private static func property(_ key: String) -> PropertyName {
    let name = DictionaryKey.dashed(key)
    let property = PropertyName(name)
    if case .unknown = property, DocumentKeys.hasNoEffect(name) { return .withoutEffect(key) }
    return property
  }

  /// `selectedTextColor` → `text-color` in the state `selected`.
  private static func withStatePrefix(_ key: String) -> DeclarationKey? {
    for (name, _) in ControlState.members where key.hasPrefix(name) {
      let rest = key.dropFirst(name.count)
      guard let first = rest.unicodeScalars.first, first.properties.isUppercase else { continue }
      let property = Self.property(String(rest))
      if case .unknown(let name) = property, DocumentKeys.property(name) == nil { continue }
      return ControlState(selectorName: name).map { DeclarationKey(property, $0) }
    }
    return nil
  }
}
