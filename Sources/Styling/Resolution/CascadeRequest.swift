import CSSSyntax
import StyleValues

/// What is asked of the cascade for one element.
struct CascadeRequest {
  /// What selectors ask of the element.
  let element: ElementFacts

  /// The style around it.
  let parent: ComputedStyle

  /// What it inherits besides.
  let scope: VariableScope
  let extensions: ExtensionValues

  /// Whether block properties count.
  let isHost: Bool

  /// The declarations that apply to it.
  private(set) var candidates: [CascadeCandidate] = []

  private let sheet: Stylesheet
  private let layerStrengths: [Int32]
  private var matcher: SelectorMatcher

  init(
    _ element: ElementFacts, inside parent: ComputedStyle, scope: VariableScope,
    extensions: ExtensionValues, isHost: Bool = false, sheet: Stylesheet, index: RuleIndex
  ) {
    self.element = element
    self.parent = parent
    self.scope = scope
    self.extensions = extensions
    self.isHost = isHost
    self.sheet = sheet
    layerStrengths = index.layerStrengths
    matcher = SelectorMatcher(element)
    candidates.reserveCapacity(8)
  }

  /// The context entries that the element meets, of those that it may meet.
  mutating func metContexts(among numbers: [Int32]) -> [Int32] {
    let entries = sheet.pool.contexts.entries
    return numbers.filter { number in
      let entry = entries[Int(number)]
      return matcher.matches(entry.compound, inside: entry.outer)
    }
  }

  /// The candidates, strongest first.
  ///
  /// A rule that several of its selectors bring counts once.
  var sortedCandidates: [CascadeCandidate] {
    guard candidates.count > 1 else { return candidates }
    // Numbers are sorted, because candidates are large; and the closure must not hold all of self.
    let candidates = candidates
    let order = candidates.indices.sorted { candidates[$0].priority > candidates[$1].priority }
    var sorted: [CascadeCandidate] = []
    sorted.reserveCapacity(order.count)
    var seen: Set<Int32> = []
    for index in order {
      if case .rule = candidates[index].cause {
        let number = candidates[index].priority.order
        if order.count > 16 {
          guard seen.insert(number).inserted else { continue }
        } else if sorted.contains(where: { $0.isRule(number) }) {
          continue
        }
      }
      sorted.append(candidates[index])
    }
    return sorted
  }

  // MARK: Rules

  /// Adds the declarations of those rules whose selector matches; the order is that of CSS.
  mutating func collect(_ entries: NameChains<RuleIndex.Entry>.Chain) {
    for entry in entries where entry.isActive {
      let selector = sheet.selectors[Int(entry.selector)].selector
      guard matcher.matches(selector) else { continue }
      add(entry, .specificity(selector.specificity))
    }
  }

  /// Adds the declarations of those rules that the look-up order finds.
  mutating func collect(
    _ entries: NameChains<RuleIndex.Entry>.Chain, place: Int, _ order: LookupOrder
  ) {
    for entry in entries where entry.isActive {
      let subject = sheet.selectors[Int(entry.selector)].selector.subject
      guard let step = order.step(of: subject, place: place),
        element.states.isSuperset(of: subject.states)
      else { continue }
      add(entry, .lookup(step: step, states: Int32(subject.states.count)))
    }
  }

  private mutating func add(_ entry: RuleIndex.Entry, _ precision: CascadePriority.Precision) {
    let rule = sheet.rules[Int(entry.rule)]
    let isCSS = sheet.dialect == .css
    let layer = rule.layer < 0 ? CascadePriority.outsideLayers : layerStrengths[Int(rule.layer)]
    for number in rule.declarations {
      let declaration = sheet.declarations[number]
      guard element.states.isSuperset(of: declaration.states) else { continue }
      candidates.append(
        CascadeCandidate(
          declaration: declaration,
          priority: CascadePriority(
            isImportant: declaration.isImportant && isCSS, origin: .sheet, layer: layer,
            precision: precision.naming(declaration.states), order: Int32(number)),
          cause: .rule(entry.rule, selector: entry.selector), dialect: rule.dialect))
    }
  }

  // MARK: Other declarations

  /// Adds a declaration of the `style` attribute.
  mutating func addInline(_ declaration: Declaration) {
    candidates.append(
      CascadeCandidate(
        declaration: declaration,
        priority: CascadePriority(
          isImportant: declaration.isImportant && sheet.dialect == .css, origin: .inline,
          layer: CascadePriority.outsideLayers, precision: .lookup(step: 0, states: 0),
          order: Int32(candidates.count)),
        cause: .style, dialect: sheet.dialect))
  }

  /// Adds a declaration that belongs to the tag itself.
  ///
  /// It is written in dialect `css`.
  mutating func addBuiltIn(_ declaration: Declaration, tag: String) {
    candidates.append(
      CascadeCandidate(
        declaration: declaration,
        priority: CascadePriority(
          isImportant: false, origin: .builtIn, layer: 0,
          precision: .specificity(Specificity(types: 1)), order: Int32(candidates.count)),
        cause: .builtIn(tag: tag), dialect: .css))
  }
}

extension CascadePriority.Precision {
  /// The same, made more exact by the states that a declaration's key names.
  fileprivate func naming(_ states: ControlState) -> CascadePriority.Precision {
    guard states.count > 0 else { return self }
    switch self {
    case .specificity(let specificity):
      return .specificity(specificity + Specificity(classes: Int32(states.count)))
    case .lookup(let step, let named):
      return .lookup(step: step, states: named + Int32(states.count))
    }
  }
}
