import Bytes
package import CSSSyntax
import Diagnostics

/// The colour of a property: a known one, `currentcolor`, or one of the terminal's.
///
/// ```swift
/// let red = try ColorValue.convert("rgb(255 0 0 / 50%)")
/// print(red.srgb()?.hex8 ?? "")  // #ff000080
/// print(red.cssText)  // rgba(255, 0, 0, 0.5)
/// print(try ColorValue.convert("color-mix(in srgb, red, blue)").srgb()?.hex8 ?? "")  // #800080ff
/// print(try ColorValue.convert("ansi(bright-red)") == .ansi(9))  // true
/// print(ColorValue.currentColor.srgb(currentColor: red)?.hex8 ?? "")  // #ff000080
/// ```
package enum ColorValue: Hashable, Sendable {
  case absolute(Color)

  /// The value of the `color` property: `currentcolor`.
  case currentColor

  /// An entry of the terminal's palette, 0 to 255: `ansi(9)`.
  case ansi(UInt8)

  package init(_ rgb: RGB8, alpha: Double = 1) { self = .absolute(Color(rgb, alpha: alpha)) }

  /// The sRGB colour; nil for `currentcolor` without a known text colour.
  package func srgb(
    currentColor: ColorValue? = nil, palette: TerminalPalette = .median
  ) -> SRGBColor? {
    switch self {
    case .absolute(let color): color.srgb
    case .ansi(let index): SRGBColor(palette[index])
    case .currentColor: currentColor == .currentColor ? nil : currentColor?.srgb(palette: palette)
    }
  }

  package var cssText: String {
    switch self {
    case .absolute(let color): color.cssText
    case .currentColor: "currentcolor"
    case .ansi(let index): "ansi(\(index))"
    }
  }
}

extension ColorValue: CSSParsable {
  package static var expectation: String { "a colour" }

  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> ColorValue {
    // A number is none, also where digits need no `#`: it has lost the zeros in front.
    guard let text = raw.text else { throw UnexpectedValue(expected: expectation, raw) }
    return try convert(text: text, in: context)
  }

  /// Converts a string, with a fast path for `#` with digits and for names.
  package static func convert(
    _ string: String, in context: ConversionContext
  ) throws(UnexpectedValue) -> ColorValue {
    if let color = simpleColor(string, in: context.dialect) { return color }
    return try parse(whole: CSSText(string), in: context)
  }

  /// Converts text, with a fast path for `#` with digits.
  package static func convert(
    text: CSSText, in context: ConversionContext
  ) throws(UnexpectedValue) -> ColorValue {
    if let color = hexColor(whole: text, in: context.dialect) { return color }
    return try parse(whole: text, in: context)
  }

