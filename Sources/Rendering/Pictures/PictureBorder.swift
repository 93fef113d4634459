import CellLayout
import Styling

/// A rectangle of pixels in a cell.
struct PixelArea: Hashable {
  var columns: Range<Int>
  var lines: Range<Int>

  /// The whole cell.
  static let cell = PixelArea(
    columns: 0..<PixelStrip.cellWidth, lines: 0..<PixelStrip.cellHeight)
}

/// Border of a block, and the parts of its cells that are inside.
///
/// A terminal can only colour whole cells, so a background reaches half a cell beyond the line. In
/// a picture it ends at the line, as CSS means it.
struct PictureBorder: Sendable {
  private let left: Int?, right: Int?, top: Int?, bottom: Int?
  private let columns: ClosedRange<Int>, rows: ClosedRange<Int>

  /// The border of a block, or nil where it has none.
  init?(_ block: BlockLayout) {
    let geometry = block.geometry
    let width = geometry.borderBoxColumns
    let height = block.buffer.rows - geometry.margin.top - geometry.margin.bottom
    guard width > 0, height > 0, geometry.border != .init(all: 0) else { return nil }
    columns = geometry.margin.left...geometry.margin.left + width - 1
    rows = geometry.margin.top...geometry.margin.top + height - 1
    left = geometry.border.left > 0 ? columns.lowerBound : nil
    right = geometry.border.right > 0 ? columns.upperBound : nil
    top = geometry.border.top > 0 ? rows.lowerBound : nil
    bottom = geometry.border.bottom > 0 ? rows.upperBound : nil
  }

  /// The parts of a cell that are inside.
  func inside(_ cell: Cell, _ column: Int, _ row: Int) -> [PixelArea] {
    guard columns.contains(column), rows.contains(row), let shape = cell.shape,
      column == left || column == right || row == top || row == bottom
    else { return [.cell] }
    let (across, down) = BoxShapes.strokeEdges(shape)
    let first = column == left ? across.lowerBound : 0
    let last = column == right ? across.upperBound : PixelStrip.cellWidth
    let above = row == top ? down.lowerBound : 0
    let below = row == bottom ? down.upperBound : PixelStrip.cellHeight
    guard first < last, above < below else { return [] }
    guard shape.isArc else { return [PixelArea(columns: first..<last, lines: above..<below)] }
    // Inside of a round corner, line by line.
    return (above..<below).map { y in
      let edge = BoxShapes.arcEdge(shape, line: y)
      let part = column == left ? edge.lowerBound..<last : first..<edge.upperBound
      return PixelArea(columns: part, lines: y..<y + 1)
    }
  }
}
