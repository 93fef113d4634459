import StyleValues

/// One selector of a rule: what an element has to be for the rule to apply to it.
///
/// Selectors 4, reduced to what a tree of spans has. Most selectors of a theme are one class or
/// one element; those need no storage of their own.
struct Selector: Sendable {
  /// The last compound: what the element itself has to be.
  var subject: CompoundSelector

  /// Context to the left of the subject; nil for a selector of one compound.
  var context: ContextTable.Reference?

  /// The part of the element that it is about; nil for the element itself.
  var pseudoElement: PseudoElement?

  /// Its specificity, nested selectors included.
  var specificity: Specificity
}

/// Pseudo-element: content that a sheet adds to an element's text (CSS Pseudo 4 §4).
package enum PseudoElement: String, Sendable {
  /// In front of the element's text.
  case before
  /// Behind it.
  case after
}

/// Relation between two compounds of a selector (Selectors 4 §14).
enum Combinator: Hashable, Sendable {
  /// White space: the left one is an ancestor.
  case descendant
  /// `>`: the left one is the parent.
  case child
}

/// Simple selectors that one element has to meet all of.
struct CompoundSelector: Sendable {
  /// The element name, or nil for any.
  var type: NameID?

  /// The first class.
  ///
  /// Nearly every selector has one or none.
  var firstClass: NameID?

  /// Control states that have to be active.
  var states: ControlState = []

  /// Everything rarer; nil when there is none.
  var more: RareConditions?

  /// The classes that it asks for.
  var classes: [NameID] { (firstClass.map { [$0] } ?? []) + (more?.otherClasses ?? []) }

  /// Number of attributes and states it asks for.
  var conditionCount: Int { states.count + (more?.attributes.count ?? 0) }

  /// True if it asks for what no element of a terminal has.
  var matchesNothing: Bool {
    more?.pseudoClasses.contains { if case .never = $0 { true } else { false } } ?? false
  }

  /// The same compound as one that matches nothing.
  var matchingNothing: CompoundSelector {
    guard !matchesNothing else { return self }
    var result = self
    result.more = RareConditions(
      otherClasses: more?.otherClasses ?? [], attributes: more?.attributes ?? [],
      pseudoClasses: (more?.pseudoClasses ?? []) + [.never])
    return result
  }

  /// Conditions that few selectors have.
  final class RareConditions: Sendable {
    let otherClasses: [NameID]
    let attributes: [AttributeSelector]
    let pseudoClasses: [PseudoClass]

    init(
      otherClasses: [NameID] = [], attributes: [AttributeSelector] = [],
      pseudoClasses: [PseudoClass] = []
    ) {
      self.otherClasses = otherClasses
      self.attributes = attributes
      self.pseudoClasses = pseudoClasses
    }
  }
}

/// A pseudo-class that looks beyond the element's own name and classes.
enum PseudoClass: Sendable {
  /// `:root`
  case root
  /// `:nth-child(An+B)`; `:first-child` is `0n+1`.
  case nthChild(step: Int, offset: Int)
  /// `:nth-last-child(An+B)`; `:last-child` is `0n+1`.
  case nthLastChild(step: Int, offset: Int)
  /// `:is()`, `:where()` and the `&` of nesting.
  case anyOf(SelectorList)
  /// `:not()`
  case noneOf(SelectorList)
  /// A test that a terminal has no answer to: `:hover`, `::marker`, `[type]`.
  case never
}

/// Several selectors, any of which may match.
final class SelectorList: Sendable {
  let selectors: [Selector]

  /// Tells lists apart in the matcher's memory.
  let number: Int

  /// True if one answer serves several selectors, or is long to find.
  let isRemembered: Bool

  /// Number of parts it has, with those of the lists in it.
  let size: Int

  /// The highest specificity in the list (Selectors 4 §17).
  let specificity: Specificity

  /// Puts a list together; a shared one is part of several selectors.
  init(_ selectors: [Selector], number: Int, isShared: Bool = false) {
    self.selectors = selectors
    self.number = number
    isRemembered = isShared || selectors.count > 8
    size = selectors.reduce(0) { sum, selector in
      (selector.subject.more?.pseudoClasses ?? []).reduce(sum + 1) { sum, pseudoClass in
        switch pseudoClass {
        case .anyOf(let list), .noneOf(let list): min(sum + list.size, 1 << 20)
        case .root, .nthChild, .nthLastChild, .never: sum
        }
      }
    }
    specificity = selectors.map(\.specificity).max() ?? Specificity()
  }
}
