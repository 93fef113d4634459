import Diagnostics
import Testing

private func excerpt(_ text: String, _ range: Range<Int>) -> SourceExcerpt {
  SourceExcerpt(SourceRange(SourceText(name: "a", text: text), range))
}

/// The line and a line of carets under it, as a code frame shows them.
private func frame(_ excerpt: SourceExcerpt) -> [String] {
  [
    excerpt.text,
    String(repeating: " ", count: excerpt.caret) + String(repeating: "^", count: excerpt.length),
  ]
}

@Test(
  "An excerpt is the line with a caret under what is meant",
  arguments: [
    ("abc def\nghi", 4..<7, ["abc def", "    ^^^"]),
    ("abc def\r\nghi", 9..<10, ["ghi", "^"]),
    ("é€ x", 6..<7, ["é€ x", "   ^"]),
    ("abc", 3..<3, ["abc", "   ^"]),
    ("abc\n", 4..<4, ["", "^"]),
    ("", 0..<0, ["", "^"]),
    ("abc\ndef", 1..<6, ["abc", " ^^"]),
    ("abc\r\ndef", 1..<8, ["abc", " ^^"]),
    ("abc\ndef", 3..<4, ["abc", "   ^"]),
    ("é€😀", 0..<9, ["é€😀", "^^^"]),
    ("\u{FEFF}abc", 4..<5, ["abc", " ^"]),
    ("\u{FEFF}abc", 0..<4, ["abc", "^"]),
  ] as [(String, Range<Int>, [String])])
func excerpts(text: String, range: Range<Int>, expected: [String]) {
  #expect(frame(excerpt(text, range)) == expected)
}

@Test("A long line is cut to 160 scalars around the caret", arguments: ["a", "é", "€", "😀"])
func longLines(piece: String) {
  let count = 5000
  let text = String(repeating: piece, count: count) + "X" + String(repeating: piece, count: count)
  let start = piece.utf8.count * count
  let cut = excerpt(text, start..<start + 1)
  let scalars = Array(cut.text.unicodeScalars)
  #expect(scalars.count == SourceExcerpt.longestLine)
  #expect(cut.length == 1)
  #expect(scalars[cut.caret] == "X")
  #expect(!scalars.contains("\u{FFFD}"))
}

@Test("Both ends of a long line can be shown")
func endsOfLongLines() {
  let text = "S" + String(repeating: "é", count: 1000) + "E"
  let start = excerpt(text, 0..<1)
  #expect(start.caret == 0)
  #expect(start.text.hasPrefix("Sé"))
  #expect(start.text.unicodeScalars.count == SourceExcerpt.longestLine)
  let end = excerpt(text, 2001..<2002)
  #expect(end.text.hasSuffix("éE"))
  #expect(end.caret == end.text.unicodeScalars.count - 1)
}

@Test("Carets do not go past the end of what is shown")
func longMark() {
  let text = String(repeating: "a", count: 10_000)
  let cut = excerpt(text, 100..<9_000)
  #expect(cut.caret + cut.length == cut.text.unicodeScalars.count)
}

@Test(
  "A line of 160 scalars is shown whole, wherever the caret is", arguments: [0, 79, 80, 159, 160])
func longestWholeLine(column: Int) {
  let text = String(repeating: "😀", count: 160)
  let whole = excerpt(text, column * 4..<column * 4)
  #expect(whole.text == text)
  #expect(whole.caret == column)
}

@Test("Bytes that are no UTF-8 are shown as U+FFFD")
func brokenBytes() {
  let source = SourceText(name: "a", bytes: [0x61, 0xFF, 0x62])
  let excerpt = SourceExcerpt(SourceRange(source, 2..<3))
  #expect(frame(excerpt) == ["a\u{FFFD}b", "  ^"])
}
