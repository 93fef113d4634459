import Diagnostics
package import StyleValues
import StyledText

/// A type to which values of themes and dictionaries can be converted.
///
/// ```swift
/// struct Weight: Convertible {
///   var grams = 0.0
///
///   static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Weight {
///     let grams = try value.converted(to: Double.self)
///     guard grams >= 0 else { throw value.failure(expected: "a weight of 0 or more") }
///     return Weight(grams: grams)
///   }
/// }
///
/// enum Level: String, Convertible, CaseIterable { case low, high }
///
/// print(try ThemeValue("2.5").converted(to: Weight.self).grams)  // 2.5
/// print(try ThemeValue("high").converted(to: Level.self))  // high
/// do {
///   _ = try ThemeValue("hihg").converted(to: Level.self)
/// } catch {
///   print(error)  // expected low or high, found 'hihg'; did you mean 'high'?
/// }
/// ```
///
/// A `CaseIterable` enumeration, and any other type with a raw value, needs no code. Cases are
/// found by their raw values and by their names, in any case, with or without `-` and `_`, and with
/// or without the type's name before them: `high`, `HIGH`, `LevelHigh`. For sets of constants see
/// `NamedOptions`.
public protocol Convertible: SendableMetatype {
  /// Converts a value.
  ///
  /// - Throws: `ConversionFailure` with the expected and the found value, and its position.
  static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self
}

extension Convertible where Self: RawRepresentable, RawValue: Convertible {
  /// Finds the value by its raw value.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    if let raw = try? RawValue.convert(value), let found = Self(rawValue: raw) { return found }
    throw value.failure(expected: "a raw value of \(Self.self)")
  }
}

extension Convertible where Self: CaseIterable {
  /// Finds the case by its name.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    try Self.case(named: value, of: allCases.map { ("\($0)", $0) })
  }

  fileprivate static func `case`(
    named value: ThemeValue, of cases: [(name: String, value: Self)]
  ) throws(ConversionFailure) -> Self {
    let aliases = (self as? any AliasedCases.Type).map { $0.pairs } ?? []
    let table =
      cases.map { ($0.name, $0.value) }
      + aliases.compactMap { name, value in (value as? Self).map { (name, $0) } }
    let found = value.text.flatMap {
      EnumerationNames.find($0, in: table, qualifiers: ["\(Self.self)"])
    }
    if let found { return found }
    let names = cases.map(\.name)
    throw value.failure(expected: EnumerationNames.list(names), suggestionAmong: names)
  }
}

extension Convertible where Self: RawRepresentable & CaseIterable, RawValue: Convertible {
  /// Finds the case by its raw value, or else by its name.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    if let raw = try? RawValue.convert(value), let found = Self(rawValue: raw) { return found }
    let byName = allCases.map { (name: "\($0)", value: $0) }
    let byText = allCases.compactMap { found in
      (found.rawValue as? String).map { (name: $0, value: found) }
    }
    // A message quotes the written text; the raw value has that if it is text.
    guard !byText.isEmpty else { return try Self.case(named: value, of: byName) }
    do throws(ConversionFailure) {
      return try Self.case(named: value, of: byText)
    } catch {
      guard let found = try? Self.case(named: value, of: byName) else { throw error }
      return found
    }
  }
}

extension ThemeValue {
  /// Converts to a type with a raw value that need not be `Convertible`.
  ///
  /// ```swift
  /// enum Level: String { case low, high }
  /// print(try ThemeValue("high").converted(to: Level.self))  // high
  /// ```
  ///
  /// - Throws: `ConversionFailure` with the found value and its position.
  @_disfavoredOverload
  public func converted<Value: RawRepresentable>(
    to type: Value.Type = Value.self
  ) throws(ConversionFailure) -> Value where Value.RawValue: Convertible {
    if let found = Value(rawValue: try Value.RawValue.convert(self)) { return found }
    let cases = (Value.self as? any CaseIterable.Type).map { Self.rawValues($0) }
    throw failure(expected: "a \(Value.self)", suggestionAmong: cases ?? [])
  }

