import CSSSyntax

enum ColorFunction: Sendable {
  /// Channels in the space of the function's name.
  case channels(ColorChannels.Notation)
  /// Channels after the name of their space.
  case color
  case colorMix, lightDark, ansi, contrastColor

  static let table = KeywordTable<ColorFunction>([
    ("rgb", .channels(.rgb)), ("rgba", .channels(.rgba)), ("hsl", .channels(.hsl)),
    ("hsla", .channels(.hsl)), ("hwb", .channels(.hwb)), ("lab", .channels(.lab)),
    ("lch", .channels(.lch)), ("oklab", .channels(.oklab)), ("oklch", .channels(.oklch)),
    ("color", .color), ("color-mix", .colorMix), ("light-dark", .lightDark), ("ansi", .ansi),
    ("contrast-color", .contrastColor),
  ])

  func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> ColorValue {
    try cursor.enter()
    let result: ColorValue
    switch self {
    case .channels(let notation): result = .absolute(try ColorChannels.parse(notation, &cursor))
    case .color: result = .absolute(try ColorChannels.parse(nil, &cursor))
    case .colorMix: result = .absolute(try Self.mix(&cursor))
    case .lightDark: result = try Self.lightDark(&cursor)
    case .ansi: result = .ansi(try Self.ansi(&cursor))
    case .contrastColor: result = ColorValue(try ColorValue.parseKnown(&cursor).contrasting)
    }
    try cursor.leave()
    return result
  }

  // MARK: light-dark(), ansi()

