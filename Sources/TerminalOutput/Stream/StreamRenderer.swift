public import CellLayout
public import StyledText
public import Styling

/// Renders markup of any size to text with escape sequences, part by part, in flat memory.
///
/// It goes from bytes to bytes: a tag that was met before inside the same style is found by its
/// raw bytes, and text is copied sixteen bytes at a time. The line structure stays as it is, and
/// every line is complete in itself: it ends in the terminal's default state and takes up again
/// what goes on.
public struct StreamRenderer: ~Copyable {
  /// How a stream is rendered.
  public struct Options: Sendable {
    /// What markup may do.
    public var markup: MarkupOptions

    /// Brings colours down to the terminal's depth.
    public var quantizer: ColorQuantizer

    /// What the terminal can draw.
    public var encoder: SGREncoder

    /// Whether links are written (OSC 8).
    public var writesLinks: Bool

    /// Whether every line is a text of its own: what is open ends with it.
    public var separatesLines: Bool

    /// Columns in which every line is wrapped and aligned as a paragraph of the host object; nil
    /// leaves lines as they are.
    public var columns: Int?

    /// How the terminal counts cells.
    public var rules: WidthRules

    /// Puts options together.
    public init(
      markup: MarkupOptions = MarkupOptions(), quantizer: ColorQuantizer,
      encoder: SGREncoder = SGREncoder(), writesLinks: Bool = false, separatesLines: Bool = false,
      columns: Int? = nil, rules: WidthRules = .clusters
    ) {
      self.markup = markup
      self.quantizer = quantizer
      self.encoder = encoder
      self.writesLinks = writesLinks
      self.separatesLines = separatesLines
      self.columns = columns
      self.rules = rules
    }
  }

  private let options: Options
  private let usesPositions: Bool
  private let usesPlaceholders: Bool
  private var spans: SpanResolver
  private var styles: StreamStyles
  private var cache = TagCache()
  private var tokenizer = MarkupTokenizer()
  private var sanitizer: TextSanitizer
  private var transformer = TextTransformer()
  private var open = OpenElements()
  /// What is to be known of each open element, beside `open`.
  private var marks: [Mark] = []

  /// What is wrong with the markup; offsets count from the start of the input.
  public private(set) var log: FindingLog

  /// Where the start tags of the open elements are, from the outside in; offsets count from the
  /// start of the input.
  public var openPlaces: [Int] { open.entries.map(\.place) }

  /// The style of the text that comes next.
  private var wanted: Int
  /// The look that the terminal is set to.
  private var current = StreamLooks.standard
  /// When there are more styles it is time to forget those that are not in use.
  private var mostStyles = Self.comfortableStyles
  /// How many elements the innermost open one has had, where the sheet counts them.
  private var children = 0
  private var isAtStart = true
  private var scratch: [UInt8] = []
  /// Whether text is recorded until its lines can be laid out.
  private let recordsText: Bool
  private var recorded = RecordedText()
  private var paragraphs: ParagraphWriter?
  /// What was copied last and what the transformer has not seen.
  ///
  /// It only matters where transformed text follows, which is rare.
  private var unseen = 0..<0

  private struct Mark {
    /// The style around the element.
    var outer: Int
    /// The elements before it.
    var siblings: Int
  }

