import StyleValues
import StyledText
import Styling
import TerminalOutput
import Testing

@testable import CellLayout

@Suite("Big text")
struct BigTextTests {
  private func big(_ text: String, _ pixels: Double, columns: Int = 40, hasSextants: Bool = true)
    -> [String]
  {
    picture(
      layOut(text, columns: columns, largeText: .blocks(hasSextants: hasSextants)) {
        $0.text.fontSize = pixels
      }.buffer
    ).map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }

  @Test(
    "takes the step of its size",
    arguments: [
      (5, FontScale.faint), (10, .faint), (10.1, .normal), (15, .normal), (15.1, .bold),
      (22.4, .bold), (22.5, .spaced), (26.2, .spaced), (26.25, .big(rows: 2)),
      (37.4, .big(rows: 2)), (37.5, .big(rows: 3)), (105, .big(rows: 7)), (900, .big(rows: 7)),
    ] as [(Double, FontScale)])
  func steps(pixels: Double, expected: FontScale) {
    #expect(FontScale(fontSize: pixels) == expected)
  }

  @Test(
    "is as many rows high as its size says",
    arguments: [(30, 2, 2), (45, 3, 3), (60, 4, 5), (75, 5, 6), (90, 6, 6), (105, 7, 7)]
      as [(Double, Int, Int)])
  func forms(pixels: Double, rows: Int, columns: Int) throws {
    let form = try #require(BigTextForm(rows: rows))
    let letter = try #require(form.font.glyph(of: 0x61))
    #expect(form.rows == rows && form.columns(of: letter) == columns)
    #expect(big("ab", pixels).count == rows)
  }

