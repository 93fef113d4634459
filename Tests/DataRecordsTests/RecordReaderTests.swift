import Bytes
import Diagnostics
import StyledText
import Styling
import TestSupport
import Testing

@testable import DataRecords

@Suite("Records through a template")
struct RecordReaderTests {
  /// The markup of some data, read in pieces of a length, and the findings.
  private func convert(
    _ data: [UInt8], _ format: InputFormat, _ template: String, hasHeader: Bool = true,
    columns: [String] = [], piece: Int = .max
  ) -> (markup: String, findings: [String]) {
    var converter = RecordReader(
      format, RecordTemplate(template), hasHeader: hasHeader, columns: columns, name: "data")
    var output = RecordMarkup()
    var pending: [UInt8] = []
    var offset = 0
    while true {
      let end = offset + min(piece, data.count - offset)
      pending += data[offset..<end]
      offset = end
      let isLast = offset == data.count
      Self.convert(&pending, isLast: isLast, &converter, to: &output)
      if isLast { break }
    }
    let findings = converter.takeFindings().map {
      "\($0.location.map { "\($0.file):\($0.line):\($0.column)" } ?? "") \($0.code.rawValue)"
    }
    return (String(decoding: output.bytes, as: UTF8.self), findings)
  }

  /// Converts all records that are complete.
  private static func convert(
    _ pending: inout [UInt8], isLast: Bool, _ converter: inout RecordReader,
    to output: inout RecordMarkup
  ) {
    var used: Int
    repeat {
      used = converter.convert(pending.span, isLast: isLast, into: &output)
      pending.removeFirst(used)
    } while used > 0 && !pending.isEmpty
  }

