package import CSSSyntax
package import StyleValues

/// A style that was given to an object or a span, and what it was asked for with.
///
/// It is what ViewCSS hands to its `custom` callback.
package struct AppliedStyle {
  /// The object that the style was applied to; nil for a span of markup.
  package let object: Any?

  /// The element name: that of the host, or the tag of a span.
  package let element: String

  /// The classes in the order in which they are listed.
  package let classes: [String]

  /// The `style` text, if there is one.
  package let styleText: CSSText?

  /// The computed style.
  ///
  /// Block properties of a span have their initial values.
  package let style: ComputedStyle

  /// A style that was applied to a span.
  init(_ element: ElementDescription, inside host: HostObject, style: TextStyle) {
    object = nil
    self.element = element.tag
    classes = element.classes
    styleText = element.style
    self.style = ComputedStyle(text: style)
  }

  /// A style that was applied to an object.
  init(object: Any?, _ host: HostObject, style: ComputedStyle) {
    self.object = object
    element = host.element
    classes = host.classes
    styleText = host.style
    self.style = style
  }
}

/// An object that wants to know when a style is applied to it or by it.
///
/// ```swift
/// final class Meter: StyleCustomizable {
///   var opacity = 1.0
///   func customize(_ applied: AppliedStyle) { opacity = applied.style.text.opacity }
/// }
///
/// let meter = Meter()
/// let sheet = StylesheetLoader().load(
///   SourceText(name: "theme.json", text: #"{"meter": {"opacity": 0.25}}"#))
/// StyleApplier(stylesheet: sheet).apply(to: meter)
/// print(meter.opacity)  // 0.25
/// ```
package protocol StyleCustomizable {
  /// Takes from a style what this product does not set itself.
  func customize(_ applied: AppliedStyle)
}

extension StyleResolver {
  /// The value of a property of the host program.
  /// - Parameters:
  ///   - property: The property; it must have been registered before the sheet was loaded.
  ///   - id: The node; that of the host unless told otherwise.
  /// - Returns: nil where nothing declares it.
  package func value<Value: StyleConvertible>(
    of property: ExtensionProperty<Value>, at id: StyleNodeID? = nil
  ) -> Value? {
    guard let value = self[id ?? hostNode].extensions.values[property.name] else { return nil }
    return try? Value.convert(value.raw, in: value.context)
  }

  /// The colour that a CSS text stands for, with `var()` as the host sees it.
  /// - Returns: nil when the text is no colour.
  package func color(_ css: String) -> ColorValue? {
    guard let text = try? VariableExpander.expand(CSSText(css), in: self[hostNode].scope) else {
      return nil
    }
    let context = ConversionContext(
      dialect: stylesheet.dialect, colorScheme: environment.colorScheme,
      currentColor: hostStyle.text.color)
    return try? ColorValue.convert(text: text, in: context)
  }
}
