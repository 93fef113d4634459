import Bytes
import StyleValues

/// One of the colours `base00` to `base17` of base16 and base24.
struct Base16Slot: Hashable {
  let number: UInt8

  init?(_ name: String) {
    guard name.utf8.count == 6, name.hasPrefix("base"),
      let number = UInt8(digits: name.dropFirst(4), radix: 16), number <= 0x17
    else { return nil }
    self.number = number
  }

  /// Numbers of the base16 colours for palette entries 0 to 15: those of base16-shell, whose bright
  /// colours are the others again.
  static let base16: [UInt8] = [
    0x00, 0x08, 0x0B, 0x0A, 0x0D, 0x0E, 0x0C, 0x05, 0x03, 0x08, 0x0B, 0x0A, 0x0D, 0x0E, 0x0C, 0x07,
  ]

  /// Numbers of the base24 colours for them, by the table in its "Styling guidelines".
  static let base24: [UInt8] = [
    0x01, 0x08, 0x0B, 0x0A, 0x0D, 0x0E, 0x0C, 0x06, 0x02, 0x12, 0x14, 0x13, 0x16, 0x17, 0x15, 0x07,
  ]
}

extension PaletteBuilder {
  /// Reads a scheme of base16 or base24, Alacritty's configuration before 0.13, or a theme of Gogh.
  mutating func readYAML() -> PaletteFormat? {
    var reader = YAMLReader(text)
    reader.read()
    let entries = reader.entries
    if entries.contains(where: { Base16Slot($0.key) != nil }) { return readBase16(entries) }
    let colors = entries.filter { $0.path.count > 1 && $0.path[0] == "colors" }
    if !colors.isEmpty {
      readAlacritty(
        colors.compactMap { entry in
          scalar(entry.range).map { ThemeEntry(path: entry.path, text: $0.text, range: $0.range) }
        })
      return .alacritty
    }
    let named = entries.filter { $0.path.count == 1 }
    guard named.contains(where: { $0.key.hasPrefix("color_") }) else {
      reject(0..<0, "not a palette file in a known format")
      return nil
    }
    for entry in named {
      if let slot = PaletteSlot(gogh: entry.key) { set(slot, to: scalar(entry.range)) }
    }
    return .gogh
  }

  /// Reads the names of base16, at any depth.
  private mutating func readBase16(_ entries: [ThemeEntry]) -> PaletteFormat {
    var colors: [UInt8: (text: String, range: Range<Int>)] = [:]
    var system: String?
    for entry in entries {
      guard let slot = Base16Slot(entry.key) else {
        if entry.key == "system" { system = scalar(entry.range)?.text }
        continue
      }
      if let value = scalar(entry.range) { colors[slot.number] = value }
    }
    let hasBrights = (0x12...0x17).allSatisfy { colors[UInt8($0)] != nil }
    let format: PaletteFormat =
      system == "base24" || system == nil && hasBrights ? .base24 : .base16
    let entries = format == .base24 ? Base16Slot.base24 : Base16Slot.base16
    for (index, number) in entries.enumerated() { set(.entry(UInt8(index)), to: colors[number]) }
    set(.background, to: colors[0x00])
    set(.foreground, to: colors[0x05])
    return format
  }

  private mutating func set(_ slot: PaletteSlot, to value: (text: String, range: Range<Int>)?) {
    if let value { set(slot, to: value.text, at: value.range, .bareDigits) }
  }

  /// A scalar without its quotes and without a comment; nil if it is invalid.
  private mutating func scalar(_ range: Range<Int>) -> (text: String, range: Range<Int>)? {
    guard let first = range.first else { return ("", range) }
    if text.bytes[first] == UInt8(ascii: "*") {
      reject(range, "aliases of YAML cannot be read here; write the colour")
      return nil
    }
    let quote = text.bytes[first]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let value = text.bytes[first] == UInt8(ascii: "#") ? range : text.withoutComment(range)
      return (text.string(value), value)
    }
    guard let end = range.dropFirst().first(where: { text.bytes[$0] == quote }) else {
      reject(range, "string is not closed")
      return nil
    }
    let rest = text.trimmed(end + 1..<range.upperBound)
    if let next = rest.first, text.bytes[next] != UInt8(ascii: "#") {
      reject(rest, "expected the end of the line")
      return nil
    }
    return (text.string(first + 1..<end), first..<end + 1)
  }
}

extension PaletteSlot {
  /// The colour of a name in Gogh's themes, whose sixteen colours are numbered from 1.
  init?(gogh name: String) {
    if let number = UInt8(digits: name.dropFirst(6)), name.hasPrefix("color_"), number > 0,
      number <= 16
    {
      self = .entry(number - 1)
    } else {
      self.init(name, among: Self.gogh)
    }
  }
}
