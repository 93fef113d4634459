import Bytes
import CellLayout
import StyleValues
import StyledText
import Styling

/// Tables (CSS 2.2 §17).
extension DocumentLayout {
  // MARK: Reading

  /// Ends the innermost block of a table, or the table.
  mutating func closeInTable(_ styles: inout ComputedStyleTable) {
    guard table?.content.close() == true else { return endTable(&styles) }
    guard let content = table?.content, !content.isRowOpen else { return }
    if table?.form == nil, !mustSettle(content, styles) { return }
    giveRows(&styles)
  }

  /// True if the columns are known, or too much is held.
  private func mustSettle(
    _ content: TableContent, _ styles: borrowing ComputedStyleTable
  ) -> Bool {
    guard let row = content.rows.first else { return false }
    if isFlat || content.rows.count >= TableReader.mostRows || content.size >= TableReader.mostBytes
    {
      return true
    }
    let style = styles[content.style].block?.style
    if style?.tableLayout == .fixed { return true }
    func hasWidth(_ style: StyleID) -> Bool { styles[style].block?.style.width != nil }
    let count = row.cells.reduce(0) { $0 + $1.span }
    return content.columns.count >= count && content.columns.allSatisfy(hasWidth)
      || row.cells.allSatisfy { $0.span == 1 && hasWidth($0.style) }
  }

  private mutating func endTable(_ styles: inout ComputedStyleTable) {
    giveRows(&styles)
    let (form, last) = (table?.form, table?.last)
    let isBegun = form != nil
    let isCaptioned = table?.isCaptioned == true
    table = nil
    if case .grid(let grid)? = form, let last {
      giveLine(after: last, before: nil, grid, &styles)
    }
    if isBegun { close(&styles) }
    if isCaptioned { close(&styles) }
  }

  /// Gives the rows that are complete.
  private mutating func giveRows(_ styles: inout ComputedStyleTable) {
    guard var reader = table else { return }
    if reader.form == nil {
      guard !reader.content.rows.isEmpty || !reader.content.caption.isEmpty else { return }
      settle(&reader, &styles)
    }
    let rows = reader.content.takeRows()
    // While rows are laid out, text is that of the block, not of the table.
    table = nil
    for row in rows {
      switch reader.form {
      case .grid(let grid):
        if let last = reader.last {
          giveLine(after: last, before: row, grid, &styles)
        } else {
          giveLine(after: nil, before: row, grid, &styles)
        }
        give(row, grid, &styles)
      case .records: giveRecord(row, &reader, &styles)
      case nil: break
      }
      reader.last = row
    }
    table = reader
  }

  // MARK: Columns

  /// Decides how the rows are given, and begins the block of the table.
  private mutating func settle(_ reader: inout TableReader, _ styles: inout ComputedStyleTable) {
    let content = reader.content
    let style = content.style
    let block = styles[style].block?.style ?? .initial
    if let row = content.rows.first, row.isHeader || row.cells.allSatisfy({ isHeader($0, styles) })
    {
      for cell in row.cells {
        reader.headers.append(cell)
        for _ in 1..<cell.span { reader.headers.append(nil) }
      }
    }
    let grid = isFlat ? nil : grid(of: content, block, &styles)
    reader.form = grid.map { .grid($0) } ?? .records
    table = nil
    if let grid, !content.caption.isEmpty {
      // A caption is outside the border (CSS 2.2 §17.4).
      reader.isCaptioned = true
      let room = columns
      push(style, &styles) { own in
        Self.fit(&own, grid)
        let columns = BoxGeometry(own, available: room).borderBoxColumns
        own = own.withoutEdges
        own.width = BoxLength(pixels: Double(columns) * CellMetrics.width)
      }
      giveCaption(&reader, &styles)
    }
    push(style, &styles) { own in
      if let grid { Self.fit(&own, grid) } else { own = own.withoutSides }
      if reader.isCaptioned { own.margin = BoxSides(all: .zero) }
    }
    giveCaption(&reader, &styles)
  }

