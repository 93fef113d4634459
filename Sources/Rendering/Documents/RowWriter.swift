import Bytes
import CellLayout
import StyledText

/// Puts rows of cells together, as lines of text with styles.
///
/// Blanks that nobody can see are written only when something follows them on their row.
struct RowWriter {
  /// The rows, each with a line feed at its end, but for the open one.
  var rows = StyledLines()

  /// Number of cells that the open row has, owed blanks included, and without them.
  private(set) var column = 0
  private var seenColumn = 0

  /// True if nothing is written.
  var isDry = false

  /// True if the widths of rows are kept.
  var keepsWidths = false

  /// Number of cells of each finished row.
  private(set) var widths: [Int] = []

  /// Blanks that are written once something follows them.
  private var owed: [(count: Int, style: StyleID)] = []

  /// Writes text.
  mutating func append(
    _ range: Range<Int>, of text: Span<UInt8>, cells: Int, _ style: StyleID, element: Int32 = 0
  ) {
    guard !range.isEmpty, !isDry else { return }
    payBlanks()
    rows.append(range, of: text, style, element: element)
    column += cells
    seenColumn = column
  }

  /// Says that the text that was written ends at a column.
  mutating func setColumn(_ column: Int) {
    self.column = column
    if owed.isEmpty { seenColumn = column }
  }

  /// Writes a text.
  mutating func append(_ text: [UInt8], cells: Int, _ style: StyleID) {
    append(0..<text.count, of: text.span, cells: cells, style)
  }

  /// Writes blanks.
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

  /// Writes what another writer has on one of its rows.
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

  /// Calls a function with each style.
  mutating func visit(_ body: (inout StyleID) -> Void) {
    rows.visit(body)
    for index in owed.indices { body(&owed[index].style) }
  }

  private mutating func payBlanks() {
    guard !owed.isEmpty else { return }
    for (count, style) in owed { rows.append(count: count, style) }
    forgetBlanks()
  }

  /// A few are removed faster one by one.
  private mutating func forgetBlanks() {
    while !owed.isEmpty { owed.removeLast() }
  }
}
