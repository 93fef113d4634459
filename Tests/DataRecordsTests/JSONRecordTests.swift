import Diagnostics
import StyledText
import Styling
import TestSupport
import Testing

@testable import DataRecords

@Suite("Records of JSON")
struct JSONRecordTests {
  /// The lines that a template makes of some data in pieces of a length, and the findings.
  private func converted(
    _ data: String, _ format: InputFormat, piece: Int = .max
  ) -> (lines: [String], findings: [String]) {
    var reader = RecordReader(format, RecordTemplate("{n}:{o}", isForOneKind: false), name: "data")
    var output = RecordMarkup()
    var pending: [UInt8] = []
    var rest = Array(data.utf8)[...]
    while true {
      pending += rest.prefix(piece)
      rest = rest.dropFirst(piece)
      while case let used = reader.convert(pending.span, isLast: rest.isEmpty, into: &output),
        used > 0
      {
        pending.removeFirst(used)
      }
      if rest.isEmpty { break }
    }
    let findings = reader.takeFindings().map { finding in
      finding.code.rawValue + (finding.location.map { " \($0.line):\($0.column)" } ?? "")
    }
    let text = String(decoding: output.bytes, as: UTF8.self)
      .replacing("&quot;", with: "\"").replacing("&#123;", with: "{")
    return (text.split(separator: "\n").map(String.init), findings)
  }

