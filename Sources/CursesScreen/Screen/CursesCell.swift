import CNCurses
import CellLayout
import StyleValues
import TerminalOutput

/// Conversion of cells to the cells of ncurses.
enum CursesCell {
  /// Attributes and colour pair for cells of one rendition.
  struct Style {
    fileprivate let attributes: UInt32
    fileprivate let pair: Int32

    init(_ rendition: GraphicRendition, pair: Int32, _ features: ScreenFeatures) {
      self.pair = pair
      attributes = CursesCell.attributes(of: features.renditions.visible(rendition))
    }
  }

  /// Appends one or two cells of ncurses for a cell.
  ///
  /// ncurses keeps a base and four combining scalars, and relies on `wcwidth`. A cluster that is
  /// wider than its base (a flag, an emoji because of U+FE0F) is spread over both of its cells; of
  /// a joined emoji the first one is shown.
  static func append(
    _ text: String, width: Int, column: Int, _ style: Style, to line: inout [cn_cell]
  ) {
    var made = cn_cell()
    made.pair = style.pair
    made.attributes = style.attributes
    made.column = Int32(column)
    let utf8 = text.utf8
    if utf8.count == 1, let byte = utf8.first {
      made.scalars.0 = byte < 0x20 || byte == 0x7F ? 0x20 : UInt32(byte)
      line.append(made)
      return
    }
    var second = made
    second.column += 1
    second.scalars.0 = 0x20
    let fit = split(text.unicodeScalars, width: width)
    set(&made, fit.first)
    line.append(made)
    guard let rest = fit.second else { return }
    set(&second, rest)
    line.append(second)
  }

  /// Width of a scalar in cells for ncurses; -1 if it is not printable.
  static func width(_ scalar: Unicode.Scalar) -> Int32 { cn_width(scalar.value) }

  /// Scalars for the first cell and, if the base is one cell wide in a cell of two, for the second.
  static func split(
    _ scalars: String.UnicodeScalarView, width: Int
  ) -> (first: [UInt32], second: [UInt32]?) {
    var groups: [(width: Int, scalars: [UInt32])] = []
    for scalar in scalars {
      let wide = Int(cn_width(scalar.value))
      if wide > 0 {
        groups.append((wide, [scalar.value]))
      } else if wide == 0, scalar.value != 0, let last = groups.indices.last,
        groups[last].scalars.count < 5, !scalar.properties.isDefaultIgnorableCodePoint
      {
        groups[last].scalars.append(scalar.value)
      }
    }
    guard let base = groups.first, base.width <= width else {
      return ([groups.isEmpty ? 0xFFFD : 0x20], width == 2 ? [0x20] : nil)
    }
    if base.width == width { return (base.scalars, nil) }
    let next = groups.dropFirst().first
    return (base.scalars, next.map { $0.width == 1 ? $0.scalars : [0x20] } ?? [0x20])
  }

  private static func set(_ cell: inout cn_cell, _ scalars: [UInt32]) {
    func at(_ index: Int) -> UInt32 { index < scalars.count ? scalars[index] : 0 }
    cell.scalars = (at(0), at(1), at(2), at(3), at(4), 0)
  }

  /// The bits of `cn_cell.attributes`.
  private static func attributes(of rendition: GraphicRendition) -> UInt32 {
    var bits = 0
    let attributes = rendition.attributes
    if attributes.contains(.bold) { bits |= CN_BOLD }
    if attributes.contains(.faint) { bits |= CN_FAINT }
    if attributes.contains(.italic) { bits |= CN_ITALIC }
    if attributes.contains(.blink) { bits |= CN_BLINK }
    if attributes.contains(.reverse) { bits |= CN_REVERSE }
    if attributes.contains(.strikethrough) { bits |= CN_STRIKE }
    if attributes.contains(.overline) { bits |= CN_OVERLINE }
    switch rendition.underline {
    case .none: break
    case .single: bits |= CN_UNDERLINE
    case .double: bits |= CN_DOUBLE
    case .curly: bits |= CN_CURLY
    case .dotted: bits |= CN_DOTTED
    case .dashed: bits |= CN_DASHED
    }
    return UInt32(bits)
  }
}

