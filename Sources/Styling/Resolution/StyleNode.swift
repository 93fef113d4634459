/// The number of a node: a style in its place, ready to be used again.
package struct StyleNodeID: Hashable, Sendable {
  /// From 0 on.
  package let index: Int32

  init(index: Int) {
    self.index = Int32(index)
  }
}

/// The resolved style of a run, and all that the styles inside it depend on.
package final class StyleNode {
  /// Style of the text.
  package let style: TextStyle

  /// Background and opacity of the text.
  package let paint: PaintState

  /// The custom properties that spans inside it see.
  let scope: VariableScope

  /// The values of the host program's properties.
  package let extensions: ExtensionValues

  /// Context that selectors for spans inside it test.
  let surroundings: AncestorContext

  /// Format besides the style of its text.
  let format: ElementFormat

  /// True if it or an element around it has `display: none`.
  package var isHidden: Bool { format.isHidden }

  /// The box that it makes inside its line; nil for text among other text.
  package var box: InlineBox? { format.box }

  /// Returns the content that the sheet puts before or after its text.
  package func generated(_ part: PseudoElement) -> GeneratedText? {
    switch part {
    case .before: format.before
    case .after: format.after
    }
  }

  /// The style of an element inside for which CSS has no declaration.
  private(set) lazy var inheritedStyle = ComputedStyle(text: style).inherited

  init(
    style: TextStyle, paint: PaintState, scope: VariableScope, extensions: ExtensionValues,
    surroundings: AncestorContext, format: ElementFormat = .plain
  ) {
    self.style = style
    self.paint = paint
    self.scope = scope
    self.extensions = extensions
    self.surroundings = surroundings
    self.format = format
  }
}
