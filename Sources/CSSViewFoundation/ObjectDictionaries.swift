import CSSViewConversions
import Foundation

/// Assigns a dictionary of Foundation's objects, or one that a text holds in JSON; anything else
/// leaves the left side as it is.
///
/// ```swift
/// var response: [String: AnyObject] = [:]
/// response <-- #"{"name": "Bob", "age": 42}"#
/// print(response["name"] as? NSString ?? "")  // Bob
/// ```
///
/// - Returns: The value of the left side afterwards.
@discardableResult
public func <-- (left: inout [String: AnyObject], right: Any?) -> [String: AnyObject] {
  var members: [String: Any]?
  members <-- right
  if let members { left = members.mapValues(object) }
  return left
}

/// Assigns a dictionary of Foundation's objects, or one that a text holds in JSON; anything else
/// makes the left side nil.
///
/// - Returns: The value of the left side afterwards.
@discardableResult
public func <-- (left: inout [String: AnyObject]?, right: Any?) -> [String: AnyObject]? {
  var members: [String: Any]?
  members <-- right
  left = members?.mapValues(object)
  return left
}

/// The object that Foundation has for a value of JSON.
private func object(_ value: Any) -> AnyObject {
  switch value {
  case let text as String: NSString(string: text)
  case let flag as Bool: NSNumber(value: flag)
  case let number as Int: NSNumber(value: number)
  case let number as UInt64: NSNumber(value: number)
  case let number as Double: NSNumber(value: number)
  case let values as [Any]: NSArray(array: values.map(object))
  case let members as [String: Any]:
    NSDictionary(
      objects: members.values.map(object), forKeys: members.keys.map { NSString(string: $0) })
  case Optional<Any>.none: NSNull()
  default: NSString(string: String(describing: value))
  }
}
