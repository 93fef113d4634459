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
}
