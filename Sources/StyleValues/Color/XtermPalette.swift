/// The 256 colours that `38;5;n` and `48;5;n` select.
///
/// ```swift
/// print(XtermPalette.names[9], XtermPalette.color(196).hex)  // bright-red #ff0000
/// ```
package enum XtermPalette {
  /// The names of the first sixteen entries in `ansi(bright-red)`, in palette order.
  package static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue",
    "bright-magenta", "bright-cyan", "bright-white",
  ]

  /// xterm's colour of a palette entry.
  ///
  /// Entries 16 to 231 are a 6 × 6 × 6 cube and 232 to 255 a grey ramp in all terminals (xterm's
  /// `256colres.pl`); users choose the first sixteen themselves, so those are only a guess.
  package static func color(_ index: UInt8) -> RGB8 {
    switch index {
    case 0..<16: return RGB8(standard[Int(index)])
    case 16..<232:
      let cube = Int(index) - 16
      func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
      return RGB8(red: level(cube / 36), green: level(cube / 6 % 6), blue: level(cube % 6))
    default:
      let grey = UInt8(8 + 10 * (Int(index) - 232))
      return RGB8(red: grey, green: grey, blue: grey)
    }
  }

  private static let standard: [UInt32] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ]
}
