import CSSView
import CellLayout
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The classes of a stylesheet, each in its own style, with its declarations.
struct ClassList {
  let sheet: Stylesheet

  private(set) var text: SafeText = ""

  private(set) var classes: [JSONOutput] = []

  /// Lists the classes of a stylesheet; rules for the terminal's background apply only if it
  /// `followsTerminal`.
  ///
  /// Without `isTerminal`, standard output decides.
  init(
    of name: String, followsTerminal: Bool = true, color: ColorOption = .auto,
    isTerminal: Bool? = nil, in console: Console
  ) throws(CommandFailure) {
    var evidence = console.evidence(isTerminal: isTerminal, for: color)
    let environment = followsTerminal ? console.environment(of: &evidence) : Environment()
    let options = SheetOptions.defaults
    sheet = options.load(try options.read(name, in: console), for: environment)
    let renderer = TextRenderer(stylesheet: sheet, environment: environment)
    let depth = detectColorDepth(option: color, evidence: evidence).value
    let colors = MessageColors(depth: depth)
    let explained = ExplainedText(sheet.textOfClasses, renderer)
    let runs = Dictionary(
      explained.text.runs.lazy.filter { $0.generated == nil }.map { ($0.spanIndex, $0) },
      uniquingKeysWith: { first, _ in first })
    let column =
      min(24, sheet.classNames.map { cellWidth(of: $0, rules: .clusters) }.max() ?? 0) + 3
    for (number, span) in explained.text.spans.enumerated() {
      guard span.content.generated == nil, let name = span.content.tag?.classes.first else {
        continue
      }
      let written = Self.declarations(explained.explanation(ofSpan: number))
      classes.append([
        "name": .string(name),
        "declarations": .object(written.map { JSONOutput.Member($0.name, .string($0.value)) }),
      ])
      let label: SafeText = ".\(SafeText.label(name))"
      var columns = ReportColumns()
      columns.add(label, indent: 2)
      columns.add(
        .label(written.map { "\($0.name): \($0.value)" }.joined(separator: "; ")), at: column)
      columns.endLine()
      let shown = runs[number].map(explained.renditions)?.first { $0.depth == colors.depth }
      text += shown.map { colors.styled(label, of: columns.text, $0.rendition) } ?? columns.text
    }
  }

  /// The declarations of rules for classes that decide an element's values.
  private static func declarations(_ explanation: Explanation) -> [(name: String, value: String)] {
    var written: [(name: String, value: String)] = []
    for property in explanation.properties {
      guard let winner = explanation.winner(of: property), !winner.isInherited,
        winner.selector?.contains(".") == true, !written.contains(where: { $0.name == winner.name })
      else { continue }
      written.append((winner.name, winner.value))
    }
    return written
  }
}
