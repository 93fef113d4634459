import CSSViewCommands
import TestSupport
import Testing

@Suite("cssview convert --from markdown")
struct MarkdownCommandTests {
  private static func convert(
    _ text: String, _ options: String..., piece: Int = .max
  ) -> CommandRun {
    CommandRun(["convert", "--from", "markdown"] + options, input: Array(text.utf8), piece: piece)
  }

  @Test("gives the HTML of every example of CommonMark")
  func examples() {
    for example in MarkdownExample.all {
      let run = Self.convert(
        example.markdown, "--to", "html", "--fragment", "--allow-html", "--commonmark", piece: 3)
      #expect(run.output == example.html && run.status == .success, "\(example)")
    }
  }

  @Test("writes the same wherever the input is cut", arguments: ["html", "markup"])
  func cuts(target: String) {
    let examples = MarkdownExample.all.filter { $0.number % 8 == 0 }.map(\.markdown)
    for text in Self.untrustedTexts.map(\.0) + examples {
      let whole = Self.convert(text, "--to", target)
      let parts = Self.convert(text, "--to", target, piece: 1)
      #expect(parts.output == whole.output && parts.errors == whole.errors, "\(text)")
    }
  }

  @Test("cells that a table has no columns for are shown, but are in no page of GitHub")
  func extraCells() throws {
    let directory = try ScratchDirectory()
    let text = "| a | b |\n|---|---|\n| 1 | 2 | *lost* |\n| 3 | 4 |\n| 5 | 6 | 7 | `x` | |\n"
    let file = try directory.file("a.md", text)
    for command in [["render", "markdown", file], ["preview", "markdown", "--file", file]] {
      let run = CommandRun(command)
      let lines = run.output.split(separator: "\n")
      #expect(run.errors.isEmpty && run.status == .success)
      #expect(lines.contains { $0.contains(#/1 +│? *2 +│? *lost/#) }, "\(run.output)")
      #expect(lines.contains { $0.contains(#/5 +│? *6 +│? *7 +│? *x/#) })
    }
    #expect(CommandRun("render", "markdown", file, "--to", "html").output.contains("lost"))
    #expect(Self.convert(text, "--to", "markup").output.contains("lost"))
    for options in [[], ["--allow-html"]] {
      let page = CommandRun(
        ["convert", "--from", "markdown", "--to", "html"] + options, input: Array(text.utf8))
      #expect(!page.output.contains("lost") && page.output.contains("<td>6</td>\n</tr>"))
    }
    let check = CommandRun("check", "markdown", "--markup", file)
    #expect(
      check.output.contains("a.md:3:11: note: the row has cells that its table has no columns"))
    #expect(check.output.contains("a.md:5:11: note: "))
  }

  static let untrustedTexts: [(String, String)] = [
    ("a\u{1B}[31mb &#27;[2J", "<p>a␛[31mb ␛[2J</p>"),
    ("a&#13;\nb", "<p>a\nb</p>"),
    ("a\u{202E}b &#x202e;", "<p>a&lt;U+202E&gt;b &lt;U+202E&gt;</p>"),
    ("`\u{1B}]52;c;x\u{7}`", "<p><code>␛]52;c;x␇</code></p>"),
    ("``` a\u{1B}b\nc\n```", "<pre><code class=\"language-a␛b\">c\n</code></pre>"),
    ("[a](javascript:alert)", "<p><a>a</a></p>"),
    ("[a](<java&#10;script:alert>)", "<p><a href=\"java%0Ascript:alert\">a</a></p>"),
    ("[a](&#106;avascript:alert)", "<p><a>a</a></p>"),
    ("<javascript:alert>", "<p><a>javascript:alert</a></p>"),
    ("![a *b*](data:image/png;x)", "<p>a b</p>"),
    ("[a](/x \"\u{1B}\")", "<p><a href=\"/x\" title=\"␛\">a</a></p>"),
    ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
    (
      "<div onclick=x style='color:red' class=y>\n\n*a*",
      "<div class=\"y\">\n<p><em>a</em></p>\n</div>"
    ),
    ("<details open><summary>a</summary>\n\nb\n\n</details>", openDetails),
    ("</div>\n\n<h1 onload=x>a", "\n<h1>a\n</h1>"),
    ("<table><tr><td background=x>a<td>b</table>", table),
    ("<p>a<p>b", "<p>a</p><p>b\n</p>"),
    (
      "<iframe src=x></iframe>\n<form action=x>",
      "&lt;iframe src=x&gt;&lt;/iframe&gt;\n&lt;form action=x&gt;"
    ),
    ("<img src='javascript:x' alt=a onerror=x>", "a"),
    ("<input onfocus=x autofocus value=a>", "<input value=\"a\" />"),
    ("<DIV\nclass=x\n>a", "<div class=\"x\">a\n</div>"),
    ("<div class=x\n\na", "&lt;div class=x\n<p>a</p>"),
    ("<style>\n\n*a*\n</style>", "&lt;style&gt;\n\n*a*\n&lt;/style&gt;"),
    ("<a\u{1B}b>", "<p>&lt;a␛b&gt;</p>"),
    ("a <script>x</script>", "<p>a &lt;script&gt;x&lt;/script&gt;</p>"),
    ("a <b onclick=x class=y id=z>c</b>", "<p>a <b class=\"y\" id=\"z\">c</b></p>"),
    ("a <span style='position:fixed'>c</span>", "<p>a <span>c</span></p>"),
    ("a <b>c", "<p>a <b>c</b></p>"),
    ("*a <b>c* d</b>", "<p><em>a <b>c</b></em> d</p>"),
    ("a <b><i>c</b> d</i>", "<p>a <b><i>c</i></b> d</p>"),
    ("a <a href='javascript:x'>c</a>", "<p>a <a>c</a></p>"),
    ("a <a href='&#106avascript:x'>c</a>", "<p>a <a href=\"&amp;#106avascript:x\">c</a></p>"),
    ("a <b class='&quot;&gt;'>c</b>", "<p>a <b class=\"&quot;&gt;\">c</b></p>"),
    ("a<br>b <!-- c --> d", "<p>a<br />b  d</p>"),
    ("<!-- a\nb -->\n<b>c</b>", "\n<p><b>c</b></p>"),
    ("<span class=x>\n\na\n\n</span>", "<span class=\"x\">\n<p>a</p>\n</span>"),
    ("<span>\n&amp;&#27;\u{1B}", "<span>\n&amp;␛␛\n</span>"),
  ]
  private static let openDetails = "<details open=\"\"><summary>a</summary>\n<p>b</p>\n</details>"
  private static let table = "<table><tr><td>a</td><td>b</td></tr></table>"

  @Test("makes text, links and raw HTML safe", arguments: untrustedTexts)
  func untrusted(text: String, expected: String) {
    let run = Self.convert(text, "--to", "html", "--fragment")
    let output = run.output.hasSuffix("\n") ? String(run.output.dropLast()) : run.output
    #expect(output == expected)
  }

  static let foundTexts: [(String, String)] = [
    ("[a](javascript:x)", "link scheme 'javascript' is not allowed; the link is shown as text"),
    ("a <b onclick=x>b</b>", "attribute 'onclick' is left out"),
    ("<div style='color:red'>a</div>", "attribute 'style' is left out"),
    ("<table width=9><tr><td>a</table>", "attribute 'width' is left out"),
    ("a\u{1B}b", "control character U+001B (ESC) is shown as ␛"),
    ("a </b>", "</b> has no start tag and is ignored"),
    ("<!-- a", "comment is not closed and is shown as text; add '-->'"),
  ]

  @Test("reports what it changes, once, and fails with --strict", arguments: foundTexts)
  func findings(text: String, message: String) {
    let run = Self.convert(text + "\n\n" + text, "--to", "html")
    #expect(run.errors.hasPrefix("<stdin>:1:") && run.errors.contains(": warning: \(message) ["))
    #expect(run.errors.split(separator: "\n").count == 1 && run.status == .success)
    #expect(Self.convert(text, "--to", "html", "--strict").status == .unusableInput)
    #expect(Self.convert(text, "--to", "html", "--quiet").errors == "")
  }

  @Test("finds each attribute and element that is left out, where it stands")
  func leftOut() throws {
    let directory = try ScratchDirectory()
    let text = """
      x

      > - <b onclick="x" class=y>b</b>
      >
      >   <div
      >    onload=x>a</div>

      <img src=a onload=b alt=q onerror=c>

      """
    let markdown = CommandRun("convert", try directory.file("a.md", text), "--to", "html")
    let places = { (run: CommandRun) in
      run.errors.split(separator: "\n").map {
        $0.dropFirst(directory.path.count + 1).split(separator: " [")[0]
      }
    }
    #expect(
      places(markdown) == [
        "a.md:3:5: warning: attribute 'onclick' is left out",
        "a.md:5:5: warning: attribute 'onload' is left out",
        "a.md:8:1: warning: attribute 'onerror' is left out",
      ])
    let page = """
      <p><Video src=v>a</Video><b style="x">c</b>
      <video></video><my-button onclick=x>d</my-button><script>e</script>
      """
    let html = CommandRun("convert", try directory.file("a.html", page), "--to", "html")
    #expect(
      places(html) == [
        "a.html:1:4: warning: <video> is left out, and its content stays",
        "a.html:1:26: warning: attribute 'style' is left out",
        "a.html:2:16: warning: <my-button> is left out, and its content stays",
      ])
  }

  static let markupTexts: [(String, String)] = [
    ("# a *b*", "<span class=\"h1\">a <em>b</em></span>\n"),
    ("*a\nb*\n\nc", "<em>a b</em>\n\nc\n"),
    ("a  \nb < {c}", "a\nb &lt; &#123;c}\n"),
    ("```swift\na\n\nb\n```", codeLines),
    (
      "- a\n  - b\n- c\n\nd",
      "\(bullet) a\n  \(bullet) b\n\(bullet) c\n\nd\n"
    ),
    ("9. a\n10. b\n\n    c", "\(marker("9.")) a\n\n\(marker("10.")) b\n\n    c\n"),
    ("a\n\n> b\n>\n> c", "a\n\n\(bar) b\n\(bar)\n\(bar) c\n"),
    ("- [x] a", "<span class=\"task checked\">☑</span> a\n"),
    ("-", "\(bullet) \n"),
    (
      "[a](/x) ![b](c) [![d](e)](f)",
      "<a href=\"/x\">a</a> <a class=\"img\" href=\"c\">b</a> "
        + "<a href=\"f\"><span class=\"img\">d</span></a>\n"
    ),
    (
      "|a|b|\n|-|-|\n|c||",
      "<span class=\"th\">a</span> │ <span class=\"th\">b</span>\n<span class=\"td\">c</span> │ \n"
    ),
    ("a\n\n---", "a\n\n<span class=\"hr\">──────────</span>\n"),
    ("<b style='color: red'>a\nb</b>", "<b style=\"color: red\">a b</b>\n"),
    ("*a\\\nb*", "<em>a<br>b</em>\n"),
    ("> > a\n> >\n> > - b", "\(bars) a\n\(bars)\n\(bars) \(bullet) b\n"),
    ("``` a b\nc\n```", "<code class=\"language-a\">c</code>\n"),
    (
      "<div class=x>\n\na\n\nb\n\n</div>",
      "<span class=\"div x\">a</span>\n\n<span class=\"div x\">b</span>\n"
    ),
    (
      "<details>\n<summary>a</summary>\n\nb\n\n</details>",
      "<span class=\"summary\">a</span>\n\nb\n"
    ),
    (
      "<dl><dt>a<dd>b</dl>\n\n<q>c</q>",
      "<span class=\"dt\">a</span>\n  b\n\n<span class=\"q\">“c”</span>\n"
    ),
    ("a\n\n<!-- b -->\n\nc", "a\n\nc\n"),
  ]
  private static let bars = "<span class=\"blockquote\">│ │</span>"
  private static let bar = "<span class=\"blockquote\">│</span>"
  private static let bullet = marker("•")
  private static let codeLines =
    "<code class=\"language-swift\">a</code>\n\n<code class=\"language-swift\">b</code>\n"

  private static func marker(_ text: String) -> String { "<span class=\"marker\">\(text)</span>" }

  @Test("writes markup whose lines are complete", arguments: markupTexts)
  func markup(text: String, expected: String) {
    let run = Self.convert(text, "--to", "markup")
    #expect(run.output == expected)
    #expect(run.errors == "")
    #expect(CommandRun("render", "none", "--document", input: run.output).status == .success)
  }

  static let growing: [(name: String, text: String)] = [
    (
      "elements",
      String(repeating: "*a **b\n", count: 2_000) + String(repeating: "** *", count: 2_000)
    ),
    ("tags", String(repeating: "<b class=\(String(repeating: "x", count: 99))>a\n", count: 2_000)),
    ("quotes", String(repeating: "> - ", count: 100) + String(repeating: "a\n", count: 2_000)),
    (
      "blocks",
      String(repeating: "<div class=\(String(repeating: "x", count: 99))>", count: 99) + manyLines
    ),
    ("lists", String(repeating: "<ul>", count: 2_000) + manyLines),
    (
      "a language",
      "``` " + String(repeating: "x", count: 9_000) + String(repeating: "\na", count: 900)
    ),
  ]

  private static let manyLines = String(repeating: "<p>a", count: 2_000)

  @Test("does not make a short text long", arguments: growing.indices, ["html", "markup"])
  func growth(index: Int, target: String) {
    let (name, text) = Self.growing[index]
    let run = Self.convert(text, "--to", target, "--quiet")
    #expect(run.bytes.count < 64 * text.utf8.count, "\(name)")
  }

  @Test("knows Markdown by the name of its file, and HTML by that of the result")
  func names() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("a.markdown", "[b]\n\n[b]: /c")
    let result = "\(directory.path)/r.html"
    #expect(CommandRun("convert", file, "-o", result).status == .success)
    #expect(
      SourceDocumentation.text(of: result) == """
        <!DOCTYPE html>
        <html>
        <head>
        <meta charset="utf-8">
        <title>a</title>
        </head>
        <body>
        <p><a href="/c">b</a></p>
        </body>
        </html>

        """)
  }

  @Test("converts each file as a document of its own, and goes on after one that is missing")
  func files() throws {
    let directory = try ScratchDirectory()
    let first = try directory.file("a.md", "[b]")
    let second = try directory.file("b.md", "[b]: /c\n\n[b]")
    let run = CommandRun("convert", first, "/nowhere.md", second, "--to", "html", "--fragment")
    #expect(run.output == "<p>[b]</p>\n<p><a href=\"/c\">b</a></p>\n")
    #expect(run.status == .noInput && run.errors.contains("/nowhere.md"))
  }
}

