public import CSSView
package import StyleValues
import Styling

/// A type whose properties can be set by name, with values as they are written; a theme can set
/// them, too.
///
/// It lists its keys once.
///
/// ```swift
/// struct Label: KeySettable {
///   var textColor = StyleColor.standard
///   var lines = 1
///   static let settableKeys: [SettableKey<Label>] = [
///     .value("textColor", \.textColor), .value("numberOfLines", \.lines),
///   ]
/// }
///
/// var label = Label()
/// try label.set("red", forKey: "textColor")
/// try label.set(3, forKey: "number-of-lines")
/// print(label.textColor == .rgb(red: 255, green: 0, blue: 0), label.lines)  // true 3
/// ```
///
/// A type of the main actor cannot conform, as its keys are read from anywhere: it keeps its keys
/// in a value of no actor. Structs and classes can conform. A class with subclasses lists its
/// keys in a `class var`, which they may override to add keys of their own with `.custom`.
public protocol KeySettable: SendableMetatype {
  /// The type that the keys belong to: this one, or the class that it inherits from.
  associatedtype KeyRoot = Self

  /// Keys that can be set.
  static var settableKeys: [SettableKey<KeyRoot>] { get }

  /// True if `color` sets the key `titleColor`, and `text-align` the key
  /// `contentHorizontalAlignment`: UIButton's rule in ViewCSS. It is false by default.
  static var isButton: Bool { get }
}

extension KeySettable {
  /// False by default.
  public static var isButton: Bool { false }

  /// Sets a property, a property for a state, or an action.
  ///
  /// `titleColor` and `title-color` are the same property, `selectedTitleColor` and
  /// `titleColor:selected` its value for a state, and `touchUpInside`, in any case and with
  /// `UIControlEvent` before it or not, is an action.
  ///
  /// - Parameters:
  ///   - value: The value as it is written.
  ///   - key: The key.
  /// - Throws: `KeyError` if there is no such key or the value is of another type.
  public mutating func set(_ value: ThemeValue, forKey key: String) throws(KeyError) {
    try set(value, at: [Substring(key)])
  }

  /// Sets a property of a part: `label.textColor`.
  ///
  /// - Parameters:
  ///   - value: The value as it is written.
  ///   - path: Keys with dots between them; the last one may be any key for `set(_:forKey:)`.
  /// - Throws: `KeyError` if there is no such key or part, or the value is of another type.
  public mutating func set(_ value: ThemeValue, forKeyPath path: String) throws(KeyError) {
    try set(value, at: path.pathKeys)
  }

  /// Sets a property, a property for a state, or an action from a text.
  ///
  /// - Parameters:
  ///   - text: The value as it is written.
  ///   - key: The key.
  /// - Throws: `KeyError` if there is no such key or the value is of another type.
  public mutating func set(_ text: String, forKey key: String) throws(KeyError) {
    try set(ThemeValue(text), forKey: key)
  }

  /// Sets a property of a part from a text: `label.textColor`.
  ///
  /// - Parameters:
  ///   - text: The value as it is written.
  ///   - path: Keys with dots between them; the last one may be any key for `set(_:forKey:)`.
  /// - Throws: `KeyError` if there is no such key or part, or the value is of another type.
  public mutating func set(_ text: String, forKeyPath path: String) throws(KeyError) {
    try set(ThemeValue(text), forKeyPath: path)
  }

  mutating func set(_ value: ThemeValue, at path: ArraySlice<Substring>) throws(KeyError) {
    guard var root = self as? KeyRoot else { return }
    let type = Swift.type(of: self)
    let value = value.withDefault(ConversionContext(dialect: .stringcoding))
    try KeyTable(entries: type.settableKeys, type: "\(type)").set(&root, path, value)
    if let changed = root as? Self { self = changed }
  }
}

extension KeySettable where Self: AnyObject {
  /// Sets a property, a property for a state, or an action.
  ///
  /// - Parameters:
  ///   - value: The value as it is written.
  ///   - key: The key.
  /// - Throws: `KeyError` if there is no such key or the value is of another type.
  public func set(_ value: ThemeValue, forKey key: String) throws(KeyError) {
    var object = self
    try object.set(value, at: [Substring(key)])
  }

  /// Sets a property of a part: `label.textColor`.
  ///
  /// - Parameters:
  ///   - value: The value as it is written.
  ///   - path: Keys with dots between them.
  /// - Throws: `KeyError` if there is no such key or part, or the value is of another type.
  public func set(_ value: ThemeValue, forKeyPath path: String) throws(KeyError) {
    var object = self
    try object.set(value, at: path.pathKeys)
  }

  /// Sets a property, a property for a state, or an action from a text.
  ///
  /// - Parameters:
  ///   - text: The value as it is written.
  ///   - key: The key.
  /// - Throws: `KeyError` if there is no such key or the value is of another type.
  public func set(_ text: String, forKey key: String) throws(KeyError) {
    try set(ThemeValue(text), forKey: key)
  }

