import Bytes
package import Styling

/// Reads markup ahead of whoever resolves its elements, and counts the siblings of each: for
/// selectors such as `:last-child`.
///
/// An element is held until as many siblings have followed as a selector asks for, or its parent
/// has ended, but for no more than 64 KiB. What is found depends on the input alone and not on the
/// pieces in which it comes. Each byte is read once, so nothing costs more in a deep nest.
///
/// ```swift
/// var counter = SiblingCounter(
///   needed: styles.decisiveFollowers, asked: styles.countedElements, readsByLine: true)
/// let end = counter.advance(in: bytes.span, isLast: false)
/// // Elements that start before `end` are known; for each in turn:
/// let siblings = counter.next()
/// ```
package struct SiblingCounter: ~Copyable {
  /// Greatest distance, in bytes, from an element's start tag to the end of its parent that is
  /// searched for.
  package static let longestHold = 1 << 16

  /// Result of counting an element's siblings.
  package struct Siblings: Hashable, Sendable {
    /// Number of siblings, the element among them; nil where that was not found out in time.
    ///
    /// Of those that nobody asks for some may be missing.
    package var count: Int?

    /// True if this is the first element whose siblings were not found out.
    package var isFirstUncounted = false
  }

  private struct Parent {
    /// Number of its child elements so far.
    var count = 0
    /// Number of them decided.
    var decided = 0
    var isClosed = false
  }

  private struct Tag {
    /// Start offset in the whole input.
    var offset: Int
    /// The place of its parent in `parents`.
    var parent: Int
    var index: Int
    /// True if a selector may ask for its place.
    var isAsked: Bool
  }

  /// The tokenizer that reads ahead.
  var tokenizer: MarkupTokenizer
  private var elements = OpenElements()
  private let needed: Int?
  private let isCounted: [Bool]
  private let countsClasses: Bool
  private let limit: Int
  private let separatesLines: Bool

  /// Up to where the markup was read, and where the bytes at hand begin in the whole input.
  private var offset = 0
  private var base = 0

  /// Open parents, and closed ones with elements that wait; other places are free.
  private var parents = [Parent()]
  private var freeSlots: [Int] = []
  /// The places of the open parents; the first is that of the elements outside of all others.
  private var open = [0]
  /// Elements that wait to be decided.
  private var waiting = Queue<Tag>()
  /// Decided counts that the caller has not asked for yet.
  private var known = Queue<Int?>()
  private var hasMissed = false

  /// A counter at the start of an input.
  ///
  /// - Parameters:
  ///   - needed: Number of siblings behind it an element waits for; nil waits for all.
  ///   - asked: Elements that wait.
  ///   - limit: Number of bytes for which they wait.
  ///   - readsByLine: True if a tag ends on its line.
  ///   - separatesLines: True if each line is a text of its own.
  package init(
    needed: Int?, asked: CountedElements, limit: Int = Self.longestHold, readsByLine: Bool,
    separatesLines: Bool = false
  ) {
    self.needed = needed
    isCounted = MarkupElement.allCases.map { asked.areAll || asked.types.contains($0.name) }
    countsClasses = asked.haveClasses
    self.limit = limit
    self.separatesLines = separatesLines
    tokenizer = MarkupTokenizer(readsByLine: readsByLine)
  }

  /// A counter for the elements of a text; nil where no selector counts from the end, or where the
  /// text has no tags.
  package static func counting(
    for styles: StyleResolver, _ options: MarkupOptions, limit: Int = Self.longestHold,
    separatesLines: Bool = false
  ) -> SiblingCounter? {
    guard styles.needsSiblingCounts, options.form == .markup else { return nil }
    return SiblingCounter(
      needed: styles.decisiveFollowers, asked: styles.countedElements, limit: limit,
      readsByLine: options.readsByLine, separatesLines: separatesLines)
  }

  /// True if elements wait for what comes.
  package var isHolding: Bool { waiting.first != nil }

  /// Returns the counted siblings of the next element; elements come in the order of their start
  /// tags.
  package mutating func next() -> Siblings {
    guard let first = known.first else { return Siblings() }
    known.removeFirst()
    let isFirstUncounted = first == nil && !hasMissed
    if isFirstUncounted { hasMissed = true }
    return Siblings(count: first, isFirstUncounted: isFirstUncounted)
  }

  /// Decides about all elements that wait, since nobody can say when more of the input comes.
  package mutating func release() {
    while waiting.first != nil {
      decide()
      decideFirst(count: nil)
    }
  }

  /// Reads what has come.
  ///
  /// - Parameters:
  ///   - bytes: The input from where `willDrop` has left it.
  ///   - isLast: True if the input ends with them.
  /// - Returns: Up to where all elements are decided.
  package mutating func advance(in bytes: Span<UInt8>, isLast: Bool) -> Int {
    while true {
      let end =
        separatesLines
        ? bytes.firstOffset(of: 0x0A, from: offset, to: bytes.count) : bytes.count
      let isWhole = end < bytes.count
      // Also where nothing has come: that may be the news that the last line has no line feed.
      read(bytes.extracting(first: end), isEnd: isWhole || isLast)
      guard isWhole else { break }
      offset = end + 1
    }
    return waiting.first.map { $0.offset - base } ?? offset
  }

  /// Says that the caller is about to drop the first `count` bytes.
  package mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    tokenizer.willDrop(first: count, of: bytes)
    offset = max(0, offset - count)
    base += count
  }

  // MARK: Reading

  /// Reads a text as far as it has come; nothing is read that lies farther behind the first element
  /// that waits than it may wait for.
  private mutating func read(_ bytes: Span<UInt8>, isEnd: Bool) {
    while true {
      decide()
      if let first = waiting.first, base + offset - first.offset >= limit {
        decideFirst(count: nil)
        continue
      }
      guard offset < bytes.count else {
        guard isEnd else { return }
        if waiting.first == nil, open.count == 1, parents[open[0]].count == 0 { return }
        endText()
        continue
      }
      let token = tokenizer.token(at: offset, in: bytes, isLast: isEnd)
      if token.kind == .incomplete || token.kind == .endOfInput { return }
      read(token, in: bytes)
      offset = token.range.upperBound
    }
  }

  private mutating func read(_ token: MarkupToken, in bytes: Span<UInt8>) {
    switch token.kind {
    case .startTag:
      let parent = open[open.count - 1]
      parents[parent].count += 1
      waiting.append(
        Tag(
          offset: base + token.range.lowerBound, parent: parent, index: parents[parent].count,
          isAsked: isCounted[Int(token.element.rawValue)] || countsClasses && hasClass(in: bytes)))
      guard !token.isSelfClosing, !token.element.isVoid else { break }
      guard elements.hasCapacity(forTagOf: token.range.count) else {
        elements.ignore(token.element)
        break
      }
      elements.open(token.element, at: base + token.range.lowerBound)
      elements.noteTag(of: token.range.count)
      open.append(newParent())
    case .endTag:
      if case .closed(let count, _) = elements.close(token.element) { closeParents(count) }
    default: break
    }
  }

  /// True if the tag that was read last has classes.
  private func hasClass(in bytes: Span<UInt8>) -> Bool {
    for attribute in tokenizer.attributes where attribute.isNamedClass(in: bytes) { return true }
    return false
  }

  private mutating func endText() {
    elements.removeAll()
    closeParents(open.count)
    open = [newParent()]
  }

  private mutating func newParent() -> Int {
    if let slot = freeSlots.popLast() {
      parents[slot] = Parent()
      return slot
    }
    parents.append(Parent())
    return parents.count - 1
  }

  private mutating func closeParents(_ count: Int) {
    for slot in open.suffix(count) {
      parents[slot].isClosed = true
      freeIfUsed(slot)
    }
    open.removeLast(count)
  }

  private mutating func freeIfUsed(_ slot: Int) {
    if parents[slot].isClosed, parents[slot].decided == parents[slot].count {
      freeSlots.append(slot)
    }
  }

  // MARK: Deciding

  private mutating func decide() {
    while let tag = waiting.first {
      let parent = parents[tag.parent]
      let hasEnough = needed.map { parent.count - tag.index >= $0 } ?? false
      guard parent.isClosed || hasEnough || !tag.isAsked else { return }
      decideFirst(count: parent.count)
    }
  }

  private mutating func decideFirst(count: Int?) {
    guard let tag = waiting.first else { return }
    waiting.removeFirst()
    known.append(count)
    parents[tag.parent].decided += 1
    freeIfUsed(tag.parent)
  }
}

/// First in, first out.
private struct Queue<Element> {
  private var elements: [Element] = []
  private var start = 0

  var first: Element? { start < elements.count ? elements[start] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() {
    start += 1
    guard start == elements.count || start >= 1 << 12 else { return }
    elements.removeFirst(start)
    start = 0
  }
}
