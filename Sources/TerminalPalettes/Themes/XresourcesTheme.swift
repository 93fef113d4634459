import Bytes

/// A resource that has a colour of the palette, whatever program it is for: `*.color1`,
/// `URxvt*background`.
///
/// xterm(1) and urxvt(1), resources.
struct XResource {
  let slot: PaletteSlot

  init?(_ name: String) {
    guard let last = name.split(whereSeparator: { $0 == "." || $0 == "*" }).last else { return nil }
    switch last {
    case "foreground": slot = .foreground
    case "background": slot = .background
    case "cursorColor": slot = .cursor
    case "highlightTextColor": slot = .selectionForeground
    case "highlightColor": slot = .selectionBackground
    default:
      guard last.hasPrefix("color"), let index = UInt8(digits: last.dropFirst(5)) else {
        return nil
      }
      slot = .entry(index)
    }
  }
}

extension PaletteBuilder {
  /// Lines of a name, `:` and a value; names that `#define` gives a value stand for it, one step
  /// far.
  mutating func readXresources() {
    var defined: [String: Range<Int>] = [:]
    for line in text.lines where text.bytes[line.lowerBound] != UInt8(ascii: "!") {
      if text.bytes[line.lowerBound] == UInt8(ascii: "#") {
        if let (name, value) = definition(line) { defined[text.string(name)] = value }
        continue
      }
      guard let (key, value) = text.split(line, at: ":"),
        let slot = XResource(text.string(key))?.slot
      else { continue }
      var range = defined[text.string(value)] ?? value
      // Urxvt's opacity, as in `[90]#1d2021`.
      if text.bytes[range].first == UInt8(ascii: "["),
        let end = text.bytes[range].firstIndex(of: UInt8(ascii: "]"))
      {
        range = end + 1..<range.upperBound
      }
      set(slot, to: text.string(range), at: range, [.x11, .shortIsHigh])
    }
  }

  /// The name and the value of `#define name value`.
  private func definition(_ line: Range<Int>) -> (name: Range<Int>, value: Range<Int>)? {
    func words(_ range: Range<Int>) -> (Range<Int>, Range<Int>)? {
      text.split(range) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
    guard let (word, rest) = words(line), text.string(word) == "#define" else { return nil }
    return words(rest)
  }
}
