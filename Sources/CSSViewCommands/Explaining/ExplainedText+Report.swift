import CSSView
import CellLayout
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

extension ExplainedText {
  /// Writes the explanation for 80 columns, run by run, so that a long text takes no more memory
  /// than its own.
  func report<Failure: Error>(
    colors: MessageColors, only properties: Set<PropertyID>? = nil,
    _ write: (SafeText) throws(Failure) -> Void
  ) throws(Failure) {
    try write(title(colors))
    var bodies = RepeatedTexts<Int, SafeText>()
    for run in text.runs {
      try write("\n" + colors.bold(unstyledHeading(of: run)) + "\n")
      try write(
        bodies.text(explanationNumber(of: run)) { body(of: run, colors: colors, only: properties) })
    }
    try write(hiddenText(colors))
  }

  /// The number of runs, the terminal, and the files that were read.
  func title(_ colors: MessageColors) -> SafeText {
    let environment = renderer.environment
    let count = text.runs.count
    return """
      \(colors.bold("\(count) \(count == 1 ? "part" : "parts")")), \
      \(environment.colorDepth.rawValue) on \(environment.colorScheme.rawValue), \
      \(environment.columns) × \(environment.rows)

      """ + sources
  }

  /// The text that `display: none` hides; empty if there is none.
  func hiddenText(_ colors: MessageColors) -> SafeText {
    guard !text.hidden.isEmpty else { return "" }
    var hidden = ReportColumns()
    for element in text.hidden {
      let shown = Self.shortened(String(decoding: element.bytes, as: UTF8.self))
      hidden.add("'\(shown)'", at: 2, indent: 4)
      hidden.endLine()
    }
    return "\n" + colors.bold("hidden by display: none") + "\n" + hidden.text
  }

  /// The files that were read, with reasons.
  private var sources: SafeText {
    let sources = renderer.styles.stylesheet.files
    let names = sources.map { Self.shown($0.source.name) }
    guard sources.count > 1 else { return "from \(names.joined())\n" }
    let column = min(30, 4 + (names.map(\.columns).max() ?? 0))
    var columns = ReportColumns()
    columns.add("from these files, later ones override earlier ones:", indent: 2)
    columns.endLine()
    for (name, source) in zip(names, sources) {
      columns.add(name, at: 2, indent: 4)
      columns.add(Self.words(source.reason), at: column)
      columns.endLine()
    }
    return columns.text
  }

  private static func words(_ reason: LoadedSource.Reason) -> SafeText {
    switch reason {
    case .main: "the stylesheet"
    case .added: "added to the stylesheet"
    case .imported(let location): "imported at \(shown(location.description))"
    case .variant(let name, let suffix): "variant '\(shown(suffix))' of \(shown(name))"
    }
  }

  // MARK: Runs

  /// The text of a run in quotes, shortened.
  func shortLabel(of run: AttributedText.Run) -> SafeText { "'\(Self.shortened(run.string))'" }

  func unstyledHeading(of run: AttributedText.Run) -> SafeText {
    let isHost = run.span.parent == nil
    var title: SafeText = isHost ? Self.shown(run.element) : "<\(run.tag?.name ?? "span")>"
    title += run.classes.map { " .\($0)" }.joined()
    if let pseudoElement = run.generated { title += " ::\(pseudoElement.rawValue)" }
    if let link = run.link { title += " → \(link)" }
    if let match = run.content.tag?.match {
      title += " by \(SafeText.label(match.rule)), " + Self.shown(match.pattern.description)
    }
    var heading = ReportColumns()
    heading.add(shortLabel(of: run), indent: 2)
    heading.add("  " + title, indent: 2)
    return heading.text
  }

