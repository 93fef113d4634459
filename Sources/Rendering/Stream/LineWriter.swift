import Bytes
import CellLayout
import StyledText
import TerminalOutput

/// Writes text of lines with its attributes as it is read, with its line breaks.
///
/// Every line is complete in itself: it ends in the default state and sets again what continues.
/// Attributes change where grapheme clusters begin. Output may be taken away at any time; the
/// writer keeps the state that it needs.
struct LineWriter: ~Copyable {
  var attributes: StreamAttributes

  /// The attributes that are set in the output.
  var current = AttributesID.standard

  /// Start offset, in the output, of the text in the current attributes.
  private var currentStart = 0

  /// Text in the current attributes that is gone from the output.
  private var clusterStart: [UInt8] = []

  /// The last hidden text.
  private var hidden: HiddenRun?

  /// The last box that was laid out, kept for its memory.
  private var box = BoxLayout()

  /// True if the line has text before the output's start.
  private var isInsideLine = false

  private let rules: WidthRules

  /// True if text is written without escapes.
  private let keepsText: Bool

  /// Hidden text that the text behind it may continue.
  private struct HiddenRun {
    var text: InvisibleText
    var attributes: AttributesID
    /// End offset of its blanks in the output.
    var end: Int
  }

  init(_ attributes: consuming StreamAttributes, rules: WidthRules) {
    keepsText = attributes.encoder.keepsText
    self.attributes = attributes
    self.rules = rules
  }

  // MARK: Text

  mutating func write(
    _ line: StyledLines, _ range: Range<Int>, _ styles: inout ComputedStyleTable,
    to output: inout StreamBuffer
  ) {
    var index = range.lowerBound == 0 ? 0 : line.runIndex(at: range.lowerBound)
    write(line, range, from: &index, &styles, to: &output)
  }

  /// Writes a part of a line that begins in a run, and updates the run's index to the one where it
  /// ends.
  ///
  /// What each run changes stays in registers: a stream writes all of its text here.
  mutating func write(
    _ line: StyledLines, _ range: Range<Int>, from index: inout Int,
    _ styles: inout ComputedStyleTable, to output: inout StreamBuffer
  ) {
    guard !range.isEmpty else { return }
    let (runs, text) = (line.runs.span, line.bytes.span)
    output.reserve(range.count &+ 64)
    var offset = range.lowerBound
    // The next line feed, if there may be one.
    var lineFeed = -1
    var cursor = output.cursor
    while true {
      let isLastRun = index &+ 1 >= runs.count || runs[index &+ 1].start >= range.upperBound
      let end = isLastRun ? range.upperBound : runs[index &+ 1].start
      let summary = styles.summary(runs[index].style)
      let wanted = AttributesID(index: summary.attributes)
      while offset < end {
        var stop = end
        // Lines end in the default state: text in that state continues across them.
        if wanted != .standard || current != .standard || !keepsText {
          if lineFeed < offset {
            lineFeed = text.firstOffset(of: 0x0A, from: offset, to: range.upperBound)
          }
          stop = min(end, lineFeed)
        }
        if stop > offset {
          let isSimple =
            keepsText && !summary.isBlank
            && (current == wanted
              || Self.beginsCluster(text, at: offset, of: stop)
                && (cursor.endsInASCII(behind: currentStart)
                  || cursor.endsInLine(behind: currentStart)))
          if _fastPath(isSimple) {
            append(offset..<stop, of: text, wanted, &cursor, &output)
          } else {
            output.commit(cursor)
            write(offset..<stop, of: text, wanted, &output)
            cursor = output.cursor
          }
          offset = stop
        }
        guard offset < end else { break }
        if current != .standard || cursor.lacks(1) {
          output.commit(cursor)
          endLine(&output)
          cursor = output.cursor
        } else {
          cursor.append(0x0A)
        }
        offset &+= 1
      }
      if isLastRun { break }
      index &+= 1
    }
    output.commit(cursor)
  }

