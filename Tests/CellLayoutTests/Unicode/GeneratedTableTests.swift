import Bytes
import StyledText
import TestSupport
import Testing

@testable import CellLayout

@Suite("The generated tables")
struct GeneratedTableTests {
  private func hash(_ values: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for value in values { hash = (hash ^ UInt64(value)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test(
    "are of one version of Unicode, as their generator writes them",
    arguments: [
      ("CharacterTable", CharacterTable.trie), ("FullWidthTable", FullWidthTable.trie),
      ("LineBreakTable", LineBreakTable.trie),
    ])
  func freshness(name: String, trie: PackedTrie) {
    let header = SourceDocumentation.text(
      of: "\(packageFolder)/Sources/Bytes/Unicode/\(name).swift"
    ).split(separator: "\n").prefix(4)
    let generator = SourceDocumentation.text(
      of: "\(packageFolder)/Tests/Generators/unicode_tables.py")
    #expect(header.first?.hasPrefix("// Unicode 16.0.0,") == true)
    #expect(header.contains("// FNV-1a of the generator: \(hash(generator.utf8))"))
    let values = hash((0..<0x11_0000).lazy.map { UInt8(trie[$0]) })
    #expect(header.contains("// FNV-1a of the value of every code point: \(values)"))
  }

  @Test("have the raised and lowered forms of the same version")
  func scripts() {
    let header = SourceDocumentation.text(
      of: "\(packageFolder)/Sources/Bytes/Unicode/ScriptFormTable.swift"
    ).split(separator: "\n").prefix(4)
    let generator = SourceDocumentation.text(
      of: "\(packageFolder)/Tests/Generators/unicode_tables.py")
    #expect(header.contains("// FNV-1a of the generator: \(hash(generator.utf8))"))
    for (forms, digits) in [
      (ScriptFormTable.superscripts, "⁰¹²³⁴⁵⁶⁷⁸⁹"), (ScriptFormTable.subscripts, "₀₁₂₃₄₅₆₇₈₉"),
    ] {
      let found = (0x30..<0x3A).compactMap { forms[$0] }
      #expect(found == Array(digits.unicodeScalars))
      #expect(forms[0x2D] == nil && forms[0x20] == nil && forms[0x10FFFF] == nil)
      #expect(zip(forms.bases, forms.bases.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test("call what the standard library calls a mark so")
  func marks() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value), !scalar.properties.isVariationSelector,
        // The standard library may know a newer Unicode.
        scalar.properties.age.map({ $0.major <= 16 }) ?? true
      else { continue }
      let isMark = [.nonspacingMark, .enclosingMark, .spacingMark].contains(
        scalar.properties.generalCategory)
      if CharacterTable.isMark(value) != isMark { Issue.record("U+\(String(value, radix: 16))") }
    }
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
