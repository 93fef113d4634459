import Bytes
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

/// Rules of one class each, some of which declare the same and come in an odd order.
private let sheet = """
  .red { color: #ff0000 } .back { background-color: rgb(0 80 160 / 50%) }
  .bold { font-weight: bold; color: #00ff00 } .thin { font-weight: 200 }
  .slanted { font-style: italic } .half { opacity: 0.5 } .lined { text-decoration: underline }
  .red { background-color: #101010 } .bare { text-decoration: none } .x\\"y { color: blue }
  :root { --c: #123456; --w: 700 } .var { color: var(--c) } .weight { font-weight: var(--w) }
  .own { --c: #654321 } .bad { color: var(--none); font-style: italic }
  """

@Suite("Tags with classes only")
struct PlainSpanTests {
  private func stream(_ markup: String, _ dialect: Dialect) -> [UInt8] {
    let loaded = StylesheetLoader(dialect: dialect).load(
      SourceText(name: "sheet.css", text: sheet), form: .css)
    let target = OutputTarget(Environment(colorDepth: .truecolor))
    var renderer = StreamRenderer(
      resolver: StyleResolver(
        stylesheet: loaded, environment: target.environment, host: HostObject()),
      options: StreamRenderer.Options(markup: MarkupOptions(), target: target))
    var output = StreamBuffer()
    _ = renderer.render(Array(markup.utf8).span, isLast: true, to: &output)
    return Array(output.bytes)
  }

  @Test(
    "look as those that are read attribute by attribute", arguments: [Dialect.css, .viewcss],
    1...UInt64(20))
  func short(dialect: Dialect, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let names = [
      "red", "back", "bold", "thin", "slanted", "half", "lined", "bare", "unknown", "", "var",
      "weight", "own", "bad",
    ]
    var markup = ""
    for _ in 0..<80 {
      let list = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        names.randomElement(using: &generator) ?? ""
      }
      let value = list.joined(separator: " ")
      let quotes = list.count == 1 && !value.isEmpty ? ["\"", "'", ""] : ["\"", "'"]
      let quote = quotes.randomElement(using: &generator) ?? ""
      markup += "<span class=\(quote)\(value)\(quote)>text "
      if Bool.random(using: &generator) { markup += "more</span>" }
      if Bool.random(using: &generator) { markup += "</span> and some plain words\n" }
    }
    let other = markup.replacing(">text", with: " >text")
    #expect(stream(markup, dialect) == stream(other, dialect), "seed \(seed)")
    // A `style` takes the whole cascade, even if it says nothing.
    let styled = markup.replacing(">text", with: " style=\"\">text")
    #expect(stream(markup, dialect) == stream(styled, dialect), "seed \(seed)")
  }

  @Test(
    "look the same after so many others that the tables were made anew",
    arguments: [Dialect.css, .viewcss], 8185...8195)
  func afterManyTags(dialect: Dialect, count: Int) {
    let sample = "<span class=red>t</span> <b>left</b>\n<span class=bold>y</span> z <i>i</i>\n"
    let others = (0..<count).map { "<span id=k\($0)></span>" }.joined()
    #expect(
      stream(others + String(repeating: sample, count: 3), dialect)
        == stream(String(repeating: sample, count: 3), dialect))
  }

  @Test(
    "are read closely where quotation marks, references or other attributes stand",
    arguments: [
      ("<span class=red=bold>text of some length</span>", nil),
      ("<span class=red/bold>text of some length</span>", nil),
      ("<span class='red\"'>text of some length</span>", nil),
      ("<span class=re&#100;>text of some length</span>", "<span class=red>"),
      ("<span class=\"red\" class=\"bold\">text of some length</span>", "<span class=red>"),
      ("<span class=\"red\" style=\"color: blue\">text of some length</span>", nil),
      ("<span class=\"r&#101;d\">text of some length</span>", "<span class=red>"),
      ("<span class=\"red\"lang=\"de\">text of some length</span>", "<span class=red>"),
      ("<span class=\"red\" id=\"b\">text of some length</span>", "<span class=red>"),
    ])
  func close(markup: String, same: String?) {
    let bytes = stream(markup, .css)
    let long = markup.replacing(">text", with: " >text")
    #expect(bytes == stream(long, .css))
    if let same {
      #expect(bytes != stream("<span>text of some length</span>", .css))
      #expect(bytes == stream(same + "text of some length</span>", .css))
    }
  }
}
