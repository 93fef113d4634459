import Testing

@testable import CellLayout

@Suite("The generated tables")
struct GeneratedTableTests {
  private func checksum(_ value: (UInt32) -> UInt8) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for scalar in UInt32(0)..<0x11_0000 {
      hash = (hash ^ UInt64(value(scalar))) &* 0x100_0000_01b3
    }
    return hash
  }

  @Test("give every code point the cluster and width class that the generator saw")
  func characters() {
    let trie = PackedTrie(
      tops: CharacterTable.tops, middles: CharacterTable.middles, leaves: CharacterTable.leaves)
    #expect(checksum { UInt8(trie[$0]) } == CharacterTable.checksum)
  }

  @Test("give every code point the line-break class that the generator saw")
  func lineBreaks() {
    let trie = PackedTrie(
      tops: LineBreakTable.tops, middles: LineBreakTable.middles, leaves: LineBreakTable.leaves)
    #expect(checksum { UInt8(trie[$0]) } == LineBreakTable.checksum)
  }

  @Test(
    "know the classes by their numbers",
    arguments: [
      (0x61, ClusterClass.other, WidthClass.narrow), (0x0D, .carriageReturn, .control),
      (0x0A, .lineFeed, .control), (0x00, .control, .control), (0x300, .conjunctExtend, .zero),
      (0x94D, .conjunctLinker, .zeroVirama), (0x200D, .zeroWidthJoiner, .zeroJoiner),
      (0x1F1E6, .regionalIndicator, .narrowRegionalIndicator), (0x600, .prepend, .narrow),
      (0x903, .spacingMark, .zeroSpacing), (0x1100, .hangulL, .wide), (0x1160, .hangulV, .zero),
      (0x11A8, .hangulT, .zero), (0xAC00, .hangulLV, .wide), (0xAC01, .hangulLVT, .wide),
      (0x1F600, .pictographic, .widePictographic), (0x915, .conjunctConsonant, .narrowConsonant),
      (0xFE0F, .conjunctExtend, .zeroEmojiSelector), (0x1F3FB, .conjunctExtend, .wideModifier),
      (0x2764, .pictographic, .narrowWideningPictographic), (0x23, .other, .narrowWidening),
      (0xAD, .control, .zero), (0x10FFFF, .other, .narrow), (0x20000, .other, .wide),
    ] as [(UInt32, ClusterClass, WidthClass)])
  func classes(scalar: UInt32, cluster: ClusterClass, width: WidthClass) {
    let classes = CharacterClasses(of: scalar)
    #expect(classes.cluster == cluster)
    if cluster != .regionalIndicator { #expect(classes.width == width) }
  }
}
