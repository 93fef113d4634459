import CSSView
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The short report: why each run has its colour, and whether that can be read.
extension ExplainedText {
  /// The answer for a person, readable at 80 columns: the values that all runs share, then for each
  /// run the properties that it declares or shows differently.
  ///
  /// It is handed out run by run, so that a long text costs no more memory than its own.
  /// - Parameters:
  ///   - colors: Colours for emphasis.
  ///   - depth: Colour depth of the output, in which each run is shown in its own style.
  ///   - write: Takes the next piece of the report.
  /// - Throws: Any error of `write`.
  func summary<Failure: Error>(
    colors: MessageColors, depth: ColorDepth, _ write: (SafeText) throws(Failure) -> Void
  ) throws(Failure) {
    try write(title(colors))
    let painter = SummaryPainter(
      colors: colors, depth: depth, palette: renderer.environment.palette)
    let host = StyleJSON(
      text: renderer.styles.hostStyle.text, block: renderer.styles.hostStyle.block,
      contentSize: renderer.environment.contentSize
    ).texts
    let shared = PropertyGroup.groups(hostExplanation.properties) { property in
      (hostExplanation[property], hostExplanation.omittedCount(of: property))
    }
    if !shared.isEmpty {
      try write("\n" + colors.bold("all runs") + "\n")
      for group in shared { try write(Self.lines(group, host, painter)) }
    }
    var bodies = RepeatedTexts()
    for run in text.runs {
      try write(heading(of: run, painter))
      try write(
        bodies.text(explanationNumber(of: run)) { own(run, besides: host, painter) })
    }
    try write(hiddenText(colors))
  }

  /// The lines of a run below its heading.
  private func own(
    _ run: AttributedText.Run, besides host: [String: String], _ painter: SummaryPainter
  ) -> SafeText {
    var report: SafeText = ""
    if run.span.parent != nil {
      let values = values(of: run)
      let properties = declaredProperties(of: run).filter { property in
        !belongsToHost(property, run)
          && (values[property.name] != host[property.name]
            || declarations(of: property, for: run).contains { !$0.isInherited })
      }
      let groups = PropertyGroup.groups(properties) { property in
        (declarations(of: property, for: run), omittedCount(of: property, for: run))
      }
      for group in groups { report += Self.lines(group, values, painter) }
    }
    return report + shownColors(of: run)
  }

  /// A group of properties: its value with the winner, then the losers.
  private static func lines(
    _ group: PropertyGroup, _ values: [String: String], _ painter: SummaryPainter
  ) -> SafeText {
    var report: SafeText = ""
    for declaration in group.declarations {
      var columns = ReportColumns()
      let written = SafeText.label(declaration.value)
      let value =
        group.properties.count == 1
        ? values[group.title].map { SafeText.label(opaque($0)) } ?? written : written
      if declaration.won {
        columns.add(.label(group.title), at: 4)
        columns.add(value, at: 22)
        let source: SafeText = (value == written ? "" : written + " ") + "← "
        if cellWidth(of: value.string, rules: .clusters) < 10 {
          columns.add(source, at: 32, indent: 34)
        } else {
          columns.add("  " + source, indent: 34)
        }
      } else {
        columns.add(written + " ← ", at: 22)
      }
      columns.add(.label(declaration.selector ?? "style"), indent: 34)
      columns.add(whole: shown(declaration.location.description), indent: 34)
      if !declaration.won {
        columns.add(whole: .label(loss(declaration)), indent: 34)
      }
      columns.endLine()
      report +=
        declaration.won
        ? painter.swatch(declaration.resolvedColor) + columns.text.droppingColumns(4)
        : painter.colors.faint(columns.text)
    }
    if group.omittedCount > 0 {
      report += painter.colors.faint("                      and \(group.omittedCount) more\n")
    }
    return report
  }

  /// A colour without the alpha of a colour that is opaque.
  private static func opaque(_ value: String) -> String {
    value.utf8.count == 9 && value.hasPrefix("#") && value.hasSuffix("ff")
      ? String(value.dropLast(2)) : value
  }

