/// A button of the mouse, as far as terminals tell them apart.
///
/// The wheel counts as buttons that are pressed and never released.
///
/// ```swift
/// print(try MouseButton.convert("scroll-up") == .wheelUp, MouseButton.right.rawValue)  // true 2
/// ```
package enum MouseButton: Int, CaseIterable, Hashable, Sendable {
  /// The first button: the left one, for most people.
  case left = 0
  /// The second button, often the wheel itself.
  case middle = 1
  /// The third button.
  case right = 2
  /// The wheel, turned away from the person.
  case wheelUp = 64
  /// The wheel, turned towards the person.
  case wheelDown = 65
  /// The wheel, pushed to the left.
  case wheelLeft = 66
  /// The wheel, pushed to the right.
  case wheelRight = 67
  /// The button at the thumb that goes back.
  case back = 128
  /// The button at the thumb that goes forward.
  case forward = 129
}

extension MouseButton: StyleEnumeration {
  /// Their places on the mouse, and what is done with the wheel.
  package static var aliases: [(name: String, value: MouseButton)] {
    [
      ("primary", .left), ("secondary", .right), ("scrollUp", .wheelUp),
      ("scrollDown", .wheelDown), ("scrollLeft", .wheelLeft), ("scrollRight", .wheelRight),
    ]
  }
}
