import CellLayout
import Pictures
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput
import Testing

private let colors = ScreenColors(foreground: RGB8(0xeeeeee), background: RGB8(0x111111))

private func html(_ buffer: CellBuffer, title: String? = nil) -> String {
  var bytes: [UInt8] = []
  var page = HTMLPage(colors: colors, title: title)
  page.append(CellPicture(buffer, colors: colors), into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

private func svg(_ buffer: CellBuffer) -> String {
  var bytes: [UInt8] = []
  SVGWriter().append(CellPicture(buffer, colors: colors), into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// What is between the tags, with the five references decoded; nil if tags do not nest.
private func textContent(_ markup: some StringProtocol) -> String? {
  var result = ""
  var open: [String] = []
  var rest = markup[...]
  while let less = rest.firstIndex(of: "<") {
    result += rest[..<less]
    guard let greater = rest[less...].firstIndex(of: ">") else { return nil }
    let tag = rest[rest.index(after: less)..<greater]
    rest = rest[rest.index(after: greater)...]
    if tag.hasSuffix("/") || tag.hasPrefix("!") || tag.hasPrefix("meta") { continue }
    let name = tag.prefix { $0.isLetter }
    if tag.hasPrefix("/") {
      guard open.popLast() == String(tag.dropFirst()) else { return nil }
    } else {
      open.append(String(name))
    }
  }
  guard open.isEmpty else { return nil }
  return (result + rest).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
}

@Suite("Pages and pictures")
struct PageWriterTests {
  /// `a<b` in bold red, linked, then a wide cluster.
  static var sample: CellBuffer {
    var buffer = CellBuffer(columns: 8, rows: 1)
    buffer.links = ["https://example.org/?a=1&b=\"2\""]
    let rendition = GraphicRendition(
      foreground: .rgb(RGB8(0xff0000)), underlineColor: .palette(21), attributes: .bold,
      underline: .curly)
    for (column, text) in ["a", "<", "b"].enumerated() {
      buffer[column, 0] = Cell(text: .label(text), rendition: rendition, link: 1)
    }
    buffer[3, 0] = Cell(text: "世", width: 2)
    buffer[4, 0] = Cell(text: "", width: 0)
    return buffer
  }

  @Test("A fragment: styles, a link, escaped text")
  func fragment() {
    let page = html(Self.sample)
    #expect(
      page.hasSuffix(
        """
        <a style="color:inherit;text-decoration:none" href="https://example.org/?a=1&amp;b=&quot;2&quot;" \
        rel="noopener noreferrer">\
        <span style="color:#ff0000;font-weight:bold;text-decoration:underline wavy #0000ff">\
        a&lt;b</span></a><span style="display:inline-block;width:2ch">世</span>
        </pre>

        """))
    #expect(!page.contains("<html"))
  }

  @Test("A page has a title and ends its elements")
  func page() {
    let page = html(Self.sample, title: "a & <b>")
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(page.contains("<title>a &amp; &lt;b&gt;</title>"))
    #expect(textContent(page) != nil)
    #expect(page.hasSuffix("</html>\n"))
  }

  @Test("The SVG pins runs to their cells")
  func picture() {
    let picture = svg(Self.sample)
    #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 75 30\""))
    #expect(
      picture.contains(
        """
        <text x="7.5" y="19" textLength="22.5" lengthAdjust="spacingAndGlyphs" \
        xml:space="preserve" fill="#ff0000" font-weight="bold">a&lt;b</text></a>
        """))
    #expect(picture.contains("fill=\"#0000ff\" d=\"M7.5 20.625H"))
    #expect(picture.contains("<text x=\"30\" y=\"19\" textLength=\"15\""))
  }

  @Test("Reverse swaps colours, faint is nearer to what is behind it")
  func reverseAndFaint() {
    var buffer = CellBuffer(columns: 2, rows: 1)
    buffer[0, 0] = Cell(text: "x", rendition: GraphicRendition(attributes: .reverse))
    buffer[1, 0] = Cell(text: "y", rendition: GraphicRendition(attributes: .faint))
    let page = html(buffer)
    #expect(page.contains("width=\"7.5\" height=\"15\" fill=\"#eeeeee\""))
    #expect(page.contains("<span style=\"color:#111111\">x"))
    #expect(page.contains("<span style=\"color:#969696\">y"))
  }

  @Test(
    "An address that would run as a program is no link",
    arguments: ["javascript:alert(1)", "JavaScript:x", "data:text/html,x", "vbscript:x"])
  func unsafeLinks(target: String) {
    var buffer = CellBuffer(columns: 1, rows: 1)
    buffer.links = [target]
    buffer[0, 0] = Cell(text: "x", link: 1)
    #expect(!html(buffer).contains("<a"))
    #expect(!svg(buffer).contains("<a"))
  }

  @Test("Random blocks: the text of the page is the text of the cells", arguments: 1...UInt64(10))
  func randomBlocks(seed: UInt64) throws {
    var random = RandomCells(seed: seed)
    let buffer = random.buffer(columns: 30, rows: 5)
    var plain: [UInt8] = []
    BlockWriter(OutputTarget().withoutEscapes).append(buffer, into: &plain)
    let expected = String(decoding: plain, as: UTF8.self)

    let page = html(buffer)
    let start = try #require(page.range(ofFirst: "</svg>"))
    let text = try #require(textContent("<pre><svg>" + page[start...]))
    func trimmed(_ text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(line.reversed().drop { $0 == " " }.reversed())
      }
    }
    #expect(trimmed(text).dropLast() == trimmed(expected)[...])
    #expect(textContent(svg(buffer)) != nil)
  }

  @Test("What is behind the rows of a page meets, and so does what is behind its letters")
  func grounds() {
    var buffer = CellBuffer(columns: 2, rows: 2)
    for row in 0..<2 {
      for column in 0..<2 {
        buffer[column, row].rendition.background = .rgb(RGB8(0x0000ff))
      }
    }
    let page = html(buffer, title: "x")
    #expect(page.contains("<rect x=\"0\" y=\"0\" width=\"15\" height=\"15\" fill=\"#0000ff\""))
    #expect(page.contains("<rect x=\"0\" y=\"15\" width=\"15\" height=\"15\" fill=\"#0000ff\""))
    #expect(page.contains("<body style=\"margin:0;background:#111111\">"))
  }

  @Test("Lines and blocks are drawn, and stand in the text to be copied")
  func shapes() {
    var buffer = CellBuffer(columns: 3, rows: 1)
    for (column, text) in ["│", "a", "✓"].enumerated() {
      buffer[column, 0] = Cell(text: .label(text))
    }
    let page = html(buffer)
    #expect(page.contains("<path shape-rendering=\"crispEdges\" fill=\"#eeeeee\" d=\"M3.75 0"))
    #expect(
      page.contains(
        "<span style=\"color:transparent\">│</span>a"
          + "<span style=\"display:inline-block;width:1ch\">✓</span>\n"))
  }

  @Test("The line over a text is seen in SVG")
  func overline() {
    var buffer = CellBuffer(columns: 1, rows: 2)
    buffer[0, 1] = Cell(
      text: "x",
      rendition: GraphicRendition(foreground: .rgb(RGB8(0xff0000)), attributes: .overline))
    #expect(svg(buffer).contains("fill=\"#ff0000\" d=\"M7.5 22.5H15V23.4375H7.5z\""))
  }

  @Test("Controls and quotes in cells do not break out")
  func hostileCells() {
    var buffer = CellBuffer(columns: 2, rows: 1)
    buffer[0, 0] = Cell(text: "\"><script>")
    buffer[1, 0] = Cell(text: "\u{0}\u{1b}")
    for page in [html(buffer), svg(buffer)] {
      #expect(!page.contains("<script"))
      #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }
}

extension String {
  /// Where a piece of text begins.
  fileprivate func range(ofFirst piece: String) -> Index? {
    firstRange(of: piece)?.lowerBound
  }
}
