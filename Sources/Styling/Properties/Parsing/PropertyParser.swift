import Bytes
import CSSSyntax
import Diagnostics
import StyleValues

/// Reads the value of a property into a style.
///
/// StyleValues reads colours, lengths, fonts and the like; the parser selects the type and reads
/// the property's own keywords.
final class PropertyParser {
  /// Unchecked, because only one method at a time uses the parser, and the check took a tenth of
  /// the time to load a stylesheet.
  @exclusivity(unchecked) var cursor: ValueCursor

  /// For relative values.
  let parent: TextStyle

  /// The most bytes of names or text in a value, because JSON output repeats it for each run.
  private static let longestText = 1024

  /// The most shadows, and the most stops of a gradient, because each element with another colour
  /// has its own copy.
  static let mostShadows = 64
  static let mostStops = 256

  /// Rejects a value with too many bytes of text.
  func limit(_ length: Int, at start: ValueCursor.Mark) throws(UnexpectedValue) {
    guard length > Self.longestText else { return }
    throw cursor.failure("at most \(Self.longestText) bytes", at: start)
  }

  /// Its font size is the parent's while `font-size` is read, and the element's own afterwards.
  var context: ConversionContext { cursor.context }

  // The cursor's own method would be called on a copy of it.
  var isAtEnd: Bool { cursor.token.kind == .endOfFile }

  /// Receives the values of shorthands.
  var style = ComputedStyle()

  /// The first number other than 0 that counts as px because it has no unit.
  private(set) var numberWithoutUnit: (number: Double, range: SourceRange?)?

  init(in context: ConversionContext, parent: TextStyle = .initial) {
    cursor = ValueCursor(Self.nothing, in: context)
    self.parent = parent
  }

  /// A parser for values without an element.
  convenience init(_ dialect: Dialect) {
    self.init(in: ConversionContext(dialect: dialect, assumesTextColor: true))
  }

  private static let nothing = CSSText("")

  /// Reads a declaration without `var()` for all elements.
  ///
  /// - Throws: An error that names the values that the property accepts.
  func specify(
    _ property: PropertyName, _ value: DeclaredValue
  ) throws(UnexpectedValue) -> SpecifiedValue {
    let dark = try read(property, value)
    if cursor.isRelative { return .relative }
    guard cursor.followsScheme else { return dark }
    var context = context
    context.colorScheme = .light
    let light = try PropertyParser(in: context, parent: parent).read(property, value)
    return .byScheme(dark: dark, light: light)
  }

  /// Reads a declaration for the parser's element and scheme.
  func read(
    _ property: PropertyName, _ value: DeclaredValue
  ) throws(UnexpectedValue) -> SpecifiedValue {
    numberWithoutUnit = nil
    let text: CSSText
    switch value {
    case .structured(let raw, _):
      cursor.start(Self.nothing)
      style = ComputedStyle()
      try parse(property, raw)
      cursor.isRelative = true
      return .values(style)
    case .text(let written): text = written
    }
    if let keyword = CSSWideKeyword(text) {
      cursor.start(Self.nothing)
      return .keyword(keyword)
    }
    cursor.start(text)
    let read: SpecifiedValue
    switch property {
    case .longhand(let id): read = try PropertyDefinition.of(id).read(self)
    case .shorthand(let id):
      style = ComputedStyle()
      try parse(id)
      read = .values(style)
    case .custom, .withoutEffect, .unknown:
      preconditionFailure("only properties with an effect have a value to read")
    }
    if !isAtEnd { try cursor.expectEnd(after: "the value") }
    return read
  }

  private var element: ElementContext { ElementContext(parent: parent, context: context) }

  /// A value on the parser's element.
  func now<Value>(_ specified: Specified<Value>) -> Value {
    switch specified {
    case .value(let value): return value
    case .relative(let compute):
      cursor.isRelative = true
      return compute(element)
    }
  }

