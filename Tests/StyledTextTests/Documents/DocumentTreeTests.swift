import CSSSyntax
import Diagnostics
import Styling
import TestSupport
import Testing

@testable import StyledText

@Suite("HTML to elements")
struct DocumentTreeTests {
  static let cases: [(String, String, [String])] = [
    ("", "", []),
    ("a", "a", []),
    ("<p>a</p><p>b</p>", "p(a)p(b)", []),
    ("<div><p>a</p></div>", "div(p(a))", []),
    ("<span class=x/>a", "span(a)", ["unclosed-element"]),
    ("<my-note>a</my-note>", "my-note(a)", []),
    ("<x><y>a</y>b</x>", "x(y(a)b)", []),
    // White space.
    ("a\nb", "a b", []),
    ("a\r\nb\rc\u{C}d", "a b c d", []),
    ("a&#10;b", "a b", []),
    ("<pre>a\nb\r\nc</pre>", "pre(a\nb\nc)", []),
    ("<pre>\na</pre><pre>\r\nb</pre><pre>\n\nc</pre>", "pre(a)pre(b)pre(\nc)", []),
    ("<pre><b>\na</b></pre>", "pre(b(\na))", []),
    ("<pre>a&#10;b</pre>", "pre(a\nb)", []),
    ("a<br>b<br/>c</br>d", "abr(\n)bbr(\n)cbr(\n)d", []),
    ("a<wbr>b", "awbr(\u{200B})b", []),
    // Ends that need no tag.
    ("<p>a<p>b", "p(a)p(b)", []),
    ("<p>a<div>b</div>c", "p(a)div(b)c", []),
    ("<p>a<h1>b</h1><p>c<hr><p>d<ul><li>e</ul>", "p(a)h1(b)p(c)p(d)ul(li(e))", []),
    ("<p><i>a</i><p>b", "p(i(a))p(b)", []),
    ("<ul><li>a<li>b</ul>", "ul(li(a)li(b))", []),
    ("<ul><li>a<ul><li>b</ul>c<li>d</ul>", "ul(li(aul(li(b))c)li(d))", []),
    ("<ul><li><p>a<li><div>b</div></ul>", "ul(li(p(a))li(div(b)))", []),
    ("<dl><dt>a<dd>b<dt>c<dd><p>d</dl>", "dl(dt(a)dd(b)dt(c)dd(p(d)))", []),
    ("<option>a<option>b", "option(a)option(b)", []),
    ("<h1>a<h2>b</h2>c", "h1(a)h2(b)c", ["crossed-element"]),
    ("<h1>a</h2>b", "h1(a)b", []),
    ("<a href=x>a<a href=y>b</a>", "a(a)a(b)", ["crossed-element"]),
    ("<p>a</div>b</p>", "p(ab)", ["stray-end-tag"]),
    ("a</p>b", "ab", ["stray-end-tag"]),
    ("<ul><li>a</ul></li>", "ul(li(a))", ["stray-end-tag"]),
    ("<li>a<ul></li>b</ul>", "li(aul(b))", ["stray-end-tag"]),
    ("<html><body>a</body></html>b", "html(body(ab))", []),
    ("<body class=a><body class=b>a", "body(a)", []),
    // Ends that come too early.
    ("<b>a<p>b</b>c", "b(ap(b))c", []),
    ("<b>a<i>b</b>c", "b(ai(b))c", ["crossed-element"]),
    ("<p>a<b>b<p>c", "p(ab(b))p(c)", ["crossed-element"]),
    ("<x>a<y>b</x>c</y>", "x(ay(b))c", ["crossed-element", "stray-end-tag"]),
    ("<div>a</b>b</div>", "div(ab)", ["stray-end-tag"]),
    ("<b>a", "b(a)", ["unclosed-element"]),
    // Tables.
    (
      "<table><tr><td>a<td>b<tr><td>c</table>d",
      "table(tr(td(a)td(b))tr(td(c)))d", []
    ),
    (
      "<table><caption>a<thead><tr><th>b<tbody><tr><td>c<tfoot><tr><td>d</table>",
      "table(caption(a)thead(tr(th(b)))tbody(tr(td(c)))tfoot(tr(td(d))))", []
    ),
    (
      "<table><colgroup><col><col><tr><td>a</table>", "table(tr(td(a)))", []
    ),
    (
      "<table><tr><td><table><tr><td>a</table>b<td>c</table>",
      "table(tr(td(table(tr(td(a)))b)td(c)))", []
    ),
    ("<b>a<table><tr><td>b</b>c</table>d</b>e", "b(atable(tr(td(bc)))d)e", ["stray-end-tag"]),
    ("<p>a<table><tr><td></p>b</table>", "p(a)table(tr(td(b)))", ["stray-end-tag"]),
    ("<table><tr><td>a</tr>b</table>", "table(tr(td(a))b)", []),
    ("<table>a<table>b</table>", "table(a)table(b)", ["crossed-element"]),
    ("<td>a<td>b", "td(a)td(b)", []),
    // Without content of their own.
    ("<img alt=a>", "img(a)", []),
    ("<img alt='a\nb'>", "img(a b)", []),
    ("a<img>b<img alt>", "ab", ["left-out-element"]),
    ("<input type=checkbox>a", "input(\u{2610} )a", []),
    ("<input type=CheckBox checked>a", "input(\u{2611} )a", []),
    ("<input value=a><input type=hidden value=b>", "input(a)", []),
    ("<q>a</q>", "q(\u{201C}a\u{201D})", []),
    // Left out.
    ("a<script>if (a<b) \"<p>\"</script>b", "ab", ["left-out-element"]),
    ("a<script>x</scripts></SCRIPT >b", "ab", ["left-out-element"]),
    ("<style>a</style><style>b</style>c", "c", ["left-out-element"]),
    ("a<svg><svg/><g><svg></svg></g>b</svg>c", "ac", ["left-out-element"]),
    ("a<svg/>b", "ab", ["left-out-element"]),
    ("a<svg><![CDATA[</svg>]]></svg>b<![CDATA[c]]>d", "abd", ["left-out-element"]),
    ("a<template><script></template></script></template>b", "ab", ["left-out-element"]),
    ("a<math>b<object>c</math>d</object>e", "ade", ["left-out-element", "stray-end-tag"]),
    ("a<script>b", "a", ["left-out-element", "unclosed-element"]),
    ("<head><title>a<b></title><meta><link></head>b", "b", ["left-out-element"]),
    ("<head><title>a</title><p>b", "p(b)", ["left-out-element"]),
    ("<head> <!-- a --> b", "b", ["left-out-element"]),
    (
      "<head><script>a</script></head>b<script>c</script>", "b",
      ["left-out-element", "left-out-element"]
    ),
    ("<p hidden>a</p><dialog>b</dialog><dialog open>c</dialog>d", "dialog(c)d", []),
    // Without markup.
    ("<title>a<b>&lt;</b></title>", "title(a<b><</b>)", []),
    ("<textarea>\na<p>\nb</textarea>c", "textarea(a<p>\nb)c", []),
    ("<textarea>a</textarea", "textarea(a</textarea)", ["unclosed-element"]),
    // Text.
    ("5 < 6 & 7", "5 < 6 & 7", ["unescaped-less-than", "unescaped-ampersand"]),
    ("a<b", "a<b", ["unclosed-tag"]),
    ("<p>a&nbsp;b&#x26;c</p>", "p(a\u{A0}b&c)", []),
    ("a\u{1B}[1mb", "a\u{241B}[1mb", ["untrusted-control"]),
    ("<x\u{1B}>a</x\u{1B}>", "x\u{241B}(a)", []),
  ]

