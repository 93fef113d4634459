/// A length that hangs on what 100 % is, and not just as a sum: `min(50%, 100px)`.
///
/// CSS Values 4 §10: a math function of lengths and percentages stays what it is until it is used.
///
/// ```swift
/// var cursor = ValueCursor(CSSText("clamp(30px, 50% - 10px, 100px)"))
/// if let formula = try cursor.takeLengthPercentage()?.formula {
///   print(formula.cssText)  // max(30px, min(50% - 10px, 100px))
///   print([40, 120, 900].map { formula.pixels(of: $0) })  // [30.0, 50.0, 100.0]
/// }
/// ```
package indirect enum LengthFormula: Hashable, Sendable {
  /// Pixels and so many hundredths.
  case linear(pixels: Double, percentage: Double)
  /// The least of several.
  case minimum([LengthFormula])
  /// The greatest of several.
  case maximum([LengthFormula])
  /// All of them together.
  case sum([LengthFormula])

  /// The length in pixels, once it is known how many pixels 100 % are.
  package func pixels(of base: Double) -> Double {
    switch self {
    case .linear(let pixels, let percentage): pixels + percentage / 100 * base
    case .minimum(let parts): parts.map { $0.pixels(of: base) }.min() ?? 0
    case .maximum(let parts): parts.map { $0.pixels(of: base) }.max() ?? 0
    case .sum(let parts): parts.reduce(0) { $0 + $1.pixels(of: base) }
    }
  }

  /// So many times the length: what was least becomes the greatest where the factor is negative.
  func scaled(by factor: Double) -> LengthFormula {
    func each(_ parts: [LengthFormula]) -> [LengthFormula] { parts.map { $0.scaled(by: factor) } }
    switch self {
    case .linear(let pixels, let percentage):
      return .linear(pixels: pixels * factor, percentage: percentage * factor)
    case .minimum(let parts): return factor < 0 ? .maximum(each(parts)) : .minimum(each(parts))
    case .maximum(let parts): return factor < 0 ? .minimum(each(parts)) : .maximum(each(parts))
    case .sum(let parts): return .sum(each(parts))
    }
  }

  /// The length as CSS writes it.
  package var cssText: String {
    switch self {
    case .linear(let pixels, let percentage):
      pixels != 0 && percentage != 0 ? "calc(\(term))" : term
    case .sum: "calc(\(term))"
    case .minimum, .maximum: term
    }
  }

  /// The length as it stands inside of a math function.
  private var term: String {
    switch self {
    case .linear(let pixels, let percentage):
      let share = NumberText.css(percentage) + "%"
      if percentage == 0 { return NumberText.css(pixels) + "px" }
      if pixels == 0 { return share }
      return "\(share) \(pixels < 0 ? "-" : "+") \(NumberText.css(pixels.magnitude))px"
    case .minimum(let parts): return "min(\(parts.map(\.term).joined(separator: ", ")))"
    case .maximum(let parts): return "max(\(parts.map(\.term).joined(separator: ", ")))"
    case .sum(let parts): return parts.map(\.term).joined(separator: " + ")
    }
  }
}

extension NumericValue {
  /// A length with a percentage in it, or anything that can be added to one; nil for other values.
  private var asFormula: LengthFormula? {
    switch kind {
    case .length: .linear(pixels: value, percentage: 0)
    case .percentage: .linear(pixels: 0, percentage: value)
    case .lengthPercentage: formula ?? .linear(pixels: value, percentage: percentage)
    case .number, .angle: nil
    }
  }

  private init(_ formula: LengthFormula) {
    self.init(.lengthPercentage, 0)
    self.formula = formula
  }

  /// Adds a value where one of the two is a formula.
  /// - Returns: False when they measure different things.
  mutating func addFormula(_ other: NumericValue, times sign: Double) -> Bool {
    guard var parts = terms, let right = other.scaled(by: sign).asFormula else { return false }
    // In one place only, so that they are not copied for each that comes.
    formula = nil
    parts.append(right)
    self = NumericValue(.sum(parts))
    return true
  }

  /// What a sum with the value in front adds up.
  private var terms: [LengthFormula]? {
    if case .sum(let parts)? = formula { parts } else { asFormula.map { [$0] } }
  }

  /// The least or greatest of lengths and percentages; nil when they measure different things.
  static func extremum(_ values: [NumericValue], isMinimum: Bool) -> NumericValue? {
    let formulas = values.compactMap(\.asFormula)
    guard formulas.count == values.count else { return nil }
    return NumericValue(isMinimum ? .minimum(formulas) : .maximum(formulas))
  }
}
