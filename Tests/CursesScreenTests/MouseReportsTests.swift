import Testing

@testable import CursesScreen

@Suite("What the mouse reported last")
struct MouseReportsTests {
  @Test(
    "is told from keys and from the terminal's answer",
    arguments: [
      ("", "", false), ("ls\r", "ls\r", false), ("\u{1B}[<0;5;6M\u{1B}[<0;5;6m", "", false),
      ("a\u{1B}[<35;5;6Mb\u{1B}[?62;4cc", "abc", true), ("\u{1B}[A", "\u{1B}[A", false),
      ("\u{1B}[<0;5", "", false), ("\u{1B}", "\u{1B}", false),
    ])
  func splits(text: String, keys: String, isAnswered: Bool) {
    let split = MouseReports.split(Array(text.utf8))
    #expect(String(decoding: split.keys, as: UTF8.self) == keys)
    #expect(split.isAnswered == isAnswered)
  }
}
