import Bytes
package import CellLayout
package import TerminalOutput

/// Writes a block of cells as lines of text with escape sequences.
///
/// Every line starts and ends in the terminal's default state, so that it can be cut out, paged or
/// put beside another one. Blank cells at the end of a line are left out unless they have a
/// background or a line on them.
package struct ANSIBlockWriter: Sendable {
  /// Writes the renditions.
  package let encoder: SGREncoder

  /// Whether links are written (OSC 8).
  package let writesLinks: Bool

  /// How texts of other sizes are asked for.
  package let sizedTextForm: SizedTextForm

  /// How a terminal is asked to draw a text in another size.
  package enum SizedTextForm: Hashable, Sendable {
    /// By the text sizing protocol, OSC 66.
    case osc66
    /// By double-height lines, DECDHL, where nothing but text of twice the size is on a line;
    /// elsewhere the text is drawn as large as any other.
    case doubleHeight
  }

  /// A writer for a terminal; the cells must have been quantised for it.
  package init(
    encoder: SGREncoder, writesLinks: Bool = false, sizedTextForm: SizedTextForm = .osc66
  ) {
    self.encoder = encoder
    self.writesLinks = writesLinks
    self.sizedTextForm = sizedTextForm
  }

  /// Appends the lines of a block, each with a line feed at its end.
  ///
  /// - Parameters:
  ///   - buffer: The cells.
  ///   - sizedTexts: Texts that the terminal draws in another size, over cells of width 0 that have
  ///     their rendition and link.
  ///   - bytes: Where the lines go.
  package func append(
    _ buffer: CellBuffer, sizedTexts: [SizedText] = [], into bytes: inout [UInt8]
  ) {
    var pen = Pen(encoder: encoder, links: writesLinks ? buffer.links : [])
    let sizes = SizedTextPlaces(sizedTexts)
    var row = 0
    while row < buffer.rows {
      if sizedTextForm == .doubleHeight, let line = DoubleHeightLine(buffer, sizes, row: row) {
        line.append(with: &pen, into: &bytes)
        row += 2
        continue
      }
      let cells = seenCells(of: row, in: buffer)
      if sizes.isEmpty {
        append(cells, of: buffer.cells, &pen, into: &bytes)
      } else {
        append(row: row, buffer.cells[cells], sizes, &pen, into: &bytes)
      }
      pen.reset(into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
      row += 1
    }
  }

  /// The places of the cells of a row that have to be written.
  private func seenCells(of row: Int, in buffer: CellBuffer) -> Range<Int> {
    let start = row * buffer.columns
    var end = start + buffer.columns
    while end > start, buffer.cells[end - 1].isInvisible { end -= 1 }
    return start..<end
  }

  /// Writes the cells of a row.
  ///
  /// Through a pointer they are looked at where they are; an array would hand out copies.
  private func append(
    _ places: Range<Int>, of cells: [Cell], _ pen: inout Pen, into bytes: inout [UInt8]
  ) {
    cells.withUnsafeBufferPointer { cells in
      guard let first = cells.baseAddress else { return }
      for place in places where (first + place).pointee.width > 0 {
        pen.set((first + place).pointee.rendition, link: (first + place).pointee.link, into: &bytes)
        bytes.appendCellText((first + place).pointee.text)
      }
    }
  }

  /// Writes a row that texts of other sizes start in or reach down to.
  private func append(
    row: Int, _ cells: ArraySlice<Cell>, _ sizes: SizedTextPlaces, _ pen: inout Pen,
    into bytes: inout [UInt8]
  ) {
    if sizedTextForm == .osc66 { sizes.reserveRows(from: row, into: &bytes) }
    var covered = 0
    var column = 0
    while column < cells.count {
      let cell = cells[cells.startIndex + column]
      if let text = sizes.text(column: column, row: row) {
        if sizedTextForm == .doubleHeight {
          pen.set(cell.rendition, link: cell.link, into: &bytes)
          bytes.append(text, asPlainTextIn: row)
          column += text.columns
          continue
        }
        if text.row < row {
          // Its lower rows are there already.
          covered += text.columns
          column += text.columns
          continue
        }
        move(over: &covered, into: &bytes)
        pen.set(cell.rendition, link: cell.link, into: &bytes)
        bytes.append(text)
        column += text.columns
        continue
      }
      column += 1
      guard cell.width > 0 else { continue }
      move(over: &covered, into: &bytes)
      pen.set(cell.rendition, link: cell.link, into: &bytes)
      bytes.appendCellText(cell.text)
    }
  }

  /// CUF over cells that must not be written.
  private func move(over cells: inout Int, into bytes: inout [UInt8]) {
    guard cells > 0 else { return }
    bytes.append("\u{1B}[")
    bytes.appendDecimal(cells)
    bytes.append(UInt8(ascii: "C"))
    cells = 0
  }
}
