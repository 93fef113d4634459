import StyleValues

/// Tells whether selectors match an element (Selectors 4 §18).
///
/// It answers for one element; nested lists are asked once each, however often they come up.
struct SelectorMatcher {
  private let element: MatchingElement
  private var answers: [Int: Bool] = [:]

  private(set) var asked = 0

  init(_ element: MatchingElement) {
    self.element = element
  }

  mutating func matches(_ selector: Selector) -> Bool {
    matches(selector.subject, inside: selector.context)
  }

  /// True if the element meets a compound, and its ancestors what stands to the left of it.
  mutating func matches(
    _ compound: CompoundSelector, inside context: ContextTable.Reference?
  ) -> Bool {
    asked += 1
    if let context {
      guard let ancestorContext = element.ancestorContext, ancestorContext.meets(context) else {
        return false
      }
    }
    if let type = compound.type, element.type != type { return false }
    if let name = compound.firstClass, !element.classes.contains(name) { return false }
    guard element.states.isSuperset(of: compound.states) else { return false }
    guard let more = compound.more else { return true }
    for name in more.otherClasses where !element.classes.contains(name) { return false }
    for attribute in more.attributes where !attribute.matches(element.attributes) { return false }
    for pseudoClass in more.pseudoClasses where !matches(pseudoClass) { return false }
    return true
  }

  private mutating func matches(_ pseudoClass: PseudoClass) -> Bool {
    switch pseudoClass {
    case .root:
      return element.ancestorContext == nil
    case .nthChild(let step, let offset):
      return AnPlusB.contains(element.position.index, step: step, offset: offset)
    case .nthLastChild(let step, let offset):
      guard let count = element.position.count else { return false }
      return AnPlusB.contains(count - element.position.index + 1, step: step, offset: offset)
    case .anyOf(let list):
      return matchesAny(of: list)
    case .noneOf(let list):
      return !matchesAny(of: list)
    case .never:
      return false
    }
  }

  private mutating func matchesAny(of list: SelectorList) -> Bool {
    guard list.isRemembered else { return list.selectors.contains { matches($0) } }
    if let answer = answers[list.number] { return answer }
    let answer = list.selectors.contains { matches($0) }
    answers[list.number] = answer
    return answer
  }
}

/// Properties of an element that selectors test.
struct MatchingElement {
  /// The element name or tag, if any selector mentions it.
  var type: NameID?

  /// The classes; `unknown` stands in the place of one that no selector mentions.
  var classes: [NameID]

  var attributes: [ElementAttribute] = []

  var states: ControlState

  var position: SiblingPosition

  /// Context of the elements around it; nil for the root.
  var ancestorContext: AncestorContext?

  /// Tests of the sheet that hold for it, where the index needs them.
  var tests = MatchedTests.none
}

/// Context of an element: the tests that its parent and the ancestors beyond it meet.
///
/// Two elements with equal contexts cannot be told apart by anything inside them.
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
