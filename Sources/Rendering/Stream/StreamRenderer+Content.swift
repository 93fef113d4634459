import Bytes
import Diagnostics
import StyledText
import Styling

/// `display: none` and the text that a sheet puts into elements.
extension StreamRenderer {
  /// Whether what comes now is not shown.
  @inline(__always)
  var isHidden: Bool { specialCount > 0 && styles.content(wanted).isHidden }

  /// Goes over text that is not shown.
  ///
  /// - Returns: The offset of the next tag, or of the next sequence where they have a meaning.
  mutating func hiddenText(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    let tag = bytes.firstOffset(of: 0x3C, from: offset, to: bytes.count)
    let end = readsSequences ? bytes.firstOffset(of: 0x1B, from: offset, to: tag) : tag
    // Whether a carriage return ends a line depends on what follows.
    let isOpen = !isLast && end == bytes.count && bytes[end - 1] == 0x0D
    return isOpen ? end - 1 : end
  }

  /// Begins a text, at a place in the whole input, with what the sheet puts in front of it.
  mutating func beginText(at place: Int, to output: inout StreamBuffer) {
    textStart = place
    let host = styles.head(StreamStyles.host)
    guard host.isSpecial else { return }
    // The host is open as long as the text goes on.
    if styles.content(StreamStyles.host).isHidden { specialCount = 1 }
    insert(.before, of: StreamStyles.host, at: place, &output)
  }

  /// Takes note of an element that is hidden or a box, or that the sheet puts text into; its tag is
  /// at a place in the whole input.
  mutating func enterSpecial(
    _ style: StyleID, inside outer: StyleID, at place: Int, _ output: inout StreamBuffer
  ) {
    if styles.head(style).isBox { enterBox(style, inside: outer, at: place, &output) }
    guard styles.content(style).isSpecial else { return }
    specialCount += 1
    insert(.before, of: style, at: place, &output)
  }

  /// Ends the innermost element, which is such a one.
  mutating func leaveSpecial(at place: Int, _ output: inout StreamBuffer) {
    if styles.content(wanted).isSpecial {
      insert(.after, of: wanted, at: place, &output)
      specialCount -= 1
    }
    if styles.head(wanted).isBox { leaveBox(&output) }
  }

  /// Writes what the sheet puts into an element whose tag is at a place in the whole input, in a
  /// style of its own.
  mutating func insert(
    _ part: PseudoElement, of style: StyleID, at place: Int, _ output: inout StreamBuffer
  ) {
    guard let (own, text) = styles.insertion(part, of: style) else { return }
    guard hasRoom(in: output) else {
      return log.record(.filledTooMuch, at: place - log.base..<place - log.base)
    }
    let isBox = styles.head(own).isBox
    if isBox { enterBox(own, inside: style, at: place, &output) }
    insert(text, in: own, &output)
    if isBox { leaveBox(&output) }
  }

  /// Whether something may be put into the line: one that is laid out is kept as a whole.
  func hasRoom(in output: borrowing StreamBuffer) -> Bool {
    !isRecording || output.count - (recorded.lineEnds.last ?? 0) <= MarkupLimits.mostFilled
  }

  /// Writes a text that is no part of the markup.
  mutating func insert(_ text: [UInt8], in style: StyleID, _ output: inout StreamBuffer) {
    endRun(&output)
    let outer = wanted
    wanted = style
    textState.sanitizer.append(0..<text.count, of: text.span, to: &textState.scratch, log: &log)
    emit(&output)
    endRun(&output)
    wanted = outer
  }
}