  /// The style of a declaration on top of initial values; nil if it is invalid or a CSS-wide
  /// keyword.
  static func style(
    _ property: PropertyName, _ value: DeclaredValue, _ dialect: Dialect
  ) -> ComputedStyle? {
    guard !property.longhands.isEmpty,
      case let parser = PropertyParser(dialect), let read = try? parser.read(property, value)
    else { return nil }
    var style = ComputedStyle()
    switch read {
    case .constant(let set): set(&style)
    case .computed(let compute): compute(parser.element)(&style)
    case .values(let values): style = values
    case .keyword, .color, .byScheme, .relative: return nil
    }
    return style
  }

  // MARK: What several properties share

  /// A colour; `currentcolor` is replaced if the context knows the text's colour.
  func color() throws(UnexpectedValue) -> Specified<ColorValue?> {
    if cursor.takeKeyword("currentcolor") { return .relative { $0.context.currentColor } }
    let value = try ColorValue.parse(&cursor)
    // The colour of text is the terminal's own as long as nobody sets it.
    return .value(value == .currentColor ? context.currentColor : value)
  }

  /// A colour; nil is `currentcolor`, which is resolved when it is drawn.
  func colorOrCurrent() throws(UnexpectedValue) -> Specified<ColorValue?> {
    cursor.takeKeyword("currentcolor") ? .value(nil) : try color()
  }

  /// nil is `auto`.
  func colorOrAuto() throws(UnexpectedValue) -> Specified<ColorValue?> {
    cursor.takeKeyword("auto") ? .value(nil) : try color()
  }

  /// A colour, where keywords were also possible; the expectation names them.
  func color(or keywords: [String], _ expectation: String) throws(UnexpectedValue) -> ColorValue? {
    let start = cursor.mark
    do throws(UnexpectedValue) {
      return now(try colorOrCurrent())
    } catch {
      // A function reports its own error best.
      guard start.token.kind == .ident else { throw error }
      cursor.rewind(to: start)
      throw cursor.failure(
        expectation, suggestion: nearestName(to: cursor.name, in: keywords) ?? error.suggestion)
    }
  }

  /// A number from 0 to 1 or a percentage, clamped.
  func share() throws(UnexpectedValue) -> Double {
    let start = cursor.mark
    switch try cursor.takeNumeric() {
    case .some(let number) where number.kind == .number: return clamp(number.value)
    case .some(let number) where number.kind == .percentage: return clamp(number.value / 100)
    default: throw cursor.failure("a number from 0 to 1 or a percentage", at: start)
    }
  }

  private func clamp(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }

  /// A length of 0 or more in px; a bare number counts if the dialect allows it.
  func pixels(_ expectation: String) throws(UnexpectedValue) -> Specified<Double> {
    let start = cursor.mark
    if let length = try relativeLength(expectation, allowsNegative: false) {
      return length.map(\.pixels)
    }
    guard let length = try cursor.takeLengthPercentage(), length.kind == .length,
      case let pixels = BoxLength(length).pixels, pixels >= 0 || start.token.kind == .function
    else { throw cursor.failure(expectation, at: start) }
    return .value(max(0, pixels))
  }

  /// A length in a relative unit; nil if the next token is none.
  func relativeLength(
    _ expectation: String, allowsNegative: Bool
  ) throws(UnexpectedValue) -> Specified<BoxLength>? {
    let start = cursor.mark
    guard let (number, unit) = cursor.takeRelativeLength() else { return nil }
    guard allowsNegative || number >= 0 else { throw cursor.failure(expectation, at: start) }
    return .relative { element in
      BoxLength(NumericValue(.length, number * (unit.pixels(in: element.context) ?? 0)))
    }
  }
}

/// An enumeration of all keywords of a property.
protocol PropertyKeyword: ComputedValue, RawRepresentable, CaseIterable where RawValue == String {
  static var table: KeywordTable<Self> { get }
}

extension PropertyParser {
  func keyword<Keyword: PropertyKeyword>() throws(UnexpectedValue) -> Keyword {
    if let value = cursor.takeKeyword(Keyword.table) { return value }
    let nearest =
      cursor.token.kind == .ident ? nearestName(to: cursor.name, in: Keyword.table.keywords) : nil
    throw cursor.failure(EnumerationNames.list(Keyword.table.keywords), suggestion: nearest)
  }
}

