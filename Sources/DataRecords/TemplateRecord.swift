import Bytes
import StyledText

/// The values that a template takes from one record.
struct TemplateRecord {
  /// A field that the template does not show.
  private struct Other {
    var name: FieldValue?
    var column: Int
    var value: FieldValue
  }

  /// For each field of the template its value.
  private(set) var values: [FieldValue?] = []
  private var members: [(key: FieldValue, value: FieldValue, field: Int?)] = []
  /// For each field of the template, true if it is shown.
  private var isShown: [Bool] = []
  private var others: [Other] = []
  /// Names of the columns; none for objects.
  private var names: [[UInt8]] = []
  private var text: [UInt8] = []

  /// Takes the members of a JSON object.
  /// - Returns: The offset of what is no JSON; nil for an object.
  mutating func read(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ template: RecordTemplate
  ) -> Int? {
    values.removeAll(keepingCapacity: true)
    for _ in template.fields { values.append(nil) }
    others.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    var scanner = JSONObjectScanner(range)
    do throws(JSONObjectScanner.Malformed) {
      try scanner.members(of: bytes) { members.append(($0, $1, nil)) }
    } catch {
      return scanner.offset
    }
    guard scanner.isAtEnd(bytes) else { return scanner.offset }
    for index in members.indices {
      let (key, value, _) = members[index]
      members[index].field = take(value, of: key, template, bytes)
    }
    guard template.takesOthers else { return nil }
    template.markShown(&isShown) { values[$0] != nil }
    for (key, value, field) in members where !(field.map { isShown[$0] } ?? false) {
      others.append(Other(name: key, column: 0, value: value))
    }
    return nil
  }

  /// Gives a value to the placeholders that ask for it or for something in it.
  /// - Returns: The number of the field that has the key as its name.
  private mutating func take(
    _ value: FieldValue, of key: FieldValue, _ template: RecordTemplate, _ bytes: Span<UInt8>
  ) -> Int? {
    var named: Int?
    for number in template.fields.indices {
      let field = template.fields[number]
      if key.isEqual(to: field.name, in: template, of: bytes) {
        values[number] = value
        named = number
      } else if !field.rest.isEmpty, key.isEqual(to: field.first, in: template, of: bytes) {
        values[number] = member(field.inner(of: template.bytes), of: value, template, bytes)
      }
    }
    return named
  }

  /// A member of an object, or of an object in it.
  private func member(
    _ field: RecordTemplate.Field, of value: FieldValue, _ template: RecordTemplate,
    _ bytes: Span<UInt8>
  ) -> FieldValue? {
    var (field, value) = (field, value)
    while true {
      var scanner = JSONObjectScanner(value.range)
      var found: FieldValue?
      _ = try? scanner.members(of: bytes) { key, value in
        if key.isEqual(to: field.first, in: template, of: bytes) { found = value }
      }
      guard let found, !field.rest.isEmpty else { return found }
      (field, value) = (field.inner(of: template.bytes), found)
    }
  }

  /// Takes the fields of a record of CSV or TSV.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - names: Names of the fields.
  ///   - columns: For each field of the template the number of its field.
  ///   - isTaken: For each name, true if it is one of these.
  mutating func take(
    _ fields: [FieldValue], _ names: [[UInt8]], _ columns: [Int?], isTaken: [Bool]
  ) {
    values = columns.map { column in column.flatMap { $0 < fields.count ? fields[$0] : nil } }
    self.names = names
    others = fields.indices.filter { $0 >= isTaken.count || !isTaken[$0] }.map {
      Other(column: $0, value: fields[$0])
    }
  }

  /// Appends the markup of the record.
  mutating func write(
    _ template: RecordTemplate, of bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    for piece in template.pieces {
      switch piece {
      case .markup(let range): output.append(range, of: template.markup.span)
      case .field(let range):
        if let number = template.choices[range].first(where: { values[$0] != nil }),
          let value = values[number]
        {
          append(value, of: bytes, to: &output)
        }
      case .others: appendOthers(template, of: bytes, to: &output)
      }
    }
  }

  private mutating func append(
    _ value: FieldValue, of bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    if value.form == .plain || value.form == .container {
      return Self.append(bytes.extracting(value.range), to: &output)
    }
    text.removeAll(keepingCapacity: true)
    value.appendText(of: bytes, to: &text)
    Self.append(text.span, to: &output)
  }

