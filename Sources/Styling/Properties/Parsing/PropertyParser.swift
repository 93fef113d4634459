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

  /// Makes a parser for any number of values.
  init(parent: TextStyle = .initial) {
    cursor = Self.nothing
    self.parent = parent
  }

  private static let nothing = ValueCursor(CSSText(""))

  /// Reads a declaration.
  /// - Parameters:
  ///   - property: A longhand or shorthand.
  ///   - value: The value; `var()` has been replaced.
  ///   - context: What units and keywords refer to.
  /// - Returns: What it comes to, and whether that may be something else on another element.
  /// - Throws: What the property takes instead.
  func read(
    _ property: PropertyName, _ value: DeclaredValue, in context: ConversionContext
  ) throws(ConversionError) -> (value: SpecifiedValue, isRelative: Bool) {
    let text: CSSText
    switch value {
    case .structured(let raw, _):
      cursor = ValueCursor(CSSText(""), in: context)
      style = ComputedStyle()
      try parse(property, raw)
      return (.values(style), true)
    case .text(let written): text = written
    }
    if let keyword = CSSWideKeyword(text) { return (.keyword(keyword), false) }
    cursor = ValueCursor(text, in: context)
    let read: SpecifiedValue
    switch property {
    case .longhand(let id):
      read = .constant(try PropertyDefinition.of(id).read(self))
    case .shorthand(let id):
      style = ComputedStyle()
      try parse(id)
      read = .values(style)
    case .custom, .withoutEffect, .unknown:
      preconditionFailure("only properties with an effect have a value to read")
    }
    try cursor.expectEnd(after: "the value")
    return (read, cursor.isRelative)
  }

  /// What a declaration makes of a style with initial values.
  /// - Returns: nil where it is invalid or one of the keywords that every property takes.
  static func style(
    _ property: PropertyName, _ value: DeclaredValue, _ dialect: Dialect
  ) -> ComputedStyle? {
    let context = ConversionContext(dialect: dialect, assumesTextColor: true)
    guard !property.longhands.isEmpty,
      let read = try? PropertyParser().read(property, value, in: context)
    else { return nil }
    switch read.value {
    case .constant(let set):
      var style = ComputedStyle()
      set(&style)
      return style
    case .values(let style): return style
    case .keyword, .color, .relative: return nil
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
    let start = cursor.mark
    do throws(ConversionError) {
      return try colorOrCurrent()
    } catch {
      // A function says best itself what is wrong with it.
      guard start.token.kind == .ident else { throw error }
      cursor.rewind(to: start)
      throw cursor.failure(
        expectation, suggestion: nearestName(to: cursor.name, in: keywords) ?? error.suggestion)
    }
  }

  /// A number from 0 to 1 or a percentage; what lies outside is moved to the nearest end.
  func share() throws(ConversionError) -> Double {
    let start = cursor.mark
    switch try cursor.takeNumeric() {
    case .some(let number) where number.kind == .number: return clamp(number.value)
    case .some(let number) where number.kind == .percentage: return clamp(number.value / 100)
    default: throw cursor.failure("a number from 0 to 1 or a percentage", at: start)
    }
  }

  private func clamp(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), 1)
  }

  /// A length in px, where a bare number counts pixels if the dialect says so.
  func pixels(
    _ expectation: String, allowsNegative: Bool = false
  ) throws(ConversionError) -> Double {
    let start = cursor.mark
    guard let length = try cursor.takeLengthPercentage(), length.kind == .length,
      case let pixels = BoxLength(length).pixels,
      allowsNegative || pixels >= 0 || start.token.kind == .function
    else { throw cursor.failure(expectation, at: start) }
    return allowsNegative ? pixels : max(0, pixels)
  }
}
