import Markdown
import Testing

@Suite("Markdown of GitHub")
struct GitHubTests {
  private static func read(_ text: String, isWhole: Bool = false) -> String {
    let document = Array(text.utf8)
    return events(document, outline: isWhole ? MarkdownOutline(of: document.span) : nil)
  }

  static let alerts: [(String, String)] = [
    ("> [!NOTE]\n> a", "‹blockQuote 1›‹paragraph›a‹/paragraph›‹/blockQuote›"),
    (">  [!tip]  \n> a", "‹blockQuote 2›‹paragraph›a‹/paragraph›‹/blockQuote›"),
    ("> [!Important]\n>\n> a", "‹blockQuote 3›‹paragraph›a‹/paragraph›‹/blockQuote›"),
    (">[!WARNING]\nb", "‹blockQuote 4›‹/blockQuote›‹paragraph›b‹/paragraph›"),
    (
      "> [!CAUTION]\r\n> - a",
      "‹blockQuote 5›‹bulletList›‹listItem›‹tightParagraph›a‹/tightParagraph›"
        + "‹/listItem›‹/bulletList›‹/blockQuote›"
    ),
    ("a\n> [!NOTE]", "‹paragraph›a‹/paragraph›‹blockQuote 1›‹/blockQuote›"),
    ("> [!NOTE] a", "‹blockQuote›‹paragraph›[!NOTE] a‹/paragraph›‹/blockQuote›"),
    ("> [!NOTES]", "‹blockQuote›‹paragraph›[!NOTES]‹/paragraph›‹/blockQuote›"),
    ("> [!]", "‹blockQuote›‹paragraph›[!]‹/paragraph›‹/blockQuote›"),
    ("> a\n> [!NOTE]", "‹blockQuote›‹paragraph›a\n[!NOTE]‹/paragraph›‹/blockQuote›"),
    (
      "> > [!NOTE]",
      "‹blockQuote›‹blockQuote›‹paragraph›[!NOTE]‹/paragraph›‹/blockQuote›‹/blockQuote›"
    ),
    (">     [!NOTE]", "‹blockQuote›‹codeBlock›[!NOTE]\n‹/codeBlock›‹/blockQuote›"),
    ("[!NOTE]", "‹paragraph›[!NOTE]‹/paragraph›"),
  ]

  @Test("has alerts: block quotes that begin with a name", arguments: alerts)
  func alert(text: String, expected: String) {
    #expect(Self.read(text) == expected)
  }

  static let footnotes: [(String, String)] = [
    (
      "a[^b].\n\n[^b]: c",
      "‹paragraph›a‹footnoteMark 1 b›.‹/paragraph›"
        + "‹footnote 1 b›‹paragraph›c‹/paragraph›‹/footnote›"
    ),
    (
      "[^b]: c\n[^d]: e\n\n    f\ng",
      "‹footnote 1 b›‹paragraph›c‹/paragraph›‹/footnote›"
        + "‹footnote 2 d›‹paragraph›e‹/paragraph›‹paragraph›f\ng‹/paragraph›‹/footnote›"
    ),
    (
      "[^B] [^b]\n\n[^b]: c",
      "‹paragraph›‹footnoteMark 1 B› ‹footnoteMark 1 b “2”›‹/paragraph›"
        + "‹footnote 1 b›‹paragraph›c‹/paragraph›‹/footnote›"
    ),
    (
      "[^1]: a\n\n[^1]: b",
      "‹footnote 1 1›‹paragraph›a‹/paragraph›‹/footnote›‹paragraph›‹footnoteMark 1 1›: b‹/paragraph›"
    ),
    (
      "> [^a]: - b",
      "‹blockQuote›‹footnote 1 a›‹bulletList›‹listItem›‹tightParagraph›b‹/tightParagraph›"
        + "‹/listItem›‹/bulletList›‹/footnote›‹/blockQuote›"
    ),
    ("[^a](b)", "‹paragraph›‹link b›^a‹/link›‹/paragraph›"),
    (
      "[^a]: e\n\n[c [^a] d](b)",
      "‹footnote 1 a›‹paragraph›e‹/paragraph›‹/footnote›"
        + "‹paragraph›‹link b›c [^a] d‹/link›‹/paragraph›"
    ),
    (
      "`[^a]` \\[^a] [^] [^a b] [^ ]",
      "‹paragraph›‹code›[^a]‹/code› [^a] [^] [^a b] [^ ]‹/paragraph›"
    ),
    ("    [^a]: b", "‹codeBlock›[^a]: b\n‹/codeBlock›"),
    ("[^a]:", "‹footnote 1 a›‹/footnote›"),
  ]

