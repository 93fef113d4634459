import Bytes
import StyledText
import Styling

/// Writes records as the rows of a table in HTML.
///
/// A cell has the classes of its column and of the kind of its value; a row has all values as
/// attributes, so that a stylesheet can ask for them.
struct TableMarkup {
  private(set) var columns: [TableColumn] = []

  /// Cells of a row that needs no HTML.
  var cells: [PlainCell] = []
  private var attributes: Set<String> = []
  /// Columns of the fields of CSV and TSV, shown or not.
  private var fieldColumns: [TableColumn] = []
  private var text: [UInt8] = []

  /// The attributes that the stylesheet can see; nil for all.
  var filter: AttributeFilter?
  let seesValues: Bool

  /// True if a stylesheet may ask for fields that are not shown.
  let hasSeenAttributes: Bool

  /// Names of values that have no column.
  private var otherColumns: [[UInt8]: TableColumn] = [:]

  /// True if the table has begun.
  private(set) var isOpen = false

  /// A longer value is no attribute.
  private static let longestAttribute = 256

  /// Attributes of a row take no more bytes than this.
  private static let mostAttributeBytes = 8192

  init(_ filter: AttributeFilter?) {
    self.filter = filter
    seesValues = filter?.sees(Self.valueAttribute) ?? true
    hasSeenAttributes = filter?.seesAny(startingWith: "data-") == true
  }

  private static let valueAttribute = "data-value"

  /// Begins the table.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - fieldColumns: Columns of the fields of CSV and TSV, shown or not.
  ///   - moreNames: Names of fields that are shown without a column.
  ///   - showsHeader: True if the names are shown.
  ///   - output: Destination of the HTML.
  mutating func begin(
    _ columns: [TableColumn], of fieldColumns: [TableColumn], moreNames: ArraySlice<[UInt8]>,
    showsHeader: Bool, to output: inout [UInt8]
  ) {
    isOpen = true
    (self.columns, self.fieldColumns) = (columns, fieldColumns)
    attributes = []
    for index in columns.indices where !attributes.insert(columns[index].attribute).inserted {
      self.columns[index].isSeen = false
    }
    output.append("<table>")
    guard showsHeader else { return }
    output.append("<thead><tr>")
    for column in columns {
      output.append("<th class=\"")
      _ = appendEscaped(column.className.span, to: &output)
      output.append("\">")
      appendText(column.name, to: &output)
      output.append("</th>")
    }
    if !moreNames.isEmpty {
      output.append("<th class=\"others\">")
      appendText(Array(moreNames.joined(separator: [0x20])), to: &output)
      output.append("</th>")
    }
    output.append("</tr></thead>\n")
  }

