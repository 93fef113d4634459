import CSSView
import CSSViewPictures
import Testing

@Suite("Pictures of blocks")
struct PictureTests {
  private static let theme: Theme = [".red": ["color": "#ff0000"]]

  private func block(_ value: String, for terminal: Terminal) -> CellBlock {
    Self.theme.renderer(for: terminal).block("\(value, class: "red")", columns: 10)
  }

  @Test("SVG and HTML have the text, escaped, in the colours of the terminal")
  func text() {
    let block = block("<a&b>", for: Terminal())
    for picture in [block.svg(), block.html(), block.html(title: "T")] {
      #expect(picture.contains("&lt;a&amp;b&gt;") && picture.contains("#ff0000"))
    }
    #expect(block.html(title: "<T>").contains("<title>&lt;T&gt;</title>"))
    let plain = self.block("<a&b>", for: .plain)
    #expect(!plain.svg().contains("#ff0000") && !plain.html().contains("#ff0000"))
  }

  @Test("PNG has its signature, its size times the scale, and its end", arguments: [1, 2, 0, -1])
  func pixels(scale: Int) {
    let bytes = block("ab", for: Terminal()).png(scale: scale)
    let factor = max(1, scale)
    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(number(16) == factor * (10 * 8 + 16) && number(20) == factor * (16 + 16))
    #expect(bytes.suffix(8).prefix(4) == Array("IEND".utf8)[...])
  }

  @Test("A picture of too many pixels is none", arguments: [1 << 15, Int.max])
  func tooLarge(scale: Int) {
    #expect(block("a", for: .plain).png(scale: scale).isEmpty)
  }
}
