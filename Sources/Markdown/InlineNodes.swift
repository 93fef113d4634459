import Bytes

/// A part of a paragraph that is not yet an event, because a part before it is undecided.
struct InlineNode {
  enum Kind: UInt8 {
    case text
    /// Text with a character reference.
    case reference
    case code
    case html
    case lineBreak
    /// A formula with its delimiters; `target` is 1 if its lines stay.
    case formula
    /// A mark of a footnote; `target` is the index of its `InlineTarget`.
    case footnoteMark
    /// An autolink, with its text; `target` is its `AutolinkPrefix`.
    case autolink
    /// An autolink without angle brackets, which is text in a link.
    case extendedAutolink
    case start
    case end
  }

  var kind: Kind
  var element = MarkdownElement.paragraph
  var range: Range<Int>
  /// Index of the target of a link or image.
  var target = 0
  var previous = -1
  var next = -1
}

/// Text before the destination of an autolink.
enum AutolinkPrefix: Int {
  case none
  case mail
  case http

  var bytes: StaticString {
    switch self {
    case .none: ""
    case .mail: "mailto:"
    case .http: "http://"
    }
  }
}

/// Destination of a link, in the text of its paragraph or in a definition, or a footnote.
enum InlineTarget {
  case ranges(destination: Range<Int>, title: Range<Int>)
  case reference(LinkDestination)
  case footnote(number: Int, mark: Int)
}

/// Offsets in the document of the text of a paragraph, whose lines may have markers between them.
struct InlineSources {
  /// Start of each part of the text that is contiguous in the document, and its offset there.
  private var parts: [(start: Int, source: Int)] = []

  /// The part of the last call.
  private var last = 0

  /// Number of bytes that were removed from the start of the text.
  var removedCount = 0

  /// Offset in the document of the first remaining byte.
  var first: Int { source(of: 0, in: parts.partitioningIndex { $0.start > removedCount } - 1) }

  /// Records text that is appended.
  mutating func append(at start: Int, from source: Int) {
    let start = start + removedCount
    if let last = parts.last, last.source - last.start == source - start { return }
    parts.append((start, source))
  }

  /// Records that text is removed before anything is written.
  mutating func removeFirst(_ count: Int) {
    guard let part = parts.lastIndex(where: { $0.start <= count }) else { return }
    parts.removeFirst(part)
    for index in parts.indices {
      let moved = max(0, count - parts[index].start)
      parts[index].source += moved
      parts[index].start += moved - count
    }
  }

  /// Offset in the document of an offset in the text; it is fast for increasing offsets.
  mutating func source(of offset: Int) -> Int {
    let total = offset + removedCount
    while last + 1 < parts.count, parts[last + 1].start <= total { last += 1 }
    while last > 0, parts[last].start > total { last -= 1 }
    return source(of: offset, in: last)
  }

  /// End of the contiguous part of the text at the offset of the last call.
  var end: Int { last + 1 < parts.count ? parts[last + 1].start - removedCount : .max }

  private func source(of offset: Int, in part: Int) -> Int {
    guard parts.indices.contains(part) else { return 0 }
    return parts[part].source + offset + removedCount - parts[part].start
  }

  mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    last = 0
    removedCount = 0
  }
}

/// The nodes of a paragraph, as a doubly linked list, because emphasis inserts nodes.
struct InlineNodes {
  private var all: [InlineNode] = []
  private(set) var first = -1
  private var last = -1

  /// Targets of links and images.
  var targets: [InlineTarget] = []

  subscript(index: Int) -> InlineNode {
    _read { yield all[index] }
    _modify { yield &all[index] }
  }

  /// Appends a node, and returns its index.
  @discardableResult
  mutating func append(_ node: InlineNode) -> Int {
    var node = node
    node.previous = last
    let index = all.count
    if last >= 0 { all[last].next = index } else { first = index }
    last = index
    all.append(node)
    return index
  }

  /// Shortens the last node to the end of the text.
  mutating func endText(at end: Int) {
    guard last >= 0, all[last].range.upperBound > end else { return }
    all[last].range = min(all[last].range.lowerBound, end)..<end
  }

  /// Inserts a node behind another.
  mutating func insert(_ node: InlineNode, after index: Int) {
    let next = all[index].next
    guard next >= 0 else {
      append(node)
      return
    }
    var node = node
    node.previous = index
    node.next = next
    all[index].next = all.count
    all[next].previous = all.count
    all.append(node)
  }

  /// Inserts a node before one that is not the first.
  mutating func insert(_ node: InlineNode, before index: Int) {
    insert(node, after: all[index].previous)
  }

