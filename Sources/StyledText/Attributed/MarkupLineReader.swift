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
  /// The contents of the open elements, behind that of the host.
  private var contents: [SpanContent]
  private var children = [0]
  /// When so many elements are kept it is time to forget those that are not open.
  private var mostStyles = StyleResolver.comfortableCount
  private var log: FindingLog
  /// Where the next line begins in all that was read.
  private var offset = 0

  /// The start tags of the open elements, beside `elements`: their lines have gone by.
  private var tags: [OpenTag] = []

  private struct OpenTag {
    /// Its offset in all that was read.
    var place: Int
    var location: SourceLocation
    /// Its line; nil for elements deeper than findings are reported.
    var excerpt: SourceExcerpt?
  }

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
    log = FindingLog(limit: options.findingLimit)
  }

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
      spans: spans, around: Self.take(&contents, leaving: []),
      children: Self.take(&children, leaving: []))
    builder.log = log
    var reader = MarkupReader(
      source, spans: spans, open: Self.take(&elements, leaving: OpenElements()), base: log.base)
    reader.read(into: &builder)
    if separatesLines { reader.reportUnclosed(in: &builder) }
    builder.endRun()
    log = builder.log
    builder.log = FindingLog(limit: 0)
    var found = takeFindings(in: source, line)
    elements = reader.takeElements()
    children = builder.children
    contents = builder.leaveOpen()
    if separatesLines { closeAll() } else { rememberTags(in: source, line) }
    let (text, others) = builder.finish()
    for var diagnostic in others {
      diagnostic.location?.line += line - 1
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
    for index in 0..<elements.depth {
      let entry = elements[index]
      let start = entry.place - log.base
      log.record(
        .unclosedElement, at: start..<start + 1 + entry.element.name.utf8.count,
        about: entry.element.name)
    }
    let found = takeFindings(in: SourceText(name: name, bytes: []), 1)
    closeAll()
    return found + log.uncounted
  }

  /// Goes on with nothing kept but the styles of what is open.
  private mutating func forgetStyles() {
    spans = SpanResolver(after: spans)
    contents = spans.reopen(contents)
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
    elements.removeAll()
    tags.removeAll()
    contents.removeLast(contents.count - 1)
    children = [0]
  }

  /// The findings of a line with their places in the whole input.
  private mutating func takeFindings(in source: SourceText, _ line: Int) -> [Diagnostic] {
    log.take().sorted { $0.range.lowerBound < $1.range.lowerBound }.map { finding in
      let isHere = finding.range.lowerBound >= log.base
      var diagnostic = finding.diagnostic(
        in: source, base: isHere ? log.base : finding.range.lowerBound)
      if isHere {
        diagnostic.location?.line += line - 1
      } else {
        let tag = tags.first { $0.place == finding.range.lowerBound }
        diagnostic.location = tag?.location
        diagnostic.excerpt = tag?.excerpt
      }
      return diagnostic
    }
  }

  /// Notes where the tags stand that the line has left open.
  private mutating func rememberTags(in source: SourceText, _ line: Int) {
    // Places differ, so a stack that agrees in one entry agrees below it.
    while let last = tags.last,
      tags.count > elements.depth || elements[tags.count - 1].place != last.place
    {
      tags.removeLast()
    }
    while tags.count < elements.depth {
      let entry = elements[tags.count]
      let start = entry.place - log.base
      let range = SourceRange(source, start..<start + 1 + entry.element.name.utf8.count)
      var location = range.location
      location.line += line - 1
      tags.append(
        OpenTag(
          place: entry.place, location: location,
          excerpt: tags.count < log.limit ? SourceExcerpt(range) : nil))
    }
  }
}
