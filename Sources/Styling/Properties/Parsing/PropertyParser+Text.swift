import CSSSyntax
import Diagnostics
import StyleValues

extension PropertyParser {
  /// `text-decoration-line`: `none` or lines, each at most once.
  func decorationLines() throws(UnexpectedValue) -> TextDecorationLines {
    if cursor.takeKeyword("none") { return [] }
    var lines: TextDecorationLines = []
    while let line = try decorationLine(besides: lines) { lines.insert(line) }
    guard !lines.isEmpty else {
      throw cursor.failure("none, underline, overline, line-through, blink, reverse or conceal")
    }
    return lines
  }

  /// One line; nil if the next token is none.
  func decorationLine(
    besides lines: TextDecorationLines
  ) throws(UnexpectedValue) -> TextDecorationLines? {
    guard cursor.token.kind == .ident, let line = cursor.lookUp(decorationLineTable) else {
      return nil
    }
    guard lines.isDisjoint(with: line) else { throw cursor.failure("each line once") }
    cursor.advance()
    return line
  }

  /// `text-decoration` in any order (CSS Text Decoration 3 §2.4).
  func textDecoration() throws(UnexpectedValue) {
    var hasLines = false
    var hasStyle = false
    var hasColor = false
    // All lines of a terminal are one pixel thick.
    var hasThickness = false
    while !isAtEnd {
      if !hasLines, cursor.takeKeyword("none") {
        hasLines = true
      } else if let line = try decorationLine(besides: style.text.decorationLines) {
        guard !hasLines || !style.text.decorationLines.isEmpty else {
          throw cursor.failure("none without other lines")
        }
        style.text.decorationLines.insert(line)
        hasLines = true
      } else if !hasStyle, let written = cursor.takeKeyword(TextDecorationStyle.table) {
        style.text.decorationStyle = written
        hasStyle = true
      } else if !hasThickness, try takeThickness() {
        hasThickness = true
      } else if !hasColor {
        let words = TextDecorationLines.keywords.map(\.name) + TextDecorationStyle.table.keywords
        style.text.decorationColor = try color(or: words, "a line, a style or a colour")
        hasColor = true
      } else {
        throw cursor.failure("a line, a style or a colour")
      }
    }
    guard hasLines || hasStyle || hasColor || hasThickness else {
      throw cursor.failure("none, a line, a style or a colour")
    }
  }

  /// `text-decoration-thickness`: a keyword, a length or a percentage.
  private func takeThickness() throws(UnexpectedValue) -> Bool {
    if cursor.takeKeyword("auto") || cursor.takeKeyword("from-font") { return true }
    switch cursor.token.kind {
    case .dimension, .percentage, .function: return try cursor.takeLengthPercentage() != nil
    case .number where cursor.token.number == 0: return try cursor.takeLengthPercentage() != nil
    default: return false
    }
  }

  /// `text-shadow`: `none` or shadows with commas between them.
  func shadows() throws(UnexpectedValue) -> [Shadow] {
    if cursor.takeKeyword("none") { return [] }
    let start = cursor.mark
    let shadows = try cursor.commaList(of: Shadow.self)
    guard shadows.count <= Self.mostShadows else {
      throw cursor.failure("at most \(Self.mostShadows) shadows", at: start)
    }
    return shadows
  }

  /// `text-align`: the keywords of CSS, and the names in the documents of the older dialects.
  func alignment() throws(UnexpectedValue) -> TextAlignment {
    if cursor.takeKeyword("justify-all") { return .justify }
    if cursor.takeKeyword("match-parent") { return .start }
    let word = cursor.text.slice(cursor.token.range)
    let alignment = try TextAlignment.convert(text: word, in: context)
    cursor.advance()
    return alignment
  }

