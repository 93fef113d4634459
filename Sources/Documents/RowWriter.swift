import Bytes
import CellLayout
import StyledText

/// Assembles rows of cells as lines of text with styles.
///
/// Invisible blanks are written only when something follows them on their row.
struct RowWriter {
  /// The rows, each with a line feed at its end, but for the open one.
  var rows = StyledLines()

  /// Cells of the open row, with pending blanks and without them.
  private(set) var column = 0
  private var seenColumn = 0

  /// True if only columns are counted, and nothing is written.
  var isDry = false

  var keepsWidths = false

  /// Number of cells of each finished row.
  private(set) var widths: [Int] = []

  /// Blanks that are written once something follows them.
  private var owed: [(count: Int, style: StyleID)] = []

  mutating func append(
    _ range: Range<Int>, of text: Span<UInt8>, cells: Int, _ style: StyleID, element: Int32 = 0
  ) {
    guard !range.isEmpty, !isDry else { return }
    payBlanks()
    rows.append(range, of: text, style, element: element)
    column += cells
    seenColumn = column
  }

  /// Sets the column where the written text ends.
  mutating func setColumn(_ column: Int) {
    self.column = column
    if owed.isEmpty { seenColumn = column }
  }

  mutating func append(_ text: [UInt8], cells: Int, _ style: StyleID) {
    append(0..<text.count, of: text.span, cells: cells, style)
  }

  mutating func appendBlanks(_ count: Int, _ style: StyleID, areSeen: Bool) {
    guard count > 0, !isDry else { return }
    column += count
    guard areSeen else {
      if let last = owed.last, last.style == style {
        owed[owed.count - 1].count += count
      } else {
        owed.append((count, style))
      }
      return
    }
    payBlanks()
    rows.append(count: count, style)
    seenColumn = column
  }

  /// Writes one row of another writer.
  mutating func append(_ other: StyledLines, _ range: Range<Int>, cells: Int) {
    guard !range.isEmpty || cells > 0, !isDry else { return }
    if !range.isEmpty { payBlanks() }
    rows.append(other, in: range)
    column += cells
    if cells > 0 { seenColumn = column }
  }

  mutating func endRow(_ style: StyleID) {
    forgetBlanks()
    if !isDry { rows.append(repeating: 0x0A, count: 1, style) }
    if keepsWidths { widths.append(seenColumn) }
    (column, seenColumn) = (0, 0)
  }

  mutating func exchangeRows(with other: inout StyledLines) { swap(&rows, &other) }

  mutating func visit(_ body: (inout StyleID) -> Void) {
    rows.visit(body)
    for index in owed.indices { body(&owed[index].style) }
  }

  private mutating func payBlanks() {
    guard !owed.isEmpty else { return }
    for (count, style) in owed { rows.append(count: count, style) }
    forgetBlanks()
  }

  /// Removing a few one by one is faster than `removeAll`.
  private mutating func forgetBlanks() { while !owed.isEmpty { owed.removeLast() } }
}
