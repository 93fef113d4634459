import Bytes
package import CellLayout
package import TerminalOutput

/// Brings a screen that shows one frame to show another, with as few bytes as it can.
///
/// Only cells that differ are written. The cursor is left where the last of them was.
package struct FrameWriter: Sendable {
  /// Writes the renditions.
  package let encoder: SGREncoder

  /// Where the frame's first cell is on the screen: columns to its left.
  package var column = 0

  /// Where the frame's first cell is on the screen: rows above it.
  package var row = 0

  /// Whether links are written (OSC 8).
  package var writesLinks = false

  /// Whether the frame reaches to the right edge of the screen, so that the rest of a line can be
  /// erased at once.
  package var reachesRightEdge = false

  /// Whether the terminal is asked to show the frame at once (private mode 2026).
  package var isSynchronized = false

  /// A writer for a terminal in its default state; the cells must have been quantised for it.
  package init(encoder: SGREncoder) {
    self.encoder = encoder
  }

  /// Appends what turns one frame into another; nothing if they look the same.
  ///
  /// - Parameters:
  ///   - old: What the screen shows, or nil if that is not known. A frame of another size counts
  ///     as not known.
  ///   - new: What it shall show.
  ///   - bytes: Where the sequences go. The terminal is in its default state after them.
  package func append(from old: CellBuffer?, to new: CellBuffer, into bytes: inout [UInt8]) {
    let isKnown = old.map { $0.columns == new.columns && $0.rows == new.rows } ?? false
    let start = bytes.count
    if isSynchronized { bytes.append("\u{1B}[?2026h") }
    let prefix = bytes.count
    // Through pointers a cell is looked at where it is; an array would hand out copies, and
    // copying and releasing their texts took most of the time.
    new.cells.withUnsafeBufferPointer { cells in
      (isKnown ? old?.cells ?? [] : []).withUnsafeBufferPointer { oldCells in
        guard let first = cells.baseAddress else { return }
        var drawing = Drawing(
          writer: self, columns: new.columns, cells: first, links: new.links,
          oldCells: isKnown ? oldCells.baseAddress : nil, oldLinks: old?.links ?? [])
        for row in 0..<new.rows { drawing.draw(row: row, into: &bytes) }
        drawing.pen.reset(into: &bytes)
      }
    }
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
  private let columns: Int
  private let cells: UnsafePointer<Cell>
  private let links: [String]
  /// What the screen shows; nil if that is not known.
  private let oldCells: UnsafePointer<Cell>?
  private let oldLinks: [String]
  private let hasSameLinks: Bool
  /// The cursor's column within the frame; −1 where it is not known, as after the last one.
  private var cursorColumn = -1
  /// The cursor's row within the frame; −1 where it is not known.
  private var cursorRow = -1

  init(
    writer: FrameWriter, columns: Int, cells: UnsafePointer<Cell>, links: [String],
    oldCells: UnsafePointer<Cell>?, oldLinks: [String]
  ) {
    self.writer = writer
    self.columns = columns
    self.cells = cells
    self.links = links
    self.oldCells = oldCells
    self.oldLinks = oldLinks
    hasSameLinks = oldLinks == links
    pen = Pen(encoder: writer.encoder, links: writer.writesLinks ? links : [])
  }

  mutating func draw(row: Int, into bytes: inout [UInt8]) {
    let start = row * columns
    let end = start + columns
    let blanks = writer.reachesRightEdge ? firstOfTrailingBlanks(start..<end) : end
    var place = start
    while place < end {
      guard differs(place) else {
        place += 1
        continue
      }
      if place >= blanks, isWorthErasing(place..<end) {
        // Erased cells take the background that is set.
        pen.reset(into: &bytes)
        move(to: place - start, row, into: &bytes)
        bytes.append("\u{1B}[K")
        return
      }
      // A cluster is written from its first cell on.
      if (cells + place).pointee.width == 0 && place > start { place -= 1 }
      reach(place - start, row, into: &bytes)
      write(place, into: &bytes)
      place += max(1, Int((cells + place).pointee.width))
    }
  }

  /// Whether a cell has to be written.
  @inline(__always)
  private func differs(_ place: Int) -> Bool {
    guard let oldCells else { return true }
    if (oldCells + place).pointee.rendition != (cells + place).pointee.rendition
      || (oldCells + place).pointee.width != (cells + place).pointee.width
      || (oldCells + place).pointee.link != (cells + place).pointee.link
      || (oldCells + place).pointee.text != (cells + place).pointee.text
    {
      return true
    }
    if hasSameLinks || (cells + place).pointee.link == 0 { return false }
    return target((oldCells + place).pointee.link, oldLinks)
      != target((cells + place).pointee.link, links)
  }

  /// Erasing takes three bytes and perhaps a reset; fewer blanks are written.
  private func isWorthErasing(_ places: Range<Int>) -> Bool {
    var count = 0
    for place in places where differs(place) {
      count += 1
      if count > 6 { return true }
    }
    return false
  }

  private func firstOfTrailingBlanks(_ places: Range<Int>) -> Int {
    var end = places.upperBound
    while end > places.lowerBound, (cells + end - 1).pointee.isInvisible { end -= 1 }
    return end
  }

  private func target(_ link: UInt16, _ links: [String]) -> String? {
    link > 0 && link <= links.count ? links[Int(link) - 1] : nil
  }

  // MARK: - The cursor

  /// Moves to a cell; where it is shorter, by writing the cells between once more.
  private mutating func reach(_ column: Int, _ row: Int, into bytes: inout [UInt8]) {
    if cursorRow == row, cursorColumn >= 0 {
      if cursorColumn == column { return }
      if (1...3).contains(column - cursorColumn) {
        let between = (row * columns + cursorColumn)..<(row * columns + column)
        let isCheap = between.allSatisfy { place in
          (cells + place).pointee.text.utf8.count == 1
            && pen.isSet(
              to: (cells + place).pointee.rendition, link: (cells + place).pointee.link)
        }
        if isCheap {
          for place in between { write(place, into: &bytes) }
          return
        }
      }
    }
    move(to: column, row, into: &bytes)
  }

  /// Writes a cell where the cursor is.
  private mutating func write(_ place: Int, into bytes: inout [UInt8]) {
    pen.set((cells + place).pointee.rendition, link: (cells + place).pointee.link, into: &bytes)
    bytes.appendCellText((cells + place).pointee.text)
    // What lost its first half has no text; it is drawn as a blank.
    if (cells + place).pointee.width == 0 { bytes.append(UInt8(ascii: " ")) }
    cursorColumn += max(1, Int((cells + place).pointee.width))
    // In the last column of the screen the cursor stays, until more text moves it on.
    if cursorColumn >= columns { cursorColumn = -1 }
  }

  private mutating func move(to column: Int, _ row: Int, into bytes: inout [UInt8]) {
    defer {
      cursorColumn = column
      cursorRow = row
    }
    if cursorRow == row, cursorColumn >= 0, cursorColumn <= column {
      return forward(column - cursorColumn, into: &bytes)
    }
    let screenColumn = writer.column + column
    if cursorRow >= 0, cursorRow <= row, row - cursorRow <= 2,
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
    if columns == 0 { return }
    bytes.append("\u{1B}[")
    if columns > 1 { bytes.appendDecimal(columns) }
    bytes.append(UInt8(ascii: "C"))
  }
}
