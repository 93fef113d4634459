import CSSSyntax
import CSSView
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// A text with the reasons for its looks: what `explain` prints in its two forms.
struct ExplainedText {
  let renderer: TextRenderer
  let text: AttributedText
  let diagnostics: [Diagnostic]

  /// Why the properties of spans have their values, once for spans that share everything: the first
  /// one is the host's.
  private let explanations: [Explanation]

  /// For each span, which of the explanations is its own.
  private let explanationNumbers: [Int]

  private let depths: DepthTable

  /// The depth in use; without colours, truecolor.
  private let shownDepth: DepthTable

  /// The host's own block properties, which hold for the whole text.
  let hostExplanation: Explanation

  init(_ markup: SourceText, _ renderer: TextRenderer) {
    let result = renderer.attributedText(markup)
    self.renderer = renderer
    text = result.value
    let depths = DepthTable(
      renderer.environment, readable: renderer.styles.hostStyle.block.readable)
    self.depths = depths
    let depth = renderer.environment.colorDepth
    shownDepth = DepthTable(
      renderer.environment, depths: [depth == .none ? .truecolor : depth],
      readable: renderer.styles.hostStyle.block.readable)
    let host = renderer.styles.explainHost()
    hostExplanation = host
    var explanations = [host]
    var numbers: [Int] = []
    var known: [SharedSpan: Int] = [:]
    // A span comes after the one around it.
    for (number, span) in text.spans.enumerated() {
      let outer = span.parent.map { numbers[$0] } ?? 0
      let shared = SharedSpan(content: ObjectIdentifier(span.content), outer: outer)
      if let same = known[shared] {
        numbers.append(same)
      } else {
        known[shared] = explanations.count
        numbers.append(explanations.count)
        explanations.append(
          text.explanation(ofSpan: number, from: renderer.styles, inheriting: explanations[outer])
            ?? host)
      }
    }
    self.explanations = explanations
    explanationNumbers = numbers
    diagnostics =
      renderer.diagnostics + result.diagnostics
      + depths.findings(of: text.runs.lazy.map(renderer.exact))
  }

  /// Identity of a span: its tag, and the explanation of its parent.
  private struct SharedSpan: Hashable {
    var content: ObjectIdentifier
    var outer: Int
  }

  /// A number that is equal for runs of which the same can be said, all but their text and place.
  func explanationNumber(of run: AttributedText.Run) -> Int { explanationNumbers[run.spanIndex] }

  /// The explanation of a span, its text shown or not.
  func explanation(ofSpan number: Int) -> Explanation { explanations[explanationNumbers[number]] }

  /// The strongest first.
  func declarations(
    of property: PropertyID, for run: AttributedText.Run
  ) -> [ExplainedDeclaration] {
    explanation(of: property, for: run)[property]
  }

  /// Number of candidates of a property that are not in its `declarations`.
  func omittedCount(of property: PropertyID, for run: AttributedText.Run) -> Int {
    explanation(of: property, for: run).omittedCount(of: property)
  }

  private func explanation(of property: PropertyID, for run: AttributedText.Run) -> Explanation {
    isOfSpan(property, run) ? explanations[explanationNumber(of: run)] : hostExplanation
  }

  /// True if the run's own element decides about a property.
  private func isOfSpan(_ property: PropertyID, _ run: AttributedText.Run) -> Bool {
    PropertyDefinition.of(property).reachesSpans
      || run.content.box != nil && property.isOfBoxes
  }

  /// True if a property of a run is the business of the object and not of a span.
  func belongsToHost(_ property: PropertyID, _ run: AttributedText.Run) -> Bool {
    run.span.parent != nil && !isOfSpan(property, run)
  }

  /// In the order of their definitions.
  func declaredProperties(of run: AttributedText.Run) -> [PropertyID] {
    explanations[explanationNumber(of: run)].properties.filter { isOfSpan($0, run) }
      + hostExplanation.properties.filter { !isOfSpan($0, run) }
  }

  func renditions(of run: AttributedText.Run) -> [DepthTable.Entry] {
    depths.entries(of: renderer.exact(run))
  }

  func shownRendition(of run: AttributedText.Run) -> DepthTable.Entry {
    shownDepth.entries(of: renderer.exact(run))[0]
  }

  /// Returns the change that made a run readable at a depth; nil if there was none.
  func change(of entry: DepthTable.Entry) -> ReadableChange? {
    ReadableChange(entry, on: ScreenColors(renderer.environment))
  }

  /// True if a value was worked out from colours of the terminal that are only assumed.
  func isAssumed(_ declaration: ExplainedDeclaration) -> Bool {
    guard renderer.environment.terminalColors.origin == .assumed else { return false }
    return CSSText(declaration.resolved ?? declaration.value).usesTerminalColors()
  }

  /// The contrast of a run at a depth; nil without colours, and for entries of the palette, of
  /// which the user made what they are.
  func contrast(of entry: DepthTable.Entry, in entries: [DepthTable.Entry]) -> ShownContrast? {
    guard entry.depth.hasColor else { return nil }
    if case .palette? = entries.first?.rendition.foreground { return nil }
    return ShownContrast(entry.rendition, on: ScreenColors(renderer.environment))
  }
}

/// Properties of a run that the same declarations decide: `border` sets twelve of them at once.
struct PropertyGroup {
  let properties: [PropertyID]

  /// Name of the group: shorthands as far as possible.
  let title: String

  /// Their candidates, the strongest first.
  let declarations: [ExplainedDeclaration]

  /// Number of candidates that are not listed.
  let omittedCount: Int

  /// Result of a candidate; properties with equal results belong together.
  private struct Fate: Hashable {
    var location: SourceLocation
    var won: Bool
    var reason: String
  }

  private struct Key: Hashable {
    var fates: [Fate]
    var omittedCount: Int
  }

  /// Puts properties into groups, in the order of the first ones.
  static func groups(
    _ properties: [PropertyID],
    _ candidates: (PropertyID) -> (listed: [ExplainedDeclaration], omittedCount: Int)
  ) -> [PropertyGroup] {
    var order: [Key] = []
    var members: [Key: (properties: [PropertyID], declarations: [ExplainedDeclaration])] = [:]
    for property in properties {
      let (list, omittedCount) = candidates(property)
      let key = Key(
        fates: list.map { Fate(location: $0.location, won: $0.won, reason: $0.reason) },
        omittedCount: omittedCount)
      if members[key] == nil { order.append(key) }
      members[key, default: ([], list)].properties.append(property)
    }
    return order.compactMap { key in
      members[key].map {
        PropertyGroup(
          properties: $0.properties, title: title(of: $0.properties),
          declarations: $0.declarations, omittedCount: key.omittedCount)
      }
    }
  }

  private static func title(of properties: [PropertyID]) -> String {
    var rest = properties
    var names: [String] = []
    let shorthands = ShorthandID.ofCSS.sorted { $0.longhands.count > $1.longhands.count }
    for shorthand in shorthands where Set(shorthand.longhands).isSubset(of: rest) {
      names.append(shorthand.name)
      rest.removeAll(where: shorthand.longhands.contains)
    }
    return (names + rest.map(\.name)).joined(separator: ", ")
  }
}