  /// True for ASCII and U+2500 to U+25FF, which join no cluster with ASCII or such a sign before
  /// them.
  @inline(__always)
  private static func beginsCluster(_ text: Span<UInt8>, at offset: Int, of end: Int) -> Bool {
    text[offset] < 0x80
      || text[offset] == 0xE2 && offset &+ 1 < end && text[offset &+ 1] &- 0x94 < 4
  }

  /// Writes text in attributes that are set, or that begin where a cluster does.
  @inline(__always)
  private mutating func append(
    _ range: Range<Int>, of text: Span<UInt8>, _ wanted: AttributesID,
    _ cursor: inout OutputCursor, _ output: inout StreamBuffer
  ) {
    var room = range.count
    if current != wanted {
      let (start, count) = unsafe attributes.transitions.sequence(from: current, to: wanted)
      room &+= count &+ 32
      if _slowPath(cursor.lacks(room)) {
        output.commit(cursor)
        output.reserve(room &+ 32)
        cursor = output.cursor
      }
      unsafe cursor.appendPadded(start, count: count)
      current = wanted
      currentStart = cursor.count
      if _slowPath(!clusterStart.isEmpty) { dropClusterStart() }
    } else if _slowPath(cursor.lacks(room)) {
      output.commit(cursor)
      output.reserve(room &+ 32)
      cursor = output.cursor
    }
    cursor.append(range, of: text)
  }

  /// Writes text in attributes that begin where the next cluster does.
  private mutating func write(
    _ range: Range<Int>, of text: Span<UInt8>, _ wanted: AttributesID, _ output: inout StreamBuffer
  ) {
    if attributes[wanted].isBlank { return hide(range, of: text, wanted, &output) }
    let kept = current == wanted ? 0 : min(continuation(range, of: text, output), range.count)
    let start = range.lowerBound + kept
    if kept > 0 { attributes.encoder.append(range.lowerBound..<start, of: text, to: &output) }
    guard start < range.upperBound else { return }
    take(wanted, &output)
    attributes.encoder.append(start..<range.upperBound, of: text, to: &output)
  }

  /// Writes whole clusters in the attributes of a style.
  mutating func append(
    _ range: Range<Int>, of text: [UInt8], _ style: StyleID,
    _ styles: borrowing ComputedStyleTable, _ output: inout StreamBuffer
  ) {
    take(attributes.id(of: style, styles), &output)
    attributes.encoder.append(range, of: text.span, to: &output)
  }

  /// Changes the current attributes.
  @inline(__always)
  mutating func take(_ wanted: AttributesID, _ output: inout StreamBuffer) {
    guard current != wanted else { return }
    attributes.transitions.appendChange(from: current, to: wanted, into: &output)
    current = wanted
    endCluster(output)
  }

  /// Ends a line in the default state.
  mutating func endLine(_ output: inout StreamBuffer) {
    take(.standard, &output)
    output.append(0x0A)
  }

  /// Lets the next text begin a new cluster, as at the edges of boxes.
  @inline(__always)
  mutating func endCluster(_ output: borrowing StreamBuffer) {
    currentStart = output.count
    if !clusterStart.isEmpty { dropClusterStart() }
  }

  @inline(never)
  private mutating func dropClusterStart() { clusterStart = [] }

  /// Ends hidden text that nothing continues.
  mutating func endHidden() { if hidden != nil { hidden = nil } }

  /// True if the output ends inside a line.
  mutating func isAfterText(_ output: borrowing StreamBuffer) -> Bool {
    unsafe output.count > 0 ? output.bytes[output.count - 1] != 0x0A : isInsideLine
  }

  @inline(__always)
  mutating func writeBlanks(
    _ count: Int, _ id: AttributesID, _ output: inout StreamBuffer
  ) {
    guard count > 0 else { return }
    take(id, &output)
    output.append(repeating: 0x20, count: count)
  }

