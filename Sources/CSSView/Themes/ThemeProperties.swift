import StyleValues
package import Styling

/// A property that a program adds to those of CSS, with the type of its values.
///
/// ```swift
/// let glow = CustomProperty<StyleColor>("glow-color")
/// var properties = ThemeProperties()
/// properties.add(glow)
/// let theme = Theme(#"{"text": {"glowColor": "teal"}}"#, properties: properties)
/// let text = theme.renderer(for: .plain).styled("x")
/// print(text.runs[0].value(of: glow) == .rgb(red: 0, green: 128, blue: 128))  // true
/// ```
public struct CustomProperty<Value: Convertible & Sendable>: Sendable {
  /// The name in a stylesheet, in lower case with dashes.
  public let name: String

  /// True if elements inherit the value.
  let isInherited: Bool

  /// A property with a name in either spelling: `glow-color` or `glowColor`.
  public init(_ name: String, isInherited: Bool = false) {
    self.name = DictionaryKey.dashed(name)
    self.isInherited = isInherited
  }
}

/// The properties that a program adds to those of CSS.
///
/// ```swift
/// var properties = ThemeProperties()
/// properties.add(CustomProperty<Int>("depth"))
/// let theme = Theme(#"{".a": {"depht": 3}}"#, properties: properties)
/// print(theme.findings.map { $0.suggestion ?? "" })  // ["depth"]
/// ```
public struct ThemeProperties: Sendable {
  package var extensions = StyleExtensions()

  /// Makes an empty set of properties.
  public init() {}

  /// Adds a property; one with a name of CSS does not change its meaning.
  public mutating func add<Value>(_ property: CustomProperty<Value>) {
    extensions.register(property.name, isInherited: property.isInherited) { raw, context in
      do throws(ConversionFailure) {
        _ = try Value.convert(ThemeValue(raw, in: context))
        return nil
      } catch {
        return error.error
      }
    }
  }
}
