import CSSSyntax
import StyleValues

extension PropertyParser {
  /// `font-weight` (CSS Fonts 4 §2.2).
  ///
  /// `bolder` and `lighter` are fixed weights in the dialects that come from ViewCSS and relative
  /// to the parent in `css`.
  func fontWeight() throws(ConversionError) -> Specified<Double> {
    if let keyword = cursor.takeKeyword(FontWeightKeyword.table) {
      guard context.dialect == .css, keyword == .bolder || keyword == .lighter else {
        return .value(keyword.weight)
      }
      return .relative { keyword.weight(inside: $0.parent.fontWeight) }
    }
    let start = cursor.mark
    guard let number = try cursor.takeNumber(in: 1...1000) else {
      throw cursor.failure(
        "a weight from 1 to 1000, normal, bold, bolder or lighter", at: start)
    }
    return .value(number)
  }

  /// `font-size` in px (CSS Fonts 4 §2.5).
  func fontSize() throws(ConversionError) -> Specified<Double> {
    if let keyword = cursor.takeKeyword(fontSizeKeywords) {
      switch keyword {
      case .absolute(let pixels): return .value(pixels)
      case .relative(let factor): return .relative { $0.parent.fontSize * factor }
      }
    }
    let start = cursor.mark
    let expectation = "a font size of 0 or more"
    if let size = try relativeLength(expectation, allowsNegative: false) {
      return size.map(\.pixels)
    }
    guard let size = try cursor.takeLengthPercentage() else {
      let isNumber = cursor.token.kind == .number
      throw cursor.failure(isNumber ? "a font size with a unit" : "a font size", at: start)
    }
    let length = BoxLength(size)
    guard start.token.kind == .function || (length.pixels >= 0 && length.percentage >= 0) else {
      throw cursor.failure(expectation, at: start)
    }
    if size.kind == .length { return .value(max(0, length.pixels)) }
    guard context.dialect == .css else {
      return .value(max(0, length.pixels(of: TextStyle.initialFontSize)))
    }
    return .relative { max(0, length.pixels(of: $0.parent.fontSize)) }
  }

  /// `font-size-scale-min` and `-max`.
  func fontSizeLimit() throws(ConversionError) -> Specified<Double?> { try fontSize().map { $0 } }

  /// `font-size-scale`: `auto` or a factor.
  func fontSizeScale() throws(ConversionError) -> FontSizeScale? {
    if cursor.takeKeyword("auto") { return .auto }
    let start = cursor.mark
    guard let factor = try cursor.takeNumberOrPercentage(),
      factor >= 0 || start.token.kind == .function
    else { throw cursor.failure("auto or a factor of 0 or more", at: start) }
    return .factor(max(0, factor))
  }

  /// `font-family`: names with commas between them, quoted or as identifiers (CSS Fonts 4 §2.1).
  func fontFamily() throws(ConversionError) -> [String] {
    let start = cursor.mark
    let families = try familyNames()
    try limit(families.reduce(0) { $0 + $1.utf8.count }, at: start)
    return families
  }

  private func familyNames() throws(ConversionError) -> [String] {
    var families: [String] = []
    repeat {
      if cursor.token.kind == .string {
        families.append(cursor.name)
        cursor.advance()
        continue
      }
      var words: [String] = []
      while cursor.token.kind == .ident {
        words.append(cursor.name)
        cursor.advance()
      }
      guard !words.isEmpty else { throw cursor.failure("the name of a font family") }
      families.append(words.joined(separator: " "))
    } while cursor.takeComma()
    return families
  }

  /// `font-style`; how far an oblique one leans does not matter.
  func fontStyle() throws(ConversionError) -> FontStyle {
    let style: FontStyle = try keyword()
    if style == .oblique { _ = try cursor.takeAngle() }
    return style
  }

  /// `font-variant`: `math`, or anything of CSS Fonts 4 §6.11, for which a terminal has no letters.
  func fontVariant() throws(ConversionError) -> FontVariant {
    if let variant = cursor.takeKeyword(FontVariant.table) { return variant }
    let start = cursor.mark
    while takeVariantOfCSS() {}
    guard cursor.offset > start.token.range.lowerBound else { return try keyword() }
    return .normal
  }

  private func takeVariantOfCSS() -> Bool {
    if cursor.token.kind == .function, variantFunctions.contains(cursor.name.lowercased()) {
      cursor.skipFunction()
      return true
    }
    guard cursor.token.kind == .ident, variantKeywords.contains(cursor.name.lowercased()) else {
      return false
    }
    cursor.advance()
    return true
  }

  /// The shorthand `font`: CSS's order (CSS Fonts 4 §2.7), or the seeds' family and size.
  func font() throws(ConversionError) {
    guard context.dialect != .css else { return try cssFont() }
    let start = cursor.mark
    do throws(ConversionError) {
      let font = try Font.parse(&cursor)
      try cursor.expectEnd(after: "the font")
      style.text.set(font)
    } catch {
      // The CSS syntax of web pages is accepted as well.
      cursor.rewind(to: start)
      guard (try? cssFont()) != nil, isAtEnd else { throw error }
    }
  }

