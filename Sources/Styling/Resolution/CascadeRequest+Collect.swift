import StyleValues

extension StyleResolver.CascadeRequest {
  /// Adds the declarations of those rules whose selector matches; the order is that of CSS.
  mutating func collect(from entries: RuleIndex.EntryList, of resolver: StyleResolver) {
    for entry in entries where entry.isActive && resolver.matches(entry, element) {
      let rule = resolver.stylesheet.rules[Int(entry.rule)]
      let selector = rule.selectors[Int(entry.selector)].selector
      add(rule, entry, .specificity(selector.specificity), of: resolver)
    }
  }

  /// Adds the declarations of those rules that the look-up order finds.
  mutating func collect(
    from entries: RuleIndex.EntryList, of resolver: StyleResolver, place: Int, _ order: LookupOrder
  ) {
    for entry in entries where entry.isActive {
      let rule = resolver.stylesheet.rules[Int(entry.rule)]
      let subject = rule.selectors[Int(entry.selector)].selector.subject
      guard let step = order.step(of: subject, place: place),
        resolver.host.states.isSuperset(of: subject.states)
      else { continue }
      add(rule, entry, .lookup(step: step, states: Int32(subject.states.count)), of: resolver)
    }
  }

  private mutating func add(
    _ rule: StyleRule, _ entry: RuleIndex.Entry, _ precision: CascadePriority.Precision,
    of resolver: StyleResolver
  ) {
    let layer = resolver.layerStrength(rule.layer)
    for number in rule.declarations {
      let declaration = resolver.stylesheet.declarations[number]
      guard resolver.host.states.isSuperset(of: declaration.states) else { continue }
      candidates.append(
        CascadeCandidate(
          declaration: declaration,
          priority: CascadePriority(
            isImportant: declaration.isImportant && resolver.isCSS, origin: .sheet, layer: layer,
            precision: precision.naming(declaration.states), order: Int32(number)),
          cause: .rule(entry.rule, selector: entry.selector), dialect: rule.dialect))
    }
  }

  /// Adds a declaration of the `style` attribute.
  mutating func addInline(_ declaration: Declaration, dialect: Dialect) {
    candidates.append(
      CascadeCandidate(
        declaration: declaration,
        priority: CascadePriority(
          isImportant: declaration.isImportant && dialect == .css, origin: .inline,
          layer: CascadePriority.outsideLayers, precision: .lookup(step: 0, states: 0),
          order: Int32(candidates.count)),
        cause: .style, dialect: dialect))
  }

  /// Adds a declaration that belongs to the tag itself. It is written in dialect `css`.
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
