import CSSSyntax
import StyleValues

/// The CSS text of values that a dictionary writes as arrays and objects.
enum StructuredValueText {
  /// The declarations that say the same as a structured value of a property.
  /// - Returns: nil when CSS has no text for it, or the value is invalid.
  static func declarations(
    _ property: PropertyName, _ raw: RawValue, _ dialect: Dialect
  ) -> [(name: String, value: String)]? {
    let written = DeclaredValue.structured(raw, raw.place ?? CSSText("").place)
    guard let original = PropertyParser.style(property, written, dialect) else { return nil }
    for candidate in texts(property, raw, original) {
      let text = CSSText(candidate)
      guard PortableText.css(text, as: .value(isCustom: false)) == candidate,
        PropertyParser.style(property, .text(text), dialect) == original
      else { continue }
      return [(property.text, candidate)]
    }
    guard property == .shorthand(.font) else { return nil }
    return fontLonghands(original.text)
  }

  /// Texts that may say the same, the nicest first.
  private static func texts(
    _ property: PropertyName, _ raw: RawValue, _ style: ComputedStyle
  ) -> [String] {
    switch property {
    case .shorthand(.font):
      let size = NumberText.css(style.text.fontSize)
      guard let name = (raw["name"] ?? raw["family"])?.text?.string else { return [] }
      let face = "\(style.text.fontStyle.rawValue) \(NumberText.css(style.text.fontWeight))"
      let family = style.text.fontFamily.map(serialiseString).joined(separator: ", ")
      return [
        "\(name), \(size)", "\(serialiseString(name)), \(size)", "\(face) \(size)px \(family)",
      ]
    case .longhand(.backgroundImage):
      guard case .gradient(let gradient) = style.text.backgroundImage else { return [] }
      return [gradient.cssText]
    case .longhand(.textShadow):
      return [style.text.shadows.map(\.cssText).joined(separator: ", ")]
    case .shorthand(.padding):
      return [sides(style.block.padding)]
    case .shorthand(.margin):
      let margin = style.block.margin
      guard let top = margin.top, let right = margin.right, let bottom = margin.bottom,
        let left = margin.left
      else { return [] }
      return [sides(BoxSides(top: top, right: right, bottom: bottom, left: left))]
    default:
      return []
    }
  }

  /// Clockwise from the top, in px.
  private static func sides(_ sides: BoxSides<BoxLength>) -> String {
    [sides.top, sides.right, sides.bottom, sides.left]
      .map { NumberText.css($0.pixels) + "px" }.joined(separator: " ")
  }

  /// Everything that the shorthand sets, each by itself: no dialect reads these differently.
  private static func fontLonghands(_ style: TextStyle) -> [(name: String, value: String)] {
    let family = style.fontFamily.map(serialiseString).joined(separator: ", ")
    return [
      (PropertyID.fontStyle.name, style.fontStyle.rawValue),
      (PropertyID.fontWeight.name, NumberText.css(style.fontWeight)),
      (PropertyID.fontSize.name, NumberText.css(style.fontSize) + "px"),
      (PropertyID.fontFamily.name, family.isEmpty ? "initial" : family),
      (PropertyID.fontVariant.name, "normal"),
    ]
  }
}
