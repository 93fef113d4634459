/// A length that depends on 100 %, and not only as a sum: `min(50%, 100px)`.
///
/// CSS Values 4 §10: a math function of lengths and percentages is kept until it is used.
///
/// ```swift
/// var cursor = ValueCursor(CSSText("clamp(30px, 50% - 10px, 100px)"))
/// if let formula = try cursor.takeLengthPercentage()?.formula {
///   print(formula.cssText)  // max(30px, min(50% - 10px, 100px))
///   print([40, 120, 900].map { formula.pixels(of: $0) })  // [30.0, 50.0, 100.0]
/// }
/// ```
package indirect enum LengthFormula: Hashable, Sendable {
  case linear(pixels: Double, percentage: Double)
  case minimum([LengthFormula])
  case maximum([LengthFormula])
  case sum([LengthFormula])

  /// The length in pixels, if 100 % are `base` pixels.
  package func pixels(of base: Double) -> Double {
    switch self {
    case .linear(let pixels, let percentage): pixels + percentage / 100 * base
    case .minimum(let operands): operands.map { $0.pixels(of: base) }.min() ?? 0
    case .maximum(let operands): operands.map { $0.pixels(of: base) }.max() ?? 0
    case .sum(let operands): operands.reduce(0) { $0 + $1.pixels(of: base) }
    }
  }

  /// The length times a factor; a negative one turns a minimum into a maximum.
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

  /// The length limited for a property; 0 with a NaN in it.
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

  /// The length inside of a math function.
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
  /// A length or percentage limited for a property (CSS Values 4 §10.12): each part is finite, and
  /// small enough that parts can be added and subtracted.
  var bounded: NumericValue {
    if let formula { return NumericValue(formula.bounded) }
    let isNumber = !value.isNaN && !percentage.isNaN
    return NumericValue(
      kind, isNumber ? value.boundedLength : 0, percentage: isNumber ? percentage.boundedLength : 0)
  }

  /// The value as a formula; nil unless it is a length, a percentage, or both.
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

  /// Adds a value if one of the two is a formula; returns false if they have different units.
  mutating func addFormula(_ other: NumericValue, times sign: Double) -> Bool {
    guard var operands = terms, let right = other.scaled(by: sign).asFormula else { return false }
    // In one place only, so that they are not copied for each that comes.
    formula = nil
    operands.append(right)
    self = NumericValue(.sum(operands))
    return true
  }

  /// The terms of a sum that starts with the value.
  private var terms: [LengthFormula]? {
    if case .sum(let operands)? = formula { operands } else { asFormula.map { [$0] } }
  }

  /// The minimum or maximum of lengths and percentages; nil if they have different units.
  static func extremum(_ values: [NumericValue], isMinimum: Bool) -> NumericValue? {
    let formulas = values.compactMap(\.asFormula)
    guard formulas.count == values.count else { return nil }
    return NumericValue(isMinimum ? .minimum(formulas) : .maximum(formulas))
  }
}

extension Double {
  /// The number, at most ±1e30, of which a great many can be added.
  ///
  /// What is too small to be written is 0.
  fileprivate var boundedLength: Double {
    magnitude < NumberText.least ? 0 : Swift.min(Swift.max(self, -1e30), 1e30)
  }
}
