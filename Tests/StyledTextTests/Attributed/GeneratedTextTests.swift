import Styling
import Testing

@testable import StyledText

@Suite("Text that a sheet puts in and text that it hides")
struct GeneratedTextTests {
  private let css = """
    .e::before { content: "✗ " } .e::after { content: "[" attr(data-n) "]" }
    .gone { display: none } .gone::before { content: "never" } .esc::before { content: "\\1b[31m" }
    """

  @Test(
    "A run of its own stands in the element",
    arguments: [
      ("a<span class=e data-n=1>b</span>c", "a|span.e(✗ )|span.e(b)|span.e([1])|c"),
      ("<span class=e data-n='1'/>", "span.e(✗ )|span.e([1])"),
      ("<b class=e>x", "b.e(✗ )|b.e(x)|b.e([])"),
      ("<b class=e>x<i id=y>y</b>", "b.e(✗ )|b.e(x)|i(y)|b.e([])"),
      ("<span class=e data-n='&lt;b>'></span>", "span.e(✗ )|span.e([<b>])"),
      ("<span class=esc>x</span>", "span.esc(␛[31m)|span.esc(x)"),
      ("a<span class=gone>b<span class=e>c</span>&amp;<br></span>d", "ad"),
    ])
  func runs(markup: String, expected: String) {
    #expect(listing(Built(markup, css: css).text) == expected)
  }

  @Test("It says where it was put, and that the sheet did it")
  func places() {
    let runs = Built("a<span class=e data-n=1>b</span>c", css: css).text.runs
    #expect(runs.map(\.generated) == [nil, .before, nil, .after, nil])
    #expect(runs.map(\.sourceRange) == [0..<1, 24..<24, 24..<25, 25..<25, 32..<33])
    #expect(runs.map { $0.classes.first } == [nil, "e", "e", "e", nil])
  }

  @Test("What is hidden is kept beside the text, with its place")
  func hidden() {
    let text = Built("a<span class=gone>b&amp;<i>c</i></span>d\u{1b}", css: css).text
    #expect(text.string == "ad␛")
    #expect(text.hidden.map { String(decoding: $0.bytes, as: UTF8.self) } == ["b&", "c"])
    #expect(text.hidden.map(\.source) == [18..<24, 27..<28])
  }

  @Test("The object's own text is around everything")
  func host() {
    let css = "text::before { content: '> ' } text::after { content: '.' }"
    #expect(listing(Built("a<b>b</b>", css: css).text) == "> |a|b(b)|.")
  }

  @Test("What the sheet and placeholders put into one text ends at 16 MiB, and that is told")
  func mostInserted() {
    let content = String(repeating: "x", count: 4096)
    let built = Built(
      String(repeating: "<b>y</b>", count: 4099), css: "b::before { content: '\(content)' }")
    #expect(built.text.bytes.count == 4099 + MarkupLimits.mostFilled)
    #expect(built.codes.contains("input-too-large"))
  }
}
