package import CellLayout
import TerminalOutput

/// Writes a block of cells as plain lines of text, without any escape sequence.
package struct PlainBlockWriter: Sendable {
  /// A writer.
  package init() {}

  /// Appends the lines of a block, each without the spaces at its end and with a line feed.
  package func append(_ buffer: CellBuffer, into bytes: inout [UInt8]) {
    for row in 0..<buffer.rows {
      var cells = buffer.row(row)
      while let last = cells.last, last.text == " " { cells.removeLast() }
      for cell in cells where cell.width > 0 { bytes.appendCellText(cell.text) }
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}
