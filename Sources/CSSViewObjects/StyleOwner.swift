public import CSSView
import StyleValues
import Styling

extension StyledObject {
  /// Creates a styled object as the documents name it: by the type of its owner, and by classes
  /// between spaces.
  init(_ type: Any.Type?, class names: String?, style: String?, states: CSSView.ControlState = []) {
    self.init(
      element: type.map(ElementName.of) ?? ElementName.standard,
      classes: (names ?? "").split { $0.isWhitespace }.map(String.init), style: style,
      states: states)
  }
}

/// An object that is called when styles are applied to it or by it.
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
  /// Applies parts of a style that the theme does not set itself; called every time `css` is.
  ///
  /// - Parameters:
  ///   - object: The object that the style was applied to.
  ///   - class: The classes of that call.
  ///   - style: The declarations of that call.
  ///   - config: The style.
  func cssCustomize(object: Any?, class: String?, style: String?, config: StyleConfig)
}

/// An object with text in the style of `css(object:class:)`: `cssText` of ViewCSS.
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
  /// The text; a conforming type needs only this property.
  var styledText: ObjectText { get set }
}

extension CSSTextOwner {
  /// The text as markup; interpolated values are text.
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

  /// Creates an empty text.
  public init() {}

  /// The text with its runs; unstyled if no theme was applied to the object.
  public var string: StyledString { (renderer ?? Self.unstyled).styled(markup) }

  /// The text for the terminal of the applied theme; plain without one.
  public var output: String { (renderer ?? Self.unstyled).render(markup) }

  private static var unstyled: ThemeRenderer { ([:] as Theme).renderer(for: .plain) }
}

extension ObjectText: CustomStringConvertible {
  /// The text for the terminal, as `output`.
  public var description: String { output }
}

/// A type whose objects style themselves and their parts, as in `css(object: label, class:
/// "bold")`.
///
/// A type of the main actor adopts it as `@MainActor StyleOwner`; other types have a
/// `styleManager` of their own.
///
/// ```swift
/// final class Label: KeySettable {
///   var textColor = StyleColor.standard
///   static let settableKeys: [SettableKey<Label>] = [.value("textColor", \.textColor)]
/// }
///
/// final class MyController: StyleOwner {
///   let label = Label()
///   let styleManager = StyleManager(["my_controller.label1": ["color": "red"], ".bold": [:]])
///   func load() { css(object: label, class: "bold label1") }
/// }
///
/// let controller = MyController()
/// controller.load()
/// print(controller.label.textColor == .rgb(red: 255, green: 0, blue: 0))  // true
/// ```
public protocol StyleOwner {
  /// The manager with the theme; `StyleManager.shared` by default.
  var styleManager: StyleManager { get }
}

extension StyleOwner {
  /// The manager of the whole program; off the main actor the program ends with a message.
  public var styleManager: StyleManager { .shared(for: type(of: self)) }

  /// Applies the theme to this object: what `StyleManager.css` does.
  @discardableResult
  public func css(
    class names: String? = nil, style: String? = nil,
    states: CSSView.ControlState = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    css(object: self, class: names, style: style, states: states, custom: custom)
  }

  /// Applies the theme to an object, for classes that belong to this object's type.
  ///
  /// - Parameters:
  ///   - object: The object to style; if nil, nothing is set and nothing called.
  ///   - names: The classes, with spaces between them.
  ///   - style: More declarations, such as `color: red`.
  ///   - states: The states of the object.
  ///   - custom: Called with the style.
  /// - Returns: The style.
  @discardableResult
  public func css(
    object: Any?, class names: String? = nil, style: String? = nil,
    states: CSSView.ControlState = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    guard let object else { return cssConfig(class: names, style: style, states: states) }
    return styleManager.css(
      object: object, of: self, class: names, style: style, states: states, custom: custom)
  }

  /// The style of `css` for the same classes, declarations and states.
  public func cssConfig(
    class names: String? = nil, style: String? = nil, states: CSSView.ControlState = []
  ) -> StyleConfig {
    styleManager.cssConfig(type(of: self), class: names, style: style, states: states)
  }

  /// Applies the theme to a value, for classes that belong to this object's type.
  ///
  /// - Parameters:
  ///   - object: The value to style.
  ///   - names: The classes, with spaces between them.
  ///   - style: More declarations, such as `color: red`.
  ///   - states: The states that the object is in.
  ///   - custom: Called with the style.
  /// - Returns: The style.
  @discardableResult
  public func css<Object: KeySettable>(
    object: inout Object, class names: String? = nil, style: String? = nil,
    states: CSSView.ControlState = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    styleManager.css(
      object: &object, of: self, class: names, style: style, states: states, custom: custom)
  }

  /// The style of `css` for an object of this type with the manager of the whole program: the
  /// height of a cell can be read before there is a cell.
  public static func cssConfig(
    class names: String? = nil, style: String? = nil, states: CSSView.ControlState = []
  ) -> StyleConfig {
    StyleManager.shared(for: Self.self).cssConfig(
      Self.self, class: names, style: style, states: states)
  }
}
