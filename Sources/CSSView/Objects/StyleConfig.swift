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
  /// The object that the style was asked for: element, classes, style and states.
  public let object: StyledObject

  private let computed: ComputedStyle
  private let contentSize: Styling.ContentSize
  private let values: DeclaredValues

  /// The size that the text is drawn in, in px: the declared one, scaled for the reader.
  public let scaledFontSize: Double

  init(_ resolver: StyleResolver, object: StyledObject) {
    self.object = object
    computed = resolver.hostStyle
    values = resolver.hostValues
    contentSize = resolver.environment.contentSize
    scaledFontSize = computed.text.scaledFontSize(resolver.environment.contentSize)
  }

  /// Look of the object's text.
  public var style: RunStyle {
    RunStyle(
      computed.text,
      in: RunStyle.AncestorContext(block: computed.block, contentSize: contentSize))
  }

  /// The colour of its text.
  public var color: StyleColor { style.color }

  /// Its font: `size` is the declared one, `scaledSize` the one that the text is drawn in.
  public var font: StyleFont { StyleFont(computed.text, scaledSize: scaledFontSize) }

  /// Its font in the size that the text is drawn in: `font.getFont()` of ViewCSS.
  public var scaledFont: StyleFont { font.inScaledSize }

  /// The properties that the theme or the object's own style declares: those of CSS one by one
  /// (`border-top-width`), then the program's own.
  public var declaredProperties: [String] { values.names }

  /// True if a property is declared, in either spelling; of one that sets several, such as
  /// `border`, whether any of them is.
  public func declares(_ property: String) -> Bool { values.declares(property) }

  /// The computed value of a property, declared or not: lengths in px, colours as colours.
  ///
  /// nil for a property of the program that nothing declares, for names that nobody knows, for
  /// `all`, and for `border` where its sides differ: then each has a value of its own.
  public func value(_ property: String) -> ThemeValue? {
    values.value(of: property).map { ThemeValue($0.raw, in: $0.context) }
  }

  /// The value of a property that the program added; nil where nothing declares it.
  public func value<Value>(of property: CustomProperty<Value>) -> Value? {
    values.declares(property.name) ? value(property.name).flatMap { try? Value.convert($0) } : nil
  }
}
