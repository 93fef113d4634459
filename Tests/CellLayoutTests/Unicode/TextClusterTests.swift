import TerminalOutput
import TestSupport
import Testing

@testable import CellLayout

@Suite("Grapheme clusters")
struct TextClusterTests {
  private func clusters(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return TextClusters(bytes, rules: .clusters).map {
      String(decoding: bytes[$0.range], as: UTF8.self)
    }
  }

  @Test("are those of an independent implementation", arguments: cutTexts("Text/clusters"))
  func corpus(expected: [String]) {
    #expect(clusters(expected.joined()) == expected)
  }

  @Test(
    "follow each rule of UAX #29",
    arguments: [
      ["\r\n", "\n", "\r", "a"],  // GB3, GB4, GB5
      ["a", "\n", "\u{300}"],
      ["\u{1100}\u{1161}\u{11A8}", "\u{1100}"],  // GB6, GB7, GB8
      ["\u{1100}\u{1100}\u{AC00}\u{11A8}\u{11A8}", "\u{AC01}\u{11A8}", "\u{1161}"],
      ["a\u{300}\u{200D}", "b"],  // GB9
      ["\u{928}\u{940}", "a\u{903}"],  // GB9a
      ["\u{600}a", "\u{600}\u{600}1", "\u{600}"],  // GB9b
      ["\u{915}\u{94D}\u{937}", "\u{915}\u{94D}\u{200D}\u{937}"],  // GB9c
      ["\u{915}\u{93C}\u{94D}\u{924}\u{94D}\u{92F}", "\u{915}", "\u{937}"],
      ["\u{915}\u{94D}\u{200C}", "\u{937}", "\u{B95}\u{BCD}", "\u{BB7}"],
      ["\u{1F469}\u{200D}\u{1F680}", "\u{1F469}\u{1F3FE}\u{200D}\u{1F680}"],  // GB11
      ["a\u{200D}", "\u{1F680}", "\u{1F469}\u{200D}\u{200D}", "\u{1F680}"],
      ["\u{1F1EE}\u{1F1F9}", "\u{1F1EB}\u{1F1F7}", "\u{1F1EE}"],  // GB12, GB13
      ["a", "\u{1F1EE}\u{1F1F9}", "b"],
    ])
  func rules(expected: [String]) {
    #expect(clusters(expected.joined()) == expected)
  }

  @Test("partition any bytes, also those that are no UTF-8")
  func partition() {
    var generator = SeededGenerator(seed: 29)
    for _ in 0..<300 {
      let length = Int.random(in: 0...40, using: &generator)
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var end = 0
      for cluster in TextClusters(bytes, rules: .clusters) {
        #expect(cluster.range.lowerBound == end)
        #expect(!cluster.range.isEmpty)
        end = cluster.range.upperBound
      }
      #expect(end == bytes.count)
    }
  }

  @Test("of a hundred thousand marks on one letter are one")
  func manyMarks() {
    let bytes = Array(("a" + String(repeating: "\u{301}", count: 100_000) + "b").utf8)
    let clusters = Array(TextClusters(bytes, rules: .clusters))
    #expect(clusters.map(\.width) == [1, 1])
    #expect(clusters.first?.range.count == 200_001)
  }

  @Test("start inside a text wherever a range says")
  func range() {
    let bytes = Array("ab\u{301}c".utf8)
    #expect(TextClusters(bytes, in: 1..<4, rules: .clusters).map(\.range) == [1..<4])
  }
}
