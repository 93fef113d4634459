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
}
