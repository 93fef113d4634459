import Bytes
import Diagnostics
import StyledText
import TestSupport
import Testing

@testable import DataRecords

@Suite("Records through a template")
struct RecordConverterTests {
  /// The markup of some data, read in pieces of a length, and the findings.
  private func convert(
    _ data: [UInt8], _ format: RecordFormat, _ template: String, hasHeader: Bool = true,
    columns: [String] = [], piece: Int = .max
  ) -> (markup: String, findings: [String]) {
    var converter = RecordConverter(
      format, RecordTemplate(template), hasHeader: hasHeader, columns: columns, name: "data")
    var output: [UInt8] = []
    var pending: [UInt8] = []
    var offset = 0
    while true {
      let end = offset + min(piece, data.count - offset)
      pending += data[offset..<end]
      offset = end
      let isLast = offset == data.count
      pending.removeFirst(converter.convert(pending.span, isLast: isLast, to: &output))
      if isLast { break }
    }
    let findings = converter.takeFindings().map {
      "\($0.location.map { "\($0.file):\($0.line):\($0.column)" } ?? "") \($0.code.rawValue)"
    }
    return (String(decoding: output, as: UTF8.self), findings)
  }

  private func markup(
    _ data: String, _ format: RecordFormat, _ template: String, hasHeader: Bool = true,
    columns: [String] = []
  ) -> String {
    convert(Array(data.utf8), format, template, hasHeader: hasHeader, columns: columns).markup
  }

  static let csv: [(data: String, template: String, markup: String)] = [
    ("a,b\n1,2\n3,4\n", "{b}-{a}", "2-1\n4-3\n"),
    ("a,b\r\n1,2\r\n3,4", "{b}-{a}", "2-1\n4-3\n"),
    ("\u{FEFF}a,b\n1,2\n", "{a}", "1\n"),
    ("a,b\n\"x, \"\"y\"\"\",2\n", "{a}|{b}", "x, &quot;y&quot;|2\n"),
    ("a,b\n\"two\nlines\",\"\"\n", "{a}|{b}", "two␤lines|\n"),
    ("a,b\n\"two\r\nlines\"x,\n", "{a}|{b}", "two␤linesx|\n"),
    ("a\n\"x\"", "{a}", "x\n"),
    ("a,b\n\"x\"\"y,z\",2\n", "{a}|{b}", "x&quot;y,z|2\n"),
    ("a,b\n\"x,\",2\n", "{a}|{b}", "x,|2\n"),
    ("a\n<b>&amp;{a}\n", "<i>{a}</i>", "<i>&lt;b&gt;&amp;amp;&#123;a}</i>\n"),
    ("a\n\n1\n\n", "{a}", "1\n"),
    ("a,b\n1\n1,2,3\n", "{a}{b}", "1\n12\n"),
    (
      "a,b,c\n1,,x y\n", "{b} {…}",
      " <span data-key>a</span>=<span data-value>1</span> "
        + "<span data-key>c</span>=<span data-value>&quot;x y&quot;</span>\n"
    ),
    ("a b,é\n1,2\n", "{a b}{é}", "12\n"),
    ("b,c\n2,3\n", "{a|b|c} {...}", "2 <span data-key>c</span>=<span data-value>3</span>\n"),
    ("a\nit\"s\n", "{a}", "it&quot;s\n"),
  ]

  @Test("are the fields of CSV as text", arguments: csv)
  func commas(data: String, template: String, markup: String) {
    #expect(self.markup(data, .csv, template) == markup)
  }

  @Test("are the fields of TSV, of data without a header, and of named columns")
  func tabs() {
    #expect(markup("a\tb\n1,5\t2\n", .tsv, "{a} {b}") == "1,5 2\n")
    #expect(markup("x,y\nz,w\n", .csv, "{2}{1}", hasHeader: false) == "yx\nwz\n")
    let named = markup("x,y\n", .csv, "{b}{a}", hasHeader: false, columns: ["a", "b"])
    #expect(named == "yx\n")
  }

