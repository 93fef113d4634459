import CSSView
import CSSViewPictures
import Testing

/// Sentences of the guide that no other test holds.
@Suite("Guide: pictures")
struct PicturesGuideTests {
  private func block(_ color: String, for terminal: Terminal) -> CellBlock {
    (["text": ["color": .init(color)]] as Theme).renderer(for: terminal).block("Hi", columns: 4)
  }

  @Test(
    "A picture has the colours of the terminal that the block was made for",
    arguments: [
      (Terminal.Colors.exact, "#ff8800"), (.palette256, "#ff8700"), (.attributes, nil),
      (.plain, nil),
    ] as [(Terminal.Colors, String?)])
  func colors(colors: Terminal.Colors, shown: String?) {
    let block = block("#ff8800", for: Terminal(colors: colors))
    for picture in [block.svg(), block.html()] {
      for color in ["#ff8800", "#ff8700"] {
        #expect(picture.contains(color) == (color == shown), "\(picture)")
      }
    }
    let uncolored = self.block("currentcolor", for: Terminal(colors: colors)).png()
    #expect((block.png() == uncolored) == (shown == nil))
  }
}
