import CSSSyntax
import StyleValues

/// The input of the cascade for one element: inherited values, and the declarations that apply.
struct CascadeRequest {
  let element: MatchingElement

  let parent: ComputedStyle

  /// The style without declarations.
  let start: ComputedStyle

  let scope: VariableScope

  let extensions: ExtensionValues

  /// nil for the element itself.
  let pseudoElement: PseudoElement?

  /// True if block properties count.
  let isHost: Bool

  /// True if candidates that certainly lose are kept, for explanations.
  let keepsLosers: Bool

  /// The declarations that apply; the strongest first after `sortCandidates()`.
  private(set) var candidates: [CascadeCandidate] = []

  /// Declarations that are not in the stylesheet.
  private var ownDeclarations: [Declaration] = []

  let index: RuleIndex

  private var matcher: SelectorMatcher

  /// False if the resolver has used up its tests; then only rules that need no more than names
  /// apply.
  private let mayAsk: Bool

  /// True if rules were left out that might apply.
  private(set) var isIncomplete = false

  /// The cost of the request, in compounds that were tested.
  var asked: Int {
    matcher.asked + passedOver / 16
      + max(0, candidates.count - Self.fewCandidates) * Self.costOfCandidate
  }

  private static let fewCandidates = 64

  /// In compounds: what it costs to sort and apply a declaration.
  private static let costOfCandidate = 20

  private var passedOver = 0

  init(
    _ element: MatchingElement, inside parent: ComputedStyle, start: ComputedStyle,
    scope: VariableScope, extensions: ExtensionValues, pseudoElement: PseudoElement? = nil,
    isHost: Bool = false, keepsLosers: Bool = true, index: RuleIndex, mayAsk: Bool = true
  ) {
    self.element = element
    self.parent = parent
    self.start = start
    self.scope = scope
    self.extensions = extensions
    self.pseudoElement = pseudoElement
    self.isHost = isHost
    self.keepsLosers = keepsLosers
    self.index = index
    self.mayAsk = mayAsk
    matcher = SelectorMatcher(element)
    candidates.reserveCapacity(8)
  }

  var isCSS: Bool { index.sheet.dialect == .css }

  func declaration(of candidate: CascadeCandidate) -> Declaration {
    let number = Int(candidate.priority.order)
    return candidate.priority.origin == .sheet
      ? index.sheet.declarations[number] : ownDeclarations[number]
  }

  func dialect(of candidate: CascadeCandidate) -> Dialect {
    switch candidate.cause {
    case .rule(let number, _): index.sheet.rules[Int(number)].dialect
    case .style: index.sheet.dialect
    case .builtIn: .css
    }
  }

  /// The entries of the context table that the element meets, among those with these numbers.
  mutating func metContexts(among numbers: [Int32]) -> [Int32] {
    let entries = index.sheet.pool.contexts.entries
    guard mayAsk || numbers.count <= RuleIndex.mostAsked else {
      isIncomplete = true
      return []
    }
    return numbers.filter { number in
      let entry = entries[Int(number)]
      guard mayBeAsked(entry.compound) else { return false }
      return matcher.matches(entry.compound, inside: entry.outer)
    }
  }

  /// Sorts the strongest first; a rule that applies by several of its selectors counts once.
  mutating func sortCandidates() {
    guard candidates.count > 1 else { return }
    if candidates.count <= 16 {
      insertionSort()
    } else {
      candidates.sort { $0.priority > $1.priority }
    }
    var seen: Set<Int32> = []
    var kept = 0
    for index in candidates.indices {
      let candidate = candidates[index]
      if candidate.priority.origin == .sheet {
        let order = candidate.priority.order
        if candidates.count > 16 {
          guard seen.insert(order).inserted else { continue }
        } else if candidates[..<kept].contains(where: {
          $0.priority.order == order && $0.priority.origin == .sheet
        }) {
          continue
        }
      }
      candidates[kept] = candidate
      kept += 1
    }
    candidates.removeSubrange(kept...)
  }

  /// Insertion sort, because the rules of one class are nearly sorted.
  private mutating func insertionSort() {
    for index in 1..<candidates.count {
      let candidate = candidates[index]
      var slot = index
      while slot > 0, candidates[slot - 1].priority < candidate.priority {
        candidates[slot] = candidates[slot - 1]
        slot -= 1
      }
      candidates[slot] = candidate
    }
  }