extension VerticalAlignment: PropertyKeyword {
  static let table = KeywordTable<VerticalAlignment>()
}
extension BorderCollapse: PropertyKeyword { static let table = KeywordTable<BorderCollapse>() }
extension TableLayoutMode: PropertyKeyword { static let table = KeywordTable<TableLayoutMode>() }
extension FontStyle: PropertyKeyword { static let table = KeywordTable<FontStyle>() }
extension FontVariant: PropertyKeyword { static let table = KeywordTable<FontVariant>() }
extension TextTransform: PropertyKeyword { static let table = KeywordTable<TextTransform>() }
extension TextDecorationStyle: PropertyKeyword {
  static let table = KeywordTable<TextDecorationStyle>()
}

extension Visibility: PropertyKeyword {
  static let table = KeywordTable<Visibility>(
    allCases.map { ($0.rawValue, $0) } + [("collapse", .hidden)])
}

extension WhiteSpace: PropertyKeyword { static let table = KeywordTable<WhiteSpace>() }
extension OverflowWrap: PropertyKeyword { static let table = KeywordTable<OverflowWrap>() }
extension BorderStyle: PropertyKeyword { static let table = KeywordTable<BorderStyle>() }
extension BackgroundClip: PropertyKeyword { static let table = KeywordTable<BackgroundClip>() }

extension PropertyParser {
  /// A length or percentage of 0 or more.
  func boxLength() throws(UnexpectedValue) -> Specified<BoxLength> {
    try lengthPercentage("a length or percentage of 0 or more", allowsNegative: false)
  }

  /// `width` and `min-width`: nil is `auto`.
  func sizeOrAuto() throws(UnexpectedValue) -> Specified<BoxLength?> {
    try boxLength(orKeyword: "auto")
  }

  /// `max-width`: nil is `none`.
  func sizeOrNone() throws(UnexpectedValue) -> Specified<BoxLength?> {
    try boxLength(orKeyword: "none")
  }

  private func boxLength(
    orKeyword keyword: StaticString
  ) throws(UnexpectedValue) -> Specified<BoxLength?> {
    // A box is never wider than its room, so these two are the same.
    if cursor.takeKeyword("fit-content") || cursor.takeKeyword("max-content") {
      return .value(.fitContent)
    }
    if cursor.takeKeyword(keyword) || cursor.takeKeyword(intrinsicSizes) != nil {
      return .value(nil)
    }
    if cursor.isFunction("fit-content") || cursor.isFunction("calc-size") {
      cursor.skipFunction()
      return .value(nil)
    }
    return try lengthPercentage(
      "\(keyword), a length or a percentage of 0 or more", allowsNegative: false
    ).map { $0 }
  }

  /// `margin-*`: nil is `auto`.
  ///
  /// A negative margin counts as 0 in layout, because cells cannot overlap; it only reduces margins
  /// that it collapses with.
  func margin() throws(UnexpectedValue) -> Specified<BoxLength?> {
    if cursor.takeKeyword("auto") { return .value(nil) }
    return try lengthPercentage("auto, a length or a percentage", allowsNegative: true).map { $0 }
  }

  /// A length or percentage; a math function is clamped to the range (CSS Values 4 §10.9).
  private func lengthPercentage(
    _ expectation: String, allowsNegative: Bool
  ) throws(UnexpectedValue) -> Specified<BoxLength> {
    if let length = try relativeLength(expectation, allowsNegative: allowsNegative) {
      return length
    }
    let start = cursor.mark
    guard let value = try cursor.takeLengthPercentage() else {
      throw cursor.failure(expectation, at: start)
    }
    let length = BoxLength(value)
    if start.token.kind == .number, start.token.number != 0, numberWithoutUnit == nil {
      numberWithoutUnit = (start.token.number, cursor.failure(expectation, at: start).range)
    }
    guard
      allowsNegative || start.token.kind == .function
        || (length.pixels >= 0 && length.percentage >= 0)
    else { throw cursor.failure(expectation, at: start) }
    return .value(length)
  }

