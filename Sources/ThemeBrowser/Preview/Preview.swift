import Bytes
import CSSView
import CellLayout
import Diagnostics
import Documents
import Pictures
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// A sample text under a theme, laid out as `cssview preview` does.
struct Preview {
  /// The settings of a preview; equal settings make equal previews.
  struct Settings: Hashable, Sendable {
    var sample: Sample
    /// The limit of the text that is laid out, because hidden text need not be.
    var limit = SampleLimit.none
    /// The terminal, as wide as the preview.
    var target: OutputTarget
    /// True if only the theme's own background is behind the text.
    var hasOwnBackdrop: Bool
    /// A class that the object gets besides its own.
    var mainClass: String?
  }

  /// The terminal, as wide as the preview.
  let target: OutputTarget

  let text: AttributedText

  /// The cells, in exact colours.
  let layout: BlockLayout

  /// Findings about markup and values.
  let diagnostics: [Diagnostic]

  /// The backdrop of the text, in exact colours.
  let behind: GraphicRendition

  /// The runs that are hard to read.
  private(set) var poorRuns: [ContrastReport.PoorRun] = []

  /// The runs with text, which can be selected.
  private(set) var parts: [Int] = []

  /// True if all of the text is laid out.
  let isWhole: Bool

  /// Identifies the preview.
  let number: Int

  let palette: TerminalPalette

  private let renderer: TextRenderer

  private let sample: Sample

  /// The preview with everything in the theme's files turned on; nil if nothing is turned off.
  var revived: Revived? = nil

  /// The sample with everything turned on.
  struct Revived {
    /// In an array, because a value cannot contain its own type.
    var preview: [Preview]
    /// The comments with declarations, by file.
    var places: [String: [Range<Int>]]
  }

  /// For each run the first cell with its text; nil for a hidden run.
  private let firstCells: [Int?]

  init(_ sheet: Stylesheet, _ preview: Settings, in settings: BrowserSettings, number: Int = 0) {
    self.number = number
    target = preview.target
    palette = target.environment.palette
    var options = settings.markupOptions(under: sheet)
    if let form = preview.sample.form(for: sheet) { options.form = form }
    renderer = TextRenderer(
      stylesheet: sheet, environment: target.environment,
      host: settings.host.adding(preview.mainClass),
      options: options, documents: AllDocumentFormats())
    // Some things are only known at the end.
    let countsSiblings =
      renderer.styles.needsSiblingCounts && options.form != .text && options.form != .ansi
      && preview.sample.mayHave(renderer.styles.countedElements)
    let needsEnd = countsSiblings || renderer.styles.hostStyle.text.backgroundImage != nil
    let markup = preview.sample.markup(
      for: sheet, limit: needsEnd ? .none : preview.limit, options, but: preview.mainClass)
    isWhole = markup.isWhole
    sample = preview.sample
    // Later those of the text are among them, too.
    let ofObject = renderer.styles.diagnostics
    let result = renderer.attributedText(markup.text)
    text = result.value
    layout = renderer.block(text, for: target, mostCells: BlockLayout.mostCells)
    diagnostics =
      ofObject + layout.findings
      + result.diagnostics.filter {
        $0.severity > .note && (markup.isWhole || $0.code != MarkupProblem.unclosedElement.code)
      }
    var firstCells: [Int?] = Array(repeating: nil, count: text.runs.count)
    for (cell, run) in layout.runs.enumerated() where run >= 0 && firstCells[Int(run)] == nil {
      firstCells[Int(run)] = cell
    }
    self.firstCells = firstCells

    var behind = GraphicRendition.standard
    if preview.hasOwnBackdrop {
      behind.background = renderer.styles.hostBackdrop.cellColor(in: target.environment)
    }
    self.behind = behind
    parts = text.runs.indices.filter { !isBlank(run: $0) }
    poorRuns = ContrastReport(self).poorRuns(of: self)
  }

