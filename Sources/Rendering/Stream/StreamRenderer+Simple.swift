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
    return bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return start }
      return simpleParts(from: start, to: raw.count, at: base, in: bytes, to: &output)
    }
  }

  @inline(__always)
  mutating func simpleParts(
    from start: Int, to end: Int, at base: UnsafeRawPointer, in bytes: Span<UInt8>,
    to output: inout StreamBuffer
  ) -> Int {
    /// What stands before it is written.
    var offset = start
    /// From `offset` to here there is text to be copied, the end of which is ASCII from `ascii` on.
    var scanned = start
    var ascii = start
    var style = styles.head(wanted)
    places.skip(to: start)
    var isInsideOthers = base.load(fromByteOffset: start, as: UInt8.self) >= 0x80
    while true {
      // What comes after the text.
      var next: Int
      var byte: UInt8 = 0
      var isFound = true
      if isInsideOthers {
        next = start
        byte = base.load(fromByteOffset: next, as: UInt8.self)
        isInsideOthers = false
      } else if places.isEmpty {
        next = max(scanned, places.end)
        isFound = false
      } else {
        next = places.first
        byte = base.load(fromByteOffset: next, as: UInt8.self)
      }
      if byte == 0x3E {
        places.removeFirst(1)
        continue
      }
      if byte >= 0x80 {
        guard style.isVerbatim else { return offset }
        if next > ascii { textState.sanitizer.passASCII() }
        let stop = textState.sanitizer.verbatimEndOfNonASCII(from: next, to: end, in: bytes)
        scanned = stop
        ascii = stop
        places.skip(to: stop)
        guard stop < end, base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80 else { continue }
        next = stop
      }
      if next > offset {
        guard style.isVerbatim else { return offset }
        if next > ascii { textState.sanitizer.passASCII() }
        let text = offset..<next
        if current != style.look {
          offset &+= rest(ofClusterBefore: text, in: bytes, &output)
          if offset < next { takeUp(style.look, &output) }
        }
        if offset < next { output.appendRun(offset..<next, of: base, before: end) }
        textState.note(text, in: bytes, &output)
        offset = next
      }
      guard isFound else {
        guard next < end else { return end }
        places.find(from: next, in: bytes, stopsAtBrace: usesPlaceholders)
        scanned = next
        ascii = next
        continue
      }
      switch byte {
      case 0x3C:
        // Words are loaded without asking whether they are there.
        guard next &+ 16 <= end else { return next }
        let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: next, as: UInt64.self))
        if word & 0x00FF_FFFF_FFFF_FFFF == Self.endOfSpan {
          guard let entry = open.closeInnermost(.span) else { return next }
          // Of what is more than a style, only boxes come here.
          if style.isSpecial { leaveBox(&output) }
          wanted = StyleID(index: entry.outer)
          style = styles.head(wanted)
          children = Int(truncatingIfNeeded: entry.siblings)
          offset = next &+ 7
          places.removeFirst(2)
          break
        }
        var inside = 1
        var last = places.place(after: inside)
        while let place = last, base.load(fromByteOffset: place, as: UInt8.self) != 0x3E {
          inside &+= 1
          last = places.place(after: inside)
        }
        guard let last else {
          // The tag goes on behind the bytes that were looked through.
          guard places.end < end, places.start < next else { return next }
          places.find(from: next, in: bytes, stopsAtBrace: usesPlaceholders)
          continue
        }
        let stop = last &+ 1
        guard !usesPositions, stop &- next < 512, open.hasRoom else { return next }
        let known = styles.tags.find(base + next, count: stop &- next, parent: style.state)
        guard
          let inner = known >= 0
            ? StyleID(index: known) : newPlainSpan(next..<stop, at: base, in: bytes)
        else { return next }
        let head = styles.head(inner)
        if head.isSpecial {
          guard head.isOnlyBox else { return next }
          enterBox(inner, inside: wanted, at: next, &output)
        }
        style = head
        enter(inner, style.element, at: next..<stop)
        offset = stop
        places.removeFirst(inside &+ 1)
      case 0x0A:
        guard !options.separatesLines, openBoxes.isEmpty, !isFlat else { return next }
        takeUp(.standard, &output)
        if recordsText { recorded.lineEnds.append(output.count) }
        output.append(0x0A)
        textState.sanitizer.passASCII()
        textState.unseen = next..<next &+ 1
        offset = next &+ 1
        lineEnds.add(endingAt: offset)
        places.removeFirst(1)
      case 0x0D:
        // Of CRLF, the line feed is the line break.
        guard !options.separatesLines, next &+ 1 < end,
          base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x0A
        else { return next }
        offset = next &+ 1
        places.removeFirst(1)
      case 0x26:
        guard style.isVerbatim, next &+ 16 <= end else { return next }
        let (character, length) = Self.reference(
          UInt64(littleEndian: base.loadUnaligned(fromByteOffset: next, as: UInt64.self)))
        guard length > 0 else { return next }
        if current != style.look {
          guard beginsCluster(output) else { return next }
          takeUp(style.look, &output)
        }
        output.append(character)
        textState.sanitizer.passASCII()
        if character == 0x27 {
          textState.showUnseen(in: bytes, &output)
          textState.observe(0..<1, of: Self.apostrophe.span, &output)
        } else {
          // `&` says the same about the words around it as the other characters.
          textState.unseen = next..<next &+ 1
        }
        offset = next &+ length
        places.removeFirst(1)
      case 0x00..<0x20, 0x7F:
        guard style.isVerbatim, byte != 0x1B || !readsSequences else { return next }
        showControl(at: next, in: bytes, to: &output)
        offset = next &+ 1
        places.removeFirst(1)
      default:
        return next
      }
      scanned = offset
      ascii = offset
    }
  }

  /// Hides text that goes on with a hidden cluster.
  @inline(never)
  private mutating func hide(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) {
    var text: [UInt8] = []
    text.append(range, of: bytes)
    hide(text[...], current, &output)
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
  @inline(__always)
  mutating func rest(
    ofClusterBefore text: Range<Int>, in bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) -> Int {
    if bytes[text.lowerBound] < 0x80, output.endsInASCII(behind: lookStart) { return 0 }
    return anyRest(ofClusterBefore: text, in: bytes, &output)
  }

  @inline(never)
  private mutating func anyRest(
    ofClusterBefore text: Range<Int>, in bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) -> Int {
    let kept = min(continuation(text, of: bytes, output), text.count)
    if kept > 0 {
      if styles.looks[current].isBlank {
        hide(text.lowerBound..<text.lowerBound + kept, of: bytes, &output)
      } else {
        output.append(text.lowerBound..<text.lowerBound + kept, of: bytes)
      }
    }
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
    let start = base + tag.lowerBound
    guard tag.count > 15, !styles.areMany, bytes[tag.upperBound - 2] == 0x22,
      UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) == Self.startOfSpan,
      UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 5, as: UInt64.self))
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
        textState.sanitizer.passASCII()
        return start + 1
      }
      takeUpStyle(&output)
    } else {
      offset = textState.sanitizer.verbatimEndOfNonASCII(from: start, to: end, in: bytes)
      guard offset > start else { return start }
      let kept = min(continuation(start..<offset, of: bytes, output), offset - start)
      if kept > 0 {
        if styles.looks[current].isBlank {
          hide(start..<start + kept, of: bytes, &output)
        } else {
          output.appendBlocks(start..<start + kept, of: bytes)
        }
        if start + kept == offset { return offset }
      }
      takeUpStyle(&output)
      output.appendBlocks(start + kept..<offset, of: bytes)
    }
    while offset < end {
      let stop = output.copyPlain(
        from: offset, to: end, of: bytes, stopsAtBrace: usesPlaceholders)
      if stop > offset { textState.sanitizer.passASCII() }
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
