import Bytes

/// Finds the fields of one record of CSV or TSV (RFC 4180, section 2).
///
/// It stops where the bytes end and goes on with more of them, so that each byte is read once.
struct DelimitedScanner {
  private enum State {
    case start, bare, quoted, closed
  }

  let separator: UInt8

  /// The fields of the record so far.
  private(set) var fields: [FieldValue] = []

  /// Offset of the quote that the end of the input leaves open.
  private(set) var openQuote: Int?

  /// Offset of the next byte.
  private(set) var offset = 0
  private var state = State.start
  private var fieldStart = 0

  init(separator: UInt8) { self.separator = separator }

  /// Goes to the start of a record.
  mutating func begin(at offset: Int) {
    fields.removeAll(keepingCapacity: true)
    openQuote = nil
    self.offset = offset
    state = .start
  }

  /// Forgets the bytes before an offset.
  mutating func drop(first count: Int) {
    offset -= count
    fieldStart -= count
    for index in fields.indices {
      let range = fields[index].range
      fields[index].range = range.lowerBound - count..<range.upperBound - count
    }
  }

  /// Goes to the end of the record; `offset` is behind its line break then.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that are known.
  ///   - isLast: True if the input ends with them.
  /// - Returns: False if the end has not come.
  mutating func finish(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
    while true {
      switch state {
      case .start:
        fieldStart = offset
        if offset == bytes.count, !isLast { return false }
        let isQuoted = offset < bytes.count && bytes[offset] == UInt8(ascii: "\"")
        state = isQuoted ? .quoted : .bare
        if isQuoted {
          offset += 1
          fieldStart = offset
        }
      case .quoted:
        guard passQuoted(bytes, isLast: isLast) else { return false }
      case .bare, .closed:
        let isEnd = separator
        offset = bytes.firstOffset(from: offset, to: bytes.count) {
          $0 .== SIMD16(repeating: isEnd) .| $0 .== SIMD16(repeating: 0x0A)
        }
        if offset == bytes.count, !isLast { return false }
        if endField(bytes) { return true }
      }
    }
  }

  /// Goes to the quote that ends a field.
  private mutating func passQuoted(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
    let quote = UInt8(ascii: "\"")
    while true {
      offset = bytes.firstOffset(of: quote, from: offset, to: bytes.count)
      if offset == bytes.count {
        if isLast {
          openQuote = fieldStart - 1
          state = .closed
        }
        return isLast
      }
      if offset + 1 == bytes.count, !isLast { return false }
      if offset + 1 == bytes.count || bytes[offset + 1] != quote {
        offset += 1
        state = .closed
        return true
      }
      offset += 2
    }
  }

  /// Ends the field before a separator, a line break or the end.
  /// - Returns: True if the record ends here, too.
  private mutating func endField(_ bytes: Span<UInt8>) -> Bool {
    let isSeparator = offset < bytes.count && bytes[offset] == separator
    var end = offset
    if !isSeparator, end > fieldStart, bytes[end - 1] == 0x0D { end -= 1 }
    fields.append(
      FieldValue(range: fieldStart..<end, form: state == .closed ? .quoted : .plain))
    offset = min(offset + 1, bytes.count)
    state = .start
    return !isSeparator
  }
}
