import CSSSyntax
import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The contents of the inspector for a run, as lines of text.
struct Inspector {
  /// The heading of hidden elements.
  static let hiddenHeading = "not shown"

  /// The lines, from the top, without those of a stylesheet.
  private var lines: [InspectorLine] = []

  /// The lines of a stylesheet, which are made when they are shown, because there may be a million.
  private var listing: SourceListing?

  /// The property whose colours cover the winning `color`.
  private var coveringName: String?

  /// Why the winning `color` is not visible.
  private var cover: String? { coveringName.map { "covered by \($0)" } }

  /// The background that an outer element paints behind the run.
  private var behind: WinningDeclaration?

  private var behindText = ""

  /// False if the sample's markup is generated, with its `style` attributes.
  private var isOwnText = true

  /// The first selected line, if it is not one of a stylesheet.
  private var start = 0

  var count: Int { lines.count + (listing?.count ?? 0) }

  /// From 0.
  subscript(index: Int) -> InspectorLine {
    index < lines.count ? lines[index] : listing?[index - lines.count] ?? InspectorLine(.note, "")
  }

  /// The value that decides the run's colour; nil if no declaration of a stylesheet does.
  var valueOfColor: EditableValue? {
    let name = coveringName ?? "color"
    return lines.first { $0.isInForce && $0.value?.name == name }?.value
  }

  func line(of value: EditableValue) -> Int? {
    if let listing {
      guard value.location.file == listing.file else { return nil }
      return lines.count + min(value.location.line, listing.count) - 1
    }
    return lines.firstIndex { $0.value?.location == value.location && $0.value?.name == value.name }
      ?? line(ofFirst: value.variables)
  }

  /// The line about a location.
  func line(at place: SourceLocation) -> Int? {
    if let listing {
      guard place.file == listing.file else { return nil }
      return lines.count + min(place.line, listing.count) - 1
    }
    return lines.firstIndex { $0.subject == place }
  }

  /// The first line about one of these variables.
  private func line(ofFirst variables: [VariableStep]) -> Int? {
    variables.lazy.compactMap { step in
      lines.firstIndex { $0.value?.name == step.name && $0.value?.location == step.location }
    }.first
  }

  /// The first selected line; in a stylesheet the most important one.
  var firstLine: Int { listing.map { lines.count + $0.firstLine } ?? start }

  init() {}

  /// Makes the lines of a tab about a run of a theme's preview.
  ///
  /// `other` is the preview of the pinned theme, with the names of both; `file` the file whose
  /// source is shown, or nil for the theme's own. The sample's markup is generated unless it
  /// `isOwnText`.
  init(
    _ tab: InspectorTab, of theme: BrowsedTheme, _ preview: Preview?, run: Int,
    other: (names: (own: String, other: String), preview: Preview)? = nil, file: String? = nil,
    isOwnText: Bool = true
  ) {
    self.isOwnText = isOwnText
    if theme.problem != nil, tab != .source || preview == nil {
      lines = Self.lines(aboutProblemsOf: theme)
      guard theme.sheet != nil else { return }
      lines.append(InspectorLine(.note, theme.versionText))
    }
    guard let preview else { return }
    coveringName = preview.propertyOverColor(ofRun: run)
    behind = preview.backgroundBehind(run: run)
    behindText = preview.hostPaintsLetters(ofRun: run) ? "seen in the letters" : "behind this part"
    switch tab {
    case .styles:
      addStyles(theme, preview, run: run)
      start =
        preview.unruledClasses(ofRun: run).isEmpty
        ? valueOfColor.flatMap { line(of: $0) }
          ?? lines.prefix { $0.text != Self.hiddenHeading }.firstIndex { $0.isInForce } ?? 0 : start
    case .contrast: lines += ContrastReport(preview).lines(about: preview, run: run)
    case .source:
      let winners = preview.explanation(ofRun: run).winners.map(\.declaration)
      listing = SourceListing(of: theme, file, winners + [behind?.declaration].compactMap { $0 })
    case .variables:
      addVariables(theme, preview)
      let used = preview.explanation(ofRun: run).winners.flatMap(\.declaration.variables)
      start = line(ofFirst: used) ?? lines.firstIndex { $0.isInForce } ?? 0
    case .compare:
      if let other { lines += Comparison(other.names, preview, other.preview, run: run).lines }
    }
  }

