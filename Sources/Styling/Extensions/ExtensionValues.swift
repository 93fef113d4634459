import StyleValues

/// The values that an element has for properties of the host program.
final class ExtensionValues: Sendable {
  /// A value with its variables replaced, and how it is read.
  struct Value: Sendable {
    var raw: RawValue
    var context: ConversionContext
  }

  /// For each name the winning value.
  let values: [String: Value]

  init(_ values: [String: Value]) {
    self.values = values
  }

  /// Of an element without any.
  static let none = ExtensionValues([:])

  /// What an element inside sees before its own declarations.
  func inherited(_ extensions: StyleExtensions) -> ExtensionValues {
    if values.isEmpty { return self }
    let inherited = values.filter { extensions.inheritedNames.contains($0.key) }
    if inherited.count == values.count { return self }
    return inherited.isEmpty ? .none : ExtensionValues(inherited)
  }
}
