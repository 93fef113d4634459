import Bytes
import CSSSyntax
import Diagnostics
import StyleValues

enum ThemeSyntax: String {
  case kitty, ghostty, foot, xresources, termux, toml, json, plist, yaml

  /// The format, if only one has the syntax.
  var format: PaletteFormat? {
    switch self {
    case .json: .windowsTerminal
    case .plist: .iterm2
    default: PaletteFormat(rawValue: rawValue)
    }
  }

  /// Recognises the syntax by the first line that only one of them has; if there is none, by the
  /// first line that is probably of one.
  init?(_ text: ThemeText) {
    let bytes = text.bytes
    var position = text.start
    while position < bytes.count, bytes[position].isASCIIWhitespace { position += 1 }
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "/"):
      self = .json
      return
    case UInt8(ascii: "["):
      let next = bytes[(position + 1)...].first { !$0.isASCIIWhitespace }
      if next == UInt8(ascii: "{") {
        self = .json
        return
      }
    case UInt8(ascii: "<"):
      self = .plist
      return
    default: break
    }
    var likely: ThemeSyntax?
    var section: String?
    for line in text.lines {
      if bytes[line.lowerBound] == UInt8(ascii: "[") {
        let name = text.string(line.prefix(64).lowerBound..<line.prefix(64).upperBound)
        section = String(name.drop { "[ \"'".contains($0) }.prefix { $0 != "]" })
        if name.hasPrefix("[["), section?.hasPrefix("colors") == true {
          self = .toml
          return
        }
        continue
      }
      switch Self.guess(line, of: text, in: section) {
      case .certain(let syntax)?:
        self = syntax
        return
      case .likely(let syntax)?: likely = likely ?? syntax
      case nil: continue
      }
    }
    guard let likely else { return nil }
    self = likely
  }

  private enum Guess { case certain(ThemeSyntax), likely(ThemeSyntax) }

  private static func guess(_ line: Range<Int>, of text: ThemeText, in section: String?) -> Guess? {
    // No name of a colour is longer, and a line may be a megabyte.
    let start = line.prefix(80)
    let head = start.lowerBound..<start.upperBound
    switch text.bytes[line.lowerBound] {
    case UInt8(ascii: "!"): return .likely(.xresources)
    case UInt8(ascii: "#"):
      return text.string(head).hasPrefix("#define ") ? .likely(.xresources) : nil
    default: break
    }
    guard
      let (keyRange, valueRange) = text.split(
        head, where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") || $0.isASCIIWhitespace })
    else { return nil }
    let key = text.string(keyRange)
    var (separator, value) = (text.bytes[keyRange.upperBound], valueRange)
    // The text after blanks is the separator, or a value.
    if separator.isASCIIWhitespace, let next = value.first.map({ text.bytes[$0] }),
      next == UInt8(ascii: "=") || next == UInt8(ascii: ":")
    {
      separator = next
      value = text.trimmed(value.lowerBound + 1..<value.upperBound)
    }
    switch separator {
    case UInt8(ascii: "="):
      return assignment(of: key, first: value.first.map { text.bytes[$0] }, in: section)
    case UInt8(ascii: ":"):
      if Base16Slot(key) != nil || PaletteSlot(gogh: key) != nil { return .certain(.yaml) }
      if ["scheme", "system", "palette"].contains(key) { return .likely(.yaml) }
      let first = value.first.map { text.bytes[$0] }
      if PaletteBuilder.alacrittyTables.contains(key), "#{&".utf8.contains(first ?? 0x26) {
        return .certain(.yaml)
      }
      guard PaletteSlot(resource: key) != nil else { return nil }
      return first.map { "\"'".utf8.contains($0) } == true ? .certain(.yaml) : .certain(.xresources)
    default: return PaletteSlot(kitty: key) == nil ? nil : .certain(.kitty)
    }
  }

  /// Guesses by a line with `=`.
  private static func assignment(of key: String, first: UInt8?, in section: String?) -> Guess? {
    let isQuoted = first.map { "\"'[{".utf8.contains($0) } ?? false
    if let section {
      guard section.hasPrefix("colors") else { return nil }
      if isQuoted { return .certain(.toml) }
      return PaletteBuilder.footSlot(key) == nil ? nil : .certain(.foot)
    }
    if key == "palette" { return .certain(.ghostty) }
    if key == "colors" || key.hasPrefix("colors.") { return .certain(.toml) }
    if key.hasPrefix("color"), PaletteSlot(kitty: key) != nil { return .certain(.termux) }
    return PaletteSlot(key, among: PaletteSlot.ghostty) == nil || isQuoted ? nil : .likely(.ghostty)
  }
}

