import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Lines with text of several sizes on a common last row.
extension BlockPainter {
  mutating func paint(_ line: SizedLine, _ alignment: LineAlignment, row: Int) {
    var leading = alignment.leading(of: geometry.contentColumns - line.columns)
    // A double-height line has half as many columns.
    if largeText == .doubleHeight { leading -= (geometry.columnsBefore + leading) % 2 }
    leading = max(0, leading)
    for piece in line.pieces {
      let column = geometry.columnsBefore + leading + piece.column
      let top = row + line.rows - piece.rows
      switch piece.size {
      case .normal: paint(piece, column: column, row: top, spacing: 0)
      case .spaced: paint(piece, column: column, row: top, spacing: 1)
      case .blocks(let form):
        if largeText == .typeset, !textStyles[piece.run].needsCellsForText {
          typeset(piece, column: column, row: top)
        } else {
          paint(piece, form, column: column, row: top)
        }
      case .byTerminal(let sizing): paint(piece, sizing, column: column, row: top)
      }
    }
  }

  private mutating func paint(_ piece: SizedLine.Piece, column: Int, row: Int, spacing: Int) {
    let link = linkNumber(piece.run)
    let first = column
    var column = column
    for cluster in TextClusters(text.bytes, in: piece.range, rules: rules) {
      let cell = text.slice(cluster.range)
      guard cluster.width > 0 else {
        if column > first { buffer.update(column - 1, row) { $0.attach(cell) } }
        continue
      }
      let rendition = rendition(piece.run, column: column, row: row)
      put(
        cell, width: cluster.width, column: column, row: row, rendition: rendition, link: link,
        run: piece.run)
      column += cluster.width
      for blank in column..<column + spacing {
        put(
          " ", width: 1, column: blank, row: row,
          rendition: self.rendition(piece.run, column: blank, row: row), link: link, run: piece.run)
      }
      column += spacing
    }
    noteShadows(of: piece.run, columns: first..<column, row: row)
  }

  /// Adds text that the terminal draws, block by block.
  private mutating func paint(
    _ piece: SizedLine.Piece, _ sizing: TextScaling, column: Int, row: Int
  ) {
    let link = linkNumber(piece.run)
    var column = column
    for chunk in SizingChunks(text.bytes, in: piece.range, sizing, rules: rules)
    where chunk.columns > 0 {
      var rendition = rendition(piece.run, column: column, row: row)
      rendition.attributes.subtract(textStyles[piece.run].sizeAttributes)
      sizedTexts.append(
        SizedText(
          column: column, row: row, columns: chunk.columns, rows: sizing.scale,
          text: text.slice(chunk.range).string, sizing: sizing,
          width: chunk.width, rendition: rendition, link: link))
      for y in row..<row + sizing.scale {
        for x in column..<column + chunk.columns {
          buffer[x, y] = Cell(text: "", width: 0, rendition: rendition, link: link)
          runs[y * buffer.columns + x] = Int32(piece.run)
        }
      }
      column += chunk.columns
    }
  }

  /// Adds text that the page or picture draws, over empty cells.
  private mutating func typeset(_ piece: SizedLine.Piece, column: Int, row: Int) {
    let link = linkNumber(piece.run)
    let style = textStyles[piece.run]
    var rendition = rendition(piece.run, column: column, row: row)
    rendition.attributes.subtract(style.sizeAttributes)
    typesetTexts.append(
      TypesetText(
        column: column, row: row, columns: piece.columns, rows: piece.rows,
        text: text.slice(piece.range).string,
        clusters: TextClusters(text.bytes, in: piece.range, rules: rules).reduce(0) { count, _ in
          count + 1
        }, rendition: rendition, link: link, shadows: style.shadows))
    for y in row..<row + piece.rows {
      for x in column..<column + piece.columns {
        var blank = GraphicRendition()
        blank.background = self.rendition(piece.run, column: x, row: y).background
        put(" ", width: 1, column: x, row: y, rendition: blank, link: link, run: piece.run)
      }
    }
  }

  private mutating func paint(
    _ piece: SizedLine.Piece, _ form: BigTextForm, column: Int, row: Int
  ) {
    let raster = BigTextRaster(text.bytes, in: piece.range, form, rules: rules)
    let link = linkNumber(piece.run)
    let shadows = pixelShadows(textStyles[piece.run], raster, form)
    for y in 0..<piece.rows {
      for x in 0..<piece.columns {
        var rendition = rendition(piece.run, column: column + x, row: row + y)
        // The size has made the letters strong; slanted and struck blocks would tear them apart.
        rendition.attributes.formIntersection([.blink, .reverse])
        if y < piece.rows - 1 { rendition.underline = .none }
        let pixels = BlockPixels(raster, form.blocks, column: x, row: y)
        let text = paint(pixels, shadows, form.blocks, &rendition)
        put(
          text, width: 1, column: column + x, row: row + y, rendition: rendition, link: link,
          run: piece.run)
      }
    }
  }

