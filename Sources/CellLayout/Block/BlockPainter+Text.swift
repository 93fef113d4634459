import Styling

/// Text of one row.
extension BlockPainter {
  /// Paints all lines, from the first row of the content box on.
  mutating func paint(_ lines: BlockLines) {
    var row = geometry.rowsAbove
    var run = 0
    for line in lines.lines {
      switch line {
      case .text(let line): paint(line, lines, row: row, run: &run)
      case .sized(let sized): paint(sized, lines.alignment, row: row)
      }
      row += line.rows
    }
    paintRunGradients()
  }

  private mutating func paint(
    _ line: TextLine, _ lines: BlockLines, row: Int, run: inout Int
  ) {
    let placement = LinePlacement(
      of: line, text.bytes, width: geometry.contentColumns, alignment: lines.alignment,
      sign: lines.sign)
    let edge = geometry.columnsBefore + geometry.contentColumns
    var meter = ColumnMeter(lines.fitting)
    var position = line.range.lowerBound
    var origin = geometry.columnsBefore + placement.leading
    var gap = 0
    var pending = ""
    while position < line.range.upperBound {
      while text.runs[run].range.upperBound <= position { run += 1 }
      let end = min(text.runs[run].range.upperBound, line.range.upperBound)
      let first = origin + meter.column
      let link = linkNumber(run)
      while position < end {
        let start = position
        let column = origin + meter.column
        if isUniform, pending.isEmpty {
          let plain = plainText(from: position, before: end, spaces: !placement.isStretched)
          let cells = min(plain.count, edge - column)
          if cells > 0, meter.takeASCII(plain.count) {
            putPlain(position..<position + cells, column: column, row: row, link: link, run: run)
            position = plain.upperBound
            continue
          }
        }
        let byte = text.bytes[position]
        meter.takeCluster(text.bytes, at: &position, before: line.range.upperBound)
        let width = origin + meter.column - column
        if byte == 0x20 || byte == 0x09, position == start + 1 {
          var cells = width
          if byte == 0x20, start >= placement.stretchStart {
            let growth = placement.growth(ofGap: gap)
            gap += 1
            cells += growth
            origin += growth
          }
          for blank in column..<max(column, min(column + cells, edge)) {
            let look = rendition(run, column: blank, row: row)
            put(
              pending + " ", width: 1, column: blank, row: row, rendition: look, link: link,
              run: run)
            pending = ""
          }
        } else if width == 0 {
          attach(start..<position, before: column, row: row, &pending)
        } else {
          let look = rendition(run, column: column, row: row)
          put(
            pending + cellText(start..<position), width: width, column: column, row: row,
            rendition: look, link: link, run: run)
          pending = ""
        }
      }
      noteShadows(of: run, columns: first..<min(origin + meter.column, edge), row: row)
    }
    paintEnd(of: line, lines.sign, column: origin + meter.column, row: row, run: run)
  }

  /// The printable ASCII characters from an offset on that nothing is attached to.
  private func plainText(from start: Int, before end: Int, spaces: Bool) -> Range<Int> {
    let least: UInt8 = spaces ? 0x20 : 0x21
    var position = start
    while position < end, text.bytes[position] &- least < 0x7F - least { position += 1 }
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

  /// The hyphen or the sign of cut text, in the look of the text before it.
  private mutating func paintEnd(
    of line: TextLine, _ sign: OverflowSign, column: Int, row: Int, run: Int
  ) {
    guard line.showsHyphen || line.showsOverflow, !text.runs.isEmpty else { return }
    let run = min(max(run, text.firstRun(at: line.range.lowerBound)), text.runs.count - 1)
    var column = column
    let bytes = line.showsHyphen ? [UInt8(ascii: "-")] : sign.text
    for cluster in TextClusters(bytes, rules: rules) where cluster.width > 0 {
      let look = rendition(run, column: min(column, buffer.columns - 1), row: row)
      put(
        String(decoding: bytes[cluster.range], as: UTF8.self), width: cluster.width,
        column: column, row: row, rendition: look, link: linkNumber(run), run: run)
      column += cluster.width
    }
  }

  /// Gives a cluster without cells to the cell before it; at the start of a line it waits for the
  /// first cell.
  private mutating func attach(
    _ range: Range<Int>, before column: Int, row: Int, _ pending: inout String
  ) {
    // A soft hyphen that does not show is left out: some terminals would give it a cell.
    if range.count == 2, text.bytes[range.lowerBound] == 0xC2,
      text.bytes[range.lowerBound + 1] == 0xAD
    {
      return
    }
    let string = String(decoding: text.bytes[range], as: UTF8.self)
    var place = column - 1
    while place > geometry.columnsBefore, buffer[place, row].width == 0 { place -= 1 }
    guard place >= geometry.columnsBefore, runs[row * buffer.columns + place] >= 0 else {
      pending += string
      return
    }
    buffer[place, row].text += string
  }

  private func cellText(_ range: Range<Int>) -> String {
    if range.count == 1 { return ASCIIText.strings[Int(text.bytes[range.lowerBound] & 0x7F)] }
    return String(decoding: text.bytes[range], as: UTF8.self)
  }
}
