import Bytes

/// `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa` without the `#`: CSS Color 4 §5.2.
///
/// ```swift
/// let bytes = Array("#8fc".utf8)
/// let number = HexNotation.rgba(bytes[...], in: .css) ?? 0
/// print(Color(rgba: number).cssText)  // rgb(136, 255, 204)
/// ```
package enum HexNotation {
  /// The bytes of a colour that is all of a text, `#` included, as one number: `0xrrggbbaa`.
  package static func rgba(_ text: ArraySlice<UInt8>, in dialect: Dialect) -> UInt32? {
    guard text.first == UInt8(ascii: "#") else { return nil }
    return rgba(text.dropFirst(), alphaFirst: dialect.hexStartsWithAlpha)
  }

  /// The colour of 3, 4, 6 or 8 digits; four and eight start with alpha or end with it.
  @inline(__always)
  static func color(_ digits: some Sequence<UInt8>, alphaFirst: Bool) -> Color? {
    rgba(digits, alphaFirst: alphaFirst).map(Color.init(rgba:))
  }

  /// The bytes of the colour of 3, 4, 6 or 8 digits as one number, `0xrrggbbaa`.
  @inline(__always)
  static func rgba(_ digits: some Sequence<UInt8>, alphaFirst: Bool) -> UInt32? {
    var number: UInt32 = 0
    var count = 0
    for byte in digits {
      guard count < 8, let digit = byte.hexadecimalValue else { return nil }
      number = number << 4 | UInt32(digit)
      count += 1
    }
    switch count {
    case 3: return doubled(number) << 8 | 0xFF
    case 6: return number << 8 | 0xFF
    case 4: number = doubled(number)
    case 8: break
    default: return nil
    }
    return alphaFirst ? number << 8 | number >> 24 : number
  }

  /// Each digit twice.
  private static func doubled(_ digits: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for index: UInt32 in 0..<4 { result |= (digits >> (4 * index) & 0xF) * 0x11 << (8 * index) }
    return result
  }
}
