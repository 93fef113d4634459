public import CSSView

/// A type that is created from a dictionary, or from JSON text of one.
///
/// ```swift
/// final class User: Deserializable {
///   private(set) var name = "Guest"
///   private(set) var age: UInt8?
///   private(set) var friends: [User] = []
///
///   init(dictionary: [String: Any]) {
///     name <-- dictionary["name"]
///     age <-- dictionary["age"]
///     friends <-- dictionary["friends"]
///   }
/// }
///
/// var user: User?
/// user <-- #"{"name": "Bob", "age": "42", "friends": [{"name": "Ann"}]}"#
/// print(user?.name ?? "", user?.age ?? 0, user?.friends.map(\.name) ?? [])  // Bob 42 ["Ann"]
/// ```
public protocol Deserializable: Convertible {
  /// Reads the known members of a dictionary; missing ones keep their defaults.
  ///
  /// The values are strings, numbers, truth values, arrays and dictionaries; members with `null`
  /// are missing.
  init(dictionary: [String: Any])
}

extension Deserializable {
  /// Creates the value from a dictionary, or from text of one.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    guard let members = value.decoded.anyValue as? [String: Any] else {
      throw value.failure(expected: "an object")
    }
    return Self(dictionary: members)
  }
}

/// A type that reads the value itself, as types of JSONHelper do.
///
/// ```swift
/// struct Vector2D: ConvertibleFromValue {
///   var x = 0.0
///   var y = 0.0
///
///   static func convertFromValue<T>(value: T?) throws -> Vector2D? {
///     guard let value else { return nil }
///     if let pair = value as? (Double, Double) { return Vector2D(x: pair.0, y: pair.1) }
///     throw ConversionError.unsupportedType
///   }
/// }
///
/// var vector: Vector2D?
/// vector <-- (1.0, 2.7)
/// print(vector?.y ?? 0)  // 2.7
/// ```
public protocol ConvertibleFromValue: Convertible {
  /// Converts a value; nil if it has no counterpart.
  ///
  /// - Parameter value: The value on the right of `<--`; for JSON strings, numbers, truth values,
  ///   arrays and dictionaries.
  /// - Returns: The value; nil counts as no value on the right.
  /// - Throws: Any error; the log reports the value.
  static func convertFromValue<T>(value: T?) throws -> Self?
}

extension ConvertibleFromValue {
  /// Converts a value of JSON.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    guard let result = try converted(value.anyValue, value) else {
      throw value.failure(expected: "a \(Self.self)")
    }
    return result
  }

  /// Converts the right side unchanged.
  static func converted(
    _ source: Any?, _ value: ThemeValue
  ) throws(ConversionFailure) -> Self? {
    do {
      return try convertFromValue(value: source)
    } catch let failure as ConversionFailure {
      throw failure
    } catch {
      throw value.failure(expected: "a \(Self.self)")
    }
  }
}

/// An error of a type in converting a value.
public enum ConversionError: Error, Hashable, Sendable {
  /// The type of the value is unsupported.
  case unsupportedType
  /// Spelling of the case in the document.
  @available(*, unavailable, renamed: "unsupportedType")
  public static var UnsupportedType: ConversionError { .unsupportedType }

  /// The type of the value is supported, but the value is invalid.
  case invalidValue
}
