extension AttributedText {
  /// A part of the text with its styles.
  ///
  /// - Parameter range: Offsets of bytes. One within a character's bytes counts as the start of
  ///   the character; what lies outside of the text is cut off.
  package subscript(range: Range<Int>) -> AttributedText {
    let range = scalarStart(range.lowerBound)..<scalarStart(range.upperBound)
    var part = AttributedText()
    part.spans = spans
    guard !range.isEmpty else { return part }
    part.bytes = Array(bytes[range])
    var index = runIndex(at: range.lowerBound)
    while index < records.count, records[index].start < range.upperBound {
      var record = records[index]
      record.start = max(0, record.start - range.lowerBound)
      part.records.append(record)
      index += 1
    }
    return part
  }

  /// The start of the scalar that an offset is in, kept within the text.
  private func scalarStart(_ offset: Int) -> Int {
    var offset = min(max(0, offset), bytes.count)
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// The bytes of each line, without the line feed.
  ///
  /// There is always one line.
  package var lineRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == 0x0A {
      ranges.append(start..<offset)
      start = offset + 1
    }
    ranges.append(start..<bytes.count)
    return ranges
  }

  /// The lines, without their line feeds.
  ///
  /// There is always one line.
  package var lines: some Sequence<AttributedText> {
    lineRanges.lazy.map { self[$0] }
  }

  /// Adds another text at the end.
  package mutating func append(_ other: AttributedText) {
    guard !other.isEmpty else { return }
    if isEmpty {
      self = other
      return
    }
    let shift = adoptSpans(of: other)
    let start = bytes.count
    bytes += other.bytes
    for var record in other.records {
      record.start += start
      if shift > 0 { record.span += Int32(shift) }
      append(record)
    }
  }

  /// Adds a run, or extends the last one when it is of the same span.
  private mutating func append(_ record: RunRecord) {
    if let last = records.last, last.span == record.span || areMergeable(last.span, record.span) {
      let source = records[records.count - 1].source
      if source.isEmpty {
        records[records.count - 1].source = record.source
      } else if record.source.upperBound > source.upperBound {
        records[records.count - 1].source = source.lowerBound..<record.source.upperBound
      }
    } else {
      records.append(record)
    }
  }

  /// Text outside of all tags is in one span wherever it comes from, if it looks the same.
  private func areMergeable(_ left: Int32, _ right: Int32) -> Bool {
    let left = spans[Int(left)]
    let right = spans[Int(right)]
    return left.parent == nil && right.parent == nil && left.content.isEqual(to: right.content)
  }

  /// Makes room for another text's spans and tells by how much their numbers grow.
  private mutating func adoptSpans(of other: AttributedText) -> Int {
    let isShared = spans.withUnsafeBufferPointer { own in
      other.spans.withUnsafeBufferPointer { $0.baseAddress == own.baseAddress }
    }
    if isShared { return 0 }
    let shift = spans.count
    for span in other.spans {
      spans.append(
        Span(content: span.content, parent: span.parent.map { $0 + shift }, source: span.source))
    }
    return shift
  }

  /// Two texts, one after the other.
  package static func + (left: AttributedText, right: AttributedText) -> AttributedText {
    var result = left
    result.append(right)
    return result
  }

  /// Replaces a part of the text.
  ///
  /// - Parameters:
  ///   - range: Offsets of bytes, as for the subscript.
  ///   - replacement: What comes in its place.
  package mutating func replace(_ range: Range<Int>, with replacement: AttributedText) {
    self =
      self[0..<range.lowerBound] + replacement
      + self[range.upperBound..<max(count, range.upperBound)]
  }

  /// Replaces a part of the text by plain text that looks like the start of that part.
  package mutating func replace(_ range: Range<Int>, with replacement: String) {
    var styled = AttributedText(replacement)
    if !styled.isEmpty, !isEmpty {
      styled.spans = spans
      let record = records[runIndex(at: min(max(0, range.lowerBound), count - 1))]
      styled.records = [RunRecord(start: 0, span: record.span, source: record.source)]
    }
    replace(range, with: styled)
  }

  /// Where a string occurs in the text, as offsets of bytes; occurrences do not overlap.
  ///
  /// It compares bytes: `é` in one scalar is not `é` in two.
  package func ranges(of string: String) -> [Range<Int>] {
    let pattern = Array(string.utf8)
    guard !pattern.isEmpty, pattern.count <= bytes.count else { return [] }
    // Knuth, Morris and Pratt: `borders[n]` is how much of the first n bytes is both their
    // beginning and their end, so no byte of the text is looked at twice.
    var borders = [0, 0]
    for index in 1..<pattern.count {
      var length = borders[index]
      while length > 0, pattern[index] != pattern[length] { length = borders[length] }
      borders.append(pattern[index] == pattern[length] ? length + 1 : 0)
    }
    var found: [Range<Int>] = []
    var matched = 0
    for (offset, byte) in bytes.enumerated() {
      while matched > 0, byte != pattern[matched] { matched = borders[matched] }
      if byte == pattern[matched] { matched += 1 }
      if matched == pattern.count {
        found.append(offset + 1 - matched..<offset + 1)
        matched = 0
      }
    }
    return found
  }
}