  // MARK: Boxes

  /// Writes a text up to an offset, with its closed boxes laid out; no cluster crosses their edges.
  ///
  /// `owedSpace` is the style of a pending space behind a flat box.
  ///
  /// - Returns: Number of boxes that end before the offset.
  mutating func write(
    _ line: StyledLines, upTo end: Int, closedBoxes boxCount: Int, _ boxes: inout BoxTable,
    _ owedSpace: inout StyleID?, _ styles: inout ComputedStyleTable, to output: inout StreamBuffer
  ) -> Int {
    var (offset, run, index) = (0, 0, 0)
    // Taken out, so that it is read while the rest changes.
    var laidOut = BoxLayout()
    swap(&laidOut, &box)
    while index < boxCount, line.boxes[index].range.upperBound <= end {
      let (range, depth) = (line.boxes[index].range, line.boxes[index].depth)
      var next = index + 1
      while next < boxCount, line.boxes[next].depth > depth { next += 1 }
      write(line, offset..<range.lowerBound, from: &run, &owedSpace, &styles, to: &output)
      offset = range.upperBound
      boxes.layOut(
        line, boxes: index..<next, after: run, isAfterText: isAfterText(output), &styles,
        into: &laidOut)
      attributes.update(for: laidOut, &styles)
      endHidden()
      endCluster(output)
      var first = 0
      write(
        laidOut.line, 0..<laidOut.line.bytes.count, from: &first, &owedSpace, &styles, to: &output)
      endHidden()
      endCluster(output)
      owedSpace = owedSpace ?? laidOut.line.owedSpace
      index = next
    }
    swap(&laidOut, &box)
    write(line, offset..<end, from: &run, &owedSpace, &styles, to: &output)
    // What follows may be in a box that is open.
    if end < line.bytes.count {
      paySpace(&owedSpace, before: line.bytes[end], &styles, to: &output)
    }
    return index
  }

  /// Writes text between boxes.
  private mutating func write(
    _ line: StyledLines, _ range: Range<Int>, from run: inout Int, _ owedSpace: inout StyleID?,
    _ styles: inout ComputedStyleTable, to output: inout StreamBuffer
  ) {
    guard !range.isEmpty else { return }
    paySpace(&owedSpace, before: line.bytes[range.lowerBound], &styles, to: &output)
    run = line.runIndex(at: range.lowerBound, from: run)
    write(line, range, from: &run, &styles, to: &output)
  }

  /// Writes the pending space behind a flat box, unless the line ends.
  private mutating func paySpace(
    _ owedSpace: inout StyleID?, before byte: UInt8, _ styles: inout ComputedStyleTable,
    to output: inout StreamBuffer
  ) {
    guard let style = owedSpace else { return }
    owedSpace = nil
    if byte == 0x0A { return }
    var space = StyledLines()
    space.append(count: 1, style)
    write(space, 0..<1, &styles, to: &output)
  }

  // MARK: Clusters

  /// Bytes of text that are searched for the end of a cluster.
  private static let reach = 128

  // All is `mutating`, or calls from a loop would copy the writer.

  /// Number of bytes of a text that belong to the cluster before it, whose attributes they keep.
  private mutating func continuation(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ output: borrowing StreamBuffer
  ) -> Int {
    if isSimpleBoundary(
      before: bytes.scalar(at: range.lowerBound, before: range.upperBound).value, output)
    {
      return 0
    }
    // Hidden text and visible text are never in one cluster.
    if attributes[current].isBlank { return 0 }
    var text: [UInt8] = []
    text.append(range.lowerBound..<min(range.upperBound, range.lowerBound + Self.reach), of: bytes)
    return continuation(text, output)
  }