  /// One word for the reason why a declaration lost.
  private static func loss(_ declaration: ExplainedDeclaration) -> String {
    if declaration.isInherited { return "inherited" }
    let words = [
      ("invalid", "invalid"), ("important", "!important"), ("layer", "layer"),
      ("specificity", "specificity"), ("earlier", "later"), ("listed before", "class order"),
      ("built-in", "built-in"), ("style attribute", "style attribute"), ("reverted", "reverted"),
    ]
    return words.first { declaration.reason.contains($0.0) }?.1 ?? declaration.reason
  }

  /// The colours of a run at the depth in use, and their contrast.
  private func shownColors(of run: AttributedText.Run) -> SafeText {
    let entries = renditions(of: run)
    guard
      let entry = entries.first(where: { $0.depth == renderer.environment.colorDepth })
        ?? entries.first, entry.depth.hasColor
    else { return "" }
    var columns = ReportColumns()
    columns.add("contrast", at: 4)
    guard let contrast = contrast(of: entry, in: entries) else {
      columns.add("the terminal's own colours", at: 22)
      columns.endLine()
      return columns.text
    }
    let ratio = contrast.ratio.roundedDown(decimals: 1)
    let level = ratio >= 7 ? "AAA" : ratio >= 4.5 ? "AA" : "below AA (4.5:1)"
    columns.add("\(NumberText.fixed(ratio, decimals: 1)):1 \(level)", at: 22)
    columns.add("\(contrast.text.hex) on \(contrast.background.hex)", at: 40)
    if let before = change(of: entry)?.before {
      let ratio = NumberText.fixed(before.ratio.roundedDown(decimals: 1), decimals: 1)
      columns.add(", was \(before.text.hex), \(ratio):1", indent: 40)
    }
    columns.endLine()
    return columns.text
  }

  /// The text of a run in its own style, its element and its classes.
  private func heading(of run: AttributedText.Run, _ painter: SummaryPainter) -> SafeText {
    let heading = unstyledHeading(of: run)
    guard painter.colors.isOn,
      let entry = renditions(of: run).first(where: { $0.depth == painter.shownDepth })
    else { return "\n" + heading + "\n" }
    return "\n" + painter.painted(entry.rendition, label: shortLabel(of: run), of: heading) + "\n"
  }
}

/// Paints texts and swatches of a report in the colours of the runs.
struct SummaryPainter {
  let colors: MessageColors

  /// Depth that colours are shown at.
  let shownDepth: ColorDepth

  private let palette: TerminalPalette

  init(colors: MessageColors, depth: ColorDepth, palette: TerminalPalette) {
    self.colors = colors
    shownDepth = depth == .ansi8 ? .ansi16 : depth
    self.palette = palette
  }

  /// Four columns with a square in a colour; empty without a colour.
  func swatch(_ hex: String?) -> SafeText {
    guard colors.isOn, shownDepth.hasColor, let hex,
      let number = UInt32(hex.dropFirst().prefix(6), radix: 16)
    else { return "    " }
    var quantizer = ColorQuantizer(depth: shownDepth, palette: palette)
    let rendition = GraphicRendition(foreground: quantizer.quantize(.rgb(RGB8(number))))
    return "  " + painted(rendition, "■") + " "
  }

  /// A heading whose first text has a style.
  func painted(_ rendition: GraphicRendition, label: SafeText, of heading: SafeText) -> SafeText {
    guard heading.string.hasPrefix(label.string) else { return heading }
    return painted(rendition, label) + heading.droppingColumns(label.string.count)
  }

  private func painted(_ rendition: GraphicRendition, _ text: SafeText) -> SafeText {
    let start = SGREncoder(capabilities: .all).bytes(setting: rendition)
    return SafeText(
      trusted: String(decoding: start, as: UTF8.self) + text.string + "\u{1B}[0m")
  }
}

extension SafeText {
  /// The text behind its first characters.
  fileprivate func droppingColumns(_ count: Int) -> SafeText {
    SafeText(trusted: String(string.dropFirst(count)))
  }
}
