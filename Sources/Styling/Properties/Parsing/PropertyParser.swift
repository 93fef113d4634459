import CSSSyntax
import Diagnostics
import StyleValues

/// Reads the value of a property into a style.
///
/// Colours, lengths, fonts and the like are read by StyleValues; here stands which of them a
/// property takes, and what keywords of its own it has.
final class PropertyParser {
  /// The tokens of the value.
  ///
  /// Only one method at a time has the parser; to check that took a tenth of loading a sheet.
  @exclusivity(unchecked) var cursor: ValueCursor

  /// The style that relative values refer to.
  let parent: TextStyle

  /// What units, keywords and dialects refer to.
  ///
  /// Its font size is the parent's while `font-size` itself is read, and the element's own
  /// afterwards.
  var context: ConversionContext { cursor.context }

  /// Where the values of shorthands go.
  var style = ComputedStyle()

  private init(_ text: CSSText, in context: ConversionContext, parent: TextStyle) {
    cursor = ValueCursor(text, in: context)
    self.parent = parent
  }

  /// Reads a declaration.
  /// - Parameters:
  ///   - property: A longhand or shorthand.
  ///   - value: The value; `var()` has been replaced.
  ///   - context: What units and keywords refer to.
  ///   - parent: The style that relative values refer to.
  /// - Returns: What it comes to, and whether that may be something else on another element.
  /// - Throws: What the property takes instead.
  static func parse(
    _ property: PropertyName, _ value: DeclaredValue, in context: ConversionContext,
    parent: TextStyle = .initial
  ) throws(ConversionError) -> (value: SpecifiedValue, isRelative: Bool) {
    switch value {
    case .structured(let raw, _):
      let parser = PropertyParser(CSSText(""), in: context, parent: parent)
      try parser.parse(property, raw)
      return (.constant(parser.values(of: property)), true)
    case .text(let text):
      if let keyword = CSSWideKeyword(text) { return (.keyword(keyword), false) }
      let parser = PropertyParser(text, in: context, parent: parent)
      let values: [PropertyValue]
      switch property {
      case .longhand(let id):
        values = [try PropertyDefinition.of(id).read(parser)]
      case .shorthand(let id):
        try parser.parse(id)
        values = parser.values(of: property)
      case .custom, .withoutEffect, .unknown:
        values = []
      }
      try parser.cursor.expectEnd(after: "the value")
      return (.constant(values), parser.cursor.isRelative)
    }
  }

  /// What a declaration makes of a style with initial values.
  /// - Returns: nil where it is invalid or one of the keywords that every property takes.
  static func style(
    _ property: PropertyName, _ value: DeclaredValue, _ dialect: Dialect
  ) -> ComputedStyle? {
    guard
      case .constant(let values)? = try? parse(
        property, value, in: ConversionContext(dialect: dialect, assumesTextColor: true)
      ).value
    else { return nil }
    var style = ComputedStyle()
    for value in values { value.set(&style) }
    return style
  }

  private func values(of property: PropertyName) -> [PropertyValue] {
    var block = style.block
    return property.longhands.members.map { id in
      let definition = PropertyDefinition.of(id)
      return definition.blockValue?(&block) ?? definition.value(style)
    }
  }

  // MARK: What several properties share

  /// A colour.
  ///
  /// `currentcolor` is replaced where the context knows what it stands for.
  func color() throws(ConversionError) -> ColorValue? {
    let value = try ColorValue.parse(&cursor)
    // The colour of text is the terminal's own as long as nobody sets it.
    return value == .currentColor ? context.currentColor : value
  }

  /// A colour where nil stands for `currentcolor`, which is worked out when it is drawn.
  func colorOrCurrent() throws(ConversionError) -> ColorValue? {
    if cursor.takeKeyword("currentcolor") { return nil }
    return try color()
  }

  /// A colour, or nil for `auto`.
  func colorOrAuto() throws(ConversionError) -> ColorValue? {
    cursor.takeKeyword("auto") ? nil : try color()
  }

  /// A colour, where one of some keywords could have stood as well.
  func color(
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
  func share() throws(ConversionError) -> Double {
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
  func pixels(
    _ expectation: String, allowsNegative: Bool = false
  ) throws(ConversionError) -> Double {
    let start = cursor
    guard let length = try cursor.takeLengthPercentage(), length.kind == .length,
      case let pixels = BoxLength(length).pixels,
      allowsNegative || pixels >= 0 || start.token.kind == .function
    else { throw start.failure(expectation) }
    return allowsNegative ? pixels : max(0, pixels)
  }
}