  private func markup(
    _ data: String, _ format: InputFormat, _ template: String, hasHeader: Bool = true,
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
    // Text behind a closing quote is kept with its quotes, blanks around the quotes are not text.
    ("a,b\n\"two\r\nlines\"x,\n", "{a}|{b}", "&quot;two␤lines&quot;x|\n"),
    ("a,b\n\"x\"y,2\n", "{a}|{b}", "&quot;x&quot;y|2\n"),
    ("a,b\n\"x\"\"y\"z\"\r\n", "{a}|{b}", "&quot;x&quot;&quot;y&quot;z&quot;|\n"),
    ("a,b\n\"a \\\"b\\\"\",2\n", "{a}|{b}", "&quot;a \\&quot;b\\&quot;&quot;|2\n"),
    ("a,b\n \"x, y\"\t, \"z\" \r\n", "{a}|{b}", "x, y|z\n"),
    ("a,b\n  x , y\n", "{a}|{b}", "  x | y\n"),
    // A quote that nothing closes is text, and the rows behind it are rows.
    ("a,b\n1,\"2\n3,4\n", "{a}|{b}", "1|&quot;2\n3|4\n"),
    ("a,b\n1,\"\"\"2\n\"\",4\n", "{a}|{b}", "1|&quot;&quot;&quot;2\n|4\n"),
    ("\"a,b\n3,4\n", "{b}", "4\n"),
    // Fields with the same name and without one, by their places.
    ("id,id,\n1,2,3\n", "{id}{id-2}{column-3} {1}{2}{3}", "123 123\n"),
    ("2,id-2,id,id\n1,2,3,4\n", "{2}{id-2}{id}{id-3}{4}{5}{04}", "12344\n"),
    (
      "id,id,\n1,2,3\n", "{id} {…}",
      "1 <span data-key>id</span>=<span data-value>2</span> "
        + "<span data-key>3</span>=<span data-value>3</span>\n"
    ),
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
    let quotes = "a\tb\n6\"\t\"x\n\"y\t\"z\"\r\n \"\\t\t\"\"\n"
    #expect(
      markup(quotes, .tsv, "{a}|{b}")
        == "6&quot;|&quot;x\n&quot;y|&quot;z&quot;\n &quot;\\t|&quot;&quot;\n")
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
    // A field with just the name is found before a path, and an outer one before an inner one.
    (#"{"a.b":1,"\u0061":{"b":2}}"#, "{a.b}", "1\n"),
    (#"{"a":{"b":2},"a\u002eb":1}"#, "{a.b}", "1\n"),
    (#"{"a":{"b.c":1},"d":{"b":{"c":2}},"e.b":{"c":3}}"#, "{a.b.c}{d.b.c}{e.b.c}", "123\n"),
    (
      #"{"a.b":1,"a":{"b":2,"c":3}}"#, "{a.b} {…}",
      "1 <span data-key>a.b</span>=<span data-value>2</span> "
        + "<span data-key>a.c</span>=<span data-value>3</span>\n"
    ),
    (
      #"{"a":{"b":1,x},"c":{"d":{y}}}"#, "{a.b} {c.d} {c}",
      "1 &#123;y} &#123;&quot;d&quot;:&#123;y}}\n"
    ),
    (#"{"a":{"b":1}}"#, "{a} {a.b} {…}", "&#123;&quot;b&quot;:1} 1\n"),
    (#"{"a":"x"}"#, "<b data-l={a} title='{a}'>{a}</b>", #"<b data-l="x" title='x'>x</b>"# + "\n"),
    (
      #"{"a":"x' onclick=\"y"}"#, "<b data-l={a}-1>z",
      #"<b data-l="x&#39; onclick=&quot;y-1">z"# + "\n"
    ),
    (#"{"a":1}"#, "{{a} {b c {a}", "&#123;a} \n"),
    // A key that is repeated has all its values, but for an attribute.
    (#"{"a":1,"b":2,"a":3,"\u0061":4}"#, "{a} {b}", "1 3 4 2\n"),
    (#"{"a":1,"a":2}"#, "<b class={a}>{a|b}", #"<b class="2">1 2"# + "\n"),
    (
      #"{"b":1,"b":2}"#, "{a}{…}",
      "<span data-key>b</span>=<span data-value>1</span> "
        + "<span data-key>b</span>=<span data-value>2</span>\n"
    ),
    (#"{"a":{"b":1,"b":2}}"#, "{a.b}", "1 2\n"),
    (
      #"{"a":NaN,"b":-Infinity,"c":12345678901234567890.10}"#, "{a} {b} {c}",
      "NaN -Infinity 12345678901234567890.10\n"
    ),
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
      var converter = RecordReader(.csv, nil, name: "data")
      var html = RecordMarkup()
      var pending: [UInt8] = []
      let data = Array("a,b\n1,".utf8) + field + Array("\n2,3\n".utf8)
      for start in stride(from: 0, to: data.count, by: 100_000) {
        pending += data[start..<min(data.count, start + 100_000)]
        let isLast = start + 100_000 >= data.count
        Self.convert(&pending, isLast: isLast, &converter, to: &html)
      }
      let rows = html.bytes.split(separator: UInt8(ascii: "\n")).dropFirst()
      let tags = Array("<tr><td class=\"no-record\" colspan=\"2\">".utf8)
      let cells = rows.filter { $0.starts(with: tags) }
      var expected: [UInt8] = []
      _ = appendEscaped((Array("1,".utf8) + field).span, to: &expected)
      let shown = cells.flatMap { $0.dropFirst(tags.count).dropLast(10) }
      // A failure would compare the long texts letter by letter.
      let isWhole = shown == expected
      #expect(isWhole)
      #expect(cells.allSatisfy { $0.count < 6 << 16 } && cells.count > 20)
      #expect(html.bytes.suffix(200).contains(UInt8(ascii: "3")))
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
    func found(_ data: String, _ format: InputFormat, _ template: String = "{a}") -> [String] {
      convert(Array(data.utf8), format, template).findings
    }
    #expect(found("a,b\n1,2\n\"x\ny\",2\n1\n", .csv) == ["data:5:1 field-count"])
    #expect(
      found("a,b\n1,\"2\n3", .csv) == ["data:2:3 unclosed-quote", "data:3:1 field-count"])
    #expect(found("a,b\n1,\"2\" x\n", .csv) == ["data:2:7 text-behind-quote"])
    #expect(found("a\tb\n1\t\"2\n", .tsv).isEmpty)
    #expect(found("{\"a\":1,\"a\":2}\n{\"a\":1}\n", .jsonl) == ["data:1:8 repeated-key"])
    #expect(found("a,,a\n1,2,3\n", .csv, "{a}{2}{a-2}{column-2}{3}").isEmpty)
    #expect(found("a,,a\n1,2,3\n", .csv, "{a-3}") == ["<template>:1:2 unknown-placeholder"])
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
      var converter = RecordReader(
        .csv, nil, hasHeader: hasHeader, columns: columns, name: "data")
      var html = RecordMarkup()
      let bytes = Array(data.utf8)
      _ = converter.convert(bytes.span, isLast: true, into: &html)
      let text = String(decoding: html.bytes, as: UTF8.self)
      let cells = text.matches(of: />([^<\n]+)</).map { $0.1 }
      return (cells.joined(separator: " "), converter.takeFindings().map(\.message))
    }
    #expect(table("a,b,c\n1,2,3\n", hasHeader: true, ["c", "a"]) == ("c a 3 1", []))
    #expect(table("x,y,z\n", hasHeader: false, ["3", "1"]) == ("z x", []))
    #expect(table("a,a,\n1,2,3\n", hasHeader: true, ["column-3", "a-2", "1"]) == ("a a 3 2 1", []))
    #expect(table("x,y\n", hasHeader: false, ["v", "w"]) == ("x y", []))
    let unknown = table("a,b\n1,2\n", hasHeader: true, ["b", "cc"])
    #expect(unknown == ("b cc 2", ["no field is called 'cc'; its column is empty"]))
  }

  /// The HTML of a table.
  private func html(
    _ data: String, _ format: InputFormat, hasHeader: Bool = true, columns: [String] = []
  ) -> String {
    var converter = RecordReader(
      format, nil, hasHeader: hasHeader, columns: columns, name: "data")
    var html = RecordMarkup()
    var pending = Array(data.utf8)
    Self.convert(&pending, isLast: true, &converter, to: &html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test("have classes and attributes of their own, although names are repeated or empty")
  func toldApart() {
    func names(_ header: String, _ format: InputFormat = .csv, columns: [String] = []) -> String {
      let values = header.split(separator: ",", omittingEmptySubsequences: false)
        .indices.map { "v\($0)" }
      let data =
        format == .csv ? header + "\n" + values.joined(separator: ",") + "\n" : header + "\n"
      let html = html(data, format, columns: columns)
      let cells = html.matches(of: /<td class="([^"]*)" data-value="([^"]*)">/)
        .map { "\($0.1)=\($0.2)" }
      let attributes = html.matches(of: /\ (data-[^ =]*)="([^"]*)"/)
        .filter { $0.1 != "data-value" }.map { "\($0.1)=\($0.2)" }
      return (cells + attributes).joined(separator: " ")
    }
    #expect(names("id,id,id") == "id=v0 id-2=v1 id-3=v2 data-id=v0 data-id-2=v1 data-id-3=v2")
    #expect(
      names(",a,,%") == "column-1=v0 a=v1 column-3=v2 column-4=v3 "
        + "data-column-1=v0 data-a=v1 data-column-3=v2 data-column-4=v3")
    // A name that is there is nobody else's.
    #expect(names("a,a,a-2") == "a=v0 a-3=v1 a-2=v2 data-a=v0 data-a-3=v1 data-a-2=v2")
    #expect(names("A b,a,a-b") == "A-b=v0 a=v1 a-b=v2 data-a-b=v0 data-a=v1 data-a-b-2=v2")
    #expect(
      names("a,a,", columns: ["a-2", "3"])
        == "a-2=v1 column-3=v2 data-a-2=v1 data-column-3=v2")
    #expect(
      names(#"{"a b":"x","a-b":"y","":"z"}"#, .jsonl)
        == "a-b=x a-b-2=y column-3=z data-a-b=x data-a-b-2=y data-column-3=z")
    let long = String(repeating: "é", count: 40)
    #expect(names(long + "," + long).hasPrefix("\(long.prefix(32))=v0 \(long.prefix(32))-2=v1 "))
  }

  @Test("of a table have all values of a key that is repeated in the cell of its column")
  func repeatedKeys() {
    let table = html(#"{"a":1,"b":2,"a":3}"# + "\n", .jsonl)
    #expect(table.contains(#"<td class="a number" data-value="1 3">1 3</td><td class="b number""#))
    #expect(table.contains(#"<tr data-a="3" data-b="2">"#))
  }

  @Test("have cells for missing fields as long as those are no more than their bytes, or few")
  func gaps() {
    func row(_ data: String, _ format: InputFormat, columns: [String] = []) -> String {
      let lines = html(data, format, columns: columns).split(separator: "\n")
      return String(lines[lines.count - 2].replacing(/\ (class|data-[a-z0-9]+)="[^"]*"/, with: ""))
    }
    let header = (0..<100).map { "c\($0)" }
    let names = header.joined(separator: ",") + "\n"
    #expect(row(names + "1\n", .csv) == "<tr><td>1</td></tr>")
    #expect(row("a,b,c\n1\n", .csv) == "<tr><td>1</td><td></td><td></td></tr>")
    let nine = "<tr><td>1</td>" + String(repeating: "<td></td>", count: 8) + "</tr>"
    #expect(row(header.prefix(9).joined(separator: ",") + "\n1\n", .csv) == nine)
    let long = String(repeating: "1", count: 99)
    #expect(
      row(names + long + "\n", .csv).hasPrefix("<tr><td>\(long)</td><td></td><td></td>"))
    #expect(
      row(#"{"c50":1,"c99":2}"# + "\n", .jsonl, columns: header)
        == "<tr><td colspan=\"50\"></td><td>1</td><td colspan=\"48\"></td><td>2</td></tr>")
    #expect(row("{}\n", .jsonl, columns: header) == "<tr></tr>")
    let many = (0..<2500).map { "c\($0)" }
    #expect(
      row(#"{"c2400":1}"# + "\n", .jsonl, columns: many)
        == "<tr><td colspan=\"1000\"></td><td colspan=\"1000\"></td><td colspan=\"400\"></td>"
        + "<td>1</td></tr>")
  }

  /// Data that grows in two ways at once: more records, and more or longer names.
  static let growing: [(name: String, format: InputFormat, data: @Sendable (Int) -> String)] = [
    (
      "short rows", .csv,
      { count in
        (0..<count).map { "c\($0)" }.joined(separator: ",") + "\n"
          + String(repeating: "1\n", count: 3 * count)
      }
    ),
    (
      "empty names", .csv,
      { String(repeating: ",", count: 4 * $0) + "\n" + String(repeating: "1\n", count: 3 * $0) }
    ),
    (
      "long names", .csv,
      { String(repeating: "c", count: $0) + ",d\n" + String(repeating: "1,2\n", count: $0) }
    ),
    (
      "empty objects", .jsonl,
      { count in
        "{" + (0..<min(count, 1000)).map { "\"c\($0)\":1" }.joined(separator: ",") + "}\n"
          + String(repeating: "{}\n", count: 3 * count)
      }
    ),
    (
      "objects with a late key", .jsonl,
      { count in
        "{" + (0..<min(count, 1000)).map { "\"c\($0)\":1" }.joined(separator: ",") + "}\n"
          + String(repeating: "{\"c\(min(count, 1000) - 1)\":1}\n", count: count)
      }
    ),
    (
      "rows of more fields than names", .csv,
      { "a,b\n" + String(repeating: String(repeating: ",", count: $0) + "\n", count: 4) }
    ),
  ]

  @Test("make no more HTML than in proportion to their bytes", arguments: growing.indices)
  func growth(index: Int) {
    let (name, format, data) = Self.growing[index]
    let (few, many) = (data(400), data(800))
    let (short, long) = (html(few, format).utf8.count, html(many, format).utf8.count)
    let growth = Double(many.utf8.count) / Double(few.utf8.count)
    #expect(Double(long) / Double(short) < 1.1 * growth, "\(name): \(short) and \(long)")
    #expect(long < 200 * many.utf8.count, "\(name)")
  }

  /// Records and templates of which each has many names.
  static let templates: [(format: InputFormat, data: @Sendable (Int) -> (String, String))] = [
    // Names that the records do not have, in the template and in the header.
    (
      .jsonl,
      { count in
        (
          (0..<count).map { "{k\($0)}{k\($0)|l\($0)}" }.joined(),
          String(repeating: "{}\n", count: count)
        )
      }
    ),
    // All names of one record, and paths into one object.
    (
      .jsonl,
      { count in
        (
          (0..<count).map { "{k\($0)}" }.joined(),
          "{" + (0..<count).map { "\"k\($0)\":1" }.joined(separator: ",") + "}\n"
        )
      }
    ),
    (
      .jsonl,
      { count in
        (
          (0..<count).map { "{a.k\($0)}" }.joined() + "{…}",
          "{\"a\":{" + (0..<count).map { "\"k\($0)\":1" }.joined(separator: ",") + "}}\n"
        )
      }
    ),
    // A path as deep as the record.
    (
      .jsonl,
      { count in
        (
          "{" + Array(repeating: "a", count: count).joined(separator: ".") + "}",
          String(repeating: "{\"a\":", count: count) + "1" + String(repeating: "}", count: count)
        )
      }
    ),
    // One key again and again.
    (
      .jsonl,
      { count in
        ("{a}{…}", "{" + Array(repeating: "\"a\":1", count: count).joined(separator: ",") + "}")
      }
    ),
    (
      .csv,
      { count in
        (
          (0..<count).map { "{k\($0)}" }.joined() + "{…}",
          (0..<count).map { "k\($0)" }.joined(separator: ",") + "\n"
            + String(repeating: "1\n", count: count)
        )
      }
    ),
  ]

  @Test("take time in proportion to their bytes", arguments: templates.indices)
  func time(index: Int) {
    let (format, data) = Self.templates[index]
    let ratio = TestSupport.growth(from: 1000) { count in
      let (template, records) = data(count)
      _ = convert(Array(records.utf8), format, template)
    }
    #expect(ratio < 8)
  }

  @Test("are converted some at a time, however long their markup is")
  func pieces() {
    let template = String(repeating: "<b>x</b>", count: 1000)
    var converter = RecordReader(.csv, RecordTemplate(template), name: "data")
    var pending = Array(("a\n" + String(repeating: "1\n", count: 1000)).utf8)
    var (most, records) = (0, 0)
    while !pending.isEmpty {
      var markup = RecordMarkup()
      pending.removeFirst(converter.convert(pending.span, isLast: true, into: &markup))
      most = max(most, markup.size)
      records += markup.bytes.count { $0 == 0x0A }
    }
    #expect(most < 100_000 && records == 1000)
  }

  @Test("behind a quote that is open for more than 1 MiB are records")
  func longQuote() {
    let value = String(repeating: "x", count: 96)
    let rows = String(repeating: "1,\(value)\n", count: 12_000)
    for piece in [Int.max, 1 << 16] {
      let result = convert(Array(("a,b\n\"x,y\n" + rows).utf8), .csv, "{a}{b}", piece: piece)
      #expect(
        result.markup == "&quot;xy\n" + String(repeating: "1\(value)\n", count: 12_000))
      #expect(result.findings == ["data:2:1 unclosed-quote"])
    }
  }

  @Test("have the columns that were asked for, or a finding with the name that was meant")
  func columnsOfObjects() {
    func findings(_ data: String, _ columns: [String]) -> [String] {
      var converter = RecordReader(.jsonl, nil, columns: columns, name: "data")
      var html = RecordMarkup()
      _ = converter.convert(Array(data.utf8).span, isLast: true, into: &html)
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
    for format in InputFormat.allCases.filter(\.isData) {
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
      ("a\n\"\(value)\n1\n", InputFormat.csv), ("{\"a\":\"\(value)\"}\n{\"a\":1}\n", .jsonl),
    ] {
      let result = convert(Array(data.utf8), format, "{a}", piece: 1 << 16)
      #expect(result.markup.utf8.count { $0 == UInt8(ascii: "x") } == 3 << 20)
      #expect(result.markup.hasSuffix("\n1\n"))
      #expect(result.findings.count == 1 && result.findings[0].hasSuffix("invalid-record"))
    }
  }
}
