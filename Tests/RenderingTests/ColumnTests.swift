import CSSSyntax
import CellLayout
import Diagnostics
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import Rendering

/// Renders the same markup as a stream and as a block.
struct ColumnProbe {
  let styles: StyleResolver
  let target: OutputTarget

  init(_ sheet: String, columns: Int = 40, depth: ColorDepth = .none, host: HostObject? = nil) {
    target = OutputTarget(
      Environment(columns: columns, colorDepth: depth, hasHyperlinks: depth != .none),
      capabilities: .all)
    styles = StyleResolver(
      stylesheet: StylesheetLoader().load(
        SourceText(name: "sheet.css", text: sheet), form: .css),
      environment: target.environment, host: host ?? HostObject())
  }

  init(_ sheet: String, target: OutputTarget, host: HostObject) {
    self.target = target
    styles = StyleResolver(
      stylesheet: StylesheetLoader().load(
        SourceText(name: "sheet.css", text: sheet), form: .css),
      environment: target.environment, host: host)
  }

  private var options: MarkupOptions {
    var options = MarkupOptions()
    options.readsByLine = true
    options.allowsBidirectional = true
    return options
  }

  func stream(
    _ markup: String, piece: Int = .max, fits: Bool = false, isHTML: Bool = false
  ) -> (bytes: [UInt8], findings: [String]) {
    var renderer = StreamRenderer(
      resolver: styles,
      options: StreamRenderer.Options(
        markup: options, target: target, isHTML: isHTML, fitsLines: fits))
    let bytes = renderer.render(Array(markup.utf8)) { piece }.bytes
    return (bytes, renderer.log.all.map(\.code.rawValue))
  }

  func text(_ markup: String) -> (text: AttributedText, findings: [String]) {
    var builder = TreeBuilder(styles: styles, options: options)
    builder.append(markup: SourceText(name: "<markup>", text: markup))
    let (text, diagnostics) = builder.finish()
    return (text, diagnostics.map(\.code.rawValue))
  }

  /// The text with its boxes laid out, before lines are broken.
  func lineWithBoxes(_ markup: String) -> [UInt8] {
    let text = text(markup).text
    var table = ComputedStyleTable(elementsOf: text, styles)
    var boxes = BoxTable(
      columns: styles.environment.columns, whiteSpace: .preWrap, target: target)
    return boxes.layOut(text.line, &table).line.bytes
  }

  func block(_ markup: String) -> [UInt8] {
    let text = text(markup).text
    var table = ComputedStyleTable(elementsOf: text, styles)
    return target.bytes(
      of: BlockLayout(
        text.line.numbered, &table, host: styles.hostStyle,
        backdrop: styles.hostBackdrop, for: target))
  }
}