  /// Starts a stream.
  /// - Parameters:
  ///   - resolver: Gives every element its style, for the terminal that it was made for.
  ///   - options: How the stream is rendered.
  public init(resolver: StyleResolver, options: Options) {
    self.options = options
    recordsText = options.columns != nil
    usesPositions = resolver.needsSiblingPositions
    usesPlaceholders = !options.markup.placeholders.isEmpty
    spans = SpanResolver(styles: resolver, options: options.markup)
    styles = StreamStyles(
      backdrop: resolver.hostBackdrop, environment: resolver.environment,
      quantizer: options.quantizer, encoder: options.encoder, writesLinks: options.writesLinks,
      changesText: resolver.stylesheet.declares(.textTransform),
      recordsStyles: options.columns != nil)
    if let columns = options.columns {
      paragraphs = ParagraphWriter(resolver, columns: columns, rules: options.rules, styles: styles)
    }
    sanitizer = TextSanitizer(allowsBidirectional: options.markup.allowsBidirectional)
    log = FindingLog(limit: options.markup.findingLimit)
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
  public mutating func render(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    guard recordsText else { return renderLines(bytes, isLast: isLast, to: &output) }
    var text = StreamBuffer(capacity: 0)
    swap(&text, &recorded.text)
    let used = renderLines(bytes, isLast: isLast, to: &text)
    swap(&text, &recorded.text)
    paragraphs?.write(isLast: isLast, from: &recorded, &styles, to: &output)
    return used
  }

  private mutating func renderLines(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var offset = 0
    if isAtStart {
      guard isLast || bytes.count >= 3 else { return 0 }
      isAtStart = false
      // A byte order mark at the start is no text.
      if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { offset = 3 }
    }
    output.reserve(bytes.count + 64)
    while offset < bytes.count {
      offset = simpleParts(from: offset, in: bytes, to: &output)
      guard offset < bytes.count else { break }
      let next = step(at: offset, in: bytes, isLast: isLast, to: &output)
      if next == offset { break }
      offset = next
    }
    if isLast { finish(to: &output) }
    showUnseenText(in: bytes)
    tokenizer.willDrop(first: offset, of: bytes)
    log.base += offset
    return offset
  }

  /// Renders what stands at an offset; the same offset is returned when more input is needed.
  @inline(__always)
  private mutating func step(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    showUnseenText(in: bytes)
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
  private static let endOfSpan: UInt64 = 0x003E_6E61_7073_2F3C
  private static let ampersand: UInt64 = 0x3B_706D_6126
  private static let lessThan: UInt64 = 0x3B74_6C26
  private static let greaterThan: UInt64 = 0x3B74_6726
  private static let quotationMark: UInt64 = 0x3B74_6F75_7126
  private static let apostrophe: UInt64 = 0x3B73_6F70_6126

  /// Renders text to be copied, tags that are known, the ends of spans, line feeds and the
  /// references of XML, for as long as nothing else comes.
  ///
  /// Everything that it does could be done by `step` just as well, only slower.
  /// - Returns: The offset of what has to be looked at more closely.
  private mutating func simpleParts(
    from start: Int, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) -> Int {
    guard !sanitizer.holdsBidirectional else { return start }
    let raw = bytes.bytes
    let end = bytes.count
    var offset = start
    // Words and blocks are loaded without asking whether they are there.
    while offset &+ 16 <= end {
      let byte = raw.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte == 0x3C {
        let word = UInt64(
          littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
        if word & 0x00FF_FFFF_FFFF_FFFF == Self.endOfSpan {
          guard open.closeInnermost(.span), let mark = marks.popLast() else { return offset }
          wanted = mark.outer
          children = mark.siblings
          offset &+= 7
          continue
        }
        guard !usesPositions, let stop = Self.endOfTag(from: offset &+ 1, in: bytes) else {
          return offset
        }
        let known = cache.find(offset..<stop, in: bytes, parent: styles.head(wanted).state)
        guard known >= 0, open.depth < MarkupLimits.deepestNesting else { return offset }
        let style = Int(truncatingIfNeeded: known)
        enter(style, styles.head(style).element, at: offset..<stop)
        offset = stop
        continue
      }
      if byte == 0x0A {
        guard sanitizer.isIdle, !options.separatesLines else { return offset }
        takeUp(StreamLooks.standard, &output)
        if recordsText { recorded.lineEnds.append(output.count) }
        output.reserve(1)
        output.append(0x0A)
        note(offset..<offset &+ 1, in: bytes)
        offset &+= 1
        continue
      }
      let head = styles.head(wanted)
      guard head.isVerbatim else { return offset }
      if byte == 0x26 {
        // The transformer has to see the character, not its reference.
        guard !styles.changesText else { return offset }
        let (character, length) = Self.reference(
          UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        guard length > 0 else { return offset }
        takeUp(head.look, &output)
        output.reserve(1)
        output.append(character)
        sanitizer.passASCII()
        unseen = offset..<offset &+ length
        offset &+= length
        continue
      }
      takeUp(head.look, &output)
      let stop = copyText(from: offset, in: bytes, to: &output)
      guard stop > offset else { return offset }
      note(offset..<stop, in: bytes)
      offset = stop
    }
    return offset
  }

  /// Takes note of text that was copied and that the transformer may have to know.
  ///
  /// A long piece says all about the end of the text; a short one may not.
  @inline(__always)
  private mutating func note(_ copied: Range<Int>, in bytes: Span<UInt8>) {
    if styles.changesText, copied.count < 64 { showUnseenText(in: bytes) }
    unseen = copied
  }

  /// The character of one of XML's references at the start of a word, and the reference's length;
  /// 0 for anything else.
  @inline(__always)
  private static func reference(_ word: UInt64) -> (UInt8, Int) {
    if word & 0xFF_FFFF_FFFF == ampersand { return (0x26, 5) }
    if word & 0xFFFF_FFFF == lessThan { return (0x3C, 4) }
    if word & 0xFFFF_FFFF == greaterThan { return (0x3E, 4) }
    if word & 0xFFFF_FFFF_FFFF == quotationMark { return (0x22, 6) }
    if word & 0xFFFF_FFFF_FFFF == apostrophe { return (0x27, 6) }
    return (0, 0)
  }

  /// Copies text that stands for itself.
  /// - Returns: The offset of the first byte that does not.
  @inline(__always)
  private mutating func copyText(
    from start: Int, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) -> Int {
    let end = bytes.count
    var offset = start
    output.reserve(end &- offset &+ 32)
    while offset < end {
      let stop = output.copyPlain(
        from: offset, to: end, of: bytes,
        stopsAtLineFeed: current != StreamLooks.standard || options.separatesLines,
        stopsAtBrace: usesPlaceholders)
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
  private mutating func takeUpStyle(_ output: inout StreamBuffer) {
    takeUp(styles.head(wanted).look, &output)
  }

  @inline(__always)
  private mutating func takeUp(_ look: Int32, _ output: inout StreamBuffer) {
    guard current != look else { return }
    if recordsText {
      if look != StreamLooks.standard { recorded.start(Int(look) - 1, at: output.count) }
    } else {
      styles.looks.appendChange(from: current, to: look, into: &output)
    }
    current = look
  }

  private mutating func text(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    takeUpStyle(&output)
    guard styles.head(wanted).isVerbatim, !sanitizer.holdsBidirectional else {
      return changedText(at: start, in: bytes, isLast: isLast, to: &output)
    }
    var offset = start
    while offset < bytes.count {
      let copied = offset
      offset = copyText(from: offset, in: bytes, to: &output)
      if offset > copied { note(copied..<offset, in: bytes) }
      guard offset < bytes.count else { return offset }
      switch bytes[offset] {
      case 0x3C, 0x26, 0x0A: return offset
      case 0x7B where usesPlaceholders: return offset
      default: break
      }
      showUnseenText(in: bytes)
      let used = replace(at: offset, in: bytes, isLast: isLast, to: &output)
      if used == 0 { return offset }
      offset += used
      if sanitizer.holdsBidirectional { return offset }
    }
    return offset
  }

  /// Tells the transformer what was copied before text that it has to change.
  ///
  /// Words go on across the borders of spans. The last few characters say it all.
  private mutating func showUnseenText(in bytes: Span<UInt8>) {
    guard !unseen.isEmpty else { return }
    var start = max(unseen.lowerBound, unseen.upperBound - 64)
    while start < unseen.upperBound, bytes[start] & 0xC0 == 0x80 { start += 1 }
    var nothing: [UInt8] = []
    transformer.observe(start..<unseen.upperBound, of: bytes, in: &nothing)
    unseen = 0..<0
  }

  /// Appends the safe form of what cannot be copied.
  ///
  /// - Returns: The number of bytes used; 0 when more input is needed.
  private mutating func replace(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    scratch.removeAll(keepingCapacity: true)
    let used = sanitizer.replace(
      at: offset, before: bytes.count, in: bytes, isLast: isLast, to: &scratch, log: &log)
    if !sanitizer.holdsBidirectional { emit(&output) }
    return used
  }

  /// Writes what is in `scratch`, transformed; a line break in it is one.
  private mutating func emit(_ output: inout StreamBuffer) {
    // A line break ends the run, and that uses `scratch` itself.
    let text = scratch
    var start = 0
    while let lineFeed = text[start...].firstIndex(of: 0x0A) {
      emit(start..<lineFeed, of: text, &output)
      breakLine(to: &output)
      takeUpStyle(&output)
      start = lineFeed + 1
    }
    emit(start..<text.count, of: text, &output)
  }

  private mutating func emit(
    _ range: Range<Int>, of text: [UInt8], _ output: inout StreamBuffer
  ) {
    guard !range.isEmpty else { return }
    let content = styles.content(wanted)
    unseen = 0..<0
    var changed: [UInt8] = []
    transformer.append(
      range, of: text.span, style: content.style,
      language: CasingLanguage(tag: content.language), to: &changed)
    transformer.outputWasFlushed()
    output.append(contentsOf: changed)
  }

  /// Text that is transformed, or that holds bidirectional controls: up to the next tag or line.
  private mutating func changedText(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x3C, bytes[end] != 0x26, bytes[end] != 0x0A,
      !(bytes[end] == 0x7B && usesPlaceholders)
    {
      end += 1
    }
    // A word may go on in the next part, and its end decides how a sigma is written.
    if end == bytes.count, !isLast, start > 0 { return start }
    showUnseenText(in: bytes)
    if !sanitizer.holdsBidirectional { scratch.removeAll(keepingCapacity: true) }
    let used = sanitizer.append(
      start..<end, of: bytes, isLast: isLast || end < bytes.count, to: &scratch, log: &log)
    if !sanitizer.holdsBidirectional { emit(&output) }
    return used == start && end == start ? start + 1 : used
  }

  // MARK: Lines

  private static let lineFeed: [UInt8] = [0x0A]

  /// Ends a line of the input.
  private mutating func endLine(to output: inout StreamBuffer) {
    endRun(&output)
    if options.separatesLines {
      closeAll(to: &output)
      children = 0
    }
    if recordsText { recorded.lineEnds.append(output.count) }
    breakLine(to: &output)
  }

  /// Goes on in another line; this one ends in the terminal's default state.
  private mutating func breakLine(to output: inout StreamBuffer) {
    endRun(&output)
    takeUp(StreamLooks.standard, &output)
    output.reserve(1)
    output.append(0x0A)
    sanitizer.passASCII()
    var nothing: [UInt8] = []
    transformer.observe(0..<1, of: Self.lineFeed.span, in: &nothing)
    unseen = 0..<0
  }

  /// Completes what the sanitizer has kept back until the end of a run.
  private mutating func endRun(_ output: inout StreamBuffer) {
    guard sanitizer.holdsBidirectional else {
      scratch.removeAll(keepingCapacity: true)
      sanitizer.finishRun(in: &scratch, log: &log)
      return
    }
    sanitizer.finishRun(in: &scratch, log: &log)
    emit(&output)
    scratch.removeAll(keepingCapacity: true)
  }

  private mutating func finish(to output: inout StreamBuffer) {
    endRun(&output)
    closeAll(to: &output)
    takeUp(StreamLooks.standard, &output)
  }

  /// Closes the elements that have no end tag.
  private mutating func closeAll(to output: inout StreamBuffer) {
    for entry in open.entries { report(.unclosedElement, entry) }
    open.removeAll()
    if !marks.isEmpty { leave(marks.count, to: &output) }
  }

  /// Records something about an element whose start tag may be long gone.
  private mutating func report(_ problem: MarkupProblem, _ entry: OpenElements.Entry) {
    let start = entry.place - log.base
    log.record(
      problem, at: start..<start + 1 + entry.element.name.utf8.count, about: entry.element.name)
  }

  // MARK: Tags

  /// The offset behind the first `>`, if it is not far.
  @inline(__always)
  private static func endOfTag(from start: Int, in bytes: Span<UInt8>) -> Int? {
    var offset = start
    let raw = bytes.bytes
    let limit = min(bytes.count, start + 512)
    let greater = SIMD16<UInt8>(repeating: 0x3E)
    while offset + 16 <= limit {
      let block = raw.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      let index = (block .== greater).firstTrue
      if index < 16 { return offset + index + 1 }
      offset += 16
    }
    while offset < limit {
      if bytes[offset] == 0x3E { return offset + 1 }
      offset += 1
    }
    return nil
  }

  private mutating func token(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
    log.recordProblem(of: token, in: bytes)
    switch token.kind {
    case .incomplete, .endOfInput:
      return offset
    case .text:
      takeUpStyle(&output)
      if !sanitizer.holdsBidirectional { scratch.removeAll(keepingCapacity: true) }
      sanitizer.append(token.range, of: bytes, to: &scratch, log: &log)
      if !sanitizer.holdsBidirectional { emit(&output) }
    case .comment, .reference:
      break
    case .endTag:
      endRun(&output)
      close(token.element, at: token.range, to: &output)
    case .startTag:
      endRun(&output)
      start(token, in: bytes, to: &output)
    }
    return token.range.upperBound
  }

  private mutating func start(
    _ token: MarkupToken, in bytes: Span<UInt8>, to output: inout StreamBuffer
  ) {
    children += 1
    if token.element.isVoid {
      if recordsText {
        // The line feed may become a space, which looks as its element does.
        takeUp(styles.head(style(of: token, in: bytes)).look, &output)
      } else {
        takeUpStyle(&output)
      }
      breakLine(to: &output)
      return
    }
    let style = style(of: token, in: bytes)
    if !token.isSelfClosing { enter(style, token.element, at: token.range) }
  }

  /// Works out the style of an element in the innermost open one.
  private mutating func style(of token: MarkupToken, in bytes: Span<UInt8>) -> Int {
    let hasRoom = styles.count < mostStyles && !cache.isFull(for: token.range.count)
    if !hasRoom || spans.styles.hasManyStyles { forgetStyles() }
    let position = usesPositions ? SiblingPosition(index: children) : nil
    let tag = TagContent(
      token.element, attributes: tokenizer.attributes, in: bytes, options: options.markup,
      log: &log)
    let parent = styles.content(wanted)
    let content = spans.content(of: tag, parent: parent, position: position)
    let style = styles.add(content)
    if position == nil, !token.isSelfClosing, !token.element.isVoid {
      cache.insert(
        token.range, of: bytes, parent: parent.state, value: Int32(truncatingIfNeeded: style))
    }
    return style
  }

  /// So many styles are kept at least.
  private static let comfortableStyles = 1 << 13

  /// Empties all caches of what is not in use, so that memory does not grow with the input.
  private mutating func forgetStyles() {
    var kept = [wanted] + marks.map(\.outer)
    if recordsText {
      if current != StreamLooks.standard { kept.append(Int(current) - 1) }
      kept += recorded.starts.map(\.style)
    }
    styles.removeAll(but: &kept, look: &current)
    wanted = kept[0]
    for index in marks.indices { marks[index].outer = kept[index + 1] }
    if recordsText {
      var index = marks.count + 1
      if current != StreamLooks.standard {
        current = Int32(kept[index] + 1)
        index += 1
      }
      for place in recorded.starts.indices { recorded.starts[place].style = kept[index + place] }
    }
    // With very many open elements it must not be time again at once.
    mostStyles = max(Self.comfortableStyles, 2 * styles.count)
    cache.removeAll()
    var contents: [SpanContent] = []
    for style in Set(kept) { contents.append(styles.content(style)) }
    spans.forgetStyles(but: contents)
  }

  @inline(__always)
  private mutating func enter(_ style: Int, _ element: MarkupElement, at place: Range<Int>) {
    guard open.open(element, at: place.lowerBound + log.base) else {
      log.record(.nestingTooDeep, at: place, about: element.name)
      return
    }
    marks.append(Mark(outer: wanted, siblings: children))
    wanted = style
    children = 0
  }

  @inline(__always)
  private mutating func close(
    _ element: MarkupElement, at place: Range<Int>, to output: inout StreamBuffer
  ) {
    guard open.closeInnermost(element) else {
      return closeOuter(element, at: place, to: &output)
    }
    leave(1, to: &output)
  }

  /// Goes back to the style around the innermost elements.
  @inline(__always)
  private mutating func leave(_ count: Int, to output: inout StreamBuffer) {
    if options.markup.showsLinkTargets { return leaveShowingLinkTargets(count, to: &output) }
    let mark = marks[marks.count - count]
    marks.removeLast(count)
    wanted = mark.outer
    children = mark.siblings
  }

  /// Goes back element by element: the target of a link that ends follows as text outside of it.
  private mutating func leaveShowingLinkTargets(_ count: Int, to output: inout StreamBuffer) {
    for _ in 0..<count {
      let link = styles.content(wanted).tag?.link
      let mark = marks.removeLast()
      wanted = mark.outer
      children = mark.siblings
      guard let link else { continue }
      let suffix = Array(LinkTarget.suffix(link).utf8)
      takeUpStyle(&output)
      output.append(contentsOf: suffix)
      var nothing: [UInt8] = []
      transformer.observe(0..<suffix.count, of: suffix.span, in: &nothing)
    }
  }

  private mutating func closeOuter(
    _ element: MarkupElement, at place: Range<Int>, to output: inout StreamBuffer
  ) {
    var crossed: [OpenElements.Entry] = []
    switch open.close(element, crossed: { crossed.append($0) }) {
    case .closed(let count):
      leave(count, to: &output)
    case .ignored:
      break
    case .stray:
      log.record(.strayEndTag, at: place, about: "</\(element.name)>")
    }
    for entry in crossed { report(.crossedElement, entry) }
  }

  // MARK: References and placeholders

  private mutating func reference(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
    if token.kind == .incomplete { return offset }
    log.recordProblem(of: token, in: bytes)
    takeUpStyle(&output)
    if !sanitizer.holdsBidirectional { scratch.removeAll(keepingCapacity: true) }
    if token.kind == .reference, let reference = tokenizer.reference {
      sanitizer.append(reference, at: token.range, to: &scratch, log: &log)
    } else {
      sanitizer.append(token.range, of: bytes, to: &scratch, log: &log)
    }
    if !sanitizer.holdsBidirectional { emit(&output) }
    return token.range.upperBound
  }

  private mutating func placeholder(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    takeUpStyle(&output)
    if !sanitizer.holdsBidirectional { scratch.removeAll(keepingCapacity: true) }
    let length: Int
    switch options.markup.placeholders.match(
      at: offset, before: bytes.count, in: bytes, isLast: isLast)
    {
    case .incomplete:
      return offset
    case .brace:
      scratch.append(0x7B)
      length = 2
    case .text:
      scratch.append(0x7B)
      length = 1
    case .value(let value, let written):
      sanitizer.append(0..<value.count, of: value.span, to: &scratch, log: &log)
      length = written
    }
    if !sanitizer.holdsBidirectional { emit(&output) }
    return offset + length
  }
}
