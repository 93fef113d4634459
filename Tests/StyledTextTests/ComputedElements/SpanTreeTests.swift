import Diagnostics
import Styling
import Testing

@testable import StyledText

@Suite("Markup to runs")
struct SpanTreeTests {
  static let cases: [(String, String, [String])] = [
    ("", "", []),
    ("Hi", "Hi", []),
    ("Hi <span class=bold>Bob</span>", "Hi |span.bold(Bob)", []),
    ("Hi <span class=\"bold link\">Bob</span>!", "Hi |span.bold.link(Bob)|!", []),
    ("<b>a</b><b>b</b>", "b(a)|b(b)", []),
    ("<b>a<!-- x -->b</b>", "b(ab)", []),
    ("a&amp;b", "a&b", []),
    ("a<b></b>c", "ac", []),
    ("a<span class=x/>c", "a|span.x/(c)", ["unclosed-element"]),
    ("a<span class='x'/>c", "ac", []),
    ("<b><i>x</i></b>", "i(x)", []),
    ("<b>a<i>b</i>c</b>", "b(a)|i(b)|b(c)", []),
    ("a<br>b", "a|br(\n)|b", []),
    ("a<br/>b", "a|br(\n)|b", []),
    ("<b>a<br>b</b>", "b(a)|br(\n)|b(b)", []),
    ("a</br>b", "ab", ["stray-end-tag"]),
    ("a\nb", "a\nb", []),
    ("a\r\nb", "a\nb", []),
    ("<b>a\r</b>\nb", "b(a␍)|\nb", ["untrusted-control"]),
    ("\u{FEFF}a", "a", []),
    ("\u{FEFF}\u{FEFF}a", "a", ["untrusted-control"]),
    // Errors in the tree.
    ("<b>x", "<b>x", ["unclosed-element"]),
    ("<b>x<i>y", "<b>x<i>y", ["unclosed-element", "unclosed-element"]),
    ("<b class=x>y", "b.x(y)", ["unclosed-element"]),
    ("<b class=x>y<span>z", "b.x(y)|span(z)", ["unclosed-element", "unclosed-element"]),
    ("x</b>y", "xy", ["stray-end-tag"]),
    ("</span></span>", "", ["stray-end-tag", "stray-end-tag"]),
    ("<b><i>x</b>y</i>z", "i(x)|yz", ["crossed-element", "stray-end-tag"]),
    ("<b>1<i>2<u>3</b>4", "b(1<i>2<u>3)|4", ["unclosed-element", "unclosed-element"]),
    (
      "<b>1<i>2<u>3</b>4</u></i>", "b(1)|i(2)|u(3)|4",
      ["crossed-element", "crossed-element", "stray-end-tag", "stray-end-tag"]
    ),
    ("<b>1<b>2</b>3</b>4", "b(1)|b(2)|b(3)|4", []),
    ("<span>1<b>2</span>3</b>", "span(1)|b(2)|3", ["crossed-element", "stray-end-tag"]),
    // What does not parse.
    ("5 < 6", "5 < 6", ["unescaped-less-than"]),
    ("a & b", "a & b", ["unescaped-ampersand"]),
    ("List<String>", "List<String>", ["unescaped-less-than"]),
    ("<unknown>x</unknown>", "<unknown>x</unknown>", ["unknown-element", "unknown-element"]),
    ("<b><unknown>x</b>", "b(<unknown>x)", ["unknown-element"]),
    ("<unknown a='&lt;'>", "<unknown a='<'>", ["unknown-element"]),
    ("<span class=\"x", "<span class=\"x", ["unclosed-tag"]),
    (
      "if (a<b && c>d)", "if (a<b && c>d)",
      ["malformed-tag", "unescaped-ampersand", "unescaped-ampersand"]
    ),
    ("<!-- x", "<!-- x", ["unclosed-comment"]),
    ("&copy 2026", "&copy 2026", ["reference-without-semicolon"]),
    ("a <b c>d</b>", "a <b c>d</b>", ["malformed-tag"]),
    ("<b>a <b c>d</b> e</b></b>", "b(a <b c>d)| e</b>", ["malformed-tag", "stray-end-tag"]),
    ("&nosuch;", "&nosuch;", ["unknown-reference"]),
    ("&#0;", "\u{FFFD}", ["invalid-reference"]),
    // Attributes.
    ("<span CLASS='A b\tc\n d'>x</span>", "span.A.b.c.d(x)", []),
    ("<span class='a&amp;b'>x</span>", "span.a&b(x)", []),
    ("<span class='a&#32;b'>x</span>", "span.a.b(x)", []),
    ("<span class=a class=b>x</span>", "span.a(x)", ["duplicate-attribute"]),
    ("<span class=a CLASS=b>x</span>", "span.a(x)", ["duplicate-attribute"]),
    ("<span class>x</span>", "span(x)", []),
    ("<span class=''>x</span>", "span(x)", []),
    ("<span title=x>x</span>", "span(x)", ["unknown-attribute"]),
    ("<span href=x>x</span>", "span(x)", ["unknown-attribute"]),
    ("<span id=x data-y=z>x</span>", "span(x)", []),
    ("<span class='a'id='b'>x</span>", "span.a(x)", ["missing-space"]),
    ("<span class='\u{1B}[2J'>x</span>", "span.␛[2J(x)", ["untrusted-control"]),
    ("<span class='&#27;'>x</span>", "span.␛(x)", ["untrusted-control"]),
    ("<span class='a\u{202E}b'>x</span>", "span.a<U+202E>b(x)", ["untrusted-control"]),
    ("<span lang=de>x<b>y</b></span>", "span@de(x)|b@de(y)", []),
    ("<span lang=de>x<b lang=fr>y</b>z</span>", "span@de(x)|b@fr(y)|span@de(z)", []),
    ("<a href=http://e.x>x</a>y", "a->http://e.x(x)|y", []),
    ("<a href='x'>x<b>y</b></a>", "a->x(x)|b->x(y)", []),
    ("<a href='x'>1<a href='y'>2</a>3</a>", "a->x(1)|a->y(2)|a->x(3)", []),
    ("<a>x</a>", "a(x)", []),
    ("<a href=''>x</a>", "a(x)", []),
    ("<a href='http://e.x/?a=1&amp;b=2'>x</a>", "a->http://e.x/?a=1&b=2(x)", []),
    ("<a href='http://e.x/?a=1&copy=2'>x</a>", "a->http://e.x/?a=1&copy=2(x)", []),
    ("<a href='javascript:alert(1)'>x</a>", "a(x)", ["link-scheme"]),
    ("<a href='java&#10;script:alert(1)'>x</a>", "a(x)", ["link-scheme"]),
    ("<a href='java&Tab;script&colon;alert(1)'>x</a>", "a(x)", ["link-scheme"]),
    ("<a href='http://e.x/\u{1B}]8;;'>x</a>", "a->http://e.x/%1B]8;;(x)", []),
    ("<a href='http://e.x/ä b'>x</a>", "a->http://e.x/%C3%A4%20b(x)", []),
    // Untrusted text, across references and tags.
    ("&#27;[2J", "␛[2J", ["untrusted-control"]),
    ("&#x9b;", "›", []),
    ("&#x1F;&#127;", "␟␡", ["untrusted-control", "untrusted-control"]),
    ("&#13;&#10;", "␍\n", ["untrusted-control"]),
    ("a&#8238;b", "a<U+202E>b", ["untrusted-control"]),
    ("a&#xFEFF;b", "ab", ["untrusted-control"]),
    ("&#xFDD0;", "\u{FFFD}", ["untrusted-control"]),
    ("&#x2028;", "\n", []),
    (
      "&#x1F3F4;&#xE0067;&#xE0062;&#xE0065;&#xE006E;&#xE0067;&#xE007F;",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", []
    ),
    ("❤&#xFE0F;&#xFE0F;", "❤\u{FE0F}", ["untrusted-control"]),
    // A style does not begin in the middle of a character.
    ("e<b>\u{301}</b>x", "e\u{301}x", []),
    ("e<b>\u{301}x</b>", "e\u{301}|b(x)", []),
    ("<i>👩</i><b>\u{200D}👩y</b>", "i(👩\u{200D}👩)|b(y)", []),
    ("<i>🇫</i><b>🇷</b>z", "i(🇫🇷)|z", []),
    ("<i>ä</i><b>ö</b>", "i(ä)|b(ö)", []),
    // Every element.
    (
      MarkupElement.ofMarkup.filter { $0 != .br }.map {
        "<\($0.name)>x</\($0.name)>"
      }.joined(),
      MarkupElement.ofMarkup.filter { $0 != .br }.map {
        "\($0.name)(\($0 == .sub ? "ₓ" : $0 == .sup ? "ˣ" : "x"))"
      }.joined(separator: "|"),
      []
    ),
  ]

