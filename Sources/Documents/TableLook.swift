import CellLayout
import StyleValues
import StyledText
import Styling

/// The style of a part of a table, with the values for its layout.
final class TableLook {
  let style: StyleID

  /// Style of its blanks.
  let filling: StyleID

  let format: TableFormat

  /// Its borders at the sides of a row.
  let sides: (left: TableLine?, right: TableLine?)

  init(_ style: StyleID, _ format: TableFormat, _ styles: inout ComputedStyleTable) {
    self.style = style
    self.format = format
    filling = styles.filling(of: style)
    func line(_ side: BorderSide) -> TableLine? {
      side.isVisible ? TableLine(side, style, &styles) : nil
    }
    sides = (line(format.border.left), line(format.border.right))
  }

  /// The frame around its content for the columns of the last call.
  private var frame: BlockFrame?

  /// The frame around its content in a number of columns.
  func frame(in columns: Int) -> BlockFrame {
    if let frame, frame.available == columns { return frame }
    let frame = format.frame.with(style: style, filling: filling).fitted(to: columns)
    self.frame = frame
    return frame
  }

  var display: Display { format.display }
  var spans: (columns: Int, rowsBelow: Int) { format.spans }
  var paintsBlanks: Bool { format.paintsBlanks }
  var border: BoxSides<BorderSide> { format.border }
  var hasRows: Bool { format.hasRows }
  var width: (own: BoxLength?, least: BoxLength?, most: BoxLength?) { format.width }
  var verticalAlign: VerticalAlignment { format.verticalAlign }
  var alignment: LineAlignment { format.alignment }
  var showsAllLines: Bool { format.showsAllLines }
  var isNumber: Bool { format.isNumber }
  var isNoRecord: Bool { format.isNoRecord }

  /// Edges in a table of some columns, with the border unless borders collapse.
  func edges(in columns: Int, _ collapses: Bool) -> CellEdges {
    format.edges(in: columns, collapses)
  }
}

/// Properties of the parts of a table with the same tag in the same surroundings, of which there
/// may be very many.
final class TableFormat {
  let display: Display

  /// Columns of a cell, 1 to 1000, and rows below that it spans.
  let spans: (columns: Int, rowsBelow: Int)

  /// The frame around the content of a part.
  fileprivate let frame: BlockFrame

  /// True if their blanks can be seen.
  let paintsBlanks: Bool

  let border: BoxSides<BorderSide>
  let hasBorder: Bool
  /// True if there may be a line above or below it.
  let hasRows: Bool
  /// Its `width`, `min-width` and `max-width`.
  let width: (own: BoxLength?, least: BoxLength?, most: BoxLength?)
  let verticalAlign: VerticalAlignment
  let alignment: LineAlignment

  let showsAllLines: Bool

  /// True for a cell of the class `number` that is not a column name.
  let isNumber: Bool

  /// True for the cell of a line of data that is no record, for which columns are not widened.
  let isNoRecord: Bool

  private let padding: BoxSides<BoxLength>
  private let isCell: Bool

  /// Edges for a number of columns, with and without borders of its own.
  private var known: (columns: Int, own: CellEdges, joined: CellEdges)?

  /// Most columns and rows that one cell spans.
  private static let mostSpan = 1000
  private static let mostRows = 65_534

