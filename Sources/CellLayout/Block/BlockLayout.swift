package import StyledText
package import Styling
package import TerminalOutput

/// Text that the terminal draws in another size (OSC 66, DECDHL).
package struct SizedText: Hashable, Sendable {
  package let column: Int

  package let row: Int

  package let columns: Int

  package let rows: Int

  /// The text: at most 4096 bytes, without controls.
  package let text: String

  /// `s`, `n` and `d`.
  package let sizing: TextScaling

  /// `w`; 0 is left out.
  package let width: Int

  package let rendition: GraphicRendition

  /// Index into the buffer's link table plus 1; 0 is no link.
  package let link: UInt16
}

/// Large text that a page or picture draws as real type, over the cells that letters of block
/// characters would have.
package struct TypesetText: Hashable, Sendable {
  package let column: Int

  package let row: Int

  package let columns: Int

  /// Its rows, and so its size in multiples of that of ordinary text.
  package let rows: Int

  package let text: String

  package let clusters: Int

  package var rendition: GraphicRendition

  /// Index into the buffer's link table plus 1; 0 is no link.
  package let link: UInt16

  /// Its shadows, the first one on top, in px of ordinary text.
  package let shadows: [ShadowLayer]
}

/// A block of text as cells.
package struct BlockLayout: Hashable, Sendable {
  package var buffer: CellBuffer

  /// The index of the run whose text is in each cell, row by row; -1 is none.
  package internal(set) var runs: [Int32]

  /// Texts that the terminal draws; their cells have no text and width 0.
  package internal(set) var sizedTexts: [SizedText] = []

  /// Texts that a page or picture draws; their cells are blank.
  package internal(set) var typesetTexts: [TypesetText] = []

  /// The rest of the budget after painting.
  package let budget: PaintBudget

  /// True if a character is wider than the columns for it, and extends beyond them.
  package let standsOut: Bool

  /// True if a shadow of a text is invisible everywhere.
  package let hidesShadows: Bool

  /// The least contrast of the block's text; nil for none.
  package let readable: Double?

  package let geometry: BoxGeometry

  package internal(set) var textRows: Int

  /// The limit of rows if the text has more, and only one line is laid out; nil otherwise.
  package let exceededRows: Int?

  /// The most cells of a block that is drawn at once: some 200 MB.
  package static let mostCells = 1 << 22

  /// The run in a cell; nil if there is no text.
  package func run(column: Int, row: Int) -> Int? {
    let index = row * buffer.columns + column
    guard column >= 0, column < buffer.columns, runs.indices.contains(index), runs[index] >= 0
    else { return nil }
    return Int(runs[index])
  }

  /// Measures the lines of a block where none has to be broken.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - styles: The styles in it.
  ///   - atoms: Parts of it in which no line breaks.
  ///   - host: The style of the block.
  ///   - target: The terminal.
  ///   - mostCells: The most blanks of boxes.
  ///   - mostShadows: The most shadows of a text.
  /// - Returns: Columns of the longest line; 0 for no text.
  package static func naturalColumns(
    of text: StyledLines, _ styles: inout ComputedStyleTable, atoms: [Range<Int>] = [],
    _ host: ComputedStyle, for target: OutputTarget, mostCells: Int = .max, mostShadows: Int = 0
  ) -> Int {
    let content = BlockText(
      text, &styles, atoms: atoms, host, columns: target.environment.columns, target: target,
      mostBlanks: mostCells, mostShadows: mostShadows)
    return BlockLines(
      content.text, content.styles, host.block, columns: CellMetrics.mostColumns, target: target
    ).columns
  }

  /// Lays a block out.
  ///
  /// The block is as wide as its style says, at most as wide as the available room; the background
  /// fills it to its full width on every line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - styles: The styles in it.
  ///   - atoms: Parts of it in which no line breaks.
  ///   - host: The style of the block; the runs have text properties of their own.
  ///   - backdrop: The block's own background, as far as the block declared one.
  ///   - target: The terminal, with the available columns.
  ///   - hasLastLine: True if an empty line follows the last line feed.
  ///   - mostCells: A block of more cells is not made: it has one line of the text.
  ///   - budget: Budget that is left for painting by other blocks of the same text.
  package init(
    _ text: StyledLines, _ styles: inout ComputedStyleTable, atoms: [Range<Int>] = [],
    host: ComputedStyle, backdrop: Backdrop = .none, for target: OutputTarget,
    hasLastLine: Bool = false, mostCells: Int = .max, budget: PaintBudget = PaintBudget()
  ) {
    var budget = budget
    budget.earn(for: text.bytes.count)
    let mostShadows = budget.layers(
      of: text.runs.map { styles[$0.style].style.shadows.count }, in: target.environment)
    let host = host.shown(in: target.environment)
    let available = target.environment.columns
    let natural =
      host.block.fitsContent
      ? Self.naturalColumns(
        of: text, &styles, atoms: atoms, host, for: target, mostCells: mostCells,
        mostShadows: mostShadows) : 0
    var geometry = BoxGeometry(host.block, available: available) { max(1, natural) }
    let content = BlockText(
      text, &styles, atoms: atoms, host, columns: geometry.contentColumns, target: target,
      mostBlanks: mostCells, mostShadows: mostShadows)
    func mostRows(_ geometry: BoxGeometry) -> Int {
      mostCells == .max
        ? Int.max : mostCells / geometry.columns - geometry.rowsAbove - geometry.rowsBelow
    }
    var lines = BlockLines(
      content.text, content.styles, host.block, columns: geometry.contentColumns, target: target,
      hasLastLine: hasLastLine, mostRows: mostRows(geometry))
    standsOut = content.standsOut || lines.columns > geometry.contentColumns
    geometry.widen(forContent: lines.columns)
    if lines.cut(toRows: mostRows(geometry)) > 0 || content.hasTooManyBlanks {
      exceededRows = mostCells / geometry.columns
      _ = lines.cut(toRows: 1)
    } else {
      exceededRows = nil
    }
    let textRows = lines.rows
    let rows = geometry.rowsAbove + textRows + geometry.rowsBelow
    var painter = BlockPainter(
      text: content.text, textStyles: content.styles, host: host, backdrop: backdrop,
      geometry: geometry, textRows: textRows, target: target, budget: budget)
    painter.paintBox()
    painter.paint(lines)
    painter.paintShadows()
    self.geometry = geometry
    self.budget = painter.budget
    hidesShadows = !painter.shadows.hidden.isSubset(of: painter.shadows.seen)
    readable = host.block.readable
    self.textRows = textRows
    buffer = painter.buffer
    runs = painter.runs.map { $0 < 0 ? -1 : content.text.line.runs[Int($0)].element - 1 }
    sizedTexts = painter.sizedTexts
    typesetTexts = painter.typesetTexts
    assert(buffer.rows == rows)
  }
}

