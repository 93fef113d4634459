package import Styling

/// Number of CSS pixels a cell is, and lengths in cells.
///
/// A cell is 7.5 px wide and 15 px high, everywhere, so that a sheet means the same in every
/// terminal.
package enum CellMetrics {
  /// The width of a cell in px.
  package static let width = 7.5

  /// The height of a cell in px.
  package static let height = 15.0

  /// The most rows that a padding or a margin takes: more would only be memory.
  static let mostRows = 500

  /// The most columns of a block.
  static let mostColumns = 65_535

  /// The way along which a length is measured.
  package enum Axis: Sendable {
    /// Columns.
    case horizontal
    /// Rows.
    case vertical
  }

  /// A length in whole cells, rounded half up.
  ///
  /// - Parameters:
  ///   - length: Length from the stylesheet.
  ///   - axis: Columns or rows.
  ///   - columns: Columns of the containing block, which percentages refer to, also for lengths
  ///     along the rows, as in CSS 2.2 §8.4.
  ///   - keepsSmall: True if 4 px or more are at least one cell, as for padding and margin.
  /// - Returns: At least 0, at most `mostRows` or `mostColumns`.
  package static func cells(
    _ length: BoxLength, _ axis: Axis, of columns: Int, keepsSmall: Bool = false
  ) -> Int {
    let cell = axis == .horizontal ? width : height
    let pixels = length.pixels(of: Double(columns) * width)
    guard pixels > 0 else { return 0 }
    let most = axis == .horizontal ? mostColumns : mostRows
    let count = (min(pixels / cell, Double(most)) + 0.5).rounded(.down)
    return keepsSmall && pixels >= 4 ? max(1, Int(count)) : Int(count)
  }
}
