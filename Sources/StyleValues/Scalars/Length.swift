import CSSSyntax

/// A written length.
///
/// ```swift
/// let length = try Length.convert("1.5em")
/// print(length.value, length.unit)  // 1.5 em
/// print(length.pixels(in: ConversionContext(fontSize: 20)) ?? 0)  // 30.0
///
/// let sum = try Length.convert("calc(50% + 3px)")
/// print(sum.addedPercentage)  // 50.0
/// print(sum.cssText)  // calc(50% + 3px)
/// print(sum == .zero)  // false
/// print(try Length.convert("min(50%, 3px)").formula?.pixels(of: 4) ?? 0)  // 2.0
/// ```
package struct Length: Hashable, Sendable {
  package var value: Double

  /// `px` for the result of a math function.
  package var unit: LengthUnit

  /// The percentage of a sum in a math function; else 0.
  package var addedPercentage: Double

  /// The formula of a math function of lengths and percentages that is not a sum.
  package internal(set) var formula: LengthFormula?

  package init(_ value: Double, _ unit: LengthUnit = .px, addedPercentage: Double = 0) {
    self.value = value
    self.unit = unit
    self.addedPercentage = addedPercentage
  }

  package static let zero = Length(0)

  /// nil for a percentage without a base in the context.
  package func pixels(in context: ConversionContext) -> Double? {
    if let formula { return context.percentageBase.map(formula.pixels(of:)) }
    guard let one = unit.pixels(in: context) else { return nil }
    guard addedPercentage != 0 else { return value * one }
    guard let base = context.percentageBase else { return nil }
    return value * one + addedPercentage / 100 * base
  }

  package var cssText: String {
    if let formula { return formula.cssText }
    let length = NumberText.css(value) + unit.rawValue
    guard addedPercentage != 0 else { return length }
    let percentage = NumberText.css(addedPercentage)
    guard value >= 0 else {
      return "calc(\(percentage)% - \(NumberText.css(-value))\(unit.rawValue))"
    }
    return "calc(\(percentage)% + \(length))"
  }
}

extension Length: CSSParsable {
  package static var expectation: String { "a length" }

  /// Reads a length or a percentage; 0 needs no unit, and outside of CSS no number does.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Length {
    let token = cursor.token
    switch token.kind {
    case .dimension:
      if cursor.context.dialect.allowsUnitlessLengths, let number = cursor.takeHexadecimal() {
        return Length(Double(number))
      }
      guard case .length(let unit)? = cursor.lookUp(DimensionUnit.table) else {
        throw cursor.unknownUnit()
      }
      cursor.advance()
      return Length(token.number, unit)
    case .percentage:
      cursor.advance()
      return Length(token.number, .percent)
    case .number where token.number == 0 || cursor.context.dialect.allowsUnitlessLengths:
      cursor.advance()
      return Length(token.number)
    case .function: if let value = try cursor.takeLengthPercentage() { return Length(value) }
    default: break
    }
    throw cursor.failure(expectation)
  }

  private init(_ value: NumericValue) {
    self.init(
      value.value, value.kind == .percentage ? .percent : .px, addedPercentage: value.percentage)
    formula = value.formula
  }
}

/// An angle in degrees, clockwise from upwards where it is a direction.
///
/// ```swift
/// let angle = try Angle.convert("0.25turn")
/// print(angle.degrees)  // 90.0
/// print(angle.cssText)  // 90deg
/// ```
package struct Angle: Hashable, Sendable {
  /// Any number of turns.
  package var degrees: Double

  package init(degrees: Double) { self.degrees = degrees }

  package var cssText: String { NumberText.css(degrees) + "deg" }
}

extension Angle: CSSParsable {
  package static var expectation: String { "an angle" }

  /// Reads `deg`, `grad`, `rad` and `turn`; a plain 0 needs no unit.
  ///
  /// Outside of CSS plain numbers are degrees.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Angle {
    if let degrees = try cursor.takeAngle() { return Angle(degrees: degrees) }
    if cursor.context.dialect != .css, let degrees = try cursor.takeNumber() {
      return Angle(degrees: degrees)
    }
    throw cursor.failure(expectation)
  }
}

/// A percentage as a fraction: 1 is 100 %.
///
/// ```swift
/// let half = try Percentage.convert("50%")
/// print(half.fraction)  // 0.5
/// print(half.cssText)  // 50%
/// ```
package struct Percentage: Hashable, Sendable {
  package var fraction: Double

  package init(fraction: Double) { self.fraction = fraction }

  package var cssText: String { NumberText.css(fraction * 100) + "%" }
}

extension Percentage: CSSParsable {
  package static var expectation: String { "a percentage" }

  /// Reads a percentage, or a math function for one.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Percentage {
    guard let value = try cursor.takePercentage() else { throw cursor.failure(expectation) }
    return Percentage(fraction: value / 100)
  }
}
