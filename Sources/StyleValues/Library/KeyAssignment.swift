import CSSSyntax

/// Finds what a key means on a type and sets it.
enum KeyAssignment {
  /// A path longer than this is a mistake.
  private static let longestPath = 64

  static func split(_ path: String) -> ArraySlice<Substring> {
    path.split(separator: ".", maxSplits: longestPath, omittingEmptySubsequences: false)[...]
  }

  static func set<Root: KeySettable>(
    _ root: inout Root, _ path: ArraySlice<Substring>, _ raw: RawValue,
    in context: ConversionContext
  ) throws(KeyError) {
    guard let first = path.first else { return }
    let key = DictionaryKey.camelCase(String(first))
    guard path.count > 1 else {
      try setLast(&root, key, raw, in: context)
      return
    }
    guard let entry = Root.settableKeys.first(where: { $0.name == key }),
      case .object(let descend) = entry.kind
    else { throw unknown(key, Root.self, raw) }
    guard try descend(&root, path.dropFirst(), raw, context) else {
      throw KeyError(.missingPart, key: key, type: "\(Root.self)", place: raw.place)
    }
  }

  private static func setLast<Root: KeySettable>(
    _ root: inout Root, _ key: String, _ raw: RawValue, in context: ConversionContext
  ) throws(KeyError) {
    let keys = Root.settableKeys
    if let entry = keys.first(where: { $0.name == key && !key.isEmpty }) {
      switch entry.kind {
      case .value(let assign), .states(let assign):
        try perform(assign, on: &root, key, .normal, raw, in: context)
        return
      case .object, .actions: throw KeyError(.isPart, key: key, type: "\(Root.self)", raw: raw)
      }
    }
    if let (state, name) = try stateAndName(key, raw, in: context),
      let entry = keys.first(where: { $0.name == name })
    {
      guard case .states(let assign) = entry.kind else {
        throw KeyError(.hasNoStates, key: name, type: "\(Root.self)", raw: raw)
      }
      try perform(assign, on: &root, key, state, raw, in: context)
      return
    }
    if let add = keys.lazy.compactMap(\.addAction).first,
      let events = try? ControlEvent.convert(key, in: context), !events.isEmpty
    {
      do {
        add(&root, try String.convert(raw, in: context), events)
      } catch {
        throw KeyError(.badValue(error), key: key, type: "\(Root.self)", raw: raw)
      }
      return
    }
    throw unknown(key, Root.self, raw)
  }

  private static func perform<Root>(
    _ assign: SettableKey<Root>.Assign, on root: inout Root, _ key: String,
    _ state: ControlState, _ raw: RawValue, in context: ConversionContext
  ) throws(KeyError) {
    do {
      try assign(&root, raw, state, context)
    } catch {
      throw KeyError(.badValue(error), key: key, type: "\(Root.self)", raw: raw)
    }
  }

  /// `title:selected`, or `selectedTitle`, which is case-sensitive.
  private static func stateAndName(
    _ key: String, _ raw: RawValue, in context: ConversionContext
  ) throws(KeyError) -> (ControlState, String)? {
    if let colon = key.lastIndex(of: ":") {
      let suffix = String(key[key.index(after: colon)...])
      guard let state = try? ControlState.convert(suffix, in: context) else {
        throw KeyError(
          .unknownState, key: suffix, type: "ControlState", near: ControlState.members.map(\.name),
          raw: raw)
      }
      return (state, String(key[..<colon]))
    }
    for (name, state) in ControlState.members where key.hasPrefix(name) {
      let rest = key.dropFirst(name.count)
      guard let first = rest.first, first.isUppercase else { continue }
      return (state, first.lowercased() + rest.dropFirst())
    }
    return nil
  }

  private static func unknown<Root: KeySettable>(
    _ key: String, _ type: Root.Type, _ raw: RawValue
  ) -> KeyError {
    var names = Root.settableKeys.map(\.name).filter { !$0.isEmpty }
    if Root.settableKeys.contains(where: { $0.addAction != nil }) {
      names += ControlEvent.members.map(\.name)
    }
    return KeyError(.unknownKey, key: key, type: "\(type)", near: names, raw: raw)
  }
}

extension SettableKey {
  /// How to add an action, if this is the table of actions.
  var addAction: (@Sendable (inout Root, String, ControlEvent) -> Void)? {
    if case .actions(let add) = kind { add } else { nil }
  }
}
