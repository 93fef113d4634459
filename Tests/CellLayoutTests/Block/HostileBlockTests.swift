import StyleValues
import Styling
import TerminalOutput
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
    let text = StyledParts((0..<4_000).map { ("a", $0 % 2 == 0 ? style : other) })
    let layout = text.block(for: OutputTarget(Environment(columns: 80)))
    #expect(layout.buffer.rows == 50)
  }

  /// Words, each a run of its own, with so many shadows.
  private func block(
    words: Int, shadows: Int, size: Double = 15, budget: PaintBudget = PaintBudget(),
    depth: ColorDepth = .truecolor
  ) -> BlockLayout {
    var style = TextStyle.initial
    style.fontSize = size
    style.shadows = (0..<shadows).map {
      Shadow(
        x: Length(1), y: Length(Double($0 % 9)), blur: Length(9),
        color: ColorValue(RGB8(0xff0000)))
    }
    let text = StyledParts(Array(repeating: ("word ", style), count: words))
    var environment = Environment(columns: 80)
    environment.colorDepth = depth
    return text.block(
      for: OutputTarget(environment, largeText: .blocks(hasSextants: true)), budget: budget)
  }

  @Test("with long lists of shadows paint the first ones only, say so, and lose no text")
  func manyShadows() {
    #expect(!block(words: 200, shadows: 30).budget.isExceeded)
    #expect(!block(words: 2500, shadows: 5000, depth: .mono).budget.isExceeded)
    for (words, shadows) in [(2500, 5000), (20, 100_000), (20_000, 500)] {
      let block = block(words: words, shadows: shadows)
      #expect(block.budget.isExceeded)
      #expect(block.buffer.cells.count { $0.text == "w" } >= words)
      #expect(block.buffer[0, 0].rendition.background != .standard, "the first layer is there")
    }
    let large = block(words: 3, shadows: 100_000, size: 60)
    #expect(large.budget.isExceeded)
    #expect(large.buffer.rows > 3)
  }

  @Test("share one budget where they are lines of one text")
  func sharedBudget() {
    var budget = PaintBudget()
    var painted = 0
    for _ in 0..<200 {
      let line = block(words: 5, shadows: 5000, budget: budget)
      if line.buffer[0, 0].rendition.background != .standard { painted += 1 }
      budget = line.budget
    }
    #expect(budget.isExceeded)
    #expect(painted > 1)
  }

  @Test("with many colour stops in many runs keep to the first ones, and say so")
  func manyStops() {
    let stops = (0..<5000).map {
      Gradient.Stop(location: Double($0) / 5000, color: .currentColor)
    }
    func block(_ stops: [Gradient.Stop]) -> BlockLayout {
      let parts = (0..<4000).map { place in
        var style = TextStyle.initial
        style.color = ColorValue(RGB8(UInt32(place)))
        style.backgroundImage = .gradient(Gradient(stops: stops))
        return (text: "a", style: style)
      }
      return StyledParts(parts).block(for: OutputTarget(Environment(columns: 80)))
    }
    let long = block(stops)
    #expect(long.budget.isExceeded)
    #expect(long.buffer.cells.allSatisfy { $0.text == "a" })
    #expect(long.buffer.cells.allSatisfy { $0.rendition.background != .standard })
    #expect(!block(Array(stops.prefix(20))).budget.isExceeded)
  }
}