@Suite("Findings about Markdown")
struct MarkdownPlaceTests {
  static let controlTexts: [(String, String)] = [
    ("a\u{7}b", "1:2"), ("# é \u{7}\n", "1:5"), ("a\n\n> b\u{7}c\n", "3:4"),
    ("> a\n> *b* c\u{7}", "2:8"), ("- a\n  `b\u{7}`", "2:5"), ("a\r\nb\\*\u{7}\r\n", "2:4"),
    ("| a |\n|---|\n| b\u{7} |", "3:4"), ("| a\u{7} |\n|---|\n", "1:4"), ("```\nx\n\u{7}", "3:1"),
    ("    a\n\n    \u{7}", "3:5"), ("a &#27; b", "1:3"), ("a &amp; b\u{7}", "1:10"),
    ("---\ntitle: a\n---\n\nb\u{7}", "5:2"), ("<div>\n*\u{7}", "2:2"),
    ("> <div>\n> b\u{7}", "2:4"), ("[a\u{7}](/b)", "1:3"), ("![a](/b '\u{7}')", "1:1"),
    ("a <b>\n\u{7}", "2:1"), ("x\ny\u{7}\n===", "2:2"),
  ]

  @Test("have the place of a control character in the file, at every cut", arguments: controlTexts)
  func controls(text: String, place: String) {
    for piece in [1, 3, .max] {
      let run = CommandRun(
        ["render", "markdown", "--from", "markdown"], input: Array(text.utf8), piece: piece)
      #expect(
        run.errors.hasPrefix("<stdin>:\(place): warning: control character U+"),
        "\(text.debugDescription) in pieces of \(piece): \(run.errors)")
    }
  }

  @Test("NUL is shown as U+FFFD, and moves no place behind it")
  func nul() throws {
    let directory = try ScratchDirectory()
    for (text, place) in [
      ("\0\0\0*\u{7}", "1:5"), ("\0 <b>\0\0\u{7}", "1:8"), ("<div>\0\0<i>\n\u{7}", "2:1"),
      ("> \0\0\0 *\u{202A}a", "1:8"),
    ] {
      let run = CommandRun(
        ["render", "markdown", "--from", "markdown"], input: Array(text.utf8), piece: 1)
      #expect(run.status == .success && run.output.contains("\u{FFFD}"))
      let check = CommandRun("check", "markdown", "--markup", try directory.file("a.md", text))
      #expect(check.output.contains("a.md:\(place): warning: c"))
    }
  }

  static let noteTexts: [(String, String)] = [
    ("a\n\n<b>c", "3:1: note: </p> comes before </b>"),
    ("a\n\n*b <i>c* d</i>", "3:4: note: </em> comes before </i>"),
    ("a\n- b </i>", "2:5: note: </i> has no start tag"),
    ("a\n\n> [b](javascript:x)", "3:3: note: link scheme 'javascript' is not allowed"),
    ("a\n\nb <script>x", "3:3: note: element <script> is shown as text"),
    ("a\n\n<!-- b", "3:1: note: comment is not closed"),
    ("a\n\n<div\n\nb", "3:1: note: tag <div> has no '>'"),
  ]

  @Test("have the places of links and raw HTML in the file", arguments: noteTexts)
  func notes(text: String, message: String) throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("a.md", text)
    let run = CommandRun("check", "markdown", "--markup", file)
    #expect(run.output.contains("a.md:" + message), "\(run.output)")
  }

  @Test("raw HTML that its block leaves open is text, and what follows is Markdown")
  func openTags() {
    for text in ["<div class=x\n\n*a*", "> <!-- b\n\n*a*"] {
      let run = CommandRun(
        ["render", "markdown", "--from", "markdown", "--color", "never"], input: Array(text.utf8))
      #expect(run.output.hasSuffix("\na\n"), "\(run.output)")
    }
  }
}
