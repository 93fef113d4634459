import Bytes

/// Class of a code point for the rules of grapheme clusters.
///
/// UAX #29 §3.1 `Grapheme_Cluster_Break`, with `Extended_Pictographic` and `Indic_Conjunct_Break`
/// folded in. The generator writes the raw values: keep the order.
enum ClusterClass: UInt8 {
  case other
  case carriageReturn
  case lineFeed
  case control
  case extend
  case conjunctExtend
  case conjunctLinker
  case zeroWidthJoiner
  case regionalIndicator
  case prepend
  case spacingMark
  case hangulL
  case hangulV
  case hangulT
  case hangulLV
  case hangulLVT
  case pictographic
  case conjunctConsonant

  /// The class of a number of the table: an enumeration without payloads is stored as that number.
  @inline(__always)
  init(number: UInt8) {
    precondition(number <= Self.conjunctConsonant.rawValue)
    self = unsafe unsafeBitCast(number, to: ClusterClass.self)
  }
}

/// Class of a code point for the width rules.
///
/// The first word is how many cells it takes by itself. The generator writes the raw values: keep
/// the order.
enum WidthClass: UInt8 {
  /// C0 and C1 controls, DEL: no cells.
  case control
  case zero
  case zeroVirama
  /// A spacing combining mark (general category Mc).
  case zeroSpacing
  case zeroSpacingVirama
  case zeroJoiner
  case zeroEmojiSelector
  case narrow
  case narrowConsonant
  case narrowPictographic
  /// Two cells when U+FE0F follows.
  case narrowWidening
  case narrowWideningPictographic
  case wide
  case widePictographic
  /// An emoji modifier (skin tone).
  case wideModifier
  case narrowRegionalIndicator
  case wideRegionalIndicator

  /// The class of a number of the table: an enumeration without payloads is stored as that number.
  @inline(__always)
  init(number: UInt8) {
    precondition(number <= Self.wideRegionalIndicator.rawValue)
    self = unsafe unsafeBitCast(number, to: WidthClass.self)
  }
}

/// Both classes of one code point.
struct CharacterClasses {
  /// Class for the rules of grapheme clusters.
  let cluster: ClusterClass

  /// Number of cells it takes.
  let width: WidthClass

  /// Looks a code point up, which must be at most U+10FFFF.
  @inline(__always)
  init(of scalar: UInt32) {
    let number = CharacterTable.trie[scalar]
    let cluster = PackedTrie.digit(CharacterTable.clusters, number)
    let width = PackedTrie.digit(CharacterTable.widths, number)
    self.cluster = ClusterClass(number: UInt8(cluster))
    self.width = WidthClass(number: UInt8(width))
  }
}

/// True if one of U+5000 to U+9FFF starts at `offset`: ideographs of two cells, all of them, so
/// that nobody needs to look them up.
@inline(__always)
func isIdeograph(_ bytes: [UInt8], at offset: Int, before end: Int) -> Bool {
  bytes[offset] &- 0xE5 < 5 && end - offset >= 3 && bytes[offset + 1] & 0xC0 == 0x80
    && bytes[offset + 2] & 0xC0 == 0x80
}
