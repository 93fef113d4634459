package import Diagnostics

/// A type whose properties can be set by name, with values as they are written.
///
/// It lists them once:
///
/// Structs and classes can take part. Where a class has subclasses, it lists its keys in a
/// `class var`, which they may override to add keys of their own with `.custom`.
///
/// ```swift
/// struct Label: KeySettable {
///   var textColor: ColorValue?
///   var lines = 1
///   static let settableKeys: [SettableKey<Label>] = [
///     .value("textColor", \.textColor), .value("numberOfLines", \.lines),
///   ]
/// }
///
/// var label = Label()
/// try label.set("red", forKey: "textColor")
/// try label.set(3, forKey: "number-of-lines")
/// print(label.textColor?.cssText ?? "", label.lines)  // rgb(255, 0, 0) 3
/// ```
package protocol KeySettable: SendableMetatype {
  /// The type that the keys belong to: this one, or the class that it inherits from.
  associatedtype KeyRoot = Self

  /// Keys of the type that can be set.
  static var settableKeys: [SettableKey<KeyRoot>] { get }
}

extension KeySettable {
  /// Sets a property, a property for a state, or an action.
  ///
  /// `titleColor` and `title-color` are the same property, `selectedTitleColor` and
  /// `titleColor:selected` are its value for a state, and `touchUpInside`, in any case and with
  /// `UIControlEvent` before it or not, is an action.
  /// - Parameters:
  ///   - value: The value as it was written.
  ///   - key: The key.
  ///   - context: The dialect and what units and keywords refer to.
  /// - Throws: An error if there is no such key, or if the value is of another type.
  package mutating func set(
    _ value: some RawConvertible, forKey key: String,
    in context: ConversionContext = ConversionContext(dialect: .stringcoding)
  ) throws(KeyError) {
    try KeyAssignment.set(&self, [Substring(key)], value.raw, in: context)
  }

  /// Sets a property of a part: `label.textColor`.
  ///
  /// - Parameters:
  ///   - value: The value as it was written.
  ///   - path: Keys with dots between them; the last one may be anything that is a key.
  ///   - context: The dialect and what units and keywords refer to.
  /// - Throws: An error if there is no such key or part, or if the value is of another type.
  package mutating func set(
    _ value: some RawConvertible, forKeyPath path: String,
    in context: ConversionContext = ConversionContext(dialect: .stringcoding)
  ) throws(KeyError) {
    try KeyAssignment.set(&self, KeyAssignment.split(path), value.raw, in: context)
  }
}

extension KeySettable where Self: AnyObject {
  /// Sets a property, a property for a state, or an action.
  ///
  /// - Parameters:
  ///   - value: The value as it was written.
  ///   - key: The key.
  ///   - context: The dialect and what units and keywords refer to.
  /// - Throws: An error if there is no such key, or if the value is of another type.
  package func set(
    _ value: some RawConvertible, forKey key: String,
    in context: ConversionContext = ConversionContext(dialect: .stringcoding)
  ) throws(KeyError) {
    var object = self
    try KeyAssignment.set(&object, [Substring(key)], value.raw, in: context)
  }

  /// Sets a property of a part: `label.textColor`.
  ///
  /// - Parameters:
  ///   - value: The value as it was written.
  ///   - path: Keys with dots between them.
  ///   - context: The dialect and what units and keywords refer to.
  /// - Throws: An error if there is no such key or part, or if the value is of another type.
  package func set(
    _ value: some RawConvertible, forKeyPath path: String,
    in context: ConversionContext = ConversionContext(dialect: .stringcoding)
  ) throws(KeyError) {
    var object = self
    try KeyAssignment.set(&object, KeyAssignment.split(path), value.raw, in: context)
  }
}

