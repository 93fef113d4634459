import CSSViewConversions
import Testing

final class Gauge {}
struct Needle {}

@Suite("What a text stands for")
struct StringValueTests {
  @Test(
    "a text is numeric when all of it is a number",
    arguments: [
      ("12", true), ("-1.5", true), ("1e3", true), (".5", true), ("+7", true),
      ("", false), ("x", false), ("12px", false), ("1 2", false), ("12\u{1b}", false),
    ])
  func numbers(text: String, isNumeric: Bool) {
    #expect(text.isNumeric == isNumeric)
  }

  @Test("a class is found by its module and name, and nothing else is")
  func classes() {
    #expect("CSSViewConversionsTests.Gauge".classValue == Gauge.self)
    for name in [
      "CSSViewConversionsTests.Needle", "CSSViewConversionsTests.Dial", "Gauge", "", ".", "a.b.c",
      "Swift.Int", "1a.b", "é.é", "$s.C", String(repeating: "a", count: 100_000) + ".b",
    ] {
      #expect(name.classValue == nil, "\(name.prefix(40))")
    }
  }
}
