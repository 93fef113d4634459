import Bytes
import Diagnostics
package import StyledText

/// Markup for one record, with placeholders for its fields.
///
/// `{name}` is replaced by a field, `{outer.inner}` by the field with that name or by a member of
/// an object, `{one|other}` by the first of some that a record has, `{…}` by all fields that are
/// not shown, and `{{` by a brace. `{$time}`, `{$level}` and `{$message}` are fields that loggers
/// have under many names, `{$class}` the classes of the level, and `{$others}` the fields of `{…}`
/// as a log shows them: without private fields, and lines of a value below the record.
package struct RecordTemplate: Sendable {
  /// An offset of the markup where values are inserted.
  struct Hole: Sendable {
    /// Offset in `markup`.
    let offset: Int
    /// True if all fields that are not shown elsewhere are inserted, as `name=value`.
    let takesOthers: Bool
    /// True in a tag: the value of an attribute is one value.
    let isInTag: Bool
    /// The field of loggers that is inserted; true if its classes are.
    var known: KnownField?
    var isClass = false
    /// True if all fields are inserted as a log shows them.
    var isForLog = false
    /// True if a blank before it is written only before such fields.
    var hasBlank = false
    /// Number of parts that begin before it; true if it is inside the last of these.
    var part = 0
    var isInPart = false
  }

  /// A part of the markup, without the blank that belongs to a hole.
  package struct Part: Sendable {
    package enum Kind: Sendable {
      case text
      /// A start tag; true for an element without content.
      case tag(MarkupElement, isEmpty: Bool, hasClass: Bool)
      /// An end tag, a comment, a reference, or text that begins with `<` or `&`.
      case token(MarkupToken, CharacterReference?)
    }
    package let kind: Kind
    package let number: Int
    /// Its ranges in `markup`, and in `marked`.
    let range: Range<Int>
    package let place: Range<Int>
    let holes: Range<Int>
  }

  /// A hole for a field, and the field's rank among the alternatives of the hole.
  struct Use: Sendable {
    let hole: Int
    let rank: Int
    /// Index of the condition for the name, or -1.
    var condition = -1
  }

  /// The holes of some fields, all in one array.
  struct Uses: Sendable {
    private var all: [Use] = []
    private var ends: [Int] = []

    init(_ uses: [[Use]]) {
      for own in uses {
        all += own
        ends.append(all.count)
      }
    }

    var indices: Range<Int> { ends.indices }

    @inline(__always)
    func forEach(of field: Int, _ body: (Use) -> Void) {
      for index in (field == 0 ? 0 : ends[field - 1])..<ends[field] { body(all[index]) }
    }
  }

  /// The template as it was written.
  private let source: SourceText

  /// The markup of the template, with quotes around attribute values that contain a placeholder.
  private(set) var markup: [UInt8] = []
  private(set) var holes: [Hole] = []

  /// The markup with a mark at each hole, and a line feed at its end; its parts.
  package private(set) var marked: [UInt8] = []
  private(set) var parts: [Part] = []

  /// The holes for all other fields.
  private(set) var otherHoles: [Int] = []

  /// Conditions for weak names: of each list of fields, the record must have one.
  private(set) var conditions: [[[Int]]] = []

  /// True if values with several lines are shown below the record.
  private(set) var isForLog = false

  /// True if it has placeholders for fields of loggers.
  var asksForKnown: Bool { holes.contains { $0.known != nil } }

  /// The fields of the placeholders.
  private(set) var fields: FieldNames

  /// The holes of each of these fields.
  private(set) var uses: Uses

  /// True if the template is for data of one kind, so that a name without a field is a mistake.
  private let isForOneKind: Bool

  /// True for the columns of a table, which are its holes.
  private let isForTable: Bool

  /// Reads a template; a name without a field is a mistake if it `isForOneKind`.
  ///
  /// If it `readsByLine`, nothing but text continues across the end of a line.
  package init(_ text: String, isForOneKind: Bool = true, readsByLine: Bool = false) {
    self.isForOneKind = isForOneKind
    isForTable = false
    source = SourceText(name: "<template>", text: text)
    let known = Self.knownNames
    fields = FieldNames(of: source.bytes + known.bytes)
    uses = Uses([])
    var reader = Reader(bytes: source.bytes)
    var ofFields: [[Use]] = []
    while reader.offset < source.bytes.count {
      guard let (name, range) = reader.placeholder() else { continue }
      markup += reader.takeMarkup()
      let isForLog = name == "$others"
      let takesAll = name == "…" || name == "..." || isForLog
      self.isForLog = self.isForLog || isForLog
      let knownField = name.hasPrefix("$") ? KnownField(placeholder: name) : nil
      holes.append(
        Hole(
          offset: markup.count, takesOthers: takesAll, isInTag: reader.isInTag, known: knownField,
          isClass: name == "$class" || name == "$timed", isForLog: isForLog))
      if let knownField {
        func number(_ name: String) -> Int {
          let start = source.bytes.count + (known.starts[name] ?? 0)
          let field = fields.insert(start..<start + name.utf8.count)
          while ofFields.count <= field { ofFields.append([]) }
          return field
        }
        for (rank, name) in knownField.names.enumerated() {
          var use = Use(hole: holes.count - 1, rank: rank)
          if !name.beside.isEmpty {
            use.condition = conditions.count
            conditions.append(name.beside.map { $0.map(number) })
          }
          let field = number(name.text)
          ofFields[field].append(use)
        }
        continue
      }
      guard !takesAll else {
        otherHoles.append(holes.count - 1)
        continue
      }
      let names = source.bytes[range].dropFirst().dropLast()
        .split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      for (rank, name) in names.enumerated() {
        let field = fields.insert(name.startIndex..<name.endIndex)
        if field == ofFields.count { ofFields.append([]) }
        ofFields[field].append(Use(hole: holes.count - 1, rank: rank))
      }
    }
    reader.endValue()
    markup += reader.takeMarkup()
    markup.append(0x0A)
    uses = Uses(ofFields)
    readParts(readsByLine: readsByLine)
  }

  /// Splits the markup into parts once, for all records.
  private mutating func readParts(readsByLine: Bool) {
    for index in holes.indices {
      marked += markup[(index == 0 ? 0 : holes[index - 1].offset)..<holes[index].offset]
      // No markup has a control in such a position.
      marked.append(0x01)
    }
    marked += markup[(holes.last?.offset ?? 0)...]
    var tokenizer = MarkupTokenizer(readsByLine: readsByLine)
    var (offset, hole) = (0, 0)
    func place(of hole: Int) -> Int {
      hole < holes.count ? holes[hole].offset + hole : marked.count
    }
    func add(_ kind: Part.Kind, to end: Int, before next: Int) {
      parts.append(
        Part(
          kind: kind, number: parts.count, range: offset - hole..<end - next, place: offset..<end,
          holes: hole..<next))
      (offset, hole) = (end, next)
    }
    while offset < marked.count {
      let next = place(of: hole)
      if offset == next {
        holes[hole].part = parts.count
        (offset, hole) = (offset + 1, hole + 1)
        continue
      }
      guard marked[offset] == UInt8(ascii: "<") || marked[offset] == UInt8(ascii: "&") else {
        var end = marked.span.firstOffset(from: offset, to: next) {
          $0 .== SIMD16(repeating: 0x3C) .| $0 .== SIMD16(repeating: 0x26)
        }
        if end == next, hole < holes.count, holes[hole].takesOthers, marked[end - 1] == 0x20 {
          holes[hole].hasBlank = true
          end -= 1
        }
        if end > offset { add(.text, to: end, before: hole) }
        if holes.indices.contains(hole), holes[hole].hasBlank { offset = next }
        continue
      }
      let token = tokenizer.token(at: offset, in: marked.span, isLast: true)
      var last = hole
      while place(of: last) < token.range.upperBound { last += 1 }
      let kind: Part.Kind
      switch token.kind {
      case .startTag:
        kind = .tag(
          token.element, isEmpty: token.isSelfClosing || token.element.isVoid,
          hasClass: tokenizer.attributes.contains { $0.isNamedClass(in: marked.span) })
      case .comment: kind = .token(token, nil)
      case _ where last > hole:
        // Text that continues a value.
        add(.text, to: offset + 1, before: hole)
        continue
      case .reference: kind = .token(token, tokenizer.reference)
      default: kind = .token(token, nil)
      }
      for index in hole..<last {
        (holes[index].part, holes[index].isInPart) = (parts.count + 1, true)
      }
      add(kind, to: token.range.upperBound, before: last)
    }
  }

  /// Creates a template with some fields and all others, for tables.
  init(fieldNames: [[UInt8]]) {
    (isForOneKind, isForTable) = (true, true)
    source = SourceText(name: "<columns>", bytes: Array(fieldNames.joined()))
    fields = FieldNames(of: source.bytes)
    var ofFields: [[Use]] = []
    var start = 0
    for (column, name) in fieldNames.enumerated() {
      holes.append(Hole(offset: 0, takesOthers: false, isInTag: false))
      let field = fields.insert(start..<start + name.count)
      if field == ofFields.count { ofFields.append([]) }
      ofFields[field].append(Use(hole: column, rank: 0))
      start += name.count
    }
    uses = Uses(ofFields)
  }

  /// All names of fields that loggers have, one after the other, and the start of each.
  private static let knownNames: (bytes: [UInt8], starts: [String: Int]) = {
    var bytes: [UInt8] = []
    var starts: [String: Int] = [:]
    for name in KnownField.allCases.flatMap(\.names) {
      for text in [name.text] + name.beside.joined() where starts[text] == nil {
        starts[text] = bytes.count
        bytes += text.utf8
      }
    }
    return (bytes, starts)
  }()

  /// Placeholders without a known field: the first name of each, or each column.
  func unknownFields(_ isKnown: (Int) -> Bool) -> [Int] {
    guard isForOneKind else { return [] }
    var first: [Int?] = Array(repeating: nil, count: holes.count)
    var isFilled = holes.map { $0.known != nil }
    for field in uses.indices {
      let isThere = isKnown(field)
      uses.forEach(of: field) { use in
        if use.rank == 0 { first[use.hole] = field }
        if isThere { isFilled[use.hole] = true }
      }
    }
    return Set(holes.indices.compactMap { isFilled[$0] ? nil : first[$0] }).sorted()
  }

  /// Findings about unknown fields, with similar names.
  func findings(about unknown: ArraySlice<Int>, names: [[UInt8]]) -> [Diagnostic] {
    guard !unknown.isEmpty else { return [] }
    let known = NameIndex(names.lazy.map { String(decoding: $0, as: UTF8.self) })
    return unknown.map { field in
      let name = String(decoding: fields[field], as: UTF8.self)
      let suggestion = known.nearest(to: name)
      // Columns are listed in an option.
      guard isForTable else {
        return Diagnostic(
          .warning, MarkupProblem.unknownPlaceholder.code,
          "no field is called '\(name)'; '{\(name)}' is left out",
          at: SourceRange(source, fields.names[field]), suggestion: suggestion)
      }
      return Diagnostic(
        .warning, .unknownColumn, "no field is called '\(name)'; its column is empty",
        location: nil, suggestion: suggestion)
    }
  }
}

