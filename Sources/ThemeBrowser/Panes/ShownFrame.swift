package import CellLayout
import StyledText
import TerminalOutput

/// A frame on the screen, and its variant while the next one is late.
package struct ShownFrame {
  package let buffer: CellBuffer

  /// nil hides the cursor.
  package let cursor: CellPosition?

  /// Rectangles with previews, whose rows are shown as they would be printed.
  package let prints: [CellRect]

  let look: GraphicRendition
  let rules: WidthRules

  /// The frame with a last row that says that the browser is busy, and which key quits.
  package func late(_ keys: BusyKeys) -> CellBuffer {
    var late = buffer
    let words = SafeText.label(" still working; \(keys.leavingKey) leaves").string
    let bytes = Array(words.utf8)
    guard cellWidth(of: words, rules: rules) <= late.columns, late.rows > 0 else { return late }
    let row = late.rows - 1
    for column in 0..<late.columns {
      let letter = bytes.indices.contains(column) ? bytes[column] : 0x20
      late[column, row] = Cell(text: .label(String(Unicode.Scalar(letter))), rendition: look)
    }
    return late
  }
}
