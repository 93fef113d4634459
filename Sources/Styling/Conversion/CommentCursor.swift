import CSSSyntax
import Diagnostics

/// Hands out the comments of a file in their order, as the reader passes them.
struct CommentCursor {
  private let comments: [SourceComment]
  private var next = 0

  /// End of what was read last; a comment on the same line belongs to it.
  private var lastEnd: Int?

  init(_ comments: [SourceComment]) {
    self.comments = comments
  }

  /// The comments that stand before an offset and were not handed out.
  mutating func take(before offset: Int) -> [SheetOutline.Part] {
    var taken: [SheetOutline.Part] = []
    while next < comments.count, comments[next].range.bytes.lowerBound < offset {
      let comment = comments[next]
      let isTrailing = isTrailing(comment)
      taken.append(.comment(.init(text: comment.contents.string, isTrailing: isTrailing)))
      lastEnd = comment.range.bytes.upperBound
      next += 1
    }
    return taken
  }

  /// Passes over a text that holds its comments itself.
  mutating func skip(to offset: Int) {
    while next < comments.count, comments[next].range.bytes.lowerBound < offset { next += 1 }
    lastEnd = offset
  }

  private func isTrailing(_ comment: SourceComment) -> Bool {
    let start = comment.range.bytes.lowerBound
    guard let lastEnd, lastEnd <= start else { return false }
    return !comment.range.source.bytes[lastEnd..<start].contains { $0 == 0x0A || $0 == 0x0D }
  }
}
