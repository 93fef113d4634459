package import Styling

/// Number of cells of each part of a box from left to right and around the text.
///
/// CSS 2.2 §10.3.3 (the width of a block), with one rule more: a box is never wider than the
/// available room. Margins shrink first, then padding, then borders, then the text.
package struct BoxGeometry: Hashable, Sendable {
  package private(set) var margin: BoxSides<Int>

  /// Cells between border and text.
  package private(set) var padding: BoxSides<Int>

  /// 1 for each side with a border, else 0.
  package private(set) var border: BoxSides<Int>

  /// Columns for text, at least 1.
  package private(set) var contentColumns: Int

  /// Columns from border to border, both included.
  package var borderBoxColumns: Int {
    border.left + padding.left + contentColumns + padding.right + border.right
  }

  package var columns: Int { margin.left + borderBoxColumns + margin.right }

  package var rowsAbove: Int { margin.top + border.top + padding.top }

  package var rowsBelow: Int { padding.bottom + border.bottom + margin.bottom }

  package var columnsBefore: Int { margin.left + border.left + padding.left }

  /// Divides `available` columns between the parts of a box; `natural` returns the fewest columns
  /// in which no line has to be broken; nil if that is unknown, so that `fit-content` is `auto`.
  package init(_ style: BlockStyle, available: Int, natural: (() -> Int)? = nil) {
    let available = min(max(1, available), CellMetrics.mostColumns)
    func cells(_ length: BoxLength, _ axis: CellMetrics.Axis) -> Int {
      CellMetrics.cells(length, axis, of: available, keepsSmall: true)
    }
    func cells(_ length: BoxLength?, _ axis: CellMetrics.Axis) -> Int {
      length.map { cells($0, axis) } ?? 0
    }
    padding = BoxSides(
      top: cells(style.padding.top, .vertical), right: cells(style.padding.right, .horizontal),
      bottom: cells(style.padding.bottom, .vertical), left: cells(style.padding.left, .horizontal))
    margin = BoxSides(
      top: cells(style.margin.top, .vertical), right: cells(style.margin.right, .horizontal),
      bottom: cells(style.margin.bottom, .vertical), left: cells(style.margin.left, .horizontal))
    func one(_ side: BorderSide) -> Int { side.isVisible ? 1 : 0 }
    border = BoxSides(
      top: one(style.border.top), right: one(style.border.right),
      bottom: one(style.border.bottom), left: one(style.border.left))
    contentColumns = 1
    shrink(in: available)

    let usable = available - (columns - contentColumns)
    func width(_ length: BoxLength, unknown: Int) -> Int {
      guard !length.fitsContent else { return natural?() ?? unknown }
      return max(1, CellMetrics.cells(length, .horizontal, of: available))
    }
    var content = style.width.map { width($0, unknown: usable) } ?? usable
    if let most = style.maxWidth { content = min(content, width(most, unknown: usable)) }
    if let least = style.minWidth { content = max(content, width(least, unknown: 1)) }
    contentColumns = min(max(1, content), usable)
    distributeSpare(style, spare: usable - contentColumns)
  }

  /// Widens the box for a character of its text that is wider than the columns for text.
  mutating func widen(forContent columns: Int) { contentColumns = max(contentColumns, columns) }

  /// Removes columns, the outermost first, until one column of text fits.
  private mutating func shrink(in available: Int) {
    var excess = columns - available
    func narrow(_ width: inout Int) {
      let taken = min(max(0, excess), width)
      width -= taken
      excess -= taken
    }
    narrow(&margin.right)
    narrow(&margin.left)
    narrow(&padding.right)
    narrow(&padding.left)
    narrow(&border.right)
    narrow(&border.left)
  }

  /// Distributes the columns that a narrow box does not use to margins that are `auto`.
  private mutating func distributeSpare(_ style: BlockStyle, spare: Int) {
    guard spare > 0 else { return }
    switch (style.margin.left == nil, style.margin.right == nil) {
    case (true, true):
      margin.left += spare / 2
      margin.right += spare - spare / 2
    case (true, false): margin.left += spare
    default: break
    }
  }
}

/// Size of a cell in CSS pixels, and lengths in cells.
///
/// A cell is 7.5 px wide and 15 px high, everywhere, so that a sheet means the same in every
/// terminal.
package enum CellMetrics {
  package static let width = 7.5

  package static let height = 15.0

  /// The most rows of a padding or a margin, which limits memory.
  static let mostRows = 500

  static let mostColumns = 65_535

  /// The direction in which a length is measured.
  package enum Axis: Sendable { case horizontal, vertical }

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