  @Test("gives text, spans and findings", arguments: cases)
  func runs(markup: String, expected: String, codes: [String]) {
    let built = Built(markup)
    #expect(listing(built.text) == expected)
    #expect(built.codes == codes)
  }

  @Test("runs partition the text", arguments: cases.map(\.0))
  func partition(markup: String) {
    let text = Built(markup).text
    var end = 0
    for run in text.runs {
      #expect(run.range.lowerBound == end)
      #expect(!run.range.isEmpty)
      end = run.range.upperBound
    }
    #expect(end == text.count)
    for (one, next) in zip(text.runs, text.runs.dropFirst()) {
      #expect(one.spanIndex != next.spanIndex)
    }
  }

  static let sources: [(String, [String])] = [
    ("Hi <b>Bob</b>", ["Hi ", "Bob"]),
    ("a&lt;b<!--x-->c", ["a&lt;b<!--x-->c"]),
    ("<b>&amp;</b>&copy;", ["&amp;", "&copy;"]),
    ("a<br>b", ["a", "<br>", "b"]),
    ("5 < 6", ["5 < 6"]),
    ("<b id=x>ab", ["ab"]),
    ("a</i>b", ["a</i>b"]),
    ("{{<b>{n}</b>", ["{{", "{n}"]),
  ]