  /// True if another palette would change colours of its cells.
  var usesPalette: Bool {
    layout.buffer.cells.contains { cell in
      cell.text != " "
        && [cell.rendition.foreground, cell.rendition.background].contains {
          if case .rgb = $0 { false } else { true }
        }
    }
  }

  /// The scheme of the background of most of the text; nil if that is the terminal's own.
  var paintedSide: ColorScheme? {
    var cells: [TerminalColor: Int] = [:]
    for (cell, run) in zip(layout.buffer.cells, layout.runs) where run >= 0 {
      cells[cell.rendition.background, default: 0] += 1
    }
    var areas: [ColorScheme?: Int] = [:]
    for (color, count) in cells {
      areas[palette.color(of: color).map { ColorScheme(of: $0) }, default: 0] += count
    }
    return areas.max { $0.value < $1.value }?.key
  }

  /// The bytes that `cssview preview` writes for the block, at the shown depth.
  var output: [UInt8] { target.bytes(of: layout) }

  // MARK: Runs

  /// Why a run has its style; in a text without runs, why the host does.
  func explanation(ofRun index: Int) -> Explanation {
    guard text.runs.indices.contains(index) else { return renderer.styles.explainHost() }
    return explanation(of: path(to: text.runs[index].spanIndex))
  }

  func declarationsOff(ofRun index: Int) -> [ExplainedDeclaration] {
    guard let revived, let other = revived.preview.first else { return [] }
    let explanation = other.explanation(
      ofRun: text.runs.isEmpty ? index : other.run(like: index, of: self) ?? index)
    return explanation.declarations.filter { declaration in
      revived.places[declaration.location.file]?.contains {
        $0.contains(declaration.range.bytes.lowerBound)
      } == true
    }
  }

  /// The classes of a run without rules.
  func unruledClasses(ofRun index: Int) -> [String] {
    guard text.runs.indices.contains(index) else { return [] }
    let known = Set(renderer.styles.stylesheet.classNames)
    return text.runs[index].classes.filter { !known.contains($0) }
  }

  /// The classes of the sample without rules; only of as many parts as are read quickly.
  var unruledClasses: [String] {
    let sheet = renderer.styles.stylesheet
    let known = Set(sheet.classNames)
    let names = text.runs.prefix(1000).flatMap(\.classes) + sample.unruledClasses(for: sheet)
    var found: Set<String> = []
    return names.filter { !known.contains($0) && found.insert($0).inserted }
  }

  /// A value with its custom properties replaced; nil if one is missing.
  func expanded(_ value: String) -> String? { renderer.styles.expanded(value) }

  /// The background that the nearest outer element paints behind a run, or in its letters, as an
  /// inherited declaration; nil if the run has its own, or none is painted.
  func backgroundBehind(run index: Int) -> WinningDeclaration? {
    guard text.runs.indices.contains(index) else { return nil }
    var element = renderer.styles.explainHost()
    if hostPaintsLetters(ofRun: index) {
      var painting = element.winner(of: .backgroundImage)
      painting?.isInherited = true
      return painting.map { (.backgroundImage, $0) }
    }
    var found = element.background
    for number in path(to: text.runs[index].spanIndex) {
      if let outer = element.background { found = outer }
      element =
        text.explanation(ofSpan: number, from: renderer.styles, inheriting: element) ?? element
    }
    guard element.background == nil, var found,
      element.winner(of: found.property)?.location != found.declaration.location
    else { return nil }
    found.declaration.isInherited = true
    return found
  }

  /// Findings about the sample that are not among the theme's own warnings.
  func warnings(besides theme: BrowsedTheme) -> [Diagnostic] {
    diagnostics.filter { finding in
      finding.code != .invalidAtComputedTime
        || !theme.warnings.contains { warning in
          warning.location?.file == finding.location?.file
            && warning.location?.line == finding.location?.line
            && finding.message.hasSuffix(": " + warning.message)
        }
    }
  }

