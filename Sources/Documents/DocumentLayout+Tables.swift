import Bytes
import CellLayout
import DataRecords
import StyleValues
import StyledText
import Styling

/// Tables (CSS 2.2 §17).
extension DocumentLayout {
  // MARK: Reading

  /// Ends the innermost block of a table, or the table.
  mutating func closeInTable(_ styles: inout ComputedStyleTable) {
    guard table?.content.close() == true else { return endTable(&styles) }
    guard table?.content.isRowOpen == false else { return }
    if table?.form == nil, !mustFixColumns(styles) { return }
    emitTableRows(isWhole: false, &styles)
  }

  /// True if rows of data wait for others that decide the widths of the columns.
  var holdsRows: Bool {
    mutating get {
      guard let content = table?.content, table?.form == nil, !content.isRowOpen else {
        return false
      }
      // The first row may be a header without a group.
      return content.rows.dropFirst().contains { !$0.isHeader }
    }
  }

  /// Emits the waiting rows, when no more input comes for a while.
  mutating func releaseRows(_ styles: inout ComputedStyleTable) {
    if holdsRows { emitTableRows(isWhole: false, &styles) }
  }

  /// True if the columns are known, or too much is held.
  private func mustFixColumns(_ styles: borrowing ComputedStyleTable) -> Bool {
    guard let table, let row = table.content.rows.first else { return false }
    let content = table.content
    if isFlat || content.rows.count >= OpenTable.mostRows || content.size >= OpenTable.mostBytes {
      return true
    }
    // Only the first row decides the widths of the columns.
    guard content.rows.count == 1 else { return false }
    if styles[content.style].block?.style.tableLayout == .fixed { return true }
    func hasWidth(_ style: StyleID) -> Bool { styles[style].block?.style.width != nil }
    return content.columns.count >= row.width && content.columns.allSatisfy(hasWidth)
      || row.cells.allSatisfy { $0.columns.count == 1 && hasWidth($0.style) }
  }

  private mutating func endTable(_ styles: inout ComputedStyleTable) {
    table?.content.endContinued()
    emitTableRows(isWhole: true, &styles)
    emitOnlyHeader(&styles)
    guard let table = table.take() else { return }
    endSpans(table, &styles)
    if case .grid(let grid)? = table.form, let last = table.last {
      emitRule(after: last, before: nil, table, grid, &styles)
    }
    if table.form != nil { close(&styles) }
    if table.isCaptioned { close(&styles) }
  }

  private mutating func emitTableRows(isWhole: Bool, _ styles: inout ComputedStyleTable) {
    // While rows are laid out, text is that of the block, not of the table.
    guard let table = table.take() else { return }
    defer { self.table = table }
    if table.form == nil {
      guard !table.content.rows.isEmpty || !table.content.caption.items.isEmpty else { return }
      fixColumns(table, isWhole: isWhole, &styles)
    }
    table.content.endRow()
    for index in table.content.rows.indices {
      let row = table.content.rows[index]
      if row.groupNumber != table.last?.groupNumber { endSpans(table, &styles) }
      switch table.form {
      case .grid(let grid):
        emitRule(after: table.last, before: row, table, grid, &styles)
        emitRow(row, table, grid, &styles)
      case .records(let fields): emitRecord(row, table, fields, &styles)
      case nil: break
      }
      table.last = row
    }
    table.content.removeRows()
  }

  // MARK: Columns

  /// Decides the form of the table and the widths of its columns, and begins its block.
  private mutating func fixColumns(
    _ table: OpenTable, isWhole: Bool, _ styles: inout ComputedStyleTable
  ) {
    let content = table.content
    let style = content.style
    let block = styles[style].block?.style ?? .initial
    if let row = content.rows.first, row.isHeader || row.cells.allSatisfy({ isHeader($0, styles) })
    {
      for cell in row.cells {
        table.headers.append(cell)
        for _ in cell.columns.dropFirst() { table.headers.append(nil) }
      }
      table.headerText = content.text[0..<(row.cells.last?.items.upperBound ?? 0)]
    }
    let grid = isFlat ? nil : grid(of: content, isWhole: isWhole, block, &styles)
    table.form = grid.map { .grid($0) } ?? .records(nil)
    if let grid, !content.caption.items.isEmpty {
      // A caption is outside the border (CSS 2.2 §17.4).
      table.isCaptioned = true
      let room = columns
      push(style, &styles) { own in
        Self.fit(&own, grid)
        let columns = BoxGeometry(own, available: room).borderBoxColumns
        own = own.withoutEdges
        own.width = BoxLength(pixels: Double(columns) * CellMetrics.width)
      }
      emitCaption(table, &styles)
    }
    let isCaptioned = table.isCaptioned
    push(style, &styles) { own in
      if let grid { Self.fit(&own, grid) } else { own = own.withoutSides }
      if isCaptioned { own.margin = BoxSides(all: .zero) }
    }
    emitCaption(table, &styles)
    if grid == nil { table.form = .records(fieldGrid(table, &styles)) }
  }