  @Test("is drawn with half blocks, quadrants' halves and sextants")
  func pictures() {
    #expect(big("Ag1", 30) == ["🬳🬓🬖🬓🬫", "🬄🬄🬯🬄🬍🬃"])
    #expect(
      big("Ag1", 45, hasSextants: false) == ["▄▀▄  ▄▄ ▄█", "█▀█ ▀▄█  █", "▀ ▀ ▄▄▀ ▀▀▀"])
    #expect(big("Ag1", 30, hasSextants: false) == big("Ag1", 45, hasSextants: false))
    #expect(
      big("A1", 90) == [
        "", " ▄▄▄    ▄", "█   █  ▀█", "█▀▀▀█   █", "█   █  ▄█▄", "",
      ])
  }

  @Test("letters and digits of two rows are told apart: N is no H")
  func tellingApart() throws {
    let form = try #require(BigTextForm(rows: 2))
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    func pixels(_ letter: UInt8) throws -> [Bool] {
      let glyph = try #require(form.font.glyph(of: UInt32(letter)))
      return (0..<36).map { form.font.isInk(glyph, $0 % 6, $0 / 6) }
    }
    for (place, letter) in letters.enumerated() {
      for other in letters[..<place] {
        let different = zip(try pixels(letter), try pixels(other)).count { $0 != $1 }
        #expect(different >= 2, "\(Unicode.Scalar(letter)) \(Unicode.Scalar(other))")
      }
    }
    #expect(big("Night", 30) == big("N", 30).indices.map { big("N", 30)[$0] + big("ight", 30)[$0] })
    #expect(big("NH", 30)[0].count == 5)
    #expect(big("NH", 45, hasSextants: false)[0].count == 9)
  }

  @Test("has a character for every pattern of pixels")
  func patterns() {
    let sextants = (0..<64).map { PixelBlocks.sextants.character($0) }
    #expect(Set(sextants).count == 64)
    #expect(sextants[1] == "\u{1FB00}" && sextants[62] == "\u{1FB3B}")
    #expect(sextants[20] == "\u{1FB13}" && sextants[22] == "\u{1FB14}")
    #expect(sextants[21] == "▌" && sextants[42] == "▐" && sextants[63] == "█")
    #expect((0..<4).map { PixelBlocks.halves.character($0) } == [" ", "▀", "▄", "█"])
  }

  @Test("is bold text where it does not fit or has no letter for a cluster")
  func fallback() {
    #expect(big("Ag1", 30, columns: 5) == ["Ag1"])
    #expect(big("漢字", 30) == ["漢字"])
    #expect(big("A\u{301}", 30) == ["A\u{301}"])
    let layout = layOut("漢字", columns: 9, largeText: .blocks(hasSextants: true)) {
      $0.text.fontSize = 30
    }
    #expect(layout.buffer[0, 0].rendition.attributes == .bold)
  }

  @Test("is letter-spaced below one and three quarters")
  func spaced() {
    #expect(big("abc", 24) == ["a b c"])
  }

  @Test("stands on one last row with text of other sizes")
  func mixed() {
    var large = TextStyle.initial
    large.fontSize = 30
    let text = StyledParts([("x ", .initial), ("Ag", large), ("\nplain", .initial)])
    let layout = text.block(
      for: OutputTarget(
        Environment(columns: 7), largeText: .blocks(hasSextants: true)))
    #expect(picture(layout.buffer) == ["  🬳🬓🬖🬓 ", "x 🬄🬄🬯🬄 ", "plain  "])
    #expect(layout.run(column: 3, row: 0) == 1)
  }

  @Test("casts its shadow pixel by pixel")
  func shadow() {
    let layout = layOut("l", columns: 9, largeText: .blocks(hasSextants: false)) {
      $0.text.fontSize = 45
      $0.text.shadows = [
        Shadow(x: Length(2.5), y: Length(0), color: ColorValue(RGB8(0xff0000)))
      ]
    }
    // One pixel to the right of the stem, the shadow in full.
    #expect(picture(layout.buffer).first?.hasPrefix("▀█") == true)
    #expect(layout.buffer[2, 0].rendition.background == .rgb(RGB8(0xff0000)))
    #expect(layout.buffer[1, 0].rendition.background == .standard)
  }

  @Test(
    "is told to the terminal by the text sizing protocol",
    arguments: [
      (7.5, 1, 1, 2, 1, 2), (10, 1, 2, 3, 2, 3), (11.25, 1, 3, 4, 3, 4), (18.75, 2, 5, 8, 5, 8),
      (22.5, 2, 3, 4, 3, 4), (26.25, 2, 7, 8, 7, 8), (30, 2, 0, 0, 0, 1), (37.5, 3, 5, 6, 5, 6),
      (45, 3, 0, 0, 0, 1), (105, 7, 0, 0, 0, 1), (500, 7, 0, 0, 0, 1),
    ] as [(Double, Int, Int, Int, Int, Int)])
  func sizing(
    pixels: Double, scale: Int, numerator: Int, denominator: Int, width: Int, cells: Int
  ) throws {
    let sizing = try #require(TextScaling(fontSize: pixels))
    #expect(sizing.scale == scale)
    #expect(sizing.numerator == numerator && sizing.denominator == denominator)
    #expect(sizing.width == width && sizing.cellsPerBlock == cells)
  }

  @Test("of the usual size is not told")
  func unsized() {
    #expect(TextScaling(fontSize: 15) == nil && TextScaling(fontSize: 14) == nil)
  }

  @Test("leaves its cells to the terminal, a wide cluster never in two blocks")
  func sizedTexts() {
    let layout = layOut("abc漢d", columns: 40, largeText: .textSizing) { $0.text.fontSize = 22.5 }
    #expect(layout.sizedTexts.map(\.text) == ["abc", "漢d"])
    #expect(layout.sizedTexts.map(\.column) == [0, 6])
    #expect(layout.sizedTexts.map(\.columns) == [6, 6])
    #expect(layout.sizedTexts.map(\.width) == [3, 3])
    #expect(layout.buffer.rows == 2)
    #expect((0..<12).allSatisfy { layout.buffer[$0, 1].width == 0 })
    #expect(layout.buffer[12, 0].width == 1)
  }

  @Test("of a long text stays within the length of an escape sequence")
  func longText() {
    let text = String(repeating: "ab", count: 3_000)
    let layout = layOut(text, columns: 20_000, largeText: .textSizing) { $0.text.fontSize = 30 }
    #expect(layout.sizedTexts.allSatisfy { $0.text.utf8.count <= 4_096 })
    #expect(layout.sizedTexts.map(\.text).joined() == text)
  }
}
