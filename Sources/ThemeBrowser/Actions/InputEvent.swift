import CellLayout
package import StyleValues

/// An input of a person at the terminal.
package enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)

  /// The mouse was used.
  case mouse(MouseEvent)

  /// Text was pasted (bracketed paste): it is data, never commands.
  case paste(String)
}

/// Something that the mouse did, and where.
package struct MouseEvent: Hashable, Sendable {
  /// Action of the mouse; buttons mean the first one.
  package enum Action: Hashable, Sendable {
    /// The button went down.
    case press
    /// The button came up.
    case release
    /// The mouse moved with the button down.
    case drag
    /// The wheel turned by a notch, away from the person or towards them.
    case wheelUp, wheelDown
  }

  /// Action of the mouse.
  package var action: Action

  /// Position of the mouse, both from 0.
  package var column: Int, row: Int

  /// The cell under the mouse.
  var cell: CellPosition { CellPosition(column: column, row: row) }

  /// Number of the press among several on one cell in quick order, from 1.
  package var count = 1

  /// Puts a mouse event together.
  package init(_ action: Action, column: Int, row: Int, count: Int = 1) {
    self.action = action
    self.column = column
    self.row = row
    self.count = count
  }
}
