import CNCurses
import CellLayout
import StyleValues
import StyledText
import TerminalOutput
import Testing

@testable import CursesScreen

@Suite("Cells for ncurses")
struct CursesCellTests {
  init() {
    _ = cn_use_utf8_locale()
  }

  @Test("hold a base and four marks")
  func marks() {
    let text = "e" + String(repeating: "\u{301}", count: 9)
    #expect(CursesCell.split(text.unicodeScalars, width: 1).first.count == 5)
  }

  @Test("are two where the base is narrow and the cluster wide")
  func spreads() {
    let flag = CursesCell.split("🇮🇹".unicodeScalars, width: 2)
    #expect(flag.first == [0x1F1EE] && flag.second == [0x1F1F9])
    let heart = CursesCell.split("❤\u{FE0F}".unicodeScalars, width: 2)
    #expect(heart.first == [0x2764] && heart.second == [0x20])
  }

  @Test("show the first of joined emoji")
  func joined() {
    let astronaut = CursesCell.split("👩\u{200D}🚀".unicodeScalars, width: 2)
    #expect(astronaut.first == [0x1F469] && astronaut.second == nil)
  }

  @Test("keep their width when ncurses does not know the character")
  func unknown() {
    let unassigned = CursesCell.split("\u{10FFFD}\u{378}".unicodeScalars, width: 2)
    #expect(unassigned.first.count == 1)
    #expect(CursesCell.split("\u{378}".unicodeScalars, width: 2).second == [0x20])
    #expect(CursesCell.split("漢".unicodeScalars, width: 1).first == [0x20])
  }

  @Test("are whole after fitting, whatever the buffer holds")
  func fits() {
    var buffer = CellBuffer(columns: 3, rows: 1)
    buffer[0, 0] = Cell(text: "", width: 0)
    buffer[1, 0] = Cell(text: "漢", width: 2)
    buffer[2, 0] = Cell(text: "", width: 0)
    let cut = buffer.fitted(columns: 2, rows: 2)
    #expect(cut.columns == 2 && cut.rows == 2)
    #expect(cut.cells.allSatisfy { $0.width == 1 && $0.text == " " })
    let whole = buffer.fitted(columns: 3, rows: 1)
    #expect(whole.cells.map(\.width) == [1, 2, 0])
    #expect(whole.fitted(columns: 3, rows: 1) == whole)
  }

  @Test("are drawn over where ncurses holds something else")
  func overlay() {
    let overlay = CellOverlay(
      ScreenFeatures(renditions: .all))
    var buffer = CellBuffer(columns: 8, rows: 2)
    buffer[0, 0] = Cell(text: "👩\u{200D}🚀", width: 2)
    buffer[1, 0] = Cell(text: "", width: 0)
    buffer[2, 0] = Cell(text: "a")
    buffer[3, 0] = Cell(text: "b")
    buffer[0, 1] = Cell(
      text: "u",
      rendition: GraphicRendition(underlineColor: .palette(1), underline: .single))
    var bytes: [UInt8] = []
    overlay.append(buffer, over: nil, rows: [0], into: &bytes)
    // A terminal that does not join the two draws over a and b: they are written again.
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1B}7\u{1B}[1;1H\u{1B}[0m👩\u{200D}🚀\u{1B}[1;3H\u{1B}[0ma\u{1B}[1;4H\u{1B}[0mb\u{1B}8")
    bytes = []
    overlay.append(buffer, over: nil, rows: [1], into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains("[58:5:1m"))
    bytes = []
    let blank = CellBuffer(columns: 8, rows: 2)
    overlay.append(blank, over: blank, rows: [0, 1], into: &bytes)
    #expect(bytes.isEmpty)
    // A coloured line that is gone has to go from the terminal, too.
    overlay.append(blank, over: buffer, rows: [1], into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}7\u{1B}[2;1H\u{1B}[0m \u{1B}8")
    #expect(!overlay.isSpecial(Cell(text: "é")) && !overlay.isSpecial(Cell(text: "漢", width: 2)))
    #expect(!overlay.isSpecial(Cell(text: "🇮🇹", width: 2)))
  }

  @Test("in a preview follow each other wherever the terminal ends a cluster, as in a printed line")
  func printed() {
    let overlay = CellOverlay(ScreenFeatures())
    var buffer = CellBuffer(columns: 8, rows: 1)
    buffer[1, 0] = Cell(text: "👍🏽", width: 2)
    buffer[2, 0] = Cell(text: "", width: 0)
    for (column, text) in zip(3..., ["a", "b", "c", "|", "d"] as [SafeText]) {
      buffer[column, 0] = Cell(text: text)
    }
    let rect = CellRect(column: 1, row: 0, columns: 5, rows: 1)
    func bytes(over previous: CellBuffer?, _ buffer: CellBuffer) -> String {
      var bytes: [UInt8] = []
      overlay.append(buffer, over: previous, rows: [0], prints: [rect], into: &bytes)
      return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
    }
    // What stands right of the preview is put in its place again.
    #expect(
      bytes(over: nil, buffer) == "^7^[?7l^[1;2H^[0m👍🏽abc^[?7h^[1;7H^[0m|^[1;8H^[0md^8")
    // A row that a cluster has moved is written again when the cluster is gone.
    var plain = buffer
    plain[1, 0] = Cell(text: "x")
    plain[2, 0] = Cell(text: "y")
    #expect(bytes(over: buffer, plain) == "^7^[?7l^[1;2H^[0mxyabc^[?7h^[1;7H^[0m|^[1;8H^[0md^8")
  }

  @Test("use each colour pair once, until there are no more")
  func pairs() {
    var pairs = ColorPairs(limit: 2)
    #expect(pairs.number(foreground: -1, background: -1)?.pair == 0)
    #expect(pairs.number(foreground: 1, background: -1)?.isNew == true)
    #expect(pairs.number(foreground: 1, background: -1)?.isNew == false)
    #expect(pairs.number(foreground: -1, background: 1)?.pair == 2)
    #expect(pairs.number(foreground: 2, background: 2) == nil)
    pairs.removeAll()
    #expect(pairs.number(foreground: 2, background: 2)?.pair == 1)
  }
}
