import CSSSyntax

/// Values of identifiers in a math function, besides CSS's constants: in a relative colour, the
/// channels of the origin.
struct MathNames: Sendable {
  /// In lower case.
  var letters: SIMD3<UInt8>

  /// The values of the channels, with alpha as the fourth.
  var values: SIMD4<Double>

  /// The channel of the identifier at the cursor: 0 to 2, 3 for `alpha`.
  @inline(__always)
  func index(_ cursor: ValueCursor) -> Int? {
    guard cursor.token.kind == .ident else { return nil }
    let name = cursor.token.nameRange
    let isEscaped = cursor.token.hasEscapes
    let decoded = isEscaped ? Array(cursor.name.utf8) : []
    if (isEscaped ? decoded.count : name.count) == 1 {
      let letter = (isEscaped ? decoded[0] : cursor.bytes[name.lowerBound]) | 0x20
      for index in 0..<3 where letters[index] == letter { return index }
      return nil
    }
    return cursor.isKeyword("alpha") ? 3 : nil
  }
}

/// The evaluator of `calc()` and the other math functions: CSS Values 4 §10.
///
/// Lengths become pixels at once, because the context knows the units.
extension ValueCursor {
  /// Reads a number, percentage, dimension or math function; returns nil, without moving, at other
  /// tokens.
  ///
  /// - Throws: If a math function is invalid, or a unit is unknown.
  package mutating func takeNumeric() throws(UnexpectedValue) -> NumericValue? {
    switch token.kind {
    case .number:
      defer { advance() }
      return NumericValue(.number, token.number)
    case .percentage:
      defer { advance() }
      return NumericValue(.percentage, token.number)
    case .dimension:
      if let number = takeHexadecimal() { return NumericValue(.number, Double(number)) }
      return try takeDimension()
    case .function:
      guard let function = lookUp(MathFunctionName.table) else { return nil }
      return try takeMath(function)
    default: return nil
    }
  }

  private mutating func takeDimension() throws(UnexpectedValue) -> NumericValue {
    let number = token.number
    guard let unit = lookUp(DimensionUnit.table) else { throw unknownUnit() }
    advance()
    switch unit {
    case .angle(let degrees): return NumericValue(.angle, number * degrees)
    case .length(let unit):
      if unit.isRelative { isRelative = true }
      return NumericValue(.length, number * (unit.pixels(in: context) ?? 0))
    }
  }

  /// The error for the unknown unit at the cursor.
  func unknownUnit() -> UnexpectedValue {
    let nearest = near(name, DimensionUnit.table.keywords)
    return failure("a known unit", suggestion: nearest.map { NumberText.css(token.number) + $0 })
  }

  // MARK: Functions

  private mutating func takeMath(_ function: MathFunctionName) throws(UnexpectedValue)
    -> NumericValue
  {
    let start = mark
    try enter()
    let value: NumericValue?
    switch function {
    case .calc: value = try sum()
    case .min, .max: value = try extremum(function == .min)
    case .clamp: value = try clamp()
    case .round: value = try round()
    case .mod, .rem, .pow, .atan2: value = try binary(function)
    case .hypot: value = try hypotenuse()
    case .log: value = try logarithm()
    case .abs, .sign, .sin, .cos, .tan, .asin, .acos, .atan, .sqrt, .exp:
      value = try unary(function)
    }
    guard let value else {
      rewind(to: start)
      throw failure("values of one type in \(function.rawValue)()")
    }
    try leave()
    return value
  }

  /// Reads a sum; nil if its parts have different units.
  private mutating func sum() throws(UnexpectedValue) -> NumericValue? {
    guard var total = try product() else { return nil }
    while token.isDelimiter("+") || token.isDelimiter("-") {
      let sign: Double = token.isDelimiter("-") ? -1 : 1
      // Without white space on both sides `a -b` would be two values (§10.1).
      guard isAfterWhitespace else { throw failure("a space on both sides of the operator") }
      advance()
      guard isAfterWhitespace else { throw failure("a space on both sides of the operator") }
      guard let next = try product(), total.add(next, times: sign) else { return nil }
    }
    // `1px+2px` is two values, too.
    if token.hasSign { throw failure("a space on both sides of the operator") }
    return total
  }

  private mutating func product() throws(UnexpectedValue) -> NumericValue? {
    guard var total = try factor() else { return nil }
    // A formula may be long: it is scaled once, by all of its factors together.
    var scale: Double?
    while token.isDelimiter("*") || token.isDelimiter("/") {
      let divides = token.isDelimiter("/")
      advance()
      guard let next = try factor() else { return nil }
      if total.formula != nil, next.kind == .number {
        scale = (scale ?? 1) * (divides ? 1 / next.value : next.value)
      } else if let result = divides ? total.divided(by: next) : total.multiplied(by: next) {
        total = result
      } else {
        return nil
      }
    }
    return scale.map(total.scaled) ?? total
  }

  private mutating func factor() throws(UnexpectedValue) -> NumericValue? {
    if token.kind == .leftParenthesis {
      try enter()
      guard let value = try sum() else { return nil }
      try leave()
      return value
    }
    if let names, let index = names.index(self) {
      advance()
      return NumericValue(.number, names.values[index])
    }
    if token.kind == .ident, let constant = lookUp(mathConstants) {
      advance()
      return NumericValue(.number, constant)
    }
    guard let value = try takeNumeric() else { throw failure("a number, a dimension or '('") }
    return value
  }

  private mutating func extremum(_ isMinimum: Bool) throws(UnexpectedValue) -> NumericValue? {
    guard var best = try sum() else { return nil }
    var all = [best]
    while takeComma() {
      guard let next = try sum() else { return nil }
      all.append(next)
      if next.value.isNaN || (isMinimum ? next.value < best.value : next.value > best.value) {
        best = next
      }
    }
    if best.kind != .lengthPercentage, all.allSatisfy({ $0.kind == best.kind }) { return best }
    return NumericValue.extremum(all, isMinimum: isMinimum)
  }

