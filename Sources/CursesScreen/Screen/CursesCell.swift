import CNCurses
import CellLayout
import StyleValues

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

  /// Appends what ncurses needs for a cell: one or two of its own.
  ///
  /// ncurses keeps a base and four combining scalars, and believes `wcwidth`. A cluster that is
  /// wider than its base (a flag, an emoji made so by U+FE0F) is spread over both of its cells; of
  /// a joined emoji the first one is shown.
  static func append(
    _ text: String, width: Int, column: Int, _ look: Style, to line: inout [cn_cell]
  ) {
    var made = cn_cell()
    made.pair = look.pair
    made.attributes = look.attributes
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

  /// Cells that a scalar takes in ncurses' eyes; -1 if it is not printable.
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
  /// The buffer cut and filled to a size, with every wide cell whole.
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

  /// True if a cell is one column wide, or one half of a wide one whose other half is beside it.
  private func isWhole(_ index: Int) -> Bool {
    switch cells[index].width {
    case 0: index % columns > 0 && cells[index - 1].width == 2
    case 1: true
    case 2: (index + 1) % columns > 0 && cells[index + 1].width == 0
    default: false
    }
  }
}
