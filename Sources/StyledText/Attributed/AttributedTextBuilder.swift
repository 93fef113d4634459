import Bytes
import CSSSyntax
package import Diagnostics
package import Styling

/// Builds attributed text from markup and from text.
///
/// Building takes time in proportion to what is appended and memory in proportion to the result.
///
/// ```swift
/// var builder = AttributedTextBuilder(styles: resolver)
/// builder.append(markup: "Hi <span class=bold>{name}</span>")
/// builder.append(", 5 < 6")                  // text, never markup
/// builder.open(TagContent(.b, classes: ["loud"]))
/// builder.append("!")
/// let (text, diagnostics) = builder.finish()
/// ```
package struct AttributedTextBuilder {
  var text = AttributedText()
  let spans: SpanResolver
  var log: DiagnosticLog

  /// Diagnostics of markup that is read already.
  var diagnostics: [Diagnostic] = []

  var sanitizer: TextSanitizer
  var transformer = TextTransformer()

  /// Up to where the transformer knows the text.
  var transformedEnd = 0

  /// Text of the current run that is safe but not transformed yet.
  private var scratch: [UInt8] = []
  private var scratchSource = 0..<0

  /// Whether the innermost open span stands for what control sequences have set.
  private var isInGraphics = false

  /// The numbers of the open spans, the outermost first.
  var open: [Int32] = [0]

  /// The `sup` and `sub` that are open, the outermost first.
  var scripts: [OpenScript] = []

  /// The numbers of the boxes that are open, the outermost first.
  var openBoxes: [Int] = []

  /// For each open element and the text around all, how many elements it has had; empty unless a
  /// stylesheet asks.
  var children: [Int] = []

  /// What was open before this text began, from the outside in; the host's content comes first.
  ///
  /// Text outside of the spans of this text is in the last one.
  private(set) var around: [SpanContent]

  /// Whether no text comes after it that what is open goes on in.
  private var isLast = true

  /// Where the markup ends.
  var markupEnd = 0

  /// How many bytes the sheet has put into elements.
  private var insertedBytes = 0

  /// How many bytes the values of placeholders have.
  private var filledBytes = 0

  /// Begins a text.
  ///
  /// - Parameters:
  ///   - styles: What works styles out.
  ///   - options: What markup may do.
  ///   - language: The language of the whole text.
  package init(
    styles: StyleResolver, options: MarkupOptions = MarkupOptions(), language: String? = nil
  ) {
    self.init(spans: SpanResolver(styles: styles, options: options, language: language))
  }

  /// Begins a text with a span resolver that may know tags from texts before.
  package init(spans: SpanResolver) {
    self.init(inside: spans)
    insert(spans.host.before, at: 0)
  }

  private init(inside spans: SpanResolver) {
    self.spans = spans
    log = DiagnosticLog(limit: spans.options.findingLimit)
    sanitizer = TextSanitizer(allowsBidirectional: spans.options.allowsBidirectional)
    around = [spans.host]
    text.spans = [AttributedText.Span(content: spans.host, parent: nil, source: 0..<0)]
    if spans.styles.needsSiblingPositions { children = [0] }
  }

  /// Begins a text inside of elements that another one has left open.
  ///
  /// - Parameters:
  ///   - spans: What works the contents of spans out.
  ///   - around: The contents of the open elements, behind that of the host.
  ///   - scripts: Those of them that are `sup` or `sub`, as the text before has left them.
  ///   - children: For each of them, how many elements it has had.
  ///   - isFirst: Whether nothing comes before it.
  ///   - isLast: Whether nothing comes after it.
  init(
    spans: SpanResolver, around: consuming [SpanContent], scripts: [OpenScript],
    children: consuming [Int], isFirst: Bool, isLast: Bool
  ) {
    self.init(inside: spans)
    self.isLast = isLast
    self.around = around
    if !self.children.isEmpty { self.children = children }
    text.spans = [
      AttributedText.Span(
        content: self.around[self.around.count - 1], parent: nil, source: 0..<0)
    ]
    self.scripts = scripts
    if isFirst { insert(spans.host.before, at: 0) }
  }

  // MARK: Text

  /// Appends text.
  ///
  /// Nothing in it is markup; it is made safe as all text is.
  package mutating func append(_ string: String) {
    let bytes = Array(string.utf8)
    append(0..<bytes.count, of: bytes.span, source: 0..<0)
  }

  /// Appends text inside an element of its own.
  package mutating func append(_ string: String, in tag: TagContent) {
    open(tag)
    append(string)
    close()
  }

  /// Opens an element; what is appended until `close()` is inside it.
  package mutating func open(_ tag: TagContent) {
    let parent = open[open.count - 1]
    let content = spans.content(
      of: tag, parent: text.spans[Int(parent)].content, position: nextPosition(count: nil))
    push(content, source: 0..<0)
  }

  /// Closes the innermost element that `open(_:)` opened.
  package mutating func close() {
    if open.count > 1 { pop(1) }
  }

  /// Ends the text.
  ///
  /// - Returns: The text, and what is wrong with the markup in it. Findings of the style resolver
  ///   about the tags are among them.
  package consuming func finish() -> (text: AttributedText, diagnostics: [Diagnostic]) {
    endRun()
    if isLast { insert(current.after, at: markupEnd) }
    endScriptLine()
    while !openBoxes.isEmpty { closeBox() }
    if transformer.isUndecided { observeText() }
    text.moveRunsToCharacters()
    return (text, diagnostics + log.notes() + spans.takeDiagnostics())
  }

  // MARK: Spans

  /// The content of the innermost open span.
  var current: SpanContent { text.spans[Int(open[open.count - 1])].content }

  /// The place of the next element among its siblings, where anybody asks for it.
  mutating func nextPosition(count: Int?) -> SiblingPosition? {
    guard !children.isEmpty else { return nil }
    children[children.count - 1] += 1
    return SiblingPosition(index: children[children.count - 1], count: count)
  }

  /// Goes into a span.
  mutating func push(_ content: SpanContent, source: Range<Int>) {
    endRun()
    text.spans.append(
      AttributedText.Span(content: content, parent: Int(open[open.count - 1]), source: source))
    open.append(Int32(text.spans.count - 1))
    if !children.isEmpty { children.append(0) }
    openScript(content.tag?.element)
    if content.box != nil { openBox() }
    insert(content.before, at: source.upperBound)
  }

  /// Leaves the innermost spans.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - place: Where in the markup they end.
  mutating func pop(_ count: Int, at place: Int = 0) {
    endRun()
    guard
      spans.options.showsLinkTargets || !scripts.isEmpty || !openBoxes.isEmpty
        || spans.styles.insertsText
    else { return leave(count) }
    for _ in 0..<count {
      insert(current.after, at: place)
      closeBoxOfSpan()
      closeScript()
      if spans.options.showsLinkTargets { popShowingLinkTarget() } else { leave(1) }
    }
  }

  /// Appends what the sheet puts into the innermost element, as a span of its own.
  mutating func insert(_ insertion: SpanContent.Insertion?, at place: Int) {
    guard let insertion else { return }
    insertedBytes += insertion.text.count
    guard insertedBytes <= MarkupLimits.mostInserted else {
      log.add(
        .error, .inputTooLarge, at: place..<place,
        "what the sheet puts into elements adds up to more than 4 MiB")
      return
    }
    endRun()
    text.spans.append(
      AttributedText.Span(
        content: insertion.content, parent: Int(open[open.count - 1]), source: place..<place))
    open.append(Int32(text.spans.count - 1))
    if insertion.content.box != nil { openBox() }
    append(0..<insertion.text.count, of: insertion.text.span, source: place..<place)
    endRun()
    closeBoxOfSpan()
    open.removeLast()
  }

  /// Goes to the text around the innermost spans, some of which may have been open before.
  private mutating func leave(_ count: Int) {
    if !children.isEmpty { children.removeLast(count) }
    guard count >= open.count else { return open.removeLast(count) }
    around.removeLast(count - open.count + 1)
    text.spans.append(
      AttributedText.Span(content: around[around.count - 1], parent: nil, source: 0..<0))
    open = [Int32(text.spans.count - 1)]
  }

  /// Takes note that what is open stays open behind the end of this text.
  ///
  /// - Returns: The contents of what is open, from the outside in.
  mutating func leaveOpen() -> [SpanContent] {
    around += open.dropFirst().map { text.spans[Int($0)].content }
    var result: [SpanContent] = []
    swap(&result, &around)
    return result
  }

  /// Goes from the span of what control sequences have set before to that of what is set now.
  ///
  /// - Parameters:
  ///   - content: What is set; nil for nothing.
  ///   - source: Where it was set.
  ///   - nextLink: The link of the text that comes next, where that has no span yet.
  mutating func setGraphics(
    _ content: SpanContent?, source: Range<Int>, nextLink: String? = nil
  ) {
    if isInGraphics {
      endRun()
      let link = current.isHidden ? nil : current.tag?.link
      insert(current.after, at: source.lowerBound)
      closeBoxOfSpan()
      leave(1)
      if spans.options.showsLinkTargets, let link, link != content?.link ?? nextLink {
        showTarget(link)
      }
    }
    isInGraphics = content != nil
    if let content { push(content, source: source) }
  }

  /// Ends the span of what control sequences have set with its line, as `TerminalTextConverter`
  /// does, where that makes a difference.
  ///
  /// - Parameters:
  ///   - place: Where the line ends.
  ///   - nextLink: The link of the text that comes next.
  /// - Returns: Whether it has ended.
  mutating func endGraphicsLine(at place: Int, nextLink: String?) -> Bool {
    guard isInGraphics,
      current.isSpecial || current.box != nil
        || spans.options.showsLinkTargets && current.tag?.link != nil
    else { return false }
    setGraphics(nil, source: place..<place, nextLink: nextLink)
    return true
  }

  /// Leaves a span; the target of a link that ends with it follows as text outside of it.
  private mutating func popShowingLinkTarget() {
    let link = current.isHidden ? nil : current.tag?.link
    leave(1)
    if let link { showTarget(link) }
  }

  private mutating func showTarget(_ link: String) {
    let start = text.bytes.count
    text.bytes += LinkTarget.suffix(link).utf8
    if !scripts.isEmpty { observeText() }
    extendRun(from: start, source: 0..<0)
  }

  // MARK: Runs

  /// Appends a piece of text to the current run.
  mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>, source: Range<Int>) {
    append(from: source) { $0.append(range, of: bytes, to: &$1, log: &$2) }
  }

  /// Appends the value of a placeholder to the current run.
  mutating func append(value: [UInt8], source: Range<Int>) {
    filledBytes += value.count
    guard filledBytes <= MarkupLimits.mostFilled else {
      return log.record(.filledTooMuch, at: source)
    }
    append(from: source) { $0.append(value: value, at: source, to: &$1, log: &$2) }
  }

  /// Appends what a character reference stands for to the current run.
  mutating func append(_ reference: CharacterReference, source: Range<Int>) {
    append(from: source) { $0.append(reference, at: source, to: &$1, log: &$2) }
  }

  /// Appends what becomes safe to where text of the current run goes.
  @inline(__always)
  private mutating func append(
    from source: Range<Int>,
    _ appendSafe: (inout TextSanitizer, inout [UInt8], inout DiagnosticLog) -> Void
  ) {
    if current.isHidden {
      hide(source)
      let last = text.hidden.count - 1
      appendSafe(&sanitizer, &text.hidden[last].bytes, &log)
    } else if !current.changesText {
      let start = text.bytes.count
      appendSafe(&sanitizer, &text.bytes, &log)
      extendRun(from: start, source: source)
    } else {
      appendSafe(&sanitizer, &scratch, &log)
      extendScratch(source)
    }
  }

  /// Makes a part of the markup one that is not in the text.
  private mutating func hide(_ source: Range<Int>) {
    let span = open[open.count - 1]
    if let last = text.hidden.last, last.span == span {
      text.hidden[text.hidden.count - 1].source = last.source.lowerBound..<source.upperBound
    } else {
      text.hidden.append(AttributedText.HiddenText(bytes: [], span: span, source: source))
    }
  }

  private mutating func extendScratch(_ source: Range<Int>) {
    scratchSource =
      scratchSource.isEmpty ? source : scratchSource.lowerBound..<source.upperBound
  }

  /// Makes the text from an offset on part of the current span's run.
  private mutating func extendRun(from start: Int, source: Range<Int>) {
    guard text.bytes.count > start else { return }
    let span = open[open.count - 1]
    if let last = text.records.last, last.span == span {
      let known = last.source
      text.records[text.records.count - 1].source =
        known.isEmpty ? source : known.lowerBound..<max(known.upperBound, source.upperBound)
    } else {
      text.records.append(AttributedText.RunRecord(start: start, span: span, source: source))
    }
    // What is held may grow, and with it moves what stands behind it.
    endBoxes(atLineFeedIn: start..<max(start, sanitizer.heldStart ?? text.bytes.count))
    advanceScripts(from: start)
  }

  /// Ends the text between two tags: what had to wait for the end is decided.
  mutating func endRun() {
    let content = current
    if content.isHidden {
      guard let last = text.hidden.indices.last else { return }
      return sanitizer.finishRun(in: &text.hidden[last].bytes, log: &log)
    }
    if !content.changesText {
      let held = sanitizer.heldStart
      sanitizer.finishRun(in: &text.bytes, log: &log)
      if let held { endBoxes(atLineFeedIn: held..<text.bytes.count) }
      return
    }
    guard !scratch.isEmpty else { return }
    sanitizer.finishRun(in: &scratch, log: &log)
    observeText()
    let start = text.bytes.count
    // Taken out, so that the buffer is read while the rest of the builder is written.
    var run: [UInt8] = []
    swap(&run, &scratch)
    transformer.append(
      0..<run.count, of: run.span, style: content.style,
      language: CasingLanguage(tag: content.language),
      to: &text.bytes)
    transformedEnd = text.bytes.count
    extendRun(from: start, source: scratchSource)
    run.removeAll(keepingCapacity: true)
    swap(&run, &scratch)
    scratchSource = 0..<0
  }

  /// Lets the transformer know text that was appended without it.
  mutating func observeText() {
    guard transformedEnd < text.bytes.count else { return }
    let untransformed = Array(text.bytes[transformedEnd...])
    transformer.observe(0..<untransformed.count, of: untransformed.span, in: &text.bytes)
    transformedEnd = text.bytes.count
  }
}
