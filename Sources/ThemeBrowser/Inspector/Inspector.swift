import CSSSyntax
import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Contents of the inspector for a run, as lines of text.
struct Inspector {
  /// The lines, from the top, but for those of a sheet.
  private var lines: [InspectorLine] = []

  /// The lines of a sheet, which are made when they are seen: there may be a million.
  private var listing: SourceListing?

  /// Why the `color` in force is not seen; nil if it is.
  private var cover: String?

  /// Line to begin with, but for those of a sheet.
  private var start = 0

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
      ?? line(ofFirst: value.variables)
  }

  /// The line of the first of some variables that has one.
  private func line(ofFirst variables: [VariableStep]) -> Int? {
    variables.lazy.compactMap { step in
      lines.firstIndex { $0.value?.name == step.name && $0.value?.location == step.location }
    }.first
  }

  /// Line to begin with: the line of a sheet that matters most.
  var firstLine: Int { listing.map { lines.count + $0.firstLine } ?? start }

  /// Without lines.
  init() {}

  /// Makes the lines of a tab about a run of a theme's preview.
  ///
  /// - Parameters:
  ///   - tab: the tab.
  ///   - theme: the theme.
  ///   - preview: its preview.
  ///   - run: the number of the run.
  ///   - other: the preview of the pinned theme, and the names of both.
  ///   - file: the file whose source is shown; nil is the theme's own.
  init(
    _ tab: InspectorTab, of theme: Theme, _ preview: Preview?, run: Int,
    other: (names: (own: String, other: String), preview: Preview)? = nil, file: String? = nil
  ) {
    if let problem = theme.problem, tab != .source || preview == nil {
      lines = Self.lines(about: problem, of: theme)
      guard theme.sheet != nil else { return }
      lines.append(
        InspectorLine(
          .note,
          theme.problemIsNewer ? "showing the last good version" : "showing the readable part"))
    }
    guard let preview else { return }
    cover = preview.propertyOverColor(ofRun: run).map { "covered by \($0)" }
    switch tab {
    case .styles: addStyles(theme, preview, run: run)
    case .computed: addComputed(preview.explanation(ofRun: run))
    case .contrast: lines += ContrastReport(preview).lines(about: preview, run: run)
    case .source: listing = SourceListing(of: theme, file, preview.explanation(ofRun: run))
    case .variables:
      addVariables(theme, preview)
      let used = preview.explanation(ofRun: run).winners.flatMap(\.declaration.variables)
      start = line(ofFirst: used) ?? lines.firstIndex { $0.loss == nil } ?? 0
    case .compare:
      if let other { lines += Comparison(other.names, preview, other.preview, run: run).lines }
    }
  }

  /// A finding as lines: what, where, and the line with a caret below.
  static func lines(about problem: Diagnostic, of theme: Theme) -> [InspectorLine] {
    let place = problem.location.map { "\($0)" } ?? theme.path
    var lines = [InspectorLine(.problem, "× \(place): \(problem.message)")]
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
    let hidden = preview.hiddenTexts
    if !hidden.isEmpty { lines.append(InspectorLine(.heading, "not shown")) }
    lines += hidden.map { text in
      InspectorLine(
        .declaration, "  \(text.name)" + (text.quote.isEmpty ? "" : " '\(text.quote)'"),
        detail: text.declaration.map { declaration in
          "\(declaration.name): \(declaration.value)" + InspectorLine.detailSeparator
            + Self.shortLocation(declaration.location)
        } ?? "",
        value: text.declaration.map { EditableValue($0) })
    }
    let aboutSample = preview.diagnostics
    if !theme.warnings.isEmpty || !aboutSample.isEmpty {
      lines.append(InspectorLine(.heading, "warnings"))
    }
    lines += theme.warnings.prefix(20).map { warning in
      InspectorLine(
        .problem, "! " + warning.message, detail: warning.location.map(Self.shortLocation) ?? "")
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
    return shortLocation(declaration.location) + (specificity ?? "")
  }

  /// File, line and column, without the directories.
  static func shortLocation(_ location: SourceLocation) -> String {
    "\(location.file.fileName):\(location.line):\(location.column)"
  }

  private mutating func add(
    _ declaration: ExplainedDeclaration, _ dialect: Dialect, _ contrast: ContrastReport
  ) {
    let cover = declaration.name == "color" ? cover : nil
    let loss = declaration.won ? cover : declaration.reason
    let mark = loss == nil ? "  " : "× "
    let resolved = declaration.resolved.map { $0 == declaration.value ? "" : " = \($0)" } ?? ""
    lines.append(
      InspectorLine(
        .declaration, "\(mark)\(declaration.name): \(declaration.value)\(resolved)",
        detail: loss ?? contrast.note(on: declaration), loss: loss,
        value: EditableValue(declaration),
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
      let value = winner.usedValue
      let cover = property == .color ? cover : nil
      lines.append(
        InspectorLine(
          .declaration, (cover == nil ? "" : "× ") + "\(property.name): \(value)",
          detail: cover
            ?? "← \(winner.selector ?? "style")  \(Self.shortLocation(winner.location))",
          loss: cover, value: EditableValue(winner), swatches: ColorWords.colors(in: value, .css)))
    }
  }

  // MARK: Variables

  /// The custom properties that the sheet declares, with how often each is used.
  private mutating func addVariables(_ theme: Theme, _ preview: Preview) {
    let variables = theme.sheet?.declaredVariables(in: preview.target.environment) ?? []
    if variables.isEmpty {
      lines.append(InspectorLine(.note, "the stylesheet has no custom properties"))
    }
    for variable in variables {
      let uses = [0: "not used", 1: "used once"][variable.uses] ?? "used \(variable.uses) times"
      let details = [
        Self.shortLocation(variable.location), variable.loss ?? uses, variable.selector,
      ]
      let value = preview.expanded(variable.value) ?? variable.value
      let resolved = value == variable.value ? "" : " = \(value)"
      let mark = variable.loss == nil ? "  " : "× "
      lines.append(
        InspectorLine(
          .declaration, "\(mark)\(variable.name): \(variable.value)\(resolved)",
          detail: details.joined(separator: InspectorLine.detailSeparator), keepsDetail: true,
          loss: variable.loss, value: EditableValue(variable),
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

/// A line of the inspector.
struct InspectorLine {
  /// The object of the chrome that it is, which decides its look.
  var name: ChromeClass

  /// Why the declaration that it shows has no effect; nil if it has one.
  var loss: String?

  /// Text at the left.
  var text: String

  /// Text at the right, where there is room; its parts with `detailSeparator` between them.
  var detail: String

  /// Between the parts of a detail, of which the last ones are left out where room is short.
  static let detailSeparator = "   "

  /// True if the text is cut for the sake of the first part of the detail.
  var keepsDetail: Bool

  /// The value that it shows.
  var value: EditableValue?

  /// The colours that it speaks of.
  var swatches: [TerminalColor]

  /// The number of the run that it leads to.
  var run: Int?

  init(
    _ name: ChromeClass, _ text: String, detail: String = "", keepsDetail: Bool = false,
    loss: String? = nil, value: EditableValue? = nil, swatches: [TerminalColor] = [],
    run: Int? = nil
  ) {
    self.name = name
    self.text = text
    self.detail = detail
    self.keepsDetail = keepsDetail
    self.loss = loss
    self.value = value
    self.swatches = swatches
    self.run = run
  }
}

/// The colours that a value names, whatever stands around them.
enum ColorWords {
  /// Maximum number of colours shown of one value: a gradient may have a hundred.
  private static let most = 4

  /// The colours in a value of some dialect, in their order.
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
        // The colours of a gradient stand inside it.
        guard depth < 4, let open = word.firstIndex(of: "("), word.hasSuffix(")") else { break }
        collect(word[word.index(after: open)...].dropLast(), context, &colors, depth: depth + 1)
      }
    }
  }

  /// The parts of a value between blanks, commas and slashes that are in no brackets.
  static func words(of text: Substring) -> [Substring] {
    var depth = 0
    return text.utf8.prefix(1024).split { byte in
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      return depth == 0 && [0x20, 0x2C, 0x2F, 0x0A, 0x22].contains(byte)
    }.map { Substring($0) }
  }
}

/// A tab of the inspector, which shows one aspect of the selected run; the raw value is its title.
package enum InspectorTab: String, CaseIterable, Sendable {
  /// Every declaration that was a candidate, rule by rule.
  case styles = "Styles"
  /// Differences from the pinned theme.
  case compare = "Compare"
  /// The values that came out.
  case computed = "Computed"
  /// Contrast of the run.
  case contrast = "Contrast"
  /// The sheet.
  case source = "Source"
  /// The custom properties of the sheet.
  case variables = "Variables"

  /// The tabs there are.
  static func all(isComparing: Bool) -> [InspectorTab] {
    allCases.filter { $0 != .compare || isComparing }
  }
}

/// A value that stands somewhere in a sheet, as a line of the inspector has it.
struct EditableValue: Hashable {
  /// The property, or the custom property with its dashes.
  var name: String

  /// The value as it was written.
  var value: String

  /// The selector of its rule; nil for a `style` attribute.
  var selector: String?

  /// Location of the value in its file.
  var location: SourceLocation

  /// True if it stands in no file.
  var isBuiltIn = false

  /// The custom properties that it leads to, the ones it names first.
  var variables: [VariableStep] = []

  /// A declaration that was a candidate.
  init(_ declaration: ExplainedDeclaration) {
    name = declaration.name
    value = declaration.value
    selector = declaration.selector
    location = declaration.location
    isBuiltIn = declaration.origin == .builtIn
    variables = declaration.variables
  }

  /// A custom property.
  init(_ variable: DeclaredVariable) {
    name = variable.name
    value = variable.value
    selector = variable.selector
    location = variable.location
  }
}

/// The lines of a sheet; the places of the declarations in force are marked.
struct SourceListing {
  private let source: SourceText
  private let winners: [Int: ExplainedDeclaration]
  private let warnings: [Int: String]
  private let problem: Int?

  /// The file.
  var file: String { source.name }

  /// Number of lines.
  var count: Int { source.lineCount }

  /// The line, from 0, of what is wrong, else of the first declaration in force.
  var firstLine: Int { (problem ?? winners.keys.min() ?? 1) - 1 }

  /// Those of a file of a theme, its main one where there is no such file.
  init?(of theme: Theme, _ file: String?, _ explanation: Explanation) {
    let sources = theme.sheet?.sources.map(\.source) ?? []
    guard let source = sources.first(where: { $0.name == file ?? theme.firstFile }) ?? theme.source
    else { return nil }
    // The last saved text is shown even if the sheet in force is older.
    self.source = source.name == theme.path ? theme.source ?? source : source
    winners = Dictionary(
      explanation.winners.compactMap { _, winner in
        winner.location.file == source.name ? (winner.location.line, winner) : nil
      }, uniquingKeysWith: { first, _ in first })
    warnings = Dictionary(
      theme.warnings.compactMap { warning in
        warning.location.flatMap { $0.file == source.name ? ($0.line, warning.message) : nil }
      }, uniquingKeysWith: { first, _ in first })
    problem = theme.problem?.location.flatMap { location in
      location.file == source.name ? min(location.line, source.lineCount) : nil
    }
  }

  /// A line, from 0.
  subscript(index: Int) -> InspectorLine {
    let line = index + 1
    let digits = String(source.lineCount).count
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
    return InspectorLine(
      name, "\(pad)\(number) \(mark) \(text)", detail: warnings[line] ?? "",
      value: winners[line].map { EditableValue($0) },
      swatches: winners[line].map { ColorWords.colors(in: $0.value, .css) } ?? [])
  }
}
