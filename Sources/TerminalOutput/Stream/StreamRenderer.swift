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

    /// Puts options together.
    public init(
      markup: MarkupOptions = MarkupOptions(), quantizer: ColorQuantizer,
      encoder: SGREncoder = SGREncoder(), writesLinks: Bool = false, separatesLines: Bool = false
    ) {
      self.markup = markup
      self.quantizer = quantizer
      self.encoder = encoder
      self.writesLinks = writesLinks
      self.separatesLines = separatesLines
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

  /// The style of the text that comes next.
  private var wanted: Int
  /// The style that the terminal is in.
  private var current = StreamStyles.standard
  /// The style of text outside of all tags.
  private let outermost: Int
  /// How many elements the innermost open one has had, where the sheet counts them.
  private var children = 0
  private var isAtStart = true
  private var scratch: [UInt8] = []
  /// Text that was copied and that the transformer has not seen.
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
    usesPositions = resolver.needsSiblingPositions
    usesPlaceholders = !options.markup.placeholders.isEmpty
    spans = SpanResolver(styles: resolver, options: options.markup)
    styles = StreamStyles(
      host: spans.host, backdrop: resolver.hostBackdrop, environment: resolver.environment,
      quantizer: options.quantizer, encoder: options.encoder, writesLinks: options.writesLinks)
    sanitizer = TextSanitizer(allowsBidirectional: options.markup.allowsBidirectional)
    log = FindingLog(limit: options.markup.findingLimit)
    outermost = styles.add(spans.host)
    wanted = outermost
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
    var offset = 0
    if isAtStart {
      guard isLast || bytes.count >= 3 else { return 0 }
      isAtStart = false
      // A byte order mark at the start is no text.
      if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { offset = 3 }
    }
    output.reserve(bytes.count + 64)
    while offset < bytes.count {
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
    let byte = bytes[offset]
    switch byte {
    case 0x3C:
      return markup(at: offset, in: bytes, isLast: isLast, to: &output)
    case 0x26:
      return reference(at: offset, in: bytes, isLast: isLast, to: &output)
    case 0x0A:
      breakLine(to: &output)
      return offset + 1
    case 0x7B where usesPlaceholders:
      return placeholder(at: offset, in: bytes, isLast: isLast, to: &output)
    default:
      return text(at: offset, in: bytes, isLast: isLast, to: &output)
    }
  }

  // MARK: Text

  /// Brings the terminal into the style of the text that comes now.
  @inline(__always)
  private mutating func takeUpStyle(_ output: inout StreamBuffer) {
    guard current != wanted else { return }
    styles.appendChange(from: current, to: wanted, into: &output)
    current = wanted
  }

  private mutating func text(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    takeUpStyle(&output)
    guard styles.isVerbatim(wanted), !sanitizer.holdsBidirectional else {
      return changedText(at: start, in: bytes, isLast: isLast, to: &output)
    }
    output.reserve(bytes.count - start + 32)
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x80 {
        let end = output.copyPlain(
          from: offset, to: bytes.count, of: bytes,
          stopsAtLineFeed: current != StreamStyles.standard || options.separatesLines)
        if end > offset { sanitizer.passASCII() }
        offset = end
        guard offset < bytes.count else { return offset }
        switch bytes[offset] {
        case 0x3C, 0x26, 0x0A: return offset
        case 0x7B:
          if usesPlaceholders { return offset }
          output.append(0x7B)
          offset += 1
          continue
        default: break
        }
      }
      if bytes[offset] >= 0x80 {
        let end = sanitizer.verbatimEndOfNonASCII(from: offset, to: bytes.count, in: bytes)
        output.append(offset..<end, of: bytes)
        output.reserve(bytes.count - end + 32)
        if end > offset {
          offset = end
          continue
        }
      }
      let used = replace(at: offset, in: bytes, isLast: isLast, to: &output)
      if used == 0 { return offset }
      offset += used
      output.reserve(bytes.count - offset + 32)
      if sanitizer.holdsBidirectional { return offset }
    }
    return offset
  }

  /// Notes text that was copied, so that words and letters go on across the borders of spans.
  @inline(__always)
  private mutating func note(_ copied: Range<Int>, in bytes: Span<UInt8>) {
    // A long piece says all about the end of the text; a short one may not.
    if copied.count < 64, !unseen.isEmpty { showUnseenText(in: bytes) }
    unseen = copied
  }

  private mutating func showUnseenText(in bytes: Span<UInt8>) {
    guard !unseen.isEmpty else { return }
    var nothing: [UInt8] = []
    transformer.observe(unseen, of: bytes, in: &nothing)
    unseen = 0..<0
  }

  /// Appends the safe form of what cannot be copied.
  ///
  /// 0 means that more input is needed.
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
    var start = 0
    while let lineFeed = scratch[start...].firstIndex(of: 0x0A) {
      emit(start..<lineFeed, &output)
      breakLine(to: &output)
      takeUpStyle(&output)
      start = lineFeed + 1
    }
    emit(start..<scratch.count, &output)
  }

  private mutating func emit(_ range: Range<Int>, _ output: inout StreamBuffer) {
    guard !range.isEmpty else { return }
    let content = styles.entries[wanted].content
    var changed: [UInt8] = []
    let text = scratch
    transformer.append(
      range, of: text.span, transform: content.style.textTransform,
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
    if !sanitizer.holdsBidirectional { scratch.removeAll(keepingCapacity: true) }
    let used = sanitizer.append(
      start..<end, of: bytes, isLast: isLast || end < bytes.count, to: &scratch, log: &log)
    if !sanitizer.holdsBidirectional { emit(&output) }
    return used == start && end == start ? start + 1 : used
  }

  // MARK: Lines

  /// Ends a line in the terminal's default state.
  private mutating func breakLine(to output: inout StreamBuffer) {
    endRun(&output)
    output.reserve(1)
    if current != StreamStyles.standard {
      styles.appendChange(from: current, to: StreamStyles.standard, into: &output)
      current = StreamStyles.standard
      output.reserve(1)
    }
    output.append(0x0A)
    sanitizer.passASCII()
    if options.separatesLines, open.depth > 0 {
      reportUnclosed()
      wanted = outermost
      children = 0
    }
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
    if current != StreamStyles.standard {
      styles.appendChange(from: current, to: StreamStyles.standard, into: &output)
      current = StreamStyles.standard
    }
    reportUnclosed()
  }

  private mutating func reportUnclosed() {
    for entry in open.entries { report(.unclosedElement, entry) }
    open.removeAll()
    marks.removeAll(keepingCapacity: true)
  }

  /// Records something about an element whose start tag may be long gone.
  private mutating func report(_ problem: MarkupProblem, _ entry: OpenElements.Entry) {
    let start = entry.place - log.base
    log.record(
      problem, at: start..<start + 1 + entry.element.name.utf8.count, about: entry.element.name)
  }

  // MARK: Tags

  /// `</span>` as a little-endian word of seven bytes.
  private static let endOfSpan: UInt64 = 0x003E_6E61_7073_2F3C

  @inline(__always)
  private mutating func markup(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, to output: inout StreamBuffer
  ) -> Int {
    if offset + 16 <= bytes.count, !sanitizer.holdsBidirectional {
      let word = UInt64(
        littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      if word & 0x00FF_FFFF_FFFF_FFFF == Self.endOfSpan {
        close(.span, at: offset..<offset + 7)
        return offset + 7
      }
      if !usesPositions, let end = Self.endOfTag(from: offset + 1, in: bytes) {
        let known = cache.find(offset..<end, in: bytes, parent: Int32(truncatingIfNeeded: wanted))
        if known >= 0 {
          enter(Int(known), styles.element(of: Int(known)), at: offset..<end)
          return end
        }
      }
    }
    return token(at: offset, in: bytes, isLast: isLast, to: &output)
  }

  /// The offset behind the first `>`, if it is not far.
  @inline(__always)
  private static func endOfTag(from start: Int, in bytes: Span<UInt8>) -> Int? {
    var offset = start
    let raw = bytes.bytes
    let limit = min(bytes.count, start + 512)
    while offset + 16 <= limit {
      let block = raw.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      let index = (block .== SIMD16(repeating: 0x3E)).firstTrue
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
      scratch.removeAll(keepingCapacity: !sanitizer.holdsBidirectional)
      sanitizer.append(token.range, of: bytes, to: &scratch, log: &log)
      if !sanitizer.holdsBidirectional { emit(&output) }
    case .comment, .reference:
      break
    case .endTag:
      endRun(&output)
      close(token.element, at: token.range)
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
      takeUpStyle(&output)
      breakLine(to: &output)
      return
    }
    let position = usesPositions ? SiblingPosition(index: children) : nil
    let content = spans.content(
      of: token, read: tokenizer, in: bytes, parent: styles.entries[wanted].content,
      position: position, log: &log)
    if token.isSelfClosing { return }
    let style = styles.add(content)
    if position == nil { remember(style, token.range, of: bytes) }
    enter(style, token.element, at: token.range)
  }

  private mutating func remember(_ style: Int, _ tag: Range<Int>, of bytes: Span<UInt8>) {
    if cache.isFull(for: tag.count) { return }
    cache.insert(
      tag, of: bytes, parent: Int32(truncatingIfNeeded: wanted),
      value: Int32(truncatingIfNeeded: style))
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
  private mutating func close(_ element: MarkupElement, at place: Range<Int>) {
    guard open.closeInnermost(element) else { return closeOuter(element, at: place) }
    let mark = marks.removeLast()
    wanted = mark.outer
    children = mark.siblings
  }

  private mutating func closeOuter(_ element: MarkupElement, at place: Range<Int>) {
    var crossed: [OpenElements.Entry] = []
    switch open.close(element, crossed: { crossed.append($0) }) {
    case .closed(let count):
      let mark = marks[marks.count - count]
      marks.removeLast(count)
      wanted = mark.outer
      children = mark.siblings
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
