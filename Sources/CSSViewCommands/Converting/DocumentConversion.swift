import Bytes
import DataRecords
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

  /// Converts a document, and returns the findings; `write` takes one part of the result after
  /// the other.
  func convert<Failure>(
    _ document: SourceText, to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    if let data = RecordReader(options, name: document.name) {
      guard options.data.template == nil else {
        return try convertRecords(of: document, data, write)
      }
      return try convertSafely(document, data, to: write)
    }
    let (result, findings) = converted(document)
    try write(result)
    return findings
  }

  private func convertRecords<Failure>(
    of document: SourceText, _ data: RecordReader,
    _ take: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    var data = data
    var offset = 0
    repeat {
      var markup = RecordHTML()
      let bytes = document.bytes
      offset += data.convert(
        bytes.span.extracting(offset..<bytes.count), isLast: true, into: &markup)
      try take(markup.bytes)
    } while data.hasMore
    return data.takeFindings()
  }

  /// Converts records some at a time, each of which is complete in itself.
  private func convertSafely<Failure>(
    _ document: SourceText, _ data: RecordReader,
    to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    var sanitizer = sanitizer
    var last: UInt8 = 0x0A
    func writeResult(isLast: Bool) throws(Failure) {
      let text = sanitizer.writer.output
      // A writer may take back blanks at the end of a line.
      let end = isLast ? text.count : text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      try write(Array(text[..<end]))
      if end > 0 { last = text[end - 1] }
      sanitizer.writer.output = Array(text[end...])
    }
    var findings = try convertRecords(of: document, data) { (html) throws(Failure) in
      sanitizer.read(html.span)
      try writeResult(isLast: false)
    }
    sanitizer.finish()
    try writeResult(isLast: true)
    if last != 0x0A { try write([0x0A]) }
    let place = SourceText(name: document.name, bytes: [])
    var log = sanitizer.log
    findings += RecordReader.withoutPlaces(
      log.take { _ in SourceRange(place, 0..<0) }, in: document.name)
    return findings
  }

  private var sanitizer: DocumentSanitizer {
    DocumentSanitizer(
      options, keepsStyle: target == .markup, to: target == .html ? HTMLWriter() : MarkupWriter())
  }

  /// A document in the other format, and what was found in it.
  private func converted(_ document: SourceText) -> (result: [UInt8], findings: [Diagnostic]) {
    let bytes = document.bytes
    if allowsHTML {
      var writer = HTMLWriter()
      writer.read(markdown: bytes.span, options)
      return (TextSanitizer.sanitized(writer.output, form: .text), [])
    }
    var sanitizer = sanitizer
    if options.form == .markdown {
      sanitizer.read(markdown: bytes.span, options, keepsAll: target != .html)
    } else {
      sanitizer.read(bytes.span, from: document.start)
    }
    sanitizer.finish()
    if let last = sanitizer.writer.output.last, last != 0x0A {
      sanitizer.writer.output.append(0x0A)
    }
    var log = sanitizer.log
    let findings = log.take { range in
      // An element of Markdown has no tag of its length.
      let end = min(range.upperBound, bytes.count)
      return SourceRange(document, min(range.lowerBound, end)..<end)
    }.map { finding in
      var finding = finding
      // No option of this command allows the scheme.
      if finding.code == MarkupProblem.linkScheme.code {
        finding.message = finding.message.split(separator: ";")[0] + "; the link is shown as text"
      }
      return finding
    }
    return (sanitizer.writer.output, findings)
  }
}
