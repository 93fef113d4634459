public import CSSView
import Diagnostics
import StyleValues
import Styling

/// A key of an object, and the property of a sheet that sets it.
///
/// Views of UIKit have some of the keys in their `layer`, and others under names of their own.
struct ObjectKey {
  private let name: String

  /// Creates a key by its name; the keys of a layer have `layer.` before them.
  init(_ name: String) { self.name = DictionaryKey.camelCase(name) }

  /// The property's name in a sheet; nil if only the program knows it.
  private var property: String? {
    Self.others[name] ?? PropertyName.effectiveName(DictionaryKey.dashed(name))
  }

  private static let others = [
    "alpha": "opacity", "layer.cornerRadius": "border-radius",
    "layer.masksToBounds": "border-radius", "layer.borderWidth": "border-width",
    "layer.borderColor": "border-color", "layer.shadowColor": "text-shadow",
    "layer.shadowOffset": "text-shadow", "layer.shadowRadius": "text-shadow",
    "layer.shadowOpacity": "text-shadow-opacity",
  ]

  /// The keys that properties of CSS set on buttons alone.
  static let ofButtons = ["titleColor": "color", "contentHorizontalAlignment": "text-align"]

  /// The value of a style for the key; nil if the style declares none.
  ///
  /// Of `current`, the object's present value, a font keeps the parts that are not declared.
  func value(
    in config: StyleConfig, over current: Any? = nil, isButton: Bool = false
  ) -> ThemeValue? {
    if let property = Self.ofButtons[name] {
      let isOwn = config.declaredProperties.contains(DictionaryKey.dashed(name))
      guard isOwn || isButton && config.declares(property) else { return nil }
      return config.value(isOwn ? name : property)
    }
    let property = config.declares(name) ? name : property ?? name
    let isScaled = config.declares("font-size-scale")
    switch self.property {
    case "font":
      guard isScaled || config.declares(property) else { return nil }
      return WrittenValue.text(of: font(of: config, over: current as? StyleFont))
        .map { ThemeValue($0) }
    case "font-size":
      guard isScaled || config.declares(property) else { return nil }
      return ThemeValue(floatLiteral: config.scaledFontSize)
    default: break
    }
    if name.hasPrefix("layer.shadow") { return shadow(of: config) }
    guard config.declares(property) else { return nil }
    return name == "layer.masksToBounds" ? true : config.value(property)
  }

  /// The font of a style, with the object's own values for parts that are not declared.
  private func font(of config: StyleConfig, over current: StyleFont?) -> StyleFont {
    var font = config.scaledFont
    guard let current else { return font }
    if !config.declares("font-size"), !config.declares("font-size-scale") {
      font.size = current.size
    }
    if !config.declares("font-weight") { font.weight = current.weight }
    if !config.declares("font-style") { font.isItalic = current.isItalic }
    if !config.declares("font-family") { font.family = current.family }
    return font
  }

  /// The value for the layer's shadow from the first shadow of a text.
  private func shadow(of config: StyleConfig) -> ThemeValue? {
    let isDeclared = config.declares("text-shadow")
    if name == "layer.shadowOpacity" {
      let isOpacity = config.declares("text-shadow-opacity")
      guard isDeclared || isOpacity else { return nil }
      let isNone = isDeclared && config.style.textShadows.isEmpty
      return ThemeValue(floatLiteral: isNone ? 0 : config.style.textShadowOpacity)
    }
    guard isDeclared, let shadow = config.style.textShadows.first else { return nil }
    switch name {
    case "layer.shadowOffset": return ThemeValue("{\(shadow.x), \(shadow.y)}")
    case "layer.shadowRadius": return ThemeValue(floatLiteral: shadow.blur)
    default: return ThemeValue(shadow.color ?? config.color)
    }
  }

  /// The declaration of a value for a sheet, as snooping prints it; nil for a value that no sheet
  /// can set.
  func snooped(_ value: Any, isButton: Bool = false) -> SnoopedClass.Property? {
    let ofButton = Self.ofButtons[name].map { isButton ? $0 : DictionaryKey.dashed(name) }
    guard let property = ofButton ?? property, var text = WrittenValue.text(of: value) else {
      return nil
    }
    let isLength = ["font-size", "border-width", "border-radius"].contains(property)
    if isLength, Double(text) != nil { text += "px" }
    return SnoopedClass.Property(name: property, value: text)
  }
}

/// A property with a value for each state of a control: `titleColor`, `selectedTitleColor`.
///
/// ```swift
/// var titles = StateValues("Play")
/// titles[.selected] = "Pause"
/// print(titles[.selected] ?? "", titles[.disabled] ?? "", titles.states)
/// // Pause Play [selected]
/// ```
public struct StateValues<Value: Sendable>: Sendable {
  /// The value for states without a value of their own.
  public var normal: Value?

  private var values: [CSSView.ControlState: Value] = [:]

  /// Creates one value for all states, or none.
  public init(_ normal: Value? = nil) { self.normal = normal }

  /// The value of a state; `normal` if it has none of its own.
  ///
  /// Of several states, the first with a value counts; setting several sets each.
  public subscript(states: CSSView.ControlState) -> Value? {
    get { self.states.first(where: states.contains).flatMap { values[$0] } ?? normal }
    set {
      if states.isEmpty { normal = newValue }
      for state in CSSView.ControlState.members where states.contains(state) {
        values[state] = newValue
      }
    }
  }

