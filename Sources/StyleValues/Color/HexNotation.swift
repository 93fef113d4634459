import Bytes

/// `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa` without the `#`: CSS Color 4 §5.2.
enum HexNotation {
  /// The colour of 3, 4, 6 or 8 digits; four and eight start with alpha or end with it.
  @inline(__always)
  static func color(_ digits: some Sequence<UInt8>, alphaFirst: Bool) -> Color? {
    var number: UInt32 = 0
    var count = 0
    for byte in digits {
      guard count < 8, let digit = byte.hexadecimalValue else { return nil }
      number = number << 4 | UInt32(digit)
      count += 1
    }
    switch count {
    case 3: return Color(RGB8(doubled(number)))
    case 6: return Color(RGB8(number))
    case 4: return color(withAlpha: doubled(number), alphaFirst: alphaFirst)
    case 8: return color(withAlpha: number, alphaFirst: alphaFirst)
    default: return nil
    }
  }

  private static func color(withAlpha number: UInt32, alphaFirst: Bool) -> Color {
    let alpha = alphaFirst ? number >> 24 : number & 0xFF
    return Color(RGB8(alphaFirst ? number : number >> 8), alpha: Double(alpha) / 255)
  }

  /// Each digit twice.
  private static func doubled(_ digits: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for index: UInt32 in 0..<4 { result |= (digits >> (4 * index) & 0xF) * 0x11 << (8 * index) }
    return result
  }
}
