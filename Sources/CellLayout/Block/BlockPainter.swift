import Bytes
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Fills the cells of a block: the box, then the text, then shadows.
struct BlockPainter {
  var buffer: CellBuffer
  var runs: [Int32]
  var sizedTexts: [SizedText] = []
  var typesetTexts: [TypesetText] = []

  let text: ParagraphText
  let textStyles: RunStyles
  let host: ComputedStyle
  let geometry: BoxGeometry
  let textRows: Int
  let target: OutputTarget

  /// Background behind all text of the block.
  let ground: Ground

  var shadows = ShadowState()

  /// The rest of the budget for painting.
  var budget: PaintBudget

  /// Link numbers of the targets so far.
  private var links: [String: UInt16] = [:]

  /// Rendition of each style on the block's own background.
  private let uniformRenditions: [GraphicRendition]

  init(
    text: ParagraphText, textStyles: RunStyles, host: ComputedStyle, backdrop: Backdrop,
    geometry: BoxGeometry, textRows: Int, target: OutputTarget, budget: PaintBudget
  ) {
    self.budget = budget
    let rows = geometry.rowsAbove + textRows + geometry.rowsBelow
    self.budget.earn(for: geometry.columns * rows)
    let environment = target.environment
    var blank = Cell.blank
    if host.text.backgroundClip == .borderBox, geometry.margin == BoxSides(all: 0) {
      blank.rendition.background = backdrop.cellColor(in: environment)
    }
    buffer = CellBuffer(columns: geometry.columns, rows: rows, filledWith: blank)
    runs = Array(repeating: -1, count: geometry.columns * rows)
    self.text = text
    self.textStyles = textStyles
    self.host = host
    self.geometry = geometry
    self.textRows = textRows
    self.target = target
    ground = Ground(
      backdrop: backdrop, isFilled: blank.rendition.background != .standard,
      isUniform: host.text.gradient == nil || host.text.backgroundClip == .text)
    uniformRenditions = textStyles.distinct.map {
      $0.rendition(on: backdrop.painting($0.backdrop, in: environment), in: environment)
    }
  }

  // Read in place, for each cell.
  var environment: Environment { _read { yield target.environment } }
  var rules: WidthRules { target.widthRules }
  var largeText: LargeText { target.largeText }

  /// Columns and rows inside the borders.
  var paddingBox: CellRect {
    let border = borderBox
    return CellRect(
      column: border.column + geometry.border.left, row: border.row + geometry.border.top,
      columns: border.columns - geometry.border.left - geometry.border.right,
      rows: border.rows - geometry.border.top - geometry.border.bottom)
  }

  /// Columns and rows of the box without its margins.
  var borderBox: CellRect {
    CellRect(
      column: geometry.margin.left, row: geometry.margin.top, columns: geometry.borderBoxColumns,
      rows: buffer.rows - geometry.margin.top - geometry.margin.bottom)
  }

  /// Columns and rows of the text.
  var contentBox: CellRect {
    CellRect(
      column: geometry.columnsBefore, row: geometry.rowsAbove, columns: geometry.contentColumns,
      rows: textRows)
  }

  /// The rendition of a run on the block's own background.
  func uniformRendition(_ run: Int) -> GraphicRendition {
    uniformRenditions[textStyles.number(of: run)]
  }

  /// The rendition of a run on the present background of a cell.
  func rendition(_ run: Int, column: Int, row: Int) -> GraphicRendition {
    if ground.isUniform { return uniformRendition(run) }
    if textStyles[run].backdrop == .none, !textStyles[run].isTranslucent {
      var rendition = uniformRendition(run)
      rendition.background = buffer[column, row].rendition.background
      return rendition
    }
    let behind = Backdrop(buffer[column, row].rendition.background)
    return textStyles[run].rendition(
      on: behind.painting(textStyles[run].backdrop, in: environment), in: environment)
  }

