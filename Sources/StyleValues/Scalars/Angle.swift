/// An angle in degrees, clockwise from upwards where it is a direction.
///
/// ```swift
/// let angle = try Angle.convert("0.25turn")
/// print(angle.degrees)  // 90.0
/// print(angle.cssText)  // 90deg
/// ```
package struct Angle: Hashable, Sendable {
  /// Degrees; any number of turns.
  package var degrees: Double

  /// Makes an angle.
  package init(degrees: Double) {
    self.degrees = degrees
  }

  /// The value as CSS writes it.
  package var cssText: String { NumberText.css(degrees) + "deg" }
}

extension Angle: CSSParsable {
  /// Noun phrase for the type in messages.
  package static var expectation: String { "an angle" }

  /// Reads `deg`, `grad`, `rad` and `turn`; a plain 0 needs no unit.
  ///
  /// Outside of CSS plain numbers are degrees.
  package static func parse(_ cursor: inout ValueCursor) throws(ConversionError) -> Angle {
    if let degrees = try cursor.takeAngle() { return Angle(degrees: degrees) }
    if cursor.context.dialect != .css, let degrees = try cursor.takeNumber() {
      return Angle(degrees: degrees)
    }
    throw cursor.failure(expectation)
  }
}
