import CSSView
import CellLayout
import StyledText

extension TextRenderer {
  /// A text as one block with all of its lines.
  func wholeBlock(_ text: AttributedText, for target: OutputTarget) -> BlockLayout {
    block(text, for: target, hasLastLine: true, mostCells: BlockLayout.mostCells)
  }
}

extension BlockLayout {
  /// Why it cannot be shown: it has too many rows.
  var failure: CommandFailure? {
    guard let exceededRows else { return nil }
    return CommandFailure(
      .unusableInput,
      "a block of more than \(exceededRows) rows of \(buffer.columns) columns is too large: "
        + "\(Self.mostCells) cells are the most; 'cssview render' takes texts of any length")
  }
}
