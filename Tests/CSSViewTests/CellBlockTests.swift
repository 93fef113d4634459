import CSSView
import Testing

@Suite("Blocks")
struct CellBlockTests {
  private static let theme: Theme = [
    ".box": ["border": "1px solid", "padding": "0 1ch", "color": "ansi(2)"],
    ".bold": ["font-weight": "bold"],
  ]

  @Test("a block is lines of cells, with the runs that are in them")
  func cells() {
    let renderer = Self.theme.renderer(for: .plain, as: StyledObject(classes: ["box"]))
    let text = renderer.styled("a<span class=bold>漢</span>")
    let block = renderer.block(text, columns: renderer.naturalColumns(of: text))
    #expect("\(block)" == "┌─────┐\n│ a漢 │\n└─────┘")
    #expect(block.columns == 7 && block.rows == 3)
    let colored = Self.theme.renderer(for: Terminal(), as: StyledObject(classes: ["box"]))
    let cells = colored.block("a<span class=bold>漢</span>", columns: 7).lines[1]
    #expect(cells.map(\.text) == ["│", " ", "a", "漢", "", " ", "│"])
    #expect(cells.map(\.width) == [1, 1, 1, 2, 0, 1, 1])
    #expect(cells[3].isBold && !cells[2].isBold && cells[3].color == .palette(2))
    #expect(block[2, 1].text == "a")
    #expect((0..<7).map { block.run(column: $0, row: 1) } == [nil, nil, 0, 1, 1, nil, nil])
  }

  @Test("the lines are written for the terminal, behind what is in the buffer")
  func bytes() {
    let renderer = Self.theme.renderer(for: Terminal())
    var bytes = Array(">".utf8)
    renderer.block("a <span class=bold>b</span>", columns: 2).append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == ">a\n\u{1B}[1mb\u{1B}[0m\n")
  }

  @Test("a link is in its cells")
  func links() {
    let block = Self.theme.renderer(for: .plain).block("a\("b", link: "http://e.x")")
    #expect(block.lines[0].map(\.link).prefix(2) == [nil, "http://e.x"])
  }

  @Test(
    "a block of the natural width breaks no line",
    arguments: [
      ("", "abcd", 4), ("padding: 0 10%", "abcd", 6), ("padding: 0 10%", "abcdefghij", 12),
      ("padding: 0 2ch; border: 1px solid", "a b", 9), ("width: 50%", "abcd", 7),
      ("max-width: 50%", "abcd", 7), ("margin: 0 25%", "abcd", 8), ("margin: 0 auto", "abcd", 4),
      ("width: fit-content; padding: 0 1ch", "abcd", 6),
    ])
  func naturalWidths(style: String, text: String, columns: Int) {
    let renderer = Theme("").renderer(for: .plain, as: StyledObject(style: style))
    let text = renderer.styled(Markup(trusted: text))
    #expect(renderer.naturalColumns(of: text) == columns)
    #expect(renderer.block(text, columns: columns).description.contains(text.text))
  }

  @Test("the natural width counts blanks as the block shows them")
  func naturalWidthOfBlanks() {
    let renderer = Theme("").renderer(
      for: .plain, as: StyledObject(style: "white-space: normal; width: fit-content"))
    let text = renderer.styled("a  b ")
    #expect(renderer.naturalColumns(of: text) == 3)
    #expect(renderer.block(text, columns: 9).description == "a b")
  }

  @Test("the lines of a block print as the texts of their cells")
  func printedCells() {
    let block = Theme("").renderer(for: .plain).block("a 漢", columns: 5)
    #expect(block.lines[0].prefix(3).map(\.description) == ["a", " ", "漢"])
  }

  @Test(
    "a width that no columns are enough for is its own, or that of the terminal",
    arguments: [
      ("max-width: 3ch", "abcd", 3), ("width: 3ch; padding: 0 1ch", "abcd", 5),
      ("padding: 0 60%", "abcd", 80), ("margin: 0 100%", "abcd", 80), ("", "", 0),
      ("padding: 0 1ch", "", 3), ("border: 1px solid", "", 3), ("padding: 1px 0", "", 0),
    ])
  func limitedWidths(style: String, text: String, columns: Int) {
    let renderer = Theme("").renderer(for: .plain, as: StyledObject(style: style))
    #expect(renderer.naturalColumns(of: StyledString(text)) == columns)
  }
}
