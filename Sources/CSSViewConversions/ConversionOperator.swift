public import CSSView

/// The precedence just above assignment, right-associative: `a <-- b <-- dictionary["c"]`.
precedencegroup ConversionPrecedence {
  associativity: right
  higherThan: AssignmentPrecedence
  lowerThan: TernaryPrecedence
  assignment: true
}

/// Converts the right side to the type of the left side, and assigns it.
///
/// ```swift
/// var size = 12.0
/// var weight: Int? = 400
/// size <-- weight <-- "700"
/// print(size, weight ?? 0)  // 700.0 700
/// weight <-- "bold"
/// print(weight == nil)  // true
///
/// let response: [String: Any] = ["colors": ["#aaa", "#b06200aa"], "ids": "[3, 1, 3]"]
/// var colors = [StyleColor.standard]
/// colors <-- response["colors"]
/// var ids: Set<Int16> = []
/// ids <-- response["ids"]
/// print(colors.count, ids.sorted())  // 2 [1, 3]
/// ```
infix operator <-- : ConversionPrecedence

/// Converts and assigns; a failure or nil leaves the left side unchanged.
///
/// The right side may be of any type: text, numbers, arrays and dictionaries of them, tuples, JSON
/// in a text, nil. Failures are reported to `Conversions.log`.
/// - Returns: The value of the left side afterwards.
@discardableResult
public func <-- <Value: Convertible>(left: inout Value, right: Any?) -> Value {
  if let value: Value = Conversions.converted(right) { left = value }
  return left
}

/// Converts and assigns; a failure or nil makes the left side nil.
///
/// Failures are reported to `Conversions.log`.
/// - Returns: The value of the left side afterwards.
@discardableResult
public func <-- <Value: Convertible>(left: inout Value?, right: Any?) -> Value? {
  left = Conversions.converted(right)
  return left
}

// A type that is `Convertible` has its own conversion; these are for all others.

/// Finds the case with a raw value and assigns it; a failure or nil leaves the left side unchanged.
///
/// - Returns: The value of the left side afterwards.
@_disfavoredOverload
@discardableResult
public func <-- <Value: RawRepresentable>(left: inout Value, right: Any?) -> Value
where Value.RawValue: Convertible {
  if let value: Value = Conversions.rawValue(right) { left = value }
  return left
}

/// Finds the case with a raw value and assigns it; a failure or nil makes the left side nil.
///
/// - Returns: The value of the left side afterwards.
@_disfavoredOverload
@discardableResult
public func <-- <Value: RawRepresentable>(left: inout Value?, right: Any?) -> Value?
where Value.RawValue: Convertible {
  left = Conversions.rawValue(right)
  return left
}

/// Finds the cases with raw values, without those that fail; another failure or nil leaves the left
/// side unchanged.
///
/// - Returns: The value of the left side afterwards.
@_disfavoredOverload
@discardableResult
public func <-- <Value: RawRepresentable>(left: inout [Value], right: Any?) -> [Value]
where Value.RawValue: Convertible {
  if let found: [RawElement<Value>] = Conversions.converted(right) { left = found.map(\.value) }
  return left
}

/// Finds the cases with raw values, without those that fail; another failure or nil makes the left
/// side nil.
///
/// - Returns: The value of the left side afterwards.
@_disfavoredOverload
@discardableResult
public func <-- <Value: RawRepresentable>(left: inout [Value]?, right: Any?) -> [Value]?
where Value.RawValue: Convertible {
  let found: [RawElement<Value>]? = Conversions.converted(right)
  left = found?.map(\.value)
  return left
}

/// Finds the cases with raw values, without those that fail; another failure or nil leaves the left
/// side unchanged.
///
/// - Returns: The value of the left side afterwards.
@_disfavoredOverload
@discardableResult
public func <-- <Value: RawRepresentable>(
  left: inout [String: Value], right: Any?
) -> [String: Value] where Value.RawValue: Convertible {
  let found: [String: RawElement<Value>]? = Conversions.converted(right)
  if let found { left = found.mapValues(\.value) }
  return left
}

/// Finds the cases with raw values, without those that fail; another failure or nil makes the left
/// side nil.
///
/// - Returns: The value of the left side afterwards.
@_disfavoredOverload
@discardableResult
public func <-- <Value: RawRepresentable>(
  left: inout [String: Value]?, right: Any?
) -> [String: Value]? where Value.RawValue: Convertible {
  let found: [String: RawElement<Value>]? = Conversions.converted(right)
  left = found?.mapValues(\.value)
  return left
}

/// Assigns a dictionary, or one in JSON text; other values leave the left side unchanged.
///
/// Its values are strings, numbers, truth values, arrays and dictionaries.
/// - Returns: The value of the left side afterwards.
@discardableResult
public func <-- (left: inout [String: Any], right: Any?) -> [String: Any] {
  if let members = Conversions.members(right) { left = members }
  return left
}

/// Assigns a dictionary, or one in JSON text; other values make the left side nil.
///
/// - Returns: The value of the left side afterwards.
@discardableResult
public func <-- (left: inout [String: Any]?, right: Any?) -> [String: Any]? {
  left = Conversions.members(right)
  return left
}
