import Bytes
import CSSSyntax
import StyleValues

/// Notation of colours in a format, besides the common ones: `#rgb`, `#rrggbb`, names and functions
/// of CSS.
struct ColorNotation: OptionSet {
  let rawValue: UInt8

  /// Six or eight digits need nothing before them.
  static let bareDigits = ColorNotation(rawValue: 1)

  /// Names as X has them, and `rgb:cc/24/1d`.
  static let x11 = ColorNotation(rawValue: 2)

  /// Digits that are missing are zeros, as XParseColor(3) reads them: `#abc` is `#a0b0c0`.
  static let shortIsHigh = ColorNotation(rawValue: 4)

  /// Reads a colour; any alpha is left out, as a palette has none.
  func color(_ text: String) -> RGB8? {
    // No colour is longer, and this is no place to read a megabyte of function.
    guard text.utf8.count <= 80 else { return nil }
    if text.hasPrefix("#") { return hex(text.utf8.dropFirst()) }
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return hex(text.utf8.dropFirst(2)) }
    if contains(.bareDigits), text.utf8.count == 6 || text.utf8.count == 8,
      let color = hex(text.utf8[...])
    {
      return color
    }
    if contains(.x11) {
      if let color = RGB8(device: text) { return color }
      if let color = Self.namedByX[text.lowercasedASCII] { return RGB8(color) }
    }
    return Self.known(text)
  }

  /// A colour of CSS that hangs on nothing else, and can be seen.
  private static func known(_ text: String) -> RGB8? {
    var cursor = ValueCursor(CSSText(text), in: ConversionContext(dialect: .css))
    guard case .absolute(let color)? = try? ColorValue.parse(&cursor), cursor.isAtEnd,
      !cursor.isRelative, !cursor.followsScheme, color.alpha > 0
    else { return nil }
    return color.srgb.rgb8
  }

  /// Three channels of one to four digits, or two digits each and as many of alpha.
  private func hex(_ digits: Substring.UTF8View) -> RGB8? {
    var values: [UInt8] = []
    for digit in digits {
      guard let value = digit.hexadecimalValue else { return nil }
      values.append(value)
    }
    if values.count == 8 { values.removeLast(2) }
    guard [3, 6, 9, 12].contains(values.count) else { return nil }
    let length = values.count / 3
    let channels = (0..<3).map { channel -> UInt8 in
      let number = values[channel * length..<(channel + 1) * length].reduce(0) {
        $0 << 4 | Int($1)
      }
      if contains(.shortIsHigh) { return UInt8((number << 16) >> (4 * length + 8)) }
      let most = (1 << (4 * length)) - 1
      return UInt8((number * 255 + most / 2) / most)
    }
    return RGB8(red: channels[0], green: channels[1], blue: channels[2])
  }

  /// Names that mean another colour in X than in CSS (CSS Color 3, §4.3).
  private static let namedByX: [String: UInt32] = [
    "gray": 0xBEBEBE, "grey": 0xBEBEBE, "green": 0x00FF00, "maroon": 0xB03060, "purple": 0xA020F0,
  ]
}
