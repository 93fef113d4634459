import CellLayout
import StyleValues
import StyledText
import Styling

/// Properties of the style of a part of a table that its layout needs.
final class TableLook {
  let style: StyleID
  let display: Display

  /// Number of columns that it takes if it is a cell, 1 to 1000.
  let span: Int

  /// The frame around its content.
  let frame: BlockFrame

  /// Style of its blanks, and true if they can be seen.
  var filling: StyleID { frame.filling }
  let paintsBlanks: Bool

  let border: BoxSides<BorderSide>
  let hasBorder: Bool
  /// True if a line may be above or below it.
  let hasRows: Bool
  /// Its width, and the least and the greatest one.
  let width: (own: BoxLength?, least: BoxLength?, most: BoxLength?)
  let whiteSpace: WhiteSpace
  let verticalAlign: VerticalAlignment
  let alignment: LineAlignment

  /// True if it shows all lines of its text.
  let showsAllLines: Bool

  private let padding: BoxSides<BoxLength>
  private let isCell: Bool

  /// Edges in some columns, with and without borders of its own.
  private var known: (columns: Int, own: CellEdges, joined: CellEdges)?

  /// Most columns that one cell takes.
  private static let mostSpan = 1000

  init(
    _ style: StyleID, _ styles: inout ComputedStyleTable
  ) {
    self.style = style
    let content = styles[style]
    let block = content.block?.style ?? .initial
    frame = BlockFrame(content: style, block, &styles)
    paintsBlanks = DocumentLayout.paints(frame.filling, styles)
    display = content.block?.display ?? .block
    let colspan = content.tag?.attributes.first { $0.name == "colspan" }
    span = min(max(1, colspan.flatMap { Int($0.value) } ?? 1), Self.mostSpan)
    border = block.border
    hasBorder = border != BlockStyle.initial.border
    hasRows = border.top.isVisible || border.bottom.isVisible
    width = (block.width, block.minWidth, block.maxWidth)
    whiteSpace = block.whiteSpace
    verticalAlign = content.block?.style.verticalAlign ?? .baseline
    alignment = LineAlignment(block.textAlign)
    showsAllLines = block.maxLines == nil
    padding = block.padding
    isCell = display == .tableCell
  }

  /// Its edges in a table of so many columns, with its border unless that is joined with others.
  func edges(in columns: Int, _ collapses: Bool) -> CellEdges {
    // A cell that no element makes has the style of its row or table, but not the box.
    guard isCell else { return CellEdges() }
    if let known, known.columns == columns { return collapses ? known.joined : known.own }
    let own = CellEdges(padding, border, columns)
    let joined = CellEdges(padding, BlockStyle.initial.border, columns)
    known = (columns, own, joined)
    return collapses ? joined : own
  }
}

/// Cells between the edge of a cell and its text.
struct CellEdges {
  var left = 0
  var right = 0
  var top = 0
  var bottom = 0
  /// Borders that belong to the cell alone.
  var border = BlockStyle.initial.border

  /// No edges.
  init() {}

  /// Padding and borders in a table of so many columns.
  init(_ padding: BoxSides<BoxLength>, _ border: BoxSides<BorderSide>, _ columns: Int) {
    func cells(_ length: BoxLength, _ axis: CellMetrics.Axis) -> Int {
      CellMetrics.cells(length, axis, of: columns, keepsSmall: true)
    }
    left = cells(padding.left, .horizontal) + Self.one(border.left)
    right = cells(padding.right, .horizontal) + Self.one(border.right)
    top = cells(padding.top, .vertical) + Self.one(border.top)
    bottom = cells(padding.bottom, .vertical) + Self.one(border.bottom)
    self.border = border
  }

  var columns: Int { left + right }

  /// Number of columns or rows that a border takes.
  static func one(_ side: BorderSide) -> Int { side.isVisible ? 1 : 0 }
}

/// A border, and the look of the element that has it.
final class TableLine {
  let side: BorderSide
  let look: StyleID
  let vertical: [UInt8]

  init(_ side: BorderSide, _ style: StyleID, _ styles: inout ComputedStyleTable) {
    self.side = side
    look = styles.border(side, of: style)
    vertical = Array(BorderGlyphs.vertical(side).utf8)
  }

  var line: BorderLine { BorderLine(side) }
}

/// Properties of the styles of the parts of a table, by their numbers.
struct TableLooks {
  private var looks: [TableLook?] = []

  /// The lines beside a row with such cells; most rows of a table have the same ones.
  private var sides: [TableLine?] = []
  private var sideCells: [TableContent.Cell]?

  subscript(style: StyleID) -> TableLook? {
    get { Int(style.index) < looks.count ? looks[Int(style.index)] : nil }
    set {
      while looks.count <= Int(style.index) { looks.append(nil) }
      looks[Int(style.index)] = newValue
    }
  }

  /// The lines beside a row if its cells look like those of the last one.
  func sides(of row: TableContent.Row) -> [TableLine?]? {
    guard let cells = sideCells, cells.count == row.cells.count,
      zip(cells, row.cells).allSatisfy({ $0.style == $1.style && $0.span == $1.span })
    else { return nil }
    return sides
  }

  mutating func keep(_ sides: [TableLine?], of row: TableContent.Row) {
    (self.sides, sideCells) = (sides, row.cells)
  }

  /// Forgets the lines, which are of one table.
  mutating func removeSides() { sideCells = nil }

  // MARK: Blocks

  /// Frames of blocks in rows that have room for all edges.
  private var frames: [StyleID: BlockFrame] = [:]

  /// The frame of a block in so many columns, if it is known.
  func frame(of style: StyleID, in columns: Int) -> BlockFrame? {
    guard let frame = frames[style], frame.available == columns else { return nil }
    return frame
  }

  mutating func keep(_ frame: BlockFrame) { frames[frame.style] = frame }
}
