internal import CTables
import CellLayout

extension BitmapFont {
  /// 8 × 16 pixels: Latin with its marks, Greek, Cyrillic, Armenian, Georgian, Hebrew and Thai, and
  /// the signs that texts for terminals use.
  static let picture = unsafe BitmapFont(width: 8, height: 16, ct_font_8x16)
}
