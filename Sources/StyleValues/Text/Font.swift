import CSSSyntax

/// Upright or slanted letters: CSS Fonts 4 §2.4.
///
/// ```swift
/// print(try FontStyle.convert("Italic") == .italic)  // true
/// ```
package enum FontStyle: String, CaseIterable, Hashable, Sendable {
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
  /// nil if only a weight or a style was written.
  package var family: String?

  /// In pixels.
  package var size: Double

  /// 1 to 1000.
  package var weight: Int

  package var style: FontStyle

  /// In pixels.
  package static let defaultSize = 15.0

  package init(
    family: String? = nil, size: Double = defaultSize, weight: Int = 400, style: FontStyle = .normal
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.style = style
  }

  /// A font by its PostScript-like name, whose suffix sets weight and style: `Avenir-BoldItalic`.
  ///
  /// Other suffixes belong to the family's name.
  package init(name: String, size: Double = defaultSize) {
    self.init(family: name, size: size)
    guard let dash = name.lastIndex(of: "-"), let face = FontFace(name[name.index(after: dash)...])
    else { return }
    let family = String(name[..<dash])
    self.family = family.isEmpty ? nil : family
    weight = face.weight ?? 400
    style = face.style ?? .normal
  }

  /// The font as text: family, or weight and style, and size.
  ///
  /// The family has quotes if it would be read differently without them.
  package var text: String {
    let unquoted = written(family)
    guard let family else { return unquoted }
    let read = try? Font.convert(unquoted)
    let isRead = read?.family == family && read?.weight == weight && read?.style == style
    return isRead ? unquoted : written(serialiseString(family))
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

/// Weight and style in a font name: `SemiBold`, `BoldItalic`.
struct FontFace {
  var weight: Int?
  var style: FontStyle?

  /// Longer names come before those they contain.
  static let weights: [(name: String, weight: Int)] = [
    ("ultralight", 100), ("extralight", 100), ("thin", 200), ("light", 300), ("regular", 400),
    ("medium", 500), ("semibold", 600), ("demibold", 600), ("extrabold", 800), ("bold", 700),
    ("heavy", 800), ("black", 900),
  ]

  private static let styles: [(name: String, style: FontStyle)] = [
    ("italic", .italic), ("oblique", .oblique),
  ]

  /// Reads joined words: at most one weight and one style.
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

  func apply(to font: inout Font) {
    if let weight { font.weight = weight }
    if let style { font.style = style }
  }
}

extension Font: CSSParsable {
  package static var expectation: String { "a font" }

  /// Converts text, or an object with a name and a size.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Font {
    guard case .object = raw.content else { return try convertText(raw, in: context) }
    guard let name = raw["name"] ?? raw["family"] else {
      guard let size = raw["size"] else { throw GeometryNotation.missing("name", in: raw) }
      return Font(size: try Self.size(size, in: context))
    }
    var font = named(try String.convert(name, in: context))
    if let size = raw["size"] { font.size = try Self.size(size, in: context) }
    return font
  }

  private static func size(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Double {
    let size = try GeometryNotation.number(raw, in: context)
    guard size >= 0 else { throw UnexpectedValue(expected: "a size of 0 or more", raw) }
    return size
  }

  /// A font by a name that may be only a weight or a style.
  private static func named(_ name: String) -> Font {
    guard let face = FontFace(name) else { return Font(name: name) }
    var font = Font()
    face.apply(to: &font)
    return font
  }

  /// Reads a name and a size in either order, with or without a comma.
  ///
  /// Words such as `bold` and `italic` before or after the name set weight and style. Also reads
  /// the CSS shorthand (`italic 700 12px/1.5 Georgia, serif`): the first family counts, and the
  /// line height is ignored.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Font {
    var shorthand = FontShorthand()
    while !cursor.isAtEnd {
      let start = cursor.mark
      if let size = try takeSize(&cursor) {
        guard shorthand.addNumber(size) else { throw cursor.failure("one size", at: start) }
        if cursor.takeSlash() {
          guard try cursor.takeNumeric() != nil || cursor.takeKeyword("normal") else {
            throw cursor.failure("a line height")
          }
        }
      } else if cursor.token.kind == .string || cursor.token.kind == .ident {
        guard !shorthand.hasFallback || shorthand.isAfterComma else {
          throw cursor.failure("a comma")
        }
        shorthand.addWord(cursor.name, isQuoted: cursor.token.kind == .string)
        cursor.advance()
      } else if cursor.token.kind == .comma, shorthand.hasWords, !shorthand.isAfterComma {
        shorthand.isAfterComma = true
        cursor.advance()
      } else {
        throw cursor.failure("the name or the size of a font")
      }
    }
    guard !shorthand.isAfterComma, let font = shorthand.font else {
      throw cursor.failure(expectation)
    }
    return font
  }

  /// Reads a size: a plain number is in px, a percentage is relative to the font size.
  private static func takeSize(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> (
    value: Double, hasUnit: Bool
  )? {
    let start = cursor.mark
    guard let value = try cursor.takeNumeric() else { return nil }
    let size: Double
    switch value.kind {
    case .number, .length: size = value.finite
    case .percentage:
      cursor.isRelative = true
      size = value.finite / 100 * cursor.context.fontSize
    case .angle, .lengthPercentage: size = -1
    }
    guard size >= 0 else {
      cursor.rewind(to: start)
      throw cursor.failure("a size of 0 or more")
    }
    return (size, value.kind != .number)
  }
}

/// The parts of a font while it is read.
private struct FontShorthand {
  private var words: [(text: String, isQuoted: Bool)] = []
  private var number: (value: Double, hasUnit: Bool)?
  private var weight: Int?
  /// True after the start of a second family, which is ignored.
  private(set) var hasFallback = false
  var isAfterComma = false

  var hasWords: Bool { !words.isEmpty }

  mutating func addWord(_ word: String, isQuoted: Bool) {
    if isAfterComma { hasFallback = true }
    isAfterComma = false
    if !hasFallback { words.append((word, isQuoted)) }
  }

  /// Adds the size; an earlier number without a unit may have been the weight.
  mutating func addNumber(_ new: (value: Double, hasUnit: Bool)) -> Bool {
    isAfterComma = false
    if let old = number {
      guard weight == nil, !old.hasUnit, let value = Int(exactly: old.value), 1...1000 ~= value
      else { return false }
      weight = value
    }
    number = new
    return true
  }

  var font: Font? {
    var font = Font()
    var rest = words[...]
    // Words about the face may be before or after the family's name.
    while let word = rest.first, !word.isQuoted, let face = Self.face(word.text) {
      face.apply(to: &font)
      rest.removeFirst()
    }
    while let word = rest.last, !word.isQuoted, let face = Self.face(word.text) {
      face.apply(to: &font)
      rest.removeLast()
    }
    if !rest.isEmpty {
      let named = Font(name: rest.map(\.text).joined(separator: " "))
      font.family = named.family
      if named.weight != 400 { font.weight = named.weight }
      if named.style != .normal { font.style = named.style }
    } else if words.isEmpty && number == nil {
      return nil
    }
    if let weight { font.weight = weight }
    if let number { font.size = number.value }
    return font
  }

  private static func face(_ word: String) -> FontFace? {
    FontFace(word.lowercased() == "normal" ? "regular" : word)
  }
}
