import Documents
import Rendering
import StyledText
import Styling
import TestSupport
import Testing

@Suite("Markdown as HTML")
struct MarkdownExampleTests {
  @Test("gives the HTML of every example of CommonMark")
  func examples() {
    #expect(MarkdownExample.all.count == 652)
    for example in MarkdownExample.all {
      #expect(html(example.markdown, isCommonMark: true) == example.html, "\(example)")
    }
  }

  static let tables: [(String, String)] = [
    (
      "| foo | bar |\n| --- | --- |\n| baz | bim |",
      """
      <table>
      <thead>
      <tr>
      <th>foo</th>
      <th>bar</th>
      </tr>
      </thead>
      <tbody>
      <tr>
      <td>baz</td>
      <td>bim</td>
      </tr>
      </tbody>
      </table>

      """
    ),
    (
      "| abc | defghi |\n:-: | -----------:\nbar | baz",
      """
      <table>
      <thead>
      <tr>
      <th align="center">abc</th>
      <th align="right">defghi</th>
      </tr>
      </thead>
      <tbody>
      <tr>
      <td align="center">bar</td>
      <td align="right">baz</td>
      </tr>
      </tbody>
      </table>

      """
    ),
    (
      "| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |",
      """
      <table>
      <thead>
      <tr>
      <th>f|oo</th>
      </tr>
      </thead>
      <tbody>
      <tr>
      <td>b <code>|</code> az</td>
      </tr>
      <tr>
      <td>b <strong>|</strong> im</td>
      </tr>
      </tbody>
      </table>

      """
    ),
    (
      "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar",
      """
      <table>
      <thead>
      <tr>
      <th>abc</th>
      <th>def</th>
      </tr>
      </thead>
      <tbody>
      <tr>
      <td>bar</td>
      <td>baz</td>
      </tr>
      </tbody>
      </table>
      <blockquote>
      <p>bar</p>
      </blockquote>

      """
    ),
    (
      "| abc | def |\n| --- | --- |\n| bar |\nbar | a | b\n\nbar",
      """
      <table>
      <thead>
      <tr>
      <th>abc</th>
      <th>def</th>
      </tr>
      </thead>
      <tbody>
      <tr>
      <td>bar</td>
      <td></td>
      </tr>
      <tr>
      <td>bar</td>
      <td>a</td>
      </tr>
      </tbody>
      </table>
      <p>bar</p>

      """
    ),
    ("| abc | def |\n| --- |\n| bar |", "<p>| abc | def |\n| --- |\n| bar |</p>\n"),
    (
      "| abc | def |\n| --- | --- |",
      """
      <table>
      <thead>
      <tr>
      <th>abc</th>
      <th>def</th>
      </tr>
      </thead>
      </table>

      """
    ),
    (
      "text\n| a |\n|---|\n| `|` |\n|",
      """
      <p>text</p>
      <table>
      <thead>
      <tr>
      <th>a</th>
      </tr>
      </thead>
      <tbody>
      <tr>
      <td>`</td>
      </tr>
      </tbody>
      </table>
      <p>|</p>

      """
    ),
    ("a\n-", "<h2>a</h2>\n"),
  ]

