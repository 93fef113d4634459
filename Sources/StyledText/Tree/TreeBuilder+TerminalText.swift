import Bytes
import Diagnostics
import Styling

extension TreeBuilder {
  // MARK: Text that was written for a terminal

  /// Reads text in which control sequences set the style, and nothing is markup.
  mutating func terminalToken(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    // The layout of a document knows its styles by their numbers.
    let isDocument = styles.options.form.isDocument
    if graphics.tokenizer.hasManyStates || styles.isFull, tree == nil, !isDocument {
      forgetGraphics()
    }
    let token = graphics.tokenizer.token(at: offset, in: bytes, isLast: isLast, log: &log)
    if graphics.tokenizer.endsHeldLine { appendHeldLine(before: token.end) }
    if token.breaksLine {
      endGraphicsLine(for: graphics.tokenizer.graphics(token.state).link)
      if tree != nil || !isHidden { endLine(at: offset..<offset) }
    }
    switch token.kind {
    case .incomplete, .endOfInput: return offset
    case .dropped: break
    case .text:
      takeUpGraphics(token.state, at: token.text.lowerBound)
      guard tree != nil || !isHidden else { break }
      appendText(token.text, in: bytes.extracting(first: token.text.upperBound))
    case .lineFeed where isDocument:
      leaveGraphics()
      append(text: token.text, in: bytes)
    case .lineFeed:
      endGraphicsLine(for: graphics.tokenizer.graphics(token.state).link)
      guard tree != nil || !isHidden else { break }
      endLine(at: token.text)
    case .shown:
      takeUpGraphics(token.state, at: token.text.lowerBound)
      guard tree != nil || !isHidden else { break }
      let visible = TextSanitizer.sanitized(Array(String(token.text, of: bytes).utf8), form: .text)
      text.sanitizer.append(0..<visible.count, of: visible.span, to: &text.scratch, log: &log)
      emit(source: token.text)
    }
    return token.end
  }

  /// Appends the text of a line held as cells, which ends at an offset in the current bytes.
  private mutating func appendHeldLine(before end: Int) {
    let (runs, start, isRedrawn) = graphics.tokenizer.takeHeldLine()
    graphics.redrawsLine = isRedrawn
    // A stream has the start of the line no longer.
    append(runs, at: tree == nil ? end..<end : max(0, min(start - log.base, end))..<end)
    // Nothing of the line was written before, and its end may come at once.
    if tree == nil, open.hidesText { line.isAfterText = false }
  }

  /// Appends the text of a line that is still held as cells, because nothing of it follows; it ends
  /// at an offset in the current bytes.
  package mutating func endHeldLine(at end: Int) {
    if graphics.tokenizer.holdsLine { appendHeldLine(before: end) }
  }

  private mutating func append(_ runs: [CursorLine.Run], at source: Range<Int>) {
    for run in runs {
      takeUpGraphics(run.state, at: source.lowerBound)
      guard tree != nil || !isHidden else { continue }
      text.sanitizer.append(value: run.text, at: source, to: &text.scratch, log: &log)
      emit(source: source)
    }
  }

  /// True if a line held as cells has changed since it was shown.
  package var hasLineNews: Bool { mutating get { graphics.tokenizer.hasNews } }

  /// Appends the current text of a line that stays held as cells.
  ///
  /// - Parameter fits: Returns true if the line can be shown again, for the appended text and the
  ///   column where it begins.
  /// - Returns: False if it is not shown now.
  package mutating func appendLineNews(_ fits: (StyledLines, Int) -> Bool) -> Bool {
    let (known, before) = (log, self.line)
    let line = graphics.tokenizer.line
    append(graphics.tokenizer.heldRuns, at: 0..<0)
    leaveGraphics()
    text.sanitizer.passBase()
    log = known
    graphics.redrawsLine = line.isRedrawn
    if fits(self.line, line.firstColumn) {
      graphics.tokenizer.line.wasShown()
      return true
    }
    self.line = before
    graphics.redrawsLine = false
    guard graphics.tokenizer.endUnmovedLine() else {
      graphics.tokenizer.line.wasLeft()
      return false
    }
    appendHeldLine(before: 0)
    return true
  }

