import Bytes
package import Diagnostics
package import StyledText
package import Styling

/// Reads data: each record with a template, on a line of its own, or all of them into a table.
///
/// Values are text and never markup. Text that is no record is shown as it is, with a finding.
package struct RecordReader {
  /// A longer record is shown as it is, so that memory stays flat.
  static let longestRecord = 1 << 20

  /// Text of such a record is split into rows of this many bytes.
  private static let longestCell = 1 << 16

  /// Findings after so many of a code are only counted.
  private static let mostFindings = 100

  /// Reading pauses at this size of the output: a template may be long.
  private static let mostOutput = 1 << 16

  let format: InputFormat
  var template: RecordTemplate

  /// The table; nil if a template is used.
  var table: RecordTable?
  /// Requested columns of the table.
  private let tableColumns: [[UInt8]]
  /// Number of lines of objects that were read for the names of columns, and of their bytes.
  var seenLines = 0
  var seenBytes = 0
  var isReleased = false
  /// True if the first lines were read.
  private var isSampled = false
  /// For each field of CSV or TSV, true if it is a number in the first lines.
  var numeric: [Bool] = []
  /// True if the first lines decide the delimiter or the positions of fields.
  private let findsDelimiter: Bool
  /// Number of lines that are still to be skipped.
  private var skippedLines: Int
  /// Finders of the records of JSON, and of the columns in the first ones of a table.
  private var walker: JSONWalker
  var finder: ColumnFinder
  private var hasNotedArray = false
  private let name: String
  let hasHeader: Bool
  /// True if the requested columns are names for the fields, because there is no header.
  private let namesFields: Bool

  /// Names of the fields of CSV and TSV; nil before the header.
  private var names: [[UInt8]]?
  /// The holes for the fields of CSV and TSV, by their position.
  private var uses = RecordTemplate.Uses([])
  /// For each requested field, true if no object has had it so far; number of these.
  private var isMissing: [Bool] = []
  private var missing = 0
  /// Names of members of objects.
  private var seenNames: [[UInt8]] = []

  var scanner: DelimitedScanner
  var record = TemplateRecord()
  var line = 1
  /// Number of characters of the line that were read; lines of JSON are read as a whole.
  private var column = 0
  private var isStart = true
  /// True inside a line that is copied, and the bytes of it in the open cell of the table.
  private var isCopying = false
  private var copiedToCell: Int?

  /// Offset in the input of the current bytes.
  var base = 0

  /// Elements that wait for their following siblings, if a selector counts from the end, and the
  /// offset in the input of the first one.
  private var events = RecordEvents()
  private var held = 0

  /// True if it paused because there is much output, and can continue without more input.
  package private(set) var hasMore = false

  /// Findings since `takeFindings`.
  var findings: [Diagnostic] = []
  private var counts: [DiagnosticCode: Int] = [:]

  /// Starts at the start of an input.
  package init(
    _ format: InputFormat, _ template: RecordTemplate?, hasHeader: Bool = true,
    columns: [String] = [], delimiter: UInt8? = nil, skippedLines: Int = 0,
    sequences: SequenceTreatment = .strip, filter: AttributeFilter? = nil, name: String
  ) {
    self.format = format
    walker = JSONWalker(readsLines: format == .jsonl)
    finder = ColumnFinder(walker)
    self.skippedLines = skippedLines
    findsDelimiter = format == .columns || format == .csv && delimiter == nil
    self.template = template ?? RecordTemplate(fieldNames: [])
    table = template == nil ? RecordTable(filter) : nil
    record.sequences.treatment = sequences
    tableColumns = template == nil ? columns.map { Array($0.utf8) } : []
    self.hasHeader = hasHeader
    namesFields = !hasHeader && columns.contains { Int($0) == nil }
    self.name = name
    scanner = DelimitedScanner(
      delimiter: delimiter ?? UInt8(ascii: format == .tsv ? "\t" : ","), hasQuotes: format == .csv)
    if namesFields { setNames(columns.map { Array($0.utf8) }) }
    if format.isJSON { missAllFields() }
  }

  /// Reads the next part of the input, with bytes left over from the part before, into a text.
  ///
  /// - Returns: Number of bytes that are not needed any more.
  package mutating func read(
    _ bytes: Span<UInt8>, isLast: Bool, into builder: inout TreeBuilder
  ) -> Int {
    guard builder.siblings != nil else { return convert(bytes, isLast: isLast, into: &builder) }
    // Bytes of elements that wait were read before.
    let passed = base - held
    var events = RecordEvents()
    swap(&events, &self.events)
    let used =
      passed + convert(bytes.extracting(min(passed, bytes.count)...), isLast: isLast, into: &events)
    events.build(into: &builder, isLast: isLast && !hasMore && used == bytes.count)
    held = min(events.source ?? base, base)
    swap(&events, &self.events)
    return max(0, used - (base - held))
  }

  /// Reads the next part of the input, with bytes left over from the part before; returns the
  /// number of bytes used.
  package mutating func convert(
    _ bytes: Span<UInt8>, isLast: Bool, into output: inout some RecordOutput & ~Copyable
  ) -> Int {
    let used = readRecords(bytes, isLast: isLast, into: &output)
    scanner.drop(first: used)
    walker.drop(first: used)
    finder.drop(first: used)
    base += used
    guard isLast, used == bytes.count else { return used }
    table?.end(at: base, into: &output)
    if record.sequences.areRemoved {
      findings.append(
        Diagnostic(
          .note, .leftOutColor, "colours in values are left out; to apply them, add --sgr apply",
          location: nil))
    }
    if !seenNames.isEmpty {
      reportFields(template.unknownFields { !isMissing[$0] }, besides: seenNames)
    }
    seenNames = []
    return used
  }

  private mutating func readRecords(
    _ bytes: Span<UInt8>, isLast: Bool, into output: inout some RecordOutput & ~Copyable
  ) -> Int {
    var start = 0
    var hasRead = false
    let written = output.size
    hasMore = false
    if isStart {
      if bytes.count < 3, !isLast { return 0 }
      isStart = false
      if SourceText.hasMark(bytes) { start = 3 }
      scanner.begin(at: start)
    }
    while skippedLines > 0, start < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: start, to: bytes.count)
      start = min(end + 1, bytes.count)
      scanner.begin(at: start)
      guard end < bytes.count else { return start }
      skippedLines -= 1
      line += 1
    }
    if !isSampled, table != nil || findsDelimiter {
      guard start < bytes.count, let end = sampleEnd(bytes, from: start, isLast: isLast) else {
        return start
      }
      isSampled = true
      let sample = bytes.extracting(first: end)
      let isWhole = isLast && end == bytes.count
      if format.isJSON {
        beginTable(of: finder, into: &output)
      } else {
        if format == .columns {
          scanner.columns = FieldColumns(sample, from: start, hasHeader: hasHeader)
        } else if findsDelimiter {
          start = findDelimiter(sample, from: start, isLast: isWhole)
        }
        if table != nil { findNumbers(sample, isLast: isWhole) }
      }
    }
    while true {
      if isCopying {
        start += copy(bytes, from: start, isLast: isLast, into: &output)
        if isCopying { return start }
        scanner.begin(at: start)
      }
      guard start < bytes.count else { return start }
      if hasRead, output.size - written >= Self.mostOutput {
        hasMore = true
        return start
      }
      hasRead = true
      let reach = min(bytes.count, start + Self.longestRecord + 1)
      let isLast = isLast && reach == bytes.count
      let part = bytes.extracting(first: reach)
      let next =
        format.isJSON
        ? readJSON(part, from: start, isLast: isLast, into: &output)
        : readRecord(part, from: start, isLast: isLast, into: &output)
      if let next {
        start = next
      } else if reach - start > Self.longestRecord {
        // A quote around so many lines is a mistake.
        if bytes.firstOffset(of: 0x0A, from: start, to: reach) < reach,
          scanner.takeOpenQuoteAsText()
        {
          continue
        }
        find(
          .invalidRecord, "record is longer than 1 MiB and is shown as text", start..<start + 1,
          of: bytes)
        isCopying = true
        walker.leave()
      } else {
        return start
      }
    }
  }

  /// True if the first lines are not complete, and wait for more.
  package var isHolding: Bool { !isSampled && seenLines > 0 }

  /// Stops waiting for more lines.
  package mutating func release() { isReleased = true }

  package mutating func takeFindings() -> [Diagnostic] {
    defer { findings = [] }
    return findings
  }

  /// Number of findings of each code that were only counted.
  package var onlyCounted: [DiagnosticCode: Int] {
    counts.mapValues { $0 - Self.mostFindings }.filter { $0.value > 0 }
  }
}

