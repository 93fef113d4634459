package import Diagnostics

/// Why the properties of an element have the values they have.
///
/// The candidates of the elements around are shared with their explanations, so that those of a
/// deeply nested text take no more room than the text does.
package struct Explanation: Sendable {
  private var lists: [PropertyID: CandidateList] = [:]

  /// The declarations whose value cannot be read, so that they were no candidates; those of the
  /// element itself before those of the elements around it.
  package internal(set) var rejected: [ExplainedDeclaration] = []

  package init() {}

  /// The properties that anything declares, in the order of their definitions.
  package var properties: [PropertyID] { PropertyID.allCases.filter { lists[$0] != nil } }

  /// The candidates of a property: the one that won, and the others in deciding order, the
  /// strongest first; empty when nothing declares it.
  ///
  /// The first `CandidateList.mostOwn` are listed, of those that are inherited the first
  /// `CandidateList.mostInherited`, and the one that won wherever it stands.
  package subscript(property: PropertyID) -> [ExplainedDeclaration] {
    lists[property]?.declarations ?? []
  }

  func hasCandidates(of property: PropertyID) -> Bool { lists[property] != nil }

  /// Number of candidates of a property that are not listed.
  package func omittedCount(of property: PropertyID) -> Int { lists[property]?.omittedCount ?? 0 }

  package func winner(of property: PropertyID) -> ExplainedDeclaration? {
    lists[property]?.winner
  }

  /// Sets the candidates of a property whose value goes on through all elements inside, whatever
  /// they declare themselves.
  mutating func add(
    _ own: [ExplainedDeclaration], besides omittedCount: Int = 0, of property: PropertyID,
    propagatedFrom outer: Explanation
  ) {
    let outer = outer.lists[property]
    if own.isEmpty, outer?.winners.isEmpty ?? true { return }
    lists[property] = CandidateList(own, besides: omittedCount, propagatedFrom: outer)
  }

  /// Sets the candidates of a property: an element's own before those that it inherits.
  mutating func add(
    _ own: [ExplainedDeclaration], besides omittedCount: Int = 0, of property: PropertyID,
    inheriting inherited: Explanation?
  ) {
    let outer = inherited?.lists[property]
    if own.isEmpty, outer == nil { return }
    lists[property] = CandidateList(own, besides: omittedCount, inheriting: outer)
  }
}

/// A declaration that was a candidate for a property, and what became of it.
package struct ExplainedDeclaration: Sendable {
  package enum Origin: String, Sendable {
    /// The `style` attribute.
    case style
    case `class`
    case element
    case rule
    case builtIn = "built-in"
  }

  /// The name that was written: the property's own, or that of a shorthand.
  package let name: String

  package let value: String

  /// The value with its variables replaced; nil when that fails.
  package let resolved: String?

  /// The value that a shorthand gives the property; nil for a longhand, and for what lost.
  let longhandValue: String?

  /// The value that the property has from here, as far as it is known.
  package var usedValue: String { longhandValue ?? resolved ?? value }

  /// The colour that the value comes to, as `#rrggbbaa`; nil for properties that hold no colour,
  /// for palette entries, and for values that are invalid.
  package let resolvedColor: String?

  /// Replacements of the variables in the value, step by step.
  package let variables: [VariableStep]

  /// The selector of its rule; the tag for a built-in meaning; nil for the `style` attribute.
  package let selector: String?

  package let origin: Origin

  /// Specificity of its rule; nil outside of dialect `css`.
  package let specificity: Specificity?

  /// True if it was declared on an enclosing element.
  package var isInherited: Bool

  package internal(set) var won: Bool

  package internal(set) var reason: String

  /// Range of the value.
  package let range: SourceRange

  package var location: SourceLocation { range.location }
}

/// One custom property that was put in the place of a `var()`.
package struct VariableStep: Hashable, Sendable {
  /// The name with its dashes.
  package let name: String

  /// Number of other custom properties that lead to it.
  package let depth: Int

  /// Its value as it was written; nil when nothing declares it, and when that cannot be used.
  package internal(set) var value: String?

  /// Why what declares it cannot be used; nil when it can, and when nothing declares it.
  package let error: String?

  package let location: SourceLocation?
}