  /// True if the last scalar suffices to tell that the next one begins a cluster.
  private mutating func isSimpleBoundary(before next: UInt32, _ output: borrowing StreamBuffer)
    -> Bool
  {
    guard output.count > currentStart else {
      return output.count == currentStart && clusterStart.isEmpty
    }
    var before: UInt32 = 0
    var shift: UInt32 = 0
    var offset = output.count - 1
    while offset > currentStart, unsafe output.bytes[offset] & 0xC0 == 0x80, shift < 18 {
      unsafe before |= UInt32(output.bytes[offset] & 0x3F) << shift
      shift += 6
      offset -= 1
    }
    guard unsafe output.bytes[offset] & 0xC0 != 0x80 else { return false }
    unsafe before |=
      UInt32(output.bytes[offset] & (shift == 0 ? 0x7F : 0x3F >> (shift / 6))) << shift
    return AttributedText.isSimpleBoundary(between: before, and: next)
  }

  @inline(never)
  private mutating func continuation(_ text: [UInt8], _ output: borrowing StreamBuffer) -> Int {
    var bytes = openCluster(output)
    var last = bytes.count - 1
    while last > 0, bytes[last] & 0xC0 == 0x80 { last -= 1 }
    guard last >= 0, !text.isEmpty else { return 0 }
    let before = bytes.span.scalar(at: last, before: bytes.count).value
    let after = text.span.scalar(at: 0, before: text.count).value
    guard !AttributedText.isSimpleBoundary(between: before, and: after) else { return 0 }
    let border = bytes.count
    bytes += text
    return clusterEnd(bytes, at: border, from: 0, before: bytes.count) - border
  }

  /// The text since the last change of attributes, which was at the start of a cluster.
  private mutating func openCluster(_ output: borrowing StreamBuffer) -> [UInt8] {
    let start = min(max(currentStart, output.count - Self.reach), output.count)
    var text = start == currentStart ? clusterStart : []
    output.copy(start..<output.count, to: &text)
    if let lineFeed = text.lastIndex(of: 0x0A) { text.removeFirst(lineFeed + 1) }
    if text.count > Self.reach { text.removeFirst(text.count - Self.reach) }
    while let first = text.first, first & 0xC0 == 0x80 { text.removeFirst() }
    return text
  }

  // MARK: Hidden text

  /// Writes blanks instead of a text; the part that belongs to the hidden cluster before it keeps
  /// its attributes.
  private mutating func hide(
    _ range: Range<Int>, of text: Span<UInt8>, _ wanted: AttributesID, _ output: inout StreamBuffer
  ) {
    var bytes: [UInt8] = []
    bytes.append(range, of: text)
    var run = hidden?.end == output.count ? hidden : nil
    // Zero-width text writes nothing but still ends the cluster.
    if run == nil { endCluster(output) }
    var last = run?.text
    let (joined, own) = InvisibleText.hide(
      bytes, after: &last, isSameRun: run?.attributes == wanted, rules)
    if let run { writeBlanks(joined, run.attributes, &output) }
    if let own {
      writeBlanks(own, wanted, &output)
      run?.attributes = wanted
    }
    guard let last else { return }
    hidden = HiddenRun(text: last, attributes: run?.attributes ?? wanted, end: output.count)
  }

  private mutating func writeBlanks(
    _ blanks: [UInt8], _ wanted: AttributesID, _ output: inout StreamBuffer
  ) {
    guard !blanks.isEmpty else { return }
    take(wanted, &output)
    attributes.encoder.append(0..<blanks.count, of: blanks.span, to: &output)
  }

  // MARK: Parts

  /// Begins a chunk: the output may begin with other bytes than the last written ones.
  mutating func beginChunk(_ output: borrowing StreamBuffer) {
    currentStart = output.count
    hidden?.end = output.count
  }

  /// Keeps what the next chunk needs of the text before it.
  mutating func endChunk(_ output: borrowing StreamBuffer) {
    clusterStart = openCluster(output)
    currentStart = output.count
    if hidden?.end != output.count { hidden = nil }
    isInsideLine = isAfterText(output)
  }
}
