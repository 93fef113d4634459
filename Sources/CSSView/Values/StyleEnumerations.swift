package import StyleValues

/// The alignment of lines in their block.
///
/// ```swift
/// print(try ThemeValue("NSTextAlignmentJustified").converted(to: TextAlignment.self))  // justify
/// ```
public enum TextAlignment: String, CaseIterable, Hashable, Sendable {
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// In the middle.
  case center
  /// At both edges.
  case justify
  /// At the start of lines in the language of the text.
  case start
  /// At the end of lines in the language of the text.
  case end
  /// At the natural edge for the language of the text.
  case natural
}

/// Treatment of text that is wider than its block.
public enum LineBreakMode: String, CaseIterable, Hashable, Sendable {
  /// Cut at the edge.
  case clip
  /// Ends in an ellipsis.
  case ellipsis
  /// Continues in the next line, at a word.
  case wordWrap = "wordwrap"
  /// Continues in the next line, at any character.
  case charWrap = "charwrap"
  /// An ellipsis replaces its start.
  case truncateHead = "truncatehead"
  /// An ellipsis replaces its end.
  case truncateTail = "truncatetail"
  /// An ellipsis replaces its middle.
  case truncateMiddle = "truncatemiddle"
}

/// A way to fit content into the bounds of a view.
///
/// ```swift
/// print(try ThemeValue("fit").converted(to: ContentMode.self))  // scaleAspectFit
/// ```
public enum ContentMode: String, CaseIterable, Hashable, Sendable {
  /// Stretched to the bounds.
  case scaleToFill
  /// The largest size that fits, with its proportions.
  case scaleAspectFit
  /// The smallest size that fills the bounds, with its proportions.
  case scaleAspectFill
  /// Drawn again.
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

/// The states of a control.
///
/// ```swift
/// let states = try ThemeValue("selected highlighted").converted(to: ControlState.self)
/// print(states == [.highlighted, .selected], states)  // true highlighted selected
/// print(ControlState.normal.isEmpty)  // true
/// ```
public struct ControlState: OptionSet, Hashable, Sendable {
  /// One bit for each state.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No other state.
  public static let normal: ControlState = []
  /// Pressed.
  public static let highlighted = ControlState(rawValue: 1 << 1)
  /// Cannot be used.
  public static let disabled = ControlState(rawValue: 1 << 2)
  /// Chosen or switched on.
  public static let selected = ControlState(rawValue: 1 << 3)
  /// Has the keyboard focus.
  public static let focused = ControlState(rawValue: 1 << 4)
  /// The program's own state.
  public static let application = ControlState(rawValue: 1 << 5)
  /// The framework's own state.
  public static let reserved = ControlState(rawValue: 1 << 6)

  /// The states without `normal`.
  package static let members = StyleValues.ControlState.members.dropFirst().map {
    ControlState($0.value)
  }

  /// `normal` has no bit.
  package init(_ states: StyleValues.ControlState) {
    rawValue = states.subtracting(.normal).rawValue
  }

  /// The states for selectors.
  package var flags: StyleValues.ControlState {
    isEmpty ? .normal : StyleValues.ControlState(rawValue: rawValue)
  }
}

extension ControlState: CustomStringConvertible {
  /// The names, separated by spaces.
  public var description: String { flags.cssText }
}

/// Events of a control.
///
/// ```swift
/// let event = try ThemeValue("UIControlEventTouchUpInside").converted(to: ControlEvent.self)
/// print(event == .touchUpInside)  // true
/// ```
public struct ControlEvent: OptionSet, Hashable, Sendable {
  /// The bits of UIKit.
  public let rawValue: UInt32

  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A press inside the control.
  public static let touchDown = ControlEvent(rawValue: 1 << 0)
  /// Another press in quick succession.
  public static let touchDownRepeat = ControlEvent(rawValue: 1 << 1)
  /// A move inside the control.
  public static let touchDragInside = ControlEvent(rawValue: 1 << 2)
  /// A move outside of the control.
  public static let touchDragOutside = ControlEvent(rawValue: 1 << 3)
  /// A move into the control.
  public static let touchDragEnter = ControlEvent(rawValue: 1 << 4)
  /// A move out of the control.
  public static let touchDragExit = ControlEvent(rawValue: 1 << 5)
  /// A release inside the control: a click.
  public static let touchUpInside = ControlEvent(rawValue: 1 << 6)
  /// A release outside of the control.
  public static let touchUpOutside = ControlEvent(rawValue: 1 << 7)
  /// A press that the system has ended.
  public static let touchCancel = ControlEvent(rawValue: 1 << 8)
  /// A new value.
  public static let valueChanged = ControlEvent(rawValue: 1 << 12)
  /// The control's main action.
  public static let primaryActionTriggered = ControlEvent(rawValue: 1 << 13)
  /// The start of typing.
  public static let editingDidBegin = ControlEvent(rawValue: 1 << 16)
  /// A change by typing.
  public static let editingChanged = ControlEvent(rawValue: 1 << 17)
  /// The end of typing.
  public static let editingDidEnd = ControlEvent(rawValue: 1 << 18)
  /// The end of typing with the return key.
  public static let editingDidEndOnExit = ControlEvent(rawValue: 1 << 19)
}

extension TextAlignment: Convertible {
  /// Converts a name, short or as in UIKit, in any case, or a content alignment:
  /// `content-horizontal-left`.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> TextAlignment {
    switch try? value.convert(ContentAlignment.self) {
    case .horizontalLeft: return .left
    case .horizontalRight: return .right
    case .horizontalCenter: return .center
    case .horizontalFill: return .justify
    default: break
    }
    return try value.constant(StyleValues.TextAlignment.self)
  }
}

extension LineBreakMode: Convertible {
  /// Converts a name, short or as in UIKit, in any case.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> LineBreakMode {
    try value.constant(StyleValues.LineBreakMode.self)
  }
}

extension ContentMode: Convertible {
  /// Converts a name, short or as in UIKit, in any case; `fit` and `fill` keep the proportions.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> ContentMode {
    try value.constant(StyleValues.ContentMode.self)
  }
}

extension ControlState: Convertible {
  /// Converts names, short or as in UIKit, in any case, separated by spaces.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> ControlState {
    ControlState(try value.convert(StyleValues.ControlState.self))
  }
}

extension ControlEvent: Convertible {
  /// Converts names, short or as in UIKit, in any case, separated by spaces.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> ControlEvent {
    ControlEvent(rawValue: try value.convert(StyleValues.ControlEvent.self).rawValue)
  }
}

extension ThemeValue {
  /// The constant of a name; both types have the same cases.
  fileprivate func constant<Known: StyleEnumeration & RawRepresentable, Constant: RawRepresentable>(
    _ known: Known.Type
  ) throws(ConversionFailure) -> Constant
  where Known.RawValue == String, Constant.RawValue == String {
    let raw = try convert(known).rawValue
    guard let constant = Constant(rawValue: raw) else {
      throw failure(expected: "a \(Constant.self)")
    }
    return constant
  }
}
