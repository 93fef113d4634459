import StyleValues
import Styling

/// The style that an object was given, and what of it the theme declares.
///
/// ```swift
/// let theme: Theme = ["my_button": ["color": "red", "font-size": "20px"]]
/// let config = StyleManager(theme).cssConfig(StyledObject(element: "my_button"))
/// print(config.declaredProperties, config.declares("opacity"))  // ["color", "font-size"] false
/// print(config.font.size, config.value("font-size") ?? "", config.style.opacity)  // 20.0 20 1.0
/// ```
public struct StyleConfig: Sendable {
  /// What was asked for: element, classes, style and states.
  public let object: StyledObject

  private let computed: ComputedStyle
  private let values: DeclaredValues

  /// The size that the text is drawn in, in px: the declared one, scaled for the reader.
  public let scaledFontSize: Double

  init(_ resolver: StyleResolver, object: StyledObject) {
    self.object = object
    computed = resolver.hostStyle
    values = resolver.hostValues
    scaledFontSize = computed.text.scaledFontSize(resolver.environment.contentSize)
  }

  /// How text of the object looks.
  public var style: RunStyle { RunStyle(computed.text) }

  /// The colour of its text.
  public var color: StyleColor { style.color }

  /// Its font, in the size that is declared.
  public var font: StyleFont {
    StyleFont(
      family: computed.text.fontFamily.first, size: computed.text.fontSize,
      weight: Int(computed.text.fontWeight), isItalic: computed.text.fontStyle != .normal)
  }

  /// The properties that the theme or the object's own style declares: those of CSS one by one
  /// (`border-top-width`), then the program's own.
  public var declaredProperties: [String] { values.names }

  /// Whether a property is declared, in either spelling; of one that sets several, such as
  /// `border`, whether any of them is.
  public func declares(_ property: String) -> Bool { values.declares(property) }

  /// The computed value of a property, declared or not: lengths in px, colours as colours.
  ///
  /// nil for a property of the program that nothing declares, and for names that nobody knows.
  public func value(_ property: String) -> ThemeValue? {
    values.value(of: property).map { ThemeValue($0.raw, in: $0.context) }
  }

  /// The value of a property that the program added; nil where nothing declares it.
  public func value<Value>(of property: CustomProperty<Value>) -> Value? {
    values.declares(property.name) ? value(property.name).flatMap { try? Value.convert($0) } : nil
  }
}

/// An object that wants to know when styles are applied to it or by it.
///
/// ```swift
/// final class Meter: StyleCustomizable {
///   var bar = StyleColor.standard
///   func cssCustomize(object: Any?, class: String?, style: String?, config: StyleConfig) {
///     bar = config.color
///   }
/// }
///
/// let meter = Meter()
/// StyleManager(["meter": ["color": "red"]]).css(object: meter)
/// print(meter.bar == .rgb(red: 255, green: 0, blue: 0))  // true
/// ```
public protocol StyleCustomizable {
  /// Takes from a style what the theme does not set itself; it is called every time `css` is.
  ///
  /// - Parameters:
  ///   - object: What the style was applied to.
  ///   - class: The classes that were asked for.
  ///   - style: The declarations that were asked for.
  ///   - config: The style.
  func cssCustomize(object: Any?, class: String?, style: String?, config: StyleConfig)
}

/// A type whose objects style themselves and their parts, as in `css(object: label, class: "bold")`.
///
/// ```swift
/// final class Label: KeySettable {
///   var textColor = StyleColor.standard
///   static let settableKeys: [SettableKey<Label>] = [.value("textColor", \.textColor)]
/// }
///
/// final class MyController: StyleOwner {
///   let label = Label()
///   let styleManager = StyleManager(["my_controller.label1": ["color": "red"]])
///   func load() { css(object: label, class: "bold label1") }
/// }
///
/// let controller = MyController()
/// controller.load()
/// print(controller.label.textColor == .rgb(red: 255, green: 0, blue: 0))  // true
/// ```
public protocol StyleOwner {
  /// Who knows the theme; one for the whole program, mostly.
  var styleManager: StyleManager { get }
}

extension StyleOwner {
  /// Applies the theme to an object, or to this one: what `StyleManager.css` does, for classes that
  /// belong to this object's type.
  @discardableResult
  public func css(
    object: Any? = nil, class names: String? = nil, style: String? = nil,
    custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    styleManager.css(
      object: object ?? self, of: self, class: names, style: style, custom: custom)
  }

  /// The style that `css` gives for the same classes and declarations.
  public func cssConfig(class names: String? = nil, style: String? = nil) -> StyleConfig {
    styleManager.cssConfig(type(of: self), class: names, style: style)
  }
}