extension BlockStyle {
  fileprivate var fitsContent: Bool {
    [width, minWidth, maxWidth].contains { $0?.fitsContent == true }
  }
}

/// The text of a block before it is broken into lines: its boxes are laid out, its spaces collapse.
private struct BlockText {
  let text: ParagraphText
  let styles: RunStyles
  let standsOut: Bool
  let hasTooManyBlanks: Bool

  init(
    _ text: StyledLines, _ styles: inout ComputedStyleTable, atoms: [Range<Int>],
    _ host: ComputedStyle, columns: Int, target: OutputTarget, mostBlanks: Int, mostShadows: Int
  ) {
    var boxes = BoxTable(columns: columns, whiteSpace: host.block.whiteSpace, target: target)
    let laidOut = boxes.layOut(text, mostBlanks: mostBlanks, &styles)
    var paragraph = ParagraphText(laidOut.line, atoms: atoms + laidOut.atoms, host.block.whiteSpace)
    paragraph.joinBlanks(styles)
    self.text = paragraph
    self.styles = RunStyles(paragraph.line.runs, styles) {
      ResolvedTextStyle($0.style, $0.compositing, in: target.environment, mostShadows: mostShadows)
    }
    (standsOut, hasTooManyBlanks) = (laidOut.standsOut, laidOut.hasTooManyBlanks)
  }
}