  /// Sets the width of a table's block to that of its columns.
  private static func fit(_ block: inout BlockStyle, _ grid: TableGrid) {
    if block.borderCollapse == .collapse { block = block.withoutEdges }
    block.width = BoxLength(pixels: Double(grid.total) * CellMetrics.width)
  }

  private mutating func emitCaption(_ table: OpenTable, _ styles: inout ComputedStyleTable) {
    let caption = table.content.caption
    tableDepth += 1
    replay(caption, caption.items.indices, &styles)
    tableDepth -= 1
    endParagraph(&styles)
    table.content.caption.removeAll()
  }

  private func isHeader(_ cell: TableContent.Cell, _ styles: borrowing ComputedStyleTable) -> Bool {
    styles[cell.style].tag?.element == .th
  }

  /// Columns that fit; nil if the table becomes a list of records.
  private mutating func grid(
    of content: TableContent, isWhole: Bool, _ block: BlockStyle, _ styles: inout ComputedStyleTable
  ) -> TableGrid? {
    let count = max(content.columns.count, content.rows.map(\.width).max() ?? 0)
    // A column has at least two cells, with the boundary.
    let most = records == .never ? Self.mostColumns : columns
    guard records != .always, count > 0, count <= most else { return nil }
    let collapses = block.borderCollapse == .collapse
    let spacing = CellMetrics.cells(block.borderSpacing, .horizontal, of: columns)
    var boundaries = Array(repeating: collapses ? 0 : spacing, count: count + 1)
    if collapses {
      if block.border.left.isVisible { boundaries[0] = 1 }
      if block.border.right.isVisible { boundaries[count] = 1 }
      for row in content.rows {
        row.forEachCell(of: count) { cell, range in
          let border = look(of: cell.style, &styles).border
          if border.left.isVisible { boundaries[range.lowerBound] = 1 }
          if border.right.isVisible { boundaries[range.upperBound] = 1 }
        }
      }
    }
    let geometry = BoxGeometry(collapses ? block.withoutEdges : block, available: columns)
    let available = geometry.contentColumns - boundaries.reduce(0, +)
    var measures = Array(repeating: ColumnMeasures(), count: count)
    for (column, style) in content.columns.enumerated() {
      measures[column].fixed = cells(look(of: style, &styles).width.own, available)
    }
    let isFixed = block.tableLayout == .fixed && block.width != nil
    var wide: [(measures: ColumnMeasures, columns: Range<Int>)] = []
    let measured = isWhole || isFixed ? [] : measure?()?.columns ?? []
    for row in isFixed ? content.rows.prefix(1) : content.rows[...] {
      row.forEachCell(of: count) { cell, range in
        if cell.isContinued { return }
        let look = look(of: cell.style, &styles)
        if look.isNoRecord { return }
        let edges = self.edges(of: cell, collapses, &styles).columns
        var own = ColumnMeasures()
        own.fixed = cells(look.width.own, available, edges: edges)
        let least = cells(look.width.least, available, edges: edges)
        let most = cells(look.width.most, available, edges: edges)
        if range.count > 1 {
          if !isFixed { measure(cell, of: content.text, edges, besides: nil, &own, &styles) }
          own.limit(least: least, most: most)
          return wide.append((own, range))
        }
        if !isFixed {
          measure(cell, of: content.text, edges, besides: measures[range.lowerBound], &own, &styles)
        }
        if range.lowerBound < measured.count { own.take(measured[range.lowerBound], edges: edges) }
        own.limit(least: least, most: most)
        measures[range.lowerBound].take(own)
      }
    }
    for (own, range) in wide.sorted(by: { $0.columns.count < $1.columns.count }) {
      measures.take(
        own, over: range, between: boundaries[range.lowerBound + 1..<range.upperBound].reduce(0, +))
    }
    if isFixed || block.tableLayout == .fixed && measures.allSatisfy({ $0.fixed != nil }) {
      let widths = measures.fixedWidths(available: available)
      return widths.reduce(0, +) <= available || records == .never
        ? TableGrid(widths: widths, boundaries: boundaries) : nil
    }
    let widths =
      measures.widths(available: available, fills: block.width != nil) {
        words(of: content, count, collapses, &styles)
      } ?? (records == .never ? measures.leastWidths(available: available) : nil)
    return widths.map { widths in
      var grid = TableGrid(widths: widths, boundaries: boundaries)
      if !isWhole, measured.isEmpty { grid.widen(measures, available: available) }
      return grid
    }
  }

