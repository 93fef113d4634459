import Bytes
import CellLayout
import TerminalOutput

/// Places of texts of other sizes in a block.
struct SizedTextPlaces {
  private struct Place: Hashable {
    var column: Int
    var row: Int
  }

  /// By the first column of each row they take.
  private var texts: [Place: SizedText] = [:]
  /// For each first row, the rows that are needed below it.
  private var rowsBelow: [Int: Int] = [:]

  init(_ sizedTexts: [SizedText]) {
    for text in sizedTexts where text.rows > 0 && text.columns > 0 {
      for row in text.row..<(text.row + text.rows) {
        texts[Place(column: text.column, row: row)] = text
      }
      rowsBelow[text.row] = max(rowsBelow[text.row] ?? 0, text.rows - 1)
    }
  }

  var isEmpty: Bool { texts.isEmpty }

  /// The text whose first column in this row is the given one.
  func text(column: Int, row: Int) -> SizedText? {
    texts[Place(column: column, row: row)]
  }

  /// Makes sure that the screen has the rows that texts starting in a row reach down to: what
  /// stands on its last row would be cut off.
  func reserveRows(from row: Int, into bytes: inout [UInt8]) {
    guard let rows = rowsBelow[row], rows > 0 else { return }
    for _ in 0..<rows { bytes.append(UInt8(ascii: "\n")) }
    bytes.append("\u{1B}[")
    bytes.appendDecimal(rows)
    bytes.append(UInt8(ascii: "A"))
  }
}

extension [UInt8] {
  /// Adds a text that the terminal draws in another size.
  ///
  /// kitty's text sizing protocol: `OSC 66 ; metadata ; text ST`. Keys that have their default
  /// value are left out.
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

  /// Adds one row of a text of another size as ordinary text: on its last row, filled up with
  /// blanks to its columns.
  mutating func append(_ text: SizedText, asPlainTextIn row: Int, rules: WidthRules) {
    var blanks = text.columns
    if row == text.row + text.rows - 1 {
      appendCellText(text.text)
      blanks -= cellWidth(of: text.text, rules: rules)
    }
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(0, blanks)))
  }
}
