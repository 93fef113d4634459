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
}
