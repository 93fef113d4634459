/// Where a control puts its content: Pixelbits' `content-horizontal-left` and its like.
///
/// ```swift
/// print(try ContentAlignment.convert("content-vertical-top") == .verticalTop)  // true
/// ```
public enum ContentAlignment: String, CaseIterable, Hashable, Sendable {
  /// At the left edge.
  case horizontalLeft = "content-horizontal-left"
  /// At the right edge.
  case horizontalRight = "content-horizontal-right"
  /// In the middle between left and right.
  case horizontalCenter = "content-horizontal-center"
  /// From left to right.
  case horizontalFill = "content-horizontal-fill"
  /// At the top edge.
  case verticalTop = "content-vertical-top"
  /// At the bottom edge.
  case verticalBottom = "content-vertical-bottom"
  /// In the middle between top and bottom.
  case verticalCenter = "content-vertical-center"
  /// From top to bottom.
  case verticalFill = "content-vertical-fill"
}

extension ContentAlignment: StyleEnumeration {
  /// The type's names in UIKit.
  public static var qualifiers: [String] { ["UIControl", "ContentAlignment"] }

  /// The cases as they stand in `UIControlContentHorizontalAlignmentLeft`.
  public static var aliases: [(name: String, value: ContentAlignment)] {
    allCases.map { value in
      let words = value.rawValue.split(separator: "-")
      return ("content\(words[1])alignment\(words[2])", value)
    }
  }
}

/// The states that a control can be in, several at once.
///
/// ```swift
/// let states = try ControlState.convert("selected highlighted")
/// print(states == [.highlighted, .selected], states.names)  // true ["highlighted", "selected"]
/// ```
public struct ControlState: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Nothing else.
  public static let normal = ControlState(rawValue: 1 << 0)
  /// Pressed.
  public static let highlighted = ControlState(rawValue: 1 << 1)
  /// Not to be used.
  public static let disabled = ControlState(rawValue: 1 << 2)
  /// Chosen or switched on.
  public static let selected = ControlState(rawValue: 1 << 3)
  /// Keys go to it.
  public static let focused = ControlState(rawValue: 1 << 4)
  /// The program's own state.
  public static let application = ControlState(rawValue: 1 << 5)
  /// The framework's own state.
  public static let reserved = ControlState(rawValue: 1 << 6)
}

extension ControlState: StyleOptionSet {
  /// The states in the order of the Pixelbits document.
  public static let members: [(name: String, value: ControlState)] = [
    ("normal", .normal), ("highlighted", .highlighted), ("disabled", .disabled),
    ("selected", .selected), ("focused", .focused), ("application", .application),
    ("reserved", .reserved),
  ]

  /// The type's name in UIKit.
  public static var qualifiers: [String] { ["UIControlState", "ControlState"] }
}

/// What can happen to a control, several at once.
///
/// ```swift
/// print(try ControlEvent.convert("UIControlEventTouchUpInside") == .touchUpInside)  // true
/// ```
public struct ControlEvent: OptionSet, Hashable, Sendable {
  /// The bits, as UIKit numbers them.
  public let rawValue: UInt32

  /// Makes a set from its bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A press inside the control.
  public static let touchDown = ControlEvent(rawValue: 1 << 0)
  /// A further press in quick succession.
  public static let touchDownRepeat = ControlEvent(rawValue: 1 << 1)
  /// A drag inside the control.
  public static let touchDragInside = ControlEvent(rawValue: 1 << 2)
  /// A drag just outside the control.
  public static let touchDragOutside = ControlEvent(rawValue: 1 << 3)
  /// A drag that comes in.
  public static let touchDragEnter = ControlEvent(rawValue: 1 << 4)
  /// A drag that goes out.
  public static let touchDragExit = ControlEvent(rawValue: 1 << 5)
  /// A release inside the control: a click.
  public static let touchUpInside = ControlEvent(rawValue: 1 << 6)
  /// A release outside of the control.
  public static let touchUpOutside = ControlEvent(rawValue: 1 << 7)
  /// A press that something else took over.
  public static let touchCancel = ControlEvent(rawValue: 1 << 8)
  /// A new value.
  public static let valueChanged = ControlEvent(rawValue: 1 << 12)
  /// What the control is there for.
  public static let primaryActionTriggered = ControlEvent(rawValue: 1 << 13)
  /// Typing starts.
  public static let editingDidBegin = ControlEvent(rawValue: 1 << 16)
  /// The text is another.
  public static let editingChanged = ControlEvent(rawValue: 1 << 17)
  /// Typing is over.
  public static let editingDidEnd = ControlEvent(rawValue: 1 << 18)
  /// Typing ended with the return key.
  public static let editingDidEndOnExit = ControlEvent(rawValue: 1 << 19)
}

extension ControlEvent: StyleOptionSet {
  /// The events in the order of their numbers.
  public static let members: [(name: String, value: ControlEvent)] = [
    ("touchdown", .touchDown), ("touchdownrepeat", .touchDownRepeat),
    ("touchdraginside", .touchDragInside), ("touchdragoutside", .touchDragOutside),
    ("touchdragenter", .touchDragEnter), ("touchdragexit", .touchDragExit),
    ("touchupinside", .touchUpInside), ("touchupoutside", .touchUpOutside),
    ("touchcancel", .touchCancel), ("valuechanged", .valueChanged),
    ("primaryactiontriggered", .primaryActionTriggered),
    ("editingdidbegin", .editingDidBegin), ("editingchanged", .editingChanged),
    ("editingdidend", .editingDidEnd), ("editingdidendonexit", .editingDidEndOnExit),
  ]

  /// The type's names in UIKit.
  public static var qualifiers: [String] { ["UIControlEvents", "ControlEvent"] }

  /// UIKit's names for several events at once.
  public static var aliases: [(name: String, value: ControlEvent)] {
    [
      ("alltouchevents", ControlEvent(rawValue: 0xFFF)),
      ("alleditingevents", ControlEvent(rawValue: 0xF0000)),
      ("allevents", members.reduce(into: []) { $0.formUnion($1.value) }),
    ]
  }
}
