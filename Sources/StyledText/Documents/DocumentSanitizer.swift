import Bytes
package import Diagnostics
import Styling

/// Destination of a document that is safe: each element that starts ends, too.
package protocol DocumentWriter {
  /// Takes the start of an element; a void element has no end.
  mutating func start(_ tag: StartTag)

  /// Takes the end of the innermost element.
  mutating func end(_ element: MarkupElement)

  /// Takes text without references.
  mutating func append(_ text: Span<UInt8>)
}

/// Reads HTML from anywhere, and writes its elements and text with what is safe of them.
///
/// Text and attributes go through `TextSanitizer`, and links through `LinkTarget`. Elements that
/// show no more than their content lose their tags; comments and scripts are left out.
package struct DocumentSanitizer<Writer: DocumentWriter> {
  /// Destination of the document.
  package var writer: Writer

  /// Findings, one of each kind, with ranges in the HTML.
  package private(set) var log = DiagnosticLog(limit: 1)

  private let options: MarkupOptions
  private let keepsStyle: Bool
  private var document = OpenDocument()
  private var sanitizer = TextSanitizer()
  private var text: [UInt8] = []

  /// Offsets of the start tags of the open elements.
  private var starts: [Int] = []

  /// Starts a document.
  ///
  /// - Parameters:
  ///   - options: Options for its attributes.
  ///   - keepsStyle: True if `style` attributes are kept, which a page would obey.
  ///   - writer: Destination of the document.
  package init(_ options: MarkupOptions, keepsStyle: Bool, to writer: Writer) {
    // No finding of its own about attributes: those that are left out are recorded here.
    var options = options
    options.form = .markdown
    self.options = options
    self.keepsStyle = keepsStyle
    self.writer = writer
  }

  /// True if the text has been written, and nothing is open.
  package var isBetweenElements: Bool {
    starts.isEmpty && text.isEmpty && !sanitizer.hasUnfinishedRun && document.raw == nil
      && document.skipped == nil
  }

  /// Reads a document up to an offset, and the part of it that begins before.
  ///
  /// - Parameters:
  ///   - bytes: The whole document.
  ///   - start: Offset where to go on.
  ///   - stop: Offset where to stop.
  /// - Returns: Offset of the next part.
  package mutating func read(_ bytes: Span<UInt8>, from start: Int, to stop: Int) -> Int {
    var offset = start
    while offset < stop {
      switch document.advance(at: offset, in: bytes, isLast: true) {
      case .passed(let end): offset = end
      case .text: offset = append(offset..<offset + 1, of: bytes)
      case .shown: offset = readToken(at: offset, in: bytes)
      }
    }
    if starts.isEmpty { endText() }
    return offset
  }

  /// Says that the caller is about to drop the first bytes, all of which were read.
  package mutating func willDrop(first count: Int) {
    document.willDrop(first: count)
    for index in starts.indices { starts[index] -= count }
  }

  /// Ends the document.
  package mutating func finish() {
    for (depth, start) in starts.enumerated() {
      let element = document.scopes.element(at: depth)
      if !element.mayOmitEndTag { log.record(.unclosedElement, of: element, at: start) }
    }
    if let skipped = document.skipped {
      log.record(.unclosedElement, of: skipped.element, at: skipped.tag.lowerBound)
    }
    while !starts.isEmpty { close() }
    endText()
  }

  private mutating func readToken(at offset: Int, in bytes: Span<UInt8>) -> Int {
    let token = document.tokenizer.token(at: offset, in: bytes, isLast: true)
    log.recordProblem(of: token, in: bytes)
    switch token.kind {
    case .startTag: start(token, document.tokenizer.attributes, in: bytes)
    case .endTag where token.element == .br: start(token, [], in: bytes)
    case .endTag: end(token)
    case .reference:
      if let reference = document.tokenizer.reference {
        sanitizer.append(reference, at: token.range, to: &text, log: &log)
      }
    case .text: return append(token.range, of: bytes)
    case .comment, .incomplete, .endOfInput: break
    }
    return token.range.upperBound
  }

  // MARK: Text

  private mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) -> Int {
    sanitizer.append(range, of: bytes, to: &text, log: &log)
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
      if document.leaveOut(token, base: 0) {
        log.record(.leftOutElement, at: token.range, about: element.name)
      }
      return
    }
    if element.holdsRawText { document.raw = element }
    guard element.showsContent else { return }
    if let depth = document.scopes.depth(impliedBy: element) {
      close(to: depth, by: "<\(element.name)>", isImplied: true)
    }
    guard starts.count < MarkupLimits.deepestNesting else {
      return log.record(.nestingTooDeep, at: token.range)
    }
    endText()
    var tag = StartTag(element, attributes: attributes, in: bytes, options: options, log: &log)
    tag.attributes.removeAll { attribute in
      guard !Self.isKept(attribute.name) else { return false }
      log.record(.unknownAttribute, at: token.range, about: attribute.name)
      return true
    }
    if !keepsStyle, tag.style != nil {
      log.record(.unknownAttribute, at: token.range, about: "style")
      tag.removeStyle()
    }
    if element == .img, tag.link == nil {
      return writer.append(Array((tag.value(of: "alt") ?? "").utf8).span)
    }
    writer.start(tag)
    guard !element.isVoid else { return }
    document.scopes.open(element, name: nil)
    starts.append(token.range.lowerBound)
  }

  /// True for attributes that say what an element is, and not what a page does with it.
  private static func isKept(_ name: String) -> Bool {
    name == "id" || name == "title" || name == "disabled" || name.hasPrefix("data-")
      || StartTag.documentAttributes.contains(name)
  }

  private mutating func end(_ token: MarkupToken) {
    guard token.element.showsContent else { return }
    let tag = "</\(token.element.name)>"
    guard let depth = document.scopes.depth(endedBy: token.element, name: nil) else {
      return log.record(.strayEndTag, at: token.range, about: tag)
    }
    close(to: depth, by: tag, isImplied: false)
  }

  /// Closes elements as `TreeBuilder` does.
  private mutating func close(to depth: Int, by tag: String, isImplied: Bool) {
    while document.scopes.count > depth, let start = starts.last, let last = document.scopes.last {
      if isImplied || document.scopes.count > depth + 1, !last.mayOmitEndTag {
        log.record(
          .crossedElement, at: start..<start + 1 + last.name.utf8.count,
          about: "\(tag) comes before </\(last.name)>")
      }
      close()
    }
  }

  private mutating func close() {
    endText()
    starts.removeLast()
    guard let element = document.scopes.last else { return }
    document.scopes.close()
    writer.end(element)
  }
}
