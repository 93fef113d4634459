package import StyleValues

/// A box of one line inside the text: `display: inline-block` (CSS 2.2 §10.3.9), with the block
/// properties that apply to it.
package struct InlineBox: Hashable, Sendable {
  /// `width`; nil is `auto`.
  package var width: BoxLength?

  /// `min-width`; nil is `auto`.
  package var minWidth: BoxLength?

  /// `max-width`; nil is `none`.
  package var maxWidth: BoxLength?

  package var padding: (left: BoxLength, right: BoxLength) { (paddingLeft, paddingRight) }
  private var paddingLeft: BoxLength
  private var paddingRight: BoxLength

  /// `auto` counts as 0 here.
  package var margin: (left: BoxLength, right: BoxLength) { (marginLeft, marginRight) }
  private var marginLeft: BoxLength
  private var marginRight: BoxLength

  package var textAlign: TextAlignment

  package var textOverflow: TextOverflow

  /// True if text that is wider than the box is cut: by `overflow`, or because any `text-overflow`
  /// is declared.
  package var cutsText: Bool

  package var tabSize: Int

  /// Copies the values of an element: `declared` are its own properties, `textAlign` and `tabSize`
  /// the values around it.
  init(_ block: BlockStyle, declared: PropertySet, textAlign: TextAlignment, tabSize: Int) {
    width = block.width
    minWidth = block.minWidth
    maxWidth = block.maxWidth
    paddingLeft = block.padding.left
    paddingRight = block.padding.right
    marginLeft = block.margin.left ?? .zero
    marginRight = block.margin.right ?? .zero
    self.textAlign = declared.contains(PropertySet(.textAlign)) ? block.textAlign : textAlign
    textOverflow = block.textOverflow
    cutsText = block.overflow == .hidden || declared.contains(PropertySet(.textOverflow))
    self.tabSize = declared.contains(PropertySet(.tabSize)) ? block.tabSize : tabSize
  }
}

extension PropertySet {
  /// The properties that apply to an inline box, and not to other elements in a line.
  static let ofBoxes = PropertySet(of: [
    .textAlign, .textOverflow, .overflow, .width, .minWidth, .maxWidth, .tabSize, .paddingLeft,
    .paddingRight, .marginLeft, .marginRight,
  ])

  /// The properties of a block's surroundings, which do not apply to an inline box.
  static let ofFrames = PropertySet(
    of: [.borderRadius, .paddingTop, .paddingBottom, .marginTop, .marginBottom]
      + ShorthandID.border.longhands)

  /// The properties that do not apply to an element in a line that is no box.
  static let ofBlocks = PropertySet(of: [.whiteSpace, .overflowWrap, .maxLines, .readable])
    .union(ofBoxes).union(ofFrames)
}

extension PropertyID {
  /// True if an inline box has its own value of it; otherwise the whole text's counts.
  package var isOfBoxes: Bool { PropertySet.ofBoxes.contains(PropertySet(self)) }
}

extension BlockStyle {
  /// The values for laying out text inside an inline box.
  package func inside(_ box: InlineBox?) -> BlockStyle {
    guard let box else { return self }
    var block = self
    block.textAlign = box.textAlign
    block.textOverflow = box.textOverflow
    block.tabSize = box.tabSize
    return block
  }

  /// True if one of the properties, as far as they are of blocks, is not initial.
  func sets(_ properties: PropertySet) -> Bool {
    guard self != .initial else { return false }
    let (own, initial) = (ComputedStyle(text: .initial, block: self), ComputedStyle())
    return properties.intersection(.ofBlocks).members.contains { id in
      var other = own
      PropertyDefinition.of(id).copy(initial, &other)
      return other.block != own.block
    }
  }
}
