import CSSSyntax
import StyleValues

/// Text of one form made fit for a file of the other.
///
/// A string ends a selector or a value of a dictionary; in CSS a brace or a semicolon does, and an
/// open bracket swallows what follows.
enum PortableText {
  enum Context: Equatable {
    case prelude
    case value(isCustom: Bool)
  }

  /// The text with open brackets closed and control characters escaped; nil if it would be read
  /// differently in that context.
  static func css(_ text: CSSText, as context: Context) -> String? {
    var tokenizer = CSSTokenizer(text, keepsComments: true)
    var closers: [CSSToken.Kind] = []
    var end = text.range.lowerBound
    while case let token = tokenizer.next(), token.kind != .endOfFile {
      if token.kind != .whitespace { end = token.range.upperBound }
      switch token.kind {
      case .badString, .badURL: return nil
      case .cdo, .cdc: if context == .prelude { return nil }
      case .function, .leftParenthesis: closers.append(.rightParenthesis)
      case .leftBracket: closers.append(.rightBracket)
      case .leftBrace:
        if closers.isEmpty, context != .value(isCustom: true) { return nil }
        closers.append(.rightBrace)
      case .rightParenthesis, .rightBracket, .rightBrace:
        guard closers.popLast() == token.kind else { return nil }
      case .semicolon where closers.isEmpty: return nil
      case .delimiter where closers.isEmpty && context != .prelude && token.isDelimiter("!"):
        return nil
      case .string, .url, .ident, .hash, .atKeyword, .dimension:
        // A token that the end of the text closes would continue in a file.
        guard !token.isUnterminated, !endsInBackslash(text, token.range) else { return nil }
      default: break
      }
    }
    guard closers.count < 512 else { return nil }
    let written = escapingControls(in: text.slice(text.range.lowerBound..<end))
    guard let written else { return nil }
    return written + closers.reversed().map(\.text).joined()
  }

  /// True if the text ends in a backslash that would escape the next character of the file.
  private static func endsInBackslash(_ text: CSSText, _ token: Range<Int>) -> Bool {
    guard token.upperBound == text.range.upperBound else { return false }
    let last = text.bytes[token].reversed().prefix { $0 == UInt8(ascii: "\\") }
    // The first of two backslashes escapes the second.
    return !last.count.isMultiple(of: 2)
  }
}

extension CSSToken.Kind {
  fileprivate var text: String {
    switch self {
    case .rightParenthesis: ")"
    case .rightBracket: "]"
    default: "}"
    }
  }
}

/// The CSS text of values that a dictionary writes as arrays and objects.
enum StructuredValueText {
  /// CSS declarations for a structured value of a property; nil if CSS has no text for it, or the
  /// value is invalid.
  static func declarations(
    _ property: PropertyName, _ raw: RawValue, _ dialect: Dialect
  ) -> [(name: String, value: String)]? {
    let written = DeclaredValue.structured(raw, raw.range ?? CSSText("").location)
    guard let original = PropertyParser.style(property, written, dialect) else { return nil }
    for candidate in texts(property, raw, original) {
      let text = CSSText(candidate)
      guard PortableText.css(text, as: .value(isCustom: false)) == candidate,
        PropertyParser.style(property, .text(text), dialect) == original
      else { continue }
      return [(property.text, candidate)]
    }
    return property == .shorthand(.font) ? fontLonghands(original.text) : nil
  }

  /// Texts that may have the same meaning, the shortest first.
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
    case .longhand(.textShadow): return [style.text.shadows.map(\.cssText).joined(separator: ", ")]
    case .shorthand(.padding): return [sides(style.block.padding)]
    case .shorthand(.margin):
      let margin = style.block.margin
      guard let top = margin.top, let right = margin.right, let bottom = margin.bottom,
        let left = margin.left
      else { return [] }
      return [sides(BoxSides(top: top, right: right, bottom: bottom, left: left))]
    default: return []
    }
  }

  /// Clockwise from the top, in px.
  private static func sides(_ sides: BoxSides<BoxLength>) -> String {
    [sides.top, sides.right, sides.bottom, sides.left]
      .map { NumberText.css($0.pixels) + "px" }.joined(separator: " ")
  }

  /// Each longhand of the shorthand: no dialect reads these differently.
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
