import StyleValues
import Styling
import TerminalOutput
import Testing

@testable import CellLayout

@Suite("Gradients")
struct GradientTests {
  private func gradient(_ angle: Double) -> BackgroundImage {
    .gradient(
      Gradient(
        stops: [
          .init(location: 0, color: ColorValue(RGB8(0x000000))),
          .init(location: 1, color: ColorValue(RGB8(0xff0000))),
        ], angle: angle))
  }

  private func reds(_ layout: BlockLayout, row: Int = 0, foreground: Bool = false) -> [Int?] {
    layout.buffer.row(row).map { cell in
      let color = foreground ? cell.rendition.foreground : cell.rendition.background
      return if case .rgb(let rgb) = color { Int(rgb.red) } else { nil }
    }
  }

  @Test("colour a block cell by cell, each by its middle")
  func block() {
    let across = layOut("ab", columns: 4) { $0.text.backgroundImage = gradient(90) }
    #expect(reds(across) == [32, 96, 159, 223])
    let back = layOut("ab", columns: 4) { $0.text.backgroundImage = gradient(270) }
    #expect(reds(back) == [223, 159, 96, 32])
    let down = layOut("a\nb", columns: 2) { $0.text.backgroundImage = gradient(180) }
    #expect(reds(down, row: 0) == [64, 64] && reds(down, row: 1) == [191, 191])
  }

  @Test(
    "have all of their stops somewhere, also those that are infinitely far away",
    arguments: [
      "red calc(infinity * 1px), blue", "red calc(-1.7e308px - 1.7e308%), blue",
      "red min(-1.7e308px * 10, 1%), blue", "red -1.7e308px, blue 1.7e308px",
      "red calc(NaN * 1px), blue", "red, blue min(50%, infinity * 1px)",
      "red calc(infinity * 1%), blue -1e308%, lime",
    ])
  func infinite(stops: String) throws {
    let gradient = try Gradient.convert(
      "linear-gradient(90deg, \(stops))", in: ConversionContext(dialect: .css))
    let layout = layOut("abcd", columns: 4) { $0.text.backgroundImage = .gradient(gradient) }
    #expect(reds(layout).allSatisfy { $0 != nil })
    let again = try Gradient.convert(gradient.cssText, in: ConversionContext(dialect: .css))
    #expect(again.cssText == gradient.cssText)
  }

  @Test("colour letters alone when they are clipped to the text")
  func letters() {
    let layout = layOut("abc", columns: 4) {
      $0.text.backgroundImage = gradient(90)
      $0.text.backgroundClip = .text
    }
    #expect(reds(layout, foreground: true) == [32, 96, 159, nil])
    #expect(reds(layout) == [nil, nil, nil, nil])
  }

  @Test("run along a run from its first cell to its last, over lines")
  func run() {
    var style = TextStyle.initial
    style.backgroundImage = gradient(90)
    let text = StyledParts([("x", .initial), ("ab cd", style)])
    let layout = text.block(for: OutputTarget(Environment(columns: 3)))
    #expect(reds(layout, row: 0) == [nil, 32, 96])
    #expect(reds(layout, row: 1) == [159, 223, nil])
  }

  @Test("blend over the background colour")
  func blended() {
    let layout = layOut("ab", columns: 2) {
      $0.text.backgroundColor = ColorValue(RGB8(0x0000ff))
      $0.text.backgroundImage = .gradient(
        Gradient(stops: [.init(location: 0, color: ColorValue(RGB8(0xff0000), alpha: 0.5))]))
    }
    #expect(layout.buffer[0, 0].rendition.background == .rgb(RGB8(0x800080)))
  }
}