  /// Appends text as markup of one line.
  private static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
    var start = 0
    while true {
      let end = text.firstOffset(of: 0x0A, from: start, to: text.count)
      let hasReturn = end < text.count && end > start && text[end - 1] == 0x0D
      _ = appendEscaped(text.extracting(start..<(hasReturn ? end - 1 : end)), to: &output)
      guard end < text.count else { return }
      output.append("␤")
      start = end + 1
    }
  }

  /// Names of the first members of the object that was read, without long ones.
  func names(of bytes: Span<UInt8>, atMost most: Int) -> [[UInt8]] {
    members.lazy.filter { $0.key.range.count <= 128 }.prefix(most).map { member in
      var name: [UInt8] = []
      member.key.appendText(of: bytes, to: &name)
      return name
    }
  }

  /// Names and values of the fields that the template does not show.
  func namedOthers(of bytes: Span<UInt8>) -> [(name: [UInt8], value: FieldValue)] {
    others.enumerated().map { number, other in
      var name: [UInt8] = []
      if let key = other.name {
        key.appendText(of: bytes, to: &name)
      } else {
        name = other.column < names.count ? names[other.column] : Array("\(other.column + 1)".utf8)
      }
      return (name, other.value)
    }
  }

  /// Appends `name=value` for each field that the template does not show.
  private mutating func appendOthers(
    _ template: RecordTemplate, of bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    var isFirst = true
    for (name, value) in namedOthers(of: bytes) {
      appendMembers(
        of: value, name: name, depth: 0, template, of: bytes, isFirst: &isFirst, to: &output)
    }
    // Nothing does not stand apart.
    if isFirst, output.last == 0x20 { output.removeLast() }
  }

  /// Objects inside more objects, or with a longer name, are shown as JSON: each member has the name
  /// in front of it.
  private static let deepest = 16
  private static let longestName = 128

  /// Appends `name=value`, or for an object `name.member=value` for each member that the template does
  /// not show.
  private mutating func appendMembers(
    of value: FieldValue, name: [UInt8], depth: Int, _ template: RecordTemplate,
    of bytes: Span<UInt8>, isFirst: inout Bool, to output: inout [UInt8]
  ) {
    let isObject = value.form == .container && bytes[value.range.lowerBound] == UInt8(ascii: "{")
    if isObject, depth < Self.deepest, name.count <= Self.longestName {
      var members: [(key: FieldValue, value: FieldValue)] = []
      var scanner = JSONObjectScanner(value.range)
      let isWhole = (try? scanner.members(of: bytes) { members.append(($0, $1)) }) != nil
      if isWhole, !members.isEmpty {
        for (key, value) in members {
          var inner = name + [UInt8(ascii: ".")]
          key.appendText(of: bytes, to: &inner)
          let isElsewhere = template.fields.indices.contains {
            isShown[$0] && template.name(of: template.fields[$0]) == inner[...]
          }
          guard !isElsewhere else { continue }
          appendMembers(
            of: value, name: inner, depth: depth + 1, template, of: bytes, isFirst: &isFirst,
            to: &output)
        }
        return
      }
    }
    if !isFirst { output.append(0x20) }
    isFirst = false
    output.append("<span data-key>")
    Self.append(name.span, to: &output)
    output.append("</span>=<span data-value>")
    appendQuoted(value, of: bytes, to: &output)
    output.append("</span>")
  }

  /// Appends a value, in quotes if it has white space or is empty.
  private mutating func appendQuoted(
    _ value: FieldValue, of bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    text.removeAll(keepingCapacity: true)
    value.appendText(of: bytes, to: &text)
    let isWord = !text.isEmpty && !text.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
    if isWord || value.form == .container { return Self.append(text.span, to: &output) }
    output.append("&quot;")
    let quote = UInt8(ascii: "\"")
    let escaped = text.flatMap { $0 == quote ? [UInt8(ascii: "\\"), quote] : [$0] }
    Self.append(escaped.span, to: &output)
    output.append("&quot;")
  }
}

extension FieldValue {
  /// True if the value is a part of the template.
  func isEqual(
    to name: Range<Int>, in template: RecordTemplate, of bytes: Span<UInt8>
  ) -> Bool {
    if form == .plain {
      return bytes.extracting(range).isEqual(to: template.bytes.span.extracting(name))
    }
    var text: [UInt8] = []
    appendText(of: bytes, to: &text)
    return text[...] == template.bytes[name]
  }
}
