import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@testable import Styling

@Suite("The formats that a stylesheet is for")
struct InputFormatTests {
  private func load(_ files: [String: String], _ main: String) -> Stylesheet {
    StylesheetLoader(files: MemoryFiles(files)).load(
      SourceText(name: main, text: files[main] ?? ""))
  }

  @Test(
    "A sheet of either form names its formats, the usual one first",
    arguments: [
      ("s.css", "@input text;", [.text]),
      (
        "s.css", "/* Logs */ @input text /* or */ jsonl\nansi ; .a { color: red }",
        [
          .text, .jsonl, .ansi,
        ]
      ),
      ("s.css", "@dialect viewcss; @import \"x\"; @input csv;", [.csv]),
      ("s.css", "@input text text jsonl text;", [.text, .jsonl]),
      ("s.css", ".a { color: red }", []),
      ("s.json", #"{"@input": "text jsonl"}"#, [.text, .jsonl]),
      ("s.json", #"{".a": {}, "@input": ["markdown", "html"]}"#, [.markdown, .html]),
      ("s.json", #"{"@input": "mark\u0075p"}"#, [.markup]), ("s.json", "{}", []),
    ] as [(String, String, [InputFormat])])
  func formats(name: String, text: String, formats: [InputFormat]) {
    let sheet = load([name: text], name)
    #expect(sheet.input == formats)
    #expect(sheet.diagnostics.allSatisfy { $0.code == .importFailed })
  }

  @Test(
    "A mistake in it is told with its place and the nearest name",
    arguments: [
      ("s.css", "@input txt;", 8, "unknown input format 'txt'", "text", []),
      ("s.css", "@input text, csv;", 12, "unknown input format ','", nil, [.text, .csv]),
      ("s.css", "@input \"text\";", 8, "unknown input format '\"text\"'", "text", []),
      ("s.css", "@input;", 1, "needs the names of formats", nil, []),
      ("s.css", "@input /**/ ;", 1, "needs the names of formats", nil, []),
      ("s.css", ".a {} @input text;", 7, "must come before all rules", nil, []),
      ("s.css", "@input csv; .a {} @input text;", 19, "must come before all rules", nil, [.csv]),
      ("s.css", "@input text; @input csv;", 14, "is set again; the last one counts", nil, [.csv]),
      ("s.json", #"{"@input": "text cvs"}"#, 18, "unknown input format 'cvs'", "csv", [.text]),
      ("s.json", #"{"@input": ["tsv", "html5"]}"#, 21, "'html5'", "html", [.tsv]),
      ("s.json", #"{"@input": ["tsv", 3]}"#, 20, "unknown input format '3'", nil, [.tsv]),
      ("s.json", #"{"@input": ""}"#, 12, "needs the names of formats", nil, []),
      ("s.json", #"{"@input": []}"#, 12, "needs the names of formats", nil, []),
      ("s.json", #"{"@input": {"text": 1}}"#, 12, "needs the names of formats", nil, []),
      (
        "s.json", #"{"@input": "csv", "@input": "text"}"#, 19, "is set again; the last one counts",
        nil, [.text]
      ),
      ("s.json", #"{"@inptu": "csv"}"#, 2, "unknown at-rule '@inptu'", "@input", []),
      ("s.css", "@inputs csv;", 1, "unknown at-rule '@inputs'", "@input", []),
    ] as [(String, String, Int, String, String?, [InputFormat])])
  func mistakes(
    name: String, text: String, column: Int, message: String, suggestion: String?,
    formats: [InputFormat]
  ) throws {
    let sheet = load([name: text], name)
    #expect(sheet.input == formats)
    let finding = try #require(sheet.diagnostics.first { $0.message.contains(message) })
    #expect(sheet.diagnostics.count == 1)
    #expect(finding.location?.column == column)
    #expect(finding.suggestion == suggestion)
  }

  @Test("Thousands of unknown formats are a few findings")
  func manyMistakes() {
    let words = (0..<50_000).map { "x\($0)" }.joined(separator: " ")
    #expect(load(["s.css": "@input \(words);"], "s.css").diagnostics.count == 20)
  }

  @Test(
    "Imported sheets hand it on where the importing sheet has none, the strongest first",
    arguments: [
      ("/t/m.css", "@import 'a'; @import 'b';", [.csv]),
      ("/t/m.css", "@input html; @import 'a'; @import 'b';", [.html]),
      ("/t/m.css", "@import 'a'; @import 'b' (color-depth: 16);", [.text]),
      ("/t/m.css", "@import 'none';", []),
      ("/t/m.css", "@import 'b'; @import 'none'; @import 'deep';", [.text]),
      ("/t/m.json", #"{"@imports": ["a", "b"]}"#, [.text]),
      ("/t/m.json", #"{"@imports": ["none", "b", "a"]}"#, [.csv]),
      // One without a known name says something all the same.
      ("/t/m.css", "@input ?; @import 'a';", []),
    ] as [(String, String, [InputFormat])])
  func imports(name: String, text: String, formats: [InputFormat]) {
    let files = [
      name: text, "/t/a.css": "@input text;", "/t/b.css": "@input csv;", "/t/none.css": "",
      "/t/deep.css": "@import 'a';",
    ]
    #expect(load(files, name).input == formats)
  }

  @Test("A variant says it before its sheet")
  func variants() {
    let files = ["/t/m.css": "@input text;", "/t/m~dark.css": "@input csv;"]
    #expect(load(files, "/t/m.css").input == [.csv])
  }

  @Test(
    "It is kept in the other form",
    arguments: [
      ("s.css", "/* Logs */\n@input text jsonl;\n@palette 'p.conf';\n.a { color: red }"),
      ("s.json", #"{"@input": ["text", "jsonl"], ".a": {"color": "red"}}"#),
    ])
  func conversion(name: String, text: String) {
    let source = SourceText(name: name, text: text)
    let css = convertStylesheet(source, to: .css)
    #expect(css.diagnostics.isEmpty)
    #expect(css.text.contains("@input text jsonl;\n"))
    let json = convertStylesheet(source, to: .json)
    #expect(json.text.contains(#""@input": "text jsonl","#))
    for (name, text) in [("t.css", css.text), ("t.json", json.text)] {
      #expect(load([name: text], name).input == [.text, .jsonl])
    }
  }
}
