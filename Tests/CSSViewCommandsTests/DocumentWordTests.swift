import TestSupport
import Testing

@testable import CSSViewCommands

/// Documents of the constructs that READMEs have, each word of which is another one.
@Suite("Words of documents") struct DocumentWordTests {
  /// A construct with `W` for each word that is shown.
  private static let constructs = [
    "# W W\n\n", "W W\n===\n\n", "W *W* **W `W`** ~~W~~ W\n\n", "W  \nW\\\nW\n\n",
    "[W W](https://x.y/z \"t\") ![W](i.png) [![W](b.svg)](c) [W][r] [W][] W\n\n[r]: /u\n\n",
    "- W W\n- W\n  - W\n\n    W\n\n", "1. W\n2. W\n   > W\n\n", "- [ ] W\n- [x] W\n\n",
    "> W\n> W\n>> W\n\n", "> [!NOTE]\n> W W\n\n", "> [!wArNiNg]\n> - W\n\n", "> [!X] W\n\n",
    "```sh\n$ W -W # W\n```\n\n", "~~~\nW\n\n  W\n~~~\n\n", "    W W\n\n",
    "```foo\n\"W\" // W\n```\n\n",
    "<details><summary>W</summary>\n\nW\n\n</details>\n\n",
    "<p align=\"center\">\n<b>W</b>\nW\n</p>\n\n",
    "W <kbd>W</kbd> <sub>W</sub><sup>W</sup> <ins>W</ins> <x-y>W</x-y>\n\n",
    "<div>W\n\n*W*\n</div>\n\n",
    "<picture><source srcset=x><img alt=\"W W\" src=y></picture>\n\n", "<ul><li>W<li>W</ul>\n\n",
    "$W_a*b*$ \\(W\\) $$W$$ W\n\n", "W & W &amp; W &lt; W <W W > W\n\n", "***\n\nW\n", "W | W\n\n",
    "*W **W* W\n\n", "[W [W](W `W\n\n", "<!-- no --> W\n\n", "W^W^ ==W== :W: @W #W\n\n",
    "<dl><dt>W<dd>W</dl>\n\n", "\\*W\\* W_W_W\n\n", "漢字W漢字\nW\n\n",
  ]

  private static let tables = [
    "| W | W |\n|:--|--:|\n| W W | `W` |\n| [W](u) | **W** |\n\n", "W | W\n--|--\nW | W\\|W\n\n",
    "<table><tr><th>W<th>W<tr><td>W<td>\n\n*W*\n\n</table>\n\n",
  ]

  /// Constructs of pages, with `H` for each word that browsers do not show.
  private static let pages = [
    "<h1>W W</h1>", "<p>W <b>W</b><i>W</i> W", "<p align=right>W<br>W</p>", "<center>W</center>",
    "<ul><li>W<li>W<ol><li>W</ol></ul>", "<ol reversed><li>W<li>W <p>W</ol>",
    "<ol reversed start=9 type=i><li>W<li value=4>W</ol>", "<dl><dt>W<dd>W</dl>",
    "<details><summary>W</summary>W <p>W</details>", "<details open>W</details>",
    "<dialog>H <p>H</dialog>", "<dialog open>W</dialog>", "<p hidden>H</p>W",
    "<div hidden>H<table><tr><td>H</table></div>", "W <span hidden>H</span> W",
    "<script>H</script><style>H{}</style><template><p>H</template>",
    "<blockquote>W<blockquote>W</blockquote>W</blockquote>", "<pre>W\n  W</pre>",
    "<a href=x>W</a> <img alt=W src=y> <kbd>W</kbd> <q>W</q> <sub>W</sub>",
    "<button>W</button> <label>W</label> <font>W</font> <x-y>W</x-y>",
    "<section><header>W</header><nav>W</nav><footer>W</footer></section>", "W &amp W &copy W",
    "<figure>W<figcaption>W</figcaption></figure>", "<ruby>W<rp>(</rp><rt>W</rt></ruby>",
    "<!-- H -->W", "<p title=H>W", "<select><option>W<option>W</select>", "W</p></b>W",
  ]
  private static let pageTables = [
    "<table><caption>W</caption><tr><th>W<th>W<tr><td>W<td>W</table>",
    "<table><tr><td rowspan=2>W<td>W<tr><td>W<tr><td>W<td>W</table>",
    "<table><tr><td rowspan=0>W<td rowspan=9>W<td>W<tr><td>W</table>",
    "<table><tr><td colspan=2>W<tr><td>W<td><table><tr><td>W<td>W</table></table>",
    "<table><tr hidden><td>H<tr><td>W<td hidden>H</table>",
    "<table><tr><td><ol reversed><li>W<li>W</ol></table>", "<tr><td>W</tr>",
  ]

