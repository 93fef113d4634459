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

  /// Without any candidate.
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

  /// True if anything declares a property.
  func tells(of property: PropertyID) -> Bool { lists[property] != nil }

  /// Number of candidates of a property that are not listed.
  package func omittedCount(of property: PropertyID) -> Int { lists[property]?.omittedCount ?? 0 }

  /// The declaration that a property has its value from.
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
  /// Origin of a declaration.
  package enum Origin: String, Sendable {
    /// The `style` attribute.
    case style
    /// A rule for a class.
    case `class`
    /// A rule for an element.
    case element
    /// Any other rule.
    case rule
    /// The meaning that a tag has by itself.
    case builtIn = "built-in"
  }

  /// The name that was written: the property's own, or that of a shorthand.
  package let name: String

  /// The value as it was written.
  package let value: String

  /// The value with its variables replaced; nil when that fails.
  package let resolved: String?

  /// The colour that the value comes to, as `#rrggbbaa`; nil for properties that hold no colour,
  /// for palette entries, and for values that are invalid.
  package let resolvedColor: String?

  /// Replacements of the variables in the value, step by step.
  package let variables: [VariableStep]

  /// The selector of its rule; the tag for a built-in meaning; nil for the `style` attribute.
  package let selector: String?

  /// Origin of the declaration.
  package let origin: Origin

  /// Specificity of its rule; nil outside of dialect `css`.
  package let specificity: Specificity?

  /// True if it was declared on an enclosing element.
  package internal(set) var isInherited: Bool

  /// True if the property has its value from here.
  package internal(set) var won: Bool

  /// Why it won or lost, in words.
  package internal(set) var reason: String

  /// Place of the value.
  package let place: SourceRange

  /// Location of the value's start.
  package var location: SourceLocation { place.location }
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

  /// Location of the value.
  package let location: SourceLocation?
}