  static let textCases: [(data: String, lines: [String], findings: [String])] = [
    (#"{"n":1}"#, ["1:"], []), (#"[{"n":1},{"n":2}]"#, ["1:", "2:"], []),
    ("{\n  \"n\": 1\n}\n{\n  \"n\": 2\n}\n", ["1:", "2:"], []),
    (#"{"n":1}{"n":2} {"n":3}"#, ["1:", "2:", "3:"], []),
    ("[\n  {\"n\": 1},\n\n  {\"n\": 2}\n]\n[{\"n\": 3}]\n", ["1:", "2:", "3:"], []),
    ("[]", [], []), (" \n", [], []), ("{}", [":"], []),
    // An object that holds one array of objects is that array.
    (#"{"a":1,"items":[{"n":1},{"n":2}],"b":{"c":[{}]}}"#, ["1:", "2:"], ["found-array"]),
    (
      #"{"items":[{"n":1}]} {"items":[{"n":2}]} {"n":3}"#, ["1:", "2:", "3:"], ["found-array"]
    ),
    (#"{"n":1,"a":[{}],"b":[{}]}"#, ["1:"], []), (#"{"n":1,"a":[1],"b":[]}"#, ["1:"], []),
    (#"{"n":1,"level":"info","spans":[{"n":2}]}"#, ["1:"], []),
    // Objects and arrays over several lines are shown in one.
    (
      "{\"n\": 1, \"o\": {\n  \"a b\": [1,\n 2, \"x\\\" y\"]\n}}", [#"1:{"a b":[1,2,"x\" y"]}"#], []
    ),
    // Other values are text.
    (
      #"[{"n":1},5,"a b",[{}],{"n":2}]"#, ["1:", "5", #""a b""#, "[{}]", "2:"],
      ["invalid-record 1:10", "invalid-record 1:12", "invalid-record 1:18"]
    ),
    ("[1]\n{\"n\":2}", ["[1]", "2:"], ["invalid-record 1:1"]),
    ("hello {\n{\"n\":1}\n", ["hello {", "1:"], ["invalid-record 1:1"]),
    (
      "é\n\n {\"n\":1,\n\"n\" 2}\n{\"n\":3}", ["é", "{\"n\":1,", "\"n\" 2}", "3:"],
      ["invalid-record 1:1", "invalid-record 3:8", "invalid-record 4:1"]
    ),
    ("{\"n\":{\"m\":[1,", ["{\"n\":{\"m\":[1,"], ["invalid-record 1:13"]),
    (
      "{\"n\":\"a\nb\"}\n{\"n\":1}", ["{\"n\":\"a", "b\"}", "1:"],
      ["invalid-record 1:7", "invalid-record 2:1"]
    ),
    (
      "{\"items\":[{\"n\":1}] x\n{\"n\":2}", ["{\"items\":[{\"n\":1}] x", "2:"],
      ["invalid-record 1:20"]
    ),
  ]

  @Test("texts are objects and arrays of objects, in pieces of any size", arguments: textCases)
  func readsTexts(data: String, lines: [String], findings: [String]) {
    for piece in [.max, 1, 2, 3, 7] {
      let found = converted(data, .json, piece: piece)
      #expect(found.lines == lines, "pieces of \(piece)")
      #expect(found.findings == findings, "pieces of \(piece)")
    }
  }

  static let lineCases: [(data: String, lines: [String], findings: [String])] = [
    ("{\"n\":1}\n{\n \"n\":2,\n \"o\":[\n1]}\n{\"n\":3}", ["1:", "2:[1]", "3:"], []),
    ("[\n{\n\"n\":1\n},\n{\"n\":2},\n{\"n\":3}\n,{\"n\":4}]\n", ["1:", "2:", "3:", "4:"], []),
    ("[{\"n\":1},\n {\"n\":2}]\n", ["1:", "2:"], []),
    ("{\"n\":\"cut\n{\"n\":2}\n", ["{\"n\":\"cut", "2:"], ["invalid-record 1:9"]),
    ("{\"n\":[\n{\"n\":2}\n{\"n\":3}\n", ["{\"n\":[", "2:", "3:"], ["invalid-record 1:6"]),
    (
      "{\n\"n\":1\n} x\n", ["{", "\"n\":1", "} x"],
      ["invalid-record 1:1", "invalid-record 2:1", "invalid-record 3:1"]
    ),
    ("{\"n\":1}{\"n\":2}\n", ["{\"n\":1}{\"n\":2}"], ["invalid-record 1:8"]),
    ("{\n\"n\":1,\n", ["{", "\"n\":1,"], ["invalid-record 1:1", "invalid-record 2:1"]),
  ]

  @Test("an object of lines may go over several of them", arguments: lineCases)
  func readsLines(data: String, lines: [String], findings: [String]) {
    for piece in [.max, 1, 2, 3, 7] {
      let found = converted(data, .jsonl, piece: piece)
      #expect(found.lines == lines, "pieces of \(piece)")
      #expect(found.findings == findings, "pieces of \(piece)")
    }
  }

  @Test("values that never end take linear time, and no record behind them is lost")
  func hostile() {
    for (format, line) in [
      (InputFormat.jsonl, "{\"a\":[\n"), (.json, "{\"a\":[\n"), (.json, "[\n"),
    ] {
      let data = String(repeating: line, count: 200_000) + "!\n{\"n\":1}\n"
      let found = converted(data, format)
      #expect(found.lines.last == "1:")
      #expect(found.lines.count == 200_002 || format == .json)
      #expect(found.lines.joined().utf8.count >= data.utf8.count - 200_020)
    }
  }

  @Test(
    "the first bytes say what JSON is",
    arguments: [
      ("{\"a\":1}\n", .jsonl), ("  {\"a\":1}", .jsonl), ("{\"a\":1,\"b", .jsonl),
      ("{\n\"a\":1}", .json), ("[{\"a\":1}]", .json), ("[\n", nil), ("[ ]", .json),
      ("{\n}", .json), ("[\"a\"]", .json), ("[[", .json), ("[error] x", nil), ("[1]", nil),
      ("{x}", nil), ("x", nil), ("", nil),
      // Behind the name of a container, and behind other text.
      ("web_1  | {\"level\":\"info\"}\n", .jsonl), ("[pod/a/b] {\"msg\":\"x\"}\n", .jsonl),
      ("2026-11-29T10:00:00Z stdout F {\"msg\":\"x\"}\n", .jsonl), ("web_1 | {\"a\":1}\n", nil),
      ("INFO got {\"msg\":\"x\"}\n", nil), ("web_1 | {\"msg\":\"x\"} ok\n", nil),
    ] as [(String, InputFormat?)])
  func formats(start: String, format: InputFormat?) {
    #expect(RecordSample(Array(start.utf8)).format == format)
  }

  @Test("records with the same keys are a table, unless they have a level or a message")
  func tables() {
    func isTable(_ start: String) -> Bool { RecordSample(Array(start.utf8)).areTable }
    #expect(isTable("[{\"a\":1,\"b\":2},\n{\"b\":1,\"a\":2}]"))
    #expect(isTable("{\n\"items\":[{\"a\":1},{\"a\":2}"))
    #expect(isTable("{\n\"a\":1\n}\n"))
    #expect(!isTable("[{\"a\":1},{\"b\":2}]"))
    #expect(!isTable("[{\"a\":1,\"msg\":2}]"))
    #expect(!isTable("{\n\"a\":1,"))
  }
}
