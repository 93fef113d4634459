import CSSViewCommands
import TestSupport
import Testing

@Suite("--template")
struct RecordTests {
  private static let sheet =
    "[data-level=error] { color: ansi(red) } [data-level=debug] { display: none }"
  private static let objects =
    #"{"level":"error","msg":"<b>\u001b[2J"}"# + "\n" + #"{"level":"debug","msg":"x"}"#
    + "\nnpm <notice>\n" + #"{"level":"info","msg":"end","a":{"b":"two words"}}"# + "\n"

  private func render(_ options: [String], _ data: String, _ sheet: String = sheet) throws
    -> CommandRun
  {
    let file = try ScratchFile(sheet)
    return CommandRun(["render"] + options + [file.path, "-"], input: Array(data.utf8))
  }

  @Test("styles lines of JSON, hides records, and shows other lines as they are")
  func objects() throws {
    let template = "<b data-level={level}>{msg} {a.b}</b>"
    let options = ["--from", "jsonl", "--template", template, "--color", "16"]
    let run = try render(options, Self.objects)
    #expect(
      run.output == "\u{1B}[31;1m<b>␛[2J \u{1B}[0m\nnpm <notice>\n\u{1B}[1mend two words\u{1B}[0m\n"
    )
    #expect(run.errors.contains("line is not a JSON object and is shown as text"))
    #expect(run.status == .success)
    let lines = try render(options + ["--lines", "--jobs", "2"], Self.objects)
    #expect(lines.output == run.output)
    #expect(try render(options + ["--strict"], Self.objects).status == .unusableInput)
  }

  @Test("styles CSV in every form of output")
  func forms() throws {
    let data = "name,size\n\"a, b\",10\nc\n"
    let options = ["--from", "csv", "--template", "{size}|<i>{name}</i>"]
    #expect(try render(options, data).output == "10|a, b\n|c\n")
    #expect(try render(options + ["--width", "6"], data).output == "10|a,\nb\n|c\n")
    #expect(try render(options + ["--to", "json"], data).output.contains(#""text": "10|a, b""#))
    #expect(try render(options + ["--to", "svg"], data).output.contains("a, b"))
    #expect(
      try render(options, data).errors.contains("<stdin>:3:1: warning: record has 1 field instead"))
  }

  @Test(
    "is needed for data, and only for data",
    arguments: [
      (["--from", "csv", "--lines"], "'--lines' cannot be used with '--from csv'"),
      (["--from", "html", "--to", "json"], "'--to json' cannot be used with '--from html'"),
      (["--template", "x"], "'--template' needs '--from csv', 'tsv' or 'jsonl'"),
      (
        ["--from", "jsonl", "--template", "x", "--no-header"],
        "'--no-header' needs '--from csv' or 'tsv'"
      ),
      (
        ["--from", "csv", "--template", "x", "--columns", "a"],
        "'--columns' cannot be used with '--template' without '--no-header'"
      ),
    ])
  func usage(options: [String], message: String) throws {
    let run = try render(options, "")
    #expect(run.status == .usage)
    #expect(run.errors.contains(message))
  }

  @Test(
    "is a table in every command that shows a text", arguments: ["preview", "explain", "snoop"])
  func tables(command: String) {
    let run = CommandRun(command, "--from", "csv", "none", input: "a,b\n1,2\n")
    #expect(run.status == .success)
  }
}
