/// The math functions of CSS Values 4 §10.
enum MathFunctionName: String, CaseIterable, Sendable {
  case calc, min, max, clamp, round, mod, rem, abs, sign
  case sin, cos, tan, asin, acos, atan, atan2
  case pow, sqrt, hypot, log, exp

  static let table = KeywordTable<MathFunctionName>()
}

/// Rounding strategy of `round()`: CSS Values 4 §10.3.
enum RoundingStrategy: String, CaseIterable, Sendable {
  case nearest, up, down
  case toZero = "to-zero"

  static let table = KeywordTable<RoundingStrategy>()

  /// The multiple of `step` that the strategy selects.
  func round(_ value: Double, to step: Double) -> Double {
    if step == 0 || value.isNaN || step.isNaN { return .nan }
    if step.isInfinite { return roundedToInfinity(value) }
    guard value.isFinite else { return value }
    let count = value / step.magnitude
    // So large that it is a multiple of all steps that matter.
    guard count.isFinite else { return value }
    let rounded: Double
    switch self {
    // Halfway between two multiples the result is the greater one.
    case .nearest:
      // A half that is added would be lost in a large number, and lift one just below a half.
      let below = count.rounded(.down)
      rounded = count - below < 0.5 ? below : below + 1
    case .up: rounded = count.rounded(.up)
    case .down: rounded = count.rounded(.down)
    case .toZero: rounded = count.rounded(.towardZero)
    }
    return rounded * step.magnitude
  }

  private func roundedToInfinity(_ value: Double) -> Double {
    if value.isInfinite { return .nan }
    switch self {
    case .nearest, .toZero: return value < 0 ? -0.0 : 0
    case .up: return value > 0 ? .infinity : value < 0 ? -0.0 : value
    case .down: return value < 0 ? -.infinity : 0
    }
  }
}
