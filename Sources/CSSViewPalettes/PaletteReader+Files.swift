public import CSSView
import TerminalPalettes

extension PaletteReader {
  /// Reads terminals' theme files in thirteen formats, such as those of kitty, Ghostty, foot,
  /// Alacritty, iTerm2 and Windows Terminal.
  ///
  /// The contents decide the format, not the name.
  public static let files = PaletteReader(PaletteFile.read)
}
