import StyleValues

/// Matches selectors against one element (Selectors 4 §18); each nested list is tested only once.
struct SelectorMatcher {
  private let element: MatchingElement
  private var answers: [Int: Bool] = [:]

  private(set) var asked = 0

  init(_ element: MatchingElement) { self.element = element }

  mutating func matches(_ selector: Selector) -> Bool {
    matches(selector.subject, inside: selector.context)
  }

  /// True if the element meets a compound, and its ancestors the compounds to the left of it.
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
    case .root: return element.ancestorContext == nil
    case .nthChild(let step, let offset):
      return AnPlusB.contains(element.position.index, step: step, offset: offset)
    case .nthLastChild(let step, let offset):
      guard let count = element.position.count else { return false }
      return AnPlusB.contains(count - element.position.index + 1, step: step, offset: offset)
    case .anyOf(let list): return matchesAny(of: list)
    case .noneOf(let list): return !matchesAny(of: list)
    case .never: return false
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

struct MatchingElement {
  /// The element name or tag, if any selector names it.
  var type: NameID?

  /// `unknown` replaces classes that no selector names.
  var classes: [NameID]

  var attributes: [ElementAttribute] = []

  var states: ControlState

  var position: SiblingPosition

  /// nil for the root.
  var ancestorContext: AncestorContext?

  /// The stylesheet's tests that hold for it, if the index needs them.
  var tests = MatchedTests.none
}

/// The context entries that the parent and the other ancestors of an element meet.
///
/// Inner selectors cannot distinguish two elements with equal contexts.
struct AncestorContext: Hashable, Sendable {
  var parent: ContextSet

  var ancestors: ContextSet

  /// For elements that no selector tests.
  static let unobserved = AncestorContext(parent: ContextSet(), ancestors: ContextSet())

  /// True if the compounds to the left of a compound match.
  func meets(_ reference: ContextTable.Reference) -> Bool {
    switch reference.combinator {
    case .child: parent.contains(reference.entry)
    case .descendant: ancestors.contains(reference.entry)
    }
  }
}
