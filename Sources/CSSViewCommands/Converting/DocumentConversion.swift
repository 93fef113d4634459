import Bytes
import DataRecords
import Diagnostics
import Documents
import Rendering
import StyledText
import Styling

/// Converts documents: HTML, Markdown and data, each as a whole.
struct DocumentConversion {
  let options: MarkupOptions
  let target: ConversionTarget

  /// True if all raw HTML of Markdown is kept.
  let allowsHTML: Bool

  /// Converts a document, passing the result to `write` in parts, and returns the findings.
  func convert<Failure>(
    _ document: SourceText, to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    if let data = RecordReader(options, name: document.name) {
      if options.data.template == nil { return try convertTable(of: document, data, write) }
      var markup = RecordMarkup()
      return try convertRecords(of: document, data, into: &markup) { (markup) throws(Failure) in
        try write(markup.takeBytes())
      }
    }
    let (result, findings) = converted(document)
    try write(result)
    return findings
  }

  /// Reads records, and calls a function when some have come.
  private func convertRecords<Output: RecordOutput & ~Copyable, Failure>(
    of document: SourceText, _ data: RecordReader, into output: inout Output,
    _ write: (inout Output) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    var data = data
    var offset = 0
    repeat {
      let bytes = document.bytes
      offset += data.convert(
        bytes.span.extracting(offset..<bytes.count), isLast: true, into: &output)
      try write(&output)
    } while data.hasMore
    return data.takeFindings()
  }

  /// Converts records as a table, some rows at a time.
  private func convertTable<Failure>(
    of document: SourceText, _ data: RecordReader, _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    var sanitizer = sanitizer
    var last: UInt8 = 0x0A
    func writeResult(of sanitizer: inout DocumentSanitizer, isLast: Bool) throws(Failure) {
      let text = sanitizer.writer.output
      // A writer may remove blanks at the end of a line.
      let end = isLast ? text.count : text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      try write(Array(text[..<end]))
      if end > 0 { last = text[end - 1] }
      sanitizer.writer.output = Array(text[end...])
    }
    let findings = try convertRecords(of: document, data, into: &sanitizer) {
      (sanitizer) throws(Failure) in try writeResult(of: &sanitizer, isLast: false)
    }
    sanitizer.finish()
    try writeResult(of: &sanitizer, isLast: true)
    if last != 0x0A { try write([0x0A]) }
    return findings + self.findings(of: sanitizer, in: document)
  }

  private var sanitizer: DocumentSanitizer {
    DocumentSanitizer(
      options, keepsStyle: target == .markup, to: target == .html ? HTMLWriter() : MarkupWriter())
  }

  /// A document in the other format, with findings.
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
    return (sanitizer.writer.output, findings(of: sanitizer, in: document))
  }

  private func findings(
    of sanitizer: borrowing DocumentSanitizer, in document: SourceText
  ) -> [Diagnostic] {
    var log = sanitizer.log
    return log.take { range in
      // An element that a reader makes has no tag of its length.
      let end = min(range.upperBound, document.bytes.count)
      return SourceRange(document, min(range.lowerBound, end)..<end)
    }.map { finding in
      var finding = finding
      // No option of this command allows the scheme.
      if finding.code == MarkupProblem.linkScheme.code {
        finding.message = finding.message.split(separator: ";")[0] + "; the link is shown as text"
      }
      return finding
    }
  }
}