  /// Sets a property of a part from a text: `label.textColor`.
  ///
  /// - Parameters:
  ///   - text: The value as it is written.
  ///   - path: Keys with dots between them.
  /// - Throws: `KeyError` if there is no such key or part, or the value is of another type.
  public func set(_ text: String, forKeyPath path: String) throws(KeyError) {
    try set(ThemeValue(text), forKeyPath: path)
  }
}

/// A key of a type whose objects can be set by name.
///
/// ```swift
/// struct Icon: KeySettable {
///   var size = StyleSize(width: 16, height: 16)
///   static let settableKeys: [SettableKey<Icon>] = [.value("size", \.size)]
/// }
///
/// struct Button: KeySettable {
///   var titleColor = StateValues<StyleColor>()
///   var icon = Icon()
///   var actions = ControlActions()
///   var columns = 0
///   static let settableKeys: [SettableKey<Button>] = [
///     .states("titleColor", \.titleColor), .object("icon", \.icon),
///     .actions(\.actions, known: ["save", "print"]),
///     .custom("width") { button, value throws(ConversionFailure) in
///       button.columns = Int(try value.converted(to: Double.self) / 7.5)
///     },
///   ]
/// }
///
/// var button = Button()
/// try button.set("blue", forKey: "selectedTitleColor")
/// try button.set("{32, 32}", forKeyPath: "icon.size")
/// try button.set(75, forKey: "width")
/// try button.set("save", forKey: "touchUpInside")
/// print(button.icon.size.width, button.columns, button.actions.actions(for: "touchUpInside"))
/// // 32.0 10 ["save"]
/// do {
///   try button.set("pirnt", forKey: "touchUpInside")
/// } catch {
///   print(error)  // unknown action 'pirnt'; did you mean 'print'?
/// }
/// ```
public struct SettableKey<Root>: Sendable {
  typealias Assign =
    @Sendable (inout Root, ThemeValue, StyleValues.ControlState) throws(ConversionFailure) -> Void

  enum Kind: Sendable {
    case value(Assign, hasStates: Bool)
    /// Sets a key of a part by its path; the closure returns false if the part is missing.
    case part(@Sendable (inout Root, ArraySlice<Substring>, ThemeValue) throws(KeyError) -> Bool)
    case actions(any WritableKeyPath<Root, ControlActions> & Sendable, known: [String]?)
  }

  /// The name; empty for actions, whose keys are the names of events.
  let name: String

  let kind: Kind

  /// The present value of an object; nil if it cannot be read.
  let current: (@Sendable (Root) -> Any?)?

  /// The keys of a part with their present values.
  let parts: (@Sendable (Root) -> [(name: String, value: Any)])?

  /// The names under which sheets can set it; those of parts have dots.
  let names: @Sendable () -> [String]

  private init(
    _ name: String, _ kind: Kind, current: (@Sendable (Root) -> Any?)? = nil,
    parts: (@Sendable (Root) -> [(name: String, value: Any)])? = nil,
    names: (@Sendable () -> [String])? = nil
  ) {
    self.name = name
    self.kind = kind
    self.current = current
    self.parts = parts
    self.names = names ?? { [name] }
  }

  private init(
    _ name: String, current: (@Sendable (Root) -> Any?)? = nil,
    _ set: @escaping @Sendable (inout Root, ThemeValue) throws(ConversionFailure) -> Void
  ) {
    self.init(
      name,
      .value(
        { root, value, _ throws(ConversionFailure) in try set(&root, value) }, hasStates: false),
      current: current)
  }

  /// True if it has a value for each state.
  var hasStates: Bool { if case .value(_, hasStates: true) = kind { true } else { false } }

  /// A property of any type that values convert to.
  public static func value<Value: Convertible>(
    _ name: String, _ property: any WritableKeyPath<Root, Value> & Sendable
  ) -> SettableKey {
    SettableKey(name, current: { $0[keyPath: property] }) { root, value throws(ConversionFailure) in
      root[keyPath: property] = try Self.convert(value)
    }
  }

  /// An optional property; `null` makes it nil, and so does an empty text unless that is a value of
  /// the type.
  ///
  /// For StringCoding, an empty text is no URL.
  public static func value<Value: Convertible>(
    _ name: String, _ property: any WritableKeyPath<Root, Value?> & Sendable
  ) -> SettableKey {
    SettableKey(name, current: { $0[keyPath: property] }) { root, value throws(ConversionFailure) in
      let isEmpty = value.text?.isEmpty == true && Value.self != String.self
      root[keyPath: property] = value.isNull || isEmpty ? nil : try Self.convert(value)
    }
  }

  /// A property with a value for each state of a control.
  public static func states<Value: Convertible>(
    _ name: String, _ property: any WritableKeyPath<Root, StateValues<Value>> & Sendable
  ) -> SettableKey {
    SettableKey(
      name,
      .value(
        { root, value, states throws(ConversionFailure) in
          root[keyPath: property][CSSView.ControlState(states)] = try Self.convert(value)
        }, hasStates: true), current: { $0[keyPath: property].normal },
      names: {
        let dashed = DictionaryKey.dashed(name)
        return [dashed] + StyleValues.ControlState.members.map { "\($0.name)-\(dashed)" }
      })
  }