/// The candidates of one property: those of an element, and those of the elements around it.
struct CandidateList: Sendable {
  /// The candidates of one element, the strongest first; shared by all elements inside.
  private final class Level: Sendable {
    let declarations: [ExplainedDeclaration]
    let winner: Int?
    /// Number of candidates, listed or not.
    let count: Int

    init(_ declarations: [ExplainedDeclaration], besides omittedCount: Int = 0) {
      self.declarations = declarations
      count = declarations.count + omittedCount
      winner = declarations.firstIndex(where: \.won)
    }

    var winning: ExplainedDeclaration? { winner.map { declarations[$0] } }
  }

  /// Greatest number of inherited candidates in the list, besides the one that won.
  ///
  /// Elements may nest as deep as a text is long, and every one of them may declare the property.
  static let mostInherited = 16

  /// Greatest number of an element's own candidates in the list, besides the one that won.
  ///
  /// Very many elements may meet very many rules.
  static let mostOwn = 256

  private let own: Level?

  /// Those of the elements around it, from the inside out, as far as they are listed.
  private let inherited: [Level]

  /// The level that decides when the element itself does not.
  private let decidingOuter: Level?

  /// Number of inherited candidates, listed or not.
  private let inheritedCount: Int

  /// True if the winners of the elements around hold together with the element's own.
  private let propagates: Bool

  init(
    _ declarations: [ExplainedDeclaration], besides omittedCount: Int,
    inheriting outer: CandidateList?
  ) {
    own = declarations.isEmpty ? nil : Level(declarations, besides: omittedCount)
    propagates = false
    guard let outer, let inner = outer.own else {
      inherited = outer?.inherited ?? []
      decidingOuter = outer?.decidingOuter
      inheritedCount = outer?.inheritedCount ?? 0
      return
    }
    inherited = Self.levels(inner, outer.inherited)
    decidingOuter = inner.winner == nil ? outer.decidingOuter : inner
    inheritedCount = inner.count + outer.inheritedCount
  }

  init(
    _ declarations: [ExplainedDeclaration], besides omittedCount: Int,
    propagatedFrom outer: CandidateList?
  ) {
    own = declarations.isEmpty ? nil : Level(declarations, besides: omittedCount)
    propagates = true
    decidingOuter = nil
    let outerWinner = outer?.own?.winning.flatMap { $0.resolved == "none" ? nil : $0 }
    inherited = Self.levels(outerWinner.map { Level([$0]) }, outer?.inherited ?? [])
    inheritedCount = (outer?.inheritedCount ?? 0) + (outerWinner == nil ? 0 : 1)
  }

  private static func levels(_ inner: Level?, _ outer: [Level]) -> [Level] {
    var levels: [Level] = []
    var remaining = mostInherited
    for level in (inner.map { [$0] } ?? []) + outer where remaining > 0 {
      levels.append(level)
      remaining -= level.declarations.count
    }
    return levels
  }

  /// All that are listed: the one that won, then the others, the strongest first.
  var declarations: [ExplainedDeclaration] {
    var list = own?.declarations ?? []
    let ownCount = list.count
    for level in inherited {
      for (index, declaration) in level.declarations.enumerated() {
        let isDeciding = level === decidingOuter && index == level.winner
        if isDeciding || list.count - ownCount < Self.mostInherited {
          list.append(shown(declaration, isDeciding: isDeciding))
        }
      }
    }
    if let decidingOuter, !inherited.contains(where: { $0 === decidingOuter }),
      let winning = decidingOuter.winning
    {
      list.append(shown(winning, isDeciding: true))
    }
    if let first = list.firstIndex(where: \.won), first > 0 {
      list.insert(list.remove(at: first), at: 0)
    }
    return list
  }

  var omittedCount: Int { (own?.count ?? 0) + inheritedCount - declarations.count }

