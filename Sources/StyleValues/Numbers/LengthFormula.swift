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
  case minimum([LengthFormula])
  case maximum([LengthFormula])
  case sum([LengthFormula])

  /// The length in pixels, once it is known how many pixels 100 % are.
  package func pixels(of base: Double) -> Double {
    switch self {
    case .linear(let pixels, let percentage): pixels + percentage / 100 * base
    case .minimum(let operands): operands.map { $0.pixels(of: base) }.min() ?? 0
    case .maximum(let operands): operands.map { $0.pixels(of: base) }.max() ?? 0
    case .sum(let operands): operands.reduce(0) { $0 + $1.pixels(of: base) }
    }
  }

  /// Returns the length times a factor; a negative factor turns a minimum into a maximum.
  func scaled(by factor: Double) -> LengthFormula {
    func each(_ operands: [LengthFormula]) -> [LengthFormula] {
      operands.map { $0.scaled(by: factor) }
    }
    switch self {
    case .linear(let pixels, let percentage):
      return .linear(
        pixels: pixels == 0 ? 0 : pixels * factor,
        percentage: percentage == 0 ? 0 : percentage * factor)
    case .minimum(let operands):
      return factor < 0 ? .maximum(each(operands)) : .minimum(each(operands))
    case .maximum(let operands):
      return factor < 0 ? .minimum(each(operands)) : .maximum(each(operands))
    case .sum(let operands): return .sum(each(operands))
    }
  }

  /// The length as a property may hold it: with NaN in it, it is none.
  var bounded: LengthFormula { hasNaN ? .linear(pixels: 0, percentage: 0) : limited }

  private var hasNaN: Bool {
    switch self {
    case .linear(let pixels, let percentage): pixels.isNaN || percentage.isNaN
    case .minimum(let operands), .maximum(let operands), .sum(let operands):
      operands.contains(where: \.hasNaN)
    }
  }

  private var limited: LengthFormula {
    switch self {
    case .linear(let pixels, let percentage):
      .linear(pixels: pixels.boundedLength, percentage: percentage.boundedLength)
    case .minimum(let operands): .minimum(operands.map(\.limited))
    case .maximum(let operands): .maximum(operands.map(\.limited))
    case .sum(let operands): .sum(operands.map(\.limited))
    }
  }

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
    case .minimum(let operands): return "min(\(operands.map(\.term).joined(separator: ", ")))"
    case .maximum(let operands): return "max(\(operands.map(\.term).joined(separator: ", ")))"
    case .sum(let operands): return operands.map(\.term).joined(separator: " + ")
    }
  }
}

extension NumericValue {
  /// A length or percentage as a property may hold it (CSS Values 4 §10.12): every part of it
  /// finite, and far enough from the largest number that parts can be added up and taken from each
  /// other.
  var bounded: NumericValue {
    if let formula { return NumericValue(formula.bounded) }
    let isNumber = !value.isNaN && !percentage.isNaN
    return NumericValue(
      kind, isNumber ? value.boundedLength : 0,
      percentage: isNumber ? percentage.boundedLength : 0)
  }

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
    guard var operands = terms, let right = other.scaled(by: sign).asFormula else { return false }
    // In one place only, so that they are not copied for each that comes.
    formula = nil
    operands.append(right)
    self = NumericValue(.sum(operands))
    return true
  }

  /// Terms of a sum that starts with the value.
  private var terms: [LengthFormula]? {
    if case .sum(let operands)? = formula { operands } else { asFormula.map { [$0] } }
  }

  /// The least or greatest of lengths and percentages; nil when they measure different things.
  static func extremum(_ values: [NumericValue], isMinimum: Bool) -> NumericValue? {
    let formulas = values.compactMap(\.asFormula)
    guard formulas.count == values.count else { return nil }
    return NumericValue(isMinimum ? .minimum(formulas) : .maximum(formulas))
  }
}

extension Double {
  /// The number, or the longest length or largest percentage there is.
  ///
  /// That is 1e30, of which a great many add up to what is still a number. What is too small to be
  /// written is none.
  fileprivate var boundedLength: Double {
    magnitude < NumberText.least ? 0 : Swift.min(Swift.max(self, -1e30), 1e30)
  }
}
