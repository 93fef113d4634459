import Bytes
import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// A colour changed by keys, with more precision than its notation.
struct NudgedColor {
  var text: String

  var color: Color

  private var isOKLCH: Bool

  /// The components that come from custom properties, as written, by number.
  private var links: [Int: String] = [:]

  /// The colour of a text; nil for none, and for colours that only the terminal knows.
  ///
  /// `expanded` is the text with the values of its custom properties.
  init?(_ text: String, _ dialect: Dialect, expanded: String? = nil) {
    let context = ConversionContext(dialect: dialect)
    guard case .absolute(let color)? = try? ColorValue.convert(expanded ?? text, in: context) else {
      return nil
    }
    self.text = text
    self.color = color.converted(to: .oklch)
    self.color.missing = []
    self.color.isLegacy = false
    isOKLCH = text.lowercased().hasPrefix("oklch(")
    guard text.contains("var(") else { return }
    let components = ColorWords.words(of: text.dropFirst(6).dropLast())
    guard isOKLCH, (3...4).contains(components.count) else {
      links = [Self.whole: text]
      return
    }
    for (index, component) in components.enumerated() where component.contains("var(") {
      links[index] = String(component)
    }
  }

  private static let whole = -1

  /// True if a change of hue is not visible.
  var isGrey: Bool { color.components.y < 0.002 }

  /// A custom property in this colour that a changed one no longer uses.
  func link(lostIn changed: NudgedColor) -> String? {
    links.first { changed.links[$0.key] == nil }?.value
  }

  /// The colour with a change of lightness (0 to 1), chroma or hue (degrees).
  func changed(_ row: ColorPicker.Row, by step: Double) -> NudgedColor {
    var copy = self
    var moved = color.components
    moved[row.rawValue] += step
    copy.color.components.x = min(1, max(0, moved.x))
    copy.color.components.y = min(0.4, max(0, moved.y))
    copy.color.components.z = (moved.z + 360).truncatingRemainder(dividingBy: 360)
    copy.links = links.filter { $0.key != Self.whole && (step == 0 || $0.key != row.rawValue) }
    copy.text = copy.written
    return copy
  }

  /// An opaque colour in the same notation, if that is exact enough.
  func replaced(by found: RGB8) -> NudgedColor {
    var copy = self
    copy.color = Color(found).converted(to: .oklch)
    copy.links = [:]
    copy.text = copy.written
    if NudgedColor(copy.text, .css)?.color.srgb.rgb8 != found { copy.text = found.hex }
    return copy
  }

  private var written: String {
    func component(_ index: Int, _ value: Double, _ unit: Double, _ suffix: String = "") -> String {
      links[index] ?? NumberText.css((value * unit).rounded() / unit) + suffix
    }
    guard isOKLCH else {
      let srgb = color.srgb
      return srgb.alpha8 == 0xFF ? srgb.rgb8.hex : srgb.hex8
    }
    let lch = color.components
    var text = "oklch(" + component(0, lch.x * 100, 100, "%")
    text += " \(component(1, lch.y, 10_000)) \(component(2, lch.z, 100))"
    if color.alpha < 1 || links[3] != nil { text += " / " + component(3, color.alpha, 1000) }
    return text + ")"
  }
}

/// A run of the sample whose colours depend on the value being changed.
struct MeasuredRun {
  var run: Int

  /// True if its background depends on the value, rather than its text.
  var isBackground: Bool
}

extension Browser {
  var dialect: Dialect { themes.selectedTheme?.sheet?.dialect ?? .css }

  /// Replaces the typed colour; if it uses a custom property, only when this is repeated.
  mutating func take(_ changed: NudgedColor, from color: NudgedColor) {
    guard let prompt = status.prompt else { return }
    if let link = color.link(lostIn: changed), prompt.unlinked != prompt.field.text {
      status.prompt?.unlinked = prompt.field.text
      return refuse("press again to replace \(link) by a fixed value")
    }
    // The keys change a typed colour within the precision of its notation.
    if changed.text != prompt.field.text { editField { $0 = TextField(changed.text) } }
    status.prompt?.nudged = changed
  }

  /// Reports why a colour that was made readable is not, because of opacity or another part.
  mutating func explainReadability() {
    guard status.message == nil else { return }
    updateLayout()
    if let (measured, text, isReadable) = worstRun, !isReadable {
      let name = preview.selected?.name(ofRun: measured.run) ?? "text"
      status.message = "\(name) is still hard to read: \(text)"
    }
  }

  /// The typed colour, if keys can change it.
  var typedNudge: NudgedColor? {
    guard let prompt = status.prompt, case .value = prompt.purpose else { return nil }
    let text = prompt.field.text
    if let known = prompt.nudged, known.text == text { return known }
    return NudgedColor(text, dialect, expanded: preview.selected?.expanded(text))
  }

  /// The nearest colour with which the dependent part is readable.
  mutating func readable(_ color: NudgedColor) -> NudgedColor? {
    // The draft is what is measured.
    updateLayout()
    guard let (measured, _, isReadable) = worstRun else {
      status.message = "the sample does not show it"
      return nil
    }
    if isReadable {
      status.message = "it is readable"
      return color
    }
    let rgb = color.color.srgb.rgb8
    let found = preview.selected.flatMap {
      ContrastReport($0).readableColor(
        nearestTo: rgb, isBackground: measured.isBackground, of: $0, run: measured.run)
    }
    guard let found else {
      status.message = "no colour is readable there"
      return nil
    }
    return color.replaced(by: found)
  }