  /// `border-*-width`: `thin`, `medium`, `thick` or a length.
  func borderWidth() throws(UnexpectedValue) -> Specified<Double> {
    if let width = cursor.takeKeyword(borderWidthKeywords) { return .value(width) }
    return try pixels("thin, medium, thick or a length of 0 or more")
  }

  func borderStyle() throws(UnexpectedValue) -> Specified<BorderStyle> {
    if let style = cursor.takeKeyword(BorderStyle.cssKeywords) { return .value(style) }
    return .value(try keyword())
  }

  /// `border-radius`: all corners are equal here, so the first value counts.
  func radius() throws(UnexpectedValue) -> Double {
    let radius = try radiusComponent()
    while !isAtEnd {
      _ = cursor.takeSlash()
      _ = try radiusComponent()
    }
    return radius
  }

  /// A percentage is taken of a cell's height, because layout only asks whether there is a radius.
  private func radiusComponent() throws(UnexpectedValue) -> Double {
    max(0, now(try boxLength()).pixels(of: context.cellHeight))
  }
}

extension BorderStyle {
  /// The keywords of CSS; relief styles are plain lines.
  static let cssKeywords = KeywordTable<BorderStyle>(
    table.keywords.compactMap { name in BorderStyle(rawValue: name).map { (name, $0) } } + [
      ("hidden", .none), ("groove", .solid), ("ridge", .solid), ("inset", .solid),
      ("outset", .solid),
    ])
}

/// Other intrinsic sizes, which are the same as `auto` here.
private let intrinsicSizes = KeywordTable<Void>(
  ["min-content", "stretch", "contain"].map { ($0, ()) })

/// In px, as the ViewCSS document says.
private let borderWidthKeywords = KeywordTable<Double>([
  ("thin", 1), ("medium", 2), ("thick", 3),
])

extension PropertyParser {
  /// `display` (CSS Display 3 §2); values without a layout here are `block` or `inline`.
  func display() throws(UnexpectedValue) -> Display {
    if cursor.takeKeyword("none") { return .none }
    if cursor.takeKeyword("inline-block") { return .inlineBlock }
    var words: [Substring] = []
    while cursor.token.kind == .ident, let word = displayWord(cursor.name) {
      words.append(word)
      cursor.advance()
    }
    guard !words.isEmpty else {
      let names = ["none", "inline-block"] + displayWords.map(String.init)
      throw cursor.failure(
        "none, inline, inline-block or another display value",
        suggestion: cursor.token.kind == .ident ? nearestName(to: cursor.name, in: names) : nil)
    }
    if words.count == 1, let keyword = displayKeywords[String(words[0])] { return keyword }
    if words.contains("inline") { return words.contains("flow-root") ? .inlineBlock : .inline }
    if words.contains("list-item") { return .listItem }
    if words.contains("table") { return .table }
    return words.contains { $0 == "block" || $0 == "flow-root" || $0 == "flex" || $0 == "grid" }
      ? .block : .inline
  }

  /// `list-style-type` and `list-style`; the rest of the shorthand has no effect.
  func listStyleType() throws(UnexpectedValue) -> ListStyleType {
    var type: ListStyleType?
    let start = cursor.mark
    while !isAtEnd {
      if cursor.token.kind == .string {
        type = .string(cursor.name)
        cursor.advance()
      } else if let keyword = cursor.takeKeyword(listStyleTypes) {
        type = type ?? keyword
      } else if cursor.takeKeyword(listStylePositions) == nil {
        throw cursor.failure("none, disc, decimal, another list style or a string", at: start)
      }
    }
    return type ?? .disc
  }

  /// `vertical-align`; values that are not for table cells are `baseline`.
  func verticalAlignment() throws(UnexpectedValue) -> VerticalAlignment {
    if let keyword = cursor.takeKeyword(VerticalAlignment.table) { return keyword }
    if cursor.takeKeyword(otherAlignments) != nil { return .baseline }
    _ = try lengthPercentage("top, middle, bottom or baseline", allowsNegative: true)
    return .baseline
  }

  /// `border-spacing`: the first length is between columns, the second has no effect.
  func borderSpacing() throws(UnexpectedValue) -> Specified<BoxLength> {
    let spacing = try boxLength()
    if !isAtEnd { _ = try boxLength() }
    return spacing
  }

