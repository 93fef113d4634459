import StyleValues
import Styling

/// A type whose objects style themselves and their parts, as in `css(object: label, class:
/// "bold")`.
///
/// A type of the main actor adopts it as `@MainActor StyleOwner`; one that works elsewhere has a
/// `styleManager` of its own.
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
  /// The manager that knows the theme; `StyleManager.shared` unless a type says otherwise.
  var styleManager: StyleManager { get }
}

extension StyleOwner {
  /// The manager of the whole program.
  public var styleManager: StyleManager { .shared }

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
    states: Set<ControlState> = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    css(object: self, class: names, style: style, states: states, custom: custom)
  }

  /// Applies the theme to an object, for classes that belong to this object's type.
  ///
  /// - Parameters:
  ///   - object: The object to style; with nil nothing is set and nobody is called.
  ///   - names: The classes, with spaces between them.
  ///   - style: More declarations, such as `color: red`.
  ///   - states: The states that the object is in.
  ///   - custom: Called with the style.
  /// - Returns: The style.
  @discardableResult
  public func css(
    object: Any?, class names: String? = nil, style: String? = nil,
    states: Set<ControlState> = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    guard let object else { return cssConfig(class: names, style: style, states: states) }
    return styleManager.css(
      object: object, of: self, class: names, style: style, states: states, custom: custom)
  }

  /// The style that `css` gives for the same classes, declarations and states.
  public func cssConfig(
    class names: String? = nil, style: String? = nil,
    states: Set<ControlState> = []
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
    states: Set<ControlState> = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    styleManager.css(
      object: &object, of: self, class: names, style: style, states: states, custom: custom)
  }

  /// The style that `css` of an object of this type gives under the manager of the whole program:
  /// a cell's height can be known before there is a cell.
  public static func cssConfig(
    class names: String? = nil, style: String? = nil, states: Set<ControlState> = []
  ) -> StyleConfig {
    StyleManager.shared.cssConfig(Self.self, class: names, style: style, states: states)
  }
}
