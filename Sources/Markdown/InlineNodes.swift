import Bytes

/// A part of a paragraph that is not yet an event, as something before it is undecided.
struct InlineNode {
  enum Kind: UInt8 {
    case text
    /// Text with a character reference.
    case reference
    case code
    case html
    case lineBreak
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
  /// Number of the target of a link or image.
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

/// Destination of a link, in the text of its paragraph or in a definition.
enum InlineTarget {
  case ranges(destination: Range<Int>, title: Range<Int>)
  case reference(LinkTarget)
}

/// The nodes of a paragraph, as a doubly linked list: emphasis puts nodes between others.
struct InlineNodes {
  private var all: [InlineNode] = []
  private(set) var first = -1
  private var last = -1

  /// Targets of links and images.
  var targets: [InlineTarget] = []

  var isEmpty: Bool { first < 0 }

  subscript(index: Int) -> InlineNode {
    _read { yield all[index] }
    _modify { yield &all[index] }
  }

  /// Appends a node.
  /// - Returns: Its index.
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

  /// Puts a node behind another.
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

  /// Puts a node before one that is not the first.
  mutating func insert(_ node: InlineNode, before index: Int) {
    insert(node, after: all[index].previous)
  }

  /// Turns the nodes before one into events, or all of them.
  mutating func write(before stop: Int, of text: Span<UInt8>, to events: inout MarkdownEvents) {
    var index = first
    var linkDepth = 0
    while index >= 0, index != stop {
      let node = all[index]
      if node.element == .link { linkDepth += node.kind == .start ? 1 : -1 }
      if node.kind == .extendedAutolink, linkDepth > 0 {
        events.append(.text) { $0.append(node.range, of: text) }
      } else {
        write(node, of: text, to: &events)
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

  private func write(
    _ node: InlineNode, of text: Span<UInt8>, to events: inout MarkdownEvents
  ) {
    switch node.kind {
    case .text: events.append(.text) { $0.append(node.range, of: text) }
    case .reference: events.append(.text) { $0.appendUnescaped(node.range, of: text) }
    case .html: events.append(.html) { $0.append(node.range, of: text) }
    case .lineBreak: events.append(.empty, .lineBreak)
    case .code:
      events.start(.code)
      events.append(.text) { $0.appendCodeSpan(node.range, of: text) }
      events.end(.code)
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
      events.start(
        node.element, value: { $0 += target.destination }, title: { $0 += target.title })
    }
  }
}

extension [UInt8] {
  /// Appends the content of a code span: line feeds are spaces, and one space at both ends is left
  /// out.
  mutating func appendCodeSpan(_ range: Range<Int>, of text: Span<UInt8>) {
    let start = count
    var range = range
    func isSpace(_ offset: Int) -> Bool { text[offset] == 0x20 || text[offset] == 0x0A }
    if range.count > 1, isSpace(range.lowerBound), isSpace(range.upperBound - 1),
      !range.allSatisfy(isSpace)
    {
      range = range.lowerBound + 1..<range.upperBound - 1
    }
    append(range, of: text)
    for offset in start..<count where self[offset] == 0x0A { self[offset] = 0x20 }
  }
}
