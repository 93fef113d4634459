import Bytes
package import Diagnostics
import Styling

extension TreeBuilder {
  // MARK: Tokens of a document

  /// Reads a piece of HTML.
  ///
  /// Tree construction is that of the HTML Standard, §13.2.6, without moved or additional elements:
  /// a tag ends elements around it or begins one, and text stays in its place.
  mutating func documentToken(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    let byte = bytes[offset]
    switch document.advance(at: offset, in: bytes, isLast: isLast, base: log.base) {
    case .passed(let end): return end
    case .text: return plainCharacter(at: offset, in: bytes)
    case .shown: break
    }
    switch byte {
    case 0x3C: return documentTag(at: offset, in: bytes, isLast: isLast)
    case 0x26: return documentReference(at: offset, in: bytes, isLast: isLast)
    case 0x0A, 0x0C, 0x0D: return documentBreak(at: offset, in: bytes, isLast: isLast)
    case 0x7B where usesPlaceholders:
      document.dropsLineFeed = false
      return placeholder(at: offset, in: bytes, isLast: isLast)
    default:
      document.dropsLineFeed = false
      let end = endOfDocumentText(from: offset + 1, in: bytes)
      if tree == nil, isHidden { return end }
      return appendText(offset..<end, in: bytes, isLast: isLast, stopsEarly: tree == nil)
    }
  }

  /// True if line feeds in the next text become spaces: for `white-space-collapse: collapse`, not for
  /// `preserve-breaks` (CSS Text 4 §3.1).
  var collapsesLineFeeds: Bool {
    switch styles[current].block?.style.whiteSpace ?? .normal {
    case .normal, .nowrap: true
    case .pre, .preWrap, .preLine, .breakSpaces: false
    }
  }

  /// The offset of the first byte that is not plain text, or ends a line.
  private mutating func endOfDocumentText(from start: Int, in bytes: Span<UInt8>) -> Int {
    let brace = SIMD16<UInt8>(repeating: usesPlaceholders ? 0x7B : 0x3C)
    let ampersand = SIMD16<UInt8>(repeating: 0x26)
    let lessThan = SIMD16<UInt8>(repeating: 0x3C)
    let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
    let formFeed = SIMD16<UInt8>(repeating: 0x0C)
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    return bytes.firstOffset(from: start, to: bytes.count) { block in
      (block .== lessThan) .| (block .== ampersand) .| (block .== lineFeed) .| (block .== formFeed)
        .| (block .== carriageReturn) .| (block .== brace)
    }
  }

  /// Appends a `<` or `&` that is text.
  private mutating func plainCharacter(at offset: Int, in bytes: Span<UInt8>) -> Int {
    document.dropsLineFeed = false
    appendText(offset..<offset + 1, in: bytes)
    return offset + 1
  }

  private mutating func documentBreak(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    var end = offset + 1
    if bytes[offset] == 0x0D {
      guard end < bytes.count || isLast else { return offset }
      if end < bytes.count, bytes[end] == 0x0A { end += 1 }
    }
    let isDropped = document.dropsLineFeed && bytes[offset] != 0x0C
    document.dropsLineFeed = false
    if !isDropped { appendBreak(bytes[offset], at: offset..<end) }
    return end
  }

  /// Appends white space other than a space.
  private mutating func appendBreak(_ byte: UInt8, at source: Range<Int>) {
    if tree == nil, isHidden { return }
    guard byte == 0x0C || collapsesLineFeeds else { return breakLine(source: source) }
    if text.isSettled, open.scripts.isEmpty, line.oweLineBreak(current) {
      return text.endWord(&line)
    }
    text.sanitizer.append(" ", at: source, to: &text.scratch, log: &log)
    emit(source: source)
  }