  /// Turns the nodes before `stop`, or all, into events.
  mutating func write(
    before stop: Int, of text: Span<UInt8>, _ sources: inout InlineSources,
    to events: inout MarkdownEvents
  ) {
    var index = first
    var linkDepth = 0
    while index >= 0, index != stop {
      let node = all[index]
      events.source = sources.source(of: node.range.lowerBound)
      if node.element == .link { linkDepth += node.kind == .start ? 1 : -1 }
      if node.kind == .extendedAutolink || node.kind == .footnoteMark, linkDepth > 0 {
        write(.text, node.range, of: text, &sources, to: &events)
      } else {
        write(node, of: text, &sources, to: &events)
      }
      index = node.next
    }
    first = index
    if index < 0 { removeAll() } else { all[index].previous = -1 }
  }

  private mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    first = -1
    last = -1
  }

  /// Writes text or HTML, with an event for each part that is contiguous in the document.
  private func write(
    _ kind: MarkdownEvent.Kind, _ range: Range<Int>, of text: Span<UInt8>,
    _ sources: inout InlineSources, to events: inout MarkdownEvents, isCode: Bool = false
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      events.source = sources.source(of: start)
      let end = min(range.upperBound, sources.end)
      // As in a block of HTML, more of a tag may follow a part of it.
      let isCut = kind == .html && end < range.upperBound
      events.append(kind, isCut ? .htmlBlock : .paragraph) {
        let first = $0.count
        $0.append(start..<end, of: text)
        guard isCode else { return }
        for offset in first..<$0.count where $0[offset] == 0x0A { $0[offset] = 0x20 }
      }
      start = end
    }
  }

  private func write(
    _ node: InlineNode, of text: Span<UInt8>, _ sources: inout InlineSources,
    to events: inout MarkdownEvents
  ) {
    switch node.kind {
    case .text: write(.text, node.range, of: text, &sources, to: &events)
    case .reference: events.append(.text) { $0.appendUnescaped(node.range, of: text) }
    case .html: write(.html, node.range, of: text, &sources, to: &events)
    case .lineBreak: events.append(.empty, .lineBreak)
    case .code:
      events.start(.code)
      write(.text, text.codeSpan(node.range), of: text, &sources, to: &events, isCode: true)
      events.end(.code)
    case .formula:
      events.start(.formula, number: node.target)
      writeFormula(node, of: text, &sources, to: &events)
      events.end(.formula)
    case .footnoteMark:
      guard case .footnote(let number, let mark) = targets[node.target] else { break }
      events.append(
        .empty, .footnoteMark, number: number,
        value: { $0.append(node.range.dropFirst(2).dropLast(), of: text) },
        title: { if mark > 1 { $0 += String(mark).utf8 } })
    case .autolink, .extendedAutolink:
      events.start(.link) {
        $0.append((AutolinkPrefix(rawValue: node.target) ?? .none).bytes)
        $0.append(node.range, of: text)
      }
      events.append(.text) { $0.append(node.range, of: text) }
      events.end(.link)
    case .start: writeStart(node, of: text, to: &events)
    case .end: events.end(node.element)
    }
  }

  private func writeFormula(
    _ node: InlineNode, of text: Span<UInt8>, _ sources: inout InlineSources,
    to events: inout MarkdownEvents
  ) {
    var start = node.range.lowerBound
    while start < node.range.upperBound {
      let end = text.firstOffset(of: 0x0A, from: start, to: node.range.upperBound)
      write(.text, start..<end, of: text, &sources, to: &events)
      if end < node.range.upperBound { events.append(.empty, .lineBreak) }
      start = end + 1
    }
  }

  private func writeStart(
    _ node: InlineNode, of text: Span<UInt8>, to events: inout MarkdownEvents
  ) {
    guard node.element == .link || node.element == .image else { return events.start(node.element) }
    switch targets[node.target] {
    case .ranges(let destination, let title):
      events.start(
        node.element, value: { $0.appendUnescaped(destination, of: text) },
        title: { $0.appendUnescaped(title, of: text) })
    case .reference(let target):
      events.start(node.element, value: { $0 += target.destination }, title: { $0 += target.title })
    case .footnote: break
    }
  }
}

extension Span<UInt8> {
  /// The content of a code span, without one space or line feed at both ends.
  fileprivate func codeSpan(_ range: Range<Int>) -> Range<Int> {
    func isSpace(_ offset: Int) -> Bool { self[offset] == 0x20 || self[offset] == 0x0A }
    guard range.count > 1, isSpace(range.lowerBound), isSpace(range.upperBound - 1),
      !range.allSatisfy(isSpace)
    else { return range }
    return range.lowerBound + 1..<range.upperBound - 1
  }
}
