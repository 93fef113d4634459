/// Finds where a comment ends, remembering what has been searched already.
///
/// Without the memory, a million `<!--` without an end would each search the whole rest.
struct CommentScanner: Sendable {
  /// No `-->` begins at `searched.lowerBound` or behind it, before `searched.upperBound`.
  private var searched = 0..<0

  /// A comment with more bytes than this is text.
  private let longestComment: Int

  /// Number of bytes looked at; linearity is tested with it.
  private(set) var steps = 0

  /// A scanner that remembers nothing yet; tests give a smaller limit.
  init(longestComment: Int = MarkupLimits.longestTag) {
    self.longestComment = longestComment
  }

  /// Prepares for the loss of the first `count` bytes.
  mutating func willDrop(first count: Int) {
    let start = max(0, searched.lowerBound - count)
    searched = start..<max(start, searched.upperBound - count)
  }

  /// Finds the end of the comment whose `<!--` is at `start`.
  ///
  /// `<!-->` and `<!--->` are whole comments, as in HTML.
  mutating func scan(from start: Int, in bytes: Span<UInt8>, isLast: Bool) -> TagScanner.Outcome {
    let first = start + 2
    var offset = first
    if searched.contains(first) || searched.upperBound == first {
      offset = searched.upperBound
    } else {
      searched = first..<first
    }
    // The `>` must lie within the longest comment.
    let limit = start + longestComment - 2
    let end = min(limit, bytes.count - 2)
    let from = offset
    defer { steps += max(0, offset - from) + 1 }
    while offset < end {
      if bytes[offset] == 0x2D, bytes[offset + 1] == 0x2D, bytes[offset + 2] == 0x3E {
        searched = searched.lowerBound..<offset
        return .closed(end: offset + 3, selfClosing: false)
      }
      offset += 1
    }
    searched = searched.lowerBound..<max(searched.upperBound, offset)
    if offset >= limit { return .tooLong }
    return isLast ? .unclosed : .incomplete
  }
}
