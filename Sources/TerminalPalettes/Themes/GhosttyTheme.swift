import Bytes

/// A setting of Ghostty that has a colour of the palette, but for `palette` itself.
///
/// Ghostty's documentation, "Option Reference".
enum GhosttyKey: String {
  case foreground, background
  case cursor = "cursor-color"
  case selectionForeground = "selection-foreground"
  case selectionBackground = "selection-background"

  var slot: PaletteSlot {
    switch self {
    case .foreground: .foreground
    case .background: .background
    case .cursor: .cursor
    case .selectionForeground: .selectionForeground
    case .selectionBackground: .selectionBackground
    }
  }
}

extension PaletteBuilder {
  /// Lines of a name, `=` and a value; every other setting is none of ours.
  mutating func readGhostty() {
    for line in text.lines where text.bytes[line.lowerBound] != UInt8(ascii: "#") {
      guard let (key, value) = text.split(line, at: "=") else { continue }
      if text.string(key) == "palette" {
        readEntry(value)
      } else if let slot = GhosttyKey(rawValue: text.string(key))?.slot {
        let written = unquoted(value)
        guard !["", "cell-foreground", "cell-background"].contains(written) else { continue }
        set(slot, to: written, at: value, [.bareDigits, .x11])
      }
    }
  }

  /// `3=#dcb451`; the number may be written as `0x3`, `0o3` or `0b11`.
  private mutating func readEntry(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    guard let (number, value) = text.split(range, at: "=") else {
      return reject(range, "expected the number of a palette entry, '=' and a colour")
    }
    let written = text.string(number)
    let radix = ["0x": 16, "0o": 8, "0b": 2][written.prefix(2).lowercased()]
    let digits = radix == nil ? written[...] : written.dropFirst(2)
    guard let index = UInt8(digits: digits, radix: radix ?? 10) else {
      return reject(number, "no palette entry has this number: 0 to 255 are there")
    }
    set(.entry(index), to: unquoted(value), at: value, [.bareDigits, .x11])
  }

  private func unquoted(_ range: Range<Int>) -> String {
    let written = text.string(range)
    guard written.utf8.count >= 2, written.hasPrefix("\""), written.hasSuffix("\"") else {
      return written
    }
    return String(written.dropFirst().dropLast())
  }
}
