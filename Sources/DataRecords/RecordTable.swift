import Bytes
import StyledText
import Styling

/// Makes records the rows of a table.
///
/// A cell has the classes of its column and of the kind of its value; a row has all values as
/// attributes, which a stylesheet can select.
struct RecordTable {
  private(set) var columns: [TableColumn] = []

  private var attributes: Set<String> = []
  /// Columns of the fields of CSV and TSV, shown or not.
  private var fieldColumns: [TableColumn] = []

  /// Buffers for the text of a decoded value, and the values of the attributes of a row.
  private var text: [UInt8] = []
  private var rowValues: [UInt8] = []
  private var rowAttributes: [MadeTag.Attribute] = []

  /// The attributes that the stylesheet can see; nil for all.
  var filter: AttributeFilter?
  let seesValues: Bool

  /// True if a stylesheet may select by fields that are not shown.
  let hasSeenAttributes: Bool

  /// The column with the level of records, and the name of that field.
  private var level: (column: Int, name: String)?
  /// The level of each text of that column.
  private var levels: [[UInt8]: KnownLevel?] = [:]

  /// Names of values that have no column.
  private var otherColumns: [[UInt8]: TableColumn] = [:]

  private(set) var isOpen = false

  /// Most bytes of an attribute's value; a longer one is omitted.
  private static let longestAttribute = 256

  private static let mostAttributeBytes = 8192

  /// Variants of tags; those of a column include its number, too.
  private static let missing = 7
  fileprivate static let wide = 1 << 18
  fileprivate static let others = 1 << 19
  fileprivate static let line = 1 << 20

  init(_ filter: AttributeFilter?) {
    self.filter = filter
    seesValues = filter?.sees(Self.valueAttribute) ?? true
    hasSeenAttributes = filter?.seesAny(startingWith: "data-") == true
  }

  private static let valueAttribute = "data-value"

  mutating func begin(
    _ columns: [TableColumn], of fieldColumns: [TableColumn], moreNames: ArraySlice<[UInt8]>,
    at source: Int, showsHeader: Bool, _ sequences: ValueSequences,
    into output: inout some RecordOutput & ~Copyable
  ) {
    isOpen = true
    (self.columns, self.fieldColumns) = (columns, fieldColumns)
    attributes = []
    for index in columns.indices where !attributes.insert(columns[index].attribute).inserted {
      self.columns[index].isSeen = false
    }
    findLevel()
    let none: [UInt8] = []
    output.open(MadeTag(.table), in: none.span, at: source) { [] }
    guard showsHeader else { return }
    output.open(MadeTag(.thead), in: none.span, at: source) { [] }
    output.open(MadeTag(.tr), in: none.span, at: source) { [] }
    func add(_ variant: Int, _ className: [UInt8], _ name: [UInt8]) {
      output.open(MadeTag(.th, variant: variant), in: none.span, at: source) {
        [("class", className)]
      }
      output.append(lines: 0..<name.count, in: name.span, at: source, sequences, breaksLines: true)
      output.close(.th, in: none.span, at: source)
    }
    for (number, column) in columns.enumerated() {
      let kind = column.isNumeric == true ? " number" : ""
      add(number, column.className + kind.utf8, column.name)
    }
    if !moreNames.isEmpty {
      add(Self.others, Array("others".utf8), Array(moreNames.joined(separator: [0x20])))
    }
    output.close(.tr, in: none.span, at: source)
    output.close(.thead, in: none.span, at: source)
    output.appendLineFeed(in: none.span)
  }

  private mutating func findLevel() {
    var positions: [String: Int] = [:]
    for (index, column) in columns.enumerated().reversed() {
      positions[String(decoding: column.name, as: UTF8.self)] = index
    }
    let known = KnownField.level.names.first { name in
      positions[name.text] != nil && name.beside.allSatisfy { $0.contains { positions[$0] != nil } }
    }
    level = known.flatMap { name in positions[name.text].map { ($0, name.text) } }
    // Numbers are levels only beside what loggers write, too.
    let isLog = [KnownField.time, .message].contains { field in
      field.names.contains { $0.beside.isEmpty && positions[$0.text] != nil }
    }
    if let level, !isLog, columns[level.column].isNumeric == true { self.level = nil }
  }