  /// The report of a run without its text, which depends only on its explanation number.
  private func body(
    of run: AttributedText.Run, colors: MessageColors, only properties: Set<PropertyID>?
  ) -> SafeText {
    var report: SafeText = ""
    let values = values(of: run)
    let wanted = declaredProperties(of: run).filter { properties?.contains($0) ?? true }
    let groups = PropertyGroup.groups(wanted) { property in
      (declarations(of: property, for: run), omittedCount(of: property, for: run))
    }
    for group in groups {
      var title = ReportColumns()
      title.add(.label(group.title), at: 2)
      report += colors.bold(title.text)
      var computed = ReportColumns(after: title)
      computed.add(Self.computedValues(of: group, among: values), indent: 6)
      if belongsToHost(group.properties[0], run) { computed.add(" of the whole text", indent: 6) }
      computed.endLine()
      report += computed.text
      for declaration in group.declarations {
        let text = Self.report(declaration, of: group)
        report += declaration.won ? text : colors.faint(text)
      }
      if group.omittedCount > 0 { report += colors.faint("    · and \(group.omittedCount) more\n") }
      if group.declarations.contains(where: { $0.won && isAssumed($0) }) {
        report += "        computed with assumed colours; to ask the terminal: --palette ask\n"
      }
      for note in group.properties.compactMap({ Self.missingEffect(of: $0, in: run.style) }) {
        report += "        \(note)\n"
      }
    }
    let showsColors = properties?.isDisjoint(with: [.color, .backgroundColor]) != true
    return showsColors ? report + shownAs(run, colors: colors) : report
  }

  func values(of run: AttributedText.Run) -> [String: String] {
    StyleJSON(
      text: run.style, block: renderer.styles.hostStyle.block.inside(run.content.box),
      contentSize: renderer.environment.contentSize
    ).texts
  }

  /// Empty if there is none.
  private static func computedValues(
    of group: PropertyGroup, among values: [String: String]
  ) -> SafeText {
    let known = group.properties.compactMap { property in
      values[property.name].map { (name: property.name, value: $0) }
    }
    if known.count == 1, group.properties.count == 1 { return ": \(known[0].value)" }
    return known.isEmpty
      ? "" : ": " + known.map { "\($0.name) \($0.value)" as SafeText }.joined(separator: ", ")
  }

  /// The start of a text of any length.
  private static func shortened(_ text: String) -> SafeText {
    let start = text.unicodeScalars.prefix(61)
    guard start.count > 60 else { return .label(text) }
    return .label(String(String.UnicodeScalarView(start.dropLast()))) + "…"
  }

  /// The colours and SGR parameters at each depth.
  private func shownAs(_ run: AttributedText.Run, colors: MessageColors) -> SafeText {
    var columns = ReportColumns()
    let entries = renditions(of: run)
    for entry in entries {
      let parameters = entry.parameters
      columns.add(.label(entry.depth.rawValue), at: 4)
      columns.add(colorNames(of: entry.rendition, at: entry.depth), at: 15)
      columns.add(contrast(of: entry, in: entries).map(Self.words) ?? "", at: 36)
      columns.add(parameters.isEmpty ? "–" : .label(parameters), at: 51)
      columns.endLine()
      if let change = change(of: entry) {
        columns.add("readable: ", at: 15)
        columns.add(
          "\(change.before.text.hex) was \(Self.words(change.before))", at: 36, indent: 36)
        columns.endLine()
      }
    }
    return "  " + colors.bold("shown as") + "\n" + columns.text
  }

  private static func words(_ contrast: ShownContrast) -> SafeText {
    let ratio = NumberText.fixed(contrast.ratio.roundedDown(decimals: 1), decimals: 1)
    return "\(ratio):1 Lc \(NumberText.fixed(contrast.lightness, decimals: 0))"
  }

  private func colorNames(of rendition: GraphicRendition, at depth: ColorDepth) -> SafeText {
    guard depth.hasColor else { return "" }
    let palette = ScreenColors(renderer.environment).palette
    var text: SafeText = "\(palette.color(of: rendition.foreground)?.hex ?? "default")"
    if let background = palette.color(of: rendition.background) { text += " on \(background.hex)" }
    return text
  }

  // MARK: Declarations

