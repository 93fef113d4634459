import Bytes
import CellLayout
import Diagnostics
import Documents
import StyleValues
import StyledText
import Styling
import TestSupport
import Testing

@testable import Rendering
@testable import TerminalOutput

private let sheet = #"""
  @highlight error "\b(ERROR|FATAL)\b";
  @highlight pair "(?<key>[\w.]+)=(?<value>\"[^\"]*\"|\S+)";
  @highlight date "\d+-(?<month>\d+)-\d+";
  @highlight url "https?://\S+";
  @highlight word "[é漢]+";
  @highlight secret "token \w+";
  @highlight up "up\w*";
  @line noise "(?:noise.*)?";
  @line access "(?<host>\S+) (?<path>/\S*) (?<status>\d{3}).*";
  .error { color: red } .key { color: blue } .month { color: green } .word { color: purple }
  .noise, .secret { display: none } .up { text-transform: uppercase }
  .access[data-status^="5"] { color: red } .path { color: blue }
  """#

@Suite("A stream of plain text")
struct PlainTextStreamTests {
  private static let loaded = StylesheetLoader().load(
    SourceText(name: "sheet.css", text: sheet), form: .css)

  private static let environment = Environment(
    columns: 30, colorDepth: .truecolor, hasHyperlinks: true)

  private func renderer(
    _ sheet: Stylesheet = loaded, html: Bool = true, lines: Bool = false, fits: Bool = false,
    form: InputFormat = .text
  ) -> StreamRenderer {
    var markup = MarkupOptions(readsByLine: true)
    markup.form = form
    markup.findsPatterns = true
    let target = OutputTarget(Self.environment, capabilities: .all)
    var options = StreamRenderer.Options(
      markup: markup, target: target, isHTML: html, separatesLines: lines, fitsLines: fits)
    options.keepsClasses = html
    options.documents = AllDocumentFormats()
    return StreamRenderer(
      resolver: StyleResolver(stylesheet: sheet, environment: Self.environment), options: options)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func render(
    _ input: String, _ sheet: Stylesheet = loaded, form: InputFormat = .text
  ) -> String {
    var stream = renderer(sheet, form: form)
    let bytes = Array(input.utf8)
    return text(stream.render(bytes, piece: { bytes.count }).bytes)
  }

  @Test(
    "matches are elements with classes, and nothing in the text is markup",
    arguments: [
      (
        "an ERROR <b>x</b> &amp; {x}",
        #"an <span class="error" style="color:#ff0000">ERROR</span> &lt;b&gt;x&lt;/b&gt; &amp;amp; {x}"#
      ),
      ("ERRORS", "ERRORS"),
      (
        "2026-11-26",
        #"<span class="date">2026-</span><span class="month" style="color:#008000">11</span><span class="date">-26</span>"#
      ),
      ("漢é", #"<span class="word" style="color:#800080">漢é</span>"#),
      ("see upper", #"see <span class="up">UPPER</span>"#),
      ("a token abc b", "a  b"),
      ("token abc\nb", "b"),
      ("one\nnoise 1\n\ntwo\n", "one\ntwo\n"),
      ("\u{1B}[31mred", "␛[31mred"),
    ])
  func elements(input: String, output: String) {
    #expect(render(input) == output)
  }

  @Test(
    "in markup and coloured text, a match is inside of the elements around it",
    arguments: [
      (
        InputFormat.ansi, "\u{1b}[1mER\u{1b}[mROR\nx",
        #"<span class="error" style="color:#ff0000;font-weight:bold">ER</span>"#
          + #"<span class="error" style="color:#ff0000">ROR</span>\#nx"#
      ),
      (.ansi, "one\nnoise \u{1b}[31m1\u{1b}[m\ntwo\n", "one\ntwo\n"),
      (.ansi, "a token \u{1b}[1mabc\u{1b}[m b up", #"a  b <span class="up">UP</span>"#),
      (
        .markup, "E<b>RROR</b> ERRORS &eacute;",
        #"<span class="error" style="color:#ff0000">E</span>"#
          + #"<span class="error" style="color:#ff0000;font-weight:bold">RROR</span> ERRORS "#
          + #"<span class="word" style="color:#800080">é</span>"#
      ),
      (.markup, "noise <b>x</b>\n<b>noise</b>\nx noise", "x noise"),
    ])
  func elements(form: InputFormat, input: String, output: String) {
    #expect(render(input, form: form) == output)
  }

  @Test("boxes around matches and in them are laid out")
  func boxes() {
    let sheet = StylesheetLoader().load(
      SourceText(
        name: "s.css",
        text: #"@line l "(?<k>\w+)=.*"; .k, .b { display: inline-block; width: 6ch }"#), form: .css)
    var stream = renderer(sheet, html: false, form: .markup)
    let input = Array("ab=<span class=b>x</span>=1\n<span class=b>ab=1</span>|\n".utf8)
    #expect(
      text(stream.render(input, piece: { input.count }).bytes)
        == "ab    =x     =1\nab    =1|\n")
  }

  @Test("a line has the values of its groups, and matches lie inside of its parts")
  func lines() {
    func shown(_ input: String) -> [String] {
      render(input).matches(of: #/"(\w+)"(?: style="color:(#\w+)")?>([^<]+)/#).map {
        "\($0.1)=\($0.3)\($0.2 ?? "")"
      }
    }
    #expect(
      shown("h /a=ERROR 503 ERROR") == [
        "host=h#ff0000", "access= #ff0000", "path=/#0000ff", "key=a#0000ff", "pair==#0000ff",
        "value=ERROR#0000ff", "access= #ff0000", "status=503#ff0000", "access= #ff0000",
        "error=ERROR#ff0000",
      ])
    #expect(
      shown("h /b 200")
        == ["host=h", "access= ", "path=/b#0000ff", "access= ", "status=200"])
  }

  @Test("a match with the class url is a link, if its scheme is allowed")
  func links() {
    let rows: [(String, String?)] = [
      ("https://x.org/a", "https://x.org/a"), ("x https://x.org/é", "https://x.org/%C3%A9"),
    ]
    for (input, target) in rows {
      let shown = render(input)
      #expect(shown.contains("href=\"\(target ?? "")\""), "\(shown)")
    }
    let groups = StylesheetLoader().load(
      SourceText(
        name: "s.css", text: #"@highlight x "<(?<url>[^>]+)>"; @line url "see:.*|ftp:.*";"#),
      form: .css)
    for (input, target) in [("<ftp://x>", "ftp://x"), ("ftp://y", "ftp://y"), ("see: <z>", nil)] {
      let shown = render(input, groups)
      #expect(shown.contains("href=") == (target != nil))
      #expect(target.map { shown.contains("href=\"\($0)\"") } ?? true, "\(shown)")
    }
    let cut = StylesheetLoader().load(
      SourceText(
        name: "s.css", text: #"@highlight url "https?:\S+"; @line l "GET .*//(?<host>[^/ ]+)/.*";"#),
      form: .css)
    for form in [InputFormat.text, .ansi] {
      let shown = render("GET https://x.org/q 200", cut, form: form)
      #expect(shown.contains("href=\"https://x.org/q\""), "\(shown)")
      #expect(shown.contains(">https://x.org/q</span></a>"), "\(shown)")
    }
    let script = StylesheetLoader().load(
      SourceText(name: "s.css", text: #"@highlight url "\w+:\S+";"#), form: .css)
    #expect(!render("javascript:alert(1)", script).contains("href"))
  }

  /// Lines of all kinds, long ones and wrong bytes among them.
  private func randomText(seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "ERROR", "FATAL", " ", " ", "\n", "\n", "\r\n", "key=\"a b\"", "x=1", "2026-11-26",
      "https://example.org/é", "漢字é", "e\u{301}", "noise", "\nnoise\n", "\n\n", "token abc",
      "uppercase", "10.0.0.1 /p 500 x=ERROR\n", "10.0.0.1 /p=ERROR 200\n", "<b>", "&amp;",
      "\u{1b}[31m", "\u{1b}[m", "</b>", "<span class=up>", "</span>", "\r",
      "\u{200D}", "👩‍💻", "\u{202E}", "\t", "\u{7F}",
    ].map { Array($0.utf8) }
    var text: [UInt8] = []
    for _ in 0..<100 {
      if generator.next() % 40 == 0 { text += [0xE2, 0x82] }
      if generator.next() % 150 == 0 { text += Array(repeating: UInt8(ascii: "x"), count: 66_000) }
      text += pieces.randomElement(using: &generator) ?? []
    }
    return text
  }

  @Test(
    "any cut of the input gives the same bytes", arguments: 0..<8, InputFormat.allCases)
  func cuts(seed: UInt64, form: InputFormat) {
    let input = randomText(seed: seed)
    for (html, lines, fits) in [
      (false, false, false), (true, false, false), (false, true, false), (false, false, true),
    ] {
      var stream = renderer(html: html, lines: lines, fits: fits, form: form)
      let whole = stream.render(input, piece: { input.count })
      var generator = SeededGenerator(seed: seed)
      for most in [1, 7, 300, 100_000] where most > 300 || input.count < 5_000 {
        var stream = renderer(html: html, lines: lines, fits: fits, form: form)
        let cut = stream.render(input) { Int.random(in: 1...most, using: &generator) }
        #expect(cut.bytes == whole.bytes, "in pieces of \(most)")
        #expect(cut.lines == whole.lines)
      }
    }
  }

  @Test("plain output is the input, byte for byte, of a line of 400 KB, too")
  func unchanged() {
    var markup = MarkupOptions()
    markup.form = .text
    let plain = Environment(colorDepth: .none)
    let sheet = StylesheetLoader().load(
      SourceText(name: "s.css", text: #"@highlight error "ERROR"; .error { color: red }"#),
      form: .css)
    let unit = Array("ERROR é漢 {x} <b> &amp; 👩‍💻\t".utf8)
    let long = [[UInt8]](repeating: unit, count: 10_000).flatMap { $0 }
    for input in [unit, unit + [0x0A, 0x0A] + unit + [0x0A], long, long + [0x0A] + unit] {
      var stream = StreamRenderer(
        resolver: StyleResolver(stylesheet: sheet, environment: plain),
        options: StreamRenderer.Options(markup: markup, target: OutputTarget(plain)))
      let shown = stream.render(input, piece: { 60_000 }).bytes
      #expect(shown == input)
    }
  }

  @Test(
    "a prompt is shown when nothing follows for a while", arguments: [InputFormat.ansi, .markup])
  func prompt(form: InputFormat) {
    var stream = renderer(html: false, form: form)
    var output = StreamBuffer()
    let used = stream.render(Array("an ERROR: ".utf8).span, isLast: false, to: &output)
    let holds = stream.isHolding
    #expect(output.count == 0 && holds)
    var rest = Array("an ERROR: ".utf8.dropFirst(used))
    // The last character may be held by itself.
    for _ in 0..<2 {
      stream.release()
      rest.removeFirst(stream.render(rest.span, isLast: false, to: &output))
    }
    #expect(text(Array(output.bytes)).hasPrefix("an \u{1B}[38;2;255;0;0mERROR"))
  }

  @Test("a line that has not ended is written when nothing follows for a while")
  func release() {
    var stream = renderer(html: false)
    var output = StreamBuffer()
    let used = stream.render(Array("an ERROR".utf8).span, isLast: false, to: &output)
    let holds = stream.isHolding
    let written = output.count
    #expect(used == 0 && written == 0 && holds)
    stream.release()
    let input = Array("an ERROR".utf8)
    let usedThen = stream.render(input.span, isLast: false, to: &output)
    let shown = text(Array(output.bytes))
    #expect(usedThen == 8 && shown.hasPrefix("an \u{1B}[38;2;255;0;0mERROR"))
    let holdsMore = stream.isHolding
    #expect(!holdsMore)
  }

  @Test("very many different values leave the memory flat and the styles right")
  func manyValues() {
    let lines = (0..<9_000).map { "h\($0) /p\($0) \($0 % 2 == 0 ? 500 : 200)\n" }.joined()
    var stream = renderer(html: false)
    let shown = text(stream.render(Array(lines.utf8), piece: { 60_000 }).bytes)
    #expect(shown.split(separator: "\n").count == 9_000)
    #expect(shown.matches(of: #/\[38;2;255;0;0mh/#).count == 4_500)
  }
}
