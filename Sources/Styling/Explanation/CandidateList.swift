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

  /// The element's own.
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
    var room = mostInherited
    for level in (inner.map { [$0] } ?? []) + outer where room > 0 {
      levels.append(level)
      room -= level.declarations.count
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

  /// Number of candidates that are not listed.
  var omittedCount: Int { (own?.count ?? 0) + inheritedCount - declarations.count }

  /// The one that won.
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
      copy.reason = "goes on through all elements inside"
      return copy
    }
    copy.won = isDeciding && own?.winner == nil
    if copy.won {
      copy.reason = "inherited"
    } else if own?.winner != nil {
      copy.reason = "inherited; the element's own declaration comes first"
    } else {
      copy.reason = "inherited; the declaration of an element further in comes first"
    }
    return copy
  }
}
