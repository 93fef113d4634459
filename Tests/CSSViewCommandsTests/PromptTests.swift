import CSSViewCommands
import TestSupport
import Testing

@Suite("--prompt")
struct PromptTests {
  /// The output with brackets for the marks.
  private func shown(_ run: CommandRun) -> String {
    run.visible.replacing("\u{01}", with: "‹").replacing("\u{02}", with: "›")
  }

  private func preview(_ arguments: String...) -> CommandRun {
    CommandRun(["preview", "none", "--prompt", "--color", "16"] + arguments)
  }

  @Test("both commands mark sequences, and keep bash from expanding the text")
  func marks() {
    let value = #"$(id) `id` \w $HOME"#
    let expected = #"‹␛[1m›$‹›(id) \`id\` \‹›w $‹›HOME‹␛[0m›"#
    #expect(shown(preview("--set", "d=\(value)", "<b>{d}</b>")) == expected + "\n")
    let stream = CommandRun(
      ["render", "none", "--prompt", "--color", "16", "--set", "d=\(value)"],
      input: Array("<b>{d}</b> ".utf8))
    #expect(shown(stream) == expected + " ")
    // Without colour there is nothing to mark, and bash is the same.
    let plain = CommandRun("preview", "none", "--prompt", "--set", "d=\(value)", "<b>{d}</b>")
    #expect(shown(plain) == #"$‹›(id) \`id\` \‹›w $‹›HOME"# + "\n")
    #expect(CommandRun("preview", "none", "--set", "d=\(value)", "{d}").output == value + "\n")
  }

  @Test("marks in the text are shown and mark nothing")
  func hostile() {
    let run = CommandRun(
      ["preview", "none", "--prompt", "--color", "16", "-q", "a\u{01}\u{1B}[1mb\u{02}"])
    #expect(shown(run) == "a␁␛[1mb␂\n".replacing("␛[", with: "␛["))
    #expect(!run.bytes.contains(0x01) && !run.bytes.contains(0x02) && !run.bytes.contains(0x1B))
  }

  @Test(
    "blanks at the end of the text stay, once",
    arguments: [
      ("<b>Sure?</b> ", "‹␛[1m›Sure?‹␛[0m› \n"), ("<b>Sure? </b> ", "‹␛[1m›Sure?‹␛[0m›  \n"),
      ("a\nb  ", "a\nb  \n"), ("a", "a\n"), ("a ", "a \n"), ("  ", "  \n"), ("", "\n"),
      ("<span style='background: ansi(1)'>a </span>", "‹␛[41m›a ‹␛[0m›\n"),
    ])
  func blanks(text: String, expected: String) {
    #expect(shown(preview(text)) == expected)
  }

  @Test("links are marked, and their addresses are no command")
  func links() {
    let run = preview("--hyperlinks", "always", #"<a href="https://x.org/$(id)`id`">l</a>"#)
    #expect(
      shown(run)
        == "‹␛]8;id=1;https://x.org/%24(id)%60id%60␛\\␛[4m›l‹␛]8;;␛\\␛[0m›\n")
  }

  @Test("letters are not enlarged by the terminal")
  func largeText() {
    for method in ["osc66", "dechl"] {
      let run = preview("--text-sizing", method, "<span style='font-size: 45px'>A</span>")
      #expect(run.status == .success && !run.output.contains("]66;") && !run.output.contains("#3"))
    }
  }

  @Test("it is for text on a terminal")
  func refused() {
    for options in [["--to", "svg"], ["--to", "html"], ["--to", "json"], ["-o", "x.png"]] {
      let run = CommandRun(["preview", "none", "--prompt", "x"] + options)
      #expect(run.status == .usage && run.errors.hasPrefix("cssview: '--prompt' cannot be used"))
    }
    let watch = CommandRun("preview", "none", "--prompt", "--watch", "x")
    #expect(watch.status == .usage)
    // The parser reads it in the same way.
    #expect(preview("--width=20", "a$").bytes == preview("--width", "20", "a$").bytes)
  }
}
