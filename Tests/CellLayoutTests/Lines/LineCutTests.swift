import StyledText
import TerminalOutput
import Testing

@testable import CellLayout

@Suite("Cut lines")
struct LineCutTests {
  private func lines(
    _ text: String, width: Int, wraps: Bool, maxLines: Int? = nil, sign: OverflowSign
  ) -> [String] {
    let bytes = Array(text.utf8)
    let fitting = LineFitting(
      width: width, wraps: wraps, maxLines: maxLines, sign: sign, rules: .clusters)
    return fitLines(bytes, in: 0..<bytes.count, fitting).map {
      String(decoding: bytes[$0.range], as: UTF8.self)
        + ($0.showsOverflow ? String(decoding: sign.text, as: UTF8.self) : "")
    }
  }

  @Test(
    "end in the sign of text-overflow",
    arguments: [
      (OverflowSign.clip, 6, "abcdef"), (.ellipsis, 6, "abcde…"), (.ellipsis, 1, "…"),
      (OverflowSign(">>", rules: .clusters), 6, "abcd>>"),
      (OverflowSign(">>", rules: .clusters), 2, ">>"),
      (OverflowSign(">>", rules: .clusters), 1, "a"),
      (OverflowSign("続", rules: .clusters), 6, "abcd続"), (.ellipsis, 8, "abcdefgh"),
    ])
  func nowrap(sign: OverflowSign, width: Int, expected: String) {
    #expect(lines("abcdefgh", width: width, wraps: false, sign: sign) == [expected])
  }

  @Test("do not cut a wide cluster in halves")
  func wide() {
    #expect(lines("漢字仮名", width: 4, wraps: false, sign: .ellipsis) == ["漢…"])
    #expect(lines("漢字仮名", width: 5, wraps: false, sign: .clip) == ["漢字"])
  }

  @Test("are the last ones that max-lines leaves")
  func maxLines() {
    let text = "one two three four"
    #expect(
      lines(text, width: 7, wraps: true, maxLines: 2, sign: .ellipsis) == ["one two", "three…"])
    #expect(lines(text, width: 5, wraps: true, maxLines: 2, sign: .ellipsis) == ["one", "two…"])
    #expect(lines(text, width: 5, wraps: true, maxLines: 2, sign: .clip) == ["one", "two"])
    #expect(
      lines(text, width: 9, wraps: true, maxLines: 2, sign: .ellipsis) == ["one two", "three…"])
    #expect(lines("a\nb", width: 9, wraps: true, maxLines: 2, sign: .ellipsis) == ["a", "b"])
    #expect(lines("a\nb", width: 9, wraps: true, maxLines: 0, sign: .ellipsis) == [])
  }

  @Test("keep the bytes they do not show")
  func bytes() {
    let bytes = Array("one two three".utf8)
    let fitting = LineFitting(width: 4, maxLines: 1, sign: .ellipsis, rules: .clusters)
    let lines = fitLines(bytes, in: 0..<bytes.count, fitting)
    #expect(lines.map(\.end) == [13])
  }
}
