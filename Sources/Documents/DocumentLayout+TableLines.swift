import CellLayout
import StyleValues
import StyledText
import Styling

/// Lines between the cells of a table, and beside them (CSS 2.2 §17.6).
extension DocumentLayout {
  /// The line at each boundary beside a row; empty unless borders collapse.
  mutating func sides(
    of row: TableContent.Row?, _ grid: TableGrid, _ styles: inout ComputedStyleTable
  ) -> [TableLine?] {
    guard let row, frames[frames.count - 1].block.borderCollapse == .collapse else { return [] }
    var sides: [TableLine?] = Array(repeating: nil, count: grid.boundaries.count)
    func add(_ line: TableLine?, at boundary: Int) {
      if let line, grid.boundaries[boundary] > 0, sides[boundary] == nil { sides[boundary] = line }
    }
    row.forEachCell(of: grid.widths.count) { cell, range in
      let look = look(of: cell.style, &styles)
      let left = cell.leftEdge.map { self.look(of: $0, &styles) } ?? look
      add(left.sides.left, at: range.lowerBound)
      add(look.sides.right, at: range.upperBound)
    }
    let table = look(of: frames[frames.count - 1].style, &styles)
    add(table.sides.left, at: 0)
    add(table.sides.right, at: grid.widths.count)
    return sides
  }

  mutating func emitBoundary(_ boundary: Int, _ grid: TableGrid, _ sides: [TableLine?]) {
    let count = grid.boundaries[boundary]
    guard count > 0 else { return }
    guard !sides.isEmpty, let line = sides[boundary] else {
      let frame = frames.count - 1
      return writer.appendBlanks(count, frames[frame].filling, areSeen: frames[frame].paintsBlanks)
    }
    writer.append(line.vertical, cells: 1, line.look)
  }

  /// Emits the line between two rows, if there is one.
  mutating func emitRule(
    after upper: TableContent.Row?, before lower: TableContent.Row?, _ table: OpenTable,
    _ grid: TableGrid, _ styles: inout ComputedStyleTable
  ) {
    let frame = frames[frames.count - 1].style
    let collapses = frames[frames.count - 1].block.borderCollapse == .collapse
    guard
      collapses && (upper == nil || lower == nil)
        || hasLines(upper, isLast: upper?.groupNumber != lower?.groupNumber, collapses, &styles)
        || hasLines(lower, isLast: upper?.groupNumber != lower?.groupNumber, collapses, &styles)
    else { return }
    var lines: [TableLine?] = Array(repeating: nil, count: grid.widths.count)
    func border(_ style: StyleID) -> BoxSides<BorderSide> { look(of: style, &styles).border }
    func add(_ side: BorderSide, _ style: StyleID, _ columns: Range<Int>) {
      guard side.isVisible else { return }
      for column in columns where lines[column] == nil {
        lines[column] = TableLine(side, style, &styles)
      }
    }
    let all = 0..<grid.widths.count
    if collapses {
      if let upper {
        upper.forEachCell(of: all.count) { add(border($0.style).bottom, $0.style, $1) }
      }
      if let lower { lower.forEachCell(of: all.count) { add(border($0.style).top, $0.style, $1) } }
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
      if upper == nil { add(border(frame).top, frame, all) }
      if lower == nil { add(border(frame).bottom, frame, all) }
    }
    for span in table.spans { for column in span.columns { lines[column] = nil } }
    guard lines.contains(where: { $0 != nil }) else { return }
    emitMargin(&styles)
    let above = sides(of: upper, grid, &styles)
    let below = sides(of: lower, grid, &styles)
    _ = beginRow(&styles)
    let start = writer.column
    var (boundary, next) = (0, 0)
    while true {
      emitJunction(
        boundary, grid, left: boundary > 0 ? lines[boundary - 1] : nil,
        right: boundary < lines.count ? lines[boundary] : nil,
        up: above.isEmpty ? nil : above[boundary], down: below.isEmpty ? nil : below[boundary])
      guard boundary < lines.count else { break }
      if next < table.spans.count, table.spans[next].columns.lowerBound == boundary {
        let emitted = table.spans[next].emitted
        emitCell(table.spans, next, of: table.content.text, row: emitted, of: emitted, &styles)
        table.spans[next].emitted += 1
        boundary = table.spans[next].columns.upperBound
        next += 1
        continue
      }
      if let line = lines[boundary] {
        emitHorizontal(line.side, grid.widths[boundary], line.look)
      } else {
        let frame = frames[frames.count - 1]
        writer.appendBlanks(grid.widths[boundary], frame.filling, areSeen: frame.paintsBlanks)
      }
      boundary += 1
    }
    writer.setColumn(start + grid.total)
    endRow(used: grid.total, &styles)
  }

  /// True if a row may have a line above or below it.
  mutating func hasLines(
    _ row: TableContent.Row?, isLast: Bool, _ collapses: Bool, _ styles: inout ComputedStyleTable
  ) -> Bool {
    guard let row else { return false }
    if look(of: row.style, &styles).hasRows { return true }
    if isLast, let group = row.group, look(of: group, &styles).hasRows { return true }
    return collapses && row.hasLines
  }

  private mutating func emitJunction(
    _ boundary: Int, _ grid: TableGrid, left: TableLine?, right: TableLine?, up: TableLine?,
    down: TableLine?
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
    writer.append(Array(glyph.utf8), cells: 1, line.look)
    if count > 1 { emitHorizontal(line.side, count - 1, line.look) }
  }
}
