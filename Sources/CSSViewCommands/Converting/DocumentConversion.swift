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

  /// A document in the other format, and what was found in it.
  func convert(_ document: SourceText) -> (result: [UInt8], findings: [Diagnostic]) {
    let converted = DocumentConverter.html(
      of: document, options, allowsHTML: allowsHTML, screens: target == .html && !allowsHTML)
    let source = converted?.text ?? document
    if options.data.template != nil { return (source.bytes, converted?.findings ?? []) }
    if allowsHTML { return (TextSanitizer.sanitized(source.bytes, form: .text), []) }
    var (result, log) =
      target == .html
      ? sanitize(source, HTMLWriter(), \.html, passing: converted?.safeRanges ?? [])
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
    guard let converted else { return (result, findings) }
    return (
      result, converted.findings + DocumentConverter.withoutPlaces(findings, in: document.name)
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
