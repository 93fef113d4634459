import CellLayout
import StyleValues
import TerminalOutput

/// A block of cells as it is seen: what blocks in HTML, SVG and PNG are made from.
struct CellPicture {
  /// The cells, which need not have been quantised.
  let buffer: CellBuffer
  let colors: ScreenColors

  var columns: Int { buffer.columns }
  var rows: Int { buffer.rows }

  /// Neighbouring cells of one background that is not the picture's own.
  struct Ground {
    var columns: Range<Int>
    var color: RGB8
  }

  /// What is behind the text of a row.
  func grounds(of row: Int) -> [Ground] {
    var grounds: [Ground] = []
    for column in 0..<columns {
      guard let color = colors.visible(buffer[column, row].rendition).background else { continue }
      if let last = grounds.last, last.columns.upperBound == column, last.color == color {
        grounds[grounds.count - 1].columns = last.columns.lowerBound..<column + 1
      } else {
        grounds.append(Ground(columns: column..<column + 1, color: color))
      }
    }
    return grounds
  }

  /// Neighbouring cells of one rendition and link.
  struct Run {
    var columns: Range<Int>
    var cells: ArraySlice<Cell>
    var rendition: GraphicRendition
    /// A link that a page may have.
    var link: Hyperlink?
  }

  /// The text of a row up to a column.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - end: The first column that is left out; nil is none.
  ///   - joins: Whether a cell may stand in a run with others.
  /// - Returns: The runs from left to right.
  func runs(
    of row: Int, upTo end: Int? = nil, joins: (Cell) -> Bool = { _ in true }
  ) -> [Run] {
    let cells = buffer.row(row)
    let count = end ?? columns
    var runs: [Run] = []
    var column = 0
    while column < count {
      let first = buffer[column, row]
      var end = column + max(1, Int(first.width))
      if joins(first) {
        while end < count, buffer[end, row].rendition == first.rendition,
          buffer[end, row].link == first.link, joins(buffer[end, row])
        {
          end += 1
        }
      }
      end = min(end, count)
      runs.append(
        Run(
          columns: column..<end, cells: cells[cells.startIndex + column..<cells.startIndex + end],
          rendition: first.rendition, link: link(first.link)))
      column = end
    }
    return runs
  }

  private func link(_ number: UInt16) -> Hyperlink? {
    guard number > 0, Int(number) <= buffer.links.count,
      let link = Hyperlink(target: buffer.links[Int(number) - 1]), link.isSafeInPages
    else { return nil }
    return link
  }

  /// Draws what a cell shows besides letters: the lines or blocks that fill it, if those are its
  /// text, and the lines on its text.
  ///
  /// - Parameters:
  ///   - column: The column of the cell.
  ///   - row: Its row.
  ///   - x: The left edge of the cell.
  ///   - canvas: What is drawn on.
  ///   - drawsArcs: Whether round corners are drawn with pixels.
  ///   - other: Draws the text of a cell that is drawn in no other way, in a colour.
  func draw<Canvas: PixelCanvas>(
    _ column: Int, _ row: Int, at x: Int, on canvas: inout Canvas, drawsArcs: Bool = true,
    other: (Cell, RGB8, inout Canvas) -> Void
  ) {
    let cell = buffer[column, row]
    let seen = colors.visible(cell.rendition)
    if let shape = cell.shape, drawsArcs || !shape.isArc {
      BoxShapes.draw(
        shape, at: x, seen.text, over: seen.background ?? colors.background, on: &canvas)
    } else {
      other(cell, seen.text, &canvas)
    }
    BoxShapes.drawLines(
      of: cell.rendition, at: x, seen.text, underline: seen.underline ?? seen.text, on: &canvas)
  }
}

extension Cell {
  /// The character that is drawn by its geometry, if the cell holds one.
  var shape: Unicode.Scalar? {
    guard text.utf8.count >= 3, let scalar = text.unicodeScalars.first else { return nil }
    switch scalar.value {
    case 0x2500...0x259F, 0x1FB00...0x1FB3B: return scalar
    default: return nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a round corner.
  var isArc: Bool { 0x256D...0x2570 ~= value }
}
