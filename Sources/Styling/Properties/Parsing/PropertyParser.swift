import CSSSyntax
import Diagnostics
import StyleValues

/// Reads the value of a property into a style.
///
/// Colours, lengths, fonts and the like are read by StyleValues; here stands which of them a
/// property takes, and what keywords of its own it has.
struct PropertyParser {
  /// The tokens of the value.
  var cursor: ValueCursor

  /// The style that relative values refer to.
  let parent: TextStyle

  /// Where the values go.
  var style: ComputedStyle

  /// Reads a declaration.
  /// - Parameters:
  ///   - property: A longhand or shorthand.
  ///   - value: The value; `var()` has been replaced.
  ///   - context: What units and keywords refer to.
  ///   - parent: The style that relative values refer to.
  /// - Returns: A style in which only the declared properties mean anything.
  /// - Throws: What the property takes instead.
  static func parse(
    _ property: PropertyName, _ value: DeclaredValue, in context: ConversionContext,
    parent: TextStyle = .initial
  ) throws(ConversionError) -> ParsedValue {
    switch value {
    case .structured(let raw, _):
      var style = ComputedStyle()
      try setStructured(property, raw, in: context, to: &style)
      return .style(style)
    case .text(let text):
      if let keyword = CSSWideKeyword(text) { return .keyword(keyword) }
      var parser = PropertyParser(
        cursor: ValueCursor(text, in: context), parent: parent, style: ComputedStyle())
      switch property {
      case .longhand(let id): try parser.parse(id)
      case .shorthand(let id): try parser.parse(id)
      case .custom, .withoutEffect, .unknown: break
      }
      try parser.cursor.expectEnd(after: "the value")
      return .style(parser.style)
    }
  }

  /// What a declaration's value comes to.
  enum ParsedValue {
    /// A keyword that every property takes.
    case keyword(CSSWideKeyword)
    /// A style that holds the values.
    case style(ComputedStyle)
  }

  /// What units, keywords and dialects refer to.
  ///
  /// Its font size is the parent's while `font-size` itself is read, and the element's own
  /// afterwards.
  var context: ConversionContext { cursor.context }

  // MARK: Longhands

  private mutating func parse(_ id: PropertyID) throws(ConversionError) {
    switch id {
    case .color: style.text.color = try color()
    case .backgroundColor: style.text.backgroundColor = try color()
    case .backgroundImage: style.text.backgroundImage = try backgroundImage()
    case .backgroundClip: style.text.backgroundClip = try keyword("a part of the box")
    case .opacity: style.text.opacity = try share()
    case .tintColor: style.text.tintColor = try color()
    case .fontWeight: style.text.fontWeight = try fontWeight()
    case .fontStyle: style.text.fontStyle = try keyword("normal, italic or oblique")
    case .fontFamily: style.text.fontFamily = try fontFamily()
    case .fontVariant: style.text.fontVariant = try keyword("normal or math")
    case .fontSize: style.text.fontSize = try fontSize()
    case .fontSizeScale: style.text.fontSizeScale = try fontSizeScale()
    case .fontSizeScaleMin: style.text.fontSizeScaleMin = try fontSize()
    case .fontSizeScaleMax: style.text.fontSizeScaleMax = try fontSize()
    case .textTransform: style.text.textTransform = try keyword("a transformation")
    case .textDecorationLine: style.text.decorationLines = try decorationLines()
    case .textDecorationStyle: style.text.decorationStyle = try keyword("a line style")
    case .textDecorationColor: style.text.decorationColor = try colorOrCurrent()
    case .textShadow: style.text.shadows = try shadows()
    case .textShadowOpacity: style.text.shadowOpacity = try share()
    case .textAlign: style.block.textAlign = try alignment()
    case .textOverflow: style.block.textOverflow = try textOverflow()
    case .whiteSpace: style.block.whiteSpace = try keyword("a way to treat white space")
    case .overflowWrap: style.block.overflowWrap = try keyword("normal, anywhere or break-word")
    case .tabSize: style.block.tabSize = try tabSize()
    case .maxLines: style.block.maxLines = try maxLines()
    case .width: style.block.width = try boxLength(orKeyword: "auto")
    case .minWidth: style.block.minWidth = try boxLength(orKeyword: "auto")
    case .maxWidth: style.block.maxWidth = try boxLength(orKeyword: "none")
    case .paddingTop: style.block.padding.top = try boxLength()
    case .paddingRight: style.block.padding.right = try boxLength()
    case .paddingBottom: style.block.padding.bottom = try boxLength()
    case .paddingLeft: style.block.padding.left = try boxLength()
    case .marginTop: style.block.margin.top = try margin()
    case .marginRight: style.block.margin.right = try margin()
    case .marginBottom: style.block.margin.bottom = try margin()
    case .marginLeft: style.block.margin.left = try margin()
    case .borderTopWidth: style.block.border.top.width = try borderWidth()
    case .borderRightWidth: style.block.border.right.width = try borderWidth()
    case .borderBottomWidth: style.block.border.bottom.width = try borderWidth()
    case .borderLeftWidth: style.block.border.left.width = try borderWidth()
    case .borderTopColor: style.block.border.top.color = try colorOrCurrent()
    case .borderRightColor: style.block.border.right.color = try colorOrCurrent()
    case .borderBottomColor: style.block.border.bottom.color = try colorOrCurrent()
    case .borderLeftColor: style.block.border.left.color = try colorOrCurrent()
    case .borderTopStyle: style.block.border.top.style = try borderStyle()
    case .borderRightStyle: style.block.border.right.style = try borderStyle()
    case .borderBottomStyle: style.block.border.bottom.style = try borderStyle()
    case .borderLeftStyle: style.block.border.left.style = try borderStyle()
    case .borderRadius: style.block.borderRadius = try radius()
    }
  }

