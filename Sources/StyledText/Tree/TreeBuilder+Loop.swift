import Bytes
import Diagnostics
import Styling

/// The loop over markup: plain text, known tags, line feeds, references of XML and control
/// characters. `step` reads everything else.
///
/// The part of the state that changes for each piece is in a `LineEndCursor`, which stays in
/// registers.
extension TreeBuilder {
  /// Reads the input until more of it is needed, the line is long, or a line has to be redrawn.
  ///
  /// - Parameters:
  ///   - start: The first offset.
  ///   - bytes: The current part of the input.
  ///   - isLast: False if more input follows.
  /// - Returns: The offset to continue from; `start` if more input is needed.
  package mutating func read(from start: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    let limit = line.bytes.count + MarkupLimits.longestPart
    var offset = start
    while offset < bytes.count, line.bytes.count < limit, !graphics.redrawsLine {
      if canLoop { offset = loop(from: offset, in: bytes, isLast: isLast) }
      guard offset < bytes.count else { break }
      let next = step(at: offset, in: bytes, isLast: isLast)
      if next == offset { break }
      endedLines.add(offset..<next, of: bytes)
      offset = next
    }
    return offset
  }

  /// Announces other bytes.
  package mutating func beginBytes() { structure.removeAll() }

  /// True if a line feed is only a line break.
  var breaksLines: Bool { !separatesLines && !searchesLines }

  /// True if a loop may read the next bytes.
  private var canLoop: Bool {
    mutating get {
      guard filter == nil, isSimple else { return false }
      let options = styles.options
      switch options.form {
      case .markup: return graphics.entered == 0
      case .ansi:
        return !options.showsLinkTargets && open.boxes.isEmpty && styles.summary(.host).isVerbatim
      default: return false
      }
    }
  }

  /// True if no text waits, and nothing that is open changes the next text.
  var isSimple: Bool {
    mutating get {
      tree == nil && lastElement == nil && text.isSettled && open.scripts.isEmpty
        && open.specialCount == 0 && !open.hidesText && line.owedSpace == nil
    }
  }