  /// The states that have values of their own.
  public var states: [CSSView.ControlState] {
    CSSView.ControlState.members.filter { values[$0] != nil }
  }
}

extension StateValues: Equatable where Value: Equatable {}

extension StateValues: Hashable where Value: Hashable {}

/// Present value of an object, in the notation of a sheet.
enum WrittenValue {
  /// A value in the notation of a sheet; nil if there is none for its type.
  static func text(of value: Any) -> String? {
    switch value {
    case let color as StyleColor: text(of: color)
    case let number as Double: NumberText.css(number)
    case let number as Float: NumberText.css(Double(number))
    case let length as StyleLength: NumberText.css(length.pixels) + "px"
    case let font as StyleFont:
      Font(
        family: font.family, size: font.size, weight: font.weight,
        style: font.isItalic ? .italic : .normal
      ).text
    case let size as StyleSize: "\(NumberText.css(size.width))px \(NumberText.css(size.height))px"
    case let offset as StyleOffset:
      "\(NumberText.css(offset.horizontal))px \(NumberText.css(offset.vertical))px"
    case let insets as StyleInsets: insets.text
    case let alignment as CSSView.TextAlignment:
      (StyleValues.TextAlignment(rawValue: alignment.rawValue) ?? .start).documentName
    case let value as any RawRepresentable: "\(value.rawValue)"
    case is String, is any BinaryInteger, is Bool: "\(value)"
    default: nil
    }
  }

  /// A colour as `#RRGGBBAA` in upper case, as the documents print colours.
  private static func text(of color: StyleColor) -> String? {
    guard case .absolute(let value)? = color.value else { return color.value?.cssText }
    return value.srgb.hex8.uppercased()
  }
}

/// The names of the actions for events of a control: `"touchUpInside": "save"`.
///
/// The responder of an action is found when the event happens, so that it may change.
///
/// ```swift
/// struct Pane: ActionResponder {
///   var actionNames: [String]
/// }
///
/// var actions = ControlActions()
/// actions.add("save", for: "touchUpInside")
/// actions.add("pirnt", for: "touchDown")
/// let chain = [Pane(actionNames: []), Pane(actionNames: ["save", "print"])]
/// print(actions.handlers(of: "touchUpInside", along: chain).map(\.action))  // ["save"]
/// for finding in actions.findings(along: chain) { print(finding, terminator: "") }
/// // warning: unknown action 'pirnt'; did you mean 'print'? [unknown-action]
/// ```
public struct ControlActions: Hashable, Sendable {
  private struct Binding: Hashable {
    var events: StyleValues.ControlEvent
    var action: String
  }

  private var bindings: [Binding] = []

  /// Creates an empty list.
  public init() {}

  /// Adds an action for events, by any of their names: `touchUpInside`, `UIControlEventTouchDown`,
  /// `valueChanged`, several with spaces between them.
  ///
  /// - Returns: True if there are such events.
  @discardableResult
  public mutating func add(_ action: String, for events: String) -> Bool {
    guard let events = try? StyleValues.ControlEvent.convert(events), !events.isEmpty
    else { return false }
    add(action, for: events)
    return true
  }

  mutating func add(_ action: String, for events: StyleValues.ControlEvent) {
    let binding = Binding(events: events, action: action)
    if !bindings.contains(binding) { bindings.append(binding) }
  }

  /// The actions of an event, in the order in which they were added.
  public func actions(for event: String) -> [String] {
    guard let event = try? StyleValues.ControlEvent.convert(event) else { return [] }
    return bindings.filter { !$0.events.isDisjoint(with: event) }.map(\.action)
  }

  /// The responders to an event: for each action the first in a chain, from the control outwards,
  /// that knows it.
  public func handlers<Responder: ActionResponder>(
    of event: String, along chain: some Sequence<Responder>
  ) -> [(action: String, responder: Responder)] {
    Self.handlers(of: actions(for: event), along: Array(chain)) { $0.actionNames }
  }

  /// The responders to an event, for a chain of responders of several types.
  public func handlers(of event: String, along chain: [any ActionResponder]) -> [(
    action: String, responder: any ActionResponder
  )] { Self.handlers(of: actions(for: event), along: chain) { $0.actionNames } }

  private static func handlers<Responder>(
    of actions: [String], along chain: [Responder], _ names: (Responder) -> [String]
  ) -> [(action: String, responder: Responder)] {
    actions.compactMap { action in chain.first { names($0).contains(action) }.map { (action, $0) } }
  }

  /// The actions that no responder in a chain knows, each with the nearest known name.
  public func findings(along chain: [any ActionResponder]) -> [Finding] {
    let known = chain.flatMap(\.actionNames)
    return bindings.map(\.action).uniqued.filter { !known.contains($0) }.map { name in
      Finding(
        Diagnostic(
          .warning, .unknownAction, "unknown action '\(name)'", at: nil,
          suggestion: nearestName(to: name, in: known)))
    }
  }
}

/// An object that knows actions by their names: a control, its container, or the program.
public protocol ActionResponder {
  /// The actions that it knows.
  var actionNames: [String] { get }
}
