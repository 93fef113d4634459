import CellLayout
import StyleValues
import TerminalOutput

/// Writes the cells of a frame that ncurses cannot hold as they are: links, underlines with a
/// colour of their own, and clusters of more than a base and four marks.
///
/// ncurses has put a stand-in of the same width there; this goes over it. A row is written again
/// whenever ncurses may have touched it, and the cursor and the rendition are left as ncurses
/// believes them to be (DECSC, DECRC).
struct CellOverlay {
  /// True if underlines may have a colour, SGR 58.
  let underlineColor: Bool

  /// True if links are written, OSC 8.
  let hyperlinks: Bool

  private let encoder: SGREncoder

  /// An overlay for a terminal.
  init(_ features: ScreenFeatures) {
    underlineColor = features.renditions.contains(.underlineColor)
    hyperlinks = features.hyperlinks
    encoder = SGREncoder(capabilities: features.renditions)
  }

  /// Appends what draws the special cells of some rows; nothing if there are none.
  ///
  /// - Parameters:
  ///   - buffer: the frame.
  ///   - previous: the frame before, of the same size: what was special in it is written over too.
  ///   - rows: the rows.
  ///   - bytes: destination of the bytes.
  func append(
    _ buffer: CellBuffer, over previous: CellBuffer?, rows: some Sequence<Int>,
    into bytes: inout [UInt8]
  ) {
    var isOpen = false
    for row in rows where hasSpecial(buffer, row) || previous.map({ hasSpecial($0, row) }) == true {
      var column = 0
      while column < buffer.columns {
        let cell = buffer[column, row]
        let before = previous?[column, row]
        guard isSpecial(cell) || before.map({ isSpecial($0) }) == true else {
          column += 1
          continue
        }
        if !isOpen { bytes += [0x1B, UInt8(ascii: "7")] }
        isOpen = true
        let end = min(
          buffer.columns, column + max(reach(of: cell), before.map { reach(of: $0) } ?? 0))
        write(buffer, row: row, columns: column..<end, into: &bytes)
        column += max(1, Int(cell.width))
      }
    }
    if isOpen { bytes += [0x1B, UInt8(ascii: "8")] }
  }

  private func hasSpecial(_ buffer: CellBuffer, _ row: Int) -> Bool {
    let all = buffer.cells
    let cells = all.span
    for index in row * buffer.columns..<(row + 1) * buffer.columns {
      if cells[index].link > 0 || cells[index].rendition.underlineColor != .standard
        || cells[index].text.utf8.count > 4
      {
        return true
      }
    }
    return false
  }

  /// True if ncurses shows something else in a cell.
  func isSpecial(_ cell: Cell) -> Bool {
    if hyperlinks, cell.link > 0 { return true }
    if underlineColor, cell.rendition.underline != .none,
      cell.rendition.underlineColor != .standard
    {
      return true
    }
    guard cell.width > 0, cell.text.utf8.count > 4 else { return false }
    let parts = CursesCell.split(cell.text.unicodeScalars, width: Int(cell.width))
    return parts.first + (parts.second ?? []) != cell.text.unicodeScalars.map(\.value)
  }

  /// Cells that a terminal may draw a cluster over that does not know it is one.
  ///
  /// What stands in them is written again.
  private func reach(of cell: Cell) -> Int {
    let widths = cell.text.unicodeScalars.reduce(0) { $0 + max(0, Int(CursesCell.width($1))) }
    return max(Int(cell.width), widths)
  }

  private func write(
    _ buffer: CellBuffer, row: Int, columns: Range<Int>, into bytes: inout [UInt8]
  ) {
    for column in columns where buffer[column, row].width > 0 {
      let cell = buffer[column, row]
      let link = hyperlinks ? link(of: cell, in: buffer) : nil
      link?.appendStart(id: Int(cell.link), into: &bytes)
      defer { if link != nil { Hyperlink.appendEnd(into: &bytes) } }
      // Each cell at its own place, wherever the terminal thinks the one before has ended.
      bytes += Array("\u{1B}[\(row + 1);\(column + 1)H\u{1B}[0m".utf8)
      bytes += encoder.bytes(setting: cell.rendition)
      let hasControl = cell.text.unicodeScalars.contains {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
      }
      bytes += Array((hasControl ? " " : cell.text).utf8)
    }
  }

  private func link(of cell: Cell, in buffer: CellBuffer) -> Hyperlink? {
    guard cell.link > 0, Int(cell.link) <= buffer.links.count else { return nil }
    return Hyperlink(target: buffer.links[Int(cell.link) - 1])
  }
}