  init(_ style: StyleID, _ styles: inout ComputedStyleTable) {
    let content = styles[style]
    let block = content.block?.style ?? .initial
    frame = BlockFrame(content: style, block, &styles)
    paintsBlanks = DocumentLayout.paints(frame.filling, styles)
    display = content.block?.display ?? .block
    func number(_ name: String) -> Int? {
      let attribute = content.tag?.attributes.first { $0.name == name }
      return attribute.flatMap { Int($0.value) }
    }
    let rows = number("rowspan") ?? 1
    spans = (
      min(max(1, number("colspan") ?? 1), Self.mostSpan),
      // Zero is all rows of the group.
      rows == 0 ? .max : min(max(1, rows), Self.mostRows) - 1
    )
    border = block.border
    hasBorder = border != BlockStyle.initial.border
    hasRows = border.top.isVisible || border.bottom.isVisible
    width = (block.width, block.minWidth, block.maxWidth)
    verticalAlign = content.block?.style.verticalAlign ?? .baseline
    alignment = LineAlignment(block.textAlign)
    showsAllLines = block.maxLines == nil
    isNumber = content.tag?.classes.contains("number") == true && content.tag?.element != .th
    // A page may have the class for its own purposes, and data a column of that name.
    isNoRecord =
      styles.options.form.isData && number("colspan") != nil
      && content.tag?.classes.contains("no-record") == true
    padding = block.padding
    isCell = display == .tableCell
  }

  /// Edges in a table of some columns, with the border unless borders collapse.
  func edges(in columns: Int, _ collapses: Bool) -> CellEdges {
    // A cell that no element makes has the style of its row or table, but not the box.
    guard isCell else { return CellEdges() }
    if let known, known.columns == columns { return collapses ? known.joined : known.own }
    var own = CellEdges(padding, border, columns)
    own.hasBorder = hasBorder
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
  /// True for borders that belong to the cell alone.
  var hasBorder = false

  init() {}

  init(_ padding: BoxSides<BoxLength>, _ border: BoxSides<BorderSide>, _ columns: Int) {
    func cells(_ length: BoxLength, _ axis: CellMetrics.Axis) -> Int {
      CellMetrics.cells(length, axis, of: columns, keepsSmall: true)
    }
    left = cells(padding.left, .horizontal) + Self.one(border.left)
    right = cells(padding.right, .horizontal) + Self.one(border.right)
    top = cells(padding.top, .vertical) + Self.one(border.top)
    bottom = cells(padding.bottom, .vertical) + Self.one(border.bottom)
  }

  var columns: Int { left + right }

  /// Number of columns or rows that a border takes.
  static func one(_ side: BorderSide) -> Int { side.isVisible ? 1 : 0 }
}

/// A border, and the style of the element that it belongs to.
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

/// Layout properties of the table's styles, by their index.
struct TableLooks {
  private var looks: [TableLook?] = []

  /// The properties that the styles of one element share.
  ///
  /// The elements live as long as the indices of their styles are valid.
  private var formats: [ObjectIdentifier: TableFormat] = [:]
  private static let mostFormats = 256

  subscript(style: StyleID) -> TableLook? {
    get { Int(style.index) < looks.count ? looks[Int(style.index)] : nil }
    set {
      while looks.count <= Int(style.index) { looks.append(nil) }
      looks[Int(style.index)] = newValue
    }
  }

  mutating func format(of style: StyleID, _ styles: inout ComputedStyleTable) -> TableFormat {
    let content = ObjectIdentifier(styles[style])
    if let known = formats[content] { return known }
    if formats.count >= Self.mostFormats { formats.removeAll() }
    let format = TableFormat(style, &styles)
    formats[content] = format
    return format
  }

  // MARK: Blocks

  /// Frames of the blocks of one element in rows that have room for all edges.
  private var frames: [ObjectIdentifier: BlockFrame] = [:]

  /// The known frame of a block for some columns.
  func frame(
    of style: StyleID, in columns: Int, _ styles: inout ComputedStyleTable
  ) -> BlockFrame? {
    guard let frame = frames[ObjectIdentifier(styles[style])], frame.available == columns else {
      return nil
    }
    return frame.with(style: style, filling: styles.filling(of: style))
  }

  mutating func keep(_ frame: BlockFrame, _ styles: borrowing ComputedStyleTable) {
    if frames.count >= Self.mostFormats { frames.removeAll() }
    frames[ObjectIdentifier(styles[frame.style])] = frame
  }
}
