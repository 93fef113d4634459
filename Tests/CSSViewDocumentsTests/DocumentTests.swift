import CSSView
import CSSViewDocuments
import Testing

@Suite("Documents and tables")
struct DocumentTests {
  private static let theme: Theme = [".red": ["color": "red"], "h1": ["color": "#00ff00"]]

  @Test(
    "Each format is shown as itself, in the columns that are asked for",
    arguments: [
      (TextFormat.markdown, "# A\n\n- b", "A\n─────\n\n• b"),
      (.html, "<h1>A</h1><p>b&lt;c", "A\n─────\n\nb<c"),
      (.csv, "k,v\nab,1\n", "k  v\n─────\nab 1\n"),
      (.jsonl, #"{"k":"ab","v":1}"#, "k  v\n─────\nab 1\n"),
      (.text, "<b>", "<b>"), (.markup, "<b>x</b>", "x"),
    ])
  func formats(format: TextFormat, text: String, lines: String) {
    let shown = Self.theme.document(text, format: format, columns: 5, for: .plain)
    #expect(Self.trimmed(shown) == Self.trimmed(lines))
  }

  @Test("A cell has the class of its column, whatever the name of that is")
  func columnClasses() {
    let theme: Theme = [
      ".a-b": ["text-transform": "uppercase"], ".a-b-2": ["text-transform": "capitalize"],
      ".column-3": ["display": "none"], ".x-y": ["text-transform": "uppercase"],
    ]
    let rows = [["k", "k", "k", "k", "k"]]
    let shown = theme.table(columns: ["a b", "a<&>b", "", "\"x\" y"], rows: rows, for: .plain)
    let lines = shown.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(lines.first == "ABA<&>B\"X\"Y" && lines.last == "KKKk", "\(shown)")
  }

  @Test("A document wraps at the columns, and not at those of the terminal")
  func columns() {
    let words = String(repeating: "word ", count: 20)
    let lines = Self.theme.document(words, format: .markdown, columns: 14, for: .plain)
      .split(separator: "\n")
    #expect(lines.count == 7 && lines.allSatisfy { $0.count <= 14 })
  }

  @Test(
    "No value can end its cell, open a tag or write a control sequence",
    arguments: ["</td></table>", "<b>", "&lt;", "a|b", "\u{1B}[31m", "\"'", "{0}", "</td"])
  func values(value: String) {
    let markup: [[Markup]] = [["\(value)", "z"]]
    let shown = Self.theme.table(rows: markup, for: .plain)
    let visible = value.replacing("\u{1B}", with: "␛")
    #expect(Self.trimmed(shown) == visible + " z")
    #expect(Self.theme.table(rows: [[value, "z"]] as [[String]], for: .plain) == shown)
  }

  @Test("A value of several lines has them in its cell")
  func lines() {
    let rows: [[Markup]] = [["\("a\nb")", "z"]]
    let shown = Self.theme.table(rows: rows, for: .plain)
    #expect(Self.trimmed(shown) == "a z\nb")
  }

  @Test(
    "A value in a document is text, wherever it stands",
    arguments: [
      ("<p>\("<i>x</i>")</p>", "<i>x</i>"), ("<p>{\("{1}")}", "{{1}}"),
      ("<pre>\("&lt;")\n</pre>", "  &lt;"), ("<p title=\("a\">b")>c", "c"),
      ("<script>\("x")</script>y", "y"), ("<p hidden>\("x")</p>y", "y"),
    ] as [(Markup, String)])
  func documents(html: Markup, text: String) {
    let shown = Self.theme.renderer(for: .plain).document(html)
    #expect(Self.trimmed(shown) == text)
  }

  /// Values that mean something in Markdown or HTML, and how they are shown.
  private static let hostile = [
    "*a*", "_a_ __b__", "`x`", "``", "~~a~~", "<b>", "</p>", "<!--", "](", "[a](b)", "![a](b)",
    "\\",
    "&lt;", "# a", "- a", "1. a", "> a", "---", "```", "$a$", "|", "a|b", "[^1]", "[ ]",
    "www.example.com", "a@example.com", "\u{F0000}", "\u{10FFFD}", "{0}", "{{", "\u{1B}[31mr", "\0",
  ]

  private static func visible(_ value: String) -> String {
    value.replacing("\u{1B}", with: "␛").replacing("\0", with: "␀")
  }

  @Test("A value in Markdown is text, whatever it holds", arguments: hostile)
  func markdown(value: String) {
    let shown = Self.visible(value)
    let documents: [(Markup, String)] = [
      ("x \(value) y", "x \(shown) y"), ("**\(value)**.", "\(shown)."),
      ("x\(value)y", "x\(shown)y"), ("- \(value)z", "• \(shown)z"),
      ("> \(value)z", "│ \(shown)z"), ("a `\(value)` b", "a \(shown) b"),
      ("```\na \(value) b\n```", "  a \(shown) b"), ("    a \(value)z", "  a \(shown)z"),
      ("a <i>\(value)</i>z", "a \(shown)z"), ("a <i title='\(value)'>b</i>", "a b"),
      ("<p>a \(value)z</p>", "a \(shown)z"), ("[\(value)z](#a)", "\(shown)z"),
      ("![\(value)z](a)", "\(shown)z"), ("a [b](#\(value) \"\(value)\")", "a b"),
      ("\\\(value)z", "\\\(shown)z"), ("x <!-- \(value) --> y", "x y"),
      ("\(value)z\n===", "\(shown)z\n──────────"),
    ]
    for (document, text) in documents {
      let lines = Self.theme.document(document, format: .markdown, columns: 60, for: .plain)
      let first = Self.trimmed(lines).prefix { !"─".contains($0) }
      #expect(
        Self.trimmed(String(first)) == Self.trimmed(String(text.prefix { !"─".contains($0) })),
        "\(document)")
    }
  }

