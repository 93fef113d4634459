import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("Links of documents that cannot be clicked") struct DocumentLinkTests {
  private let text = "[a](https://x.y/z) <https://b.c> www.d.e <f@g.h> [i](#j) ![k](l.png)\n"
  private let addresses = "a (https://x.y/z) https://b.c www.d.e f@g.h i k (l.png)\n"
  private let words = "a https://b.c www.d.e f@g.h i k\n"

  private func render(
    _ more: [String] = [], _ environment: [String: String] = ["TERM": "xterm-256color"],
    terminal: Bool = false, from: String = "markdown", _ text: String? = nil
  ) -> String {
    let run = CommandRun(
      ["render", "--from", from, "none"] + more, input: Array((text ?? self.text).utf8),
      terminal: terminal ? (200, 24) : nil, environment: environment)
    #expect(run.errors == "")
    return run.output.replacing(#/\u{1B}(?:\[[0-9;:]*m|\]8;[^\u{1B}]*\u{1B}\\)/#, with: "")
  }

  @Test("plain output has the addresses, unless their text is one or the reader refuses them")
  func plain() {
    #expect(render() == addresses)
    #expect(render(["--to", "plain"], terminal: true) == addresses)
    #expect(render(["--no-link-text"]) == words)
    #expect(render(["--color", "always"]) == words)
    #expect(render(["--color", "always", "--link-text"]) == addresses)
  }

  @Test(
    "a terminal that is known to have no links has the addresses, and no other one",
    arguments: [
      (["TERM": "linux"], true), (["TERM": "dumb"], true),
      (["TERM": "xterm-256color"], false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], true),
      (["TERM": "xterm-256color", "NO_TERM_HYPERLINKS": "1"], true),
      (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "4200"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "7600"], false),
    ])
  func terminals(environment: [String: String], shows: Bool) {
    #expect(render([], environment, terminal: true) == (shows ? addresses : words))
  }

  @Test("the text of a link in HTML is compared with its address, however it comes")
  func html() {
    let html =
      "<a href='https://x.y/?a&amp;b'>https://x.y/</a> <a href=https://c.d>https://c<b>.d</b></a>"
    #expect(render(from: "html", html) == "https://x.y/ (https://x.y/?a&b) https://c.d\n")
    for piece in 1...5 {
      let run = CommandRun(
        ["render", "--from", "html", "none"], input: Array(html.utf8), piece: piece,
        environment: ["TERM": "xterm"])
      #expect(run.output == "https://x.y/ (https://x.y/?a&b) https://c.d\n")
    }
  }

  @Test("markup, pages and data stay as they are")
  func others() {
    let markup = "<a href=https://x.y>a</a>\n"
    #expect(render(from: "markup", markup) == "a\n")
    #expect(!render(["--to", "html", "--fragment"]).contains("(https"))
    #expect(!render(["--to", "json"]).contains("(https"))
  }
}
