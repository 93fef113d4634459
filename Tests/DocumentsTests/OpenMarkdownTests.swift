import Bytes
import StyleValues
import StyledText
import Styling
import TestSupport
import Testing

@testable import Documents
@testable import Rendering
@testable import TerminalOutput

/// Markdown of GitHub while it comes, as rows.
@Suite("Rows of Markdown that is still written") struct OpenMarkdownTests {
  /// Text of which the rest may come later; words are shown in a pause.
  private func shown(_ text: String, isLast: Bool = false, words: Bool) -> String {
    let environment = Environment(columns: 30, colorDepth: .none)
    var host = HostObject()
    host.holdsBlocks = true
    let resolver = StyleResolver(
      stylesheet: Stylesheet(dialect: .css), environment: environment, host: host)
    var markup = MarkupOptions()
    markup.form = .markdown
    var options = StreamRenderer.Options(
      of: markup, target: OutputTarget(environment, capabilities: []))
    options.emitsWords = words
    var stream = StreamRenderer(resolver: resolver, options: options)
    var output = StreamBuffer(capacity: 64)
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)
    repeat {
      rest.removeFirst(stream.render(rest.span, isLast: isLast, to: &output))
      bytes += output.bytes
      output.removeAll()
    } while stream.hasMore
    if !isLast, words {
      stream.release()
      rest.removeFirst(stream.render(rest.span, isLast: false, to: &output))
      bytes += output.bytes
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let blocks = [
    "# Head\n", "Water[^b] and `x`[^a] and *more of\nit* again[^b].\n",
    "5 $x_i*y_i*$ \\(a\\) end\n",
    "> [!WARNING]\n> Stay *here*,\n> please.\n", "[^a]: One.\n", "[^b]: Two.\n\n    More.\n",
    "[^c]: Unused.\n", "- [x] done\n- [ ] open thing\n  - in `it`\n",
    "1. one\n2. two\n\n   three\n",
    "<sub>small <kbd>K</kbd></sub>\n",
    "<p align=center>\n<img alt=\"Chart\" src=\"l.png\">\n</p>\n",
    "| a | b |\n|---|--:|\n| 1 | 2 |\n", "```sh\n$ ls\n\n# c\n```\n", "    indented\n",
    "[l](https://x.y/z \"t\") ![i](j.png) <https://a.b>\n", "line one  \nline two\\\nline three\n",
    "漢字\n漢字\n", "***\n", "Text with a [ref] and a\nlast word\n", "[ref]: /url\n",
    "<details>\n<summary>s</summary>\n\nHidden *text*.\n\n</details>\n",
  ]

  private static func document(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...8, using: &generator)).map { _ in
      blocks[Int.random(in: blocks.indices, using: &generator)]
        + (Int.random(in: 0...3, using: &generator) > 0 ? "\n" : "")
    }.joined()
  }

  @Test("what a part of a document shows begins what all of it shows", arguments: [false, true])
  func prefixes(words: Bool) {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      let text = Self.document(&generator)
      let whole = shown(text, isLast: true, words: words)
      for end in text.indices {
        let part = shown(String(text[..<end]), words: words)
        #expect(
          whole.hasPrefix(part), "\(text[..<end].debugDescription) of \(text.debugDescription)")
      }
    }
  }

  /// Text and what has to be seen of it before more comes.
  private static let certain: [(text: String, words: String, rows: String)] = [
    ("Some words", "Some", ""), ("Some words\n", "Some words", ""),
    ("Some words\nand", "Some words", ""), ("Some *words*\n", "Some", ""),
    ("Some *words\n", "Some", ""), ("Some words \n", "Some words", ""),
    ("Some words\\\n", "Some", ""), ("Some words\n\n", "Some words\n", "Some words\n"),
    ("- item\n", "• item", ""),
    ("- item one\n- item two\n", "• item one\n• item two", "• item one\n"),
    ("> [!TIP]\n> Do it\n", "│ Tip\n│\n│ Do it", "│ Tip\n"),
    (
      "# Head\n", "Head\n" + String(repeating: "─", count: 30) + "\n",
      "Head\n" + String(repeating: "─", count: 30) + "\n"
    ),
    ("```\na\nb", "  a\n", "  a\n"),
    (
      "This line is much longer than a row of thirty\n",
      "This line is much longer than\na row of thirty", ""
    ),
    ("a[^1] b\n\n[^1]: note\n", "a¹ b\n\n 1. note", "a¹ b\n"),
    ("See <https://x.y/z>\n", "See https://x.y/z", ""), ("A [ref]\n", "A [ref]", ""),
    // The next line decides if there is a space.
    ("漢字 漢字\n", "漢字", ""),
  ]

  @Test("white space between blocks of HTML is no row", arguments: [false, true])
  func rowsBetweenBlocks(words: Bool) {
    let text = "<p align=left>\na\n</p>\n<p>b</p> \n<h1>c</h1>\n\nd\n"
    let rule = String(repeating: "─", count: 30)
    #expect(shown(text, isLast: true, words: words) == "a\n\nb\n\nc\n\(rule)\n\nd\n")
  }

  @Test("all that is certain is shown before more is waited for", arguments: certain)
  func certainty(text: String, words: String, rows: String) {
    #expect(shown(text, words: true) == words)
    #expect(shown(text, words: false) == rows)
  }
}
