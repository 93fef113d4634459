import Bytes

/// The positions of fields in lines of columns, as ps, df, docker and kubectl print them.
struct FieldColumns {
  /// The first character of each field; nil if fields are separated by blanks.
  private var starts: [Int]?

  /// The character behind each name of a header that begins with blanks, if columns are aligned
  /// right.
  ///
  /// Fields in front of the first one are in a column without a name.
  private var ends: [Int]?

  /// Number of fields; the last one extends to the end of its line.
  private var count = 1

  private static let mostFields = 1000

  /// Finds the columns of the first lines.
  ///
  /// If two blanks or more are between all names of the header, fields are where these begin or, as
  /// free prints them, where these end. Otherwise there are as many as most lines have words, and a
  /// header of more words joins its last ones.
  init(_ bytes: Span<UInt8>, from start: Int, hasHeader: Bool) {
    var lines: [Range<Int>] = []
    var offset = start
    while offset < bytes.count {
      let end = bytes.firstOffset(of: 0x0A, from: offset, to: bytes.count)
      let line = Self.trim(offset..<end, of: bytes)
      if !line.isEmpty { lines.append(offset..<end) }
      offset = end + 1
    }
    guard let first = lines.first else { return }
    let rows = hasHeader ? lines.dropFirst() : lines[...]
    if hasHeader {
      (starts, ends) = Self.places(of: first, in: bytes)
      if let ends, ends.count > 1, bytes[first.lowerBound].isBlank,
        fitsEnds(ends, rows, in: bytes)
      {
        starts = nil
        return
      }
      ends = nil
      if starts?.count == 1 || !fits(first, rows, in: bytes) { starts = nil }
    }
    guard starts == nil else { return }
    let words = rows.map { Self.words(in: $0, of: bytes).count }.sorted()
    let names = hasHeader ? Self.words(in: first, of: bytes).count : Self.mostFields
    // More than half of the lines have that many.
    count = max(1, min(names, words.isEmpty ? names : words[(words.count - 1) / 2]))
  }

  /// The fields of a line; one that ends early has fewer.
  func fields(of line: Range<Int>, in bytes: Span<UInt8>) -> [FieldValue] {
    let ranges =
      ends.map { byEnd($0, line, bytes) } ?? starts.map { byPosition($0, line, bytes) }
      ?? Self.words(in: line, of: bytes, atMost: count)
    return (ranges.isEmpty ? [line.lowerBound..<line.lowerBound] : ranges).map {
      FieldValue(range: $0, form: .plain)
    }
  }