// MARK: Records

extension RecordReader {
  /// Reads a record of JSON, or the text between two of them; nil if its end has not come.
  private mutating func readJSON(
    _ bytes: Span<UInt8>, from start: Int, isLast: Bool,
    into output: inout some RecordOutput & ~Copyable
  ) -> Int? {
    while true {
      switch walker.next(bytes, from: start, isLast: isLast) {
      case .record(let range, let next):
        if let problem = record.read(range, of: bytes, template) {
          walker.refuse(at: problem)
          continue
        }
        if let key = record.repeatedKey {
          find(
            .repeatedKey, "key '\(key.label(of: bytes))' is repeated; all its values are shown",
            key.range.lowerBound - 1..<key.range.lowerBound, of: bytes, from: start)
        }
        if missing > 0 { noteNames(of: bytes) }
        writeRecord(bytes, range, into: &output)
        pass(start..<next, of: bytes)
        return next
      case .text(let range, let problem, let next):
        defer { pass(start..<next, of: bytes) }
        if writeBehindPrefix(bytes, range, into: &output) { return next }
        let hasReturn = !range.isEmpty && bytes[range.upperBound - 1] == 0x0D
        let text = range.lowerBound..<(hasReturn ? range.upperBound - 1 : range.upperBound)
        if !text.isEmpty {
          let place = min(problem, text.upperBound - 1)
          let kind = format == .jsonl ? "line" : "value"
          find(
            .invalidRecord, "\(kind) is not a JSON object and is shown as text",
            place..<place + 1, of: bytes, from: start)
        }
        copyLine(bytes, text, into: &output)
        return next
      case .array(let name, let next):
        if !hasNotedArray {
          hasNotedArray = true
          findings.append(
            Diagnostic(
              .note, .foundArray,
              "the records are those of '\(name.label(of: bytes))'; for the object around them, "
                + "add --from jsonl", location: nil))
        }
        pass(start..<next, of: bytes)
        return next
      case .between(let next):
        pass(start..<next, of: bytes)
        return next
      case .incomplete: return nil
      }
    }
  }