  /// A table with more columns is always a list of records, as each row would cost as much.
  private static let mostColumns = 1000

  /// Width in cells of a column whose width is declared; a percentage is that of the column, a
  /// length that of the content.
  private func cells(_ width: BoxLength?, _ available: Int, edges: Int = 0) -> Int? {
    guard let width, !width.fitsContent else { return nil }
    return max(1, CellMetrics.cells(width, .horizontal, of: available))
      + (width.percentage == 0 ? edges : 0)
  }

  /// Measures a cell, unless it cannot be wider than what is known of its column.
  private mutating func measure(
    _ cell: TableContent.Cell, of text: CellContent, _ edges: Int,
    besides known: ColumnMeasures?, _ own: inout ColumnMeasures, _ styles: inout ComputedStyleTable
  ) {
    let most = text.mostCells(in: cell.items).map { edges + $0 }
    if let most, let known, most <= known.most {
      own.most = most
    } else {
      own.most = edges + width(of: cell, text, &styles)
    }
    if look(of: cell.style, &styles).isNumber || text.isDate(cell.items) { own.number = own.most }
    own.word = edges + text.longestWord(in: cell.items)
  }

  /// For each column, the number of its words of each width.
  private mutating func words(
    of content: TableContent, _ count: Int, _ collapses: Bool, _ styles: inout ComputedStyleTable
  ) -> [[Int]] {
    var words = Array(repeating: Array(repeating: 0, count: Self.longestWord + 1), count: count)
    for row in content.rows {
      row.forEachCell(of: count) { cell, range in
        if cell.isContinued || range.count > 1 { return }
        let edges = edges(of: cell, collapses, &styles).columns
        content.text.forEachWord(in: cell.items) {
          if edges + $0 <= Self.longestWord { words[range.lowerBound][edges + $0] += 1 }
        }
      }
    }
    return words
  }

  /// Words of this width or more are counted together.
  private static let longestWord = 80

  /// Layout properties of a part of a table, made once for each style.
  mutating func look(of style: StyleID, _ styles: inout ComputedStyleTable) -> TableLook {
    if let known = looks[style] { return known }
    let look = TableLook(style, looks.format(of: style, &styles), &styles)
    looks[style] = look
    return look
  }

  // MARK: Cells

  private mutating func edges(
    of cell: TableContent.Cell, _ collapses: Bool, _ styles: inout ComputedStyleTable
  ) -> CellEdges {
    var edges = look(of: cell.style, &styles).edges(in: columns, collapses)
    if collapses, let other = cell.leftEdge {
      edges.left = look(of: other, &styles).edges(in: columns, collapses).left
    }
    return edges
  }

  /// Width of the longest line of a cell.
  mutating func width(
    of cell: TableContent.Cell, _ text: CellContent, _ styles: inout ComputedStyleTable
  ) -> Int {
    if let line = text.plainLine(of: cell.items) { return line.cells }
    var layout = self.layout(of: cell, columns: 65_535, &styles)
    layout.isMeasuring = true
    layout.writer.isDry = true
    layout.replay(text, cell.items, &styles)
    layout.finish(&styles)
    return layout.widestRow
  }

  /// Updates the greatest width of a row with its text, edges and declared widths.
  mutating func measure(_ shown: Range<Int>, spare: Int) {
    let columns = frames[0].geometry.contentColumns
    let next = fixedFrames.partitioningIndex { $0 >= shown.lowerBound }
    let fixed = next < fixedFrames.count && fixedFrames[next] < shown.upperBound
    let last = fixed ? fixedFrames[next] : shown.upperBound - 1
    let before = shown.lowerBound > 0 ? edgeSums[shown.lowerBound - 1] : 0
    let edges = shown.isEmpty ? 0 : edgeSums[last] - before
    widestRow = max(widestRow, columns - edges - (fixed ? 0 : spare))
  }

