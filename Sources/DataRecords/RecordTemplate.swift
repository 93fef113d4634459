import Bytes
import Diagnostics
import StyledText

/// Markup for one record, with placeholders for its fields.
///
/// `{name}` stands for a field, `{outer.inner}` for a member of an object in it, `{one|other}` for the
/// first of some that a record has, `{…}` for all fields that are not shown, and `{{` for a brace.
package struct RecordTemplate: Sendable {
  /// A piece of the template.
  enum Piece: Sendable {
    /// A part of `markup`.
    case markup(Range<Int>)
    /// The value of the first field that a record has, by numbers in `fields`: a part of `choices`.
    case field(Range<Int>)
    /// All other fields, as `name=value`.
    case others
  }

  /// A field that is asked for: the places of its name in the template.
  struct Field: Sendable {
    let name: Range<Int>
    /// The name up to its first full stop.
    let first: Range<Int>
    /// The name behind that; empty without a full stop.
    let rest: Range<Int>

    /// Cuts a name.
    init(_ name: Range<Int>, of bytes: [UInt8]) {
      self.name = name
      let dot = bytes[name].firstIndex(of: UInt8(ascii: "."))
      first = name.lowerBound..<(dot ?? name.upperBound)
      rest = min(first.upperBound + 1, name.upperBound)..<name.upperBound
    }

    /// The field in the value of the first part.
    func inner(of bytes: [UInt8]) -> Field { Field(rest, of: bytes) }
  }

  /// The template as it was written.
  let source: SourceText
  let bytes: [UInt8]

  /// All markup of the template, with quotes around values that hold a placeholder.
  private(set) var markup: [UInt8] = []
  private(set) var pieces: [Piece] = []
  private(set) var fields: [Field] = []
  private(set) var choices: [Int] = []

  /// True if other fields are asked for.
  private(set) var takesOthers = false

  /// True if the template is for data of one kind, so that a name without a field is a mistake.
  let isForOneKind: Bool

  /// Reads a template.
  /// - Parameters:
  ///   - text: The template.
  ///   - isForOneKind: True if a name without a field is a mistake.
  package init(_ text: String, isForOneKind: Bool = true) {
    self.isForOneKind = isForOneKind
    source = SourceText(name: "<template>", text: text)
    bytes = source.bytes
    var reader = Reader(bytes: bytes)
    while reader.offset < bytes.count {
      guard let (name, range) = reader.placeholder() else { continue }
      if name == "…" || name == "..." {
        takesOthers = true
        add(reader.takeMarkup(), .others)
      } else {
        add(reader.takeMarkup(), .field(addChoices(of: range)))
      }
    }
    reader.endValue()
    add(reader.takeMarkup(), nil)
  }

  /// A template that asks for some fields and all others, for tables.
  init(fieldNames: [[UInt8]]) {
    isForOneKind = true
    bytes = Array(fieldNames.joined())
    source = SourceText(name: "<columns>", bytes: bytes)
    takesOthers = true
    var start = 0
    for name in fieldNames {
      fields.append(Field(start..<start + name.count, of: bytes))
      start += name.count
    }
  }

  private mutating func add(_ markup: [UInt8], _ piece: Piece?) {
    if !markup.isEmpty {
      pieces.append(.markup(self.markup.count..<self.markup.count + markup.count))
      self.markup += markup
    }
    if let piece { pieces.append(piece) }
  }

  /// Adds the names of a placeholder.
  private mutating func addChoices(of placeholder: Range<Int>) -> Range<Int> {
    let names = bytes[placeholder].dropFirst().dropLast()
      .split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    let start = choices.count
    for name in names { choices.append(number(of: name.startIndex..<name.endIndex)) }
    return start..<choices.count
  }

  private mutating func number(of range: Range<Int>) -> Int {
    let name = bytes[range]
    if let known = fields.firstIndex(where: { bytes[$0.name] == name }) { return known }
    fields.append(Field(range, of: bytes))
    return fields.count - 1
  }

  /// Marks the fields that are shown of those that a record has.
  func markShown(_ isShown: inout [Bool], where isThere: (Int) -> Bool) {
    // A table shows all its columns.
    isShown.removeAll(keepingCapacity: true)
    for _ in fields { isShown.append(pieces.isEmpty) }
    for case .field(let range) in pieces {
      if let number = choices[range].first(where: isThere) { isShown[number] = true }
    }
  }

  /// The name of a field.
  func name(of field: Field) -> ArraySlice<UInt8> { bytes[field.name] }

  /// Reports the placeholders, or the columns, that stand for none of some fields.
  func findings(besides names: [[UInt8]]) -> [Diagnostic] {
    guard isForOneKind else { return [] }
    let there = Set(names)
    let isKnown = fields.map { there.contains(Array(name(of: $0))) }
    // Columns have no choice.
    var asked = pieces.isEmpty ? fields.indices.map { [$0] } : []
    for case .field(let range) in pieces { asked.append(Array(choices[range])) }
    let missing = Set(asked.filter { !$0.contains { isKnown[$0] } }.compactMap(\.first)).sorted()
    let known = missing.isEmpty ? [] : names.map { String(decoding: $0, as: UTF8.self) }
    return missing.map { number in
      let field = fields[number]
      let name = String(decoding: name(of: field), as: UTF8.self)
      let suggestion = nearestName(to: name, in: known)
      // Columns are listed in an option.
      guard pieces.isEmpty else {
        return Diagnostic(
          .warning, MarkupProblem.unknownPlaceholder.code,
          "no field is called '\(name)'; '{\(name)}' is left out",
          at: SourceRange(source, field.name), suggestion: suggestion)
      }
      return Diagnostic(
        .warning, .unknownColumn, "no field is called '\(name)'; its column is empty",
        location: nil, suggestion: suggestion)
    }
  }
}

extension RecordTemplate {
  /// Finds placeholders, and puts attribute values that hold one into quotes.
  private struct Reader {
    let bytes: [UInt8]
    var offset = 0
    private var markup: [UInt8] = []
    private var isInTag = false
    /// The quote that ends the attribute value around `offset`.
    private var quote: UInt8?
    /// True if the quotes around the value are not in the template.
    private var addsQuotes = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func takeMarkup() -> [UInt8] {
      defer { markup = [] }
      return markup
    }

    /// Goes on by a byte, or past a placeholder.
    /// - Returns: The name in the placeholder, and its place.
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

    /// Takes a byte of markup.
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
  fileprivate var endsUnquotedValue: Bool {
    self <= 0x20 || self == UInt8(ascii: ">")
  }
}