  private mutating func level(of record: TemplateRecord, _ bytes: Span<UInt8>) -> KnownLevel? {
    guard let level, record.hasValue(in: level.column) else { return nil }
    var text: [UInt8] = []
    record.appendText(in: level.column, of: bytes, onlyLast: true, to: &text)
    guard text.count <= 32 else { return nil }
    if let known = levels[text] { return known }
    let found = KnownLevel(String(decoding: text, as: UTF8.self), in: level.name)
    if levels.count < 1000 { levels[text] = .some(found) }
    return found
  }

  mutating func end(at source: Int, into output: inout some RecordOutput & ~Copyable) {
    guard isOpen else { return }
    let none: [UInt8] = []
    output.close(.table, in: none.span, at: source)
    output.appendLineFeed(in: none.span)
    isOpen = false
  }

  /// Adds a row for a record, whose holes are the columns.
  ///
  /// Fields without a column are attributes of the row if `takesOthers`, and shown if
  /// `showsOthers`. `base` is the offset of the bytes in the input, `range` that of the record in
  /// them. Values have the types of JSON if `isJSON`.
  mutating func appendRow(
    _ record: TemplateRecord, _ fields: FieldNames, takesOthers: Bool, showsOthers: Bool,
    of bytes: Span<UInt8>, _ range: Range<Int>, from base: Int, isJSON: Bool,
    into output: inout some RecordOutput & ~Copyable
  ) {
    openRow(
      record, fields, takesOthers: takesOthers, of: bytes, at: base + range.lowerBound,
      into: &output)
    var gap = Gap(budget: max(range.count, Self.fewCells))
    for column in record.holes {
      appendGap(upTo: column, &gap, at: base + range.lowerBound, into: &output)
      gap.next = column + 1
      let value = record.value(in: column)
      let source = base + value.range.lowerBound
      if !record.isRepeated(in: column), let plain = value.verbatim(of: bytes),
        bytes.firstOffset(of: 0x1B, from: plain.lowerBound, to: plain.upperBound)
          == plain.upperBound
      {
        let isKnown = value.form == .container || columns[column].isNumeric == true
        let kind = isKnown ? nil : Kind(bytes.extracting(plain), isJSON: isJSON)
        appendCell(
          column, kind, plain, of: bytes, at: base + plain.lowerBound, record.sequences,
          into: &output)
        continue
      }
      var text: [UInt8] = []
      swap(&text, &self.text)
      text.removeAll(keepingCapacity: true)
      record.appendText(in: column, of: bytes, to: &text)
      // Text of JSON with escapes is text.
      let isOne = !record.isRepeated(in: column) && value.form == .quoted
      appendCell(
        column, isOne ? Kind(text.span, isJSON: isJSON) : nil, 0..<text.count, of: text.span,
        at: source, record.sequences, into: &output)
      swap(&text, &self.text)
    }
    appendGap(upTo: columns.count, &gap, at: base + range.lowerBound, into: &output)
    if takesOthers, showsOthers { appendOthers(record, fields, of: bytes, base, into: &output) }
    output.close(.tr, in: bytes, at: base + range.upperBound)
    output.appendLineFeed(in: bytes)
  }

  private mutating func appendCell(
    _ column: Int, _ kind: Kind?, _ range: Range<Int>, of text: Span<UInt8>, at source: Int,
    _ sequences: ValueSequences, into output: inout some RecordOutput & ~Copyable
  ) {
    var kind = kind
    if let isNumeric = columns[column].isNumeric {
      // A column is aligned as a whole.
      kind = isNumeric ? .number : kind == .number ? nil : kind
    }
    let isSeen =
      seesValues && range.count <= Self.longestAttribute
      && filter?.sees(Self.valueAttribute, value: text.extracting(range)) ?? true
    // An attribute without a value is one, too.
    let variant = column << 4 | (isSeen ? 8 : 0) | (kind.map { Int($0.rawValue) } ?? 0)
    let tag = MadeTag(.td, variant: variant, value: isSeen ? range : 0..<0)
    output.open(tag, in: text, at: source) {
      var name = columns[column].className
      if let kind { name += " \(kind)".utf8 }
      return [("class", name)] + (isSeen ? [(Self.valueAttribute, range.map { text[$0] })] : [])
    }
    output.append(lines: range, in: text, at: source, sequences, breaksLines: true)
    output.close(.td, in: text, at: source)
  }

