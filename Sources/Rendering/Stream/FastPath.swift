import Bytes
import CellLayout
import Diagnostics
import StyledText
import Styling

/// Reads what most text is made of without taking the steps of `TreeBuilder`: text to be copied,
/// tags that were read before, new `<span class=…>`, short control sequences, line feeds and the
/// references of XML.
///
/// Everything that it does the steps could do just as well, only slower; a test compares the two.
/// Where text is final it goes straight into the output; otherwise it goes into the line.
struct FastPath: ~Copyable {
  /// False in tests of the steps.
  var isEnabled = true

  /// Offsets where markup is more than text, in the bytes at hand.
  var markup = StructuralIndex()

  /// Text for the line.
  private var recorded = StreamBuffer(capacity: 0)

  /// Runs of that.
  private var runs: [LineBuffer.Run] = []

  /// Line feeds in it.
  private var lineFeeds: [Int] = []

  /// True while text goes into the line.
  var records = false

  /// Rules by which the text is read.
  let rules: Rules

  struct Rules {
    let isMarkup: Bool
    /// True if line feeds may be read here.
    let readsLines: Bool
    let stopsAtBrace: Bool
    let usesPositions: Bool
    /// True if sequences in markup mean something.
    let readsSequences: Bool
    /// True if text for terminals may be read here.
    let readsTerminalText: Bool
    let readsPlainText: Bool
  }

  init(_ options: StreamRenderer.Options, _ resolver: StyleResolver, searchesLines: Bool) {
    let markup = options.markup
    rules = Rules(
      isMarkup: markup.form == .markup, readsLines: !options.separatesLines && !searchesLines,
      stopsAtBrace: !markup.placeholders.isEmpty,
      usesPositions: resolver.needsSiblingPositions, readsSequences: markup.sequences != .show,
      readsTerminalText: markup.form == .ansi && !markup.showsLinkTargets,
      readsPlainText: markup.form == .text && !options.separatesLines)
  }

  /// Forgets the offsets of other bytes.
  mutating func beginBytes() { markup.removeAll() }

  // MARK: Entering and leaving

  /// Reads from an offset on for as long as nothing else comes.
  ///
  /// - Parameters:
  ///   - start: Start offset.
  ///   - bytes: Bytes of the input at hand.
  ///   - isLast: True if the input ends with it.
  ///   - mayWrite: False if text has to go into the line.
  ///   - builder: Builder of the text.
  ///   - writer: Writer of the lines.
  ///   - boxes: The boxes of styles.
  ///   - lineEnds: Lines that have ended.
  ///   - output: Destination of final text.
  /// - Returns: Offset of what has to be looked at more closely.
  mutating func read(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool, mayWrite: Bool,
    _ builder: inout TreeBuilder, _ writer: inout LineWriter, _ boxes: inout BoxTable,
    _ lineEnds: inout LineEnds, to output: inout StreamBuffer
  ) -> Int {
    guard start < bytes.count, builder.text.isSettled, builder.open.scripts.isEmpty,
      builder.open.specialCount == 0, builder.line.owedSpace == nil
    else { return start }
    guard
      rules.isMarkup
        ? builder.graphics.entered == 0
        : (rules.readsPlainText
          || rules.readsTerminalText && terminalTextEnd(start, bytes, isLast, &builder) > start)
          && builder.open.boxes.isEmpty && builder.styles.head(.host).isVerbatim
    else { return start }
    records = !mayWrite || !builder.line.bytes.isEmpty || !builder.open.boxes.isEmpty
    let end: Int
    if records {
      var target = StreamBuffer(capacity: 0)
      swap(&target, &recorded)
      target.reserve(bytes.count - start + 64)
      end = read(
        from: start, in: bytes, isLast: isLast, &builder, &writer, &boxes, &lineEnds,
        &target)
      builder.line.append(target, runs, lineFeeds)
      target.removeAll()
      runs.removeAll(keepingCapacity: true)
      lineFeeds.removeAll(keepingCapacity: true)
      swap(&target, &recorded)
    } else {
      end = read(
        from: start, in: bytes, isLast: isLast, &builder, &writer, &boxes, &lineEnds,
        &output)
    }
    return end
  }

