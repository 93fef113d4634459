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
      guard last.hasPrefix("color"), let index = UInt8(last.dropFirst(5)) else { return nil }
      slot = .entry(index)
    }
  }
}

extension PaletteBuilder {
  /// Lines of a name, `:` and a value; names that `#define` gives a value stand for it, one step
  /// far.
  mutating func readXresources() {
    var defined: [String: (text: String, range: Range<Int>)] = [:]
    for line in text.lines where text.bytes[line.lowerBound] != UInt8(ascii: "!") {
      if text.bytes[line.lowerBound] == UInt8(ascii: "#") {
        let words = text.string(line).split(maxSplits: 2) { $0 == " " || $0 == "\t" }
        if words.count == 3, words[0] == "#define" {
          let value = words[2].drop { $0 == " " || $0 == "\t" }
          defined[String(words[1])] = (
            String(value), line.upperBound - value.utf8.count..<line.upperBound
          )
        }
        continue
      }
      guard let (key, value) = text.split(line, at: ":"),
        let slot = XResource(text.string(key))?.slot
      else { continue }
      var (written, range) = defined[text.string(value)] ?? (text.string(value), value)
      // Urxvt's opacity, as in `[90]#1d2021`.
      if written.hasPrefix("["), let end = written.firstIndex(of: "]") {
        written = String(written[end...].dropFirst())
        range = range.upperBound - written.utf8.count..<range.upperBound
      }
      set(slot, to: written, at: range, [.x11, .shortIsHigh])
    }
  }
}
