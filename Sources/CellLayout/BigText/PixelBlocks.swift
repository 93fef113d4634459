import StyledText

/// Set of block characters for big text, by the pixels in a cell.
enum PixelBlocks: Sendable {
  /// One pixel above the other: `▀▄█`, in every font.
  case halves
  /// Two by three: U+1FB00 to U+1FB3B, which most terminals draw themselves.
  case sextants

  /// Pixels side by side in a cell.
  var columns: Int { self == .halves ? 1 : 2 }

  /// Pixels one above the other in a cell.
  var rows: Int { self == .halves ? 2 : 3 }

  /// The character whose ink is the pixels of `pattern`: bit 0 is at the top left, then row by row.
  func character(_ pattern: Int) -> SafeText {
    switch self {
    case .halves:
      return [" ", "▀", "▄", "█"][pattern & 3]
    case .sextants:
      switch pattern & 63 {
      case 0: return " "
      case 0b010101: return "▌"
      case 0b101010: return "▐"
      case 63: return "█"
      case let pattern:
        // The block leaves out the four patterns above.
        let skipped = 1 + (pattern > 0b010101 ? 1 : 0) + (pattern > 0b101010 ? 1 : 0)
        return Unicode.Scalar(UInt32(0x1FB00 + pattern - skipped)).map {
          SafeText(trusted: String($0))
        }
          ?? " "
      }
    }
  }
}
