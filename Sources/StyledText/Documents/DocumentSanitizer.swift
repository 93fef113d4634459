import Bytes
package import Diagnostics
import Styling

/// Receives a safe document, in which every started element is ended.
package protocol DocumentWriter {
  var output: [UInt8] { get set }

  /// Starts an element; a void one is not ended.
  mutating func start(_ tag: StartTag)

  mutating func end(_ element: MarkupElement)

  /// Appends decoded text.
  mutating func append(_ text: Span<UInt8>)
}

/// Reads HTML from anywhere, or is called by a reader, and writes the safe elements and text.
///
/// Text and attributes go through `TextSanitizer`, and links through `LinkTarget`. Elements that
/// only show their content lose their tags; comments and scripts are left out.
package struct DocumentSanitizer: ~Copyable {
  package var writer: any DocumentWriter

  /// One finding of each kind, with ranges in the input.
  package private(set) var log = DiagnosticLog(limit: 1)

  private let options: MarkupOptions
  private let keepsStyle: Bool
  private var document = OpenDocument()
  private var sanitizer = TextSanitizer()
  private var text: [UInt8] = []
  private var elements = OpenElements()

  /// The attributes and elements that were reported as left out.
  private var leftOut: Set<String> = []

  /// Starts a document; `keepsStyle` keeps `style` attributes, which take effect on a page.
  package init(_ options: MarkupOptions, keepsStyle: Bool, to writer: any DocumentWriter) {
    if options.form == .html { document.tokenizer.unclosed = .reference }
    // No finding of its own about attributes: those that are left out are recorded here.
    var options = options
    options.form = .markdown
    self.options = options
    self.keepsStyle = keepsStyle
    self.writer = writer
  }

  /// Reads the next part of HTML, which does not end inside a tag.
  package mutating func read(_ bytes: Span<UInt8>, from start: Int = 0) {
    var offset = start
    while offset < bytes.count { offset = step(at: offset, in: bytes, isLast: true) }
    if elements.depth == 0 { endText() }
    document.willDrop(first: bytes.count)
    log.base += bytes.count
  }

  package mutating func finish() {
    log.recordUnclosed(elements, document)
    while close() {}
    endText()
  }

  package mutating func step(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    document.isAfterReturn = false
    switch document.advance(at: offset, in: bytes, isLast: isLast, base: log.base) {
    case .passed(let end): return end
    case .text: return append(offset..<offset + 1, of: bytes)
    case .shown: break
    }
    let token = document.tokenizer.token(at: offset, in: bytes, isLast: isLast)
    if token.kind == .incomplete { return offset }
    log.recordProblem(of: token, in: bytes)
    switch token.kind {
    case .startTag: start(token, document.tokenizer.attributes, in: bytes)
    case .endTag where token.element == .br: start(token, [], in: bytes)
    case .endTag where token.element.showsContent: end(token.element, at: token.range)
    case .reference:
      if let reference = document.tokenizer.reference {
        sanitizer.append(reference, at: token.range, to: &text, log: &log)
      }
    case .text: return append(token.range, of: bytes)
    case .endTag, .comment, .incomplete, .endOfInput: break
    }
    return token.range.upperBound
  }

  // MARK: Text

  private mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) -> Int {
    sanitizer.append(range, of: bytes, to: &text, log: &log)
  }

  /// Appends text of which more may follow.
  /// - Returns: Number of bytes used; the rest has to come again before the text that goes on.
  package mutating func append(
    value range: Range<Int>, in bytes: Span<UInt8>, isLast: Bool
  ) -> Int {
    let end = sanitizer.append(range, of: bytes, isLast: isLast, to: &text, log: &log)
    return end - range.lowerBound
  }

  private mutating func endText() {
    if sanitizer.hasUnfinishedRun { sanitizer.finishRun(in: &text, log: &log) }
    guard !text.isEmpty else { return }
    var run: [UInt8] = []
    swap(&run, &text)
    writer.append(run.span)
    run.removeAll(keepingCapacity: true)
    swap(&run, &text)
  }

  // MARK: Elements

  private mutating func start(
    _ token: MarkupToken, _ attributes: [MarkupAttribute], in bytes: Span<UInt8>
  ) {
    let element = token.element
    if element.isLeftOut {
      if document.leaveOut(token, base: log.base) {
        log.record(.leftOutElement, at: token.range, about: element.name)
      }
      return
    }
    if element.holdsRawText { document.raw = element }
    guard element.showsContent else {
      if element == .custom {
        var name = token.range.lowerBound + 1..<token.range.lowerBound + 2
        while !bytes[name.upperBound].endsTagName { name = name.lowerBound..<name.upperBound + 1 }
        noteLeftOut(.leftOutTag, String(name, of: bytes).lowercased(), at: token.range)
      }
      return
    }
    start(element, at: token.range) { options, log in
      StartTag(element, attributes: attributes, in: bytes, options: options, log: &log)
    }
  }

  private mutating func start(
    _ element: MarkupElement, at range: Range<Int>,
    _ tag: (MarkupOptions, inout DiagnosticLog) -> StartTag
  ) {
    if let depth = elements.depth(impliedBy: element) {
      close(to: depth, by: { "<\(element.name)>" }, isImplied: true)
    }
    guard elements.hasCapacity else { return log.record(.nestingTooDeep, at: range) }
    endText()
    var tag = tag(options, &log)
    tag.attributes.removeAll { attribute in
      // That of a field may have any character.
      if !attribute.name.utf8.allSatisfy(\.continuesAttributeName) { return true }
      guard !Self.isKept(attribute.name) else { return false }
      noteLeftOut(.unknownAttribute, attribute.name, at: range)
      return true
    }
    if !keepsStyle, tag.style != nil {
      noteLeftOut(.unknownAttribute, "style", at: range)
      tag.removeStyle()
    }
    if element == .img, tag.link == nil {
      let text = tag.value(of: "hidden") == nil ? tag.value(of: "alt") ?? "" : ""
      return writer.append(Array(text.utf8).span)
    }
    writer.start(tag)
    guard !element.isVoid else { return }
    elements.open(element, at: range.lowerBound + log.base)
  }

  /// Reports once for each name that it is left out.
  private mutating func noteLeftOut(_ problem: MarkupProblem, _ name: String, at range: Range<Int>)
  {
    guard leftOut.count < 100, leftOut.insert("\(problem) \(name)").inserted else { return }
    let shown = SafeText.label(name.prefix(100)).string
    // A hint to write something else would be about another format.
    let message =
      problem == .unknownAttribute
      ? "attribute '\(shown)' is left out" : problem.message(about: shown)
    log.append(Diagnostic(problem.severity, problem.code, message), at: range)
  }

  /// True for attributes that describe an element, rather than act on a page.
  private static func isKept(_ name: String) -> Bool {
    name == "id" || name == "title" || name == "disabled" || name.hasPrefix("data-")
      || StartTag.documentAttributes.contains(name)
  }

  private mutating func end(_ element: MarkupElement, at range: Range<Int>) {
    guard let depth = elements.depth(endedBy: element, name: nil) else {
      return log.record(.strayEndTag, at: range, about: "</\(element.name)>")
    }
    close(to: depth, by: { "</\(element.name)>" }, isImplied: false)
  }

  private mutating func close(to depth: Int, by tag: () -> String, isImplied: Bool) {
    while elements.depth > depth {
      log.recordCrossing(in: elements, closedTo: depth, by: tag, isImplied: isImplied)
      close()
    }
  }

  /// Closes the innermost element; false if none is open.
  @discardableResult
  private mutating func close() -> Bool {
    guard let last = elements.closeInnermost() else { return false }
    endText()
    writer.end(last.element)
    return true
  }
}

