package import StyleValues

/// The values that an element has for properties of the host program.
package final class ExtensionValues: Sendable {
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

  /// Those of an element without any.
  package static let none = ExtensionValues([:])

  /// A value and what it refers to; nil where nothing declares the property.
  package func value(_ name: String) -> (raw: RawValue, context: ConversionContext)? {
    values[name].map { ($0.raw, $0.context) }
  }

  /// Returns the values that an element inside has before its own declarations.
  func inherited(_ extensions: StyleExtensions) -> ExtensionValues {
    if values.isEmpty { return self }
    let inherited = values.filter { extensions.isInherited($0.key) }
    if inherited.count == values.count { return self }
    return inherited.isEmpty ? .none : ExtensionValues(inherited)
  }
}