  /// Gives a table the width of its columns.
  private static func fit(_ block: inout BlockStyle, _ grid: TableGrid) {
    if block.borderCollapse == .collapse { block = block.withoutEdges }
    block.width = BoxLength(pixels: Double(grid.total) * CellMetrics.width)
  }

  private mutating func giveCaption(
    _ reader: inout TableReader, _ styles: inout ComputedStyleTable
  ) {
    tableDepth += 1
    replay(reader.content.caption, &styles)
    tableDepth -= 1
    endParagraph(&styles)
    reader.content.caption = []
  }

  private func isHeader(
    _ cell: TableContent.Cell, _ styles: borrowing ComputedStyleTable
  ) -> Bool {
    styles[cell.style].tag?.element == .th
  }

  /// Columns that fit; nil where there are none.
  private func grid(
    of content: TableContent, _ block: BlockStyle, _ styles: inout ComputedStyleTable
  ) -> TableGrid? {
    let count = max(
      content.columns.count,
      content.rows.map { row in row.cells.reduce(0) { $0 + $1.span } }.max() ?? 0)
    // Columns take two cells at least, with what is between them.
    guard count > 0, count <= columns else { return nil }
    let collapses = block.borderCollapse == .collapse
    let spacing = CellMetrics.cells(block.borderSpacing, .horizontal, of: columns)
    var boundaries = Array(repeating: collapses ? 0 : spacing, count: count + 1)
    if collapses {
      if block.border.left.isVisible { boundaries[0] = 1 }
      if block.border.right.isVisible { boundaries[count] = 1 }
      for row in content.rows {
        forEachCell(of: row, count) { cell, range in
          let border = styles[cell.style].block?.style.border ?? BlockStyle.initial.border
          if border.left.isVisible { boundaries[range.lowerBound] = 1 }
          if border.right.isVisible { boundaries[range.upperBound] = 1 }
        }
      }
    }
    let geometry = BoxGeometry(collapses ? block.withoutEdges : block, available: columns)
    let available = geometry.contentColumns - boundaries.reduce(0, +)
    var measures = Array(repeating: ColumnMeasures(), count: count)
    for (column, style) in content.columns.enumerated() {
      measures[column].fixed = fixedWidth(of: style, available, styles)
    }
    let isFixed = block.tableLayout == .fixed && block.width != nil
    var wide: [(measures: ColumnMeasures, columns: Range<Int>)] = []
    for row in isFixed ? content.rows.prefix(1) : content.rows[...] {
      forEachCell(of: row, count) { cell, range in
        var own = ColumnMeasures()
        let edges = edges(of: cell.style, collapses, &styles).columns
        own.fixed = fixedWidth(of: cell.style, available, edges: edges, styles)
        if !isFixed {
          own.most = edges + width(of: cell, keepsWords: false, &styles)
          own.least = min(own.most, edges + width(of: cell, keepsWords: true, &styles))
        }
        if range.count == 1 {
          measures[range.lowerBound].take(own)
        } else {
          wide.append((own, range))
        }
      }
    }
    for (own, range) in wide.sorted(by: { $0.columns.count < $1.columns.count }) {
      measures.take(
        own, over: range, between: boundaries[range.lowerBound + 1..<range.upperBound].reduce(0, +))
    }
    if isFixed || block.tableLayout == .fixed && measures.allSatisfy({ $0.fixed != nil }) {
      let widths = measures.fixedWidths(available: available)
      return widths.reduce(0, +) <= available
        ? TableGrid(widths: widths, boundaries: boundaries) : nil
    }
    let most = keepsWords ? measures.least.reduce(0, +) : available
    return measures.widths(available: most, fills: block.width != nil).map {
      TableGrid(widths: $0, boundaries: boundaries)
    }
  }

