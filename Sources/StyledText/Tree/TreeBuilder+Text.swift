import Bytes
import Diagnostics
import Styling

extension TreeBuilder {
  // MARK: Text of the markup

  mutating func text(at start: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    // The following characters are read as text.
    let end = max(start + 1, endOfText(from: start, in: bytes))
    return appendText(start..<end, in: bytes, isLast: isLast, stopsEarly: tree == nil)
  }

  /// The offset of the first byte from an offset on that is not plain text.
  private mutating func endOfText(from start: Int, in bytes: Span<UInt8>) -> Int {
    let brace = SIMD16<UInt8>(repeating: usesPlaceholders ? 0x7B : 0x3C)
    let escape = SIMD16<UInt8>(repeating: readsSequences ? 0x1B : 0x3C)
    let lessThan = SIMD16<UInt8>(repeating: 0x3C)
    let ampersand = SIMD16<UInt8>(repeating: 0x26)
    let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
    return bytes.firstOffset(from: start, to: bytes.count) { block in
      (block .== lessThan) .| (block .== ampersand) .| (block .== lineFeed) .| (block .== brace)
        .| (block .== escape)
    }
  }

  /// Appends text without markup, and returns the offset of the next step; the start of the range
  /// if more input is needed.
  ///
  /// With `stopsEarly` the next step continues after a replaced character, because text after it is
  /// mostly plain.
  @discardableResult
  mutating func appendText(
    _ range: Range<Int>, in bytes: Span<UInt8>, isLast: Bool = true, stopsEarly: Bool = false
  ) -> Int {
    var offset = range.lowerBound
    if styles.options.placeholders.areMarks { offset = appendMarks(in: range, of: bytes) }
    let end = range.upperBound
    while offset < end {
      guard styles.summary(current).isVerbatim, text.allowsCopying, !isHidden else {
        return changedText(offset..<end, in: bytes, isLast: isLast)
      }
      let stop = text.sanitizer.verbatimEnd(from: offset, to: end, in: bytes)
      if stop > offset {
        open.address?.compare(offset..<stop, of: bytes)
        line.append(
          offset..<stop, of: bytes, current, element: element,
          source: text.takeSource(joining: offset..<stop))
        text.note(offset..<stop, in: bytes, &line)
        offset = stop
        continue
      }
      text.showUnseen(in: bytes, &line)
      let used = text.sanitizer.replace(
        at: offset, before: bytes.count, in: bytes, isLast: isLast, to: &text.scratch, log: &log)
      if used == 0 { return offset }
      emitReplacement(source: offset..<offset + used)
      offset += used
      if stopsEarly { return offset }
    }
    return offset
  }

  /// Appends text up to its last mark, with the values of the marks; returns the offset of the
  /// rest.
  private mutating func appendMarks(in range: Range<Int>, of bytes: Span<UInt8>) -> Int {
    var (start, offset) = (range.lowerBound, range.lowerBound)
    while offset < range.upperBound {
      guard
        let value = styles.options.placeholders.value(
          ofMarkAt: offset, before: range.upperBound, in: bytes)
      else {
        offset += 1
        continue
      }
      let mark = offset..<offset + 4
      appendText(start..<offset, in: bytes.extracting(first: offset))
      text.showUnseen(in: bytes, &line)
      open.address?.compare(0..<value.count, of: value.span)
      if hasCapacity(for: value.count, at: mark) {
        text.sanitizer.append(value: value, at: mark, to: &text.scratch, log: &log)
      }
      emit(source: mark)
      offset = mark.upperBound
      start = offset
    }
    return start
  }

  /// Appends text that is transformed or hidden, or has bidirectional controls.
  private mutating func changedText(
    _ range: Range<Int>, in bytes: Span<UInt8>, isLast: Bool
  ) -> Int {
    open.address = nil
    text.showUnseen(in: bytes, &line)
    let end = range.upperBound
    // In CRLF, the line feed is the line break.
    let hasReturn =
      end < bytes.count && bytes[end] == 0x0A && !range.isEmpty && bytes[end - 1] == 0x0D
    let textEnd = hasReturn ? end - 1 : end
    let used = text.sanitizer.append(
      range.lowerBound..<textEnd, of: bytes, isLast: isLast || end < bytes.count,
      to: &text.scratch, log: &log)
    let next = used == textEnd ? end : used
    emit(source: range.lowerBound..<next)
    return next
  }

  // MARK: References and placeholders

  mutating func reference(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
    if token.kind == .incomplete { return offset }
    if token.kind == .reference, let reference = tokenizer.reference {
      append(reference, of: token, in: bytes)
    } else {
      log.recordProblem(of: token, in: bytes)
      appendText(token.range, in: bytes)
    }
    return token.range.upperBound
  }

