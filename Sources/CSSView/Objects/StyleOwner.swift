import StyleValues
import Styling

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
