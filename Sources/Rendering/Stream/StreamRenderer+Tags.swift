import Bytes
import Diagnostics
import StyledText
import Styling
import TerminalOutput

extension StreamRenderer {
  // MARK: Tags

  mutating func token(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
    log.recordProblem(of: token, in: bytes)
    switch token.kind {
    case .incomplete, .endOfInput:
      return offset
    case .text:
      showAsText(token.range, in: bytes, to: &output)
    case .comment, .reference:
      break
    case .endTag:
      if open.isOpen(token.element) { endRun(&output) }
      close(token.element, at: token.range, to: &output)
    case .startTag:
      start(token, in: bytes, to: &output)
    }
    return token.range.upperBound
  }

  /// Shows what could be markup and is none.
  mutating func showAsText(
    _ range: Range<Int>, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) {
    // Mostly a `<` or `&` alone.
    guard range.count == 1, scratch.isEmpty, styles.head(wanted).isVerbatim,
      !sanitizer.holdsBidirectional, !transformer.isUndecided
    else {
      sanitizer.append(range, of: bytes, to: &scratch, log: &log)
      return emit(&output)
    }
    takeUpStyle(&output)
    output.append(range, of: bytes)
    sanitizer.passASCII()
    unseen = range
  }

  mutating func start(
    _ token: MarkupToken, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) {
    children += 1
    if token.element.isVoid {
      endRun(&output)
      // The line feed may become a space, which looks as its element does.
      if recordsText || !tokenizer.attributes.isEmpty {
        let style = style(of: token, in: bytes)
        if recordsText { takeUp(styles.head(style).look, &output) }
      }
      breakLine(to: &output)
      return
    }
    guard token.isSelfClosing || open.hasRoom else {
      open.open(token.element, at: 0)
      log.record(.nestingTooDeep, at: token.range, about: token.element.name)
      return
    }
    endRun(&output)
    let style = style(of: token, in: bytes)
    if !token.isSelfClosing { enter(style, token.element, at: token.range) }
  }

  /// Works out the style of an element in the innermost open one.
  mutating func style(of token: MarkupToken, in bytes: Span<UInt8>) -> Int {
    let hasRoom = styles.count < mostStyles && !cache.isFull(for: token.range.count)
    if !hasRoom || spans.styles.hasManyStyles { forgetStyles() }
    let position = usesPositions ? SiblingPosition(index: children) : nil
    let tag = TagContent(
      token.element, attributes: tokenizer.attributes, in: bytes, options: options.markup,
      log: &log)
    let parent = styles.content(wanted)
    let content = spans.content(of: tag, parent: parent, position: position)
    recordFindings(about: tag, at: token.range)
    let style = styles.add(content)
    if position == nil, !token.isSelfClosing, !token.element.isVoid {
      cache.insert(
        token.range, of: bytes, parent: parent.state, value: Int32(truncatingIfNeeded: style))
    }
    return style
  }

  mutating func recordFindings(about tag: TagContent, at place: Range<Int>) {
    for finding in spans.takeDiagnostics() {
      log.append(finding, at: tag.place(ofStyleFinding: finding) ?? place)
    }
  }

  /// So many styles are kept at least.
  static let comfortableStyles = 1 << 13

  /// Empties all caches of what is not in use, so that memory does not grow with the input.
  mutating func forgetStyles() {
    var kept = [wanted] + (0..<open.depth).map { Int(open[$0].outer) }
    if recordsText {
      if current != StreamLooks.standard { kept.append(Int(current) - 1) }
      kept += recorded.starts.map(\.style)
    }
    styles.removeAll(but: &kept, look: &current)
    wanted = kept[0]
    for index in 0..<open.depth { open.setOuter(Int32(kept[index + 1]), at: index) }
    if recordsText {
      var index = open.depth + 1
      if current != StreamLooks.standard {
        current = Int32(kept[index] + 1)
        index += 1
      }
      for place in recorded.starts.indices { recorded.starts[place].style = kept[index + place] }
    }
    // With very many open elements it must not be time again at once.
    mostStyles = max(Self.comfortableStyles, 2 * styles.count)
    cache.removeAll()
    var contents: [SpanContent] = []
    for style in Set(kept) { contents.append(styles.content(style)) }
    spans.forgetStyles(but: contents)
  }

  @inline(__always)
  mutating func enter(_ style: Int, _ element: MarkupElement, at place: Range<Int>) {
    open.open(
      element, at: place.lowerBound &+ log.base, outer: Int32(truncatingIfNeeded: wanted),
      siblings: Int32(truncatingIfNeeded: children))
    wanted = style
    children = 0
  }

  @inline(__always)
  mutating func close(
    _ element: MarkupElement, at place: Range<Int>, to output: inout StreamBuffer
  ) {
    guard let entry = open.closeInnermost(element) else {
      return closeOuter(element, at: place, to: &output)
    }
    leave(entry, to: &output)
  }

  /// Goes back to the style around an element that was closed.
  @inline(__always)
  mutating func leave(_ entry: OpenElements.Entry, to output: inout StreamBuffer) {
    let link = options.markup.showsLinkTargets ? styles.content(wanted).tag?.link : nil
    wanted = Int(entry.outer)
    children = Int(entry.siblings)
    if let link { showTarget(link, to: &output) }
  }

  /// The target of a link that ends follows as text outside of it.
  mutating func showTarget(_ link: String, to output: inout StreamBuffer) {
    let suffix = Array(LinkTarget.suffix(link).utf8)
    takeUpStyle(&output)
    output.append(contentsOf: suffix)
    observe(0..<suffix.count, of: suffix.span, &output)
  }

  mutating func closeOuter(
    _ element: MarkupElement, at place: Range<Int>, to output: inout StreamBuffer
  ) {
    var crossed: [OpenElements.Entry] = []
    switch open.close(element, crossed: { crossed.append($0) }) {
    case .closed(_, let last):
      for entry in crossed { leave(entry, to: &output) }
      leave(last, to: &output)
    case .ignored:
      break
    case .stray:
      log.record(.strayEndTag, at: place, about: "</\(element.name)>")
    }
    for entry in crossed { report(.crossedElement, entry) }
  }

  // MARK: References and placeholders

  mutating func reference(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
    if token.kind == .incomplete { return offset }
    log.recordProblem(of: token, in: bytes)
    if token.kind == .reference, let reference = tokenizer.reference {
      sanitizer.append(reference, at: token.range, to: &scratch, log: &log)
      emit(&output)
    } else {
      showAsText(token.range, in: bytes, to: &output)
    }
    return token.range.upperBound
  }

  mutating func placeholder(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    let length: Int
    switch options.markup.placeholders.match(
      at: offset, before: bytes.count, in: bytes, isLast: isLast)
    {
    case .incomplete:
      return offset
    case .brace:
      sanitizer.append("{", at: offset..<offset + 2, to: &scratch, log: &log)
      length = 2
    case .text:
      sanitizer.append("{", at: offset..<offset + 1, to: &scratch, log: &log)
      length = 1
    case .value(let value, let written):
      sanitizer.append(0..<value.count, of: value.span, to: &scratch, log: &log)
      length = written
    }
    emit(&output)
    return offset + length
  }
}
