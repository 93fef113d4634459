import CSSSyntax

/// Quantities of one kind, written as a token or a math function.
///
/// Each takes what it promises or leaves the cursor where it was and returns nil; only a mistake
/// inside a math function or an unknown unit throws.
///
/// ```swift
/// var cursor = ValueCursor(CSSText("90deg 2em 25%"))
/// print(try cursor.takeAngle() ?? 0)  // 90.0
/// print(try cursor.takeLengthPercentage()?.value ?? 0)  // 30.0
/// print(try cursor.takeNumberOrPercentage() ?? 0)  // 0.25
/// ```
extension ValueCursor {
  /// Takes a number.
  package mutating func takeNumber() throws(ConversionError) -> Double? {
    try take(.number)
  }

  /// Takes a number of a range, into which that of a math function is brought (CSS Values 4
  /// §10.12).
  package mutating func takeNumber(in range: ClosedRange<Double>) throws(ConversionError) -> Double?
  {
    let start = mark
    guard let number = try takeNumber() else { return nil }
    guard start.token.kind != .function else {
      return min(max(number, range.lowerBound), range.upperBound)
    }
    if range.contains(number) { return number }
    rewind(to: start)
    return nil
  }

  /// Takes a percentage: 50 for `50%`.
  package mutating func takePercentage() throws(ConversionError) -> Double? {
    try take(.percentage)
  }

  /// Takes a number, or a percentage as its hundredth: 0.5 for `0.5` and `50%`.
  package mutating func takeNumberOrPercentage() throws(ConversionError) -> Double? {
    let start = mark
    guard let value = try takeNumeric() else { return nil }
    switch value.kind {
    case .number: return value.finite
    case .percentage: return value.finite / 100
    case .angle, .length, .lengthPercentage:
      rewind(to: start)
      return nil
    }
  }

  /// Takes a whole number; what a math function gives is rounded (CSS Values 4 §10.9).
  package mutating func takeInteger() throws(ConversionError) -> Int? {
    if token.kind == .number, !token.isInteger { return nil }
    guard let value = try takeNumber() else { return nil }
    // Beyond this a Double skips whole numbers; CSS lets the range be limited.
    return Int(min(max((value + 0.5).rounded(.down), -0x1p53), 0x1p53))
  }

  /// Takes an angle in degrees; a plain 0 is one too.
  package mutating func takeAngle() throws(ConversionError) -> Double? {
    if token.kind == .number, token.number == 0 {
      advance()
      return 0
    }
    return try take(.angle)
  }

  /// Takes a length or a percentage in pixels; 0 needs no unit, and outside of CSS nothing does.
  /// - Returns: A value of the kind `length`, `percentage` or `lengthPercentage`; of a math
  ///   function one that is `bounded`.
  package mutating func takeLengthPercentage() throws(ConversionError) -> NumericValue? {
    let start = mark
    let isMath = token.kind == .function
    guard let value = try takeNumeric() else { return nil }
    switch value.kind {
    case .length, .percentage, .lengthPercentage: return isMath ? value.bounded : value
    // `calc(0)` is a number and nothing else (CSS Values 4 §10.10).
    case .number where context.dialect.allowsUnitlessLengths || (value.value == 0 && !isMath):
      return NumericValue(.length, value.value)
    case .number, .angle:
      rewind(to: start)
      return nil
    }
  }

  /// Takes a length in a unit that is as long as something of the element or the terminal is.
  ///
  /// What it comes to is not asked, so it makes nothing relative.
  ///
  /// ```swift
  /// var cursor = ValueCursor(CSSText("2em 3px"))
  /// if let (number, unit) = cursor.takeRelativeLength() { print(number, unit) }  // 2.0 em
  /// print(cursor.takeRelativeLength() == nil, cursor.followsScheme)  // true false
  /// ```
  /// - Returns: Number of the unit; nil when anything else stands here.
  package mutating func takeRelativeLength() -> (number: Double, unit: LengthUnit)? {
    guard token.kind == .dimension, case .length(let unit)? = lookUp(DimensionUnit.table),
      unit.isRelative
    else { return nil }
    defer { advance() }
    return (token.number, unit)
  }

  private mutating func take(_ kind: NumericValue.Kind) throws(ConversionError) -> Double? {
    let start = mark
    guard let value = try takeNumeric() else { return nil }
    guard value.kind == kind else {
      rewind(to: start)
      return nil
    }
    return value.finite
  }
}

extension NumericValue {
  /// The value as a property may hold it: NaN is 0, infinity the largest number.
  ///
  /// ```swift
  /// print(NumericValue(.number, .nan).finite)  // 0.0
  /// print(NumericValue(.number, .infinity).finite.isFinite)  // true
  /// ```
  package var finite: Double {
    value.isNaN
      ? 0
      : Swift.min(
        Swift.max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}
