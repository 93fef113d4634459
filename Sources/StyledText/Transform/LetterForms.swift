import Bytes
import StyleValues
package import Styling

/// Letters in the shape of a font family: the mathematical alphabets of Unicode.
///
/// A terminal has one font. With `font-variant: math`, `font-family` selects letters of the block
/// U+1D400…U+1D7FF and older ones in U+2100…U+214F, and small capitals of the phonetic letters.
/// They are other characters, so copied text has them, too.
package struct LetterForms: Hashable, Sendable {
  /// The first scalars of a form's capitals, small letters and digits; 0 if it lacks them.
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

  /// The forms for a style; nil if its letters are not changed.
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

  /// The form of a scalar; the scalar itself if it is not an ASCII letter or digit.
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

  /// Appends a part of valid UTF-8 in these forms.
  package func append(_ range: Range<Int>, of bytes: Span<UInt8>, to output: inout [UInt8]) {
    for offset in range {
      let byte = bytes[offset]
      if byte < 0x80 { output.append(form(of: Unicode.Scalar(byte))) } else { output.append(byte) }
    }
  }

  private static let smallCapitals = Array("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ".unicodeScalars)

  /// Older letters in place of the holes in the block of mathematical alphabets.
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

/// A language with its own rules for case (Unicode, SpecialCasing.txt).
package enum CasingLanguage: Hashable, Sendable {
  case other
  /// Turkish and Azerbaijani: dotted and dotless i.
  case turkic
  /// Lithuanian: the dot of i stays under an accent.
  case lithuanian
  /// Dutch: ij is one letter at the start of a word.
  case dutch
  /// Greek: capitals lose their accents.
  case greek

  /// The language of a BCP 47 tag such as `tr` or `nl-BE`.
  package init(tag: String?) {
    guard let primary = tag?.utf8.prefix(while: { $0 != 0x2D && $0 != 0x5F }), primary.count == 2,
      let first = primary.first, let last = primary.last
    else {
      self = .other
      return
    }
    switch (first | 0x20, last | 0x20) {
    case (0x74, 0x72), (0x61, 0x7A): self = .turkic
    case (0x6C, 0x74): self = .lithuanian
    case (0x6E, 0x6C): self = .dutch
    case (0x65, 0x6C): self = .greek
    default: self = .other
    }
  }
}

/// Greek capitals without accents, with the dialytika where it matters.
///
/// CSS Text 3 requires them for `text-transform: uppercase`; the rules are those of the Unicode
/// CLDR transform `el-Upper`.
enum GreekCapitals {
  /// A vowel with its marks, and its capital.
  struct Letter: Equatable {
    /// Without marks.
    let capital: UInt32
    var hasAccent = false
    var hasDialytika = false
    /// An iota subscript becomes a capital iota after the letter.
    var hasIota = false
  }

  /// The parts of a Greek vowel with marks; nil for other scalars.
  static func letter(_ scalar: UInt32) -> Letter? {
    switch scalar {
    case 0x386, 0x3AC: Letter(capital: 0x391, hasAccent: true)
    case 0x388, 0x3AD: Letter(capital: 0x395, hasAccent: true)
    case 0x389, 0x3AE: Letter(capital: 0x397, hasAccent: true)
    case 0x38A, 0x3AF: Letter(capital: 0x399, hasAccent: true)
    case 0x38C, 0x3CC: Letter(capital: 0x39F, hasAccent: true)
    case 0x38E, 0x3CD: Letter(capital: 0x3A5, hasAccent: true)
    case 0x38F, 0x3CE: Letter(capital: 0x3A9, hasAccent: true)
    case 0x390: Letter(capital: 0x399, hasAccent: true, hasDialytika: true)
    case 0x3B0: Letter(capital: 0x3A5, hasAccent: true, hasDialytika: true)
    case 0x3AA, 0x3CA: Letter(capital: 0x399, hasDialytika: true)
    case 0x3AB, 0x3CB: Letter(capital: 0x3A5, hasDialytika: true)
    case 0x391, 0x3B1: Letter(capital: 0x391)
    case 0x395, 0x3B5: Letter(capital: 0x395)
    case 0x397, 0x3B7: Letter(capital: 0x397)
    case 0x399, 0x3B9: Letter(capital: 0x399)
    case 0x39F, 0x3BF: Letter(capital: 0x39F)
    case 0x3A5, 0x3C5: Letter(capital: 0x3A5)
    case 0x3A9, 0x3C9: Letter(capital: 0x3A9)
    case 0x1F00...0x1FFF: extended(scalar)
    default: nil
    }
  }

  /// Polytonic Greek: blocks of sixteen by vowel, breathing and accent.
  private static func extended(_ scalar: UInt32) -> Letter? {
    let low = scalar & 0xF
    switch scalar {
    case 0x1F00...0x1F0F: return Letter(capital: 0x391, hasAccent: low & 7 > 1)
    case 0x1F10...0x1F1D where low & 7 < 6: return Letter(capital: 0x395, hasAccent: low & 7 > 1)
    case 0x1F20...0x1F2F: return Letter(capital: 0x397, hasAccent: low & 7 > 1)
    case 0x1F30...0x1F3F: return Letter(capital: 0x399, hasAccent: low & 7 > 1)
    case 0x1F40...0x1F4D where low & 7 < 6: return Letter(capital: 0x39F, hasAccent: low & 7 > 1)
    case 0x1F50...0x1F5F where low < 8 || low & 1 == 1:
      return Letter(capital: 0x3A5, hasAccent: low & 7 > 1)
    case 0x1F60...0x1F6F: return Letter(capital: 0x3A9, hasAccent: low & 7 > 1)
    case 0x1F70, 0x1F71: return Letter(capital: 0x391, hasAccent: true)
    case 0x1F72, 0x1F73: return Letter(capital: 0x395, hasAccent: true)
    case 0x1F74, 0x1F75: return Letter(capital: 0x397, hasAccent: true)
    case 0x1F76, 0x1F77: return Letter(capital: 0x399, hasAccent: true)
    case 0x1F78, 0x1F79: return Letter(capital: 0x39F, hasAccent: true)
    case 0x1F7A, 0x1F7B: return Letter(capital: 0x3A5, hasAccent: true)
    case 0x1F7C, 0x1F7D: return Letter(capital: 0x3A9, hasAccent: true)
    case 0x1F80...0x1F8F: return Letter(capital: 0x391, hasAccent: low & 7 > 1, hasIota: true)
    case 0x1F90...0x1F9F: return Letter(capital: 0x397, hasAccent: low & 7 > 1, hasIota: true)
    case 0x1FA0...0x1FAF: return Letter(capital: 0x3A9, hasAccent: low & 7 > 1, hasIota: true)
    case 0x1FB0, 0x1FB1, 0x1FB8, 0x1FB9: return Letter(capital: 0x391)
    case 0x1FB3, 0x1FBC: return Letter(capital: 0x391, hasIota: true)
    case 0x1FB2, 0x1FB4, 0x1FB7: return Letter(capital: 0x391, hasAccent: true, hasIota: true)
    case 0x1FB6, 0x1FBA, 0x1FBB: return Letter(capital: 0x391, hasAccent: true)
    case 0x1FC3, 0x1FCC: return Letter(capital: 0x397, hasIota: true)
    case 0x1FC2, 0x1FC4, 0x1FC7: return Letter(capital: 0x397, hasAccent: true, hasIota: true)
    case 0x1FC8, 0x1FC9: return Letter(capital: 0x395, hasAccent: true)
    case 0x1FC6, 0x1FCA, 0x1FCB: return Letter(capital: 0x397, hasAccent: true)
    case 0x1FD0, 0x1FD1, 0x1FD8, 0x1FD9: return Letter(capital: 0x399)
    case 0x1FD2, 0x1FD3, 0x1FD7: return Letter(capital: 0x399, hasAccent: true, hasDialytika: true)
    case 0x1FD6, 0x1FDA, 0x1FDB: return Letter(capital: 0x399, hasAccent: true)
    case 0x1FE0, 0x1FE1, 0x1FE8, 0x1FE9: return Letter(capital: 0x3A5)
    case 0x1FE2, 0x1FE3, 0x1FE7: return Letter(capital: 0x3A5, hasAccent: true, hasDialytika: true)
    case 0x1FE4, 0x1FE5, 0x1FEC: return Letter(capital: 0x3A1)
    case 0x1FE6, 0x1FEA, 0x1FEB: return Letter(capital: 0x3A5, hasAccent: true)
    case 0x1FF3, 0x1FFC: return Letter(capital: 0x3A9, hasIota: true)
    case 0x1FF2, 0x1FF4, 0x1FF7: return Letter(capital: 0x3A9, hasAccent: true, hasIota: true)
    case 0x1FF8, 0x1FF9: return Letter(capital: 0x39F, hasAccent: true)
    case 0x1FF6, 0x1FFA, 0x1FFB: return Letter(capital: 0x3A9, hasAccent: true)
    default: return nil
    }
  }

  /// True for marks that capitals lose: grave, acute, circumflex, tilde, macron, breve, hook and
  /// the breathings, perispomeni.
  static func isDroppedMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x311, 0x313, 0x314, 0x342, 0x343: true
    default: false
    }
  }

  /// True for accents, which separate two vowels into two syllables.
  static func isAccent(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300, 0x301, 0x302, 0x303, 0x311, 0x342: true
    default: false
    }
  }
}

