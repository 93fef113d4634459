/// The number of a node: a style in its place, ready to be used again.
public struct StyleNodeID: Hashable, Sendable {
  /// From 0 on, in the order in which nodes were made.
  public let index: Int32

  init(index: Int) {
    self.index = Int32(index)
  }
}

/// The resolved style of a run, and all that the styles inside it depend on.
public struct StyleNode: Sendable {
  /// How the text looks.
  public let style: TextStyle

  /// What is painted behind it.
  public let paint: PaintState

  /// The custom properties that spans inside it see.
  let scope: VariableScope

  /// Its element in the tree that selectors look at; -1 where none of them looks at ancestors.
  let element: Int32
}