  private static func report(
    _ declaration: ExplainedDeclaration, of group: PropertyGroup
  ) -> SafeText {
    var columns = ReportColumns()
    let name = declaration.name == group.title ? "" : declaration.name + ": "
    columns.add(declaration.won ? "→ " : "· ", at: 4)
    columns.add(.label(name + declaration.value), indent: 6)
    columns.add(.label(declaration.selector ?? "style"), at: 28)
    columns.add(whole: shown(declaration.location.description), at: 50, indent: 28)
    columns.endLine()
    if let resolved = declaration.resolved, resolved != declaration.value {
      columns.add("= \(resolved)", at: 8, indent: 10)
      columns.endLine()
    }
    for step in declaration.variables {
      // Very deep ones are not indented further.
      let indent = 8 + 2 * min(step.depth, 10)
      let value = step.value ?? step.error.map { "invalid: \($0)" } ?? "not declared"
      columns.add("\(step.name): \(value)", at: indent, indent: indent + 2)
      columns.add(whole: step.location.map { shown($0.description) } ?? "", indent: indent + 2)
      columns.endLine()
    }
    columns.add(.label(declaration.reason), at: 8)
    columns.endLine()
    return columns.text
  }

  /// A note about a value that terminals do not show.
  private static func missingEffect(of property: PropertyID, in style: TextStyle) -> SafeText? {
    switch property {
    case .backgroundImage:
      guard case .image? = style.backgroundImage else { return nil }
      return "background-image has no effect: images are not drawn"
    case .fontFamily where style.fontVariant == .normal:
      return "font-family has no effect: a terminal has one font"
    default: return nil
    }
  }

  static func shown(_ name: String) -> SafeText { ArgumentText.label(name) }
}

/// Lines of a report of 80 columns; text that does not fit its column continues on its own line.
struct ReportColumns {
  /// In cells.
  static let width = 80

  /// In bytes; the rest is cut.
  private static let longestLine = 480

  /// In bytes; the rest is cut.
  private static let longestText = 400

  /// The report so far, with line feeds.
  var text: SafeText { SafeText(trusted: lines) }

  private var lines = ""

  private var column = 0

  /// In bytes.
  private var lineStart = 0

  init() {}

  /// Continues the last line of others, and keeps only the rest.
  init(after others: ReportColumns) { column = others.column }

  /// Appends a text; if it is too long, it continues at `indent` of the next lines.
  mutating func add(_ addition: SafeText, indent: Int) {
    var rest = Substring(Self.shortened(addition.string))
    var width = cellWidth(of: String(rest), rules: .clusters)
    while column + width > Self.width {
      let available = Self.width - column
      let cut = Self.cut(rest, available)
      if cut == rest.startIndex, column > indent {
        endLine()
        pad(to: indent)
        continue
      }
      append(rest[..<(cut == rest.startIndex ? rest.index(after: cut) : cut)])
      rest = rest[(cut == rest.startIndex ? rest.index(after: cut) : cut)...].drop { $0 == " " }
      if rest.isEmpty { return }
      width = cellWidth(of: String(rest), rules: .clusters)
      endLine()
      pad(to: indent)
    }
    append(rest, width: width)
  }

  /// Appends a text at a column, in the same line if possible; if it is too long, it continues
  /// there, or at `indent`.
  mutating func add(_ addition: SafeText, at next: Int, indent: Int? = nil) {
    if column > 0, column + 2 > next { endLine() }
    pad(to: next)
    add(addition, indent: indent ?? next)
  }

  /// Appends a text without breaking it, at a column or after two spaces, or at `indent` of the
  /// next line.
  mutating func add(whole addition: SafeText, at next: Int = 0, indent: Int) {
    guard !addition.isEmpty else { return }
    let start = max(column + 2, next)
    if start + addition.columns > Self.width { endLine() }
    pad(to: column == 0 ? indent : start)
    append(Substring(addition.string))
  }

  mutating func endLine() {
    // Marks have no columns, but bytes.
    if lines.utf8.count - lineStart > Self.longestLine {
      let start = lines.utf8.index(lines.startIndex, offsetBy: lineStart)
      let limited = String(lines[start...]).limited(toBytes: Self.longestLine)
      lines.replaceSubrange(start..., with: limited)
    }
    lines += "\n"
    column = 0
    lineStart = lines.utf8.count
  }

