import CellLayout

/// Scroll position of a pane.
struct ScrollMark {
  /// The first row that is seen.
  var first: Int

  /// Number of rows seen, and how many there are.
  var visible: Int, count: Int

  /// The row that counts as the place, from 0.
  var place: Int

  /// True if there are more rows than are counted.
  var isOpen = false

  /// Makes the scroll position of a list.
  init(_ list: ScrollingList) {
    (first, visible, count, place) = (list.offset, list.height, list.count, list.selection)
  }

  /// Makes the scroll position of contents without a selection.
  init(first: Int, visible: Int, count: Int, isOpen: Bool) {
    (self.first, self.visible, self.count, place) = (first, visible, count, first)
    self.isOpen = isOpen
  }

  /// True if there is more than what is seen.
  var scrolls: Bool { visible > 0 && count > visible }

  /// The place among all.
  var position: String { "\(place + 1)/\(count)\(plus)" }

  /// Text with the number of rows below; nil at the end.
  var more: String? {
    let below = count - first - visible
    return below > 0 ? "▾ \(below)\(plus) more" : nil
  }

  private var plus: String { isOpen ? "+" : "" }

  /// The part of a bar that stands for what is seen.
  func thumb(in bar: CellRect) -> CellRect {
    let rows = max(1, bar.rows * visible / max(1, count))
    let free = bar.rows - rows
    let start = free * first / max(1, count - visible)
    return CellRect(column: bar.column, row: bar.row + start, columns: 1, rows: rows)
  }
}
