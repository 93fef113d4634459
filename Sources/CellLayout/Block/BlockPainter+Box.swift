import StyleValues
import StyledText
import Styling

/// Background, border and corners.
extension BlockPainter {
  /// Paints everything that is behind and around the text.
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
    let plain = ground.backdrop.cellColor(in: environment)
    for row in area.row..<area.row + area.rows {
      for column in area.column..<area.column + area.columns {
        var background = plain
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
    buffer[column, row].rendition.foreground = ink.cellColor(
      on: behind.visible(in: environment))
  }

  /// Leaves out the outer quarter of each corner cell of a filled block, where no text is.
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