  private static func rawValues<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
  }
}

/// An enumeration with aliases for some of its cases.
///
/// ```swift
/// enum Fit: Convertible, AliasedCases {
///   case scaleToFill, scaleAspectFit
///   static let aliases: [String: Fit] = ["fit": .scaleAspectFit]
/// }
///
/// print(try ThemeValue("FIT").converted(to: Fit.self))  // scaleAspectFit
/// ```
public protocol AliasedCases: CaseIterable {
  /// Aliases, which are found in any case, with or without `-` and `_`.
  static var aliases: [String: Self] { get }
}

extension AliasedCases {
  fileprivate static var pairs: [(String, Any)] { aliases.map { ($0.key, $0.value) } }
}

/// An option set with names; a value may have several, separated by white space.
///
/// ```swift
/// struct Detectors: NamedOptions {
///   let rawValue: Int
///   static let members: [(name: String, value: Detectors)] = [
///     ("phoneNumber", Detectors(rawValue: 1)), ("link", Detectors(rawValue: 2)),
///   ]
/// }
///
/// print(try ThemeValue("link phone-number").converted(to: Detectors.self).rawValue)  // 3
/// print(try ThemeValue("none").converted(to: Detectors.self).isEmpty)  // true
/// ```
public protocol NamedOptions: Convertible, OptionSet where RawValue: Convertible {
  /// The names of members, or of several at once.
  static var members: [(name: String, value: Self)] { get }
}

extension NamedOptions {
  /// Converts names, `none` or `all`, an array of them, or the raw value.
  ///
  /// Names are found like those of cases; `,` and `|` may separate them, too.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    if let elements = value.elements {
      var result: Self = []
      for element in elements { result.formUnion(try convert(element)) }
      return result
    }
    if let raw = try? RawValue.convert(value) { return Self(rawValue: raw) }
    let words = (value.text ?? "").split { $0.isWhitespace || $0 == "," || $0 == "|" }
    let all = members.reduce(into: [] as Self) { $0.formUnion($1.value) }
    let table = members.map { ($0.name, $0.value) } + [("none", []), ("all", all)]
    var result: Self = []
    for word in words {
      let name = String(word)
      guard let found = EnumerationNames.find(name, in: table, qualifiers: ["\(Self.self)"]) else {
        let near = nearestName(to: name, in: table.map(\.0))
        throw ConversionFailure(
          UnexpectedValue(
            expected: EnumerationNames.list(members.map(\.name)), value.raw, suggestion: near))
      }
      result.formUnion(found)
    }
    guard !words.isEmpty else {
      throw value.failure(expected: EnumerationNames.list(members.map(\.name)))
    }
    return result
  }
}

/// Why a value could not be converted: the expected and the found value, and its position.
///
/// ```swift
/// do {
///   _ = try ThemeValue("gren").converted(to: StyleColor.self)
/// } catch {
///   print(error.expected, error.suggestion ?? "")  // a colour green
/// }
/// ```
public struct ConversionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let error: UnexpectedValue

  package init(_ error: UnexpectedValue) { self.error = error }

  /// The expected value: `a colour`.
  public var expected: String { error.expected }

  /// The nearest valid spelling, if one is close enough.
  public var suggestion: String? { error.suggestion }

  /// The failure as a finding, with a position if the value was written in a file.
  public var finding: Finding { Finding(error.diagnostic(.warning)) }

  /// One sentence without a full stop, safe for a terminal.
  public var description: String { SafeText.label(error.message + hint(at: suggestion)).string }
}

/// A receiver of findings, as a value that is bound to a task.
///
/// Not a closure by itself: optimised by Swift 6.3, `withValue` of a `TaskLocal` whose values are
/// closures ends the program.
package struct FindingReceiver: Sendable {
  /// Receives each finding; nil drops them.
  package var receive: (@Sendable (Finding) -> Void)?

  package init(_ receive: (@Sendable (Finding) -> Void)? = nil) { self.receive = receive }
}