  /// The problems of a theme as lines; of very many only the first ones.
  static func lines(aboutProblemsOf theme: BrowsedTheme) -> [InspectorLine] {
    let more = theme.problems.count - 20
    return theme.problems.prefix(20).flatMap { lines(about: $0, of: theme) }
      + (more > 0 ? [InspectorLine(.note, "  and \(more) more")] : [])
  }

  /// A finding as lines: the message, the location, and the source line with a caret.
  static func lines(about problem: Diagnostic, of theme: BrowsedTheme) -> [InspectorLine] {
    let place = problem.location.map { "\($0)" } ?? theme.path
    var lines = [
      InspectorLine(.problem, "× \(place): \(problem.message)", subject: problem.location)
    ]
    if let excerpt = problem.excerpt {
      lines.append(InspectorLine(.note, "  " + excerpt.text))
      let blank = String(repeating: " ", count: max(0, excerpt.caret))
      lines.append(InspectorLine(.problem, "  " + blank + "^"))
    }
    if let suggestion = problem.suggestion {
      lines.append(InspectorLine(.note, "  did you mean '\(suggestion)'?"))
    }
    return lines
  }

  // MARK: Styles

  /// Adds the declarations of a run, its link, its contrast, and warnings.
  private mutating func addStyles(_ theme: BrowsedTheme, _ preview: Preview, run: Int) {
    if preview.text.runs.indices.contains(run), let link = preview.text.runs[run].link {
      lines.append(InspectorLine(.note, "→ \(link)"))
    }
    let contrast = ContrastReport(preview)
    let explanation = preview.explanation(ofRun: run)
    let own = preview.unruledClasses(ofRun: run)
    addUnruled(own)
    addRules(
      explanation, preview.declarationsOff(ofRun: run), theme.sheet?.dialect ?? .css, contrast)
    if let summary = contrast.summary(of: preview, run: run) { lines.append(summary) }
    let hidden = preview.hiddenTexts
    if !hidden.isEmpty { lines.append(InspectorLine(.heading, Self.hiddenHeading)) }
    lines += hidden.map { text in
      InspectorLine(
        .declaration, "  \(text.name)" + (text.quote.isEmpty ? "" : " '\(text.quote)'"),
        detail: text.declaration.map { "\($0.name): \($0.value)" } ?? "",
        place: text.declaration?.location, value: text.declaration.map { EditableValue($0) })
    }
    let aboutSample = preview.warnings(besides: theme)
    if !theme.warnings.isEmpty || !aboutSample.isEmpty {
      lines.append(InspectorLine(.heading, "warnings"))
    }
    lines += theme.warnings.prefix(20).map { warning in
      InspectorLine(
        .problem, "! " + warning.message + hint(at: warning.suggestion), place: warning.location,
        subject: warning.location)
    }
    if theme.warnings.count > 20 {
      lines.append(InspectorLine(.note, "  and \(theme.warnings.count - 20) more"))
    }
    // They are about the text, and come with every theme.
    if let first = aboutSample.first {
      let count = aboutSample.count > 1 ? "\(aboutSample.count) warnings: " : ""
      // Values that are invalid only for the sample have locations in the stylesheet.
      let place = first.location.flatMap { theme.dependencies.files.contains($0.file) ? $0 : nil }
      lines.append(
        InspectorLine(
          .note, "! the sample: \(count)\(first.message)", place: place, subject: place))
    }
    addUnruled(preview.unruledClasses.filter { !own.contains($0) })
    let computed = explanation.winners.map { "\($0.name): \($1.usedValue)" }
    if !computed.isEmpty {
      lines.append(InspectorLine(.note, "computed  " + computed.joined(separator: "; ")))
    }
  }

  /// Adds classes of the sample without rules.
  private mutating func addUnruled(_ names: [String]) {
    lines += names.prefix(20).map {
      InspectorLine(.note, ".\($0)  no rule · a adds one", unruled: ".\($0)")
    }
  }

  private struct Rule {
    var title: String
    var rank: Int
    var declarations: [ExplainedDeclaration]
  }

