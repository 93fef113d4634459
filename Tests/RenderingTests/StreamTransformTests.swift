import Bytes
import CSSSyntax
import CellLayout
import Diagnostics
import StyledText
import Styling
import TestSupport
import Testing

@testable import Rendering
@testable import TerminalOutput

private let sheet = """
  .up { text-transform: uppercase } .low { text-transform: lowercase } .as { text-transform: none }
  .cap { text-transform: capitalize } .wide { text-transform: full-width } .red { color: red }
  .math { font-variant: math; font-family: fraktur; text-transform: lowercase }
  """

/// Markup whose letters depend on those around them, in all languages that have such letters.
private func randomMarkup(seed: UInt64) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  let tags = [
    "<span class=up>", "<span class=low>", "<span class=as>", "<span class=cap>",
    // Without an attribute, the end tag decides, which a stream looks for on the line only.
    "<b lang=en>",
    "<i lang=el>",
    "<span class=up lang=el>", "<span class=up lang=lt>", "<span class=low lang=lt>",
    "<span class=low lang=tr>", "<span class=cap lang=nl>", "<span class=wide>",
    "<span class=math>", "<b class=low lang=tr>",
    "<span class='red' style='text-transform: capitalize'>",
    "</span>", "</span>", "</span>", "</b>", "</i>", "</u>", "<br>", "<span/>", "<!-- x -->",
    "<nothing>",
  ]
  let letters = [
    "Σ", "Σ", "ΑΣ", "σ", "Α", "α", "ά", "ή", "Ή", "ι", "υ", "ϊ", "α\u{301}", "\u{301}", "\u{308}",
    "\u{345}", "\u{307}", "\u{328}", "I", "i", "İ", "J", "j", "Į", "ij", "IJ", "i\u{301}j\u{301}",
    "í", "Ì", "'", ".", ":", ",", "_", "-", "1", "1,2", " ", " ", "\n", "\r\n", "\r", "\t",
    "word", "another word", "’", "·", "ß", "ǆ", "ﬁ", "日", "あ", "ｱ", "\u{AD}", "\u{200D}",
    "&amp;", "&apos;", "&#x301;", "&Sigma;", "&#39;", "&lt;", "&nope;", "&#x2028;", "\u{2028}",
    "{n}", "{{", "{", "a & b", "5 < 6", "\u{1B}", "\u{9B}", "\u{FEFF}", "\u{202E}", "\u{2067}",
    "\u{2069}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}", "\u{FE0F}", "😀",
    String(repeating: "'", count: 70), String(repeating: "_", count: 90),
    String(repeating: "\u{301}", count: 33), "a long piece of text that has more than one block",
  ]
  var markup: [UInt8] = []
  for _ in 0..<120 {
    let piece = generator.next() % 3 == 0 ? tags : letters
    markup += Array((piece.randomElement(using: &generator) ?? "").utf8)
    if generator.next() % 60 == 0 { markup += [0xE2, 0x82] }
  }
  return markup
}

@Suite("Text that is changed, in the stream and in the block")
struct StreamTransformTests {
  private let loaded = StylesheetLoader().load(
    SourceText(name: "sheet.css", text: sheet), form: .css)

  private func options(bidi: Bool) -> MarkupOptions {
    MarkupOptions(allowsBidirectional: bidi, placeholders: ["n": "Σ’<b>Α i"])
  }

  private func resolver(_ depth: ColorDepth = .none) -> StyleResolver {
    StyleResolver(stylesheet: loaded, environment: Environment(colorDepth: depth))
  }

  private func stream(
    _ markup: [UInt8], bidi: Bool, depth: ColorDepth = .none, piece: () -> Int
  ) -> String {
    var renderer = StreamRenderer(
      resolver: resolver(depth),
      options: StreamRenderer.Options(
        markup: options(bidi: bidi), target: OutputTarget(Environment(colorDepth: depth))))
    return String(decoding: renderer.render(markup, piece: piece).bytes, as: UTF8.self)
  }

  private func block(_ markup: [UInt8], bidi: Bool) -> String {
    var builder = TreeBuilder(styles: resolver(), options: options(bidi: bidi))
    builder.append(markup: SourceText(name: "<markup>", bytes: markup))
    return builder.finish().text.string
  }