/// One entry of the table of what can be set on a type by name.
///
/// ```swift
/// struct Icon: KeySettable {
///   var size = Size(width: 16, height: 16)
///   static let settableKeys: [SettableKey<Icon>] = [.value("size", \.size)]
/// }
///
/// struct Button: KeySettable {
///   var titleColor = StateValues<ColorValue>()
///   var icon = Icon()
///   var actions = ControlActions()
///   var columns = 0
///   static let settableKeys: [SettableKey<Button>] = [
///     .states("titleColor", \.titleColor), .object("icon", \.icon), .actions(\.actions),
///     .custom("width") { button, raw, context throws(ConversionError) in
///       button.columns = Int(try Double.convert(raw, in: context) / context.cellWidth)
///     },
///   ]
/// }
///
/// var button = Button()
/// try button.set("blue", forKey: "selectedTitleColor")
/// try button.set("{32, 32}", forKeyPath: "icon.size")
/// try button.set("showAlert:", forKey: "touchUpInside")
/// try button.set(75, forKey: "width")
/// print(button.titleColor[.selected]?.cssText ?? "")  // rgb(0, 0, 255)
/// print(button.icon.size.width, button.columns)  // 32.0 10
/// print(button.actions.actions(for: .touchUpInside))  // ["showAlert:"]
/// print(Button.settableKeys.map(\.name))  // ["titleColor", "icon", "", "width"]
///
/// // A table that is made somewhere else.
/// let keys: [SettableKey<[String]>] = [
///   .customStates("line") { lines, raw, state, context throws(ConversionError) in
///     lines.append("\(state.cssText): \(try String.convert(raw, in: context))")
///   },
///   .part("all") { lines, path, raw, _ throws(KeyError) in
///     lines.append("\(path.joined()) \(raw.summary)")
///     return true
///   },
///   .actions(known: ["save"]) { lines, action, events in lines.append(action) },
/// ]
/// var lines: [String] = []
/// for path in ["selectedLine", "all.of", "touchDown"] {
///   try SettableKey.set(
///     &lines, keys, of: [String].self, path: SettableKey<[String]>.split(path: path), to: "save",
///     in: ConversionContext())
/// }
/// print(lines)  // ["selected: save", "of “save”", "save"]
/// ```
package struct SettableKey<Root>: Sendable {
  typealias Assign =
    @Sendable (
      inout Root, RawValue, ControlState, ConversionContext
    ) throws(ConversionError) -> Void

  typealias Descend =
    @Sendable (
      inout Root, ArraySlice<Substring>, RawValue, ConversionContext
    ) throws(KeyError) -> Bool

  enum Kind: Sendable {
    case value(Assign)
    case states(Assign)
    case object(Descend)
    case actions(@Sendable (inout Root, String, ControlEvent) -> Void, known: [String]?)
  }

  /// The name; empty for the table of actions, whose keys are events.
  package let name: String
  let kind: Kind

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// A property of any type that values convert to.
  package static func value<Value: Convertible>(
    _ name: String, _ property: any WritableKeyPath<Root, Value> & Sendable
  ) -> SettableKey {
    SettableKey(
      name,
      .value { root, raw, _, context throws(ConversionError) in
        root[keyPath: property] = try Value.convert(raw, in: context)
      })
  }

  /// An optional property; `null` makes it nil, and what else its type says.
  package static func value<Value: Convertible>(
    _ name: String, _ property: any WritableKeyPath<Root, Value?> & Sendable
  ) -> SettableKey {
    SettableKey(
      name,
      .value { root, raw, _, context throws(ConversionError) in
        root[keyPath: property] =
          Value.isNothing(raw) ? nil : try Value.convert(raw, in: context)
      })
  }

  /// A property with a value for each state of a control.
  package static func states<Value: StyleConvertible>(
    _ name: String, _ property: any WritableKeyPath<Root, StateValues<Value>> & Sendable
  ) -> SettableKey {
    SettableKey(
      name,
      .states { root, raw, state, context throws(ConversionError) in
        root[keyPath: property][state] = try Value.convert(raw, in: context)
      })
  }

  /// A part whose own keys are reached by a key path: `label.textColor`.
  package static func object<Part: KeySettable>(
    _ name: String, _ property: any WritableKeyPath<Root, Part> & Sendable
  ) -> SettableKey {
    SettableKey(
      name,
      .object { root, path, raw, context throws(KeyError) in
        try KeyAssignment.set(&root[keyPath: property], path, raw, in: context)
        return true
      })
  }

  /// A part that may be missing, whose own keys are reached by a key path.
  package static func object<Part: KeySettable>(
    _ name: String, _ property: any WritableKeyPath<Root, Part?> & Sendable
  ) -> SettableKey {
    SettableKey(
      name,
      .object { root, path, raw, context throws(KeyError) in
        guard var part = root[keyPath: property] else { return false }
        try KeyAssignment.set(&part, path, raw, in: context)
        root[keyPath: property] = part
        return true
      })
  }

  /// A key with a meaning of its own: it is no property, or its conversion is special.
  package static func custom(
    _ name: String,
    _ set:
      @escaping @Sendable (
        inout Root, RawValue, ConversionContext
      ) throws(ConversionError) -> Void
  ) -> SettableKey {
    SettableKey(
      name,
      .value { root, raw, _, context throws(ConversionError) in try set(&root, raw, context) })
  }

  /// The actions of a control: every event's name becomes a key.
  package static func actions(
    _ property: any WritableKeyPath<Root, ControlActions> & Sendable
  ) -> SettableKey {
    actions { root, action, events in root[keyPath: property].add(action, for: events) }
  }

  /// The actions of a control; with the names of those that there are, any other one is an error.
  package static func actions(
    known: [String]? = nil, add: @escaping @Sendable (inout Root, String, ControlEvent) -> Void
  ) -> SettableKey {
    SettableKey("", .actions(add, known: known))
  }

  /// A key with a meaning of its own for each state.
  package static func customStates(
    _ name: String,
    _ set:
      @escaping @Sendable (
        inout Root, RawValue, ControlState, ConversionContext
      ) throws(ConversionError) -> Void
  ) -> SettableKey {
    SettableKey(name, .states(set))
  }

  /// A part that sets its own keys; it gives false where the part is missing.
  package static func part(
    _ name: String,
    _ descend:
      @escaping @Sendable (
        inout Root, ArraySlice<Substring>, RawValue, ConversionContext
      ) throws(KeyError) -> Bool
  ) -> SettableKey {
    SettableKey(name, .object(descend))
  }

  /// Sets what a path leads to, on a value whose type has these keys.
  package static func set(
    _ root: inout Root, _ keys: [SettableKey], of type: Any.Type, path: ArraySlice<Substring>,
    to raw: RawValue, in context: ConversionContext
  ) throws(KeyError) {
    try KeyAssignment.set(&root, keys, of: type, path, raw, in: context)
  }

  /// A path as its keys; what is far too long is cut off, and then is no key.
  package static func split(path: String) -> ArraySlice<Substring> { KeyAssignment.split(path) }
}