  private func cssFont() throws(ConversionError) {
    if cursor.takeKeyword(systemFonts) != nil { return }
    while true {
      if cursor.takeKeyword("normal") { continue }
      if cursor.isKeyword("italic") || cursor.isKeyword("oblique") {
        style.text.fontStyle = try fontStyle()
      } else if cursor.lookUp(FontWeightKeyword.table) != nil && cursor.token.kind == .ident {
        style.text.fontWeight = now(try fontWeight())
      } else if cursor.token.kind == .number, cursor.token.number >= 1 {
        style.text.fontWeight = now(try fontWeight())
      } else if cursor.takeKeyword(FontVariant.table) == nil,
        cursor.takeKeyword("small-caps") == false, cursor.takeKeyword(fontWidths) == nil
      {
        break
      }
    }
    style.text.fontSize = now(try fontSize())
    if cursor.takeSlash(), !cursor.takeKeyword("normal"), try cursor.takeNumeric() == nil {
      // A row of cells has no line height to set.
      throw cursor.failure("a line height after the slash")
    }
    style.text.fontFamily = try fontFamily()
  }
}

extension TextStyle {
  /// Takes over what a font description says.
  mutating func set(_ font: Font) {
    fontSize = font.size
    fontWeight = Double(font.weight)
    fontStyle = font.style
    self.fontFamily = font.family.map { [$0] } ?? []
  }
}

/// The keywords of `font-weight`.
private enum FontWeightKeyword {
  case normal, bold, bolder, lighter

  static let table = KeywordTable<FontWeightKeyword>([
    ("normal", .normal), ("bold", .bold), ("bolder", .bolder), ("lighter", .lighter),
  ])

  /// The weight that the keyword stands for where it does not ask what is around it.
  var weight: Double {
    switch self {
    case .normal: 400
    case .bold: 700
    case .bolder: 900
    case .lighter: 200
    }
  }

  /// The weight inside of another one; the table of CSS Fonts 4 §2.2.1.
  func weight(inside parent: Double) -> Double {
    switch self {
    case .normal, .bold: return weight
    case .bolder:
      if parent < 350 { return 400 }
      if parent < 550 { return 700 }
      return max(parent, 900)
    case .lighter:
      if parent < 100 { return parent }
      if parent < 550 { return 100 }
      if parent < 750 { return 400 }
      return 700
    }
  }
}

/// Font size of a keyword of `font-size`.
private enum FontSizeKeyword {
  /// Pixels.
  case absolute(Double)
  /// A factor of the parent's size.
  case relative(Double)
}

/// The ViewCSS document's sizes: two pixels a step around 15.
private let fontSizeKeywords = KeywordTable<FontSizeKeyword>([
  ("xx-small", .absolute(9)), ("x-small", .absolute(11)), ("small", .absolute(13)),
  ("medium", .absolute(15)), ("large", .absolute(17)), ("x-large", .absolute(19)),
  ("xx-large", .absolute(21)), ("xxx-large", .absolute(23)), ("math", .relative(1)),
  ("smaller", .relative(1 / 1.2)), ("larger", .relative(1.2)),
])

/// The fonts of the desktop, which a terminal knows nothing about (CSS Fonts 4 §2.7).
private let systemFonts = KeywordTable<Void>(
  ["caption", "icon", "menu", "message-box", "small-caption", "status-bar"].map { ($0, ()) })

/// The keywords of `font-stretch` (CSS Fonts 4 §2.3).
private let fontWidths = KeywordTable<Void>(
  [
    "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "semi-expanded",
    "expanded", "extra-expanded", "ultra-expanded",
  ].map { ($0, ()) })

/// The keywords of `font-variant` that ask the font for other shapes (CSS Fonts 4 §6).
private let variantKeywords: Set<String> = [
  "none", "common-ligatures", "no-common-ligatures", "discretionary-ligatures",
  "no-discretionary-ligatures", "historical-ligatures", "no-historical-ligatures", "contextual",
  "no-contextual", "historical-forms", "small-caps", "all-small-caps", "petite-caps",
  "all-petite-caps", "unicase", "titling-caps", "lining-nums", "oldstyle-nums",
  "proportional-nums", "tabular-nums", "diagonal-fractions", "stacked-fractions", "ordinal",
  "slashed-zero", "jis78", "jis83", "jis90", "jis04", "simplified", "traditional", "full-width",
  "proportional-width", "ruby", "sub", "super", "text", "emoji", "unicode",
]

/// The functions of `font-variant-alternates` (CSS Fonts 4 §6.8).
private let variantFunctions: Set<String> = [
  "stylistic", "styleset", "character-variant", "swash", "ornaments", "annotation",
]