// MARK: - Calls of readers

extension DocumentSanitizer: DocumentBuilder {
  package var isPage: Bool { !keepsStyle }

  package mutating func setBase(_ base: Int) { log.base = base }

  package mutating func open(
    _ tag: MadeTag, in bytes: Span<UInt8>, at source: Int, _ attributes: () -> [MadeTag.Attribute]
  ) {
    beginCall(at: source)
    start(tag.element, at: 0..<0) { options, log in
      StartTag(
        tag.element, declarations: [], attributes: attributes(), at: 0..<0, options: options,
        log: &log)
    }
  }

  package mutating func close(_ element: MarkupElement, in bytes: Span<UInt8>, at source: Int) {
    beginCall(at: source)
    end(element, at: 0..<0)
  }

  private mutating func beginCall(at source: Int) {
    setBase(source)
    document.isAfterReturn = false
  }

  package mutating func append(text range: Range<Int>, in bytes: Span<UInt8>) {
    // A line feed belongs to a carriage return, which is in a reference of its own.
    if document.isAfterReturn, bytes[range.lowerBound] == 0x0A,
      text.suffix(3).elementsEqual("\u{240D}".utf8)
    {
      text.removeLast(3)
    }
    document.isAfterReturn = bytes[range.upperBound - 1] == 0x0D
    _ = append(range, of: bytes)
  }

  package mutating func appendLineFeed(in bytes: Span<UInt8>) {
    append(text: 0..<1, in: [0x0A].span)
  }

  package mutating func note(_ finding: Diagnostic, at range: Range<Int>) {
    log.append(finding, at: range)
  }

  package mutating func endBytes(_ bytes: Span<UInt8>, dropping count: Int) {
    document.willDrop(first: count)
  }
}