  var winner: ExplainedDeclaration? {
    if let winning = own?.winning { return winning }
    if propagates { return inherited.first?.winning.map { shown($0, isDeciding: false) } }
    return decidingOuter?.winning.map { shown($0, isDeciding: true) }
  }

  /// All that won: several where a value goes on through the elements inside.
  var winners: [ExplainedDeclaration] { declarations.filter(\.won) }

  /// A declaration of an element around as the element inside sees it.
  private func shown(
    _ declaration: ExplainedDeclaration, isDeciding: Bool
  ) -> ExplainedDeclaration {
    var copy = declaration
    copy.isInherited = true
    guard declaration.won else { return copy }
    if propagates {
      copy.reason = "applies to all elements inside"
      return copy
    }
    copy.won = isDeciding && own?.winner == nil
    if copy.won {
      copy.reason = "inherited"
    } else if own?.winner != nil {
      copy.reason = "inherited; the element has its own declaration"
    } else {
      copy.reason = "inherited; a nearer element has its own declaration"
    }
    return copy
  }
}

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
    case .builtIn: return "built-in style of <\(tag)>"
    case .rule: break
    }
    if case .lookup(let step, _) = candidate.priority.precision { return positionReason(step) }
    guard let runnerUp else { return "the only declaration" }
    let own = candidate.priority
    let other = runnerUp.priority
    if own.isImportant != other.isImportant { return "!important" }
    if own.origin != other.origin { return "rules override the built-in style" }
    if own.layer != other.layer { return "stronger layer" }
    if own.precision != other.precision {
      return "higher specificity \(specificity(own)) > \(specificity(other))"
    }
    return "later in source"
  }

  private func positionReason(_ step: Int32) -> String {
    let position = ClassLookupOrder.position(of: step)
    if position >= classes.count {
      return ClassLookupOrder.isOfAttribute(step) ? "attribute" : "element"
    }
    guard classes.count > 1 else { return "class" }
    let words = [("first", "one"), ("second", "two"), ("third", "three"), ("fourth", "four")]
    guard classes.count <= words.count else { return "class \(position + 1) of \(classes.count)" }
    return "\(words[position].0) of \(words[classes.count - 1].1) classes"
  }

  // MARK: Losers

  private func losingReason(_ winner: CascadeCandidate) -> String {
    let own = candidate.priority
    let other = winner.priority
    if own.isImportant != other.isImportant { return "overridden by !important\(layer(winner))" }
    if own.origin != other.origin {
      switch winner.cause {
      case .style: return "overridden by the style attribute"
      case .rule, .builtIn: return "rules override the built-in style"
      }
    }
    if own.layer != other.layer { return "weaker layer\(layer(candidate))" }
    return own.precision != other.precision ? precisionReason(own, other) : "earlier in source"
  }

  private func precisionReason(_ own: CascadePriority, _ other: CascadePriority) -> String {
    guard case .lookup(let step, _) = own.precision,
      case .lookup(let winningStep, _) = other.precision
    else { return "lower specificity \(specificity(own)) < \(specificity(other))" }
    if step == winningStep { return "rules with more states or attributes come first" }
    let position = ClassLookupOrder.position(of: step)
    let winningPosition = ClassLookupOrder.position(of: winningStep)
    if position == winningPosition {
      if ClassLookupOrder.namesSame(step, winningStep) {
        return "rules for an attribute come first"
      }
      if position < classes.count {
        return ClassLookupOrder.isOfHost(step)
          ? "the tag's element.class is looked up before the object's"
          : "element.class is looked up before .class"
      }
      return ClassLookupOrder.isOfAttribute(step)
        ? "an element with an attribute comes before the attribute alone"
        : "attributes come before the element"
    }
    if position >= classes.count {
      return ClassLookupOrder.isOfAttribute(step)
        ? "classes come before attributes" : "classes come before the element"
    }
    return "class '\(classes[winningPosition])' is listed before '\(classes[position])'"
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
