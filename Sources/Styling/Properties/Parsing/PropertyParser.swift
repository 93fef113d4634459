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

  /// The most bytes of names or text in a value that JSON repeats for every run of a text.
  private static let longestText = 1024

  /// The most shadows of a text, and the most stops of a gradient: each element that gives them
  /// another colour has them anew.
  static let mostShadows = 64
  static let mostStops = 256

  /// Refuses a value with too many bytes of text.
  func limit(_ length: Int, at start: ValueCursor.Mark) throws(ConversionError) {
    guard length > Self.longestText else { return }
    throw cursor.failure("at most \(Self.longestText) bytes", at: start)
  }

  /// Context that units, keywords and dialects refer to.
  ///
  /// Its font size is the parent's while `font-size` itself is read, and the element's own
  /// afterwards.
  var context: ConversionContext { cursor.context }

  // The cursor's own would be asked of a copy of it.
  /// True if nothing of the value is left.
  var isAtEnd: Bool { cursor.token.kind == .endOfFile }

  /// Style that receives the values of shorthands.
  var style = ComputedStyle()

  /// Makes a parser for any number of values, which all refer to the same.
  init(in context: ConversionContext, parent: TextStyle = .initial) {
    cursor = ValueCursor(Self.nothing, in: context)
    self.parent = parent
  }

  /// Makes a parser for values as far as they mean something without an element.
  convenience init(_ dialect: Dialect) {
    self.init(in: ConversionContext(dialect: dialect, assumesTextColor: true))
  }

  private static let nothing = CSSText("")

  /// Reads a declaration for all elements.
  /// - Parameters:
  ///   - property: A longhand or shorthand.
  ///   - value: The value, without `var()`.
  /// - Returns: The specified value.
  /// - Throws: An error that names the values that the property takes.
  func specify(
    _ property: PropertyName, _ value: DeclaredValue
  ) throws(ConversionError) -> SpecifiedValue {
    let dark = try read(property, value)
    if cursor.isRelative { return .relative }
    guard cursor.followsScheme else { return dark }
    var context = context
    context.colorScheme = .light
    let light = try PropertyParser(in: context, parent: parent).read(property, value)
    return .byScheme(dark: dark, light: light)
  }

  /// Reads a declaration for the element and the scheme that this parser is for.
  func read(
    _ property: PropertyName, _ value: DeclaredValue
  ) throws(ConversionError) -> SpecifiedValue {
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
    case .longhand(let id):
      read = try PropertyDefinition.of(id).read(self)
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

  /// Style and context that the values of the element at hand depend on.
  private var element: ElementContext { ElementContext(parent: parent, context: context) }

  /// A value on the element that this parser is for.
  func now<Value>(_ specified: Specified<Value>) -> Value {
    switch specified {
    case .value(let value): return value
    case .relative(let compute):
      cursor.isRelative = true
      return compute(element)
    }
  }

  /// Returns the style that a declaration makes from initial values.
  /// - Returns: nil where it is invalid or one of the keywords that every property takes.
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

  /// A colour.
  ///
  /// `currentcolor` is replaced where the context knows what it stands for.
  func color() throws(ConversionError) -> Specified<ColorValue?> {
    if cursor.takeKeyword("currentcolor") { return .relative { $0.context.currentColor } }
    let value = try ColorValue.parse(&cursor)
    // The colour of text is the terminal's own as long as nobody sets it.
    return .value(value == .currentColor ? context.currentColor : value)
  }

  /// A colour where nil stands for `currentcolor`, which is worked out when it is drawn.
  func colorOrCurrent() throws(ConversionError) -> Specified<ColorValue?> {
    if cursor.takeKeyword("currentcolor") { return .value(nil) }
    return try color()
  }

  /// A colour, or nil for `auto`.
  func colorOrAuto() throws(ConversionError) -> Specified<ColorValue?> {
    cursor.takeKeyword("auto") ? .value(nil) : try color()
  }

  /// A colour, where one of some keywords could have stood as well.
  func color(
    or keywords: [String], _ expectation: String
  ) throws(ConversionError) -> ColorValue? {
    let start = cursor.mark
    do throws(ConversionError) {
      return now(try colorOrCurrent())
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

  /// A length of 0 or more in px, where a bare number counts pixels if the dialect says so.
  func pixels(_ expectation: String) throws(ConversionError) -> Specified<Double> {
    let start = cursor.mark
    if let length = try relativeLength(expectation, allowsNegative: false) {
      return length.map(\.pixels)
    }
    guard let length = try cursor.takeLengthPercentage(), length.kind == .length,
      case let pixels = BoxLength(length).pixels, pixels >= 0 || start.token.kind == .function
    else { throw cursor.failure(expectation, at: start) }
    return .value(max(0, pixels))
  }

  /// A length in a relative unit, if one stands here.
  func relativeLength(
    _ expectation: String, allowsNegative: Bool
  ) throws(ConversionError) -> Specified<BoxLength>? {
    let start = cursor.mark
    guard let (number, unit) = cursor.takeRelativeLength() else { return nil }
    guard allowsNegative || number >= 0 else { throw cursor.failure(expectation, at: start) }
    return .relative { element in
      BoxLength(NumericValue(.length, number * (unit.pixels(in: element.context) ?? 0)))
    }
  }
}
