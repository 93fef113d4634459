/// The candidates of one property: those of an element, and those of the elements around it.
struct CandidateList: Sendable {
  /// The candidates of one element, the strongest first; shared by all elements inside.
  private final class Level: Sendable {
    let declarations: [ExplainedDeclaration]
    let winner: Int?

    init(_ declarations: [ExplainedDeclaration]) {
      self.declarations = declarations
      winner = declarations.firstIndex(where: \.won)
    }
  }

  /// So many inherited candidates are listed, and the one that won.
  ///
  /// Elements may nest as deep as a text is long, and every one of them may declare the property.
  static let mostInherited = 16

  /// The element's own.
  private let own: Level?

  /// Those of the elements around it, from the inside out, as far as they are listed.
  private let inherited: [Level]

  /// The level that decides when the element itself does not.
  private let decidingOuter: Level?

  /// How many inherited candidates there are, listed or not.
  private let inheritedCount: Int

  init(_ declarations: [ExplainedDeclaration], inheriting outer: CandidateList?) {
    own = declarations.isEmpty ? nil : Level(declarations)
    guard let outer, let inner = outer.own else {
      inherited = outer?.inherited ?? []
      decidingOuter = outer?.decidingOuter
      inheritedCount = outer?.inheritedCount ?? 0
      return
    }
    var levels = [inner]
    var room = Self.mostInherited - inner.declarations.count
    for level in outer.inherited where room > 0 {
      levels.append(level)
      room -= level.declarations.count
    }
    inherited = levels
    decidingOuter = inner.winner == nil ? outer.decidingOuter : inner
    inheritedCount = inner.declarations.count + outer.inheritedCount
  }

  /// All that are listed, the strongest first.
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
      let index = decidingOuter.winner
    {
      list.append(shown(decidingOuter.declarations[index], isDeciding: true))
    }
    return list
  }

  /// How many inherited candidates are not listed.
  var omittedCount: Int {
    (own?.declarations.count ?? 0) + inheritedCount - declarations.count
  }

  /// The one that won.
  var winner: ExplainedDeclaration? {
    if let own, let index = own.winner { return own.declarations[index] }
    guard let decidingOuter, let index = decidingOuter.winner else { return nil }
    return shown(decidingOuter.declarations[index], isDeciding: true)
  }

  /// A declaration of an element around as the element inside sees it.
  private func shown(
    _ declaration: ExplainedDeclaration, isDeciding: Bool
  ) -> ExplainedDeclaration {
    var copy = declaration
    copy.isInherited = true
    guard declaration.won else { return copy }
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