/// The kind of a scalar for `text-transform: capitalize`: UAX #29 as far as it affects the first
/// letter of a word.
enum WordKind: UInt8 {
  /// A letter; the first one of a word becomes a capital.
  case letter
  /// A digit, which also begins a word, and has no case.
  case number
  /// A mark, a joiner or an underscore, which belongs to the text around it.
  case attached
  /// An apostrophe or a full stop between two letters or two digits does not end a word.
  case middle
  /// A middle dot between two letters does not end a word.
  case middleOfLetters
  /// A comma between two digits does not end a word.
  case middleOfNumbers
  case between

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A: self = .letter
    case 0x30...0x39: self = .number
    case 0x27, 0x2E, 0x2018, 0x2019, 0x2024, 0xFE52, 0xFF07, 0xFF0E: self = .middle
    case 0xB7, 0x387, 0x55F, 0x5F4, 0x2027: self = .middleOfLetters
    case 0x2C, 0x3B, 0x37E, 0x589, 0x60C, 0x60D, 0x66C, 0x2044: self = .middleOfNumbers
    case 0x5F, 0xAD, 0x200C, 0x200D, 0x2060: self = .attached
    case 0..<0x80: self = .between
    default:
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter: self = .letter
      case .otherLetter:
        // Scripts without spaces: every character is a word of its own.
        let isHiragana = scalar.value &- 0x3041 < 0x56
        self = properties.isIdeographic || isHiragana ? .between : .letter
      case .decimalNumber, .letterNumber, .otherNumber: self = .number
      case .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation: self = .attached
      default: self = .between
      }
    }
  }
}

/// A position in or between words, carried from run to run.
struct WordState: Hashable, Sendable {
  private var last = WordKind.between
  private var isPending = false

  /// True if the next scalar is in a word or directly after one.
  var isInWord: Bool { last != .between || isPending }

  /// Advances by a scalar; returns true if a word begins with it.
  mutating func next(_ kind: WordKind) -> Bool {
    switch kind {
    case .letter, .number:
      let joins =
        isPending ? middle.joins(before: last, after: kind) : last == .letter || last == .number
      last = kind
      isPending = false
      return !joins
    case .attached: return false
    case .middle, .middleOfLetters, .middleOfNumbers:
      if isPending || last == .between {
        last = .between
        isPending = false
      } else {
        isPending = true
        middle = kind
      }
      return false
    case .between:
      last = .between
      isPending = false
      return false
    }
  }

  private var middle = WordKind.middle
}

extension WordKind {
  /// True if a character between two others joins them (UAX #29, WB6, WB7, WB11, WB12).
  fileprivate func joins(before: WordKind, after: WordKind) -> Bool {
    guard before == after else { return false }
    return switch self {
    case .middle: true
    case .middleOfLetters: after == .letter
    case .middleOfNumbers: after == .number
    default: false
    }
  }
}
