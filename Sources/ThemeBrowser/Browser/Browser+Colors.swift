import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// A colour that keys have made of another one, with more places than its notation has.
struct NudgedColor {
  /// How it is written.
  var text: String

  /// The colour, in OKLCH.
  var color: Color

  /// The colour that a text means; nil if it means none, or one that only the terminal knows.
  init?(_ text: String, _ dialect: Dialect) {
    let context = ConversionContext(dialect: dialect)
    guard case .absolute(let color)? = try? ColorValue.convert(text, in: context) else {
      return nil
    }
    self.text = text
    self.color = color.converted(to: .oklch)
    self.color.missing = []
    self.color.isLegacy = false
  }

  /// The same with lightness (0 to 1), chroma and hue (degrees) changed.
  func changed(lightness: Double = 0, chroma: Double = 0, hue: Double = 0) -> NudgedColor {
    var copy = self
    copy.color.components.x = min(1, max(0, color.components.x + lightness))
    copy.color.components.y = min(0.4, max(0, color.components.y + chroma))
    copy.color.components.z = (color.components.z + hue + 360).truncatingRemainder(
      dividingBy: 360)
    let srgb = copy.color.srgb
    copy.text = srgb.alpha8 == 0xFF ? srgb.rgb8.hex : srgb.hex8
    return copy
  }
}

extension StatusLine.Prompt {
  /// Whether a colour is typed that keys can change.
  var isColor: Bool {
    guard case .value = purpose else { return false }
    return NudgedColor(field.text, .css) != nil
  }
}

extension Browser {
  private var dialect: Dialect { themes.selectedTheme?.sheet?.dialect ?? .css }

  /// Changes the colour that is being typed, if that is what a key does.
  mutating func nudgeColor(
    _ press: KeyPress, _ prompt: StatusLine.Prompt, _ edit: ValueEdit
  ) -> Bool {
    let text = prompt.field.text
    let known = prompt.nudged.flatMap { $0.text == text ? $0 : nil }
    guard let color = known ?? NudgedColor(text, dialect) else { return false }
    let changed: NudgedColor?
    switch (press.key, press.modifiers) {
    case (.up, []): changed = color.changed(lightness: 0.02)
    case (.down, []): changed = color.changed(lightness: -0.02)
    case (.pageUp, []): changed = color.changed(chroma: 0.02)
    case (.pageDown, []): changed = color.changed(chroma: -0.02)
    case (.tab, []): changed = color.changed(hue: 10)
    case (.tab, .shift): changed = color.changed(hue: -10)
    case (.character("r"), .control): changed = readable(color, edit)
    default: return false
    }
    guard let changed else { return true }
    // The keys change what is typed only as far as its notation can tell.
    if changed.text != text { editField { $0 = TextField(changed.text) } }
    status.prompt?.nudged = changed
    return true
  }

  /// The nearest colour with which the selected part can be read.
  private mutating func readable(_ color: NudgedColor, _ edit: ValueEdit) -> NudgedColor? {
    // The draft is what is measured.
    settle()
    guard let selected = preview.selected,
      let brief = ContrastReport(selected).brief(of: selected, run: run)
    else { return nil }
    let isBackground = edit.name.hasPrefix("background")
    let found = nearestReadableColor(
      to: color.color.srgb.rgb8, on: isBackground ? brief.ink : brief.paper,
      ratio: ContrastReport.threshold(ofRun: run, in: selected))
    guard let found else {
      status.message = "no colour can be read there"
      return nil
    }
    return NudgedColor(found.hex, dialect)
  }

  /// What is known of the colour that is being typed.
  var typedColor: (swatches: [TerminalColor], text: String)? {
    guard let prompt = status.prompt, case .value = prompt.purpose else { return nil }
    let swatches = ColorWords.colors(in: prompt.field.text, dialect)
    guard !swatches.isEmpty else { return nil }
    let brief = preview.selected.flatMap { ContrastReport($0).brief(of: $0, run: run) }
    return (swatches, brief?.text ?? "")
  }
}
