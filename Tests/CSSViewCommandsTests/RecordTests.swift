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
    "says that extra fields are shown only where they are",
    arguments: [
      ([], "; the extra ones are shown with their numbers"), (["--columns", "a"], ""),
      (["--template", "{a}"], ""), (["--no-header", "--columns", "p"], ""),
    ])
  func extraFields(options: [String], end: String) throws {
    let run = try render(["--from", "csv"] + options, "a\n1,2\n")
    #expect(
      run.errors.contains("record has 2 fields instead of 1\(end) [field-count]"), "\(run.errors)")
  }

  @Test("is what '--record-template' of a stylesheet is, but for '--columns'")
  func inStylesheet() throws {
    let sheet = try ScratchFile(#"text { --record-template: "<b>{a|b}</b> {...}" }"#)
    func run(_ command: String, _ options: String...) -> CommandRun {
      CommandRun(
        [command, sheet.path, "--from", "jsonl"] + options,
        input: Array(#"{"b": "x", "c": {"d": 1}}"#.utf8))
    }
    #expect(run("render").output == "x c.d=1\n")
    #expect(run("render", "--to", "json").output.contains(#""text": "x c.d=1""#))
    #expect(run("preview", "--file", "-").output == "x c.d=1\n")
    #expect(run("explain", "-").output.contains("'x'  <b>"))
    #expect(run("render", "--columns", "b").output.contains("\nx\n"))
    #expect(CommandRun("check", sheet.path).status == .success)
  }

  @Test(
    "is needed for data, and only for data",
    arguments: [
      (["--from", "csv", "--lines"], "'--lines' cannot be used with '--from csv'"),
      (
        ["--from", "tsv", "--template", "x", "--lines", "--jobs", "2"],
        "'--jobs' cannot be used with '--from tsv'"
      ),
      (
        ["--template", "x"], "'--template' needs '--from csv', 'tsv', 'columns', 'json' or 'jsonl'"
      ),
      (
        ["--from", "jsonl", "--template", "x", "--no-header"],
        "'--no-header' needs '--from csv', 'tsv' or 'columns'"
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

  @Test("has room for longer numbers when its columns are settled by its first rows")
  func longTable() throws {
    let sheet = try ScratchFile(".id { max-width: 5ch }")
    let rows = (1...1200).map { "\($0),a b\n" }.joined()
    func lines(_ data: String, _ sheet: String = "none") -> [Substring] {
      CommandRun("render", "--from", "csv", "--width", "40", sheet, input: "id,name\n" + data)
        .output.split(separator: "\n")
    }
    #expect(lines(rows).count == 1202 && lines(rows).last == "1200    a b")
    #expect(lines("1,a b\n").last == "1  a b")
    #expect(lines(rows, sheet.path).last == "1200  a b")
  }

  @Test(
    "keeps values that have no column, because they came when the columns were settled",
    arguments: [
      ("", 1200), ("table { table-layout: fixed }", 110), (".a, .b { width: 4ch }", 110),
    ])
  func lateValues(css: String, count: Int) throws {
    let sheet = try ScratchFile(css)
    let objects = String(repeating: #"{"a": 1, "b": 2}"# + "\n", count: count)
    let records = String(repeating: "1,2\n", count: count)
    for (format, input, value) in [
      ("jsonl", objects + #"{"a": 3, "b": 4, "late": "x y"}"# + "\n" + objects, "late=x"),
      ("csv", "a,b\n" + records + "3,4,x y\n" + records, "3=x"),
    ] {
      for options in [[], ["--flat"], ["--width", "6"], ["--to", "json"]] {
        let run = CommandRun(
          ["render", sheet.path, "--from", format] + options, input: Array(input.utf8))
        #expect(run.output.filter { !$0.isWhitespace }.contains(value), "\(format) \(options)")
      }
    }
  }

  @Test(
    "shows its names although it has no records",
    arguments: [["--width", "6"], ["--flat"], ["--width", "80"], ["--to", "json"]])
  func onlyHeader(options: [String]) {
    for (format, input) in [("csv", "city,country\n"), ("html", "<table><tr><th>city<th>country")] {
      let run = CommandRun(
        ["render", "none", "--from", format] + options, input: Array(input.utf8))
      let letters = run.output.filter { !$0.isWhitespace }
      #expect(letters.contains("city") && letters.contains("country"), "\(run.output)")
      let record = CommandRun(
        ["render", "none", "--from", "csv", "--flat"], input: Array((input + "Oslo,\n").utf8))
      if format == "csv" { #expect(record.output == "city: Oslo\n") }
    }
  }

  @Test("leaves out fields that a record does not have")
  func shortRecords() {
    let names = (0..<100).map { "c\($0)" }
    let header = names.joined(separator: ",")
    for (format, input) in [
      ("csv", header + "\n1\n2\n"),
      ("jsonl", "{\"c0\":1}\n{\"c0\":2}\n"),
    ] {
      let run = CommandRun(
        ["render", "none", "--from", format, "--flat"]
          + (format == "jsonl" ? ["--columns", header] : []), input: Array(input.utf8))
      #expect(run.output == "c0: 1\n\nc0: 2\n", "\(run.output)")
    }
  }

  @Test("repeats no long name in front of each record")
  func longName() {
    let name = String(repeating: "é", count: 1000)
    let run = CommandRun(
      "render", "none", "--from", "csv", "--flat", input: "\(name),b\n1,2\n3,4\n")
    // The long name goes over several lines.
    #expect(
      run.output.filter { !$0.isWhitespace } == "\(name):1b:2\(name.prefix(64))…:3b:4",
      "\(run.output)")
  }

  @Test("agrees about columns of the same name in all its forms")
  func sameNames() {
    let data = "id,name,id,name\n1,Ann,7,Red\n2,Bob,9,Blue\n"
    func output(_ options: [String]) -> String {
      let run = CommandRun(options + ["--from", "csv"], input: Array(data.utf8))
      return run.errors + run.output
    }
    let render = ["render", "none"]
    let rule = String(repeating: "─", count: 16)
    #expect(output(render) == "id name id name\n\(rule)\n1  Ann  7  Red\n2  Bob  9  Blue\n")
    let columns = output(render + ["--columns", "name-2,2,id"])
    #expect(columns == "name name id\n\(rule.dropLast(3))\nRed  Ann  1\nBlue Bob  2\n")
    #expect(output(render + ["--template", "{name-2} {3}"]) == "Red 7\nBlue 9\n")
    let flat = "id: 1\nname: Ann\nid: 7\nname: Red\n\nid: 2\nname: Bob\nid: 9\nname: Blue\n"
    #expect(output(render + ["--flat"]) == flat)
    let html = output(["convert", "--to", "html", "--fragment"])
    #expect(html.contains(#"<td class="name-2" data-value="Red">Red</td>"#))
    #expect(html.contains(#"<tr data-id="1" data-name="Ann" data-id-2="7" data-name-2="Red">"#))
    #expect(output(["convert", "--to", "markup"]).contains(#"class="td id-2 number""#))
    #expect(output(render + ["--to", "json"]).contains(#""name-2""#))
  }

  @Test("can be selected by fields that are not shown", arguments: ["csv", "jsonl"])
  func hiddenFields(format: String) throws {
    let sheet = try ScratchFile("[data-level=error] { color: ansi(red) }")
    let data =
      format == "csv"
      ? "a,level\n1,error\n2,x\n" : "{\"a\":1,\"level\":\"error\"}\n{\"a\":2,\"level\":\"x\"}\n"
    let run = CommandRun(
      ["render", "--from", format, "--columns", "a", "--color", "16", sheet.path],
      input: Array(data.utf8))
    #expect(run.output.hasSuffix("\u{1B}[31m1\u{1B}[0m\n2\n") && !run.output.contains("level"))
  }

  @Test("is rows in JSON, with the styles of their parts", arguments: ["preview", "render"])
  func rows(command: String) throws {
    let sheet = try ScratchFile("th { color: red } li::marker { color: lime }")
    let input = "<table><tr><th>k<th>v<tr><td>a<td>b c</table><ul><li>d &lt;</ul>"
    let run = CommandRun(
      [command, "--from", "html", "--to", "json", "--width", "9", sheet.path, "-"].filter {
        command == "render" || $0 != "-"
      }, input: Array(input.utf8))
    #expect(run.status == .success && run.errors == "")
    let lines = try run.output.split(separator: "\n").map { try TestJSON(String($0)) }
    let text = lines.map { line in
      if case .string(let text)? = line["text"] { text } else { "?" }
    }
    #expect(text.joined(separator: "\n") == "k v\na b c\n\n• d <")
    #expect(lines.count == (command == "render" ? 4 : 1))
    #expect(
      run.output.contains(#"{"text": "k ", "start": 0, "end": 2, "element": "text", "tag": "th""#))
    #expect(run.output.contains(#""generated": "::marker""#))
    #expect(run.output.contains("#ff0000ff") && run.output.contains("#00ff00ff"))
  }

  @Test("says that an element came too late to be the last child")
  func uncounted() throws {
    let text = String(repeating: "x ", count: 40_000)
    for (html, isTold) in [("<p>a<p>b", false), ("<p>\(text)<p>a", true)] {
      let run = try render(["--from", "html"], html, "p:last-child { color: red }")
      #expect(run.errors.contains("':last-child' does not match <p>") == isTold)
    }
  }

  @Test(
    "is a table in every command that shows a text", arguments: ["preview", "explain", "snoop"])
  func tables(command: String) {
    let run = CommandRun(command, "--from", "csv", "none", input: "a,b\n1,2\n")
    #expect(run.status == .success)
  }
}
