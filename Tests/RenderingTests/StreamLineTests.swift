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
    separatesLines: Bool, fitsLines: Bool, markup: MarkupOptions, sheet: String = sheet
  ) -> MarkupStream {
    let styles = StyleResolver(
      stylesheet: StylesheetLoader().load(
        SourceText(name: "s.css", text: sheet), form: .css),
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
        let stream = stream(
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

  @Test(
    "With a sheet that counts from the end, a text is the same in pieces and before an end alone",
    arguments: 1...UInt64(40))
  func countedFromEnd(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sheets = [
      ":last-child { color: red }", "b:nth-last-child(2)::after { content: '!' }",
      "i:only-child { text-transform: uppercase } b:last-child { display: inline-block }",
    ]
    for sheet in sheets {
      for separatesLines in [false, true] {
        for fitsLines in [false, true] {
          var markup = MarkupOptions(readsByLine: seed % 2 == 0)
          if seed % 5 == 0 { markup.form = .ansi }
          var text: [UInt8] = []
          for _ in 0..<Int.random(in: 0...40, using: &random) {
            let isLineFeed = Int.random(in: 0..<6, using: &random) == 0
            let piece = isLineFeed ? "\n" : Self.pieces.randomElement(using: &random) ?? ""
            text += Array(piece.utf8)
          }
          let whole = stream(
            separatesLines: separatesLines, fitsLines: fitsLines, markup: markup, sheet: sheet)
          var expected = StreamBuffer()
          whole.render(text, isLast: true, to: &expected)
          let pieces = stream(
            separatesLines: separatesLines, fitsLines: fitsLines, markup: markup, sheet: sheet)
          var output = StreamBuffer()
          var rest = text[...]
          while !rest.isEmpty {
            let count = Int.random(in: 1...20, using: &random)
            pieces.render(Array(rest.prefix(count)), isLast: false, to: &output)
            rest = rest.dropFirst(count)
          }
          pieces.render([], isLast: true, to: &output)
          let (found, wanted) = (Array(output.bytes), Array(expected.bytes))
          #expect(
            found == wanted, "seed \(seed), \(sheet): \(String(decoding: text, as: UTF8.self))")
        }
      }
    }
  }
}
