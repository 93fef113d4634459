import Bytes
import CellLayout
import Diagnostics
import Rendering
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@Suite("The lines of a stream")
struct StreamLineTests {
  private static let pieces = [
    "a <b then", "<!--", "<a href=x", "<span class=\"x", "</b", "&am", "&#6", "{na", "{", "<b>",
    "</b>",
    "<i class=up>", "</i>", "-->", ">", "\"", "'", "\u{F3}", "\r", "\u{202E}", "\u{3A3}", " ", "x",
    "\u{1F3F4}\u{E0067}", "<br>", "&lt;", "<sup>", "2", "</sup>", "e", "\u{301}",
  ]

  private static let sheet = ".up { text-transform: lowercase }"

  private func stream(
    separatesLines: Bool, fitsLines: Bool, markup: MarkupOptions
  ) -> MarkupStream {
    let styles = StyleResolver(
      stylesheet: StylesheetLoader().load(
        SourceText(name: "s.css", text: Self.sheet), form: .css),
      environment: Environment(columns: 500, colorDepth: .truecolor), host: HostObject())
    return MarkupStream(
      name: "m", resolver: styles,
      options: StreamRenderer.Options(
        markup: markup, target: OutputTarget(Environment(columns: 500, colorDepth: .truecolor)),
        separatesLines: separatesLines, fitsLines: fitsLines))
  }

  @Test("Every line comes out when its line feed has come", arguments: 1...UInt64(40))
  func latency(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for separatesLines in [false, true] {
      for fitsLines in [false, true] {
        var markup = MarkupOptions(allowsBidirectional: seed % 2 == 0, readsByLine: true)
        if seed % 3 == 0 { markup.placeholders = ["name": "x"] }
        var stream = stream(
          separatesLines: separatesLines, fitsLines: fitsLines, markup: markup)
        var output = StreamBuffer()
        var input = 0
        for _ in 0..<20 {
          for _ in 0..<Int.random(in: 0...5, using: &random) {
            let piece = Self.pieces.randomElement(using: &random) ?? ""
            stream.render(Array(piece.utf8), isLast: false, to: &output)
          }
          stream.render([0x0A], isLast: false, to: &output)
          input += 1
          let lines = Array(output.bytes).count { $0 == 0x0A }
          #expect(lines >= input, "seed \(seed), line \(input)")
        }
      }
    }
  }
}
