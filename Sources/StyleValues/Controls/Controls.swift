/// The names of the actions that events of a control set off: `"touchUpInside": "showAlert:"`.
///
/// Only names are kept. Who carries an action out is found when it fires, so that it may change.
///
/// ```swift
/// struct Pane: ActionResponder {
///   var name: String
///   var known: Set<String>
///   func responds(to action: String) -> Bool { known.contains(action) }
/// }
///
/// var actions = ControlActions()
/// actions.add("save", for: [.touchUpInside, .editingDidEndOnExit])
/// let chain = [Pane(name: "row", known: []), Pane(name: "window", known: ["save"])]
/// for (action, pane) in actions.handlers(of: .touchUpInside, along: chain) {
///   print(action, pane.name)  // save window
/// }
/// ```
package struct ControlActions: Hashable, Sendable {
  private struct Binding: Hashable, Sendable {
    var events: ControlEvent
    var action: String
  }

  private var bindings: [Binding] = []

  /// No actions.
  package init() {}

  /// Adds an action for events; adding it again changes nothing.
  package mutating func add(_ action: String, for events: ControlEvent) {
    let binding = Binding(events: events, action: action)
    if !bindings.contains(binding) { bindings.append(binding) }
  }

  /// The actions of an event in the order they were added.
  package func actions(for event: ControlEvent) -> [String] {
    bindings.filter { !$0.events.isDisjoint(with: event) }.map(\.action)
  }

  /// Finds who carries out the actions of an event: of a chain, the first that responds.
  ///
  /// Actions that nobody responds to are left out.
  /// - Parameters:
  ///   - event: The event that happened.
  ///   - chain: The control, what contains it, and so on outwards.
  /// - Returns: Each action with the one that responds to it.
  package func handlers<Target: ActionResponder>(
    of event: ControlEvent, along chain: some Sequence<Target>
  ) -> [(action: String, target: Target)] {
    let chain = Array(chain)
    return actions(for: event).compactMap { action in
      chain.first { $0.responds(to: action) }.map { (action, $0) }
    }
  }
}

/// Something that knows actions by their names.
///
/// ```swift
/// struct Player: ActionResponder {
///   func responds(to action: String) -> Bool { action == "play" }
/// }
/// print(Player().responds(to: "play"))  // true
/// ```
package protocol ActionResponder {
  /// True if it has an action of this name.
  func responds(to action: String) -> Bool
}

/// Position of the content in a control: Pixelbits' `content-horizontal-left` and its like.
///
/// ```swift
/// print(try ContentAlignment.convert("content-vertical-top") == .verticalTop)  // true
/// ```
package enum ContentAlignment: String, CaseIterable, Hashable, Sendable {
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
  package static var qualifiers: [String] { ["UIControl", "ContentAlignment"] }

  /// The cases as they stand in `UIControlContentHorizontalAlignmentLeft`.
  package static var aliases: [(name: String, value: ContentAlignment)] {
    allCases.map { value in
      let words = value.rawValue.split(separator: "-")
      return ("content\(words[1])alignment\(words[2])", value)
    }
  }
}

/// Way in which a view fits its content into its bounds.
///
/// ```swift
/// print(try ContentMode.convert("UIViewContentModeScaleAspectFit") == .scaleAspectFit)  // true
/// print(try ContentMode.convert("fit") == .scaleAspectFit)  // true
/// ```
package enum ContentMode: String, CaseIterable, Hashable, Sendable {
  /// Stretched to the bounds.
  case scaleToFill
  /// The largest size that fits, with the proportions of the content.
  case scaleAspectFit
  /// The smallest size that fills the bounds, with the proportions of the content.
  case scaleAspectFill
  /// Drawn anew.
  case redraw
  /// In its own size, in the middle.
  case center
  /// In its own size, at the top.
  case top
  /// In its own size, at the bottom.
  case bottom
  /// In its own size, at the left.
  case left
  /// In its own size, at the right.
  case right
  /// In its own size, in the upper left corner.
  case topLeft
  /// In its own size, in the upper right corner.
  case topRight
  /// In its own size, in the lower left corner.
  case bottomLeft
  /// In its own size, in the lower right corner.
  case bottomRight
}

extension ContentMode: StyleEnumeration {
  /// The type's names in UIKit.
  package static var qualifiers: [String] { ["UIViewContentMode", "ContentMode"] }

  /// StringCoding's short names.
  package static var aliases: [(name: String, value: ContentMode)] {
    [
      ("fit", .scaleAspectFit), ("aspectFit", .scaleAspectFit), ("fill", .scaleAspectFill),
      ("aspectFill", .scaleAspectFill), ("scale", .scaleToFill), ("stretch", .scaleToFill),
    ]
  }
}