  /// Reads a colour for light and one for dark (CSS Color 5 §7).
  private static func lightDark(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> ColorValue {
    let light = try ColorValue.parse(&cursor)
    try cursor.expectComma()
    let dark = try ColorValue.parse(&cursor)
    cursor.followsScheme = true
    return cursor.context.colorScheme == .light ? light : dark
  }

  private static let ansiNames = KeywordTable<UInt8>(
    XtermPalette.names.enumerated().map { ($0.element, UInt8($0.offset)) })

  private static func ansi(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> UInt8 {
    if cursor.token.kind == .ident {
      return try cursor.expectKeyword(ansiNames, "a palette entry such as bright-red")
    }
    let mark = cursor.mark
    guard let value = try cursor.takeNumeric(), value.kind == .number,
      value.value == value.value.rounded(), 0...255 ~= value.value
    else {
      cursor.rewind(to: mark)
      throw cursor.failure("a palette entry from 0 to 255 or a name such as bright-red")
    }
    return UInt8(value.value)
  }

  // MARK: color-mix()

  /// Reads `in SPACE [HUE hue]?`, and two colours with or without percentages (CSS Color 5 §3).
  private static func mix(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Color {
    guard let method = try ColorInterpolationMethod.parseIfPresent(&cursor) else {
      throw cursor.failure("'in' and a colour space, such as 'in oklab'")
    }
    try cursor.expectComma()
    let start = cursor.mark
    let (left, leftAmount) = try mixed(&cursor)
    try cursor.expectComma()
    let (right, rightAmount) = try mixed(&cursor)
    guard let result = Color.mix(left, leftAmount, right, rightAmount, in: method) else {
      cursor.rewind(to: start)
      throw cursor.failure("at least one percentage above 0%")
    }
    return result
  }

  /// A colour, with its percentage before or after it.
  private static func mixed(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> (Color, Double?)
  {
    var amount = try amount(&cursor)
    let color = try ColorValue.parseKnown(&cursor)
    if amount == nil { amount = try self.amount(&cursor) }
    return (color, amount)
  }

  private static func amount(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Double? {
    let mark = cursor.mark
    let isMath = cursor.token.kind == .function
    guard isMath || cursor.token.kind == .percentage,
      let value = try cursor.takeNumeric()
    else { return nil }
    guard value.kind == .percentage, isMath || 0...100 ~= value.value else {
      cursor.rewind(to: mark)
      throw cursor.failure("a percentage from 0% to 100%")
    }
    return min(max(value.finite, 0), 100) / 100
  }
}

extension ColorInterpolationMethod {
  private static let spaces = KeywordTable(
    ColorSpace.allCases.map { ($0.rawValue, $0) } + [("xyz", .xyzD65)])

  private static let hues = KeywordTable<HueInterpolation>()

  /// Reads `in SPACE [HUE hue]?` (CSS Color 4 §12); nil without `in`.
  static func parseIfPresent(
    _ cursor: inout ValueCursor
  ) throws(UnexpectedValue) -> ColorInterpolationMethod? {
    guard cursor.takeKeyword("in") else { return nil }
    let space = try cursor.expectKeyword(spaces, "a colour space")
    var method = ColorInterpolationMethod(space)
    guard let hue = cursor.lookUpKeyword(hues) else { return method }
    guard space.hueIndex != nil else { throw cursor.failure("a colour space with a hue") }
    cursor.advance()
    guard cursor.takeKeyword("hue") else { throw cursor.failure("'hue'") }
    method.hue = hue
    return method
  }
}

/// The arguments of a colour function: three channels and an opacity.
///
/// CSS Color 4 §5 to §10 and, for `from`, CSS Color 5 §4.
struct ColorChannels {
  /// A written argument.
  private struct Channel {
    enum Kind { case none, number, percentage, angle }
    var kind: Kind
    var value: Double
  }

  /// The ranges and names of a function's channels.
  struct Notation: Sendable {
    let space: ColorSpace
    /// The values of 100 %, in the units of a plain number.
    let whole: SIMD3<Double>
    /// The divisor of a plain number.
    var scale = 1.0
    /// The names of the channels in a relative colour.
    let letters: SIMD3<UInt8>
    /// True for `rgba()`, whose alpha of 1 is opaque in all dialects.
    var namesAlpha = false

    static let rgb = Notation(
      space: .srgb, whole: [255, 255, 255], scale: 255, letters: letters("rgb"))
    static let rgba = Notation(
      space: .srgb, whole: [255, 255, 255], scale: 255, letters: letters("rgb"), namesAlpha: true)
    static let hsl = Notation(space: .hsl, whole: [0, 100, 100], letters: letters("hsl"))
    static let hwb = Notation(space: .hwb, whole: [0, 100, 100], letters: letters("hwb"))
    static let lab = Notation(space: .lab, whole: [100, 125, 125], letters: letters("lab"))
    static let lch = Notation(space: .lch, whole: [100, 150, 0], letters: letters("lch"))
    static let oklab = Notation(space: .oklab, whole: [1, 0.4, 0.4], letters: letters("lab"))
    static let oklch = Notation(space: .oklch, whole: [1, 0.4, 0], letters: letters("lch"))

    static func color(_ space: ColorSpace) -> Notation {
      let isXYZ = space == .xyzD50 || space == .xyzD65
      return Notation(space: space, whole: [1, 1, 1], letters: letters(isXYZ ? "xyz" : "rgb"))
    }

    private static func letters(_ names: StaticString) -> SIMD3<UInt8> {
      names.withUTF8Buffer { unsafe SIMD3($0[0], $0[1], $0[2]) }
    }

    /// True if arguments may be separated by commas.
    var allowsCommas: Bool { space == .srgb && scale == 255 || space == .hsl }
  }

  private static let spaces = KeywordTable<Notation>(
    [ColorSpace.srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD50, .xyzD65]
      .map { ($0.rawValue, .color($0)) } + [("xyz", .color(.xyzD65))])

  private let notation: Notation
  /// True if an alpha above 1 counts to 255.
  private let allowsByteAlpha: Bool
  /// True if an alpha of 1 counts to 255, too.
  private let isByteAlpha: Bool
  private let origin: Color?
  private let names: MathNames?

  /// Reads the arguments of a function, from its `(` to its `)`.
  ///
  /// `notation` is nil for `color()`, whose first argument is the space.
  static func parse(
    _ notation: Notation?, _ cursor: inout ValueCursor
  ) throws(UnexpectedValue) -> Color {
    let origin = cursor.takeKeyword("from") ? try ColorValue.parseKnown(&cursor) : nil
    let space: Notation
    if let notation {
      space = notation
    } else {
      space = try cursor.expectKeyword(spaces, "a colour space")
    }
    return try ColorChannels(space, origin, cursor.context.dialect).arguments(&cursor)
  }

  private init(_ notation: Notation, _ origin: Color?, _ dialect: Dialect) {
    self.notation = notation
    allowsByteAlpha = notation.scale == 255 && origin == nil && dialect.allowsByteAlpha
    isByteAlpha = allowsByteAlpha && dialect == .viewcss && !notation.namesAlpha
    guard let origin else {
      self.origin = nil
      names = nil
      return
    }
    // A missing component stays missing if it means the same there (CSS Color 5 §4).
    let converted = origin.prepared(for: notation.space)
    self.origin = converted
    names = MathNames(
      letters: notation.letters,
      values: SIMD4(converted.components * notation.scale, converted.alpha))
  }

  private func arguments(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Color {
    cursor.names = names
    defer { cursor.names = nil }
    let first = try channel(0, &cursor)
    if cursor.token.kind == .comma, notation.allowsCommas, origin == nil {
      return try legacyArguments(after: first, &cursor)
    }
    let second = try channel(1, &cursor)
    let third = try channel(2, &cursor)
    var alpha: Channel?
    if cursor.takeSlash() { alpha = try channel(3, &cursor) }
    return color(first, second, third, alpha)
  }

  /// Reads the rest of `rgb(1, 2, 3)` or `hsl(1, 2%, 3%)`, without `none` and mixed units.
  private func legacyArguments(after first: Channel, _ cursor: inout ValueCursor)
    throws(UnexpectedValue) -> Color
  {
    let isHSL = notation.space == .hsl
    guard first.kind != .none else { throw cursor.failure("a space ('none' allows no commas)") }
    let kind = isHSL ? Channel.Kind.percentage : first.kind
    func next(_ cursor: inout ValueCursor, _ index: Int) throws(UnexpectedValue) -> Channel {
      if cursor.token.kind == .rightParenthesis {
        throw UnexpectedValue(
          expected: "three values", found: index == 1 ? "one" : "two",
          range: cursor.failure("").range)
      }
      try cursor.expectComma()
      let mark = cursor.mark
      let channel = try channel(index, &cursor)
      guard channel.kind == kind else {
        cursor.rewind(to: mark)
        throw cursor.failure(kind == .percentage ? "a percentage" : "a number")
      }
      return channel
    }
    let second = try next(&cursor, 1)
    let third = try next(&cursor, 2)
    guard cursor.takeComma() else { return color(first, second, third, nil) }
    let mark = cursor.mark
    var alpha = try channel(3, &cursor)
    guard alpha.kind != .none else {
      cursor.rewind(to: mark)
      throw cursor.failure("a number or a percentage")
    }
    // `opacity` divides larger numbers by 255; a 1 would be opaque there.
    if isByteAlpha, alpha.kind == .number, alpha.value == 1 { alpha.value = 1 / 255 }
    return color(first, second, third, alpha)
  }

  /// Reads one argument; index 3 is alpha.
  private func channel(_ index: Int, _ cursor: inout ValueCursor) throws(UnexpectedValue) -> Channel
  {
    let mark = cursor.mark
    if cursor.token.kind == .ident {
      if cursor.takeKeyword("none") { return Channel(kind: .none, value: 0) }
      if let names, let origin, let name = names.index(cursor) {
        cursor.advance()
        if origin.missing.contains(.component(name)) { return Channel(kind: .none, value: 0) }
        return Channel(kind: .number, value: names.values[name])
      }
    } else if let value = try cursor.takeNumeric() {
      switch value.kind {
      case .number: return Channel(kind: .number, value: value.value)
      case .percentage where index != notation.space.hueIndex:
        return Channel(kind: .percentage, value: value.value)
      case .angle where index == notation.space.hueIndex:
        return Channel(kind: .angle, value: value.value)
      default: cursor.rewind(to: mark)
      }
    }
    throw cursor.failure(expectation(at: index))
  }

  private func expectation(at index: Int) -> String {
    index == notation.space.hueIndex ? "a number or an angle" : "a number or a percentage"
  }

  // MARK: Meaning

  private func color(
    _ first: Channel, _ second: Channel, _ third: Channel, _ alpha: Channel?
  ) -> Color {
    var missing: Color.Missing = []
    if first.kind == .none { missing.insert(.first) }
    if second.kind == .none { missing.insert(.second) }
    if third.kind == .none { missing.insert(.third) }
    var components = SIMD3(scaled(first, 0), scaled(second, 1), scaled(third, 2))
    switch notation.space {
    // These are limited as they are read (§5.1, §7, §9.3, §9.4); relative colours keep what
    // lies outside of sRGB.
    case .srgb where notation.scale == 255 && origin == nil: components = Color.clip(components)
    case .hsl: components.y = max(components.y, 0)
    case .lab: components.x = min(max(components.x, 0), 100)
    case .oklab: components.x = min(max(components.x, 0), 1)
    case .lch:
      components.x = min(max(components.x, 0), 100)
      components.y = max(components.y, 0)
    case .oklch:
      components.x = min(max(components.x, 0), 1)
      components.y = max(components.y, 0)
    default: break
    }
    if let hue = notation.space.hueIndex {
      components[hue] = CylindricalModel.normalizedHue(components[hue])
    }
    var opacity = 1.0
    if let alpha {
      if alpha.kind == .none { missing.insert(.alpha) }
      opacity = self.opacity(alpha)
    } else if let origin {
      opacity = origin.alpha
      if origin.missing.contains(.alpha) { missing.insert(.alpha) }
    }
    let isLegacy = origin == nil && (notation.scale == 255 || notation.space.isCylinderOfSRGB)
    return Color(notation.space, components, alpha: opacity, missing: missing, isLegacy: isLegacy)
  }

  private func scaled(_ channel: Channel, _ index: Int) -> Double {
    let value =
      channel.kind == .percentage ? channel.value / 100 * notation.whole[index] : channel.value
    // A hue without end is a whole number of turns (CSS Values 4 §10.9.1).
    if index == notation.space.hueIndex, value.isInfinite { return 0 }
    return Self.finite(value) / notation.scale
  }

  private func opacity(_ alpha: Channel) -> Double {
    var value = Self.finite(alpha.value)
    if alpha.kind == .percentage {
      value /= 100
    } else if allowsByteAlpha, value > 1 {
      value /= 255
    }
    return min(max(value, 0), 1)
  }

  /// NaN as 0 and infinity as a large number (CSS Values 4 §10.9).
  private static func finite(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -1e9), 1e9)
  }
}
