import Bytes
import CellLayout
import Rendering
import StyleValues
package import StyledText
import TerminalOutput

/// Writes a block of cells as a picture in SVG.
///
/// A cell is 7.5 × 15 px. Text stays text; every run is fixed to the width of its cells, so that
/// columns stay columns with any font of the viewer. Lines and blocks are drawn, so that they join.
package struct SVGWriter: Sendable {
  /// The title of a window around the text; nil draws none.
  package let windowTitle: SafeText?

  package init(windowTitle: SafeText? = nil) { self.windowTitle = windowTitle }

  private static let cellWidth = SVGShapes.cellWidth
  private static let cellHeight = SVGShapes.cellHeight
  private static let margin = cellWidth
  /// The height of a window's title bar.
  private static let bar = 30.0
  private static let fontSize = 12.5
  /// Distance from the top of a cell to the baseline.
  private static let ascent = 11.5

  /// Appends a picture, or a dark and a light version for the reader's scheme.
  package func append(
    _ picture: CellPicture, light: CellPicture? = nil, into bytes: inout [UInt8]
  ) {
    let columns = max(picture.columns, light?.columns ?? 0)
    let rows = max(picture.rows, light?.rows ?? 0)
    let width = Double(columns) * Self.cellWidth + 2 * Self.margin
    let top = windowTitle == nil ? 0 : Self.bar
    let height = Double(rows) * Self.cellHeight + 2 * Self.margin + top
    let size = "\(NumberText.json(width)) \(NumberText.json(height))"
    let open =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" "
      + "width=\"\(NumberText.json(width))\" height=\"\(NumberText.json(height))\" "
      + "font-size=\"\(NumberText.json(Self.fontSize))\" "
      + "font-family=\"ui-monospace,Menlo,Consolas,monospace\""
    bytes.append(contentsOf: open.utf8)
    if let light {
      let style = ">\n<style>\(HTMLPage.schemeRules(display: "inline"))</style>\n"
      bytes.append(contentsOf: style.utf8)
      bytes.append("<g class=\"cssview-dark\" display=\"none\"")
      appendContent(picture, width: width, into: &bytes)
      bytes.append("</g>\n<g class=\"cssview-light\"")
      appendContent(light, width: width, blur: "light-blur", into: &bytes)
      bytes.append("</g>\n")
    } else {
      appendContent(picture, width: width, into: &bytes)
    }
    bytes.append("</svg>\n")
  }

  /// Appends the rest of a start tag, and the text behind it.
  ///
  /// Identifiers of filters start with `blur`.
  private func appendContent(
    _ picture: CellPicture, width: Double, blur: String = "blur", into bytes: inout [UInt8]
  ) {
    let colors = picture.colors
    bytes.append(contentsOf: " fill=\"\(colors.foreground.hex)\">\n".utf8)
    appendGround(colors, width: width, into: &bytes)
    let shapes = SVGShapes(picture: picture, margin: 1, drawsTextLines: true)
    shapes.appendGrounds(into: &bytes)
    for row in 0..<picture.rows {
      // A character that is not ASCII is a run of its own, as its width depends most on the font.
      for run in picture.runs(of: row, joins: isASCII) {
        appendText(run, row, colors, into: &bytes)
      }
    }
    var blurs: [Double] = []
    for text in picture.typesetTexts { append(text, picture, &blurs, blur, into: &bytes) }
    shapes.appendShapes(into: &bytes)
    if windowTitle != nil { bytes.append("</g>\n") }
  }

  /// Appends the background of the text: the terminal's, or a window with a title bar, inside of
  /// which everything else is drawn.
  private func appendGround(_ colors: ScreenColors, width: Double, into bytes: inout [UInt8]) {
    let ground = "width=\"100%\" height=\"100%\" fill=\"\(colors.background.hex)\""
    guard let windowTitle else {
      bytes.append(contentsOf: "<rect \(ground)/>\n".utf8)
      return
    }
    let edge = "stroke=\"#808080\" stroke-opacity=\".5\""
    var text = "<rect \(ground) rx=\"8\" \(edge)/>\n"
    for (index, color) in ["#ff5f57", "#febc2e", "#28c840"].enumerated() {
      text += "<circle cx=\"\(17 + 18 * index)\" cy=\"16\" r=\"5.5\" fill=\"\(color)\"/>\n"
    }
    text +=
      "<text x=\"\(NumberText.json(width / 2))\" y=\"20\" text-anchor=\"middle\" opacity=\".6\">"
    bytes.append(contentsOf: text.utf8)
    bytes.appendEscaped(windowTitle.string)
    bytes.append(
      contentsOf: "</text>\n<g transform=\"translate(0 \(NumberText.json(Self.bar)))\">\n".utf8)
  }

  // MARK: - Text

  private func appendText(
    _ run: CellPicture.Run, _ row: Int, _ colors: ScreenColors, into bytes: inout [UInt8]
  ) {
    let isSeen = run.cells.contains { $0.text != " " && !$0.text.isEmpty && $0.shape == nil }
    guard isSeen else { return }
    open(run.link, into: &bytes)
    let open =
      "<text x=\"\(x(run.columns.lowerBound))\" y=\"\(y(row, Self.ascent))\" "
      + "textLength=\"\(width(run.columns.count))\" lengthAdjust=\"spacingAndGlyphs\" "
      + "xml:space=\"preserve\"\(attributes(run.rendition, colors))>"
    bytes.append(contentsOf: open.utf8)
    for cell in run.cells where cell.width > 0 {
      bytes.appendEscaped(cell.shape == nil ? cell.text : " ")
    }
    bytes.append("</text>")
    close(run.link, into: &bytes)
  }

  /// Appends real type that is several rows high, after its shadows.
  private func append(
    _ text: TypesetText, _ picture: CellPicture, _ blurs: inout [Double], _ blur: String,
    into bytes: inout [UInt8]
  ) {
    let scale = Double(text.rows)
    let size = "font-size=\"\(NumberText.json(scale * Self.fontSize))\""
    func append(_ attributes: String, right: Double = 0, down: Double = 0) {
      let left = Self.margin + Double(text.column) * Self.cellWidth + right * scale
      let open =
        "<text x=\"\(NumberText.json(left))\" y=\"\(y(text.row, (Self.ascent + down) * scale))\" "
        + "\(size) textLength=\"\(width(text.columns))\" lengthAdjust=\"spacingAndGlyphs\" "
        + "xml:space=\"preserve\"\(attributes)>"
      bytes.append(contentsOf: open.utf8)
      bytes.appendEscaped(text.text)
      bytes.append("</text>")
    }
    let face = faceAttributes(text.rendition)
    for shadow in text.shadows.reversed() {
      var attributes = " fill=\"\(shadow.color.rgb8.hex)\""
      if shadow.color.alpha < 1 {
        attributes += " fill-opacity=\"\(NumberText.json(shadow.color.alpha))\""
      }
      if shadow.blur > 0 {
        let deviation = shadow.blur / 2 * scale
        if !blurs.contains(deviation) {
          blurs.append(deviation)
          let filter =
            "<filter id=\"\(blur)\(blurs.count)\" x=\"-50%\" y=\"-100%\" width=\"200%\" height=\"300%\">"
            + "<feGaussianBlur stdDeviation=\"\(NumberText.json(deviation))\"/></filter>\n"
          bytes.append(contentsOf: filter.utf8)
        }
        let number = (blurs.firstIndex(of: deviation) ?? 0) + 1
        attributes += " filter=\"url(#\(blur)\(number))\""
      }
      append(attributes + face, right: shadow.x, down: shadow.y)
      bytes.append(UInt8(ascii: "\n"))
    }
    let lines = text.rendition.textDecorationLine
    let link = picture.link(text.link)
    open(link, into: &bytes)
    append(
      attributes(text.rendition, picture.colors)
        + (lines.isEmpty ? "" : " text-decoration=\"\(lines)\""))
    close(link, into: &bytes)
  }

  private func open(_ link: Hyperlink?, into bytes: inout [UInt8]) {
    guard let link else { return }
    bytes.append("<a href=\"")
    bytes.appendEscaped(link)
    bytes.append("\">")
  }

  private func close(_ link: Hyperlink?, into bytes: inout [UInt8]) {
    if link != nil { bytes.append("</a>") }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func attributes(_ rendition: GraphicRendition, _ colors: ScreenColors) -> String {
    let seen = colors.visible(rendition)
    let fill = seen.text == colors.foreground ? "" : " fill=\"\(seen.text.hex)\""
    return fill + faceAttributes(rendition)
  }

  private func faceAttributes(_ rendition: GraphicRendition) -> String {
    var result = ""
    if rendition.attributes.contains(.bold) { result += " font-weight=\"bold\"" }
    if rendition.attributes.contains(.italic) { result += " font-style=\"italic\"" }
    return result
  }

  private func isASCII(_ cell: Cell) -> Bool { cell.width == 1 && cell.text.utf8.count == 1 }

  // MARK: - Numbers

  private func x(_ column: Int) -> String {
    NumberText.json(Self.margin + Double(column) * Self.cellWidth)
  }

  private func y(_ row: Int, _ below: Double) -> String {
    NumberText.json(Self.margin + Double(row) * Self.cellHeight + below)
  }

  private func width(_ columns: Int) -> String { NumberText.json(Double(columns) * Self.cellWidth) }
}

/// Elements of SVG for all parts except letters: backgrounds, and the lines and blocks that fill
/// cells, so that they join.
///
/// A cell is 7.5 × 15 px.
struct SVGShapes {
  let picture: CellPicture

  /// Empty columns on every side, as wide as they are high.
  let margin: Int

  /// True if the lines under, through and over the text are drawn.
  let drawsTextLines: Bool

  static let cellWidth = 7.5
  static let cellHeight = 15.0

  /// Size of the pixels of lines and blocks, in px.
  private static let pixel = cellHeight / Double(PixelStrip.cellHeight)

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

  /// Moves the shapes of a cell to its position.
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
