import CSSViewCommands
import TestSupport
import Testing

@Suite("cssview convert of documents and data")
struct DocumentConversionTests {
  static let cases: [(name: String, text: String, html: String, markup: String)] = [
    (
      "a.csv", "name,size\na,1\n\"<b> \"\"c\"\"\",x\n",
      """
      <table><thead><tr><th class="name">name</th><th class="size">size</th></tr></thead>
      <tr data-name="a" data-size="1"><td class="name" data-value="a">a</td>\
      <td class="size" data-value="1">1</td></tr>
      <tr data-name="&lt;b&gt; &quot;c&quot;" data-size="x">\
      <td class="name" data-value="&lt;b&gt; &quot;c&quot;">&lt;b&gt; &quot;c&quot;</td>\
      <td class="size" data-value="x">x</td></tr>
      </table>

      """,
      """
      <span class="th name">name</span> │ <span class="th size">size</span>
      <span class="tr" data-name="a" data-size="1"><span class="td name" data-value="a">a</span> \
      │ <span class="td size" data-value="1">1</span></span>
      <span class="tr" data-name="&lt;b&gt; &quot;c&quot;" data-size="x">\
      <span class="td name" data-value="&lt;b&gt; &quot;c&quot;">&lt;b&gt; &quot;c&quot;</span> \
      │ <span class="td size" data-value="x">x</span></span>

      """
    ),
    (
      "a.tab", "a\n1\n",
      """
      <table><thead><tr><th class="a number">a</th></tr></thead>
      <tr data-a="1"><td class="a number" data-value="1">1</td></tr>
      </table>

      """,
      """
      <span class="th a number">a</span>
      <span class="tr" data-a="1"><span class="td a number" data-value="1">1</span></span>

      """
    ),
    (
      "a.ndjson", "{\"a\":true}\nx\n",
      """
      <table><thead><tr><th class="a">a</th></tr></thead>
      <tr data-a="true"><td class="a true" data-value="true">true</td></tr>
      <tr><td class="no-record" colspan="1">x</td></tr>
      </table>

      """,
      """
      <span class="th a">a</span>
      <span class="tr" data-a="true"><span class="td a true" data-value="true">true</span></span>
      <span class="td no-record">x</span>

      """
    ),
    (
      "a.HTM",
      "<!doctype html><head><title>t</title></head><body onload=x><ol reversed start=3>"
        + "<li>a<li value=9>b</ol><script>c</script><p>d <b>e\nf</b><x-y>g</x-y><pre>\nh\n i</pre>",
      """
      <ol reversed="" start="3"><li>a</li><li value="9">b</li></ol><p>d <b>e
      f</b>g</p><pre>
      h
       i</pre>

      """,
      """
      <span class="marker">3.</span> a
      <span class="marker">9.</span> b

      d <b>e f</b>g

      h
       i

      """
    ),
    ("a.markdown", "[b]\n\n[b]: /c", "<p><a href=\"/c\">b</a></p>\n", "<a href=\"/c\">b</a>\n"),
  ]

  @Test(
    "A reversed list counts down to 1 in markup",
    arguments: [
      ("<ol reversed><li>a<li>b<li>c</ol>", "3. a|2. b|1. c"),
      ("<ol reversed><li>a<li value=7>b<li>c</ol>", "3. a|7. b|6. c"),
      ("<ol reversed><li>a<ol reversed><li>x<li>y</ol><li>b</ol>", "2. a|   2. x|   1. y|1. b"),
      ("<ol reversed></ol>z", "z"),
    ])
  func reversedList(page: String, expected: String) {
    let run = CommandRun(["convert", "--from", "html", "--to", "markup"], input: Array(page.utf8))
    let text = run.output.replacing("<span class=\"marker\">", with: "").replacing(
      "</span>", with: "")
    #expect(text.split(separator: "\n").joined(separator: "|") == expected)
  }

