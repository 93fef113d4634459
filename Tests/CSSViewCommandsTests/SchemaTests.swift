import CSSViewCommands
import Styling
import TestSupport
import Testing

@Suite("The JSON Schemas")
struct SchemaTests {
  private func schema(_ name: String) throws -> JSONSchema {
    let run = CommandRun("schema", name)
    #expect(run.status == .success)
    return try JSONSchema(run.output)
  }

  private func expectValid(_ output: String, _ name: String) throws {
    let schema = try schema(name)
    for line in output.split(separator: "\n") {
      #expect(schema.problems(of: try TestJSON(String(line))) == [])
    }
    #expect(!output.isEmpty)
  }

  @Test("the validator itself finds what is wrong")
  func validator() throws {
    let check = try schema("check")
    let wrong = [
      #"{"diagnostics": [{"severity": "fatal"}]}"#, #"{"diagnostics": {}}"#, "{}", "[]",
      #"{"diagnostics": [{"severity": "note", "code": "A", "message": "", "file": null, "#
        + #""line": 0, "column": null, "suggestion": null}]}"#,
    ]
    for text in wrong { #expect(!check.problems(of: try TestJSON(text)).isEmpty, "\(text)") }
  }

  @Test("explain prints what its schema says, for every demo theme and with mistakes")
  func explain() throws {
    for theme in ["night.json", "paper.json", "plain.json", "harbour.css"] {
      let text = try readFile("\(packageDirectory)/demo/news.txt")
      let run = CommandRun(
        ["explain", "\(packageDirectory)/demo/\(theme)", "--json"], input: Array(text.utf8))
      try expectValid(run.output, "explain")
    }
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "a.css",
      """
      @import "b"; :root { --a: var(--b); --c: 2px }
      .x { color: var(--a); color: var(--c, red); text-shadow: 1px 1px 2px red; colr: 1;
        &::before { content: "x" / "y" } border: 1px solid; border-left: none; text-overflow: ellipsis; background: ansi(3) }
      """)
    let run = CommandRun(
      "explain", sheet, "<a href=x class='x y'>a <b>c</a> d", "--json", "--class", "x")
    try expectValid(run.output, "explain")
  }

  @Test("doctor, themes and check print what their schemas say")
  func others() throws {
    try expectValid(CommandRun("doctor", "--json", terminal: (80, 24)).output, "doctor")
    try expectValid(CommandRun("doctor", "--json").output, "doctor")
    try expectValid(CommandRun("themes", "--json").output, "themes")
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "a.json", ##"{".a": {"color": "#777", "background": "#888", "colr": 1}, ".b": 3}"##)
    let text = try directory.file("t.txt", "<span class=x>a & b</b>")
    let run = CommandRun(
      "check", sheet, "--markup", text, "--contrast", "AA", "--format", "json")
    try expectValid(run.output, "check")
    #expect(run.output.contains(#""background": "dark", "depth": ""#))
  }

  @Test("batches answer what their schemas say, and read what they say")
  func batches() throws {
    let requests = [
      #"{"id": 1, "sheet": {".a": {"color": "red"}}, "markup": "<span class=a>x</span>"}"#,
      #"{"id": [2], "css": ".a {color: red}", "markup": "x", "width": 20, "color": "16"}"#,
      #"{"id": "x", "file": "/nowhere.css", "markup": "x"}"#, "3", "{", #"{"mark": 1}"#,
    ]
    let explained = CommandRun(
      ["explain", "--batch"], input: Array(requests.joined(separator: "\n").utf8))
    #expect(explained.output.split(separator: "\n").count == requests.count)
    try expectValid(explained.output, "explain-batch")
    let schema = try schema("explain-batch")
    for request in requests.prefix(3) {
      #expect(schema.problems(of: try TestJSON(request), definition: "request") == [])
    }
    let last = try TestJSON(requests[5])
    #expect(!schema.problems(of: last, definition: "request").isEmpty)

    let colors = CommandRun("value", "color", "--batch", input: "\"red\"\n3\n\"nope\"\n[]\n{")
    try expectValid(colors.output, "value-batch")
    let texts = CommandRun("measure", "--batch", input: "\"a b\"\n\"\"\n3\n\"a\\n漢\"")
    try expectValid(texts.output, "measure-batch")
  }

  @Test("the bundled sheets and those in demo/ are what the schema of sheets says")
  func sheets() throws {
    let schema = try schema("sheet")
    for name in [
      "arcade", "blossom", "calculator", "dawn", "fjord", "glacier", "midnight", "terminal",
      "velvet",
    ] {
      let run = CommandRun("convert", name, "--to", "json", "--no-comments")
      #expect(schema.problems(of: try TestJSON(run.output)) == [], "\(name)")
    }
    for name in ["night", "paper", "plain"] {
      let run = CommandRun(
        "convert", "\(packageDirectory)/demo/\(name).json", "--to", "json", "--no-comments")
      #expect(schema.problems(of: try TestJSON(run.output)) == [], "\(name)")
    }
  }

  @Test(
    "what is misspelt in a sheet is told by its schema",
    arguments: [
      (#"{".a": {"color": "red", "color:selected": "blue", "--x": 1, "fontSize": 3}}"#, true),
      (#"{"@media (min-width: 80)": {".a": {"-webkit-x": 1}}, "[+ *]": {"b": {}}}"#, true),
      (#"{"@dialect": "css", "@imports": ["a"], "$schema": "x"}"#, true),
      (#"{".a": {"colr": "red"}}"#, false), (#"{"@dialekt": "css"}"#, false),
      (#"{"@input": "text  jsonl"}"#, true), (#"{"@input": ["csv", "tsv"]}"#, true),
      (#"{"@input": "txt"}"#, false), (#"{"@input": []}"#, false), (#"{"@input": ["a"]}"#, false),
      (#"{".a": "red"}"#, false), (#"{"@dialect": "html"}"#, false),
    ])
  func sheetMistakes(text: String, isValid: Bool) throws {
    #expect(try schema("sheet").problems(of: try TestJSON(text)).isEmpty == isValid)
  }

  @Test("the schema of sheets knows every format of input", arguments: InputFormat.allCases)
  func inputFormats(format: InputFormat) throws {
    for value in ["\"\(format)\"", "\"text \(format)\"", "[\"\(format)\"]"] {
      let sheet = try TestJSON("{\"@input\": \(value)}")
      #expect(try schema("sheet").problems(of: sheet).isEmpty, "\(value)")
    }
  }

  @Test("a schema that there is not is a usage error")
  func unknown() {
    #expect(CommandRun("schema", "nope").status == .usage)
  }
}
