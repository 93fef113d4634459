import Bytes
package import Diagnostics
import Styling

extension AttributedTextBuilder {
  /// Appends markup.
  ///
  /// - Parameters:
  ///   - markup: Any bytes.
  ///   - name: What diagnostics call it.
  package mutating func append(markup: String, name: String = "<markup>") {
    append(markup: SourceText(name: name, text: markup))
  }

  /// Appends markup.
  ///
  /// Elements that are open at its end are closed. A U+FEFF at its start is skipped.
  package mutating func append(markup source: SourceText) {
    let depth = open.count
    guard spans.options.form == .markup else {
      var reader = TerminalTextReader(spans.options)
      reader.read(source, into: &self)
      diagnostics += log.take { SourceRange(source, $0) }
      return
    }
    var reader = MarkupReader(source, spans: spans)
    reader.read(into: &self)
    reader.reportUnclosed(in: &self)
    markupEnd = source.bytes.count
    pop(open.count - depth, at: markupEnd)
    diagnostics += log.take { SourceRange(source, $0) }
  }
}

/// Reads one markup into a builder.
struct MarkupReader: ~Copyable {
  private let source: SourceText
  private let options: MarkupOptions
  private var tokenizer: MarkupTokenizer

  /// The elements that are open, with offsets in the whole input.
  private(set) var elements: OpenElements

  /// Where the markup begins in the whole input.
  private let base: Int

  /// Whether the markup is a line, and more may follow.
  private let isLine: Bool

  /// Knows how many siblings elements have; nil unless a stylesheet asks.
  private var siblings: SiblingCounter?

  /// Whether a tag means the same wherever it stands in the same span.
  private let usesTagCache: Bool

  /// What control sequences in the markup have set; nil where they have no meaning.
  private let graphics: MarkupGraphics?

  /// Where the sequence begins that was sought last, or the end where there is none.
  private var nextEscape = 0

  /// Prepares to read a markup from its start, where nothing is open.
  init(_ source: SourceText, spans: SpanResolver) {
    // All of the text is at hand, so there is no need to stop anywhere.
    var siblings = SiblingCounter.counting(for: spans.styles, spans.options, limit: .max)
    let bytes = source.bytes
    _ = siblings?.advance(in: bytes.span, isLast: true)
    self.init(
      source, spans: spans, open: OpenElements(), siblings: siblings, base: 0, isLine: false)
  }

  /// Prepares to read part of a markup.
  init(
    _ source: SourceText, spans: SpanResolver, open: consuming OpenElements,
    siblings: consuming SiblingCounter?, base: Int, isLine: Bool, graphics: MarkupGraphics? = nil
  ) {
    self.isLine = isLine
    self.siblings = siblings
    self.source = source
    self.base = base
    elements = open
    options = spans.options
    tokenizer = MarkupTokenizer(readsByLine: options.readsByLine)
    // Swift 6.3 takes a closure over 'options', as '??' makes one, for a use of all of self, and
    // releases what 'graphics' was before it was anything.
    if let graphics {
      self.graphics = graphics
    } else {
      self.graphics = MarkupGraphics(spans.options)
    }
    usesTagCache = !spans.styles.needsSiblingPositions && options.placeholders.isEmpty
  }

  mutating func read(into builder: inout AttributedTextBuilder) {
    let bytes = source.bytes
    var offset = source.start
    graphics?.enter(&builder)
    defer { graphics?.leave(&builder) }
    while offset < bytes.count {
      if bytes[offset] == 0x3C, graphics?.isPlain != false,
        let end = knownTag(at: offset, in: &builder)
      {
        offset = end
        continue
      }
      if bytes[offset] == 0x1B, let end = graphics?.sequence(at: offset, in: bytes, &builder) {
        offset = end
        continue
      }
      let token = token(at: offset, in: bytes.span)
      offset = token.range.upperBound
      if token.isTag { graphics?.leave(&builder) }
      defer { if token.isTag { graphics?.enter(&builder) } }
      switch token.kind {
      case .text:
        builder.log.recordProblem(of: isLine ? token.cutByLine : token, in: bytes.span)
        if token.isKeptStartTag { elements.keepStartTag(token.element) }
        appendText(token.range, to: &builder)
      case .reference:
        builder.log.recordProblem(of: token, in: bytes.span)
        if let reference = tokenizer.reference {
          builder.append(reference, source: token.range)
        }
      case .startTag: start(token, in: &builder)
      case .endTag: end(token, in: &builder)
      case .comment: break
      case .incomplete, .endOfInput: offset = bytes.count
      }
    }
  }

  /// The token at an offset; where sequences count, text ends before one.
  private mutating func token(at offset: Int, in bytes: Span<UInt8>) -> MarkupToken {
    guard graphics != nil else { return tokenizer.token(at: offset, in: bytes, isLast: true) }
    if bytes[offset] == 0x3C || bytes[offset] == 0x26 {
      return tokenizer.token(at: offset, in: bytes, isLast: true).cutBeforeEscape(in: bytes)
    }
    // Sought once for all of the text before it, which may be in many tokens.
    if nextEscape <= offset {
      nextEscape = bytes.firstOffset(of: 0x1B, from: offset + 1, to: bytes.count)
    }
    return tokenizer.token(at: offset, in: bytes.extracting(first: nextEscape), isLast: true)
  }

