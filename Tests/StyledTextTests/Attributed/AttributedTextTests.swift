import Diagnostics
import Styling
import TestSupport
import Testing

@testable import StyledText

@Suite("Attributed text")
struct AttributedTextTests {
  let text = Built("Hi <b>Bob</b> and <i class=x>Zoë 👩‍👩‍👧</i>\nbye").text

  @Test("has runs by offset")
  func runs() {
    #expect(text.runs.map(\.string) == ["Hi ", "Bob", " and ", "Zoë 👩‍👩‍👧", "\nbye"])
    #expect(AttributedText().runs.isEmpty)
  }

  static let slices: [(Range<Int>, String)] = [
    (0..<0, ""), (0..<2, "Hi"), (2..<4, " |b(B)"), (3..<6, "b(Bob)"), (4..<5, "b(o)"),
    (0..<1000, "Hi |b(Bob)| and |i.x(Zoë 👩‍👩‍👧)|\nbye"), (-5..<1, "H"), (1000..<2000, ""),
    (11..<14, "i.x(Zo)"), (13..<14, ""), (13..<15, "i.x(ë)"), (14..<15, "i.x(ë)"),
  ]

  @Test("can be cut by bytes, never within a scalar", arguments: slices)
  func slicing(range: Range<Int>, expected: String) {
    #expect(listing(text[range]) == expected)
  }

  @Test("two parts make the whole again, wherever it is cut")
  func joining() {
    for offset in 0...text.count {
      let joined = text[0..<offset] + text[offset..<text.count]
      #expect(joined == text)
      #expect(joined.runs.map(\.sourceRange) == text.runs.map(\.sourceRange))
      #expect(joined.spans.count == text.spans.count)
    }
  }

  @Test("can be joined with other texts")
  func appending() {
    let other = Built("<u>x</u>y").text
    #expect(listing(text[0..<6] + other) == "Hi |b(Bob)|u(x)|y")
    #expect(listing(AttributedText() + other) == "u(x)|y")
    #expect(listing(other + AttributedText()) == "u(x)|y")
    #expect(listing(other + Built("z<u>x</u>").text) == "u(x)|yz|u(x)")
    #expect(listing(other[0..<1] + other[0..<1]) == "u(xx)")
    #expect(listing(Built("<u>x</u>").text + Built("<u>x</u>").text) == "u(x)|u(x)")
    var sum = AttributedText("plain ")
    sum.append(other)
    #expect(sum.string == "plain xy")
  }

  @Test("what passes for a border between characters is one", arguments: 0..<4)
  func plainBorders(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let edges: [UInt32] = [
      0x61, 0xA9, 0x301, 0x600, 0x94D, 0xD4E, 0x1100, 0x200C, 0x200D, 0x2019, 0x3042, 0x65E5,
      0xAC00, 0xFE0F, 0x110BD, 0x1F1E6, 0x1F468, 0x1F3FB, 0xE0067,
    ]
    for _ in 0..<20_000 {
      let values = (0..<2).map { _ in
        Bool.random(using: &random)
          ? edges.randomElement(using: &random) ?? 0
          : UInt32.random(in: 0x20...0x1FFFF, using: &random)
      }
      guard let before = Unicode.Scalar(values[0]), let after = Unicode.Scalar(values[1]),
        AttributedText.isSimpleBoundary(between: values[0], and: values[1])
      else { continue }
      #expect((String(before) + String(after)).count == 2, "\(values)")
    }
  }

  @Test("knows its lines")
  func lines() {
    #expect(text.lines.map(listing) == ["Hi |b(Bob)| and |i.x(Zoë 👩‍👩‍👧)", "bye"])
    #expect(AttributedText().lines.map(\.string) == [""])
    #expect(AttributedText("\n").lines.map(\.string) == ["", ""])
    #expect(Built("<b>a\nb</b>").text.lines.map(listing) == ["b(a)", "b(b)"])
  }

