import StyleValues
import Styling

/// A key of an object, and the property of a sheet that sets it.
///
/// Views of UIKit have some of them in their `layer`, and others under names of their own.
struct ObjectKey {
  private let name: String

  /// Names a key; the keys of a layer have `layer.` before them.
  init(_ name: String) { self.name = DictionaryKey.camelCase(name) }

  /// The property as a sheet names it; nil where only the program knows it.
  private var property: String? {
    Self.others[name] ?? PropertyName.effectiveName(DictionaryKey.dashed(name))
  }

  private static let others = [
    "alpha": "opacity", "layer.cornerRadius": "border-radius",
    "layer.masksToBounds": "border-radius", "layer.borderWidth": "border-width",
    "layer.borderColor": "border-color", "layer.shadowColor": "text-shadow",
    "layer.shadowOffset": "text-shadow", "layer.shadowRadius": "text-shadow",
    "layer.shadowOpacity": "text-shadow-opacity",
  ]

  /// The value that a style sets the key to.
  ///
  /// - Parameters:
  ///   - config: The style.
  ///   - current: The object's present value: a font keeps the parts of it that are not declared.
  /// - Returns: The value; nil where the style declares none.
  func value(in config: StyleConfig, over current: Any? = nil) -> ThemeValue? {
    let property = config.declares(name) ? name : property ?? name
    let isScaled = config.declares("font-size-scale")
    switch self.property {
    case "font":
      guard isScaled || config.declares(property) else { return nil }
      return WrittenValue.text(of: font(of: config, over: current as? StyleFont))
        .map { ThemeValue($0) }
    case "font-size":
      guard isScaled || config.declares(property) else { return nil }
      return ThemeValue(floatLiteral: config.scaledFontSize)
    default: break
    }
    if name.hasPrefix("layer.shadow") { return shadow(of: config) }
    guard config.declares(property) else { return nil }
    return name == "layer.masksToBounds" ? true : config.value(property)
  }

  /// The font of a style with what the object has where the style declares nothing.
  private func font(of config: StyleConfig, over current: StyleFont?) -> StyleFont {
    var font = config.scaledFont
    guard let current else { return font }
    if !config.declares("font-size"), !config.declares("font-size-scale") {
      font.size = current.size
    }
    if !config.declares("font-weight") { font.weight = current.weight }
    if !config.declares("font-style") { font.isItalic = current.isItalic }
    if !config.declares("font-family") { font.family = current.family }
    return font
  }

  /// Returns the value of the layer's shadow from the first shadow of a text.
  private func shadow(of config: StyleConfig) -> ThemeValue? {
    let isDeclared = config.declares("text-shadow")
    if name == "layer.shadowOpacity" {
      let isOpacity = config.declares("text-shadow-opacity")
      return isDeclared || isOpacity
        ? ThemeValue(floatLiteral: config.style.textShadowOpacity) : nil
    }
    guard isDeclared, let shadow = config.style.textShadows.first else { return nil }
    switch name {
    case "layer.shadowOffset": return ThemeValue("{\(shadow.x), \(shadow.y)}")
    case "layer.shadowRadius": return ThemeValue(floatLiteral: shadow.blur)
    default: return ThemeValue(shadow.color ?? config.color)
    }
  }

  /// Returns the declaration of a value for a sheet, as snooping prints it; nil for a value that no
  /// sheet sets.
  func snooped(_ value: Any) -> SnoopedClass.Property? {
    guard let property, var text = WrittenValue.text(of: value) else { return nil }
    let isLength = ["font-size", "border-width", "border-radius"].contains(property)
    if isLength, Double(text) != nil { text += "px" }
    return SnoopedClass.Property(name: property, value: text)
  }
}