  /// `contentHorizontalAlignment` of the documents.
  func horizontalAlignment() throws(UnexpectedValue) -> TextAlignment {
    let word = cursor.text.slice(cursor.token.range)
    let alignment: TextAlignment
    switch try? ContentAlignment.convert(text: word, in: context) {
    case .horizontalLeft: alignment = .left
    case .horizontalRight: alignment = .right
    case .horizontalCenter: alignment = .center
    case .horizontalFill: alignment = .justify
    case .verticalTop, .verticalBottom, .verticalCenter, .verticalFill, nil:
      if (try? TextAlignment.convert(text: word, in: context)) != nil {
        return try self.alignment()
      }
      let names = ContentAlignment.allCases.map(\.rawValue).filter { $0.hasPrefix("content-h") }
      throw cursor.failure(
        "content-horizontal-left, -right, -center or -fill",
        suggestion: nearestName(to: word.string, in: names))
    }
    cursor.advance()
    return alignment
  }

  /// `lineBreakMode` of the documents, as the properties of CSS with the same effect.
  ///
  /// A terminal cuts lines only at their end.
  func lineBreakMode() throws(UnexpectedValue) {
    let word = cursor.text.slice(cursor.token.range)
    let mode = try LineBreakMode.convert(text: word, in: context)
    cursor.advance()
    switch mode {
    case .wordWrap, .charWrap: break
    case .clip: style.block.whiteSpace = .nowrap
    case .ellipsis, .truncateHead, .truncateTail, .truncateMiddle:
      style.block.whiteSpace = .nowrap
      style.block.textOverflow = .ellipsis
    }
  }

  /// `text-transform`; of combined transformations the first counts.
  func textTransform() throws(UnexpectedValue) -> TextTransform {
    var first: TextTransform?
    repeat {
      let isOther = cursor.takeKeyword("full-size-kana") || cursor.takeKeyword("math-auto")
      let transform: TextTransform = isOther ? .none : try keyword()
      if first == nil || first == TextTransform.none { first = transform }
    } while cursor.token.kind == .ident
    return first ?? .none
  }

  /// `white-space`: a keyword of CSS 2, or keywords of the properties that CSS Text 4 §5 splits it
  /// into.
  func whiteSpace() throws(UnexpectedValue) -> WhiteSpace {
    if let keyword = cursor.takeKeyword(WhiteSpace.table) {
      if keyword == .nowrap, let collapse = cursor.takeKeyword(collapses) {
        return collapse == .normal ? .nowrap : .pre
      }
      return keyword
    }
    var space = cursor.takeKeyword(collapses)
    if cursor.takeKeyword("nowrap") {
      space = space ?? .normal == .normal ? .nowrap : .pre
    } else if cursor.takeKeyword("wrap") {
      space = space ?? cursor.takeKeyword(collapses) ?? .normal
    }
    if let space { return space }
    return try keyword()
  }

  /// `color-scheme`: the schemes that the element supports; nil is that of the terminal.
  ///
  /// Unknown names are ignored (CSS Color Adjustment 1 §2.3).
  func colorScheme() throws(UnexpectedValue) -> ColorScheme? {
    if cursor.takeKeyword("normal") { return nil }
    var schemes: Set<ColorScheme> = []
    let start = cursor.offset
    while cursor.token.kind == .ident {
      if let scheme = cursor.takeKeyword(schemeKeywords) {
        schemes.insert(scheme)
      } else {
        cursor.advance()
      }
    }
    guard cursor.offset > start else { throw cursor.failure("normal, light or dark") }
    return schemes.count == 1 ? schemes.first : nil
  }

  /// `text-overflow`: `clip`, `ellipsis` or a string; of two values (CSS UI 4 §5.2) the first is
  /// for the start of the line, and `middle` is for its middle.
  func textOverflow() throws(UnexpectedValue) -> TextOverflow {
    if cursor.takeKeyword("middle") { return .middle(isAtEnd ? "…" : try textOverflowSide().sign) }
    let first = try textOverflowSide()
    if isAtEnd { return first }
    if cursor.takeKeyword("middle") { return .middle(first.sign) }
    let end = try textOverflowSide()
    return end == .clip && first != .clip ? .start(first.sign) : end
  }

  /// `overflow`: scrolling values cut; of two values the first is for the direction of the line.
  func overflow() throws(UnexpectedValue) -> Overflow {
    let value = try overflowAlongAxis()
    if !isAtEnd { _ = try overflowAlongAxis() }
    return value
  }

  private func overflowAlongAxis() throws(UnexpectedValue) -> Overflow {
    guard let value = cursor.takeKeyword(overflowKeywords) else {
      throw cursor.failure("visible or hidden")
    }
    return value
  }

