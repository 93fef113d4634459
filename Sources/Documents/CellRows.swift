import CellLayout
import StyledText
import Styling

/// Rows of a cell of a table, which may span several rows of that.
struct CellRows {
  private(set) var style: StyleID
  private(set) var filling: StyleID
  let paintsBlanks: Bool
  var alignment: LineAlignment
  let verticalAlign: VerticalAlignment
  let edges: CellEdges
  let width: Int

  let columns: Range<Int>

  /// Number of rows of the table below the current one that the cell spans.
  var rowsBelow: Int

  /// Number of its rows that were emitted with table rows above.
  var emitted = 0

  /// A line of text that fits into the cell, and its width in cells.
  var line = 0..<0
  var cells = 0

  /// Rows that were laid out, if the content is more than one line that fits.
  var rows: LaidOutRows?

  init(_ cell: TableContent.Cell, _ look: TableLook, _ edges: CellEdges, width: Int) {
    (style, filling, paintsBlanks) = (look.style, look.filling, look.paintsBlanks)
    alignment = look.alignment
    // If it spans more rows, its height is not known yet.
    let goesOn = cell.rowsBelow > 0 && look.verticalAlign != .baseline
    verticalAlign = goesOn ? .top : look.verticalAlign
    (self.edges, self.width) = (edges, width)
    (columns, rowsBelow) = (cell.columns, cell.rowsBelow)
  }

  var count: Int { rows?.widths.count ?? (line.isEmpty ? 0 : 1) }

  /// Rows above its first text.
  var baseline: Int { edges.top + (rows?.firstText ?? 0) }

  /// Rows by which it is lowered to the baseline of its table row.
  var shift = 0

  var height: Int { shift + edges.top + count + edges.bottom }

  /// Number of its rows that were not emitted.
  var rest: Int { max(0, height - emitted) }

  mutating func visit(_ body: (inout StyleID) -> Void) {
    body(&style)
    body(&filling)
    rows?.visit(body)
  }
}

final class LaidOutRows {
  private(set) var rows: StyledLines
  let ends: [Int]
  let widths: [Int]
  let firstText: Int

  /// Takes the rows out of a writer, with the number of the first one with text.
  init(_ writer: RowWriter, firstText: Int?) {
    rows = writer.rows
    ends = rows.bytes.indices.filter { [rows] in rows.bytes[$0] == 0x0A }
    widths = writer.widths
    self.firstText = firstText ?? 0
  }

  func visit(_ body: (inout StyleID) -> Void) { rows.visit(body) }
}