  mutating func append(
    _ reference: CharacterReference, of token: MarkupToken, in bytes: Span<UInt8>
  ) {
    log.recordProblem(of: token, in: bytes)
    text.sanitizer.append(reference, at: token.range, to: &text.scratch, log: &log)
    emit(source: token.range)
  }

  mutating func placeholder(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    let length: Int
    switch styles.options.placeholders.match(
      at: offset, before: bytes.count, in: bytes, isLast: isLast)
    {
    case .incomplete: return offset
    case .brace:
      length = 2
      text.sanitizer.append("{", at: offset..<offset + 2, to: &text.scratch, log: &log)
    case .text:
      length = 1
      log.recordMisspelling(
        at: offset, before: bytes.count, in: bytes, of: styles.options.placeholders)
      text.sanitizer.append("{", at: offset..<offset + 1, to: &text.scratch, log: &log)
    case .value(let value, let written):
      length = written
      guard hasCapacity(for: value.count, at: offset..<offset + written) else { break }
      text.sanitizer.append(
        value: value, at: offset..<offset + written, to: &text.scratch, log: &log)
    }
    emit(source: offset..<offset + length)
    return offset + length
  }

  // MARK: Safe text

  /// Appends `scratch`, transformed; a line feed in it breaks the line, and a letter at its end
  /// that depends on the next one stays until the run ends.
  mutating func emit(source: Range<Int>, isEndOfRun: Bool = false) {
    text.scratchSource = text.takeSource(joining: source)
    guard !text.scratch.isEmpty, !text.sanitizer.holdsBidirectional else { return }
    // Taken out, so that it is read while the rest changes.
    var safe: [UInt8] = []
    swap(&safe, &text.scratch)
    let written = text.scratchSource
    if isHidden {
      tree?.hide(safe, in: element, source: line.moved(written))
      text.scratchSource = 0..<0
      return
    }
    var start = 0
    while let lineFeed = safe[start...].firstIndex(of: 0x0A) {
      transform(start..<lineFeed, of: safe, source: written, isEnd: true)
      appendLineFeed(source: written)
      start = lineFeed + 1
    }
    start += transform(start..<safe.count, of: safe, source: written, isEnd: isEndOfRun)
    safe.removeSubrange(0..<start)
    if safe.isEmpty { text.scratchSource = 0..<0 }
    swap(&safe, &text.scratch)
  }

  /// Appends `scratch` if the style does not change it: mostly the picture of a control character.
  private mutating func emitReplacement(source: Range<Int>) {
    guard text.isPicture else { return emit(source: source) }
    var picture: [UInt8] = []
    swap(&picture, &text.scratch)
    line.append(
      0..<picture.count, of: picture.span, current, element: element,
      source: text.takeSource(joining: source))
    picture.removeAll(keepingCapacity: true)
    swap(&picture, &text.scratch)
    text.transformer.observeBreak()
  }

  /// Appends safe text, transformed; returns the number of bytes used.
  @discardableResult
  mutating func transform(
    _ range: Range<Int>, of safe: [UInt8], source: Range<Int>, isEnd: Bool
  ) -> Int {
    guard !range.isEmpty else { return 0 }
    line.payOwedSpace(before: range.lowerBound, of: safe.span)
    let content = styles[current]
    let start = line.bytes.count
    let used = text.transformer.append(
      range, of: safe.span, style: content.style,
      language: CasingLanguage(tag: content.language), isEnd: isEnd, to: &line.bytes)
    line.extend(from: start, current, element: element, source: source)
    shapeScripts(from: start)
    return used - range.lowerBound
  }

  /// Completes the text that waits for the end of a run.
  mutating func endRun() {
    if !text.isSettled {
      text.sanitizer.finishRun(in: &text.scratch, log: &log)
      emit(source: text.scratchSource, isEndOfRun: true)
    }
    guard !text.scratchSource.isEmpty else { return }
    // Text that was dropped at its end is part of its source.
    line.extendSource(text.takeSource(joining: 0..<0), current, element: element)
  }

  // MARK: Lines

  package mutating func endLine(at source: Range<Int>) {
    if isHidden, tree != nil {
      tree?.hide([0x0A], in: element, source: line.moved(source))
      return
    }
    let showsNothing = open.hidesText && isLineEmpty
    let length = line.bytes.count
    (open.hidesText, open.hidesLineFeed) = (false, false)
    // In CRLF, the carriage return is dropped.
    let source = text.isSettled ? text.takeSource(joining: source) : source
    endRun()
    if separatesLines {
      closeText()
      textStart = nil
    }
    endScriptLine()
    endBoxes()
    text.sanitizer.passBase()
    if isSearchedLineLong { log.record(.lineTooLong, at: source) }
    let hidesMatches = findMatches(isWhole: true, at: source)
    // Of a line that is hidden altogether, the line break is hidden, too.
    let isLeftOut = leavesOutLine()
    defer { filter?.beginLine(at: line.bytes.count) }
    guard !isLeftOut, !hidesMatches, !showsNothing || line.bytes.count > length else {
      open.hidesLineFeed = true
      return
    }
    line.lineEnds.append(line.bytes.count)
    appendLineFeed(source: source)
    plain.search?.end = line.bytes.count
  }

