import Bytes
import Diagnostics
import StyledText
import TerminalOutput

extension StreamRenderer {
  // MARK: What most markup is made of

  /// `<span cl`, ` class="`, `</span>` and the five references as little-endian words.
  static let startOfSpan: UInt64 = 0x6C63_206E_6170_733C
  static let classAttribute: UInt64 = 0x223D_7373_616C_6320
  static let endOfSpan: UInt64 = 0x003E_6E61_7073_2F3C
  static let ampersand: UInt64 = 0x3B_706D_6126
  static let lessThan: UInt64 = 0x3B74_6C26
  static let greaterThan: UInt64 = 0x3B74_6726
  static let quotationMark: UInt64 = 0x3B74_6F75_7126
  static let apostropheReference: UInt64 = 0x3B73_6F70_6126
  static let apostrophe: [UInt8] = [0x27]

  /// Renders text to be copied, tags that are known, the ends of spans and lines and the references
  /// of XML, for as long as nothing else comes.
  ///
  /// Everything that it does could be done by `step` just as well, only slower.
  /// - Returns: The offset of what has to be looked at more closely.
  mutating func simpleParts(
    from start: Int, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) -> Int {
    guard textState.isSettled, scripts.isEmpty, specialCount == 0, graphics.entered == 0 else {
      return start
    }
    return unsafe bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return start }
      return unsafe simpleParts(from: start, to: raw.count, at: base, in: bytes, to: &output)
    }
  }

  @inline(__always)
  mutating func simpleParts(
    from start: Int, to end: Int, at base: UnsafeRawPointer, in bytes: Span<UInt8>,
    to output: inout StreamBuffer
  ) -> Int {
    findPlaces(from: start, in: bytes)
    /// What stands before it is written.
    var offset = start
    /// From `offset` to here there is text to be copied that is not ASCII at its end.
    var scanned = start
    // What every part changes stays in registers. Whatever is not done here is told of it before
    // and asked for it behind.
    var room = output.room
    var look = current
    var style = styles.head(wanted)
    var index = places.index
    parts: while true {
      // What comes after the text.
      var next: Int
      var kind: UInt16
      if _slowPath(index >= places.count) {
        next = max(scanned, places.end)
        kind = Self.endOfPlaces
      } else {
        next = places[index]
        kind = unsafe UInt16(base.load(fromByteOffset: next, as: UInt8.self))
        if _slowPath(kind != 0x3C) {
          if kind == 0x3E {
            index &+= 1
            continue
          }
          if kind >= 0x80 {
            guard style.isVerbatim else { break parts }
            if next > scanned { textState.sanitizer.passBase() }
            let stop = textState.sanitizer.verbatimEndOfNonASCII(from: next, to: end, in: bytes)
            scanned = stop
            while index < places.count, places[index] < stop { index &+= 1 }
            guard stop < end, unsafe base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80 else {
              continue
            }
            next = stop
          }
        }
      }
      if next > offset {
        guard _fastPath(style.isVerbatim) else { break parts }
        if next > scanned { textState.sanitizer.passBase() }
        unsafe copy(
          Range(uncheckedBounds: (offset, next)), in: style.look, at: base, of: bytes, &room, &look,
          &output)
        offset = next
      }
      if _fastPath(kind == 0x3C) {
        // Words are loaded without asking whether they are there.
        guard _fastPath(next &+ 16 <= end) else { break parts }
        let word = unsafe UInt64(
          littleEndian: base.loadUnaligned(fromByteOffset: next, as: UInt64.self))
        if word & 0x00FF_FFFF_FFFF_FFFF == Self.endOfSpan {
          guard let entry = open.closeInnermost(.span) else { break parts }
          // Of what is more than a style, only boxes come here.
          if _slowPath(style.isSpecial) {
            output.commit(room)
            current = look
            leaveBox(&output)
            room = output.room
            look = current
          }
          wanted = StyleID(index: entry.outer)
          style = styles.head(wanted)
          children = Int(truncatingIfNeeded: entry.siblings)
          offset = next &+ 7
          index &+= 2
        } else {
          var last = index &+ 1
          while last < places.count,
            unsafe base.load(fromByteOffset: places[last], as: UInt8.self) != 0x3E
          {
            last &+= 1
            // A longer tag is none of those that are known; many `<` must not look for one each.
            if _slowPath(last &- index >= 512) { break parts }
          }
          guard _fastPath(last < places.count) else {
            // The tag goes on behind the bytes that were looked through.
            guard places.end < end, places.start < next else { break parts }
            places.find(from: next, in: bytes, stopsAtBrace: usesPlaceholders)
            index = 0
            continue
          }
          let stop = places[last] &+ 1
          guard _fastPath(!usesPositions && stop &- next < 512 && open.hasRoom) else { break parts }
          let known = unsafe styles.tags.find(
            base + next, count: stop &- next, before: end &- next, parent: style.state)
          var inner = StyleID(index: known)
          if _slowPath(known < 0) {
            guard let new = unsafe newPlainSpan(next..<stop, at: base, in: bytes) else {
              break parts
            }
            inner = new
          }
          let head = styles.head(inner)
          if _slowPath(head.isSpecial) {
            guard head.isOnlyBox else { break parts }
            output.commit(room)
            current = look
            if unsafe isEndOfSpan(at: last &+ 1, at: base, before: end),
              writePlainBox(inner, stop..<places[last &+ 1], in: bytes, &output)
            {
              room = output.room
              look = current
              offset = places[last &+ 1] &+ 7
              scanned = offset
              index = last &+ 3
              continue
            }
            enterBox(inner, inside: wanted, at: next &+ log.base, &output)
            room = output.room
            look = current
          }
          style = head
          open.open(
            head.element, at: next &+ log.base, outer: wanted.index,
            siblings: Int32(truncatingIfNeeded: children))
          wanted = inner
          children = 0
          offset = stop
          index = last &+ 1
        }
      } else {
        switch kind {
        case 0x0A:
          guard !options.separatesLines, openBoxes.isEmpty, !isFlat else { break parts }
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
        case 0x0D:
          // Of CRLF, the line feed is the line break.
          guard !options.separatesLines, next &+ 1 < end,
            unsafe base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x0A
          else { break parts }
          offset = next &+ 1
        case 0x26:
          output.commit(room)
          current = look
          let length = unsafe simpleReference(at: next, to: end, at: base, in: bytes, &output)
          room = output.room
          look = current
          guard length > 0 else { break parts }
          offset = next &+ length
        case 0x00..<0x20, 0x7F:
          guard style.isVerbatim, kind != 0x1B || !readsSequences else { break parts }
          output.commit(room)
          current = look
          showControl(at: next, in: bytes, to: &output)
          room = output.room
          look = current
          offset = next &+ 1
        case Self.endOfPlaces:
          guard next < end else { break parts }
          places.find(from: next, in: bytes, stopsAtBrace: usesPlaceholders)
          index = -1
        default:
          break parts
        }
        index &+= 1
      }
      scanned = offset
    }
    output.commit(room)
    current = look
    places.index = index
    return offset
  }

  /// Whether a place is that of `</span>`.
  private func isEndOfSpan(
    at index: Int, at base: UnsafeRawPointer, before end: Int
  ) -> Bool {
    guard index < places.count, places[index] &+ 8 <= end else { return false }
    let word = unsafe UInt64(
      littleEndian: base.loadUnaligned(fromByteOffset: places[index], as: UInt64.self))
    return word & 0x00FF_FFFF_FFFF_FFFF == Self.endOfSpan
  }

  /// Stands for the place of a byte where no more places are known.
  private static let endOfPlaces: UInt16 = 0x100

  /// Has the places at hand from an offset on, which is one of them if it is not ASCII.
  private mutating func findPlaces(from offset: Int, in bytes: Span<UInt8>) {
    places.skip(to: offset)
    guard bytes[offset] >= 0x80, places.isEmpty || places.first != offset else { return }
    if offset < places.end {
      places.putBack(offset)
    } else {
      places.find(from: offset, in: bytes, stopsAtBrace: usesPlaceholders)
    }
  }

  /// Writes the character of one of XML's references.
  /// - Returns: The reference's length; 0 where it has to be looked at more closely.
  private mutating func simpleReference(
    at place: Int, to end: Int, at base: UnsafeRawPointer, in bytes: Span<UInt8>,
    _ output: inout StreamBuffer
  ) -> Int {
    let style = styles.head(wanted)
    guard style.isVerbatim, place &+ 16 <= end else { return 0 }
    let (character, length) = unsafe Self.reference(
      UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
    guard length > 0 else { return 0 }
    if current != style.look {
      guard beginsCluster(output) else { return 0 }
      takeUp(style.look, &output)
    }
    output.append(character)
    textState.sanitizer.passBase()
    if character == 0x27 {
      textState.showUnseen(in: bytes, &output)
      textState.observe(0..<1, of: Self.apostrophe.span, &output)
    } else {
      // `&` says the same about the words around it as the other characters.
      textState.unseen = place..<place &+ 1
    }
    return length
  }

  /// Writes the picture of a control, behind text that is written.
  @inline(never)
  private mutating func showControl(
    at offset: Int, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) {
    textState.unseen = 0..<0
    _ = textState.sanitizer.replace(
      at: offset, before: bytes.count, in: bytes, isLast: true, to: &textState.scratch, log: &log)
    guard current == styles.head(wanted).look || beginsCluster(output) else {
      return emitReplacement(&output)
    }
    takeUpStyle(&output)
    for byte in textState.scratch { output.append(byte) }
    textState.scratch.removeAll(keepingCapacity: true)
    textState.transformer.observeBreak()
  }

  /// Writes what of a text belongs to the cluster before it, whose look it keeps.
  /// - Returns: How many bytes that is, mostly none.
  @inline(never)
  mutating func rest(
    ofClusterBefore text: Range<Int>, in bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) -> Int {
    let kept = min(continuation(text, of: bytes, output), text.count)
    if kept > 0 { output.append(text.lowerBound..<text.lowerBound + kept, of: bytes) }
    return kept
  }

  /// The style of a tag that is new, where it is `<span class="…">` with names of printable ASCII.
  ///
  /// - Parameters:
  ///   - tag: The tag, from `<` to `>`.
  ///   - base: Where the bytes begin, with eight of them behind the tag's start.
  ///   - bytes: The markup.
  /// - Returns: The style; nil where the tag has to be looked at more closely.
  mutating func newPlainSpan(
    _ tag: Range<Int>, at base: UnsafeRawPointer, in bytes: Span<UInt8>
  ) -> StyleID? {
    let start = unsafe base + tag.lowerBound
    guard tag.count > 15, !styles.areMany, bytes[tag.upperBound - 2] == 0x22,
      unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) == Self.startOfSpan,
      unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 5, as: UInt64.self))
        == Self.classAttribute,
      let style = styles.plainSpan(
        classes: tag.lowerBound + 13..<tag.upperBound - 2, in: bytes, parent: wanted)
    else { return nil }
    if !styles.spans.diagnostics.isEmpty { sheetFindings += styles.spans.takeDiagnostics() }
    styles.tags.insert(tag, of: bytes, parent: styles.head(wanted).state, value: style.index)
    return style
  }

  /// The character of one of XML's references at the start of a word, and the reference's length;
  /// 0 for anything else.
  @inline(__always)
  static func reference(_ word: UInt64) -> (UInt8, Int) {
    if word & 0xFF_FFFF_FFFF == ampersand { return (0x26, 5) }
    if word & 0xFFFF_FFFF == lessThan { return (0x3C, 4) }
    if word & 0xFFFF_FFFF == greaterThan { return (0x3E, 4) }
    if word & 0xFFFF_FFFF_FFFF == quotationMark { return (0x22, 6) }
    if word & 0xFFFF_FFFF_FFFF == apostropheReference { return (0x27, 6) }
    return (0, 0)
  }

  /// Copies text that stands for itself, in its style.
  /// - Returns: The offset of the first byte that does not.
  @inline(__always)
  mutating func copyText(
    from start: Int, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) -> Int {
    let end = bytes.count
    var offset = start
    let first = bytes[start]
    if first < 0x80 {
      let isPlain = first &- 0x20 < 0x5F && (first != 0x7B || !usesPlaceholders)
      guard isPlain || first == 0x09, first != 0x3C, first != 0x26 else { return start }
      guard continuation(start..<start + 1, of: bytes, output) == 0 else {
        output.append(first)
        textState.sanitizer.passBase()
        return start + 1
      }
      takeUpStyle(&output)
    } else {
      offset = textState.sanitizer.verbatimEndOfNonASCII(from: start, to: end, in: bytes)
      guard offset > start else { return start }
      let kept = min(continuation(start..<offset, of: bytes, output), offset - start)
      if kept > 0 {
        output.appendBlocks(start..<start + kept, of: bytes)
        if start + kept == offset { return offset }
      }
      takeUpStyle(&output)
      output.appendBlocks(start + kept..<offset, of: bytes)
    }
    while offset < end {
      let stop = output.copyPlain(
        from: offset, to: end, of: bytes, stopsAtBrace: usesPlaceholders)
      if stop > offset { textState.sanitizer.passBase() }
      offset = stop
      guard offset < end, bytes[offset] >= 0x80 else { break }
      let other = textState.sanitizer.verbatimEndOfNonASCII(from: offset, to: end, in: bytes)
      guard other > offset else { break }
      output.appendBlocks(offset..<other, of: bytes)
      offset = other
    }
    return offset
  }
}
