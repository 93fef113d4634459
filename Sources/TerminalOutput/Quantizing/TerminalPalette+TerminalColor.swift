package import CellLayout
package import StyleValues

extension TerminalPalette {
  /// The colour that a terminal colour shows; nil for the terminal's default.
  package func color(of color: TerminalColor) -> RGB8? {
    switch color {
    case .standard: nil
    case .palette(let index): self[index]
    case .rgb(let rgb): rgb
    }
  }
}
