import Markdown
import TestSupport
import Testing

@Suite("Hostile Markdown")
struct MarkdownLimitTests {
  static let units: [String] = [
    "*a **a ", "a_ ", "_a ", "a]", "[a", "*a_ ", "[ a_", "[ (](", "![[]()", "**x [a*b**c*](d)",
    "![a](b)",
    "> ", "- ", "* ", "`a ``b ", "[a](<b", "[a](b", "[a](b \"", "<!--", "<?", "<!A", "<![CDATA[",
    "<a b=\"", "b ", "- a\n\n", "> a\n", "[a]: /u\n", "[a] ", "[a]: /u '", "a|b\n", "|-|\n",
    "~a ~~b ",
    "~~", "*", "_", "http:", "http://-", "http://_.", "www._", "(", "a@", "xmpp:a@", "xmpp:a@/",
    "/@", "a.b@c_.", "&a", "&a;",
    "\\",
    "[^", "[^a", "[^a]", "[^a]: ", "[^a]: b\n", "[^a] [^", "> [!NOTE]\n", "> [!NOTE]\n\n", "[!N",
    "$", "$a ", "a$ ", "$a$", "$a\n", "$$", "$$ a ", "$$a\n", "$`", "\\(", "\\[ ", "\\(a", "\\[a\n",
    "  ", "a  \n", "-\t", "#", "![", "    \n", "</pr", "a\n=\n", "``\n", "\n",
  ]

  @Test("takes linear time, at once and in small parts", arguments: units)
  func time(unit: String) {
    for part in [1 << 16, 7] {
      let ratio = growth(from: 3_000 / unit.utf8.count, limit: 9) { count in
        let document = Array(String(repeating: unit, count: count).utf8)
        var parser = MarkdownParser()
        var start = 0
        while start < document.count {
          let end = min(document.count, start + part)
          parser.read(document.span.extracting(start..<end))
          parser.releaseWords()
          start = end
        }
        parser.finish()
      }
      #expect(ratio < 9, "\(unit.debugDescription) in parts of \(part)")
    }
  }

  /// Documents that cmark's tests call pathological, which no repeated unit makes.
  static let pathologicalDocuments: [(name: String, document: @Sendable (Int) -> String)] = [
    ("strong in emphasis", { many($0, "*a **a ") + "b" + many($0, " a** a*") }),
    ("brackets in brackets", { many($0, "[") + "a" + many($0, "]") }),
    ("images in images", { many($0, "![") + "a" + many($0, "](b)") }),
    ("emphasis before others", { many($0, "*a ") + many($0, "_a*_ ") }),
    ("closers in threes", { "a**b" + many($0, "c* ") }),
    (
      "runs of backticks",
      { count in
        var (text, length) = ("", 1)
        while text.utf8.count < 4 * count {
          text += "e" + many(length, "`")
          length += 1
        }
        return text
      }
    ),
    ("deep quotes in lines", { many($0 / 100, many(400, "> ") + "a\n") }),
    (
      "deep lists in lines",
      { count in (0..<count / 100).map { many($0, "  ") + "* a\n" }.joined() }
    ),
    ("blank lines in a deep list", { many(400, "- ") + "a\n" + many($0, "\n") }),
    ("a long label", { "[a]: /" + many($0, "x") + "\n\n" + many($0, "[a]\n") }),
    (
      "many footnotes",
      { count in (0..<count / 4).map { "[^\($0)] [^\($0 / 2)]\n\n[^\($0)]: a\n" }.joined() }
    ),
    ("footnotes in footnotes", { count in (0..<count / 4).map { "[^\($0)]: " }.joined() }),
    ("many definitions", { count in (0..<count / 4).map { "[\($0)]: /u\n" }.joined() }),
    ("a wide table", { many($0, "|a") + "|\n" + many($0, "|-") + "|\n" + many($0, "|b\n") }),
    ("links without brackets around", { many($0, "[") + many($0, "[a](b)") }),
    ("parentheses of an address", { "www.a.b" + many($0, "(") + many($0, ")") }),
  ]

  private static func many(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  @Test("takes linear time for pathological documents", arguments: pathologicalDocuments.indices)
  func pathological(index: Int) {
    let (name, text) = Self.pathologicalDocuments[index]
    let ratio = growth(from: 2_000, limit: 9) { count in
      let document = Array(text(count).utf8)
      var parser = MarkdownParser(outline: MarkdownOutline(of: document.span))
      parser.read(document.span)
      parser.finish()
    }
    #expect(ratio < 9, "\(name)")
  }

  @Test("keeps the text of blocks that are nested too deep")
  func depth() {
    let text = String(repeating: "> - ", count: 10_000) + "a"
    let events = events(Array(text.utf8))
    #expect(events.contains("> - > - a‹/"))
    #expect(events.split(separator: "‹").count < 1_000)
  }

  @Test("does not let definitions make a small document large")
  func expansion() {
    let definition = "[a]: /" + String(repeating: "x", count: 50_000)
    let text = definition + "\n\n" + String(repeating: "[a]\n", count: 10_000)
    #expect(events(Array(text.utf8)).utf8.count < 500_000)
  }

  @Test("does not let short rows make a wide table large")
  func cells() {
    let header =
      String(repeating: "|a", count: 2_000) + "|\n" + String(repeating: "|-", count: 2_000)
    let text = header + "|\n" + String(repeating: "|b\n", count: 2_000)
    var parser = MarkdownParser()
    parser.read(Array(text.utf8).span)
    #expect(parser.events.all.count < 1_200_000)
  }

  static let endless = [
    "some words, *more* of them\n", "one line without an end ", "```\ncode\n", "- a\n\n",
    "| a | b |\n|---|---|\n", "<div>\n",
  ]

  @Test("forgets what was written of a document without an end", arguments: endless)
  func memory(text: String) {
    var parser = MarkdownParser()
    let part = Array(String(repeating: text, count: 1_000).utf8)
    var size = 0
    for number in 0..<50 {
      parser.read(part.span)
      size += parser.events.bytes.count
      parser.releaseWords()
      size += parser.events.bytes.count
      #expect(number < 10 || size > 1_000 * number)
    }
  }
}
