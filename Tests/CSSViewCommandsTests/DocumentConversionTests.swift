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
      <td class="size number" data-value="1">1</td></tr>
      <tr data-name="&lt;b&gt; &quot;c&quot;" data-size="x">\
      <td class="name" data-value="&lt;b&gt; &quot;c&quot;">&lt;b&gt; &quot;c&quot;</td>\
      <td class="size" data-value="x">x</td></tr>
      </table>

      """,
      """
      <span class="th name">name</span> │ <span class="th size">size</span>
      <span class="tr" data-name="a" data-size="1"><span class="td name" data-value="a">a</span> \
      │ <span class="td size number" data-value="1">1</span></span>
      <span class="tr" data-name="&lt;b&gt; &quot;c&quot;" data-size="x">\
      <span class="td name" data-value="&lt;b&gt; &quot;c&quot;">&lt;b&gt; &quot;c&quot;</span> \
      │ <span class="td size" data-value="x">x</span></span>

      """
    ),
    (
      "a.tab", "a\n1\n",
      """
      <table><thead><tr><th class="a">a</th></tr></thead>
      <tr data-a="1"><td class="a number" data-value="1">1</td></tr>
      </table>

      """,
      """
      <span class="th a">a</span>
      <span class="tr" data-a="1"><span class="td a number" data-value="1">1</span></span>

      """
    ),
    (
      "a.ndjson", "{\"a\":true}\nx\n",
      """
      <table><thead><tr><th class="a">a</th></tr></thead>
      <tr data-a="true"><td class="a true" data-value="true">true</td></tr>
      <tr><td colspan="1">x</td></tr>
      </table>

      """,
      """
      <span class="th a">a</span>
      <span class="tr" data-a="true"><span class="td a true" data-value="true">true</span></span>
      <span class="td">x</span>

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

  static let options: [([String], String)] = [
    (["--template", "{a}: {b}"], "1: x\n"),
    (
      ["--columns", "b"],
      "<span class=\"th b\">b</span>\n\(row)<span class=\"td b\" data-value=\"x\">x</span></span>\n"
    ),
  ]
  private static let row = "<span class=\"tr\" data-b=\"x\">"

  @Test("has the options of data", arguments: options)
  func data(options: [String], expected: String) {
    let run = CommandRun(
      ["convert", "--from", "csv", "--to", "markup"] + options, input: Array("a,b\n1,x\n".utf8))
    #expect(run.output == expected && run.errors == "")
  }
}