  /// Missing fields of a record, which become empty cells.
  private struct Gap {
    /// Number of cells that may still be added one by one.
    var budget: Int
    /// The column of the next cell.
    var next = 0
  }

  /// Number of cells for missing fields that are always added, so that narrow tables keep their
  /// lines.
  private static let fewCells = 8

  /// The most columns of a cell, as in browsers.
  private static let mostSpan = 1000

  /// Adds cells for missing fields.
  ///
  /// A record adds not many more of them than it has bytes; otherwise many short records would cost
  /// as much as their number times that of the columns. A longer gap is one cell without a class;
  /// behind the last field it is nothing, because a row may end early.
  private func appendGap(
    upTo end: Int, _ gap: inout Gap, at source: Int,
    into output: inout some RecordOutput & ~Copyable
  ) {
    let count = end - gap.next
    guard count > 0 else { return }
    let none: [UInt8] = []
    if count <= gap.budget {
      gap.budget -= count
      for column in gap.next..<end {
        let tag = MadeTag(.td, variant: column << 4 | Self.missing)
        output.open(tag, in: none.span, at: source) { [("class", columns[column].className)] }
        output.close(.td, in: none.span, at: source)
      }
    } else if end < columns.count {
      for start in stride(from: gap.next, to: end, by: Self.mostSpan) {
        openWideCell(min(Self.mostSpan, end - start), Self.wide, [], at: source, into: &output)
        output.close(.td, in: none.span, at: source)
      }
    }
  }

  private func openWideCell(
    _ span: Int, _ variant: Int, _ attributes: [MadeTag.Attribute], at source: Int,
    into output: inout some RecordOutput & ~Copyable
  ) {
    let none: [UInt8] = []
    output.open(MadeTag(.td, variant: variant + span), in: none.span, at: source) {
      attributes + [("colspan", Array("\(span)".utf8))]
    }
  }

  /// Begins a row for text that is no record.
  func beginLine(at source: Int, into output: inout some RecordOutput & ~Copyable) {
    let none: [UInt8] = []
    output.open(MadeTag(.tr), in: none.span, at: source) { [] }
    openWideCell(
      max(1, columns.count), Self.line, [("class", Array("no-record".utf8))], at: source,
      into: &output)
  }

  /// Ends such a row.
  func endLine(
    in bytes: Span<UInt8>, at source: Int, into output: inout some RecordOutput & ~Copyable
  ) {
    output.close(.td, in: bytes, at: source)
    output.close(.tr, in: bytes, at: source)
    output.appendLineFeed(in: bytes)
  }

  // MARK: Attributes of rows

  private mutating func openRow(
    _ record: TemplateRecord, _ fields: FieldNames, takesOthers: Bool, of bytes: Span<UInt8>,
    at source: Int, into output: inout some RecordOutput & ~Copyable
  ) {
    if !rowValues.isEmpty {
      rowValues.removeAll(keepingCapacity: true)
      rowAttributes.removeAll(keepingCapacity: true)
    }
    if filter == nil || hasSeenAttributes {
      for column in record.holes where columns[column].isSeen {
        addAttribute(columns[column].attribute, record.value(in: column), of: bytes)
      }
      if takesOthers { addOtherAttributes(record, fields, of: bytes) }
    }
    let level = level(of: record, bytes)
    let number = level.flatMap(KnownLevel.allCases.firstIndex).map { $0 + 1 } ?? 0
    let tag = MadeTag(
      .tr, variant: number << 1 | (rowAttributes.isEmpty ? 0 : 1), value: 0..<rowValues.count)
    output.open(tag, in: rowValues.span, at: source) {
      let classes = level.map { Array($0.classes.joined(separator: " ").utf8) }
      return (classes.map { [("class", $0)] } ?? []) + rowAttributes
    }
  }

