import Bytes
import Diagnostics
import Styling

extension TreeBuilder {
  // MARK: Tags

  mutating func token(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
    if token.kind == .incomplete || token.kind == .endOfInput { return offset }
    read(token, in: bytes)
    return token.range.upperBound
  }

  private mutating func read(_ token: MarkupToken, in bytes: Span<UInt8>) {
    log.recordProblem(of: token, in: bytes)
    switch token.kind {
    case .text:
      if token.isKeptStartTag {
        elements.keepStartTag(token.element, isCut: token.problem == .elementCutByLine)
      }
      appendText(token.range, in: bytes)
    case .endTag, .startTag:
      outsideGraphics(at: token.range) { builder in
        if token.kind == .startTag {
          let isEmpty = token.isSelfClosing || token.element.isVoid
          builder.begin(
            token.element, isEmpty: isEmpty, at: token.range, length: token.range.count
          ) { $0.style(of: token, among: $1, in: bytes) }
        } else {
          builder.end(token, in: bytes)
        }
      }
    case .comment, .reference, .incomplete, .endOfInput: break
    }
  }

  /// Runs `body` outside of the style that sequences have set, which is inside of all elements.
  mutating func outsideGraphics(at range: Range<Int>, _ body: (inout TreeBuilder) -> Void) {
    let set = graphics.entered
    if set != 0 { leaveGraphics(for: graphics.tokenizer.graphics(set).link) }
    body(&self)
    if set != 0 { takeUpGraphics(set, at: range.upperBound) }
  }

  // MARK: Calls of readers

  /// Appends a token of a reader: an end tag, text, a comment or a reference.
  package mutating func append(
    _ token: MarkupToken, _ reference: CharacterReference?, in bytes: Span<UInt8>, at source: Int
  ) {
    beginCall(at: source - token.range.lowerBound)
    guard let reference else { return read(token, in: bytes) }
    append(reference, of: token, in: bytes)
  }

  /// Opens an element of markup, or adds one without content.
  ///
  /// The tag's value is a range of `bytes`, and `source` its offset in the input; `markup` is only
  /// called for a new tag.
  package mutating func open(
    _ tag: MadeTag, isEmpty: Bool, in bytes: Span<UInt8>, at source: Int, markup: () -> [UInt8]
  ) {
    beginCall(at: source)
    outsideGraphics(at: 0..<0) { builder in
      if builder.styles.isFull, builder.tree == nil { builder.renewStyles() }
      builder.begin(tag.element, isEmpty: isEmpty, at: 0..<0, length: tag.length) {
        $0.style(of: tag, among: $1, at: 0..<0, in: bytes) { builder, _ in
          let markup = markup()
          var tokenizer = MarkupTokenizer()
          _ = tokenizer.token(at: 0, in: markup.span, isLast: true)
          return StartTag(
            tag.element, attributes: tokenizer.attributes, in: markup.span,
            options: builder.styles.options, log: &builder.log)
        }
      }
    }
  }

  /// Appends text in which only line feeds and control sequences are markup.
  package mutating func append(markup range: Range<Int>, in bytes: Span<UInt8>, at source: Int) {
    beginCall(at: source - range.lowerBound)
    let bytes = bytes.extracting(first: range.upperBound)
    var offset = range.lowerBound
    while offset < range.upperBound {
      if textStart == nil { beginText(at: source) }
      let isLineFeed = bytes[offset] == 0x0A
      if isLineFeed || readsSequences && bytes[offset] == 0x1B {
        if isLineFeed { endHeldLine(at: offset) }
        offset = max(offset + 1, step(at: offset, in: bytes, isLast: true))
        continue
      }
      let end = bytes.firstOffset(from: offset + 1, to: range.upperBound) {
        $0 .== SIMD16(repeating: 0x0A) .| $0 .== SIMD16(repeating: 0x1B)
      }
      if tree != nil || !isHidden { appendText(offset..<end, in: bytes) }
      offset = end
    }
    text.showUnseen(in: bytes, &line)
  }

  // MARK: Elements

