import Styling
import TerminalOutput

@testable import CellLayout
@testable import StyledText

/// A text of parts, each of which is a run with a style of its own.
struct StyledParts {
  private(set) var text = AttributedText()

  init(_ parts: [(text: String, style: TextStyle)] = []) {
    for (text, style) in parts { append(text, style) }
  }

  mutating func append(
    _ part: String, _ style: TextStyle = .initial,
    _ compositing: CompositingState = CompositingState(), link: String? = nil
  ) {
    if text.isEmpty { text.spans = [] }
    text.line.runs.append(
      StyledLines.Run(start: text.count, style: StyleID(index: Int32(text.spans.count))))
    text.line.sources.append(0..<0)
    text.line.bytes += Array(part.utf8)
    text.spans.append(
      AttributedText.Span(
        content: ComputedElement(.init(style: style, compositing: compositing, link: link)),
        parent: nil, source: 0..<0))
  }

  /// Cuts the first run into runs of so many bytes, which may end inside of a cluster.
  mutating func cutRuns(_ count: () -> Int) {
    var start = count()
    while start < text.count {
      text.line.runs.append(StyledLines.Run(start: start, style: text.line.runs[0].style))
      text.line.sources.append(0..<0)
      start += count()
    }
  }

  /// The text as a block.
  func block(
    _ host: ComputedStyle = ComputedStyle(), backdrop: Backdrop = .none, for target: OutputTarget,
    budget: PaintBudget = PaintBudget()
  ) -> BlockLayout {
    var styles = ComputedStyleTable(
      elementsOf: text, StyleResolver(stylesheet: Stylesheet(), environment: target.environment))
    return BlockLayout(
      text.line.numbered, &styles, host: host, backdrop: backdrop, for: target, budget: budget)
  }
}