  private func explanation(of path: some Sequence<Int>) -> Explanation {
    path.reduce(renderer.styles.explainHost()) { outer, number in
      text.explanation(ofSpan: number, from: renderer.styles, inheriting: outer) ?? outer
    }
  }

  /// An element that the stylesheet hides.
  struct HiddenText {
    /// Its tag and classes as a selector.
    var name: String
    /// The start of its text.
    var quote: String
    /// The declaration that hides it.
    var declaration: ExplainedDeclaration?
  }

  /// The elements that `display: none` hides, each name once, and only a few.
  var hiddenTexts: [HiddenText] {
    var texts: [HiddenText] = []
    for hidden in text.hidden.prefix(200) where texts.count < 10 {
      // The outermost one hides all that is in it.
      var path = path(to: hidden.spanIndex)
      guard let first = path.firstIndex(where: { text.spans[$0].content.isHidden }) else {
        continue
      }
      path.removeSubrange((first + 1)...)
      let content = text.spans[path[first]].content
      let name = Self.name(
        content.tag?.element, content.classes, content.tag?.attributes ?? [], content.hostElement)
      guard !texts.contains(where: { $0.name == name }) else { continue }
      texts.append(
        HiddenText(
          name: name, quote: Self.quote(String(decoding: hidden.bytes, as: UTF8.self)),
          declaration: explanation(of: path).winner(of: .display)))
    }
    return texts
  }

  /// The elements around a span, from the outermost to itself.
  private func path(to span: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = span
    while let number = next {
      path.append(number)
      next = text.spans[number].parent
    }
    return path.reversed()
  }

  /// True if a run is only blanks and line breaks.
  func isBlank(run index: Int) -> Bool {
    let run = text.runs[index]
    // Most begin with ASCII; a string is a copy.
    if let first = text.bytes[run.range].first(where: { $0 > 0x20 }), first < 0x7F { return false }
    return run.string.allSatisfy(\.isWhitespace)
  }

  /// The number of a run among the parts, from 1; for blanks, that of the part before them.
  func partNumber(ofRun index: Int) -> Int { max(1, parts.partitioningIndex { $0 > index }) }

  /// The run of the next or previous part.
  func part(besideRun index: Int, step: Int) -> Int? {
    let next =
      step > 0
      ? parts.partitioningIndex { $0 > index } : parts.partitioningIndex { $0 >= index } - 1
    return parts.indices.contains(next) ? parts[next] : nil
  }

  /// The run with the same name and text as one of another preview, and as many such runs before
  /// it.
  func run(like index: Int, of other: Preview) -> Int? {
    guard other.text.runs.indices.contains(index) else { return nil }
    func isLike(_ run: Int, in preview: Preview) -> Bool {
      preview.text.runs[run].string == other.text.runs[index].string
        && preview.name(ofRun: run) == other.name(ofRun: index)
    }
    let before = other.text.runs.indices.prefix(index).count { isLike($0, in: other) }
    return text.runs.indices.lazy.filter { isLike($0, in: self) }.dropFirst(before).first
  }

  /// The row where a run begins; nil for a hidden one.
  func row(ofRun index: Int) -> Int? {
    guard firstCells.indices.contains(index), let cell = firstCells[index] else { return nil }
    return cell / max(1, layout.buffer.columns)
  }

  /// The column where a run begins; nil for a hidden one.
  func column(ofRun index: Int) -> Int? {
    guard firstCells.indices.contains(index), let cell = firstCells[index] else { return nil }
    return cell % max(1, layout.buffer.columns)
  }

  /// The start of a run's text, on one line.
  func quote(ofRun index: Int) -> String {
    text.runs.indices.contains(index) ? Self.quote(text.runs[index].string) : ""
  }

