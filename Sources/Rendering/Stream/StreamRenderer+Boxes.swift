import Bytes
import CellLayout
import Diagnostics
import StyledText

/// A box of one line: its measures, and what its parts look like.
struct StreamBox {
  let cells: InlineBoxCells
  /// The look of its text.
  var text: LookID
  /// The look of the blanks in it.
  var filling: LookID
  /// The look of the blanks beside it.
  var outside: LookID
}

/// A box that is open in a stream.
struct OpenBox {
  var box: StreamBox

  /// Where it and its text begin in the output.
  var outerStart: Int
  var start: Int

  /// How many more bytes its text had before boxes inside it were laid out.
  var laidOutBytes = 0

  /// How many elements with boxes were open when it began, itself included.
  let number: Int

  /// Whose it is, and where its tag begins in the whole input.
  let element: MarkupElement
  let place: Int

  /// Whether anything stands before it in its line.
  let followsText: Bool
}

/// `display: inline-block`.
///
/// The text of a box goes into the output without sequences; its looks are recorded. Where the box
/// ends it is mostly plain text with blanks after it. Everything else is taken out again, laid out
/// and written.
extension StreamRenderer {
  /// Begins the box of an element.
  @inline(never)
  mutating func enterBox(
    _ style: StyleID, inside outer: StyleID, at place: Int, _ output: inout StreamBuffer
  ) {
    boxElements += 1
    guard openBoxes.count < MarkupLimits.deepestBox, let box = styles.box(style, inside: outer)
    else { return }
    endWord(&output)
    let outerStart = output.count
    let followsText = outerStart > 0 ? output.bytes[outerStart - 1] != 0x0A : isInsideLine
    writeBlanks(box.cells.margin.left, box.outside, &output)
    writeBlanks(box.cells.padding.left, box.filling, &output)
    takeUp(box.text, &output)
    if openBoxes.isEmpty, !recordsText {
      isRecording = true
      recorded.starts.removeAll(keepingCapacity: true)
      if options.isHTML { textEncoder = .terminal(options.target) }
    }
    recorded.start(box.text, at: output.count)
    openBoxes.append(
      OpenBox(
        box: box, outerStart: outerStart, start: output.count, number: boxElements,
        element: styles.head(style).element, place: place + log.base, followsText: followsText))
  }

  /// Ends the box of the innermost element, which has one unless its line has ended it.
  @inline(never)
  mutating func leaveBox(_ output: inout StreamBuffer) {
    if let last = openBoxes.last, last.number == boxElements { endBox(&output) }
    boxElements -= 1
  }

  /// Ends all boxes with their line; what is open goes on as text among other text.
  mutating func endBoxes(_ output: inout StreamBuffer) {
    while let last = openBoxes.last {
      if endBox(&output) { record(.boxCutByLine, of: last) }
    }
  }

  /// Writes the innermost box.
  ///
  /// - Returns: Whether it was one: not too long.
  @discardableResult
  private mutating func endBox(_ output: inout StreamBuffer) -> Bool {
    endWord(&output)
    let open = openBoxes.removeLast()
    let isInside = recordsText || !openBoxes.isEmpty
    let count = output.count - open.start
    guard count + open.laidOutBytes <= MarkupLimits.longestBox else {
      record(.boxTooLong, of: open)
      if !isInside { write(takeText(of: open, &output), &output) }
      return false
    }
    if let last = recorded.starts.last, last.offset == open.start, last.look == open.box.text,
      isInside || !options.isHTML, output.isPrintableASCII(from: open.start),
      let fit = open.box.cells.plainFit(count), fit.left == 0 || open.box.filling == open.box.text
    {
      if !isInside { stopRecording() }
      output.removeLast(count - fit.kept)
      if !fit.sign.isEmpty {
        takeUp(open.box.filling, &output)
        output.append(contentsOf: fit.sign)
      }
      output.insert(repeating: 0x20, count: fit.left, at: open.start)
      writeBlanks(fit.right, open.box.filling, &output)
    } else {
      let content = takeText(of: open, &output)
      write(
        open.box.cells.layOut(
          content, followsText: open.followsText, filling: open.box.filling), &output)
    }
    writeBlanks(open.box.cells.padding.right, open.box.filling, &output)
    writeBlanks(open.box.cells.margin.right, open.box.outside, &output)
    if !openBoxes.isEmpty {
      openBoxes[openBoxes.count - 1].laidOutBytes +=
        open.laidOutBytes + count - (output.count - open.start)
    } else if recordsText {
      if output.count > open.outerStart {
        recorded.atoms.append(open.outerStart..<output.count)
      }
    } else {
      // No cluster goes on across the edge of a box.
      lookStart = output.count
      clusterStart = []
    }
    return true
  }

