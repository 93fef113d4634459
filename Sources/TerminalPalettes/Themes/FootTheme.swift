import Bytes

extension PaletteBuilder {
  /// Sections of `name=value`, foot.ini(5): `[colors]`, or since 1.26 `[colors-dark]` and
  /// `[colors-light]`, of which the dark one counts unless `initial-color-theme` says otherwise.
  mutating func readFoot() {
    var section = ""
    var wantsLight = false
    var light: [(slot: PaletteSlot, value: Range<Int>)] = []
    var hasDark = false
    for line in text.lines where text.bytes[line.lowerBound] != UInt8(ascii: "#") {
      if text.bytes[line.lowerBound] == UInt8(ascii: "[") {
        guard let end = line.first(where: { text.bytes[$0] == UInt8(ascii: "]") }) else {
          reject(line, "']' is missing at the end of this section's name")
          continue
        }
        section = text.string(text.trimmed(line.lowerBound + 1..<end))
        continue
      }
      guard let (key, whole) = text.split(line, at: "=") else { continue }
      let value = text.withoutComment(whole)
      let name = text.string(key)
      switch section {
      case "", "main":
        if name == "initial-color-theme" {
          wantsLight = ["light", "2"].contains(text.string(value))
        }
      case "cursor" where name == "color": setCursor(value)
      case "colors", "colors-dark":
        if name == "cursor" { setCursor(value) }
        guard let slot = Self.footSlot(name) else { continue }
        hasDark = true
        set(slot, to: text.string(value), at: value, .bareDigits)
      case "colors-light", "colors2":
        if name == "cursor" { light.append((.cursor, value)) }
        if let slot = Self.footSlot(name) { light.append((slot, value)) }
      default: continue
      }
    }
    guard wantsLight || !hasDark else { return }
    for (slot, value) in light {
      if slot == .cursor {
        setCursor(value)
      } else {
        set(slot, to: text.string(value), at: value, .bareDigits)
      }
    }
  }

  /// The colour of the text under the cursor, then that of the cursor.
  private mutating func setCursor(_ range: Range<Int>) {
    guard let (_, cursor) = text.split(range, where: \.isASCIIWhitespace) else {
      return reject(range, "expected two colours: that of the text and that of the cursor")
    }
    set(.cursor, to: text.string(cursor), at: cursor, .bareDigits)
  }

  /// Returns the slot of a name in a section of colours; nil for any other name.
  static func footSlot(_ name: String) -> PaletteSlot? {
    switch name {
    case "foreground": return .foreground
    case "background": return .background
    case "selection-foreground": return .selectionForeground
    case "selection-background": return .selectionBackground
    default: break
    }
    if let index = UInt8(digits: name) { return index < 16 ? nil : .entry(index) }
    for (prefix, first) in [("regular", 0 as UInt8), ("bright", 8)] where name.hasPrefix(prefix) {
      guard let index = UInt8(digits: name.dropFirst(prefix.count)), index < 8 else { return nil }
      return .entry(first + index)
    }
    return nil
  }
}
