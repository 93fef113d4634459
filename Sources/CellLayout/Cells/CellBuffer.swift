/// One cell of a screen or of a block of output.
@frozen
public struct Cell: Hashable, Sendable {
  /// The grapheme cluster that starts here, safe for a terminal.
  ///
  /// Empty in the second cell of a wide cluster; a blank cell holds a space.
  public var text: String

  /// How many cells the cluster takes: 1 or 2; 0 in the second cell of a wide one.
  public var width: UInt8

  /// How it is drawn.
  public var rendition: GraphicRendition

  /// Index into the buffer's link table plus 1; 0 is no link.
  public var link: UInt16

  /// Puts a cell together; without arguments it is blank.
  public init(
    text: String = " ", width: UInt8 = 1, rendition: GraphicRendition = .standard, link: UInt16 = 0
  ) {
    self.text = text
    self.width = width
    self.rendition = rendition
    self.link = link
  }

  /// A space in the terminal's default state.
  public static let blank = Cell()

  /// Whether two cells are the same; what differs most often is compared first.
  @inlinable
  public static func == (left: Cell, right: Cell) -> Bool {
    left.rendition == right.rendition && left.width == right.width && left.link == right.link
      && left.text == right.text
  }
}

/// A rectangle of cells: what a block of text becomes, and what a screen shows.
public struct CellBuffer: Hashable, Sendable {
  /// Cells in a row.
  public private(set) var columns: Int

  /// Rows.
  public private(set) var rows: Int

  /// The cells, row after row.
  public private(set) var cells: [Cell]

  /// The targets that `Cell.link` counts.
  public var links: [String] = []

  /// A rectangle of blank cells.
  ///
  /// Negative sizes count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell in a column and a row, both from 0.
  ///
  /// Both must be inside.
  public subscript(column: Int, row: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// The cells of a row from 0.
  public func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * columns..<(row + 1) * columns]
  }

  /// Gives every cell another rendition, row after row.
  public mutating func updateRenditions(_ update: (GraphicRendition) -> GraphicRendition) {
    for place in cells.indices {
      let old = cells[place].rendition
      let new = update(old)
      if new != old { cells[place].rendition = new }
    }
  }

  /// Adds a row of cells at the bottom; it is cut or filled with blanks to `columns`.
  public mutating func append(row: some Sequence<Cell>) {
    var added = Array(row.prefix(columns))
    while added.count < columns { added.append(.blank) }
    cells.append(contentsOf: added)
    rows += 1
  }
}
