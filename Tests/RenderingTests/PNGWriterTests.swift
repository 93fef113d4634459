import CellLayout
import StyleValues
import StyledText
import TestSupport
import Testing

@testable import Pictures
@testable import Rendering
@testable import TerminalOutput

private let colors = ScreenColors(foreground: RGB8(0xeeeeee), background: RGB8(0x111111))

private func picture(_ buffer: CellBuffer) throws -> PNGReader {
  var bytes: [UInt8] = []
  PNGWriter().append(CellPicture(buffer, colors: colors), into: &bytes)
  return try PNGReader(bytes)
}

/// One cell as sixteen lines, `#` for every pixel that is not background.
private func drawing(_ cell: Cell) throws -> [String] {
  var buffer = CellBuffer(columns: 1, rows: 1)
  buffer[0, 0] = cell
  let picture = try picture(buffer)
  return (8..<24).map { y in
    String((8..<16).map { picture.pixels[y * picture.width + $0] == 0x111111 ? "." : "#" })
  }
}

@Suite("PNG")
struct PNGWriterTests {
  @Test(
    "Any pixels come back as they were", arguments: [1, 2, 7, 100, 1400, 11_000],
    [(1, 1), (2, 1), (40, 1), (5, 3), (4, 8)])
  func roundTrip(width: Int, size: (height: Int, scale: Int)) throws {
    let (height, scale) = size
    guard width * height * scale * scale < 500_000 else { return }
    var generator = SeededGenerator(seed: UInt64(width * 1000 + height))
    var lines: [[UInt32]] = []
    for _ in 0..<height {
      // Runs and repeated lines, as in pictures of text.
      if let last = lines.last, Bool.random(using: &generator) {
        lines.append(last)
        continue
      }
      var line: [UInt32] = []
      while line.count < width {
        let color = UInt32.random(in: 0...0xffffff, using: &generator)
        let run = Int.random(in: 1...300, using: &generator)
        line += Array(repeating: color, count: min(run, width - line.count))
      }
      lines.append(line)
    }
    var bytes: [UInt8] = []
    var encoder = PNGEncoder(width: width, height: height, scale: scale, into: &bytes)
    for line in lines { encoder.append(line: line[...], into: &bytes) }
    encoder.finish(into: &bytes)
    let read = try PNGReader(bytes)
    #expect(read.width == width * scale && read.height == height * scale)
    let wide = lines.map { $0.flatMap { Array(repeating: $0, count: scale) } }
    #expect(read.pixels == wide.flatMap { Array(repeating: $0, count: scale).joined() })
  }

  @Test("The check of an empty chunk is the well-known one")
  func knownCRC() {
    #expect(PNGEncoder.crc("IEND".utf8) == 0xAE42_6082)
  }

  @Test("Bold letters have wider strokes, and as many of them")
  func boldRows() {
    func strokes(_ row: UInt16) -> Int { (row & ~(row << 1)).nonzeroBitCount }
    for row in UInt8.min...UInt8.max {
      let bold = PNGWriter.bold(row)
      #expect(bold & UInt16(row) << 1 == UInt16(row) << 1)
      #expect(strokes(bold) == strokes(UInt16(row)), "\(row)")
      #expect(row == 0 || bold.nonzeroBitCount > row.nonzeroBitCount)
    }
  }

  @Test("A letter, bold and underlined")
  func letter() throws {
    let plain = try drawing(Cell(text: "l"))
    #expect(plain.contains { $0.contains("#") })
    let bold = try drawing(Cell(text: "l", rendition: GraphicRendition(attributes: .bold)))
    func inkCount(_ lines: [String]) -> Int { lines.joined().count { $0 == "#" } }
    #expect(inkCount(bold) > inkCount(plain))
    let lined = try drawing(Cell(text: " ", rendition: GraphicRendition(underline: .single)))
    #expect(lined[14] == "########" && inkCount(lined) == 8)
  }

  @Test(
    "Shapes meet at the edges of the cell",
    arguments: [
      ("─", 8, "########"), ("│", 0, "....#..."), ("┌", 0, "........"), ("┌", 8, "....####"),
      ("█", 3, "########"), ("▀", 7, "########"), ("▀", 8, "........"), ("▌", 5, "####...."),
      ("▗", 12, "....####"), ("━", 7, "########"), ("═", 7, "########"), ("═", 8, "........"),
      ("🬀", 0, "####...."), ("🬀", 6, "........"), ("🬻", 15, "########"), ("▁", 14, "########"),
      ("▁", 13, "........"),
    ])
  func shapes(character: String, line: Int, expected: String) throws {
    #expect(try drawing(Cell(text: .label(character)))[line] == expected, "\(character)")
  }