  /// Width that the sheet says; a percentage is that of the column, a length that of the content.
  private func fixedWidth(
    of style: StyleID, _ available: Int, edges: Int = 0, _ styles: borrowing ComputedStyleTable
  ) -> Int? {
    guard let width = styles[style].block?.style.width, !width.fitsContent else { return nil }
    return max(1, CellMetrics.cells(width, .horizontal, of: available))
      + (width.percentage == 0 ? edges : 0)
  }

  /// Calls a function with each cell and the columns that it takes.
  private func forEachCell(
    of row: TableContent.Row, _ count: Int, _ body: (TableContent.Cell, Range<Int>) -> Void
  ) {
    var column = 0
    for cell in row.cells where column < count {
      let end = min(column + cell.span, count)
      body(cell, column..<end)
      column = end
    }
  }

  /// Cells between the edge of a cell and its text.
  private struct CellEdges {
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0
    /// Borders that belong to the cell alone.
    var border = BlockStyle.initial.border

    var columns: Int { left + right }

    /// Number of columns or rows that a border takes.
    static func one(_ side: BorderSide) -> Int { side.isVisible ? 1 : 0 }
  }

  private func edges(
    of style: StyleID, _ collapses: Bool, _ styles: inout ComputedStyleTable
  ) -> CellEdges {
    let block = styles[style].block?.style ?? .initial
    func cells(_ length: BoxLength, _ axis: CellMetrics.Axis) -> Int {
      CellMetrics.cells(length, axis, of: columns, keepsSmall: true)
    }
    // A cell that no element makes has the style of its row or table, but not the box.
    let isCell = styles[style].block?.display == .tableCell
    let border = collapses || !isCell ? BlockStyle.initial.border : block.border
    guard isCell else { return CellEdges() }
    return CellEdges(
      left: cells(block.padding.left, .horizontal) + CellEdges.one(border.left),
      right: cells(block.padding.right, .horizontal) + CellEdges.one(border.right),
      top: cells(block.padding.top, .vertical) + CellEdges.one(border.top),
      bottom: cells(block.padding.bottom, .vertical) + CellEdges.one(border.bottom),
      border: border)
  }

  // MARK: Cells

  /// Width of the longest line of a cell, or, if words are kept together, of its longest word.
  private func width(
    of cell: TableContent.Cell, keepsWords: Bool, _ styles: inout ComputedStyleTable
  ) -> Int {
    var layout = self.layout(of: cell, columns: 65_535, &styles)
    layout.keepsWords = keepsWords
    layout.isMeasuring = true
    layout.writer.isDry = true
    layout.replay(cell.items, &styles)
    layout.finish(&styles)
    return layout.widestRow
  }

  /// Takes the columns of a row that its text, edges and widths need.
  mutating func measure(_ shown: Range<Int>, spare: Int) {
    var columns = frames[0].geometry.contentColumns
    for frame in frames[shown] {
      columns -= frame.available - frame.geometry.columns
      if frame.block.width != nil { return widestRow = max(widestRow, columns) }
    }
    widestRow = max(widestRow, columns - spare)
  }

  /// An empty layout for the content of a cell.
  private func layout(
    of cell: TableContent.Cell, columns: Int, _ styles: inout ComputedStyleTable
  ) -> DocumentLayout {
    var layout = DocumentLayout(
      target, columns: columns, host: cell.style, givesWords: false, &styles)
    layout.tableDepth = tableDepth + 1
    return layout
  }

  /// Lays out the content of a cell or caption.
  mutating func replay(_ items: [TableContent.Item], _ styles: inout ComputedStyleTable) {
    for item in items {
      switch item {
      case .text(let line, let boxes): append(line, 0..<line.bytes.count, boxes: boxes, &styles)
      case .open(let style): open(style, &styles)
      case .close: close(&styles)
      }
    }
  }

  // MARK: Rows

  /// Rows of a cell.
  private struct CellRows {
    let style: StyleID
    let edges: CellEdges
    let width: Int
    let rows: LineBuffer
    let lineEnds: [Int]
    let widths: [Int]
    let filling: StyleID
    let paintsBlanks: Bool
    let alignment: VerticalAlignment
    /// Rows above its first text.
    let baseline: Int
    /// Rows by which it is lowered to the baseline of its row.
    var shift = 0

