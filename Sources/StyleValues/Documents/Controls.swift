/// The position of the content in a control: Pixelbits' `content-horizontal-left` and its like.
///
/// ```swift
/// print(try ContentAlignment.convert("content-vertical-top") == .verticalTop)  // true
/// ```
package enum ContentAlignment: String, CaseIterable, Hashable, Sendable {
  case horizontalLeft = "content-horizontal-left"
  case horizontalRight = "content-horizontal-right"
  case horizontalCenter = "content-horizontal-center"
  case horizontalFill = "content-horizontal-fill"
  case verticalTop = "content-vertical-top"
  case verticalBottom = "content-vertical-bottom"
  case verticalCenter = "content-vertical-center"
  case verticalFill = "content-vertical-fill"
}

extension ContentAlignment: StyleEnumeration {
  package static var qualifiers: [String] { ["UIControl", "ContentAlignment"] }

  /// The names in `UIControlContentHorizontalAlignmentLeft`.
  package static var aliases: [(name: String, value: ContentAlignment)] {
    allCases.map { value in
      let words = value.rawValue.split(separator: "-")
      return ("content\(words[1])alignment\(words[2])", value)
    }
  }
}

/// A way to fit content into the bounds of a view.
///
/// ```swift
/// print(try ContentMode.convert("UIViewContentModeScaleAspectFit") == .scaleAspectFit)  // true
/// print(try ContentMode.convert("fit") == .scaleAspectFit)  // true
/// ```
package enum ContentMode: String, CaseIterable, Hashable, Sendable {
  case scaleToFill
  /// The largest size that fits, with the proportions of the content.
  case scaleAspectFit
  /// The smallest size that fills the bounds, with the proportions of the content.
  case scaleAspectFill
  case redraw
  // In its own size, at this place.
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}

extension ContentMode: StyleEnumeration {
  package static var qualifiers: [String] { ["UIViewContentMode", "ContentMode"] }

  /// StringCoding's short names.
  package static var aliases: [(name: String, value: ContentMode)] {
    [
      ("fit", .scaleAspectFit), ("aspectFit", .scaleAspectFit), ("fill", .scaleAspectFill),
      ("aspectFill", .scaleAspectFill), ("scale", .scaleToFill), ("stretch", .scaleToFill),
    ]
  }
}

/// The states of a control.
///
/// ```swift
/// let states = try ControlState.convert("selected highlighted")
/// print(states == [.highlighted, .selected], states.names)  // true ["highlighted", "selected"]
/// ```
@usableFromInline
package struct ControlState: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let normal = ControlState(rawValue: 1 << 0)
  /// Pressed.
  package static let highlighted = ControlState(rawValue: 1 << 1)
  package static let disabled = ControlState(rawValue: 1 << 2)
  /// Chosen or switched on.
  package static let selected = ControlState(rawValue: 1 << 3)
  /// Has the keyboard focus.
  package static let focused = ControlState(rawValue: 1 << 4)
  /// The program's own state.
  package static let application = ControlState(rawValue: 1 << 5)
  /// The framework's own state.
  package static let reserved = ControlState(rawValue: 1 << 6)
}

extension ControlState: StyleOptionSet {
  /// In the order of the Pixelbits document.
  package static let members: [(name: String, value: ControlState)] = [
    ("normal", .normal), ("highlighted", .highlighted), ("disabled", .disabled),
    ("selected", .selected), ("focused", .focused), ("application", .application),
    ("reserved", .reserved),
  ]

  package static var qualifiers: [String] { ["UIControlState", "ControlState"] }
}

/// Events of a control.
///
/// ```swift
/// print(try ControlEvent.convert("UIControlEventTouchUpInside") == .touchUpInside)  // true
/// ```
package struct ControlEvent: OptionSet, Hashable, Sendable {
  /// Has the bits of UIKit.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A click: a release inside the control.
  package static let touchUpInside = ControlEvent(rawValue: 1 << 6)
}

extension ControlEvent: StyleOptionSet {
  /// In the order of their numbers.
  package static let members = zip(keys, Array(0...8) + [12, 13] + Array(16...19)).map {
    (name: $0.lowercased(), value: ControlEvent(rawValue: 1 << $1))
  }

  /// The keys in a stylesheet, in the same order.
  package static let keys = [
    "touchDown", "touchDownRepeat", "touchDragInside", "touchDragOutside", "touchDragEnter",
    "touchDragExit", "touchUpInside", "touchUpOutside", "touchCancel", "valueChanged",
    "primaryActionTriggered", "editingDidBegin", "editingChanged", "editingDidEnd",
    "editingDidEndOnExit",
  ]

  package static var qualifiers: [String] { ["UIControlEvents", "ControlEvent"] }

  /// UIKit's names for several events.
  package static var aliases: [(name: String, value: ControlEvent)] {
    [
      ("alltouchevents", ControlEvent(rawValue: 0xFFF)),
      ("alleditingevents", ControlEvent(rawValue: 0xF0000)),
      ("allevents", members.reduce(into: []) { $0.formUnion($1.value) }),
    ]
  }
}
