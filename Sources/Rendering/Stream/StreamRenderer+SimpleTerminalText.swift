import Bytes
import Diagnostics
import StyledText

extension StreamRenderer {
  // MARK: What most text of programs is made of

  /// Renders text to be copied, SGR that was met before and the ends of lines, for as long as
  /// nothing else comes: for text of programs what `simpleParts` is for markup.
  ///
  /// - Returns: The offset of what has to be looked at more closely.
  mutating func simpleTerminalParts(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    guard start < bytes.count, graphics.tokenizer.isInText(at: start), textState.isSettled,
      specialCount == 0, boxElements == 0, !isFlat, !options.markup.showsLinkTargets,
      styles.head(StreamStyles.host).isVerbatim
    else { return start }
    return unsafe bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return start }
      return unsafe simpleTerminalParts(
        from: start, to: raw.count, at: base, in: bytes, isLast: isLast, to: &output)
    }
  }

  @inline(__always)
  private mutating func simpleTerminalParts(
    from start: Int, to end: Int, at base: UnsafeRawPointer, in bytes: Span<UInt8>, isLast: Bool,
    to output: inout StreamBuffer
  ) -> Int {
    let endsLines = !options.markup.dropsControls && !options.separatesLines
    /// What stands before it is written.
    var offset = start
    /// From `offset` to here there is text to be copied, the end of which is ASCII from `ascii` on.
    var scanned = start
    var ascii = start
    /// What the sanitizer knew there.
    var place = textState.sanitizer.place
    var state = graphics.tokenizer.state
    var style = styles.head(wanted)
    // What every part changes stays in registers, as with markup.
    var room = output.room
    var look = current
    var isInsideOthers = unsafe base.load(fromByteOffset: start, as: UInt8.self) >= 0x80
    places.skip(to: start)
    parts: while true {
      // What comes after the text.
      var next: Int
      if isInsideOthers {
        next = start
        isInsideOthers = false
      } else if !places.isEmpty {
        next = places.first
      } else {
        next = max(scanned, places.end)
        if next < end {
          places.find(from: next, in: bytes, stopsAtBrace: false)
          scanned = next
          continue
        }
      }
      var byte = unsafe next < end ? base.load(fromByteOffset: next, as: UInt8.self) : 0
      if byte == 0x3C || byte == 0x3E || byte == 0x26 {
        places.index &+= 1
        continue
      }
      if next > offset || byte >= 0x80 {
        if state != graphics.entered {
          guard enterGraphics(state) else { break }
          style = styles.head(wanted)
        }
        guard style.isVerbatim else { break }
        if next > ascii { textState.sanitizer.passBase() }
      }
      if byte >= 0x80 {
        let stop = textState.sanitizer.verbatimEndOfNonASCII(from: next, to: end, in: bytes)
        scanned = stop
        ascii = stop
        places.skip(to: stop)
        guard stop < end, unsafe base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80 else {
          continue
        }
        next = stop
        byte = 0
      }
      if next > offset {
        // The last character may be struck over.
        guard next < end ? byte != 0x08 : isLast else {
          textState.sanitizer.place = place
          break
        }
        unsafe copy(
          Range(uncheckedBounds: (offset, next)), in: style.look, at: base, of: bytes, &room, &look,
          &output)
        offset = next
      }
      switch byte {
      case 0x1B:
        // Words are loaded without asking whether they are there.
        guard next &+ 18 <= end,
          unsafe base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x5B,
          let sequence = unsafe ShortSequence(at: base + next + 2)
        else { break parts }
        let known = graphics.sequences.find(sequence, from: state)
        if known >= 0 {
          state = known
        } else {
          guard let found = graphics.tokenizer.knownSequence(at: next, in: bytes, from: state)
          else { break parts }
          graphics.sequences.insert(sequence, from: state, to: found.next)
          state = found.next
        }
        offset = next &+ 2 &+ sequence.count
        places.index &+= 1
      case 0x0A:
        guard endsLines else { break parts }
        output.commit(room)
        current = look
        takeUp(.standard, &output)
        if recordsText { recorded.lineEnds.append(output.count) }
        output.append(0x0A)
        room = output.room
        look = current
        textState.sanitizer.passBase()
        textState.unseen = next..<next &+ 1
        offset = next &+ 1
        lineEnds.add(endingAt: offset)
        places.index &+= 1
      case 0x0D:
        // Of CRLF, the line feed is the line break.
        guard endsLines, next &+ 1 < end,
          unsafe base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x0A
        else { break parts }
        offset = next &+ 1
        places.index &+= 1
      default:
        break parts
      }
      scanned = offset
      ascii = offset
      place = textState.sanitizer.place
    }
    output.commit(room)
    current = look
    if offset > start { graphics.tokenizer.passedText(to: state) }
    return offset
  }

  /// Goes into the style of a state, from one with nothing special about it.
  ///
  /// - Returns: False for a state that was not met before, or that is special itself.
  @inline(__always)
  private mutating func enterGraphics(_ state: Int32) -> Bool {
    var style = StreamStyles.host
    if state != 0 {
      guard let known = graphics.hostStyle(state), !styles.head(known).isSpecial else {
        return false
      }
      style = known
    }
    graphics.entered = state
    graphics.outer = StreamStyles.host
    wanted = style
    return true
  }
}