    var height: Int { shift + edges.top + widths.count + edges.bottom }
  }

  /// Gives the cells of a row, side by side.
  private mutating func give(
    _ row: TableContent.Row, _ grid: TableGrid, _ styles: inout ComputedStyleTable
  ) {
    guard let frame = frames.last else { return }
    giveMargin(&styles)
    if isMeasuring {
      _ = beginRow(&styles)
      return endRow(used: grid.total, &styles)
    }
    let collapses = frame.block.borderCollapse == .collapse
    var cells: [(cell: CellRows, columns: Range<Int>)] = []
    var column = 0
    for cell in row.cells where column < grid.widths.count {
      let end = min(column + cell.span, grid.widths.count)
      let width = grid.width(of: column..<end)
      let edges = edges(of: cell.style, collapses, &styles)
      var layout = self.layout(of: cell, columns: max(1, width - edges.columns), &styles)
      layout.writer.keepsWidths = true
      layout.replay(cell.items, &styles)
      layout.finish(&styles)
      let filling = styles.filling(of: cell.style)
      let rows = layout.writer.rows
      cells.append(
        (
          CellRows(
            style: cell.style, edges: edges, width: width, rows: rows,
            lineEnds: rows.bytes.indices.filter { rows.bytes[$0] == 0x0A },
            widths: layout.writer.widths, filling: filling,
            paintsBlanks: Self.paints(filling, styles),
            alignment: styles[cell.style].block?.style.verticalAlign ?? .baseline,
            baseline: edges.top + (layout.firstText ?? 0)), column..<end
        ))
      column = end
    }
    let baseline = cells.lazy.filter { $0.cell.alignment == .baseline }.map(\.cell.baseline).max()
    for index in cells.indices where cells[index].cell.alignment == .baseline {
      cells[index].cell.shift = (baseline ?? 0) - cells[index].cell.baseline
    }
    let height = max(1, cells.map(\.cell.height).max() ?? 1)
    let sides = sides(of: row, grid, frame, styles)
    let filling = styles.filling(of: row.style)
    let paintsRow = Self.paints(filling, styles)
    for number in 0..<height {
      _ = beginRow(&styles)
      let start = writer.column
      giveBoundary(0, grid, sides, frame, &styles)
      for (cell, columns) in cells {
        give(cell, row: number, of: height, &styles)
        giveBoundary(columns.upperBound, grid, sides, frame, &styles)
      }
      for index in column..<grid.widths.count {
        writer.appendBlanks(grid.widths[index], filling, areSeen: paintsRow)
        giveBoundary(index + 1, grid, sides, frame, &styles)
      }
      writer.setColumn(start + grid.total)
      endRow(used: grid.total, &styles)
    }
  }

  /// Writes one row of a cell.
  private mutating func give(
    _ cell: CellRows, row: Int, of height: Int, _ styles: inout ComputedStyleTable
  ) {
    let (edges, border) = (cell.edges, cell.edges.border)
    let spare = height - cell.height
    let offset =
      switch cell.alignment {
      case .baseline: cell.shift
      case .top: 0
      case .middle: spare / 2
      case .bottom: spare
      }
    let hasBox = border != BlockStyle.initial.border
    if hasBox, row == 0 && border.top.isVisible || row == height - 1 && border.bottom.isVisible {
      return giveEdge(cell, isTop: row == 0 && border.top.isVisible, &styles)
    }
    let (left, right) = (CellEdges.one(border.left), CellEdges.one(border.right))
    func giveSide(_ side: BorderSide, _ writer: inout RowWriter) {
      guard side.isVisible else { return }
      writer.append(
        Array(BorderGlyphs.vertical(side).utf8), cells: 1, styles.border(side, of: cell.style))
    }
    giveSide(border.left, &writer)
    let line = row - edges.top - offset
    writer.appendBlanks(edges.left - left, cell.filling, areSeen: cell.paintsBlanks)
    var used = edges.left - left
    if cell.widths.indices.contains(line) {
      let first = line == 0 ? 0 : cell.lineEnds[line - 1] + 1
      writer.append(cell.rows, first..<cell.lineEnds[line], cells: cell.widths[line])
      used += cell.widths[line]
    }
    let inner = cell.width - left - right
    writer.appendBlanks(inner - used, cell.filling, areSeen: cell.paintsBlanks)
    giveSide(border.right, &writer)
  }