  @Test("has GitHub's tables", arguments: tables)
  func table(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  static let inlines: [(String, String)] = [
    ("~~Hi~~ Hello, ~there~ world!", "<del>Hi</del> Hello, <del>there</del> world!"),
    ("This will ~~~not~~~ strike.", "This will ~~~not~~~ strike."),
    ("No ~mismatch~~ and ~~none~", "No ~mismatch~~ and ~~none~"),
    ("This ~is ~ legit~ isn't ~ legit.", "This <del>is ~ legit</del> isn't ~ legit."),
    ("**a ~~b *c*~~**", "<strong>a <del>b <em>c</em></del></strong>"),
    ("www.commonmark.org", "<a href=\"http://www.commonmark.org\">www.commonmark.org</a>"),
    (
      "Visit www.commonmark.org/help.",
      "Visit <a href=\"http://www.commonmark.org/help\">www.commonmark.org/help</a>."
    ),
    (
      "(www.google.com/search?q=Markup+(business))",
      "(<a href=\"http://www.google.com/search?q=Markup+(business)\">"
        + "www.google.com/search?q=Markup+(business)</a>)"
    ),
    (
      "www.google.com/search?q=(business))+ok",
      "<a href=\"http://www.google.com/search?q=(business))+ok\">"
        + "www.google.com/search?q=(business))+ok</a>"
    ),
    (
      "www.google.com/search?q=commonmark&hl;",
      "<a href=\"http://www.google.com/search?q=commonmark\">"
        + "www.google.com/search?q=commonmark</a>&amp;hl;"
    ),
    (
      "www.commonmark.org/he<lp",
      "<a href=\"http://www.commonmark.org/he\">www.commonmark.org/he</a>&lt;lp"
    ),
    (
      "http://commonmark.org and ftp://foo.bar.baz!",
      "<a href=\"http://commonmark.org\">http://commonmark.org</a> and "
        + "<a href=\"ftp://foo.bar.baz\">ftp://foo.bar.baz</a>!"
    ),
    (
      "**see http://inlines**", "<strong>see <a href=\"http://inlines\">http://inlines</a></strong>"
    ),
    ("_http://a.b_", "<em><a href=\"http://a.b\">http://a.b</a></em>"),
    ("http://a_b.c www._ xhttp://a.b http:/", "http://a_b.c www._ xhttp://a.b http:/"),
    ("foo@bar.baz", "<a href=\"mailto:foo@bar.baz\">foo@bar.baz</a>"),
    (
      "hello@mail+xyz.example isn't, hello+xyz@mail.example is.",
      "hello@mail+xyz.example isn't, "
        + "<a href=\"mailto:hello+xyz@mail.example\">hello+xyz@mail.example</a> is."
    ),
    ("a.b-c_d@a.b- a.b-c_d@a.b_", "a.b-c_d@a.b- a.b-c_d@a.b_"),
    ("mailto:foo@bar.baz", "<a href=\"mailto:foo@bar.baz\">mailto:foo@bar.baz</a>"),
    ("mailto:a.b-c_d@a.b-", "mailto:a.b-c_d@a.b-"),
    ("mailto:a.b-c_d@a.b/", "<a href=\"mailto:a.b-c_d@a.b\">mailto:a.b-c_d@a.b</a>/"),
    (
      "xmpp:foo@bar.baz/txt@bin.com",
      "<a href=\"xmpp:foo@bar.baz/txt@bin.com\">xmpp:foo@bar.baz/txt@bin.com</a>"
    ),
    (
      "xmpp:foo@bar.baz/txt/bin",
      "<a href=\"xmpp:foo@bar.baz/txt\">xmpp:foo@bar.baz/txt</a>/bin"
    ),
    ("[www.a.b foo@bar.baz](/x)", "<a href=\"/x\">www.a.b foo@bar.baz</a>"),
    ("`www.a.b` <a href=\"www.a.b\">", "<code>www.a.b</code> <a href=\"www.a.b\">"),
  ]

  @Test("has GitHub's strikethrough and autolinks", arguments: inlines)
  func inline(markdown: String, expected: String) {
    #expect(html(markdown) == "<p>\(expected)</p>\n")
  }

  static let tags = [
    "<a-b>", "</a-b>", "<a b.c-d>", "<a b=a>", "<a b=c!d?e#f(g>", "<a b=c\td=e>", "<??>", "<!A>",
    "<![CDATA[]]>", "<!-->", "<!--->",
  ]

  @Test("takes tags and what is like them for raw HTML", arguments: tags)
  func tag(text: String) {
    #expect(html("x \(text)") == "<p>x \(text)</p>\n")
  }

  static let noTags = [
    "<a.b>", "</a.b>", "<a b/c>", "<a b=c=d>", "<a b=c<d>", "<a b=c\"d>", "<a b=c'd>",
    "<a b=c`d>", "<?>", "<!>", "<!1>", "<!--", "<![CDATA[]>",
  ]

  @Test("takes for text what is no tag", arguments: noTags)
  func noTag(text: String) {
    #expect(html("x \(text)").hasPrefix("<p>x &lt;"))
  }

  static let links: [(String, String)] = [
    ("[a](b!c)", "<a href=\"b!c\">a</a>"),
    ("[a](À)", "<a href=\"%C3%80\">a</a>"),
    ("[a](b\u{1}c)", "[a](b\u{1}c)"),
    ("[a](b\u{1F}c)", "[a](b\u{1F}c)"),
    ("[a](b\u{7F}c)", "[a](b\u{7F}c)"),
    ("[a](b\\ c)", "[a](b\\ c)"),
    ("[a](b \"c\"\\))", "[a](b &quot;c&quot;))"),
    ("[a](b\\", "[a](b\\"),
    ("[a\\", "[a\\"),
    ("[a]: b\\\n\n[a]", "<a href=\"b%5C\">a</a>"),
  ]

  @Test("has links whose destinations are whole", arguments: links)
  func link(markdown: String, expected: String) {
    #expect(html(markdown) == "<p>\(expected)</p>\n")
  }

  @Test("has labels of 999 bytes, and no longer ones")
  func longLabels() {
    for (count, isLabel) in [(999, true), (1_000, false)] {
      let label = String(repeating: "x", count: count)
      let reference = html("y [t][\(label)]\n\n[a]: /b\n[\(label)]: /u")
      #expect(reference.contains("<a href=\"/u\">t</a>") == isLabel)
      let shortcut = html("[\(label)]\n\n[\(label)]: /u")
      #expect(shortcut.contains("<a href=\"/u\">xx") == isLabel)
      #expect(html("[\(label)]: /u").isEmpty == isLabel)
    }
  }

  static let frontMatter: [(String, String)] = [
    ("---\ntitle: x\n---\n# A", "<h1>A</h1>\n"),
    ("---\ntitle: x\nlist:\n\n- a\n...\nA", "<p>A</p>\n"),
    ("---\r\ntitle:\r\n---\r\nA", "<p>A</p>\n"),
    ("\u{FEFF}---\na: b\n---\nA", "<p>A</p>\n"),
    ("+++\ntitle = \"x\"\n+++\nA", "<p>A</p>\n"),
    ("+++\n[a]\n+++\nA", "<p>A</p>\n"),
    ("---\ntitle: x\n", "<hr />\n<p>title: x</p>\n"),
    ("---\nFoo\n---\nBar", "<hr />\n<h2>Foo</h2>\n<p>Bar</p>\n"),
    ("---\n# Foo\n---\n", "<hr />\n<h1>Foo</h1>\n<hr />\n"),
    ("---\n---\n", "<hr />\n<hr />\n"),
    ("\n---\na: b\n---\n", "<hr />\n<h2>a: b</h2>\n"),
    ("+++", "<p>+++</p>\n"),
  ]

  @Test("leaves out front matter that ends, and nothing else", arguments: frontMatter)
  func matter(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  static let rest: [(String, String)] = [
    ("\u{FEFF}# A", "<h1>A</h1>\n"),
    ("a\0b", "<p>a\u{FFFD}b</p>\n"),
    ("a\rb\r\nc", "<p>a\nb\nc</p>\n"),
    ("a\r\r\nb", "<p>a</p>\n<p>b</p>\n"),
    ("- a\n\n  [b]: /c\n- d\n", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>d</p>\n</li>\n</ul>\n"),
    (
      "> - a\n>\n\n> - b\n",
      String(
        repeating: "<blockquote>\n<ul>\n<li>X</li>\n</ul>\n</blockquote>\n", count: 2
      ).replacing("X", with: "a", maxReplacements: 1).replacing("X", with: "b")
    ),
    ("- [b]: /c\n\n  d\n", "<ul>\n<li>d</li>\n</ul>\n"),
    (
      "- > a\n  >\n- b\n",
      "<ul>\n<li>\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n<li>b</li>\n</ul>\n"
    ),
    (
      "![a *b*\n`c` <d> [e](f)](g 'h')",
      "<p><img src=\"g\" alt=\"a b c &lt;d&gt; e\" title=\"h\" /></p>\n"
    ),
    ("[ẞ]: /a\n\n[SS]", "<p><a href=\"/a\">SS</a></p>\n"),
    ("[a]: /b\n'c' d\n\n[a]", "<p>'c' d</p>\n<p><a href=\"/b\">a</a></p>\n"),
    ("-\ta\n\n    b", "<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>\n"),
    ("<!A\n*b*>", "<!A\n*b*>\n"),
    ("*a `b*` c", "<p>*a <code>b*</code> c</p>\n"),
    ("a&nbsp;&#x1F642;&#0;&#99999999;", "<p>a\u{A0}🙂\u{FFFD}&amp;#99999999;</p>\n"),
  ]

  @Test("has what the examples leave out", arguments: rest)
  func others(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  @Test("escapes raw HTML unless it is allowed")
  func escaping() {
    var options = MarkupOptions()
    options.form = .markdown
    var sanitizer = DocumentSanitizer(options, keepsStyle: false, to: HTMLWriter())
    let text = "<script>\na\n</script>\nb <i>c</i>\n\n[d](javascript:x)"
    sanitizer.read(markdown: Array(text.utf8).span, options, keepsAll: false)
    sanitizer.finish()
    // An expectation would copy the sanitizer, which can not be copied.
    let output = String(decoding: sanitizer.writer.output, as: UTF8.self)
    #expect(
      output == """
        &lt;script&gt;
        a
        &lt;/script&gt;
        <p>b <i>c</i></p>
        <p><a>d</a></p>

        """)
  }
}

/// The HTML of a whole document.
private func html(_ text: String, isCommonMark: Bool = false) -> String {
  var writer = HTMLWriter()
  var options = MarkupOptions()
  options.isCommonMark = isCommonMark
  writer.read(markdown: Array(text.utf8).span, options)
  return String(decoding: writer.output, as: UTF8.self)
}
