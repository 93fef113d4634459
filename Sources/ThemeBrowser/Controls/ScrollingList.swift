/// The selected row of a list, and the part of the list that is seen.
package struct ScrollingList: Hashable, Sendable {
  /// Rows of the list.
  package private(set) var count = 0

  /// Rows that are seen.
  package private(set) var height = 0

  /// The selected row; 0 in an empty list.
  package private(set) var selection = 0

  /// The first row that is seen.
  package private(set) var offset = 0

  /// An empty list that shows nothing.
  package init() {}

  /// The rows that are seen.
  package var visible: Range<Int> { offset..<min(count, offset + height) }

  /// Sets the number of rows and how many are seen; the selection stays where it can.
  package mutating func resize(count: Int, height: Int) {
    self.count = max(0, count)
    self.height = max(0, height)
    select(selection)
  }

  /// Selects a row, or the nearest there is, and scrolls as little as shows it.
  package mutating func select(_ row: Int) {
    selection = row.clamped(to: 0...max(0, count - 1))
    if selection < offset { offset = selection }
    if selection >= offset + height { offset = selection - height + 1 }
    offset = offset.clamped(to: 0...max(0, count - height))
  }

  /// Selects the row so many further down, or up.
  package mutating func move(by rows: Int) {
    select(selection + rows)
  }

  /// Moves the selection if that is what the action does in a list.
  mutating func perform(_ action: BrowserAction) {
    if let step = action.step(screenful: height - 1) { move(by: step) }
  }

  /// Scrolls, and takes the selection along when it would be lost from sight.
  package mutating func scroll(by rows: Int) {
    offset = (offset + rows).clamped(to: 0...max(0, count - height))
    if height > 0 { selection = selection.clamped(to: offset...max(offset, offset + height - 1)) }
    selection = selection.clamped(to: 0...max(0, count - 1))
  }
}