  @inline(__always)
  mutating func read(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool,
    _ builder: inout TreeBuilder, _ writer: inout LineWriter, _ boxes: inout BoxTable,
    _ lineEnds: inout LineEnds, _ output: inout StreamBuffer
  ) -> Int {
    unsafe bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return start }
      if rules.isMarkup {
        return unsafe readMarkup(
          from: start, to: raw.count, at: base, in: bytes, &builder, &writer, &boxes, &lineEnds,
          &output)
      }
      if rules.readsPlainText {
        return unsafe readPlainText(
          from: start, to: raw.count, at: base, in: bytes, isLast: isLast, &builder, &writer,
          &lineEnds, &output)
      }
      return unsafe readTerminalText(
        from: start, to: terminalTextEnd(start, bytes, isLast, &builder), at: base, in: bytes,
        isLast: isLast, &builder, &writer, &lineEnds, &output)
    }
  }

  private func terminalTextEnd(
    _ start: Int, _ bytes: Span<UInt8>, _ isLast: Bool, _ builder: inout TreeBuilder
  ) -> Int {
    min(
      bytes.count,
      builder.graphics.tokenizer.textEnd(from: start, in: bytes, isLast: isLast) ?? start)
  }

  /// Forgets text for the line from an offset on.
  mutating func dropRecorded(from start: Int) {
    while let run = runs.last, run.start >= start { runs.removeLast() }
  }

  // MARK: Markup

  /// `</span>` and the five references as little-endian words.
  private static let endOfSpan: UInt64 = 0x003E_6E61_7073_2F3C
  private static let ampersand: UInt64 = 0x3B_706D_6126
  private static let lessThan: UInt64 = 0x3B74_6C26
  private static let greaterThan: UInt64 = 0x3B74_6726
  private static let quotationMark: UInt64 = 0x3B74_6F75_7126
  private static let apostropheReference: UInt64 = 0x3B73_6F70_6126

  /// Kind of byte that stands for the end of the index.
  private static let endOfIndex: UInt16 = 0x100

  @inline(__always)
  private mutating func readMarkup(
    from start: Int, to end: Int, at base: UnsafeRawPointer, in bytes: Span<UInt8>,
    _ builder: inout TreeBuilder, _ writer: inout LineWriter, _ boxes: inout BoxTable,
    _ lineEnds: inout LineEnds, _ output: inout StreamBuffer
  ) -> Int {
    let (stopsAtBrace, usesPositions) = (rules.stopsAtBrace, rules.usesPositions)
    refillIndex(from: start, in: bytes, stopsAtBrace)
    /// Text before this offset is written.
    var offset = start
    /// From `offset` to here there is text to be copied that is not ASCII at its end.
    var scanned = start
    // Variables that each segment changes stay in registers. They are given to other code before it
    // is called, and read again behind it.
    var cursor = output.cursor
    let records = records
    /// Number that is set: attributes in the output, a style in the line; -1 for none yet.
    var set = records ? -1 : writer.current.index
    var style = head(builder.current, records, builder)
    var index = markup.index
    segments: while true {
      // Offset of the byte behind the text, and its kind.
      var next: Int
      var kind: UInt16
      if _slowPath(index >= markup.count) {
        next = max(scanned, markup.end)
        kind = Self.endOfIndex
      } else {
        next = markup[index]
        kind = unsafe UInt16(base.load(fromByteOffset: next, as: UInt8.self))
        if _slowPath(kind != 0x3C) {
          if kind == 0x3E {
            index &+= 1
            continue
          }
          if kind >= 0x80 {
            guard style.isVerbatim else { break segments }
            if next > scanned { builder.text.sanitizer.passBase() }
            let stop = builder.text.sanitizer.verbatimEndOfNonASCII(from: next, to: end, in: bytes)
            scanned = stop
            while index < markup.count, markup[index] < stop { index &+= 1 }
            guard stop < end, unsafe base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80 else {
              continue
            }
            next = stop
          }
        }
      }
      if next > offset {
        guard _fastPath(style.isVerbatim) else { break segments }
        if next > scanned { builder.text.sanitizer.passBase() }
        unsafe copy(
          Range(uncheckedBounds: (offset, next)), in: style.attributes, records, at: base,
          of: bytes,
          &cursor, &set, &builder, &writer, &output)
        offset = next
      }
      if _fastPath(kind == 0x3C) {
        // Words are loaded without asking whether they are there.
        guard _fastPath(next &+ 16 <= end) else { break segments }
        let word = unsafe UInt64(
          littleEndian: base.loadUnaligned(fromByteOffset: next, as: UInt64.self))
        if word & 0x00FF_FFFF_FFFF_FFFF == Self.endOfSpan {
          guard _fastPath(!style.isSpecial),
            let entry = builder.elements.closeInnermost(.span)
          else { break segments }
          builder.current = StyleID(index: entry.outer)
          style = head(builder.current, records, builder)
          builder.children = Int(truncatingIfNeeded: entry.siblings)
          offset = next &+ 7
          index &+= 2
        } else {
          var last = index &+ 1
          while last < markup.count,
            unsafe base.load(fromByteOffset: markup[last], as: UInt8.self) != 0x3E
          {
            last &+= 1
            // A longer tag is none of those that are known; many `<` must not look for one each.
            if _slowPath(last &- index >= 512) { break segments }
          }
          guard _fastPath(last < markup.count) else {
            // The tag goes on behind the bytes that were looked through.
            guard markup.end < end, markup.start < next else { break segments }
            markup.find(from: next, in: bytes, stopsAtBrace: stopsAtBrace)
            index = 0
            continue
          }
          let stop = markup[last] &+ 1
          guard _fastPath(!usesPositions && stop &- next < 512 && builder.elements.hasCapacity)
          else {
            break segments
          }
          let known = unsafe builder.styles.child(
            base + next, count: stop &- next, before: end &- next, inside: style.state)
          guard _fastPath(known >= 0) else { break segments }
          let inner = StyleID(index: known)
          let head = head(inner, records, builder)
          if _slowPath(head.isSpecial) {
            guard head.isOnlyBox, !records,
              let cell = unsafe cell(inner, behind: last, at: base, before: end, &builder)
            else { break segments }
            output.commit(cursor)
            writer.current = AttributesID(index: set)
            let isWritten = writeSimpleBox(
              inner, cell, in: bytes, &builder, &writer, &boxes, &output)
            cursor = output.cursor
            set = writer.current.index
            guard isWritten else { break segments }
            offset = markup[cell.last &- 1] &+ 7
            scanned = offset
            index = cell.last &+ 1
            continue
          }
          style = head
          builder.elements.open(
            head.element, at: next &+ builder.log.base, outer: builder.current.index,
            siblings: Int32(truncatingIfNeeded: builder.children))
          builder.current = inner
          builder.children = 0
          offset = stop
          index = last &+ 1
        }
      } else {
        switch kind {
        case 0x0A:
          guard rules.readsLines, builder.open.boxes.isEmpty else { break segments }
          passLineFeed(
            at: next, records, &cursor, &set, &builder, &writer, &lineEnds, &output)
          offset = next &+ 1
        case 0x0D:
          // In CRLF, the line feed is the line break.
          guard rules.readsLines, next &+ 1 < end,
            unsafe base.load(fromByteOffset: next &+ 1, as: UInt8.self) == 0x0A
          else { break segments }
          offset = next &+ 1
        case 0x26:
          guard style.isVerbatim, next &+ 16 <= end else { break segments }
          let (character, length) = unsafe Self.reference(
            UInt64(littleEndian: base.loadUnaligned(fromByteOffset: next, as: UInt64.self)))
          guard length > 0 else { break segments }
          output.commit(cursor)
          guard take(style.attributes, &set, &writer, &output) else { break segments }
          output.append(character)
          cursor = output.cursor
          see(character, at: next, in: bytes, &builder)
          offset = next &+ length
        case 0x00..<0x20, 0x7F:
          // An escape may begin a sequence that has not come yet.
          guard style.isVerbatim,
            kind != 0x1B || !rules.readsSequences && next &+ TextSanitizer.longestSGR <= end
          else { break segments }
          output.commit(cursor)
          guard take(style.attributes, &set, &writer, &output) else { break segments }
          showControl(at: next, in: bytes, &builder, &output)
          cursor = output.cursor
          offset = next &+ 1
        case Self.endOfIndex:
          guard next < end else { break segments }
          markup.find(from: next, in: bytes, stopsAtBrace: stopsAtBrace)
          index = -1
        default:
          break segments
        }
        index &+= 1
      }
      scanned = offset
    }
    output.commit(cursor)
    if !records { writer.current = AttributesID(index: set) }
    markup.index = index
    return offset
  }

  /// Returns the properties of a style that the loops read, with the number to compare with `set`.
  @inline(__always)
  func head(
    _ style: StyleID, _ records: Bool, _ builder: borrowing TreeBuilder
  ) -> ComputedStyleTable.Head {
    var head = builder.styles.head(style)
    if records { head.attributes = style.index }
    return head
  }

  /// True if a place is that of `</span>`.
  func isEndOfSpan(
    at index: Int, at base: UnsafeRawPointer, before end: Int
  ) -> Bool {
    guard index < markup.count, markup[index] &+ 8 <= end else { return false }
    let word = unsafe UInt64(
      littleEndian: base.loadUnaligned(fromByteOffset: markup[index], as: UInt64.self))
    return word & 0x00FF_FFFF_FFFF_FFFF == Self.endOfSpan
  }

  /// Refills the index from `offset`; a byte there that is not ASCII becomes an entry.
  private mutating func refillIndex(from offset: Int, in bytes: Span<UInt8>, _ stopsAtBrace: Bool) {
    markup.skip(to: offset)
    guard bytes[offset] >= 0x80, markup.isEmpty || markup.first != offset else { return }
    if offset < markup.end {
      markup.putBack(offset)
    } else {
      markup.find(from: offset, in: bytes, stopsAtBrace: stopsAtBrace)
    }
  }

  /// Sets attributes for a printable ASCII character, or begins a run for one.
  ///
  /// - Returns: False if the character may belong to the cluster before it.
  mutating func take(
    _ wanted: Int32, _ set: inout Int32, _ writer: inout LineWriter, _ output: inout StreamBuffer
  ) -> Bool {
    guard set != wanted else { return true }
    if records {
      runs.append(LineBuffer.Run(start: output.count, style: StyleID(index: wanted)))
    } else {
      writer.current = AttributesID(index: set)
      guard writer.beginsCluster(output) else { return false }
      writer.take(AttributesID(index: wanted), &output)
    }
    set = wanted
    return true
  }

  /// Passes on a line feed.
  @inline(__always)
  mutating func passLineFeed(
    at offset: Int, _ records: Bool, _ cursor: inout OutputCursor, _ set: inout Int32,
    _ builder: inout TreeBuilder, _ writer: inout LineWriter, _ lineEnds: inout LineEnds,
    _ output: inout StreamBuffer
  ) {
    if set != 0 || records || cursor.lacks(1) {
      output.commit(cursor)
      endLine(&set, builder.current, &writer, &output)
      cursor = output.cursor
    } else {
      cursor.append(0x0A)
    }
    builder.text.sanitizer.passBase()
    builder.text.unseen = offset..<offset &+ 1
    lineEnds.add(endingAt: offset &+ 1)
  }

  /// Ends a line of the input.
  mutating func endLine(
    _ set: inout Int32, _ style: StyleID, _ writer: inout LineWriter, _ output: inout StreamBuffer
  ) {
    if records {
      if set < 0 {
        runs.append(LineBuffer.Run(start: output.count, style: style))
        set = style.index
      }
      lineFeeds.append(output.count)
      output.append(0x0A)
    } else {
      writer.current = AttributesID(index: set)
      writer.endLine(&output)
      set = writer.current.index
    }
  }

  /// Takes note of the character of a reference.
  private func see(
    _ character: UInt8, at offset: Int, in bytes: Span<UInt8>, _ builder: inout TreeBuilder
  ) {
    builder.text.sanitizer.passBase()
    if character == 0x27 {
      let apostrophe: [UInt8] = [0x27]
      builder.text.showUnseen(in: bytes, &builder.line)
      builder.text.observe(0..<1, of: apostrophe.span, &builder.line)
    } else {
      // `&` says the same about the words around it as the other characters.
      builder.text.unseen = offset..<offset &+ 1
    }
  }

  /// Writes the picture of a control, behind text that is written.
  @inline(never)
  private func showControl(
    at offset: Int, in bytes: Span<UInt8>, _ builder: inout TreeBuilder,
    _ output: inout StreamBuffer
  ) {
    builder.text.unseen = 0..<0
    _ = builder.text.sanitizer.replace(
      at: offset, before: bytes.count, in: bytes, isLast: true, to: &builder.text.scratch,
      log: &builder.log)
    output.append(contentsOf: builder.text.scratch)
    builder.text.scratch.removeAll(keepingCapacity: true)
    builder.text.transformer.observeBreak()
  }

  /// The character of one of XML's references at the start of a word, and the reference's length;
  /// 0 for anything else.
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

  /// A longer run of text is worth a call of what copies fastest.
  private static let shortRun = 128

  /// Writes text that stands for itself behind what is written.
  ///
  /// What every text changes is the caller's, so that it stays in registers.
  /// - Parameters:
  ///   - text: Range of the text; not empty.
  ///   - wanted: Its attributes, or its style where it goes into the line.
  ///   - records: True if it goes into the line.
  ///   - base: Address of the first byte.
  ///   - bytes: Bytes of the input at hand.
  ///   - cursor: The room of `output`, which is told of it only where something else writes.
  ///   - set: Number of the attributes or style that is set.
  ///   - builder: Builder of the text.
  ///   - writer: Writer of the lines.
  ///   - output: Destination of the text.
  @inline(__always)
  mutating func copy(
    _ text: Range<Int>, in wanted: Int32, _ records: Bool, at base: UnsafeRawPointer,
    of bytes: Span<UInt8>, _ cursor: inout OutputCursor, _ set: inout Int32,
    _ builder: inout TreeBuilder,
    _ writer: inout LineWriter, _ output: inout StreamBuffer
  ) {
    var start = text.lowerBound
    let end = text.upperBound
    if set != wanted {
      if _slowPath(records) {
        runs.append(LineBuffer.Run(start: cursor.count, style: StyleID(index: wanted)))
        set = wanted
      } else {
        if unsafe _slowPath(
          base.load(fromByteOffset: start, as: UInt8.self) >= 0x80
            || !cursor.endsInASCII(behind: writer.currentStart))
        {
          output.commit(cursor)
          writer.current = AttributesID(index: set)
          start &+= rest(ofClusterBefore: text, in: bytes, &writer, &output)
          cursor = output.cursor
        }
        if start < end {
          let sequence = unsafe writer.attributes.transitions.sequence(
            from: AttributesID(index: set), to: AttributesID(index: wanted))
          if unsafe _slowPath(cursor.lacks(sequence.count)) {
            output.commit(cursor)
            unsafe output.reserve(sequence.count &+ 32)
            cursor = output.cursor
          }
          unsafe cursor.appendPadded(sequence.start, count: sequence.count)
          writer.currentStart = cursor.count
          if _slowPath(!writer.clusterStart.isEmpty) { writer.dropClusterStart() }
          set = wanted
        }
      }
    }
    if start < end {
      let count = end &- start
      if _slowPath(cursor.lacks(count)) {
        output.commit(cursor)
        output.reserve(count &+ 32)
        cursor = output.cursor
      }
      if _fastPath(count <= Self.shortRun && end &+ 32 <= bytes.count) {
        unsafe cursor.appendPadded(base + start, count: count)
      } else {
        unsafe cursor.append(base + start, count: count)
      }
    }
    if _slowPath(!TextPipeline.isDecisive(endOf: text, in: bytes)) {
      output.commit(cursor)
      builder.text.showUnseen(in: bytes, &builder.line)
    }
    builder.text.unseen = text
  }

  /// Writes what of a text belongs to the cluster before it, whose attributes it keeps.
  /// - Returns: Number of its bytes, mostly none.
  @inline(never)
  private func rest(
    ofClusterBefore text: Range<Int>, in bytes: Span<UInt8>, _ writer: inout LineWriter,
    _ output: inout StreamBuffer
  ) -> Int {
    let kept = min(writer.continuation(text, of: bytes, output), text.count)
    if kept > 0 { output.append(text.lowerBound..<text.lowerBound + kept, of: bytes) }
    return kept
  }
}
