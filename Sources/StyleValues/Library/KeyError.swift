package import Diagnostics

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