  private mutating func documentReference(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Int {
    let token = document.tokenizer.token(at: offset, in: bytes, isLast: isLast)
    if token.kind == .incomplete { return offset }
    log.recordProblem(of: token, in: bytes)
    guard token.kind == .reference, let reference = document.tokenizer.reference else {
      return plainCharacter(at: offset, in: bytes)
    }
    document.dropsLineFeed = false
    if reference.first == "\n" {
      appendBreak(0x0A, at: token.range)
    } else {
      text.sanitizer.append(reference, at: token.range, to: &text.scratch, log: &log)
      emit(source: token.range)
    }
    return token.range.upperBound
  }

  private mutating func documentTag(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    let token = document.tokenizer.token(at: offset, in: bytes, isLast: isLast)
    if token.kind == .incomplete { return offset }
    document.dropsLineFeed = false
    log.recordProblem(of: token, in: bytes)
    switch token.kind {
    case .startTag: startElement(token, in: bytes)
    case .endTag: endElement(token, in: bytes)
    case .text: appendText(token.range, in: bytes)
    case .comment, .reference, .incomplete, .endOfInput: break
    }
    return token.range.upperBound
  }

  // MARK: Elements

  private mutating func startElement(_ token: MarkupToken, in bytes: Span<UInt8>) {
    let element = token.element
    if element.isLeftOut {
      if document.leaveOut(token, base: log.base) {
        log.record(.leftOutElement, at: token.range, about: element.name)
      }
      return
    }
    if elements.hasRoot(element) { return }
    let name = document.customName(of: token, in: bytes)
    let tag = MadeTag(element, variant: MadeTag.written, value: token.range)
    let isOpen = begin(
      element, name: name, isEmpty: element.isVoid, at: token.range, length: token.range.count
    ) {
      $0.style(of: tag, among: $1, at: token.range, in: bytes) {
        StartTag(
          element, name: name, declarations: $1,
          attributes: token.kind == .startTag ? $0.document.tokenizer.attributes : [], in: bytes,
          source: $0.tree?.source, options: $0.styles.options, log: &$0.log)
      }
    }
    guard isOpen else { return }
    if element.holdsRawText { document.raw = element }
    document.dropsLineFeed = element == .pre || element == .textarea
  }

  /// Closes the elements that the start of another one ends.
  mutating func closeElements(impliedBy element: MarkupElement, at tag: Range<Int>) {
    guard let depth = elements.depth(impliedBy: element) else { return }
    closeElements(to: depth, at: tag, by: "<\(element.name)>", isImplied: true)
  }

  /// Appends the text of an element without content, or what precedes its content.
  mutating func appendContent(of element: MarkupElement, at source: Range<Int>) {
    guard tree != nil || !isHidden else { return }
    let tag = styles[current].tag
    switch element {
    case .br: breakLine(source: source)
    case .wbr: append("\u{200B}", at: source)
    case .q: append("\u{201C}", at: source)
    case .input: append(tag?.inputText ?? "", at: source)
    case .img:
      guard let text = tag?.value(of: "alt") else {
        return log.record(.imageWithoutText, at: source, about: element.name)
      }
      append(text, at: source)
    default: break
    }
  }

  /// Appends text that is not in the document.
  private mutating func append(_ content: String, at source: Range<Int>) {
    let bytes = content.utf8.map { $0 == 0x0A && collapsesLineFeeds ? 0x20 : $0 }
    text.sanitizer.append(0..<bytes.count, of: bytes.span, to: &text.scratch, log: &log)
    emit(source: source)
  }

  private mutating func endElement(_ token: MarkupToken, in bytes: Span<UInt8>) {
    let element = token.element
    switch element {
    // What follows them still belongs to the body.
    case _ where elements.hasRoot(element): return
    case .br: return startElement(token, in: bytes)
    case _ where elements.takeIgnored(element): return
    default: break
    }
    let name = document.customName(of: token, in: bytes)
    end(element, name: name, at: token.range)
  }

  private mutating func end(_ element: MarkupElement, name: String?, at tag: Range<Int>) {
    func written() -> String { "</\(name ?? element.name)>" }
    guard let depth = elements.depth(endedBy: element, name: name) else {
      return log.record(.strayEndTag, at: tag, about: written())
    }
    closeElements(to: depth, at: tag, by: written(), isImplied: false)
  }

  /// Closes the innermost elements until `depth` are open; `isImplied` unless the tag is the end
  /// tag of the outermost one.
  private mutating func closeElements(
    to depth: Int, at range: Range<Int>, by tag: @autoclosure () -> String, isImplied: Bool
  ) {
    endRun()
    while elements.depth > depth {
      let index = elements.depth - 1
      log.recordCrossing(in: elements, closedTo: depth, by: tag, isImplied: isImplied)
      if elements[index].element == .q {
        append("\u{201D}", at: range.lowerBound..<range.lowerBound)
      }
      endRun()
      guard let entry = closeInnermost() else { return }
      leave(entry, depth: index + 1, at: tree == nil ? nil : range.lowerBound)
    }
  }

  // MARK: Styles

  /// The style of an element in the innermost open one; `start` decodes the start tag, with
  /// declarations for its context.
  mutating func style(
    of tag: MadeTag, among count: Int?, at range: Range<Int>, in bytes: Span<UInt8>,
    _ start: (inout TreeBuilder, [String]) -> StartTag
  ) -> StyleID {
    let element = tag.element
    let isNested = element.isList && elements.depth(ofAny: MarkupElement.lists) >= 0
    let number = styles.tags.number(of: tag, isNested: isNested, in: bytes)
    return style(tag: number, position(among: count), at: range) {
      var start = start(&$0, isNested ? ["margin-top: 0", "margin-bottom: 0"] : [])
      if element == .img, $0.styles[$0.current].link != nil { start.removeLink() }
      return start
    }
  }
}

// MARK: - Calls of readers

extension TreeBuilder: DocumentBuilder {
  package mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int,
    _ attributes: () -> [MadeTag.Attribute] = { [] }
  ) {
    beginCall(at: source)
    if tag.element.isVoid { text.showUnseen(in: bytes, &line) }
    begin(tag.element, isEmpty: tag.element.isVoid, at: 0..<0, length: tag.length) {
      let style = $0.style(of: tag, among: $1, at: 0..<0, in: bytes) {
        StartTag(
          tag.element, declarations: $1, attributes: attributes(), at: 0..<0,
          options: $0.styles.options, log: &$0.log)
      }
      // Text that the stylesheet inserts may continue a word.
      if $0.styles.summary(style).isSpecial { $0.text.showUnseen(in: bytes, &$0.line) }
      return style
    }
  }

