import Bytes
import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// A colour that keys have made of another one, with more places than its notation has.
struct NudgedColor {
  /// Text of the colour.
  var text: String

  /// The colour, in OKLCH.
  var color: Color

  /// True if it is written as `oklch()`.
  private var isOKLCH: Bool

  /// The colour that a text means; nil if it means none, or one that only the terminal knows.
  ///
  /// - Parameters:
  ///   - text: Text of the colour.
  ///   - dialect: Dialect of the sheet.
  ///   - expanded: The text with the values of its custom properties.
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
  }

  /// The same with lightness (0 to 1), chroma and hue (degrees) changed.
  func changed(lightness: Double = 0, chroma: Double = 0, hue: Double = 0) -> NudgedColor {
    var copy = self
    copy.color.components.x = min(1, max(0, color.components.x + lightness))
    copy.color.components.y = min(0.4, max(0, color.components.y + chroma))
    copy.color.components.z = (color.components.z + hue + 360).truncatingRemainder(
      dividingBy: 360)
    copy.text = copy.written
    return copy
  }

  /// Another colour in the same notation, if that can tell it.
  func replaced(by found: RGB8) -> NudgedColor {
    var copy = self
    copy.color = Color(found, alpha: color.alpha).converted(to: .oklch)
    copy.text = copy.written
    if NudgedColor(copy.text, .css)?.color.srgb.rgb8 != found { copy.text = found.hex }
    return copy
  }

  private var written: String {
    func rounded(_ value: Double, _ unit: Double) -> String {
      NumberText.css((value * unit).rounded() / unit)
    }
    guard isOKLCH else {
      let srgb = color.srgb
      return srgb.alpha8 == 0xFF ? srgb.rgb8.hex : srgb.hex8
    }
    let alpha = color.alpha < 1 ? " / \(rounded(color.alpha, 1000))" : ""
    let parts = color.components
    return
      "oklch(\(rounded(parts.x * 100, 100))% \(rounded(parts.y, 10_000)) \(rounded(parts.z, 100))\(alpha))"
  }
}

/// A part of the sample whose colours depend on a value that is being changed.
struct MeasuredPart {
  /// The number of its run.
  var run: Int

  /// True if it is the colour behind it that depends, and not that of its text.
  var isBackground: Bool
}

extension Browser {
  private var dialect: Dialect { themes.selectedTheme?.sheet?.dialect ?? .css }

  /// Changes the colour that is being typed, if that is what a key does.
  mutating func nudgeColor(
    _ press: KeyPress, _ prompt: StatusLine.Prompt
  ) -> Bool {
    guard let color = typedNudge else { return false }
    let changed: NudgedColor?
    switch (press.key, press.modifiers) {
    case (.up, []): changed = color.changed(lightness: 0.02)
    case (.down, []): changed = color.changed(lightness: -0.02)
    case (.pageUp, []): changed = color.changed(chroma: 0.02)
    case (.pageDown, []): changed = color.changed(chroma: -0.02)
    case (.tab, []): changed = color.changed(hue: 10)
    case (.tab, .shift): changed = color.changed(hue: -10)
    case (.character("r"), .control): changed = readable(color)
    default: return false
    }
    guard let changed else { return true }
    // The keys change what is typed only as far as its notation can tell.
    if changed.text != prompt.field.text { editField { $0 = TextField(changed.text) } }
    status.prompt?.nudged = changed
    return true
  }

  /// The colour that is being typed, if keys can change it.
  var typedNudge: NudgedColor? {
    guard let prompt = status.prompt, case .value = prompt.purpose else { return nil }
    let text = prompt.field.text
    if let known = prompt.nudged, known.text == text { return known }
    return NudgedColor(text, dialect, expanded: preview.selected?.expanded(text))
  }

  /// The nearest colour with which the part that depends on it can be read.
  private mutating func readable(_ color: NudgedColor) -> NudgedColor? {
    // The draft is what is measured.
    updateLayout()
    guard let (part, _) = worstPart else {
      status.message = "no part of the sample shows it"
      return nil
    }
    let rgb = color.color.srgb.rgb8
    let found = preview.selected.flatMap {
      ContrastReport($0).readableColor(
        nearestTo: rgb, isBackground: part.isBackground, of: $0, run: part.run)
    }
    guard let found else {
      status.message = "no colour can be read there"
      return nil
    }
    if found == rgb { status.message = "it can be read" }
    return found == rgb ? color : color.replaced(by: found)
  }

  /// The least readable of the parts that depend on the typed text, and its contrast in words.
  private var worstPart: (part: MeasuredPart, text: String)? {
    guard let shown = preview.selected, let parts = status.prompt?.parts else { return nil }
    return ContrastReport(shown).worst(of: parts, in: shown)
  }

  /// The parts whose colours a value decides about: of a declaration the selected one, of a custom
  /// property those that would look otherwise with another value.
  func parts(dependingOn edit: ValueEdit) -> [MeasuredPart] {
    guard edit.name.isCustomPropertyName else {
      return [MeasuredPart(run: run, isBackground: edit.name.hasPrefix("background"))]
    }
    // Nobody has just this colour.
    return draftSheet(edit, with: "#010302").map { preview.parts(changedBy: $0, settings) } ?? []
  }

  /// Swatches and contrast of the colour that is being typed; nil if none is typed.
  var typedColor: (swatches: [TerminalColor], text: String)? {
    guard let prompt = status.prompt, case .value(let edit) = prompt.purpose else { return nil }
    let text = prompt.field.text
    let swatches = ColorWords.colors(in: preview.selected?.expanded(text) ?? text, dialect)
    guard !swatches.isEmpty else { return nil }
    guard let (part, contrast) = worstPart else { return (swatches, "") }
    // A custom property can decide about several parts, so the part is named.
    let name = edit.name.isCustomPropertyName ? preview.selected?.name(ofRun: part.run) : nil
    return (swatches, name.map { "\($0) \(contrast)" } ?? contrast)
  }
}