  /// Opens an element, or adds one without content.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - name: Its name if HTML does not have it.
  ///   - isEmpty: True for an element without content.
  ///   - tag: The range of its start tag.
  ///   - length: The bytes of the tag that are kept with it.
  ///   - style: Returns its style for the number of its siblings.
  /// - Returns: True if it is open.
  @discardableResult
  mutating func begin(
    _ element: MarkupElement, name: String? = nil, isEmpty: Bool, at tag: Range<Int>, length: Int,
    _ style: (inout TreeBuilder, Int?) -> StyleID
  ) -> Bool {
    if styles.options.form.isDocument { closeElements(impliedBy: element, at: tag) }
    children += 1
    let count = siblingCount(of: element, at: tag)
    if element.isVoid, tree == nil, isHidden { return false }
    guard isEmpty || elements.hasCapacity(forTagOf: length) else {
      elements.ignore(element)
      log.record(.nestingTooDeep, at: tag)
      return false
    }
    endRun()
    let style = style(&self, count)
    let entry = entry(of: element, at: tag.lowerBound)
    if !isEmpty {
      elements.open(entry, name: name)
      let filled = usesPlaceholders ? styles[style].tag?.size ?? 0 : 0
      elements.noteTag(of: max(length, filled))
    }
    let depth = elements.depth + (isEmpty ? 1 : 0)
    enter(style, entry, depth: depth, tag: tag)
    appendContent(of: element, at: tag)
    if element == .code { beginCode() }
    guard isEmpty else { return true }
    endRun()
    leave(entry, depth: depth)
    return false
  }

  /// An entry for an element at an offset of the current bytes.
  func entry(of element: MarkupElement, at offset: Int) -> OpenElements.Entry {
    OpenElements.Entry(
      offset: offset + log.base, outer: current.index,
      siblings: Int32(truncatingIfNeeded: children), outerElement: self.element, element: element)
  }

  /// Enters an element; `depth` is the number of open elements with it.
  mutating func enter(_ style: StyleID, _ entry: OpenElements.Entry, depth: Int, tag: Range<Int>) {
    let outer = current
    current = style
    children = 0
    if styles.summary(style).isFiltered { filter?.enter(styles[style].tag?.classes ?? []) }
    enterElement(style, source: tag)
    openScript(entry.element, depth: depth)
    if styles.options.showsLinkTargets, styles.options.form.isDocument,
      let link = styles[style].tag?.targetToShow
    {
      open.address = OpenAddress(link)
    }
    let summary = styles.summary(style)
    guard summary.isSpecial else { return }
    if summary.isBlock { addBlockEdge(style) }
    if summary.isBox { openBox(inside: outer, entry.element, at: entry.offset, depth: depth) }
    guard styles[style].altersContent else { return }
    open.specialCount += 1
    if styles[style].isHidden { open.hidesText = true }
    insert(
      .before, of: style, at: tree == nil ? entry.offset : tag.upperBound + log.base,
      tag: entry.offset)
  }

  /// Numbers an element, if elements are kept or numbered.
  private mutating func enterElement(_ style: StyleID, source: Range<Int>) {
    if let tree {
      element = tree.enter(styles[style], in: element, source: line.moved(source))
    } else if let last = lastElement {
      lastElement = last &+ 1
      element = last &+ 1
    }
  }

  /// Leaves an element that was closed.
  package mutating func leave(_ entry: OpenElements.Entry, depth: Int, at end: Int? = nil) {
    let link = targetToShow()
    if styles.summary(current).isSpecial, styles[current].altersContent {
      insert(.after, of: current, at: end.map { $0 + log.base } ?? entry.offset, tag: entry.offset)
      open.specialCount -= 1
    }
    closeBox(depth: depth)
    closeScript(depth: depth)
    if styles.summary(current).isFiltered { filter?.leave(styles[current].tag?.classes ?? []) }
    if styles.summary(current).isBlock { addBlockEdge(nil) }
    current = StyleID(index: entry.outer)
    children = Int(entry.siblings)
    element = entry.outerElement
    if let link { showTarget(link) }
  }

  mutating func end(_ token: MarkupToken, in bytes: Span<UInt8>) {
    if elements.isOpen(token.element) { endRun() }
    let end = tree == nil ? nil : token.range.lowerBound
    var crossed: [OpenElements.Entry] = []
    switch elements.close(token.element, crossed: { crossed.append($0) }) {
    case .closed(let count, let last):
      var depth = elements.depth + count
      for entry in crossed {
        leave(entry, depth: depth, at: end)
        depth -= 1
      }
      leave(last, depth: depth, at: end)
    case .ignored: break
    case .stray where elements.takeKeptStartTag(token.element):
      appendText(token.range, in: bytes)
      if elements.hasCutStartTag(token.element) {
        log.record(.lateEndTag, at: token.range, about: token.element.name)
      }
    case .stray: log.record(.strayEndTag, at: token.range, about: "</\(token.element.name)>")
    }
    for entry in crossed { log.recordCrossing(of: entry, by: token.element) }
  }

