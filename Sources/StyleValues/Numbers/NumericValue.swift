/// A number with what it measures: what a numeric token or a math function comes to.
///
/// ```swift
/// let context = ConversionContext(fontSize: 16)
/// var cursor = ValueCursor(CSSText("calc(1em + 20%) 90deg"), in: context)
/// if let sum = try cursor.takeNumeric() {
///   print(sum.kind, sum.value, sum.percentage)  // lengthPercentage 16.0 20.0
/// }
/// ```
package struct NumericValue: Hashable, Sendable {
  /// Quantity that a value measures.
  ///
  /// ```swift
  /// var cursor = ValueCursor(CSSText("0.5turn"))
  /// print(try cursor.takeNumeric() == NumericValue(.angle, 180))  // true
  /// ```
  package enum Kind: Hashable, Sendable {
    /// A plain number.
    case number
    /// A percentage; the value is 50 for `50%`.
    case percentage
    /// An angle in degrees.
    case angle
    /// A length in pixels.
    case length
    /// A length in pixels plus `percentage` hundredths of something.
    case lengthPercentage
  }

  /// Quantity that the value measures.
  package var kind: Kind

  /// Amount, in the unit that `kind` names.
  package var value: Double

  /// The percentage of a `lengthPercentage`; else 0.
  package var percentage: Double

  /// Formula of a `lengthPercentage` that is no sum of both, such as `min(50%, 10px)`.
  package internal(set) var formula: LengthFormula?

  /// Puts a value together.
  package init(_ kind: Kind, _ value: Double, percentage: Double = 0) {
    self.kind = kind
    self.value = value
    self.percentage = percentage
  }
}

extension NumericValue {
  /// Adds another value.
  /// - Returns: False when the two measure different things.
  mutating func add(_ other: NumericValue, times sign: Double) -> Bool {
    if formula != nil || other.formula != nil { return addFormula(other, times: sign) }
    if kind == other.kind {
      value += sign * other.value
      percentage += sign * other.percentage
      return true
    }
    guard let left = asLengthPercentage, let right = other.asLengthPercentage else { return false }
    self = NumericValue(
      .lengthPercentage, left.value + sign * right.value,
      percentage: left.percentage + sign * right.percentage)
    return true
  }

  private var asLengthPercentage: NumericValue? {
    switch kind {
    case .lengthPercentage: self
    case .length: NumericValue(.lengthPercentage, value)
    case .percentage: NumericValue(.lengthPercentage, 0, percentage: value)
    case .number, .angle: nil
    }
  }

  func scaled(by factor: Double) -> NumericValue {
    // No percentage stays none, also infinitely often.
    let share = percentage == 0 ? 0 : percentage * factor
    var result = NumericValue(kind, value * factor, percentage: share)
    result.formula = formula?.scaled(by: factor)
    return result
  }

  /// The product, or nil when neither side is a plain number.
  func multiplied(by other: NumericValue) -> NumericValue? {
    if other.kind == .number { return scaled(by: other.value) }
    if kind == .number { return other.scaled(by: value) }
    return nil
  }

  /// The quotient of a value without a formula, or nil when the divisor is neither a number nor of
  /// the same kind.
  func divided(by other: NumericValue) -> NumericValue? {
    if other.kind == .number {
      return NumericValue(
        kind, value / other.value, percentage: percentage == 0 ? 0 : percentage / other.value)
    }
    guard kind == other.kind, kind != .lengthPercentage else { return nil }
    return NumericValue(.number, value / other.value)
  }
}