  mutating func linkNumber(_ run: Int) -> UInt16 {
    guard let target = textStyles.element(of: run).link else { return 0 }
    if let number = links[target] { return number }
    // Links past what a cell can count are left out.
    guard buffer.links.count < Int(UInt16.max) else { return 0 }
    buffer.links.append(target)
    let number = UInt16(buffer.links.count)
    links[target] = number
    return number
  }

  /// Puts a cluster into a cell, and into the cells after it if it is wide.
  mutating func put(
    _ cell: SafeText, width: Int, column: Int, row: Int, rendition: GraphicRendition, link: UInt16,
    run: Int
  ) {
    guard column >= 0, width > 0, column + width <= buffer.columns else { return }
    buffer[column, row] = Cell(
      text: cell, width: UInt8(min(width, 255)), rendition: rendition, link: link)
    runs[row * buffer.columns + column] = Int32(run)
    guard width > 1 else { return }
    for next in column + 1..<column + width {
      buffer[next, row] = Cell(text: "", width: 0, rendition: rendition, link: link)
      runs[row * buffer.columns + next] = Int32(run)
    }
  }
}

extension ParagraphText {
  /// Some whole clusters: a slice of sanitized text is safe.
  func slice(_ range: Range<Int>) -> SafeText {
    SafeText(trusted: String(decoding: line.bytes[range], as: UTF8.self))
  }
}

/// Background behind all text of a block.
struct Ground {
  /// The block's own background, one colour.
  let backdrop: Backdrop

  /// True if all cells were filled with it at the start.
  let isFilled: Bool

  /// True if every cell behind the text has that colour, without a gradient.
  let isUniform: Bool
}

struct ShadowState {
  /// The painted parts of runs that cast shadows.
  var sources: [ShadowSource] = []

  /// Shadows that are visible in some cell.
  var seen: Set<ShadowLayer> = []

  /// Shadows that are invisible for one of their texts.
  var hidden: Set<ShadowLayer> = []

  var profiles: [ShadowLayer: ShadowProfile] = [:]
}

/// Background, border and corners.
extension BlockPainter {
  /// Paints everything behind and around the text.
  mutating func paintBox() {
    let box = borderBox
    guard box.columns > 0, box.rows > 0 else { return }
    let area =
      switch host.text.backgroundClip {
      case .borderBox, .text: box
      case .paddingBox: paddingBox
      case .contentBox: contentBox
      }
    fill(area)
    paintBorders(box)
    if host.block.borderRadius > 0, geometry.border == BoxSides(all: 0), ground.backdrop != .none {
      roundCorners(box)
    }
  }

  private mutating func fill(_ area: CellRect) {
    var field: GradientField?
    if !ground.isUniform, let gradient = host.text.gradient {
      field = GradientField(
        gradient, columns: area.columns, rows: area.rows, currentColor: hostColor,
        opacity: host.text.opacity, palette: environment.palette)
    }
    guard field != nil || (ground.backdrop != .none && !ground.isFilled) else { return }
    let base = ground.backdrop.cellColor(in: environment)
    for row in area.row..<area.row + area.rows {
      for column in area.column..<area.column + area.columns {
        var background = base
        if let color = field?.color(column - area.column, row - area.row) {
          background = ground.backdrop.painting(color, in: environment).cellColor(in: environment)
        }
        buffer.update(column, row) { $0.rendition.background = background }
      }
    }
  }

  /// Colour of `currentcolor` on the block.
  var hostColor: SRGBColor {
    host.text.color?.srgb(palette: environment.palette)
      ?? SRGBColor(red: 0.5, green: 0.5, blue: 0.5)
  }

