package import StyleValues

/// One value for each side of a box.
package struct BoxSides<Value> {
  /// The upper side.
  package var top: Value

  /// The right side.
  package var right: Value

  /// The lower side.
  package var bottom: Value

  /// The left side.
  package var left: Value

  /// Puts the sides together, clockwise.
  package init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// The same value on all sides.
  package init(all value: Value) {
    self.init(top: value, right: value, bottom: value, left: value)
  }
}

extension BoxSides: Equatable where Value: Equatable {}
extension BoxSides: Hashable where Value: Hashable {}
extension BoxSides: Sendable where Value: Sendable {}

/// The border on one side.
package struct BorderSide: Hashable, Sendable {
  /// `border-*-width` in px.
  package var width = 0.0

  /// `border-*-style`.
  package var style = BorderStyle.solid

  /// `border-*-color`; nil is `currentcolor`.
  package var color: ColorValue?

  /// No border.
  package init() {}

  /// True if there is something to draw.
  package var isVisible: Bool { width > 0 && style != .none }
}

/// A length of the box: pixels plus a share of the width that there is.
package struct BoxLength: Hashable, Sendable {
  /// CSS pixels: a cell is 7.5 px wide and 15 px high.
  package var pixels: Double

  /// Hundredths of the width of the containing block.
  package var percentage: Double

  /// Formula that replaces the sum where a math function needs one: `min(50%, 100px)`.
  package var formula: LengthFormula?

  /// True if it is the width of the content instead: `fit-content`, `max-content`.
  package private(set) var fitsContent = false

  /// Width of the content, but at most the available width (CSS Sizing 3 §2.1).
  package static let fitContent: BoxLength = {
    var length = BoxLength.zero
    length.fitsContent = true
    return length
  }()

  /// Puts a length together.
  package init(pixels: Double, percentage: Double = 0) {
    self.pixels = pixels
    self.percentage = percentage
  }

  /// Creates a length from a number as written; it is limited to more than any screen has.
  init(_ value: NumericValue) {
    func limited(_ number: Double) -> Double { number.isNaN ? 0 : min(max(number, -1e9), 1e9) }
    let isPercentage = value.kind == .percentage
    pixels = isPercentage ? 0 : limited(value.value)
    percentage = limited(isPercentage ? value.value : value.percentage)
    formula = value.formula
  }

  /// The length in pixels where the containing block is so many pixels wide.
  package func pixels(of width: Double) -> Double {
    formula?.pixels(of: width) ?? pixels + percentage / 100 * width
  }

  /// No length.
  package static let zero = BoxLength(pixels: 0)
}