  // MARK: What several properties share

  /// A keyword of a property whose values are all keywords.
  mutating func keyword<Keyword: PropertyKeyword>(
    _ expectation: String
  ) throws(ConversionError) -> Keyword {
    if let value = cursor.takeKeyword(Keyword.table) { return value }
    let nearest =
      cursor.token.kind == .ident
      ? nearestName(to: cursor.name, in: Keyword.table.keywords) : nil
    throw cursor.failure(expectation, suggestion: nearest)
  }

  /// A colour.
  ///
  /// `currentcolor` is replaced where the context knows what it stands for.
  mutating func color() throws(ConversionError) -> ColorValue? {
    let value = try ColorValue.parse(&cursor)
    // The colour of text is the terminal's own as long as nobody sets it.
    return value == .currentColor ? context.currentColor : value
  }

  /// A colour where nil stands for `currentcolor`, which is worked out when it is drawn.
  mutating func colorOrCurrent() throws(ConversionError) -> ColorValue? {
    if cursor.takeKeyword("currentcolor") { return nil }
    return try color()
  }

  /// A colour, where one of some keywords could have stood as well.
  mutating func color(
    or keywords: [String], _ expectation: String
  ) throws(ConversionError) -> ColorValue? {
    let start = cursor
    do throws(ConversionError) {
      return try colorOrCurrent()
    } catch {
      // A function says best itself what is wrong with it.
      guard start.token.kind == .ident else { throw error }
      throw start.failure(
        expectation, suggestion: nearestName(to: start.name, in: keywords) ?? error.suggestion)
    }
  }

  /// A number from 0 to 1 or a percentage; what lies outside is moved to the nearest end.
  mutating func share() throws(ConversionError) -> Double {
    let start = cursor
    switch try cursor.takeNumeric() {
    case .some(let number) where number.kind == .number: return clamp(number.value)
    case .some(let number) where number.kind == .percentage: return clamp(number.value / 100)
    default: throw start.failure("a number from 0 to 1 or a percentage")
    }
  }

  private func clamp(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), 1)
  }

  /// A length in px, where a bare number counts pixels if the dialect says so.
  mutating func pixels(
    _ expectation: String, allowsNegative: Bool = false
  ) throws(ConversionError) -> Double {
    let start = cursor
    guard let length = try cursor.takeLengthPercentage(), length.kind == .length,
      length.value.isFinite, allowsNegative || length.value >= 0
    else { throw start.failure(expectation) }
    return length.value
  }
}

/// An enum whose cases are the keywords of one property.
protocol PropertyKeyword: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The keywords, ready for look-up.
  static var table: KeywordTable<Self> { get }
}

extension PropertyKeyword {
  static func makeTable() -> KeywordTable<Self> {
    KeywordTable(allCases.map { ($0.rawValue, $0) })
  }
}