  @Test("Emphasis, tables and headings around values are those of Markdown")
  func around() {
    let (a, b) = ("*", "|")
    let markdown: Markup = """
      # \(a)

      | k | \(b) |
      |---|---|
      | **\(a)** | x\(b)<span class="red">\(a)</span> |
      """
    let shown = Self.theme.document(markdown, format: .markdown, for: Terminal())
    #expect(shown.contains("\u{1B}[38;2;0;255;0;1m*"))
    #expect(shown.contains("\u{1B}[1m*\u{1B}[0m"))
    #expect(shown.contains("x|\u{1B}[38;2;255;0;0m*"))
  }

  @Test("The target of a link may be a value, of an allowed scheme")
  func links() {
    func shown(_ url: String) -> String {
      Self.theme.document(
        "[a](<\(url)>) [b][r]\n\n[r]: \(url)", format: .markdown, for: Terminal(showsLinks: true))
    }
    #expect(shown("https://e.com/?q=1) x").contains(";https://e.com/?q=1)%20x\u{1B}"))
    #expect(!shown("javascript:x").contains("\u{1B}]8"))
    let plain: Markup = "[\("https://e.com/")](\("https://e.com/"))"
    let text = Self.theme.document(plain, format: .markdown, for: .plain)
    #expect(Self.trimmed(text) == "https://e.com/")
  }

  @Test("A value of several lines has them in its block, and a label finds no other value's link")
  func severalLines() {
    let shown = Self.theme.document(
      "- \("a\nb")\n\n[\("x")]\n\n[\("y")]: #z", format: .markdown, columns: 20, for: .plain)
    #expect(Self.trimmed(shown) == "• a\n  b\n\n[x]")
  }

  @Test("A literal has values, and a string is in its format")
  func literals() {
    let value = "*a*"
    let text = "x \(value)"
    #expect(Self.theme.document("x \(value)", format: .markdown, for: .plain) == "x *a*\n")
    #expect(Self.theme.document(text, format: .markdown, for: .plain) == "x a\n")
    #expect(Self.theme.document(text.dropFirst(2), format: .markdown, for: .plain) == "a\n")
  }

  @Test("The same value may stand in a document as often as it has to")
  func repeated() {
    let markdown = Markup(
      joining: (0..<3000).map { "\($0 % 7 == 0 ? "*a*" : "\($0)")" }, separator: " ")
    let words = Self.theme.document(markdown, format: .markdown, columns: 40, for: .plain)
      .split { $0.isWhitespace }
    #expect(words.elementsEqual((0..<3000).map { $0 % 7 == 0 ? "*a*" : "\($0)" }))
  }

  @Test("In a format without tags, a value is part of the source")
  func sources() {
    let value = "1,2"
    #expect(Self.theme.document("a,b\n\(value)", format: .csv, for: .plain).hasSuffix("1 2\n"))
    #expect(Self.theme.document("\("<b>")", format: .text, for: .plain) == "<b>")
    #expect(Self.theme.document("\("<b>")<b>x</b>", format: .markup, for: .plain) == "<b>x")
  }

  @Test("Classes of a cell and rules of the table count")
  func styles() {
    let rows: [[Markup]] = [["\("x", class: "red")"]]
    let shown = Self.theme.table(rows: rows, for: Terminal())
    #expect(shown.contains("\u{1B}[38;2;255;0;0mx"))
  }

  @Test("No rows, rows of other lengths and empty cells are tables, too")
  func shapes() {
    let none = Self.theme.table(rows: [] as [[Markup]], for: .plain)
    #expect(Self.trimmed(none).isEmpty)
    let rows: [[Markup]] = [["a"], ["b", "c"], []]
    let lines = Self.theme.table(columns: ["", "k"], rows: rows, for: .plain)
      .split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.filter { !$0.isEmpty } == [["k"], ["────"], ["a"], ["b", "c"]])
  }

  /// Without what may be blank at the ends of lines and of the text.
  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n").trimmingNewlines()
  }
}

extension String {
  fileprivate func trimmingNewlines() -> String {
    var rest = self[...]
    while rest.last == "\n" { rest.removeLast() }
    return String(rest.drop { $0 == "\n" })
  }

  @Test(
    "a document and data have blocks",
    arguments: [
      (TextFormat.markdown, "# T\n\n- a\n- b\n", "T\n────────────\n\n• a\n• b\n"),
      (.html, "<p>a</p><ol><li>b</ol>", "a\n\n 1. b\n"),
      (.csv, "a,b\n1,2\n", "a b\n────\n1 2\n"), (.tsv, "a\tb\n1\t2\n", "a b\n────\n1 2\n"),
      (.jsonl, "{\"a\":1}\n", "a\n──\n1\n"),
    ])
  func documents(format: TextFormat, input: String, output: String) {
    let terminal = Terminal(colors: .plain, columns: 12)
    var stream = Theme().renderer(for: terminal).stream(format: format)
    var bytes: [UInt8] = []
    stream.write(Array(input.utf8), to: &bytes)
    stream.finish(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == output)
  }

  @Test("records are shown by the template of the theme")
  func records() {
    let theme = Theme(#"text { --record-template: "{level}: {msg|message} {...}" }"#)
    for (format, input) in [
      (TextFormat.jsonl, #"{"level":"info","message":"<b>","n":{"a":1}}"#),
      (.csv, "level,msg,n.a\ninfo,<b>,1"),
    ] {
      var stream = theme.renderer(for: Terminal(colors: .plain)).stream(format: format)
      var bytes: [UInt8] = []
      stream.write(Array(input.utf8), to: &bytes)
      stream.finish(to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "info: <b> n.a=1\n")
    }
  }
}
