import Bytes

/// Finds the ends of HTML tags, reading each byte a few times at most.
///
/// A tag that never ends, or is too long, is text, and the next `<` may be inside its supposed
/// attributes. To start again each time would be quadratic for hostile input (`<a b="<a b="<a
/// b="…`). So after a failed search its bytes are read once more, from the end, which decides for
/// all starts among them whether they end there: one that does not is text, too.
///
/// The states are those of the HTML Standard, §13.2.5.8 and §13.2.5.32 to §13.2.5.40.
struct HTMLTagScanner: Sendable {
  enum State: UInt8, CaseIterable {
    case tagName, between, attributeName, afterName, beforeValue
    case doubleQuoted, singleQuoted, unquoted, afterQuoted, slash

    /// The state after a byte; nil if the byte ends the tag.
    @inline(__always)
    func next(_ byte: UInt8) -> State? {
      switch self {
      case .doubleQuoted: return byte == 0x22 ? .afterQuoted : self
      case .singleQuoted: return byte == 0x27 ? .afterQuoted : self
      case _ where byte == 0x3E: return nil
      case .beforeValue:
        if byte.isASCIIWhitespace { return self }
        return byte == 0x22 ? .doubleQuoted : byte == 0x27 ? .singleQuoted : .unquoted
      case .unquoted: return byte.isASCIIWhitespace ? .between : self
      case _ where byte == 0x2F: return .slash
      case .tagName: return byte.isASCIIWhitespace ? .between : self
      case .attributeName, .afterName:
        if byte.isASCIIWhitespace { return .afterName }
        return byte == 0x3D ? .beforeValue : .attributeName
      case .between, .afterQuoted, .slash: return byte.isASCIIWhitespace ? .between : .attributeName
      }
    }
  }

  /// A tag whose end was not found yet.
  private var open: (start: Int, offset: Int, state: State)?

  /// The starts in a failed search, after its own, up to its end.
  private var failed = 0..<0
  private var reason = TagScanner.Outcome.tooLong

  /// The starts among them that end there, the first one last.
  private var ending: [Int] = []

  /// The bytes read, for tests of linearity.
  private(set) var steps = 0

  /// In bytes; a longer tag is text.
  private let longestTag: Int

  init(longestTag: Int) { self.longestTag = longestTag }

  mutating func willDrop(first count: Int) {
    if let tag = open {
      open = tag.start < count ? nil : (tag.start - count, tag.offset - count, tag.state)
    }
    failed = failed.lowerBound - count..<failed.upperBound - count
    while let start = ending.last, start < count { ending.removeLast() }
    for index in ending.indices { ending[index] -= count }
  }

  /// Finds the end of the tag with its `<` at `start` and its name at `name`.
  mutating func scan(
    from start: Int, name: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> TagScanner.Outcome {
    while let first = ending.last, first < start { ending.removeLast() }
    if failed.contains(start), ending.last != start { return reason }
    let limit = start + longestTag
    let end = min(limit, bytes.count)
    var offset = name
    var state = State.tagName
    if let open, open.start == start { (offset, state) = (open.offset, open.state) }
    open = nil
    let first = offset
    defer { steps += offset - first + 1 }
    while offset < end {
      guard let next = state.next(bytes[offset]) else {
        return .closed(end: offset + 1, selfClosing: state == .slash)
      }
      state = next
      offset += 1
    }
    guard isLast || end == limit else {
      open = (start, offset, state)
      return .incomplete
    }
    reason = end == limit ? .tooLong : .unclosed
    failed = start..<end
    findEndingTags(in: bytes)
    return reason
  }

  /// Finds the starts inside a failed search that end before its end.
  private mutating func findEndingTags(in bytes: Span<UInt8>) {
    ending.removeAll()
    steps += failed.count
    // For each state before a byte, a bit that is set if a tag in that state ends.
    var fates = 0
    var (atNext, atSecond) = (0, 0)
    for offset in failed.reversed().dropLast() {
      (atSecond, atNext) = (atNext, fates)
      let byte = bytes[offset]
      if fates == 0, byte != 0x3E { continue }
      fates = 0
      for state in State.allCases {
        let ends = state.next(byte).map { atNext >> Int($0.rawValue) & 1 } ?? 1
        fates |= ends << Int(state.rawValue)
      }
      // Two bytes behind its `<`, each tag is in its name or at the end of it.
      if byte == 0x3C, atSecond & 1 == 1 { ending.append(offset) }
    }
  }
}

/// Finds the `>` that ends a comment, and remembers what was searched.
///
/// Otherwise each of a million unclosed `<!--` would search the whole rest.
struct CommentEndScanner: Sendable {
  /// A range without the end of a comment that begins in it.
  private var searched = 0..<0

  /// Number of bytes read, for tests of linearity.
  private(set) var steps = 0

  mutating func willDrop(first count: Int) {
    searched = searched.lowerBound - count..<searched.upperBound - count
  }

  /// The first `>` in a range that meets a condition.
  mutating func find(
    in range: Range<Int>, of bytes: Span<UInt8>, where isEnd: (Int) -> Bool
  ) -> Int? {
    var offset = range.lowerBound
    if searched.lowerBound <= offset, offset <= searched.upperBound {
      offset = searched.upperBound
    } else {
      searched = offset..<offset
    }
    while offset < range.upperBound {
      let next = bytes.firstOffset(of: 0x3E, from: offset, to: range.upperBound)
      steps += next - offset + 1
      searched = searched.lowerBound..<next
      if next == range.upperBound { break }
      if isEnd(next) { return next }
      offset = next + 1
    }
    return nil
  }
}
