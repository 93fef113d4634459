import CSSView
import CSSViewDocuments
import Testing

/// Sentences of the guide that no other test holds.
@Suite("Guide: show a table")
struct ShowATableGuideTests {
  @Test(
    "Long words are broken, and a table that still does not fit becomes records",
    arguments: [
      (18, "job            n\n──────────────────\nabcdefghijklmn 12\n"),
      (14, "job        n\n──────────────\nabcdefghij 12\nklmn\n"),
      (11, "job     n\n───────────\nabcdefg 12\nhijklmn\n"),
      (10, "job:\nabcdefghij\nklmn\nn: 12\n"),
    ])
  func widths(columns: Int, shown: String) {
    let rows = [["abcdefghijklmn", "12"]]
    let theme: Theme = [:]
    #expect(theme.table(columns: ["job", "n"], rows: rows, within: columns, for: .plain) == shown)
  }

  @Test("The selector of a column is one of CSS and not of dictionaries")
  func columns() {
    let rows = [["a", "b"]]
    let css = Theme("td:nth-child(2) { text-align: right }")
    #expect(css.findings.isEmpty)
    #expect(css.table(columns: ["k", "name"], rows: rows, for: .plain).hasSuffix("a    b\n"))
    let json = Theme(#"{"td:nth-child(2)": {"text-align": "right"}}"#)
    #expect(json.findings.map(\.code) == ["invalid-selector"])
    #expect(json.table(columns: ["k", "name"], rows: rows, for: .plain).hasSuffix("a b\n"))
  }

  @Test("A table ends in a line feed, and its text has its escape sequences")
  func output() {
    let theme: Theme = [".failed": ["font-weight": "bold"]]
    let rows: [[Markup]] = [["\("failed", class: "failed")"]]
    let terminal = Terminal(colors: .attributes)
    #expect(theme.table(rows: rows, for: terminal) == "\u{1B}[1mfailed\u{1B}[0m\n")
    #expect(theme.table(rows: rows, for: .plain) == "failed\n")
    #expect(
      theme.document("**a**", format: .markdown, for: terminal) == "\u{1B}[1ma\u{1B}[0m\n")
  }
}
