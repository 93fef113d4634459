/// Greek capitals as Greek writes them: without accents, with the dialytika where they matter.
///
/// CSS Text 3 asks for it in `text-transform: uppercase`; the rules are those of the Unicode
/// CLDR transform `el-Upper`.
enum GreekCapitals {
  /// A vowel, what it wears, and its capital.
  struct Letter: Equatable {
    /// The capital without any mark.
    let capital: UInt32
    var hasAccent = false
    var hasDialytika = false
    /// An iota below becomes a capital iota behind.
    var hasIota = false
  }

  /// The parts of a Greek vowel with marks; nil for all else.
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
    case 0x1FD2, 0x1FD3, 0x1FD7:
      return Letter(capital: 0x399, hasAccent: true, hasDialytika: true)
    case 0x1FD6, 0x1FDA, 0x1FDB: return Letter(capital: 0x399, hasAccent: true)
    case 0x1FE0, 0x1FE1, 0x1FE8, 0x1FE9: return Letter(capital: 0x3A5)
    case 0x1FE2, 0x1FE3, 0x1FE7:
      return Letter(capital: 0x3A5, hasAccent: true, hasDialytika: true)
    case 0x1FE4, 0x1FE5, 0x1FEC: return Letter(capital: 0x3A1)
    case 0x1FE6, 0x1FEA, 0x1FEB: return Letter(capital: 0x3A5, hasAccent: true)
    case 0x1FF3, 0x1FFC: return Letter(capital: 0x3A9, hasIota: true)
    case 0x1FF2, 0x1FF4, 0x1FF7: return Letter(capital: 0x3A9, hasAccent: true, hasIota: true)
    case 0x1FF8, 0x1FF9: return Letter(capital: 0x39F, hasAccent: true)
    case 0x1FF6, 0x1FFA, 0x1FFB: return Letter(capital: 0x3A9, hasAccent: true)
    default: return nil
    }
  }

  /// Accents and breathings that capitals lose: grave, acute, circumflex, tilde, macron, breve,
  /// hook and the breathings, perispomeni.
  static func isDroppedMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x311, 0x313, 0x314, 0x342, 0x343: true
    default: false
    }
  }

  /// Marks that count as an accent: what makes two vowels two syllables.
  static func isAccent(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300, 0x301, 0x302, 0x303, 0x311, 0x342: true
    default: false
    }
  }
}
