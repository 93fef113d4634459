import StyledText
import TerminalOutput
import TestSupport
import Testing

@testable import CellLayout

@Suite("Cell widths")
struct CellWidthTests {
  @Test("are those of wcwidth 0.7.0 for whole strings", arguments: WidthCase.all)
  func wholeStrings(expected: WidthCase) {
    #expect(cellWidth(of: expected.text, rules: .clusters) == expected.cells)
  }

  @Test("are sums over code points where the terminal counts those", arguments: WidthCase.all)
  func codePoints(expected: WidthCase) {
    #expect(cellWidth(of: expected.text, rules: .codePoints) == expected.codePointCells)
  }

  @Test("of clusters add up to the width of the string", arguments: WidthCase.all)
  func sums(expected: WidthCase) {
    for rules in [WidthRules.clusters, .codePoints] {
      let sum = TextClusters(Array(expected.text.utf8), rules: rules).reduce(0) { $0 + $1.width }
      #expect(sum == cellWidth(of: expected.text, rules: rules))
    }
  }

  @Test("do not depend on how much of a text is ASCII")
  func fastPath() {
    let pieces = [
      "a", "Z", "#", "1", " ", "~", "\u{301}", "\u{FE0F}", "\u{200D}", "漢", "\u{1F680}", "क",
      "\u{94D}", "\u{903}", "\u{1F1EE}", "\t", "\u{7F}", "\n",
    ]
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }.joined()
      var meter = CellMeter(.clusters)
      let expected = text.unicodeScalars.reduce(0) {
        $0 + meter.cells(of: CharacterClasses(of: $1.value).width)
      }
      #expect(cellWidth(of: text, rules: .clusters) == expected, "\(text.debugDescription)")
      #expect(
        TextClusters(Array(text.utf8), rules: .clusters).reduce(0) { $0 + $1.width } == expected)
    }
  }

  @Test(
    "of what shows nothing are 0",
    arguments: [
      "", "\u{AD}", "\u{200B}\u{200F}", "\u{2060}\u{2064}", "\u{301}", "\u{0}\u{1B}\u{7F}",
    ]
  )
  func nothing(text: String) {
    #expect(cellWidth(of: text, rules: .clusters) == 0)
  }
}
