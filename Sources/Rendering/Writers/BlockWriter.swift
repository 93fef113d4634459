import Bytes
package import CellLayout
package import Diagnostics
import StyleValues
import Styling
package import TerminalOutput

/// Writes a block of cells as lines of text for a target: with escape sequences, or plain.
///
/// Every line starts and ends in the terminal's default state, so that it can be cut out, paged or
/// put beside another one. Blank cells at the end of a line are left out unless they have a
/// background or a line on them; plain lines have no blanks at their end at all.
package struct BlockWriter: Sendable {
  private let target: OutputTarget

  /// Creates a writer for a target; the cells must have been quantised for it.
  package init(_ target: OutputTarget) { self.target = target }

  /// Appends the lines of a block, each with a line feed at its end.
  ///
  /// Texts that the terminal draws in another size stand over cells of width 0 that have their
  /// rendition and link. They are written by DECDHL where the target has that and nothing but
  /// text of twice the size is on a line, and elsewhere as large as any other; or by OSC 66.
  package func append(
    _ buffer: CellBuffer, sizedTexts: [SizedText] = [], into bytes: inout [UInt8]
  ) {
    guard target.environment.colorDepth != .none else {
      return appendUnsized(buffer, into: &bytes)
    }
    let encoder = SGREncoder(capabilities: target.capabilities)
    let writesLinks = target.environment.hasHyperlinks
    var pen = Pen(encoder: encoder, links: writesLinks ? buffer.links : [])
    let sizes = SizedTextIndex(sizedTexts)
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

  private func appendUnsized(_ buffer: CellBuffer, into bytes: inout [UInt8]) {
    for row in 0..<buffer.rows {
      var cells = buffer.row(row)
      while let last = cells.last, last.text == " " { cells.removeLast() }
      for cell in cells where cell.width > 0 { bytes.appendCellText(cell.text) }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes the cells of a row through a pointer, because an array would return copies of them.
  private func append(
    _ columns: Range<Int>, of cells: [Cell], _ pen: inout Pen, into bytes: inout [UInt8]
  ) {
    unsafe cells.withUnsafeBufferPointer { cells in
      guard let first = cells.baseAddress else { return }
      for column in columns where unsafe (first + column).pointee.width > 0 {
        unsafe pen.set(
          (first + column).pointee.rendition, link: (first + column).pointee.link, into: &bytes)
        unsafe bytes.appendCellText((first + column).pointee.text)
      }
    }
  }

  private func append(
    row: Int, _ cells: ArraySlice<Cell>, _ sizes: SizedTextIndex, _ pen: inout Pen,
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
          bytes.append(text, asUnsizedTextIn: row, rules: target.widthRules)
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

  /// Moves the cursor (CUF) over cells that must not be written.
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

  /// A block as lines, each with a line feed at its end, and the findings; consuming the block
  /// avoids a copy.
  package func lines(of block: consuming BlockLayout) -> (bytes: [UInt8], findings: [Diagnostic]) {
    var quantizer = ColorQuantizer(self, readable: block.readable)
    let runs = block.runs
    let found = block.findings
    quantizer.quantize(&block.buffer, runs: runs)
    var bytes: [UInt8] = []
    BlockWriter(self).append(block.buffer, sizedTexts: block.sizedTexts, into: &bytes)
    return (bytes, found + quantizer.findings())
  }
}

extension [UInt8] {
  /// Adds the text of a cell as UTF-8; a control character becomes U+FFFD, as no byte of a text may
  /// act on the terminal.
  @inline(__always)
  mutating func appendCellText(_ text: String) {
    // Nearly every cell holds one ASCII character.
    let byte =
      unsafe text.utf8.withContiguousStorageIfAvailable { unsafe $0.count == 1 ? $0[0] : 0 } ?? 0
    if byte &- 0x20 < 0x5F { append(byte) } else { appendLongCellText(text) }
  }

  private mutating func appendLongCellText(_ text: String) {
    let start = count
    append(contentsOf: text.utf8)
    guard hasControls(from: start) else { return }
    removeSubrange(start...)
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      append(contentsOf: String(isControl ? "\u{FFFD}" : scalar).utf8)
    }
  }

  /// True if there is a C0 control, DEL or, encoded in UTF-8, a C1 control.
  private func hasControls(from start: Int) -> Bool {
    for index in start..<count {
      let byte = self[index]
      if byte < 0x20 || byte == 0x7F { return true }
      if byte == 0xC2, index + 1 < count, self[index + 1] < 0xA0 { return true }
    }
    return false
  }
}

extension Cell {
  /// True if the cell looks empty on every background, with or without links.
  func isInvisible(writesLinks: Bool) -> Bool {
    text == " " && (link == 0 || !writesLinks) && rendition.hidesBlanks
  }
}

extension CellBuffer {
  /// The columns of a row without the invisible cells at its end.
  package func seenColumns(in row: Int, writesLinks: Bool) -> Int {
    let start = row * columns
    var end = start + columns
    while end > start, cells[end - 1].isInvisible(writesLinks: writesLinks) { end -= 1 }
    return end - start
  }
}

extension GraphicRendition {
  /// True if a blank in this rendition looks like an empty cell on every background.
  var hidesBlanks: Bool {
    background == .standard && underline == .none
      && attributes.isDisjoint(with: [.reverse, .strikethrough, .overline])
  }
}

/// Two rows with only text of twice the size, written as the two halves of a double-height line.
///
/// DECDHL, VT100: `ESC # 3` makes the cursor's line the top half and `ESC # 4` the bottom half of
/// letters twice as wide and twice as high; the text is written on both.
struct DoubleHeightLine {
  private struct Piece {
    var cell: Cell
    var text: String
  }

  private var pieces: [Piece] = []

  /// Reads a row and the next one; nil if anything in them is of another size.
  init?(_ buffer: CellBuffer, _ sizes: SizedTextIndex, row: Int, writesLinks: Bool) {
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

/// Texts of other sizes in a block, by their first cells.
struct SizedTextIndex {
  private struct Key: Hashable {
    var column: Int
    var row: Int
  }

  /// By the first column of each of their rows.
  private var texts: [Key: SizedText] = [:]
  /// For each first row, the number of rows below it that are needed.
  private var rowsBelow: [Int: Int] = [:]

  init(_ sizedTexts: [SizedText]) {
    for text in sizedTexts where text.rows > 0 && text.columns > 0 {
      for row in text.row..<(text.row + text.rows) {
        texts[Key(column: text.column, row: row)] = text
      }
      rowsBelow[text.row] = max(rowsBelow[text.row] ?? 0, text.rows - 1)
    }
  }

  var isEmpty: Bool { texts.isEmpty }

  func text(column: Int, row: Int) -> SizedText? { texts[Key(column: column, row: row)] }

  /// Scrolls until the screen has all rows of the texts that start in a row: what extends below its
  /// last row would be cut off.
  func reserveRows(from row: Int, into bytes: inout [UInt8]) {
    guard let rows = rowsBelow[row], rows > 0 else { return }
    for _ in 0..<rows { bytes.append(UInt8(ascii: "\n")) }
    bytes.append("\u{1B}[")
    bytes.appendDecimal(rows)
    bytes.append(UInt8(ascii: "A"))
  }
}

extension [UInt8] {
  /// Adds a text in kitty's text sizing protocol, `OSC 66 ; metadata ; text ST`, without keys
  /// that have their default value.
  mutating func append(_ text: SizedText) {
    var keys: [String] = []
    let sizing = text.sizing
    if sizing.scale != 1 { keys.append("s=\(sizing.scale)") }
    if sizing.denominator != 0 { keys.append("n=\(sizing.numerator):d=\(sizing.denominator)") }
    if text.width != 0 { keys.append("w=\(text.width)") }
    append("\u{1B}]66;")
    append(contentsOf: keys.joined(separator: ":").utf8)
    append(UInt8(ascii: ";"))
    appendCellText(text.text)
    append("\u{1B}\\")
  }

  /// Adds one row of a text of another size as ordinary text: its last row has the text, and all
  /// are filled up with blanks.
  mutating func append(_ text: SizedText, asUnsizedTextIn row: Int, rules: WidthRules) {
    var blanks = text.columns
    if row == text.row + text.rows - 1 {
      appendCellText(text.text)
      blanks -= cellWidth(of: text.text, rules: rules)
    }
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(0, blanks)))
  }
}