  /// Drops all states but the current one.
  private mutating func forgetGraphics() {
    leaveGraphics(for: graphics.tokenizer.graphics(graphics.tokenizer.state).link)
    renewStyles()
    graphics.forgetStates()
  }

  // MARK: What sequences have set

  /// Enters the style of a state, inside of the open elements.
  package mutating func takeUpGraphics(_ number: Int32, at offset: Int) {
    guard number != graphics.entered else { return }
    leaveGraphics(for: graphics.tokenizer.graphics(number).link)
    guard number != 0 else { return }
    let style = graphicsStyle(number)
    graphics.entered = number
    graphics.outer = current
    graphics.offset = offset + log.base
    graphics.outerElement = element
    enter(style, entry(of: .ansi, at: offset), depth: elements.depth + 1, tag: offset..<offset)
  }

  /// Returns to the style of the open elements, and shows the target of the link unless it is
  /// `nextLink`, that of the next text.
  mutating func leaveGraphics(for nextLink: String? = nil) {
    endRun()
    guard graphics.entered != 0 else { return }
    let link =
      styles.options.showsLinkTargets && !isHidden
      ? graphics.tokenizer.graphics(graphics.entered).link : nil
    graphics.entered = 0
    if styles.summary(current).isSpecial, styles[current].altersContent {
      insert(.after, of: current, at: graphics.offset, tag: graphics.offset)
      open.specialCount -= 1
    }
    if styles.summary(current).isFiltered { filter?.leave(styles[current].tag?.classes ?? []) }
    current = graphics.outer
    element = graphics.outerElement
    if let link, link != nextLink { showTarget(link) }
  }

  /// Ends the element of the current state with its line, as `TerminalTextConverter` does, if that
  /// makes a difference.
  private mutating func endGraphicsLine(for nextLink: String?) {
    guard graphics.entered != 0,
      styles.summary(current).isSpecial
        || styles.options.showsLinkTargets && styles[current].tag?.link != nil
    else { return }
    leaveGraphics(for: nextLink)
  }

  /// The style of a state in the innermost element.
  private mutating func graphicsStyle(_ number: Int32) -> StyleID {
    let tag = styles.tags.number(ofState: number)
    if let known = styles.child(of: current, tag: tag) { return known }
    guard let start = graphics.tokenizer.graphics(number).tag else { return current }
    return style(tag: tag, at: 0..<0) { _ in start }
  }

  // MARK: In markup

  /// Reads a sequence in markup; returns the same offset if more input is needed.
  mutating func sequence(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    guard
      let end = graphics.tokenizer.appliedSequence(at: offset, in: bytes, isLast: isLast, log: &log)
    else {
      if tree == nil, isHidden { return offset + 1 }
      text.sanitizer.append(offset..<offset + 1, of: bytes, to: &text.scratch, log: &log)
      emit(source: offset..<offset + 1)
      return offset + 1
    }
    guard styles.options.sequences == .apply else {
      graphics.tokenizer.reset()
      return end
    }
    if graphics.tokenizer.hasManyStates || styles.isFull, tree == nil { forgetGraphics() }
    takeUpGraphics(graphics.tokenizer.state, at: offset)
    return end
  }
}

/// The style that control sequences have set: an element inside of all others, whose states have
/// numbers.
package struct OpenGraphics: ~Copyable {
  package var tokenizer: TerminalTextTokenizer

  /// The number of the state of text; 0 for the style of the elements alone.
  package var entered: Int32 = 0

  /// The start, in the whole input, of text with that style.
  package var offset = 0

  /// The style and number of the innermost element around it.
  package var outer = StyleID.host
  var outerElement: Int32 = 0

  /// True if the text of the line overwrites what was shown of it.
  package var redrawsLine = false

  package var sequences = ShortSequences()

  init(_ options: MarkupOptions) { tokenizer = TerminalTextTokenizer(options) }

  /// Drops all states but the current one; their numbers change.
  mutating func forgetStates() {
    tokenizer.forgetStates()
    sequences = ShortSequences()
  }
}
