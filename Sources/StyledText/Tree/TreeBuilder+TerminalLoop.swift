import Bytes
import Diagnostics

/// The loop over text for a terminal: plain text, short sequences and line feeds.
extension TreeBuilder {
  @inline(__always)
  mutating func loopOverTerminalText(
    from start: Int, to end: Int, at base: UnsafeRawPointer, in bytes: Span<UInt8>, isLast: Bool,
    _ line: inout LineEndCursor
  ) -> Int {
    let endsLines = breaksLines && !graphics.tokenizer.isInOpenLine
    let looksAtLines = graphics.tokenizer.looksAtLines
    /// The start of a line that was not scanned, and the state there; -1 in another line.
    var lineStart = LineStart(
      offset: graphics.tokenizer.isAtUnknownLine ? start : -1, end: line.end,
      count: line.bytes.count, state: graphics.tokenizer.state)
    /// Text before this offset is in the line.
    var offset = start
    /// The text from `offset` to here is to be copied; it is ASCII from `ascii` on.
    var scanned = start
    var ascii = start
    var clusterState = text.sanitizer.state
    var state = graphics.tokenizer.state
    var isVerbatim = styles.summary(current).isVerbatim
    var isInsideOthers = unsafe base.load(fromByteOffset: start, as: UInt8.self) >= 0x80
    structure.skip(to: start)
    segments: while true {
      // Offset of the byte behind the text.
      var next: Int
      if isInsideOthers {
        next = start
        isInsideOthers = false
      } else if !structure.isEmpty {
        next = min(end, structure.first)
      } else {
        next = max(scanned, structure.end)
        if next < end {
          structure.find(from: next, in: bytes, stopsAtBrace: false)
          scanned = next
          continue
        }
      }
      var byte = unsafe next < end ? base.load(fromByteOffset: next, as: UInt8.self) : 0
      if byte == 0x3C || byte == 0x3E || byte == 0x26 {
        structure.index &+= 1
        continue
      }
      if next > offset || byte >= 0x80 {
        if state != graphics.entered {
          guard enterGraphics(state) else { break }
          isVerbatim = styles.summary(current).isVerbatim
        }
        guard isVerbatim else { break }
        if next > ascii { text.sanitizer.passBase() }
      }
      if byte >= 0x80 {
        let stop = text.sanitizer.verbatimEndOfNonASCII(from: next, to: end, in: bytes)
        scanned = stop
        ascii = stop
        structure.skip(to: stop)
        guard stop < end, unsafe base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80 else {
          continue
        }
        next = stop
        byte = 0
      }
      if next > offset {
        // The last character may be struck over.
        guard next < end ? byte != 0x08 : isLast else {
          text.sanitizer.state = clusterState
          break
        }
        copy(offset..<next, in: current, of: bytes, &line)
        offset = next
      }
      switch byte {
      case 0x1B:
        // Words are loaded without asking whether they are there.
        guard next &+ 18 <= end,
          unsafe base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x5B,
          let sequence = unsafe ShortSequence(at: base + next + 2)
        else { break segments }
        let known = graphics.sequences.find(sequence, from: state)
        if known >= 0 {
          state = known
        } else {
          guard let following = self.state(behind: sequence, at: next, in: bytes, from: state)
          else { break segments }
          graphics.sequences.insert(sequence, from: state, to: following)
          state = following
        }
        offset = next &+ 2 &+ sequence.count
        structure.index &+= 1
      case 0x0A:
        guard endsLines else { break segments }
        breakLine(at: next, &line)
        offset = next &+ 1
        structure.index &+= 1
        if looksAtLines {
          lineStart = LineStart(
            offset: offset, end: line.end, count: line.bytes.count, state: state)
        }
        // Bytes behind the end may be in the index.
        guard offset < end else { break segments }
      case 0x0D:
        // In CRLF, the line feed is the line break.
        guard endsLines, next &+ 1 < end,
          unsafe base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x0A
        else { break segments }
        offset = next &+ 1
        structure.index &+= 1
      default: break segments
      }
      scanned = offset
      ascii = offset
      clusterState = text.sanitizer.state
    }
    let isAtLineStart = offset == lineStart.offset
    if lineStart.offset >= 0, offset > lineStart.offset,
      !graphics.tokenizer.isPlain(
        from: offset, start: lineStart.offset, state,
        hasText: line.bytes.count > lineStart.count, in: bytes, isLast: isLast)
    {
      // It is read again, as cells.
      offset = lineStart.offset
      state = lineStart.state
      goBack(to: lineStart, &line)
    }
    if offset > start { graphics.tokenizer.passedText(to: state, isAtLineStart: isAtLineStart) }
    return offset
  }

  /// The state after a sequence that is not in the table of short ones; nil for one that needs a
  /// step.
  private mutating func state(
    behind sequence: ShortSequence, at offset: Int, in bytes: Span<UInt8>, from state: Int32
  ) -> Int32? {
    // Erasing to the end of the line, as grep and gcc do behind each match.
    if sequence.isErasing { return graphics.tokenizer.isIdleErasing(in: state) ? state : nil }
    return graphics.tokenizer.knownSequence(at: offset, in: bytes, from: state)?.next
  }

  /// Removes what was appended since the start of a line.
  private mutating func goBack(to start: LineStart, _ line: inout LineEndCursor) {
    added.commit(line.bytes)
    added.removeAll(from: start.count)
    line.bytes = added.cursor
    while let run = self.line.runs.last, run.start >= start.end { self.line.runs.removeLast() }
    graphics.entered = 0
    current = .host
    text.sanitizer.state = 0
    text.unseen = 0..<0
    text.transformer.observeBreak()
  }

  private struct LineStart {
    var offset: Int
    /// The bytes of the line before it, and those that the loop has appended.
    var end: Int
    var count: Int
    var state: Int32
  }

  /// Enters the style of a state from an ordinary one; returns false for a state that is unknown or
  /// special.
  @inline(__always)
  private mutating func enterGraphics(_ state: Int32) -> Bool {
    var style = StyleID.host
    if state != 0 {
      let tag = styles.tags.number(ofState: state)
      guard let known = styles.child(of: .host, tag: tag), !styles.summary(known).isSpecial else {
        return false
      }
      style = known
    }
    graphics.entered = state
    graphics.outer = .host
    current = style
    return true
  }
}
