import CSSSyntax
import CellLayout
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import Rendering

@Suite("Flat text")
struct FlatTests {
  private static let sheet = """
    .name { display: inline-block; width: 9ch; text-overflow: ellipsis; padding-left: 2ch }
    .size { display: inline-block; width: 5ch; text-align: right; margin-left: 1ch }
    .mark::before { content: "! " } .glow { text-shadow: 0 0 3px red }
    .huge { font-size: 40px } .grad { background: linear-gradient(red, blue) }
    """

  private func probe() -> ColumnProbe {
    var environment = Environment(columns: 600, colorDepth: .none)
    environment.isFlat = true
    return ColumnProbe(
      Self.sheet, target: OutputTarget(environment, largeText: .off),
      host: HostObject(
        style: CSSText("border: 1px solid red; padding: 1em; margin: 2ch; text-align: center")))
  }

  @Test(
    "A box gives its whole text and one space before what follows",
    arguments: [
      (
        "<span class=name>a long name indeed</span><span class=size>12</span>|",
        "a long name indeed 12 |"
      ),
      ("<span class=name>a</span><span class=size>1</span>\n<span class=name>b</span>", "a 1\nb"),
      ("<span class=name></span><span class=size>1</span>\n", "1\n"),
      ("<span class=name><span class=size>1</span></span>x", "1 x"),
      ("<span class=name>a\nb</span>x", "a\nbx"),
      ("<span class=name>a<br>b</span>x", "a b x"),
      ("<b class=mark>a</b> <b class=glow>b</b><b class=huge>c</b><b class=grad>d</b>", "! a bcd"),
    ])
  func boxes(markup: String, expected: String) {
    let probe = probe()
    for piece in [1, 3, .max] {
      #expect(String(decoding: probe.stream(markup, piece: piece).bytes, as: UTF8.self) == expected)
      #expect(
        String(decoding: probe.stream(markup, piece: piece, isHTML: true).bytes, as: UTF8.self)
          == expected)
    }
    #expect(
      String(decoding: probe.block(markup), as: UTF8.self)
        == (expected.hasSuffix("\n") ? expected : expected + "\n"))
  }

  @Test("Random flat boxes are the same in the stream and in a block", arguments: 1...UInt64(60))
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "<span class=name>", "<span class='size'>", "</span>", "</span>", "a", "two words", "\n",
      "<br>", "<b>", "</b>", "<span class=name/>", "e\u{301}", "世界", "<span class='mark name'>",
    ]
    let markup = (0..<30).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    let probe = probe()
    let whole = String(decoding: probe.stream(markup).bytes, as: UTF8.self)
    for piece in [1, 4] {
      let parts = String(decoding: probe.stream(markup, piece: piece).bytes, as: UTF8.self)
      #expect(parts == whole, "\(markup)")
    }
    func trimmed(_ text: String) -> [String] {
      text.split(separator: "\n").map { String($0.reversed().drop { $0 == " " }.reversed()) }
        .filter { !$0.isEmpty }
    }
    #expect(
      trimmed(whole) == trimmed(String(decoding: probe.block(markup), as: UTF8.self)), "\(markup)")
  }
}