  @Test("runs know the bytes they came from", arguments: sources)
  func sourceRanges(markup: String, expected: [String]) {
    let built = Built(markup, options: MarkupOptions(placeholders: ["n": "value"]))
    let bytes = Array(markup.utf8)
    #expect(
      built.text.runs.map { String(decoding: bytes[$0.sourceRange], as: UTF8.self) } == expected)
  }

  @Test("spans know their tags and what is around them")
  func spans() {
    let markup = "<b id=1>x<i class=y>z</i></b>"
    let text = Built(markup).text
    #expect(text.spans.count == 3)
    #expect(text.spans.map(\.parent) == [nil, 0, 1])
    let bytes = Array(markup.utf8)
    #expect(
      text.spans.dropFirst().map { String(decoding: bytes[$0.source], as: UTF8.self) }
        == ["<b id=1>", "<i class=y>"])
    #expect(text.runs[0].attributes == [StartTag.Attribute(name: "id", value: "1")])
    #expect(text.runs[1].attributes.isEmpty)
  }

  static let styles: [(String, String, [Double])] = [
    ("a<b>b</b>", "", [400, 700]),
    ("<b>a<b>b</b></b>", "", [700, 900]),
    ("<span class=x>a</span>", ".x { font-weight: 300 }", [300]),
    ("<span style='font-weight: 200'>a</span>", "", [200]),
    ("<span style='font-weight:&#32;200'>a</span>", "", [200]),
    ("<span>a</span><span>b</span>", "span:nth-child(2) { font-weight: 800 }", [400, 800]),
    ("<i>a<b>b</b></i><i>c</i>", "i:last-child { font-weight: 100 }", [400, 700, 100]),
    ("<i>a</i><br/><i>c</i>", "i:nth-child(3) { font-weight: 100 }", [400, 400, 100]),
    ("<i>a</i><i>b</i><i>c</i>", "i:nth-last-child(2) { font-weight: 100 }", [400, 100, 400]),
    ("<u><i>a</i></u><i>c</i>", "u i { font-weight: 100 }", [100, 400]),
  ]

  @Test("styles come from the sheet, the tag and the place among siblings", arguments: styles)
  func weights(markup: String, css: String, expected: [Double]) {
    #expect(Built(markup, css: css).text.runs.map(\.style.fontWeight) == expected)
  }

  @Test("the same tag in the same place is resolved once")
  func sharing() {
    let text = Built(String(repeating: "<b class=x>a</b>b", count: 50)).text
    #expect(text.runs.count == 100)
    let contents = Set(text.spans.dropFirst().map { ObjectIdentifier($0.content) })
    #expect(contents.count == 1)
  }

  @Test("the same tag around other languages and links is not the same")
  func contexts() {
    let text = Built("<i lang=de><b>x</b></i><i lang=fr><b>x</b></i><a href=y><b>x</b></a>").text
    #expect(listing(text) == "b@de(x)|b@fr(x)|b->y(x)")
  }

  @Test("markups of one builder know each other's tags")
  func knownTags() {
    var builder = TreeBuilder(styles: resolver())
    for markup in ["<b class=x>a</b>", "y <b class=x>b</b>"] { builder.append(markup: markup) }
    let (text, diagnostics) = builder.finish()
    #expect(text.spans[1].content === text.spans[2].content)
    // What is wrong with a tag is said once.
    #expect(diagnostics.map(\.code) == [.unknownClass])
  }

  @Test("past 10,000 open elements the text is kept, with one kind of error")
  func deepNesting() {
    let depth = MarkupLimits.deepestNesting
    for excess in [0, 1, 500] {
      let count = depth + excess
      let markup =
        String(repeating: "<b>", count: count) + "x" + String(repeating: "</b>", count: count) + "y"
      let built = Built(markup)
      #expect(built.text.string == "xy")
      #expect(built.text.runs.last?.tag == nil)
      #expect(built.codes.allSatisfy { ["nesting-too-deep", "more-findings"].contains($0) })
      #expect(built.codes.isEmpty == (excess == 0))
      if excess == 1 {
        #expect(built.diagnostics.first?.severity == .error)
        #expect(built.diagnostics.first?.location?.column == depth * 3 + 1)
      }
    }
  }

  @Test("many findings of one kind are counted")
  func manyFindings() {
    let built = Built(String(repeating: "<", count: 5000))
    #expect(built.text.count == 5000)
    #expect(built.diagnostics.count == 101)
    #expect(built.diagnostics.last?.message == "4900 more findings of unescaped-less-than")
  }

  static let placed: [(String, String, Int, Int, String?)] = [
    ("ab\n5 < 6", "unescaped-less-than", 2, 3, "&lt;"),
    ("x <stron>", "unknown-element", 1, 3, "strong"),
    ("x </spam>", "unknown-element", 1, 3, "span"),
    ("<zzzzzzzz>", "unknown-element", 1, 1, nil),
    ("ä & b", "unescaped-ampersand", 1, 3, "&amp;"),
    ("&copy x", "reference-without-semicolon", 1, 1, "&copy;"),
    ("&hellipp;", "unknown-reference", 1, 1, "&hellip;"),
    ("<b x &>", "malformed-tag", 1, 1, "&lt;"),
    ("<b clas=x>y</b>", "unknown-attribute", 1, 4, "class"),
    ("<b class=x class=y>z</b>", "duplicate-attribute", 1, 12, nil),
    ("a\n<i>b", "unclosed-element", 2, 1, nil),
    ("<b>a</i></b>", "stray-end-tag", 1, 5, nil),
    ("<b><u>a</b></u>", "crossed-element", 1, 4, nil),
    ("<a href=x:y>z</a>", "link-scheme", 1, 9, nil),
    ("a\u{1B}", "untrusted-control", 1, 2, nil),
    ("a&#27;", "untrusted-control", 1, 2, nil),
    ("<i lang='\u{1B}'>x</i>", "untrusted-control", 1, 10, nil),
  ]

  @Test("findings name their place and what was meant", arguments: placed)
  func places(markup: String, code: String, line: Int, column: Int, suggestion: String?) throws {
    let finding = try #require(
      Built(markup).diagnostics.first { $0.code.rawValue == code }, "no \(code)")
    #expect(finding.location?.line == line)
    #expect(finding.location?.column == column)
    #expect(finding.suggestion == suggestion)
    #expect(finding.excerpt?.caret == column - 1)
    #expect(!finding.message.hasSuffix("."))
  }

  @Test("a class that no rule names is reported at its tag")
  func unknownClass() throws {
    let built = Built("Hi <b class=blod>x</b> <b class=blod>y</b>", css: ".bold { color: red }")
    #expect(built.diagnostics.map(\.code.rawValue) == ["unknown-class"])
    #expect(built.diagnostics.first?.location?.column == 4)
    #expect(built.diagnostics.first?.suggestion == "bold")
  }

  @Test("a style that does not parse is reported at its place in the markup")
  func badStyle() {
    let built = Built("Hi <b style='color: nonsense'>x</b>")
    #expect(built.diagnostics.first?.location?.file == "<markup>")
    #expect(built.diagnostics.first?.location?.column == 21)
  }

  @Test("every problem has a code of its own or is a matter of untrusted text, and a message")
  func problems() {
    for problem in MarkupProblem.allCases {
      #expect(!problem.message(about: "x").isEmpty)
      #expect(!problem.code.rawValue.contains { $0.isUppercase || $0 == " " })
    }
    let codes = MarkupProblem.allCases.map(\.code).filter {
      $0 != MarkupProblem.untrustedControl.code
    }
    // A tag without an end has one code, whatever it lacks. A word in brackets is called as an
    // unknown element.
    // What the end of a line cuts is called as what the end of the input cuts, a target without a
    // scheme as one with another, an element that is left out as one whose content is, and the four
    // that are too much of something are one.
    #expect(Set(codes).count == codes.count - 15)
  }
}
