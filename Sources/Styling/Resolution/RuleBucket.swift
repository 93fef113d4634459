import StyleValues

/// The rules under one name, or under none, if they are too many to test each for each element.
///
/// Those that need an attribute, a position, a second class or an ancestor are found by it. In
/// dialect `css` the strongest come first, and rules whose properties are all decided are skipped.
final class RuleBucket: Sendable {
  /// Rules, the strongest first.
  private struct Row: Sendable {
    var entries: [RuleIndex.Entry] = []
    /// For each rule the number of a test without which an element does not match; -1 is none.
    var tests: [Int32] = []
    var effects: [RuleEffects.Effect] = []
    /// The properties that each rule and those after it declare.
    var rest: [PropertySet] = []
    /// The number of custom properties that they declare.
    var variableCount = 0

    mutating func add(_ entry: RuleIndex.Entry, _ test: Int32, _ effect: RuleEffects.Effect) {
      entries.append(entry)
      tests.append(test)
      effects.append(effect)
    }

    mutating func finish() {
      rest = effects.map(\.declared)
      for index in rest.indices.dropLast().reversed() { rest[index].formUnion(rest[index + 1]) }
      variableCount = Set(effects.lazy.flatMap(\.variables)).count
    }
  }

  private let all: Row
  private let untested: Row
  private let tested: [Int32: Row]

  /// In rules that are passed over: about what it costs to match one.
  private static let costOfMatch = 64

  init(_ entries: [RuleIndex.Entry], _ tests: TestNumbers, _ effects: RuleEffects) {
    var entries = entries.filter(\.isActive)
    var all = Row()
    var untested = Row()
    var tested: [Int32: Row] = [:]
    let isCSS = effects.sheet.dialect == .css
    if isCSS { effects.sort(&entries) }
    for entry in entries {
      let selector = effects.sheet.selectors[Int(entry.selector)].selector
      let test = tests.number(for: selector.subject, inside: selector.context) ?? -1
      let effect = isCSS ? effects.effect(of: entry.rule) : .unknown
      all.add(entry, test, effect)
      if test < 0 {
        untested.add(entry, test, effect)
      } else {
        tested[test, default: Row()].add(entry, test, effect)
      }
    }
    all.finish()
    untested.finish()
    self.all = all
    self.untested = untested
    self.tested = tested.mapValues { row in
      var row = row
      row.finish()
      return row
    }
  }

  /// Calls `match` for the rules that may match an element; it returns true if the rule applies.
  ///
  /// Weaker rules whose properties are decided are included only with `keepsLosers`.
  ///
  /// - Returns: The number of rules that were passed over.
  func visit(
    _ matched: MatchedTests, keepsLosers: Bool, _ match: (RuleIndex.Entry) -> Bool
  ) -> Int {
    guard matched.count * Self.costOfMatch > all.entries.count else {
      var count = visit(untested, nil, keepsLosers, match)
      matched.forEach { test in
        if let row = tested[test] { count += visit(row, nil, keepsLosers, match) }
      }
      return count
    }
    return visit(all, matched, keepsLosers, match)
  }

  private func visit(
    _ row: Row, _ matched: MatchedTests?, _ keepsLosers: Bool, _ match: (RuleIndex.Entry) -> Bool
  ) -> Int {
    var decided: PropertySet = []
    var variables: Set<Int32> = []
    for index in row.entries.indices {
      if !keepsLosers {
        let effect = row.effects[index]
        if variables.count == row.variableCount, row.rest[index].isSubset(of: decided) {
          return index
        }
        if effect.declared.isSubset(of: decided), effect.variables.allSatisfy(variables.contains) {
          continue
        }
      }
      let test = row.tests[index]
      if test >= 0, let matched, !matched.contains(test) { continue }
      if match(row.entries[index]) {
        decided.formUnion(row.effects[index].decided)
        variables.formUnion(row.effects[index].variables)
      }
    }
    return row.entries.count
  }
}

/// The properties that the rules of a stylesheet may change, in the order of CSS.
final class RuleEffects {
  /// The properties of a rule, and those of them that no weaker rule decides if it matches.
  struct Effect {
    var declared: PropertySet = []
    /// Includes invalid values, which unset their property, and `revert`, after which no other rule
    /// counts.
    var decided: PropertySet = []
    /// The numbers of the custom properties; all of them are decided.
    var variables: [Int32] = []

    /// The effect of a rule that is never passed over.
    static let unknown = Effect(declared: PropertySet(rawValue: .max))
  }

  let sheet: Stylesheet
  private let strengths: [Int32]
  private var variables: [String: Int32] = [:]

  /// For each layer, properties for which its `revert-layer` lets other layers decide.
  private var givenBack: [Int32: PropertySet] = [:]

  init(_ sheet: Stylesheet, layerStrengths: [Int32]) {
    self.sheet = sheet
    strengths = layerStrengths
    guard !layerStrengths.isEmpty else { return }
    for rule in sheet.rules {
      for number in rule.declarations {
        let declaration = sheet.declarations[number]
        switch declaration.specified {
        case .keyword(.revertLayer): break
        case .relative where VariableExpander.mentionsVariable(declaration.value): break
        default: continue
        }
        givenBack[rule.layer, default: []].formUnion(declaration.property.longhands)
      }
    }
  }

  /// Sorts rules, the strongest first.
  func sort(_ entries: inout [RuleIndex.Entry]) {
    let order = entries.map(strength).enumerated().sorted { $0.element > $1.element }
    entries = order.map { entries[$0.offset] }
  }

  /// The strength of a rule whose declarations are all important or all not.
  private func strength(of entry: RuleIndex.Entry) -> (Int32, Int32, Specificity, Int32) {
    let rule = sheet.rules[Int(entry.rule)]
    let layer = rule.layer < 0 ? CascadePriority.outsideLayers : strengths[Int(rule.layer)]
    let isImportant = rule.declarations.first.map { sheet.declarations[$0].isImportant } ?? false
    return (
      isImportant ? 1 : 0, isImportant ? -layer : layer,
      sheet.selectors[Int(entry.selector)].selector.specificity, entry.rule
    )
  }

  func effect(of number: Int32) -> Effect {
    let rule = sheet.rules[Int(number)]
    let isImportant = rule.declarations.first.map { sheet.declarations[$0].isImportant }
    var effect = Effect()
    for number in rule.declarations {
      let declaration = sheet.declarations[number]
      guard declaration.isImportant == isImportant, declaration.states.isEmpty else {
        return .unknown
      }
      switch (declaration.property, declaration.value) {
      case (.longhand, _), (.shorthand, _):
        effect.declared.formUnion(declaration.property.longhands)
      case (.custom(let name), .text):
        let number = variables[name] ?? Int32(variables.count)
        variables[name] = number
        effect.variables.append(number)
      case (.withoutEffect, _): continue
      case (.custom, .structured), (.unknown, _): return .unknown
      }
    }
    effect.decided = effect.declared.subtracting(givenBack[rule.layer] ?? [])
    return effect
  }
}
