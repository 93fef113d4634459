import StyleValues
import Styling

/// A type whose objects style themselves and their parts, as in `css(object: label, class: "bold")`.
///
/// A type of the main actor adopts it as `@MainActor StyleOwner`.
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
  /// Applies the theme to this object: what `StyleManager.css` does.
  ///
  /// - Parameters:
  ///   - names: The classes, with spaces between them.
  ///   - style: More declarations, such as `color: red`.
  ///   - states: The states that the object is in.
  ///   - custom: Called with the style.
  /// - Returns: The style.
  @discardableResult
  public func css(
    class names: String? = nil, style: String? = nil,
    states: Set<StyledObject.ControlState> = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    css(object: self, class: names, style: style, states: states, custom: custom)
  }

  /// Applies the theme to an object, for classes that belong to this object's type.
  ///
  /// - Parameters:
  ///   - object: What is styled; with nil nothing is set and nobody is called.
  ///   - names: The classes, with spaces between them.
  ///   - style: More declarations, such as `color: red`.
  ///   - states: The states that the object is in.
  ///   - custom: Called with the style.
  /// - Returns: The style.
  @discardableResult
  public func css(
    object: Any?, class names: String? = nil, style: String? = nil,
    states: Set<StyledObject.ControlState> = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    guard let object else { return cssConfig(class: names, style: style, states: states) }
    return styleManager.css(
      object: object, of: self, class: names, style: style, states: states, custom: custom)
  }

  /// The style that `css` gives for the same classes, declarations and states.
  public func cssConfig(
    class names: String? = nil, style: String? = nil,
    states: Set<StyledObject.ControlState> = []
  ) -> StyleConfig {
    styleManager.cssConfig(type(of: self), class: names, style: style, states: states)
  }
}
