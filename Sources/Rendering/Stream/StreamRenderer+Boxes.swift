import Bytes
import CellLayout
import Diagnostics
import StyledText

/// A box of one line: its measures as far as plain text needs them, and what its parts look like.
struct StreamBox {
  let plain: PlainBox
  /// The style around it.
  var outer: StyleID
  /// The look of its text.
  var text: LookID
  /// The look of the blanks in it.
  var filling: LookID
  /// The look of the blanks beside it.
  var outside: LookID
}

/// A box that is open in a stream.
struct OpenBox {
  /// Its number in `StreamStyles.boxes` and `boxParts`.
  var box: Int
  /// The look of its text.
  var look: LookID

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
  /// Begins the box of an element whose tag is at a place in the whole input.
  @inline(never)
  mutating func enterBox(
    _ style: StyleID, inside outer: StyleID, at place: Int, _ output: inout StreamBuffer
  ) {
    boxElements += 1
    guard openBoxes.count < MarkupLimits.deepestBox,
      let box = styles.boxNumber(style, inside: outer)
    else { return }
    let parts = styles.boxParts[box]
    let look = parts.text
    endWord(&output)
    guard !isFlat else {
      return openBoxes.append(
        OpenBox(
          box: box, look: look, outerStart: 0, start: 0, number: boxElements,
          element: styles.head(style).element, place: place, followsText: false))
    }
    let outerStart = output.count
    let followsText = unsafe outerStart > 0 ? output.bytes[outerStart - 1] != 0x0A : isInsideLine
    writeBlanks(parts.plain.margin.left, parts.outside, &output)
    writeBlanks(parts.plain.padding.left, parts.filling, &output)
    takeUp(look, &output)
    if openBoxes.isEmpty, !recordsText {
      isRecording = true
      if options.isHTML { textEncoder = .terminal(options.target) }
    }
    recorded.start(look, at: output.count)
    openBoxes.append(
      OpenBox(
        box: box, look: look, outerStart: outerStart, start: output.count, number: boxElements,
        element: styles.head(style).element, place: place, followsText: followsText))
  }

