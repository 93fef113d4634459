import Bytes
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

  /// Renders text to be copied, tags that are known, the ends of spans, line feeds and the
  /// references of XML, for as long as nothing else comes.
  ///
  /// Everything that it does could be done by `step` just as well, only slower.
  /// - Returns: The offset of what has to be looked at more closely.
  mutating func simpleParts(
    from start: Int, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) -> Int {
    guard textState.isSettled, scripts.isEmpty, specialCount == 0 else { return start }
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
    let brace = SIMD16<UInt8>(repeating: usesPlaceholders ? 0x7B : 0x3C)
    var offset = start
    // Words and blocks are loaded without asking whether they are there.
    while offset &+ 16 <= end {
      let byte = base.load(fromByteOffset: offset, as: UInt8.self)
      if byte == 0x3C {
        let word = UInt64(
          littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        if word & 0x00FF_FFFF_FFFF_FFFF == Self.endOfSpan {
          guard let entry = open.closeInnermost(.span) else { return offset }
          wanted = StyleID(index: entry.outer)
          children = Int(truncatingIfNeeded: entry.siblings)
          offset &+= 7
          continue
        }
        let limit = min(end, offset &+ 512)
        let last = bytes.firstOffset(of: 0x3E, from: offset &+ 1, to: limit)
        guard !usesPositions, last < limit, open.hasRoom else { return offset }
        let stop = last &+ 1
        let known = styles.tags.find(
          base + offset, count: stop &- offset, parent: styles.head(wanted).state)
        guard
          let style = known >= 0
            ? StyleID(index: known) : newPlainSpan(offset..<stop, at: base, in: bytes)
        else { return offset }
        let head = styles.head(style)
        guard !head.isSpecial else { return offset }
        enter(style, head.element, at: offset..<stop)
        offset = stop
        continue
      }
      if byte == 0x0A {
        guard !options.separatesLines else { return offset }
        takeUp(.standard, &output)
        if recordsText { recorded.lineEnds.append(output.count) }
        output.append(0x0A)
        textState.sanitizer.passASCII()
        textState.unseen = offset..<offset &+ 1
        offset &+= 1
        continue
      }
      let head = styles.head(wanted)
      guard head.isVerbatim else { return offset }
      if byte == 0x26 {
        let (character, length) = Self.reference(
          UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        guard length > 0 else { return offset }
        if current != head.look {
          guard beginsCluster(output) else { return offset }
          takeUp(head.look, &output)
        }
        output.append(character)
        textState.sanitizer.passASCII()
        if character == 0x27 {
          textState.showUnseen(in: bytes, &output)
          textState.observe(0..<1, of: Self.apostrophe.span, &output)
        } else {
          // `&` says the same about the words around it as the other characters.
          textState.unseen = offset..<offset &+ 1
        }
        offset &+= length
        continue
      }
      var stop = offset
      if byte &- 0x20 < 0x5F, byte != brace[0] {
        if current != head.look {
          guard beginsCluster(output) else { return offset }
          takeUp(head.look, &output)
        }
        textState.sanitizer.passASCII()
        stop = output.copyPlainBlocks(from: offset, to: end, of: bytes, brace: brace)
      }
      let isBeforeText = stop < end && base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80
      if stop == offset || isBeforeText {
        guard stop &+ 16 <= end else {
          if stop > offset { textState.note(offset..<stop, in: bytes, &output) }
          return stop
        }
        stop = copyText(from: stop, in: bytes, to: &output)
        guard stop > offset else { return offset }
      }
      textState.note(offset..<stop, in: bytes, &output)
      offset = stop
    }
    return offset
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
        if !styles.looks[current].isBlank {
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