extension CellBuffer {
  /// The buffer cut and filled to a size, without halves of wide cells.
  func fitted(columns: Int, rows: Int) -> CellBuffer {
    if columns == self.columns, rows == self.rows, cells.indices.allSatisfy(isWhole) { return self }
    var fitted = CellBuffer(columns: columns, rows: rows)
    fitted.links = links
    let width = min(columns, self.columns)
    for row in 0..<min(rows, self.rows) {
      for column in 0..<width {
        let cell = self[column, row]
        let isCut = cell.width == 2 && column == width - 1
        fitted[column, row] =
          isWhole(row * self.columns + column) && !isCut ? cell : Cell(rendition: cell.rendition)
      }
    }
    return fitted
  }

  /// True if a cell is one column wide, or one half of a wide one with the other half beside it.
  private func isWhole(_ index: Int) -> Bool {
    switch cells[index].width {
    case 0: index % columns > 0 && cells[index - 1].width == 2
    case 1: true
    case 2: (index + 1) % columns > 0 && cells[index + 1].width == 0
    default: false
    }
  }
}

/// The colour pairs of ncurses: a number for each combination of foreground and background.
///
/// Pairs are assigned in order; when all are used, the owner drops them together and draws again.
struct ColorPairs {
  /// Number of usable pairs, without pair 0, which is the terminal's default colours.
  let limit: Int32

  private var numbers: [UInt64: Int32] = [:]

  /// Creates an empty set; `limit` is the highest usable number.
  init(limit: Int32) { self.limit = limit }

  /// The pair of a combination of colour numbers, of which -1 is the default colour, and true if it
  /// has to be defined first; nil if there is none left.
  mutating func number(foreground: Int32, background: Int32) -> (pair: Int32, isNew: Bool)? {
    if foreground < 0, background < 0 { return (0, false) }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let known = numbers[key] { return (known, false) }
    guard numbers.count < Int(limit) else { return nil }
    let pair = Int32(numbers.count) + 1
    numbers[key] = pair
    return (pair, true)
  }

  mutating func removeAll() { numbers.removeAll(keepingCapacity: true) }
}

/// Writes the cells of a frame that ncurses cannot represent: links, underlines with a colour of
/// their own, and clusters of more than a base and four marks.
///
/// ncurses has written a replacement of the same width there; these bytes overwrite it. A row is
/// written again whenever ncurses may have changed it, and the cursor and the rendition are left in
/// the state that ncurses assumes (DECSC, DECRC).
struct CellOverlay {
  /// True if underlines may have a colour, SGR 58.
  let underlineColor: Bool

  /// True if links are written, OSC 8.
  let hyperlinks: Bool

  private let encoder: SGREncoder

  init(_ features: ScreenFeatures) {
    underlineColor = features.renditions.contains(.underlineColor)
    hyperlinks = features.hyperlinks
    encoder = SGREncoder(capabilities: features.renditions)
  }