/// Why a property could not be set by its name.
///
/// ```swift
/// struct Label: KeySettable {
///   var textColor: ColorValue?
///   static let settableKeys: [SettableKey<Label>] = [.value("textColor", \.textColor)]
/// }
///
/// var label = Label()
/// do {
///   try label.set("red", forKey: "textColour")
/// } catch {
///   print(error.key, error.type, error.nearNames)  // textColour Label ["textColor"]
///   print(error.message)
///   // Label has no key “textColour”; did you mean textColor?
///   print(error.knownNames)  // ["textColor"]
/// }
/// ```
package struct KeyError: Error, Hashable, Sendable {
  /// Kind of the error.
  ///
  /// ```swift
  /// struct Label: KeySettable {
  ///   var font = Font()
  ///   static let settableKeys: [SettableKey<Label>] = [.value("font", \.font)]
  /// }
  ///
  /// var label = Label()
  /// do {
  ///   try label.set(["size": -1] as RawValue, forKey: "font")
  /// } catch {
  ///   guard case .badValue(let problem) = error.reason else { return }
  ///   print(problem.expected)  // a size of 0 or more
  /// }
  /// ```
  package enum Reason: Hashable, Sendable {
    /// The type has no such key.
    case unknownKey
    /// There is no such state.
    case unknownState
    /// There is no such action.
    case unknownAction
    /// The property has one value for all states.
    case hasNoStates
    /// The key names a part, whose own properties can be set, not a value.
    case isPart
    /// The key names a value, which has no keys of its own.
    case hasNoParts
    /// The part that the key names is nil.
    case missingPart
    /// The value could not be converted.
    case badValue(ConversionError)
  }

  /// Kind of the error.
  package var reason: Reason

  /// The key, or the part of a key path, that it is about.
  package var key: String

  /// The name of the type that the key was looked for on.
  package var type: String

  /// Names that exist and look like the key, the nearest first.
  package var nearNames: [String]

  /// For an unknown key the names that the type has.
  package var knownNames: [String]

  /// Place of the value, if it was written in a file.
  package var location: SourceLocation?

  init(
    _ reason: Reason, key: String, type: String, near names: [String] = [],
    known: [String] = [], raw: RawValue
  ) {
    knownNames = known
    self.reason = reason
    self.key = key
    self.type = type
    self.location = raw.place?.location
    var rest = names
    var found: [String] = []
    while found.count < 3, let name = nearestName(to: key, in: rest) {
      found.append(name)
      rest.removeAll { $0 == name }
    }
    nearNames = found
  }

  /// One sentence for a person, without a full stop.
  package var message: String {
    let problem: String
    switch reason {
    case .unknownKey: problem = "\(type) has no key “\(key)”"
    case .unknownState: problem = "there is no state “\(key)”"
    case .unknownAction: problem = "there is no action “\(key)”"
    case .hasNoStates: problem = "“\(key)” of \(type) is the same in all states"
    case .isPart: problem = "“\(key)” of \(type) is a part and not a value"
    case .hasNoParts: problem = "“\(key)” of \(type) is a value and has no keys"
    case .missingPart: problem = "“\(key)” of \(type) is nil"
    case .badValue(let error): problem = "“\(key)” of \(type): \(error.message)"
    }
    guard let last = nearNames.last else {
      return knownNames.isEmpty
        ? problem : "\(problem); it has \(EnumerationNames.list(knownNames, and: true))"
    }
    let names = nearNames.count > 1 ? nearNames.dropLast().joined(separator: ", ") + " or " : ""
    return "\(problem); did you mean \(names)\(last)?"
  }
}

extension KeyError: CustomStringConvertible {
  /// The message, after the place if there is one.
  package var description: String { location.map { "\($0): \(message)" } ?? message }
}
