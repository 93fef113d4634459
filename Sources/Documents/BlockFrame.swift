import CellLayout
import StyleValues
import StyledText
import Styling

/// An open block of a document, with the edges of its rows.
struct BlockFrame {
  /// The style of its element, that of blanks inside it, and that of blanks around it.
  var style: StyleID
  var filling: StyleID
  var outside: StyleID

  /// True if blanks inside it can be seen.
  let paintsBlanks: Bool

  let display: Display

  /// Values of the block's properties, which all frames of an element share.
  private let values: Values
  var block: BlockStyle { _read { yield values.block } }

  private final class Values {
    let block: BlockStyle
    init(_ block: BlockStyle) { self.block = block }
  }

  /// Columns of the block's edges; rows inside it have `contentColumns`.
  var geometry: BoxGeometry

  /// Counter of the items of a list; nil for other blocks.
  var counter: ListCounter?

  /// Marker of the first row, until that is emitted.
  var marker: Marker?

  /// Number of the outermost frame whose edges the rows have: below it there was no room.
  var firstShown = 0

  /// True if the block or one around it is narrow because of its own width.
  var isNarrow = false

  /// Text in front of the first row of an item.
  struct Marker {
    var text: [UInt8]
    let cells: Int
    var style: StyleID
  }

  /// Columns that were available to the block.
  var available = 0

  /// Its borders beside a row, made with the first row.
  var sides: (left: TableLine?, right: TableLine?) = (nil, nil)

  init(
    style: StyleID, filling: StyleID, outside: StyleID, paintsBlanks: Bool, display: Display,
    block: BlockStyle, geometry: BoxGeometry
  ) {
    (self.style, self.filling, self.outside) = (style, filling, outside)
    self.paintsBlanks = paintsBlanks
    self.display = display
    values = Values(block)
    self.geometry = geometry
  }

  /// The same frame for another element with equal properties.
  func with(style: StyleID, filling: StyleID) -> BlockFrame {
    var frame = self
    (frame.style, frame.filling, frame.outside) = (style, filling, filling)
    frame.sides = (nil, nil)
    return frame
  }

  /// The same frame for a number of available columns.
  func fitted(to columns: Int) -> BlockFrame {
    var frame = self
    frame.available = columns
    frame.geometry = BoxGeometry(block, available: columns)
    return frame
  }

  mutating func visit(_ body: (inout StyleID) -> Void) {
    sides = (nil, nil)
    body(&style)
    body(&filling)
    body(&outside)
    if var own = marker {
      body(&own.style)
      marker = own
    }
  }

  var edgeColumns: Int { geometry.columns - geometry.contentColumns }

  /// True if the block looks broken without its edges: it is painted, or has a border at its right.
  var isClosed: Bool { paintsBlanks || geometry.border.right > 0 }

  var hasTopEdge: Bool { geometry.border.top + geometry.padding.top > 0 }
  var hasBottomEdge: Bool { geometry.border.bottom + geometry.padding.bottom > 0 }
}

extension BlockFrame {
  /// Creates the frame of a host object or a cell, whose edges others draw.
  init(content style: StyleID, _ block: BlockStyle, _ styles: inout ComputedStyleTable) {
    let filling = styles.filling(of: style)
    self.init(
      style: style, filling: filling, outside: filling,
      paintsBlanks: style != .host && DocumentLayout.paints(filling, styles), display: .block,
      block: block.withoutBox, geometry: BoxGeometry(block.withoutBox, available: 1))
  }
}

/// Margins between two rows of text, which collapse (CSS 2.2 §8.3.1).
struct CollapsedMargin {
  /// The greatest margin.
  private var most = 0
  private var overlap = 0

  /// Rows that are blank: text does not overlap.
  var rows: Int { max(0, most - overlap) }

  /// Collapses a margin with the others; nil is `auto`, and percentages refer to `columns`.
  mutating func take(_ length: BoxLength?, in columns: Int) {
    guard let length else { return }
    let pixels = length.pixels(of: Double(columns) * CellMetrics.width)
    let rows = CellMetrics.cells(
      BoxLength(pixels: abs(pixels)), .vertical, of: columns, keepsSmall: true)
    if pixels > 0 { most = max(most, rows) } else { overlap = max(overlap, rows) }
  }
}

extension BlockStyle {
  /// The properties of a block of a document as a terminal shows them.
  ///
  /// Flat text keeps blank lines and the indentation of lists, which separate its parts.
  func shown(isFlat: Bool, isList: Bool) -> BlockStyle {
    guard isFlat else { return self }
    var flat = self
    let (margin, padding) = (self.margin, self.padding)
    flat.margin = BoxSides(all: .zero)
    flat.margin.top = margin.top
    flat.margin.bottom = margin.bottom
    flat.padding = BoxSides(all: .zero)
    if isList { flat.padding.left = padding.left }
    flat.border = BlockStyle.initial.border
    flat.textAlign = .start
    (flat.width, flat.minWidth, flat.maxWidth) = (nil, nil, nil)
    return flat
  }

  /// The same properties without margins, edges and widths.
  var withoutBox: BlockStyle {
    var bare = withoutEdges
    bare.margin = BoxSides(all: .zero)
    (bare.width, bare.minWidth, bare.maxWidth, bare.maxLines) = (nil, nil, nil, nil)
    return bare
  }

  /// The same properties without those that depend on the room around it (CSS 2.2 §17.5.2.2).
  var measured: BlockStyle {
    var own = self
    own.margin.left = margin.left ?? .zero
    own.margin.right = margin.right ?? .zero
    func fixed(_ width: BoxLength?) -> BoxLength? {
      width.flatMap { $0.percentage == 0 && $0.formula == nil && !$0.fitsContent ? $0 : nil }
    }
    (own.width, own.maxWidth) = (fixed(width), fixed(maxWidth))
    return own
  }

  /// The same properties without border and padding, for a table with collapsed borders.
  var withoutEdges: BlockStyle {
    var bare = self
    bare.padding = BoxSides(all: .zero)
    bare.border = BlockStyle.initial.border
    return bare
  }

  /// The same properties without edges at the sides, for which there is no room.
  var withoutSides: BlockStyle {
    var narrow = self
    narrow.margin.left = .zero
    narrow.margin.right = .zero
    narrow.padding.left = .zero
    narrow.padding.right = .zero
    narrow.border.left = BorderSide()
    narrow.border.right = BorderSide()
    return narrow
  }
}