extension RecordTemplate {
  /// Finds placeholders, and encloses attribute values with placeholders in quotes.
  private struct Reader {
    let bytes: [UInt8]
    var offset = 0
    private var markup: [UInt8] = []
    private(set) var isInTag = false
    /// The quote that ends the attribute value around `offset`.
    private var quote: UInt8?
    /// True if the quotes around the value are not in the template.
    private var addsQuotes = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func takeMarkup() -> [UInt8] {
      defer { markup = [] }
      return markup
    }

    /// Reads a byte, or a placeholder, whose name and range are returned.
    mutating func placeholder() -> (name: String, range: Range<Int>)? {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "{") {
        if offset + 1 < bytes.count, bytes[offset + 1] == byte {
          markup.append("&#123;")
          offset += 2
          return nil
        }
        if let end = bytes[offset...].prefix(1024).firstIndex(of: UInt8(ascii: "}")) {
          let range = offset..<end + 1
          offset = end + 1
          return (String(decoding: bytes[range.dropFirst().dropLast()], as: UTF8.self), range)
        }
      }
      follow(byte)
      offset += 1
      return nil
    }

    /// Copies a byte of markup, and tracks tags and attribute values.
    private mutating func follow(_ byte: UInt8) {
      if let end = quote {
        let isEnd = addsQuotes ? byte.endsUnquotedValue : byte == end
        if !isEnd {
          markup.append(byte)
          return
        }
        endValue()
        if !addsQuotes { return markup.append(byte) }
        addsQuotes = false
      }
      markup.append(byte)
      if isInTag {
        if byte == UInt8(ascii: ">") { isInTag = false }
        if byte == UInt8(ascii: "=") { beginValue() }
      } else if byte == UInt8(ascii: "<"), offset + 1 < bytes.count {
        isInTag = bytes[offset + 1].isASCIILetter
      }
    }

    private mutating func beginValue() {
      guard offset + 1 < bytes.count else { return }
      let next = bytes[offset + 1]
      if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
        markup.append(next)
        offset += 1
        quote = next
      } else if !next.endsUnquotedValue {
        markup.append(UInt8(ascii: "\""))
        (quote, addsQuotes) = (UInt8(ascii: "\""), true)
      }
    }

    /// Ends an attribute value that has no quotes in the template.
    mutating func endValue() {
      if quote != nil, addsQuotes { markup.append(UInt8(ascii: "\"")) }
      quote = nil
    }
  }
}

extension UInt8 {
  /// True for white space and `>`.
  fileprivate var endsUnquotedValue: Bool { self <= 0x20 || self == UInt8(ascii: ">") }
}
