/// An object that shows text in the style that `css(object:class:)` gave it: `cssText` of ViewCSS.
///
/// ```swift
/// final class Label: CSSTextOwner {
///   var styledText = ObjectText()
/// }
///
/// let manager = StyleManager([".loud": ["text-transform": "uppercase"]], for: .plain)
/// let (label, name) = (Label(), "<Bob>")
/// manager.css(object: label)
/// label.cssText = "Hi <span class=loud>\(name)</span>"
/// print(label.styledText.output)  // Hi <BOB>
/// ```
public protocol CSSTextOwner: AnyObject {
  /// The text; only the property is needed.
  var styledText: ObjectText { get set }
}

extension CSSTextOwner {
  /// The text as markup; what is interpolated is text.
  public var cssText: Markup {
    get { styledText.markup }
    set { styledText.markup = newValue }
  }
}

/// The text of an object, and the style that a theme gave the object.
public struct ObjectText {
  /// The text as markup.
  public var markup: Markup = ""

  var renderer: ThemeRenderer?

  /// No text.
  public init() {}

  /// The text with its runs; without a style where no theme was applied to the object.
  public var string: StyledString { (renderer ?? Self.unstyled).styled(markup) }

  /// The text for the terminal that the theme was applied for; plain without one.
  public var output: String {
    (renderer ?? Self.unstyled).render(markup)
  }

  private static var unstyled: ThemeRenderer { ([:] as Theme).renderer(for: .plain) }
}
