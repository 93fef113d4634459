import Bytes

/// Boxes of one line inside the text: `display: inline-block`.
extension AttributedTextBuilder {
  /// Begins the box of the innermost span.
  mutating func openBox() {
    guard openBoxes.count < MarkupLimits.deepestBox else { return }
    endWord()
    openBoxes.append(text.boxes.count)
    let start = text.bytes.count
    text.boxes.append(
      AttributedText.Box(
        range: start..<start, span: Int(open[open.count - 1]), depth: openBoxes.count - 1))
  }

  /// Ends the box of the innermost span, if that has one which is open.
  mutating func closeBoxOfSpan() {
    guard let box = openBoxes.last, text.boxes[box].span == Int(open[open.count - 1]) else {
      return
    }
    closeBox()
  }

  /// Ends the innermost box.
  mutating func closeBox() {
    endWord()
    _ = endBox(at: text.bytes.count)
  }

  /// - Returns: The number of the box; nil if it was too long to be one.
  private mutating func endBox(at end: Int) -> Int? {
    let box = openBoxes.removeLast()
    let start = text.boxes[box].range.lowerBound
    text.boxes[box].range = start..<end
    guard end - start > MarkupLimits.longestBox else { return box }
    text.boxes[box].isTooLong = true
    record(.boxTooLong, of: box)
    return nil
  }

  /// Ends all boxes at a line feed in a part of the text.
  mutating func endBoxes(atLineFeedIn part: Range<Int>) {
    // Those that look at lines themselves do it where they come to one.
    guard !openBoxes.isEmpty, scripts.isEmpty,
      let lineFeed = text.bytes[part].firstIndex(of: 0x0A)
    else { return }
    endBoxes(at: lineFeed)
  }

  /// Ends all boxes where the line ends: what is open goes on as text among other text.
  mutating func endBoxes(at end: Int) {
    while !openBoxes.isEmpty {
      if let box = endBox(at: end) { record(.boxCutByLine, of: box) }
    }
  }

  private mutating func record(_ problem: MarkupProblem, of box: Int) {
    let span = text.spans[text.boxes[box].span]
    // What the sheet puts into an element is found at its tag.
    let tagged = span.content.generated == nil ? span : text.spans[span.parent ?? 0]
    log.record(problem, at: tagged.source, about: span.content.tag?.element.name ?? "")
  }

  /// No word, and no text of a `sup` or `sub`, goes on across the edge of a box.
  private mutating func endWord() {
    endScriptLine()
    observeText()
    transformer.observe(0..<1, of: Self.wordEnd.span, in: &text.bytes)
    transformer.observeBreak()
  }

  private static let wordEnd: [UInt8] = [0x0A]
}
