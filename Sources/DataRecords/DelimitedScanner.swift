import Bytes

/// Finds the fields of one record of CSV (RFC 4180, section 2), TSV (IANA
/// text/tab-separated-values) or columns.
///
/// It stops at the end of the bytes and continues with more of them, so that each byte is read
/// once; the bytes behind a quote that is never closed are read twice.
struct DelimitedScanner {
  private enum State { case start, blanks, bare, quoted, closed }

  let delimiter: UInt8

  /// False if a quote is a character like any other.
  let hasQuotes: Bool

  /// The positions of fields that no delimiter ends.
  var columns: FieldColumns?

  /// The fields of the record so far.
  private(set) var fields: [FieldValue] = []

  /// Offset of a quote that is never closed, and is text.
  private(set) var openQuote: Int?

  /// Offset of the first text behind a closing quote; because of it, the quotes of its field are
  /// text, too.
  private(set) var textBehindQuote: Int?

  private(set) var offset = 0
  private var recordStart = 0
  private var state = State.start
  private var fieldStart = 0
  /// Range between the quotes.
  private var quoted = 0..<0

  init(delimiter: UInt8, hasQuotes: Bool) {
    (self.delimiter, self.hasQuotes) = (delimiter, hasQuotes)
  }

  /// Moves to the start of a record.
  mutating func begin(at offset: Int) {
    restart(at: offset)
    openQuote = nil
  }

  private mutating func restart(at offset: Int) {
    fields.removeAll(keepingCapacity: true)
    textBehindQuote = nil
    (self.offset, recordStart) = (offset, offset)
    state = .start
  }

  /// Shifts all offsets after bytes were dropped.
  mutating func drop(first count: Int) {
    guard count > 0 else { return }
    offset -= count
    recordStart -= count
    fieldStart -= count
    openQuote = openQuote.map { $0 - count }
    textBehindQuote = textBehindQuote.map { $0 - count }
    quoted = quoted.lowerBound - count..<quoted.upperBound - count
    for index in fields.indices {
      let range = fields[index].range
      fields[index].range = range.lowerBound - count..<range.upperBound - count
    }
  }

  /// Reads to the end of the record, behind which `offset` is then; false if it has not come.
  mutating func finish(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
    if let columns {
      offset = bytes.firstOffset(of: 0x0A, from: offset, to: bytes.count)
      if offset == bytes.count, !isLast { return false }
      fields = columns.fields(of: recordStart..<offset, in: bytes)
      offset = min(offset + 1, bytes.count)
      return true
    }
    while true {
      switch state {
      case .start, .blanks:
        if state == .start { fieldStart = offset }
        state = .bare
        guard hasQuotes else { continue }
        while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
        if offset == bytes.count {
          guard !isLast else { continue }
          state = .blanks
          return false
        }
        if bytes[offset] == UInt8(ascii: "\""), offset != openQuote {
          offset += 1
          quoted = offset..<offset
          state = .quoted
        }
      case .quoted: guard passQuoted(bytes, isLast: isLast) else { return false }
      case .bare, .closed:
        let isEnd = delimiter
        offset = bytes.firstOffset(from: offset, to: bytes.count) {
          $0 .== SIMD16(repeating: isEnd) .| $0 .== SIMD16(repeating: 0x0A)
        }
        if offset == bytes.count, !isLast { return false }
        if endField(bytes) { return true }
      }
    }
  }

  /// Reads the record again with its unclosed quote as text; false if no quote is open.
  ///
  /// Only pairs of quotes are behind it, which cannot leave another quote open.
  mutating func takeOpenQuoteAsText() -> Bool {
    guard state == .quoted else { return false }
    openQuote = quoted.lowerBound - 1
    restart(at: recordStart)
    return true
  }

  /// True for a blank around quotes; a tab between fields is none.
  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 && delimiter != 0x09 }

  /// Reads to the quote that ends a field.
  private mutating func passQuoted(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
    let quote = UInt8(ascii: "\"")
    while true {
      offset = bytes.firstOffset(of: quote, from: offset, to: bytes.count)
      if offset == bytes.count { return isLast && takeOpenQuoteAsText() }
      if offset + 1 == bytes.count, !isLast { return false }
      if offset + 1 == bytes.count || bytes[offset + 1] != quote {
        quoted = quoted.lowerBound..<offset
        offset += 1
        state = .closed
        return true
      }
      offset += 2
    }
  }

  /// Ends the field before a delimiter, a line break or the end; true if the record ends, too.
  private mutating func endField(_ bytes: Span<UInt8>) -> Bool {
    let isDelimiter = offset < bytes.count && bytes[offset] == delimiter
    var end = offset
    if !isDelimiter, end > fieldStart, bytes[end - 1] == 0x0D { end -= 1 }
    var field = FieldValue(range: fieldStart..<end, form: .plain)
    if state == .closed {
      var next = quoted.upperBound + 1
      while next < end, isSpace(bytes[next]) { next += 1 }
      if next >= end {
        field = FieldValue(range: quoted, form: .quoted)
      } else if textBehindQuote == nil {
        textBehindQuote = next
      }
    }
    fields.append(field)
    offset = min(offset + 1, bytes.count)
    state = .start
    return !isDelimiter
  }
}
