import StyleValues
import StyledText
import Styling

/// Fills the cells of a block: box, then text, then shadows.
struct BlockPainter {
  var buffer: CellBuffer
  var runs: [Int32]
  var sizedTexts: [SizedText] = []
  var typesetTexts: [TypesetText] = []

  let text: InlineContent
  let paints: [ResolvedTextStyle]
  let host: ComputedStyle
  let geometry: BoxGeometry
  let textRows: Int
  let target: OutputTarget

  /// Background behind all text of the block.
  let ground: Ground

  /// Shadows, and their state in this block.
  var shadows = ShadowState()

  /// The work that painting may still take.
  var budget: LayoutBudget

  /// Link numbers of the targets so far.
  private var links: [String: UInt16] = [:]

  /// Rendition of each run on the block's own background.
  let uniformRenditions: [GraphicRendition]

  init(
    text: InlineContent, paints: [ResolvedTextStyle], host: ComputedStyle, backdrop: Backdrop,
    geometry: BoxGeometry, textRows: Int, target: OutputTarget, budget: LayoutBudget
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
    self.paints = paints
    self.host = host
    self.geometry = geometry
    self.textRows = textRows
    self.target = target
    ground = Ground(
      backdrop: backdrop, isFilled: blank.rendition.background != .standard,
      isUniform: host.text.gradient == nil || host.text.backgroundClip == .text)
    uniformRenditions = paints.map {
      $0.rendition(on: backdrop.painting($0.backdrop, in: environment), in: environment)
    }
  }

  // Read where they are: cells ask for them.
  var environment: Environment { _read { yield target.environment } }
  var rules: WidthRules { target.widthRules }
  var largeText: LargeText { target.largeText }

  /// Columns and rows between the borders, borders left out.
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
      column: geometry.margin.left, row: geometry.margin.top,
      columns: geometry.borderBoxColumns,
      rows: buffer.rows - geometry.margin.top - geometry.margin.bottom)
  }

  /// Columns and rows of the text.
  var contentBox: CellRect {
    CellRect(
      column: geometry.columnsBefore, row: geometry.rowsAbove, columns: geometry.contentColumns,
      rows: textRows)
  }

  /// Returns the rendition of a run in a cell, on the background that the cell has already.
  func rendition(_ run: Int, column: Int, row: Int) -> GraphicRendition {
    if ground.isUniform { return uniformRenditions[run] }
    if paints[run].backdrop == .none, !paints[run].isTranslucent {
      var rendition = uniformRenditions[run]
      rendition.background = buffer[column, row].rendition.background
      return rendition
    }
    let behind = Backdrop(buffer[column, row].rendition.background)
    return paints[run].rendition(
      on: behind.painting(paints[run].backdrop, in: environment), in: environment)
  }

  /// The number of a run's link.
  mutating func linkNumber(_ run: Int) -> UInt16 {
    guard let target = text.runs[run].link else { return 0 }
    if let number = links[target] { return number }
    // Links past what a cell can count are left out.
    guard buffer.links.count < Int(UInt16.max) else { return 0 }
    buffer.links.append(target)
    let number = UInt16(buffer.links.count)
    links[target] = number
    return number
  }

  /// Puts a cluster into a cell; a wide one takes the cells after it, too.
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

/// Background behind all text of a block.
struct Ground {
  /// The block's own background, one colour.
  let backdrop: Backdrop

  /// True if all cells have had it from the start.
  let isFilled: Bool

  /// True if every cell behind the text has that colour: there is no gradient.
  let isUniform: Bool
}

/// State of a painter's shadows.
struct ShadowState {
  /// The parts of runs that shadows fall from, as they were painted.
  var sources: [ShadowSource] = []

  /// Shadows of which some cell shows something.
  var seen: Set<TextShadow> = []

  /// Shadows of which a text, if not each, shows nothing.
  var hidden: Set<TextShadow> = []

  var profiles: [TextShadow: ShadowProfile] = [:]
}
