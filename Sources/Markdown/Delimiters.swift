import Bytes

/// A run of `*`, `_` or `~` that may start or end emphasis.
struct Delimiter {
  let byte: UInt8
  /// Original length of the run.
  let length: Int
  let canOpen: Bool
  let canClose: Bool
  /// Offset of the run in all text of its paragraph so far.
  let position: Int
  /// The node with the bytes that are left.
  let node: Int
  var previous = -1
  var next = -1

  /// Number of the kind of closer, for its bound of the search for openers.
  fileprivate var kind: Int {
    (byte == 0x2A ? 0 : byte == 0x5F ? 6 : 12) + (canOpen ? 3 : 0) + length % 3
  }

  /// True if this opener and a closer of the same byte match.
  fileprivate func matches(_ closer: Delimiter) -> Bool {
    guard canOpen, byte == closer.byte else { return false }
    return !closer.canOpen && !canClose || closer.length % 3 == 0
      || (length + closer.length) % 3 != 0
  }
}

/// Lowest positions of possible openers for each kind of closer.
private typealias OpenerBounds = [18 of Int]

/// The unmatched delimiters (CommonMark, appendix "Phase 2").
struct DelimiterStack {
  private var all: [Delimiter] = []
  private var first = -1
  private var last = -1
  /// The first closer whose opener was not searched for.
  private var firstUnread = -1
  private var bounds = OpenerBounds(repeating: 0)

  /// The first delimiter that may still start emphasis; earlier ones have been removed.
  var firstOpener: Delimiter? { first < 0 ? nil : all[first] }

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    first = -1
    last = -1
    firstUnread = -1
    bounds = OpenerBounds(repeating: 0)
  }

  mutating func append(_ delimiter: Delimiter) {
    var delimiter = delimiter
    delimiter.previous = last
    if last >= 0 { all[last].next = all.count } else { first = all.count }
    last = all.count
    if firstUnread < 0 { firstUnread = all.count }
    all.append(delimiter)
  }

  mutating func match(in nodes: inout InlineNodes) {
    guard firstUnread >= 0 else { return }
    var known = bounds
    match(from: firstUnread, bounds: &known, in: &nodes)
    bounds = known
    firstUnread = -1
  }

  /// Matches the delimiters in the text of a link, and removes the rest of them.
  mutating func match(behind position: Int, in nodes: inout InlineNodes) {
    var start = last
    guard start >= 0, all[start].position > position else { return }
    while all[start].previous >= 0, all[all[start].previous].position > position {
      start = all[start].previous
    }
    let before = all[start].previous
    var local = OpenerBounds(repeating: position)
    match(from: start, bounds: &local, in: &nodes)
    last = before
    if before >= 0 { all[before].next = -1 } else { first = -1 }
    if firstUnread >= start { firstUnread = -1 }
  }

  private mutating func match(
    from start: Int, bounds: inout OpenerBounds, in nodes: inout InlineNodes
  ) {
    var index = start
    while index >= 0 {
      let closer = all[index]
      let opener = closer.canClose ? self.opener(for: closer, bounds: bounds) : -1
      if opener >= 0 {
        index = pair(opener, index, in: &nodes)
        continue
      }
      if closer.canClose {
        bounds[closer.kind] = closer.position
        if !closer.canOpen { remove(index) }
      }
      index = closer.next
    }
  }

  private func opener(for closer: Delimiter, bounds: OpenerBounds) -> Int {
    let bound = bounds[closer.kind]
    var index = closer.previous
    while index >= 0, all[index].position >= bound {
      if all[index].matches(closer) { return index }
      index = all[index].previous
    }
    return -1
  }

  /// Makes emphasis between two delimiters, and returns the next closer.
  private mutating func pair(_ opener: Int, _ closer: Int, in nodes: inout InlineNodes) -> Int {
    let isStrikethrough = all[opener].byte == 0x7E
    all[opener].next = closer
    all[closer].previous = opener
    // Tildes of another length make no element.
    if isStrikethrough, all[opener].length != all[closer].length {
      let next = all[closer].next
      remove(opener)
      remove(closer)
      return next
    }
    let openerNode = all[opener].node
    let closerNode = all[closer].node
    let isStrong = min(nodes[openerNode].range.count, nodes[closerNode].range.count) >= 2
    let element: MarkdownElement = isStrikethrough ? .strikethrough : isStrong ? .strong : .emphasis
    let start = nodes[openerNode].range.upperBound
    let end = nodes[closerNode].range.lowerBound
    nodes.insert(
      InlineNode(kind: .start, element: element, range: start..<start), after: openerNode)
    nodes.insert(InlineNode(kind: .end, element: element, range: end..<end), before: closerNode)
    let used = isStrong ? 2 : 1
    nodes[openerNode].range = nodes[openerNode].range.dropLast(used)
    nodes[closerNode].range = nodes[closerNode].range.dropFirst(used)
    if nodes[openerNode].range.isEmpty { remove(opener) }
    guard nodes[closerNode].range.isEmpty else { return closer }
    let next = all[closer].next
    remove(closer)
    return next
  }

  private mutating func remove(_ index: Int) {
    let delimiter = all[index]
    if delimiter.previous >= 0 {
      all[delimiter.previous].next = delimiter.next
    } else {
      first = delimiter.next
    }
    if delimiter.next >= 0 {
      all[delimiter.next].previous = delimiter.previous
    } else {
      last = delimiter.previous
    }
  }
}