  /// Appends the special cells of some rows; nothing if there are none.
  ///
  /// Special cells of the frame before, which has the same size, are overwritten, too. The rows of
  /// `prints` are shown as they would be printed.
  func append(
    _ buffer: CellBuffer, over previous: CellBuffer?, rows: some Sequence<Int>,
    prints: [CellRect] = [], into bytes: inout [UInt8]
  ) {
    var isOpen = false
    for row in rows where hasSpecial(buffer, row) || previous.map({ hasSpecial($0, row) }) == true {
      var column = 0
      // Behind a cluster that a terminal may draw wider, all cells may be displaced.
      var isMoved = false
      while column < buffer.columns {
        let cell = buffer[column, row]
        let before = previous?[column, row]
        guard isMoved || isSpecial(cell) || before.map({ isSpecial($0) }) == true else {
          column += 1
          continue
        }
        if !isOpen { bytes += [0x1B, UInt8(ascii: "7")] }
        isOpen = true
        let position = CellPosition(column: column, row: row)
        if let print = prints.first(where: { $0.contains(position) }) {
          isMoved = isMoved || isJoined(cell) || before.map { isJoined($0) } == true
          if isMoved {
            let end = min(print.endColumn, buffer.columns)
            // One after the other, wherever the terminal ends each, and none into the next row
            // (DECAWM).
            bytes += "\u{1B}[?7l".utf8
            write(buffer, row: row, columns: column..<end, isPrinted: true, into: &bytes)
            bytes += "\u{1B}[?7h".utf8
            column = end
            continue
          }
        }
        let end = min(
          buffer.columns, column + max(reach(of: cell), before.map { reach(of: $0) } ?? 0))
        write(buffer, row: row, columns: column..<end, into: &bytes)
        column += max(1, Int(cell.width))
      }
    }
    if isOpen { bytes += [0x1B, UInt8(ascii: "8")] }
  }

  private func hasSpecial(_ buffer: CellBuffer, _ row: Int) -> Bool {
    let all = buffer.cells
    let cells = all.span
    for index in row * buffer.columns..<(row + 1) * buffer.columns {
      if cells[index].link > 0 || cells[index].rendition.underlineColor != .standard
        || cells[index].text.utf8.count > 4
      {
        return true
      }
    }
    return false
  }

  /// True if ncurses cannot show a cell as it is.
  func isSpecial(_ cell: Cell) -> Bool {
    if hyperlinks, cell.link > 0 { return true }
    if underlineColor, cell.rendition.underline != .none, cell.rendition.underlineColor != .standard
    {
      return true
    }
    return isJoined(cell)
  }

  /// True if a cell has a cluster that ncurses cannot represent.
  private func isJoined(_ cell: Cell) -> Bool {
    guard cell.width > 0, cell.text.utf8.count > 4 else { return false }
    let pieces = CursesCell.split(cell.text.unicodeScalars, width: Int(cell.width))
    return pieces.first + (pieces.second ?? []) != cell.text.unicodeScalars.map(\.value)
  }

  /// Cells that a cluster may cover in a terminal that does not support it.
  ///
  /// Their contents are written again.
  private func reach(of cell: Cell) -> Int {
    let widths = cell.text.unicodeScalars.reduce(0) { $0 + max(0, Int(CursesCell.width($1))) }
    return max(Int(cell.width), widths)
  }

  private func write(
    _ buffer: CellBuffer, row: Int, columns: Range<Int>, isPrinted: Bool = false,
    into bytes: inout [UInt8]
  ) {
    var last: GraphicRendition?
    for column in columns where buffer[column, row].width > 0 {
      let cell = buffer[column, row]
      let link = hyperlinks ? link(of: cell, in: buffer) : nil
      link?.appendStart(id: Int(cell.link), into: &bytes)
      defer { if link != nil { Hyperlink.appendEnd(into: &bytes) } }
      // Each cell at its own column, wherever the terminal ends the one before.
      if !isPrinted || column == columns.lowerBound {
        bytes += Array("\u{1B}[\(row + 1);\(column + 1)H".utf8)
      }
      if !isPrinted || last != cell.rendition {
        bytes += Array("\u{1B}[0m".utf8) + encoder.bytes(setting: cell.rendition)
      }
      last = cell.rendition
      let hasControl = cell.text.unicodeScalars.contains {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
      }
      bytes += Array((hasControl ? " " : cell.text).utf8)
    }
  }

  private func link(of cell: Cell, in buffer: CellBuffer) -> Hyperlink? {
    guard cell.link > 0, Int(cell.link) <= buffer.links.count else { return nil }
    return Hyperlink(target: buffer.links[Int(cell.link) - 1])
  }
}
