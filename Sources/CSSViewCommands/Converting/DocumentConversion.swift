import Bytes
import Diagnostics
import Rendering
import StyledText
import Styling

/// Converts documents: HTML, Markdown and data, each as a whole.
struct DocumentConversion {
  let options: MarkupOptions
  let target: ConversionTarget

  /// True if all raw HTML of Markdown passes.
  let allowsHTML: Bool

  /// Converts a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - write: Takes the next part of it in the other format.
  /// - Returns: The findings.
  /// - Throws: Any failure of `write`.
  func convert<Failure>(
    _ document: SourceText, to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    if let data = DocumentConverter(options, name: document.name) {
      guard options.data.template == nil else {
        return try convertRecords(of: document, data, write)
      }
      return target == .html
        ? try convertRecords(of: document, data, HTMLWriter(), \.html, to: write)
        : try convertRecords(of: document, data, MarkupWriter(), \.markup, to: write)
    }
    let (result, findings) = converted(document)
    try write(result)
    return findings
  }

  /// Converts records some at a time.
  private func convertRecords<Failure>(
    of document: SourceText, _ data: DocumentConverter,
    _ take: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    var data = data
    var markup: [UInt8] = []
    var offset = 0
    var used: Int
    repeat {
      markup.removeAll(keepingCapacity: true)
      let bytes = document.bytes
      used = data.convert(
        bytes.span.extracting(offset..<bytes.count), isLast: true, to: &markup)
      offset += used
      try take(markup)
    } while used > 0 && offset < document.bytes.count
    return data.takeFindings()
  }

  /// Converts records some at a time, each of which is complete in itself.
  private func convertRecords<Writer: DocumentWriter, Failure>(
    of document: SourceText, _ data: DocumentConverter, _ writer: Writer,
    _ result: WritableKeyPath<Writer, [UInt8]>, to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    var sanitizer = DocumentSanitizer(options, keepsStyle: target == .markup, to: writer)
    var last: UInt8 = 0x0A
    func writeResult(isLast: Bool) throws(Failure) {
      let text = sanitizer.writer[keyPath: result]
      // A writer may take back blanks at the end of a line.
      let end = isLast ? text.count : text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      try write(Array(text[..<end]))
      if end > 0 { last = text[end - 1] }
      sanitizer.writer[keyPath: result] = Array(text[end...])
    }
    var findings = try convertRecords(of: document, data) { (html) throws(Failure) in
      _ = sanitizer.read(html.span, from: 0, to: html.count)
      sanitizer.willDrop(first: html.count)
      try writeResult(isLast: false)
    }
    sanitizer.finish()
    try writeResult(isLast: true)
    if last != 0x0A { try write([0x0A]) }
    let place = SourceText(name: document.name, bytes: [])
    var log = sanitizer.log
    findings += DocumentConverter.withoutPlaces(
      log.take { SourceRange(place, $0) }, in: document.name)
    return findings
  }

  /// A document in the other format, and what was found in it.
  private func converted(_ document: SourceText) -> (result: [UInt8], findings: [Diagnostic]) {
    let page =
      options.form == .markdown
      ? MarkdownPage(
        of: document, options, allowsHTML: allowsHTML, keepsExtraCells: target != .html,
        screens: target == .html && !allowsHTML) : nil
    let source = page?.html ?? document
    if allowsHTML { return (TextSanitizer.sanitized(source.bytes, form: .text), []) }
    var (result, log) =
      target == .html
      ? sanitize(source, HTMLWriter(), \.html, passing: page?.safeRanges ?? [])
      : sanitize(source, MarkupWriter(), \.markup)
    if let last = result.last, last != 0x0A { result.append(0x0A) }
    let findings = log.take { SourceRange(source, $0) }.map { finding in
      var finding = finding
      // No option of this command allows the scheme.
      if finding.code == MarkupProblem.linkScheme.code {
        finding.message = finding.message.split(separator: ";")[0] + "; the link is shown as text"
      }
      return finding
    }
    guard let page else { return (result, findings) }
    return (
      result, page.findings + DocumentConverter.withoutPlaces(findings, in: document.name)
    )
  }

  /// Makes a document safe, but for ranges of elements that are safe up to control characters.
  private func sanitize<Writer: DocumentWriter>(
    _ html: SourceText, _ writer: Writer, _ result: WritableKeyPath<Writer, [UInt8]>,
    passing safeRanges: [Range<Int>] = []
  ) -> (result: [UInt8], log: DiagnosticLog) {
    var sanitizer = DocumentSanitizer(options, keepsStyle: target == .markup, to: writer)
    let bytes = html.bytes
    sanitizer.writer[keyPath: result].reserveCapacity(bytes.count)
    var offset = html.start
    for range in safeRanges where range.lowerBound >= offset {
      offset = sanitizer.read(bytes.span, from: offset, to: range.lowerBound)
      guard offset == range.lowerBound, sanitizer.isBetweenElements else { continue }
      let written = Array(bytes[range])
      guard TextSanitizer.sanitized(written, form: .text) == written else { continue }
      sanitizer.writer[keyPath: result] += written
      offset = range.upperBound
    }
    _ = sanitizer.read(bytes.span, from: offset, to: bytes.count)
    sanitizer.finish()
    return (sanitizer.writer[keyPath: result], sanitizer.log)
  }
}

/// Writes a safe document as HTML.
private struct HTMLWriter: DocumentWriter {
  var html: [UInt8] = []

  mutating func start(_ tag: StartTag) {
    html += "<\(tag.name)".utf8
    if !tag.classes.isEmpty { append("class", tag.classes.joined(separator: " ")) }
    if let language = tag.language { append("lang", language) }
    if let link = tag.link { append(tag.element == .img ? "src" : "href", link) }
    for attribute in tag.attributes { append(attribute.name, attribute.value) }
    html += (tag.element.isVoid ? " />" : ">").utf8
  }

  private mutating func append(_ name: String, _ value: String) {
    html += " \(name)=\"".utf8
    append(Array(value.utf8).span)
    html.append(0x22)
  }

  mutating func end(_ element: MarkupElement) { html += "</\(element.name)>".utf8 }

  mutating func append(_ text: Span<UInt8>) { html.appendEscapedHTML(0..<text.count, of: text) }
}
