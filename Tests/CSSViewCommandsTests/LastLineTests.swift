import CSSViewCommands
import TestSupport
import Testing

@Suite("The last line feed of a file")
struct LastLineTests {
  private static let sheet = """
    .mark::after { content: "!" } .feed::after { content: "\\A" } .gone { display: none }
    .box { display: inline-block }
    """

  static let cases: [(input: String, shown: String)] = [
    ("a\n", "a\n"), ("a\r\n", "a\n"), ("a\n\n", "a\n\n"), ("a", "a\n"), ("\n", "\n"),
    ("<b class=mark>one\ntwo\n", "one\ntwo\n!\n"), ("<b class=mark>one\r\n", "one\n!\n"),
    ("<b class=mark>one</b>\n", "one!\n"), ("<b class=mark>one", "one!\n"),
    ("<b class=mark>one<i id=x>two\n", "onetwo\n!\n"), ("<i id=x><b class=mark>\n", "\n!\n"),
    ("<b class=feed>one", "one\n\n"), ("a\n<b class=gone>b\n", "a\n"),
    ("a\n<b class=gone>b</b>\n", "a\n"),
    ("a\n\n<b class=gone>b</b>", "a\n\n"), ("<b class=gone>b</b>", "\n"),
    ("x<sup id=x>1\n", "x¹\n"), ("x<sup id=x>1 \n", "x^(1 )\n"), ("<b class=box>x\n", "x\n"),
    ("<b style=\"text-transform:uppercase\">ß\n", "SS\n"),
  ]

  @Test("ends its last line, unless the sheet puts text behind it", arguments: cases)
  func shown(input: String, shown: String) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", Self.sheet)
    let file = try directory.file("t", input)
    #expect(CommandRun("preview", sheet, "-", input: input).output == shown)
    #expect(CommandRun("preview", sheet, "--file", file).output == shown)
    // A stream ends as its input does.
    let stream = CommandRun("render", sheet, input: input).output
    #expect(stream == shown || stream + "\n" == shown)
  }

  @Test("is no text of the last run")
  func explained() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", Self.sheet)
    for input in ["a<b id=x>bc\n", "a<b id=x>bc\r\n"] {
      let json = CommandRun("explain", sheet, "-", "--json", input: input).output
      #expect(json.contains("\"text\": \"bc\"") && json.contains("\"sourceEnd\": 11"))
    }
  }

  @Test("ends the last line of text for a terminal, too")
  func terminalText() throws {
    let run = CommandRun(
      "preview", "none", "-", "--from", "ansi", input: "a\u{1B}[31mb\r\nc\u{1B}[0m\n")
    #expect(run.output == "ab\nc\n")
    #expect(CommandRun("preview", "none", "-", "--from", "ansi", input: "a\n\n").output == "a\n\n")
  }
}