  /// Splits a line at the starts of columns; a longer value moves the start of the next field
  /// behind it.
  private func byPosition(
    _ starts: [Int], _ line: Range<Int>, _ bytes: Span<UInt8>
  ) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var (start, character) = (line.lowerBound, 0)
    for offset in Self.trimEnd(line, of: bytes) where bytes[offset] & 0xC0 != 0x80 {
      while fields.count + 1 < starts.count, character >= starts[fields.count + 1],
        offset == start || bytes[offset - 1].isBlank
      {
        fields.append(Self.trim(start..<offset, of: bytes))
        start = offset
      }
      character += 1
    }
    let rest = Self.trim(start..<line.upperBound, of: bytes)
    if !rest.isEmpty { fields.append(rest) }
    return fields
  }

  /// Splits a line at the ends of columns; the last word before the first end is a value if it ends
  /// there.
  private func byEnd(_ ends: [Int], _ line: Range<Int>, _ bytes: Span<UInt8>) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var (start, character) = (line.lowerBound, 0)
    for offset in Self.trimEnd(line, of: bytes) where bytes[offset] & 0xC0 != 0x80 {
      while fields.count + 1 < ends.count, character >= ends[fields.count],
        bytes[offset].isBlank
      {
        fields.append(start..<offset)
        start = offset
      }
      character += 1
    }
    fields.append(Self.trimEnd(start..<line.upperBound, of: bytes))
    let first = fields.removeFirst()
    let isValue = !fields.isEmpty || first.count { bytes[$0] & 0xC0 != 0x80 } == ends[0]
    let label = first.last { bytes[$0].isBlank } ?? first.upperBound - 1
    let split = isValue && !first.isEmpty && !bytes[first.upperBound - 1].isBlank
    let end = split ? label + 1 : first.upperBound
    return ([first.lowerBound..<end, end..<first.upperBound] + fields).map {
      Self.trim($0, of: bytes)
    }
  }

  /// True if most lines have the end of a field at the end of each name, as far as they reach.
  private func fitsEnds(
    _ ends: [Int], _ rows: ArraySlice<Range<Int>>, in bytes: Span<UInt8>
  ) -> Bool {
    let misfits = rows.count { row in
      var (next, character) = (0, 0)
      for offset in Self.trimEnd(row, of: bytes) where bytes[offset] & 0xC0 != 0x80 {
        if next < ends.count, character == ends[next] {
          guard bytes[offset].isBlank, !bytes[offset - 1].isBlank else { return true }
          next += 1
        }
        character += 1
      }
      return !ends.contains(character)
    }
    return !rows.isEmpty && misfits * 5 <= rows.count
  }

  /// The first characters of the names of a header, separated by two blanks or a tab, and the
  /// characters behind them.
  private static func places(
    of header: Range<Int>, in bytes: Span<UInt8>
  ) -> (starts: [Int], ends: [Int]) {
    var (starts, ends) = ([0], [Int]())
    var (character, blanks) = (0, 0)
    var isFirst = true
    for offset in trimEnd(header, of: bytes) where bytes[offset] & 0xC0 != 0x80 {
      defer { character += 1 }
      if bytes[offset].isBlank {
        blanks += bytes[offset] == 0x09 ? 2 : 1
        continue
      }
      if blanks > 1, !isFirst, starts.count < mostFields {
        starts.append(character)
        ends.append(character - blanks)
      }
      (blanks, isFirst) = (0, false)
    }
    return (starts, ends + [character])
  }

  /// True if most lines have a blank before each field, and one word under a name of several words:
  /// otherwise each word is a name of its own.
  private func fits(
    _ header: Range<Int>, _ rows: ArraySlice<Range<Int>>, in bytes: Span<UInt8>
  ) -> Bool {
    guard let starts else { return false }
    let names = byPosition(starts, header, bytes).map { Self.words(in: $0, of: bytes).count }
    var misfits = 0
    var filled = Array(repeating: 0, count: names.count)
    for row in rows {
      var (next, character) = (1, 0)
      for offset in row where bytes[offset] & 0xC0 != 0x80 && next < starts.count {
        if character == starts[next] {
          if !bytes[offset - 1].isBlank {
            misfits += 1
            break
          }
          next += 1
        }
        character += 1
      }
      for (index, field) in byPosition(starts, row, bytes).enumerated()
      where index < names.count && names[index] > 1 && Self.words(in: field, of: bytes).count > 1 {
        filled[index] += 1
      }
    }
    return misfits * 5 <= rows.count && filled.allSatisfy { $0 * 2 <= rows.count }
  }

  /// The words of a line; the last of `most` includes the rest.
  private static func words(
    in line: Range<Int>, of bytes: Span<UInt8>, atMost most: Int = mostFields
  ) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var rest = trim(line, of: bytes)
    while !rest.isEmpty {
      if words.count + 1 == most { return words + [rest] }
      let end = rest.first { bytes[$0].isBlank } ?? rest.upperBound
      words.append(rest.lowerBound..<end)
      rest = trim(end..<rest.upperBound, of: bytes)
    }
    return words
  }

  private static func trim(_ range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    let start = range.first { !bytes[$0].isBlank && bytes[$0] != 0x0D } ?? range.upperBound
    return trimEnd(start..<range.upperBound, of: bytes)
  }

  private static func trimEnd(_ range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    var range = range
    while let last = range.last, bytes[last].isBlank || bytes[last] == 0x0D { range.removeLast() }
    return range
  }
}
