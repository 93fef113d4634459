import CellLayout
import StyleValues
import Styling
import TestSupport
import Testing

@testable import Rendering
@testable import TerminalOutput

private let colors = ScreenColors(foreground: RGB8(0xeeeeee), background: RGB8(0x111111))

/// What the writer makes of a text in which `^` is ESC, without what is around it.
private func html(_ text: String, piece: Int = .max) -> String {
  html(Array(text.replacing("^", with: "\u{1B}").utf8), piece: piece)
}

private func html(_ terminal: [UInt8], piece: Int = .max) -> String {
  var writer = HTMLStreamWriter(colors: colors)
  var bytes: [UInt8] = []
  writer.begin(into: &bytes)
  let start = bytes.count
  var rest = terminal[...]
  while !rest.isEmpty {
    writer.append(rest.prefix(piece), into: &bytes)
    rest = rest.dropFirst(piece)
  }
  writer.finish(into: &bytes)
  return String(decoding: bytes[start...].dropLast("</pre>\n".utf8.count), as: UTF8.self)
}

@Suite("HTML as it comes")
struct HTMLStreamWriterTests {
  @Test(
    "Sequences become elements",
    arguments: [
      ("a < b & c > d\n", "a &lt; b &amp; c &gt; d\n"),
      ("^[38;2;255;0;0;1mx^[0my", "<span style=\"color:#ff0000;font-weight:bold\">x</span>y"),
      (
        "^[4m^[4:3m^[58:2::0:0:255mx^[0m",
        "<span style=\"text-decoration:underline wavy #0000ff\">x</span>"
      ),
      ("^[1m^[0mx", "x"),
      (
        "^]8;id=1;http://a/?b&c^\\x^]8;;^\\y",
        "<a style=\"color:inherit\" href=\"http://a/?b&amp;c\" rel=\"noopener noreferrer\">x</a>y"
      ),
      ("^]8;id=1;javascript:x^\\x^]8;;^\\", "x"),
      ("^[7mx", "<span style=\"color:#111111;background:#eeeeee\">x</span>"),
      ("^[2Jx^[", "x"),
    ])
  func sequences(terminal: String, expected: String) {
    #expect(html(terminal) == expected)
    #expect(html(terminal, piece: 1) == expected)
  }

  @Test("A page has a title and ends its elements")
  func page() {
    var writer = HTMLStreamWriter(colors: colors, title: "a<b")
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    writer.append("\u{1B}[1mx".utf8, into: &bytes)
    writer.finish(into: &bytes)
    let page = String(decoding: bytes, as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html>"))
    #expect(page.contains("<title>a&lt;b</title>"))
    #expect(page.hasSuffix("x</span></pre>\n</body>\n</html>\n"))
  }

  @Test("Reading undoes writing: any two renditions", arguments: 1...UInt64(3))
  func readingUndoesWriting(seed: UInt64) {
    var random = RandomCells(seed: seed)
    let encoder = SGREncoder(capabilities: .all)
    var old = GraphicRendition.standard
    var read = GraphicRendition.standard
    for _ in 0..<500 {
      let new = random.rendition()
      var bytes: [UInt8] = []
      encoder.append(from: old, to: new, into: &bytes)
      for sequence in bytes.split(separator: 0x1B) {
        var reader = SGRReader(sequence.dropFirst().dropLast())
        reader.apply(to: &read)
      }
      #expect(read == RenditionCapabilities.all.visible(new))
      old = new
    }
  }

  @Test("Random bytes never break out of the elements", arguments: 1...UInt64(10))
  func hostileBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("\u{1B}\u{1B}[]8;;m0123:<>&\"'ax\\\n\u{7}".utf8)
    let bytes = (0..<2000).map { _ in alphabet.randomElement(using: &generator) ?? 0x78 }
    let page = html(bytes)
    for piece in page.split(separator: "<").dropFirst(page.hasPrefix("<") ? 0 : 1) {
      #expect(
        piece.hasPrefix("span style=\"") || piece.hasPrefix("/span>") || piece.hasPrefix("a style=")
          || piece.hasPrefix("/a>"))
    }
    #expect(!page.utf8.contains(0x1B))
  }
}
