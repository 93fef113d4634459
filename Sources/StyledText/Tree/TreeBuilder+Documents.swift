import Bytes
import Diagnostics
import Styling

extension TreeBuilder {
  // MARK: Tokens of a document

  /// Reads a piece of HTML.
  ///
  /// Tree construction is that of the HTML Standard, §13.2.6, without what moves elements or makes
  /// new ones: a tag ends elements around it or begins one, and text stays where it is.
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
    default:
      document.dropsLineFeed = false
      let end = endOfDocumentText(from: offset + 1, in: bytes)
      if tree == nil, isHidden { return end }
      return appendText(offset..<end, in: bytes, isLast: isLast, stopsEarly: tree == nil)
    }
  }

  /// True if runs of white space in the text that comes next show as one space.
  var collapsesWhiteSpace: Bool {
    switch styles[current].block?.style.whiteSpace ?? .normal {
    case .normal, .nowrap: true
    case .pre, .preWrap, .preLine, .breakSpaces: false
    }
  }

  /// Offset of the first byte that is more than text or ends a line.
  private func endOfDocumentText(from start: Int, in bytes: Span<UInt8>) -> Int {
    let ampersand = SIMD16<UInt8>(repeating: 0x26)
    let lessThan = SIMD16<UInt8>(repeating: 0x3C)
    let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
    let formFeed = SIMD16<UInt8>(repeating: 0x0C)
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    return bytes.firstOffset(from: start, to: bytes.count) { block in
      (block .== lessThan) .| (block .== ampersand) .| (block .== lineFeed) .| (block .== formFeed)
        .| (block .== carriageReturn)
    }
  }

  /// A `<` or `&` that is text.
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
    guard byte == 0x0C || collapsesWhiteSpace else { return breakLine(source: source) }
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
    if document.hasRoot(element) { return }
    if let depth = document.scopes.depth(impliedBy: element) {
      closeElements(to: depth, at: token.range, by: "<\(element.name)>", isImplied: true)
    }
    children += 1
    let count = siblingCount(of: token)
    if element.isVoid, tree == nil, isHidden { return }
    guard element.isVoid || elements.hasCapacity(forTagOf: token.range.count) else {
      elements.ignore(element)
      log.record(.nestingTooDeep, at: token.range)
      return
    }
    let name = document.customName(of: token, in: bytes)
    endRun()
    let style = style(of: token, name: name, among: count, in: bytes)
    let entry = OpenElements.Entry(
      offset: token.range.lowerBound + log.base, outer: current.index,
      siblings: Int32(truncatingIfNeeded: children), outerElement: self.element, element: element)
    if !element.isVoid {
      elements.open(entry)
      elements.noteTag(of: token.range.count)
      document.scopes.open(element, name: name)
    }
    let depth = elements.depth + (element.isVoid ? 1 : 0)
    enter(style, entry, depth: depth, tag: token.range)
    appendContent(of: element, at: token.range)
    if element == .code { beginCode() }
    guard element.isVoid else {
      if element.holdsRawText { document.raw = element }
      document.dropsLineFeed = element == .pre || element == .textarea
      return
    }
    endRun()
    leave(entry, depth: depth)
  }

  /// Appends the text that stands for an element, or begins it.
  private mutating func appendContent(of element: MarkupElement, at source: Range<Int>) {
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

  /// Appends text that stands in no text of the document.
  private mutating func append(_ content: String, at source: Range<Int>) {
    let bytes = content.utf8.map { $0 == 0x0A && collapsesWhiteSpace ? 0x20 : $0 }
    text.sanitizer.append(0..<bytes.count, of: bytes.span, to: &text.scratch, log: &log)
    emit(source: source)
  }

  private mutating func endElement(_ token: MarkupToken, in bytes: Span<UInt8>) {
    let element = token.element
    let name = document.customName(of: token, in: bytes)
    let written = "</\(name ?? element.name)>"
    switch element {
    // What follows them still belongs to the body.
    case _ where document.hasRoot(element): return
    case .br: return startElement(token, in: bytes)
    case _ where elements.takeIgnored(element): return
    default: break
    }
    guard let depth = document.scopes.depth(endedBy: element, name: name) else {
      return log.record(.strayEndTag, at: token.range, about: written)
    }
    closeElements(to: depth, at: token.range, by: written, isImplied: false)
  }

  /// Closes the innermost elements.
  ///
  /// - Parameters:
  ///   - depth: Number of elements that stay open.
  ///   - range: The tag that ends them.
  ///   - tag: The same tag as findings show it.
  ///   - isImplied: False if it is the end tag of the outermost one.
  private mutating func closeElements(
    to depth: Int, at range: Range<Int>, by tag: @autoclosure () -> String, isImplied: Bool
  ) {
    endRun()
    while elements.depth > depth {
      let index = elements.depth - 1
      if isImplied || index > depth, !elements[index].element.mayOmitEndTag {
        let name = name(ofElementAt: index)
        log.record(
          .crossedElement, at: tagRange(ofElementAt: index),
          about: "\(tag()) comes before </\(name)>")
      }
      if elements[index].element == .q {
        append("\u{201D}", at: range.lowerBound..<range.lowerBound)
      }
      endRun()
      guard let entry = closeInnermost() else { return }
      document.scopes.close()
      leave(entry, depth: index + 1, at: tree == nil ? nil : range.lowerBound)
    }
  }

  /// Makes findings of the elements whose end tags are missing at the end of the text.
  mutating func recordUnclosedElements() {
    guard styles.options.form.isDocument else {
      for index in 0..<elements.depth { log.record(.unclosedElement, of: elements[index]) }
      return
    }
    for index in 0..<elements.depth where !elements[index].element.mayOmitEndTag {
      let name = name(ofElementAt: index)
      log.record(.unclosedElement, at: tagRange(ofElementAt: index), about: name)
    }
    if let skipped = document.skipped {
      log.record(.unclosedElement, of: skipped.element, at: skipped.tag.lowerBound)
    }
  }

  /// The name of an open element.
  private func name(ofElementAt index: Int) -> String {
    document.scopes.customName(at: index) ?? elements[index].element.name
  }

  /// The `<` and name in the start tag of an open element, as offsets in the bytes at hand.
  private func tagRange(ofElementAt index: Int) -> Range<Int> {
    let start = elements[index].offset - log.base
    return start..<start + 1 + name(ofElementAt: index).utf8.count
  }

  // MARK: Styles

  /// The style of an element in the innermost open one.
  private mutating func style(
    of token: MarkupToken, name: String?, among count: Int?, in bytes: Span<UInt8>
  ) -> StyleID {
    let element = token.element
    let isNested =
      element.isList && document.scopes.depth(ofAny: MarkupElement.lists) >= 0
    let position =
      styles.resolver.needsSiblingPositions
      ? SiblingPosition(index: children, count: count) : nil
    let place = tree == nil ? position.map { styles.resolver.placeNumber(of: $0) } : nil
    let isCached = position == nil || place != nil
    var nested: OpenDocument.NestedList?
    if isCached {
      if isNested, position == nil {
        var tag: [UInt8] = []
        tag.append(token.range, of: bytes)
        let list = OpenDocument.NestedList(state: styles.head(current).state, tag: tag)
        nested = list
        if let known = document.style(of: list, generation: styles.generation) { return known }
      } else if !isNested,
        let known = styles.known(token.range, in: bytes, inside: current, place: place)
      {
        return known
      }
    }
    let isStart = token.kind == .startTag
    var tag = StartTag(
      element, name: name, declarations: isNested ? ["margin-top: 0", "margin-bottom: 0"] : [],
      attributes: isStart ? document.tokenizer.attributes : [], in: bytes,
      source: tree?.source, options: styles.options, log: &log)
    if element == .img, styles[current].link != nil { tag.removeLink() }
    let style = styles.style(of: tag, inside: current, position: position)
    if styles.hasDiagnostics { recordFindings(about: tag, at: token.range) }
    if let nested {
      document.keep(style, of: nested)
    } else if isCached, !isNested {
      styles.remember(
        style, token.range, of: bytes, inside: current, opens: true, place: place)
    }
    return style
  }
}

extension StartTag {
  /// The text that an `input` shows.
  fileprivate var inputText: String {
    let isChecked = value(of: "checked") != nil
    return switch value(of: "type")?.lowercasedASCII {
    case "checkbox": isChecked ? "\u{2611} " : "\u{2610} "
    case "hidden", "password": ""
    default: value(of: "value") ?? ""
    }
  }
}
