import Bytes
import CellLayout
import Diagnostics
import StyledText
import Styling

/// Text that was written for a terminal.
extension FastPath {
  @inline(__always)
  mutating func readTerminalText(
    from start: Int, to end: Int, at base: UnsafeRawPointer, in bytes: Span<UInt8>, isLast: Bool,
    _ builder: inout TreeBuilder, _ writer: inout LineWriter, _ lineEnds: inout LineEnds,
    _ output: inout StreamBuffer
  ) -> Int {
    let records = records
    let endsLines = rules.readsLines && !builder.graphics.tokenizer.isInOpenLine
    let looksAtLines = builder.graphics.tokenizer.looksAtLines
    /// Start of a line that nobody has looked through, and what was there; -1 in another line.
    var line = LineStart(
      offset: builder.graphics.tokenizer.isAtUnknownLine ? start : -1, count: output.count,
      state: builder.graphics.tokenizer.state)
    /// Text before this offset is written.
    var offset = start
    /// From `offset` to here there is text to be copied, the end of which is ASCII from `ascii` on.
    var scanned = start
    var ascii = start
    /// State of the sanitizer there.
    var clusterState = builder.text.sanitizer.state
    var state = builder.graphics.tokenizer.state
    var style = head(builder.current, records, builder)
    // Variables that each segment changes stay in registers, as with markup.
    var cursor = output.cursor
    var set = records ? -1 : writer.current.index
    var isInsideOthers = unsafe base.load(fromByteOffset: start, as: UInt8.self) >= 0x80
    markup.skip(to: start)
    segments: while true {
      // Offset of the byte behind the text.
      var next: Int
      if isInsideOthers {
        next = start
        isInsideOthers = false
      } else if !markup.isEmpty {
        next = markup.first
      } else {
        next = max(scanned, markup.end)
        if next < end {
          markup.find(from: next, in: bytes, stopsAtBrace: false)
          scanned = next
          continue
        }
      }
      var byte = unsafe next < end ? base.load(fromByteOffset: next, as: UInt8.self) : 0
      if byte == 0x3C || byte == 0x3E || byte == 0x26 {
        markup.index &+= 1
        continue
      }
      if next > offset || byte >= 0x80 {
        if state != builder.graphics.entered {
          guard enterGraphics(state, &builder) else { break }
          style = head(builder.current, records, builder)
        }
        guard style.isVerbatim else { break }
        if next > ascii { builder.text.sanitizer.passBase() }
      }
      if byte >= 0x80 {
        let stop = builder.text.sanitizer.verbatimEndOfNonASCII(from: next, to: end, in: bytes)
        scanned = stop
        ascii = stop
        markup.skip(to: stop)
        guard stop < end, unsafe base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80 else {
          continue
        }
        next = stop
        byte = 0
      }
      if next > offset {
        // The last character may be struck over.
        guard next < end ? byte != 0x08 : isLast else {
          builder.text.sanitizer.state = clusterState
          break
        }
        unsafe copy(
          Range(uncheckedBounds: (offset, next)), in: style.attributes, records, at: base,
          of: bytes,
          &cursor, &set, &builder, &writer, &output)
        offset = next
      }
      switch byte {
      case 0x1B:
        // Words are loaded without asking whether they are there.
        guard next &+ 18 <= end,
          unsafe base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x5B,
          let sequence = unsafe ShortSequence(at: base + next + 2)
        else { break segments }
        let known = builder.graphics.sequences.find(sequence, from: state)
        if known >= 0 {
          state = known
        } else {
          guard let following = following(sequence, at: next, in: bytes, state, &builder) else {
            break segments
          }
          builder.graphics.sequences.insert(sequence, from: state, to: following)
          state = following
        }
        offset = next &+ 2 &+ sequence.count
        markup.index &+= 1
      case 0x0A:
        guard endsLines else { break segments }
        passLineFeed(
          at: next, records, &cursor, &set, &builder, &writer, &lineEnds, &output)
        offset = next &+ 1
        markup.index &+= 1
        if looksAtLines { line = LineStart(offset: offset, count: cursor.count, state: state) }
        // Bytes behind the end may be in the index.
        guard offset < end else { break segments }
      case 0x0D:
        // In CRLF, the line feed is the line break.
        guard endsLines, next &+ 1 < end,
          unsafe base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x0A
        else { break segments }
        offset = next &+ 1
        markup.index &+= 1
      default:
        break segments
      }
      scanned = offset
      ascii = offset
      clusterState = builder.text.sanitizer.state
    }
    output.commit(cursor)
    if !records { writer.current = AttributesID(index: set) }
    let isAtLineStart = offset == line.offset
    if line.offset >= 0, offset > line.offset,
      !builder.graphics.tokenizer.isPlain(
        from: offset, start: line.offset, state, hasText: output.count > line.count, in: bytes,
        isLast: isLast)
    {
      // It is read again, as cells.
      offset = line.offset
      state = line.state
      goBack(to: line, records, &builder, &writer, &output)
    }
    if offset > start {
      builder.graphics.tokenizer.passedText(to: state, isAtLineStart: isAtLineStart)
    }
    return offset
  }

  /// The state behind a sequence that is not among the short ones yet; nil for one that has to be
  /// looked at more closely.
  private func following(
    _ sequence: ShortSequence, at offset: Int, in bytes: Span<UInt8>, _ state: Int32,
    _ builder: inout TreeBuilder
  ) -> Int32? {
    // Erasing to the end of the line, as grep and gcc do behind each match.
    if sequence.isErasing {
      return builder.graphics.tokenizer.isIdleErasing(in: state) ? state : nil
    }
    return builder.graphics.tokenizer.knownSequence(at: offset, in: bytes, from: state)?.next
  }

  /// Takes back what was done since the start of a line.
  private mutating func goBack(
    to line: LineStart, _ records: Bool, _ builder: inout TreeBuilder, _ writer: inout LineWriter,
    _ output: inout StreamBuffer
  ) {
    output.removeAll(from: line.count)
    if records {
      dropRecorded(from: line.count)
    } else {
      // Every line begins in the default state.
      writer.current = .standard
      writer.endCluster(output)
    }
    builder.graphics.entered = 0
    builder.current = .host
    builder.text.sanitizer.state = 0
    builder.text.unseen = 0..<0
    builder.text.transformer.observeBreak()
  }

  /// Start of a line.
  private struct LineStart {
    var offset: Int
    /// Number of bytes of the output.
    var count: Int
    var state: Int32
  }

  /// Goes into the style of a state, from one with nothing special about it.
  ///
  /// - Returns: False for a state that was not met before, or that is special itself.
  @inline(__always)
  private func enterGraphics(_ state: Int32, _ builder: inout TreeBuilder) -> Bool {
    var style = StyleID.host
    if state != 0 {
      let tag = builder.styles.tags.number(ofState: state)
      guard let known = builder.styles.child(of: .host, tag: tag),
        !builder.styles.head(known).isSpecial
      else { return false }
      style = known
    }
    builder.graphics.entered = state
    builder.graphics.outer = .host
    builder.current = style
    return true
  }
}
