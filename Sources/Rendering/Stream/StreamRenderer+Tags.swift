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
      if token.isKeptStartTag { open.keepStartTag(token.element) }
      showAsText(token.range, in: bytes, to: &output)
    case .comment, .reference:
      break
    case .endTag, .startTag:
      // What sequences have set is inside of all elements.
      let set = graphics.entered
      if set != 0 { leaveGraphics(for: graphics.tokenizer.graphics(set).link, &output) }
      if token.kind == .startTag {
        start(token, in: bytes, to: &output)
      } else {
        if open.isOpen(token.element) { endRun(&output) }
        close(token.element, at: token.range, in: bytes, to: &output)
      }
      if set != 0 { takeUpGraphics(set, at: token.range.upperBound, &output) }
    }
    return token.range.upperBound
  }

  /// Shows what could be markup and is none.
  mutating func showAsText(
    _ range: Range<Int>, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) {
    if isHidden { return }
    // Mostly a `<` or `&` alone.
    guard range.count == 1, styles.head(wanted).isVerbatim, textState.allowsCopying,
      !textState.transformer.isUndecided
    else {
      textState.sanitizer.append(range, of: bytes, to: &textState.scratch, log: &log)
      return emit(&output)
    }
    if current == styles.head(wanted).look || beginsCluster(output) { takeUpStyle(&output) }
    output.append(range, of: bytes)
    textState.sanitizer.passBase()
    textState.unseen = range
  }

  mutating func start(
    _ token: MarkupToken, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) {
    children += 1
    let count = siblings == nil ? nil : siblingCount(of: token)
    if token.element.isVoid {
      if isHidden { return }
      endRun(&output)
      let style = style(of: token, among: count, in: bytes)
      return writeEmpty(style, token.element, at: token.range, &output)
    }
    guard token.isSelfClosing || open.hasRoom(forTagOf: token.range.count) else {
      open.ignore(token.element)
      log.record(.nestingTooDeep, at: token.range)
      return
    }
    endRun(&output)
    let style = style(of: token, among: count, in: bytes)
    guard !token.isSelfClosing else {
      return writeEmpty(style, token.element, at: token.range, &output)
    }
    let outer = wanted
    enter(style, token.element, at: token.range)
    let filled = usesPlaceholders ? styles.content(style).tag?.size ?? 0 : 0
    open.noteTag(of: max(token.range.count, filled))
    openScript(token.element)
    if styles.head(style).isSpecial {
      enterSpecial(style, inside: outer, at: token.range.lowerBound + log.base, &output)
    }
  }

  /// Writes an element without content: its box, what the sheet puts into it, and the line break that
  /// it is if it is one.
  private mutating func writeEmpty(
    _ style: StyleID, _ element: MarkupElement, at tag: Range<Int>, _ output: inout StreamBuffer
  ) {
    let place = tag.lowerBound + log.base
    let head = styles.head(style)
    if head.isBox { enterBox(style, inside: wanted, at: place, &output) }
    if head.isSpecial { insert(.before, of: style, at: place, &output) }
    if element == .br, !head.isSpecial || !styles.content(style).isHidden {
      breakLine(in: style, &output)
    }
    if head.isSpecial { insert(.after, of: style, at: place, &output) }
    if head.isBox { leaveBox(&output) }
  }

  /// Writes a line break; in a box of one line it is a space.
  private mutating func breakLine(in style: StyleID, _ output: inout StreamBuffer) {
    guard openBoxes.isEmpty else { return insert(Self.space, in: style, &output) }
    endScriptLine(&output)
    // The line feed may become a space, which looks as its element does.
    if recordsText { takeUp(styles.head(style).look, &output) }
    breakLine(to: &output)
  }

  private static let space: [UInt8] = [0x20]

  /// How many elements the parent of one has, where that is known.
  mutating func siblingCount(of token: MarkupToken) -> Int? {
    guard let found = siblings?.next() else { return nil }
    if found.isFirstUncounted {
      log.record(.uncountedSiblings, at: token.range, about: token.element.name)
    }
    return found.count
  }

  /// Works out the style of an element in the innermost open one, which has so many if it is known.
  mutating func style(
    of token: MarkupToken, among count: Int?, in bytes: Span<UInt8>
  ) -> StyleID {
    if styles.areMany { startEpoch() }
    let position = usesPositions ? SiblingPosition(index: children, count: count) : nil
    let outer = styles.head(wanted).state
    let isPlainBreak =
      token.element.isVoid && tokenizer.attributes.isEmpty && position == nil
    if isPlainBreak, let known = styles.plainBreaks[outer] { return known }
    if position == nil, case let known = styles.tags.find(token.range, in: bytes, parent: outer),
      known >= 0
    {
      return StyleID(index: known)
    }
    let tag = TagContent(
      token.element, attributes: tokenizer.attributes, in: bytes, options: styles.spans.options,
      log: &log)
    let parent = styles.content(wanted)
    let content = styles.spans.content(of: tag, parent: parent, position: position)
    recordFindings(about: tag, at: token.range)
    let style = styles.add(content)
    if isPlainBreak { styles.plainBreaks[outer] = style }
    if position == nil, !token.isSelfClosing, !token.element.isVoid,
      ScriptElement(token.element) == nil
    {
      styles.tags.insert(token.range, of: bytes, parent: outer, value: style.index)
    }
    return style
  }

  mutating func recordFindings(about tag: TagContent, at place: Range<Int>) {
    for finding in styles.spans.takeDiagnostics() {
      if let own = tag.place(ofStyleFinding: finding) {
        log.append(finding, at: own)
      } else if finding.location != nil {
        sheetFindings.append(finding)
      } else {
        log.append(finding, at: place)
      }
    }
  }

  /// Forgets all styles that are not in use, so that memory does not grow with the input.
  mutating func startEpoch() {
    var looks = [current] + recorded.starts.map(\.look)
    let cells = openBoxes.map { styles.boxes[$0.box] }
    var boxes = openBoxes.map { styles.boxParts[$0.box] }
    looks += boxes.flatMap { [$0.text, $0.filling, $0.outside] }
    for script in scripts { looks += [script.look] + script.held.map(\.look) }
    graphics.forgetStyles()
    hidden = nil
    styles.startEpoch(reopening: &open, innermost: &wanted, looks: &looks)
    current = looks[0]
    for place in recorded.starts.indices { recorded.starts[place].look = looks[place + 1] }
    var next = recorded.starts.count + 1
    for index in openBoxes.indices {
      boxes[index].text = looks[next]
      boxes[index].filling = looks[next + 1]
      boxes[index].outside = looks[next + 2]
      openBoxes[index].look = looks[next]
      openBoxes[index].box = styles.keep(cells[index], boxes[index])
      next += 3
    }
    for index in scripts.indices {
      scripts[index].look = looks[next]
      for piece in scripts[index].held.indices {
        scripts[index].held[piece].look = looks[next + 1 + piece]
      }
      next += 1 + scripts[index].held.count
    }
  }

  @inline(__always)
  mutating func enter(_ style: StyleID, _ element: MarkupElement, at place: Range<Int>) {
    open.open(
      element, at: place.lowerBound &+ log.base, outer: wanted.index,
      siblings: Int32(truncatingIfNeeded: children))
    wanted = style
    children = 0
  }

  @inline(__always)
  mutating func close(
    _ element: MarkupElement, at place: Range<Int>, in bytes: Span<UInt8>,
    to output: inout StreamBuffer
  ) {
    guard let entry = open.closeInnermost(element) else {
      return closeOuter(element, at: place, in: bytes, to: &output)
    }
    leave(entry, to: &output)
  }

  /// Goes back to the style around an element that was closed.
  @inline(__always)
  mutating func leave(_ entry: OpenElements.Entry, to output: inout StreamBuffer) {
    let link =
      options.markup.showsLinkTargets && !isHidden
      ? styles.content(wanted).tag?.link : nil
    if styles.head(wanted).isSpecial { leaveSpecial(at: entry.place, &output) }
    closeScript(entry.element, &output)
    wanted = StyleID(index: entry.outer)
    children = Int(entry.siblings)
    if let link { showTarget(link, to: &output) }
  }

  /// The target of a link that ends follows as text outside of it.
  mutating func showTarget(_ link: String, to output: inout StreamBuffer) {
    let suffix = Array(LinkTarget.suffix(link).utf8)
    defer { textState.observe(0..<suffix.count, of: suffix.span, &output) }
    if !scripts.isEmpty, holdScript(suffix, &output) { return }
    write(suffix, styles.head(wanted).look, &output)
  }

  mutating func closeOuter(
    _ element: MarkupElement, at place: Range<Int>, in bytes: Span<UInt8>,
    to output: inout StreamBuffer
  ) {
    var crossed: [OpenElements.Entry] = []
    switch open.close(element, crossed: { crossed.append($0) }) {
    case .closed(_, let last):
      for entry in crossed { leave(entry, to: &output) }
      leave(last, to: &output)
    case .ignored:
      break
    case .stray where open.takeKeptStartTag(element):
      showAsText(place, in: bytes, to: &output)
    case .stray:
      log.record(.strayEndTag, at: place, about: "</\(element.name)>")
    }
    for entry in crossed { log.record(.crossedElement, of: entry) }
  }

  // MARK: References and placeholders

  mutating func reference(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
    if token.kind == .incomplete { return offset }
    log.recordProblem(of: token, in: bytes)
    if token.kind == .reference, let reference = tokenizer.reference {
      textState.sanitizer.append(reference, at: token.range, to: &textState.scratch, log: &log)
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
      textState.sanitizer.append("{", at: offset..<offset + 2, to: &textState.scratch, log: &log)
      length = 2
    case .text:
      log.recordMisspelling(
        at: offset, before: bytes.count, in: bytes, of: options.markup.placeholders)
      textState.sanitizer.append("{", at: offset..<offset + 1, to: &textState.scratch, log: &log)
      length = 1
    case .value(let value, let written):
      length = written
      guard hasRoom(in: output) else {
        log.record(.filledTooMuch, at: offset..<offset + written)
        break
      }
      textState.sanitizer.append(
        value: value, at: offset..<offset + written, to: &textState.scratch, log: &log)
    }
    emit(&output)
    return offset + length
  }
}