  package mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int) {
    beginCall(at: source)
    guard styles.options.form.isDocument else {
      return outsideGraphics(at: 0..<0) {
        $0.end(MarkupToken(.endTag, 0..<0, element: element), in: bytes)
      }
    }
    if elements.last != element || styles.summary(current).isSpecial {
      text.showUnseen(in: bytes, &line)
    }
    if elements.takeIgnored(element) { return }
    end(element, name: nil, at: 0..<0)
  }

  mutating func beginCall(at source: Int) {
    setBase(source)
    if textStart == nil { beginText(at: source) }
    (document.dropsLineFeed, document.isAfterReturn) = (false, false)
  }

  package mutating func setBase(_ base: Int) {
    log.base = base
    if tree != nil { line.sourceBase = base }
  }

  package mutating func append(text range: Range<Int>, in bytes: Span<UInt8>) {
    let bytes = bytes.extracting(first: range.upperBound)
    var offset = range.lowerBound
    if document.isAfterReturn, offset < bytes.count, bytes[offset] == 0x0A { offset += 1 }
    document.isAfterReturn = false
    while offset < range.upperBound {
      let end = Self.endOfDocumentLine(from: offset, in: bytes)
      if end > offset {
        document.dropsLineFeed = false
        if tree != nil || !isHidden { appendText(offset..<end, in: bytes) }
        offset = end
      } else {
        text.showUnseen(in: bytes, &line)
        document.isAfterReturn = bytes[offset] == 0x0D && offset + 1 == bytes.count
        offset = documentBreak(at: offset, in: bytes, isLast: true)
      }
    }
  }

  package mutating func append(
    value range: Range<Int>, in bytes: Span<UInt8>, at source: Int, isLast: Bool
  ) -> Int {
    beginCall(at: source - range.lowerBound)
    if tree == nil, isHidden { return range.count }
    let end = appendText(range, in: bytes.extracting(first: range.upperBound), isLast: isLast)
    text.showUnseen(in: bytes, &line)
    return end - range.lowerBound
  }

  package mutating func append(terminalText range: Range<Int>, in bytes: Span<UInt8>) {
    // Nobody reads findings about the output of another program.
    let known = log
    let bytes = bytes.extracting(first: range.upperBound)
    graphics.tokenizer.beginText()
    var offset = range.lowerBound
    while offset < range.upperBound {
      let next = terminalToken(at: offset, in: bytes, isLast: true)
      text.showUnseen(in: bytes, &line)
      if next == offset { break }
      offset = next
    }
    endHeldLine(at: offset)
    leaveGraphics()
    graphics.tokenizer.reset()
    if graphics.tokenizer.hasManyStates {
      styles.tags.forgetStates(graphics.tokenizer.stateCount)
      graphics.forgetStates()
    }
    log = known
  }

  package mutating func appendLineFeed(in bytes: Span<UInt8>) {
    if tree == nil, line.blockEdges.last?.offset == line.bytes.count, collapsesLineFeeds {
      // Nothing shows at the start of a block.
      return
    }
    text.showUnseen(in: bytes, &line)
    appendBreak(0x0A, at: 0..<0)
  }

  package var hasBody: Bool { mutating get { styles.resolver.mentions("body") } }

  package var showsSpaces: Bool {
    mutating get { !document.dropsLineFeed && !document.isAfterReturn && collapsesLineFeeds }
  }

  private static func endOfDocumentLine(from start: Int, in bytes: Span<UInt8>) -> Int {
    let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
    let formFeed = SIMD16<UInt8>(repeating: 0x0C)
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    return bytes.firstOffset(from: start, to: bytes.count) { block in
      (block .== lineFeed) .| (block .== formFeed) .| (block .== carriageReturn)
    }
  }

  package mutating func note(_ finding: Diagnostic, at range: Range<Int>) {
    log.append(finding, at: range)
  }

  package mutating func endBytes(_ bytes: Span<UInt8>, dropping count: Int) {
    text.showUnseen(in: bytes, &line)
    document.willDrop(first: count)
  }

  package mutating func countSiblings(_ read: (inout SiblingCounter) -> Void) {
    siblings?.countSiblings(read)
  }

  package mutating func decidedEnd(before position: Int) -> Int {
    siblings?.decidedEnd(before: position) ?? position
  }
}

extension StartTag {
  fileprivate var inputText: String {
    let isChecked = value(of: "checked") != nil
    return switch value(of: "type")?.lowercasedASCII {
    case "checkbox": isChecked ? "\u{2611} " : "\u{2610} "
    case "hidden", "password": ""
    default: value(of: "value") ?? ""
    }
  }
}
