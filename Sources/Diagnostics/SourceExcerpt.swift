import Bytes

/// Part of a line of an input, and the position of a caret in it.
package struct SourceExcerpt: Hashable, Sendable {
  /// The line, or the part of it near the caret, as text (invalid UTF-8 becomes U+FFFD).
  ///
  /// It is not safe for a terminal before it is escaped.
  package let text: String

  /// Number of scalars of `text` before the caret.
  package let caret: Int

  /// Number of scalars that the caret underlines, at least 1.
  package let length: Int

  /// A longer line is cut to this many scalars around the caret.
  package static let longestLine = 160

  /// Extracts the line with the start of `range`.
  package init(_ range: SourceRange) {
    let source = range.source
    let lineRange = source.lineRange(source.line(at: range.bytes.lowerBound))
    let start = min(max(range.bytes.lowerBound, lineRange.lowerBound), lineRange.upperBound)
    let end = max(start, min(range.bytes.upperBound, lineRange.upperBound))
    let enough = Self.longestLine + 1
    let near = max(lineRange.lowerBound, start - enough)..<min(lineRange.upperBound, start + enough)
    if source.bytes[near].allSatisfy({ $0 < 0x80 }) {
      // Nearly always: a sheet full of mistakes has thousands of these.
      self.init(ascii: source.bytes, near, start: start, end: end)
      return
    }
    // A scalar has at most four bytes: this window holds every scalar that can be shown.
    let reach = Self.longestLine * 4
    let windowStart = max(lineRange.lowerBound, start - reach)
    let windowEnd = min(lineRange.upperBound, start + reach)
    func scalars(_ range: Range<Int>) -> String.UnicodeScalarView {
      String(decoding: source.bytes[range], as: UTF8.self).unicodeScalars
    }
    let before = scalars(windowStart..<start)
    let after = scalars(start..<windowEnd)
    var caret = before.count
    var to = after.count
    if caret + to > Self.longestLine {
      caret = min(caret, Self.longestLine / 2)
      to = min(to, Self.longestLine - caret)
    }
    self.init(
      text: String(before.suffix(caret)) + String(after.prefix(to)), caret: caret,
      length: max(1, min(scalars(start..<min(end, windowEnd)).count, to)))
  }

  /// Extracts ASCII characters, of which there are enough on both sides of the caret.
  private init(ascii bytes: [UInt8], _ near: Range<Int>, start: Int, end: Int) {
    var shown = near
    if near.count > Self.longestLine {
      let from = max(near.lowerBound, start - Self.longestLine / 2)
      shown = from..<min(near.upperBound, from + Self.longestLine)
    }
    text = String(decoding: bytes[shown], as: UTF8.self)
    caret = start - shown.lowerBound
    length = max(1, min(end, shown.upperBound) - start)
  }

  package init(text: String, caret: Int, length: Int = 1) {
    self.text = text
    self.caret = caret
    self.length = length
  }
}

/// The bytes for an excerpt, kept when the rest of the input is dropped.
package struct SourceWindow: Sendable {
  private let bytes: [UInt8]
  private let range: Range<Int>

  /// The bytes around the start of a range.
  package init(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let reach = SourceExcerpt.longestLine * 4 + 1
    var first = max(0, range.lowerBound - reach)
    while first < range.lowerBound, bytes[first] & 0xC0 == 0x80 { first += 1 }
    var near: [UInt8] = []
    near.append(first..<min(bytes.count, range.lowerBound + reach), of: bytes)
    self.bytes = near
    self.range = range.lowerBound - first..<range.upperBound - first
  }

  /// The line of the range, or the part of it near the caret.
  package var excerpt: SourceExcerpt {
    SourceExcerpt(SourceRange(SourceText(name: "", bytes: bytes), range))
  }
}

extension String {
  /// The text, or its start and an ellipsis if it has more bytes of UTF-8 than a limit.
  package func limited(toBytes limit: Int) -> String {
    utf8.count > limit ? String(unicodeScalars.prefix(bytes: limit - 3)) + "…" : self
  }

  /// The text with longer lines cut in their middle, because messages end with the reason.
  package func linesLimited(toBytes limit: Int) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.utf8.count > limit else { return line }
      // A scalar has at most four bytes.
      let end = Substring(line.unicodeScalars.suffix((limit - 3) / 8))
      let start = line.unicodeScalars.prefix(bytes: limit - 3 - end.utf8.count)
      return Substring(start) + "…" + end
    }
    return lines.joined(separator: "\n")
  }
}

extension String.UnicodeScalarView {
  /// The longest prefix with at most `limit` bytes of UTF-8.
  package func prefix(bytes limit: Int) -> SubSequence { self[...].prefix(bytes: limit) }
}

extension Substring.UnicodeScalarView {
  /// The longest prefix with at most `limit` bytes of UTF-8.
  package func prefix(bytes limit: Int) -> SubSequence {
    var left = limit
    return prefix { scalar in
      left -= UTF8.width(scalar)
      return left >= 0
    }
  }
}
