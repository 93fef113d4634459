import CellLayout
import StyleValues
import StyledText
import Styling

/// A block of a document that is open, with the edges that its rows have.
struct BlockFrame {
  /// The style of its element, that of blanks inside it, and that of blanks around it.
  var style: StyleID
  var filling: StyleID
  var outside: StyleID

  /// True if blanks inside it can be seen.
  let paintsBlanks: Bool

  let display: Display

  /// Values of its properties, in one place for all frames of an element.
  private let values: Values
  var block: BlockStyle {
    _read { yield values.block }
  }

  private final class Values {
    let block: BlockStyle
    init(_ block: BlockStyle) { self.block = block }
  }

  /// The cells of its edges; rows inside it have `contentColumns`.
  var geometry: BoxGeometry

  /// Counter of its items, where it is a list.
  var counter: ListCounter?

  /// Marker that its first row will have.
  var marker: Marker?

  /// Number of the outermost frame whose edges its rows have: below it there was no room.
  var firstShown = 0

  /// True if its rows are narrow by its own width or that of a block around it.
  var isNarrow = false

  /// Text in front of the first row of an item.
  struct Marker {
    var text: [UInt8]
    let cells: Int
    var style: StyleID
  }

  /// Columns that there were for it.
  var available = 0

  /// Its borders beside a row, once there was one.
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

  /// The same frame for another element that looks like its own.
  func with(style: StyleID, filling: StyleID) -> BlockFrame {
    var frame = self
    (frame.style, frame.filling, frame.outside) = (style, filling, filling)
    frame.sides = (nil, nil)
    return frame
  }

  /// The same frame in so many columns.
  func fitted(to columns: Int) -> BlockFrame {
    var frame = self
    frame.available = columns
    frame.geometry = BoxGeometry(block, available: columns)
    return frame
  }

  /// Calls a function with each style.
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

  /// Columns that its edges take.
  var edgeColumns: Int { geometry.columns - geometry.contentColumns }

  /// True if it would look broken without its edges: it is painted, or has a border at its right.
  var isClosed: Bool { paintsBlanks || geometry.border.right > 0 }

  var hasTopEdge: Bool { geometry.border.top + geometry.padding.top > 0 }
  var hasBottomEdge: Bool { geometry.border.bottom + geometry.padding.bottom > 0 }
}

extension BlockFrame {
  /// The frame of a host object or a cell, whose edges others draw.
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
  /// The greatest margin, and the greatest of those below 0, without its sign.
  private var most = 0
  private var overlap = 0

  /// Rows that are blank: text does not overlap.
  var rows: Int { max(0, most - overlap) }

  /// Lets a margin collapse with the others.
  ///
  /// - Parameters:
  ///   - length: The margin; nil is `auto`.
  ///   - columns: Columns of the containing block.
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
  /// Flat text keeps what tells its parts: blank lines, and the indentation of lists.
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

  /// The same without a box.
  var withoutBox: BlockStyle {
    var bare = withoutEdges
    bare.margin = BoxSides(all: .zero)
    (bare.width, bare.minWidth, bare.maxWidth, bare.maxLines) = (nil, nil, nil, nil)
    return bare
  }

  /// The same with what depends on the room around it left out (CSS 2.2 §17.5.2.2).
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

  /// The same without border and padding, where those of its cells take their place.
  var withoutEdges: BlockStyle {
    var bare = self
    bare.padding = BoxSides(all: .zero)
    bare.border = BlockStyle.initial.border
    return bare
  }

  /// The same without edges at its sides, where there is no room for them.
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
