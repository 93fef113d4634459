import TestSupport
import Testing

/// The last line of a stream, which nothing follows.
@Suite("The last line without a line feed")
struct UnfinishedLineTests {
  /// Sheets that count elements from the end, or put text there.
  private static let sheets = [
    ":last-child { color: red }", "b:nth-last-child(2) { color: red }",
    "i:only-child { font-weight: bold }", "i:nth-last-of-type(3n + 1) { color: red }",
    "i:last-child::after { content: 'end' } text:empty { color: red }",
    "b:last-child { display: inline-block; width: 9ch }",
  ]

  private static let lines = [
    "a\nb <i id=x>disk is full", "a\nb <i>x</i><b>disk is full</b>", "disk <b>is</b> full<",
    "<b>x</b>\n<b id=x>disk is full &am", "<u id=x>disk is full<!-- no end", "disk is full <b x",
    "",
    "<i>a</i>\n", "<i>a</i>\n\n<i id=x>", "a\r\n<i id=x>disk is full",
    "\u{1B}[31mdisk <i id=x>is\u{1B}[m full\u{1B}[", "<a href='http://x/'>disk is full",
  ]

  private static let forms: [[String]] = [
    [], ["--width", "40"], ["--from", "ansi"], ["--to", "html"], ["--to", "json"],
    ["--to", "plain"], ["--from", "ansi", "--to", "json"], ["--color", "16"],
  ]

  @Test("has the same text as with one, line by line, on one thread and on several")
  func roads() throws {
    let directory = try ScratchDirectory()
    for sheet in Self.sheets {
      try directory.file("s.css", sheet)
      for line in Self.lines {
        for form in Self.forms {
          let command = ["render", "\(directory.path)/s.css", "-", "--lines"] + form
          let run = CommandRun(command, input: Array(line.utf8))
          let parallel = CommandRun(command + ["--jobs", "2"], input: Array(line.utf8))
          let context = "\(sheet) \(form) \(line.debugDescription)"
          #expect(run.output == parallel.output, "\(context)")
          guard line.contains("full") else { continue }
          // What is open at the end of a line ends with it.
          let whole = CommandRun(command, input: Array((line + "\n").utf8))
          #expect(Self.words(run.output) == Self.words(whole.output), "\(context)")
          #expect(Self.words(run.output).contains("full"), "\(context)")
        }
      }
    }
  }

  /// A text without white space: that of the end is what the inputs differ in.
  private static func words(_ text: String) -> String {
    text.filter { !$0.isWhitespace }
  }

  @Test("of coloured text is not held back by what would be a tag")
  func coloredText() throws {
    let directory = try ScratchDirectory()
    try directory.file("s.css", ":last-child { color: red }")
    let run = CommandRun(
      "render", "\(directory.path)/s.css", "-", "--from", "ansi", input: "a <b>\nc <i>d")
    #expect(run.output == "a <b>\nc <i>d")
    #expect(run.errors == "")
  }

  @Test("that is empty has nothing that the sheet puts into texts")
  func emptyLine() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "s.css", "text::before { content: 'B' } text::after { content: 'T' }")
    for form in [[], ["--jobs", "2"], ["--width", "20"], ["--from", "ansi"], ["--to", "plain"]] {
      for (input, expected) in [("x\n", "BxT\n"), ("x\ny", "BxT\nByT"), ("", ""), ("\n", "BT\n")] {
        let run = CommandRun(["render", sheet, "-", "--lines"] + form, input: Array(input.utf8))
        let lines =
          run.output.hasSuffix("\n") && !expected.hasSuffix("\n") ? expected + "\n" : expected
        #expect(run.output == lines, "\(form) \(input.debugDescription)")
      }
    }
  }
}
