public import CellLayout

/// Brings a screen that shows one frame to show another, with as few bytes as it can.
///
/// Only cells that differ are written. The cursor is left where the last of them was.
public struct FrameWriter: Sendable {
  /// Writes the renditions.
  public let encoder: SGREncoder

  /// Where the frame's first cell is on the screen: columns to its left.
  public var column = 0

  /// Where the frame's first cell is on the screen: rows above it.
  public var row = 0

  /// Whether links are written (OSC 8).
  public var writesLinks = false

  /// Whether the frame reaches to the right edge of the screen, so that the rest of a line can be
  /// erased at once.
  public var reachesRightEdge = false

  /// Whether the terminal is asked to show the frame at once (private mode 2026).
  public var isSynchronized = false

  /// A writer for a terminal in its default state; the cells must have been quantised for it.
  public init(encoder: SGREncoder) {
    self.encoder = encoder
  }

  /// Appends what turns one frame into another; nothing if they look the same.
  ///
  /// - Parameters:
  ///   - old: What the screen shows, or nil if that is not known. A frame of another size counts
  ///     as not known.
  ///   - new: What it shall show.
  ///   - bytes: Where the sequences go. The terminal is in its default state after them.
  public func append(from old: CellBuffer?, to new: CellBuffer, into bytes: inout [UInt8]) {
    let isKnown = old.map { $0.columns == new.columns && $0.rows == new.rows } ?? false
    let start = bytes.count
    if isSynchronized { bytes.append("\u{1B}[?2026h") }
    let prefix = bytes.count
    var drawing = Drawing(writer: self, new: new)
    for row in 0..<new.rows {
      drawing.draw(
        row: row, old: isKnown ? old?.row(row) : nil, oldLinks: old?.links ?? [], into: &bytes)
    }
    drawing.pen.reset(into: &bytes)
    if bytes.count == prefix {
      bytes.removeSubrange(start...)
    } else if isSynchronized {
      bytes.append("\u{1B}[?2026l")
    }
  }
}

/// One frame being written: where the cursor and the pen are.
private struct Drawing {
  var pen: Pen
  private let writer: FrameWriter
  private let new: CellBuffer
  /// The cursor within the frame; nil where it is not known, as after the last column.
  private var cursor: (column: Int, row: Int)?
  /// The row of the cursor if only its column is not known.
  private var cursorRow: Int?

  init(writer: FrameWriter, new: CellBuffer) {
    self.writer = writer
    self.new = new
    pen = Pen(encoder: writer.encoder, links: writer.writesLinks ? new.links : [])
  }

  mutating func draw(
    row: Int, old: ArraySlice<Cell>?, oldLinks: [String], into bytes: inout [UInt8]
  ) {
    let cells = new.row(row)
    let sameLinks = oldLinks == new.links
    /// Whether a cell has to be written.
    func differs(_ column: Int) -> Bool {
      guard let old else { return true }
      let one = old[old.startIndex + column]
      let other = cells[cells.startIndex + column]
      if one != other { return true }
      return !sameLinks && other.link > 0
        && target(one.link, oldLinks) != target(other.link, new.links)
    }
    let blankFrom = writer.reachesRightEdge ? firstOfTrailingBlanks(cells) : new.columns
    var column = 0
    while column < new.columns {
      guard differs(column) else {
        column += 1
        continue
      }
      if column >= blankFrom, erases(from: column, differs) {
        // Erased cells take the background that is set.
        pen.reset(into: &bytes)
        move(to: column, row, into: &bytes)
        bytes.append("\u{1B}[K")
        return
      }
      // A cluster is written from its first cell on.
      if cells[cells.startIndex + column].width == 0 && column > 0 { column -= 1 }
      let cell = cells[cells.startIndex + column]
      reach(column, row, cells, into: &bytes)
      write(cell, into: &bytes)
      column += max(1, Int(cell.width))
    }
  }

  /// Erasing takes three bytes and perhaps a reset; fewer blanks are written.
  private func erases(from column: Int, _ differs: (Int) -> Bool) -> Bool {
    var count = 0
    for place in column..<new.columns where differs(place) {
      count += 1
      if count > 6 { return true }
    }
    return false
  }

  private func firstOfTrailingBlanks(_ cells: ArraySlice<Cell>) -> Int {
    var end = cells.endIndex
    while end > cells.startIndex, cells[end - 1].isInvisible { end -= 1 }
    return end - cells.startIndex
  }

  private func target(_ link: UInt16, _ links: [String]) -> String? {
    link > 0 && link <= links.count ? links[Int(link) - 1] : nil
  }

  // MARK: - The cursor

  /// Moves to a cell; where it is shorter, by writing the cells between once more.
  private mutating func reach(
    _ column: Int, _ row: Int, _ cells: ArraySlice<Cell>, into bytes: inout [UInt8]
  ) {
    if let cursor, cursor.row == row, (1...3).contains(column - cursor.column) {
      let between = cells[(cells.startIndex + cursor.column)..<(cells.startIndex + column)]
      let isCheap = between.allSatisfy {
        $0.text.utf8.count == 1 && pen.isSet(to: $0.rendition, link: $0.link)
      }
      if isCheap {
        for cell in between { write(cell, into: &bytes) }
        return
      }
    }
    move(to: column, row, into: &bytes)
  }

  private mutating func write(_ cell: Cell, into bytes: inout [UInt8]) {
    pen.set(cell.rendition, link: cell.link, into: &bytes)
    bytes.appendCellText(cell.text.isEmpty ? " " : cell.text)
    guard let place = cursor else { return }
    let next = place.column + max(1, Int(cell.width))
    // In the last column of the screen the cursor stays, until more text moves it on.
    cursor = next < new.columns ? (next, place.row) : nil
    cursorRow = place.row
  }

  private mutating func move(to column: Int, _ row: Int, into bytes: inout [UInt8]) {
    defer {
      cursor = (column, row)
      cursorRow = row
    }
    if let cursor, cursor.row == row {
      if cursor.column == column { return }
      if cursor.column < column { return forward(column - cursor.column, into: &bytes) }
    }
    let screenColumn = writer.column + column
    if let cursorRow, cursorRow <= row, row - cursorRow <= 2,
      screenColumn == 0 || row - cursorRow == 1
    {
      // CR and LF take two bytes, a full position six and more. No line feed scrolls here: the
      // rows are on the screen.
      bytes.append(0x0D)
      for _ in cursorRow..<row { bytes.append(0x0A) }
      if screenColumn > 0 { forward(screenColumn, into: &bytes) }
      return
    }
    bytes.append("\u{1B}[")
    bytes.appendDecimal(writer.row + row + 1)
    if screenColumn > 0 {
      bytes.append(UInt8(ascii: ";"))
      bytes.appendDecimal(screenColumn + 1)
    }
    bytes.append(UInt8(ascii: "H"))
  }

  /// CUF.
  private func forward(_ columns: Int, into bytes: inout [UInt8]) {
    bytes.append("\u{1B}[")
    if columns > 1 { bytes.appendDecimal(columns) }
    bytes.append(UInt8(ascii: "C"))
  }
}
