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
/// // expected a colour, found 'gren'
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
      guard let members = value.decoded.anyValue as? [String: Any] else {
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
