import Bytes
import CellLayout
import Diagnostics
import StyledText
import Styling
import TerminalOutput

extension StreamRenderer {
  // MARK: Text

  /// Brings the terminal into the style of the text that comes now.
  @inline(__always)
  mutating func takeUpStyle(_ output: inout StreamBuffer) {
    takeUp(styles.head(wanted).look, &output)
  }

  @inline(__always)
  mutating func takeUp(_ look: LookID, _ output: inout StreamBuffer) {
    guard current != look else { return }
    if isRecording {
      if look != .standard || !recordsText { recorded.start(look, at: output.count) }
    } else {
      styles.looks.appendChange(from: current, to: look, into: &output)
      lookStart = output.count
      if !clusterStart.isEmpty { dropClusterStart() }
    }
    current = look
  }

  mutating func text(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    guard styles.head(wanted).isVerbatim, textState.allowsCopying else {
      return changedText(at: start, in: bytes, isLast: isLast, to: &output)
    }
    var offset = start
    while offset < bytes.count {
      let copied = offset
      offset = copyText(from: offset, in: bytes, to: &output)
      if offset > copied {
        textState.note(copied..<offset, in: bytes, &output)
        if textState.transformer.isUndecided { textState.showUnseen(in: bytes, &output) }
        // It may have stopped at the end of a cluster, where the look changes.
        continue
      }
      switch bytes[offset] {
      case 0x3C, 0x26, 0x0A: return offset
      case 0x7B where usesPlaceholders: return offset
      case 0x1B where readsSequences: return offset
      default: break
      }
      textState.showUnseen(in: bytes, &output)
      let used = textState.sanitizer.replace(
        at: offset, before: bytes.count, in: bytes, isLast: isLast, to: &textState.scratch,
        log: &log)
      emitReplacement(&output)
      if used == 0 { return offset }
      offset += used
      if textState.sanitizer.holdsBidirectional { return offset }
    }
    return offset
  }

  /// Text that is transformed, or that holds bidirectional controls: up to the next tag or line.
  mutating func changedText(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x3C, bytes[end] != 0x26, bytes[end] != 0x0A,
      !(bytes[end] == 0x7B && usesPlaceholders), !(bytes[end] == 0x1B && readsSequences)
    {
      end += 1
    }
    // Of CRLF, the line feed is the line break.
    let hasReturn =
      end < bytes.count && bytes[end] == 0x0A && end > start && bytes[end - 1] == 0x0D
    let textEnd = hasReturn ? end - 1 : end
    let used = textState.sanitizer.append(
      start..<textEnd, of: bytes, isLast: isLast || end < bytes.count, to: &textState.scratch,
      log: &log)
    emit(&output)
    return used == textEnd ? end : used
  }

  /// Writes what is in `scratch`, transformed; a line break in it is one.
  ///
  /// A letter at its end that the next one may decide about stays there until the run ends.
  mutating func emit(_ output: inout StreamBuffer, isEndOfRun: Bool = false) {
    guard !textState.scratch.isEmpty, !textState.sanitizer.holdsBidirectional else { return }
    // Taken out, so that it is read while the rest is written.
    var text: [UInt8] = []
    swap(&text, &textState.scratch)
    var start = 0
    while let lineFeed = text[start...].firstIndex(of: 0x0A) {
      emit(start..<lineFeed, of: text, isEnd: true, &output)
      // Recorded, the line feed is text that may become a space.
      endScriptLine(&output)
      if !openBoxes.isEmpty { endBoxes(&output) }
      if recordsText { takeUpStyle(&output) }
      writeLineFeed(to: &output)
      start = lineFeed + 1
    }
    start += emit(start..<text.count, of: text, isEnd: isEndOfRun, &output)
    text.removeSubrange(0..<start)
    swap(&text, &textState.scratch)
  }

  /// Writes what is in `scratch` where the style does not change it: mostly a picture of a control.
  mutating func emitReplacement(_ output: inout StreamBuffer) {
    guard textState.isPicture, !styles.looks[styles.head(wanted).look].isBlank else {
      return emit(&output)
    }
    write(textState.scratch, styles.head(wanted).look, &output)
    textState.scratch.removeAll(keepingCapacity: true)
    textState.transformer.observeBreak()
  }

