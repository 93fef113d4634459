import TerminalOutput
import TestSupport
import Testing

@testable import CellLayout

@Suite("Placed lines")
struct LinePlacementTests {
  private func shown(_ text: String, width: Int, _ alignment: LineAlignment) -> [String] {
    let bytes = Array(text.utf8)
    let fitting = LineFitting(width: width, alignment: alignment, rules: .clusters)
    return fitLines(bytes, in: 0..<bytes.count, fitting).map { line in
      let placement = LinePlacement(of: line, bytes, fitting)
      var shown = String(repeating: "·", count: placement.leading)
      var gap = 0
      for offset in line.range {
        shown += String(Unicode.Scalar(bytes[offset]))
        if bytes[offset] == 0x20, offset >= placement.stretchStart {
          shown += String(repeating: "·", count: placement.growth(ofGap: gap))
          gap += 1
        }
      }
      return shown
    }
  }

  @Test(
    "stand where text-align says",
    arguments: [
      (LineAlignment.left, ["one two", "three"]), (.right, ["··one two", "····three"]),
      (.center, ["·one two", "··three"]), (.justify, ["one ··two", "three"]),
    ])
  func alignment(alignment: LineAlignment, expected: [String]) {
    #expect(shown("one two three", width: 9, alignment) == expected)
  }

  @Test(
    "share the room evenly among their spaces",
    arguments: [
      ("a b c d eeeeeee", 8, "a b c ·d"), ("a b c d eeeeeee", 9, "a b ·c ·d"),
      ("a b c d eeeeeeee", 10, "a ·b ·c ·d"), ("a b c d eeeeeeee", 11, "a ·b ·c ··d"),
      ("a b c d eeeeeeeee", 12, "a ·b ··c ··d"), ("  a b eeeeee", 8, "  a ···b"),
      ("aa eeeeeeee", 8, "aa"),
    ])
  func justify(text: String, width: Int, expected: String) {
    #expect(shown(text, width: width, .justify).first == expected)
  }

  @Test("stretch neither the last line of a paragraph nor what is before a tab")
  func notStretched() {
    #expect(shown("a b\nc d", width: 9, .justify) == ["a b", "c d"])
    let bytes = Array("a b\tc d".utf8)
    var line = TextLine(range: 0..<7, end: 7, width: 11, endsParagraph: false)
    let fitting = LineFitting(width: 15, alignment: .justify, rules: .clusters)
    let placement = LinePlacement(of: line, bytes, fitting)
    #expect(placement.stretchStart == 4)
    #expect(placement.growth(ofGap: 0) == 4)
    line.endsParagraph = true
    #expect(LinePlacement(of: line, bytes, fitting).growth(ofGap: 0) == 0)
  }

  @Test("fill the width exactly when they are justified")
  func exact() {
    var generator = SeededGenerator(seed: 3)
    for width in 10...80 {
      let text = (0..<60).map { _ in
        String(repeating: "x", count: Int.random(in: 1...9, using: &generator))
      }.joined(separator: " ")
      for line in shown(text, width: width, .justify).dropLast() where line.contains(" ") {
        #expect(line.count == width)
        let gaps = line.split(separator: "x", omittingEmptySubsequences: true).map(\.count)
        #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1)
      }
    }
  }
}
