import Rendering
import Testing

@Suite("Prompts for readline")
struct PromptWriterTests {
  private func prompt(_ pieces: [UInt8]...) -> String {
    var writer = PromptWriter()
    return String(decoding: pieces.flatMap { writer.prompt($0) }, as: UTF8.self)
  }

  @Test(
    "sequences stand between 01 and 02, and bash expands nothing of the text",
    arguments: [
      ("", ""), ("plain é 漢", "plain é 漢"),
      ("a\u{1B}[1mb\u{1B}[0m\n", "a‹\u{1B}[1m›b‹\u{1B}[0m›\n"),
      ("\u{1B}[1m\u{1B}[4:3mx", "‹\u{1B}[1m\u{1B}[4:3m›x"),
      ("$HOME \\w `id` !", "$‹›HOME \\‹›w \\`id\\` !"), ("\\\\$", "\\‹›\\‹›$‹›"),
      ("$\u{1B}[1m(id)", "$‹›‹\u{1B}[1m›(id)"),
      // What is no CSI may be longer than two bytes, and a payload has anything.
      ("\u{1B}#3x\u{1B}(By", "‹\u{1B}#3›x‹\u{1B}(B›y"), ("\u{1B}7x", "‹\u{1B}7›x"),
      (
        "\u{1B}]8;id=1;https://x.org/$(id)`a`\\b\u{1B}\\x\u{1B}]8;;\u{1B}\\",
        "‹\u{1B}]8;id=1;https://x.org/%24(id)%60a%60%5Cb\u{1B}\\›x‹\u{1B}]8;;\u{1B}\\›"
      ),
      ("\u{1B}]0;a$\u{07}$", "‹\u{1B}]0;a%24\u{07}›$‹›"),
    ])
  func marks(text: String, expected: String) {
    // The marks of a prompt are easier to read as brackets.
    let expected = expected.replacing("‹", with: "\u{01}").replacing("›", with: "\u{02}")
    let bytes = Array(text.utf8)
    #expect(prompt(bytes) == expected)
    for cut in bytes.indices {
      let parted = prompt(Array(bytes[..<cut]), Array(bytes[cut...]))
      func joined(_ text: String) -> String { text.replacing("\u{02}\u{01}", with: "") }
      #expect(joined(parted) == joined(expected))
    }
  }

  @Test("blanks at the end are counted through sequences")
  func blanks() {
    let cases = [
      ("", 0), ("a", 0), ("a  ", 2), ("a \u{1B}[0m", 1), ("a \u{1B}[1m \u{1B}[0m", 2),
      ("a \u{1B}]8;; x\u{1B}\\", 1), ("   ", 3), ("a  \nb", 0),
    ]
    for (text, count) in cases { #expect(PromptWriter.blanks(endOf: Array(text.utf8)) == count) }
  }
}
