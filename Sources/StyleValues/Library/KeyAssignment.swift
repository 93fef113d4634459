import CSSSyntax

/// Finds what a key means on a type and sets it.
enum KeyAssignment {
  /// A path longer than this is a mistake.
  private static let longestPath = 64

  static func split(_ path: String) -> ArraySlice<Substring> {
    path.split(separator: ".", maxSplits: longestPath, omittingEmptySubsequences: false)[...]
  }

  static func set<Settable: KeySettable>(
    _ target: inout Settable, _ path: ArraySlice<Substring>, _ raw: RawValue,
    in context: ConversionContext
  ) throws(KeyError) {
    guard var root = target as? Settable.KeyRoot else { return }
    let type = Swift.type(of: target)
    try set(&root, type.settableKeys, of: type, path, raw, in: context)
    if let changed = root as? Settable { target = changed }
  }

  /// Sets what a path leads to on a value whose type has these keys.
  static func set<Root>(
    _ root: inout Root, _ entries: [SettableKey<Root>], of type: Any.Type,
    _ path: ArraySlice<Substring>, _ raw: RawValue, in context: ConversionContext
  ) throws(KeyError) {
    try set(&root, Keys(entries, of: type), path, raw, in: context)
  }

  /// The keys of a type, and its name for messages.
  private struct Keys<Root> {
    let entries: [SettableKey<Root>]
    let type: String

    init(_ entries: [SettableKey<Root>], of type: Any.Type) {
      self.entries = entries
      self.type = "\(type)"
    }

    /// The entry with a name; the table of actions has none.
    subscript(name: String) -> SettableKey<Root>? {
      entries.first { $0.name == name && !name.isEmpty }
    }

    /// Function that adds an action, and the names of known actions; nil if the type has none.
    var actions: (add: @Sendable (inout Root, String, ControlEvent) -> Void, known: [String]?)? {
      for entry in entries {
        if case .actions(let add, let known) = entry.kind { return (add, known) }
      }
      return nil
    }

    /// The error that there is no such key.
    func unknown(_ key: String, _ raw: RawValue) -> KeyError {
      var names = entries.map(\.name).filter { !$0.isEmpty }
      let own = names
      if actions != nil { names += ControlEvent.keys }
      return KeyError(.unknownKey, key: key, type: type, near: names, known: own, raw: raw)
    }
  }

  private static func set<Root>(
    _ root: inout Root, _ keys: Keys<Root>, _ path: ArraySlice<Substring>, _ raw: RawValue,
    in context: ConversionContext
  ) throws(KeyError) {
    guard let first = path.first else { return }
    let key = DictionaryKey.camelCase(String(first))
    guard path.count > 1 else {
      try setLast(&root, keys, key, raw, in: context)
      return
    }
    guard let entry = keys[key] else { throw keys.unknown(key, raw) }
    guard case .object(let descend) = entry.kind else {
      throw KeyError(.hasNoParts, key: key, type: keys.type, raw: raw)
    }
    guard try descend(&root, path.dropFirst(), raw, context) else {
      throw KeyError(.missingPart, key: key, type: keys.type, raw: raw)
    }
  }

  private static func setLast<Root>(
    _ root: inout Root, _ keys: Keys<Root>, _ key: String, _ raw: RawValue,
    in context: ConversionContext
  ) throws(KeyError) {
    if let entry = keys[key] {
      switch entry.kind {
      case .value(let assign), .states(let assign):
        try perform(assign, on: &root, keys.type, key, .normal, raw, in: context)
        return
      case .object, .actions: throw KeyError(.isPart, key: key, type: keys.type, raw: raw)
      }
    }
    if let (state, name) = try stateAndName(key, raw, in: context), let entry = keys[name] {
      guard case .states(let assign) = entry.kind else {
        throw KeyError(.hasNoStates, key: name, type: keys.type, raw: raw)
      }
      try perform(assign, on: &root, keys.type, key, state, raw, in: context)
      return
    }
    if let actions = keys.actions, let events = try? ControlEvent.convert(key, in: context),
      !events.isEmpty
    {
      let name: String
      do {
        name = try String.convert(raw, in: context)
      } catch {
        throw KeyError(.badValue(error), key: key, type: keys.type, raw: raw)
      }
      if let known = actions.known, !known.contains(name) {
        throw KeyError(.unknownAction, key: name, type: keys.type, near: known, raw: raw)
      }
      actions.add(&root, name, events)
      return
    }
    throw keys.unknown(key, raw)
  }

  private static func perform<Root>(
    _ assign: SettableKey<Root>.Assign, on root: inout Root, _ type: String, _ key: String,
    _ state: ControlState, _ raw: RawValue, in context: ConversionContext
  ) throws(KeyError) {
    do {
      try assign(&root, raw, state, context)
    } catch {
      throw KeyError(.badValue(error), key: key, type: type, raw: raw)
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
}
