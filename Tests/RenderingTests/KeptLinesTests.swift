import Bytes
import Diagnostics
import Rendering
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@Suite("Lines that a stream keeps")
struct KeptLinesTests {
  private let sheet = """
    .red { color: red } .bold { font-weight: bold } .red .bold { color: blue }
    .cap { text-transform: capitalize } b:nth-child(3) { color: green }
    """

  private var styles: StyleResolver {
    StyleResolver(
      stylesheet: StylesheetLoader().load(SourceText(name: "sheet.css", text: sheet), form: .css))
  }

  private func lines(
    _ markup: String, separatesLines: Bool = false, piece: Int = .max
  ) -> (texts: [AttributedText], diagnostics: [Diagnostic]) {
    var options = StreamRenderer.Options(
      target: OutputTarget(Environment()), separatesLines: separatesLines)
    options.keepsLines = true
    let stream = MarkupStream(name: "m", resolver: styles, options: options)
    var output = StreamBuffer()
    var texts: [AttributedText] = []
    var rest = Array(markup.utf8)[...]
    repeat {
      stream.render(Array(rest.prefix(piece)), isLast: rest.count <= piece, to: &output)
      rest = rest.dropFirst(piece)
      texts += stream.takeLines()
    } while !rest.isEmpty
    #expect(output.count == 0)
    return (texts, stream.findings)
  }

  /// What can be seen of a run.
  private func look(_ run: AttributedText.Run) -> String {
    "\(run.tag?.name ?? "-") \(run.classes) \(run.link ?? "-") "
      + "\(String(describing: run.style.color)) \(run.style.fontWeight)"
  }

  @Test("The lines are those of the whole text, with the same looks", arguments: 1...UInt64(40))
  func sameAsWhole(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "<span class=red>", "<span class=bold>", "<b id=x>", "<i id=x>", "<span class=cap>",
      "</span>", "</b>",
      "</i>", "<a href='https://example.org/'>", "</a>", "<br>", "<span/>", "word", "two words",
      "\n", "\n", "\n\n", "&amp;", "a < b", "é", "\u{301}", "Σ", "</u>", "<!-- no -->",
    ]
    var markup = ""
    for _ in 0..<80 { markup += pieces.randomElement(using: &generator) ?? "" }

    var builder = TreeBuilder(styles: styles)
    builder.append(markup: SourceText(name: "m", text: markup))
    let (whole, wholeDiagnostics) = builder.finish()
    let (texts, diagnostics) = lines(markup)

    var looks: [String] = []
    var bytes: [UInt8] = []
    for (index, text) in texts.enumerated() {
      for run in text.runs { looks += run.string.unicodeScalars.map { "\($0) \(look(run))" } }
      bytes += text.bytes
      guard index + 1 < texts.count || markup.hasSuffix("\n") else { continue }
      bytes.append(0x0A)
      looks.append("\n")
    }
    #expect(bytes == whole.bytes, "\(markup.debugDescription)")
    var expected: [String] = []
    for run in whole.runs {
      expected += run.string.unicodeScalars.map { $0 == "\n" ? "\n" : "\($0) \(look(run))" }
    }
    // The line feed of <br> is in a run of its line.
    #expect(looks.map { $0.hasPrefix("\n") ? "\n" : $0 } == expected)
    #expect(sorted(diagnostics) == sorted(wholeDiagnostics), "\(markup.debugDescription)")
    for piece in [1, 7] {
      let parts = lines(markup, piece: piece)
      #expect(parts.texts == texts, "pieces of \(piece): \(markup.debugDescription)")
    }
  }

  @Test("Elements that look the same are in runs of their own")
  func elements() {
    let (texts, _) = lines("<b>x</b><b>y</b>\n<b>z\n</b>")
    #expect(texts.map { $0.runs.map(\.string) } == [["x", "y"], ["z"], []])
  }

  @Test("A line that shows nothing is one, unless it is hidden with its line feed")
  func empty() {
    #expect(lines("\n<b></b>\n").texts.map(\.string) == ["", ""])
    #expect(lines("a\n</b>").texts.map(\.string) == ["a", ""])
    #expect(lines("").texts.isEmpty)
  }

  @Test("What `sup` and `sub` have opened goes on in the next lines, until they are closed")
  func scripts() {
    let (texts, _) = lines(
      """
      x<sup>2
      3<b>4
      5</b>n
      6 7<sub>8
      </sub>1</sup>9
      <i></sup>9</i>
      """)
    #expect(texts.map(\.string) == ["x²", "³⁴", "⁵ⁿ", "^(6 7₈)", "¹9", "9"])
  }

  private func sorted(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map {
      "\($0.location?.description ?? "") \($0.code.rawValue) \($0.message)"
    }.sorted()
  }

  @Test("An element that is never closed is shown with the line of its tag")
  func unclosed() {
    let (_, diagnostics) = lines("one\ntwo <b>three\nfour")
    #expect(diagnostics.map(\.code.rawValue) == ["unclosed-element"])
    #expect(diagnostics.first?.location == SourceLocation(file: "m", line: 2, column: 5))
    #expect(diagnostics.first?.excerpt?.text == "two <b>three")
    #expect(diagnostics.first?.excerpt?.caret == 4)
  }

  @Test("Lines that are texts of their own end what is open in them")
  func separateLines() {
    let (texts, diagnostics) = lines("<b>one\ntwo</b>\n<i>three", separatesLines: true)
    #expect(texts.map { $0.runs.first?.tag } == [.b, nil, .i])
    #expect(
      diagnostics.map(\.code.rawValue) == ["unclosed-element", "stray-end-tag", "unclosed-element"])
    #expect(diagnostics.map(\.location?.line) == [1, 2, 3])
  }

  @Test("A line costs the same however many elements are open around it")
  func depth() {
    let line = "x<i>y</i>\n"
    let texts = lines(
      String(repeating: "<b>", count: 9000) + "\n" + String(repeating: line, count: 2000)
    ).texts
    #expect(texts.count == 2001)
    #expect(texts.dropFirst().allSatisfy { $0.spans.count == 3 && $0.string == "xy" })
  }
}
