/// A number with its kind: the value of a numeric token or a math function.
///
/// ```swift
/// let context = ConversionContext(fontSize: 16)
/// var cursor = ValueCursor(CSSText("calc(1em + 20%) 90deg"), in: context)
/// if let sum = try cursor.takeNumeric() {
///   print(sum.kind, sum.value, sum.percentage)  // lengthPercentage 16.0 20.0
/// }
/// ```
package struct NumericValue: Hashable, Sendable {
  /// The kind of quantity.
  ///
  /// ```swift
  /// var cursor = ValueCursor(CSSText("0.5turn"))
  /// print(try cursor.takeNumeric() == NumericValue(.angle, 180))  // true
  /// ```
  package enum Kind: Hashable, Sendable {
    case number
    /// A percentage; the value is 50 for `50%`.
    case percentage
    /// An angle in degrees.
    case angle
    /// A length in pixels.
    case length
    /// A length in pixels plus a `percentage`.
    case lengthPercentage
  }

  package var kind: Kind

  /// In the unit of `kind`.
  package var value: Double

  /// The percentage of a `lengthPercentage`; else 0.
  package var percentage: Double

  /// The formula of a `lengthPercentage` that is not a sum, such as `min(50%, 10px)`.
  package internal(set) var formula: LengthFormula?

  package init(_ kind: Kind, _ value: Double, percentage: Double = 0) {
    self.kind = kind
    self.value = value
    self.percentage = percentage
  }
}

extension NumericValue {
  /// Adds a value; returns false if the two have different units.
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

  /// nil if neither side is a plain number.
  func multiplied(by other: NumericValue) -> NumericValue? {
    if other.kind == .number { return scaled(by: other.value) }
    return kind == .number ? other.scaled(by: value) : nil
  }

  /// The quotient of a value without a formula; nil unless the divisor is a number or of the same
  /// kind.
  func divided(by other: NumericValue) -> NumericValue? {
    if other.kind == .number {
      return NumericValue(
        kind, value / other.value, percentage: percentage == 0 ? 0 : percentage / other.value)
    }
    guard kind == other.kind, kind != .lengthPercentage else { return nil }
    return NumericValue(.number, value / other.value)
  }
}

/// Numbers in the syntax of CSS and JSON, with a decimal point in all locales.
///
/// ```swift
/// print(NumberText.css(1 / 3))  // 0.333333
/// print(NumberText.json(1 / 3))  // 0.3333333333333333
/// print(NumberText.fixed(2.5049, decimals: 2))  // 2.5
/// print(NumberText.fixed(4.499.roundedDown(decimals: 2), decimals: 2))  // 4.49
/// ```
package enum NumberText {
  /// Smaller numbers are written as 0.
  static let least = 1e-7

  /// Six significant digits, as browsers serialise values (CSSOM §6.7.2): `0.333333`; all digits
  /// before the point.
  ///
  /// NaN and infinities are `calc(…)` (CSS Values 4 §10.14).
  package static func css(_ value: Double) -> String {
    guard value.isFinite else {
      return value.isNaN ? "calc(NaN)" : value < 0 ? "calc(-infinity)" : "calc(infinity)"
    }
    var magnitude = value.magnitude
    guard magnitude >= least else { return "0" }
    if magnitude == magnitude.rounded(), magnitude < 0x1p53 { return String(Int64(value)) }
    guard magnitude < 1e9 else { return shortest(value) }
    var decimals = 5
    while magnitude >= 10 {
      magnitude /= 10
      decimals -= 1
    }
    while magnitude < 1 {
      magnitude *= 10
      decimals += 1
    }
    return fixed(value, decimals: max(decimals, 0))
  }

  /// At most `decimals` digits after the point, without trailing zeros; rounded half away from
  /// zero.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 0x1p63 else { return shortest(value) }
    let number = Int64(scaled)
    guard number != 0 else { return "0" }
    let unit = Int64(scale)
    var text = (value < 0 ? "-" : "") + String(number / unit)
    var rest = number % unit
    guard rest != 0 else { return text }
    var digits = decimals
    while rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    let fraction = String(rest)
    text += "." + String(repeating: "0", count: digits - fraction.count) + fraction
    return text
  }

  /// The digits that are needed to read the same number again.
  package static func json(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value.magnitude < 0x1p63, value == value.rounded() { return String(Int64(value)) }
    return shortest(value)
  }

  /// The shortest digits that are read as the same number; large exponents stay.
  private static func shortest(_ value: Double) -> String { "\(value)" }
}

extension Double {
  /// The number with at most `decimals` digits after the point, rounded down, so that a number
  /// below a limit is not shown as the limit.
  ///
  /// A number that is only below such a decimal because of its binary fraction counts as the
  /// decimal: 0.57 stays 0.57.
  ///
  /// ```swift
  /// print(2.96.roundedDown(decimals: 1), 0.57.roundedDown(decimals: 2))  // 2.9 0.57
  /// ```
  package func roundedDown(decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = self * scale
    return (scaled + scaled.magnitude * 1e-12).rounded(.down) / scale
  }
}