@Suite("Columns")
struct ColumnTests {
  static let cases: [(name: String, sheet: String, markup: String, expected: String)] = [
    ("filled", "width: 6ch", "<i>ab</i>|", "ab    |"),
    ("in px", "width: 45px", "<i>ab</i>|", "ab    |"),
    ("in em", "width: 3em", "<i>ab</i>|", "ab    |"),
    ("of the line", "width: 25%", "<i>ab</i>|", "ab        |"),
    ("calculated", "width: calc(25% - 2ch)", "<i>ab</i>|", "ab      |"),
    ("as wide as its text", "width: fit-content", "<i>ab</i>|", "ab|"),
    ("right", "width: 6ch; text-align: right", "<i>ab</i>|", "    ab|"),
    ("centred", "width: 7ch; text-align: center", "<i>ab</i>|", "  ab   |"),
    ("too long", "width: 6ch", "<i>abcdefgh</i>|", "abcdefgh|"),
    ("cut", "width: 6ch; overflow: hidden", "<i>abcdefgh</i>|", "abcdef|"),
    ("clipped", "width: 6ch; text-overflow: clip", "<i>abcdefgh</i>|", "abcdef|"),
    ("with a sign", "width: 6ch; text-overflow: ellipsis", "<i>abcdefgh</i>|", "abcde…|"),
    ("with a string", "width: 6ch; text-overflow: '>>'", "<i>abcdefgh</i>|", "abcd>>|"),
    ("without room for it", "width: 1ch; text-overflow: '>>'", "<i>abcdefgh</i>|", "a|"),
    ("at its start", "width: 6ch; text-overflow: ellipsis clip", "<i>abcdefgh</i>|", "…defgh|"),
    ("in its middle", "width: 6ch; text-overflow: middle", "<i>abcdefgh</i>|", "abc…gh|"),
    ("by a string", "width: 6ch; text-overflow: '~' middle", "<i>abcdefgh</i>|", "abc~gh|"),
    ("that fits", "width: 8ch; text-overflow: ellipsis", "<i>abcdefgh</i>|", "abcdefgh|"),
    ("at least", "min-width: 4ch", "<i>ab</i>|<i>abcdef</i>|", "ab  |abcdef|"),
    ("at most", "max-width: 4ch; overflow: hidden", "<i>ab</i>|<i>abcdef</i>|", "ab|abcd|"),
    ("no width", "width: 0; overflow: hidden", "<i>ab</i>|", "|"),
    ("padded", "width: 4ch; padding: 0 1ch 0 2ch", "<i>ab</i>|", "  ab   |"),
    ("with margins", "width: 4ch; margin-left: 2ch; margin-right: 1ch", "<i>ab</i>|", "  ab   |"),
    ("wide", "width: 6ch", "<i>日本</i>|", "日本  |"),
    ("wide and cut", "width: 6ch; text-overflow: ellipsis", "<i>日本語x</i>|", "日本… |"),
    ("wide, with a space", "width: 5ch; overflow: hidden", "<i>日本語</i>|", "日本 |"),
    ("wide at its start", "width: 6ch; text-overflow: ellipsis clip", "<i>日本語x</i>|", "…本語x|"),
    ("with marks", "width: 3ch", "<i>e\u{301}</i>|", "e\u{301}  |"),
    (
      "cut between clusters", "width: 2ch; overflow: hidden", "<i>e\u{301}e\u{301}e\u{301}</i>|",
      "e\u{301}e\u{301}|"
    ),
    ("an emoji", "width: 3ch; overflow: hidden", "<i>👩‍👩‍👧👩‍👩‍👧</i>|", "👩‍👩‍👧 |"),
    ("with tabs", "width: 12ch", "x<i>a\tb</i>|", "xa       b   |"),
    ("empty", "width: 3ch", "<i></i>|<i/>|", "   |   |"),
    ("around others", "width: 8ch", "<i>a<b>b</b>c</i>|", "abc     |"),
    ("of references", "width: 5ch; text-align: right", "<i>&lt;&amp;</i>|", "   <&|"),
    ("with a break", "width: 5ch", "<i>a<br>b</i>|", "a b  |"),
    ("ended by its line", "width: 5ch", "<i id=x>a\nbc</i>|", "a    \nbc|"),
    ("in the last line", "width: 5ch", "<i id=x>a", "a    "),
    (
      "ended behind a control that becomes visible", "width: 12ch", "<i id=x>x\u{202E}\nyz</i>|",
      "x<U+202E>   \nyz|"
    ),
    (
      "ended before and behind such controls", "width: 12ch",
      "<i id=x>x\u{2067}\ny\u{2069}\nz</i>|",
      "x<U+2067>   \ny<U+2069>\nz|"
    ),
    ("nested", "width: 6ch", "<i>a<i>b</i></i>|", "ab     |"),
    ("one after the other", "width: 3ch", "<i>a</i><i>b</i><i>c</i>|", "a  b  c  |"),
  ]

