import Bytes
import Diagnostics
import PatternMatching
import Styling

extension TreeBuilder {
  // MARK: Plain text

  /// Reads plain text, in which matches of patterns are elements.
  mutating func plainText(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    if plain.tokenizer.line == nil, styles.isFull, tree == nil { renewStyles() }
    guard plain.tokenizer.readLine(at: offset, in: bytes, isLast: isLast),
      let line = plain.tokenizer.line
    else { return offset }
    if plain.tokenizer.takesCostlyLine() { log.record(.lineTooCostly, at: offset..<offset) }
    if plain.tokenizer.takesLongLine() { log.record(.lineTooLong, at: offset..<offset) }
    if appendKnownLine(line, in: bytes) { return endPlainLine(at: line.upperBound, in: bytes) }
    while let span = plain.tokenizer.nextSpan(at: offset) {
      open(span, at: offset, in: bytes)
      // Only a line may be empty.
      if span.range.isEmpty { closeSpans(at: offset) }
    }
    guard offset < line.upperBound else { return endPlainLine(at: offset, in: bytes) }
    let end = plain.tokenizer.textEnd()
    let next =
      tree == nil && isHidden ? end : appendText(offset..<end, in: bytes.extracting(first: end))
    closeSpans(at: next)
    // The last line of the input may have no line feed.
    if next == bytes.count { plain.tokenizer.endLine(isWhole: false) }
    return next
  }

  /// Appends a line with known elements that only style its text; returns false for others, and for
  /// a line that is partly read.
  private mutating func appendKnownLine(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard isSimple, filter == nil, open.boxes.isEmpty, styles.summary(.host).isVerbatim,
      plain.findSegments(inside: current, styles)
    else { return false }
    let state = text.sanitizer.state
    let end = text.sanitizer.verbatimEnd(from: range.lowerBound, to: range.upperBound, in: bytes)
    guard end == range.upperBound else {
      text.sanitizer.state = state
      return false
    }
    let start = line.bytes.count - range.lowerBound
    line.bytes.append(range, of: bytes)
    var offset = range.lowerBound
    for segment in plain.segments {
      if line.runs.last?.style != segment.style {
        line.runs.append(StyledLines.Run(start: start + offset, style: segment.style))
      }
      offset = segment.end
    }
    // The line feed ends the word before it.
    text.unseen = 0..<0
    return true
  }

  private mutating func endPlainLine(at offset: Int, in bytes: Span<UInt8>) -> Int {
    var end = offset
    if end < bytes.count, bytes[end] == 0x0D { end += 1 }
    guard end < bytes.count, bytes[end] == 0x0A else {
      plain.tokenizer.endLine(isWhole: false)
      return offset
    }
    plain.tokenizer.endLine(isWhole: true)
    endLine(at: offset..<end + 1)
    return end + 1
  }

  private mutating func open(_ span: MatchedSpan, at offset: Int, in bytes: Span<UInt8>) {
    let start = offset - span.range.lowerBound
    let text = bytes.extracting(start + span.whole.lowerBound..<start + span.whole.upperBound)
    let element = plain.tokenizer.elements[span.element].tag.element
    begin(element, isEmpty: false, at: offset..<offset, length: 0) { builder, _ in
      builder.style(of: span.element, text)
    }
  }

  private mutating func closeSpans(at offset: Int) {
    while plain.tokenizer.endsSpan(at: offset), let entry = elements.closeInnermost() {
      endRun()
      leave(entry, depth: elements.depth + 1, at: offset)
    }
  }

  mutating func style(of number: Int, _ text: Span<UInt8>) -> StyleID {
    let element = plain.tokenizer.elements[number]
    let keepsGroups = !element.attributes.isEmpty && (tree != nil || styles.options.keepsAttributes)
    let position = position()
    if !element.isLink, !element.hasValue, !keepsGroups {
      let match = plain.number(of: number, &styles)
      return style(tag: match, position, at: 0..<0) { _ in element.tag }
    }
    var tag = element.tag
    if element.isLink { tag.setLink(to: text, styles.options) }
    if element.hasValue { tag.setValue(text) }
    if keepsGroups {
      let groups = plain.tokenizer.lineGroups.map { (element.attributes[$0.group], $0.range) }
      tag.setGroups(groups, in: text)
    }
    let match = tag.match.map { styles.tags.number(of: .match($0)) }
    return style(tag: match, position, at: 0..<0) { _ in tag }
  }
}

/// The current plain text, and the styles of its elements.
package struct OpenPlainText: ~Copyable {
  package var tokenizer: PlainTextTokenizer

  /// The numbers of the elements' tags in one generation of the table of styles; -1 for unknown
  /// ones, and for those with values of their own.
  private var numbers: [Int32] = []
  private var generation = -1

  /// The parts of a line with one style.
  package private(set) var segments: [(end: Int, style: StyleID)] = []
  private var open: [(end: Int, outer: StyleID)] = []

  /// The search in lines of markup and coloured text; nil without patterns.
  var search: LineSearch?

  init(_ resolver: StyleResolver, _ options: MarkupOptions, language: String? = nil) {
    let findsPatterns =
      language != nil
      || (options.form == .markup ? options.findsPatterns : !options.form.isDocument)
    tokenizer = PlainTextTokenizer(
      findsPatterns ? resolver : nil, language: language,
      marks: language == nil && !options.form.isDocument ? options.marks : [])
    if options.form != .text, !tokenizer.elements.isEmpty { search = LineSearch() }
  }

  /// The tag number of an element without values of its own.
  mutating func number(of element: Int, _ table: inout ComputedStyleTable) -> Int32 {
    if generation != table.generation {
      generation = table.generation
      numbers = Array(repeating: -1, count: tokenizer.elements.count)
    }
    if numbers[element] < 0, let match = tokenizer.elements[element].tag.match {
      numbers[element] = table.tags.number(of: .match(match))
    }
    return numbers[element]
  }

  /// Finds the parts of a line that is not read yet; returns false if a style is unknown, or does
  /// more than style text.
  mutating func findSegments(inside outer: StyleID, _ table: borrowing ComputedStyleTable) -> Bool {
    guard let line = tokenizer.line, tokenizer.isUncut,
      tokenizer.spans.isEmpty || generation == table.generation
    else { return false }
    segments.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    var position = 0
    var current = outer
    for span in tokenizer.spans {
      close(upTo: span.range.lowerBound, of: line, &position, &current)
      add(to: span.range.lowerBound, of: line, &position, current)
      let number = numbers[span.element]
      guard number >= 0, let inner = table.child(of: current, tag: number) else { return false }
      let summary = table.summary(inner)
      guard summary.isVerbatim, !summary.isSpecial else { return false }
      open.append((span.range.upperBound, current))
      current = inner
    }
    close(upTo: line.count, of: line, &position, &current)
    add(to: line.count, of: line, &position, current)
    return true
  }

  private mutating func close(
    upTo limit: Int, of line: Range<Int>, _ position: inout Int, _ current: inout StyleID
  ) {
    while let last = open.last, last.end <= limit {
      add(to: last.end, of: line, &position, current)
      current = last.outer
      open.removeLast()
    }
  }

  private mutating func add(
    to end: Int, of line: Range<Int>, _ position: inout Int, _ style: StyleID
  ) {
    guard end > position else { return }
    segments.append((line.lowerBound + end, style))
    position = end
  }
}
