import Bytes
import StyledText

/// The values of one record for a template.
///
/// Only fields of the record are searched: requested fields that it lacks cost nothing.
struct TemplateRecord {
  /// A value of a field; a key may be repeated.
  private struct Value {
    var value: FieldValue
    /// The next value of the same field.
    var next = -1
    /// True if it is shown where its field is.
    var isShown = false
  }

  /// The values of a field in the record with a number.
  private struct Slot {
    var record = 0
    /// Number of objects around the values.
    var level = 0
    var first = 0
    var last = 0
  }

  /// The value for a hole in the record with a number.
  private struct Choice {
    var record = 0
    var rank = 0
    var value = 0
  }

  private struct Member {
    var key: FieldValue
    var value: FieldValue
    /// The node of its name among those of the fields.
    var node: Int?
  }

  /// An open object that contains requested fields.
  private struct OpenObject {
    var key: FieldValue
    var node: Int
    var start: Int
  }

  /// Number of the record, from 1.
  private var number = 0
  private var values: [Value] = []

  /// Requested fields of the record, in its order.
  private(set) var fields: [Int] = []

  /// The holes with a value, in their order.
  private(set) var holes: [Int] = []

  private var slots: [Slot] = []
  private var choices: [Choice] = []

  /// Members of the object; empty for fields of CSV and TSV.
  private var members: [Member] = []
  private var open: [OpenObject] = []
  private var keys = SeenKeys()

  /// The first repeated key of the object.
  private(set) var repeatedKey: FieldValue?

  let sequences = ValueSequences()

  /// Names of the columns; empty for objects.
  private var names: [[UInt8]] = []
  private var text: [UInt8] = []

  private mutating func begin(_ template: RecordTemplate) {
    number += 1
    values.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    holes.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    repeatedKey = nil
    while choices.count < template.holes.count { choices.append(Choice()) }
    while slots.count < template.fields.count { slots.append(Slot()) }
  }

  // MARK: Objects

  /// Reads the members of a JSON object; returns the offset of a syntax error, or nil for an
  /// object.
  mutating func read(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ template: RecordTemplate
  ) -> Int? {
    begin(template)
    keys.begin()
    var scanner = JSONObjectScanner(range)
    do throws(JSONObjectScanner.Malformed) {
      try scanner.open(bytes)
      var isFirst = true
      while try !readMembers(&scanner, &isFirst, of: bytes, template.fields) {}
    } catch {
      return scanner.offset
    }
    guard scanner.isAtEnd(bytes) else { return scanner.offset }
    for field in fields {
      template.uses.forEach(of: field) {
        if $0.condition < 0 || holds(template.conditions[$0.condition]) {
          choose(slots[field].first, for: $0)
        }
      }
    }
    endChoices(template)
    return nil
  }

  /// Reads members up to the end of the outermost object, or to a nested object without requested
  /// fields.
  ///
  /// - Returns: False if more members follow.
  private mutating func readMembers(
    _ scanner: inout JSONObjectScanner, _ isFirst: inout Bool, of bytes: Span<UInt8>,
    _ names: FieldNames
  ) throws(JSONObjectScanner.Malformed) -> Bool {
    do throws(JSONObjectScanner.Malformed) {
      while true {
        guard let key = try scanner.key(bytes, isFirst: isFirst) else {
          if open.isEmpty { return true }
          endObject(at: scanner.offset, names)
          isFirst = false
          continue
        }
        isFirst = false
        let node = node(of: key, bytes, names)
        if let node, names.leadsOn(from: node), scanner.isAtObject(bytes) {
          open.append(OpenObject(key: key, node: node, start: scanner.offset))
          try scanner.open(bytes)
          isFirst = true
        } else {
          take(try scanner.value(bytes), of: key, node, names)
        }
      }
    } catch {
      // An object in another one may be any text in brackets.
      guard !open.isEmpty, !scanner.isInString else { throw error }
      try scanner.close(bytes)
      endObject(at: scanner.offset, names)
      isFirst = false
      return false
    }
  }