  /// Counts the lines of a part, and the characters of the last one.
  private mutating func pass(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let lineFeeds = bytes.count(in: range) { $0 .== SIMD16(repeating: 0x0A) }
    line += lineFeeds
    guard format == .json else { return }
    var start = range.lowerBound
    if lineFeeds > 0 {
      column = 0
      start = range.reversed().first { bytes[$0] == 0x0A }.map { $0 + 1 } ?? start
    }
    column += bytes.count(in: start..<range.upperBound) {
      ($0 & SIMD16(repeating: 0xC0)) .!= SIMD16(repeating: 0x80)
    }
  }

  /// Removes the fields of this object from the missing ones.
  private mutating func noteNames(of bytes: Span<UInt8>) {
    // Names of later objects are hardly ever new. A misspelt one is reported with one of these.
    if line <= Self.mostSeenLines {
      seenNames += record.names(of: bytes, atMost: max(0, Self.mostColumns - seenNames.count))
    }
    for field in record.fields where isMissing[field] {
      isMissing[field] = false
      missing -= 1
      seenNames.append(Array(template.fields[field]))
    }
  }

  /// Marks all requested fields as missing.
  private mutating func missAllFields() {
    isMissing = Array(repeating: true, count: template.fields.count)
    missing = template.fields.count
  }

  /// Reads a record of CSV or TSV; nil if its end has not come.
  private mutating func readRecord(
    _ bytes: Span<UInt8>, from start: Int, isLast: Bool,
    into output: inout some RecordOutput & ~Copyable
  ) -> Int? {
    guard scanner.finish(bytes, isLast: isLast) else { return nil }
    let end = scanner.offset
    let fields = scanner.fields
    defer {
      line += bytes.count(in: start..<end) { $0 .== SIMD16(repeating: 0x0A) }
      scanner.begin(at: end)
    }
    if let quote = scanner.openQuote {
      find(
        .unclosedQuote, "quote is not closed and is shown as text; add '\"'", quote..<quote + 1,
        of: bytes, from: start)
    }
    if let place = scanner.textBehindQuote {
      find(
        .textBehindQuote,
        "text stands behind a quote that closes a field, which is shown with its quotes; "
          + "write '\"\"' for a quote in a field", place..<place + 1, of: bytes, from: start)
    }
    // An empty line is no record.
    if fields.count == 1, fields[0].range.isEmpty, fields[0].form == .plain { return end }
    if names != nil, table?.isOpen == false { beginTable(showsHeader: false, into: &output) }
    guard let names else {
      setNames(
        fields.enumerated().map { number, field in
          guard hasHeader else { return Array("\(number + 1)".utf8) }
          var name: [UInt8] = []
          field.appendText(of: bytes, to: &name)
          return name
        })
      if table != nil { beginTable(showsHeader: hasHeader, into: &output) }
      if !hasHeader { writeFields(fields, of: bytes, start..<end, into: &output) }
      return end
    }
    if fields.count != names.count, format != .columns {
      let showsExtra = fields.count > names.count && table != nil && tableColumns.isEmpty
      find(
        .fieldCount,
        "record has \(fields.count) field\(fields.count == 1 ? "" : "s") instead of \(names.count)"
          + (showsExtra ? "; the extra ones are shown with their numbers" : ""),
        start..<start + 1, of: bytes, from: start)
    }
    writeFields(fields, of: bytes, start..<end, into: &output)
    return end
  }

