package import StyledText
package import TerminalOutput

/// One cell of a screen or of a block of output.
package struct Cell: Hashable, Sendable {
  /// The grapheme cluster that starts here, safe for a terminal; empty in the second cell of a
  /// wide cluster.
  package fileprivate(set) var text: String

  package var rendition: GraphicRendition

  /// Index into the buffer's link table plus 1; 0 is no link.
  package var link: UInt16

  /// Number of cells of the cluster: 1 or 2, more for a few clusters of several letters; 0 in the
  /// cells after the first one.
  package var width: UInt8

  package init(
    text: SafeText = " ", width: UInt8 = 1, rendition: GraphicRendition = .standard,
    link: UInt16 = 0
  ) {
    self.text = text.string
    self.width = width
    self.rendition = rendition
    self.link = link
  }

  /// A space in the terminal's default state.
  package static let blank = Cell()

  /// Replaces the cluster in the cell, without changing its width.
  package mutating func put(_ text: SafeText) { self.text = text.string }

  /// Adds a cluster without cells of its own to the cell.
  mutating func attach(_ text: SafeText) { self.text += text.string }

  /// Compares the parts that differ most often first.
  @inlinable
  package static func == (left: Cell, right: Cell) -> Bool {
    left.rendition == right.rendition && left.width == right.width && left.link == right.link
      && left.text == right.text
  }
}

/// A rectangle of cells: what a block of text becomes, and what a screen shows.
package struct CellBuffer: Hashable, Sendable {
  package private(set) var columns: Int

  package private(set) var rows: Int

  package private(set) var cells: [Cell]

  /// The link targets, which `Cell.link` refers to.
  package var links: [String] = []

  /// Creates a rectangle of equal cells; negative sizes count as 0.
  package init(columns: Int, rows: Int, filledWith cell: Cell = .blank) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: cell, count: self.columns * self.rows)
  }

  /// The cell in a column and a row, both from 0 and inside.
  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  package func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  package func slice(_ rows: Range<Int>) -> CellBuffer {
    var slice = self
    slice.rows = rows.count
    slice.cells = Array(cells[rows.lowerBound * columns..<rows.upperBound * columns])
    return slice
  }

  /// Copies the upper left part of another buffer over existing cells; their links refer to the
  /// other buffer's table.
  package mutating func copy(
    _ source: CellBuffer, columns count: Int, rows: Int, toColumn column: Int, row: Int
  ) {
    for line in 0..<rows {
      let from = line * source.columns
      let to = (row + line) * columns + column
      cells[to..<to + count] = source.cells[from..<from + count]
    }
  }

  /// Changes a cell in place; both numbers must be inside.
  @inline(__always)
  mutating func update(_ column: Int, _ row: Int, _ change: (inout Cell) -> Void) {
    change(&cells[row * columns + column])
  }

  /// True if a cell has such a rendition; consecutive equal renditions are tested once.
  package func hasRendition(where isWanted: (GraphicRendition) -> Bool) -> Bool {
    var last: GraphicRendition?
    for index in cells.indices where cells[index].rendition != last {
      last = cells[index].rendition
      if isWanted(cells[index].rendition) { return true }
    }
    return false
  }

  package mutating func updateRenditions(_ update: (GraphicRendition) -> GraphicRendition) {
    for index in cells.indices {
      let old = cells[index].rendition
      let new = update(old)
      if new != old { cells[index].rendition = new }
    }
  }

  /// Puts printable ASCII characters into cells side by side, which must be inside, and blank but
  /// for their rendition.
  mutating func putASCII(
    _ bytes: [UInt8], _ range: Range<Int>, column: Int, row: Int, rendition: GraphicRendition,
    link: UInt16
  ) {
    var index = row * columns + column
    let strings = ASCIIText.strings
    for offset in range {
      let byte = bytes[offset]
      if byte != 0x20 { cells[index].text = strings[Int(byte & 0x7F)] }
      cells[index].rendition = rendition
      cells[index].link = link
      index += 1
    }
  }
}

/// The strings of the ASCII characters, made once.
enum ASCIIText { static let strings = (0..<128).map { String(Unicode.Scalar(UInt8($0))) } }

package struct CellPosition: Hashable, Sendable {
  /// From 0.
  package var column: Int, row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

package struct CellRect: Hashable, Sendable {
  /// The first column, from 0.
  package var column: Int

  /// The first row, from 0.
  package var row: Int

  package var columns: Int

  package var rows: Int

  /// Negative sizes count as 0.
  package init(column: Int = 0, row: Int = 0, columns: Int = 0, rows: Int = 0) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  package var endColumn: Int { column + columns }

  package var endRow: Int { row + rows }

  package var isEmpty: Bool { columns == 0 || rows == 0 }

  package func contains(_ cell: CellPosition) -> Bool {
    cell.column >= column && cell.column < endColumn && cell.row >= row && cell.row < endRow
  }

  package func line(_ index: Int) -> CellRect {
    CellRect(column: column, row: row + index, columns: columns, rows: index < rows ? 1 : 0)
  }

  package func moved(columns: Int = 0, rows: Int = 0) -> CellRect {
    CellRect(column: column + columns, row: row + rows, columns: self.columns, rows: self.rows)
  }

  package func inset(left: Int = 0, right: Int = 0) -> CellRect {
    CellRect(column: column + left, row: row, columns: columns - left - right, rows: rows)
  }
}

extension ColorQuantizer {
  /// Quantises all cells to the target's depth.
  ///
  /// Index -1 in `runs`, the runs of the cells' text, marks lines and shadows, which need no
  /// contrast; empty if all cells may have text.
  package mutating func quantize(_ buffer: inout CellBuffer, runs: [Int32] = []) {
    if keepsReadable, !runs.isEmpty { return quantizeReadably(&buffer, runs) }
    guard !keepsAll, buffer.hasRendition(where: { !keeps($0) }) else { return }
    var last: (from: GraphicRendition, to: GraphicRendition) = (.standard, .standard)
    buffer.updateRenditions { rendition in
      if rendition != last.from { last = (rendition, quantize(rendition)) }
      return last.to
    }
  }

  private mutating func quantizeReadably(_ buffer: inout CellBuffer, _ runs: [Int32]) {
    var exact = withoutReadability
    var last: (from: GraphicRendition, isText: Bool, to: GraphicRendition)?
    var index = 0
    buffer.updateRenditions { rendition in
      let isText = index >= runs.count || runs[index] >= 0
      index += 1
      if let last, last.from == rendition, last.isText == isText { return last.to }
      let drawn = isText ? quantize(rendition) : exact.quantize(rendition)
      last = (rendition, isText, drawn)
      return drawn
    }
  }
}
