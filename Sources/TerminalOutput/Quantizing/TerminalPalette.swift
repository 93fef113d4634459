package import CellLayout
package import StyleValues

/// The colours behind the palette entries 0 to 255.
///
/// The first sixteen belong to the user's terminal theme; the others are the same everywhere:
/// xterm's 6 × 6 × 6 cube and its grey ramp.
package struct TerminalPalette: Hashable, Sendable {
  /// The entries 0 to 15: black, red, green, yellow, blue, magenta, cyan, white, then bright.
  package let named: [RGB8]

  /// A palette whose first entries were asked of the terminal.
  ///
  /// Entries that `answers` lacks are taken from ``median``; those past 15 are left out.
  package init(answers: [UInt8: RGB8]) {
    named = Self.median.named.indices.map { answers[UInt8($0)] ?? Self.median.named[$0] }
  }

  private init(named: [UInt32]) {
    self.named = named.map { RGB8($0) }
  }

  /// What to assume of a terminal that was not asked.
  ///
  /// Entry by entry the median of the 606 themes in the collection iTerm2-Color-Schemes (2025); it
  /// is nearer to what users have than VGA's or xterm's own colours.
  package static let median = TerminalPalette(named: [
    0x1f1f1f, 0xdd5152, 0x6fb565, 0xdcb451, 0x568dcb, 0xba71b6, 0x62b7bd, 0xc5c5c5,
    0x5d5d5d, 0xe86362, 0x8ccb7d, 0xe9c365, 0x71a1d9, 0xc682c9, 0x7ac9cd, 0xefefef,
  ])

  /// The colour of an entry.
  package subscript(index: UInt8) -> RGB8 {
    index < 16 ? named[Int(index)] : ANSIPalette.color(index)
  }

  /// The colour that a terminal colour shows; nil for the terminal's default.
  package func color(of color: TerminalColor) -> RGB8? {
    switch color {
    case .standard: nil
    case .palette(let index): self[index]
    case .rgb(let rgb): rgb
    }
  }
}
