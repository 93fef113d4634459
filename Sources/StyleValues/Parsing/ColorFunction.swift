import CSSSyntax

/// The functions that give a colour.
enum ColorFunction: Sendable {
  /// Channels in the space that the name of the function says.
  case channels(ColorChannels.Notation)
  /// Channels after the name of their space.
  case color
  case colorMix
  case lightDark
  case ansi
  case contrastColor

  static let table = KeywordTable<ColorFunction>([
    ("rgb", .channels(.rgb)), ("rgba", .channels(.rgb)), ("hsl", .channels(.hsl)),
    ("hsla", .channels(.hsl)), ("hwb", .channels(.hwb)), ("lab", .channels(.lab)),
    ("lch", .channels(.lch)), ("oklab", .channels(.oklab)), ("oklch", .channels(.oklch)),
    ("color", .color), ("color-mix", .colorMix), ("light-dark", .lightDark), ("ansi", .ansi),
    ("contrast-color", .contrastColor),
  ])

  /// Reads the function whose name is under the cursor.
  func parse(_ cursor: inout ValueCursor) throws(ConversionError) -> ColorValue {
    try cursor.enter()
    let result: ColorValue
    switch self {
    case .channels(let notation):
      result = .absolute(try ColorChannels.parse(notation, &cursor))
    case .color: result = .absolute(try ColorChannels.parse(nil, &cursor))
    case .colorMix: result = .absolute(try Self.mix(&cursor))
    case .lightDark: result = try Self.lightDark(&cursor)
    case .ansi: result = .ansi(try Self.ansi(&cursor))
    case .contrastColor:
      result = ColorValue(try ColorValue.parseKnown(&cursor).contrasting)
    }
    try cursor.leave()
    return result
  }

  // MARK: light-dark(), ansi()

  /// CSS Color 5 §7: the first colour on light, the second on dark.
  private static func lightDark(_ cursor: inout ValueCursor) throws(ConversionError) -> ColorValue {
    let light = try ColorValue.parse(&cursor)
    try cursor.expectComma()
    let dark = try ColorValue.parse(&cursor)
    cursor.followsScheme = true
    return cursor.context.colorScheme == .light ? light : dark
  }

  private static let ansiNames = KeywordTable<UInt8>(
    ANSIPalette.names.enumerated().map { ($0.element, UInt8($0.offset)) })

  private static func ansi(_ cursor: inout ValueCursor) throws(ConversionError) -> UInt8 {
    if cursor.token.kind == .ident {
      return try cursor.expectKeyword(ansiNames, "the name of a palette entry")
    }
    let place = cursor.mark
    guard let value = try cursor.takeNumeric(), value.kind == .number,
      value.value == value.value.rounded(), 0...255 ~= value.value
    else {
      cursor.rewind(to: place)
      throw cursor.failure("a palette entry, 0 to 255 or a name such as bright-red")
    }
    return UInt8(value.value)
  }

  // MARK: color-mix()

  /// CSS Color 5 §3: `in SPACE [HUE hue]?`, and two colours with or without percentages.
  private static func mix(_ cursor: inout ValueCursor) throws(ConversionError) -> Color {
    guard let method = try ColorInterpolationMethod.parseIfPresent(&cursor) else {
      throw cursor.failure("“in” and a colour space")
    }
    try cursor.expectComma()
    let start = cursor.mark
    let (left, leftAmount) = try mixed(&cursor)
    try cursor.expectComma()
    let (right, rightAmount) = try mixed(&cursor)
    guard let result = Color.mix(left, leftAmount, right, rightAmount, in: method) else {
      cursor.rewind(to: start)
      throw cursor.failure("percentages that are not both 0")
    }
    return result
  }

  /// A colour, with its percentage before or after it.
  private static func mixed(_ cursor: inout ValueCursor) throws(ConversionError) -> (Color, Double?)
  {
    var amount = try amount(&cursor)
    let color = try ColorValue.parseKnown(&cursor)
    if amount == nil { amount = try self.amount(&cursor) }
    return (color, amount)
  }

  private static func amount(_ cursor: inout ValueCursor) throws(ConversionError) -> Double? {
    let place = cursor.mark
    let isMath = cursor.token.kind == .function
    guard isMath || cursor.token.kind == .percentage,
      let value = try cursor.takeNumeric()
    else { return nil }
    guard value.kind == .percentage, isMath || 0...100 ~= value.value else {
      cursor.rewind(to: place)
      throw cursor.failure("a percentage of 0 % to 100 %")
    }
    return min(max(value.finite, 0), 100) / 100
  }
}

extension ColorInterpolationMethod {
  private static let spaces = KeywordTable(
    ColorSpace.allCases.map { ($0.rawValue, $0) } + [("xyz", .xyzD65)])

  private static let hues = KeywordTable<HueInterpolation>()

  /// Reads `in SPACE [HUE hue]?` if `in` stands here: CSS Color 4 §12.
  static func parseIfPresent(
    _ cursor: inout ValueCursor
  ) throws(ConversionError) -> ColorInterpolationMethod? {
    guard cursor.takeKeyword("in") else { return nil }
    let space = try cursor.expectKeyword(spaces, "a colour space")
    var method = ColorInterpolationMethod(space)
    guard let hue = cursor.lookUpKeyword(hues) else { return method }
    guard space.hueIndex != nil else { throw cursor.failure("a colour space with a hue") }
    cursor.advance()
    guard cursor.takeKeyword("hue") else { throw cursor.failure("“hue”") }
    method.hue = hue
    return method
  }
}
