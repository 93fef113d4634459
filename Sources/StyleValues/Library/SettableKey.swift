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