  /// The target of the current element, if its text does not show it.
  ///
  /// `mutating`, because otherwise each call would copy the builder.
  private mutating func targetToShow() -> String? {
    guard styles.options.showsLinkTargets, !isHidden, let link = styles[current].tag?.targetToShow,
      open.address?.isComplete != true
    else { return nil }
    // A fragment of the document itself is no address.
    return styles.options.form.isDocument && link.hasPrefix("#") ? nil : link
  }

  /// Appends the target of a link that ends as text outside of it.
  mutating func showTarget(_ link: String) {
    let suffix = Array(LinkTarget.suffix(link).utf8)
    let start = line.bytes.count
    line.append(0..<suffix.count, of: suffix.span, current, element: element)
    shapeScripts(from: start)
    text.observe(0..<suffix.count, of: suffix.span, &line)
  }

  // MARK: Styles

  /// The number of elements in the parent of one, if it is known.
  mutating func siblingCount(of element: MarkupElement, at tag: Range<Int>) -> Int? {
    guard let found = siblings?.next() else { return nil }
    if found.isFirstUncounted { log.record(.uncountedSiblings, at: tag, about: element.name) }
    return found.count
  }

  /// The position of an element among its siblings, if the stylesheet tests it.
  mutating func position(among count: Int? = nil) -> SiblingPosition? {
    styles.resolver.needsSiblingPositions ? SiblingPosition(index: children, count: count) : nil
  }

  /// The style of an element in the innermost open one.
  ///
  /// Without a tag number it is not expected again. The stylesheet may test its position among
  /// siblings; `start` is only called for a new tag.
  mutating func style(
    tag: Int32?, _ position: SiblingPosition? = nil, at range: Range<Int>,
    _ start: (inout TreeBuilder) -> StartTag
  ) -> StyleID {
    // The elements of a text that is read whole keep their positions.
    let place = tree == nil ? position.map { styles.resolver.placeNumber(of: $0) } : nil
    let tag = position == nil || place != nil ? tag : nil
    if let tag, let known = styles.child(of: current, tag: tag, place: place) { return known }
    let start = start(&self)
    let style = styles.style(of: start, inside: current, position: position)
    if styles.hasDiagnostics { recordFindings(about: start, at: range) }
    if let tag { styles.setChild(style, of: current, tag: tag, place: place) }
    return style
  }

  private mutating func style(
    of token: MarkupToken, among count: Int?, in bytes: Span<UInt8>
  ) -> StyleID {
    if styles.isFull, tree == nil { renewStyles() }
    let position = position(among: count)
    let opens =
      !token.isSelfClosing && !token.element.isVoid && ScriptElement(token.element) == nil
      && !(styles.options.readsByLine && tokenizer.endsOnItsLine(token))
    let tag =
      position == nil
      ? styles.tags.number(
        of: token.range, in: bytes, kind: opens ? TagNumbers.openingTag : TagNumbers.emptyTag) : nil
    return style(tag: tag, position, at: token.range) {
      StartTag(
        token.element, attributes: $0.tokenizer.attributes, in: bytes, source: $0.tree?.source,
        options: $0.styles.options, log: &$0.log)
    }
  }

  /// Records the resolver's findings about a tag.
  mutating func recordFindings(about tag: StartTag?, at range: Range<Int>) {
    for var finding in styles.takeDiagnostics() {
      let own = tag?.range(ofStyleFinding: finding)
      if log.isAboutDocument, own != nil || finding.location == nil { finding.severity = .note }
      // The bytes at hand are not always those of the source.
      if tree != nil, styles.options.form != .markdown, !styles.options.form.isData {
        if finding.location == nil, let source = tree?.source {
          let range = SourceRange(source, range)
          finding.location = range.location
          finding.excerpt = SourceExcerpt(range)
        }
        sheetFindings.append(finding)
      } else if let own {
        log.append(finding, at: own)
      } else if finding.location != nil {
        sheetFindings.append(finding)
      } else {
        log.append(finding, at: range)
      }
    }
  }

  // MARK: Hidden and generated text

  /// Skips hidden text; returns the offset of the next tag, or of the next sequence if they have a
  /// meaning.
  mutating func hiddenText(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    let tag = bytes.firstOffset(of: 0x3C, from: offset, to: bytes.count)
    let end = readsSequences ? bytes.firstOffset(of: 0x1B, from: offset, to: tag) : tag
    // A carriage return ends a line or not, depending on the next byte.
    let isOpen = !isLast && end == bytes.count && bytes[end - 1] == 0x0D
    return isOpen ? end - 1 : end
  }

