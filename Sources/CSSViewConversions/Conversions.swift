public import CSSView
import StyleValues
import SystemPackage

/// The log of conversions with `<--`.
///
/// The log is bound to a task during a closure, so that two parts of a program do not see each
/// other's:
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
  /// Receives a finding for each value that could not be converted; nil drops them.
  ///
  /// In a debug build the default is standard error.
  public static var log: (@Sendable (Finding) -> Void)? { receiver.receive }

  @TaskLocal private static var receiver = FindingReceiver(standardLog)

  /// Binds the log to the task while a closure runs.
  ///
  /// - Parameters:
  ///   - log: Receives a finding for each value that could not be converted; nil drops it.
  ///   - operation: The closure, which converts.
  /// - Returns: The result of the closure.
  @discardableResult
  public static func withLog<Result>(
    _ log: (@Sendable (Finding) -> Void)?, operation: () throws -> Result
  ) rethrows -> Result { try $receiver.withValue(FindingReceiver(log), operation: operation) }

  /// Binds the log to the task while an asynchronous closure runs.
  ///
  /// - Parameters:
  ///   - log: Receives a finding for each value that could not be converted; nil drops it.
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
        // An error of standard error cannot be reported.
        _ = try? FileDescriptor.standardError.writeAll("\(finding)".utf8)
      }
    #else
      return nil
    #endif
  }

  /// Context of values without one: hex digits need no `#`.
  private static let context = ConversionContext(dialect: .jsonhelper)

  /// The value of the right side; nil for none.
  private static func value(_ source: Any?) -> ThemeValue? {
    let value = ThemeValue(any: source)
    return value.isNull ? nil : ThemeValue(value.raw, in: value.context ?? context)
  }

  /// Converts a value, and logs failures of the whole or of elements that are left out.
  private static func logging<Value>(_ convert: () throws(ConversionFailure) -> Value) -> Value? {
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
    return logging { () throws(ConversionFailure) in try convert(source, value) } ?? nil
  }

  /// Converts the right side; types that read it themselves receive it unchanged, also as an
  /// element.
  fileprivate static func convert<Value: CSSView.Convertible>(
    _ source: Any?, _ value: ThemeValue
  ) throws(ConversionFailure) -> Value? {
    switch Value.self {
    case let type as any ConvertibleFromValue.Type:
      return try type.converted(value.isNull ? nil : source, value) as? Value
    case let type as any SourceCollection.Type: return try type.converted(source, value) as? Value
    default: return try Value.convert(value)
    }
  }

  /// Converts an element, and logs it if it is left out.
  fileprivate static func element<Value: CSSView.Convertible>(
    _ source: Any?, _ value: ThemeValue
  ) -> Value? {
    do throws(ConversionFailure) {
      return try convert(source, value)
    } catch {
      SkippedValues.receiver.receive?(error.finding)
      return nil
    }
  }

  static func rawValue<Value: RawRepresentable>(_ source: Any?) -> Value?
  where Value.RawValue: CSSView.Convertible {
    if let same = source as? Value { return same }
    guard let value = value(source) else { return nil }
    return logging { () throws(ConversionFailure) in try value.converted() }
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

/// A collection whose elements receive their part of the right side unchanged.
private protocol SourceCollection: CSSView.Convertible {
  static func converted(_ source: Any?, _ value: ThemeValue) throws(ConversionFailure) -> Self
}

extension Array: SourceCollection where Element: CSSView.Convertible {
  fileprivate static func converted(
    _ source: Any?, _ value: ThemeValue
  ) throws(ConversionFailure) -> [Element] {
    let mirror = source.map { Mirror(reflecting: $0) }
    guard let mirror, [.collection, .set, .tuple].contains(mirror.displayStyle),
      let elements = value.elements, elements.count == mirror.children.count
    else { return try convert(value) }
    return zip(mirror.children, elements).compactMap { Conversions.element($0.value, $1) }
  }
}

extension Set: SourceCollection where Element: CSSView.Convertible {
  fileprivate static func converted(
    _ source: Any?, _ value: ThemeValue
  ) throws(ConversionFailure) -> Set<Element> {
    Set(try [Element].converted(source, value))
  }
}

extension Dictionary: SourceCollection where Key == String, Value: CSSView.Convertible {
  fileprivate static func converted(
    _ source: Any?, _ value: ThemeValue
  ) throws(ConversionFailure) -> [String: Value] {
    guard let members = source as? [String: Any] else { return try convert(value) }
    let converted = (value.names ?? []).compactMap { name -> (String, Value)? in
      Conversions.element(members[name], value[name] ?? .null).map { (name, $0) }
    }
    return Dictionary(uniqueKeysWithValues: converted)
  }
}

/// A value with a raw value, as an element of collections.
struct RawElement<Value: RawRepresentable>: CSSView.Convertible
where Value.RawValue: CSSView.Convertible {
  let value: Value

  static func convert(_ value: ThemeValue) throws(ConversionFailure) -> RawElement {
    RawElement(value: try value.converted())
  }
}
