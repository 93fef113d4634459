package import Styling
package import TerminalOutput

/// Text that the terminal is asked to draw in another size (OSC 66, DECDHL).
package struct SizedText: Hashable, Sendable {
  /// The first column that it takes.
  package let column: Int

  /// The first row that it takes.
  package let row: Int

  /// Columns that it takes.
  package let columns: Int

  /// Rows that it takes.
  package let rows: Int

  /// The text: at most 4096 bytes, without controls.
  package let text: String

  /// `s`, `n` and `d`.
  package let sizing: TextScaling

  /// `w`; 0 is left out.
  package let width: Int

  /// Rendition of the text.
  package let rendition: GraphicRendition

  /// Index into the buffer's link table plus 1; 0 is no link.
  package let link: UInt16
}

/// Large text that a page or picture draws as real type, over the cells that letters of block
/// characters would take.
package struct TypesetText: Hashable, Sendable {
  /// The first column that it takes.
  package let column: Int

  /// The first row that it takes.
  package let row: Int

  /// Columns that it takes.
  package let columns: Int

  /// Rows that it takes, and so its size in multiples of that of ordinary text.
  package let rows: Int

  /// The text, without controls.
  package let text: String

  /// Number of letters that is.
  package let clusters: Int

  /// Rendition of the text.
  package var rendition: GraphicRendition

  /// Index into the buffer's link table plus 1; 0 is no link.
  package let link: UInt16

  /// Its shadows, the first one on top, in px of ordinary text.
  package let shadows: [TextShadow]
}

/// A block of text as cells.
package struct BlockLayout: Hashable, Sendable {
  /// The cells, margins included.
  package var buffer: CellBuffer

  /// For every cell, row after row, the number of the run whose text is in it; -1 is none.
  package internal(set) var runs: [Int32]

  /// Texts that the terminal draws.
  ///
  /// The cells that they take hold no text and have width 0.
  package internal(set) var sizedTexts: [SizedText] = []

  /// Texts that a page or picture draws; the cells that they take hold blanks.
  package internal(set) var typesetTexts: [TypesetText] = []

  /// The work that painting has left over.
  package let budget: PaintBudget

  /// True if a character is wider than the columns that there are for it, and stands out.
  package let standsOut: Bool

  /// True if a shadow that a text has is not seen anywhere.
  package let hidesShadows: Bool

  /// The least contrast that the block's text is to have; nil asks for none.
  package let readable: Double?

  /// The parts of the box.
  package let geometry: BoxGeometry

  /// Rows that the text takes.
  package internal(set) var textRows: Int

  /// Number of rows, where the text has more: then hardly any of them is there.
  package let exceededRows: Int?

  /// The most cells of a block that is drawn at once: some 200 MB.
  package static let mostCells = 1 << 22

  /// The run whose text is in a cell, nil where there is none.
  package func run(column: Int, row: Int) -> Int? {
    let index = row * buffer.columns + column
    guard column >= 0, column < buffer.columns, runs.indices.contains(index), runs[index] >= 0
    else { return nil }
    return Int(runs[index])
  }

  /// Lays a block out.
  ///
  /// The block is as wide as its style says, at most as wide as the room there is; the background
  /// fills it to its full width on every line.
  ///
  /// - Parameters:
  ///   - text: The text and its runs.
  ///   - host: The style of the block; its text properties are the runs' business.
  ///   - backdrop: The block's own background, as far as the block declared one.
  ///   - target: The terminal; its columns are the room there is.
  ///   - mostCells: A block of more cells is not made: it has one line of the text.
  ///   - budget: The work that painting may take; other blocks of the same text have left it over.
  package init(
    _ text: InlineContent, host: ComputedStyle, backdrop: Backdrop = .none,
    for target: OutputTarget,
    mostCells: Int = .max, budget: PaintBudget = PaintBudget()
  ) {
    var budget = budget
    budget.earn(for: text.bytes.count)
    let mostShadows = budget.layers(
      of: text.runs.lazy.map { $0.style.shadows.count }, in: target.environment)
    let host = host.shown(in: target.environment)
    let available = target.environment.columns
    func laidOut(_ columns: Int) -> (InlineContent, RunStyles) {
      let text = text.layingOutBoxes(
        columns: columns, whiteSpace: host.block.whiteSpace, rules: target.widthRules,
        isFlat: target.environment.isFlat, mostBlanks: mostCells
      ).collapsed(for: host.block.whiteSpace)
      let textStyles = RunStyles(text.runs) {
        ResolvedTextStyle(
          $0.style, $0.compositing, in: target.environment, mostShadows: mostShadows)
      }
      return (text, textStyles)
    }
    var geometry = BoxGeometry(host.block, available: available) {
      let (text, textStyles) = laidOut(available)
      return BlockLines(
        text, textStyles, host.block, columns: CellMetrics.mostColumns, target: target
      ).columns
    }
    let (text, textStyles) = laidOut(geometry.contentColumns)
    func mostRows(_ geometry: BoxGeometry) -> Int {
      mostCells == .max
        ? Int.max : mostCells / geometry.columns - geometry.rowsAbove - geometry.rowsBelow
    }
    var lines = BlockLines(
      text, textStyles, host.block, columns: geometry.contentColumns, target: target,
      mostRows: mostRows(geometry))
    standsOut = text.standsOut || lines.columns > geometry.contentColumns
    geometry.widen(forContent: lines.columns)
    if lines.cut(toRows: mostRows(geometry)) > 0 || text.hasTooManyBlanks {
      exceededRows = mostCells / geometry.columns
      _ = lines.cut(toRows: 1)
    } else {
      exceededRows = nil
    }
    let textRows = lines.rows
    let rows = geometry.rowsAbove + textRows + geometry.rowsBelow
    var painter = BlockPainter(
      text: text, textStyles: textStyles, host: host, backdrop: backdrop, geometry: geometry,
      textRows: textRows, target: target, budget: budget)
    painter.paintBox()
    painter.paint(lines)
    painter.paintShadows()
    self.geometry = geometry
    self.budget = painter.budget
    hidesShadows = !painter.shadows.hidden.isSubset(of: painter.shadows.seen)
    readable = host.block.readable
    self.textRows = textRows
    buffer = painter.buffer
    runs =
      text.origins.map { origins in painter.runs.map { $0 < 0 ? -1 : origins[Int($0)] } }
      ?? painter.runs
    sizedTexts = painter.sizedTexts
    typesetTexts = painter.typesetTexts
    assert(buffer.rows == rows)
  }
}