  private func textOverflowSide() throws(UnexpectedValue) -> TextOverflow {
    if cursor.takeKeyword("clip") { return .clip }
    if cursor.takeKeyword("ellipsis") { return .ellipsis }
    guard cursor.token.kind == .string else {
      throw cursor.failure("clip, ellipsis or a string in quotes")
    }
    try limit(cursor.name.utf8.count, at: cursor.mark)
    defer { cursor.advance() }
    return .string(cursor.name)
  }

  /// `tab-size`: a number of cells, or a length.
  func tabSize() throws(UnexpectedValue) -> Int {
    let start = cursor.mark
    guard let number = try cursor.takeNumeric(), number.kind == .number || number.kind == .length,
      number.value >= 0 || start.token.kind == .function
    else { throw cursor.failure("a number of cells", at: start) }
    let cells = number.kind == .length ? number.finite / context.cellWidth : number.finite
    // More than a thousand cells is no screen.
    return Int(min(max(0, cells.rounded()), 1000))
  }

  /// `max-lines`: `none` or an integer above 0; UIKit's number of lines is 0 for no limit.
  func maxLines() throws(UnexpectedValue) -> Int? {
    if cursor.takeKeyword("none") { return nil }
    if context.dialect != .css, cursor.token.kind == .number, cursor.token.number == 0 {
      cursor.advance()
      return nil
    }
    let start = cursor.mark
    guard let number = try cursor.takeNumber(in: 1...1e9),
      number == number.rounded() || start.token.kind == .function
    else { throw cursor.failure("none or a whole number above 0", at: start) }
    return Int(number.rounded())
  }
}

extension PropertyParser {
  /// `readable`: `none`, a level of WCAG 2, or a contrast of 1 to 21.
  func readable() throws(UnexpectedValue) -> Double? {
    if cursor.takeKeyword("none") { return nil }
    if let level = cursor.takeKeyword(contrastLevels) { return level }
    let start = cursor.mark
    guard let number = try cursor.takeNumeric(), number.kind == .number,
      (1...21).contains(number.value)
    else { throw cursor.failure("none, AA, AAA or a contrast of 1 to 21", at: start) }
    return number.value
  }
}

/// WCAG 2.2, success criteria 1.4.3 and 1.4.6.
private let contrastLevels = KeywordTable<Double>([("AA", 4.5), ("AAA", 7)])

private let decorationLineTable = KeywordTable<TextDecorationLines>(TextDecorationLines.keywords)

private let collapses = KeywordTable<WhiteSpace>([
  ("collapse", .normal), ("preserve", .preWrap), ("preserve-breaks", .preLine),
  ("preserve-spaces", .preWrap), ("break-spaces", .breakSpaces),
])

private let schemeKeywords = KeywordTable<ColorScheme>()

/// A line cannot scroll, so scrolling values cut.
private let overflowKeywords = KeywordTable<Overflow>([
  ("visible", .visible), ("hidden", .hidden), ("clip", .hidden), ("scroll", .hidden),
  ("auto", .hidden), ("overlay", .hidden),
])

extension PropertyParser {
  /// `font-weight`: `bolder` and `lighter` are fixed weights in the dialects that come from
  /// ViewCSS, and relative to the parent in `css` (CSS Fonts 4 §2.2).
  func fontWeight() throws(UnexpectedValue) -> Specified<Double> {
    if let keyword = cursor.takeKeyword(FontWeightKeyword.table) {
      guard context.dialect == .css, keyword == .bolder || keyword == .lighter else {
        return .value(keyword.weight)
      }
      return .relative { keyword.weight(inside: $0.parent.fontWeight) }
    }
    let start = cursor.mark
    guard let number = try cursor.takeNumber(in: 1...1000) else {
      throw cursor.failure("a weight from 1 to 1000, normal, bold, bolder or lighter", at: start)
    }
    return .value(number)
  }

