import CellLayout
import StyledText

/// A buffer to draw the chrome into.
///
/// Text is made safe on the way, and cut where its place ends.
struct Canvas {
  private(set) var buffer: CellBuffer

  /// How the terminal counts cells.
  let rules: WidthRules

  /// A blank canvas.
  init(columns: Int, rows: Int, rules: WidthRules) {
    buffer = CellBuffer(columns: columns, rows: rows)
    self.rules = rules
  }

  /// Writes text into the first row of a place, from its left.
  ///
  /// - Returns: the column after the text.
  @discardableResult
  mutating func write(
    _ text: String, in place: CellRect, _ rendition: GraphicRendition = .standard
  ) -> Int {
    var column = place.column
    guard place.rows > 0, place.row >= 0, place.row < buffer.rows else { return column }
    let bytes = Array(TextSanitizer.label(Self.start(of: text)).utf8)
    let end = min(place.endColumn, buffer.columns)
    for cluster in TextClusters(bytes, rules: rules) {
      guard column + cluster.width <= end else { break }
      guard cluster.width > 0 else { continue }
      let string = String(decoding: bytes[cluster.range], as: UTF8.self)
      set(
        Cell(text: string, width: UInt8(cluster.width), rendition: rendition), column: column,
        row: place.row)
      column += cluster.width
    }
    return column
  }

  /// Writes text so that it ends at the right of a place.
  ///
  /// - Returns: the column where it starts.
  @discardableResult
  mutating func writeRight(
    _ text: String, in place: CellRect, _ rendition: GraphicRendition = .standard
  ) -> Int {
    let width = width(of: text)
    guard width <= place.columns else { return place.endColumn }
    write(text, in: place.inset(left: place.columns - width), rendition)
    return place.endColumn - width
  }

  /// Cells that text takes when it is written.
  func width(of text: String) -> Int {
    cellWidth(of: TextSanitizer.label(Self.start(of: text)), rules: rules)
  }

  /// As much of a text as any screen can show: a line of a sheet may have megabytes.
  private static func start(of text: String) -> String {
    text.utf8.count <= 8192 ? text : String(text.unicodeScalars.prefix(8192))
  }

  /// Gives all cells of a place a look, and blanks them.
  mutating func fill(_ place: CellRect, with text: String = " ", _ rendition: GraphicRendition) {
    for row in max(0, place.row)..<max(0, min(place.endRow, buffer.rows)) {
      for column in place.column..<max(place.column, min(place.endColumn, buffer.columns)) {
        set(Cell(text: text, rendition: rendition), column: column, row: row)
      }
    }
  }

  /// Copies a part of another buffer into a place.
  ///
  /// - Parameters:
  ///   - source: the cells.
  ///   - firstRow: the row of it that stands at the top.
  ///   - place: where to; what does not fit is cut off.
  mutating func copy(_ source: CellBuffer, firstRow: Int, to place: CellRect) {
    let rows = min(place.rows, source.rows - firstRow, buffer.rows - place.row)
    let columns = min(place.columns, source.columns, buffer.columns - place.column)
    guard rows > 0, columns > 0 else { return }
    // Two previews side by side may have more links than cells can count.
    let hasRoom = buffer.links.count + source.links.count <= Int(UInt16.max)
    let firstLink = UInt16(hasRoom ? buffer.links.count : 0)
    if hasRoom { buffer.links += source.links }
    for row in 0..<rows {
      for column in 0..<columns {
        var cell = source[column, firstRow + row]
        let isCut = cell.width == 2 && column == columns - 1
        if isCut { cell = Cell(rendition: cell.rendition) }
        cell.link = hasRoom && cell.link > 0 ? cell.link + firstLink : 0
        buffer[place.column + column, place.row + row] = cell
      }
    }
  }

  /// Changes how the cells of a place look.
  mutating func restyle(_ place: CellRect, _ change: (GraphicRendition) -> GraphicRendition) {
    for row in max(0, place.row)..<max(0, min(place.endRow, buffer.rows)) {
      for column in place.column..<max(place.column, min(place.endColumn, buffer.columns)) {
        let old = buffer[column, row].rendition
        let new = change(old)
        if new != old { buffer[column, row].rendition = new }
      }
    }
  }

  private mutating func set(_ cell: Cell, column: Int, row: Int) {
    buffer[column, row] = cell
    for rest in 1..<max(1, Int(cell.width)) {
      buffer[column + rest, row] = Cell(text: "", width: 0, rendition: cell.rendition)
    }
  }
}
