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

/// What stands behind `ESC [` up to the final byte, in two words: most SGR is no longer.
struct ShortSequence {
  let first: UInt64
  let second: UInt64
  /// How many bytes it has.
  let count: Int

  /// - Parameter start: Where it begins, with sixteen bytes that can be read.
  @inline(__always)
  init?(at start: UnsafeRawPointer) {
    // The first byte from 0x40 on is the final one; what is no sequence is never found.
    let finals: UInt64 = 0x4040_4040_4040_4040
    let word = unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    if word & finals != 0 {
      let bits = (word & finals).trailingZeroBitCount | 7
      first = word & UInt64.max &>> UInt64(63 &- bits)
      second = 0
      count = bits &>> 3 &+ 1
    } else {
      let more = unsafe UInt64(
        littleEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      guard more & finals != 0 else { return nil }
      let bits = (more & finals).trailingZeroBitCount | 7
      first = word
      second = more & UInt64.max &>> UInt64(63 &- bits)
      count = bits &>> 3 &+ 9
    }
  }
}

/// What short sequences lead to from one state to another, in a table that forgets what it has no
/// room for.
@safe
struct ShortSequences: ~Copyable {
  private struct Slot {
    var first: UInt64 = 0
    var second: UInt64 = 0
    /// -1 in a free place.
    var state: Int32 = -1
    var next: Int32 = -1
  }

  /// Owned; nil until there is something to keep.
  private var slots: UnsafeMutablePointer<Slot>?

  private static let bits: UInt64 = 11

  deinit {
    unsafe slots?.deallocate()
  }

  @inline(__always)
  private static func place(_ sequence: ShortSequence, _ state: Int32) -> Int {
    let mixed =
      (sequence.first &+ UInt64(truncatingIfNeeded: state)) &* 0x9E37_79B9_7F4A_7C15
      ^ sequence.second &* 0xE703_7ED1_A0B4_28DB
    let spread = (mixed ^ mixed &>> 32) &* 0x8EBC_6AF0_9C88_C6E3
    return Int(truncatingIfNeeded: spread &>> (64 &- bits))
  }

  /// The state that a sequence leads to; -1 where that is not known.
  @inline(__always)
  func find(_ sequence: ShortSequence, from state: Int32) -> Int32 {
    guard let slots = unsafe slots else { return -1 }
    let slot = unsafe slots + Self.place(sequence, state)
    return unsafe slot.pointee.first == sequence.first && slot.pointee.second == sequence.second
      && slot.pointee.state == state ? slot.pointee.next : -1
  }

  /// Keeps the state that a sequence leads to.
  @inline(never)
  mutating func insert(_ sequence: ShortSequence, from state: Int32, to next: Int32) {
    if unsafe slots == nil {
      let room = UnsafeMutablePointer<Slot>.allocate(capacity: 1 << Int(Self.bits))
      unsafe room.initialize(repeating: Slot(), count: 1 << Int(Self.bits))
      unsafe slots = room
    }
    guard let slots = unsafe slots else { return }
    unsafe slots[Self.place(sequence, state)] = Slot(
      first: sequence.first, second: sequence.second, state: state, next: next)
  }
}
