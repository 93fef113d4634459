/// The reason why a candidate won or lost, in words.
///
/// It names the first part in which the two priorities differ, which is the part that decided.
struct CascadeReason {
  let candidate: CascadeCandidate
  let outcome: Cascade.Outcome
  let winner: CascadeCandidate?
  let runnerUp: CascadeCandidate?
  let tag: String
  let classes: [String]
  let stylesheet: Stylesheet

  var text: String {
    switch outcome {
    case .invalid(let reason): "invalid at computed-value time: \(reason)"
    case .reverted: "reverted"
    case .won: winningReason
    case .lost: winner.map(losingReason) ?? "a stronger declaration is invalid"
    }
  }

  // MARK: Winners

  private var winningReason: String {
    switch candidate.cause {
    case .style: return "style attribute"
    case .builtIn: return "built-in meaning of <\(tag)>"
    case .rule: break
    }
    if case .lookup(let step, _) = candidate.priority.precision { return placeReason(step) }
    guard let runnerUp else { return "only declaration" }
    let own = candidate.priority
    let other = runnerUp.priority
    if own.isImportant != other.isImportant { return "!important" }
    if own.origin != other.origin { return "a rule comes before the built-in meaning" }
    if own.layer != other.layer { return "stronger layer" }
    if own.precision != other.precision {
      return "higher specificity \(specificity(own)) > \(specificity(other))"
    }
    return "later in source"
  }

  private func placeReason(_ step: Int32) -> String {
    let place = LookupOrder.place(of: step)
    if place >= classes.count { return LookupOrder.isOfAttribute(step) ? "attribute" : "element" }
    return place == 0 ? "first class listed" : "class \(place + 1) of \(classes.count) listed"
  }

  // MARK: Losers

  private func losingReason(_ winner: CascadeCandidate) -> String {
    let own = candidate.priority
    let other = winner.priority
    if own.isImportant != other.isImportant { return "overridden by !important\(layer(winner))" }
    if own.origin != other.origin {
      switch winner.cause {
      case .style: return "overridden by the style attribute"
      case .rule, .builtIn: return "a rule comes before the built-in meaning"
      }
    }
    if own.layer != other.layer { return "weaker layer\(layer(candidate))" }
    if own.precision != other.precision { return precisionReason(own, other) }
    return "earlier in source"
  }

  private func precisionReason(_ own: CascadePriority, _ other: CascadePriority) -> String {
    guard case .lookup(let step, _) = own.precision,
      case .lookup(let winningStep, _) = other.precision
    else { return "lower specificity \(specificity(own)) < \(specificity(other))" }
    if step == winningStep { return "a rule for the state comes first" }
    let place = LookupOrder.place(of: step)
    let winningPlace = LookupOrder.place(of: winningStep)
    if place == winningPlace,
      LookupOrder.isOfAttribute(step) == LookupOrder.isOfAttribute(winningStep)
    {
      return "element.class is looked up before .class"
    }
    if place == winningPlace {
      return place < classes.count
        ? "a rule for the attribute comes first" : "attributes come before the element"
    }
    if place >= classes.count {
      return LookupOrder.isOfAttribute(step)
        ? "classes come before attributes" : "classes come before the element"
    }
    return "class '\(classes[winningPlace])' is listed before '\(classes[place])'"
  }

  private func specificity(_ priority: CascadePriority) -> String {
    guard case .specificity(let specificity) = priority.precision else { return "" }
    return specificity.description
  }

  private func layer(_ candidate: CascadeCandidate) -> String {
    guard case .rule(let rule, _) = candidate.cause,
      case let layer = stylesheet.rules[Int(rule)].layer, layer >= 0
    else { return "" }
    return " in layer \(stylesheet.layers.name(of: Int(layer)))"
  }
}