  /// `font-size` in px (CSS Fonts 4 §2.5).
  func fontSize() throws(UnexpectedValue) -> Specified<Double> {
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
  func fontSizeLimit() throws(UnexpectedValue) -> Specified<Double?> { try fontSize().map { $0 } }

  /// `font-size-scale`: `auto` or a factor.
  func fontSizeScale() throws(UnexpectedValue) -> FontSizeScale? {
    if cursor.takeKeyword("auto") { return .auto }
    let start = cursor.mark
    guard let factor = try cursor.takeNumberOrPercentage(),
      factor >= 0 || start.token.kind == .function
    else { throw cursor.failure("auto or a factor of 0 or more", at: start) }
    return .factor(max(0, factor))
  }

  /// `font-family`: a list of names, quoted or as identifiers (CSS Fonts 4 §2.1).
  func fontFamily() throws(UnexpectedValue) -> [String] {
    let start = cursor.mark
    let families = try familyNames()
    try limit(families.reduce(0) { $0 + $1.utf8.count }, at: start)
    return families
  }

  private func familyNames() throws(UnexpectedValue) -> [String] {
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
      guard !words.isEmpty else { throw cursor.failure("a font family") }
      families.append(words.joined(separator: " "))
    } while cursor.takeComma()
    return families
  }

  /// `font-style`; the angle of `oblique` is ignored.
  func fontStyle() throws(UnexpectedValue) -> FontStyle {
    let style: FontStyle = try keyword()
    if style == .oblique { _ = try cursor.takeAngle() }
    return style
  }

  /// `font-variant`: `math`; other values of CSS Fonts 4 §6.11 are `normal`, because terminals lack
  /// the letters.
  func fontVariant() throws(UnexpectedValue) -> FontVariant {
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

  /// The shorthand `font`: in CSS's order (CSS Fonts 4 §2.7), or family and size as in the
  /// documents.
  func font() throws(UnexpectedValue) {
    guard context.dialect != .css else { return try cssFont() }
    let start = cursor.mark
    do throws(UnexpectedValue) {
      let font = try Font.parse(&cursor)
      try cursor.expectEnd(after: "the font")
      style.text.set(font)
    } catch {
      // The CSS syntax of web pages is accepted as well.
      cursor.rewind(to: start)
      guard (try? cssFont()) != nil, isAtEnd else { throw error }
    }
  }

  private func cssFont() throws(UnexpectedValue) {
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
  mutating func set(_ font: Font) {
    fontSize = font.size
    fontWeight = Double(font.weight)
    fontStyle = font.style
    self.fontFamily = font.family.map { [$0] } ?? []
  }
}

private enum FontWeightKeyword {
  case normal, bold, bolder, lighter

  static let table = KeywordTable<FontWeightKeyword>([
    ("normal", .normal), ("bold", .bold), ("bolder", .bolder), ("lighter", .lighter),
  ])

  /// The weight in dialects where it does not depend on the parent.
  var weight: Double {
    switch self {
    case .normal: 400
    case .bold: 700
    case .bolder: 900
    case .lighter: 200
    }
  }

  /// The weight relative to the parent's (CSS Fonts 4 §2.2.1).
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

private enum FontSizeKeyword {
  /// In px.
  case absolute(Double)
  /// Times the parent's size.
  case relative(Double)
}

/// In px: the ViewCSS document's sizes.
private let fontSizeKeywords = KeywordTable<FontSizeKeyword>([
  ("xx-small", .absolute(9)), ("x-small", .absolute(11)), ("small", .absolute(13)),
  ("medium", .absolute(15)), ("large", .absolute(17)), ("x-large", .absolute(19)),
  ("xx-large", .absolute(21)), ("xxx-large", .absolute(23)), ("math", .relative(1)),
  ("smaller", .relative(1 / 1.2)), ("larger", .relative(1.2)),
])

/// The fonts of the desktop, which do not exist in a terminal (CSS Fonts 4 §2.7).
private let systemFonts = KeywordTable<Void>(
  ["caption", "icon", "menu", "message-box", "small-caption", "status-bar"].map { ($0, ()) })

/// The keywords of `font-stretch` (CSS Fonts 4 §2.3).
private let fontWidths = KeywordTable<Void>(
  [
    "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "semi-expanded",
    "expanded", "extra-expanded", "ultra-expanded",
  ].map { ($0, ()) })

/// The keywords of `font-variant` for other shapes of letters (CSS Fonts 4 §6).
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
