import Bytes

struct Table {
  var alignments: [CellAlignment] = []
  var hasBody = false
  /// Number of cells that were added to short rows, in all tables.
  var addedCount = 0

  /// The most cells that are added to short rows: a thousand columns and a thousand rows of one
  /// cell are a short text, but a large table.
  static let mostAdded = 1 << 19
}

extension BlockParser {
  /// Starts a table if a line is the delimiter row behind its header.
  mutating func startTable(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard options.hasExtensions, !paragraph.isReleased || paragraph.holdsLine,
      let alignments = line.columnAlignments(range)
    else { return false }
    let start = inlines.local(paragraph.lineStart)
    let header = Array(inlines.text[start...])
    let headerSource = inlines.sources.source(of: start)
    let cells = header.span.cells(0..<header.count)
    guard cells.count == alignments.count else { return false }
    inlines.removeText(max(0, start - 1)..<inlines.text.count)
    closeLeaf()
    addBlock()
    table = Table(alignments: alignments, addedCount: table.addedCount)
    leaf = .table
    events.start(.table)
    events.start(.tableHead)
    add(cells, of: header.span, from: headerSource, .headerCell)
    events.end(.tableHead)
    return true
  }

  /// Adds a row to the open table; false for a line without cells.
  mutating func addTableRow(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let cells = line.cells(range)
    guard !cells.isEmpty else { return false }
    if !table.hasBody {
      table.hasBody = true
      events.start(.tableBody)
    }
    references.inputCount = inputCount
    add(cells, of: line, from: base, .dataCell)
    return true
  }

  mutating func closeTable() {
    if table.hasBody { events.end(.tableBody) }
    events.end(.table)
  }

  private mutating func add(
    _ cells: [Range<Int>], of line: Span<UInt8>, from source: Int, _ element: MarkdownElement
  ) {
    events.start(.tableRow)
    let columns = table.alignments.count
    // Empty ones have no text that could be lost.
    let extra = options.keepsExtraCells ? cells.dropFirst(columns).lastIndex { !$0.isEmpty } : nil
    if extra != nil {
      events.source = source + cells[columns].lowerBound
      events.append(.extraCells)
    }
    for index in 0...max(columns - 1, extra ?? 0) {
      if index >= cells.count {
        table.addedCount += 1
        guard table.addedCount < Table.mostAdded else { break }
      }
      if index < cells.count { events.source = source + cells[index].lowerBound }
      let alignment = index < columns ? table.alignments[index] : .none
      events.start(element, number: alignment.rawValue)
      if index < cells.count {
        inlines.appendCell(cells[index], of: line, from: source)
        finishInlines()
      }
      events.end(element)
    }
    events.end(.tableRow)
  }
}

extension InlineParser {
  /// Appends the text of a cell, in which a backslash escapes a pipe.
  fileprivate mutating func appendCell(
    _ range: Range<Int>, of line: Span<UInt8>, from source: Int
  ) {
    var start = range.lowerBound
    for offset in range where line.has(0x5C, at: offset, before: range.upperBound) {
      guard line.has(0x7C, at: offset + 1, before: range.upperBound) else { continue }
      append(start..<offset, of: line, from: source + start)
      start = offset + 1
    }
    append(start..<range.upperBound, of: line, from: source + start)
  }
}

extension Span<UInt8> {
  /// The alignments of the columns in a delimiter row; nil for other lines.
  fileprivate func columnAlignments(_ range: Range<Int>) -> [CellAlignment]? {
    // Most lines that are none have another byte near their start.
    guard range.allSatisfy({ self[$0].isDelimiterRowByte }) else { return nil }
    var alignments: [CellAlignment] = []
    for cell in cells(range) {
      guard let alignment = alignment(cell) else { return nil }
      alignments.append(alignment)
    }
    return alignments.isEmpty ? nil : alignments
  }

  private func alignment(_ cell: Range<Int>) -> CellAlignment? {
    guard let first = cell.first, let last = cell.last else { return nil }
    let isLeft = self[first] == 0x3A
    let isRight = self[last] == 0x3A
    let dashes = first + (isLeft ? 1 : 0)..<max(first + (isLeft ? 1 : 0), last + (isRight ? 0 : 1))
    guard !dashes.isEmpty, dashes.allSatisfy({ self[$0] == 0x2D }) else { return nil }
    return isLeft ? (isRight ? .center : .left) : isRight ? .right : CellAlignment.none
  }

  /// The cells of a row, without the spaces around their text.
  fileprivate func cells(_ range: Range<Int>) -> [Range<Int>] {
    let end = trimmedEnd(from: range.lowerBound, to: range.upperBound)
    var start = range.lowerBound
    if has(0x7C, at: start, before: end) { start += 1 }
    var cells: [Range<Int>] = []
    var offset = start
    while offset < end {
      if self[offset] == 0x5C {
        offset += 2
        continue
      }
      if self[offset] == 0x7C {
        cells.append(trimmed(start..<offset))
        start = offset + 1
      }
      offset += 1
    }
    if start < end { cells.append(trimmed(start..<end)) }
    return cells
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let start = skipBlanks(from: range.lowerBound, to: range.upperBound)
    return start..<trimmedEnd(from: start, to: range.upperBound)
  }
}

extension UInt8 {
  fileprivate var isDelimiterRowByte: Bool {
    self == 0x2D || self == 0x7C || self == 0x3A || isBlank
  }
}
