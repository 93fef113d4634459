import Bytes
import StyledText

/// Widths of the text in the columns of a table of data.
package struct MeasuredColumns: Sendable {
  package struct Column: Sendable {
    /// Cells of its widest line.
    package internal(set) var most = 0
    /// Cells of its longest number.
    package internal(set) var number = 0
  }

  /// The columns from left to right.
  package internal(set) var columns: [Column] = []
}

/// Measures the table of an input in flat memory, before it is laid out.
package struct TableMeter {
  private var reader: RecordReader
  private var cells: CellWidths
  private var pending: [UInt8] = []

  /// Starts at the start of an input.
  package init(_ reader: consuming RecordReader, cells: @escaping ([UInt8]) -> Int) {
    self.reader = reader
    self.cells = CellWidths(cells: cells)
  }

  /// Measures the next bytes.
  package mutating func read(_ bytes: [UInt8], isLast: Bool) {
    let all = pending + bytes
    var offset = 0
    repeat {
      offset += reader.convert(
        all.span.extracting(offset..<all.count), isLast: isLast, into: &cells)
    } while reader.hasMore
    pending = Array(all[offset...])
    _ = reader.takeFindings()
    cells.size = 0
  }

  package var result: MeasuredColumns { cells.result }
}

/// Measures the cells of rows, and drops their text.
private struct CellWidths: RecordOutput {
  let cells: ([UInt8]) -> Int
  var result = MeasuredColumns()

  /// Size of an equivalent output, so that reading pauses as it does for a layout.
  var size = 0

  /// The column of the open cell, and the width in cells of its line.
  private var column = -1
  private var isNumber = false
  private var width = 0

  /// True if it spans several columns or is no record, and so is not measured.
  private var isWide = false

  init(cells: @escaping ([UInt8]) -> Int) { self.cells = cells }

  mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int, _ attributes: () -> [MadeTag.Attribute]
  ) {
    switch tag.element {
    case .tr: column = -1
    case .td, .th:
      let span = tag.element == .td ? tag.columnSpan : 1
      column += span
      isNumber = tag.isNumber
      isWide = span > 1 || tag.isNoRecord
      width = 0
    case .br: endLine()
    default: break
    }
  }

  mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int) {
    if element == .td || element == .th { endLine() }
  }

  private mutating func endLine() {
    guard width > 0, column >= 0, !isWide else { return }
    while result.columns.count <= column { result.columns.append(MeasuredColumns.Column()) }
    result.columns[column].most = max(result.columns[column].most, width)
    if isNumber { result.columns[column].number = max(result.columns[column].number, width) }
    width = 0
  }

  mutating func append(
    value range: Range<Int>, in bytes: Span<UInt8>, at source: Int, isLast: Bool
  ) -> Int {
    size += range.count
    let isASCII =
      bytes.firstOffset(from: range.lowerBound, to: range.upperBound) {
        $0 .>= SIMD16(repeating: 0x80)
      } == range.upperBound
    if isASCII { width += range.count } else { width += cells(range.map { bytes[$0] }) }
    return range.count
  }

  mutating func append(
    _ part: RecordTemplate.Part, of template: RecordTemplate, _ key: Range<Int>,
    in bytes: Span<UInt8>, at source: Int, markup: () -> [UInt8]
  ) {}

  mutating func appendLineFeed(in bytes: Span<UInt8>) {}
  mutating func beginSearch() {}
  mutating func endSearch(isLine: Bool) {}
  mutating func endRecord(at source: Int, isContinued: Bool) {}
}