  @Test(
    "The stream shows what the block shows, however it is cut", arguments: 1...UInt64(100))
  func sameText(seed: UInt64) {
    let markup = randomMarkup(seed: seed)
    let bidi = seed % 2 == 0
    let expected = block(markup, bidi: bidi)
    var generator = SeededGenerator(seed: seed &+ 5000)
    for longest in [1, 4, 30, 100_000] {
      let shown = stream(markup, bidi: bidi) {
        longest > 1000 ? longest : Int.random(in: 1...longest, using: &generator)
      }
      guard shown.unicodeScalars.elementsEqual(expected.unicodeScalars) else {
        let same = zip(shown.unicodeScalars, expected.unicodeScalars).prefix { $0 == $1 }.count
        let (shownHere, expectedHere) = (around(same, shown), around(same, expected))
        Issue.record(
          "seed \(seed), parts up to \(longest): \(shownHere) instead of \(expectedHere)")
        return
      }
    }
  }

  @Test("Parts of any size give the bytes of the whole", arguments: 200...UInt64(250))
  func sameBytes(seed: UInt64) {
    let markup = randomMarkup(seed: seed)
    let bidi = seed % 2 == 0
    let whole = stream(markup, bidi: bidi, depth: .truecolor) { .max }
    var generator = SeededGenerator(seed: seed &+ 5000)
    for longest in [1, 4, 30] {
      let parts = stream(markup, bidi: bidi, depth: .truecolor) {
        Int.random(in: 1...longest, using: &generator)
      }
      #expect(parts.utf8.elementsEqual(whole.utf8), "seed \(seed), parts up to \(longest)")
    }
  }

  private func around(_ offset: Int, _ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(max(0, offset - 8)).prefix(20)))
      .debugDescription
  }

  static let cases: [(String, String)] = [
    ("<i class=low>ΑΣ</i>", "ας"),
    ("<i class=low>ΑΣ</i>Α", "ασΑ"),
    ("<i class=low>ΑΣ</i><b>.</b>Α", "ασ.Α"),
    ("<i class=low>ΑΣ</i> Α", "ας Α"),
    ("<i class=low>Α<b>Σ</b></i>\nΑ", "ας\nΑ"),
    ("<i class=low>ΑΣ&apos;<!-- x -->&#x391;</i>", "ασ'α"),
    (
      "<i class=low>ΑΣ\(String(repeating: "'", count: 60))Α</i>",
      "ασ\(String(repeating: "'", count: 60))α"
    ),
    (
      "<i class=low>ΑΣ\(String(repeating: "'", count: 70))Α</i>",
      "ας\(String(repeating: "'", count: 70))α"
    ),
    ("<i class=up lang=el>ά<!-- -->ι ή</i>", "ΑΪ Ή"),
    ("<i class=up lang=el>ή&tau;αν</i>", "ΗΤΑΝ"),
    ("<i class=up lang=el>α&#x301;</i>", "Α"),
    ("<i class=low lang=lt>I&#x301;</i>", "i\u{307}\u{301}"),
    ("<i class=low lang=tr>I&#x307;I</i>", "iı"),
    ("<i class=up lang=lt>i<b></b>&#x307;</i>", "I"),
    ("<i class=cap lang=nl>i&#106;s</i>", "IJs"),
    ("don&apos;<i class=cap>t</i>", "don't"),
    ("a<b>_</b><i class=cap>b</i>", "a_b"),
    ("a<b>,</b><i class=cap>b 1</i>,<i class=cap>b</i>", "a,B 1,B"),
    ("x</u><i class=cap>y</i>", "xy"),
  ]

  @Test("Letters depend on those around them across tags, references and parts", arguments: cases)
  func letters(markup: String, expected: String) {
    let bytes = Array(markup.utf8)
    #expect(block(bytes, bidi: false) == expected)
    for piece in [1, 2, 3, 5, 1000] {
      #expect(stream(bytes, bidi: false) { piece } == expected, "pieces of \(piece)")
    }
  }

  @Test("A sigma that waits for its word keeps back little and costs little")
  func waitingIsBounded() {
    var renderer = StreamRenderer(
      resolver: resolver(),
      options: StreamRenderer.Options(target: OutputTarget(Environment(colorDepth: .none))))
    var output = StreamBuffer()
    let start = Array("<i class=low>ΑΣ".utf8)
    #expect(renderer.render(start.span, isLast: false, to: &output) == start.count)
    #expect(Array(output.bytes) == Array("α".utf8))
    output.removeAll()
    let marks = Array(String(repeating: "'", count: 1000).utf8)
    #expect(renderer.render(marks.span, isLast: false, to: &output) == marks.count)
    #expect(output.count == 1002)
  }
}
