import Bytes

/// A name in kitty.conf that has a colour of the palette.
///
/// kitty's documentation, "kitty.conf", Color scheme.
struct KittyKey {
  let slot: PaletteSlot

  init?(_ name: String) {
    switch name {
    case "foreground": slot = .foreground
    case "background": slot = .background
    case "cursor": slot = .cursor
    case "selection_foreground": slot = .selectionForeground
    case "selection_background": slot = .selectionBackground
    default:
      guard name.hasPrefix("color"), let index = UInt8(digits: name.dropFirst(5)) else {
        return nil
      }
      slot = .entry(index)
    }
  }
}

extension PaletteBuilder {
  /// Lines of a name, blanks and a value; every other setting is none of ours.
  mutating func readKitty() {
    for line in text.lines {
      let (key, value) = text.split(line, where: \.isASCIIWhitespace) ?? (line, line.end)
      // A comment's first word has a `#`, and no name has.
      guard let slot = KittyKey(text.string(key))?.slot else { continue }
      let written = text.string(value)
      if case .entry = slot {} else if written.lowercasedASCII == "none" { continue }
      set(slot, to: written, at: value, .x11)
    }
  }
}

extension Range<Int> {
  /// The place at its end.
  var end: Range<Int> { upperBound..<upperBound }
}