  private mutating func loop(from start: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    let isLast = isLast && bytes.count - start <= MarkupLimits.longestPart
    let bytes = bytes.extracting(first: start + MarkupLimits.longestPart)
    var end = bytes.count
    let isMarkup = styles.options.form == .markup
    if !isMarkup {
      end = min(end, graphics.tokenizer.textEnd(from: start, in: bytes, isLast: isLast) ?? start)
      guard end > start else { return start }
    }
    added.removeAll()
    added.reserve(end - start + 64)
    let next = unsafe bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return start }
      var cursor = LineEndCursor(after: line, in: added)
      let next =
        isMarkup
        ? unsafe loopOverMarkup(from: start, to: end, at: base, in: bytes, &cursor)
        : unsafe loopOverTerminalText(
          from: start, to: end, at: base, in: bytes, isLast: isLast, &cursor)
      added.commit(cursor.bytes)
      return next
    }
    added.copy(0..<added.count, to: &line.bytes)
    return next
  }

  // MARK: Markup

  /// `</span>` and the five references as little-endian words.
  private static var endOfSpan: UInt64 { 0x003E_6E61_7073_2F3C }
  private static var ampersand: UInt64 { 0x3B_706D_6126 }
  private static var lessThan: UInt64 { 0x3B74_6C26 }
  private static var greaterThan: UInt64 { 0x3B74_6726 }
  private static var quotationMark: UInt64 { 0x3B74_6F75_7126 }
  private static var apostropheReference: UInt64 { 0x3B73_6F70_6126 }

  /// Marks the end of the index.
  private static var endOfIndex: UInt16 { 0x100 }

  @inline(__always)
  private mutating func loopOverMarkup(
    from start: Int, to end: Int, at base: UnsafeRawPointer, in bytes: Span<UInt8>,
    _ line: inout LineEndCursor
  ) -> Int {
    let (stopsAtBrace, readsSequences) = (usesPlaceholders, readsSequences)
    let (usesPositions, breaksLines) = (styles.resolver.needsSiblingPositions, breaksLines)
    refillStructure(from: start, in: bytes, stopsAtBrace)
    /// Text before this offset is in the line.
    var offset = start
    /// The text from `offset` to here is to be copied, and ends in a character outside of ASCII.
    var scanned = start
    var summary = styles.summary(current)
    var index = structure.index
    segments: while true {
      // Offset of the byte behind the text, and its kind.
      var next: Int
      var kind: UInt16
      if _slowPath(index >= structure.count) {
        next = max(scanned, structure.end)
        kind = Self.endOfIndex
      } else {
        next = structure[index]
        kind = unsafe UInt16(base.load(fromByteOffset: next, as: UInt8.self))
        if _slowPath(kind != 0x3C) {
          if kind == 0x3E {
            index &+= 1
            continue
          }
          if kind >= 0x80 {
            guard summary.isVerbatim else { break segments }
            if next > scanned { text.sanitizer.passBase() }
            let stop = text.sanitizer.verbatimEndOfNonASCII(from: next, to: end, in: bytes)
            scanned = stop
            while index < structure.count, structure[index] < stop { index &+= 1 }
            guard stop < end, unsafe base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80 else {
              continue
            }
            next = stop
          }
        }
      }
      if next > offset {
        guard _fastPath(summary.isVerbatim) else { break segments }
        if next > scanned { text.sanitizer.passBase() }
        copy(offset..<next, in: current, of: bytes, &line)
        offset = next
      }
      if _fastPath(kind == 0x3C) {
        // Words are loaded without asking whether they are there.
        guard _fastPath(next &+ 16 <= end) else { break segments }
        let word = unsafe UInt64(
          littleEndian: base.loadUnaligned(fromByteOffset: next, as: UInt64.self))
        if word & 0x00FF_FFFF_FFFF_FFFF == Self.endOfSpan {
          guard _fastPath(!summary.isSpecial || summary.isOnlyBox),
            let entry = elements.closeInnermost(.span)
          else { break segments }
          if _slowPath(summary.isBox) {
            closeBox(depth: elements.depth &+ 1, behind: line.bytes.count)
          }
          current = StyleID(index: entry.outer)
          summary = styles.summary(current)
          children = Int(truncatingIfNeeded: entry.siblings)
          offset = next &+ 7
          index &+= 2
        } else {
          var last = index &+ 1
          while last < structure.count,
            unsafe base.load(fromByteOffset: structure[last], as: UInt8.self) != 0x3E
          {
            last &+= 1
            // A longer tag is not cached; many `<` must not search for an end each.
            if _slowPath(last &- index >= 512) { break segments }
          }
          guard _fastPath(last < structure.count) else {
            // The tag continues behind the scanned bytes.
            guard structure.end < end, structure.start < next else { break segments }
            structure.find(from: next, in: bytes, stopsAtBrace: stopsAtBrace)
            index = 0
            continue
          }
          let stop = structure[last] &+ 1
          guard _fastPath(!usesPositions && stop &- next < 512 && elements.hasCapacity) else {
            break segments
          }
          let known = unsafe styles.child(
            base + next, count: stop &- next, before: end &- next, inside: summary.state)
          guard _fastPath(known >= 0) else { break segments }
          let inner = StyleID(index: known)
          let innerSummary = styles.summary(inner)
          guard _fastPath(!innerSummary.isSpecial || innerSummary.isOnlyBox) else { break segments }
          let outer = current
          summary = innerSummary
          elements.open(
            summary.element, at: next &+ log.base, outer: outer.index,
            siblings: Int32(truncatingIfNeeded: children))
          current = inner
          children = 0
          if _slowPath(summary.isBox) {
            openBox(
              inside: outer, summary.element, at: next &+ log.base, depth: elements.depth,
              behind: line.bytes.count)
          }
          offset = stop
          index = last &+ 1
        }
      } else {
        switch kind {
        case 0x0A:
          guard breaksLines, open.boxes.isEmpty else { break segments }
          breakLine(at: next, &line)
          offset = next &+ 1
        case 0x0D:
          // In CRLF, the line feed is the line break.
          guard breaksLines, next &+ 1 < end,
            unsafe base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x0A
          else { break segments }
          offset = next &+ 1
        case 0x26:
          guard summary.isVerbatim, next &+ 16 <= end else { break segments }
          let (character, length) = unsafe Self.reference(
            UInt64(littleEndian: base.loadUnaligned(fromByteOffset: next, as: UInt64.self)))
          guard length > 0 else { break segments }
          makeRoom(for: 1, &line)
          beginRun(current, &line)
          line.bytes.append(character)
          observe(character, at: next, in: bytes)
          offset = next &+ length
        case 0x00..<0x20, 0x7F:
          // An escape may begin a sequence that has not come yet.
          guard summary.isVerbatim,
            kind != 0x1B || !readsSequences && next &+ TextSanitizer.longestSGR <= end
          else { break segments }
          beginRun(current, &line)
          showControl(at: next, in: bytes, &line)
          offset = next &+ 1
        case Self.endOfIndex:
          guard next < end else { break segments }
          structure.find(from: next, in: bytes, stopsAtBrace: stopsAtBrace)
          index = -1
        default: break segments
        }
        index &+= 1
      }
      scanned = offset
    }
    structure.index = index
    return offset
  }

  /// Refills the index from `offset`; a byte outside of ASCII there becomes an entry.
  private mutating func refillStructure(
    from offset: Int, in bytes: Span<UInt8>, _ stopsAtBrace: Bool
  ) {
    structure.skip(to: offset)
    guard bytes[offset] >= 0x80, structure.isEmpty || structure.first != offset else { return }
    if offset < structure.end {
      structure.putBack(offset)
    } else {
      structure.find(from: offset, in: bytes, stopsAtBrace: stopsAtBrace)
    }
  }

  /// Records the character of a reference.
  private mutating func observe(_ character: UInt8, at offset: Int, in bytes: Span<UInt8>) {
    text.sanitizer.passBase()
    if character == 0x27 {
      let apostrophe: [UInt8] = [0x27]
      text.showUnseen(in: bytes, &line)
      text.observe(0..<1, of: apostrophe.span, &line)
    } else {
      // `&` has the same effect on the words around it as the other characters.
      text.unseen = offset..<offset &+ 1
    }
  }

  /// Appends the picture of a control character.
  @inline(never)
  private mutating func showControl(
    at offset: Int, in bytes: Span<UInt8>, _ line: inout LineEndCursor
  ) {
    text.unseen = 0..<0
    _ = text.sanitizer.replace(
      at: offset, before: bytes.count, in: bytes, isLast: true, to: &text.scratch, log: &log)
    added.commit(line.bytes)
    added.append(contentsOf: text.scratch)
    line.bytes = added.cursor
    text.scratch.removeAll(keepingCapacity: true)
    text.transformer.observeBreak()
  }

  /// The character of one of XML's references at the start of a word, and the length of the
  /// reference; 0 for others.
  @inline(__always)
  private static func reference(_ word: UInt64) -> (UInt8, Int) {
    if word & 0xFF_FFFF_FFFF == ampersand { return (0x26, 5) }
    if word & 0xFFFF_FFFF == lessThan { return (0x3C, 4) }
    if word & 0xFFFF_FFFF == greaterThan { return (0x3E, 4) }
    if word & 0xFFFF_FFFF_FFFF == quotationMark { return (0x22, 6) }
    if word & 0xFFFF_FFFF_FFFF == apostropheReference { return (0x27, 6) }
    return (0, 0)
  }

  // MARK: Text

  @inline(__always)
  mutating func copy(
    _ range: Range<Int>, in style: StyleID, of bytes: Span<UInt8>, _ line: inout LineEndCursor
  ) {
    beginRun(style, &line)
    makeRoom(for: range.upperBound &- range.lowerBound, &line)
    line.bytes.append(range, of: bytes)
    if _slowPath(!TextPipeline.isDecisive(endOf: range, in: bytes)) {
      text.showUnseen(in: bytes, &self.line)
    }
    text.unseen = range
  }

  /// Starts a run if the style changes.
  @inline(__always)
  mutating func beginRun(_ style: StyleID, _ line: inout LineEndCursor) {
    guard line.style != style.index else { return }
    line.style = style.index
    self.line.runs.append(StyledLines.Run(start: line.end, style: style))
  }

  @inline(__always)
  private mutating func makeRoom(for count: Int, _ line: inout LineEndCursor) {
    guard _slowPath(line.bytes.lacks(count)) else { return }
    added.commit(line.bytes)
    added.reserve(count &+ 32)
    line.bytes = added.cursor
  }

  @inline(__always)
  mutating func breakLine(at offset: Int, _ line: inout LineEndCursor) {
    makeRoom(for: 1, &line)
    if _slowPath(line.style < 0) { beginRun(current, &line) }
    self.line.lineEnds.append(line.end)
    line.bytes.append(0x0A)
    text.sanitizer.passBase()
    text.unseen = offset..<offset &+ 1
    endedLines.add(endingAt: offset &+ 1)
  }
}

/// The end of a line to which a loop appends.
struct LineEndCursor {
  /// The text that the loop appends, which follows the text of the line.
  var bytes: OutputCursor

  /// The bytes of the line before that text.
  private let origin: Int

  /// The style of the last run; -1 for none.
  var style: Int32

  init(after line: borrowing StyledLines, in text: borrowing StreamBuffer) {
    bytes = text.cursor
    origin = line.bytes.count
    style = line.runs.last?.style.index ?? -1
  }

  /// The offset of its end in the line.
  var end: Int { origin &+ bytes.count }
}
