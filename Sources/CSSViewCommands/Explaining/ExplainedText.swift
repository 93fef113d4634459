import CSSSyntax
import CSSView
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// A text with explanations of its styles, for both forms of `explain`.
struct ExplainedText {
  let renderer: TextRenderer
  let text: AttributedText
  let diagnostics: [Diagnostic]

  /// The explanations of spans, equal ones once; the first one is the host's.
  private let explanations: [Explanation]

  /// For each span the index of its explanation.
  private let explanationNumbers: [Int]

  private let depths: DepthTable

  /// The depth in use; without colours, truecolor.
  private let shownDepth: DepthTable

  /// The host's own block properties, which apply to the whole text.
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

  /// The identity of a span: its tag, and the explanation of its parent.
  private struct SharedSpan: Hashable {
    var content: ObjectIdentifier
    var outer: Int
  }

  /// A number that is equal for runs with the same explanation, whatever their text and position.
  func explanationNumber(of run: AttributedText.Run) -> Int { explanationNumbers[run.spanIndex] }

  /// The explanation of a span, also of a hidden one.
  func explanation(ofSpan number: Int) -> Explanation { explanations[explanationNumbers[number]] }

  /// The strongest first.
  func declarations(
    of property: PropertyID, for run: AttributedText.Run
  ) -> [ExplainedDeclaration] {
    explanation(of: property, for: run)[property]
  }

  /// The number of candidates that are not in its `declarations`.
  func omittedCount(of property: PropertyID, for run: AttributedText.Run) -> Int {
    explanation(of: property, for: run).omittedCount(of: property)
  }

  private func explanation(of property: PropertyID, for run: AttributedText.Run) -> Explanation {
    isOfSpan(property, run) ? explanations[explanationNumber(of: run)] : hostExplanation
  }

  /// True if the run's own element decides about a property.
  private func isOfSpan(_ property: PropertyID, _ run: AttributedText.Run) -> Bool {
    PropertyDefinition.of(property).reachesSpans || run.content.box != nil && property.isOfBoxes
  }

  /// True if the object and not the span decides about a property.
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

  /// The change that made a run readable at a depth.
  func change(of entry: DepthTable.Entry) -> ReadableChange? {
    ReadableChange(entry, on: ScreenColors(renderer.environment))
  }

  /// True if a value was computed from colours of the terminal that are only assumed.
  func isAssumed(_ declaration: ExplainedDeclaration) -> Bool {
    guard renderer.environment.terminalColors.origin == .assumed else { return false }
    return CSSText(declaration.resolved ?? declaration.value).usesTerminalColors()
  }

  /// The contrast of a run at a depth; nil without colours, and for entries of the palette, which
  /// users choose.
  func contrast(of entry: DepthTable.Entry, in entries: [DepthTable.Entry]) -> ShownContrast? {
    guard entry.depth.hasColor else { return nil }
    if case .palette? = entries.first?.rendition.foreground { return nil }
    return ShownContrast(entry.rendition, on: ScreenColors(renderer.environment))
  }
}

/// Properties of a run that the same declarations decide: `border` sets twelve at once.
struct PropertyGroup {
  let properties: [PropertyID]

  /// The names of the properties, as shorthands if possible.
  let title: String

  /// The strongest first.
  let declarations: [ExplainedDeclaration]

  /// The number of candidates that are not listed.
  let omittedCount: Int

  /// The result of a candidate; properties with equal results are grouped.
  private struct Fate: Hashable {
    var location: SourceLocation
    var won: Bool
    var reason: String
  }

  private struct Key: Hashable {
    var fates: [Fate]
    var omittedCount: Int
  }

  /// Groups properties, in the order of the first ones.
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
