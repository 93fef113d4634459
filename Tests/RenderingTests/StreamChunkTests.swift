import Bytes
import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TestSupport
import Testing

@testable import Rendering
@testable import TerminalOutput

private let sheet = """
  .red { color: #ff0000 } .back { background-color: #003366 } .bold { font-weight: bold }
  .wavy { text-decoration: underline wavy #00ff00 } .shout { text-transform: uppercase }
  .cap { text-transform: capitalize } .red .bold { color: #00ffff }
  .mark::before { content: "✗ " } .mark::after { content: attr(id, "-") } .gone { display: none }
  .blank { visibility: hidden } .box { display: inline-block; width: 6ch; text-overflow: ellipsis }
  .pad { display: inline-block; padding: 0 1ch; background-color: #222222 }
  """

/// Markup of long and short pieces, so that every fast way is begun, left and taken up again.
private func randomMarkup(
  seed: UInt64, pieces count: Int = 300, joiningClusters: Bool = false
) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  let common = [
    "<span class=red>", "<span class=\"bold back\">", "<span class='wavy'>", "<b>", "<i >",
    "<span class=shout>", "<span class=cap>", "<a href='https://example.org/'>", "</a>", "</span>",
    "</span>", "</span>", "</b>", "</i>", "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#x41;",
    "&eacute;", "&nope;", "&am", "text", "a line of words that is longer than two blocks of bytes",
    " ", "\n", "\n\n", "\r\n", "\t", "<b>x</b>",
    "<i><b>y</i></b>", "ж", "e\u{301}", "世界", "😀", "{", "{x}", "\u{1b}[31m",
    "\u{9b}", "a < b", "<unknown>", "<br>", "<!-- a comment > with -- signs -->", "<span/>",
    "<span class=\"red\" style=\"color: #123456\">", "</span >", "\u{1F3F4}\u{E0067}", "a > b",
    "\r",
    "<span class=\"red\" id=\"a>b&amp;c<d\">",
    "\u{7F}",
    "<span id=\"" + String(repeating: "long ", count: 120) + "\">",
    "<span class=mark>", "<span class=\"mark\" id=\"ж\">", "<span class=gone>",
    "<span class=box>", "<span class=pad>", "<span class=\"box\">boxed</span>",
  ]
  let joining = ["“q”", "👩‍💻", "\u{200D}", "\u{600}", "Ω’", "한"]
  let pieces = (common + (joiningClusters ? joining : ["<span class=blank>"])).map {
    Array($0.utf8)
  }
  var markup: [UInt8] = []
  for _ in 0..<count {
    if generator.next() % 40 == 0 { markup += [0xE2, 0x82] }
    markup += pieces.randomElement(using: &generator) ?? []
  }
  return markup
}

@Suite("The stream in parts")
struct StreamChunkTests {
  private let loaded = StylesheetLoader().load(
    SourceText(name: "sheet.css", text: sheet), form: .css)

  /// How a stream is written.
  enum Form: CaseIterable {
    case lines, document, texts, wrapped, html
  }

  private func renderer(_ depth: ColorDepth, _ form: Form = .lines) -> StreamRenderer {
    let environment = Environment(columns: 60, colorDepth: depth, hasHyperlinks: true)
    let resolver = StyleResolver(stylesheet: loaded, environment: environment, host: HostObject())
    return StreamRenderer(
      resolver: resolver,
      options: StreamRenderer.Options(
        markup: MarkupOptions(readsByLine: form != .document),
        target: OutputTarget(environment, capabilities: .all), isHTML: form == .html,
        separatesLines: form == .texts, fitsLines: form == .wrapped))
  }

  private func render(
    _ markup: [UInt8], with renderer: consuming StreamRenderer, piece: () -> Int
  ) -> [UInt8] {
    var renderer = renderer
    return renderer.render(markup, piece: piece).bytes
  }

  @Test("Pieces of any size give the bytes of the whole", arguments: 1...UInt64(30))
  func pieces(seed: UInt64) {
    let markup = randomMarkup(seed: seed)
    let whole = render(markup, with: renderer(.truecolor)) { .max }
    var generator = SeededGenerator(seed: seed &+ 1000)
    for longest in [1, 5, 40, 1000] {
      let parts = render(markup, with: renderer(.truecolor)) {
        Int.random(in: 1...longest, using: &generator)
      }
      #expect(parts == whole, "seed \(seed), pieces up to \(longest)")
    }
  }

  @Test("A text gives the bytes, findings and lines of its single bytes", arguments: 1...UInt64(40))
  func singleBytes(seed: UInt64) {
    // Longer than what is looked through at once.
    let markup = randomMarkup(
      seed: seed, pieces: seed % 4 == 0 ? 3000 : 300, joiningClusters: seed % 3 > 0)
    for form in Form.allCases {
      var cut = renderer(.truecolor, form)
      let expected = cut.render(markup) { 1 }
      var uncut = renderer(.truecolor, form)
      let whole = uncut.render(markup) { .max }
      let (cutLog, log) = (cut.log, uncut.log)
      #expect(whole.bytes == expected.bytes, "\(form), seed \(seed)")
      #expect(whole.lines == expected.lines)
      #expect(log.all.map(\.code) == cutLog.all.map(\.code))
      #expect(log.entries.map(\.range) == cutLog.entries.map(\.range))
      var generator = SeededGenerator(seed: seed)
      let parts = render(markup, with: renderer(.truecolor, form)) {
        Int.random(in: 1...(seed.isMultiple(of: 2) ? 9 : 9000), using: &generator)
      }
      #expect(parts == expected.bytes, "\(form), seed \(seed)")
    }
  }