  /// Ends the innermost object, which is a value itself.
  private mutating func endObject(at end: Int, _ names: FieldNames) {
    guard let object = open.popLast() else { return }
    take(
      FieldValue(range: object.start..<end, form: .container), of: object.key, object.node, names)
  }

  /// The node of a key among the names of fields; records a repeated key.
  private mutating func node(
    of key: FieldValue, _ bytes: Span<UInt8>, _ names: FieldNames
  ) -> Int? {
    guard key.form != .plain else { return node(of: key, key.range, bytes, names, bytes) }
    var name: [UInt8] = []
    key.appendText(of: bytes, to: &name)
    return node(of: key, 0..<name.count, name.span, names, bytes)
  }

  @inline(__always)
  private mutating func node(
    of key: FieldValue, _ range: Range<Int>, _ text: Span<UInt8>, _ names: FieldNames,
    _ bytes: Span<UInt8>
  ) -> Int? {
    if let object = open.last { return names.node(range, of: text, under: object.node) }
    let hash = NameHash(range, of: text)
    if let other = keys.insert(hash.value), repeatedKey == nil,
      members[other].key.isEqual(to: text.extracting(range), of: bytes)
    {
      repeatedKey = key
    }
    return names.node(range, of: text, hash)
  }

  /// Adds a member of the innermost open object.
  private mutating func take(
    _ value: FieldValue, of key: FieldValue, _ node: Int?, _ names: FieldNames
  ) {
    if open.isEmpty { members.append(Member(key: key, value: value, node: node)) }
    guard let field = names.field(at: node) else { return }
    let level = open.count
    if slots[field].record != number {
      fields.append(field)
    } else if slots[field].level < level {
      return
    } else if slots[field].level == level {
      values[slots[field].last].next = values.count
      slots[field].last = values.count
      return values.append(Value(value: value))
    }
    slots[field] = Slot(record: number, level: level, first: values.count, last: values.count)
    values.append(Value(value: value))
  }

  // MARK: Fields of CSV and TSV

  /// Sets the fields of a record of CSV or TSV; `uses` are the holes of the fields, by their
  /// position.
  mutating func take(
    _ fields: [FieldValue], _ names: [[UInt8]], _ uses: RecordTemplate.Uses,
    _ template: RecordTemplate
  ) {
    begin(template)
    self.names = names
    for field in fields { values.append(Value(value: field)) }
    for position in 0..<min(fields.count, uses.indices.count) {
      uses.forEach(of: position) { choose(position, for: $0) }
    }
    endChoices(template)
  }

  // MARK: Choices

  /// Chooses a value for a hole unless that has a better one.
  private mutating func choose(_ value: Int, for use: RecordTemplate.Use) {
    if choices[use.hole].record != number {
      holes.append(use.hole)
    } else if choices[use.hole].rank <= use.rank {
      return
    }
    choices[use.hole] = Choice(record: number, rank: use.rank, value: value)
  }

  private func holds(_ condition: [[Int]]) -> Bool {
    condition.allSatisfy { $0.contains { slots[$0].record == number } }
  }

  /// True if it has a field under a name that only loggers use.
  func hasKnownField(_ template: RecordTemplate) -> Bool {
    holes.contains { template.holes[$0].known != nil }
  }

  private mutating func endChoices(_ template: RecordTemplate) {
    for hole in holes { values[choices[hole].value].isShown = true }
    for hole in template.otherHoles { holes.append(hole) }
    for index in holes.indices.dropFirst() where holes[index] < holes[index - 1] {
      return holes.sort()
    }
  }

  /// The value for a hole; the last one of a repeated key.
  func value(in hole: Int) -> FieldValue {
    var index = choices[hole].value
    while values[index].next >= 0 { index = values[index].next }
    return values[index].value
  }

  func hasValue(in hole: Int) -> Bool {
    hole < choices.count && choices[hole].record == number && number > 0
  }

  /// True if the field of a hole has several values.
  func isRepeated(in hole: Int) -> Bool { values[choices[hole].value].next >= 0 }

