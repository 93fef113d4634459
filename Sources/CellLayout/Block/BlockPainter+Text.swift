import Bytes
import StyledText
import Styling

/// Text of one row.
extension BlockPainter {
  /// Paints all lines, from the first row of the content box on.
  mutating func paint(_ lines: BlockLines) {
    let runEnds = text.runs.map(\.range.upperBound)
    var row = geometry.rowsAbove
    var run = 0
    for line in lines.lines {
      switch line {
      case .text(let line): paint(line, lines, runEnds, row: row, run: &run)
      case .sized(let sized): paint(sized, lines.alignment, row: row)
      }
      row += line.rows
    }
    paintRunGradients()
  }

  private mutating func paint(
    _ line: TextLine, _ lines: BlockLines, _ runEnds: [Int], row: Int, run: inout Int
  ) {
    let placement = LinePlacement(
      of: line, text.bytes, width: lines.fitting.width ?? geometry.contentColumns,
      alignment: lines.alignment, sign: lines.sign, atoms: text.atoms)
    let edge = geometry.columnsBefore + geometry.contentColumns
    let pieces = LinePieces(
      text.bytes, runEnds: runEnds, line, firstRun: run, lines.fitting, placement,
      sign: lines.sign)
    var meter = ColumnMeter(lines.fitting)
    var position = line.range.lowerBound
    var column = geometry.columnsBefore
    var pending: SafeText = ""
    for piece in pieces {
      let first = column
      switch piece {
      case .blanks(let count, nil):
        column += count
        continue
      case .blanks(let count, let owner?):
        run = owner
        let link = linkNumber(run)
        column += count
        for blank in first..<max(first, min(column, edge)) {
          let look = rendition(run, column: blank, row: row)
          put(
            pending + " ", width: 1, column: blank, row: row, rendition: look, link: link,
            run: run)
          pending = ""
        }
      case .text(let range, let owner):
        run = owner
        // Tabs and soft hyphens are in no piece.
        _ = meter.take(text.bytes, from: position, to: range.lowerBound, limit: Int.max)
        position = range.upperBound
        paint(range, of: run, &meter, column: &column, before: edge, row: row, &pending)
      case .sign(let bytes, let owner):
        for cluster in TextClusters(bytes, rules: rules) where cluster.width > 0 {
          let look = rendition(owner, column: min(column, buffer.columns - 1), row: row)
          put(
            SafeText(trusted: String(decoding: bytes[cluster.range], as: UTF8.self)),
            width: cluster.width, column: column, row: row, rendition: look,
            link: linkNumber(owner), run: owner)
          column += cluster.width
        }
        return
      }
      noteShadows(of: run, columns: first..<max(first, min(column, edge)), row: row)
    }
    // A line of nothing but such text has no cell of its own; what shows is not lost for that.
    column = min(column, edge - 1)
    if column >= geometry.columnsBefore, showsWithoutCells(pending.string) {
      buffer[column, row].put(pending + " ")
    }
  }

  private mutating func paint(
    _ range: Range<Int>, of run: Int, _ meter: inout ColumnMeter, column: inout Int,
    before edge: Int, row: Int, _ pending: inout SafeText
  ) {
    let link = linkNumber(run)
    var position = range.lowerBound
    while position < range.upperBound {
      if ground.isUniform, pending.isEmpty {
        let plain = plainText(from: position, before: range.upperBound)
        let cells = min(plain.count, edge - column)
        if cells > 0, meter.takeASCII(plain.count) {
          putPlain(position..<position + cells, column: column, row: row, link: link, run: run)
          position = plain.upperBound
          column += plain.count
          continue
        }
      }
      let start = position
      let before = meter.column
      meter.takeCluster(text.bytes, at: &position, before: range.upperBound)
      let width = meter.column - before
      if width == 0 {
        attach(start..<position, before: column, row: row, &pending)
      } else {
        let look = rendition(run, column: column, row: row)
        put(
          pending + cellText(start..<position), width: width, column: column, row: row,
          rendition: look, link: link, run: run)
        pending = ""
        column += width
      }
    }
  }

  /// The printable ASCII characters from an offset on that nothing is attached to.
  private func plainText(from start: Int, before end: Int) -> Range<Int> {
    var position = start
    while position < end, text.bytes[position].isPrintableASCII { position += 1 }
    if position > start, position < text.bytes.count, text.bytes[position] >= 0x80 {
      position -= 1
    }
    return start..<position
  }

  /// Puts printable ASCII characters into cells.
  private mutating func putPlain(
    _ range: Range<Int>, column: Int, row: Int, link: UInt16, run: Int
  ) {
    buffer.putASCII(
      text.bytes, range, column: column, row: row, rendition: uniformRenditions[run], link: link)
    let first = row * buffer.columns + column
    for index in first..<first + range.count { runs[index] = Int32(run) }
  }

  /// Gives a cluster without cells to the cell before it; at the start of a line it waits for the
  /// first cell.
  private mutating func attach(
    _ range: Range<Int>, before column: Int, row: Int, _ pending: inout SafeText
  ) {
    var place = column - 1
    while place > geometry.columnsBefore, buffer[place, row].width == 0 { place -= 1 }
    guard place >= geometry.columnsBefore, runs[row * buffer.columns + place] >= 0 else {
      pending += text.part(range)
      return
    }
    // In place: a line may have very many such clusters.
    buffer.update(place, row) { $0.attach(text.part(range)) }
  }

  private func cellText(_ range: Range<Int>) -> SafeText {
    if range.count == 1 {
      return SafeText(trusted: ASCIIText.strings[Int(text.bytes[range.lowerBound] & 0x7F)])
    }
    return text.part(range)
  }
}