  @Test(
    "The signs that texts for terminals use have letters",
    arguments: "✓✗✔✘▶◀▲▼●○★☆→←↑↓⇒⇐⚠❯❮■□◆◇•…–—“”‘’«»€£¥©®™°±×÷½≤≥≠≈∞√∑⠋⠙⏎⌘ÀÿŁżșẞạếαΩжЯאกℹ♥☐☑☒")
  func signs(character: Character) throws {
    let drawing = try drawing(Cell(text: .label(String(character))))
    #expect(drawing.joined().contains("#"))
    #expect(drawing[2] != ".######." || drawing[13] != ".######.", "an empty frame")
  }

  @Test("Marks stand on their letters")
  func marks() throws {
    func ink(_ text: String) throws -> Int {
      try drawing(Cell(text: .label(text))).joined().count { $0 == "#" }
    }
    #expect(try ink("e\u{301}") > ink("e"))
    #expect(try drawing(Cell(text: "✓\u{FE0E}")) == drawing(Cell(text: "✓")))
  }

  @Test("Round corners are round")
  func roundCorners() throws {
    let corner = try drawing(Cell(text: "╭"))
    #expect(Array(corner[7...11]) == ["........", "......##", ".....#..", ".....#..", "....#..."])
    #expect(try drawing(Cell(text: "╯"))[8] == "###.....")
  }

  @Test("Twice the scale is every pixel four times")
  func scale() throws {
    var random = RandomCells(seed: 3)
    let cells = CellPicture(random.buffer(columns: 9, rows: 2), colors: colors)
    func read(_ scale: Int) throws -> PNGReader {
      var bytes: [UInt8] = []
      PNGWriter(scale: scale).append(cells, into: &bytes)
      return try PNGReader(bytes)
    }
    let (plain, large) = (try read(1), try read(2))
    #expect(large.width == 2 * plain.width && large.height == 2 * plain.height)
    let isSame = (0..<large.height).allSatisfy { y in
      (0..<large.width).allSatisfy { x in
        large.pixels[y * large.width + x] == plain.pixels[y / 2 * plain.width + x / 2]
      }
    }
    #expect(isSame)
  }

  @Test("What the font lacks is told once")
  func missingTexts() {
    var buffer = CellBuffer(columns: 5, rows: 1)
    for (column, text) in ["世", "é", "😀", "世"].enumerated() {
      buffer[column, 0] = Cell(text: .label(text), width: text == "é" ? 1 : 2)
    }
    let missing = PNGWriter.missingTexts(in: CellPicture(buffer, colors: colors))
    #expect(missing == ["世", "😀"])
  }

  @Test("A letter that the font lacks is a frame over its cells")
  func missingLetter() throws {
    var buffer = CellBuffer(columns: 2, rows: 1)
    buffer[0, 0] = Cell(text: "世", width: 2)
    buffer[1, 0] = Cell(text: "", width: 0)
    let read = try picture(buffer)
    let line = (8..<24).map { read.pixels[10 * read.width + $0] == 0x111111 ? "." : "#" }.joined()
    #expect(line == ".##############.")
  }

  @Test("Backgrounds fill their cells; random blocks make valid files", arguments: 1...UInt64(4))
  func randomBlocks(seed: UInt64) throws {
    var random = RandomCells(seed: seed)
    let buffer = random.buffer(columns: 20, rows: 3)
    let read = try picture(buffer)
    #expect(read.width == 20 * 8 + 16 && read.height == 3 * 16 + 16)
    for row in 0..<3 {
      for column in 0..<20 where buffer[column, row].text == " " {
        let rendition = buffer[column, row].rendition
        guard rendition.attributes.isDisjoint(with: [.reverse, .overline]) else { continue }
        let expected = TerminalPalette.median.color(of: rendition.background) ?? colors.background
        #expect(
          read.pixels[(8 + row * 16 + 3) * read.width + 8 + column * 8 + 3]
            == PixelStrip.pixel(expected))
      }
    }
  }
}
