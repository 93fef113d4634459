package import CellLayout
package import Diagnostics
package import Rendering
import StyleValues
package import StyledText
import Styling
package import TerminalOutput

/// A visible block of cells, from which HTML, SVG and PNG are made alike.
package struct CellPicture: Sendable {
  /// The cells at the visible depth.
  let buffer: CellBuffer

  /// Colours that replace the terminal's own.
  let colors: ScreenColors

  /// Texts that are drawn as real type; their cells are blank.
  let typesetTexts: [TypesetText]

  package let findings: [Diagnostic]

  /// The box whose background ends at its border.
  private let border: PictureBorder?

  /// The index of each cell's run, and the element of each run.
  private let runs: [Int32]
  private let elements: [HTMLPage.Element]

  /// Creates a picture of a block for a target, which has the colour depth.
  ///
  /// With a text its runs have elements of their own, and the classes of the markup if
  /// `keepsClasses`.
  package init(
    _ block: BlockLayout, of text: AttributedText? = nil, keepsClasses: Bool = false,
    for target: OutputTarget
  ) {
    var buffer = block.buffer
    var quantizer = ColorQuantizer(target, readable: block.readable)
    quantizer.quantize(&buffer, runs: block.runs)
    self.buffer = buffer
    colors = ScreenColors(target.environment)
    typesetTexts = block.typesetTexts.map { text in
      var text = text
      text.rendition = quantizer.quantize(text.rendition)
      return text
    }
    findings = block.findings + quantizer.findings()
    border = PictureBorder(block)
    runs = text == nil ? [] : block.runs
    elements = text?.runs.map { HTMLPage.Element($0.content, keepsClasses: keepsClasses) } ?? []
  }

  /// Creates a picture of cells alone.
  package init(_ buffer: CellBuffer, colors: ScreenColors) {
    self.buffer = buffer
    self.colors = colors
    findings = []
    typesetTexts = []
    border = nil
    runs = []
    elements = []
  }

  var columns: Int { buffer.columns }
  var rows: Int { buffer.rows }

  // MARK: - Backgrounds

  /// A rectangle of one background that is not the picture's own, in pixels from the top left
  /// corner of its row of cells.
  struct Ground: Hashable {
    var columns: Range<Int>
    var lines: Range<Int>
    var color: RGB8
  }

  /// The backgrounds behind the text of a row.
  func grounds(of row: Int) -> [Ground] {
    var grounds: [Ground] = []
    for column in 0..<columns {
      let cell = buffer[column, row]
      guard let color = colors.visible(cell.rendition).background else { continue }
      let left = column * PixelStrip.cellWidth
      for inner in border?.inside(cell, column, row) ?? [PixelArea.cell] {
        let area = inner.columns.lowerBound + left..<inner.columns.upperBound + left
        if let last = grounds.last, last.columns.upperBound == area.lowerBound,
          last.color == color, last.lines == inner.lines
        {
          grounds[grounds.count - 1].columns = last.columns.lowerBound..<area.upperBound
        } else {
          grounds.append(Ground(columns: area, lines: inner.lines, color: color))
        }
      }
    }
    return grounds
  }

  // MARK: - Text

  /// Neighbouring cells of one rendition, link and run.
  struct Run {
    var columns: Range<Int>
    var cells: ArraySlice<Cell>
    var rendition: GraphicRendition
    /// A link that is allowed in a page.
    var link: Hyperlink?
    var element: HTMLPage.Element
  }

  /// The text of a row up to a column, which is excluded; nil for all of it.
  ///
  /// `joins` is true if a cell may be in a run with others.
  ///
  /// - Returns: The runs from left to right.
  func runs(of row: Int, upTo end: Int? = nil, joins: (Cell) -> Bool = { _ in true }) -> [Run] {
    let cells = buffer.row(row)
    let count = end ?? columns
    var runs: [Run] = []
    var column = 0
    while column < count {
      let first = buffer[column, row]
      let element = element(column, row)
      var end = column + max(1, Int(first.width))
      if joins(first) {
        while end < count, buffer[end, row].rendition == first.rendition,
          buffer[end, row].link == first.link, joins(buffer[end, row]),
          self.element(end, row) == element
        {
          end += 1
        }
      }
      end = min(end, count)
      runs.append(
        Run(
          columns: column..<end, cells: cells[cells.startIndex + column..<cells.startIndex + end],
          rendition: first.rendition, link: link(first.link), element: element))
      column = end
    }
    return runs
  }

  /// The element of a cell in a page.
  private func element(_ column: Int, _ row: Int) -> HTMLPage.Element {
    let index = row * columns + column
    guard runs.indices.contains(index), elements.indices.contains(Int(runs[index])) else {
      return HTMLPage.Element()
    }
    return elements[Int(runs[index])]
  }

  /// A link of the buffer, if it is allowed in a page.
  func link(_ number: UInt16) -> Hyperlink? {
    guard number > 0, Int(number) <= buffer.links.count,
      let link = Hyperlink(target: buffer.links[Int(number) - 1]), link.isSafeInPages
    else { return nil }
    return link
  }

  // MARK: - Shapes

  /// Draws the parts of a cell that are no letters: the lines or blocks that are its text, and the
  /// lines on its text.
  ///
  /// `x` is the left edge of the cell. `drawsArcs` is true if round corners are drawn with pixels.
  /// `other` draws, in a colour, the text of a cell that is not drawn otherwise.
  func draw<Canvas: PixelCanvas>(
    _ column: Int, _ row: Int, at x: Int, on canvas: inout Canvas, drawsArcs: Bool = true,
    drawsTextLines: Bool = true, other: (Cell, RGB8, inout Canvas) -> Void
  ) {
    let cell = buffer[column, row]
    let seen = colors.visible(cell.rendition)
    if let shape = cell.shape, drawsArcs || !shape.isArc {
      BoxShapes.draw(
        shape, at: x, seen.text, over: seen.background ?? colors.background, on: &canvas)
    } else {
      other(cell, seen.text, &canvas)
    }
    guard drawsTextLines else { return }
    BoxShapes.drawLines(
      of: cell.rendition, at: x, seen.text, underline: seen.underline ?? seen.text, on: &canvas)
  }
}

extension Cell {
  /// The character that is drawn by its geometry; nil for other text.
  var shape: Unicode.Scalar? {
    guard text.utf8.count >= 3, let scalar = text.unicodeScalars.first else { return nil }
    switch scalar.value {
    case 0x2500...0x259F, 0x1FB00...0x1FB3B: return scalar
    default: return nil
    }
  }
}

extension Unicode.Scalar { var isArc: Bool { 0x256D...0x2570 ~= value } }

/// A rectangle of pixels in a cell.
struct PixelArea: Hashable {
  var columns: Range<Int>
  var lines: Range<Int>

  static let cell = PixelArea(columns: 0..<PixelStrip.cellWidth, lines: 0..<PixelStrip.cellHeight)
}

/// Border of a block, and the parts of its cells that are inside.
///
/// A terminal can only colour whole cells, so a background extends half a cell beyond the line. In
/// a picture it ends at the line, as in CSS.
struct PictureBorder: Sendable {
  private let left: Int?, right: Int?, top: Int?, bottom: Int?
  private let columns: ClosedRange<Int>, rows: ClosedRange<Int>

  /// The border of a block; nil if it has none.
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
      let strip = column == left ? edge.lowerBound..<last : first..<edge.upperBound
      return PixelArea(columns: strip, lines: y..<y + 1)
    }
  }
}
