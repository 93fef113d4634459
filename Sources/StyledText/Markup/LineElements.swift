import Bytes

/// Finds the start tags that their line closes, where markup is read by line.
///
/// It reads ahead of the tokenizer, each byte once. An end tag belongs to the last unmatched start
/// tag of its name on the line, if that is not farther away than `limit`. The line of a prompt has
/// no end: the caller releases its tags when nothing more comes.
struct LineElements: Sendable {
  private let limit: Int
  private let longestTag: Int

  /// The tokenizer that reads ahead; in an array, because a value cannot contain its own type.
  private var ahead: [MarkupTokenizer] = []

  /// The end of the bytes read, and the start of the current bytes, as offsets in the whole input.
  private var scanned = 0
  private var base = 0

  /// The end of the bytes that did not decide about a tag; nil if no tag waits.
  private(set) var heldEnd: Int?

  /// An offset in the whole input; tags before it do not wait.
  private var released = 0

  /// A start tag that may be queried.
  private struct Tag {
    let offset: Int
    var isClosed = false
  }

  /// The start tags that were read, after `dropped` earlier ones, and the index of the first that
  /// was not queried.
  private var tags: [Tag] = []
  private var first = 0
  private var dropped = 0

  /// For each element the numbers of the start tags without an end tag, the innermost last; -1
  /// stands for one that is not queried.
  private var open: [[Int]] = []

  init(limit: Int, longestTag: Int) {
    self.limit = limit
    self.longestTag = longestTag
  }

  var steps: Int { ahead.first?.steps ?? 0 }

  /// Stops tags from waiting that begin before an offset in the whole input.
  mutating func release(before end: Int) { released = end }

  mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    base += count
    for index in ahead.indices { ahead[index].willDrop(first: count, of: bytes) }
  }

  /// True if the line closes the element of a start tag; nil if more input is needed.
  ///
  /// Tags have to be queried in order. The line ends with the bytes if they are `isWhole`.
  mutating func close(_ token: MarkupToken, in bytes: Span<UInt8>, isWhole: Bool) -> Bool? {
    let isClosed =
      findEnd(of: token, in: bytes, isWhole: isWhole)
      ?? (token.range.lowerBound + base < released ? false : nil)
    heldEnd = isClosed == nil ? bytes.count + base : nil
    return isClosed
  }

  private mutating func findEnd(
    of token: MarkupToken, in bytes: Span<UInt8>, isWhole: Bool
  ) -> Bool? {
    let tag = token.range.lowerBound + base
    if scanned <= tag {
      if holdsOnlyText(token, in: bytes) { return true }
      begin(at: tag)
    }
    while first < tags.count, tags[first].offset < tag { first += 1 }
    while first == tags.count || !tags[first].isClosed {
      // A carriage return that was at the end may belong to the line feed by now.
      let next = bytes.firstOffset(
        of: 0x3C, from: min(scanned - base, bytes.count), to: bytes.count)
      scanned = next + base
      if scanned - tag >= limit { return false }
      guard next < bytes.count else { return isWhole ? false : nil }
      let token = ahead[0].token(at: next, in: bytes, isLast: isWhole)
      if token.kind == .incomplete { return nil }
      read(token)
      scanned = token.range.upperBound + base
    }
    return true
  }

  /// True if there is only text between a start tag and its end tag, as in most elements.
  private func holdsOnlyText(_ tag: MarkupToken, in bytes: Span<UInt8>) -> Bool {
    let next = bytes.firstOffset(of: 0x3C, from: tag.range.upperBound, to: bytes.count)
    let end = next + tag.range.count
    return end < bytes.count && bytes[next + 1] == 0x2F && bytes[end] == 0x3E
      && next - tag.range.lowerBound < limit
      && MarkupElement(named: next + 2..<end, in: bytes) == tag.element
  }

  /// Starts to read at a tag; earlier tags do not affect later ones.
  private mutating func begin(at tag: Int) {
    if ahead.isEmpty {
      ahead = [MarkupTokenizer(longestTag: longestTag, shortRun: 64)]
      open = Array(repeating: [], count: MarkupElement.allCases.count)
    }
    for index in open.indices where !open[index].isEmpty {
      open[index].removeAll(keepingCapacity: true)
    }
    tags.removeAll(keepingCapacity: true)
    (first, dropped) = (0, 0)
    scanned = tag
  }

  private mutating func read(_ token: MarkupToken) {
    let kind = Int(token.element.rawValue)
    switch token.kind {
    case .startTag where !token.isSelfClosing && !token.element.isVoid:
      // Each tag has three bytes at least, so those that are dropped are too far away by now.
      if open[kind].count > limit { open[kind].removeFirst(limit / 2) }
      guard ahead[0].endsOnItsLine(token) else { return open[kind].append(-1) }
      if first > limit {
        tags.removeFirst(first)
        (first, dropped) = (0, dropped + first)
      }
      open[kind].append(tags.count + dropped)
      tags.append(Tag(offset: token.range.lowerBound + base))
    case .endTag:
      guard let number = open[kind].popLast(), number >= dropped else { break }
      let distance = token.range.lowerBound + base - tags[number - dropped].offset
      tags[number - dropped].isClosed = distance < limit
    default: break
    }
  }
}
