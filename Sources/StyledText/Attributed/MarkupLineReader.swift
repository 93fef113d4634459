package import Diagnostics
package import Styling

/// Reads markup line by line: every line becomes a text, and what is open goes on in the next.
///
/// A line costs what its own bytes cost, however many elements are open around it. Text outside of
/// the tags of its line is in the innermost of those elements.
///
/// ```swift
/// var reader = MarkupLineReader(name: "notes.txt", styles: resolver)
/// let first = reader.text(of: Array("<b>bold".utf8), line: 1).text
/// let second = reader.text(of: Array("too</b>, no more".utf8), line: 2).text
/// second.runs.first?.tag   // .b
/// let unclosed = reader.finish()
/// ```
package struct MarkupLineReader: ~Copyable {
  private let name: String
  private var spans: SpanResolver
  private let separatesLines: Bool

  private var elements = OpenElements()
  /// Knows how many siblings elements have; nil unless a stylesheet asks.
  private var siblings: SiblingCounter?
  /// Reads lines that are no markup.
  private var terminalText: TerminalTextReader?
  private let graphics: MarkupGraphics?
  /// The contents of the open elements, behind that of the host.
  private var contents: [SpanContent]
  /// The `sup` and `sub` among them.
  private var scripts: [OpenScript] = []
  private var children = [0]
  /// When so many elements are kept it is time to forget those that are not open.
  private var mostStyles = StyleResolver.comfortableCount
  private var log: DiagnosticLog
  /// Where the next line begins in all that was read.
  private var offset = 0

  /// Prepares to read from the start of an input.
  ///
  /// - Parameters:
  ///   - name: What findings call the input.
  ///   - styles: What works styles out.
  ///   - options: What markup may do.
  ///   - separatesLines: Whether what is open ends with its line.
  package init(
    name: String, styles: StyleResolver, options: MarkupOptions = MarkupOptions(),
    separatesLines: Bool = false
  ) {
    self.name = name
    self.separatesLines = separatesLines
    spans = SpanResolver(styles: styles, options: options)
    contents = [spans.host]
    log = DiagnosticLog(limit: options.findingLimit)
    siblings = .counting(for: styles, options, separatesLines: separatesLines)
    graphics = MarkupGraphics(options)
    if options.form == .ansi { terminalText = TerminalTextReader(options) }
  }

  // MARK: What comes

  /// Looks at an input whose lines will be read.
  ///
  /// - Parameters:
  ///   - bytes: What came and was not dropped yet.
  ///   - isLast: Whether the input ends with them.
  /// - Returns: Up to where it can be read: behind it there may be an element whose style depends on
  ///   what comes.
  package mutating func readableEnd(in bytes: Span<UInt8>, isLast: Bool) -> Int {
    siblings?.advance(in: bytes, isLast: isLast) ?? bytes.count
  }

  /// Says that the first bytes of the input are about to be dropped.
  package mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    siblings?.willDrop(first: count, of: bytes)
  }

  /// Whether an element waits for what comes.
  package var isHolding: Bool {
    switch siblings {
    case .some(let counter): counter.isHolding
    case .none: false
    }
  }

  /// Lets elements wait no longer.
  package mutating func release() { siblings?.release() }

  // MARK: Lines

  /// How many findings of each code were only counted.
  package var onlyCounted: [DiagnosticCode: Int] { log.onlyCounted }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - bytes: The line without its line feed. A tag or comment in it may go over several lines.
  ///   - line: Its number in the input, from 1.
  /// - Returns: The text, and what is wrong with the markup of the line.
  package mutating func text(
    of bytes: [UInt8], line: Int
  ) -> (text: AttributedText, diagnostics: [Diagnostic]) {
    let source = SourceText(name: name, bytes: bytes)
    log.base = offset
    offset += bytes.count + 1
    if spans.styles.keptCount >= mostStyles { forgetStyles() }
    var builder = AttributedTextBuilder(
      spans: spans, around: Self.take(&contents, leaving: []), scripts: scripts,
      children: Self.take(&children, leaving: []), isFirst: log.base == 0 || separatesLines,
      isLast: separatesLines)
    builder.markupEnd = bytes.count
    builder.log = log
    if terminalText != nil {
      terminalText?.read(source, into: &builder)
    } else {
      var reader = MarkupReader(
        source, spans: spans, open: Self.take(&elements, leaving: OpenElements()),
        siblings: Self.take(&siblings, leaving: nil), base: log.base,
        isLine: spans.options.readsByLine && !separatesLines, graphics: graphics)
      reader.read(into: &builder)
      if separatesLines {
        reader.reportUnclosed(in: &builder)
        builder.pop(builder.open.count - 1, at: bytes.count)
      }
      reader.giveBack(&elements, &siblings)
    }
    builder.endRun()
    builder.endScriptLine()
    builder.endBoxes(at: builder.text.bytes.count)
    log = builder.log
    builder.log = DiagnosticLog(limit: 0)
    let origin = SourceLocation(file: name, line: line, column: 1)
    var found = log.take(in: source, from: log.base, at: origin, elements: elements)
    children = builder.children
    contents = builder.leaveOpen()
    scripts = builder.scripts
    if separatesLines {
      closeAll()
    } else {
      elements.rememberTags(in: bytes.span, from: log.base, at: origin, limit: log.limit)
    }
    let (text, others) = builder.finish()
    for var diagnostic in others {
      // What is wrong with the sheet has its place there.
      if diagnostic.location?.file == name { diagnostic.location?.line += line - 1 }
      found.append(diagnostic)
    }
    return (text, found)
  }

  /// Ends the input.
  ///
  /// - Returns: Findings about the elements that are not closed, and how many findings there were
  ///   that are not told.
  package mutating func finish() -> [Diagnostic] {
    log.base = offset
    for index in 0..<elements.depth { log.record(.unclosedElement, of: elements[index]) }
    let found = log.take(
      in: SourceText(name: name, bytes: []), from: offset,
      at: SourceLocation(file: name, line: 1, column: 1), elements: elements)
    closeAll()
    return found + log.notes()
  }

  /// Goes on with nothing kept but the styles of what is open.
  private mutating func forgetStyles() {
    spans = SpanResolver(after: spans)
    contents = spans.reopen(contents)
    terminalText?.forgetStyles()
    // With very many open elements it must not be time again at once.
    mostStyles = max(StyleResolver.comfortableCount, 2 * spans.styles.keptCount)
  }

  /// Takes something out of here, so that nobody else holds it while it is changed.
  private static func take<Value: ~Copyable>(
    _ value: inout Value, leaving rest: consuming Value
  ) -> Value {
    var taken = rest
    swap(&taken, &value)
    return taken
  }

  /// Closes what is open.
  private mutating func closeAll() {
    terminalText?.reset()
    graphics?.reset()
    elements.removeAll()
    contents.removeLast(contents.count - 1)
    scripts = []
    children = [0]
  }
}
