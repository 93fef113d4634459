package import Bytes
package import CellLayout
package import Diagnostics
package import StyledText
package import Styling

/// Renders markup of any size to text with escape sequences, part by part, in flat memory.
///
/// It goes from bytes to bytes: a tag that was met before inside the same style is found by its
/// raw bytes, and text is copied sixteen bytes at a time. The line structure stays as it is, and
/// every line is complete in itself: it ends in the terminal's default state and takes up again
/// what goes on.
package struct StreamRenderer: ~Copyable {
  /// How a stream is rendered.
  package struct Options: Sendable {
    /// What markup may do.
    package var markup: MarkupOptions

    /// What the bytes are written for.
    package var target: OutputTarget

    /// Whether every line is a text of its own: what is open ends with it.
    package var separatesLines: Bool

    /// Whether every line is wrapped and aligned in the target's columns, as a paragraph of the
    /// host object; otherwise lines stay as they are.
    package var fitsLines: Bool

    /// Puts options together.
    package init(
      markup: MarkupOptions = MarkupOptions(), target: OutputTarget, separatesLines: Bool = false,
      fitsLines: Bool = false
    ) {
      self.markup = markup
      self.target = target
      self.separatesLines = separatesLines
      self.fitsLines = fitsLines
    }
  }

  let options: Options
  let usesPositions: Bool
  let usesPlaceholders: Bool
  var spans: SpanResolver
  var styles: StreamStyles
  var cache = TagCache()
  var tokenizer = MarkupTokenizer()
  var sanitizer: TextSanitizer
  var transformer = TextTransformer()
  var open = OpenElements()

  /// What is wrong with the markup; offsets count from the start of the input.
  package internal(set) var log: DiagnosticLog

  /// The style of the text that comes next.
  var wanted: Int
  /// The look that the terminal is set to.
  var current = StreamLooks.standard
  /// When there are more styles it is time to forget those that are not in use.
  var mostStyles = Self.comfortableStyles
  /// How many elements the innermost open one has had, where the sheet counts them.
  var children = 0
  /// Whether nothing of the text was rendered yet.
  var isAtStart = true
  /// Safe text that is not transformed yet: a letter that the next one may decide about, or
  /// bidirectional controls that are not balanced yet.
  var scratch: [UInt8] = []
  var transformed: [UInt8] = []
  /// Whether text is recorded until its lines can be laid out.
  let recordsText: Bool
  var recorded = RecordedText()
  var paragraphs: ParagraphWriter?
  /// What was copied last and what the transformer has not seen.
  ///
  /// It only matters where transformed text follows, which is rare.
  var unseen = 0..<0
  /// Where in the output the sigma is that the transformer has not decided about.
  var sigmaOffset = 0
  /// Output from such a sigma on, kept back at the end of a part.
  var undecided: [UInt8] = []

  /// Starts a stream.
  /// - Parameters:
  ///   - resolver: Gives every element its style, for the terminal that it was made for.
  ///   - options: How the stream is rendered.
  package init(resolver: StyleResolver, options: Options) {
    self.options = options
    recordsText = options.fitsLines
    usesPositions = resolver.needsSiblingPositions
    usesPlaceholders = !options.markup.placeholders.isEmpty
    spans = SpanResolver(styles: resolver, options: options.markup)
    styles = StreamStyles(
      backdrop: resolver.hostBackdrop, target: options.target,
      recordsStyles: options.fitsLines)
    if options.fitsLines {
      paragraphs = ParagraphWriter(resolver, target: options.target, styles: styles)
    }
    sanitizer = TextSanitizer(allowsBidirectional: options.markup.allowsBidirectional)
    log = DiagnosticLog(limit: options.markup.findingLimit)
    wanted = styles.add(spans.host)
  }

  // MARK: Parts

  /// Renders the next part of the input.
  /// - Parameters:
  ///   - bytes: What was left over from the part before, and what has come since.
  ///   - isLast: Whether the input ends with it.
  ///   - output: Where the rendered bytes go.
  /// - Returns: How many of the bytes were used. The rest has to come again in front of the next
  ///   part; there is none after the last one.
  package mutating func render(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    guard recordsText else { return renderLines(bytes, isLast: isLast, to: &output) }
    var text = StreamBuffer(capacity: 0)
    swap(&text, &recorded.text)
    let used = renderLines(bytes, isLast: isLast, to: &text)
    let recordedCount = text.count
    swap(&text, &recorded.text)
    paragraphs?.write(isLast: isLast, from: &recorded, &styles, to: &output)
    // Lines that are complete hold no sigma that waits for its word.
    sigmaOffset -= recordedCount - recorded.text.count
    return used
  }

  mutating func renderLines(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var offset = 0
    if isAtStart, !options.separatesLines {
      guard isLast || bytes.count >= 3 else { return 0 }
      isAtStart = false
      if Self.hasMark(at: 0, before: bytes.count, in: bytes) { offset = 3 }
    }
    output.reserve(bytes.count + undecided.count + 64)
    if !undecided.isEmpty {
      sigmaOffset = output.count
      output.append(contentsOf: undecided)
      undecided.removeAll(keepingCapacity: true)
    }
    offset =
      options.separatesLines
      ? renderTexts(from: offset, in: bytes, isLast: isLast, to: &output)
      : renderText(from: offset, in: bytes, isLast: isLast, to: &output)
    showUnseenText(in: bytes, &output)
    if isLast { finish(to: &output) }
    if transformer.isUndecided, !isLast, !recordsText {
      undecided = Array(output.bytes[sigmaOffset...])
      output.removeLast(undecided.count)
    }
    tokenizer.willDrop(first: offset, of: bytes)
    log.base += offset
    return offset
  }

  /// Renders lines each of which is a text of its own: nothing in it reaches into the next one, be it
  /// a tag, a comment or a reference that is not finished.
  mutating func renderTexts(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var offset = start
    while offset < bytes.count {
      let end = Self.endOfLine(from: offset, in: bytes)
      let isWhole = end < bytes.count
      if isAtStart {
        guard isWhole || isLast || bytes.count - offset >= 3 else { return offset }
        isAtStart = false
        if Self.hasMark(at: offset, before: end, in: bytes) { offset += 3 }
      }
      let hasReturn = isWhole && end > offset && bytes[end - 1] == 0x0D
      offset = renderText(
        from: offset, in: bytes.extracting(first: hasReturn ? end - 1 : end),
        isLast: isLast || isWhole, to: &output)
      guard isWhole else { break }
      showUnseenText(in: bytes, &output)
      endLine(to: &output)
      offset = end + 1
    }
    return offset
  }

  mutating func renderText(
    from start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var offset = start
    while offset < bytes.count {
      offset = simpleParts(from: offset, in: bytes, to: &output)
      guard offset < bytes.count else { break }
      let next = step(at: offset, in: bytes, isLast: isLast, to: &output)
      if next == offset { break }
      offset = next
    }
    return offset
  }

  /// Whether a byte order mark stands at an offset; at the start of a text it is none of it.
  static func hasMark(at offset: Int, before end: Int, in bytes: Span<UInt8>) -> Bool {
    offset + 3 <= end && bytes[offset] == 0xEF && bytes[offset + 1] == 0xBB
      && bytes[offset + 2] == 0xBF
  }

  /// The offset of the first line feed, or the end of the bytes.
  static func endOfLine(from start: Int, in bytes: Span<UInt8>) -> Int {
    bytes.firstOffset(of: 0x0A, from: start, to: bytes.count)
  }

  /// Renders what stands at an offset; the same offset is returned when more input is needed.
  @inline(__always)
  mutating func step(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    showUnseenText(in: bytes, &output)
    let byte = bytes[offset]
    switch byte {
    case 0x3C:
      return token(at: offset, in: bytes, isLast: isLast, to: &output)
    case 0x26:
      return reference(at: offset, in: bytes, isLast: isLast, to: &output)
    case 0x0A:
      endLine(to: &output)
      return offset + 1
    case 0x7B where usesPlaceholders:
      return placeholder(at: offset, in: bytes, isLast: isLast, to: &output)
    default:
      return text(at: offset, in: bytes, isLast: isLast, to: &output)
    }
  }

  // MARK: What most markup is made of

  /// `</span>` and the five references as little-endian words.
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
    guard !sanitizer.hasUnfinishedRun, scratch.isEmpty, !transformer.isUndecided else {
      return start
    }
    // There is room for all text that is left whenever some of it is copied.
    output.reserve(bytes.count &- start &+ 32)
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
          wanted = Int(truncatingIfNeeded: entry.outer)
          children = Int(truncatingIfNeeded: entry.siblings)
          offset &+= 7
          continue
        }
        let stop = MarkupTokenizer.endOfNearTag(from: offset &+ 1, in: bytes)
        guard !usesPositions, stop > offset, open.hasRoom else { return offset }
        let known = cache.find(
          base + offset, count: stop &- offset, parent: styles.head(wanted).state)
        guard known >= 0 else { return offset }
        let style = Int(truncatingIfNeeded: known)
        enter(style, styles.head(style).element, at: offset..<stop)
        offset = stop
        continue
      }
      if byte == 0x0A {
        guard !options.separatesLines else { return offset }
        takeUp(StreamLooks.standard, &output, reserving: end &- offset &+ 32)
        if recordsText { recorded.lineEnds.append(output.count) }
        output.append(0x0A)
        sanitizer.passASCII()
        unseen = offset..<offset &+ 1
        offset &+= 1
        continue
      }
      let head = styles.head(wanted)
      guard head.isVerbatim else { return offset }
      if byte == 0x26 {
        let (character, length) = Self.reference(
          UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        guard length > 0 else { return offset }
        takeUp(head.look, &output, reserving: end &- offset &+ 32)
        output.append(character)
        sanitizer.passASCII()
        if character == 0x27 {
          observe(Self.apostrophe, behindTextIn: bytes, &output)
        } else {
          // `&` says the same about the words around it as the other characters.
          unseen = offset..<offset &+ 1
        }
        offset &+= length
        continue
      }
      var stop = offset
      if byte &- 0x20 < 0x5F, byte != brace[0] {
        takeUp(head.look, &output, reserving: end &- offset &+ 32)
        sanitizer.passASCII()
        stop = output.copyPlainBlocks(from: offset, to: end, of: bytes, brace: brace)
      }
      let isBeforeText = stop < end && base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80
      if stop == offset || isBeforeText {
        guard stop &+ 16 <= end else {
          if stop > offset { note(offset..<stop, in: bytes, &output) }
          return stop
        }
        stop = copyText(from: stop, in: bytes, to: &output)
        guard stop > offset else { return offset }
        output.reserve(end &- stop &+ 32)
      }
      note(offset..<stop, in: bytes, &output)
      offset = stop
    }
    return offset
  }

  /// Takes note of text that was copied and that the transformer may have to know.
  ///
  /// Most text says with its last letter all that there is to know.
  @inline(__always)
  mutating func note(
    _ copied: Range<Int>, in bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) {
    if !TextTransformer.isDecisive(bytes[copied.upperBound &- 1]) {
      showUnseenText(in: bytes, &output)
    }
    unseen = copied
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
      takeUpStyle(&output)
      output.reserve(end &- offset &+ 32)
    } else {
      offset = sanitizer.verbatimEndOfNonASCII(from: start, to: end, in: bytes)
      guard offset > start else { return start }
      takeUpStyle(&output)
      output.reserve(end &- start &+ 32)
      output.appendBlocks(start..<offset, of: bytes)
    }
    while offset < end {
      let stop = output.copyPlain(
        from: offset, to: end, of: bytes, stopsAtBrace: usesPlaceholders)
      if stop > offset { sanitizer.passASCII() }
      offset = stop
      guard offset < end, bytes[offset] >= 0x80 else { break }
      let other = sanitizer.verbatimEndOfNonASCII(from: offset, to: end, in: bytes)
      guard other > offset else { break }
      output.appendBlocks(offset..<other, of: bytes)
      offset = other
    }
    return offset
  }

  // MARK: Text

  /// Brings the terminal into the style of the text that comes now.
  @inline(__always)
  mutating func takeUpStyle(_ output: inout StreamBuffer) {
    takeUp(styles.head(wanted).look, &output)
  }

  @inline(__always)
  mutating func takeUp(
    _ look: Int32, _ output: inout StreamBuffer, reserving more: Int = 0
  ) {
    guard current != look else { return }
    if recordsText {
      if look != StreamLooks.standard { recorded.start(Int(look) - 1, at: output.count) }
    } else {
      styles.looks.appendChange(from: current, to: look, into: &output, reserving: more)
    }
    current = look
  }

  mutating func text(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    guard styles.head(wanted).isVerbatim, scratch.isEmpty, !sanitizer.holdsBidirectional else {
      return changedText(at: start, in: bytes, isLast: isLast, to: &output)
    }
    var offset = start
    while offset < bytes.count {
      let copied = offset
      offset = copyText(from: offset, in: bytes, to: &output)
      if offset > copied {
        note(copied..<offset, in: bytes, &output)
        if transformer.isUndecided { showUnseenText(in: bytes, &output) }
      }
      guard offset < bytes.count else { return offset }
      switch bytes[offset] {
      case 0x3C, 0x26, 0x0A: return offset
      case 0x7B where usesPlaceholders: return offset
      default: break
      }
      showUnseenText(in: bytes, &output)
      let used = sanitizer.replace(
        at: offset, before: bytes.count, in: bytes, isLast: isLast, to: &scratch, log: &log)
      emitReplacement(&output)
      if used == 0 { return offset }
      offset += used
      if sanitizer.holdsBidirectional { return offset }
    }
    return offset
  }

  /// Text that is transformed, or that holds bidirectional controls: up to the next tag or line.
  mutating func changedText(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x3C, bytes[end] != 0x26, bytes[end] != 0x0A,
      !(bytes[end] == 0x7B && usesPlaceholders)
    {
      end += 1
    }
    // Of CRLF, the line feed is the line break.
    let hasReturn =
      end < bytes.count && bytes[end] == 0x0A && end > start && bytes[end - 1] == 0x0D
    let textEnd = hasReturn ? end - 1 : end
    let used = sanitizer.append(
      start..<textEnd, of: bytes, isLast: isLast || end < bytes.count, to: &scratch, log: &log)
    emit(&output)
    return used == textEnd ? end : used
  }

  /// Tells the transformer what was copied before text that it has to change.
  ///
  /// Words and sigmas go on across the borders of spans.
  @inline(__always)
  mutating func showUnseenText(in bytes: Span<UInt8>, _ output: inout StreamBuffer) {
    guard !unseen.isEmpty else { return }
    observe(unseen, of: bytes, &output)
    unseen = 0..<0
  }

  /// Tells the transformer of a text that stands behind what was copied last.
  mutating func observe(
    _ text: [UInt8], behindTextIn bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) {
    showUnseenText(in: bytes, &output)
    observe(0..<text.count, of: text.span, &output)
  }

  @inline(never)
  mutating func observe(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) {
    var nothing: [UInt8] = []
    transformer.observe(range, of: bytes, in: &nothing)
    if transformer.takeCorrection() { correctSigma(in: &output) }
  }

  /// Makes the undecided sigma one in the middle of a word: U+03C3 is CF 83.
  func correctSigma(in output: inout StreamBuffer) {
    output.set(0x83, at: sigmaOffset + 1)
  }

  /// Writes what is in `scratch`, transformed; a line break in it is one.
  ///
  /// A letter at its end that the next one may decide about stays there until the run ends.
  mutating func emit(_ output: inout StreamBuffer, isEndOfRun: Bool = false) {
    guard !scratch.isEmpty, !sanitizer.holdsBidirectional else { return }
    // Taken out, so that it is read while the rest is written.
    var text: [UInt8] = []
    swap(&text, &scratch)
    var start = 0
    while let lineFeed = text[start...].firstIndex(of: 0x0A) {
      emit(start..<lineFeed, of: text, isEnd: true, &output)
      // Recorded, the line feed is text that may become a space.
      if recordsText { takeUpStyle(&output) }
      writeLineFeed(to: &output)
      start = lineFeed + 1
    }
    start += emit(start..<text.count, of: text, isEnd: isEndOfRun, &output)
    text.removeSubrange(0..<start)
    swap(&text, &scratch)
  }

  /// Writes what is in `scratch` where the style does not change it: mostly a picture of a control.
  mutating func emitReplacement(_ output: inout StreamBuffer) {
    // Pictures (U+2400 and so on) and U+FFFD are between words.
    guard scratch.count == 3, scratch[0] == 0xE2 || scratch[0] == 0xEF, scratch[1] != 0x80,
      !sanitizer.holdsBidirectional, !transformer.isUndecided
    else { return emit(&output) }
    takeUpStyle(&output)
    output.append(contentsOf: scratch)
    scratch.removeAll(keepingCapacity: true)
    transformer.observeBreak()
  }

  /// - Returns: How many of the bytes were used.
  @discardableResult
  mutating func emit(
    _ range: Range<Int>, of text: [UInt8], isEnd: Bool, _ output: inout StreamBuffer
  ) -> Int {
    guard !range.isEmpty else { return 0 }
    let content = styles.content(wanted)
    transformed.removeAll(keepingCapacity: true)
    let used = transformer.append(
      range, of: text.span, style: content.style,
      language: CasingLanguage(tag: content.language), isEnd: isEnd, to: &transformed)
    if transformer.takeCorrection() { correctSigma(in: &output) }
    guard !transformed.isEmpty else { return used - range.lowerBound }
    takeUpStyle(&output)
    if let offset = transformer.undecidedOffset {
      sigmaOffset = output.count + offset
      transformer.outputWasMoved()
    }
    output.append(contentsOf: transformed)
    return used - range.lowerBound
  }

  // MARK: Lines

  static let lineFeed: [UInt8] = [0x0A]

  /// Ends a line of the input.
  mutating func endLine(to output: inout StreamBuffer) {
    endRun(&output)
    if options.separatesLines {
      closeAll(to: &output)
      children = 0
      isAtStart = true
    }
    if recordsText { recorded.lineEnds.append(output.count) }
    breakLine(to: &output)
  }

  /// Goes on in another line; this one ends in the terminal's default state.
  mutating func breakLine(to output: inout StreamBuffer) {
    endRun(&output)
    sanitizer.passASCII()
    writeLineFeed(to: &output)
  }

  mutating func writeLineFeed(to output: inout StreamBuffer) {
    takeUp(StreamLooks.standard, &output)
    output.reserve(1)
    output.append(0x0A)
    observe(0..<1, of: Self.lineFeed.span, &output)
  }

  /// Completes what was kept back until the end of a run.
  mutating func endRun(_ output: inout StreamBuffer) {
    sanitizer.finishRun(in: &scratch, log: &log)
    emit(&output, isEndOfRun: true)
  }

  mutating func finish(to output: inout StreamBuffer) {
    endRun(&output)
    closeAll(to: &output)
    takeUp(StreamLooks.standard, &output)
  }

  /// Closes the elements that have no end tag.
  mutating func closeAll(to output: inout StreamBuffer) {
    for index in 0..<open.depth { report(.unclosedElement, open[index]) }
    while let entry = open.closeInnermost() { leave(entry, to: &output) }
    open.removeAll()
  }

  /// Records something about an element whose start tag may be long gone.
  mutating func report(_ problem: MarkupProblem, _ entry: OpenElements.Entry) {
    let start = entry.place - log.base
    log.record(
      problem, at: start..<start + 1 + entry.element.name.utf8.count, about: entry.element.name)
  }
}
