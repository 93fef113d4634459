import Bytes
import CellLayout
import Diagnostics
import Rendering
import StyledText
import Styling
import TerminalOutput
import Testing

@Suite("A stream with findings")
struct MarkupStreamTests {
  private static func resolver(_ sheet: String) -> StyleResolver {
    StyleResolver(
      stylesheet: StylesheetLoader().load(SourceText(name: "sheet.css", text: sheet), form: .css))
  }

  private func findings(
    _ markup: [UInt8], piece: Int, sheet: String = "", options: MarkupOptions = MarkupOptions()
  ) -> [Diagnostic] {
    let stream = MarkupStream(
      name: "<input>", resolver: Self.resolver(sheet),
      options: StreamRenderer.Options(markup: options, target: OutputTarget()))
    var output = StreamBuffer()
    var rest = markup[...]
    while !rest.isEmpty {
      stream.render(Array(rest.prefix(piece)), isLast: false, to: &output)
      rest = rest.dropFirst(piece)
    }
    stream.render([], isLast: true, to: &output)
    return stream.findings
  }

  @Test("has them at their places, whatever the pieces", arguments: [1, 2, 3, 7, 64, 10_000])
  func places(piece: Int) {
    let words = String(repeating: "ж text ", count: 300)
    let markup = "a < b\r\né <b>bold\r<i>ж</b> &nosuch;\n\n\(words)<u>\(words)\n</a>"
    let found = findings(Array(markup.utf8), piece: piece)
    #expect(
      Set(found.map { "\($0.location?.description ?? "") \($0.code.rawValue)" }) == [
        "<input>:1:3 unescaped-less-than", "<input>:2:10 untrusted-control",
        "<input>:3:1 crossed-element",
        "<input>:3:10 unknown-reference", "<input>:5:2101 unclosed-element",
        "<input>:6:1 stray-end-tag",
      ])
    #expect(found.allSatisfy { $0.excerpt != nil })
  }

  @Test(
    "a tag that its line may close is text when nothing follows for a while",
    arguments: [
      ("file <b>", "file <b>", "y</b> <i>x</i>\n", "y</b> x\n"),
      ("<b>x<i> <u>y</u> z", "<b>x<i> y z", "</i>\n<s>z</s>", "</i>\nz"),
      ("<b>x <i", "<b>x ", ">y</i>\n", "y\n"),
      ("<b>x</b> <u>", "x <u>", "", ""),
    ], ["", "b:last-child, i:last-child { color: red }"])
  func prompt(_ texts: (prompt: String, shown: String, rest: String, then: String), sheet: String) {
    for separatesLines in [false, true] {
      let stream = MarkupStream(
        name: "text", resolver: Self.resolver(sheet),
        options: StreamRenderer.Options(
          markup: MarkupOptions(readsByLine: true),
          target: OutputTarget(Environment(colorDepth: .none)), separatesLines: separatesLines))
      var output = StreamBuffer()
      stream.render(Array(texts.prompt.utf8), isLast: false, to: &output)
      let isWaiting = stream.isHolding
      #expect(isWaiting && output.count < texts.shown.utf8.count)
      stream.release(to: &output)
      let isStillWaiting = stream.isHolding
      #expect(!isStillWaiting)
      #expect(String(decoding: output.bytes, as: UTF8.self) == texts.shown)
      stream.render(Array(texts.rest.utf8), isLast: true, to: &output)
      #expect(String(decoding: output.bytes, as: UTF8.self) == texts.shown + texts.then)
    }
  }

  /// Markup in which something is found that is not known before more has come; each finding with
  /// its place.
  static let late: [(markup: String, found: [String])] = [
    ("ab\u{202E}cd\nx", ["1:3 U+202E"]),
    ("é\nab\u{202E}cd\u{2067}ef", ["2:3 U+202E", "2:6 U+2067"]),
    (
      "\u{2067}a\u{202E}b\u{202A}c\u{2069}\u{202C}",
      ["1:3 U+202E", "1:5 U+202A", "1:8 U+202C"]
    ),
    ("\u{2067}a&#10;b\u{2069}c", ["1:1 U+2067", "1:9 U+2069"]),
    ("\u{2067}a\u{2069}b&#x202E;c<b>\u{202E}d</b>", ["1:17 U+202E", "1:5 U+202E"]),
    ("a{v}b{v}c", ["1:2 U+202E", "1:6 U+202E"]),
    ("é\nab\u{1F3F4}\u{E0067}\u{E0062}cd", ["2:4 tags"]),
    ("ab\u{1F3F4}\u{E0067}\u{E0062}", ["1:4 tags"]),
    ("<i id=x>x", ["1:1 <i>", "1:1 <i>"]),
    ("é\n<b></b> <i>x</i>", ["2:9 <i>"]),
    ("<u>é\nx</u>", ["1:1 <u>"]),
    ("<s/>", ["1:1 <s>", "1:1 <s>"]),
  ]

  @Test(
    "has late findings where they belong, whatever the pieces, as a whole text has", arguments: late
  )
  func latePlaces(markup: String, found: [String]) {
    let sheet = """
      i::before, u::after, s::before, s::after { content: "a\\A b"; display: inline-block }
      """
    var options = MarkupOptions(placeholders: ["v": "\u{202E}"])
    options.allowsBidirectional = true
    func listing(_ findings: [Diagnostic]) -> [String] {
      findings.map { finding in
        let about = finding.message.split(separator: " ").first {
          $0.hasPrefix("<") || $0.hasPrefix("U+")
        }
        let place = finding.location.map { "\($0.line):\($0.column)" } ?? "nowhere"
        return "\(place) \(about ?? "tags")"
      }.sorted()
    }
    for piece in [1, 2, 3, 5, 8, 1000] {
      let own = findings(Array(markup.utf8), piece: piece, sheet: sheet, options: options)
      #expect(listing(own) == found, "pieces of \(piece)")
      #expect(own.allSatisfy { $0.excerpt != nil }, "pieces of \(piece)")
    }
    var builder = TreeBuilder(styles: Self.resolver(sheet), options: options)
    builder.append(markup: markup)
    #expect(listing(builder.finish().diagnostics) == found)
  }

  @Test("counts the elements that an end tag crosses as a whole text does")
  func crossed() {
    let markup = "<b>" + String(repeating: "<i id=x>", count: 150) + "</b>"
    let note = "50 more findings of crossed-element"
    let streamed = findings(Array(markup.utf8), piece: 64)
    var builder = TreeBuilder(styles: Self.resolver(""))
    builder.append(markup: markup)
    for findings in [streamed, builder.finish().diagnostics] {
      #expect(findings.count { $0.code.rawValue == "crossed-element" } == 100)
      #expect(findings.last?.message == note)
    }
  }
}