  private mutating func layout(
    of cell: TableContent.Cell, columns: Int, _ styles: inout ComputedStyleTable
  ) -> DocumentLayout {
    var layout = DocumentLayout(
      target, look(of: cell.style, &styles).frame(in: columns), emitsWords: false)
    layout.tableDepth = tableDepth + 1
    layout.records = records
    return layout
  }

  /// Lays out the content of a cell or caption.
  mutating func replay(
    _ content: CellContent, _ items: Range<Int>, _ styles: inout ComputedStyleTable
  ) {
    for item in content.items[items] {
      switch item {
      case .text(let range, let boxes):
        append(content.text, range, boxes: Array(content.boxes[boxes]), &styles)
      case .open(let style): open(style, &styles)
      case .close: close(&styles)
      }
    }
  }

  // MARK: Rows

  mutating func rows(
    of cell: TableContent.Cell, _ text: CellContent, width: Int, _ edges: CellEdges,
    _ styles: inout ComputedStyleTable
  ) -> CellRows {
    let look = look(of: cell.style, &styles)
    let columns = max(1, width - edges.columns)
    var rows = CellRows(cell, look, edges, width: width)
    // A spanning cell may be higher than its text.
    if look.showsAllLines, cell.rowsBelow == 0, let line = text.plainLine(of: cell.items),
      line.cells <= columns
    {
      (rows.line, rows.cells) = line
      return rows
    }
    var layout = self.layout(of: cell, columns: columns, &styles)
    layout.writer.keepsWidths = true
    layout.replay(text, cell.items, &styles)
    layout.finish(&styles)
    rows.rows = LaidOutRows(layout.writer, firstText: layout.firstText)
    return rows
  }

  private mutating func emitRow(
    _ row: TableContent.Row, _ table: OpenTable, _ grid: TableGrid,
    _ styles: inout ComputedStyleTable
  ) {
    emitMargin(&styles)
    if isMeasuring {
      _ = beginRow(&styles)
      return endRow(used: grid.total, &styles)
    }
    let text = table.content.text
    let collapses = frames[frames.count - 1].block.borderCollapse == .collapse
    var cells: [CellRows] = []
    swap(&cells, &rowCells)
    var baseline = 0
    var spans = table.spans[...]
    for cell in row.cells where cell.columns.lowerBound < grid.widths.count {
      if cell.isContinued, var span = spans.popFirst() {
        span.rowsBelow = cell.rowsBelow
        cells.append(span)
        continue
      }
      var width = grid.width(of: cell.columns.clamped(to: grid.widths.indices))
      let frame = frames.count - 1
      if look(of: cell.style, &styles).isNoRecord, frames[frame].edgeColumns == 0 {
        width = max(width, frames[frame].available)
      }
      let edges = edges(of: cell, collapses, &styles)
      let rows = rows(of: cell, text, width: width, edges, &styles)
      if rows.verticalAlign == .baseline { baseline = max(baseline, rows.baseline) }
      cells.append(rows)
    }
    var height = 1
    for index in cells.indices {
      if cells[index].verticalAlign == .baseline, cells[index].emitted == 0 {
        cells[index].shift = baseline - cells[index].baseline
      }
      // The last row has the rest of a cell that spans several.
      if cells[index].rowsBelow == 0 { height = max(height, cells[index].rest) }
    }
    emitLines(height, cells, of: row, table, grid, &styles)
    // The widths of the columns were decided without these cells.
    for cell in row.cells.dropFirst(cells.count) where !cell.isContinued {
      let edges = edges(of: cell, collapses, &styles)
      let rows = rows(of: cell, text, width: grid.total, edges, &styles)
      for number in 0..<rows.height {
        _ = beginRow(&styles)
        emitCell([rows], 0, of: text, row: number, of: rows.height, &styles)
        endRow(used: grid.total, &styles)
      }
    }
    table.spans.removeAll(keepingCapacity: true)
    for var cell in cells where cell.rowsBelow > 0 {
      cell.emitted += height
      table.spans.append(cell)
    }
    cells.removeAll(keepingCapacity: true)
    swap(&cells, &rowCells)
  }

  /// Emits the rest of cells whose `rowspan` reaches below the last row.
  private mutating func endSpans(_ table: OpenTable, _ styles: inout ComputedStyleTable) {
    guard !table.spans.isEmpty, case .grid(let grid)? = table.form, let row = table.last else {
      return
    }
    for index in table.spans.indices { table.spans[index].rowsBelow = 0 }
    let height = table.spans.reduce(0) { max($0, $1.rest) }
    emitLines(height, table.spans, of: row, table, grid, &styles)
    table.spans = []
  }