  /// Adds the declarations rule by rule, the strongest rule first, and the reasons for losers.
  private mutating func addRules(
    _ explanation: Explanation, _ off: [ExplainedDeclaration], _ dialect: Dialect,
    _ contrast: ContrastReport
  ) {
    var rules: [Rule] = []
    let around = [behind?.declaration].compactMap { $0 }
    for declaration in explanation.declarations + around + off
    where isOwnText || declaration.origin != .style {
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
      let origin = isBehind(first) ? "  (around it)" : first.isInherited ? "  (inherited)" : ""
      lines.append(
        InspectorLine(
          .heading, rule.title + origin,
          detail: first.origin == .builtIn ? "built in" : first.specificity.map { "\($0)" } ?? "",
          place: first.origin == .builtIn ? nil : placeToShow(of: rule)))
      for declaration in rule.declarations {
        let isOff = off.contains {
          $0.location == declaration.location && $0.name == declaration.name
        }
        add(declaration, isOff: isOff, dialect, contrast)
      }
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

  /// The location in a rule of its visible effect: that of the declaration that covers its colour,
  /// else of the first winner.
  private func placeToShow(of rule: Rule) -> SourceLocation {
    let inForce = rule.declarations.filter { $0.won && !isCovered($0) }
    let seen = inForce.first { $0.name == coveringName } ?? inForce.first
    return (seen ?? rule.declarations[0]).location
  }

  private func isCovered(_ declaration: ExplainedDeclaration) -> Bool {
    declaration.name == "color" && cover != nil
  }

  private func isBehind(_ declaration: ExplainedDeclaration) -> Bool {
    declaration.name == behind?.declaration.name
      && declaration.location == behind?.declaration.location
  }

  /// File, line and column, without directories.
  static func shortLocation(_ location: SourceLocation) -> String {
    "\(location.file.fileName):\(location.line):\(location.column)"
  }

  private mutating func add(
    _ declaration: ExplainedDeclaration, isOff: Bool, _ dialect: Dialect, _ contrast: ContrastReport
  ) {
    let losing = declaration.won ? (isCovered(declaration) ? cover : nil) : declaration.reason
    let loss = isOff ? "off · d turns it on" : losing
    let mark = isOff ? "○ " : loss == nil ? "  " : "× "
    var value = EditableValue(declaration)
    value.isOff = isOff
    let resolved = declaration.resolved.map { $0 == declaration.value ? "" : " = \($0)" } ?? ""
    lines.append(
      InspectorLine(
        .declaration, "\(mark)\(declaration.name): \(declaration.value)\(resolved)",
        detail: loss ?? (isBehind(declaration) ? behindText : contrast.note(on: declaration)),
        loss: loss, value: value,
        swatches: ColorWords.colors(in: declaration.resolved ?? declaration.value, dialect)))
    // They are kept, but cells cannot show them.
    if declaration.won, ["font-family", "font-variant"].contains(declaration.name) {
      lines.append(InspectorLine(.note, "    no effect in a terminal"))
    }
  }

  // MARK: Variables

  /// Adds the custom properties of the stylesheet, with the number of uses.
  private mutating func addVariables(_ theme: BrowsedTheme, _ preview: Preview) {
    let variables = theme.sheet?.declaredVariables(in: preview.target.environment) ?? []
    if variables.isEmpty {
      lines.append(InspectorLine(.note, "the stylesheet has no custom properties"))
    }
    let shown = preview.target.environment.colorScheme
    let turned = preview.target.environment.turned(to: shown == .dark ? .light : .dark)
    let others = theme.sheet?.declaredVariables(in: turned).filter { $0.loss == nil } ?? []
    func other(of variable: DeclaredVariable) -> String? {
      guard variable.loss == nil else { return nil }
      return others.last { $0.name == variable.name && $0.selector == variable.selector }?.value
    }
    let inForce = variables.filter { $0.loss == nil }
    let hasSides = inForce.contains { variable in
      other(of: variable).map { $0 != variable.value } ?? false
    }
    let table = VariableTable(names: inForce.map(\.name), shown: shown)
    if hasSides { lines.append(table.heading) }
    let lost = variables.filter { $0.loss != nil }
    for variable in hasSides ? inForce + lost : variables {
      let uses = [0: "not used", 1: "used once"][variable.uses] ?? "used \(variable.uses) times"
      let value = preview.expanded(variable.value) ?? variable.value
      let text = value == variable.value ? value : "\(variable.value) = \(value)"
      let mark = variable.loss == nil ? "  " : "× "
      let both = hasSides ? other(of: variable).map { (text, $0) } : nil
      lines.append(
        InspectorLine(
          .declaration,
          both.map { table.row(variable.name, $0.0, $0.1) } ?? "\(mark)\(variable.name): \(text)",
          detail: [variable.loss ?? uses, variable.selector].joined(
            separator: InspectorLine.detailSeparator),
          place: variable.location, loss: variable.loss, value: EditableValue(variable),
          swatches: table.sides(value, both?.1 ?? "").flatMap {
            ColorWords.colors(in: $0, theme.sheet?.dialect ?? .css)
          }))
    }
  }
}

/// Columns for custom properties with different values on dark and on light terminals.
private struct VariableTable {
  private let nameColumns: Int
  private let isDark: Bool

  /// In columns.
  private static let mostName = 20, mostValue = 24

  /// For properties with these names, on a terminal of a scheme.
  init(names: [String], shown: ColorScheme?) {
    nameColumns = min(Self.mostName, names.map(\.count).max() ?? 0)
    isDark = shown != .light
  }

  /// The titles of the columns.
  var heading: InspectorLine {
    InspectorLine(.heading, Self.pad("", nameColumns + 2) + "  " + Self.pad("dark", 10) + "  light")
  }

  /// The values, that for dark terminals first.
  func sides(_ own: String, _ other: String) -> [String] { isDark ? [own, other] : [other, own] }

  /// A property with its values.
  func row(_ name: String, _ own: String, _ other: String) -> String {
    let cells = sides(own, other).map { Self.pad($0, 10) }
    return "  " + Self.pad(name, nameColumns) + "  " + cells[0] + "  " + cells[1]
  }

  private static func pad(_ text: String, _ columns: Int) -> String {
    let most = max(columns, mostValue)
    let shown = text.count > most ? text.prefix(most - 1) + "…" : text[...]
    return shown + String(repeating: " ", count: max(0, columns - shown.count))
  }
}

extension BrowsedTheme {
  /// A phrase for the version that is shown of a theme with a problem.
  var versionText: String {
    problemIsNewer ? "showing the last good version" : "showing the readable part"
  }
}

extension Explanation {
  /// The winning declarations, in the order of their properties.
  var winners: [(property: PropertyID, declaration: ExplainedDeclaration)] {
    PropertyID.allCases.compactMap { property in winner(of: property).map { (property, $0) } }
  }

  /// Those of each property, then the rejected ones.
  var declarations: [ExplainedDeclaration] {
    PropertyID.allCases.flatMap { self[$0] } + rejected
  }
}

struct InspectorLine {
  /// The object of the chrome that styles it.
  var name: ChromeClass

  /// Why its declaration has no effect.
  var loss: String?

  /// The text at the left.
  var text: String

  /// The text at the right, if there is room; `detailSeparator` separates its parts.
  var detail: String

  /// Separates the parts of a detail, of which the last ones are left out first.
  static let detailSeparator = "   "

  /// The location at the right, after the detail, for which the text is cut.
  var place: SourceLocation?

  var subject: SourceLocation?

  var value: EditableValue?

  var swatches: [TerminalColor]

  /// The run that it leads to.
  var run: Int?

  /// A selector without a rule.
  var unruled: String?

  /// True if it shows a declaration of a stylesheet with an effect.
  var isInForce: Bool { value?.isBuiltIn == false && loss == nil }

  init(
    _ name: ChromeClass, _ text: String, detail: String = "", place: SourceLocation? = nil,
    subject: SourceLocation? = nil, loss: String? = nil, value: EditableValue? = nil,
    swatches: [TerminalColor] = [], run: Int? = nil, unruled: String? = nil
  ) {
    (self.name, self.text, self.detail, self.loss) = (name, text, detail, loss)
    (self.place, self.subject, self.value, self.run) = (place, subject, value, run)
    (self.swatches, self.unruled) = (swatches, unruled)
  }
}

/// The colours in a value, whatever is around them.
enum ColorWords {
  /// The most colours of a value that are shown.
  private static let most = 4

  /// In their order.
  static func colors(in value: String, _ dialect: Dialect) -> [TerminalColor] {
    var colors: [TerminalColor] = []
    collect(value[...], ConversionContext(dialect: dialect), &colors, depth: 0)
    return colors
  }

  private static func collect(
    _ text: Substring, _ context: ConversionContext, _ colors: inout [TerminalColor], depth: Int
  ) {
    for word in words(of: text) where colors.count < most {
      switch try? ColorValue.convert(String(word), in: context) {
      case .absolute(let color): colors.append(.rgb(color.srgb.rgb8))
      case .ansi(let entry): colors.append(.palette(entry))
      case .currentColor: break
      case nil:
        // The colours of a gradient are inside of its brackets.
        guard depth < 4, let open = word.firstIndex(of: "("), word.hasSuffix(")") else { break }
        collect(word[word.index(after: open)...].dropLast(), context, &colors, depth: depth + 1)
      }
    }
  }

  /// The parts of a value between blanks, commas and slashes outside of brackets.
  static func words(of text: Substring) -> [Substring] {
    var depth = 0
    return text.utf8.prefix(1024).split { byte in
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      return depth == 0 && [0x20, 0x2C, 0x2F, 0x0A, 0x22].contains(byte)
    }.map { Substring($0) }
  }
}

/// A tab of the inspector; the raw value is its title.
package enum InspectorTab: String, CaseIterable, Sendable {
  /// All candidates, rule by rule.
  case styles = "Styles"
  /// Differences from the pinned theme.
  case compare = "Compare"
  case contrast = "Contrast"
  /// The custom properties of the stylesheet.
  case variables = "Variables"
  /// The stylesheet.
  case source = "Source"

  static func all(isComparing: Bool) -> [InspectorTab] {
    allCases.filter { $0 != .compare || isComparing }
  }
}

/// A value in a stylesheet, for a line of the inspector.
struct EditableValue: Hashable {
  /// The property, or the custom property with its dashes.
  var name: String

  /// The value as written.
  var value: String

  /// nil for a `style` attribute.
  var selector: String?

  /// The location of the value in its file.
  var location: SourceLocation

  /// True if it has no file.
  var isBuiltIn = false

  /// The custom properties that it leads to, first the ones in it.
  var variables: [VariableStep] = []

  /// True if it is in a comment.
  var isOff = false
}

extension EditableValue {
  init(_ declaration: ExplainedDeclaration) {
    self.init(
      name: declaration.name, value: declaration.value, selector: declaration.selector,
      location: declaration.location, isBuiltIn: declaration.origin == .builtIn,
      variables: declaration.variables)
  }

  init(_ variable: DeclaredVariable) {
    self.init(
      name: variable.name, value: variable.value, selector: variable.selector,
      location: variable.location)
  }
}

/// The lines of a stylesheet, with marks for winning declarations.
struct SourceListing {
  private let source: SourceText
  private let winners: [Int: ExplainedDeclaration]
  private let warnings: [Int: Diagnostic]
  private let problems: [Int: SourceLocation]

  var file: String { source.name }

  var count: Int { source.lineCount }

  /// The line, from 0, of the first problem, else of the first winning declaration.
  var firstLine: Int { (problems.keys.min() ?? winners.keys.min() ?? 1) - 1 }

  /// The lines of a file of a theme, or of its main one if there is no such file.
  init?(of theme: BrowsedTheme, _ file: String?, _ inForce: [ExplainedDeclaration]) {
    let sources = theme.sheet?.sources.map(\.source) ?? []
    guard let source = sources.first(where: { $0.name == file ?? theme.firstFile }) ?? theme.source
    else { return nil }
    // The last saved text is shown even if the sheet in force is older.
    self.source = source.name == theme.path ? theme.source ?? source : source
    /// The first one of each line.
    func byLine<Noted>(_ all: [Noted], _ place: (Noted) -> SourceLocation?) -> [Int: Noted] {
      let found = all.compactMap { noted in
        place(noted).flatMap { $0.file == source.name ? ($0.line, noted) : nil }
      }
      return Dictionary(found) { first, _ in first }
    }
    winners = byLine(inForce) { $0.location }
    warnings = byLine(theme.warnings, \.location)
    problems = byLine(theme.problems.compactMap(\.location)) {
      SourceLocation(file: $0.file, line: min($0.line, source.lineCount), column: $0.column)
    }
  }

  /// From 0.
  subscript(index: Int) -> InspectorLine {
    let line = index + 1
    let digits = String(source.lineCount).count
    let number = String(line)
    let pad = String(repeating: " ", count: digits - number.count)
    let name: ChromeClass
    let mark: String
    if problems[line] != nil {
      (name, mark) = (.problem, "×")
    } else if warnings[line] != nil {
      (name, mark) = (.problem, "!")
    } else {
      (name, mark) = winners[line] == nil ? (.note, " ") : (.declaration, "▸")
    }
    let text = String(decoding: source.lineBytes(line), as: UTF8.self)
    return InspectorLine(
      name, "\(pad)\(number) \(mark) \(text)", detail: warnings[line]?.message ?? "",
      subject: problems[line] ?? warnings[line]?.location,
      value: winners[line].map { EditableValue($0) },
      swatches: winners[line].map { ColorWords.colors(in: $0.value, .css) } ?? [])
  }
}
