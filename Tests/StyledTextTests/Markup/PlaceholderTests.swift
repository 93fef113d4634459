import Testing

@testable import StyledText

@Suite("Placeholders and interpolation")
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

  private func built(_ markup: Markup) -> String {
    var builder = AttributedTextBuilder(styles: resolver())
    builder.append(markup: markup)
    return listing(builder.finish().text)
  }

  @Test("an interpolated value is text wherever it stands")
  func interpolation() {
    let evil = "</b>\" onclick='x' <i>&lt;{0}"
    #expect(built("Hi <b>\(evil)</b>!") == "Hi |b(\(evil))|!")
    #expect(built("\(1) + \(2.5)") == "1 + 2.5")
    #expect(built("<b class=\"\(evil)\">x</b>").hasSuffix("(x)"))
    #expect(built("<b class=\(evil)>x</b>").hasSuffix("(x)"))
    #expect(built("<\(evil)") == "<\(evil)")
    #expect(built("&\("lt;")") == "&lt;")
    #expect(built("{name} {{ \("x")") == "{name} {{ x")
    #expect(built("{{ {name}") == "{{ {name}")
    #expect(built("\("{0}")\("{1}")") == "{0}{1}")
  }

  @Test("a value may have an element, classes, a style and a link")
  func elements() {
    #expect(built("Hi \("Bob", class: "bold link")!") == "Hi |span.bold.link(Bob)|!")
    #expect(built("\("x", element: .code)") == "code(x)")
    #expect(built("\("x", class: "a\"b")") == "span.a\"b(x)")
    #expect(built("\("x", link: "http://e.x/\"", class: "c")") == "a.c->http://e.x/\"(x)")
    #expect(built("\("x", link: "javascript:y")") == "a(x)")
    #expect(built("\("x", style: "text-transform: uppercase")") == "span(X)")
  }

  @Test("markup may be put into markup")
  func nested() {
    let inner: Markup = "<i>\("<u>")</i>"
    #expect(built("a\("<b>")\(markup: inner)\("c")") == "a<b>|i(<u>)|c")
    #expect(built(inner + " " + Markup("<b>x</b>")) == "i(<u>)| |b(x)")
    let other: Markup = "<b class=\("p")>\("1")</b>"
    let another: Markup = "<b class=\("q")>\("2")</b>"
    #expect(built(other + another) == "b.p(1)|b.q(2)")
    var builder = AttributedTextBuilder(styles: resolver())
    builder.append(markup: other)
    builder.append(markup: another)
    #expect(listing(builder.finish().text) == "b.p(1)|b.q(2)")
  }
}
