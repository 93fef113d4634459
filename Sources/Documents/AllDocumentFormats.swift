import Bytes
import CellLayout
package import DataRecords
import Diagnostics
package import Rendering
package import StyledText
package import Styling
package import TerminalOutput

/// The formats of documents: HTML, Markdown and data.
package struct AllDocumentFormats: DocumentFormats {
  /// Measures the columns of data in all of the input; nil if that can be read only once.
  ///
  /// It is not called for a table whose rows are all held until its columns are fixed.
  private let measure: (@Sendable () -> MeasuredColumns?)?

  package init(measure: (@Sendable () -> MeasuredColumns?)? = nil) { self.measure = measure }

  package func reader(
    _ options: MarkupOptions, name: String, filter: AttributeFilter?
  ) -> (any DocumentReader)? {
    if options.form == .markdown { return MarkdownInput(MarkdownReader(options)) }
    return RecordReader(options, name: name, filter: filter).map(RecordInput.init)
  }

  package func flow(
    _ options: MarkupOptions, _ target: OutputTarget, columns: Int, emitsWords: Bool,
    _ styles: inout ComputedStyleTable
  ) -> any DocumentFlow {
    var layout = DocumentLayout(
      target, columns: columns, host: .host, emitsWords: emitsWords, &styles)
    (layout.records, layout.measure) = (options.data.records, measure)
    return LaidOutDocument(layout)
  }
}

private final class MarkdownInput: DocumentReader {
  private var reader: MarkdownReader<TreeBuilder>

  init(_ reader: consuming MarkdownReader<TreeBuilder>) { self.reader = reader }

  var hasMore: Bool { reader.hasMore }
  var limitsParts: Bool { false }
  var isHolding: Bool { false }
  var holdsWords: Bool { reader.holdsWords }
  var onlyCounted: [DiagnosticCode: Int] { [:] }

  func read(
    _ bytes: Span<UInt8>, from base: Int, isLast: Bool, into builder: inout TreeBuilder
  ) -> Int {
    reader.read(bytes, from: base, isLast: isLast, into: &builder)
  }

  func read(whole bytes: Span<UInt8>, into builder: inout TreeBuilder) {
    reader.read(bytes, into: &builder)
  }

  func release(into builder: inout TreeBuilder, releasesWords: Bool) {
    if releasesWords, reader.holdsWords { reader.releaseWords(&builder) }
  }

  func takeFindings() -> [Diagnostic] { reader.takeFindings() }
}

private final class RecordInput: DocumentReader {
  private var reader: RecordReader

  init(_ reader: consuming RecordReader) { self.reader = reader }

  var hasMore: Bool { reader.hasMore }
  var limitsParts: Bool { true }
  var isHolding: Bool { reader.isHolding }
  var holdsWords: Bool { false }
  var onlyCounted: [DiagnosticCode: Int] { reader.onlyCounted }

  func read(
    _ bytes: Span<UInt8>, from base: Int, isLast: Bool, into builder: inout TreeBuilder
  ) -> Int {
    defer { builder.setBase(base) }
    return reader.read(bytes, isLast: isLast, into: &builder)
  }

  func read(whole bytes: Span<UInt8>, into builder: inout TreeBuilder) {
    var offset = 0
    repeat {
      offset += reader.read(bytes.extracting(offset...), isLast: true, into: &builder)
    } while reader.hasMore
    builder.setBase(0)
  }

  func release(into builder: inout TreeBuilder, releasesWords: Bool) { reader.release() }

  func takeFindings() -> [Diagnostic] { reader.takeFindings() }
}

private final class LaidOutDocument: DocumentFlow {
  private var layout: DocumentLayout

  init(_ layout: consuming DocumentLayout) { self.layout = layout }

  var styles: [StyleID] {
    get { layout.styles }
    set { layout.styles = newValue }
  }

  var holdsRows: Bool { layout.holdsRows }

  func openHost(_ host: BlockStyle, _ styles: inout ComputedStyleTable) {
    layout.openHost(host, &styles)
  }

  func append(
    _ line: StyledLines, upTo end: Int, _ styles: inout ComputedStyleTable, _ boxes: inout BoxTable
  ) { layout.take(line, upTo: end, &styles, &boxes) }

  func emitRows(isLast: Bool, _ styles: inout ComputedStyleTable) {
    if isLast { layout.finish(&styles) } else { layout.emitCertain(&styles) }
  }

  func releaseRows(_ styles: inout ComputedStyleTable) { layout.releaseRows(&styles) }

  func exchangeRows(with rows: inout StyledLines) { layout.writer.exchangeRows(with: &rows) }
}
