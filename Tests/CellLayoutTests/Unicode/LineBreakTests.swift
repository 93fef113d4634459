import TestSupport
import Testing

@testable import CellLayout

@Suite("Line breaks")
struct LineBreakTests {
  private func pieces(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var start = 0
    var pieces: [String] = []
    for place in LineBreaks(bytes) {
      pieces.append(String(decoding: bytes[start..<place.offset], as: UTF8.self))
      start = place.offset
    }
    if start < bytes.count { pieces.append(String(decoding: bytes[start...], as: UTF8.self)) }
    return pieces
  }

  @Test("are those of an independent implementation", arguments: cutTexts("Text/line-breaks"))
  func corpus(expected: [String]) {
    #expect(pieces(expected.joined()) == expected)
  }

  @Test(
    "follow the rules of UAX #14",
    arguments: [
      ["a\n", "b\r\n", "c\r", "\u{301}d\u{85}", "e\u{2028}", "f"],  // LB4, LB5
      ["a\u{200B}", "b\u{200B} ", "c"],  // LB8
      ["漢", "字\u{200D}字"],  // LB8a
      ["a\u{301} ", "\u{301}b"],  // LB9, LB10
      ["a\u{2060}b", "漢\u{A0}字"],  // LB11, LB12
      ["(a) ", "[ b ]"],  // LB13, LB14
      ["« a » ", "b"],  // LB15a, LB15b
      ["a ", ".5 ", "b .c"],  // LB15c, LB15d
      ["a ", "-b ", "漢-", "字"],  // LB20a, LB21
      ["א-a ", "א\u{2010}a ", "א-", "א"],  // LB21a
      ["$(12.5)% ", "-1,234.5"],  // LB25
      ["가", "각\u{11A8} ", "\u{1100}\u{1161}"],  // LB26
      ["\u{1F1EE}\u{1F1F9}", "\u{1F1EB}\u{1F1F7}"],  // LB30a
      ["\u{1F44D}\u{1F3FD}", "\u{1F44D}"],  // LB30b
      ["a\u{3000}", "\u{5D0}\u{3000}", "漢"],
    ])
  func rules(expected: [String]) {
    #expect(pieces(expected.joined()) == expected)
  }

  @Test("are mandatory after line endings only")
  func mandatory() {
    let found = Array(LineBreaks(Array("a b\nc\r\n".utf8)))
    #expect(found.map(\.offset) == [2, 4, 7])
    #expect(found.map(\.isMandatory) == [false, true, true])
  }

  @Test("rise through any bytes and stay inside them")
  func order() {
    var generator = SeededGenerator(seed: 14)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      var last = 0
      for place in LineBreaks(bytes) {
        #expect(place.offset > last && place.offset <= bytes.count)
        last = place.offset
      }
    }
  }

  @Test(
    "of long hostile texts are found in one pass",
    arguments: ["a", "\u{301}", "« ", "\u{200B}", "(", "\u{1F1EE}", "\u{AD}", "￼", " ", "1,"])
  func hostile(unit: String) {
    let bytes = Array(String(repeating: unit, count: 50_000).utf8)
    #expect(LineBreaks(bytes).reduce(0) { last, place in max(last, place.offset) } <= bytes.count)
  }
}