/// The bytes of a theme file, with methods for readers of lines.
struct ThemeText: Sendable {
  let source: SourceText
  let bytes: [UInt8]

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// Start offset of the text: past a byte order mark.
  var start: Int { source.start }

  /// The lines without their endings and without white space around them, except for empty ones.
  var lines: Lines { Lines(text: self, position: start) }

  struct Lines: Sequence, IteratorProtocol {
    let text: ThemeText
    var position: Int

    mutating func next() -> Range<Int>? {
      while position < text.bytes.count {
        let start = position
        while position < text.bytes.count, !text.bytes[position].isLineEnd { position += 1 }
        let line = text.trimmed(start..<position)
        position += 1
        if !line.isEmpty { return line }
      }
      return nil
    }
  }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, bytes[low].isASCIIWhitespace { low += 1 }
    while high > low, bytes[high - 1].isASCIIWhitespace { high -= 1 }
    return low..<high
  }

  func unquoted(_ range: Range<Int>) -> String {
    guard range.count >= 2, let quote = bytes[range].first, quote == bytes[range].last,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return string(range) }
    return string(range.dropFirst().dropLast())
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The two sides of the first separator in a range, trimmed; nil without a separator.
  func split(
    _ range: Range<Int>, where isSeparator: (UInt8) -> Bool
  ) -> (key: Range<Int>, value: Range<Int>)? {
    guard let index = range.first(where: { isSeparator(bytes[$0]) }) else { return nil }
    return (trimmed(range.lowerBound..<index), trimmed(index + 1..<range.upperBound))
  }

  func split(_ range: Range<Int>, at separator: Character) -> (key: Range<Int>, value: Range<Int>)?
  {
    let byte = separator.asciiValue
    return split(range) { $0 == byte }
  }

  /// A value without a comment, which begins with white space and `#`.
  func withoutComment(_ range: Range<Int>) -> Range<Int> {
    for index in range.dropFirst()
    where bytes[index] == UInt8(ascii: "#") && bytes[index - 1].isASCIIWhitespace {
      return trimmed(range.lowerBound..<index)
    }
    return range
  }
}

/// A value in a structured file, with its path of names.
struct ThemeEntry {
  /// Names of tables and keys, from the outside; elements of arrays have their index.
  var path: [String]
  /// A string without its quotes, or the text of any other value.
  var text: String
  var range: Range<Int>

  /// The innermost name.
  var key: String { path[path.count - 1] }
}

/// Deeper values are dropped: no theme has any.
let deepestThemePath = 16

extension UInt8 {
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  /// Reads the number of a palette entry: digits alone, without the sign that Swift accepts.
  init?(digits: some StringProtocol, radix: Int = 10) {
    guard digits.first != "+", digits.first != "-" else { return nil }
    self.init(digits, radix: radix)
  }
}

/// Notation of colours in a format, besides the common ones: `#rgb`, `#rrggbb`, names and functions
/// of CSS.
struct ColorNotation: OptionSet {
  let rawValue: UInt8

  /// Six or eight digits without a prefix.
  static let bareDigits = ColorNotation(rawValue: 1)

  /// Names of X, and `rgb:cc/24/1d`.
  static let x11 = ColorNotation(rawValue: 2)

  /// Missing digits are zeros, as in XParseColor(3): `#abc` is `#a0b0c0`.
  static let shortIsHigh = ColorNotation(rawValue: 4)

  /// Reads a colour without its alpha, as a palette has none.
  func color(_ text: String) -> RGB8? {
    // No colour is longer; a function of a megabyte is not parsed.
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

  /// An absolute colour of CSS that is not transparent.
  private static func known(_ text: String) -> RGB8? {
    var cursor = ValueCursor(CSSText(text), in: ConversionContext(dialect: .css))
    guard case .absolute(let color)? = try? ColorValue.parse(&cursor), cursor.isAtEnd,
      !cursor.isRelative, !cursor.followsScheme, color.alpha > 0
    else { return nil }
    return color.srgb.rgb8
  }

  /// Reads three channels of one to four digits, or of two digits each with alpha.
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
      let number = values[channel * length..<(channel + 1) * length].reduce(0) { $0 << 4 | Int($1) }
      if contains(.shortIsHigh) { return UInt8((number << 16) >> (4 * length + 8)) }
      let most = (1 << (4 * length)) - 1
      return UInt8((number * 255 + most / 2) / most)
    }
    return RGB8(red: channels[0], green: channels[1], blue: channels[2])
  }

  /// Names of different colours in X and in CSS (CSS Color 3, §4.3).
  private static let namedByX: [String: UInt32] = [
    "gray": 0xBEBEBE, "grey": 0xBEBEBE, "green": 0x00FF00, "maroon": 0xB03060, "purple": 0xA020F0,
  ]
}