  /// Appends the generated text of an element, as an element of its own; offsets are those in the
  /// whole input.
  mutating func insert(_ pseudoElement: PseudoElement, of style: StyleID, at offset: Int, tag: Int)
  {
    guard let (own, generated) = styles.generated(pseudoElement, of: style) else { return }
    let source = offset - log.base..<offset - log.base
    guard hasCapacity(for: generated.count, at: source) else { return }
    endRun()
    let (outer, outerElement) = (current, element)
    let depth = elements.depth + 2
    current = own
    enterElement(own, source: source)
    if styles.summary(own).isBox {
      openBox(inside: style, styles.summary(style).element, at: tag, depth: depth)
    }
    text.sanitizer.append(0..<generated.count, of: generated.span, to: &text.scratch, log: &log)
    emit(source: source)
    endRun()
    closeBox(depth: depth)
    current = outer
    element = outerElement
  }

  /// Counts text that is added to the line, which is kept whole until it is written; returns false
  /// if it is too much.
  mutating func hasCapacity(for count: Int, at range: Range<Int>) -> Bool {
    line.filledBytes += count
    if line.filledBytes <= MarkupLimits.mostFilled { return true }
    log.record(.filledTooMuch, at: range)
    return false
  }

  /// Ends the current paragraph at the start or end of a block.
  private mutating func addBlockEdge(_ style: StyleID?) {
    endRun()
    endScriptLine()
    endBoxes()
    endCodeLine()
    line.owedSpace = nil
    text.endWord(&line)
    if tree != nil {
      tree?.addBlockEdge(isStart: style != nil, of: element, &line, current)
    } else {
      line.blockEdges.append(StyledLines.BlockEdge(offset: line.bytes.count, style: style))
    }
    line.lineStart = line.bytes.count
    plain.search?.end = line.bytes.count
  }

  // MARK: Boxes

  /// Opens the box of the current element; `added` are bytes that a loop has not committed to the
  /// line yet.
  mutating func openBox(
    inside outer: StyleID, _ element: MarkupElement, at offset: Int, depth: Int,
    behind added: Int = 0
  ) {
    guard open.boxes.count < MarkupLimits.deepestBoxNesting else {
      return log.record(.boxNestedTooDeep, of: element, at: offset)
    }
    endWord()
    let start = line.bytes.count + added
    open.boxes.append(
      OpenBox(index: line.boxes.count, depth: depth, element: element, offset: offset))
    line.boxes.append(
      StyledLines.Box(
        range: start..<start, style: current, outer: outer, element: self.element,
        depth: open.boxes.count - 1))
  }

  /// Closes the box of an element, unless its line has closed it or it has none.
  mutating func closeBox(depth: Int, behind added: Int = 0) {
    guard let last = open.boxes.last, last.depth == depth else { return }
    endWord()
    _ = endBox(behind: added)
  }

  /// Closes all boxes at the end of their line; the rest of the elements has no box.
  mutating func endBoxes() {
    while let last = open.boxes.last {
      if endBox() { record(.boxCutByLine, of: last) }
    }
  }

  /// Closes the innermost box; returns false if it was too long for one.
  private mutating func endBox(behind added: Int = 0) -> Bool {
    let box = open.boxes.removeLast()
    let start = line.boxes[box.index].range.lowerBound
    let end = line.bytes.count + added
    line.boxes[box.index].range = start..<end
    guard end - start > MarkupLimits.longestBox else { return true }
    line.boxes[box.index].isTooLong = true
    record(.boxTooLong, of: box)
    return false
  }

  /// Makes the outermost box text if it has become too long; returns the box.
  package mutating func takeLongBox() -> StyledLines.Box? {
    guard let first = open.boxes.first,
      line.bytes.count - line.boxes[first.index].range.lowerBound > MarkupLimits.longestBox
    else { return nil }
    record(.boxTooLong, of: first)
    open.boxes.removeFirst()
    let box = line.boxes.remove(at: first.index)
    for index in open.boxes.indices { open.boxes[index].index -= 1 }
    return box
  }

  private mutating func record(_ problem: MarkupProblem, of box: OpenBox) {
    log.record(problem, of: box.element, at: box.offset)
  }

  /// Ends a word, and the text of `sup` and `sub`, at the edge of a box.
  private mutating func endWord() {
    endScriptLine()
    text.endWord(&line)
  }
}