  private mutating func addOtherAttributes(
    _ record: TemplateRecord, _ fields: FieldNames, of bytes: Span<UInt8>
  ) {
    var own: Set<String> = []
    record.forEachUnshown(fields, of: bytes) { name, value, position, _ in
      guard rowValues.count < Self.mostAttributeBytes else { return }
      let isKnown = position.map { $0 < fieldColumns.count } ?? false
      let column = isKnown ? fieldColumns[position ?? 0] : self.column(of: name)
      guard column.isSeen, !attributes.contains(column.attribute),
        own.insert(column.attribute).inserted
      else { return }
      addAttribute(column.attribute, value, of: bytes)
    }
  }

  private mutating func column(of name: [UInt8]) -> TableColumn {
    if let known = otherColumns[name] { return known }
    let column = TableColumn(name, at: 0, filter)
    if otherColumns.count < 1000 { otherColumns[name] = column }
    return column
  }

  private mutating func addAttribute(_ name: String, _ value: FieldValue, of bytes: Span<UInt8>) {
    if let plain = value.verbatim(of: bytes), plain.count > Self.longestAttribute { return }
    var text: [UInt8] = []
    value.appendText(of: bytes, to: &text)
    let count = text.count
    guard rowValues.count < Self.mostAttributeBytes, count <= Self.longestAttribute,
      filter?.sees(name, value: text.span) ?? true
    else { return }
    rowAttributes.append((name, text))
    // No other attributes have the same bytes.
    rowValues += name.utf8
    rowValues += [0, UInt8(count & 0xFF), UInt8(count >> 8)]
    rowValues += text
  }

  // MARK: Values without a column

  /// Adds values without a column as `name=value` in a last cell.
  private func appendOthers(
    _ record: TemplateRecord, _ fields: FieldNames, of bytes: Span<UInt8>, _ base: Int,
    into output: inout some RecordOutput & ~Copyable
  ) {
    var count = 0
    func append(_ text: [UInt8], _ source: Int, in attribute: String? = nil) {
      output.append(text, in: attribute, at: source, record.sequences, breaksLines: true)
    }
    record.forEachOther(fields, of: bytes) { name, value in
      if value.hasNoMembers(in: bytes), fields.leadsOn(from: name) { return }
      let source = base + value.range.lowerBound
      if count == 0 {
        output.open(MadeTag(.td, variant: Self.others), in: bytes, at: source) {
          [("class", Array("others".utf8))]
        }
      } else {
        append([0x20], source)
      }
      count += 1
      let isStyled = count <= Self.mostStyledOthers
      append(name, source, in: isStyled ? "data-key" : nil)
      append([UInt8(ascii: "=")], source)
      var text: [UInt8] = []
      value.appendText(of: bytes, to: &text)
      record.sequences.clean(&text, from: 0)
      append(text, source, in: isStyled ? Self.valueAttribute : nil)
    }
    if count > 0 { output.close(.td, in: bytes, at: base) }
  }

  /// Further fields without a column are text without elements, because a whole cell is kept in
  /// memory.
  private static let mostStyledOthers = 1000
}

extension RecordTable {
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
      case _ where text.isNumeral: self = .number
      default: return nil
      }
    }
  }
}

extension MadeTag {
  /// Number of columns of the cell of a table.
  package var columnSpan: Int {
    switch variant {
    case (RecordTable.line + 1)...: variant - RecordTable.line
    case RecordTable.wide + 1..<RecordTable.others: variant - RecordTable.wide
    default: 1
    }
  }

  /// True for the cell of a line that is no record.
  var isNoRecord: Bool { element == .td && variant > RecordTable.line }

  /// True for the cell of a number.
  package var isNumber: Bool {
    element == .td && variant < RecordTable.wide
      && variant & 7 == Int(RecordTable.Kind.number.rawValue)
  }
}

extension Span<UInt8> {
  /// True if the bytes are equal to an ASCII text of the same length.
  fileprivate func isEqual(to text: String) -> Bool {
    text.utf8.enumerated().allSatisfy { self[$0] == $1 }
  }
}
