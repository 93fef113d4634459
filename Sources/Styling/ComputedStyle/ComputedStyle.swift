/// The value of every property for one object.
public struct ComputedStyle: Hashable, Sendable {
  /// The properties that reach spans.
  public var text: TextStyle

  /// The properties of the block.
  public var block: BlockStyle

  /// Puts a style together; without arguments every property has its initial value.
  public init(text: TextStyle = .initial, block: BlockStyle = .initial) {
    self.text = text
    self.block = block
  }
}