  /// Reads a colour of CSS Color 4, of the dialect's own notation, or of the terminal's palette.
  package static func parse(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> ColorValue {
    switch cursor.token.kind {
    case .hash:
      let digits =
        cursor.token.hasEscapes
        ? Array(cursor.name.utf8)[...] : cursor.bytes[cursor.token.nameRange]
      guard
        let color = HexNotation.color(digits, alphaFirst: cursor.context.dialect.hexStartsWithAlpha)
      else { throw cursor.failure("3, 4, 6 or 8 hexadecimal digits after '#'") }
      cursor.advance()
      return .absolute(color)
    case .ident: return try keyword(&cursor)
    case .function:
      guard let function = cursor.lookUp(ColorFunction.table) else {
        throw cursor.failure(
          expectation, suggestion: near(cursor.name, ColorFunction.table.keywords))
      }
      return try function.parse(&cursor)
    case .number, .dimension:
      guard let color = takeBareHex(&cursor) else { throw cursor.failure(expectation) }
      return color
    default: throw cursor.failure(expectation)
    }
  }

  /// Reads a colour for a calculation; for an unknown `currentcolor` the context decides.
  static func parseKnown(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> Color {
    let mark = cursor.mark
    switch try parse(&cursor) {
    case .absolute(let color): return color
    case .ansi(let index):
      cursor.isRelative = true
      return Color(cursor.context.palette[index])
    case .currentColor:
      if cursor.context.assumesTextColor {
        return Color(SystemColor.text.color(in: cursor.context))
      }
      cursor.rewind(to: mark)
      throw cursor.failure("a colour other than currentcolor")
    }
  }

  /// The colour of a string that is only `#` and digits or a name, read without a copy.
  private static func simpleColor(_ string: String, in dialect: Dialect) -> ColorValue? {
    var string = string
    // Bytes in a row: going through a view of a string costs many times as much.
    return string.withUTF8 { bytes in
      if unsafe bytes.first == UInt8(ascii: "#") {
        return unsafe HexNotation.color(bytes.dropFirst(), alphaFirst: dialect.hexStartsWithAlpha)
          .map(ColorValue.absolute)
      }
      // Two dialects have other colours for some names.
      guard !dialect.usesSystemPalette, let rgb = unsafe NamedColors.lookup.value(of: bytes) else {
        return nil
      }
      return ColorValue(RGB8(rgb))
    }
  }

  /// The colour of a text that is only `#` and digits, read without a tokenizer.
  private static func hexColor(whole text: CSSText, in dialect: Dialect) -> ColorValue? {
    let range = text.range
    guard range.count >= 4, range.count <= 9 else { return nil }
    // Asked for once: every time costs a reference count.
    let bytes = text.bytes
    guard bytes[range.lowerBound] == UInt8(ascii: "#") else { return nil }
    return HexNotation.color(
      bytes[range.lowerBound + 1..<range.upperBound], alphaFirst: dialect.hexStartsWithAlpha
    ).map(ColorValue.absolute)
  }

  /// Reads a name, `currentcolor`, `transparent`, a system colour, or digits that are an
  /// identifier.
  private static func keyword(_ cursor: inout ValueCursor) throws(UnexpectedValue) -> ColorValue {
    if cursor.context.dialect.usesSystemPalette {
      let name = cursor.name
      let exact = cursor.context.dialect == .pixelbits
      if let color = SystemPalette.color(named: name, exact: exact) {
        cursor.advance()
        return .absolute(color)
      }
      if exact, let right = SystemPalette.spelling(of: name) {
        throw cursor.failure("a colour name in its exact spelling", suggestion: right)
      }
    }
    if let rgb = cursor.lookUp(NamedColors.lookup) {
      cursor.advance()
      return .absolute(Color(RGB8(rgb)))
    }
    if cursor.takeKeyword("currentcolor") {
      cursor.isRelative = true
      return cursor.context.currentColor ?? .currentColor
    }
    if cursor.takeKeyword("transparent") { return .absolute(.transparent) }
    if let system = cursor.takeKeyword(SystemColor.table) {
      // The colours of the terminal do not depend on the colour scheme alone.
      if system.isOfTerminal { cursor.isRelative = true } else { cursor.followsScheme = true }
      return ColorValue(system.color(in: cursor.context))
    }
    if let color = takeBareHex(&cursor) { return color }
    let suggestion = nearNames.nearest(to: cursor.name) ?? nearSystemNames.nearest(to: cursor.name)
    throw cursor.failure(expectation, suggestion: suggestion)
  }

  /// For suggestions; an index, because a stylesheet may have a hundred thousand wrong names.
  private static let nearNames = NameIndex(NamedColors.names)
  private static let nearSystemNames = NameIndex(SystemColor.names)

  /// Reads digits without `#`, perhaps with `0x`, in the dialects that allow it.
  private static func takeBareHex(_ cursor: inout ValueCursor) -> ColorValue? {
    guard cursor.context.dialect.allowsBareHex else { return nil }
    let bytes = cursor.bytes
    let limit = cursor.text.range.upperBound
    var start = cursor.offset
    if start + 1 < limit, bytes[start] == UInt8(ascii: "0"), bytes[start + 1] | 0x20 == 0x78 {
      start += 2
    }
    var end = start
    while end < limit, bytes[end].hexadecimalValue != nil { end += 1 }
    // The digits have to end where a word ends, or `12.5` and `faded` would be colours.
    if end < limit {
      switch bytes[end] {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D, UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "/"):
        break
      default: return nil
      }
    }
    guard let color = HexNotation.color(bytes[start..<end], alphaFirst: false) else { return nil }
    cursor.skip(to: end)
    return .absolute(color)
  }
}

extension RGB8 {
  /// Reads `rgb:hhhh/hhhh/hhhh` with one to four digits each, XParseColor(3); `rgba:` has a fourth
  /// channel, which is ignored.
  ///
  /// ```swift
  /// print(RGB8(device: "rgb:cc/2424/1")?.hex ?? "")  // #cc2411
  /// ```
  package init?(device text: some StringProtocol) {
    guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:") else { return nil }
    let channels = text.drop { $0 != ":" }.dropFirst().split(
      separator: "/", omittingEmptySubsequences: false)
    guard (3...4).contains(channels.count) else { return nil }
    let bytes = channels.prefix(3).compactMap { digits -> UInt8? in
      guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
        let value = Int(digits, radix: 16)
      else { return nil }
      let most = (1 << (4 * digits.utf8.count)) - 1
      return UInt8((value * 255 + most / 2) / most)
    }
    guard bytes.count == 3 else { return nil }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}