  /// Writes the box of an element in the innermost open one that holds nothing but printable ASCII
  /// and tabs.
  ///
  /// `enterBox` and `leaveBox` would write the same bytes.
  /// - Returns: False where it takes those two.
  @inline(never)
  mutating func writePlainBox(
    _ style: StyleID, _ text: Range<Int>, in bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) -> Bool {
    guard openBoxes.isEmpty, !recordsText, !options.isHTML, !isFlat, !text.isEmpty,
      styles.head(style).isVerbatim,
      bytes.firstOffset(of: 0x09, from: text.lowerBound, to: text.upperBound) == text.upperBound,
      let box = styles.boxNumber(style, inside: wanted),
      let fit = styles.boxParts[box].plain.fit(text.count)
    else { return false }
    let parts = styles.boxParts[box]
    let filling = parts.filling
    endWord(&output)
    writeBlanks(parts.plain.margin.left, parts.outside, &output)
    writeBlanks(parts.plain.padding.left, filling, &output)
    takeUp(parts.text, &output)
    writeBlanks(fit.left, filling, &output)
    if fit.kept > 0 {
      takeUp(parts.text, &output)
      output.appendBlocks(text.lowerBound..<text.lowerBound + fit.kept, of: bytes)
    }
    textState.sanitizer.passBase()
    if fit.hasSign {
      takeUp(filling, &output)
      output.append(contentsOf: styles.boxes[box].signText)
    }
    writeBlanks(fit.right, filling, &output)
    writeBlanks(parts.plain.padding.right, filling, &output)
    writeBlanks(parts.plain.margin.right, parts.outside, &output)
    if fit.hasSign {
      // No cluster goes on across the edge of a box.
      lookStart = output.count
      if !clusterStart.isEmpty { dropClusterStart() }
    }
    return true
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
      if endBox(&output) { log.record(.boxCutByLine, of: last.element, at: last.place) }
    }
  }

  /// Writes the innermost box.
  ///
  /// - Returns: Whether it was one: not too long.
  @discardableResult
  private mutating func endBox(_ output: inout StreamBuffer) -> Bool {
    endWord(&output)
    let open = openBoxes.removeLast()
    guard !isFlat else {
      writeFlatSpace(styles.boxParts[open.box].outside, &output)
      return true
    }
    let isInside = recordsText || !openBoxes.isEmpty
    let count = output.count - open.start
    guard count + open.laidOutBytes <= MarkupLimits.longestBox else {
      log.record(.boxTooLong, of: open.element, at: open.place)
      if !isInside { write(takeText(of: open, &output), &output) }
      return false
    }
    let parts = styles.boxParts[open.box]
    let (plain, filling) = (parts.plain, parts.filling)
    var isASCII = false
    var fit: PlainBox.Fit?
    if isInside || !options.isHTML, output.isPrintableASCII(from: open.start) {
      fit = plain.fit(count)
    }
    if let fit, let last = recorded.starts.last, last.offset == open.start,
      last.look == open.look, fit.left == 0 || filling == open.look
    {
      if !isInside { stopRecording() }
      output.removeLast(count - fit.kept)
      output.insert(repeating: 0x20, count: fit.left, at: open.start)
      writeEnd(of: open, fit, filling, &output)
      isASCII = !fit.hasSign
    } else if let fit, !isInside {
      writeLooks(of: open, fit, filling, &output)
      writeEnd(of: open, fit, filling, &output)
      isASCII = !fit.hasSign
    } else {
      let content = takeText(of: open, &output)
      let laidOut = styles.boxes[open.box].layOut(
        content, followsText: open.followsText, filling: Int(filling.index))
      if laidOut.standsOut { styles.layoutFindings.found.insert(.standsOut) }
      write(laidOut, &output)
    }
    writeBlanks(plain.padding.right, filling, &output)
    writeBlanks(plain.margin.right, parts.outside, &output)
    if !openBoxes.isEmpty {
      openBoxes[openBoxes.count - 1].laidOutBytes +=
        open.laidOutBytes + count - (output.count - open.start)
    } else if recordsText {
      if output.count > open.outerStart {
        recorded.atoms.append(open.outerStart..<output.count)
      }
    } else if !isASCII {
      // No cluster goes on across the edge of a box.
      lookStart = output.count
      if !clusterStart.isEmpty { dropClusterStart() }
    }
    return true
  }

  /// Writes the text of an outermost box, which is printable ASCII in several looks, as far as it
  /// stays, with the blanks before it.
  private mutating func writeLooks(
    of open: OpenBox, _ fit: PlainBox.Fit, _ filling: LookID, _ output: inout StreamBuffer
  ) {
    boxText.removeAll(keepingCapacity: true)
    output.copy(open.start..<open.start + fit.kept, to: &boxText)
    output.removeLast(output.count - open.start)
    isRecording = false
    current = open.look
    writeBlanks(fit.left, filling, &output)
    for index in recorded.starts.indices {
      let (start, look) = (recorded.starts[index].offset - open.start, recorded.starts[index].look)
      let next = index + 1
      let end = next < recorded.starts.count ? recorded.starts[next].offset - open.start : fit.kept
      guard start < min(end, fit.kept) else { continue }
      takeUp(look, &output)
      output.append(start..<min(end, fit.kept), of: boxText.span)
    }
    recorded.starts.removeAll(keepingCapacity: true)
  }

  /// Writes what comes behind the text of a box that is printable ASCII.
  @inline(__always)
  private mutating func writeEnd(
    of open: OpenBox, _ fit: PlainBox.Fit, _ filling: LookID, _ output: inout StreamBuffer
  ) {
    if fit.hasSign {
      takeUp(filling, &output)
      output.append(contentsOf: styles.boxes[open.box].signText)
    }
    writeBlanks(fit.right, filling, &output)
  }

  /// Takes the text of a box out of the output, which goes on where it began, in its look.
  private mutating func takeText(
    of open: OpenBox, _ output: inout StreamBuffer
  ) -> OwnedText {
    let content = recordedText(from: open.start, output)
    output.removeLast(output.count - open.start)
    while let last = recorded.starts.last, last.offset >= open.start {
      recorded.starts.removeLast()
    }
    current = open.look
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
  ) -> OwnedText {
    var content = OwnedText()
    var bytes: [UInt8] = []
    var index = recorded.starts.lastIndex { $0.offset <= start } ?? recorded.starts.count
    while index < recorded.starts.count {
      let look = recorded.starts[index]
      index += 1
      let end = index < recorded.starts.count ? recorded.starts[index].offset : output.count
      bytes.removeAll(keepingCapacity: true)
      output.copy(look.offset..<end, to: &bytes)
      content.append(0..<bytes.count, of: bytes.span, Int(look.look.index))
    }
    return content
  }

  private mutating func stopRecording() {
    isRecording = false
    if options.isHTML { textEncoder = outputEncoder }
    while !recorded.starts.isEmpty { recorded.starts.removeLast() }
  }

  private mutating func write(_ text: OwnedText, _ output: inout StreamBuffer) {
    var start = 0
    for part in text.parts {
      write(Array(text.bytes[start..<part.end]), LookID(index: Int32(part.owner)), &output)
      start = part.end
    }
    hidden = nil
  }

  @inline(__always)
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

  // MARK: Flat text

  /// Writes the space behind a box that is just its text, unless there is one.
  private mutating func writeFlatSpace(_ look: LookID, _ output: inout StreamBuffer) {
    let followsText =
      unsafe output.count > 0 ? output.bytes[output.count - 1] != 0x0A : isInsideLine
    guard followsText, flatSpaceEnd != output.count else { return }
    takeUp(look, &output)
    output.append(0x20)
    flatSpaceEnd = output.count
  }

  /// Takes that space back where nothing has followed.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func takeFlatSpace(_ output: inout StreamBuffer) -> Bool {
    guard isFlat, flatSpaceEnd == output.count, flatSpaceEnd > 0 else { return false }
    output.removeLast(1)
    flatSpaceEnd = -1
    return true
  }

  // MARK: Parts

  /// Keeps what is in boxes back at the end of a part.
  mutating func holdBoxes(_ output: inout StreamBuffer) {
    hasFlatSpace = takeFlatSpace(&output)
    if isFlat { return }
    while let first = openBoxes.first,
      output.count - first.start + first.laidOutBytes > MarkupLimits.longestBox
    {
      writeOutermost(first, &output)
    }
    guard let first = openBoxes.first else { return }
    unsafe heldBoxes.append(contentsOf: output.bytes[first.start...])
    output.removeLast(output.count - first.start)
    moveBoxes(by: -first.start)
  }

  /// Brings back what was kept back.
  mutating func takeBackBoxes(_ output: inout StreamBuffer) {
    if hasFlatSpace {
      output.append(0x20)
      flatSpaceEnd = output.count
    } else {
      flatSpaceEnd = -1
    }
    guard !openBoxes.isEmpty, !isFlat else { return }
    moveBoxes(by: output.count)
    output.append(contentsOf: heldBoxes)
    heldBoxes.removeAll(keepingCapacity: true)
  }

  /// Says that the output in which boxes are was moved.
  private mutating func moveBoxes(by distance: Int) {
    for index in recorded.starts.indices { recorded.starts[index].offset += distance }
    moveOpenBoxes(by: distance)
  }

  /// Says that the output in which boxes are was moved, together with the looks that are recorded.
  mutating func moveOpenBoxes(by distance: Int) {
    flatSpaceEnd += distance
    for index in openBoxes.indices {
      openBoxes[index].outerStart += distance
      openBoxes[index].start += distance
    }
  }

  /// Writes the outermost box, which has become too long, as text; the one in it is the outermost then.
  private mutating func writeOutermost(_ box: OpenBox, _ output: inout StreamBuffer) {
    log.record(.boxTooLong, of: box.element, at: box.place)
    let inner = openBoxes.count > 1 ? openBoxes[1] : nil
    let end = inner.map { $0.start - box.start } ?? output.count - box.start
    let content = recordedText(from: box.start, output)
    let last = current
    output.removeLast(output.count - box.start)
    openBoxes.removeFirst()
    stopRecording()
    current = box.look
    var text = OwnedText()
    text.append(content, in: 0..<end)
    write(text, &output)
    guard let inner else { return }
    takeUp(inner.look, &output)
    isRecording = true
    if options.isHTML { textEncoder = .terminal(options.target) }
    recorded.start(inner.look, at: output.count)
    moveOpenBoxes(by: output.count - inner.start)
    var rest = OwnedText()
    rest.append(content, in: end..<content.bytes.count)
    write(rest, &output)
    takeUp(last, &output)
  }
}