  @Test("has these elements", arguments: cases)
  func elements(html: String, expected: String, codes: [String]) {
    let built = BuiltDocument(html)
    #expect(built.tree == expected)
    #expect(built.codes.sorted() == codes.sorted(), "\(built.messages)")
  }

  @Test("is the same wherever the input is cut", arguments: cases)
  func cuts(html: String, _: String, codes: [String]) {
    let bytes = Array(html.utf8)
    let whole = streamedDocument(bytes)
    #expect(whole.findings.count == codes.count)
    for size in [1, 2, 3, 7] {
      let parts = streamedDocument(bytes, inPartsOf: size)
      #expect(parts.text == whole.text, "in parts of \(size)")
      #expect(parts.findings == whole.findings, "in parts of \(size)")
    }
  }

  @Test("knows the last element of each parent", arguments: cases + [("", "", [])])
  func last(html: String, _: String, codes: [String]) {
    var random = SeededGenerator(seed: 7)
    // Without a case, many of them one after the other.
    let htmls = html.isEmpty ? (0..<20).map { _ in Self.cases.shuffled(using: &random) } : []
    for html in htmls.map({ $0.prefix(9).map(\.0).joined() }) + [html] {
      let text = BuiltDocument(html, css: ":last-child { background-color: red }").text
      var last: [Int?: Int] = [:]
      for (index, span) in text.spans.enumerated() where span.content.generated == nil {
        last[span.parent] = index
      }
      for (index, span) in text.spans.enumerated() where span.content.tag != nil {
        let isLast = last[span.parent] == index
        #expect((span.content.style.backgroundColor != nil) == isLast, "\(html): span \(index)")
      }
    }
  }

