import Bytes
package import CellLayout
package import Diagnostics
import Styling
import TerminalOutput

/// Writes a block of cells as lines of text for a target: with escape sequences, or plain.
///
/// Every line starts and ends in the terminal's default state, so that it can be cut out, paged or
/// put beside another one. Blank cells at the end of a line are left out unless they have a
/// background or a line on them; plain lines have no blanks at their end at all.
package struct BlockWriter: Sendable {
  private let target: OutputTarget

  /// A writer for a target; the cells must have been quantised for it.
  package init(_ target: OutputTarget) {
    self.target = target
  }

  /// Appends the lines of a block, each with a line feed at its end.
  ///
  /// - Parameters:
  ///   - buffer: The cells.
  ///   - sizedTexts: Texts that the terminal draws in another size, over cells of width 0 that have
  ///     their rendition and link: by DECDHL where the target has that, where nothing but text of
  ///     twice the size is on a line, and elsewhere as large as any other; or by OSC 66.
  ///   - bytes: Destination of the lines.
  package func append(
    _ buffer: CellBuffer, sizedTexts: [SizedText] = [], into bytes: inout [UInt8]
  ) {
    guard target.environment.colorDepth != .none else {
      return appendPlain(buffer, into: &bytes)
    }
    let encoder = SGREncoder(capabilities: target.capabilities)
    let writesLinks = target.environment.hasHyperlinks
    var pen = Pen(encoder: encoder, links: writesLinks ? buffer.links : [])
    let sizes = SizedTextPlaces(sizedTexts)
    var row = 0
    while row < buffer.rows {
      if target.largeText == .doubleHeight,
        let line = DoubleHeightLine(buffer, sizes, row: row, writesLinks: writesLinks)
      {
        line.append(with: &pen, into: &bytes)
        row += 2
        continue
      }
      let start = row * buffer.columns
      let cells = start..<start + buffer.seenColumns(in: row, writesLinks: writesLinks)
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

  private func appendPlain(_ buffer: CellBuffer, into bytes: inout [UInt8]) {
    for row in 0..<buffer.rows {
      var cells = buffer.row(row)
      while let last = cells.last, last.text == " " { cells.removeLast() }
      for cell in cells where cell.width > 0 { bytes.appendCellText(cell.text) }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes the cells of a row.
  ///
  /// Through a pointer they are looked at where they are; an array would hand out copies.
  private func append(
    _ places: Range<Int>, of cells: [Cell], _ pen: inout Pen, into bytes: inout [UInt8]
  ) {
    unsafe cells.withUnsafeBufferPointer { cells in
      guard let first = cells.baseAddress else { return }
      for place in places where unsafe (first + place).pointee.width > 0 {
        unsafe pen.set(
          (first + place).pointee.rendition, link: (first + place).pointee.link, into: &bytes)
        unsafe bytes.appendCellText((first + place).pointee.text)
      }
    }
  }

  /// Writes a row that texts of other sizes start in or reach down to.
  private func append(
    row: Int, _ cells: ArraySlice<Cell>, _ sizes: SizedTextPlaces, _ pen: inout Pen,
    into bytes: inout [UInt8]
  ) {
    if target.largeText != .doubleHeight { sizes.reserveRows(from: row, into: &bytes) }
    var covered = 0
    var column = 0
    while column < cells.count {
      let cell = cells[cells.startIndex + column]
      if let text = sizes.text(column: column, row: row) {
        if target.largeText == .doubleHeight {
          pen.set(cell.rendition, link: cell.link, into: &bytes)
          bytes.append(text, asPlainTextIn: row, rules: target.widthRules)
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

extension OutputTarget {
  /// A block as lines, each with a line feed at its end.
  package func bytes(of block: consuming BlockLayout) -> [UInt8] { lines(of: block).bytes }

  /// A block as lines, each with a line feed at its end, and what was found as they were made.
  ///
  /// Whoever gives the block away saves the room that it takes.
  package func lines(
    of block: consuming BlockLayout
  ) -> (bytes: [UInt8], findings: [Diagnostic]) {
    var quantizer = ColorQuantizer(self, readable: block.readable)
    let runs = block.runs
    let found = block.findings
    quantizer.quantize(&block.buffer, runs: runs)
    var bytes: [UInt8] = []
    BlockWriter(self).append(block.buffer, sizedTexts: block.sizedTexts, into: &bytes)
    return (bytes, found + quantizer.findings())
  }
}
