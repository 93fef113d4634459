import Bytes
import Styling

/// A cell of a row that is a line of plain text.
package struct PlainCell {
  /// Its text.
  package let text: Range<Int>

  /// Number of its cells on the screen.
  package let columns: Int

  /// A number for the classes of its value.
  package let kind: UInt8
}

/// Records whose fields are plain text, which need no HTML.
extension RecordConverter {
  /// Offers records of a table, as long as they are plain text and are taken.
  ///
  /// - Parameters:
  ///   - bytes: Bytes left over from the part before, and the bytes that have come since.
  ///   - isLast: True if the input ends with it.
  ///   - body: Takes the cells of a row; false if it does not.
  /// - Returns: Number of bytes of the records that were taken.
  package mutating func takeRows(
    _ bytes: Span<UInt8>, isLast: Bool, _ body: ([PlainCell]) -> Bool
  ) -> Int {
    guard takesRows, !isCopying, let count = names?.count else { return 0 }
    var start = 0
    while start < bytes.count, scanner.finish(bytes, isLast: isLast) {
      guard scanner.openQuote == nil, scanner.textBehindQuote == nil,
        scanner.fields.count == count,
        table?.takeCells(scanner.fields, columns, of: bytes) == true, let cells = table?.cells,
        body(cells)
      else {
        scanner.begin(at: start)
        break
      }
      // Fields that are not shown may have several lines.
      line +=
        tableColumns.isEmpty
        ? 1
        : bytes.count(in: start..<scanner.offset) { $0 .== SIMD16(repeating: 0x0A) }
      start = scanner.offset
      scanner.begin(at: start)
    }
    scanner.drop(first: start)
    return start
  }

  /// True for a table whose rows may look as earlier ones do: the stylesheet sees no values of cells,
  /// and no fields that are not shown.
  package var takesRows: Bool {
    guard format != .jsonl, let table, table.isOpen, !table.seesValues else { return false }
    return tableColumns.isEmpty
      ? columns.count == names?.count : !columns.isEmpty && !table.hasSeenAttributes
  }
}

extension TableMarkup {
  /// Takes the fields of a record as cells.
  /// - Returns: False if one is more than plain text of a line, or an attribute that is seen.
  mutating func takeCells(
    _ fields: [FieldValue], _ columnFields: [Int], of bytes: Span<UInt8>
  ) -> Bool {
    cells.removeAll(keepingCapacity: true)
    for column in columnFields.indices {
      let field = fields[columnFields[column]]
      let text = bytes.extracting(field.range)
      // Quotes in quotes are doubled, and what follows them has none.
      guard let count = text.cellsOfPlainLine,
        field.form == .plain || text.firstOffset(of: 0x22, from: 0, to: text.count) == text.count
      else { return false }
      if columns[column].isSeen, filter?.sees(columns[column].attribute, value: text) ?? true {
        return false
      }
      cells.append(
        PlainCell(
          text: field.range, columns: count, kind: Kind(text, isJSON: false)?.rawValue ?? 0))
    }
    return true
  }

  /// Classes of values that are more than text.
  enum Kind: UInt8 {
    case number = 1
    case `true`, `false`, null

    /// The kind of a text.
    init?(_ text: Span<UInt8>, isJSON: Bool) {
      switch text.count {
      case 4 where text.isEqual(to: "true"): self = .true
      case 5 where text.isEqual(to: "false"): self = .false
      case 4 where isJSON && text.isEqual(to: "null"): self = .null
      case _ where text.isDecimalNumber: self = .number
      default: return nil
      }
    }

    /// The name of the class.
    var name: String { "\(self)" }
  }
}

extension Span<UInt8> {
  /// True if a text of as many bytes is the same.
  fileprivate func isEqual(to text: String) -> Bool {
    text.utf8.enumerated().allSatisfy { self[$0] == $1 }
  }

  /// True for a decimal number, which may have a sign, a fraction and an exponent.
  fileprivate var isDecimalNumber: Bool {
    var offset = 0
    func takeDigits() -> Bool {
      let start = offset
      while offset < count, self[offset].isASCIIDigit { offset += 1 }
      return offset > start
    }
    func takeSign() {
      if offset < count, self[offset] == UInt8(ascii: "-") || self[offset] == UInt8(ascii: "+") {
        offset += 1
      }
    }
    takeSign()
    guard takeDigits() else { return false }
    if offset < count, self[offset] == UInt8(ascii: ".") {
      offset += 1
      guard takeDigits() else { return false }
    }
    if offset < count, self[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      takeSign()
      guard takeDigits() else { return false }
    }
    return offset == count
  }
}