  /// Ends the table.
  mutating func end(to output: inout [UInt8]) {
    if isOpen { output.append("</table>\n") }
    isOpen = false
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - record: The record, whose holes are the columns.
  ///   - fields: Names of the fields that are asked for.
  ///   - takesOthers: True if fields without a column are attributes of the row.
  ///   - showsOthers: True if they are shown, too.
  ///   - bytes: The bytes of the record.
  ///   - size: Number of these.
  ///   - isJSON: True if values have the types of JSON.
  ///   - output: Destination of the HTML.
  mutating func appendRow(
    _ record: TemplateRecord, _ fields: FieldNames, takesOthers: Bool, showsOthers: Bool,
    of bytes: Span<UInt8>, size: Int, isJSON: Bool, to output: inout [UInt8]
  ) {
    output.append("<tr")
    let start = output.count
    for column in record.holes where columns[column].isSeen {
      appendAttribute(
        columns[column].attribute, record.value(in: column), of: bytes, from: start, to: &output)
    }
    if takesOthers, filter == nil || hasSeenAttributes {
      appendAttributes(record, fields, of: bytes, from: start, to: &output)
    }
    output.append(">")
    var gap = Gap(budget: max(size, Self.fewCells))
    for column in record.holes {
      appendGap(upTo: column, &gap, to: &output)
      text.removeAll(keepingCapacity: true)
      record.appendText(in: column, of: bytes, to: &text)
      let isOne = !record.isRepeated(in: column)
      beginCell(
        column, isOne ? kind(of: record.value(in: column), isJSON: isJSON) : nil, to: &output)
      if seesValues { appendAttribute(Self.valueAttribute, to: &output) }
      output.append(0x3E)
      appendText(text, to: &output)
      output.append("</td>")
      gap.next = column + 1
    }
    appendGap(upTo: columns.count, &gap, to: &output)
    if takesOthers, showsOthers { appendOthers(record, fields, of: bytes, to: &output) }
    output.append("</tr>\n")
  }

  private func beginCell(_ column: Int, _ kind: Kind? = nil, to output: inout [UInt8]) {
    let name = columns[column].className
    output.append("<td class=\"")
    _ = appendEscaped(name.span, to: &output)
    if let kind {
      output.append(0x20)
      output.append(kind.name)
    }
    output.append(0x22)
  }

  /// Cells of fields that a record does not have.
  private struct Gap {
    /// Number of cells that are still made one by one.
    var budget: Int
    /// The column of the next cell.
    var next = 0
  }

  /// Number of cells for missing fields that are always made: narrow tables keep their lines.
  private static let fewCells = 8

  /// The most columns of a cell, as browsers have it.
  private static let mostSpan = 1000

  /// Adds cells for missing fields.
  ///
  /// A record does not make more of them than it has bytes, but for a few, or many short records would
  /// cost as much as their number times that of the columns. A longer gap is a cell without a class; behind the
  /// last field it is nothing, because a row may end early.
  private func appendGap(upTo end: Int, _ gap: inout Gap, to output: inout [UInt8]) {
    let count = end - gap.next
    guard count > 0 else { return }
    if count <= gap.budget {
      gap.budget -= count
      for column in gap.next..<end {
        beginCell(column, to: &output)
        output.append("></td>")
      }
    } else if end < columns.count {
      for start in stride(from: gap.next, to: end, by: Self.mostSpan) {
        output.append("<td colspan=\"\(min(Self.mostSpan, end - start))\"></td>")
      }
    }
  }

  /// Adds text that is no record as a row.
  func appendLine(_ line: Span<UInt8>, to output: inout [UInt8]) {
    beginLine(to: &output)
    _ = appendEscaped(line, to: &output)
    endLine(to: &output)
  }

  /// Begins and ends such a row.
  func beginLine(to output: inout [UInt8]) {
    output.append("<tr><td colspan=\"\(max(1, columns.count))\">")
  }
  func endLine(to output: inout [UInt8]) { output.append("</td></tr>\n") }

  /// Adds attributes for fields without a column.
  private mutating func appendAttributes(
    _ record: TemplateRecord, _ fields: FieldNames, of bytes: Span<UInt8>, from start: Int,
    to output: inout [UInt8]
  ) {
    var own: Set<String> = []
    record.forEachOther(fields, of: bytes) { name, value, position, _ in
      guard output.count - start < Self.mostAttributeBytes else { return }
      let isKnown = position.map { $0 < fieldColumns.count } ?? false
      let column = isKnown ? fieldColumns[position ?? 0] : self.column(of: name)
      guard column.isSeen, !attributes.contains(column.attribute),
        own.insert(column.attribute).inserted
      else { return }
      appendAttribute(column.attribute, value, of: bytes, from: start, to: &output)
    }
  }

  private mutating func column(of name: [UInt8]) -> TableColumn {
    if let known = otherColumns[name] { return known }
    let column = TableColumn(name, at: 0, filter)
    if otherColumns.count < 1000 { otherColumns[name] = column }
    return column
  }

  private mutating func appendAttribute(
    _ name: String, _ value: FieldValue, of bytes: Span<UInt8>, from start: Int,
    to output: inout [UInt8]
  ) {
    text.removeAll(keepingCapacity: true)
    value.appendText(of: bytes, to: &text)
    guard output.count - start < Self.mostAttributeBytes else { return }
    appendAttribute(name, to: &output)
  }

  /// Adds an attribute whose value is `text`.
  private mutating func appendAttribute(_ name: String, to output: inout [UInt8]) {
    let value = text
    guard value.count <= Self.longestAttribute, filter?.sees(name, value: value.span) ?? true else {
      return
    }
    output.append(0x20)
    output.append(name)
    output.append("=\"")
    _ = appendEscaped(text.span, to: &output)
    output.append(0x22)
  }

  /// Values without a column as `name=value` in a last cell.
  private mutating func appendOthers(
    _ record: TemplateRecord, _ fields: FieldNames, of bytes: Span<UInt8>,
    to output: inout [UInt8]
  ) {
    var count = 0
    record.forEachOther(fields, of: bytes) { name, value, _, _ in
      output.append(count == 0 ? "<td class=\"others\">" : " ")
      count += 1
      let isStyled = count <= Self.mostStyledOthers
      if isStyled { output.append("<span data-key>") }
      appendText(name, to: &output)
      output.append(isStyled ? "</span>=<span data-value>" : "=")
      text.removeAll(keepingCapacity: true)
      value.appendText(of: bytes, to: &text)
      appendText(text, to: &output)
      if isStyled { output.append("</span>") }
    }
    if count > 0 { output.append("</td>") }
  }

  /// More fields without a column are text without elements: a cell is held as a whole.
  private static let mostStyledOthers = 1000

  /// Class of a value that is more than text; it is in `text`.
  private func kind(of value: FieldValue, isJSON: Bool) -> Kind? {
    guard value.form == .plain || value.form == .quoted && !isJSON else { return nil }
    return Kind(text.span, isJSON: isJSON)
  }

  /// Appends text; its line breaks break the lines of the cell.
  private func appendText(_ text: [UInt8], to output: inout [UInt8]) {
    var start = 0
    while true {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      let hasReturn = end < text.count && end > start && text[end - 1] == 0x0D
      _ = appendEscaped(
        text.span.extracting(start..<(hasReturn ? end - 1 : end)), to: &output)
      guard end < text.count else { return }
      output.append("<br>")
      start = end + 1
    }
  }
}

extension [UInt8] { fileprivate mutating func append(_ text: String) { self += text.utf8 } }
