import CSSSyntax

/// The functions that give a colour.
enum ColorFunction: String, CaseIterable, Sendable {
  case rgb, rgba, hsl, hsla, hwb, lab, lch, oklab, oklch, color
  case colorMix = "color-mix"
  case lightDark = "light-dark"
  case ansi

  static let table = KeywordTable(allCases.map { ($0.rawValue, $0) })

  /// Reads the function whose name is under the cursor.
  func parse(
    _ cursor: inout ValueCursor, in context: ConversionContext
  ) throws(ConversionError) -> ColorValue {
    try cursor.enter()
    let result: ColorValue
    switch self {
    case .rgb, .rgba:
      result = .absolute(
        try ColorChannels.parse(.rgb, alpha: context.dialect.rgbAlpha, &cursor, in: context))
    case .hsl, .hsla: result = .absolute(try ColorChannels.parse(.hsl, &cursor, in: context))
    case .hwb: result = .absolute(try ColorChannels.parse(.hwb, &cursor, in: context))
    case .lab: result = .absolute(try ColorChannels.parse(.lab, &cursor, in: context))
    case .lch: result = .absolute(try ColorChannels.parse(.lch, &cursor, in: context))
    case .oklab: result = .absolute(try ColorChannels.parse(.oklab, &cursor, in: context))
    case .oklch: result = .absolute(try ColorChannels.parse(.oklch, &cursor, in: context))
    case .color: result = .absolute(try ColorChannels.parse(nil, &cursor, in: context))
    case .colorMix: result = .absolute(try Self.mix(&cursor, in: context))
    case .lightDark: result = try Self.lightDark(&cursor, in: context)
    case .ansi: result = .ansi(try Self.ansi(&cursor, in: context))
    }
    try cursor.leave()
    return result
  }

  // MARK: light-dark() and ansi()

  /// CSS Color 5 §7: the first colour on light, the second on dark.
  private static func lightDark(
    _ cursor: inout ValueCursor, in context: ConversionContext
  ) throws(ConversionError) -> ColorValue {
    let light = try ColorValue.parse(&cursor, in: context)
    try cursor.expectComma()
    let dark = try ColorValue.parse(&cursor, in: context)
    cursor.isRelative = true
    return context.colorScheme == .light ? light : dark
  }

  private static let ansiNames = KeywordTable<UInt8>(
    ANSIPalette.names.enumerated().map { ($0.element, UInt8($0.offset)) })

  private static func ansi(
    _ cursor: inout ValueCursor, in context: ConversionContext
  ) throws(ConversionError) -> UInt8 {
    if cursor.token.kind == .ident {
      guard let index = cursor.takeKeyword(ansiNames) else {
        throw cursor.failure(
          "the name of a palette entry", suggestion: near(cursor.name, ANSIPalette.names))
      }
      return index
    }
    let place = cursor.mark
    guard let value = try cursor.takeNumeric(in: context), value.kind == .number,
      value.value == value.value.rounded(), 0...255 ~= value.value
    else {
      cursor.rewind(to: place)
      throw cursor.failure("a palette entry, 0 to 255 or a name such as bright-red")
    }
    return UInt8(value.value)
  }

  // MARK: color-mix()

  /// CSS Color 5 §3: `in SPACE [HUE hue]?`, and two colours with or without percentages.
  private static func mix(
    _ cursor: inout ValueCursor, in context: ConversionContext
  ) throws(ConversionError) -> Color {
    guard let method = try ColorInterpolationMethod.parseIfPresent(&cursor) else {
      throw cursor.failure("“in” and a colour space")
    }
    try cursor.expectComma()
    let start = cursor.mark
    let (left, leftAmount) = try mixed(&cursor, in: context)
    try cursor.expectComma()
    let (right, rightAmount) = try mixed(&cursor, in: context)
    guard let result = Color.mix(left, leftAmount, right, rightAmount, in: method) else {
      cursor.rewind(to: start)
      throw cursor.failure("percentages that are not both 0")
    }
    return result
  }

  /// A colour, with its percentage before or after it.
  private static func mixed(
    _ cursor: inout ValueCursor, in context: ConversionContext
  ) throws(ConversionError) -> (Color, Double?) {
    var amount = try amount(&cursor, in: context)
    let place = cursor.mark
    guard let color = try ColorValue.parse(&cursor, in: context).absolute else {
      cursor.rewind(to: place)
      throw cursor.failure("a colour that is known here")
    }
    if amount == nil { amount = try self.amount(&cursor, in: context) }
    return (color, amount)
  }

  private static func amount(
    _ cursor: inout ValueCursor, in context: ConversionContext
  ) throws(ConversionError) -> Double? {
    let place = cursor.mark
    let isMath = cursor.token.kind == .function
    guard isMath || cursor.token.kind == .percentage,
      let value = try cursor.takeNumeric(in: context)
    else { return nil }
    guard value.kind == .percentage, isMath || 0...100 ~= value.value, !value.value.isNaN else {
      cursor.rewind(to: place)
      throw cursor.failure("a percentage of 0 % to 100 %")
    }
    return min(max(value.value, 0), 100) / 100
  }
}

extension ColorInterpolationMethod {
  private static let spaces = KeywordTable(
    ColorSpace.allCases.map { ($0.rawValue, $0) } + [("xyz", .xyzD65)])

  private static let hues = KeywordTable(HueInterpolation.allCases.map { ($0.rawValue, $0) })

  /// Reads `in SPACE [HUE hue]?` if `in` stands here: CSS Color 4 §12.
  static func parseIfPresent(
    _ cursor: inout ValueCursor
  ) throws(ConversionError) -> ColorInterpolationMethod? {
    guard cursor.takeKeyword("in") else { return nil }
    guard let space = cursor.takeKeyword(spaces) else {
      throw cursor.failure(
        "a colour space",
        suggestion: cursor.token.kind == .ident ? near(cursor.name, spaces.keywords) : nil)
    }
    var method = ColorInterpolationMethod(space)
    guard let hue = cursor.lookUpKeyword(hues) else { return method }
    guard space.hueIndex != nil else { throw cursor.failure("a colour space with a hue") }
    cursor.advance()
    guard cursor.takeKeyword("hue") else { throw cursor.failure("“hue”") }
    method.hue = hue
    return method
  }
}