  /// Writes the upper or lower border of a cell that has borders of its own.
  private mutating func giveEdge(
    _ cell: CellRows, isTop: Bool, _ styles: inout ComputedStyleTable
  ) {
    let border = cell.edges.border
    let side = isTop ? border.top : border.bottom
    func giveCorner(_ corner: BorderGlyphs.Corner, _ vertical: BorderSide) {
      guard vertical.isVisible else { return }
      let glyph = BorderGlyphs.corner(
        corner, horizontal: BorderLine(side), vertical: BorderLine(vertical), isRound: false)
      writer.append(Array(glyph.utf8), cells: 1, styles.border(vertical, of: cell.style))
    }
    giveCorner(isTop ? .topLeft : .bottomLeft, border.left)
    giveLine(
      side, cell.width - CellEdges.one(border.left) - CellEdges.one(border.right),
      styles.border(side, of: cell.style))
    giveCorner(isTop ? .topRight : .bottomRight, border.right)
  }

  // MARK: Lines

  /// A border, and the element that has it.
  private struct Line {
    var side: BorderSide
    var style: StyleID

    var line: BorderLine { BorderLine(side) }
  }

  /// For each boundary the line at it beside a row; only joined borders have some.
  private func sides(
    of row: TableContent.Row?, _ grid: TableGrid, _ frame: BlockFrame,
    _ styles: borrowing ComputedStyleTable
  ) -> [Line?] {
    var sides: [Line?] = Array(repeating: nil, count: grid.boundaries.count)
    guard let row, frame.block.borderCollapse == .collapse else { return sides }
    let table = styles[frame.style].block?.style.border ?? BlockStyle.initial.border
    func add(_ side: BorderSide, _ style: StyleID, at boundary: Int) {
      guard side.isVisible, grid.boundaries[boundary] > 0 else { return }
      if sides[boundary] == nil { sides[boundary] = Line(side: side, style: style) }
    }
    forEachCell(of: row, grid.widths.count) { cell, range in
      let border = styles[cell.style].block?.style.border ?? BlockStyle.initial.border
      add(border.left, cell.style, at: range.lowerBound)
      add(border.right, cell.style, at: range.upperBound)
    }
    add(table.left, frame.style, at: 0)
    add(table.right, frame.style, at: grid.widths.count)
    return sides
  }

  private mutating func giveBoundary(
    _ boundary: Int, _ grid: TableGrid, _ sides: [Line?], _ frame: BlockFrame,
    _ styles: inout ComputedStyleTable
  ) {
    let count = grid.boundaries[boundary]
    guard count > 0 else { return }
    guard let line = sides[boundary] else {
      return writer.appendBlanks(count, frame.filling, areSeen: frame.paintsBlanks)
    }
    writer.append(
      Array(BorderGlyphs.vertical(line.side).utf8), cells: 1,
      styles.border(line.side, of: line.style))
  }

