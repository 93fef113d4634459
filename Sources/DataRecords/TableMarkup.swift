import Bytes
import StyledText
import Styling

/// Writes records as the rows of a table in HTML.
///
/// A cell has the classes of its column and of the kind of its value; a row has all values as
/// attributes, so that a stylesheet can ask for them.
struct TableMarkup {
  struct Column {
    let name: [UInt8]
    /// The name as a class, and as an attribute.
    let className: [UInt8]
    let attribute: String

    /// True if the stylesheet can see the attribute, and no other column has it.
    var isSeen: Bool

    init(_ name: [UInt8], _ filter: AttributeFilter?) {
      self.name = name
      className = Self.identifier(name)
      attribute = "data-" + String(decoding: className.map(\.lowercasedASCII), as: UTF8.self)
      isSeen = filter?.sees(attribute) ?? true
    }

    /// The name with a hyphen for what no identifier holds.
    private static func identifier(_ name: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      for byte in name {
        if byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte >= 0x80 {
          result.append(byte)
        } else if let last = result.last, last != UInt8(ascii: "-") {
          result.append(UInt8(ascii: "-"))
        }
      }
      while result.last == UInt8(ascii: "-") { result.removeLast() }
      if result.isEmpty { return Array("column".utf8) }
      return result[0].isASCIIDigit ? [UInt8(ascii: "_")] + result : result
    }
  }

  private(set) var columns: [Column] = []

  /// Cells of a row that needs no HTML.
  var cells: [PlainCell] = []
  private var attributes: Set<String> = []
  private var text: [UInt8] = []

  /// The attributes that the stylesheet can see; nil for all.
  var filter: AttributeFilter?
  let seesValues: Bool

  /// True if a stylesheet may ask for fields that are not shown.
  let hasSeenAttributes: Bool

  /// Names of values that have no column.
  private var otherColumns: [[UInt8]: Column] = [:]

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
  mutating func begin(_ names: [[UInt8]], showsHeader: Bool, to output: inout [UInt8]) {
    isOpen = true
    columns = names.map { Column($0, filter) }
    attributes = []
    for index in columns.indices where !attributes.insert(columns[index].attribute).inserted {
      columns[index].isSeen = false
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
  ///   - values: For each column its value; nil for none.
  ///   - others: Values that have no column, with their names.
  ///   - showsOthers: True if they are shown, and not only attributes of the row.
  ///   - bytes: The bytes of the record.
  ///   - isJSON: True if values have the types of JSON.
  ///   - output: Destination of the HTML.
  mutating func appendRow(
    _ values: [FieldValue?], others: [(name: [UInt8], value: FieldValue)] = [],
    showsOthers: Bool = true, of bytes: Span<UInt8>, isJSON: Bool, to output: inout [UInt8]
  ) {
    output.append("<tr")
    let start = output.count
    for (column, value) in zip(columns, values) {
      guard let value, column.isSeen else { continue }
      appendAttribute(column.attribute, value, of: bytes, from: start, to: &output)
    }
    var own: Set<String> = []
    for (name, value) in others {
      let column = self.column(of: name)
      guard column.isSeen, !attributes.contains(column.attribute),
        own.insert(column.attribute).inserted
      else { continue }
      appendAttribute(column.attribute, value, of: bytes, from: start, to: &output)
    }
    output.append(">")
    for (column, value) in zip(columns, values) {
      output.append("<td class=\"")
      _ = appendEscaped(column.className.span, to: &output)
      guard let value else {
        output.append("\"></td>")
        continue
      }
      text.removeAll(keepingCapacity: true)
      value.appendText(of: bytes, to: &text)
      if let kind = kind(of: value, isJSON: isJSON) {
        output.append(0x20)
        output.append(kind.name)
      }
      output.append(0x22)
      if seesValues { appendAttribute(Self.valueAttribute, to: &output) }
      output.append(0x3E)
      appendText(text, to: &output)
      output.append("</td>")
    }
    if showsOthers, !others.isEmpty { appendOthers(others, of: bytes, to: &output) }
    output.append("</tr>\n")
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

  private mutating func column(of name: [UInt8]) -> Column {
    if let known = otherColumns[name] { return known }
    let column = Column(name, filter)
    if otherColumns.count < 1000 { otherColumns[name] = column }
    return column
  }

  private mutating func appendAttribute(
    _ name: String, _ value: FieldValue, of bytes: Span<UInt8>, from start: Int,
    to output: inout [UInt8]
  ) {
    text.removeAll(keepingCapacity: true)
    value.appendText(of: bytes, to: &text)
    guard name.utf8.count <= Self.longestAttribute,
      output.count - start < Self.mostAttributeBytes
    else { return }
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
    _ others: [(name: [UInt8], value: FieldValue)], of bytes: Span<UInt8>,
    to output: inout [UInt8]
  ) {
    output.append("<td class=\"others\">")
    for (number, other) in others.enumerated() {
      if number > 0 { output.append(0x20) }
      output.append("<span data-key>")
      appendText(other.name, to: &output)
      output.append("</span>=<span data-value>")
      text.removeAll(keepingCapacity: true)
      other.value.appendText(of: bytes, to: &text)
      appendText(text, to: &output)
      output.append("</span>")
    }
    output.append("</td>")
  }

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
