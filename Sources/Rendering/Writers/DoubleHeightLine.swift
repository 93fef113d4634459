import Bytes
import CellLayout
import TerminalOutput

/// Two rows that hold nothing but text of twice the size, written as the two halves of a
/// double-height line.
///
/// DECDHL, VT100: `ESC # 3` makes the cursor's line the top half and `ESC # 4` the bottom half of
/// letters twice as wide and twice as high; the text is written on both.
struct DoubleHeightLine {
  private struct Piece {
    var cell: Cell
    var text: String
  }

  private var pieces: [Piece] = []

  /// Takes the rows `row` and the next one, or gives nil if anything in them is of another size.
  init?(_ buffer: CellBuffer, _ sizes: SizedTextPlaces, row: Int, writesLinks: Bool) {
    guard !sizes.isEmpty, row + 1 < buffer.rows else { return nil }
    var isSized = false
    var column = 0
    while column < buffer.columns {
      let cell = buffer[column, row]
      if let text = sizes.text(column: column, row: row) {
        guard text.row == row, text.rows == 2, text.width == 0, text.sizing.denominator == 0 else {
          return nil
        }
        pieces.append(Piece(cell: cell, text: text.text))
        column += text.columns
        isSized = true
        continue
      }
      // A blank of the line takes two columns and two rows.
      let last = min(column + 1, buffer.columns - 1)
      let blanks = [cell, buffer[last, row], buffer[column, row + 1], buffer[last, row + 1]]
      guard blanks.allSatisfy({ $0 == cell && $0.text == " " }),
        last > column || cell.isInvisible(writesLinks: writesLinks)
      else { return nil }
      if last > column { pieces.append(Piece(cell: cell, text: " ")) }
      column += 2
    }
    guard isSized else { return nil }
    while let last = pieces.last, last.text == " ",
      last.cell.isInvisible(writesLinks: writesLinks)
    {
      pieces.removeLast()
    }
  }

  /// Appends both halves, each with a line feed at its end.
  func append(with pen: inout Pen, into bytes: inout [UInt8]) {
    for half in [UInt8(ascii: "3"), UInt8(ascii: "4")] {
      bytes.append("\u{1B}#")
      bytes.append(half)
      for piece in pieces {
        pen.set(piece.cell.rendition, link: piece.cell.link, into: &bytes)
        bytes.appendCellText(piece.text)
      }
      pen.reset(into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}