  @Test("More combinations of classes than are kept have their styles")
  func combinations() {
    let names = (0..<40).map { "c\($0)" }
    let sheet = names.enumerated().map { number, name in
      ".\(name) { \(number < 20 ? "color" : "background-color"): #\(String(0x100 + number * 77, radix: 16)) }"
    }.joined(separator: "\n")
    let loaded = StylesheetLoader(dialect: .css).load(
      SourceText(name: "sheet.css", text: sheet), form: .css)
    let environment = Environment(colorDepth: .truecolor)
    let options = StreamRenderer.Options(target: OutputTarget(environment))
    var markup = ""
    var alone: [UInt8] = []
    let resolver = StyleResolver(stylesheet: loaded, environment: environment, host: HostObject())
    var generator = SeededGenerator(seed: 7)
    for number in 0..<12_000 {
      // Between them are styles of which there are too many.
      let own =
        number.isMultiple(of: 4)
        ? "" : " style=\"text-decoration-color:#\(String(0x100000 + number, radix: 16))\""
      let list = (0..<3).map { _ in names.randomElement(using: &generator) ?? "" }
      let line = "<span class=\"\(list.joined(separator: " "))\"\(own)>x</span>\n"
      markup += line
      guard number % 97 == 0 || number >= 11_900 else { continue }
      var one = StreamRenderer(resolver: resolver, options: options)
      var output = StreamBuffer()
      _ = one.render(Array(line.utf8).span, isLast: true, to: &output)
      alone += output.bytes
    }
    var all = StreamRenderer(resolver: resolver, options: options)
    var output = StreamBuffer()
    _ = all.render(Array(markup.utf8).span, isLast: true, to: &output)
    let lines = Array(output.bytes).split(separator: 0x0A)
    let sample = lines.indices.filter { $0 % 97 == 0 || $0 >= 11_900 }.flatMap {
      lines[$0] + [0x0A]
    }
    #expect(lines.count == 12_000)
    #expect(sample == alone)
  }

  @Test("Nothing is read behind the end of a piece", arguments: 0..<70)
  func guardPage(length: Int) {
    let known = "<span class=red>x</span>"
    for text in [String(repeating: "x", count: length), String(repeating: "ж", count: length)] {
      let markup = Array((known + known + text + known).utf8)
      let expected = render(markup, with: renderer(.truecolor)) { .max }
      let bytes = render(markup, with: renderer(.truecolor)) { known.utf8.count * 2 + length }
      #expect(bytes == expected)
    }
  }

  @Test("Words are capitalised at the start of a line and not in their middle")
  func capitalizing() {
    let markup = Array("w\n<span class=cap>one\ntwo b</span> x\n<span class=cap>ж</span>".utf8)
    for piece in [1, 2, 3, 100] {
      let bytes = render(markup, with: renderer(.none)) { piece }
      #expect(String(decoding: bytes, as: UTF8.self) == "w\nOne\nTwo B x\nЖ")
    }
  }

  @Test("Every line ends in the terminal's default state", arguments: 1...UInt64(20))
  func linesEndPlain(seed: UInt64) {
    for form in Form.allCases {
      let bytes = render(
        randomMarkup(seed: seed),
        with: renderer(.truecolor, form)
      ) { .max }
      var screen = ScreenModel(columns: 600, widthOf: { _ in 1 })
      screen.feed(bytes)
      #expect(screen.lineEndsInOtherStates == 0)
      #expect(screen.pen == ScreenModel.Pen() && screen.link == nil)
    }
  }

  @Test("Caches that are emptied do not change the output")
  func forgetting() {
    // More different tags than any cache holds, with elements that stay open all the while.
    var markup = Array("<span class=red><a href='https://example.org/'>".utf8)
    for _ in 0..<2 {
      for number in 0..<4500 {
        let color = String(number * 97 % 0x1000 + 0x1000, radix: 16).dropFirst()
        markup += "<span class=\"bold n\(number)\" style=\"color:#\(color)\">w<b>x</b></span>".utf8
        if number % 20 == 0 { markup += "<span class=back>".utf8 }
        if number % 20 == 19 { markup += "</span>\n".utf8 }
      }
    }
    let whole = render(markup, with: renderer(.truecolor)) { .max }

    // What each tag looks like by itself is asked of renderers that never have to forget.
    var screen = ScreenModel(columns: 2000, widthOf: { _ in 1 })
    screen.feed(whole)
    #expect(screen.complaints == [])
    #expect(screen.lineEndsInOtherStates == 0)
    var number = 0
    for cell in screen.rows.joined() where cell.text == "w" || cell.text == "x" {
      let index = number / 2 % 4500
      let digits = Array(String(index * 97 % 0x1000 + 0x1000, radix: 16).dropFirst())
      let expected = digits.map { "\($0)\($0)" }.joined()
      guard let value = UInt32(expected, radix: 16) else { continue }
      let foreground = cell.pen.foreground
      number += 1
      let (red, green, blue) = (value >> 16, value >> 8 & 0xFF, value & 0xFF)
      if foreground != .rgb(Int(red), Int(green), Int(blue)) {
        Issue.record("tag \(index) is \(foreground), not \(expected)")
        break
      }
    }
    #expect(number == 18_000)
  }
}
