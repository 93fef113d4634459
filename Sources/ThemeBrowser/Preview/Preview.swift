package import CellLayout
package import Diagnostics
package import StyledText
package import Styling

/// A sample text under a theme, laid out as `cssview preview` lays it out.
package struct Preview {
  /// What decides how a preview looks; equal settings make equal previews.
  package struct Settings: Hashable, Sendable {
    /// The markup.
    package var markup: String
    /// The terminal, as wide as the preview.
    package var target: OutputTarget

    /// Puts settings together.
    package init(markup: String, target: OutputTarget) {
      self.markup = markup
      self.target = target
    }
  }

  /// The terminal, as wide as the preview.
  let target: OutputTarget

  /// The text.
  package let text: AttributedText

  /// The cells, in exact colours.
  package let layout: BlockLayout

  /// What worked the styles out.
  package let resolver: StyleResolver

  /// What was found about markup and values.
  package let diagnostics: [Diagnostic]

  /// For each run the first cell with its text, row after row; nil for a run that is not seen.
  let firstCells: [Int?]

  /// Lays the sample out, for the object that it belongs to.
  package init(
    _ sheet: Stylesheet, _ settings: Settings, host: HostObject = HostObject(),
    options: MarkupOptions = MarkupOptions()
  ) {
    target = settings.target
    resolver = StyleResolver(
      stylesheet: sheet, environment: settings.target.environment, host: host)
    var builder = AttributedTextBuilder(styles: resolver, options: options)
    builder.append(markup: settings.markup)
    let (text, found) = builder.finish()
    self.text = text
    layout = BlockLayout(
      BlockText(text), host: resolver.hostStyle, backdrop: resolver.hostBackdrop,
      for: settings.target)
    diagnostics = resolver.diagnostics + found
    var firstCells: [Int?] = Array(repeating: nil, count: text.runs.count)
    for (cell, run) in layout.runs.enumerated() where run >= 0 && firstCells[Int(run)] == nil {
      firstCells[Int(run)] = cell
    }
    self.firstCells = firstCells
  }

  /// Why a run, given by its number, looks as it does; for a text without runs, why the host does.
  package func explanation(ofRun index: Int) -> Explanation {
    var explanation = resolver.explainHost()
    guard text.runs.indices.contains(index) else { return explanation }
    for span in path(toRun: index) {
      guard let description = span.content.description, let parent = span.parent,
        let node = text.spans[parent].content.node
      else { continue }
      explanation = resolver.explain(description, in: node, inheriting: explanation)
    }
    return explanation
  }

  /// Whether a run holds nothing but blanks and line breaks.
  func isBlank(run index: Int) -> Bool {
    text.runs.indices.contains(index) && text.runs[index].string.allSatisfy(\.isWhitespace)
  }

  /// The elements around a run, from the outermost to its own.
  package func path(toRun index: Int) -> [AttributedText.Span] {
    var path: [AttributedText.Span] = []
    var next: Int? = text.runs[index].spanIndex
    while let number = next {
      path.append(text.spans[number])
      next = text.spans[number].parent
    }
    return path.reversed()
  }

  /// A name for a run: its tag and classes as a selector.
  package func name(ofRun index: Int) -> String {
    guard text.runs.indices.contains(index) else { return resolver.host.element }
    let run = text.runs[index]
    let tag = run.tag.map { $0 == .span ? "" : $0.name } ?? run.element
    return tag + run.classes.map { "." + $0 }.joined()
  }
}
