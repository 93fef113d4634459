import StyleValues
package import Styling

extension ComputedStyle {
  /// The style of a paragraph inside of a block: how its lines are made, without the block's box.
  package var ofParagraph: ComputedStyle {
    var result = self
    result.block = .initial
    result.block.textAlign = block.textAlign
    result.block.textOverflow = block.textOverflow
    result.block.whiteSpace = block.whiteSpace
    result.block.overflowWrap = block.overflowWrap
    result.block.tabSize = block.tabSize
    result.block.maxLines = block.maxLines
    return result
  }

  /// The style of a block on a terminal: where text is flat, without what is only drawn.
  package func shown(in environment: Environment) -> ComputedStyle {
    guard environment.isFlat else { return self }
    var result = self
    result.block.border = BlockStyle.initial.border
    result.block.borderRadius = 0
    result.block.padding = BlockStyle.initial.padding
    result.block.margin = BlockStyle.initial.margin
    result.block.textAlign = .start
    result.text.backgroundImage = nil
    result.text.shadows = []
    return result
  }
}