  private mutating func paintBorders(_ box: CellRect) {
    let border = host.block.border
    let left = box.column
    let right = box.column + box.columns - 1
    let top = box.row
    let bottom = box.row + box.rows - 1
    let isRound = host.block.borderRadius > 0
    func line(_ side: BorderSide, _ present: Int) -> BorderLine {
      present > 0 ? BorderLine(side) : .none
    }
    let lines = BoxSides(
      top: line(border.top, geometry.border.top), right: line(border.right, geometry.border.right),
      bottom: line(border.bottom, geometry.border.bottom),
      left: line(border.left, geometry.border.left))
    for (row, side, edge) in [(top, border.top, lines.top), (bottom, border.bottom, lines.bottom)]
    where edge != .none {
      let glyph = BorderGlyphs.horizontal(side)
      for column in left...right { draw(glyph, column, row, side) }
    }
    for (column, side, edge) in [
      (left, border.left, lines.left), (right, border.right, lines.right),
    ] where edge != .none {
      let glyph = BorderGlyphs.vertical(side)
      for row in top...bottom { draw(glyph, column, row, side) }
    }
    func join(
      _ corner: BorderGlyphs.Corner, _ column: Int, _ row: Int, _ side: BorderSide,
      _ horizontal: BorderLine, _ vertical: BorderLine
    ) {
      guard horizontal != .none, vertical != .none else { return }
      draw(
        BorderGlyphs.corner(corner, horizontal: horizontal, vertical: vertical, isRound: isRound),
        column, row, side)
    }
    join(.topLeft, left, top, border.top, lines.top, lines.left)
    join(.topRight, right, top, border.top, lines.top, lines.right)
    join(.bottomLeft, left, bottom, border.bottom, lines.bottom, lines.left)
    join(.bottomRight, right, bottom, border.bottom, lines.bottom, lines.right)
  }

  private mutating func draw(_ glyph: SafeText, _ column: Int, _ row: Int, _ side: BorderSide) {
    let behind = Backdrop(buffer[column, row].rendition.background)
    let ink = Foreground(
      side.color == .currentColor ? host.text.color : side.color ?? host.text.color,
      opacity: host.text.opacity, palette: environment.palette)
    buffer[column, row].put(glyph)
    buffer[column, row].rendition.foreground = ink.cellColor(on: behind.visible(in: environment))
  }

  /// Leaves out the outer quarter of each corner cell of a filled block, where there is no text.
  private mutating func roundCorners(_ box: CellRect) {
    guard box.columns > 1 else { return }
    let right = box.column + box.columns - 1
    let bottom = box.row + box.rows - 1
    guard bottom > box.row else { return }
    for (corner, column, row) in [
      (BorderGlyphs.Corner.topLeft, box.column, box.row), (.topRight, right, box.row),
      (.bottomLeft, box.column, bottom), (.bottomRight, right, bottom),
    ] where !contentBox.contains(CellPosition(column: column, row: row)) {
      let fill = buffer[column, row].rendition.background
      buffer[column, row].put(BorderGlyphs.roundedFill(corner))
      buffer[column, row].rendition.foreground = fill
      buffer[column, row].rendition.background = .standard
    }
  }
}

/// Text of one row.
extension BlockPainter {
  mutating func paint(_ lines: BlockLines) {
    var row = geometry.rowsAbove
    for line in lines.lines {
      switch line {
      case .text(let line): paint(line, lines, row: row)
      case .sized(let sized): paint(sized, lines.fitting.alignment, row: row)
      }
      row += line.rows
    }
    paintRunGradients()
  }

