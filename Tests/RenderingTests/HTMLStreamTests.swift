import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TestSupport
import Testing

@testable import Rendering
@testable import TerminalOutput

private let colors = ScreenColors(foreground: RGB8(0xeeeeee), background: RGB8(0x111111))

private let sheet = """
  .red { color: #ff0000; font-weight: bold } .shout { text-transform: uppercase }
  .page { background-color: #fdf6e3; color: #586e75 }
  .wavy { text-decoration: underline wavy #0000ff } .shadow { text-shadow: 8px 0 #ff00ff }
  """

/// A stream in HTML, without what is around it.
private func html(
  _ markup: some Sequence<UInt8>, piece: Int = .max, columns: Int? = nil, isFragment: Bool = false,
  host: HostObject = HostObject()
) -> String {
  let environment = Environment(columns: columns ?? 80, colorDepth: .truecolor)
  let resolver = StyleResolver(
    stylesheet: StylesheetLoader().load(SourceText(name: "sheet.css", text: sheet), form: .css),
    environment: environment, host: host)
  var options = StreamRenderer.Options(
    target: OutputTarget(environment), isHTML: true, fitsLines: columns != nil)
  options.keepsClasses = isFragment
  var renderer = StreamRenderer(resolver: resolver, options: options)
  return String(decoding: renderer.render(Array(markup)) { piece }.bytes, as: UTF8.self)
}

@Suite("The stream in HTML")
struct HTMLStreamTests {
  @Test(
    "Looks become elements, and text is escaped",
    arguments: [
      ("a < b &amp; c > d\n", "a &lt; b &amp; c &gt; d\n"),
      (
        "<span class=red>x\ny</span>z",
        "<span style=\"color:#ff0000;font-weight:bold\">x</span>\n"
          + "<span style=\"color:#ff0000;font-weight:bold\">y</span>z"
      ),
      (
        "<span class=wavy>x</span>",
        "<span style=\"text-decoration:underline wavy #0000ff\">x</span>"
      ),
      ("<b></b>x", "x"),
      ("<span class=shout>a<b&gt;c</span>", "A&lt;B&gt;C"),
      (
        "<a href='http://a/?b&amp;c'>x</a>y",
        "<a style=\"color:inherit;text-decoration:none\" href=\"http://a/?b&amp;c\" rel=\"noopener noreferrer\">"
          + "<span style=\"text-decoration:underline\">x</span></a>y"
      ),
    ])
  func elements(markup: String, expected: String) {
    #expect(html(markup.utf8) == expected)
    #expect(html(markup.utf8, piece: 1) == expected)
  }

  @Test("Elements of a fragment keep their classes, also where they look alike")
  func classes() {
    #expect(
      html("a<span class='red x\"y'>b</span><b class=q>c</b>\n".utf8, isFragment: true)
        == "a<span class=\"red x&quot;y\" style=\"color:#ff0000;font-weight:bold\">b</span>"
        + "<span class=\"q\" style=\"font-weight:bold\">c</span>\n")
    #expect(
      html("<span class=o>a</span><span class=p>b</span>\n".utf8, isFragment: true)
        == "<span class=\"o\">a</span><span class=\"p\">b</span>\n")
  }

  @Test("What the sheet paints behind all text is the page's and not each word's")
  func pageBackground() {
    let text = html("a <b>b</b>\n".utf8, host: HostObject(classes: ["page"]))
    #expect(
      text == "<span style=\"color:#586e75\">a </span>"
        + "<span style=\"color:#586e75;font-weight:bold\">b</span>\n")
    let colors = ScreenColors(Environment(), page: .color(SRGBColor(RGB8(0xfdf6e3))))
    #expect(colors.background == RGB8(0xfdf6e3))
  }

  @Test("Lines that are wrapped are escaped, too, and shadows are painted")
  func wrapped() {
    #expect(
      html("a <b>&lt;b</b> c&amp;\n".utf8, columns: 4)
        == "a <span style=\"font-weight:bold\">&lt;b</span>\nc&amp;\n")
    #expect(
      html("<span class=shadow>x</span> <b>&lt;</b>\n".utf8, columns: 10)
        == "x<span style=\"background:#681468;display:inline-block\"> </span>"
        + "<span style=\"background:#231d23;display:inline-block;font-weight:bold\">&lt;</span>\n")
  }

  @Test("A page has a title and ends its elements")
  func page() {
    var page = HTMLPage(colors: colors, title: "a<b")
    var bytes: [UInt8] = []
    page.begin(into: &bytes)
    let start = String(decoding: bytes, as: UTF8.self)
    #expect(start.hasPrefix("<!DOCTYPE html>\n<html>"))
    #expect(start.contains("<title>a&lt;b</title>"))
    page.end(into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("</pre>\n</body>\n</html>\n"))
  }

  @Test("Pages do not lead to programs")
  func programs() {
    #expect(TextEncoder.html(HTMLPage(colors: colors, title: nil)).link(to: "javascript:x") == nil)
    #expect(TextEncoder.html(HTMLPage(colors: colors, title: nil)).link(to: "https://a/") != nil)
  }

  @Test("Random bytes never break out of the elements", arguments: 1...UInt64(10))
  func hostileBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("\u{1B}\u{1B}[]8;;m0123:<>&\"'ax\\\n\u{7}/b=span class".utf8)
    let bytes = (0..<2000).map { _ in alphabet.randomElement(using: &generator) ?? 0x78 }
    for columns in [nil, 20] {
      let page = html(bytes, columns: columns)
      for piece in page.split(separator: "<").dropFirst(page.hasPrefix("<") ? 0 : 1) {
        #expect(
          piece.hasPrefix("span style=\"") || piece.hasPrefix("/span>")
            || piece.hasPrefix("a style=") || piece.hasPrefix("/a>"))
      }
      #expect(!page.utf8.contains(0x1B))
    }
  }
}