  /// Gives the line between two rows, if there is one.
  private mutating func giveLine(
    after upper: TableContent.Row?, before lower: TableContent.Row?, _ grid: TableGrid,
    _ styles: inout ComputedStyleTable
  ) {
    guard let frame = frames.last else { return }
    let collapses = frame.block.borderCollapse == .collapse
    var lines: [Line?] = Array(repeating: nil, count: grid.widths.count)
    func border(_ style: StyleID) -> BoxSides<BorderSide> {
      styles[style].block?.style.border ?? BlockStyle.initial.border
    }
    func add(_ side: BorderSide, _ style: StyleID, _ columns: Range<Int>) {
      guard side.isVisible else { return }
      for column in columns where lines[column] == nil {
        lines[column] = Line(side: side, style: style)
      }
    }
    let all = 0..<grid.widths.count
    if collapses {
      if let upper {
        forEachCell(of: upper, all.count) { add(border($0.style).bottom, $0.style, $1) }
      }
      if let lower {
        forEachCell(of: lower, all.count) { add(border($0.style).top, $0.style, $1) }
      }
    }
    if let upper {
      add(border(upper.style).bottom, upper.style, all)
      if let group = upper.group, upper.groupNumber != lower?.groupNumber {
        add(border(group).bottom, group, all)
      }
    }
    if let lower {
      add(border(lower.style).top, lower.style, all)
      if let group = lower.group, upper?.groupNumber != lower.groupNumber {
        add(border(group).top, group, all)
      }
    }
    if collapses {
      if upper == nil { add(border(frame.style).top, frame.style, all) }
      if lower == nil { add(border(frame.style).bottom, frame.style, all) }
    }
    guard lines.contains(where: { $0 != nil }) else { return }
    giveMargin(&styles)
    let above = sides(of: upper, grid, frame, styles)
    let below = sides(of: lower, grid, frame, styles)
    _ = beginRow(&styles)
    let start = writer.column
    for boundary in grid.boundaries.indices {
      giveJunction(
        boundary, grid, left: boundary > 0 ? lines[boundary - 1] : nil,
        right: boundary < lines.count ? lines[boundary] : nil, up: above[boundary],
        down: below[boundary], &styles)
      guard boundary < lines.count else { break }
      if let line = lines[boundary] {
        giveLine(line.side, grid.widths[boundary], styles.border(line.side, of: line.style))
      } else {
        writer.appendBlanks(grid.widths[boundary], frame.filling, areSeen: frame.paintsBlanks)
      }
    }
    writer.setColumn(start + grid.total)
    endRow(used: grid.total, &styles)
  }

  private mutating func giveJunction(
    _ boundary: Int, _ grid: TableGrid, left: Line?, right: Line?, up: Line?, down: Line?,
    _ styles: inout ComputedStyleTable
  ) {
    let count = grid.boundaries[boundary]
    guard count > 0 else { return }
    guard let line = left ?? right ?? up ?? down else {
      let frame = frames[frames.count - 1]
      return writer.appendBlanks(count, frame.filling, areSeen: frame.paintsBlanks)
    }
    let glyph = Junction.glyph(
      up: up?.line ?? .none, down: down?.line ?? .none, left: left?.line ?? .none,
      right: right?.line ?? .none)
    let style = styles.border(line.side, of: line.style)
    writer.append(Array(glyph.utf8), cells: 1, style)
    if count > 1 { giveLine(line.side, count - 1, style) }
  }

  // MARK: Records

  /// Gives each cell of a row as a line.
  private mutating func giveRecord(
    _ row: TableContent.Row, _ reader: inout TableReader, _ styles: inout ComputedStyleTable
  ) {
    // The header row says the names of the others.
    if reader.last == nil, !reader.headers.isEmpty { return }
    if reader.hasRecords { giveEmptyRow(&styles) }
    reader.hasRecords = true
    // A table in a record is one that deep, too.
    tableDepth += 1
    defer { tableDepth -= 1 }
    var column = 0
    for cell in row.cells {
      defer { column += cell.span }
      if column < reader.headers.count, let header = reader.headers[column] {
        replay(header.items, &styles)
        var mark = LineBuffer()
        mark.append(0..<2, of: Self.headerMark.span, header.style)
        append(mark, 0..<2, &styles)
      }
      replay(cell.items, &styles)
      endParagraph(&styles)
    }
  }

  private static let headerMark = Array(": ".utf8)
}