  static let objects: [(data: String, template: String, markup: String)] = [
    (#"{"a":1,"b":"x"}"#, "{b}{a}", "x1\n"),
    (#" { "a" : true , "b" : null } "#, "{a} {b}", "true null\n"),
    (#"{"a":"\u00e9\ud83d\ude00\n\"\\\/\t"}"#, "{a}", "é😀␤&quot;\\/\t\n"),
    (#"{"a":{"b":{"c":[1, 2]}}}"#, "{a.b.c}{a.x}{a.b.c.d}", "[1, 2]\n"),
    (#"{"a.b":1,"\u0061":{"b":2}}"#, "{a.b}", "2\n"),
    (#"{"a":"x"}"#, "<b data-l={a} title='{a}'>{a}</b>", #"<b data-l="x" title='x'>x</b>"# + "\n"),
    (
      #"{"a":"x' onclick=\"y"}"#, "<b data-l={a}-1>z",
      #"<b data-l="x&#39; onclick=&quot;y-1">z"# + "\n"
    ),
    (#"{"a":1}"#, "{{a} {b c {a}", "&#123;a} \n"),
    (#"{"a":1,"a":2}"#, "{a}", "2\n"),
    ("{}", "x{a}", "x\n"),
    (
      #"{"t":1,"u":"v","w":{"x":"y"}}"#, "{t} {...}",
      "1 <span data-key>u</span>=<span data-value>"
        + "v</span> <span data-key>w.x</span>=<span data-value>y</span>\n"
    ),
    (
      #"{"a":{"b":{"c":1},"d":2}}"#, "{a.b.c} {...}",
      "1 <span data-key>a.d</span>=<span data-value>2</span>\n"
    ),
    (
      #"{"a":{},"b":[{"c":1}],"d":{x}}"#, "{...}",
      "<span data-key>a</span>=<span data-value>&#123;}</span> "
        + "<span data-key>b</span>=<span data-value>[&#123;&quot;c&quot;:1}]</span> "
        + "<span data-key>d</span>=<span data-value>&#123;x}</span>\n"
    ),
    (
      #"{"b":2,"c":3}"#, "{a|b|c}{a|x} {...}",
      "2 <span data-key>c</span>=<span data-value>3</span>\n"
    ),
    (#"{"x":{"y":"z"}}"#, "{x.w|x.y} {…}", "z\n"),
    (
      "plain <text>\n\n[1]\n{\"a\":1} x\n{\"a\":tru}", "{a}",
      "plain &lt;text&gt;\n\n[1]\n&#123;&quot;a&quot;:1} x\n&#123;&quot;a&quot;:tru}\n"
    ),
    // Escapes that are cut or wrong, and blanks at the end of a line.
    (#"["a":"\u12"}"#, "{a}", "[&quot;a&quot;:&quot;\\u12&quot;}\n"),
    (#"{"a":"\u12"}"#, "{a}", "&#123;&quot;a&quot;:&quot;\\u12&quot;}\n"),
    (#"{"a":"\u12g4"}"#, "{a}", "&#123;&quot;a&quot;:&quot;\\u12g4&quot;}\n"),
    (#"{"a":"\u1"#, "{a}", "&#123;&quot;a&quot;:&quot;\\u1\n"),
    (#"{"a":"\q"}"#, "{a}", "&#123;&quot;a&quot;:&quot;\\q&quot;}\n"),
    (#"{"a":"\"#, "{a}", "&#123;&quot;a&quot;:&quot;\\\n"),
    (#"{"a":"\ug123"}"#, "{a}", "&#123;&quot;a&quot;:&quot;\\ug123&quot;}\n"),
    (#"{"a":"\u123"#, "{a}", "&#123;&quot;a&quot;:&quot;\\u123\n"),
    (#"{"a":"x"#, "{a}", "&#123;&quot;a&quot;:&quot;x\n"),
    (#"{"a":[1"#, "{a}", "&#123;&quot;a&quot;:[1\n"),
    (#"{"a":1"#, "{a}", "&#123;&quot;a&quot;:1\n"),
    (
      "{\"a\":}\n{\"a\":xxxx}\n{\"a\":false}", "{a}",
      "&#123;&quot;a&quot;:}\n&#123;&quot;a&quot;:xxxx}\nfalse\n"
    ),
    ("{\"a\":1} \t\n{\"a\":2}\r\n{\"a\":-3 }", "{a}", "1\n2\n-3\n"),
    ("{\"a\":\"x\"}\n{\"a\":[1]}\n{\"a\": \n", "{a}", "x\n[1]\n&#123;&quot;a&quot;: \n"),
  ]

  @Test("are the members of objects as text, and other lines as they are", arguments: objects)
  func lines(data: String, template: String, markup: String) {
    #expect(self.markup(data, .jsonl, template) == markup)
  }

  @Test(
    "of more than 1 MiB are text in rows of 64 KiB, with nothing lost",
    arguments: ["é", "\r", "<x"])
  func longRecord(text: String) {
    let field = Array(String(repeating: text, count: 1_500_000).utf8)
    for field in [field, Array(repeating: 0x80, count: 1_500_000)] {
      var converter = RecordConverter(.csv, nil, name: "data")
      var html: [UInt8] = []
      var pending: [UInt8] = []
      let data = Array("a,b\n1,".utf8) + field + Array("\n2,3\n".utf8)
      for start in stride(from: 0, to: data.count, by: 100_000) {
        pending += data[start..<min(data.count, start + 100_000)]
        let isLast = start + 100_000 >= data.count
        pending.removeFirst(converter.convert(pending.span, isLast: isLast, to: &html))
      }
      let rows = html.split(separator: UInt8(ascii: "\n")).dropFirst()
      let cells = rows.filter { $0.starts(with: Array("<tr><td colspan=\"2\">".utf8)) }
      var expected: [UInt8] = []
      _ = appendEscaped((Array("1,".utf8) + field).span, to: &expected)
      let shown = cells.flatMap { $0.dropFirst(20).dropLast(10) }
      #expect(shown == expected)
      #expect(cells.allSatisfy { $0.count < 6 << 16 } && cells.count > 20)
      #expect(html.suffix(200).contains(UInt8(ascii: "3")))
    }
  }

  @Test("do not repeat a long name for each member of an object")
  func longName() {
    let name = String(repeating: "k", count: 10_000)
    let members = (0..<1000).map { "\"\($0)\":1" }.joined(separator: ",")
    let record = "{\"\(name)\":{\(members)}}"
    #expect(markup(record, .jsonl, "{...}").utf8.count < 3 * record.utf8.count)
  }

  @Test("are reported with line and column where they are broken")
  func findings() {
    func found(_ data: String, _ format: RecordFormat, _ template: String = "{a}") -> [String] {
      convert(Array(data.utf8), format, template).findings
    }
    #expect(found("a,b\n1,2\n\"x\ny\",2\n1\n", .csv) == ["data:5:1 field-count"])
    #expect(found("a,b\n1,\"2\n3", .csv) == ["data:2:3 unclosed-quote"])
    #expect(found("a,b\n1,2\n", .csv, "{c}") == ["<template>:1:2 unknown-placeholder"])
    #expect(found("a,b\n1,2\n", .csv, "{c|d} {c|b}") == ["<template>:1:2 unknown-placeholder"])
    #expect(found("{\"a\":1}\n{\"a\": x}\n", .jsonl) == ["data:2:7 invalid-record"])
    let placeholder = ["<template>:1:2 unknown-placeholder"]
    #expect(found("{\"ab\":1}\n{\"b\":2}\n", .jsonl, "{aB} {b}") == placeholder)
    #expect(found("{\"b\":1}\n{\"a\":{\"c\":2}}\n", .jsonl, "{a.c} {x|b}").isEmpty)
    #expect(found(#"{"a":"\u1234"#, .jsonl) == ["data:1:12 invalid-record"])
    #expect(found("no object\n", .jsonl, "{x}") == ["data:1:1 invalid-record"])
  }

  @Test("are the columns that were asked for, by name or by number; others are reported")
  func columns() {
    func table(_ data: String, hasHeader: Bool, _ columns: [String]) -> (String, [String]) {
      var converter = RecordConverter(
        .csv, nil, hasHeader: hasHeader, columns: columns, name: "data")
      var html: [UInt8] = []
      let bytes = Array(data.utf8)
      _ = converter.convert(bytes.span, isLast: true, to: &html)
      let cells = String(decoding: html, as: UTF8.self).matches(of: />([^<\n]+)</).map { $0.1 }
      return (cells.joined(separator: " "), converter.takeFindings().map(\.message))
    }
    #expect(table("a,b,c\n1,2,3\n", hasHeader: true, ["c", "a"]) == ("c a 3 1", []))
    #expect(table("x,y,z\n", hasHeader: false, ["3", "1"]) == ("z x", []))
    #expect(table("x,y\n", hasHeader: false, ["v", "w"]) == ("x y", []))
    let unknown = table("a,b\n1,2\n", hasHeader: true, ["b", "cc"])
    #expect(unknown == ("b cc 2", ["no field is called 'cc'; its column is empty"]))
  }

  @Test("have the columns that were asked for, or a finding with the name that was meant")
  func columnsOfObjects() {
    func findings(_ data: String, _ columns: [String]) -> [String] {
      var converter = RecordConverter(.jsonl, nil, columns: columns, name: "data")
      var html: [UInt8] = []
      _ = converter.convert(Array(data.utf8).span, isLast: true, to: &html)
      return converter.takeFindings().map { "\($0.message), \($0.suggestion ?? "")" }
    }
    let objects = "{\"Names\":\"web\"}\n{\"Status\":\"Up\"}\n"
    #expect(findings(objects, ["Status", "Names"]).isEmpty)
    #expect(
      findings(objects, ["NAMES", "Status"])
        == ["no field is called 'NAMES'; its column is empty, Names"])
    #expect(findings("", ["Names"]).isEmpty)
  }

  @Test("are the same however the input is cut", arguments: 0..<40)
  func cuts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", ",", "\t", "\"", "\"\"", "\n", "\r\n", "é", "{", "}", "\\", ":", "{\"a\":", "\"b\"", "1",
      "[", "]", "\u{1B}[2J", "\u{FEFF}",
    ]
    var data: [UInt8] = []
    for _ in 0..<200 { data += (pieces.randomElement(using: &random) ?? "").utf8 }
    for format in RecordFormat.allCases {
      let whole = convert(data, format, "<b>{a}</b> {…}")
      for piece in [1, 2, 3, 7] {
        let cut = convert(data, format, "<b>{a}</b> {…}", piece: piece)
        #expect(cut == whole, "\(format) \(piece)")
      }
    }
  }

  @Test("longer than the limit are text in flat memory, and nothing of them is lost")
  func long() {
    let value = String(repeating: "x", count: 3 << 20)
    for (data, format) in [
      ("a\n\"\(value)\n1\n", RecordFormat.csv), ("{\"a\":\"\(value)\"}\n{\"a\":1}\n", .jsonl),
    ] {
      let result = convert(Array(data.utf8), format, "{a}", piece: 1 << 16)
      #expect(result.markup.utf8.count { $0 == UInt8(ascii: "x") } == 3 << 20)
      #expect(result.markup.hasSuffix("\n1\n"))
      #expect(result.findings.count == 1 && result.findings[0].hasSuffix("invalid-record"))
    }
  }
}
