import StyleValues

/// Properties of an element that selectors test.
struct MatchingElement {
  /// The element name or tag, if any selector mentions it.
  var type: NameID?

  /// The classes; `unknown` stands in the place of one that no selector mentions.
  var classes: [NameID]

  /// The attributes that selectors may ask for.
  var attributes: [ElementAttribute] = []

  /// The control states that are active.
  var states: ControlState

  /// Its place among its siblings.
  var position: SiblingPosition

  /// Context of the elements around it; nil for the root.
  var surroundings: AncestorContext?

  /// Tests of the sheet that hold for it, where the index needs them.
  var tests = MatchedTests.none
}

/// Context of an element: the tests that its parent and the ancestors beyond it meet.
///
/// Two elements with equal surroundings cannot be told apart by anything inside them.
struct AncestorContext: Hashable, Sendable {
  /// The entries of the sheet's `ContextTable` that the parent meets.
  var parent: ContextSet

  /// The entries that any ancestor meets, the parent included.
  var ancestors: ContextSet

  /// Context of elements that no selector looks at.
  static let unobserved = AncestorContext(parent: ContextSet(), ancestors: ContextSet())

  /// True if what has to stand to the left of a compound does.
  func meets(_ reference: ContextTable.Reference) -> Bool {
    switch reference.combinator {
    case .child: parent.contains(reference.entry)
    case .descendant: ancestors.contains(reference.entry)
    }
  }
}