  private mutating func emitLines(
    _ height: Int, _ cells: [CellRows], of row: TableContent.Row, _ table: OpenTable,
    _ grid: TableGrid, _ styles: inout ComputedStyleTable
  ) {
    if table.sides?.row.hasSides(of: row) != true {
      table.sides = (row, sides(of: row, grid, &styles))
    }
    let sides = table.sides?.lines ?? []
    let text = table.content.text
    let look = look(of: row.style, &styles)
    for number in 0..<height {
      _ = beginRow(&styles)
      let start = writer.column
      emitBoundary(0, grid, sides)
      var column = 0
      for index in cells.indices {
        let columns = cells[index].columns
        if column < columns.lowerBound {
          emitMissingCells(column..<columns.lowerBound, grid, look, sides)
        }
        let emitted = cells[index].emitted
        emitCell(cells, index, of: text, row: emitted + number, of: emitted + height, &styles)
        column = min(columns.upperBound, grid.widths.count)
        emitBoundary(column, grid, sides)
      }
      emitMissingCells(column..<grid.widths.count, grid, look, sides)
      writer.setColumn(start + grid.total)
      endRow(used: grid.total, &styles)
    }
  }

  /// Writes the columns in which a row has no cell, as it may end early.
  private mutating func emitMissingCells(
    _ columns: Range<Int>, _ grid: TableGrid, _ look: TableLook, _ sides: [TableLine?]
  ) {
    guard !columns.isEmpty else { return }
    if !look.paintsBlanks, !frames[frames.count - 1].paintsBlanks {
      // There are no lines between cells that there are not.
      writer.appendBlanks(grid.width(of: columns), look.filling, areSeen: false)
      return emitBoundary(columns.upperBound, grid, sides)
    }
    for index in columns {
      writer.appendBlanks(grid.widths[index], look.filling, areSeen: look.paintsBlanks)
      emitBoundary(index + 1, grid, sides)
    }
  }

  /// Writes one row of the cell at an index.
  mutating func emitCell(
    _ cells: [CellRows], _ index: Int, of text: CellContent, row: Int, of height: Int,
    _ styles: inout ComputedStyleTable
  ) {
    let edges = cells[index].edges
    let (filling, areSeen) = (cells[index].filling, cells[index].paintsBlanks)
    // More rows follow if it spans more.
    let height = cells[index].rowsBelow > 0 ? Int.max : height
    let spare = height - cells[index].height
    let offset =
      switch cells[index].verticalAlign {
      case .baseline: cells[index].shift
      case .top: 0
      case .middle: spare / 2
      case .bottom: spare
      }
    var (left, right) = (0, 0)
    if edges.hasBorder {
      let border = look(of: cells[index].style, &styles).border
      (left, right) = (CellEdges.one(border.left), CellEdges.one(border.right))
      if row == 0 && border.top.isVisible || row == height - 1 && border.bottom.isVisible {
        return emitBorder(
          border, left: left, right: right, columns: cells[index].width,
          isTop: row == 0 && border.top.isVisible, isRound: false, of: cells[index].style, &styles)
      }
      if left > 0 { emitSide(border.left, of: cells[index].style, &styles) }
    }
    let line = row - edges.top - offset
    writer.appendBlanks(edges.left - left, filling, areSeen: areSeen)
    var used = edges.left - left
    let inner = cells[index].width - left - right
    if line >= 0, line < cells[index].count {
      if let laidOut = cells[index].rows {
        let first = line == 0 ? 0 : laidOut.ends[line - 1] + 1
        writer.append(laidOut.rows, first..<laidOut.ends[line], cells: laidOut.widths[line])
        used += laidOut.widths[line]
      } else {
        let width = cells[index].cells
        let leading = max(
          0, cells[index].alignment.leading(of: inner - used - (edges.right - right) - width))
        writer.appendBlanks(leading, filling, areSeen: areSeen)
        writer.append(text.text, cells[index].line, cells: width)
        used += leading + width
      }
    }
    writer.appendBlanks(inner - used, filling, areSeen: areSeen)
    if right > 0 {
      let style = cells[index].style
      emitSide(look(of: style, &styles).border.right, of: style, &styles)
    }
  }
}
