import Bytes
import Diagnostics
import StyledText
import Styling
import TestSupport
import Testing

@testable import Documents
@testable import Rendering
@testable import TerminalOutput

private let sheet = #"""
  @highlight plain "\w+";
  @language swift, C++ {
    @highlight keyword "\blet\b";
    @highlight text "\"[^\"]*\"";
    @highlight and "a&b|<\w>";
    @highlight start "^x";
    @line note "# (?<what>\w+).*";
  }
  @language swift { @highlight keyword "\b(?:let|var)\b"; }
  .keyword { color: red } .text { color: green } .note[data-what="big"] { color: blue }
  .note[data-what="gone"] { display: none }
  """#

@Suite("Code in documents")
struct CodePatternTests {
  private static let environment = Environment(columns: 60, colorDepth: .truecolor)

  private let resolver: StyleResolver

  init() {
    var host = HostObject()
    host.holdsBlocks = true
    resolver = StyleResolver(
      stylesheet: StylesheetLoader().load(
        SourceText(name: "sheet.css", text: sheet), form: .css),
      environment: Self.environment, host: host)
  }

  private func render(
    _ html: [UInt8], isHTML: Bool = true, piece: () -> Int = { .max }
  ) -> String {
    var markup = MarkupOptions()
    markup.form = .html
    let target = OutputTarget(Self.environment, capabilities: .all)
    var options = StreamRenderer.Options(of: markup, target: target, isHTML: isHTML)
    options.keepsClasses = isHTML
    var stream = StreamRenderer(resolver: resolver, options: options)
    return String(decoding: stream.render(html, piece: piece).bytes, as: UTF8.self)
  }

  /// The classes of the elements of patterns, with their texts.
  private func matches(_ html: String) -> [String] {
    render(Array(html.utf8)).matches(of: #/class="(?:language-\S+ )?(\w+)"[^>]*>([^<]*)</#)
      .map { "\($0.1)=\($0.2)" }
  }

  @Test(
    "matches of the patterns of its language are elements",
    arguments: [
      ("<code class=language-swift>let x</code> let", ["keyword=let"]),
      ("<code class='a language-Swift'>var</code>", ["keyword=var"]),
      ("<code class=language-c++>let var</code>", ["keyword=let"]),
      ("<code class=language-rust>let</code>", []),
      ("<code>let</code><b class=language-swift>let</b>", []),
      (
        "<code class=language-swift>&quot;let&quot; a&amp;b &lt;c></code>",
        ["text=\"let\"", "and=a&amp;b", "and=&lt;c&gt;"]
      ),
      ("<pre><code class=language-swift>x<b>let</b> x\nx</code>x", ["start=x", "start=x"]),
      (
        "<pre><code class=language-swift>l<b>et</b> x<div>x</div>x<br>x",
        ["keyword=let", "start=x", "start=x", "start=x"]
      ),
      (
        "<pre><code class=language-swift>x\r\nx\n\nx &amp;\r\n</code></pre>",
        ["start=x", "start=x", "start=x"]
      ),
      (
        "<pre><code class=language-swift># big let\n# x</code></pre>",
        ["note=# ", "what=big", "note= ", "keyword=let", "note=# ", "what=x"]
      ),
      ("<pre><code class=language-swift>\"a\nb\"</code>", []),
      ("<code class=language-swift>\"a\nb\"</code>", ["text=\"a b\""]),
      (
        "<code class=language-swift>let <code class=language-c++>var</code> var</code>",
        ["keyword=let", "keyword=var", "keyword=var"]
      ),
    ])
  func elements(html: String, expected: [String]) {
    #expect(matches(html) == expected)
  }

  @Test("a line of code that is hidden altogether takes its line break with it")
  func hiddenLines() {
    let html = "<pre><code class=language-swift>a\n# gone\nb\n  # gone\n# gone"
    #expect(render(Array(html.utf8), isHTML: false).split(separator: "\n").count == 3)
  }

  @Test("any cut of the input gives the same bytes", arguments: [false, true])
  func cuts(isHTML: Bool) {
    let parts = [
      "<pre><code class=language-swift>", "<code class=language-c++>", "</code>", "</pre>", "let",
      "\"a b\"", "&quot;", "&am", "a&amp;b", "&#10;", "&lt;c>", " < ", "\n", "\r\n", "\r", "x",
      "# big let", "é漢",
      "\u{1B}[31m", "<b>", "</b>", "<!-- x -->", "\u{202E}", "\t", "<p>", "<div>", "<br>",
      "<sup>2", "</sup>", "<li>", "<td>", "<table>", "<q>", "\n# gone\n",
      "<code class=language-swift style='display: inline-block'>",
    ].map { Array($0.utf8) }
    for seed in UInt64(0)..<30 {
      var generator = SeededGenerator(seed: seed)
      var html: [UInt8] = []
      for _ in 0..<120 {
        html += parts.randomElement(using: &generator) ?? []
        if generator.next() % 20 == 0 { html += [0xE2, 0x82] }
      }
      let whole = render(html, isHTML: isHTML)
      for most in [1, 3, 30] {
        let cut = render(html, isHTML: isHTML) { Int.random(in: 1...most, using: &generator) }
        #expect(cut == whole, "seed \(seed), pieces of \(most)")
      }
    }
  }

  @Test("a line that is too long has no matches, however it comes", arguments: [65_530, 65_536])
  func longLines(count: Int) {
    let line = "let " + String(repeating: "y", count: count - 4)
    let html = Array("<pre><code class=language-swift>\(line)\nlet</code></pre>".utf8)
    let whole = render(html)
    #expect(whole.split(separator: "\"keyword\"").count == (count < 65_536 ? 3 : 2))
    var generator = SeededGenerator(seed: 1)
    #expect(render(html) { Int.random(in: 1...9000, using: &generator) } == whole)
  }

  @Test("a block has the same matches as a stream, with their places")
  func block() {
    let html = "<pre>é <code class=language-swift>let a = \"b\"\nlet c</code> &amp;</pre>"
    var options = MarkupOptions()
    options.form = .html
    var builder = TreeBuilder(styles: resolver, options: options)
    builder.append(markup: SourceText(name: "a.html", text: html))
    let text = builder.finish().text
    let shown = text.runs.compactMap { run in
      run.content.tag?.match.map { _ in "\(run.content.tag?.classes ?? []) \(run.string)" }
    }
    #expect(shown == [#"["keyword"] let"#, #"["text"] "b""#, #"["keyword"] let"#])
    let places = text.runs.filter { $0.string == "let" }.map {
      String(decoding: Array(html.utf8)[$0.sourceRange], as: UTF8.self)
    }
    #expect(places == ["let", "let"])
  }
}
