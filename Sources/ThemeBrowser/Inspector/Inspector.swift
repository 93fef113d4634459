import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling

/// Contents of the inspector for a run, as lines of text.
struct Inspector {
  /// The lines, from the top, but for those of a sheet.
  private var lines: [InspectorLine] = []

  /// The lines of a sheet, which are made when they are seen: there may be a million.
  private var listing: SourceListing?

  /// Number of lines.
  var count: Int { lines.count + (listing?.count ?? 0) }

  /// A line, from 0.
  subscript(index: Int) -> InspectorLine {
    index < lines.count ? lines[index] : listing?[index - lines.count] ?? InspectorLine(.note, "")
  }

  /// The line that shows a value; nil if none does.
  func line(of value: EditableValue) -> Int? {
    if let listing {
      guard value.location.file == listing.file else { return nil }
      return lines.count + min(value.location.line, listing.count) - 1
    }
    return lines.firstIndex { $0.value?.location == value.location && $0.value?.name == value.name }
  }

  /// Line to begin with: the line of a sheet that matters most.
  var firstLine: Int { listing.map { lines.count + $0.firstLine } ?? 0 }

  /// Without lines.
  init() {}

  /// Makes the lines of a tab about a run of a theme's preview.
  ///
  /// - Parameters:
  ///   - tab: the tab.
  ///   - theme: the theme.
  ///   - preview: its preview.
  ///   - run: the number of the run.
  ///   - other: the preview of the pinned theme.
  ///   - file: the file whose source is shown; nil is the theme's own.
  init(
    _ tab: InspectorTab, of theme: Theme, _ preview: Preview?, run: Int,
    other: (name: String, preview: Preview)? = nil, file: String? = nil
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
    case .styles: addStyles(theme, preview, run: run)
    case .computed: addComputed(preview.explanation(ofRun: run))
    case .contrast: lines += ContrastReport(preview).lines(about: preview, run: run)
    case .source: listing = SourceListing(of: theme, file, preview.explanation(ofRun: run))
    case .variables: addVariables(theme, preview)
    case .compare:
      if let other { lines += Comparison(theme.name, preview, other, run: run).lines }
    }
  }

  /// A finding as lines: what, where, and the line with a caret below.
  static func lines(about problem: Diagnostic) -> [InspectorLine] {
    let place = problem.location.map { "\($0): " } ?? ""
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
  private mutating func addStyles(_ theme: Theme, _ preview: Preview, run: Int) {
    if preview.text.runs.indices.contains(run), let link = preview.text.runs[run].link {
      lines.append(InspectorLine(.note, "→ \(link)"))
    }
    let contrast = ContrastReport(preview)
    addRules(preview.explanation(ofRun: run), theme.sheet?.dialect ?? .css, contrast)
    if let summary = contrast.summary(of: preview, run: run) {
      lines.append(summary)
    }
    let hidden = preview.hiddenParts
    if !hidden.isEmpty { lines.append(InspectorLine(.heading, "not shown")) }
    lines += hidden.map { part in
      InspectorLine(
        .declaration, "  \(part.name)" + (part.quote.isEmpty ? "" : " “\(part.quote)”"),
        detail: part.declaration.map { declaration in
          "\(declaration.name): \(declaration.value)" + InspectorLine.detailSeparator
            + Self.shortPlace(declaration.location)
        } ?? "",
        value: part.declaration.map { EditableValue($0) })
    }
    let aboutSample = preview.diagnostics
    if !theme.warnings.isEmpty || !aboutSample.isEmpty {
      lines.append(InspectorLine(.heading, "warnings"))
    }
    lines += theme.warnings.prefix(20).map { warning in
      InspectorLine(
        .problem, "! " + warning.message, detail: warning.location.map(Self.shortPlace) ?? "")
    }
    if theme.warnings.count > 20 {
      lines.append(InspectorLine(.note, "  and \(theme.warnings.count - 20) more"))
    }
    // They are about the text, and come with every theme.
    guard let first = aboutSample.first else { return }
    let count = aboutSample.count > 1 ? "\(aboutSample.count) warnings: " : ""
    lines.append(InspectorLine(.note, "! the sample: \(count)\(first.message)"))
  }

  /// A rule and its declarations.
  private struct Rule {
    var title: String
    var rank: Int
    var declarations: [ExplainedDeclaration]
  }

  /// The declarations rule by rule, the strongest rule first; losers with the reason why.
  private mutating func addRules(
    _ explanation: Explanation, _ dialect: Dialect, _ contrast: ContrastReport
  ) {
    var rules: [Rule] = []
    let candidates = PropertyID.allCases.lazy.flatMap { explanation[$0] }
    for declaration in Array(candidates) + explanation.rejected {
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
      for declaration in rule.declarations { add(declaration, dialect, contrast) }
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
  static func shortPlace(_ location: SourceLocation) -> String {
    "\(location.file.fileName):\(location.line):\(location.column)"
  }

  private mutating func add(
    _ declaration: ExplainedDeclaration, _ dialect: Dialect, _ contrast: ContrastReport
  ) {
    let mark = declaration.won ? "  " : "× "
    let resolved = declaration.resolved.map { $0 == declaration.value ? "" : " = \($0)" } ?? ""
    lines.append(
      InspectorLine(
        .declaration, "\(mark)\(declaration.name): \(declaration.value)\(resolved)",
        detail: declaration.won ? contrast.note(on: declaration) : declaration.reason,
        isLost: !declaration.won, value: EditableValue(declaration),
        swatches: ColorWords.colors(in: declaration.resolved ?? declaration.value, dialect)))
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
      let value = winner.resolved ?? winner.value
      lines.append(
        InspectorLine(
          .declaration, "\(property.name): \(value)",
          detail: "← \(winner.selector ?? "style")  \(Self.shortPlace(winner.location))",
          value: EditableValue(winner), swatches: ColorWords.colors(in: value, .css)))
    }
  }

  // MARK: Variables

  /// The custom properties that the sheet declares, with how often each is used.
  private mutating func addVariables(_ theme: Theme, _ preview: Preview) {
    let variables = theme.sheet?.declaredVariables ?? []
    if variables.isEmpty {
      lines.append(InspectorLine(.note, "the sheet declares no custom property"))
    }
    for variable in variables {
      let uses = [0: "not used", 1: "used once"][variable.uses] ?? "used \(variable.uses) times"
      let parts = [uses, variable.selector, Self.shortPlace(variable.location)]
      let value = preview.expanded(variable.value) ?? variable.value
      let resolved = value == variable.value ? "" : " = \(value)"
      lines.append(
        InspectorLine(
          .declaration, "\(variable.name): \(variable.value)\(resolved)",
          detail: parts.joined(separator: InspectorLine.detailSeparator),
          value: EditableValue(variable),
          swatches: ColorWords.colors(in: value, theme.sheet?.dialect ?? .css)))
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