  @Test("A box stands in its columns", arguments: cases)
  func columns(name: String, sheet: String, markup: String, expected: String) {
    let probe = ColumnProbe("i { display: inline-block; \(sheet) }")
    #expect(String(decoding: probe.stream(markup).bytes, as: UTF8.self) == expected, "\(name)")
    let lines = expected.split(separator: "\n").map { line in
      String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
    #expect(String(decoding: probe.block(markup), as: UTF8.self) == lines.joined(), "\(name)")
    // Wrapped, each line is a paragraph, and blanks that nobody sees are left out.
    let fitted = probe.stream(markup, fits: true).bytes
    #expect(String(decoding: fitted, as: UTF8.self) == lines.joined(), "\(name)")
  }

  static let breaks: [(sheet: String, markup: String, expected: String)] = [
    ("", "a<br>b", "a\nb"),
    ("br::before { content: '~' }", "a<br>b", "a~\nb"),
    ("br::after { content: '~' }", "a<br>b<br class=x>c", "a\n~b\n~c"),
    ("br::before, br::after { content: '~' }", "<u>a<br/>b</u>", "a~\n~b"),
    ("br { display: none }", "a<br>b<br id=x>c", "abc"),
    ("br { display: none } br::before { content: '~' }", "a<br>b", "ab"),
    ("br { display: inline-block; width: 3ch }", "a<br>b", "a   b"),
    ("br { display: inline-block } br::before { content: '~' }", "a<br>b", "a~ b"),
    ("br::before { content: '~' }", "<i>a<br>b</i>|", "a~ b |"),
    ("br { display: none }", "<i>a<br>b</i>|", "ab   |"),
    ("br:nth-child(2) { display: none }", "a<br>b<br>c", "a\nbc"),
    ("br { visibility: hidden }", "a<br>b", "a\nb"),
  ]

  @Test("A line break has what the sheet gives it, both ways", arguments: breaks)
  func lineBreaks(sheet: String, markup: String, expected: String) {
    let probe = ColumnProbe("i { display: inline-block; width: 5ch } \(sheet)")
    for piece in [1, 4, .max] {
      let stream = probe.stream(markup, piece: piece).bytes
      #expect(String(decoding: stream, as: UTF8.self) == expected)
      let fitted = probe.stream(markup, piece: piece, fits: true).bytes
      #expect(String(decoding: fitted, as: UTF8.self) == expected + "\n")
    }
    #expect(String(decoding: probe.block(markup), as: UTF8.self) == expected + "\n")
  }

  @Test("Boxes in more places than are kept are written all the same")
  func manyBoxes() {
    let probe = ColumnProbe("i { display: inline-block; width: 3ch }")
    var renderer = StreamRenderer(
      resolver: probe.styles, options: StreamRenderer.Options(target: probe.target))
    var markup = ""
    for outer in 0..<150 {
      markup += "<span id=\(outer)>"
      for inner in 0..<150 { markup += "<i id=\(inner)>x</i>" }
      markup += "</span>\n"
    }
    let line = String(repeating: "x  ", count: 150) + "\n"
    let bytes = renderer.render(Array(markup.utf8)) { .max }.bytes
    #expect(bytes == Array(String(repeating: line, count: 150).utf8))
  }

  @Test("The background fills the box, lines and links only its text")
  func filling() {
    let probe = ColumnProbe(
      """
      a { display: inline-block; width: 4ch; padding-left: 1ch; margin-left: 1ch;
        background-color: #102030; text-decoration: underline; color: #ffffff }
      """, depth: .truecolor)
    let screen = ScreenModel(probe.stream("x<a href=https://example.org>y</a>z").bytes)
    let cells = screen.rows[0].prefix(8)
    let background = ScreenModel.Color.rgb(0x10, 0x20, 0x30)
    #expect(
      cells.map(\.pen.background) == [.standard, .standard]
        + Array(repeating: background, count: 5) + [.standard])
    #expect(cells.map { $0.pen.underline != 0 ? $0.text : "" }.joined() == "y")
    #expect(cells.map { $0.link != nil ? $0.text : "" }.joined() == "y")
  }

