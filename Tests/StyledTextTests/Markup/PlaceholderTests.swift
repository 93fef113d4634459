import Testing

@testable import StyledText

@Suite("Placeholders")
struct PlaceholderTests {
  static let cases: [(String, String)] = [
    ("Hi {name}", "Hi <b>Bob</b>"),
    ("{name}{name}", "<b>Bob</b><b>Bob</b>"),
    ("<i>{name}</i>", "i(<b>Bob</b>)"),
    ("{other}", "{other}"),
    ("{name", "{name"),
    ("{ name}", "{ name}"),
    ("{}", "{}"),
    ("}", "}"),
    ("{{name}}", "{name}}"),
    ("{{{name}", "{<b>Bob</b>"),
    ("{{{{", "{{"),
    ("{{", "{"),
    ("{", "{"),
    ("{long {name}", "{long <b>Bob</b>"),
    ("{empty}x", "x"),
    ("{esc}", "␛[2J"),
    ("{amp}", "&amp;"),
    ("<span class={cls}>x</span>", "span.a.b(x)"),
    ("<span class='{cls} c {{d'>x</span>", "span.a.b.c.{d(x)"),
    ("<a href={link}>x</a>", "a->http://e.x/%C3%BC(x)"),
    ("<a href={js}>x</a>", "a(x)"),
    ("&#123;name}", "{name}"),
    ("<{name}>", "<<b>Bob</b>>"),
    ("<b {name}>x", "<b <b>Bob</b>>x"),
    ("{ä}", "ö"),
  ]

  @Test("are replaced by their values as text", arguments: cases)
  func placeholders(markup: String, expected: String) {
    let options = MarkupOptions(placeholders: [
      "name": "<b>Bob</b>", "empty": "", "esc": "\u{1B}[2J", "amp": "&amp;", "cls": "a b",
      "link": "http://e.x/ü", "js": "javascript:x", "ä": "ö",
    ])
    #expect(listing(Built(markup, options: options).text) == expected)
  }

  @Test("are not looked for past the next brace, however long their names are")
  func braces() {
    let placeholders: Placeholders = ["abcdefgh": "x"]
    let cases: [(String, Placeholders.Match)] = [
      ("{abc{", .text), ("{abc\n", .text), ("{abc", .incomplete), ("{{", .brace),
      ("{abcdefgh}", .value([0x78], length: 10)),
    ]
    for (text, expected) in cases {
      let bytes = Array(text.utf8)
      let found = placeholders.match(at: 0, before: bytes.count, in: bytes.span, isLast: false)
      #expect(found == expected, "\(text)")
    }
  }

  @Test("in a hidden element are hidden with it")
  func hidden() {
    let options = MarkupOptions(placeholders: ["name": "Bob"])
    let text = Built("a<b>{name} b</b>{name}", css: "b { display: none }", options: options).text
    #expect(text.string == "aBob")
    #expect(text.hidden.map { String(decoding: $0.bytes, as: UTF8.self) } == ["Bob b"])
  }

  @Test("without values every brace is text", arguments: ["{name}", "{{", "{{name}}", "}", "{"])
  func noPlaceholders(markup: String) {
    #expect(Built(markup).text.string == markup)
  }

  @Test(
    "a name that would end the text it stands in is never replaced",
    arguments: ["", " ", "a b", "a<b", "a>b", "a&b", "a=b", "{", "}", "\"", "'", "\n", "\u{1B}"])
  func names(name: String) {
    #expect(!Placeholders.isName(name))
    var placeholders: Placeholders = [:]
    placeholders[name] = [0x78]
    #expect(placeholders.isEmpty && placeholders[name] == nil)
  }
}
