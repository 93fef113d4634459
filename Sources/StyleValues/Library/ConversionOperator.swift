/// Between assignment and everything else, from right to left: `a <-- b <-- dictionary["c"]`.
precedencegroup ConversionPrecedence {
  associativity: right
  higherThan: AssignmentPrecedence
  lowerThan: TernaryPrecedence
  assignment: true
}

/// Converts what is on the right to the type of what is on the left, and assigns it.
///
/// ```swift
/// var size = 12.0
/// var weight: Int? = 400
/// size <-- weight <-- "700"
/// print(size, weight ?? 0)  // 700.0 700
/// weight <-- "bold"
/// print(weight == nil)  // true
/// ```
infix operator <-- : ConversionPrecedence

/// Converts and assigns; a failure, `null` or nil leaves the left side as it is.
///
/// Failures go to `Conversions.log`.
/// - Returns: What is on the left side afterwards.
@discardableResult
package func <-- <Value: Convertible>(
  left: inout Value, right: (some RawConvertible)?
) -> Value {
  if let value: Value = Conversions.converted(right) { left = value }
  return left
}

/// Converts and assigns; a failure, `null` or nil makes the left side nil.
///
/// Failures go to `Conversions.log`.
/// - Returns: What is on the left side afterwards.
@discardableResult
package func <-- <Value: Convertible>(
  left: inout Value?, right: (some RawConvertible)?
) -> Value? {
  left = Conversions.converted(right)
  return left
}

/// Assigns a value that has the type already; nil leaves the left side as it is.
///
/// - Returns: What is on the left side afterwards.
@discardableResult
package func <-- <Value: Convertible>(left: inout Value, right: Value?) -> Value {
  if let right { left = right }
  return left
}

/// Assigns a value that has the type already, or nil.
///
/// - Returns: What is on the left side afterwards.
@discardableResult
package func <-- <Value: Convertible>(left: inout Value?, right: Value?) -> Value? {
  left = right
  return left
}

// A value that is both convertible and a source fits the overloads above in two ways; these are
// the more special ones that decide for assigning it as it is.

/// Assigns a value that has the type already; nil leaves the left side as it is.
///
/// - Returns: What is on the left side afterwards.
@discardableResult
package func <-- <Value: Convertible & RawConvertible>(
  left: inout Value, right: Value?
) -> Value {
  if let right { left = right }
  return left
}

/// Assigns a value that has the type already, or nil.
///
/// - Returns: What is on the left side afterwards.
@discardableResult
package func <-- <Value: Convertible & RawConvertible>(
  left: inout Value?, right: Value?
) -> Value? {
  left = right
  return left
}