  private mutating func clamp() throws(UnexpectedValue) -> NumericValue? {
    var low: NumericValue?
    if !takeKeyword("none") {
      low = try sum()
      if low == nil { return nil }
    }
    try expectComma()
    guard var value = try sum() else { return nil }
    try expectComma()
    if !takeKeyword("none") {
      guard let high = try sum(), let least = Self.limit(value, high, isMinimum: true) else {
        return nil
      }
      value = least
    }
    return low.map { Self.limit($0, value, isMinimum: false) } ?? value
  }

  /// The minimum or maximum of two; NaN if one of them is.
  private static func limit(
    _ left: NumericValue, _ right: NumericValue, isMinimum: Bool
  ) -> NumericValue? {
    guard left.kind == right.kind, left.kind != .lengthPercentage else {
      return NumericValue.extremum([left, right], isMinimum: isMinimum)
    }
    if left.value.isNaN || right.value.isNaN { return left.scaled(by: .nan) }
    return (left.value < right.value) == isMinimum ? left : right
  }

  private mutating func round() throws(UnexpectedValue) -> NumericValue? {
    var strategy = RoundingStrategy.nearest
    if let written = takeKeyword(RoundingStrategy.table) {
      strategy = written
      try expectComma()
    }
    guard var value = try sum(), value.kind != .lengthPercentage else { return nil }
    var step = NumericValue(.number, 1)
    if takeComma() {
      guard let written = try sum() else { return nil }
      step = written
    }
    guard step.kind == value.kind else { return nil }
    value.value = strategy.round(value.value, to: step.value)
    return value
  }

  private mutating func binary(_ function: MathFunctionName) throws(UnexpectedValue)
    -> NumericValue?
  {
    guard let left = try sum() else { return nil }
    try expectComma()
    guard let right = try sum(), left.kind == right.kind,
      left.kind != .lengthPercentage
    else { return nil }
    switch function {
    case .atan2: return NumericValue(.angle, arcTangent2(left.value, right.value) * 180 / .pi)
    case .pow:
      guard left.kind == .number else { return nil }
      return NumericValue(.number, power(left.value, right.value))
    case .mod where right.value.isInfinite:
      let sameSign = (left.value < 0) == (right.value < 0)
      return NumericValue(left.kind, sameSign || left.value == 0 ? left.value : .nan)
    default:
      // `mod` takes the sign of the divisor, `rem` that of the dividend.
      let strategy: RoundingStrategy = function == .mod ? .down : .toZero
      if right.value.isInfinite { return left.value.isInfinite ? left.scaled(by: .nan) : left }
      let quotient = strategy.round(left.value / right.value, to: 1)
      return NumericValue(left.kind, left.value - quotient * right.value)
    }
  }

  private mutating func hypotenuse() throws(UnexpectedValue) -> NumericValue? {
    guard var total = try sum(), total.kind != .lengthPercentage else { return nil }
    total.value = total.value.magnitude
    while takeComma() {
      guard let next = try sum(), next.kind == total.kind else { return nil }
      total.value = Self.hypotenuse(total.value, next.value.magnitude)
    }
    return total
  }

  /// The hypotenuse of two numbers of 0 or more, whose squares may exceed a `Double`.
  private static func hypotenuse(_ left: Double, _ right: Double) -> Double {
    guard left + right > 0, left.isFinite, right.isFinite else { return left + right }
    let greater = Swift.max(left, right)
    let ratio = Swift.min(left, right) / greater
    return greater * (1 + ratio * ratio).squareRoot()
  }

  private mutating func logarithm() throws(UnexpectedValue) -> NumericValue? {
    guard let value = try sum(), value.kind == .number else { return nil }
    guard takeComma() else { return NumericValue(.number, naturalLogarithm(value.value)) }
    guard let base = try sum(), base.kind == .number else { return nil }
    return NumericValue(.number, naturalLogarithm(value.value) / naturalLogarithm(base.value))
  }

  private mutating func unary(_ function: MathFunctionName) throws(UnexpectedValue) -> NumericValue?
  {
    guard let argument = try sum(), argument.kind != .lengthPercentage else { return nil }
    let value = argument.value
    let radians = argument.kind == .angle ? value * .pi / 180 : value
    switch (function, argument.kind) {
    case (.abs, _): return NumericValue(argument.kind, value.magnitude)
    case (.sign, _):
      return NumericValue(.number, value.isNaN ? .nan : value > 0 ? 1 : value < 0 ? -1 : value)
    case (.sin, .number), (.sin, .angle): return NumericValue(.number, sine(radians))
    case (.cos, .number), (.cos, .angle): return NumericValue(.number, cosine(radians))
    case (.tan, .number), (.tan, .angle): return NumericValue(.number, tangent(radians))
    case (.asin, .number): return NumericValue(.angle, arcSine(value) * 180 / .pi)
    case (.acos, .number): return NumericValue(.angle, arcCosine(value) * 180 / .pi)
    case (.atan, .number): return NumericValue(.angle, arcTangent(value) * 180 / .pi)
    case (.sqrt, .number): return NumericValue(.number, value.squareRoot())
    case (.exp, .number): return NumericValue(.number, exponential(value))
    default: return nil
    }
  }
}

/// CSS Values 4 §10.7.
private let mathConstants = KeywordTable<Double>([
  ("pi", .pi), ("e", 2.718281828459045), ("infinity", .infinity), ("-infinity", -.infinity),
  ("nan", .nan),
])
