import CSSSyntax

/// True if letters are upright or slanted: CSS Fonts 4 §2.4.
///
/// ```swift
/// print(try FontStyle.convert("Italic") == .italic)  // true
/// ```
package enum FontStyle: String, CaseIterable, Hashable, Sendable {
  /// Upright.
  case normal
  /// A face of its own.
  case italic
  /// The upright face, slanted.
  case oblique
}

extension FontStyle: StyleEnumeration {}

/// A font: family, size, weight and style.
///
/// ```swift
/// let font = try Font.convert("HelveticaNeue-BoldItalic, 18")
/// print(font.family ?? "", font.size, font.weight, font.style)  // HelveticaNeue 18.0 700 italic
/// print(font.text)  // HelveticaNeue bold italic 18
/// print(Font(name: "Avenir-Light").weight, Font.defaultSize)  // 300 15.0
/// ```
package struct Font: Hashable, Sendable {
  /// The family's name; nil when only a weight or a style was named.
  package var family: String?

  /// The size in pixels.
  package var size: Double

  /// The weight, 1 to 1000.
  package var weight: Int

  /// Upright or slanted.
  package var style: FontStyle

  /// The size of a font that names none.
  package static let defaultSize = 15.0

  /// Puts a font together.
  package init(
    family: String? = nil, size: Double = defaultSize, weight: Int = 400,
    style: FontStyle = .normal
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.style = style
  }

  /// A font by its PostScript-like name, whose suffix sets weight and style: `Avenir-BoldItalic`.
  ///
  /// A suffix that is made of other words belongs to the family's name.
  package init(name: String, size: Double = defaultSize) {
    self.init(family: name, size: size)
    guard let dash = name.lastIndex(of: "-"),
      let face = FontFace(name[name.index(after: dash)...])
    else { return }
    let family = String(name[..<dash])
    self.family = family.isEmpty ? nil : family
    weight = face.weight ?? 400
    style = face.style ?? .normal
  }

  /// The font as one text: family, or weight and style, and size.
  ///
  /// The family has quotes where it would be read as something else without them.
  package var text: String {
    let plain = written(family)
    guard let family else { return plain }
    let read = try? Font.convert(plain)
    let isRead = read?.family == family && read?.weight == weight && read?.style == style
    return isRead ? plain : written(serialiseString(family))
  }

  private func written(_ family: String?) -> String {
    var words: [String] = []
    if let family { words.append(family) }
    if family == nil || weight != 400 {
      let name = FontFace.weights.first { $0.weight == weight }?.name
      if weight != 400 || style == .normal { words.append(name ?? String(weight)) }
    }
    if style != .normal { words.append(style.rawValue) }
    return words.joined(separator: " ") + " " + NumberText.css(size)
  }
}

/// Weight and style that the words of a font name state: `SemiBold`, `BoldItalic`.
struct FontFace {
  var weight: Int?
  var style: FontStyle?

  /// The names of weights; the longer ones come before those they contain.
  static let weights: [(name: String, weight: Int)] = [
    ("ultralight", 100), ("extralight", 100), ("thin", 200), ("light", 300), ("regular", 400),
    ("medium", 500), ("semibold", 600), ("demibold", 600), ("extrabold", 800), ("bold", 700),
    ("heavy", 800), ("black", 900),
  ]

  private static let styles: [(name: String, style: FontStyle)] = [
    ("italic", .italic), ("oblique", .oblique),
  ]

  /// Reads words that are joined without a space, at most one weight and one style.
  init?(_ words: some StringProtocol) {
    // The longest has 17 letters, and comparing text is slow where it is one huge character.
    guard words.utf8.count <= 24 else { return nil }
    var rest = words.lowercased()[...]
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      if weight == nil, let found = Self.weights.first(where: { rest.hasPrefix($0.name) }) {
        weight = found.weight
        rest = rest.dropFirst(found.name.count)
      } else if style == nil, let found = Self.styles.first(where: { rest.hasPrefix($0.name) }) {
        style = found.style
        rest = rest.dropFirst(found.name.count)
      } else {
        return nil
      }
    }
  }

  /// Takes what this face says about the font.
  func apply(to font: inout Font) {
    if let weight { font.weight = weight }
    if let style { font.style = style }
  }
}
