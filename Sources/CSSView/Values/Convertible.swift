import Diagnostics
package import StyleValues

/// A type that values of themes and of dictionaries can be converted to.
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
///   print(error)  // expected low or high, found “hihg”; did you mean 'high'?
/// }
/// ```
///
/// An enumeration or any other type with a raw value needs no code of its own.
public protocol Convertible: SendableMetatype {
  /// Converts a value.
  ///
  /// - Throws: What was expected, what was found, and where.
  static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self
}

extension Convertible where Self: RawRepresentable, RawValue: Convertible {
  /// Finds the value by its raw value.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    if let raw = try? RawValue.convert(value), let found = Self(rawValue: raw) { return found }
    throw value.failure(expected: "a raw value of \(Self.self)")
  }
}

extension Convertible where Self: RawRepresentable & CaseIterable, RawValue: Convertible {
  /// Finds the case by its raw value.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    if let raw = try? RawValue.convert(value), let found = Self(rawValue: raw) { return found }
    let names = allCases.map { "\($0.rawValue)" }
    throw value.failure(expected: EnumerationNames.list(names), suggestionAmong: names)
  }
}

/// Why a value could not be converted: what was expected, what stood there, and where.
///
/// ```swift
/// do {
///   _ = try ThemeValue("gren").converted(to: StyleColor.self)
/// } catch {
///   print(error.expected, error.suggestion ?? "")  // a colour green
/// }
/// ```
public struct ConversionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  let error: ConversionError

  package init(_ error: ConversionError) {
    self.error = error
  }

  /// What would have been right: `a colour`.
  public var expected: String { error.expected }

  /// The nearest right spelling, where one is close enough.
  public var suggestion: String? { error.suggestion }

  /// The failure as a finding, with its place if it was written in a file.
  public var finding: Finding { Finding(error.diagnostic(.warning)) }

  /// One sentence for a person, without a full stop.
  public var description: String {
    error.message + hint(at: suggestion)
  }
}
