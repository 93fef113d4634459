import CSSViewCommands
import Testing

@Suite("--link-text")
struct LinkTextTests {
  private let link = "See <a href=https://example.org/a>the <b>page</b></a>."

  @Test("the target stands behind the text where links cannot be written")
  func target() {
    for command in [["preview", "-", link], ["preview", "-", link, "--hyperlinks", "never"]] {
      let run = CommandRun(command + ["--link-text"], input: Array("{}".utf8))
      #expect(run.output == "See the page (https://example.org/a).\n")
      #expect(CommandRun(command, input: Array("{}".utf8)).output == "See the page.\n")
    }
  }

  @Test("the stream writes it, too, also for a link that is never closed")
  func stream() throws {
    let sheet = "\(packageDirectory)/demo/plain.json"
    for arguments in [[], ["--lines"], ["--width", "80"]] {
      let run = CommandRun(
        ["render", sheet, "--link-text", "--to", "plain"] + arguments,
        input: Array("a <a href=x:y>b</a> <a href=/c>d <i>e</i>".utf8))
      #expect(run.output.hasPrefix("a b d e (/c)"), "\(arguments)")
    }
  }

  @Test("a link that is written has no target behind it")
  func writtenLinks() {
    let run = CommandRun(
      "preview", "-", link, "--link-text", "--hyperlinks", "always", input: "{}",
      terminal: (80, 24))
    #expect(run.output.contains("\u{1B}]8;"))
    #expect(!run.output.contains("("))
    let page = CommandRun(
      "render", "\(packageDirectory)/demo/plain.json", "--to", "html", "--link-text", input: link)
    #expect(page.output.contains("href=\"https://example.org/a\""))
    #expect(!page.output.contains("(https"))
  }
}