  @Test("Isolates that a cut box opens are closed in it")
  func bidirectional() {
    let probe = ColumnProbe("i { display: inline-block; width: 4ch; overflow: hidden }")
    let markup = "<i>ab\u{2067}cdef\u{2069}gh</i>|"
    #expect(
      String(decoding: probe.stream(markup).bytes, as: UTF8.self)
        == "ab\u{2067}cd\u{2069}|")
  }

  @Test(
    "A box that ends early or cannot begin is reported once",
    arguments: [
      ("<i id=x>a\nb</i>", ["box-cut-by-line"]), ("<i id=x>a<br>b</i>", []),
      ("<i id=x>\(String(repeating: "x", count: 65_537))</i>|", ["box-too-long"]),
      ("<i id=x>\(String(repeating: "x", count: 65_536))</i>|", []),
      (String(repeating: "<i>", count: 32) + "x" + String(repeating: "</i>", count: 32), []),
      (
        String(repeating: "<i>", count: 34) + "x" + String(repeating: "</i>", count: 34),
        ["box-nested-too-deep", "box-nested-too-deep"]
      ),
      ("<i id=x>a<i id=x>b\nc</i></i>", ["box-cut-by-line", "box-cut-by-line"]),
    ])
  func findings(markup: String, codes: [String]) {
    let probe = ColumnProbe("i { display: inline-block; width: 4ch; overflow: hidden }")
    #expect(probe.text(markup).findings == codes)
    for piece in [100, 1 << 16, .max] {
      #expect(probe.stream(markup, piece: piece).findings == codes)
    }
  }

  @Test("A box of more than 64 KiB is written as it is, and flat memory holds it")
  func long() {
    let probe = ColumnProbe("i { display: inline-block; width: 4ch; overflow: hidden }")
    let long = String(repeating: "x", count: 70_000)
    let markup = "<i id=x>a<i id=x>bcdefg</i>\(long)<i id=x>bcdefg</i></i>|"
    let expected = "abcde\(long)bcde|"
    for piece in [1000, 1 << 16, .max] {
      #expect(String(decoding: probe.stream(markup, piece: piece).bytes, as: UTF8.self) == expected)
    }
    #expect(
      probe.styles.environment.columns == 40
        && probe.lineWithBoxes(markup) == Array(expected.utf8))
  }

  @Test("Text in boxes is text, and what fills them is none")
  func attributedText() {
    let probe = ColumnProbe("i { display: inline-block; width: 9ch }")
    let text = probe.text("a<i>b</i><i></i>c").text
    #expect(text.string == "abc")
    #expect(text.runs.map(\.string) == ["a", "b", "c"])
    #expect(text[1..<3].line.boxes.map(\.range) == [0..<1, 1..<1])
    #expect((text + text).line.boxes.map(\.range) == [1..<2, 2..<2, 4..<5, 5..<5])
    var other = text
    other.replace(1..<1, with: "xyz")
    #expect(other.string == "axyzbc")
  }

  @Test("Lines break before and after a box and not in it")
  func wrapping() {
    let probe = ColumnProbe("i { display: inline-block; width: 6ch }", columns: 10)
    let markup = "one <i>a b c</i><i>d-e</i>two"
    let expected = "one a b c\nd-e   two\n"
    #expect(String(decoding: probe.stream(markup, fits: true).bytes, as: UTF8.self) == expected)
    #expect(String(decoding: probe.block(markup), as: UTF8.self) == expected)
    let other = "seven <i>a b c</i>-<i>d-e</i>"
    #expect(String(decoding: probe.block(other), as: UTF8.self) == "seven\na b c -\nd-e\n")
  }

  // MARK: Random sheets

  private static func randomSheet(_ generator: inout SeededGenerator) -> String {
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    var sheet = "b { font-weight: bold } u { text-decoration: underline } .gone { display: none }"
    for name in ["a", "b", "c"] {
      sheet += """

        .\(name) { display: inline-block; \(pick(["width: 5ch", "width: 12%", "min-width: 3ch",
          "max-width: 4ch", "width: calc(1ch + 5%)", "", "width: fit-content"]));
          \(pick(["overflow: hidden", "text-overflow: ellipsis", "text-overflow: ellipsis clip",
            "text-overflow: middle", "text-overflow: '<>'", ""]));
          \(pick(["text-align: right", "text-align: center", ""]));
          \(pick(["padding-left: 1ch", "padding: 0 2ch", "margin-left: 1ch", "margin: 0 1ch", ""]));
          \(pick(["background: #203040", "color: red", "text-decoration: underline",
            "visibility: hidden", "text-transform: uppercase", "background: #102030; color: blue",
            ""])) }
        """
    }
    return sheet
      + "\n.c::before { content: '✗'; \(pick(["", "display: inline-block; width: 2ch"])) }"
  }

  private static func randomMarkup(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "<span class=a>", "<span class=\"b\">", "<span class='a c'>", "<span class=b/>", "<b>", "<u>",
      "</span>", "</span>", "</span>", "</b>", "</u>", "text", "two words", " ", "\n", "ж",
      "e\u{301}", "世界", "😀", "&amp;", "&lt;b&gt;", "\u{1b}[31m", "a < b", "<br>", "<sup>", "2",
      "</sup>", "n+1", "<span class=b>\tx", "👩‍👩‍👧", "<span class=gone>", "</span>", "क्षि",
      "\u{2067}a\u{2069}",
      "<a href='https://example.org/'>", "</a>", "ΑΣ", "ﬁ", "<span class=b>12.5</span>",
      "<span class=a>a name</span>",
    ]
    return (0..<40).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  @Test(
    "Random boxes wrap the same in the stream and in a block", arguments: 1...UInt64(150),
    ["", "text-align: justify", "text-align: right", "white-space: normal"])
  func sameLines(seed: UInt64, host: String) {
    var generator = SeededGenerator(seed: seed)
    let sheet = Self.randomSheet(&generator)
    let markup = Self.randomMarkup(&generator).replacing("\n", with: " ").replacing(
      "<br>", with: "")
    let target = OutputTarget(
      Environment(columns: 24, colorDepth: seed % 3 == 0 ? .truecolor : .mono), capabilities: .all)
    let probe = ColumnProbe(
      sheet, target: target, host: HostObject(style: CSSText(host)))
    let expected = ScreenModel(probe.block(markup), columns: 24)
    let screen = ScreenModel(probe.stream(markup, fits: true).bytes, columns: 24)
    expectSame(screen, expected, "\(sheet)\n\(markup)")
  }

  /// Two screens show the same; texts are compared first, as they are easier to read.
  private func expectSame(_ screen: ScreenModel, _ expected: ScreenModel, _ note: String) {
    #expect(screen.complaints == [])
    for row in 0..<max(screen.rows.count, expected.rows.count) {
      let (own, other) = (screen.visibleCells(in: row), expected.visibleCells(in: row))
      let (ownText, otherText) = (own.map(\.text).joined(), other.map(\.text).joined())
      #expect(ownText == otherText, "row \(row)\n\(note)")
      let isSame = own == other
      #expect(isSame, "row \(row), \(ownText)\n\(note)")
    }
  }

  @Test("Random boxes are the same in the stream and in a block", arguments: 1...UInt64(300))
  func sameCells(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let sheet = Self.randomSheet(&generator)
    let markup = Self.randomMarkup(&generator)
    let depth: ColorDepth = seed % 3 == 0 ? .truecolor : .mono
    let probe = ColumnProbe(sheet, columns: 600, depth: depth)
    let expected = ScreenModel(probe.block(markup))
    let whole = probe.stream(markup)
    let screen = ScreenModel(whole.bytes)
    expectSame(screen, expected, "\(sheet)\n\(markup)")
    for piece in [1, 5, 64] {
      let cut = String(decoding: probe.stream(markup, piece: piece).bytes, as: UTF8.self)
      #expect(
        cut == String(decoding: whole.bytes, as: UTF8.self), "\(piece)\n\(sheet)\n\(markup)")
    }
    let fitted = probe.stream(markup, fits: true).bytes
    for piece in [1, 7] {
      let isSame = probe.stream(markup, piece: piece, fits: true).bytes == fitted
      #expect(isSame, "\(piece)\n\(sheet)\n\(markup)")
    }
    let page = probe.stream(markup, isHTML: true).bytes
    let isSamePage = probe.stream(markup, piece: 1, isHTML: true).bytes == page
    #expect(isSamePage, "\(sheet)\n\(markup)")
  }
}