  /// True if the line has no text so far, and none that waits.
  var isLineEmpty: Bool {
    mutating get { text.isSettled && open.boxes.isEmpty && !line.isInsideLine }
  }

  /// Breaks the line, as `<br>` does; in a box of one line it is a space.
  mutating func breakLine(source: Range<Int>) {
    guard !isHidden else {
      tree?.hide([0x0A], in: element, source: line.moved(source))
      return
    }
    guard open.boxes.isEmpty else {
      text.sanitizer.append(" ", at: source, to: &text.scratch, log: &log)
      return emit(source: source)
    }
    endRun()
    text.sanitizer.passBase()
    // Of a line that is hidden altogether, the line break is hidden, too.
    if endCodeLine(at: source) { return }
    appendLineFeed(source: source)
    if document.code.depth != nil { plain.search?.end = line.bytes.count }
  }

  private mutating func appendLineFeed(source: Range<Int>) {
    endScriptLine()
    endBoxes()
    line.owedSpace = nil
    line.append(
      repeating: 0x0A, count: 1, current, element: element,
      source: text.takeSource(joining: source))
    line.lineStart = line.bytes.count
    text.observeLineFeed(&line)
  }

  // MARK: Raised and lowered text

  mutating func openScript(_ element: MarkupElement, depth: Int) {
    guard let kind = ScriptElement(element), open.scripts.count < ScriptElement.deepest else {
      return
    }
    // It makes a line of its own small, as in the heads of many READMEs.
    if kind == .subscript, styles.options.form.isForeign, line.isAtLineStart { return }
    open.scripts.append(OpenScript(kind: kind, depth: depth, style: current, element: self.element))
  }

  /// Ends the text of an element, if it is `sup` or `sub`.
  mutating func closeScript(depth: Int) {
    guard let last = open.scripts.last, last.depth == depth else { return }
    endScript(open.scripts.count - 1)
    open.scripts.removeLast()
  }

  /// Ends the line in all open `sup` and `sub`.
  mutating func endScriptLine() {
    for index in open.scripts.indices.reversed() { endScript(index) }
  }

  /// Adds the marks that the text from an offset on needs.
  mutating func shapeScripts(from start: Int) {
    guard !open.scripts.isEmpty, start < line.bytes.count else { return }
    var start = start
    // Around another element with text there are parentheses.
    for index in open.scripts.indices.dropLast() { enclose(index, &start) }
    let index = open.scripts.count - 1
    guard open.scripts[index].state != .enclosed else { return }
    var (first, held) = (start, 0)
    if case .held(let known, let count) = open.scripts[index].state {
      (first, held) = (known, count)
    }
    if let count = open.scripts[index].kind.count(of: line.bytes[start...]),
      held + count <= ScriptElement.longest
    {
      open.scripts[index].state = .held(start: first, count: held + count)
    } else {
      enclose(index, &start)
    }
  }

  /// Inserts the opening parenthesis of raised or lowered text, unless it is there already.
  ///
  /// `start`, where the text that does not wait begins, moves by its length.
  private mutating func enclose(_ index: Int, _ start: inout Int) {
    let script = open.scripts[index]
    guard script.state != .enclosed else { return }
    var position = start
    if case .held(let known, _) = script.state { position = known }
    open.scripts[index].state = .enclosed
    let mark = script.kind.opening
    line.insert(mark, at: position, script.style, element: script.element)
    start += mark.count
    if let sigma = text.transformer.undecidedOffset, sigma >= position {
      text.transformer.outputWasMoved(by: mark.count)
    }
  }

  private mutating func endScript(_ index: Int) {
    let script = open.scripts[index]
    switch script.state {
    case .empty: return
    case .enclosed:
      let end = line.sourceEnd
      line.append(
        repeating: ScriptElement.closing, count: 1, script.style, element: script.element,
        source: end..<end)
    case .held(let start, _): line.replace(from: start) { script.kind.shown($0) }
    }
    open.scripts[index].state = .empty
  }
}

/// An open `sup` or `sub`.
package struct OpenScript {
  let kind: ScriptElement

  /// The number of open elements with it.
  let depth: Int

  /// The style and element of its marks.
  var style: StyleID
  var element: Int32

  /// The state of its text on this line.
  var state = State.empty

  enum State: Hashable {
    case empty
    /// The text from an offset on has characters that all have forms; it waits for the rest.
    case held(start: Int, count: Int)
    /// It is in parentheses.
    case enclosed
  }
}
