import Bytes

/// Finds where tags of HTML end, reading each byte a few times at most.
///
/// A tag that never ends, or only far away, is text, and the next `<` may stand inside what was
/// taken for its attributes. Starting afresh each time would make hostile input quadratic
/// (`<a b="<a b="<a b="…`). So a search that has failed looks through its bytes once more, from the
/// end, and finds out for all starts among them if they end there: a start that does not is text,
/// too.
///
/// The states are those of the HTML Standard, §13.2.5.8 and §13.2.5.32 to §13.2.5.40.
struct HTMLTagScanner: Sendable {
  /// State before a byte.
  enum State: UInt8, CaseIterable {
    case tagName, between, attributeName, afterName, beforeValue
    case doubleQuoted, singleQuoted, unquoted, afterQuoted, slash

    /// The state behind a byte; nil if the byte ends the tag.
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
      case .between, .afterQuoted, .slash:
        return byte.isASCIIWhitespace ? .between : .attributeName
      }
    }
  }

  /// A tag whose end has not come yet.
  private var open: (start: Int, offset: Int, state: State)?

  /// The starts behind the one of a search that has failed, up to where it ended.
  private var failed = 0..<0
  private var reason = TagScanner.Outcome.tooLong

  /// The starts among them that end there, the first one last.
  private var ending: [Int] = []

  /// Number of bytes looked at; linearity is tested with it.
  private(set) var steps = 0

  /// A tag with more bytes than this is text.
  private let longestTag: Int

  init(longestTag: Int) {
    self.longestTag = longestTag
  }

  mutating func willDrop(first count: Int) {
    if let tag = open {
      open = tag.start < count ? nil : (tag.start - count, tag.offset - count, tag.state)
    }
    failed = failed.lowerBound - count..<failed.upperBound - count
    while let start = ending.last, start < count { ending.removeLast() }
    for index in ending.indices { ending[index] -= count }
  }

  /// Finds the end of the tag whose `<` is at `start` and whose name is at `name`.
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

  /// Finds the starts behind that of a failed search that end before its end.
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

/// Finds the `>` that ends a comment, remembering what has been searched already.
///
/// Without the memory, a million `<!--` without an end would each search the whole rest.
struct CommentEndScanner: Sendable {
  /// Nothing in it ends a comment that begins at its start or behind it.
  private var searched = 0..<0

  /// Number of blocks of sixteen bytes looked at, and of `>`.
  private(set) var steps = 0

  mutating func willDrop(first count: Int) {
    searched = searched.lowerBound - count..<searched.upperBound - count
  }

  /// Finds the first `>` in a range that satisfies a condition.
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
      steps += (next - offset) / 16 + 1
      searched = searched.lowerBound..<next
      if next == range.upperBound { break }
      if isEnd(next) { return next }
      offset = next + 1
    }
    return nil
  }
}
