import StyleValues
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import CellLayout

@Suite("Blocks")
struct BlockLayoutTests {
  private let red = ColorValue(RGB8(0xff0000))

  @Test("wrap, align and pad text inside their border")
  func snapshot() {
    let layout = layOut(
      "The quick brown fox jumps over the lazy dog. 東京の天気は晴れです。", columns: 26
    ) {
      $0.block.border = BoxSides(all: BorderSide(1))
      $0.block.borderRadius = 2
      $0.block.padding = BoxSides(
        top: .zero, right: .columns(1), bottom: .columns(2), left: .columns(1))
      $0.block.margin.left = .columns(2)
      $0.block.textAlign = .justify
    }
    #expect(
      picture(layout.buffer) == [
        "  ╭──────────────────────╮",
        "  │ The quick brown  fox │",
        "  │ jumps over the  lazy │",
        "  │ dog.  東京の天気は晴 │",
        "  │ れです。             │",
        "  │                      │",
        "  ╰──────────────────────╯",
      ])
  }

  @Test("are as wide as their text, where that is asked for and there is room")
  func fitContent() {
    func drawn(_ text: String, columns: Int, _ change: (inout BlockStyle) -> Void) -> [String] {
      picture(
        layOut(text, columns: columns) {
          $0.block.border = BoxSides(all: BorderSide(1))
          change(&$0.block)
        }.buffer)
    }
    func fit(_ style: inout BlockStyle) { style.width = .fitContent }
    #expect(drawn("a\n漢字", columns: 20, fit) == ["┌────┐", "│a   │", "│漢字│", "└────┘"])
    #expect(
      drawn("two words", columns: 8, fit) == ["┌──────┐", "│two   │", "│words │", "└──────┘"])
    #expect(drawn("", columns: 20, fit) == ["┌─┐", "└─┘"])
    let most = drawn("abc", columns: 20) { $0.maxWidth = .fitContent }
    #expect(most.first == "┌───┐")
    let least = drawn("abc", columns: 20) {
      $0.width = .columns(1)
      $0.minWidth = .fitContent
    }
    #expect(least.first == "┌───┐")
    let centred = drawn("abc", columns: 11) {
      $0.width = .fitContent
      $0.margin.left = nil
      $0.margin.right = nil
    }
    #expect(centred.first?.hasPrefix("   ┌───┐") == true)
  }

  @Test("fill their box with the background, on every line to the full width")
  func background() {
    let layout = layOut("a\nlonger", columns: 12) {
      $0.text.backgroundColor = red
      $0.block.width = .columns(8)
      $0.block.margin.left = .columns(1)
      $0.block.padding.top = BoxLength(pixels: 15)
    }
    #expect(layout.buffer.columns == 9)
    for row in 0..<layout.buffer.rows {
      #expect(layout.buffer[0, row].rendition.background == .standard)
      for column in 1..<9 {
        #expect(layout.buffer[column, row].rendition.background == .rgb(RGB8(0xff0000)))
      }
    }
  }

  @Test("blend what is not opaque over what is behind it")
  func blending() {
    var environment = Environment()
    environment.background = RGB8(0x000000)
    let layout = layOut("ab", columns: 2, environment: environment) {
      $0.text.color = ColorValue(RGB8(0xffffff), alpha: 0.5)
      $0.text.backgroundColor = ColorValue(RGB8(0x0000ff), alpha: 0.5)
    }
    let rendition = layout.buffer[0, 0].rendition
    #expect(rendition.background == .rgb(RGB8(0x000080)))
    #expect(rendition.foreground == .rgb(RGB8(0x8080bf)))
  }

  @Test("leave the terminal's own colours where the sheet asks for none")
  func defaults() {
    let layout = layOut("ab", columns: 4)
    #expect(layout.buffer.cells.allSatisfy { $0.rendition == .standard })
    let opaque = layOut("ab", columns: 4) { $0.text.color = .ansi(3) }
    #expect(opaque.buffer[0, 0].rendition == GraphicRendition(foreground: .palette(3)))
  }

  @Test("paint span backgrounds over their own and know the run of each cell")
  func runs() {
    var host = ComputedStyle()
    host.text.backgroundColor = ColorValue(RGB8(0x0000ff))
    var span = TextStyle.initial
    span.fontWeight = 700
    var text = StyledParts([("a", host.text)])
    text.append(
      "b c", span, CompositingState(backdrop: .color(SRGBColor(RGB8(0xff0000)))),
      link: "https://a.b")
    text.append("d", host.text, link: "https://a.b")
    let layout = text.block(
      host, backdrop: .color(SRGBColor(RGB8(0x0000ff))),
      for: OutputTarget(Environment(columns: 6)))
    #expect((0..<6).map { layout.run(column: $0, row: 0) } == [0, 1, 1, 1, 2, nil])
    #expect(layout.run(column: 6, row: 0) == nil && layout.run(column: 0, row: 1) == nil)
    #expect(layout.buffer[1, 0].rendition.background == .rgb(RGB8(0xff0000)))
    #expect(layout.buffer[1, 0].rendition.attributes == .bold)
    #expect(layout.buffer[4, 0].rendition.background == .rgb(RGB8(0x0000ff)))
    #expect(layout.buffer.links == ["https://a.b"])
    #expect(layout.buffer.row(0).map(\.link) == [0, 1, 1, 1, 1, 0])
  }

  @Test("keep clusters without cells with the cell before them, or the first one")
  func zeroWidth() {
    let layout = layOut("\u{200B}a\u{200B}b\u{301}\u{AD}c", columns: 4)
    #expect(
      layout.buffer.row(0).map(\.text) == ["\u{200B}a\u{200B}", "b\u{301}", "c", " "])
  }

  @Test("show each cluster in the run of its first byte")
  func runInsideCluster() {
    let text = StyledParts([("e", .initial), ("\u{301}x", .initial)])
    let layout = text.block(for: OutputTarget(Environment(columns: 2)))
    #expect(layout.buffer.row(0).map(\.text) == ["e\u{301}", "x"])
    #expect(layout.runs == [0, 1])
  }

  @Test(
    "treat white space as the property says",
    arguments: [
      (WhiteSpace.preWrap, ["a  b ", "c    "]), (.normal, ["a b c"]), (.nowrap, ["a b c"]),
      (.pre, ["a  b ", "c    "]), (.preLine, ["a b  ", "c    "]),
      (.breakSpaces, ["a  b ", "c    "]),
    ])
  func whiteSpace(value: WhiteSpace, expected: [String]) {
    #expect(
      picture(layOut("a  b\nc", columns: 5) { $0.block.whiteSpace = value }.buffer) == expected)
  }

  @Test("collapse white space over the borders of runs")
  func collapsing() {
    let text = StyledParts([(" a ", .initial), ("\n ", .initial), ("b ", .initial)]).text.line
    func collapsed(_ whiteSpace: WhiteSpace) -> StyledLines {
      var paragraph = ParagraphText()
      paragraph.append(text.numbered, 0..<text.bytes.count, whiteSpace)
      return paragraph.line
    }
    #expect(String(decoding: collapsed(.normal).bytes, as: UTF8.self) == "a b ")
    #expect(collapsed(.normal).runs.map(\.start) == [0, 2])
    #expect(collapsed(.normal).runs.map(\.element) == [1, 3])
    #expect(String(decoding: collapsed(.preLine).bytes, as: UTF8.self) == "a\nb ")
    #expect(collapsed(.pre).bytes == text.bytes)
  }

  @Test("cut lines with the sign of text-overflow")
  func overflow() {
    let layout = layOut("one two three four", columns: 9) {
      $0.block.maxLines = 2
      $0.block.textOverflow = .ellipsis
      $0.block.textAlign = .right
    }
    #expect(picture(layout.buffer) == ["  one two", "   three…"])
  }

  @Test("are never wider than the columns there are", arguments: [0, 1] as [UInt64])
  func neverWider(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let words = [
      "a", "word", "longestwordofall", "漢字", "👍🏽", "க்ஷ", "\t", "\n", "\u{301}", "\u{600}",
    ]
    for columns in 1...200 {
      let text = (0..<20).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }
      let layout = layOut(
        text.joined(separator: " "), columns: columns,
        rules: columns % 2 == 0 ? .clusters : .codePoints
      ) {
        $0.block.border = BoxSides(all: BorderSide(Double(columns % 4)))
        $0.block.padding.left = .columns(Double(columns % 3))
        $0.block.textAlign = [.left, .right, .center, .justify][columns % 4]
      }
      // One column of text is too narrow for some characters.
      #expect(layout.buffer.columns <= columns || layout.standsOut)
      #expect(!layout.standsOut || layout.geometry.contentColumns <= 4 && columns < 8)
      for row in 0..<layout.buffer.rows {
        #expect(layout.buffer.row(row).reduce(0) { $0 + Int($1.width) } == layout.buffer.columns)
      }
    }
  }

  @Test("show every character once when nothing is cut")
  func everyCharacter() {
    var generator = SeededGenerator(seed: 5)
    let words = ["a", "word", "longestwordofall", "漢字", "👍🏽", "x\u{301}", "12.5", "(b)"]
    for columns in 2...80 {
      let text = (0..<30).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }
      let layout = layOut(text.joined(separator: " "), columns: columns)
      let shown = picture(layout.buffer).joined().filter { $0 != " " }
      #expect(shown == text.joined())
    }
  }

  @Test("without text are their frame")
  func empty() {
    #expect(layOut("", columns: 5).buffer.rows == 0)
    let framed = layOut("", columns: 4) { $0.block.border = BoxSides(all: BorderSide(1)) }
    #expect(picture(framed.buffer) == ["┌──┐", "└──┘"])
  }
}
