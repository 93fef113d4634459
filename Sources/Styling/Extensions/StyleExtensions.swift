package import StyleValues

/// The properties that a host program adds: what would be unknown otherwise.
///
/// ```swift
/// var extensions = StyleExtensions()
/// extensions.register("glowColor", as: ColorValue.self)
/// print(extensions.names)  // ["glow-color"]
/// let sheet = StylesheetLoader(extensions: extensions).load(
///   SourceText(name: "theme.json", text: #"{"text": {"glowColor": "teal"}}"#))
/// let resolver = StyleResolver(stylesheet: sheet)
/// print(resolver.hostValues.value(of: "glow-color")?.raw.summary ?? "")  // 'teal'
/// ```
package struct StyleExtensions: Sendable {
  private struct Entry: Sendable {
    var isInherited: Bool
    var error: @Sendable (RawValue, ConversionContext) -> ConversionError?
  }

  private var entries: [String: Entry] = [:]

  package init() {}

  /// Adds a property with values of a type, by its name in either spelling: `glow-color` or
  /// `glowColor`.
  ///
  /// A name that has an effect by itself keeps it. Spans inherit the value when that is asked for.
  package mutating func register<Value: StyleConvertible>(
    _ name: String, as type: Value.Type, isInherited: Bool = false
  ) {
    register(name, isInherited: isInherited) { raw, context in
      do throws(ConversionError) {
        _ = try Value.convert(raw, in: context)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Adds a property by what is wrong with a value of it.
  package mutating func register(
    _ name: String, isInherited: Bool,
    _ error: @escaping @Sendable (RawValue, ConversionContext) -> ConversionError?
  ) {
    entries[DictionaryKey.dashed(name)] = Entry(isInherited: isInherited, error: error)
  }

  /// The names of all properties in alphabetical order.
  package var names: [String] { entries.keys.sorted() }

  func contains(_ name: String) -> Bool { entries[name] != nil }

  func isInherited(_ name: String) -> Bool { entries[name]?.isInherited ?? false }

  /// Why a value is none of a property's type; nil when it is one.
  func error(
    of raw: RawValue, for name: String, in context: ConversionContext
  ) -> ConversionError? {
    entries[name]?.error(raw, context)
  }
}

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