  private mutating func paint(_ line: TextLine, _ lines: BlockLines, row: Int) {
    let placement = LinePlacement(of: line, text.bytes, lines.fitting, atoms: text.atoms)
    let edge = geometry.columnsBefore + geometry.contentColumns
    var meter = ColumnMeter(lines.fitting)
    var position = line.range.lowerBound
    var column = geometry.columnsBefore
    var pending: SafeText = ""
    text.line.forEachPiece(of: line, lines.fitting, placement) { piece in
      let first = column
      let run: Int
      switch piece {
      case .blanks(let count, nil):
        column += count
        return
      case .blanks(let count, let owner?):
        run = owner
        let link = linkNumber(run)
        column += count
        for blank in first..<max(first, min(column, edge)) {
          let rendition = rendition(run, column: blank, row: row)
          put(
            pending + " ", width: 1, column: blank, row: row, rendition: rendition, link: link,
            run: run)
          pending = ""
        }
      case .text(let range, let owner):
        run = owner
        // Tabs and soft hyphens are in no piece.
        _ = meter.take(text.bytes, from: position, to: range.lowerBound, limit: Int.max)
        position = range.upperBound
        paint(range, of: run, &meter, column: &column, before: edge, row: row, &pending)
      case .sign(let bytes, let owner):
        run = owner
        for cluster in TextClusters(bytes, rules: rules) where cluster.width > 0 {
          let rendition = rendition(run, column: min(column, buffer.columns - 1), row: row)
          put(
            SafeText(trusted: String(decoding: bytes[cluster.range], as: UTF8.self)),
            width: cluster.width, column: column, row: row, rendition: rendition,
            link: linkNumber(run), run: run)
          column += cluster.width
        }
        return
      }
      noteShadows(of: run, columns: first..<max(first, min(column, edge)), row: row)
    }
    if line.showsHyphen || line.showsOverflow { return }
    // A line of nothing but such text has no cell of its own; what shows is not lost for that.
    column = min(column, edge - 1)
    if column >= geometry.columnsBefore, showsWithoutCells(pending.string) {
      buffer[column, row].put(pending + " ")
    }
  }

  private mutating func paint(
    _ range: Range<Int>, of run: Int, _ meter: inout ColumnMeter, column: inout Int,
    before edge: Int, row: Int, _ pending: inout SafeText
  ) {
    let link = linkNumber(run)
    var position = range.lowerBound
    while position < range.upperBound {
      if ground.isUniform, pending.isEmpty {
        let ascii = asciiText(from: position, before: range.upperBound)
        let cells = min(ascii.count, edge - column)
        if cells > 0, meter.takeASCII(ascii.count) {
          putASCII(position..<position + cells, column: column, row: row, link: link, run: run)
          position = ascii.upperBound
          column += ascii.count
          continue
        }
      }
      let start = position
      let before = meter.column
      meter.takeCluster(text.bytes, at: &position, before: range.upperBound)
      let width = meter.column - before
      if width == 0 {
        attach(start..<position, before: column, row: row, &pending)
      } else {
        let rendition = rendition(run, column: column, row: row)
        put(
          pending + cellText(start..<position), width: width, column: column, row: row,
          rendition: rendition, link: link, run: run)
        pending = ""
        column += width
      }
    }
  }

  /// The printable ASCII characters from an offset on, before a possible mark on the last one.
  private func asciiText(from start: Int, before end: Int) -> Range<Int> {
    var position = start
    while position < end, text.bytes[position].isPrintableASCII { position += 1 }
    if position > start, position < text.bytes.count, text.bytes[position] >= 0x80 { position -= 1 }
    return start..<position
  }

  private mutating func putASCII(
    _ range: Range<Int>, column: Int, row: Int, link: UInt16, run: Int
  ) {
    buffer.putASCII(
      text.bytes, range, column: column, row: row, rendition: uniformRendition(run), link: link)
    let first = row * buffer.columns + column
    for index in first..<first + range.count { runs[index] = Int32(run) }
  }

  /// Attaches a cluster without cells to the cell before it; at the start of a line it waits for
  /// the first cell.
  private mutating func attach(
    _ range: Range<Int>, before column: Int, row: Int, _ pending: inout SafeText
  ) {
    var base = column - 1
    while base > geometry.columnsBefore, buffer[base, row].width == 0 { base -= 1 }
    guard base >= geometry.columnsBefore, runs[row * buffer.columns + base] >= 0 else {
      pending += text.slice(range)
      return
    }
    // In place: a line may have very many such clusters.
    buffer.update(base, row) { $0.attach(text.slice(range)) }
  }

  private func cellText(_ range: Range<Int>) -> SafeText {
    if range.count == 1 {
      return SafeText(trusted: ASCIIText.strings[Int(text.bytes[range.lowerBound] & 0x7F)])
    }
    return text.slice(range)
  }
}