  /// Appends all values of a hole as text, with blanks between them, or only the last one.
  func appendText(
    in hole: Int, _ template: RecordTemplate? = nil, of bytes: Span<UInt8>, onlyLast: Bool = false,
    to output: inout [UInt8]
  ) {
    if let template, let field = template.holes[hole].known {
      return appendKnown(field, in: hole, template, of: bytes, to: &output)
    }
    if onlyLast {
      let start = output.count
      value(in: hole).appendText(of: bytes, to: &output)
      return clean(&output, from: start, inTemplate: template != nil)
    }
    var index = choices[hole].value
    while true {
      let start = output.count
      values[index].value.appendText(of: bytes, to: &output)
      clean(&output, from: start, inTemplate: template != nil)
      index = values[index].next
      if index < 0 { return }
      output.append(0x20)
    }
  }

  /// Appends a field of loggers: a number as a time, an array as bytes.
  private func appendKnown(
    _ field: KnownField, in hole: Int, _ template: RecordTemplate, of bytes: Span<UInt8>,
    to output: inout [UInt8]
  ) {
    let value = value(in: hole)
    let start = output.count
    let name = field.names[choices[hole].rank].text
    switch field {
    case .message:
      if !value.appendBytes(of: bytes, to: &output) { value.appendText(of: bytes, to: &output) }
      clean(&output, from: start)
    case .time:
      value.appendText(of: bytes, to: &output)
      if template.holes[hole].isClass {
        if output.count > start { output.replaceSubrange(start..., with: "timed".utf8) }
        return
      }
      guard !value.isString(in: bytes) || KnownTime.areNumbers(in: name),
        let time = KnownTime.iso8601(String(decoding: output[start...], as: UTF8.self))
      else { return clean(&output, from: start) }
      output.removeSubrange(start...)
      output += time.utf8
    case .level:
      value.appendText(of: bytes, to: &output)
      clean(&output, from: start)
      guard template.holes[hole].isClass else { return }
      let level = KnownLevel(String(decoding: output[start...], as: UTF8.self), in: name)
      output.removeSubrange(start...)
      output += (level?.classes ?? []).joined(separator: " ").utf8
    }
  }

  /// Removes the line break at the end of a text, and sequences that are to be removed.
  private func clean(_ text: inout [UInt8], from start: Int, inTemplate: Bool = true) {
    if inTemplate {
      if text.count > start, text.last == 0x0A { text.removeLast() }
      if text.count > start, text.last == 0x0D { text.removeLast() }
    }
    sequences.clean(&text, from: start)
  }

  // MARK: Template

  /// Adds the record through its template.
  mutating func append(
    _ template: RecordTemplate, of bytes: Span<UInt8>, from base: Int, at source: Int,
    into output: inout some RecordOutput & ~Copyable
  ) {
    var next = 0
    var below: [LinesBelow] = []
    // Taken out, so that it changes while the record is read.
    var text: [UInt8] = []
    swap(&text, &self.text)
    for index in holes {
      let hole = template.holes[index]
      append(template, next..<hole.part, &text, of: bytes, at: source, into: &output)
      next = max(next, hole.part)
      if hole.isInPart { continue }
      if hole.takesOthers {
        appendOthers(
          template, hole, hasBlank: hole.hasBlank, of: bytes, from: base, below: &below,
          into: &output)
        continue
      }
      let value = value(in: index)
      let isOne = hole.isInTag || !isRepeated(in: index)
      if isOne, hole.known == nil, let plain = value.verbatim(of: bytes),
        bytes.firstOffset(of: 0x1B, from: plain.lowerBound, to: plain.upperBound)
          == plain.upperBound
      {
        output.append(lines: plain, in: bytes, at: base + plain.lowerBound, sequences)
        continue
      }
      text.removeAll(keepingCapacity: true)
      appendText(in: index, template, of: bytes, onlyLast: isOne, to: &text)
      if template.isForLog, hole.known == .message, !hole.isInTag,
        let end = text.firstIndex(of: 0x0A)
      {
        below.insert(
          LinesBelow(
            name: "message", text: Array(text[(end + 1)...]),
            source: base + value.range.lowerBound), at: 0)
        text.removeSubrange(end...)
      }
      // Patterns are found in the message.
      let isSearched = hole.known == .message && !hole.isInTag
      if isSearched { output.beginSearch() }
      output.append(
        lines: 0..<text.count, in: text.span, at: base + value.range.lowerBound, sequences)
      if isSearched { output.endSearch(isLine: false) }
    }
    append(template, next..<template.parts.count, &text, of: bytes, at: source, into: &output)
    swap(&text, &self.text)
    for lines in below { lines.append(sequences, into: &output) }
  }

