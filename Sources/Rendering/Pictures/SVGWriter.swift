import Bytes
package import CellLayout
import StyleValues
import TerminalOutput

/// Writes a block of cells as a picture in SVG.
///
/// A cell is 7.5 × 15 px. Text stays text; every run is pinned to the width of its cells, so that
/// columns stay columns whatever font the viewer has. Lines and blocks are drawn, so that they
/// join.
package struct SVGWriter: Sendable {
  /// What stands for the terminal's own colours.
  package let colors: ScreenColors

  /// The title of the window that is drawn around the text; nil draws none.
  package let windowTitle: String?

  /// A writer.
  package init(colors: ScreenColors, windowTitle: String? = nil) {
    self.colors = colors
    self.windowTitle = windowTitle
  }

  private static let cellWidth = 7.5
  private static let cellHeight = 15.0
  private static let margin = 7.5
  /// The height of a window's title bar.
  private static let bar = 30.0
  /// From the top of a cell to the base line.
  private static let ascent = 11.5
  /// Of the pixels that lines and blocks are made of.
  private static let pixel = cellHeight / Double(PixelStrip.cellHeight)
  /// The margin in pixels.
  private static let pixelMargin = PixelStrip.cellWidth

  /// Appends a block; the cells need not have been quantised.
  package func append(_ buffer: CellBuffer, into bytes: inout [UInt8]) {
    let width = Double(buffer.columns) * Self.cellWidth + 2 * Self.margin
    let top = windowTitle == nil ? 0 : Self.bar
    let height = Double(buffer.rows) * Self.cellHeight + 2 * Self.margin + top
    let size = "\(NumberText.json(width)) \(NumberText.json(height))"
    let open =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" "
      + "width=\"\(NumberText.json(width))\" height=\"\(NumberText.json(height))\" font-size=\"12.5\" "
      + "font-family=\"ui-monospace,Menlo,Consolas,monospace\" fill=\"\(colors.foreground.hex)\">\n"
    bytes.append(contentsOf: open.utf8)
    appendGround(width: width, into: &bytes)
    let picture = CellPicture(buffer: buffer, colors: colors)
    for row in 0..<picture.rows { appendBackgrounds(row, picture, into: &bytes) }
    for row in 0..<picture.rows {
      // What is not ASCII stands alone, as its width depends most on the font.
      for run in picture.runs(of: row, joins: isASCII) { appendText(run, row, into: &bytes) }
    }
    appendShapes(picture, into: &bytes)
    if windowTitle != nil { bytes.append("</g>\n") }
    bytes.append("</svg>\n")
  }

  /// What the text stands on: the terminal's background, or a window with a title bar, inside of
  /// which everything else is drawn.
  private func appendGround(width: Double, into bytes: inout [UInt8]) {
    let ground = "width=\"100%\" height=\"100%\" fill=\"\(colors.background.hex)\""
    guard let windowTitle else {
      bytes.append(contentsOf: "<rect \(ground)/>\n".utf8)
      return
    }
    let edge = "stroke=\"#808080\" stroke-opacity=\".5\""
    var text = "<rect \(ground) rx=\"8\" \(edge)/>\n"
    for (place, color) in ["#ff5f57", "#febc2e", "#28c840"].enumerated() {
      text += "<circle cx=\"\(17 + 18 * place)\" cy=\"16\" r=\"5.5\" fill=\"\(color)\"/>\n"
    }
    text +=
      "<text x=\"\(NumberText.json(width / 2))\" y=\"20\" text-anchor=\"middle\" opacity=\".6\">"
    bytes.append(contentsOf: text.utf8)
    bytes.appendEscaped(windowTitle)
    bytes.append(
      contentsOf: "</text>\n<g transform=\"translate(0 \(NumberText.json(Self.bar)))\">\n".utf8)
  }

  private func appendBackgrounds(
    _ row: Int, _ picture: CellPicture, into bytes: inout [UInt8]
  ) {
    for ground in picture.grounds(of: row) {
      let rectangle =
        "<rect x=\"\(x(ground.columns.lowerBound))\" y=\"\(y(row))\" "
        + "width=\"\(width(ground.columns.count))\" height=\"\(NumberText.json(Self.cellHeight))\" "
        + "fill=\"\(ground.color.hex)\" shape-rendering=\"crispEdges\"/>\n"
      bytes.append(contentsOf: rectangle.utf8)
    }
  }

  /// Lines and blocks, those of a colour together, and the lines on text.
  private func appendShapes(_ picture: CellPicture, into bytes: inout [UInt8]) {
    var canvas = MovedCanvas()
    var arcs = ""
    for row in 0..<picture.rows {
      canvas.y = Self.pixelMargin + row * PixelStrip.cellHeight
      for column in 0..<picture.columns {
        canvas.x = Self.pixelMargin + column * PixelStrip.cellWidth
        picture.draw(column, row, at: 0, on: &canvas, drawsArcs: false) { cell, color, _ in
          guard let scalar = cell.shape, let arc = arc(scalar, column, row) else { return }
          arcs += "<path d=\"\(arc)\" fill=\"none\" stroke=\"\(color.hex)\"/>\n"
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
  private func arc(_ scalar: Unicode.Scalar, _ column: Int, _ row: Int) -> String? {
    guard scalar.isArc else { return nil }
    let left = Self.margin + Double(column) * Self.cellWidth
    let top = Self.margin + Double(row) * Self.cellHeight
    // The middles of the strokes that it joins.
    let centerX = left + (Double(PixelStrip.cellWidth / 2) + 0.5) * Self.pixel
    let centerY = top + (Double(PixelStrip.cellHeight / 2) + 0.5) * Self.pixel
    let isRight = scalar.value == 0x256D || scalar.value == 0x2570
    let isDown = scalar.value == 0x256D || scalar.value == 0x256E
    let edgeX = isRight ? left + Self.cellWidth : left
    let edgeY = isDown ? top + Self.cellHeight : top
    return "M\(NumberText.json(centerX)) \(NumberText.json(edgeY))"
      + "Q\(NumberText.json(centerX)) \(NumberText.json(centerY)) \(NumberText.json(edgeX)) \(NumberText.json(centerY))"
  }

  private func appendText(_ run: CellPicture.Run, _ row: Int, into bytes: inout [UInt8]) {
    let isSeen = run.cells.contains { $0.text != " " && !$0.text.isEmpty && $0.shape == nil }
    guard isSeen else { return }
    if let link = run.link {
      bytes.append("<a href=\"")
      bytes.appendEscaped(link)
      bytes.append("\">")
    }
    let open =
      "<text x=\"\(x(run.columns.lowerBound))\" y=\"\(y(row, Self.ascent))\" "
      + "textLength=\"\(width(run.columns.count))\" lengthAdjust=\"spacingAndGlyphs\" "
      + "xml:space=\"preserve\"\(attributes(run.rendition))>"
    bytes.append(contentsOf: open.utf8)
    for cell in run.cells where cell.width > 0 {
      bytes.appendEscaped(cell.shape == nil ? cell.text : " ")
    }
    bytes.append("</text>")
    if run.link != nil { bytes.append("</a>") }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func attributes(_ rendition: GraphicRendition) -> String {
    var result = ""
    let seen = colors.visible(rendition)
    if seen.text != colors.foreground { result += " fill=\"\(seen.text.hex)\"" }
    if rendition.attributes.contains(.bold) { result += " font-weight=\"bold\"" }
    if rendition.attributes.contains(.italic) { result += " font-style=\"italic\"" }
    return result
  }

  private func isASCII(_ cell: Cell) -> Bool {
    cell.width == 1 && cell.text.utf8.count == 1
  }

  // MARK: - Numbers

  private func x(_ column: Int) -> String {
    NumberText.json(Self.margin + Double(column) * Self.cellWidth)
  }

  private func y(_ row: Int, _ below: Double = 0) -> String {
    NumberText.json(Self.margin + Double(row) * Self.cellHeight + below)
  }

  private func width(_ columns: Int) -> String {
    NumberText.json(Double(columns) * Self.cellWidth)
  }
}
