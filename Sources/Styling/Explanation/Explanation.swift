package import Diagnostics

/// Why the properties of an element have their values.
///
/// It shares the candidates of outer elements with their explanations, so those of a deeply nested
/// text take no more memory than the text.
package struct Explanation: Sendable {
  private var lists: [PropertyID: CandidateList] = [:]

  /// Declarations with invalid values, which were no candidates; the element's own come first.
  package internal(set) var rejected: [ExplainedDeclaration] = []

  package init() {}

  /// The declared properties, in the order of their definitions.
  package var properties: [PropertyID] { PropertyID.allCases.filter { lists[$0] != nil } }

  /// The candidates of a property: the winner, then the others, the strongest first; empty if
  /// nothing declares it.
  ///
  /// At most `CandidateList.mostOwn`, `CandidateList.mostInherited` of those that are inherited,
  /// and the winner.
  package subscript(property: PropertyID) -> [ExplainedDeclaration] {
    lists[property]?.declarations ?? []
  }

  func hasCandidates(of property: PropertyID) -> Bool { lists[property] != nil }

  /// The number of candidates of a property that are not listed.
  package func omittedCount(of property: PropertyID) -> Int { lists[property]?.omittedCount ?? 0 }

  package func winner(of property: PropertyID) -> ExplainedDeclaration? { lists[property]?.winner }

  /// Sets the candidates of a property that applies to all inner elements, whatever they declare.
  mutating func add(
    _ own: [ExplainedDeclaration], besides omittedCount: Int = 0, of property: PropertyID,
    propagatedFrom outer: Explanation
  ) {
    let outer = outer.lists[property]
    if own.isEmpty, outer?.winners.isEmpty ?? true { return }
    lists[property] = CandidateList(own, besides: omittedCount, propagatedFrom: outer)
  }

  /// Sets the candidates of a property, an element's own before the inherited ones.
  mutating func add(
    _ own: [ExplainedDeclaration], besides omittedCount: Int = 0, of property: PropertyID,
    inheriting inherited: Explanation?
  ) {
    let outer = inherited?.lists[property]
    if own.isEmpty, outer == nil { return }
    lists[property] = CandidateList(own, besides: omittedCount, inheriting: outer)
  }
}

/// A candidate for a property, with its outcome.
package struct ExplainedDeclaration: Sendable {
  package enum Origin: String, Sendable {
    case style
    case `class`
    case element, rule
    case builtIn = "built-in"
  }

  /// The written name: the property's own, or that of a shorthand.
  package let name: String

  package let value: String

  /// The value with its variables replaced; nil if that fails.
  package let resolved: String?

  /// The value that a shorthand sets the property to; nil for a longhand, and for losers.
  let longhandValue: String?

  /// The most exact value that is known.
  package var usedValue: String { longhandValue ?? resolved ?? value }

  /// The colour of the value as `#rrggbbaa`; nil for properties without a colour, palette entries
  /// and invalid values.
  package let resolvedColor: String?

  /// The variables that were replaced in the value, step by step.
  package let variables: [VariableStep]

  /// The selector of its rule; the tag for a built-in style; nil for the `style` attribute.
  package let selector: String?

  package let origin: Origin

  /// Specificity of its rule; nil outside of dialect `css`.
  package let specificity: Specificity?

  package var isInherited: Bool

  package internal(set) var won: Bool

  package internal(set) var reason: String

  package let range: SourceRange

  package var location: SourceLocation { range.location }
}

/// A custom property that replaced a `var()`.
package struct VariableStep: Hashable, Sendable {
  package let name: String

  /// The number of custom properties that lead to it.
  package let depth: Int

  /// Its value as written; nil if it is not declared or invalid.
  package internal(set) var value: String?

  /// Why its declaration is invalid; nil if it is valid or missing.
  package let error: String?

  package let location: SourceLocation?
}

/// The candidates of one property, of an element and of those around it.
struct CandidateList: Sendable {
  /// The candidates of one element, the strongest first; shared by all elements inside.
  private final class Level: Sendable {
    let declarations: [ExplainedDeclaration]
    let winner: Int?
    /// The number of candidates, listed or not.
    let count: Int

    init(_ declarations: [ExplainedDeclaration], besides omittedCount: Int = 0) {
      self.declarations = declarations
      count = declarations.count + omittedCount
      winner = declarations.firstIndex(where: \.won)
    }

    var winning: ExplainedDeclaration? { winner.map { declarations[$0] } }
  }

  /// The most inherited candidates in the list, besides the winner.
  ///
  /// Elements may nest as deep as a text is long, and each may declare the property.
  static let mostInherited = 16

  /// The most own candidates in the list, besides the winner: very many rules may match.
  static let mostOwn = 256

  private let own: Level?

  /// The listed ones of the elements around it, from the inside out.
  private let inherited: [Level]

  /// The level that decides if the element itself does not.
  private let decidingOuter: Level?

  /// The number of inherited candidates, listed or not.
  private let inheritedCount: Int

  /// True if the winners of outer elements hold together with the element's own.
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

  /// The listed candidates: the winner, then the others, the strongest first.
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

  /// Several if the property applies to all inner elements.
  var winners: [ExplainedDeclaration] { declarations.filter(\.won) }

  /// A declaration of an outer element, from the view of the inner one.
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

/// Why a candidate won or lost: the first part in which the two priorities differ.
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