  private func append(
    _ template: RecordTemplate, _ parts: Range<Int>, _ key: inout [UInt8], of bytes: Span<UInt8>,
    at source: Int, into output: inout some RecordOutput & ~Copyable
  ) {
    for number in parts {
      let part = template.parts[number]
      key.removeAll(keepingCapacity: true)
      for hole in part.holes {
        // No other values have the same bytes.
        let start = key.count
        appendMarkup(of: template, hole, of: bytes, to: &key)
        let count = key.count - start
        key += [UInt8(count & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count >> 16)]
      }
      output.append(part, of: template, 0..<key.count, in: key.span, at: source) {
        var markup: [UInt8] = []
        var offset = part.range.lowerBound
        for hole in part.holes {
          let end = template.holes[hole].offset
          markup.append(offset..<end, of: template.markup.span)
          appendMarkup(of: template, hole, of: bytes, to: &markup)
          offset = end
        }
        markup.append(offset..<part.range.upperBound, of: template.markup.span)
        return markup
      }
    }
  }

  /// Appends the markup of a hole in a tag.
  private func appendMarkup(
    of template: RecordTemplate, _ hole: Int, of bytes: Span<UInt8>, to markup: inout [UInt8]
  ) {
    let place = template.holes[hole]
    var html = RecordMarkup()
    if place.takesOthers {
      var below: [LinesBelow] = []
      appendOthers(template, place, hasBlank: false, of: bytes, from: 0, below: &below, into: &html)
    } else if choices[hole].record == number {
      var text: [UInt8] = []
      appendText(in: hole, template, of: bytes, onlyLast: true, to: &text)
      html.append(lines: 0..<text.count, in: text.span, at: 0, sequences)
    }
    markup += html.bytes
  }

  /// Names of the first members of the object, without long ones.
  func names(of bytes: Span<UInt8>, atMost most: Int) -> [[UInt8]] {
    members.lazy.filter { $0.key.range.count <= 128 }.prefix(most).map { member in
      var name: [UInt8] = []
      member.key.appendText(of: bytes, to: &name)
      return name
    }
  }

  // MARK: Other fields

  /// Calls a function with each field that is not shown, and with each member of objects among
  /// these.
  ///
  /// It is called with the name, or the path of a member, and the value.
  func forEachOther(
    _ names: FieldNames, of bytes: Span<UInt8>,
    _ body: (_ name: [UInt8], _ value: FieldValue) -> Void
  ) {
    forEachUnshown(names, of: bytes) { name, value, _, node in
      forEachMember(of: value, name: name, node, depth: 0, names, of: bytes, body)
    }
  }

  private func forEachMember(
    of value: FieldValue, name: [UInt8], _ node: Int?, depth: Int, _ names: FieldNames,
    of bytes: Span<UInt8>, _ body: (_ name: [UInt8], _ value: FieldValue) -> Void
  ) {
    guard value.isObject(in: bytes), depth < Self.deepest, name.count <= Self.longestName else {
      return body(name, value)
    }
    var members: [(key: FieldValue, value: FieldValue)] = []
    var scanner = JSONObjectScanner(value.range)
    let isWhole = (try? scanner.members(of: bytes) { members.append(($0, $1)) }) != nil
    guard isWhole, !members.isEmpty else { return body(name, value) }
    for (key, value) in members {
      var inner = name + [UInt8(ascii: ".")]
      key.appendText(of: bytes, to: &inner)
      let innerNode = node.flatMap {
        names.node(name.count + 1..<inner.count, of: inner.span, under: $0)
      }
      guard !isShown(innerNode, level: depth + 1, names) else { continue }
      forEachMember(of: value, name: inner, innerNode, depth: depth + 1, names, of: bytes, body)
    }
  }

