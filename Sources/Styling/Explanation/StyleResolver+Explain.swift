import CSSSyntax
import Diagnostics

extension StyleResolver {
  package func explainHost() -> Explanation {
    // In the other dialects the root has custom properties and nothing else.
    let root =
      isCSS
      ? explain(rootRequest(), tag: "", classes: [], inheriting: Explanation()) : Explanation()
    return explain(hostRequest(), tag: "", classes: host.classes, inheriting: root)
  }

  package func explain(
    _ element: ElementDescription, in parent: StyleNodeID, inheriting inherited: Explanation
  ) -> Explanation {
    let request = request(element, in: self[parent])
    var explanation = explain(
      request, tag: element.tag, classes: element.classes, inheriting: inherited)
    let declaresColor = explanation.winner(of: .color).map { !$0.isInherited } ?? false
    if element.isLink, !declaresColor, var tint = explanation.winner(of: .tintColor) {
      tint.reason = "links without a colour use tint-color"
      explanation.add([tint], of: .color, inheriting: inherited)
    }
    return explanation
  }

  /// True if the element's own declaration won for any of the properties.
  package func hasOwnValue(
    of properties: [PropertyID], _ element: ElementDescription, in parent: StyleNodeID
  ) -> Bool {
    let cascade = cascade(request(element, in: self[parent]), keepsTrace: true)
    return cascade.trace.contains { entry in
      if case .won = entry.outcome { properties.contains(entry.property) } else { false }
    }
  }

  /// Explains generated content; `element` is nil for the host.
  package func explain(
    _ pseudoElement: PseudoElement, of element: ElementDescription?, _ node: StyleNodeID,
    in parent: StyleNodeID, inheriting inherited: Explanation
  ) -> Explanation {
    explain(
      request(pseudoElement, of: element, node, in: parent), tag: element?.tag ?? "",
      classes: element?.classes ?? host.classes, inheriting: inherited)
  }

  /// Runs the same cascade again, and records it.
  private func explain(
    _ request: CascadeRequest, tag: String, classes: [String], inheriting inherited: Explanation
  ) -> Explanation {
    let cascade = cascade(request, keepsTrace: true)
    let candidates = cascade.request.candidates
    var explanation = Explanation()
    let trace = Dictionary(grouping: cascade.trace, by: \.property)
    for id in PropertyID.allCases where trace[id] != nil || inherited.hasCandidates(of: id) {
      let definition = PropertyDefinition.of(id)
      let outcomes = (trace[definition.id] ?? []).sorted { $0.candidate < $1.candidate }
      let winning = outcomes.firstIndex { if case .won = $0.outcome { true } else { false } }
      let winner = winning.map { outcomes[$0] }
      let runnerUp = outcomes.first { if case .lost = $0.outcome { true } else { false } }
      var listed = outcomes.prefix(CandidateList.mostOwn)
      if let winner, let winning, winning >= listed.endIndex { listed.append(winner) }
      let omittedCount = outcomes.count - listed.count
      let own = listed.map { entry in
        let reason = CascadeReason(
          candidate: candidates[entry.candidate], outcome: entry.outcome,
          winner: winner.map { candidates[$0.candidate] },
          runnerUp: runnerUp.map { candidates[$0.candidate] }, tag: tag, classes: classes,
          stylesheet: stylesheet)
        var isWinner = false
        if case .won = entry.outcome { isWinner = true }
        return explained(
          candidates[entry.candidate], tag, in: cascade, winning: isWinner ? definition : nil,
          reason: reason.text)
      }
      let isInherited = isCSS ? definition.isInherited : definition.reachesSpans
      if isCSS, definition.id == .textDecorationLine {
        explanation.add(own, besides: omittedCount, of: definition.id, propagatedFrom: inherited)
      } else {
        explanation.add(
          own, besides: omittedCount, of: definition.id, inheriting: isInherited ? inherited : nil)
      }
    }
    let own = candidates.compactMap { candidate -> ExplainedDeclaration? in
      guard candidate.priority.origin == .sheet,
        let reason = stylesheet.rejected[Int(candidate.priority.order)]
      else { return nil }
      return explained(candidate, tag, in: cascade, winning: nil, reason: reason)
    }
    let outer = inherited.rejected.prefix(CandidateList.mostInherited).map { declaration in
      var copy = declaration
      copy.isInherited = true
      return copy
    }
    explanation.rejected = own + outer
    return explanation
  }

  private func explained(
    _ candidate: CascadeCandidate, _ tag: String, in cascade: Cascade,
    winning property: PropertyDefinition?, reason: String
  ) -> ExplainedDeclaration {
    let declaration = cascade.request.declaration(of: candidate)
    let origin: ExplainedDeclaration.Origin
    let selector: String?
    var specificity: Specificity?
    switch candidate.cause {
    case .style:
      origin = .style
      selector = nil
    case .builtIn:
      origin = .builtIn
      selector = tag
    case .rule(_, let number):
      let matched = stylesheet.selectors[Int(number)]
      let subject = matched.selector.subject
      origin = subject.firstClass != nil ? .class : subject.type != nil ? .element : .rule
      selector = matched.text.string
      if isCSS { specificity = matched.selector.specificity }
    }
    var longhandValue: String?
    if case .shorthand(let shorthand) = declaration.property, shorthand != .all {
      longhandValue = property?.cssText(of: cascade.style)
    }
    return ExplainedDeclaration(
      name: declaration.property.text, value: shared(declaration.value.writtenText),
      resolved: cascade.resolvedText(of: declaration.value).map(shared),
      longhandValue: longhandValue, resolvedColor: cascade.resolvedColor(of: candidate),
      variables: VariableStep.steps(of: declaration.value, in: cascade.scope).map { step in
        var step = step
        step.value = step.value.map(shared)
        return step
      }, selector: selector, origin: origin, specificity: specificity, isInherited: false,
      won: property != nil, reason: reason, range: declaration.value.range)
  }

  /// The text itself, or an equal one that is kept already, because long texts are repeated for
  /// many elements.
  private func shared(_ text: String) -> String {
    guard text.utf8.count >= 256 else { return text }
    let known = longTexts.insert(text).memberAfterInsert
    // Equal strings may differ in their scalars.
    return known.utf8.elementsEqual(text.utf8) ? known : text
  }
}

extension VariableStep {
  /// The most variables of one value that are explained.
  private static let mostSteps = 32

  /// The custom properties that a value leads to, in the order in which they are replaced.
  static func steps(of value: DeclaredValue, in scope: VariableScope) -> [VariableStep] {
    guard case .text(let text) = value else { return [] }
    var steps: [VariableStep] = []
    var pending = VariableReference.names(in: text).reversed().map { (name: $0, depth: 0) }
    while let (name, depth) = pending.popLast(), steps.count < mostSteps {
      let computed: CSSText
      switch scope[name] {
      case .text(let text): computed = text
      case .invalid(let error):
        steps.append(
          VariableStep(
            name: name, depth: depth, value: nil, error: error.description, location: nil))
        continue
      case nil:
        steps.append(VariableStep(name: name, depth: depth, value: nil, error: nil, location: nil))
        continue
      }
      let range = computed.location
      let written = CSSText(source: range.source, range: range.bytes)
      steps.append(
        VariableStep(
          name: name, depth: depth, value: written.string, error: nil, location: range.location))
      pending += VariableReference.names(in: written).reversed().map { ($0, depth + 1) }
    }
    return steps
  }
}
