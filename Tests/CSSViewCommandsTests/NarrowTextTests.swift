import CSSViewCommands
import TestSupport
import Testing

/// Characters that are wider than the line or the box that they stand in.
@Suite("Text in too few columns")
struct NarrowTextTests {
  private static let sheet = """
    .one { display: inline-block; width: 1ch; overflow: hidden }
    .sign { display: inline-block; width: 1ch; text-overflow: ellipsis }
    .none { display: inline-block; width: 0; overflow: hidden }
    .two { display: inline-block; width: 2ch; overflow: hidden }
    .shadow { text-shadow: 1px 1px red }
    """

  private func run(
    _ command: [String], _ markup: String, host: String = "", _ options: [String] = []
  ) throws -> CommandRun {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", Self.sheet + "text { \(host) }")
    return CommandRun(
      [command[0], sheet] + (command[0] == "preview" ? ["-"] : []) + command.dropFirst() + options,
      input: Array(markup.utf8))
  }

  private static let ways = [
    ["render", "--width", "1"], ["render", "--width", "1", "--to", "plain"],
    ["preview", "--width", "1"], ["preview", "--width", "1", "--to", "plain"],
  ]

  @Test(
    "a character that a line has no room for stands out, and is told",
    arguments: [
      ("a漢b", "a\n漢\nb\n"), ("漢字\n", "漢\n字\n"), ("ab\n", "a\nb\n"),
      ("x <b>👩‍🚀</b>y\n", "x\n👩‍🚀\ny\n"), ("<b class=shadow>漢</b>字\n", "漢\n字\n"),
      ("漢\u{301}x\n", "漢\u{301}\nx\n"),
    ])
  func lines(markup: String, expected: String) throws {
    for host in ["", "text-align: right", "text-overflow: ellipsis", "white-space: normal"] {
      for way in Self.ways {
        let run = try run(way, markup, host: host, ["--color", "never"])
        #expect(run.output == expected || run.output + "\n" == expected, "\(way) \(host)")
        #expect(run.errors.contains("[too-narrow]") == (expected != "a\nb\n"), "\(way) \(host)")
      }
    }
    let colored = try run(["render", "--width", "1"], markup, ["--color", "256"])
    let block = try run(["preview", "--width", "1"], markup, ["--color", "256"])
    for text in expected.split(separator: "\n") {
      #expect(colored.output.contains(text) && block.output.contains(text))
    }
  }

  @Test("a box of a block grows around it")
  func block() throws {
    let run = try run(
      ["preview", "--width", "3"], "a漢", host: "border: 1px solid", ["--to", "plain"])
    #expect(run.output == "┌──┐\n│a │\n│漢│\n└──┘\n")
    #expect(run.errors.contains("[too-narrow]"))
    let page = try self.run(["preview", "--width", "1"], "漢", ["--to", "html", "--fragment"])
    #expect(page.output.contains("漢"))
    #expect(page.errors.contains("[too-narrow]"))
  }

  @Test("a line that is cut on purpose is cut")
  func cut() throws {
    for way in Self.ways {
      let run = try run(way, "漢字\n", host: "white-space: nowrap; text-overflow: ellipsis")
      #expect(run.output == "…\n", "\(way)")
      #expect(run.errors.isEmpty)
    }
  }

  @Test(
    "a box of one cell inside a line shows the character that it has no room for",
    arguments: [
      ("x<b class=one>漢字</b>y\n", "x漢y\n", true),
      ("x<b class=two><b class=one>漢</b></b>y\n", "x漢y\n", true),
      ("x<b class=one><b class=two>漢</b></b>y\n", "x漢y\n", true),
      ("x<b class=sign>漢字</b>y\n", "x…y\n", false),
      ("x<b class=none>漢</b>y\n", "xy\n", false),
      ("x<b class=one>ab</b>y\n", "xay\n", false),
    ])
  func boxes(markup: String, expected: String, isTold: Bool) throws {
    for way in [["render"], ["render", "--width", "9"], ["render", "--to", "plain"], ["preview"]] {
      let run = try run(way, markup)
      #expect(run.output == expected, "\(way)")
      #expect(run.errors.contains("[too-narrow]") == isTold, "\(way)")
    }
  }
}