  /// Calls a function with each field of the record that is not shown.
  ///
  /// It is called with the name and the value, the position in a record of CSV or TSV, and the node
  /// of a member's name.
  func forEachUnshown(
    _ names: FieldNames, of bytes: Span<UInt8>,
    _ body: (_ name: [UInt8], _ value: FieldValue, _ position: Int?, _ node: Int?) -> Void
  ) {
    for member in members where !isShown(member.node, level: 0, names) {
      var name: [UInt8] = []
      member.key.appendText(of: bytes, to: &name)
      body(name, member.value, nil, member.node)
    }
    guard !self.names.isEmpty else { return }
    for position in values.indices where !values[position].isShown {
      let name = position < self.names.count ? self.names[position] : []
      // A long name in each record would be most of the output.
      let isNamed = !name.isEmpty && name.count <= Self.longestName
      body(isNamed ? name : Array("\(position + 1)".utf8), values[position].value, position, nil)
    }
  }

  /// True if a member is shown as one of the fields.
  private func isShown(_ node: Int?, level: Int, _ names: FieldNames) -> Bool {
    guard let field = names.field(at: node), slots[field].record == number else { return false }
    return slots[field].level == level && values[slots[field].first].isShown
  }

  /// Adds `name=value` for each field that the template does not show.
  private func appendOthers(
    _ template: RecordTemplate, _ hole: RecordTemplate.Hole, hasBlank: Bool, of bytes: Span<UInt8>,
    from base: Int, below: inout [LinesBelow], into output: inout some RecordOutput & ~Copyable
  ) {
    // Without other fields there is no blank either.
    var needsBlank = hasBlank
    forEachOther(template.fields, of: bytes) { name, value in
      // Those of journald.
      if hole.isForLog, name.starts(with: "__".utf8) { return }
      appendOther(
        value, name: name, hole, of: bytes, from: base, needsBlank: &needsBlank, below: &below,
        into: &output)
    }
  }

  /// Deeper objects, or those with a longer name, are shown as JSON, because each member repeats
  /// the name.
  private static let deepest = 16
  private static let longestName = 128

  private func appendOther(
    _ value: FieldValue, name: [UInt8], _ hole: RecordTemplate.Hole, of bytes: Span<UInt8>,
    from base: Int, needsBlank: inout Bool, below: inout [LinesBelow],
    into output: inout some RecordOutput & ~Copyable
  ) {
    let source = base + value.range.lowerBound
    func add(_ text: [UInt8], _ attribute: String? = nil) {
      output.append(text, in: attribute, at: source, sequences)
    }
    var text: [UInt8] = []
    value.appendText(of: bytes, to: &text)
    clean(&text, from: 0)
    if hole.isForLog, text.contains(0x0A) {
      let label = String(decoding: name, as: UTF8.self)
      return below.append(LinesBelow(name: label, text: text, source: source))
    }
    if needsBlank { add([0x20]) }
    needsBlank = true
    add(name, "data-key")
    add([UInt8(ascii: "=")])
    add(value.form == .container ? text : Self.quoted(text), "data-value")
  }

  /// The text of a value, in quotes if it has white space or is empty.
  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let isWord = !text.isEmpty && !text.contains { $0 <= 0x20 || $0 == quote }
    if isWord { return text }
    return [quote] + text.flatMap { $0 == quote ? [UInt8(ascii: "\\"), quote] : [$0] } + [quote]
  }
}

extension FieldValue {
  /// True if the decoded value is equal to a text.
  fileprivate func isEqual(to other: Span<UInt8>, of bytes: Span<UInt8>) -> Bool {
    if form == .plain { return bytes.extracting(range).isEqual(to: other) }
    var text: [UInt8] = []
    appendText(of: bytes, to: &text)
    return text.span.isEqual(to: other)
  }
}
