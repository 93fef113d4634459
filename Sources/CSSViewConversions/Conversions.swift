public import CSSView
import StyleValues
import SystemPackage

/// The log of conversions with `<--`.
///
/// The log is bound to a task for the time of a closure, so that two parts of a program do not see
/// each other's:
///
/// ```swift
/// var colors: [StyleColor] = []
/// Conversions.withLog({ print($0.message) }) {
///   colors <-- ["#f00", "gren"]
/// }
/// // expected a colour, found “gren”
/// print(colors.count)  // 1
/// ```
public enum Conversions {
  /// Gets a finding for everything that could not be converted; nil drops them.
  ///
  /// In a debug build they go to standard error unless a program says otherwise.
  public static var log: (@Sendable (Finding) -> Void)? { receiver.receive }

  @TaskLocal private static var receiver = FindingReceiver(standardLog)

  /// Binds the log to the task while a closure runs.
  ///
  /// - Parameters:
  ///   - log: Gets a finding for each value that could not be converted; nil drops it.
  ///   - operation: The closure, which converts.
  /// - Returns: The result of the closure.
  @discardableResult
  public static func withLog<Result>(
    _ log: (@Sendable (Finding) -> Void)?, operation: () throws -> Result
  ) rethrows -> Result {
    try $receiver.withValue(FindingReceiver(log), operation: operation)
  }

  /// Binds the log to the task while a closure runs that may wait.
  ///
  /// - Parameters:
  ///   - log: Gets a finding for each value that could not be converted; nil drops it.
  ///   - operation: The closure, which converts.
  /// - Returns: The result of the closure.
  @discardableResult
  public static func withLog<Result>(
    _ log: (@Sendable (Finding) -> Void)?, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $receiver.withValue(FindingReceiver(log), operation: operation)
  }

  private static var standardLog: (@Sendable (Finding) -> Void)? {
    #if DEBUG
      return { finding in
        // Who cannot write to standard error has nobody to tell.
        _ = try? FileDescriptor.standardError.writeAll("\(finding)".utf8)
      }
    #else
      return nil
    #endif
  }

  /// Context for values that bring none: hex digits need no `#`.
  private static let context = ConversionContext(dialect: .jsonhelper)

  /// The value on the right; nil for nothing.
  private static func value(_ source: Any?) -> ThemeValue? {
    let value = ThemeValue(any: source)
    return value.isNull ? nil : ThemeValue(value.raw, in: value.context ?? context)
  }

  /// Converts, and logs what is wrong: with the whole, or with elements that are left out.
  private static func logging<Value>(
    _ convert: () throws(ConversionFailure) -> Value
  ) -> Value? {
    SkippedValues.$receiver.withValue(receiver) {
      do throws(ConversionFailure) {
        return try convert()
      } catch {
        log?(error.finding)
        return nil
      }
    }
  }

  static func converted<Value: CSSView.Convertible>(_ source: Any?) -> Value? {
    if let same = source as? Value { return same }
    guard let value = value(source) else { return nil }
    return logging { () throws(ConversionFailure) in
      // The type sees tuples as they are.
      guard let type = Value.self as? any ConvertibleFromValue.Type else {
        return try Value.convert(value)
      }
      return try type.converted(source, value) as? Value
    } ?? nil
  }

  static func rawValue<Value: RawRepresentable>(_ source: Any?) -> Value?
  where Value.RawValue: CSSView.Convertible {
    if let same = source as? Value { return same }
    guard let value = value(source) else { return nil }
    return logging { () throws(ConversionFailure) in
      guard let found = Value(rawValue: try Value.RawValue.convert(value)) else {
        throw value.failure(
          expected: "a \(Value.self)", suggestionAmong: EnumerationCases.names(of: Value.self))
      }
      return found
    }
  }

  static func members(_ source: Any?) -> [String: Any]? {
    if let same = source as? [String: Any] { return same }
    guard let value = value(source) else { return nil }
    return logging { () throws(ConversionFailure) in
      guard let members = value.decoded.plain as? [String: Any] else {
        throw value.failure(expected: "an object")
      }
      return members
    }
  }
}

/// The raw values of an enumeration that lists its cases.
private enum EnumerationCases {
  static func names(of type: Any.Type) -> [String] {
    (type as? any CaseIterable.Type).map { cases($0) } ?? []
  }

  private static func cases<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
  }
}

extension String {
  /// The code of the text as StringCoding reads one: a single character is its own, `65` and `0x41`
  /// are numbers, `yes` is 1 and `no` 0; nil for any other text.
  ///
  /// ```swift
  /// print("A".charValue ?? 0, "65".charValue ?? 0, "yes".charValue ?? 0)  // 65 65 1
  /// ```
  public var charValue: Int8? {
    (try? CharacterCode.convert(self)).flatMap { Int8(exactly: $0.value) }
  }

  /// True if the text can be read as a number.
  ///
  /// ```swift
  /// print("12".isNumeric, "-1.5e3".isNumeric, "12px".isNumeric, "".isNumeric)
  /// // true true false false
  /// ```
  public var isNumeric: Bool { (try? Double.convert(ThemeValue(self))) != nil }

  /// The class of this name, with its module before it: `Module.Class`.
  ///
  /// nil where there is no such class, where it is no class of Swift at the top of its module, and
  /// where its name has anything but ASCII letters, digits and `_`.
  ///
  /// ```swift
  /// print("Nowhere.Class".classValue == nil)  // true
  /// ```
  public var classValue: AnyClass? {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      part.first.map { !$0.isNumber } ?? false
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
    guard parts.count == 2, isPlain else { return nil }
    // The mangled name of a class: its module and its name, each with its length before it.
    let mangled = parts.map { "\($0.utf8.count)\($0)" }.joined() + "C"
    return _typeByName(mangled) as? AnyClass
  }
}
