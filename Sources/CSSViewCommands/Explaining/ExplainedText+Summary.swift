import CSSView
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The short report: why each run has its colour, and whether it is readable.
extension ExplainedText {
  /// Writes the answer for 80 columns: the values that all runs share, then for each run the
  /// properties that it declares or shows differently.
  ///
  /// It is written run by run, so that a long text takes no more memory than its own.
  func summary<Failure: Error>(
    colors: MessageColors, _ write: (SafeText) throws(Failure) -> Void
  ) throws(Failure) {
    try write(title(colors))
    let host = StyleJSON(
      text: renderer.styles.hostStyle.text, block: renderer.styles.hostStyle.block,
      contentSize: renderer.environment.contentSize
    ).texts
    let shared = PropertyGroup.groups(hostExplanation.properties) { property in
      (hostExplanation[property], hostExplanation.omittedCount(of: property))
    }
    if !shared.isEmpty {
      try write("\n" + colors.bold("the whole text") + "\n")
      for group in shared { try write(lines(group, host, colors)) }
    }
    var bodies = RepeatedTexts<Int, SafeText>()
    for run in text.runs {
      try write(heading(of: run, colors))
      try write(bodies.text(explanationNumber(of: run)) { own(run, colors) })
    }
    try write(hiddenText(colors))
  }

  /// The lines of a run below its heading.
  private func own(_ run: AttributedText.Run, _ colors: MessageColors) -> SafeText {
    var report: SafeText = ""
    if run.span.parent != nil {
      let values = values(of: run)
      let properties = declaredProperties(of: run).filter { property in
        let own = declarations(of: property, for: run)
        return !belongsToHost(property, run)
          && (own.first?.location != hostExplanation[property].first?.location
            || own.contains { !$0.isInherited })
      }
      let groups = PropertyGroup.groups(properties) { property in
        (declarations(of: property, for: run), omittedCount(of: property, for: run))
      }
      for group in groups { report += lines(group, values, colors) }
    }
    return report + shownColors(of: run)
  }

  /// The value of a group with the winner, then the losers.
  private func lines(
    _ group: PropertyGroup, _ values: [String: String], _ colors: MessageColors
  ) -> SafeText {
    var report: SafeText = ""
    for declaration in group.declarations {
      var columns = ReportColumns()
      let written = SafeText.label(declaration.value)
      let value =
        group.properties.count == 1
        ? values[group.title].map { SafeText.label(Self.opaque($0)) } ?? written : written
      if declaration.won {
        columns.add(.label(group.title), at: 4)
        columns.add(value, at: 22)
        let source: SafeText = (value == written ? "" : written + " ") + "← "
        if value.columns < 10 {
          columns.add(source, at: 32, indent: 34)
        } else {
          columns.add("  " + source, indent: 34)
        }
      } else {
        columns.add(written + " ← ", at: 22)
      }
      columns.add(.label(declaration.selector ?? "style"), indent: 34)
      columns.add(whole: Self.shown(declaration.location.description), indent: 34)
      if !declaration.won { columns.add(whole: .label(Self.loss(declaration)), indent: 34) }
      columns.endLine()
      report +=
        declaration.won
        ? colors.swatch(declaration.resolvedColor, renderer.environment.palette)
          + columns.text.droppingColumns(4) : colors.faint(columns.text)
    }
    if group.omittedCount > 0 {
      report += colors.faint("                      and \(group.omittedCount) more\n")
    }
    return report
  }

  /// A colour without the alpha of an opaque one.
  private static func opaque(_ value: String) -> String {
    value.utf8.count == 9 && value.hasPrefix("#") && value.hasSuffix("ff")
      ? String(value.dropLast(2)) : value
  }

  /// A few words for why a declaration lost.
  private static func loss(_ declaration: ExplainedDeclaration) -> String {
    if declaration.isInherited { return "inherited" }
    let words = [
      ("invalid", "invalid"), ("important", "not !important"), ("layer", "weaker layer"),
      ("specificity", "lower specificity"), ("earlier", "earlier"),
      ("listed before", "class order"), ("built-in", "built-in"),
      ("style attribute", "overridden by style"),
    ]
    return words.first { declaration.reason.contains($0.0) }?.1 ?? declaration.reason
  }

  /// The colours of a run at the depth in use, with their contrast.
  private func shownColors(of run: AttributedText.Run) -> SafeText {
    let entry = shownRendition(of: run)
    guard entry.depth.hasColor else { return "" }
    var columns = ReportColumns()
    columns.add("contrast", at: 4)
    guard let contrast = contrast(of: entry, in: renditions(of: run)) else {
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
  private func heading(of run: AttributedText.Run, _ colors: MessageColors) -> SafeText {
    let heading = unstyledHeading(of: run)
    guard colors.isOn, let entry = renditions(of: run).first(where: { $0.depth == colors.depth })
    else { return "\n" + heading + "\n" }
    return "\n" + colors.styled(shortLabel(of: run), of: heading, entry.rendition) + "\n"
  }
}

extension MessageColors {
  /// Four columns with a sample of a colour; blank without one.
  fileprivate func swatch(_ hex: String?, _ palette: TerminalPalette) -> SafeText {
    guard isOn, depth.hasColor, let hex, let number = UInt32(hex.dropFirst().prefix(6), radix: 16)
    else { return "    " }
    var quantizer = ColorQuantizer(depth: depth, palette: palette)
    let rendition = GraphicRendition(foreground: quantizer.quantize(.rgb(RGB8(number))))
    return "  " + styled("■", rendition) + " "
  }

  func styled(_ label: SafeText, of heading: SafeText, _ rendition: GraphicRendition) -> SafeText {
    guard heading.string.hasPrefix(label.string) else { return heading }
    return styled(label, rendition) + heading.droppingColumns(label.string.count)
  }
}

extension SafeText {
  fileprivate func droppingColumns(_ count: Int) -> SafeText {
    SafeText(trusted: String(string.dropFirst(count)))
  }
}
