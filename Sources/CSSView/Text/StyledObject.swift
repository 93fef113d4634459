import CSSSyntax
import StyleValues
package import Styling

/// The object of the program that a text belongs to, for selectors such as `my_controller.label`.
///
/// ```swift
/// let theme: Theme = ["my_controller.label": ["text-transform": "uppercase"]]
/// let label = StyledObject(element: "my_controller", classes: ["label"])
/// print(theme.render("Inbox", for: .plain, as: label))  // INBOX
/// ```
public struct StyledObject: Hashable, Sendable {
  /// The element name, such as `my_controller`.
  public var element: String

  /// The classes; in a dictionary the first one is the strongest.
  public var classes: [String]

  /// The object's own declarations, such as `color: red`.
  public var style: String?

  /// The states of the object.
  public var states: ControlState

  /// Makes an object; by default that of a text without classes.
  public init(
    element: String = "text", classes: [String] = [], style: String? = nil,
    states: ControlState = []
  ) {
    self.element = element
    self.classes = classes
    self.style = style
    self.states = states
  }

  /// An object named after a type: `MyController` is `my_controller`.
  public init(_ type: Any.Type, classes: [String] = []) {
    self.init(element: ElementName.of(type), classes: classes)
  }

  package var host: HostObject {
    HostObject(
      element: element, classes: classes, style: style.map { CSSText($0, name: "<style>") },
      states: states.flags.union(.normal))
  }
}
