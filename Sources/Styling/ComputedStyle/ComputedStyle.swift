/// The value of every property for one object.
package struct ComputedStyle: Hashable, Sendable {
  /// The properties that reach spans.
  package var text: TextStyle

  /// The properties of the block.
  ///
  /// They are many and few elements have them, so styles share them until one is changed.
  package var block: BlockStyle {
    get { storage.block }
    set { storage = BlockStorage(newValue) }
  }

  private var storage: BlockStorage

  private final class BlockStorage: Hashable, Sendable {
    let block: BlockStyle

    init(_ block: BlockStyle) { self.block = block }

    static let initial = BlockStorage(.initial)

    static func == (left: BlockStorage, right: BlockStorage) -> Bool {
      left === right || left.block == right.block
    }

    func hash(into hasher: inout Hasher) { hasher.combine(block) }
  }

  /// A style whose block properties have their initial values; without arguments all have.
  package init(text: TextStyle = .initial) {
    self.text = text
    storage = .initial
  }

  /// Puts a style together.
  package init(text: TextStyle, block: BlockStyle) {
    self.text = text
    storage = BlockStorage(block)
  }

  /// The style of an element inside for which CSS has no declaration: what is inherited as here,
  /// the rest initial.
  var inherited: ComputedStyle {
    var style = self
    let initial = ComputedStyle()
    let hasBlock = block != .initial
    for definition in PropertyDefinition.all
    where !definition.isInherited && (definition.reachesSpans || hasBlock) {
      definition.copy(initial, &style)
    }
    return style
  }
}
