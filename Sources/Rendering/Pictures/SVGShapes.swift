import Bytes
import CellLayout
import StyleValues
import TerminalOutput

/// Elements of SVG for all that is not letters: backgrounds, and the lines and blocks that fill
/// cells, so that they join.
///
/// A cell is 7.5 × 15 px.
struct SVGShapes {
  let picture: CellPicture

  /// Columns left free on every side, as wide as they are high.
  let margin: Int

  /// True if the lines under, through and over the text are drawn.
  let drawsTextLines: Bool

  static let cellWidth = 7.5
  static let cellHeight = 15.0

  /// Size of the pixels that lines and blocks are made of, in px.
  private static let pixel = cellHeight / Double(PixelStrip.cellHeight)

  /// The margin in pixels.
  private var pixelMargin: Int { margin * PixelStrip.cellWidth }

  /// Appends the backgrounds of all cells.
  func appendGrounds(into bytes: inout [UInt8]) {
    for row in 0..<picture.rows {
      let top = pixelMargin + row * PixelStrip.cellHeight
      for ground in picture.grounds(of: row) {
        let x = number(pixelMargin + ground.columns.lowerBound)
        let rectangle =
          "<rect x=\"\(x)\" y=\"\(number(top + ground.lines.lowerBound))\" "
          + "width=\"\(number(ground.columns.count))\" height=\"\(number(ground.lines.count))\" "
          + "fill=\"\(ground.color.hex)\" shape-rendering=\"crispEdges\"/>\n"
        bytes.append(contentsOf: rectangle.utf8)
      }
    }
  }

  /// Appends lines and blocks, those of a colour together, and the lines on text.
  func appendShapes(into bytes: inout [UInt8]) {
    var canvas = MovedCanvas()
    var arcs = ""
    for row in 0..<picture.rows {
      canvas.y = pixelMargin + row * PixelStrip.cellHeight
      for column in 0..<picture.columns {
        canvas.x = pixelMargin + column * PixelStrip.cellWidth
        picture.draw(
          column, row, at: 0, on: &canvas, drawsArcs: false, drawsTextLines: drawsTextLines
        ) { cell, color, _ in
          guard let scalar = cell.shape, scalar.isArc else { return }
          arcs +=
            "<path d=\"\(arc(scalar, column, row))\" fill=\"none\" stroke=\"\(color.hex)\"/>\n"
        }
      }
    }
    canvas.path.append(scale: Self.pixel, into: &bytes)
    bytes.append(contentsOf: arcs.utf8)
  }

  /// Draws a cell where it stands.
  private struct MovedCanvas: PixelCanvas {
    var path = ShapePath()
    var x = 0
    var y = 0

    mutating func fill(_ columns: Range<Int>, _ lines: Range<Int>, _ color: RGB8) {
      path.fill(
        columns.lowerBound + x..<columns.upperBound + x,
        lines.lowerBound + y..<lines.upperBound + y, color)
    }
  }

  /// The path of a round corner, U+256D to U+2570.
  private func arc(_ scalar: Unicode.Scalar, _ column: Int, _ row: Int) -> String {
    let left = Double(margin + column) * Self.cellWidth
    let top = Double(margin) * Self.cellWidth + Double(row) * Self.cellHeight
    // The middles of the strokes that it joins.
    let centerX = left + (Double(PixelStrip.cellWidth / 2) + 0.5) * Self.pixel
    let centerY = top + (Double(PixelStrip.cellHeight / 2) + 0.5) * Self.pixel
    let isRight = scalar.value == 0x256D || scalar.value == 0x2570
    let isDown = scalar.value == 0x256D || scalar.value == 0x256E
    let edgeX = isRight ? left + Self.cellWidth : left
    let edgeY = isDown ? top + Self.cellHeight : top
    let center = NumberText.json(centerX)
    return "M\(center) \(NumberText.json(edgeY))"
      + "Q\(center) \(NumberText.json(centerY)) \(NumberText.json(edgeX)) \(NumberText.json(centerY))"
  }

  private func number(_ pixels: Int) -> String { NumberText.json(Double(pixels) * Self.pixel) }
}