  // MARK: Rules

  /// Adds the declarations of the rules that apply.
  ///
  /// `position` is the index of the class that they are for, or the number of classes. `order` is
  /// nil for the order of CSS.
  mutating func collect(_ list: RuleIndex.List, position: Int, _ order: ClassLookupOrder?) {
    switch list {
    case .chain(let entries):
      for entry in entries where entry.isActive { _ = addIfMet(entry, position, order) }
    case .bucket where !mayAsk: isIncomplete = true
    case .bucket(let bucket):
      passedOver += bucket.visit(element.tests, keepsLosers: keepsLosers) {
        addIfMet($0, position, order)
      }
    }
  }

  /// True if a compound may be tested; large ones may not after too many tests.
  private mutating func mayBeAsked(_ compound: CompoundSelector) -> Bool {
    if mayAsk || !compound.asks(forMoreThan: Self.fewConditions) { return true }
    isIncomplete = true
    return false
  }

  private static let fewConditions = 8

  private mutating func addIfMet(
    _ entry: RuleIndex.Entry, _ position: Int, _ order: ClassLookupOrder?
  ) -> Bool {
    let selector = index.sheet.selectors[Int(entry.selector)].selector
    guard mayBeAsked(selector.subject) else { return false }
    guard let order else {
      guard matcher.matches(selector) else { return false }
      add(entry, .specificity(selector.specificity))
      return true
    }
    let subject = selector.subject
    guard let step = order.step(of: subject, position: position),
      element.states.isSuperset(of: subject.states),
      subject.more == nil && selector.context == nil || matcher.matches(selector)
    else { return false }
    let conditions = subject.conditionCount + (selector.context == nil ? 0 : 1)
    add(entry, .lookup(step: step, conditions: Int32(conditions)))
    return true
  }

  private mutating func add(_ entry: RuleIndex.Entry, _ precision: CascadePriority.Precision) {
    let rule = index.sheet.rules[Int(entry.rule)]
    let layer =
      rule.layer < 0 ? CascadePriority.outsideLayers : index.layerStrengths[Int(rule.layer)]
    for number in rule.declarations {
      let states = index.sheet.declarations[number].states
      guard element.states.isSuperset(of: states) else { continue }
      candidates.append(
        CascadeCandidate(
          priority: CascadePriority(
            isImportant: index.sheet.declarations[number].isImportant && isCSS, origin: .sheet,
            layer: layer, precision: precision.naming(states), order: Int32(number)),
          cause: .rule(entry.rule, selector: entry.selector),
          properties: index.sheet.declarations[number].property.longhands))
    }
  }

  // MARK: Other declarations

  mutating func addInline(_ declaration: Declaration) {
    add(
      declaration, .style,
      CascadePriority(
        isImportant: declaration.isImportant && isCSS, origin: .inline,
        layer: CascadePriority.outsideLayers, precision: .lookup(step: 0, conditions: 0),
        order: Int32(ownDeclarations.count)))
  }

  /// Adds a declaration, written in dialect `css`.
  mutating func addBuiltIn(_ declaration: Declaration) {
    add(
      declaration, .builtIn,
      CascadePriority(
        isImportant: false, origin: .builtIn, layer: 0,
        precision: .specificity(Specificity(types: 1)), order: Int32(ownDeclarations.count)))
  }

  private mutating func add(
    _ declaration: Declaration, _ cause: CascadeCandidate.Cause, _ priority: CascadePriority
  ) {
    ownDeclarations.append(declaration)
    candidates.append(
      CascadeCandidate(
        priority: priority, cause: cause, properties: declaration.property.longhands))
  }
}

extension CascadePriority.Precision {
  /// The precision with the states in a declaration's key.
  fileprivate func naming(_ states: ControlState) -> CascadePriority.Precision {
    guard states.count > 0 else { return self }
    switch self {
    case .specificity(let specificity):
      return .specificity(specificity + Specificity(classes: Int32(states.count)))
    case .lookup(let step, let named):
      return .lookup(step: step, conditions: named + Int32(states.count))
    }
  }
}
