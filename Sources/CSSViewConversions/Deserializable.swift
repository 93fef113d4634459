public import CSSView

/// A type that is built from a dictionary, or from the text of one in JSON.
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
  /// Takes what it knows from a dictionary; what is missing keeps its default.
  ///
  /// The values are strings, numbers, truth values, arrays and dictionaries; what is `null` is not
  /// there.
  init(dictionary: [String: Any])
}

extension Deserializable {
  /// Builds the value from a dictionary, or from text that holds one.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    guard let members = value.decoded.plain as? [String: Any] else {
      throw value.failure(expected: "an object")
    }
    return Self(dictionary: members)
  }
}
