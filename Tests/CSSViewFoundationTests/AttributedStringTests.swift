import CSSView
import CSSViewFoundation
import Foundation
import TestSupport
import Testing

@Suite("Attributed strings of Foundation")
struct AttributedStringTests {
  private static let theme: Theme = [
    ".bold": ["font-weight": 700], ".red": ["color": "red", "text-shadow": "1px 1px blue"],
    ".box": ["display": "inline-block", "width": "6ch"], ".up": ["text-transform": "uppercase"],
    ".big": ["font-size": "30px"], ".none": ["display": "none"],
  ]

  @Test("A round trip keeps every run of 10,000 random texts")
  func roundTrip() {
    var generator = SeededGenerator(seed: 1)
    let renderer = Self.theme.renderer(for: Terminal())
    func markup(_ depth: Int) -> String {
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        let word = ["a", "é", "漢字", " ", "\n", "👩‍👩‍👧", "e\u{301}", "x y"].randomElement(
          using: &generator)
        guard depth < 3, Bool.random(using: &generator) else { return word ?? "" }
        let tags = [
          "span class=bold", "span class=red", "span class=box", "span class=up",
          "span class='big red'", "span class=none", "b", "i lang=tr", "sup",
          "a href='https://a.b/?q=%20#x'", "a href=mailto:x@y", "span id=a data-x='1'",
          "span style='color: #\(Int.random(in: 100...999, using: &generator))'",
        ]
        let tag = tags.randomElement(using: &generator) ?? "b"
        return "<\(tag)>\(markup(depth + 1))</\(tag.prefix { $0 != " " })>"
      }.joined()
    }
    for _ in 0..<10_000 {
      let text = renderer.styled(Markup(trusted: markup(0)))
      let back = StyledString(AttributedString(text))
      // A text without runs may still have a box, which no attribute can stand for.
      let isSame =
        text.isEmpty
        ? back.isEmpty : back == text && back.runs.map(\.range) == text.runs.map(\.range)
      #expect(
        isSame,
        "\(text.text.debugDescription) \(text.runs.map { ($0.text, $0.range) }) \(back.runs.map { ($0.text, $0.range) })"
      )
      guard isSame else { return }
    }
  }

  @Test("Runs have their classes, element, look and link as attributes")
  func attributes() {
    let renderer = Self.theme.renderer(for: .plain)
    let text = AttributedString(
      renderer.styled("Hi <span class='bold red'>Bob</span> <a href='https://a.b/'>x</a>"))
    #expect(String(text.characters) == "Hi Bob x")
    #expect(text.runs.map { $0.cssview.classes ?? [] } == [[], ["bold", "red"], [], []])
    #expect(text.runs.map { $0.cssview.element ?? "" } == ["text", "span", "text", "a"])
    #expect(text.runs.map { $0.cssview.style?.weight } == [400, 700, 400, 400])
    #expect(text.runs.map { $0.link?.absoluteString } == [nil, nil, nil, "https://a.b/"])
  }

  @Test("What was changed in between counts: looks, links, letters, order")
  func changes() throws {
    let renderer = Self.theme.renderer(for: .plain)
    var text = AttributedString(renderer.styled("Hi <span class=bold>Bob</span>!"))
    let name = try #require(text.range(of: "Bob"))
    // Foundation gives an empty container to what is changed in place.
    var style = try #require(text[name].cssview.style)
    style.isItalic = true
    text[name].cssview.style = style
    text[name].link = URL(string: "https://a.b/")
    var styled = StyledString(text)
    #expect(styled.text == "Hi Bob!")
    #expect(styled.runs.map(\.style.isItalic) == [false, true, false])
    #expect(styled.runs.map(\.style.weight) == [400, 700, 400])
    #expect(styled.runs.map(\.link) == [nil, "https://a.b/", nil])

    text.characters.replaceSubrange(name, with: "Ann")
    #expect(StyledString(text).text == "Hi Ann!")
    var tail = AttributedString(" plain")
    tail.link = URL(string: "https://c.d/")
    styled = StyledString(tail + text)
    #expect(styled.text == " plainHi Ann!")
    #expect(styled.runs.first?.link == "https://c.d/")
  }

  @Test("A link that must not be one is none, and text of anywhere is safe")
  func hostile() {
    var text = AttributedString("a\u{1B}[31mb")
    text.link = URL(string: "javascript:alert(1)")
    let styled = StyledString(text)
    #expect(styled.text == "a␛[31mb")
    #expect(styled.runs.allSatisfy { $0.link == nil })
    #expect(StyledString(AttributedString("")).isEmpty)
  }
}