  private mutating func writeFields(
    _ fields: [FieldValue], of bytes: Span<UInt8>, _ range: Range<Int>,
    into output: inout some RecordOutput & ~Copyable
  ) {
    record.take(fields, names ?? [], uses, template)
    writeRecord(bytes, range, into: &output)
  }

  mutating func writeRecord(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into output: inout some RecordOutput & ~Copyable
  ) {
    guard table != nil else {
      return record.append(
        template, of: bytes, from: base, at: base + range.lowerBound, into: &output)
    }
    // Fields of columns that were not asked for are only for selectors; what nobody could ask for
    // is shown.
    let takesOthers = tableColumns.isEmpty || table?.hasSeenAttributes == true
    table?.appendRow(
      record, template.fields, takesOthers: takesOthers, showsOthers: tableColumns.isEmpty,
      of: bytes, range, from: base, isJSON: format.isJSON, into: &output)
  }

  /// Copies a line that is no record.
  private func copyLine(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into output: inout some RecordOutput & ~Copyable
  ) {
    let source = base + range.lowerBound
    table?.beginLine(at: source, into: &output)
    if table == nil { output.beginSearch() }
    _ = output.append(value: range, in: bytes, at: source, isLast: true)
    guard let table else {
      output.endSearch(isLine: true)
      return output.endRecord(at: base + range.upperBound)
    }
    table.endLine(in: bytes, at: base + range.upperBound, into: &output)
  }

  /// Begins the table of CSV or TSV, with the requested columns or with all.
  private mutating func beginTable(
    showsHeader: Bool, into output: inout some RecordOutput & ~Copyable
  ) {
    let names = names ?? []
    var fields = TableColumn.all(names.prefix(Self.mostFields), table?.filter)
    for index in fields.indices {
      fields[index].isNumeric = index < numeric.count && numeric[index]
    }
    guard !tableColumns.isEmpty, !namesFields else {
      template = RecordTemplate(fieldNames: fields.map(\.name))
      // Each field is in its own column, whatever its name is.
      uses = RecordTemplate.Uses(fields.indices.map { [RecordTemplate.Use(hole: $0, rank: 0)] })
      table?.begin(
        fields, of: fields, moreNames: names.dropFirst(fields.count), at: base,
        showsHeader: showsHeader, record.sequences, into: &output)
      return
    }
    template = RecordTemplate(fieldNames: tableColumns)
    let finder = findFields(names, fields)
    let positions = tableColumns.map { finder.position(of: $0[...]) }
    let shown = zip(tableColumns, positions).map { name, position in
      position.flatMap { $0 < fields.count ? fields[$0] : nil }
        ?? TableColumn(position.map { names[$0] } ?? name, at: 0, table?.filter)
    }
    table?.begin(
      shown, of: fields, moreNames: [], at: base, showsHeader: showsHeader, record.sequences,
      into: &output)
  }

  /// Begins a table with the columns of the first objects.
  private mutating func beginTable(
    of found: ColumnFinder, into output: inout some RecordOutput & ~Copyable
  ) {
    let names = tableColumns.isEmpty ? found.names : tableColumns
    template = RecordTemplate(fieldNames: names)
    if !tableColumns.isEmpty { missAllFields() }
    var fields = TableColumn.all(
      (0..<template.fields.count).map { Array(template.fields[$0]) }, table?.filter)
    for index in fields.indices { fields[index].isNumeric = found.isNumeric(fields[index].name) }
    let columns = names.compactMap { template.fields.field(named: $0).map { fields[$0] } }
    table?.begin(
      columns, of: [], moreNames: [], at: base, showsHeader: true, record.sequences, into: &output)
  }