  @Test("finds strings")
  func finding() {
    #expect(text.ranges(of: "Bob") == [3..<6])
    #expect(text.ranges(of: "nobody").isEmpty)
    #expect(text.ranges(of: "").isEmpty)
    #expect(AttributedText("aaaa").ranges(of: "aa") == [0..<2, 2..<4])
    #expect(AttributedText("abababc").ranges(of: "ababc") == [2..<7])
    #expect(AttributedText("aabaabaaa").ranges(of: "aabaaa") == [3..<9])
    #expect(AttributedText("x").ranges(of: "xx").isEmpty)
  }

  @Test("finds what a plain search finds", arguments: 0..<10)
  func findingAtRandom(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let haystack = String(
        (0..<20).map { _ in Bool.random(using: &random) ? "a" : "b" as Character })
      let needle = String(
        (0..<Int.random(in: 1...5, using: &random)).map { _ in
          Bool.random(using: &random) ? "a" : "b" as Character
        })
      var expected: [Range<Int>] = []
      let bytes = Array(haystack.utf8)
      var offset = 0
      while offset + needle.utf8.count <= bytes.count {
        if bytes[offset...].starts(with: needle.utf8) {
          expected.append(offset..<offset + needle.utf8.count)
          offset += needle.utf8.count
        } else {
          offset += 1
        }
      }
      #expect(AttributedText(haystack).ranges(of: needle) == expected, "\(haystack) \(needle)")
    }
  }

  @Test("parts can be replaced")
  func replacing() {
    var copy = text
    copy.replace(3..<6, with: AttributedText("Ann"))
    #expect(listing(copy).hasPrefix("Hi Ann and |i.x("))
    copy = text
    copy.replace(3..<6, with: "Ann")
    #expect(listing(copy).hasPrefix("Hi |b(Ann)| and "))
    copy = text
    copy.replace(0..<copy.count, with: "")
    #expect(copy.isEmpty)
    copy = text
    copy.replace(4..<4, with: "ar")
    #expect(listing(copy).hasPrefix("Hi |b(Barob)| and "))
    copy = AttributedText()
    copy.replace(0..<0, with: "x")
    #expect(copy.string == "x")
  }

  @Test("is equal when it reads and looks the same")
  func equality() {
    #expect(Built("<b>x</b>").text == Built("<b >x</b>").text)
    #expect(Built("<b>x</b>").text != Built("<i>x</i>").text)
    #expect(Built("<b>x</b>").text != Built("<b>y</b>").text)
    #expect(Built("<b class=x>x</b>").text != Built("<b>x</b>").text)
    #expect(Built("<a href=x>x</a>").text != Built("<a href=y>x</a>").text)
    #expect(Built("<i lang=de>x</i>").text != Built("<i>x</i>").text)
    #expect(Built("<i id=a>x</i>").text != Built("<i>x</i>").text)
    #expect(Built("<b>x</b><b>y</b>").text != Built("<b>xy</b>").text)
    #expect(Built("<b>x</b>y").text == Built("<b>x</b>y").text)
  }

  @Test("plain text is made safe")
  func plain() {
    #expect(AttributedText("a\u{1B}b\r\n").string == "a␛b\n")
    #expect(AttributedText("<b>").string == "<b>")
  }

  @Test("markup that leaves elements open does not reach into what is appended next")
  func openElements() {
    var builder = TreeBuilder(styles: resolver())
    builder.append(markup: "<b id=x>x")
    builder.append(markup: "y</b>")
    #expect(listing(builder.finish().text) == "b(x)|y")
  }

  @Test("slices of slices keep within bounds, at random", arguments: 0..<10)
  func randomSlices(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let start = Int.random(in: -2...text.count + 2, using: &random)
      let end = Int.random(in: start...text.count + 4, using: &random)
      let part = text[start..<end]
      #expect(String(decoding: part.bytes, as: UTF8.self).utf8.elementsEqual(part.bytes))
      #expect(part.runs.map(\.string).joined() == part.string)
      let copy = part + part
      #expect(copy.string == part.string + part.string)
      #expect(copy[0..<part.count] == part)
    }
  }
}
