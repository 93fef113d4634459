import Bytes
import StyleValues
package import Styling

/// Letters in the shape of a font family: the mathematical alphabets of Unicode.
///
/// A terminal has one font. Where a style asks for it with `font-variant: math`, `font-family`
/// picks among the letter forms that Unicode has for mathematics (block U+1D400…U+1D7FF and the
/// letters that were there before it, in U+2100…U+214F), and small capitals among the phonetic
/// letters. They are other characters, so copied text holds them, too.
package struct LetterForms: Hashable, Sendable {
  /// First scalars of a form's capitals, small letters and digits; 0 for those it does not have.
  private let capitals: UInt32
  private let smalls: UInt32
  private let digits: UInt32
  private let isSmallCaps: Bool

  private init(
    _ capitals: UInt32, _ smalls: UInt32, _ digits: UInt32 = 0, isSmallCaps: Bool = false
  ) {
    self.capitals = capitals
    self.smalls = smalls
    self.digits = digits
    self.isSmallCaps = isSmallCaps
  }

  /// The forms that a style asks for; nil when its letters stay as they are.
  package init?(_ style: TextStyle) {
    guard style.fontVariant == .math else { return nil }
    let isBold = style.fontWeight >= 600
    let isSlanted = style.fontStyle != .normal
    for family in style.fontFamily {
      switch (family.lowercased(), isBold, isSlanted) {
      case ("monospace", _, _): self = LetterForms(0x1D670, 0x1D68A, 0x1D7F6)
      case ("serif", true, false): self = LetterForms(0x1D400, 0x1D41A, 0x1D7CE)
      case ("serif", false, true): self = LetterForms(0x1D434, 0x1D44E)
      case ("serif", true, true): self = LetterForms(0x1D468, 0x1D482, 0x1D7CE)
      case ("serif", false, false): return nil
      case ("sans-serif", false, false): self = LetterForms(0x1D5A0, 0x1D5BA, 0x1D7E2)
      case ("sans-serif", true, false): self = LetterForms(0x1D5D4, 0x1D5EE, 0x1D7EC)
      case ("sans-serif", false, true): self = LetterForms(0x1D608, 0x1D622, 0x1D7E2)
      case ("sans-serif", true, true): self = LetterForms(0x1D63C, 0x1D656, 0x1D7EC)
      case ("script", false, _), ("cursive", false, _): self = LetterForms(0x1D49C, 0x1D4B6)
      case ("script", true, _), ("cursive", true, _): self = LetterForms(0x1D4D0, 0x1D4EA)
      case ("fraktur", false, _): self = LetterForms(0x1D504, 0x1D51E)
      case ("fraktur", true, _): self = LetterForms(0x1D56C, 0x1D586)
      case ("double-struck", _, _): self = LetterForms(0x1D538, 0x1D552, 0x1D7D8)
      case ("small-caps", _, _): self = LetterForms(0, 0, isSmallCaps: true)
      default: continue
      }
      return
    }
    return nil
  }

  /// The form of a scalar; the scalar itself when it is no ASCII letter or digit.
  package func form(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let value = scalar.value
    if value &- 0x61 < 26, isSmallCaps { return Self.smallCapitals[Int(value - 0x61)] }
    let form: UInt32
    if value &- 0x41 < 26, capitals != 0 {
      form = capitals + value - 0x41
    } else if value &- 0x61 < 26, smalls != 0 {
      form = smalls + value - 0x61
    } else if value &- 0x30 < 10, digits != 0 {
      form = digits + value - 0x30
    } else {
      return scalar
    }
    return Unicode.Scalar(orReplacement: Self.olderLetter(form))
  }

  /// Appends a piece of text in these forms.
  ///
  /// - Parameters:
  ///   - range: The piece.
  ///   - bytes: The bytes it is in; valid UTF-8.
  ///   - output: Destination of the text.
  package func append(_ range: Range<Int>, of bytes: Span<UInt8>, to output: inout [UInt8]) {
    for offset in range {
      let byte = bytes[offset]
      if byte < 0x80 {
        output.append(form(of: Unicode.Scalar(byte)))
      } else {
        output.append(byte)
      }
    }
  }

  private static let smallCapitals = Array("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ".unicodeScalars)

  /// Letters that Unicode had before the block of mathematical alphabets, where it has holes.
  private static func olderLetter(_ value: UInt32) -> UInt32 {
    switch value {
    case 0x1D455: 0x210E
    case 0x1D49D: 0x212C
    case 0x1D4A0: 0x2130
    case 0x1D4A1: 0x2131
    case 0x1D4A3: 0x210B
    case 0x1D4A4: 0x2110
    case 0x1D4A7: 0x2112
    case 0x1D4A8: 0x2133
    case 0x1D4AD: 0x211B
    case 0x1D4BA: 0x212F
    case 0x1D4BC: 0x210A
    case 0x1D4C4: 0x2134
    case 0x1D506: 0x212D
    case 0x1D50B: 0x210C
    case 0x1D50C: 0x2111
    case 0x1D515: 0x211C
    case 0x1D51D: 0x2128
    case 0x1D53A: 0x2102
    case 0x1D53F: 0x210D
    case 0x1D545: 0x2115
    case 0x1D547: 0x2119
    case 0x1D548: 0x211A
    case 0x1D549: 0x211D
    case 0x1D551: 0x2124
    default: value
    }
  }
}
