/// A percentage, as a fraction: 1 is 100 %.
///
/// ```swift
/// let half = try Percentage.convert("50%")
/// print(half.fraction)  // 0.5
/// print(half.cssText)  // 50%
/// ```
package struct Percentage: Hashable, Sendable {
  /// The fraction.
  package var fraction: Double

  /// Makes a percentage of a fraction.
  package init(fraction: Double) {
    self.fraction = fraction
  }

  /// The value as CSS writes it.
  package var cssText: String { NumberText.css(fraction * 100) + "%" }
}

extension Percentage: CSSParsable {
  /// Noun phrase for the type in messages.
  package static var expectation: String { "a percentage" }

  /// Reads a percentage, or a math function that gives one.
  package static func parse(_ cursor: inout ValueCursor) throws(ConversionError) -> Percentage {
    guard let value = try cursor.takePercentage() else {
      throw cursor.failure(expectation)
    }
    return Percentage(fraction: value / 100)
  }
}