  /// The offset at which a text is cut to fit: after the last space or comma, else after the last
  /// character that fits.
  private static func cut(_ text: Substring, _ available: Int) -> Substring.Index {
    var width = 0
    var hard = text.startIndex
    var soft: Substring.Index?
    for index in text.indices {
      width += cellWidth(of: String(text[index]), rules: .clusters)
      guard width <= available else { break }
      hard = text.index(after: index)
      if text[index] == " " || text[index] == "," { soft = hard }
    }
    return soft ?? hard
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count > longestText && text.unicodeScalars.count > longestText
      ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText))) + "…" : text
  }

  private mutating func pad(to next: Int) {
    guard next > column else { return }
    lines += String(repeating: " ", count: next - column)
    column = next
  }

  private mutating func append(_ addition: Substring, width: Int? = nil) {
    lines += addition
    column += width ?? cellWidth(of: String(addition), rules: .clusters)
  }
}

extension SafeText {
  /// The width in cells.
  var columns: Int { cellWidth(of: string, rules: .clusters) }

  /// The text with blanks after it, up to a width.
  func padded(to columns: Int) -> SafeText {
    self + SafeText(repeating: " ", count: max(0, columns - self.columns))
  }
}

/// Texts that are made once and repeated; some megabytes of them are kept.
struct RepeatedTexts<Key: Hashable, Text> {
  private var kept: [Key: Text] = [:]
  private var size = 0
  private let most: Int
  private let sizeOf: (Text) -> Int

  /// With more than `most` bytes, all are made again.
  init(most: Int, _ sizeOf: @escaping (Text) -> Int) { (self.most, self.sizeOf) = (most, sizeOf) }

  /// The text of a key, which is made if it is not kept.
  mutating func text(_ key: Key, _ make: () -> Text) -> Text {
    if let text = kept[key] { return text }
    let text = make()
    if size + sizeOf(text) > most { (kept, size) = ([:], 0) }
    kept[key] = text
    size += sizeOf(text)
    return text
  }
}

extension RepeatedTexts<Int, SafeText> {
  /// Texts by the numbers of explanations.
  init() { self.init(most: 8 << 20) { $0.utf8.count } }
}

/// The colours at several depths, with a cache of what was computed.
final class DepthTable {
  /// The rendition at one depth, and its escape sequence.
  struct Entry {
    var depth: ColorDepth
    var rendition: GraphicRendition
    var parameters: String
    /// The rendition before colours were changed for readability.
    var unchanged: GraphicRendition
  }

  private struct Quantizers {
    var unadjusted: ColorQuantizer
    var readable: ColorQuantizer?
  }

  private var quantizers: [Quantizers]

  /// The depths of a terminal; `readable` is the contrast that the text's object requires.
  init(
    _ environment: Environment, depths: [ColorDepth] = [.truecolor, .ansi256, .ansi16, .mono],
    readable: Double?
  ) {
    let readability = Readability(environment, asked: readable)
    quantizers = depths.map { depth in
      Quantizers(
        unadjusted: ColorQuantizer(environment, depth: depth),
        readable: readability.map { ColorQuantizer(environment, depth: depth, readability: $0) })
    }
  }

  /// The renditions at all depths; `exact` returns the exact rendition for a depth.
  func entries(of exact: (ColorDepth) -> GraphicRendition) -> [Entry] {
    let encoder = SGREncoder(capabilities: .all)
    return quantizers.indices.map { index in
      let depth = quantizers[index].unadjusted.depth
      let exact = exact(depth)
      let unchanged = quantizers[index].unadjusted.quantize(exact)
      let shown = quantizers[index].readable?.quantize(exact) ?? unchanged
      return Entry(
        depth: depth, rendition: shown, parameters: encoder.parameters(of: shown),
        unchanged: unchanged)
    }
  }

  /// Findings about text without a readable colour at some depth.
  func findings(of runs: some Sequence<(ColorDepth) -> GraphicRendition>) -> [Diagnostic] {
    guard quantizers.contains(where: { $0.readable != nil }) else { return [] }
    for run in runs { _ = entries(of: run) }
    return quantizers.flatMap { $0.readable?.findings() ?? [] }
  }
}

/// A change of colours for readability.
struct ReadableChange {
  let before: ShownContrast
  let after: ShownContrast

  /// nil if nothing was changed.
  init?(_ entry: DepthTable.Entry, on colors: ScreenColors) {
    guard entry.unchanged != entry.rendition else { return nil }
    before = ShownContrast(entry.unchanged, on: colors)
    after = ShownContrast(entry.rendition, on: colors)
  }
}