  @Test("has footnotes where a stream defines them", arguments: footnotes)
  func footnote(text: String, expected: String) {
    let found = Self.read(text)
    #expect(found == expected)
  }

  @Test("keeps the text of a mark that a stream never explains")
  func missingFootnotes() {
    #expect(
      Self.read("not [^0-9] and [^x]\n\n[^x]: a") == """
        ‹paragraph›not ‹footnoteMark 1 0-9› and ‹footnoteMark 2 x›‹/paragraph›\
        ‹footnote 2 x›‹paragraph›a‹/paragraph›‹/footnote›\
        ‹footnote 1 0-9›‹tightParagraph›[^0-9]‹/tightParagraph›‹/footnote›
        """)
    #expect(Self.read("not [^0-9]", isWhole: true) == "‹paragraph›not [^0-9]‹/paragraph›")
  }

  @Test("makes marks of a whole document's footnotes, wherever they are defined")
  func wholeFootnotes() {
    #expect(
      Self.read("[^a]: b [^c]\n\nd[^a]\n\n> [^c]: e", isWhole: true) == """
        ‹footnote a›‹paragraph›b ‹footnoteMark 1 c›‹/paragraph›‹/footnote›\
        ‹paragraph›d‹footnoteMark 2 a›‹/paragraph›\
        ‹blockQuote›‹footnote 1 c›‹paragraph›e‹/paragraph›‹/footnote›‹/blockQuote›
        """)
  }

  static let formulas: [(String, String)] = [
    ("a $x_i^*y_j^*$ b", "a ‹formula›$x_i^*y_j^*$‹/formula› b"),
    ("$a$, ($b$)-$c$.", "‹formula›$a$‹/formula›, (‹formula›$b$‹/formula›)-‹formula›$c$‹/formula›."),
    ("$5 and $10, US$5-$6", "$5 and $10, US$5-$6"),
    ("$ a$ $b $ c$d $e$f", "$ a$ $b $ c$d $e$f"),
    ("$a\nb$", "$a\nb$"),
    ("\\$a$ $b\\$ c$", "$a$ ‹formula›$b\\$ c$‹/formula›"),
    ("$HOME and `$PATH`$", "$HOME and ‹code›$PATH‹/code›$"),
    ("$$a *b* $c$$ d", "‹formula 1›$$a *b* $c$$‹/formula› d"),
    ("$$\na_b\n$$", "‹formula 1›$$‹lineBreak›a_b‹lineBreak›$$‹/formula›"),
    ("$$$a$$$ $$ $$ $$$$", "$$$a$$$ $$ $$ $$$$"),
    ("\\(a_b_c\\) d", "‹formula›\\(a_b_c\\)‹/formula› d"),
    ("\\( a \\\\ b \\)", "‹formula›\\( a \\\\ b \\)‹/formula›"),
    ("\\(a\nb\\)", "(a\nb)"),
    ("\\[\na *b*\n\\]", "‹formula 1›\\[‹lineBreak›a *b*‹lineBreak›\\]‹/formula›"),
    ("\\(\\) \\[ \\] \\[", "() [ ] ["),
    ("*a $b* c$", "*a ‹formula›$b* c$‹/formula›"),
    ("[a $b](c)$", "[a ‹formula›$b](c)$‹/formula›"),
  ]

  @Test("keeps every letter of a formula", arguments: formulas)
  func formula(text: String, expected: String) {
    #expect(Self.read(text) == "‹paragraph›\(expected)‹/paragraph›")
  }

  static let plain: [String] = [
    "|a|\n|-|", "~~a~~", "- [x] a", "www.a.b", "> [!NOTE]", "[^a]\n\n[^a]: b",
    "$a$ \\(b\\) \\[c\\]",
  ]

  @Test("has none of it where it is switched off", arguments: plain)
  func commonMark(text: String) {
    var options = MarkdownOptions()
    options.hasExtensions = false
    let found = events(Array(text.utf8), options)
    for element in ["table", "strike", "task", "Quote 1", "footnote", "formula"] {
      #expect(!found.contains("‹" + element) && !found.contains(element + "›"), "\(found)")
    }
    #expect(!found.contains("‹link http"), "\(found)")
  }
}
