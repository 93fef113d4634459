import StyleValues
import Styling
import Testing

@testable import CellLayout

@Suite("Blocks of hostile input")
struct HostileBlockTests {
  @Test(
    "keep to their size whatever the lengths are",
    arguments: [1e300, -1e300, .infinity, .nan, 1e9] as [Double])
  func lengths(value: Double) {
    let layout = layOut("a\tb", columns: 20, largeText: .blocks(hasSextants: true)) {
      $0.block.padding = BoxSides(all: BoxLength(pixels: value, percentage: value))
      $0.block.margin = BoxSides(all: BoxLength(pixels: value))
      $0.block.width = BoxLength(pixels: value)
      $0.block.borderRadius = value
      $0.block.border = BoxSides(all: BorderSide(value))
      $0.text.fontSize = value
      $0.text.shadows = [Shadow(x: Length(value), y: Length(value), blur: Length(abs(value)))]
      $0.text.color = ColorValue(RGB8(0xff0000))
      $0.text.backgroundImage = .gradient(
        Gradient(stops: [.init(location: value, color: .currentColor)], angle: value))
    }
    #expect(layout.buffer.columns <= 20)
    #expect(layout.buffer.rows <= 2_100)
  }

  @Test("keep to their columns whatever the tab size is")
  func tabs() {
    for size in [Int.max, -1, 0, 1_000_000_000] {
      let layout = layOut(String(repeating: "a\t", count: 200), columns: 20) {
        $0.block.tabSize = size
        $0.block.whiteSpace = .pre
      }
      #expect(layout.buffer.columns == 20)
    }
  }

  @Test("hold any number of lines, columns and marks")
  func counts() {
    #expect(layOut("a", columns: Int.max).buffer.columns == 65_535)
    #expect(layOut("a", columns: Int.min).buffer.columns == 1)
    #expect(layOut("abc", columns: 9) { $0.block.maxLines = -5 }.buffer.rows == 0)
    let marks = layOut("a" + String(repeating: "\u{301}", count: 100_000), columns: 2)
    #expect(marks.buffer.rows == 1)
    #expect(layOut(String(repeating: "\n", count: 10_000), columns: 1).buffer.rows == 10_000)
  }

  @Test("with shadows of many runs take no more than their area")
  func shadows() {
    var style = TextStyle.initial
    style.shadows = [
      Shadow(x: Length(1), y: Length(1), blur: Length(9_000), color: ColorValue(RGB8(0xff0000)))
    ]
    var other = style
    other.shadows[0].blur = Length(8_000)
    let bytes = [UInt8](repeating: 0x61, count: 4_000)
    let text = BlockText(
      bytes: bytes,
      runs: bytes.indices.map {
        BlockRun(range: $0..<$0 + 1, style: $0 % 2 == 0 ? style : other)
      })
    let layout = BlockLayout(
      text, host: ComputedStyle(), for: OutputTarget(Environment(columns: 80)))
    #expect(layout.buffer.rows == 50)
  }
}
