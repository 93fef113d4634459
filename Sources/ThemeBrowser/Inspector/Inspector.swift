import CellLayout
import Diagnostics
import StyledText
import Styling

/// What the inspector says about a run, as lines of text.
struct Inspector {
  /// The lines, from the top.
  private(set) var lines: [InspectorLine] = []

  /// Without lines.
  init() {}

  /// What a tab says about a run of a theme's preview.
  init(
    _ tab: InspectorTab, of theme: Theme, _ preview: Preview?, run: Int, _ contrast: ContrastReport
  ) {
    if let problem = theme.problem, tab != .source || preview == nil {
      lines = Self.lines(about: problem)
      guard theme.sheet != nil else { return }
      lines.append(
        InspectorLine(
          .note,
          theme.problemIsNewer ? "shown: the last good contents" : "shown: what could be read"))
    }
    guard let preview else { return }
    switch tab {
    case .styles: addStyles(theme, preview, run: run, contrast)
    case .computed: addComputed(preview.explanation(ofRun: run))
    case .contrast: lines += contrast.lines(about: preview, run: run)
    case .source: addSource(theme, preview.explanation(ofRun: run))
    }
  }

  /// A finding as lines: what, where, and the line with a caret below.
  static func lines(about problem: Diagnostic) -> [InspectorLine] {
    let place = problem.location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    var lines = [InspectorLine(.problem, "× " + place + problem.message)]
    if let excerpt = problem.excerpt {
      lines.append(InspectorLine(.note, "  " + excerpt.text))
      let blank = String(repeating: " ", count: max(0, excerpt.caret))
      lines.append(InspectorLine(.problem, "  " + blank + "^"))
    }
    if let suggestion = problem.suggestion {
      lines.append(InspectorLine(.note, "  did you mean “\(suggestion)”?"))
    }
    return lines
  }

  // MARK: Styles

  /// The declarations of a run, where it leads to, how readable it is, and warnings.
  private mutating func addStyles(
    _ theme: Theme, _ preview: Preview, run: Int, _ contrast: ContrastReport
  ) {
    if preview.text.runs.indices.contains(run), let link = preview.text.runs[run].link {
      lines.append(InspectorLine(.note, "→ \(link)"))
    }
    addRules(preview.explanation(ofRun: run))
    if let summary = contrast.summary(of: preview, run: run) { lines.append(summary) }
    let warnings = theme.warnings + preview.diagnostics
    if !warnings.isEmpty { lines.append(InspectorLine(.heading, "warnings")) }
    lines += warnings.prefix(20).map { warning in
      InspectorLine(
        .problem, "! " + warning.message, detail: warning.location.map(Self.shortPlace) ?? "")
    }
  }

  /// What a rule contributes.
  private struct Rule {
    var title: String
    var rank: Int
    var declarations: [ExplainedDeclaration]
  }

  /// The declarations rule by rule, the strongest rule first; losers with the reason why.
  private mutating func addRules(_ explanation: Explanation) {
    var rules: [Rule] = []
    for declaration in PropertyID.allCases.lazy.flatMap({ explanation[$0] }) {
      let title = declaration.selector ?? "style attribute"
      let rank = Self.rank(declaration)
      let index = rules.firstIndex {
        $0.title == title && $0.rank == rank
          && $0.declarations.first?.location.file == declaration.location.file
      }
      guard let index else {
        rules.append(Rule(title: title, rank: rank, declarations: [declaration]))
        continue
      }
      // A shorthand was a candidate for each of its properties; it is shown once.
      let isKnown = rules[index].declarations.contains { known in
        known.location == declaration.location && known.name == declaration.name
          && known.won == declaration.won
      }
      if !isKnown { rules[index].declarations.append(declaration) }
    }
    for rule in rules.sorted(by: { $0.rank < $1.rank }) {
      let first = rule.declarations[0]
      lines.append(
        InspectorLine(
          .heading, rule.title + (first.isInherited ? "  (inherited)" : ""),
          detail: Self.detail(of: first)))
      for declaration in rule.declarations { add(declaration) }
    }
    if rules.isEmpty { lines.append(InspectorLine(.note, "no rule applies here")) }
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
  private static func shortPlace(_ location: SourceLocation) -> String {
    let file = location.file.split(separator: "/").last ?? ""
    return "\(file):\(location.line):\(location.column)"
  }

  private mutating func add(_ declaration: ExplainedDeclaration) {
    let mark = declaration.won ? "  " : "× "
    let resolved = declaration.resolved.map { $0 == declaration.value ? "" : " = \($0)" } ?? ""
    lines.append(
      InspectorLine(
        .declaration, "\(mark)\(declaration.name): \(declaration.value)\(resolved)",
        detail: declaration.won ? ContrastReport.note(on: declaration) : declaration.reason,
        isLost: !declaration.won, declaration: declaration))
    // They are kept, but cells cannot show them.
    if declaration.won, ["font-family", "font-variant"].contains(declaration.name) {
      lines.append(InspectorLine(.note, "    no effect in a terminal"))
    }
  }

  // MARK: Computed

  /// The values that came out, each with the rule that it is from.
  private mutating func addComputed(_ explanation: Explanation) {
    let winners = explanation.winners
    if winners.isEmpty { lines.append(InspectorLine(.note, "everything has its initial value")) }
    for (property, winner) in winners {
      lines.append(
        InspectorLine(
          .declaration, "\(property.name): \(winner.resolved ?? winner.value)",
          detail: "← \(winner.selector ?? "style")  \(Self.shortPlace(winner.location))",
          declaration: winner))
    }
  }

  // MARK: Source

  /// The lines of a sheet; the places of the declarations in force are marked.
  private mutating func addSource(_ theme: Theme, _ explanation: Explanation) {
    guard let source = theme.source else { return }
    let winners = Dictionary(
      explanation.winners.compactMap { _, winner in
        winner.location.file == source.name ? (winner.location.line, winner) : nil
      }, uniquingKeysWith: { first, _ in first })
    let warnings = Dictionary(
      theme.warnings.compactMap { warning in
        warning.location.flatMap { $0.file == source.name ? ($0.line, warning.message) : nil }
      }, uniquingKeysWith: { first, _ in first })
    let problem = theme.problem?.location.flatMap { $0.file == source.name ? $0.line : nil }
    let digits = String(source.lineCount).count
    // A sheet may have a million lines; nobody scrolls that far in here.
    for line in 1...min(source.lineCount, 10_000) {
      let number = String(line)
      let pad = String(repeating: " ", count: digits - number.count)
      let name: ChromeClass
      let mark: String
      if line == problem {
        (name, mark) = (.problem, "×")
      } else if warnings[line] != nil {
        (name, mark) = (.problem, "!")
      } else {
        (name, mark) = winners[line] == nil ? (.note, " ") : (.declaration, "▸")
      }
      let text = String(decoding: source.lineBytes(line), as: UTF8.self)
      lines.append(
        InspectorLine(
          name, "\(pad)\(number) \(mark) \(text)", detail: warnings[line] ?? "",
          declaration: winners[line]))
    }
  }
}

extension Explanation {
  /// The declarations in force, in the order of their properties.
  var winners: [(property: PropertyID, declaration: ExplainedDeclaration)] {
    PropertyID.allCases.compactMap { property in
      winner(of: property).map { (property, $0) }
    }
  }
}