  @Test("what a page hides is no part of its markup")
  func hiddenParts() {
    let page =
      "<p>a<b hidden>b<i>c</i></b>d</p><p hidden>e<br>f</p><dialog>g</dialog>"
      + "<dialog open>h</dialog><ul><li hidden>i<li>j</ul><img hidden alt=k>l"
    let run = CommandRun(["convert", "--from", "html", "--to", "markup"], input: Array(page.utf8))
    #expect(
      run.output
        == "ad\n\nh\n\n<span class=\"marker\">•</span> j\n\nl\n")
    #expect(run.errors == "")
    let html = CommandRun(["convert", "--from", "html", "--to", "html"], input: Array(page.utf8))
    #expect(html.output.contains("<p hidden"))
  }

  @Test("takes the formats from the extensions of the files", arguments: cases.indices)
  func names(index: Int) throws {
    let directory = try ScratchDirectory()
    let (name, text, html, markup) = Self.cases[index]
    let file = try directory.file(name, text)
    let result = "\(directory.path)/r.html"
    #expect(CommandRun("convert", file, "--fragment", "-o", result).status == .success)
    #expect(SourceDocumentation.text(of: result) == html)
    let run = CommandRun("convert", file, "--to", "markup")
    #expect(run.output == markup)
    #expect(CommandRun("render", "none", input: run.output).status == .success)
  }

  static let places: [(name: String, text: String, places: [String])] = [
    ("a.html", "\u{FEFF}é <b>x\n\n<p><q>y", ["1:3 unclosed-element", "3:4 unclosed-element"]),
    ("a.html", "<b>\r\n<ul><li>é</i>b\r\n</ul></b>", ["2:10 stray-end-tag"]),
    ("a.html", "<div>\n <b>x</div>", ["2:2 crossed-element"]),
    ("a.html", "a\n<svg>", ["2:1 left-out-element", "2:1 unclosed-element"]),
    ("a.md", "a\n\nb <b>c\n\n<video>", ["3:3 crossed-element", "5:1 unknown-element"]),
    ("a.csv", "\u{FEFF}a,b\r\n\"x\r\ny\",2\r\n1\r\n", ["4:1 field-count"]),
    ("a.csv", "a,b\n\né,\"b", ["3:3 unclosed-quote"]),
    ("a.csv", "a,b\n\né,\"b\"c", ["3:6 text-behind-quote"]),
    ("a.csv", "a,b\né,\u{1B}[2J\n", ["2:1 untrusted-control", "2:3 untrusted-control"]),
    ("a.tsv", "a\tb\n\né\t\"b", []),
    ("a.jsonl", "{\"é\":1,\"é\":2}\n", ["1:8 repeated-key"]),
    ("a.ndjson", "\u{FEFF}x\r\n{\"é\":1 1}\r\n\r\n  [1]", ["1:1 i", "2:8 i", "4:3 i"]),
  ]

  @Test("names the places of findings in the file", arguments: places)
  func sourcePlaces(name: String, text: String, places: [String]) throws {
    let directory = try ScratchDirectory()
    let file = try directory.file(name, text)
    let run = CommandRun("check", "none", "--markup", file)
    let found = run.output.split(separator: "\n").filter { $0.hasSuffix("]") && $0.contains(": ") }
      .map { line in
        let place = line.hasPrefix(file + ":") ? line.dropFirst(file.count + 1) : ""
        let parts = place.split(separator: ":", maxSplits: 2)
        let code = line.split(separator: "[").last?.dropLast() ?? ""
        return "\(parts.prefix(2).joined(separator: ":")) \(code)"
      }
    #expect(
      found.sorted() == places.map { $0.hasSuffix(" i") ? $0 + "nvalid-record" : $0 }.sorted(),
      "\(run.output)")
    let converted = CommandRun("convert", file, "--to", "html")
    // In Markdown they are notes, which only `check` prints.
    if name != "a.md", let first = places.first(where: { !$0.contains("left-out") }) {
      let place = first.split(separator: " ")[0]
      #expect(converted.errors.contains("\(file):\(place): warning: "), "\(converted.errors)")
    }
  }

  @Test("is implied by the extension of a file in every command that is given one")
  func implied() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("a.md", "- <b class=x>a</b> < b")
    #expect(CommandRun("preview", "none", "--file", file).output == "• a < b\n")
    #expect(CommandRun("snoop", "none", file).output.contains("x"))
  }

  static let sameNames: [(String, String)] = [
    ("csv", "a,A,a\n1,2,3\n"), ("jsonl", "{\"a\":1,\"A\":2}\n{\"b\":1,\"B\":2,\"a\":4}\n"),
  ]

  @Test("has no finding about columns of the same name", arguments: sameNames)
  func sameName(form: String, text: String) {
    let options = form == "jsonl" ? ["--columns", "a"] : []
    let run = CommandRun(
      ["convert", "--from", form, "--to", "html", "--fragment"] + options, input: Array(text.utf8))
    #expect(run.errors == "" && run.output.contains(" data-a=\"1\""), "\(run)")
  }

  static let options: [([String], String)] = [
    (["--template", "{a}: {b}"], "1: x\n"),
    (
      ["--columns", "b"],
      "<span class=\"th b\">b</span>\n\(row)<span class=\"td b\" data-value=\"x\">x</span></span>\n"
    ),
  ]
  private static let row = "<span class=\"tr\" data-b=\"x\">"

  @Test("has the options of data", arguments: options)
  func dataOptions(options: [String], expected: String) {
    let run = CommandRun(
      ["convert", "--from", "csv", "--to", "markup"] + options, input: Array("a,b\n1,x\n".utf8))
    #expect(run.output == expected && run.errors == "")
  }
}
