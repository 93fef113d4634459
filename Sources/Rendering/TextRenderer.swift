package import CellLayout
package import Diagnostics
import StyleValues
package import StyledText
package import Styling
package import TerminalOutput

/// Turns markup into styled text, with one stylesheet for one terminal and one object.
///
/// It is not safe to share between threads; each thread makes its own from the same stylesheet.
package struct TextRenderer {
  package private(set) var styles: StyleResolver

  package var options: MarkupOptions

  /// Reads and lays out documents; nil where there are none.
  package let documents: (any DocumentFormats)?

  /// Diagnostics about the stylesheet and the style of the object.
  package let diagnostics: [Diagnostic]

  package var environment: Environment { styles.environment }

  package init(
    stylesheet: Stylesheet, environment: Environment = Environment(),
    host: HostObject = HostObject(), options: MarkupOptions = MarkupOptions(),
    documents: (any DocumentFormats)? = nil
  ) {
    self.documents = documents
    var (host, options) = (host, options)
    host.holdsBlocks = options.form.isDocument
    styles = StyleResolver(stylesheet: stylesheet, environment: environment, host: host)
    if options.adoptTemplate(of: styles) {
      host.holdsBlocks = false
      styles = StyleResolver(stylesheet: stylesheet, environment: environment, host: host)
    }
    diagnostics = stylesheet.diagnostics + styles.diagnostics
    self.options = options
  }

  /// Drops the kept styles if there are very many, as a renderer may live long.
  package mutating func forgetManyStyles() {
    if styles.keptCount >= StyleResolver.comfortableCount { styles = StyleResolver(after: styles) }
  }

  /// A value and its findings.
  package struct Result<Value> {
    package var value: Value

    package var diagnostics: [Diagnostic]
  }

  /// Markup as text with runs, whose findings call it `name`.
  package func attributedText(_ markup: String, name: String = "<markup>") -> Result<AttributedText>
  {
    attributedText(SourceText(name: name, text: markup))
  }

  package func attributedText(_ markup: SourceText) -> Result<AttributedText> {
    var builder = TreeBuilder(styles: styles, options: options)
    if options.needsDocumentFormats,
      let reader = documentFormats.reader(options, name: markup.name, filter: nil)
    {
      builder.append(markup) { builder, bytes in reader.read(whole: bytes, into: &builder) }
      // Records of a template end in line feeds, the last one, too.
      let hasTemplate = options.data.template != nil
      let end = hasTemplate ? builder.line.sources.last?.upperBound : nil
      var (text, diagnostics) = builder.finish(lastLineFeed: end.map { $0 - 1..<$0 })
      if hasTemplate { diagnostics = diagnostics.withoutPlaces(in: markup.name) }
      return Result(value: text, diagnostics: reader.takeFindings() + diagnostics)
    }
    builder.append(markup: markup)
    let (text, diagnostics) = builder.finish(lastLineFeed: markup.lastLineFeed)
    return Result(value: text, diagnostics: diagnostics)
  }

  private var documentFormats: any DocumentFormats {
    guard let documents else { preconditionFailure("no document formats") }
    return documents
  }

  /// A text as one block of cells: wrapped, aligned, with its box and its shadows, in the target's
  /// columns; rows at the end are left out if `mostCells` is exceeded.
  package func block(
    _ text: AttributedText, for target: OutputTarget, hasLastLine: Bool = false,
    mostCells: Int = .max
  ) -> BlockLayout {
    var host = styles.hostStyle
    var table = ComputedStyleTable(elementsOf: text, styles)
    var line = text.line.numbered
    if text.isDocument {
      line = rows(of: line, &table, for: target)
      // Only a character that is wider than the block does not fit.
      (host.block.whiteSpace, host.block.overflowWrap) = (.preWrap, .normal)
      (host.block.textAlign, host.block.maxLines) = (.start, nil)
    }
    return BlockLayout(
      line, &table, host: host, backdrop: styles.hostBackdrop, for: target,
      hasLastLine: hasLastLine && !text.isDocument, mostCells: mostCells)
  }

  /// A text whose lines are the rows of a document; other text unchanged.
  package func rows(of text: AttributedText, for target: OutputTarget) -> AttributedText {
    guard text.isDocument else { return text }
    var table = ComputedStyleTable(elementsOf: text, styles)
    var rows = rows(of: text.line, &table, for: target)
    rows.removeLastLineFeed()
    return AttributedText(rows, table)
  }

  /// The rows of a document in the block of the object.
  private func rows(
    of text: StyledLines, _ table: inout ComputedStyleTable, for target: OutputTarget
  ) -> StyledLines {
    let block = styles.hostStyle.shown(in: target.environment).block
    let geometry = BoxGeometry(block, available: target.environment.columns) {
      target.environment.columns
    }
    var boxes = BoxTable(columns: geometry.contentColumns, whiteSpace: .normal, target: target)
    let flow = documentFormats.flow(
      options, target, columns: geometry.contentColumns, emitsWords: false, &table)
    flow.append(text, upTo: text.bytes.count, &table, &boxes)
    flow.emitRows(isLast: true, &table)
    var rows = StyledLines()
    flow.exchangeRows(with: &rows)
    return rows
  }

  /// The fewest columns of a block in which no line of the text has to be broken and its box is
  /// whole; 0 for nothing without a box.
  ///
  /// If its width is limited, those at which it reaches the limit; if no number of columns is
  /// enough, because percentages add up to 100 or more, those of the target.
  package func naturalColumns(of text: AttributedText, for target: OutputTarget) -> Int {
    // The lines of a document are as long as there is room.
    if text.isDocument { return target.environment.columns }
    var table = ComputedStyleTable(elementsOf: text, styles)
    let host = styles.hostStyle.shown(in: target.environment)
    let content = BlockLayout.naturalColumns(of: text.line, &table, host, for: target)
    var block = host.block
    // Auto margins take the free columns, which are no part of the text's own width.
    block.margin.left = block.margin.left ?? .zero
    block.margin.right = block.margin.right ?? .zero
    return Self.columns(of: block, content: content) ?? target.environment.columns
  }

  /// The text before lines are broken: with its boxes laid out and blanks for hidden text.
  package func lineWithBoxes(of text: AttributedText, for target: OutputTarget) -> [UInt8] {
    var table = ComputedStyleTable(elementsOf: text, styles)
    var boxes = BoxTable(
      columns: target.environment.columns, whiteSpace: styles.hostStyle.block.whiteSpace,
      target: target)
    return boxes.layOut(text.line, &table).line.bytes
  }

  private static let mostColumns = 65_535

  /// The fewest columns in which a box has room for a content width; nil if there are none.
  private static func columns(of block: BlockStyle, content: Int) -> Int? {
    func frame(_ columns: Int) -> Int {
      let lengths =
        [block.padding.left, block.padding.right]
        + [block.margin.left, block.margin.right].compactMap(\.self)
      let borders = [block.border.left, block.border.right].count(where: \.isVisible)
      return lengths.reduce(borders) {
        $0 + CellMetrics.cells($1, .horizontal, of: columns, keepsSmall: true)
      }
    }
    if content == 0, frame(mostColumns) == 0 { return 0 }
    func geometry(_ columns: Int) -> BoxGeometry {
      BoxGeometry(block, available: columns) { max(1, content) }
    }
    let wanted = min(max(1, content), geometry(mostColumns).contentColumns)
    func fits(_ columns: Int) -> Bool {
      let geometry = geometry(columns)
      return geometry.contentColumns >= wanted
        && geometry.columns - geometry.contentColumns >= frame(columns)
    }
    guard fits(mostColumns) else { return nil }
    var low = 0
    var high = mostColumns
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// A text as one block of lines for a terminal or, at depth none, of plain text.
  package func lines(
    _ text: AttributedText, for target: OutputTarget, hasLastLine: Bool = false
  ) -> [UInt8] {
    target.bytes(of: block(text, for: target, hasLastLine: hasLastLine))
  }
}

extension MarkupOptions {
  /// Shows data by the template of the stylesheet, unless columns are selected; false without a
  /// template.
  package mutating func adoptTemplate(of styles: StyleResolver) -> Bool {
    guard form.isData, data.columns.isEmpty, let template = styles.recordTemplate else {
      return false
    }
    useTemplate(template, isForOneKind: false)
    return true
  }
}