  static let messages: [(String, String)] = [
    ("<script></script>", "<script> and its content are left out"),
    ("<img>", "<img> has no 'alt' text and is left out; add 'alt'"),
    ("<p><b>a<p>b", "<p> comes before </b>"),
    ("<x-y><i>a</x-y>", "</x-y> comes before </i>"),
    ("</x-y>", "</x-y> has no start tag and is ignored"),
    ("<x-y>", "<x-y> is not closed; add </x-y>"),
  ]

  @Test("says what is wrong", arguments: messages)
  func message(html: String, expected: String) {
    #expect(BuiltDocument(html).messages == [expected])
  }

  // MARK: Attributes and styles

  @Test("keeps the attributes that mean something in a document, without a finding")
  func attributes() {
    let html = """
      <ol start=3 reversed type=a><li value=7 dir=rtl aria-label=x>a</ol>\
      <table><tr><td colspan=2>b</table><input checked>
      """
    let built = BuiltDocument(html)
    #expect(built.codes == [])
    let kept = built.text.spans.flatMap { span in
      span.content.tag?.attributes.map { "\($0.name)=\($0.value)" } ?? []
    }
    #expect(
      kept == [
        "start=3", "reversed=", "type=a", "value=7", "dir=rtl", "aria-label=x", "colspan=2",
        "checked=",
      ])
  }

  @Test("keeps no attribute whose name markup could not have")
  func attributeNames() {
    let built = BuiltDocument("<p @click=a data-b=c data-\"=d>e")
    #expect(built.codes == [])
    #expect(built.text.spans[1].content.tag?.attributes.map(\.name) == ["data-b"])
  }

  @Test("does not call an attribute useless that selectors may test")
  func usefulAttributes() {
    #expect(BuiltDocument("<p title=a dir=ltr>b").codes == [])
  }

  static let hints: [(String, String?)] = [
    ("<p>", nil),
    ("<p align=Center>", "text-align: center"),
    ("<p align=middle>", nil),
    ("<b align=center>", nil),
    ("<p aria-hidden=true>", nil),
    ("<p hidden>", "display: none"),
    ("<ol type=a>", "list-style-type: lower-alpha"),
    ("<li type=I>", "list-style-type: upper-roman"),
    ("<ol type=x>", nil),
    ("<dialog>", "display: none"),
    ("<dialog open>", nil),
    ("<ul>", nil),
    ("<ul><li><ol>", "margin-top: 0; margin-bottom: 0"),
    ("<ul></ul><ul><li></ul><ul>", nil),
    ("<ol><li><div><ul align=left>", "margin-top: 0; margin-bottom: 0; text-align: left"),
  ]

  @Test("has presentational hints", arguments: hints)
  func hint(html: String, expected: String?) {
    let tag = BuiltDocument(html).text.spans.last?.content.tag
    let hints = tag?.description().hints
    #expect(hints.map { String(decoding: $0.bytes[$0.range], as: UTF8.self) } == expected)
  }

  @Test("links an image to its source, outside of links")
  func imageLinks() {
    let built = BuiltDocument(
      "<img alt=a src=b.png><a href=c><img alt=d src=e></a><img alt=f src='data:g'>")
    #expect(built.text.runs.map { "\($0.string) \($0.link ?? "-")" } == ["a b.png", "d c", "f -"])
    #expect(built.codes == ["link-scheme"])
    var options = MarkupOptions()
    options.showsLinkTargets = true
    #expect(BuiltDocument("<img alt=a src=b>c", options: options).text.string == "a (b)c")
  }

  @Test("styles any element by its name and attributes")
  func selectors() {
    let css = """
      my-note { color: red } input { font-weight: 800 } custom { color: lime }
      p > x { font-weight: bold }
      """
    let built = BuiltDocument(
      "<my-note>a</my-note><p><x>b</x><x>c</x></p><y>d</y><input type=checkbox checked>", css: css)
    // Line feeds separate blocks.
    let runs = built.text.runs.filter { $0.string != "\n" }
    let styles = runs.map { "\($0.string)\($0.style.color == nil ? "" : " coloured")" }
    #expect(styles == ["a coloured", "b", "c", "d", "\u{2611} "])
    #expect(runs.map(\.style.fontWeight) == [400, 700, 700, 400, 800])
  }

  @Test("lets selectors ask for the attributes of documents")
  func selectableAttributes() {
    let built = BuiltDocument("<input type=checkbox checked>", css: "[data-x] { color: red }")
    let kept = built.text.spans.last?.content.tag?.selectable.map { "\($0.name)=\($0.value)" }
    #expect(kept == ["type=checkbox", "checked="])
  }

  @Test("reads several documents into one text")
  func documents() {
    var options = MarkupOptions()
    options.form = .html
    var builder = TreeBuilder(styles: documentResolver(), options: options)
    builder.append(markup: "<p>a<script>b</script>")
    builder.append(markup: "</p>c<script>d")
    let (text, findings) = builder.finish()
    #expect(text.string == "a\nc")
    #expect(
      findings.map(\.code.rawValue) == ["left-out-element", "stray-end-tag", "unclosed-element"])
  }

  // MARK: Properties

  static let tags = [
    "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i class=x>", "</i>", "<ul>", "</ul>", "<li>",
    "</li>", "<table>", "</table>", "<tr>", "<td>", "</td>", "<th>", "<caption>", "</caption>",
    "<thead>", "<col>", "<h1>", "</h1>", "</h2>", "<dl>", "<dt>", "<dd>", "</dl>", "<x-y>",
    "</x-y>", "<z>", "</z>", "<a href=u>", "</a>", "<br>", "</br>", "<hr/>", "<!-- hidden -->",
    "<pre>", "</pre>", "<q>", "</q>", "<option>", "<body>", "</body>", "</html>", "<head>",
    "<svg><b>hidden</svg>", "<script>hidden</b></script>", "<style><p>hidden</style>",
    "<template>hidden</template>", "<img>", "<wbr>", "<input>", "&amp;", "\n", " ", "<", "&",
    "<sup>", "</sup>", "<blockquote>", "</blockquote>",
  ]

  @Test("shows all text outside of what is left out, in order", arguments: 0..<60)
  func keepsText(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      var html = ""
      var words: [String] = []
      for index in 0..<Int.random(in: 0...80, using: &random) {
        html += Self.tags.randomElement(using: &random) ?? ""
        guard Bool.random(using: &random) else { continue }
        words.append("w\(index)")
        // A word directly behind '<' would be a tag.
        html += " w\(index) "
      }
      let shown = String(
        String.UnicodeScalarView(
          BuiltDocument(html).text.string.unicodeScalars.map { $0.value < 128 ? $0 : " " }))
      let found = shown.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      #expect(found.filter { $0.hasPrefix("w") } == words, "seed \(seed): \(html)")
      #expect(!shown.contains("hidden"), "seed \(seed): \(html)")
    }
  }

  @Test("is the same in pieces, whatever the input is", arguments: 0..<40)
  func soup(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      var html: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let pieces = Bool.random(using: &random) ? Self.tags : HTMLTokenizerTests.pieces
        html += (pieces.randomElement(using: &random) ?? "").utf8
        if Int.random(in: 0..<6, using: &random) == 0 {
          html.append(UInt8.random(in: 0...255, using: &random))
        }
      }
      let whole = streamedDocument(html)
      for size in [1, 5] {
        let parts = streamedDocument(html, inPartsOf: size)
        #expect(
          parts.text == whole.text && parts.findings == whole.findings,
          "seed \(seed), parts of \(size): \(String(decoding: html, as: UTF8.self).debugDescription)"
        )
      }
    }
  }

  @Test("asks few questions of tables, lists and elements that nest deeply")
  func deepNesting() {
    // Each of these would be quadratic if a tag were searched for among the open elements.
    for piece in ["<b>", "<x>", "<table>", "<table><tr><td>", "<ul><li>", "<li>", "<div><p>"] {
      let html = String(repeating: piece, count: 12_000)
      let ends = String(repeating: "</y></i></td></li></b>", count: 12_000)
      let built = BuiltDocument(html + "a" + ends + "b")
      #expect(built.text.string.filter(\.isLetter) == "ab")
    }
  }
}