  /// Lines that are read for columns, and the most columns of a table of objects.
  static let mostSeenLines = 100
  static let mostDelimitedLines = 10
  static let mostColumns = 1000

  /// Further fields of CSV or TSV have no columns of their own, but follow each row with their
  /// names.
  private static let mostFields = 1 << 14

  private mutating func setNames(_ names: [[UInt8]]) {
    self.names = names
    if table == nil { _ = findFields(names, TableColumn.all(names.prefix(Self.mostFields), nil)) }
  }

  /// Finds the requested fields of CSV or TSV.
  private mutating func findFields(_ names: [[UInt8]], _ columns: [TableColumn]) -> FieldFinder {
    let finder = FieldFinder(names, columns)
    var uses: [[RecordTemplate.Use]] = Array(repeating: [], count: names.count)
    var isKnown: [Bool] = []
    for field in 0..<template.fields.count {
      let position = finder.position(of: template.fields[field])
      isKnown.append(position != nil)
      if let position { template.uses.forEach(of: field) { uses[position].append($0) } }
    }
    self.uses = RecordTemplate.Uses(uses)
    reportFields(template.unknownFields { isKnown[$0] }, besides: names)
    return finder
  }

  /// Reports requested fields that the data do not have.
  private mutating func reportFields(_ unknown: [Int], besides names: [[UInt8]]) {
    let found = template.findings(about: unknown.prefix(Self.mostFindings), names: names)
    if let code = found.first?.code { counts[code, default: 0] += unknown.count }
    findings += found
  }

  /// Copies text up to the end of its line; returns the number of bytes used.
  private mutating func copy(
    _ bytes: Span<UInt8>, from start: Int, isLast: Bool,
    into output: inout some RecordOutput & ~Copyable
  ) -> Int {
    let end = bytes.firstOffset(of: 0x0A, from: start, to: bytes.count)
    let isEnd = end < bytes.count || isLast
    var offset = start
    while offset < end {
      if table != nil, copiedToCell == nil {
        table?.beginLine(at: base + offset, into: &output)
        copiedToCell = 0
      }
      var stop = end
      if let copied = copiedToCell {
        stop = min(end, offset + Self.longestCell - copied)
        // Between characters, if there are any.
        let characters = (0..<4).lazy.map { stop - $0 }
        stop = characters.first { $0 == end || bytes[$0] & 0xC0 != 0x80 } ?? stop
      }
      let used = output.append(
        value: offset..<stop, in: bytes, at: base + offset, isLast: isEnd && stop == end)
      guard used > 0 else { break }
      offset += used
      copiedToCell = copiedToCell.map { $0 + used }
      // A cell is held until it ends.
      if copiedToCell ?? 0 > Self.longestCell - 8 {
        endCopiedCell(at: base + offset, into: &output)
      }
    }
    guard isEnd else { return offset - start }
    endCopiedCell(at: base + end, into: &output)
    if table == nil { output.endRecord(at: base + end) }
    isCopying = false
    column = 0
    line += 1
    return min(end + 1, bytes.count) - start
  }

  private mutating func endCopiedCell(
    at source: Int, into output: inout some RecordOutput & ~Copyable
  ) {
    let none: [UInt8] = []
    if copiedToCell != nil { table?.endLine(in: none.span, at: source, into: &output) }
    copiedToCell = nil
  }

  /// Reports a finding about a range of the record that starts at an offset.
  private mutating func find(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, _ range: Range<Int>,
    of bytes: Span<UInt8>, from start: Int? = nil
  ) {
    counts[code, default: 0] += 1
    guard counts[code, default: 0] <= Self.mostFindings else { return }
    let start = start ?? range.lowerBound
    // The excerpt shows some text behind the range, too.
    let end = min(bytes.count, range.upperBound + 1000)
    var part: [UInt8] = []
    part.append(start..<end, of: bytes)
    let source = SourceText(name: name, bytes: part)
    var finding = Diagnostic(
      .warning, code, message(),
      at: SourceRange(source, range.lowerBound - start..<range.upperBound - start))
    if finding.location?.line == 1 { finding.location?.column += column }
    finding.location?.line += line - 1
    findings.append(finding)
  }
}
