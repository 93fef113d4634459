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

  private static func document(_ generator: inout SeededGenerator, from constructs: [String]) -> (
    text: String, words: [String]
  ) {
    var (text, words) = ("", [String]())
    for _ in 0..<Int.random(in: 20...40, using: &generator) {
      let construct = constructs[Int.random(in: constructs.indices, using: &generator)]
      for character in construct {
        guard character == "W" else {
          text.append(character)
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
