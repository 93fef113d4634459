import StyleValues
import Styling

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
  ///   - object: The object that the style was applied to.
  ///   - class: The classes that were asked for.
  ///   - style: The declarations that were asked for.
  ///   - config: The style.
  func cssCustomize(object: Any?, class: String?, style: String?, config: StyleConfig)
}