  private static func document(_ generator: inout SeededGenerator, from constructs: [String]) -> (
    text: String, words: [String]
  ) {
    var (text, words) = ("", [String]())
    for _ in 0..<Int.random(in: 20...40, using: &generator) {
      let construct = constructs[Int.random(in: constructs.indices, using: &generator)]
      for character in construct {
        guard character == "W" else {
          text += character == "H" ? "hidden" : String(character)
          continue
        }
        // No word is a part of another one.
        let word = "q\(words.count)z"
        words.append(word)
        text += word
      }
    }
    return (text, words)
  }

  private func expect(_ words: [String], in output: String, of text: String, _ note: String) {
    var rest = output[...]
    for word in words {
      guard let found = rest.firstRange(of: word) else {
        Issue.record("\(word) is missing or comes too early (\(note)) in \(text.debugDescription)")
        return
      }
      rest = rest[found.upperBound...]
    }
  }

  @Test("every word of a page is there in order, and none that is hidden", arguments: [30, 100])
  func pages(width: Int) throws {
    var generator = SeededGenerator(seed: UInt64(width))
    let constructs = width < 100 ? Self.pages : Self.pages + Self.pageTables
    for number in 0..<12 {
      let (text, words) = Self.document(&generator, from: constructs)
      #expect(!words.isEmpty)
      let sheet = number % 2 == 0 ? "markdown" : "none"
      let flat = width < 100 ? ["--flat"] : []
      for options in [[], flat, ["--no-link-text"]] {
        let run = CommandRun(
          ["render", sheet, "--width", "\(width)", "--to", "plain", "--quiet", "--from", "html"]
            + options, input: Array(text.utf8))
        expect(words, in: run.output, of: text, "\(sheet) \(options)")
        #expect(!run.output.contains("hidden"), "\(sheet) \(options) \(text)")
      }
      for target in ["html", "markup"] {
        let run = CommandRun(
          ["convert", "--from", "html", "--to", target, "--quiet"], input: Array(text.utf8))
        expect(words, in: run.output, of: text, target)
      }
    }
  }

  @Test(
    "every word is there in order, in plain and in flat output, of files and of streams",
    arguments: [(width: 30, withTables: false), (100, true)])
  func order(width: Int, withTables: Bool) throws {
    var generator = SeededGenerator(seed: UInt64(width))
    let directory = try ScratchDirectory()
    for number in 0..<10 {
      let (text, words) = Self.document(
        &generator, from: withTables ? Self.constructs + Self.tables : Self.constructs)
      #expect(!words.isEmpty)
      let file = try directory.file("\(number).md", text)
      // In flat output, the names of columns stand before each value.
      let flat = withTables ? [] : ["--flat"]
      for options in [[], flat, ["--no-link-text"], ["--commonmark"]] {
        for input in [[file], ["--from", "markdown"]] {
          let sheet = number % 2 == 0 ? "markdown" : "none"
          let run = CommandRun(
            ["render", sheet, "--width", "\(width)", "--to", "plain", "--quiet"] + options + input,
            input: Array(text.utf8))
          expect(words, in: run.output, of: text, "\(sheet) \(options) \(input)")
        }
      }
      let block = CommandRun(
        "preview", "markdown", "--file", file, "--width", "\(width)", "--quiet")
      expect(words, in: block.output, of: text, "preview")
    }
  }
}