  private func displayWord(_ name: String) -> Substring? {
    let name = name.lowercasedASCII
    return displayWords.first { $0 == name }
  }

  func visibility() throws(UnexpectedValue) -> Visibility { try keyword() }

  /// `content` (CSS Content 3 §1): strings and `attr()`, and alternative text after a slash (§1.2).
  ///
  /// Pictures, counters and quotation marks have no text.
  func content() throws(UnexpectedValue) -> GeneratedContent? {
    if cursor.takeKeyword("none") || cursor.takeKeyword("normal") { return nil }
    let mark = cursor.mark
    let items = try contentItems()
    let content = GeneratedContent(
      items: items, alternative: cursor.takeSlash() ? try contentItems() : nil)
    guard isAtEnd else { throw cursor.failure("one alternative text") }
    guard content.ownLength <= GeneratedContent.longest else {
      throw cursor.failure("at most \(GeneratedContent.longest) bytes of text", at: mark)
    }
    return content
  }

  /// At least one item, up to a slash or the end.
  private func contentItems() throws(UnexpectedValue) -> [GeneratedContent.Item] {
    var items: [GeneratedContent.Item] = []
    repeat {
      if let item = try contentItem() { items.append(item) }
    } while !isAtEnd && !cursor.token.isDelimiter("/")
    return items
  }

  private func contentItem() throws(UnexpectedValue) -> GeneratedContent.Item? {
    switch cursor.token.kind {
    case .string:
      defer { cursor.advance() }
      return .text(cursor.name)
    case .function where cursor.isFunction("attr"): return try attributeItem()
    case .function
    where silentContent.contains(cursor.name.lowercasedASCII)
      || cursor.name.lowercasedASCII.hasSuffix("gradient"):
      cursor.skipFunction()
      return nil
    case .ident where silentContent.contains(cursor.name.lowercasedASCII):
      cursor.advance()
      return nil
    case .url:
      cursor.advance()
      return nil
    default: throw cursor.failure("none, strings or attr()")
    }
  }

  /// `attr(name)` and `attr(name, "fallback")` (CSS Values 5 §7.7).
  private func attributeItem() throws(UnexpectedValue) -> GeneratedContent.Item {
    try cursor.enter()
    guard cursor.token.kind == .ident else { throw cursor.failure("an attribute name") }
    let name = cursor.name.lowercasedASCII
    cursor.advance()
    // All of them are strings.
    _ = cursor.takeKeyword("string") || cursor.takeKeyword("raw-string")
    var fallback = ""
    if cursor.takeComma() {
      guard cursor.token.kind == .string else { throw cursor.failure("a string as the fallback") }
      fallback = cursor.name
      cursor.advance()
    }
    try cursor.leave()
    return .attribute(name, fallback: fallback)
  }
}

private let displayKeywords = KeywordTable<Display>()

private let listStyleTypes = KeywordTable<ListStyleType>(ListStyleType.keywords)

private let listStylePositions = KeywordTable<Void>([("inside", ()), ("outside", ())])

private let otherAlignments = KeywordTable<Void>(
  ["sub", "super", "text-top", "text-bottom"].map { ($0, ()) })

/// The other keywords of `display` (CSS Display 3 §2, CSS Ruby 1, MathML Core).
private let displayWords = """
  block inline run-in flow flow-root table flex grid ruby math list-item contents inline-table
  inline-flex inline-grid table-row-group table-header-group table-footer-group table-row table-cell
  table-column-group table-column table-caption ruby-base ruby-text ruby-base-container
  ruby-text-container grid-lanes inline-grid-lanes
  """.split(whereSeparator: \.isWhitespace)

/// Items of `content` without text (CSS Content 3 §1 and §2, CSS Lists 3 §4.4).
private let silentContent: Set<String> = [
  "open-quote", "close-quote", "no-open-quote", "no-close-quote", "contents", "counter", "counters",
  "string", "element", "url", "image-set", "leader", "target-counter", "target-counters",
  "target-text", "cross-fade", "image",
]