  /// A key with a setter of its own for each state, and for a combination of states in one name.
  package static func customStates(
    _ name: String,
    _ set:
      @escaping @Sendable (
        inout Root, ThemeValue, StyleValues.ControlState
      ) throws(ConversionFailure) -> Void
  ) -> SettableKey {
    SettableKey(name, .value(set, hasStates: true))
  }

  /// A part, whose keys are set by a key path: `label.textColor`.
  public static func object<Part: KeySettable>(
    _ name: String, _ property: any WritableKeyPath<Root, Part> & Sendable
  ) -> SettableKey {
    SettableKey(
      name,
      .part { root, path, value throws(KeyError) in
        try root[keyPath: property].set(value, at: path)
        return true
      }, parts: { Self.values(of: $0[keyPath: property]) },
      names: { Self.paths(to: Part.self, name) })
  }

  /// A part that may be missing, whose keys are set by a key path.
  public static func object<Part: KeySettable>(
    _ name: String, _ property: any WritableKeyPath<Root, Part?> & Sendable
  ) -> SettableKey {
    SettableKey(
      name,
      .part { root, path, value throws(KeyError) in
        guard var part = root[keyPath: property] else { return false }
        try part.set(value, at: path)
        root[keyPath: property] = part
        return true
      }, parts: { Self.values(of: $0[keyPath: property]) },
      names: { Self.paths(to: Part.self, name) })
  }

  /// A key with a setter of its own, because it is no property or its conversion is special.
  public static func custom(
    _ name: String,
    _ set: @escaping @Sendable (inout Root, ThemeValue) throws(ConversionFailure) -> Void
  ) -> SettableKey { SettableKey(name, set) }

  /// The actions of a control: every event's name becomes a key.
  ///
  /// - Parameters:
  ///   - property: The property with the actions.
  ///   - known: The names of existing actions; any other one is an error. If nil, names are checked
  ///     when an action happens.
  /// - Returns: The entry.
  public static func actions(
    _ property: any WritableKeyPath<Root, ControlActions> & Sendable, known: [String]? = nil
  ) -> SettableKey { SettableKey("", .actions(property, known: known), names: { Self.events }) }

  private static var events: [String] {
    // `touchUpInside` is `touch-up-inside` in sheets.
    StyleValues.ControlEvent.members.map(\.name) + StyleValues.ControlEvent.keys
  }

  private static func values<Part: KeySettable>(of part: Part?) -> [(name: String, value: Any)] {
    guard let root = part as? Part.KeyRoot else { return [] }
    return Part.settableKeys.compactMap { key in key.current?(root).map { (key.name, $0) } }
  }

  private static func paths<Part: KeySettable>(to part: Part.Type, _ name: String) -> [String] {
    part.settableKeys.filter { !$0.name.isEmpty }.map { "\(name).\($0.name)" }
  }

  private static func convert<Value: Convertible>(
    _ value: ThemeValue
  ) throws(ConversionFailure) -> Value {
    // StringCoding reads texts for `char` as codes: of a character, not of a number.
    guard let type = Value.self as? any CharacterKey.Type else { return try Value.convert(value) }
    let code = try value.convert(CharacterCode.self)
    guard let character = type.init(characterCode: code.value) as? Value else {
      throw value.failure(expected: "a character or a code from -128 to 127")
    }
    return character
  }
}

/// A type for a key of StringCoding's `char`.
private protocol CharacterKey {
  /// Creates a value from a code, -128 to 127, or above that a Unicode scalar.
  init?(characterCode code: Int)
}

extension Int8: CharacterKey { init?(characterCode code: Int) { self.init(exactly: code) } }

extension UInt8: CharacterKey {
  /// Creates a value from a code; negative codes are bytes above 127.
  init?(characterCode code: Int) {
    guard let code = Int8(exactly: code) else { return nil }
    self.init(bitPattern: code)
  }
}

extension ThemeProperties {
  /// Adds the keys of a type whose objects a theme may set, except for properties of CSS.
  public mutating func add<Settable: KeySettable>(keysOf type: Settable.Type) {
    add(keysOf: type) { _ in true }
  }

  /// Adds names that are a key of a button, and a property of CSS for text.
  mutating func addKeysOfButtons() {
    for name in ObjectKey.ofButtons.keys {
      extensions.register(name, isInherited: false) { _, _ in nil }
    }
  }

  /// Adds the keys of a type that pass a test, by their names with dashes.
  mutating func add<Settable: KeySettable>(
    keysOf type: Settable.Type, where isAdded: (String) -> Bool
  ) {
    for name in type.settableKeys.flatMap({ $0.names() }) {
      let dashed = DictionaryKey.dashed(name)
      guard PropertyName.effectiveName(dashed) == nil, isAdded(dashed) else { continue }
      // Only an object can decide if it accepts a value.
      extensions.register(dashed, isInherited: false) { _, _ in nil }
    }
  }
}
