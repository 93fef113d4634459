package import StyleValues

/// The properties that a host program adds to those of CSS.
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
    var error: @Sendable (RawValue, ConversionContext) -> UnexpectedValue?
  }

  private var entries: [String: Entry] = [:]

  package init() {}

  /// Adds a property with values of a type; the name may be `glow-color` or `glowColor`.
  ///
  /// A property that exists already is not replaced.
  package mutating func register<Value: StyleConvertible>(
    _ name: String, as type: Value.Type, isInherited: Bool = false
  ) {
    register(name, isInherited: isInherited) { raw, context in
      do throws(UnexpectedValue) {
        _ = try Value.convert(raw, in: context)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Adds a property with a check of its values, which returns nil for a valid one.
  package mutating func register(
    _ name: String, isInherited: Bool,
    _ error: @escaping @Sendable (RawValue, ConversionContext) -> UnexpectedValue?
  ) { entries[DictionaryKey.dashed(name)] = Entry(isInherited: isInherited, error: error) }

  /// In alphabetical order.
  package var names: [String] { entries.keys.sorted() }

  func contains(_ name: String) -> Bool { entries[name] != nil }

  func isInherited(_ name: String) -> Bool { entries[name]?.isInherited ?? false }

  /// Why a value is invalid for a property; nil if it is valid.
  func error(
    of raw: RawValue, for name: String, in context: ConversionContext
  ) -> UnexpectedValue? {
    entries[name]?.error(raw, context)
  }
}

/// The values of the host program's properties on an element.
package final class ExtensionValues: Sendable {
  /// A value with its variables replaced, and the context to read it in.
  struct Value: Sendable {
    var raw: RawValue
    var context: ConversionContext
  }

  /// The winning value of each name.
  let values: [String: Value]

  init(_ values: [String: Value]) { self.values = values }

  package static let none = ExtensionValues([:])

  /// The value of a property with its context; nil if nothing declares it.
  package func value(_ name: String) -> (raw: RawValue, context: ConversionContext)? {
    values[name].map { ($0.raw, $0.context) }
  }

  /// The values of an inner element before its own declarations.
  func inherited(_ extensions: StyleExtensions) -> ExtensionValues {
    if values.isEmpty { return self }
    let inherited = values.filter { extensions.isInherited($0.key) }
    if inherited.count == values.count { return self }
    return inherited.isEmpty ? .none : ExtensionValues(inherited)
  }
}
