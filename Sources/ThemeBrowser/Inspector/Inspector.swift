import CellLayout
import Diagnostics
package import Styling

/// What the inspector says about a run, as lines of text.
package struct Inspector: Sendable {
  /// The lines, from the top.
  package var lines: [InspectorLine] = []

  /// The declarations that lines show.
  package var declarations: [ExplainedDeclaration] = []

  /// Without lines.
  package init() {}

  /// What a rule contributes.
  private struct Group {
    var title: String
    var place: String
    var rank: Int
    var members: [(property: PropertyID, declaration: ExplainedDeclaration)] = []
  }

  /// The declarations rule by rule, the strongest rule first; losers with the reason why.
  ///
  /// - Parameters:
  ///   - explanation: the candidates.
  ///   - note: what the terminal makes of a declaration that is in force.
  /// - Returns: the lines.
  package static func styles(
    _ explanation: Explanation, note: (ExplainedDeclaration) -> String = { _ in "" }
  ) -> Inspector {
    var groups: [Group] = []
    for property in PropertyID.allCases {
      for declaration in explanation[property] {
        let title = declaration.selector ?? "style attribute"
        let rank = Self.rank(declaration)
        let index =
          groups.firstIndex {
            $0.title == title && $0.rank == rank
              && $0.members.first?.declaration.location.file == declaration.location.file
          } ?? groups.endIndex
        if index == groups.endIndex {
          groups.append(
            Group(title: title, place: Self.detail(of: declaration), rank: rank))
        }
        // A shorthand was a candidate for each of its properties; it is shown once.
        let isKnown = groups[index].members.contains { member in
          member.declaration.location == declaration.location
            && member.declaration.name == declaration.name
            && member.declaration.won == declaration.won
        }
        if !isKnown { groups[index].members.append((property, declaration)) }
      }
    }
    var inspector = Inspector()
    for group in groups.sorted(by: { $0.rank < $1.rank }) {
      let inherited = group.members.first?.declaration.isInherited == true
      inspector.lines.append(
        InspectorLine(
          .heading, group.title + (inherited ? "  (inherited)" : ""), detail: group.place))
      for member in group.members {
        inspector.add(member.declaration, note: note(member.declaration))
      }
    }
    if inspector.lines.isEmpty {
      inspector.lines = [InspectorLine(.note, "no rule applies here")]
    }
    return inspector
  }

  private static func rank(_ declaration: ExplainedDeclaration) -> Int {
    let origin =
      switch declaration.origin {
      case .style: 0
      case .class: 1
      case .element: 2
      case .rule: 3
      case .builtIn: 4
      }
    return origin + (declaration.isInherited ? 10 : 0)
  }

  private static func detail(of declaration: ExplainedDeclaration) -> String {
    guard declaration.origin != .builtIn else { return "built in" }
    let specificity = declaration.specificity.map { InspectorLine.detailSeparator + "\($0)" }
    return shortPlace(declaration.location) + (specificity ?? "")
  }

  /// File, line and column, without the directories.
  static func shortPlace(_ location: SourceLocation) -> String {
    let file = location.file.split(separator: "/").last ?? ""
    return "\(file):\(location.line):\(location.column)"
  }

  private mutating func add(_ declaration: ExplainedDeclaration, note: String) {
    let mark = declaration.won ? "  " : "× "
    let resolved = declaration.resolved.map { $0 == declaration.value ? "" : " = \($0)" } ?? ""
    declarations.append(declaration)
    lines.append(
      InspectorLine(
        declaration.won ? .declaration : .lost,
        "\(mark)\(declaration.name): \(declaration.value)\(resolved)",
        detail: declaration.won ? note : declaration.reason,
        declaration: declarations.count - 1))
    if declaration.won, Self.hasNoEffect(declaration.name) {
      lines.append(InspectorLine(.note, "    no effect in a terminal"))
    }
  }

  /// Properties that are kept but that cells cannot show.
  private static func hasNoEffect(_ name: String) -> Bool {
    ["font-family", "font-variant"].contains(name)
  }

  /// The values that came out, each with the rule that it is from.
  package static func computed(_ explanation: Explanation) -> Inspector {
    var inspector = Inspector()
    for property in PropertyID.allCases {
      guard let winner = explanation.winner(of: property) else { continue }
      inspector.declarations.append(winner)
      inspector.lines.append(
        InspectorLine(
          .declaration, "\(property.name): \(winner.resolved ?? winner.value)",
          detail: "← \(winner.selector ?? "style")  \(Self.shortPlace(winner.location))",
          declaration: inspector.declarations.count - 1))
    }
    if inspector.lines.isEmpty {
      inspector.lines = [InspectorLine(.note, "everything has its initial value")]
    }
    return inspector
  }

  /// The lines of a sheet; the places of the declarations in force are marked.
  package static func source(_ theme: Theme, _ explanation: Explanation) -> Inspector {
    var inspector = Inspector()
    guard let source = theme.source else { return inspector }
    var winners: [Int: Int] = [:]
    for property in PropertyID.allCases {
      guard let winner = explanation.winner(of: property), winner.location.file == source.name
      else { continue }
      if winners[winner.location.line] == nil {
        inspector.declarations.append(winner)
        winners[winner.location.line] = inspector.declarations.count - 1
      }
    }
    let warnings = Dictionary(
      theme.warnings.compactMap { warning in
        warning.location.flatMap { $0.file == source.name ? ($0.line, warning.message) : nil }
      }, uniquingKeysWith: { first, _ in first })
    let digits = String(source.lineCount).count
    // A sheet may have a million lines; nobody scrolls that far in here.
    for line in 1...min(source.lineCount, 10_000) {
      let number = String(line)
      let pad = String(repeating: " ", count: digits - number.count)
      let isProblem = theme.problem?.location.map { $0.file == source.name && $0.line == line }
      let kind: InspectorLine.Kind
      let mark: String
      if isProblem == true {
        (kind, mark) = (.problem, "×")
      } else if warnings[line] != nil {
        (kind, mark) = (.problem, "!")
      } else {
        (kind, mark) = winners[line] == nil ? (.note, " ") : (.declaration, "▸")
      }
      let text = String(decoding: source.lineBytes(line), as: UTF8.self)
      inspector.lines.append(
        InspectorLine(
          kind, "\(pad)\(number) \(mark) \(text)", detail: warnings[line] ?? "",
          declaration: winners[line]))
    }
    return inspector
  }
}
