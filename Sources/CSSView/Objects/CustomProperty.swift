import StyleValues
import Styling

/// A property that a program adds to those of CSS, with the type of its values.
///
/// ```swift
/// let glow = CustomProperty<StyleColor>("glow-color")
/// var properties = ThemeProperties()
/// properties.add(glow)
/// let theme = Theme(#"{"text": {"glowColor": "teal"}}"#, properties: properties)
/// let config = StyleManager(theme).cssConfig(StyledObject())
/// print(config.value(of: glow) == .rgb(red: 0, green: 128, blue: 128))  // true
/// ```
public struct CustomProperty<Value: Convertible & Sendable>: Sendable {
  /// The name in a sheet, in lower case with dashes.
  public let name: String

  /// True if tags have the value of the element around them when they declare none.
  let isInherited: Bool

  /// Names a property, in either spelling: `glow-color` or `glowColor`.
  public init(_ name: String, isInherited: Bool = false) {
    self.name = DictionaryKey.dashed(name)
    self.isInherited = isInherited
  }
}

/// The properties that a program adds: what a sheet could not say otherwise.
///
/// ```swift
/// struct Gauge: KeySettable {
///   var maximum = 100
///   static let settableKeys: [SettableKey<Gauge>] = [.value("maximum", \.maximum)]
/// }
///
/// var properties = ThemeProperties()
/// properties.add(CustomProperty<Int>("depth"))
/// properties.add(keysOf: Gauge.self)
/// let theme = Theme(#"{".a": {"maximum": 12, "depht": 3}}"#, properties: properties)
/// print(theme.findings.map { $0.suggestion ?? "" })  // ["depth"]
/// ```
public struct ThemeProperties: Sendable {
  var extensions = StyleExtensions()

  /// None.
  public init() {}

  /// Adds a property; one of a name that CSS has keeps the meaning of CSS.
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

  /// Adds the keys of a type whose objects a theme may set: those that are no properties of CSS.
  public mutating func add<Settable: KeySettable>(keysOf type: Settable.Type) {
    add(keysOf: type) { _ in true }
  }

  /// Adds the keys of a type of which something holds, by their names with dashes.
  mutating func add<Settable: KeySettable>(
    keysOf type: Settable.Type, where isAdded: (String) -> Bool
  ) {
    for name in type.settableKeys.flatMap({ $0.names() }) {
      let dashed = DictionaryKey.dashed(name)
      guard PropertyName.effectiveName(dashed) == nil, isAdded(dashed) else { continue }
      // Only an object can tell whether a value suits it.
      extensions.register(dashed, isInherited: false) { _, _ in nil }
    }
  }
}