  /// - Returns: How many of the bytes were used.
  @discardableResult
  mutating func emit(
    _ range: Range<Int>, of text: [UInt8], isEnd: Bool, _ output: inout StreamBuffer
  ) -> Int {
    guard !range.isEmpty else { return 0 }
    let used = textState.transform(
      range, of: text, in: styles.content(wanted), isEnd: isEnd, &output)
    guard !textState.transformed.isEmpty else { return used }
    if !scripts.isEmpty, holdScript(textState.transformed, &output) { return used }
    let text = textState.transformed
    let look = styles.head(wanted).look
    guard !styles.looks[look].isBlank else {
      textState.dropTransformed()
      hide(text[...], look, &output)
      return used
    }
    let kept = min(continuation(0..<text.count, of: text.span, output), text.count)
    textState.write(0..<kept, by: textEncoder, to: &output)
    guard kept < text.count else { return used }
    takeUpStyle(&output)
    textState.write(kept..<text.count, by: textEncoder, to: &output)
    return used
  }

  /// Writes blanks instead of a text; what of it belongs to the hidden cluster before keeps its look.
  mutating func hide(_ text: ArraySlice<UInt8>, _ look: LookID, _ output: inout StreamBuffer) {
    var rest = Array(text)
    if var run = hidden, run.end == output.count {
      let kept = run.look == look ? rest.count : run.text.continuation(of: rest)
      writeBlanks(insteadOf: Array(rest[..<kept]), of: &run, &output)
      rest.removeFirst(kept)
    } else if !isRecording {
      // Text without cells leaves nothing, and is a border all the same.
      lookStart = output.count
      dropClusterStart()
    }
    guard !rest.isEmpty else { return }
    var run = HiddenRun(text: HiddenText(options.target.widthRules), look: look, end: output.count)
    writeBlanks(insteadOf: rest, of: &run, &output)
  }

  private mutating func writeBlanks(
    insteadOf text: [UInt8], of run: inout HiddenRun, _ output: inout StreamBuffer
  ) {
    let blanks = run.text.blanks(insteadOf: text)
    if !blanks.isEmpty {
      takeUp(run.look, &output)
      textEncoder.append(0..<blanks.count, of: blanks.span, to: &output)
    }
    run.end = output.count
    hidden = run
  }

  // MARK: Lines

  static let lineFeed: [UInt8] = [0x0A]

  /// Ends a line of the input.
  mutating func endLine(to output: inout StreamBuffer) {
    endRun(&output)
    if options.separatesLines {
      endGraphics(&output)
      closeAll(to: &output)
      children = 0
      isAtStart = true
    }
    endScriptLine(&output)
    if !openBoxes.isEmpty { endBoxes(&output) }
    if isFlat { takeFlatSpace(&output) }
    if recordsText { recorded.lineEnds.append(output.count) }
    breakLine(to: &output)
  }

  /// Goes on in another line; this one ends in the terminal's default state.
  mutating func breakLine(to output: inout StreamBuffer) {
    endRun(&output)
    textState.sanitizer.passBase()
    writeLineFeed(to: &output)
  }

  mutating func writeLineFeed(to output: inout StreamBuffer) {
    endScriptLine(&output)
    if !openBoxes.isEmpty { endBoxes(&output) }
    if isFlat { takeFlatSpace(&output) }
    takeUp(.standard, &output)
    output.append(0x0A)
    textState.observe(0..<1, of: Self.lineFeed.span, &output)
  }

  /// Completes what was kept back until the end of a run.
  mutating func endRun(_ output: inout StreamBuffer) {
    textState.sanitizer.finishRun(in: &textState.scratch, log: &log)
    emit(&output, isEndOfRun: true)
  }

  mutating func finish(to output: inout StreamBuffer) {
    endRun(&output)
    endGraphics(&output)
    closeAll(to: &output)
    if isFlat { takeFlatSpace(&output) }
    takeUp(.standard, &output)
  }

  /// Leaves the output in the default state, although the text is not at its end.
  mutating func interrupt(to output: inout StreamBuffer) {
    guard !recordsText else { return }
    if let box = openBoxes.first, !isFlat {
      styles.looks.appendChange(from: box.look, to: .standard, into: &output)
    } else {
      takeUp(.standard, &output)
    }
  }

  /// Closes the elements that have no end tag.
  mutating func closeAll(to output: inout StreamBuffer) {
    for index in 0..<open.depth { log.record(.unclosedElement, of: open[index]) }
    while let entry = open.closeInnermost() { leave(entry, to: &output) }
    open.removeAll()
    // Behind the line feed of the last line, no text of its own has begun.
    guard !isAtStart, styles.head(wanted).isSpecial else { return }
    insert(.after, of: wanted, at: textStart, &output)
  }
}

/// Hidden text that the text behind it may go on with.
struct HiddenRun {
  var text: HiddenText
  var look: LookID
  /// Where its blanks end in the output.
  var end: Int
}