  /// Takes the text of a box out of the output, which goes on where it began, in its look.
  private mutating func takeText(
    of open: OpenBox, _ output: inout StreamBuffer
  ) -> OwnedText<LookID> {
    let content = recordedText(from: open.start, output)
    output.removeLast(output.count - open.start)
    while let last = recorded.starts.last, last.offset >= open.start {
      recorded.starts.removeLast()
    }
    current = open.box.text
    if recordsText || !openBoxes.isEmpty {
      recorded.start(current, at: output.count)
    } else {
      stopRecording()
    }
    return content
  }

  /// The text from an offset on, where a look begins, with the looks that are recorded.
  private func recordedText(
    from start: Int, _ output: borrowing StreamBuffer
  ) -> OwnedText<LookID> {
    var content = OwnedText<LookID>()
    var index = recorded.starts.lastIndex { $0.offset <= start } ?? recorded.starts.count
    while index < recorded.starts.count {
      let look = recorded.starts[index]
      index += 1
      let end = index < recorded.starts.count ? recorded.starts[index].offset : output.count
      content.append(output.bytes[look.offset..<end], look.look)
    }
    return content
  }

  private mutating func stopRecording() {
    isRecording = false
    if options.isHTML { textEncoder = outputEncoder }
    recorded.starts.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ text: OwnedText<LookID>, _ output: inout StreamBuffer) {
    var start = 0
    for part in text.parts {
      write(Array(text.bytes[start..<part.end]), part.owner, &output)
      start = part.end
    }
  }

  private mutating func writeBlanks(
    _ count: Int, _ look: LookID, _ output: inout StreamBuffer
  ) {
    guard count > 0 else { return }
    takeUp(look, &output)
    output.append(repeating: 0x20, count: count)
  }

  /// No word, and no text of a `sup` or `sub`, goes on across the edge of a box.
  private mutating func endWord(_ output: inout StreamBuffer) {
    if !scripts.isEmpty { endScriptLine(&output) }
    if textState.transformer.isUndecided {
      let lineFeed = Self.lineFeed
      textState.observe(0..<1, of: lineFeed.span, &output)
    }
    textState.unseen = 0..<0
    textState.transformer.observeBreak()
    if hidden != nil { hidden = nil }
  }

  private mutating func record(_ problem: MarkupProblem, of box: OpenBox) {
    let name = box.element.name
    let start = box.place - log.base
    log.record(problem, at: start..<start + 1 + name.utf8.count, about: name)
  }

  // MARK: Parts

  /// Keeps what is in boxes back at the end of a part.
  mutating func holdBoxes(_ output: inout StreamBuffer) {
    while let first = openBoxes.first,
      output.count - first.start + first.laidOutBytes > MarkupLimits.longestBox
    {
      writeOutermost(first, &output)
    }
    guard let first = openBoxes.first else { return }
    heldBoxes.append(contentsOf: output.bytes[first.start...])
    output.removeLast(output.count - first.start)
    moveBoxes(by: -first.start)
  }

  /// Brings back what was kept back.
  mutating func takeBackBoxes(_ output: inout StreamBuffer) {
    guard !openBoxes.isEmpty else { return }
    moveBoxes(by: output.count)
    output.append(contentsOf: heldBoxes)
    heldBoxes.removeAll(keepingCapacity: true)
  }

  /// Says that the output in which boxes are was moved.
  private mutating func moveBoxes(by distance: Int) {
    for index in recorded.starts.indices { recorded.starts[index].offset += distance }
    moveOpenBoxes(by: distance)
  }

  /// The same where their looks were moved already.
  mutating func moveOpenBoxes(by distance: Int) {
    for index in openBoxes.indices {
      openBoxes[index].outerStart += distance
      openBoxes[index].start += distance
    }
  }

  /// Writes the outermost box, which has become too long, as text; the one in it is the outermost then.
  private mutating func writeOutermost(_ box: OpenBox, _ output: inout StreamBuffer) {
    record(.boxTooLong, of: box)
    let inner = openBoxes.count > 1 ? openBoxes[1] : nil
    let end = inner.map { $0.start - box.start } ?? output.count - box.start
    let content = recordedText(from: box.start, output)
    let last = current
    output.removeLast(output.count - box.start)
    openBoxes.removeFirst()
    stopRecording()
    current = box.box.text
    var text = OwnedText<LookID>()
    text.append(content, in: 0..<end)
    write(text, &output)
    guard let inner else { return }
    takeUp(inner.box.text, &output)
    isRecording = true
    if options.isHTML { textEncoder = .terminal(options.target) }
    recorded.start(inner.box.text, at: output.count)
    moveOpenBoxes(by: output.count - inner.start)
    var rest = OwnedText<LookID>()
    rest.append(content, in: end..<content.bytes.count)
    write(rest, &output)
    takeUp(last, &output)
  }
}
