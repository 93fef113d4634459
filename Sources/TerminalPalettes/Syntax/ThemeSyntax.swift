import Bytes
import StyleValues

/// Syntax of a theme file.
enum ThemeSyntax {
  case kitty, ghostty, foot, xresources, toml, json, plist, yaml

  /// Whose theme it is, where the syntax tells that.
  var format: PaletteFormat? {
    switch self {
    case .kitty: .kitty
    case .ghostty: .ghostty
    case .foot: .foot
    case .xresources: .xresources
    case .json: .windowsTerminal
    case .plist: .iterm2
    case .toml, .yaml: nil
    }
  }

  /// Tells the syntax from the first line that only one of them has; where there is none, from the
  /// first line that is likely to be of one.
  init?(_ text: ThemeText) {
    let bytes = text.bytes
    var position = text.start
    while position < bytes.count, bytes[position].isASCIIWhitespace { position += 1 }
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "/"):
      self = .json
      return
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

  private enum Guess {
    case certain(ThemeSyntax), likely(ThemeSyntax)
  }

  private static func guess(
    _ line: Range<Int>, of text: ThemeText, in section: String?
  ) -> Guess? {
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
      if Base16Slot(key) != nil { return .certain(.yaml) }
      if ["scheme", "system", "palette"].contains(key) { return .likely(.yaml) }
      return XResource(key) == nil ? nil : .certain(.xresources)
    default:
      return KittyKey(key) == nil ? nil : .certain(.kitty)
    }
  }

  /// A line with `=`.
  private static func assignment(of key: String, first: UInt8?, in section: String?) -> Guess? {
    let isQuoted = first.map { "\"'[{".utf8.contains($0) } ?? false
    if let section {
      guard section.hasPrefix("colors") else { return nil }
      if isQuoted { return .certain(.toml) }
      return PaletteBuilder.footSlot(key) == nil ? nil : .certain(.foot)
    }
    if key == "palette" { return .certain(.ghostty) }
    if key == "colors" || key.hasPrefix("colors.") { return .certain(.toml) }
    return GhosttyKey(rawValue: key) == nil || isQuoted ? nil : .likely(.ghostty)
  }
}
