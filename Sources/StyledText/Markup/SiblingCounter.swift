import Bytes
package import Styling

/// Reads markup ahead, and counts the siblings of each element, for selectors such as
/// `:last-child`.
///
/// An element waits until as many siblings have followed as a selector needs, or its parent has
/// ended, but at most for 64 KiB. The result does not depend on how the input is divided. Each byte
/// is read once, even in deep nests.
///
/// ```swift
/// var counter = SiblingCounter(
///   needed: styles.decisiveFollowers, asked: styles.countedElements, readsByLine: true)
/// let end = counter.advance(in: bytes.span, isLast: false)
/// // Elements that start before `end` are known; for each in turn:
/// let siblings = counter.next()
/// ```
package struct SiblingCounter: ~Copyable {
  /// The most bytes from an element's start tag that are searched for the end of its parent.
  package static let longestHold = 1 << 16

  /// The siblings of an element.
  package struct Siblings: Hashable, Sendable {
    /// The number of siblings with the element itself; nil if it was not found in time.
    ///
    /// It may lack siblings that no selector counts.
    package var count: Int?

    /// True for the first element whose siblings were not counted.
    package var isFirstUncounted = false
  }

  private struct Parent {
    /// The number of its child elements so far.
    var count = 0
    var decided = 0
    var isClosed = false
  }

  private struct Tag {
    /// The start in the whole input.
    var offset: Int
    /// Index into `parents`.
    var parent: Int
    var index: Int
    /// True if a selector may test its position.
    var isAsked: Bool
  }

  var tokenizer: MarkupTokenizer
  /// nil for markup.
  private var document: OpenDocument?
  private var elements = OpenElements()
  private let needed: Int?
  private let isCounted: [Bool]
  private let asked: CountedElements
  private let limit: Int
  private let separatesLines: Bool

  /// The position of a reader's next call; positions grow with the input.
  package var position = 0

  /// The end of the markup read, and the start of the current bytes in the whole input.
  private var offset = 0
  private var base = 0

  /// Open parents, and closed ones with waiting elements; other entries are free.
  private var parents = [Parent()]
  private var freeSlots: [Int] = []
  /// The indices of the open parents; the first is for elements without one.
  private var open = [0]
  /// Elements that wait to be decided.
  private var waiting = Queue<Tag>()
  /// Counts that the caller has not read yet.
  private var known = Queue<Int?>()
  private var hasMissed = false

  /// A counter at the start of an input; an element waits for `needed` later siblings, all of them
  /// if it is nil, and at most for `limit` bytes.
  package init(
    needed: Int?, asked: CountedElements, limit: Int = Self.longestHold, readsByLine: Bool,
    isWhole: Bool = false, separatesLines: Bool = false, isDocument: Bool = false
  ) {
    self.needed = needed
    isCounted = MarkupElement.allCases.map { asked.areAll || asked.types.contains($0.name) }
    self.asked = asked
    document = isDocument ? OpenDocument() : nil
    self.limit = limit
    self.separatesLines = separatesLines
    tokenizer = MarkupTokenizer(readsByLine: readsByLine, isWhole: isWhole)
  }

  /// A counter for the elements of a text; nil if no selector counts from the end, or the text has
  /// no tags.
  package static func counting(
    for styles: StyleResolver, _ options: MarkupOptions, limit: Int = Self.longestHold,
    isWhole: Bool = false, separatesLines: Bool = false
  ) -> SiblingCounter? {
    guard styles.needsSiblingCounts, options.form == .markup || options.form.isDocument else {
      return nil
    }
    return SiblingCounter(
      needed: styles.decisiveFollowers, asked: styles.countedElements, limit: limit,
      readsByLine: options.readsByLine, isWhole: isWhole, separatesLines: separatesLines,
      isDocument: options.form.isDocument)
  }

  /// True if elements wait for more input.
  package var isHolding: Bool { waiting.first != nil }

  /// The siblings of the next element, in the order of start tags.
  package mutating func next() -> Siblings {
    guard let first = known.first else { return Siblings() }
    known.removeFirst()
    let isFirstUncounted = first == nil && !hasMissed
    if isFirstUncounted { hasMissed = true }
    return Siblings(count: first, isFirstUncounted: isFirstUncounted)
  }

  /// Decides about all waiting elements, because more input may not come soon.
  package mutating func release() {
    while waiting.first != nil {
      decide()
      decideFirst(count: nil)
    }
  }

  /// Reads the bytes since `willDrop`, and returns the end of the decided part.
  package mutating func advance(in bytes: Span<UInt8>, isLast: Bool) -> Int {
    while true {
      let end =
        separatesLines ? bytes.firstOffset(of: 0x0A, from: offset, to: bytes.count) : bytes.count
      let isWhole = end < bytes.count
      // Also where nothing has come: that may be the news that the last line has no line feed.
      read(bytes.extracting(first: end), isEnd: isWhole || isLast)
      guard isWhole else { break }
      offset = end + 1
    }
    return waiting.first.map { $0.offset - base } ?? offset
  }

  package mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    tokenizer.willDrop(first: count, of: bytes)
    document?.willDrop(first: count)
    offset = max(0, offset - count)
    base += count
  }

  // MARK: Reading

  /// Reads the bytes that are there, but no farther from the first waiting element than it may
  /// wait.
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
      guard document == nil else {
        let end = readDocument(in: bytes, isLast: isEnd)
        if end == offset { return }
        offset = end
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
      _ = start(
        token.element, isEmpty: token.isSelfClosing || token.element.isVoid,
        isAsked: asked.haveClasses && hasClass(tokenizer.attributes, in: bytes),
        at: base + token.range.lowerBound, length: token.range.count)
    case .endTag: end(token.element, name: nil)
    default: break
    }
  }

  /// Adds a waiting element, the next one in the innermost parent.
  private mutating func count(at offset: Int, isAsked: Bool) {
    let parent = open[open.count - 1]
    parents[parent].count += 1
    waiting.append(
      Tag(offset: offset, parent: parent, index: parents[parent].count, isAsked: isAsked))
  }

  // MARK: Documents

  /// Reads a piece of a document as `TreeBuilder` does; returns its end, or the start if more input
  /// is needed.
  private mutating func readDocument(in bytes: Span<UInt8>, isLast: Bool) -> Int {
    switch document?.advance(at: offset, in: bytes, isLast: isLast, base: base) {
    case .passed(let end): return end
    case .text: return offset + 1
    case .shown: break
    case nil: return bytes.count
    }
    guard bytes[offset] == 0x3C else {
      return bytes.firstOffset(of: 0x3C, from: offset, to: bytes.count)
    }
    guard let token = document?.tokenizer.token(at: offset, in: bytes, isLast: isLast) else {
      return bytes.count
    }
    switch token.kind {
    case .incomplete, .endOfInput: return offset
    case .startTag: startElement(token, in: bytes)
    case .endTag: endElement(token, in: bytes)
    case .text, .comment, .reference: break
    }
    return token.range.upperBound
  }

  private mutating func startElement(_ token: MarkupToken, in bytes: Span<UInt8>) {
    let element = token.element
    if element.isLeftOut {
      _ = document?.leaveOut(token, base: base)
      return
    }
    if elements.hasRoot(element) { return }
    let name = document?.customName(of: token, in: bytes)
    let isAsked =
      name.map(asked.types.contains) ?? false
      || asked.haveClasses && hasClass(document?.tokenizer.attributes ?? [], in: bytes)
    if let depth = elements.depth(impliedBy: element) { close(to: depth) }
    let isOpen = start(
      element, name: name, isEmpty: element.isVoid, isAsked: isAsked,
      at: base + token.range.lowerBound, length: token.range.count)
    if isOpen, element.holdsRawText { document?.raw = element }
  }

  /// Starts an element; returns true if it is open.
  private mutating func start(
    _ element: MarkupElement, name: String? = nil, isEmpty: Bool, isAsked: Bool, at offset: Int,
    length: Int
  ) -> Bool {
    count(at: offset, isAsked: isAsked || isCounted[Int(element.rawValue)])
    guard !isEmpty else { return false }
    guard elements.hasCapacity(forTagOf: length) else {
      elements.ignore(element)
      return false
    }
    elements.open(OpenElements.Entry(offset: offset, element: element), name: name)
    elements.noteTag(of: length)
    open.append(newParent())
    return true
  }

  private mutating func endElement(_ token: MarkupToken, in bytes: Span<UInt8>) {
    let element = token.element
    if elements.hasRoot(element) { return }
    if element == .br { return startElement(token, in: bytes) }
    if elements.takeIgnored(element) { return }
    end(element, name: document?.customName(of: token, in: bytes))
  }

  private mutating func end(_ element: MarkupElement, name: String?) {
    guard document != nil else {
      if case .closed(let count, _) = elements.close(element) { closeParents(count) }
      return
    }
    if let depth = elements.depth(endedBy: element, name: name) { close(to: depth) }
  }

  /// Closes the innermost elements down to a depth.
  private mutating func close(to depth: Int) {
    closeParents(elements.depth - depth)
    while elements.depth > depth { _ = elements.closeInnermost() }
  }

  private func hasClass(_ attributes: [MarkupAttribute], in bytes: Span<UInt8>) -> Bool {
    for attribute in attributes where attribute.isNamedClass(in: bytes) { return true }
    return false
  }

  private mutating func endText() {
    elements.removeAll()
    if document != nil { document = OpenDocument() }
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

// MARK: - Calls of readers

extension SiblingCounter: DocumentBuilder {
  package mutating func countSiblings(_ read: (inout SiblingCounter) -> Void) { read(&self) }

  package mutating func decidedEnd(before position: Int) -> Int {
    decide()
    while let first = waiting.first, position - first.offset >= limit {
      decideFirst(count: nil)
      decide()
    }
    return waiting.first?.offset ?? position
  }

  package mutating func endInput() {
    endText()
    decide()
  }

  package mutating func setBase(_ base: Int) {}

  package mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int, _ attributes: () -> [MadeTag.Attribute]
  ) {
    let isAsked = asked.haveClasses && attributes().contains { $0.name == "class" }
    if document != nil, let depth = elements.depth(impliedBy: tag.element) { close(to: depth) }
    _ = start(tag.element, isEmpty: tag.element.isVoid, isAsked: isAsked, at: position, length: 0)
  }

  package mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int) {
    if document == nil || !elements.takeIgnored(element) { end(element, name: nil) }
  }

  package mutating func append(text range: Range<Int>, in bytes: Span<UInt8>) {}

  package mutating func appendLineFeed(in bytes: Span<UInt8>) {}

  package mutating func step(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    _ = decidedEnd(before: position)
    (self.offset, base) = (offset, position - offset)
    return readDocument(in: bytes, isLast: isLast)
  }

  package mutating func endBytes(_ bytes: Span<UInt8>, dropping count: Int) {
    document?.willDrop(first: count)
  }
}

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
