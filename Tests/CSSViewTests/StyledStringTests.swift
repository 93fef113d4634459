import CSSView
import TestSupport
import Testing

@Suite("Styled strings")
struct StyledStringTests {
  private static let theme: Theme = [
    ".bold": ["font-weight": "bold"], ".red": ["color": "red", "background-color": "ansi(4)"],
    ".u": ["text-decoration": "underline wavy #00f"],
  ]

  private let renderer = theme.renderer(for: Terminal())

  @Test("runs tell their text, place, element, classes, link, language and attributes")
  func runs() {
    let text = renderer.styled(
      "Hi <span class='bold red' id=n>Bob</span><a href=http://e.x lang=de>!</a>")
    #expect(text.text == "Hi Bob!" && text.count == 7 && !text.isEmpty)
    let runs = text.runs
    #expect(runs.map(\.text) == ["Hi ", "Bob", "!"])
    #expect(runs.map(\.range) == [0..<3, 3..<6, 6..<7])
    #expect(runs.map(\.element) == ["text", "span", "a"])
    #expect(runs.map(\.classes) == [[], ["bold", "red"], []])
    #expect(runs.map(\.link) == [nil, nil, "http://e.x"])
    #expect(runs.map(\.language) == [nil, nil, "de"])
    #expect(runs.map { $0.attribute("id") } == [nil, "n", nil])
    #expect(text.findings.isEmpty)
  }

  @Test("a computed style says how a run looks")
  func styles() {
    let style = renderer.styled("<b class='red u'><s>x</s></b>").runs[0].style
    #expect(style.isBold && style.weight == 700 && !style.isItalic)
    #expect(style.color == .rgb(red: 255, green: 0, blue: 0))
    #expect(style.isStruckThrough && !style.hasOverline && !style.blinks)
    let underlined = renderer.styled("<b class='red u'>x</b>").runs[0].style
    #expect(underlined.backgroundColor == .palette(4))
    #expect(underlined.underline == .wavy)
    #expect(underlined.lineColor == .rgb(red: 0, green: 0, blue: 255))
    #expect(RunStyle().color == .standard && RunStyle().fontSize == 15)
  }

  @Test("currentcolor is the color of the text, for lines too that no sheet gives a color")
  func currentColor() throws {
    let theme = Theme("b { background-color: currentcolor; text-decoration: underline }")
    for (host, color) in [("", StyleColor.standard), ("ansi(5)", .palette(5))] {
      let object = StyledObject(style: host.isEmpty ? "" : "color: \(host)")
      let text = theme.renderer(for: Terminal(), as: object).styled("<b>x</b>")
      let style = try #require(text.runs.first?.style)
      #expect(style.color == color && style.backgroundColor == color && style.lineColor == color)
    }
  }

  @Test("what is set in a style stays in its range")
  func ranges() {
    var style = RunStyle()
    style.weight = 5000
    style.fontSize = .nan
    #expect(style.weight == 1000 && style.fontSize == 0)
    style.underline = .dotted
    #expect(style.underline == .dotted)
    style.underline = nil
    #expect(style.underline == nil)
    style.lineColor = .palette(3)
    #expect(style.lineColor == .palette(3))
  }

  @Test("a range is restyled, and nothing else")
  func restyle() {
    var text = renderer.styled("one <b>two</b> three")
    text.restyle(2..<6) { $0.isItalic = true }
    #expect(text.runs.map(\.text) == ["on", "e ", "tw", "o", " three"])
    #expect(text.runs.map(\.style.isItalic) == [false, true, true, false, false])
    #expect(text.runs.map(\.style.isBold) == [false, false, true, true, false])
    text.restyle(-5..<100) { $0.color = .palette(1) }
    #expect(text.runs.allSatisfy { $0.style.color == .palette(1) })
    text.restyle(3..<3) { $0.color = .standard }
    #expect(text.runs.allSatisfy { $0.style.color == .palette(1) })
  }

  @Test("a restyled background is what is painted")
  func restyledBackground() {
    var text = StyledString("ab")
    text.restyle(0..<1) { $0.backgroundColor = .palette(2) }
    #expect(renderer.render(text) == "\u{1B}[42ma\u{1B}[0mb")
  }