/// The states that a control can be in, several at once.
///
/// ```swift
/// let states = try ControlState.convert("selected highlighted")
/// print(states == [.highlighted, .selected], states.names)  // true ["highlighted", "selected"]
/// ```
@usableFromInline
package struct ControlState: OptionSet, Hashable, Sendable {
  /// The bits.
  @usableFromInline package let rawValue: UInt8

  /// Makes a set from its bits.
  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Nothing else.
  package static let normal = ControlState(rawValue: 1 << 0)
  /// Pressed.
  package static let highlighted = ControlState(rawValue: 1 << 1)
  /// Not to be used.
  package static let disabled = ControlState(rawValue: 1 << 2)
  /// Chosen or switched on.
  package static let selected = ControlState(rawValue: 1 << 3)
  /// Keys go to it.
  package static let focused = ControlState(rawValue: 1 << 4)
  /// The program's own state.
  package static let application = ControlState(rawValue: 1 << 5)
  /// The framework's own state.
  package static let reserved = ControlState(rawValue: 1 << 6)
}

extension ControlState: StyleOptionSet {
  /// The states in the order of the Pixelbits document.
  package static let members: [(name: String, value: ControlState)] = [
    ("normal", .normal), ("highlighted", .highlighted), ("disabled", .disabled),
    ("selected", .selected), ("focused", .focused), ("application", .application),
    ("reserved", .reserved),
  ]

  /// The type's name in UIKit.
  package static var qualifiers: [String] { ["UIControlState", "ControlState"] }
}

/// Events of a control, several at once.
///
/// ```swift
/// print(try ControlEvent.convert("UIControlEventTouchUpInside") == .touchUpInside)  // true
/// ```
package struct ControlEvent: OptionSet, Hashable, Sendable {
  /// The bits, as UIKit numbers them.
  package let rawValue: UInt32

  /// Makes a set from its bits.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A press inside the control.
  package static let touchDown = ControlEvent(rawValue: 1 << 0)
  /// A further press in quick succession.
  package static let touchDownRepeat = ControlEvent(rawValue: 1 << 1)
  /// A release inside the control: a click.
  package static let touchUpInside = ControlEvent(rawValue: 1 << 6)
  /// A release outside of the control.
  package static let touchUpOutside = ControlEvent(rawValue: 1 << 7)
  /// A new value.
  package static let valueChanged = ControlEvent(rawValue: 1 << 12)
  /// Typing ended with the return key.
  package static let editingDidEndOnExit = ControlEvent(rawValue: 1 << 19)
}

extension ControlEvent: StyleOptionSet {
  /// The events in the order of their numbers.
  package static let members: [(name: String, value: ControlEvent)] = [
    ("touchdown", 0), ("touchdownrepeat", 1), ("touchdraginside", 2), ("touchdragoutside", 3),
    ("touchdragenter", 4), ("touchdragexit", 5), ("touchupinside", 6), ("touchupoutside", 7),
    ("touchcancel", 8), ("valuechanged", 12), ("primaryactiontriggered", 13),
    ("editingdidbegin", 16), ("editingchanged", 17), ("editingdidend", 18),
    ("editingdidendonexit", 19),
  ].map { ($0, ControlEvent(rawValue: 1 << $1)) }

  /// The events as keys of a sheet, in the same order.
  package static let keys = [
    "touchDown", "touchDownRepeat", "touchDragInside", "touchDragOutside", "touchDragEnter",
    "touchDragExit", "touchUpInside", "touchUpOutside", "touchCancel", "valueChanged",
    "primaryActionTriggered", "editingDidBegin", "editingChanged", "editingDidEnd",
    "editingDidEndOnExit",
  ]

  /// The type's names in UIKit.
  package static var qualifiers: [String] { ["UIControlEvents", "ControlEvent"] }

  /// UIKit's names for several events at once.
  package static var aliases: [(name: String, value: ControlEvent)] {
    [
      ("alltouchevents", ControlEvent(rawValue: 0xFFF)),
      ("alleditingevents", ControlEvent(rawValue: 0xF0000)),
      ("allevents", members.reduce(into: []) { $0.formUnion($1.value) }),
    ]
  }
}

/// A property that has a value for each state of a control: `titleColor`, `selectedTitleColor`.
///
/// ```swift
/// var titles = StateValues("Play")
/// titles[.selected] = "Pause"
/// print(titles[.selected] ?? "", titles[.disabled] ?? "")  // Pause Play
/// print(titles.states == [.normal, .selected])  // true
/// ```
package struct StateValues<Value: Sendable>: Sendable {
  private var values: [(state: ControlState, value: Value)] = []

  /// No values.
  package init() {}

  /// The same value as `normal`, which every state falls back to.
  package init(_ normal: Value) {
    self[.normal] = normal
  }

  /// The value of a state; one that has none of its own takes that of `normal`.
  package subscript(state: ControlState) -> Value? {
    get {
      let state = Self.key(state)
      return values.first { $0.state == state }?.value
        ?? values.first { $0.state == .normal }?.value
    }
    set {
      let state = Self.key(state)
      values.removeAll { $0.state == state }
      if let newValue { values.append((state, newValue)) }
    }
  }

  /// The states that have values of their own.
  package var states: [ControlState] { values.map(\.state) }

  /// Normal says nothing beside another state.
  private static func key(_ state: ControlState) -> ControlState {
    let others = state.subtracting(.normal)
    return others.isEmpty ? .normal : others
  }
}