  private static func quote(_ text: String) -> String {
    text.prefix(80).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The rendition of the first cell of a run in exact colours; nil if it is hidden.
  func rendition(ofRun index: Int) -> GraphicRendition? {
    guard firstCells.indices.contains(index), let cell = firstCells[index] else { return nil }
    return layout.buffer.cells[cell].rendition
  }

  /// The property that colours the letters of a run instead of `color`, as written.
  func propertyOverColor(ofRun index: Int) -> String? {
    guard text.runs.indices.contains(index), !target.environment.isFlat else { return nil }
    let isOwn = text.runs[index].style.paintsLetters
    guard isOwn || hostPaintsLetters(ofRun: index) else { return nil }
    let element = isOwn ? explanation(ofRun: index) : renderer.styles.explainHost()
    return element.winner(of: .backgroundImage)?.name ?? "background-image"
  }

  /// True if the letters of a run show a gradient of the whole block.
  func hostPaintsLetters(ofRun index: Int) -> Bool {
    guard text.runs.indices.contains(index), !target.environment.isFlat else { return false }
    let (own, host) = (text.runs[index].style, renderer.styles.hostStyle.text)
    return !own.paintsLetters && host.paintsLetters && own.color == host.color
  }

  /// A name for a run: its tag and classes as a selector, and its pseudo-element.
  func name(ofRun index: Int) -> String {
    guard text.runs.indices.contains(index) else { return renderer.styles.host.element }
    let run = text.runs[index]
    return Self.name(run.tag, run.classes, run.attributes, run.element)
      + (run.generated.map { "::\($0.rawValue)" } ?? "")
  }

  private static func name(
    _ tag: MarkupElement?, _ classes: [String], _ attributes: [StartTag.Attribute], _ host: String
  ) -> String {
    guard tag == .span, classes.isEmpty else {
      let element = tag.map { $0 == .span ? "" : $0.name } ?? host
      return element + classes.map { "." + $0 }.joined()
    }
    // Nothing else distinguishes it from others.
    guard let first = attributes.first else { return "span" }
    return first.name == "id" ? "#\(first.value)" : "[\(first.name)=\(first.value)]"
  }
}

typealias WinningDeclaration = (property: PropertyID, declaration: ExplainedDeclaration)

extension Explanation {
  /// The declaration of a background that is painted.
  fileprivate var background: WinningDeclaration? {
    let isClipped = winner(of: .backgroundClip)?.usedValue == "text"
    let properties: [PropertyID] = isClipped ? [] : [.backgroundImage, .backgroundColor]
    return properties.lazy.compactMap { property in winner(of: property).map { (property, $0) } }
      .first { property, winner in
        let value = winner.usedValue
        guard property == .backgroundColor else { return value != "none" }
        let color = try? ColorValue.convert(value, in: ConversionContext(dialect: .css))
        if case .absolute(let color)? = color { return color.alpha > 0 }
        return true
      }
  }
}

extension TextStyle {
  /// True if a gradient colours the letters: `background-clip: text`.
  fileprivate var paintsLetters: Bool {
    if case .gradient? = self.backgroundImage { self.backgroundClip == .text } else { false }
  }
}

extension RenderForm {
  /// The extensions of files for a preview, for a message.
  static let previewEndings = ".ansi .html .svg .png .txt"

  /// A preview in this form as the contents of a file; nil for JSON, which is no picture.
  func bytes(of preview: Preview, title: String) -> [UInt8]? {
    var target = preview.target
    target.environment.colorDepth = .truecolor
    let picture = CellPicture(preview.layout, for: target)
    var bytes: [UInt8] = []
    switch self {
    case .ansi: bytes = preview.output
    case .plain: BlockWriter(.init().withoutEscapes).append(preview.layout.buffer, into: &bytes)
    case .html:
      var page = HTMLPage(colors: ScreenColors(target.environment), title: title)
      page.append(picture, into: &bytes)
    case .svg: SVGWriter().append(picture, into: &bytes)
    case .png: PNGWriter().append(picture, into: &bytes)
    case .json: return nil
    }
    return bytes
  }
}