  @Test("parts joined again are the text that they were cut from", arguments: 0..<20)
  func slices(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = renderer.styled("Aé<b class=red>漢<i>b</i></b>\n<u>cd</u> e🇩🇪f <s>g</s>")
    var parts: [StyledString] = []
    var start = 0
    while start < text.count {
      let end = min(text.count, start + Int.random(in: 1...6, using: &random))
      parts.append(text[start..<end])
      start = end
    }
    let joined = parts.reduce(StyledString(), +)
    #expect(joined.text == text.text, "seed \(seed)")
    #expect(renderer.render(joined) == renderer.render(text), "seed \(seed)")
    #expect(joined.runs.map(\.style) == text.runs.map(\.style), "seed \(seed)")
  }

  @Test("a text that is taken apart and put together very often stays small")
  func growth() {
    var text = renderer.styled("<b>a</b><i>b</i><u>c</u>")
    let other = renderer.styled("<s>x</s>")
    for _ in 0..<200 {
      text = text[0..<1] + other + text[1..<3]
      text.restyle(0..<2) { $0.isItalic.toggle() }
    }
    #expect(text.text == "axxx" && text.runs.count <= 4)
  }

  @Test("texts of different markups are joined with their styles and findings")
  func joins() {
    let left = renderer.styled("<b>a</b> </i>")
    let both = left + renderer.styled("<i>b</i> 5 < 6")
    #expect(both.text == "a b 5 < 6")
    #expect(both.runs.map(\.style.isBold) == [true, false, false, false])
    #expect(both.runs.map(\.style.isItalic) == [false, false, true, false])
    #expect(both.findings.map(\.code) == ["stray-end-tag", "unescaped-less-than"])
    #expect(left + StyledString() == left && StyledString() + left == left)
  }

  @Test("lines, occurrences and replacements keep the styles")
  func editing() {
    var text = renderer.styled("<b>one</b>\n<i>two</i>")
    #expect(text.lines.map(\.text) == ["one", "two"])
    #expect(text.lines.map { $0.runs[0].style.isBold } == [true, false])
    #expect(text.ranges(of: "o") == [0..<1, 6..<7])
    text.replace(0..<3, with: "<1>")
    #expect(text.text == "<1>\ntwo" && text.runs[0].style.isBold)
  }

  @Test(
    "a range is cut to the text and to whole characters where it is replaced",
    arguments: [
      (1..<1, "xéa"), (1..<2, "xa"), (0..<1, "xéa"), (-5..<2, "xa"), (-5..<(-2), "xéa"),
      (2..<100, "éx"), (50..<60, "éax"), (Int.min..<Int.max, "x"),
    ])
  func replacedRanges(range: Range<Int>, expected: String) {
    var text = renderer.styled("é<b>a</b>")
    text.replace(range, with: "x")
    #expect(text.text == expected)
  }

  @Test("a column stays one column where a part of it is replaced, restyled, cut out or joined")
  func columns() {
    let theme = Theme(
      """
      .c { display: inline-block; width: 6ch } .d { display: inline-block; padding-left: 2ch }
      """)
    let plain = theme.renderer(for: .plain)
    let text = plain.styled("<span class=c>abcd</span>|\n<span class=c>x<b class=d>y</b></span>|")
    let whole = "abcd  |\nx  y  |"
    #expect(plain.render(text) == whole)
    var changed = text
    changed.replace(1..<3, with: "-")
    #expect(plain.render(changed) == "a-d   |\nx  y  |")
    for (range, part, expected) in [
      (0..<4, "new", "new   |\nx  y  |"), (0..<0, "+", "+abcd |\nx  y  |"),
      (4..<4, "!", "abcd  !|\nx  y  |"), (7..<8, "z", "abcd  |\nx  z  |"),
    ] {
      changed = text
      changed.replace(range, with: part)
      #expect(plain.render(changed) == expected)
    }
    changed = text
    changed.replace(7..<7, with: "+")
    #expect(plain.render(changed) == "abcd  |\nx  +y |")
    changed = text
    changed.restyle(0..<3) { $0.isItalic = true }
    #expect(plain.render(changed) == whole)
    #expect(text.lines.map { plain.render($0) } == ["abcd  |", "x  y  |"])
    #expect(plain.render(text[1..<3] + StyledString("|")) == "bc    |")
    #expect(plain.render(text[0..<4] + text[4..<9]) == whole)
    #expect(plain.render(plain.styled("<i>z</i>") + text) == "z" + whole)
    #expect(text[0..<4] != plain.styled("abcd") && text[0..<9] == text)
  }

  @Test("plain text is no markup, and fit for any terminal")
  func asciiText() {
    let text = StyledString("<b>\u{1B}[2J\u{202E}")
    #expect(text.text == "<b>␛[2J<U+202E>")
    #expect(text.runs.count == 1 && text.runs[0].style == RunStyle())
  }
}