  /// Makes findings of the elements that are still open.
  func reportUnclosed(in builder: inout AttributedTextBuilder) {
    for index in 0..<elements.depth { builder.log.record(.unclosedElement, of: elements[index]) }
  }

  /// Gives back the elements that are open, and what is known about the next ones.
  mutating func giveBack(_ open: inout OpenElements, _ counter: inout SiblingCounter?) {
    swap(&open, &elements)
    swap(&counter, &siblings)
  }

  /// Enters the span of a start tag that was met before in such a place, without reading it.
  ///
  /// - Returns: The offset behind the tag; nil when it has to be read.
  private mutating func knownTag(
    at start: Int, in builder: inout AttributedTextBuilder
  ) -> Int? {
    guard usesTagCache, elements.depth < MarkupLimits.deepestNesting else { return nil }
    let bytes = source.bytes
    let end = MarkupTokenizer.endOfNearTag(from: start, in: bytes.span)
    guard end > 0,
      let content = builder.spans.known(start..<end, in: bytes.span, parent: builder.current),
      let element = content.tag?.element, !element.isVoid, bytes[end - 2] != 0x2F
    else { return nil }
    builder.push(content, source: start..<end)
    elements.open(element, at: base + start)
    return end
  }

  private func appendText(_ range: Range<Int>, to builder: inout AttributedTextBuilder) {
    let bytes = source.bytes
    guard !options.placeholders.isEmpty else {
      builder.append(range, of: bytes.span, source: range)
      return
    }
    var start = range.lowerBound
    var offset = start
    while offset < range.upperBound {
      guard bytes[offset] == 0x7B else {
        offset += 1
        continue
      }
      switch options.placeholders.match(
        at: offset, before: range.upperBound, in: bytes.span, isLast: true)
      {
      case .brace:
        builder.append(start..<offset + 1, of: bytes.span, source: start..<offset + 2)
        offset += 2
        start = offset
      case .value(let value, let length):
        builder.append(start..<offset, of: bytes.span, source: start..<offset)
        builder.append(value: value, source: offset..<offset + length)
        offset += length
        start = offset
      case .text, .incomplete:
        builder.log.recordMisspelling(
          at: offset, before: range.upperBound, in: bytes.span, of: options.placeholders)
        offset += 1
      }
    }
    if start < range.upperBound {
      builder.append(
        start..<range.upperBound, of: bytes.span, source: start..<range.upperBound)
    }
  }

  private mutating func start(_ token: MarkupToken, in builder: inout AttributedTextBuilder) {
    let bytes = source.bytes
    builder.log.recordProblem(of: token, in: bytes.span)
    let position = builder.nextPosition(count: siblingCount(of: token, in: &builder))
    let isEmpty = token.isSelfClosing || token.element.isVoid
    if !isEmpty, !elements.hasRoom(forTagOf: token.range.count) {
      builder.log.record(.nestingTooDeep, at: token.range)
      elements.ignore(token.element)
      return
    }
    let content = builder.spans.content(
      of: token, read: tokenizer, in: bytes.span, parent: builder.current, position: position,
      source: source, log: &builder.log)
    builder.push(content, source: token.range)
    if token.element == .br {
      builder.append(
        0..<1, of: builder.openBoxes.isEmpty ? Self.lineFeed.span : Self.space.span,
        source: token.range)
    }
    if isEmpty {
      builder.pop(1, at: token.range.upperBound)
      return
    }
    elements.open(token.element, at: base + token.range.lowerBound)
    let filled = options.placeholders.isEmpty ? 0 : content.tag?.size ?? 0
    elements.noteTag(of: max(token.range.count, filled))
  }

  /// How many elements the parent of one has, where a stylesheet asks and it is known.
  private mutating func siblingCount(
    of token: MarkupToken, in builder: inout AttributedTextBuilder
  ) -> Int? {
    guard let found = siblings?.next() else { return nil }
    if found.isFirstUncounted {
      builder.log.record(.uncountedSiblings, at: token.range, about: token.element.name)
    }
    return found.count
  }

  private static let lineFeed: [UInt8] = [0x0A]
  /// What a line break is in a box of one line.
  private static let space: [UInt8] = [0x20]

  private mutating func end(_ token: MarkupToken, in builder: inout AttributedTextBuilder) {
    let closing = elements.close(token.element) { builder.log.record(.crossedElement, of: $0) }
    switch closing {
    case .closed(let count, _):
      builder.pop(count, at: token.range.lowerBound)
    case .ignored: break
    case .stray where elements.takeKeptStartTag(token.element):
      appendText(token.range, to: &builder)
    case .stray:
      builder.log.record(.strayEndTag, at: token.range, about: "</\(token.element.name)>")
    }
  }
}