  /// The least readable of the runs that depend on the typed text, with its contrast in words.
  private var worstRun: (measured: MeasuredRun, text: String, isReadable: Bool)? {
    guard let shown = preview.selected, let runs = status.prompt?.runs else { return nil }
    return ContrastReport(shown).worst(of: runs, in: shown)
  }

  /// The runs whose colours depend on a value: for a declaration the selected run, for a custom
  /// property all that would change with it.
  func runs(dependingOn edit: ValueEdit) -> [MeasuredRun] {
    if edit.takesName { return [] }
    guard edit.name.isCustomPropertyName else {
      return [MeasuredRun(run: run, isBackground: edit.name.hasPrefix("background"))]
    }
    // Nobody has just this colour.
    guard let theme = themes.selectedTheme, let draft = draftSheet(edit, with: "#010302") else {
      return []
    }
    return preview.runs(of: theme, changedBy: draft, settings)
  }

  /// Samples and the contrast of the typed colour.
  var typedColor: (swatches: [TerminalColor], text: String)? {
    guard let prompt = status.prompt, case .value(let edit) = prompt.purpose else { return nil }
    let text = prompt.field.text
    let swatches = ColorWords.colors(in: preview.selected?.expanded(text) ?? text, dialect)
    guard !swatches.isEmpty else { return nil }
    guard let (measured, contrast, _) = worstRun else { return (swatches, "") }
    // A custom property can decide about several runs, so the run is named.
    let name = edit.name.isCustomPropertyName ? preview.selected?.name(ofRun: measured.run) : nil
    return (swatches, name.map { "\($0) \(contrast)" } ?? contrast)
  }
}

extension Browser {
  /// Shows the list of palettes instead of the themes.
  mutating func openPalettes() {
    palettes.open(over: themes.selectedTheme?.path, run: run)
    paneBeforePalettes = focus
    focus = .list
    reportPaletteProblems()
  }

  /// The effect that lists palettes, if there are none yet.
  var missingPalettes: [BrowserEffect] { settings.palettes.choices.isEmpty ? [.listPalettes] : [] }

  mutating func take(_ listing: PaletteListing) {
    settings.palettes = listing
    palettes.add(listing.choices)
    if palettes.isOpen { reportPaletteProblems() }
  }

  private mutating func reportPaletteProblems() {
    status.message = settings.palettes.problems.first.map { problem in
      let others = settings.palettes.problems.count - 1
      let prefix = problem.location.map { Inspector.shortLocation($0) + ": " } ?? ""
      return "× ignored: \(prefix)\(problem.message)" + (others > 0 ? ", and \(others) more" : "")
    }
  }

  /// Performs an action in the list of palettes; returns false if it has no meaning there.
  mutating func performInPalettes(_ action: BrowserAction, as responder: Responder) -> Bool {
    switch action {
    case .choose, .showPalettes:
      palettes.close(keeping: true)
      focus = paneBeforePalettes
    case .cancel where !palettes.filter.isEmpty: palettes.filter = ""
    case .cycleScheme: status.message = "that is for the list of themes; Esc goes back to it"
    case .cancel:
      palettes.close(keeping: false)
      focus = paneBeforePalettes
      let before = palettes.before
      changeList { $0.select(before.theme) }
      preview.selectRun(before.run)
    default:
      guard action.step(screenful: 1) != nil, responder == .list || responder == .browser else {
        return false
      }
      palettes.perform(action)
    }
    return true
  }
}

extension Browser {
  /// The sample's markup under the selected theme; reports why if it cannot be edited.
  private mutating func editableMarkup() -> String? {
    guard let theme = themes.selectedTheme, let sheet = theme.sheet else { return nil }
    let markup = preview.sample.markup(for: sheet, but: theme.mainClass)
    guard markup.utf8.count <= TextField.textLimit else {
      status.message = "the sample is too long to edit here"
      return nil
    }
    return markup
  }

  mutating func editText() {
    guard let markup = editableMarkup() else { return }
    status.prompt = .init(markup, for: .sample(before: preview.sample), takesLines: true)
  }

  mutating func editTextOutside() -> [BrowserEffect] {
    editableMarkup().map { [.editText($0)] } ?? []
  }

  mutating func takeEdited(_ text: String) {
    guard var prompt = status.prompt, case .sample = prompt.purpose else {
      keepSample(text, insteadOf: preview.sample)
      return
    }
    prompt.field = TextField(text, takesLines: true)
    status.prompt = prompt
    preview.sample.edit(text, for: themes.selectedTheme?.sheet)
  }

  mutating func keepSample(_ text: String, insteadOf before: Sample) {
    let theme = themes.selectedTheme
    let isOther = theme?.sheet.map { before.markup(for: $0, but: theme?.mainClass) != text } ?? true
    guard isOther else {
      preview.sample = before
      return
    }
    preview.sample.edit(text, for: theme?.sheet)
    preview.sample.isEdited = true
    edits.add(.sample(before: before, after: preview.sample))
  }

  /// Updates the sample from its file, but keeps an edit of it.
  mutating func takeSample(_ markup: String) {
    edits.sampleChanged(markup)
    if var prompt = status.prompt, case .sample(var before) = prompt.purpose {
      if !before.isEdited { before.markup = markup }
      prompt.purpose = .sample(before: before)
      status.prompt = prompt
    } else if preview.sample.isEdited {
      status.message = "the sample's file has changed; press u to discard your edit"
    } else {
      preview.sample.markup = markup
    }
  }
}
