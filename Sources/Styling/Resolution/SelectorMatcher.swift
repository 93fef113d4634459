/// Tells whether selectors match elements (Selectors 4 §18).
struct SelectorMatcher {
  /// What was found out about nested lists: the same ancestors are asked again and again.
  private var memory: [Question: Bool] = [:]

  private struct Question: Hashable {
    var list: Int
    var element: Int32
  }

  /// Forgets what was found out, because numbers of elements will be used again.
  mutating func forget() {
    if !memory.isEmpty { memory.removeAll(keepingCapacity: true) }
  }

  /// How a search among ancestors ends.
  private enum Outcome {
    case matches
    /// Not here; an ancestor farther out may do.
    case failsHere
    /// No ancestor can do: there are too few left.
    case failsEverywhere
  }

  /// Whether an element is what a selector asks for.
  mutating func matches(_ selector: Selector, _ element: Int32, in tree: ElementTree) -> Bool {
    guard matches(selector.subject, element, in: tree) else { return false }
    guard let context = selector.context else { return true }
    if case .matches = matchContext(context[...], of: element, in: tree) { return true }
    return false
  }

  /// Goes through the steps from right to left. There are as many calls inside each other as the
  /// selector has steps.
  private mutating func matchContext(
    _ steps: ArraySlice<Selector.ContextStep>, of element: Int32, in tree: ElementTree
  ) -> Outcome {
    guard let step = steps.first else { return .matches }
    let required = Self.requiredBits(step.compound)
    var candidate = tree[element].parent
    while candidate >= 0 {
      // No ancestor from here on has the names: the search is over.
      guard tree[candidate].ancestry & required == required else { return .failsEverywhere }
      if matches(step.compound, candidate, in: tree) {
        switch matchContext(steps.dropFirst(), of: candidate, in: tree) {
        case .matches: return .matches
        case .failsEverywhere: return .failsEverywhere
        case .failsHere: break
        }
      }
      if step.combinator == .child { return .failsHere }
      candidate = tree[candidate].parent
    }
    return .failsEverywhere
  }

  private static func requiredBits(_ compound: CompoundSelector) -> UInt64 {
    (compound.type.map(ElementTree.bit) ?? 0) | (compound.firstClass.map(ElementTree.bit) ?? 0)
  }

  private mutating func matches(
    _ compound: CompoundSelector, _ number: Int32, in tree: ElementTree
  ) -> Bool {
    let element = tree[number]
    if let type = compound.type, element.type != type { return false }
    if let name = compound.firstClass, !element.classes.contains(name) { return false }
    guard element.states.isSuperset(of: compound.states) else { return false }
    guard let more = compound.more else { return true }
    for name in more.otherClasses where !element.classes.contains(name) { return false }
    for pseudoClass in more.pseudoClasses where !matches(pseudoClass, number, in: tree) {
      return false
    }
    return true
  }

  private mutating func matches(
    _ pseudoClass: PseudoClass, _ number: Int32, in tree: ElementTree
  ) -> Bool {
    let element = tree[number]
    switch pseudoClass {
    case .root:
      return element.parent < 0
    case .nthChild(let step, let offset):
      return AnPlusB.contains(element.position.index, step: step, offset: offset)
    case .nthLastChild(let step, let offset):
      guard let count = element.position.count else { return false }
      return AnPlusB.contains(count - element.position.index + 1, step: step, offset: offset)
    case .anyOf(let list):
      return matchesAny(of: list, number, in: tree)
    case .noneOf(let list):
      return !matchesAny(of: list, number, in: tree)
    }
  }

  private mutating func matchesAny(
    of list: SelectorList, _ number: Int32, in tree: ElementTree
  ) -> Bool {
    let question = Question(list: list.number, element: number)
    if let answer = memory[question] { return answer }
    var answer = false
    for selector in list.selectors where matches(selector, number, in: tree) {
      answer = true
      break
    }
    memory[question] = answer
    return answer
  }
}
