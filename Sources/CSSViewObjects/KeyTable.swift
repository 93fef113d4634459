public import CSSView
import Diagnostics
import StyleValues
import StyledText
import Styling

/// The keys of a type, and its name for messages.
struct KeyTable<Root> {
  let entries: [SettableKey<Root>]
  let type: String

  func set(
    _ root: inout Root, _ path: ArraySlice<Substring>, _ value: ThemeValue
  ) throws(KeyError) {
    guard let first = path.first else { return }
    let key = DictionaryKey.camelCase(String(first))
    guard path.count > 1 else {
      try set(&root, key, value)
      return
    }
    guard let entry = self[key] else { throw unknown(key, value) }
    guard case .part(let set) = entry.kind else {
      throw KeyError(.unknownKey, key, "'\(key)' of \(type) is a value and has no keys", value)
    }
    guard try set(&root, path.dropFirst(), value) else {
      throw KeyError(.invalidSetting, key, "'\(key)' of \(type) is nil", value)
    }
  }

  /// Sets the last key of a path: a value, one for a state, or an action.
  private func set(_ root: inout Root, _ key: String, _ value: ThemeValue) throws(KeyError) {
    if let entry = self[key] {
      guard case .value(let assign, _) = entry.kind else {
        throw KeyError(.unknownKey, key, "'\(key)' of \(type) is an object, not a value", value)
      }
      try perform(assign, on: &root, key, .normal, value)
    } else if let (states, name) = try Self.statesAndName(key, value), let entry = self[name] {
      guard case .value(let assign, hasStates: true) = entry.kind else {
        throw KeyError(
          .unknownKey, name, "'\(name)' of \(type) has one value for all states", value)
      }
      try perform(assign, on: &root, key, states, value)
    } else if let actions, let events = try? StyleValues.ControlEvent.convert(key), !events.isEmpty
    {
      var name = ""
      try perform(
        { _, value, _ throws(ConversionFailure) in name = try String.convert(value) }, on: &root,
        key, .normal, value)
      if let known = actions.known, !known.contains(name) {
        let problem = "unknown action '\(name)'"
        throw KeyError(.unknownAction, name, problem, near: known, value)
      }
      root[keyPath: actions.property].add(name, for: events)
    } else {
      throw unknown(key, value)
    }
  }

  private func perform(
    _ assign: (inout Root, ThemeValue, StyleValues.ControlState) throws(ConversionFailure) -> Void,
    on root: inout Root, _ key: String, _ states: StyleValues.ControlState, _ value: ThemeValue
  ) throws(KeyError) {
    do throws(ConversionFailure) {
      try assign(&root, value, states)
    } catch {
      throw KeyError(
        .invalidSetting, key, "'\(key)' of \(type): \(error.error.message)", value)
    }
  }

  /// The entry with a name; actions have none.
  private subscript(name: String) -> SettableKey<Root>? {
    entries.first { $0.name == name && !name.isEmpty }
  }

  /// The property for actions and their known names; nil if the type has none.
  private var actions: (property: WritableKeyPath<Root, ControlActions>, known: [String]?)? {
    for case .actions(let property, let known) in entries.map(\.kind) { return (property, known) }
    return nil
  }

  /// The error for a missing key.
  private func unknown(_ key: String, _ value: ThemeValue) -> KeyError {
    let own = entries.map(\.name).filter { !$0.isEmpty }
    return KeyError(
      .unknownKey, key, "\(type) has no key '\(key)'",
      near: own + (actions == nil ? [] : StyleValues.ControlEvent.keys), known: own, value)
  }

  /// The parts of `title:selected`, or of `selectedTitle`, which is case-sensitive.
  private static func statesAndName(
    _ key: String, _ value: ThemeValue
  ) throws(KeyError) -> (StyleValues.ControlState, String)? {
    let members = StyleValues.ControlState.members
    if let colon = key.lastIndex(of: ":") {
      let suffix = String(key[key.index(after: colon)...])
      guard let states = try? StyleValues.ControlState.convert(suffix) else {
        let problem = "unknown state '\(suffix)'"
        throw KeyError(.unknownKey, suffix, problem, near: members.map(\.name), value)
      }
      return (states, String(key[..<colon]))
    }
    for (name, state) in members where key.hasPrefix(name) {
      let rest = key.dropFirst(name.count)
      guard let first = rest.first, first.isUppercase else { continue }
      return (state, first.lowercased() + rest.dropFirst())
    }
    return nil
  }
}

extension String {
  /// The keys of a path; a path that is far too long ends in a key that does not exist.
  var pathKeys: ArraySlice<Substring> {
    split(separator: ".", maxSplits: 64, omittingEmptySubsequences: false)[...]
  }
}

/// An error in setting or reading a property by its name.
///
/// ```swift
/// struct Label: KeySettable {
///   var textColor = StyleColor.standard
///   static let settableKeys: [SettableKey<Label>] = [.value("textColor", \.textColor)]
/// }
///
/// var label = Label()
/// do {
///   try label.set("red", forKey: "textColour")
/// } catch {
///   print(error)  // Label has no key 'textColour'; did you mean 'textColor'?
/// }
/// ```
public struct KeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key, or the part of a key path, with the error.
  public let key: String

  /// Similar names that exist, the nearest first.
  public let nearNames: [String]

  /// The error as a finding, with the location of the value if it was written in a file.
  public let finding: Finding

  /// One sentence without a full stop, safe to print on a terminal.
  public let description: String

  /// Creates the error for a key, or its value.
  ///
  /// - Parameters:
  ///   - code: Kind of the finding.
  ///   - key: The key.
  ///   - problem: The message, to which similar names are added.
  ///   - names: Names that exist.
  ///   - known: Names for the message if none of them is similar.
  ///   - value: The value, which has the location.
  init(
    _ code: DiagnosticCode, _ key: String, _ problem: String, near names: [String] = [],
    known: [String] = [], _ value: ThemeValue
  ) {
    var near: [String] = []
    var rest = names
    while near.count < 3, let name = nearestName(to: key, in: rest) {
      near.append(name)
      rest.removeAll { $0 == name }
    }
    var message = problem
    if !near.isEmpty {
      message += "; did you mean \(EnumerationNames.list(near.map { "'\($0)'" }))?"
    } else if !known.isEmpty {
      message += "; it has \(EnumerationNames.list(known.map { "'\($0)'" }, and: true))"
    }
    self.key = key
    nearNames = near
    description = SafeText.label(message).string
    finding = Finding(Diagnostic(.warning, code, message, location: value.raw.range?.location))
  }

  init(_ error: KeyedValueError) {
    key = error.key
    nearNames = error.suggestion.map { [$0] } ?? []
    let hint = error.suggestion.map { "; did you mean '\($0)'?" } ?? ""
    description = SafeText.label(error.message + hint).string
    finding = Finding(error.diagnostic)
  }
}
