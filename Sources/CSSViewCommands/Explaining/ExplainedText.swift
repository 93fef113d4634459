import CSSView
import CellLayout
import Diagnostics
import Rendering
import StyledText
import Styling
import TerminalOutput

/// A text with the reasons for its looks: what `explain` prints in its two forms.
struct ExplainedText {
  let renderer: TextRenderer
  let text: AttributedText
  let diagnostics: [Diagnostic]

  /// For each span, why its properties have their values.
  private let explanations: [Explanation]

  private let depths = DepthTable()

  /// The host's own block properties, which hold for the whole text.
  let hostExplanation: Explanation

  init(_ markup: SourceText, _ renderer: TextRenderer) {
    let result = renderer.attributedText(markup)
    self.renderer = renderer
    text = result.value
    diagnostics = renderer.diagnostics + result.diagnostics
    let host = renderer.styles.explainHost()
    hostExplanation = host
    var explanations: [Explanation] = []
    // A span comes after the one around it.
    for (number, span) in text.spans.enumerated() {
      let outer = span.parent.map { explanations[$0] } ?? host
      explanations.append(
        text.explanation(ofSpan: number, from: renderer.styles, inheriting: outer) ?? host)
    }
    self.explanations = explanations
  }

  /// The candidates for a property of a run, the strongest first.
  func declarations(
    of property: PropertyID, for run: AttributedText.Run
  ) -> [ExplainedDeclaration] {
    explanation(of: property, for: run)[property]
  }

  /// How many inherited candidates of a property are not among its `declarations`.
  func omittedCount(of property: PropertyID, for run: AttributedText.Run) -> Int {
    explanation(of: property, for: run).omittedCount(of: property)
  }

  private func explanation(of property: PropertyID, for run: AttributedText.Run) -> Explanation {
    PropertyDefinition.of(property).reachesSpans ? explanations[run.spanIndex] : hostExplanation
  }

  /// Whether a property of a run is the business of the object and not of a span.
  func belongsToHost(_ property: PropertyID, _ run: AttributedText.Run) -> Bool {
    run.span.parent != nil && !PropertyDefinition.of(property).reachesSpans
  }

  /// The properties of a run that anything declares, in the order of their definitions.
  func declaredProperties(of run: AttributedText.Run) -> [PropertyID] {
    explanations[run.spanIndex].properties.filter { PropertyDefinition.of($0).reachesSpans }
      + hostExplanation.properties.filter { !PropertyDefinition.of($0).reachesSpans }
  }

  /// What each depth makes of a run, and the SGR parameters for it.
  func renditions(of run: AttributedText.Run) -> [DepthTable.Entry] {
    let paint = RunPaint(run.style, run.paint, in: renderer.environment)
    return depths.entries { depth in
      // A shadow tints only where there are colours enough.
      var environment = renderer.environment
      environment.colorDepth = depth
      return paint.rendition(in: environment, over: renderer.styles.hostBackdrop)
    }
  }

  /// The contrast of a run at a depth; nil without colours, and for entries of the palette, of which
  /// the user made what they are.
  func contrast(of entry: DepthTable.Entry, in entries: [DepthTable.Entry]) -> ShownContrast? {
    guard entry.depth.hasColor else { return nil }
    if case .palette? = entries.first?.rendition.foreground { return nil }
    return ShownContrast(entry.rendition, on: ScreenColors(renderer.environment))
  }
}

/// Says what the depths make of colours, and remembers what it has looked up.
final class DepthTable {
  /// What one depth shows, and how it is asked for.
  typealias Entry = (depth: ColorDepth, rendition: GraphicRendition, parameters: String)

  private var quantizers = [ColorDepth.truecolor, .ansi256, .ansi16, .mono].map { depth in
    (depth: depth, quantizer: ColorQuantizer(depth: depth))
  }

  /// What the depths make of what is exactly shown at each.
  func entries(of exact: (ColorDepth) -> GraphicRendition) -> [Entry] {
    let encoder = SGREncoder(capabilities: .all)
    return quantizers.indices.map { index in
      let depth = quantizers[index].depth
      let shown = quantizers[index].quantizer.quantize(exact(depth))
      return (depth, shown, encoder.parameters(of: shown))
    }
  }
}
