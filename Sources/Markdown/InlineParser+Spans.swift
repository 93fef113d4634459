import Bytes

/// Ends that are known to be missing in a complete paragraph.
///
/// They make thousands of openers without an end take linear time.
struct AbsentEnds {
  /// Offset of the last run of backticks of each length; nil before it is needed.
  private var lastRuns: [Int: Int]?

  /// Kinds of `HTMLMarkup` that have no end, one bit for each.
  private var markup: UInt8 = 0

  /// For each kind of `Formula`, an offset in all text so far before which none ends.
  var formulas: [4 of Int] = .init(repeating: -1)

  /// True if there is no run of backticks of a length behind an offset.
  mutating func lacksRun(of length: Int, behind offset: Int, in text: Span<UInt8>) -> Bool {
    if lastRuns == nil { findRuns(behind: offset, in: text) }
    return lastRuns?[length].map { $0 <= offset } ?? true
  }

  private mutating func findRuns(behind start: Int, in text: Span<UInt8>) {
    var runs: [Int: Int] = [:]
    var offset = text.firstOffset(of: 0x60, from: start, to: text.count)
    while offset < text.count {
      let end = text.runEnd(of: 0x60, from: offset, to: text.count)
      runs[end - offset] = offset
      offset = text.firstOffset(of: 0x60, from: end, to: text.count)
    }
    lastRuns = runs
  }

  func lacks(_ kind: HTMLMarkup) -> Bool { markup >> kind.rawValue & 1 != 0 }

  mutating func insert(_ kind: HTMLMarkup) { markup |= 1 << kind.rawValue }
}

extension InlineParser {
  /// Offset up to which the end of the construct at `position` was searched for.
  func searched(from start: Int) -> Int {
    if case .search(let offset) = pending { offset } else { start }
  }

  /// Scans a run of backticks, and the code up to a run of the same length.
  mutating func scanCode(_ limit: Int, _ isFinal: Bool) -> Bool {
    let text = text
    let span = text.span
    let start = span.runEnd(of: 0x60, from: position, to: limit)
    if start == limit, !isFinal { return false }
    let length = start - position
    var offset = searched(from: start)
    while offset < limit {
      offset = span.firstOffset(of: 0x60, from: offset, to: limit)
      let end = span.runEnd(of: 0x60, from: offset, to: limit)
      if end == limit, !isFinal { break }
      if end - offset == length {
        append(.code, to: end, of: start..<offset)
        return true
      }
      offset = end
      if isFinal, absence.lacksRun(of: length, behind: position, in: span) { break }
    }
    guard isFinal else {
      pending = .search(offset)
      return false
    }
    position = start
    return true
  }

  /// Scans a run of `*`, `_` or `~`.
  mutating func scanDelimiter(_ limit: Int, _ isFinal: Bool) -> Bool {
    let byte = text[position]
    let end = text.span.runEnd(of: byte, from: searched(from: position), to: limit)
    let after = end < limit ? text.span.scalar(at: end, before: limit) : nil
    if !isFinal, after == nil || after?.form == .incomplete {
      pending = .search(end)
      return false
    }
    let length = end - position
    let next = after.map { ScalarClass($0.value) } ?? .space
    let previous = ScalarClass(before: position, in: text.span)
    let isLeft = next != .space && (next != .punctuation || previous != .other)
    let isRight = previous != .space && (previous != .punctuation || next != .other)
    let isWord = byte == 0x5F
    let canOpen = isLeft && (!isWord || !isRight || previous == .punctuation)
    let canClose = isRight && (!isWord || !isLeft || next == .punctuation)
    guard canOpen || canClose, byte != 0x7E || length <= 2 else {
      position = end
      return true
    }
    let start = total(position)
    delimiters.append(
      Delimiter(
        byte: byte, length: length, canOpen: canOpen, canClose: canClose, position: start,
        node: append(.text, to: end)))
    return true
  }

  /// Scans an autolink or raw HTML.
  mutating func scanAngle(_ limit: Int, _ isFinal: Bool) -> Bool {
    var scanner = RawHTMLScanner(start: position)
    var addressEnd = position + 1
    if case .tag(let known, let end) = pending { (scanner, addressEnd) = (known, end) }
    addressEnd = text.span.firstOffset(from: addressEnd, to: limit) {
      $0 .<= SIMD16(repeating: 0x20) .| $0 .== SIMD16(repeating: 0x3C)
        .| $0 .== SIMD16(repeating: 0x3E)
    }
    if addressEnd == limit, !isFinal {
      pending = .tag(RawHTMLScanner(start: position), addressEnd: addressEnd)
      return false
    }
    if addressEnd < limit, text[addressEnd] == 0x3E,
      let prefix = text.span.autolinkPrefix(position + 1..<addressEnd)
    {
      append(.autolink, to: addressEnd + 1, of: position + 1..<addressEnd, target: prefix.rawValue)
      return true
    }
    return scanTag(&scanner, addressEnd, limit, isFinal)
  }

  private mutating func scanTag(
    _ scanner: inout RawHTMLScanner, _ addressEnd: Int, _ limit: Int, _ isFinal: Bool
  ) -> Bool {
    let text = text
    let markup = text.span.markup(at: position, before: limit)
    if let markup, isFinal, absence.lacks(markup) { return skipByte() }
    let result: ScanResult
    if let markup {
      result = scanner.advance(past: markup, in: text.span, to: limit, isFinal: isFinal)
    } else if !isFinal, limit - position < 9, text[position + 1] == 0x21 {
      // `<![CDATA[` has nine bytes.
      result = .incomplete
    } else {
      result = scanner.advance(in: text.span, to: limit, isFinal: isFinal)
    }
    switch result {
    case .end(let end):
      append(.html, to: end)
      return true
    case .none:
      if let markup, isFinal { absence.insert(markup) }
      return skipByte()
    case .incomplete:
      pending = .tag(scanner, addressEnd: addressEnd)
      return false
    }
  }
}

/// Class of a scalar next to a delimiter.
enum ScalarClass {
  case space
  case punctuation
  case other

  init(_ value: UInt32) {
    if value < 0x80 {
      let byte = UInt8(truncatingIfNeeded: value)
      self = byte.isASCIIWhitespace ? .space : byte.isASCIIPunctuation ? .punctuation : .other
      return
    }
    switch Unicode.Scalar(orReplacement: value).properties.generalCategory {
    case .spaceSeparator: self = .space
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      self = .punctuation
    default: self = .other
    }
  }

  /// The class of the scalar before an offset; the start of a text is space.
  init(before offset: Int, in text: Span<UInt8>) {
    guard offset > 0 else {
      self = .space
      return
    }
    var start = offset - 1
    while start > 0, offset - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    let scalar = text.scalar(at: start, before: offset)
    self.init(start + scalar.length == offset ? scalar.value : 0xFFFD)
  }
}