  /// A shadow of a piece: its colour, and its coverage of each pixel.
  private struct PixelShadow {
    let color: SRGBColor
    let coverage: [Double]
  }

  /// The shadows of a piece, from the last one; their lengths scale with the letters.
  private mutating func pixelShadows(
    _ style: ResolvedTextStyle, _ raster: BigTextRaster, _ form: BigTextForm
  ) -> [PixelShadow] {
    guard environment.colorDepth >= .ansi8 else { return [] }
    let scale = Double(form.rows)
    let shadows = style.shadows.map { shadow in
      let deviation = shadow.blur / 2 * scale
      return (
        color: shadow.color,
        across: ShadowCoverage(
          offset: shadow.x * scale / form.pixelWidth, deviation: deviation / form.pixelWidth),
        down: ShadowCoverage(
          offset: shadow.y * scale / form.pixelHeight, deviation: deviation / form.pixelHeight)
      )
    }
    let affordable = shadows.prefix { budget.take(raster.shadowCost($0.across, $0.down)) }
    return affordable.reversed().map {
      PixelShadow(color: $0.color, coverage: raster.shadow($0.across, $0.down))
    }
  }

  /// The character of a cell; sets the colours of the ink and of the shadow beside it.
  private func paint(
    _ pixels: BlockPixels, _ shadows: [PixelShadow], _ blocks: PixelBlocks,
    _ rendition: inout GraphicRendition
  ) -> SafeText {
    guard !shadows.isEmpty else { return blocks.character(pixels.pattern) }
    let behind = Backdrop(rendition.background)
    if environment.colorDepth < .ansi256 {
      guard pixels.pattern == 0 else { return blocks.character(pixels.pattern) }
      for shadow in shadows.reversed() {
        let strength = pixels.average(shadow.coverage) * shadow.color.alpha
        if let glyph = Self.shadeGlyph(strength) {
          rendition.foreground = .rgb(shadow.color.rgb8)
          return glyph
        }
      }
      return " "
    }
    func shaded(_ covered: ([Double]) -> Double) -> Backdrop {
      shadows.reduce(behind) { backdrop, shadow in
        let share = covered(shadow.coverage)
        guard share * shadow.color.alpha >= ShadowLayer.threshold else { return backdrop }
        return backdrop.painting(shadow.color.fading(by: share), in: environment)
      }
    }
    if blocks == .halves, pixels.pattern == 0 {
      let upper = shaded { pixels.coverage($0, 0) }
      let lower = shaded { pixels.coverage($0, 1) }
      rendition.background = lower.cellColor(in: environment)
      if upper == lower { return " " }
      if upper == .none {
        // The terminal's own colour can only stand behind a character.
        rendition.foreground = rendition.background
        rendition.background = .standard
        return "▄"
      }
      rendition.foreground = upper.cellColor(in: environment)
      return "▀"
    }
    rendition.background = shaded { pixels.average($0) }.cellColor(in: environment)
    return blocks.character(pixels.pattern)
  }
}

/// The pixels of one cell of big text.
private struct BlockPixels {
  private let pixels: [Int]

  /// The pixels with ink, as bits for `PixelBlocks.character`.
  let pattern: Int

  init(_ raster: BigTextRaster, _ blocks: PixelBlocks, column: Int, row: Int) {
    var pattern = 0
    var pixels: [Int] = []
    for y in 0..<blocks.rows {
      for x in 0..<blocks.columns {
        let (px, py) = (column * blocks.columns + x, row * blocks.rows + y)
        if raster.isInk(px, py) { pattern |= 1 << pixels.count }
        pixels.append(py * raster.columns + px)
      }
    }
    self.pattern = pattern
    self.pixels = pixels
  }

  func coverage(_ coverage: [Double], _ pixel: Int) -> Double { coverage[pixels[pixel]] }

  /// The mean coverage of the pixels without ink.
  func average(_ coverage: [Double]) -> Double {
    var sum = 0.0
    var count = 0.0
    for (bit, pixel) in pixels.enumerated() where pattern >> bit & 1 == 0 {
      sum += coverage[pixel]
      count += 1
    }
    return count == 0 ? 0 : sum / count
  }
}
