import StyleValues
import Styling
import TerminalOutput
import Testing

@testable import CellLayout

@Suite("Shadows")
struct ShadowTests {
  private func shadow(_ x: Double, _ y: Double, _ blur: Double) -> Shadow {
    Shadow(
      x: Length(x), y: Length(y), blur: Length(blur), color: ColorValue(RGB8(0xff0000)))
  }

  private func textShadow(_ x: Double, _ y: Double, _ blur: Double) throws -> ShadowLayer {
    try #require(ShadowLayer(shadow(x, y, blur), of: .initial, opacity: 1))
  }

  /// Own row in the middle, row below, neighbour to the right: published values, to two places.
  @Test(
    "cover cells by the closed form",
    arguments: [
      (1, 1, 2, 0.92, 0.07, 0.13), (2, 2, 4, 0.85, 0.14, 0.24), (0, 0, 8, 0.79, 0.11, 0.16),
      (4, 4, 8, 0.69, 0.29, 0.36),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func coverage(
    x: Double, y: Double, blur: Double, own: Double, below: Double, right: Double
  ) throws {
    let shadow = try textShadow(x, y, blur)
    let middle = shadow.horizontal.along(20, length: 40)
    #expect(abs(middle * shadow.vertical.along(0, length: 1) - own) < 0.006)
    #expect(abs(middle * shadow.vertical.along(1, length: 1) - below) < 0.006)
    #expect(
      abs(shadow.horizontal.along(40, length: 40) * shadow.vertical.along(0, length: 1) - right)
        < 0.006)
  }

  @Test("without blur lie exactly where the offset puts them")
  func sharp() throws {
    let shadow = try textShadow(7.5, 15, 0)
    #expect(shadow.vertical.along(0, length: 1) == 0)
    #expect(shadow.vertical.along(1, length: 1) == 1)
    #expect(shadow.horizontal.along(0, length: 3) == 0)
    #expect(shadow.horizontal.along(3, length: 3) == 1)
  }

  @Test("cover as much in all as the text does")
  func conserved() throws {
    for blur in [0.0, 1, 5, 20, 60] {
      let shadow = try textShadow(11, -7, blur)
      let across = (-60...70).reduce(0) { $0 + shadow.horizontal.along($1, length: 5) }
      #expect(abs(across - 5) < 1e-6)
    }
  }

  @Test("fall from letters and not from the room before them")
  func centered() {
    let layout = layOut("ab", columns: 20) {
      $0.block.textAlign = .center
      $0.text.shadows = [shadow(0, 0, 4)]
    }
    let isTinted = layout.buffer.row(0).map { $0.rendition.background != .standard }
    #expect(isTinted[9] && !isTinted[0] && !isTinted[19])
  }

  @Test("repeat letters as ghosts where no text is, and leave text alone")
  func ghosts() {
    let layout = layOut("ab\n d", columns: 5) {
      $0.text.shadows = [shadow(7.5, 15, 0)]
    }
    #expect(picture(layout.buffer) == ["ab   ", " db  "])
    #expect(layout.buffer[2, 1].rendition.foreground == .rgb(RGB8(0xff0000)))
    #expect(layout.buffer[1, 1].rendition.foreground == .standard)
    #expect(layout.run(column: 2, row: 1) == nil)
  }

  @Test("tint the cells they lie on")
  func tints() {
    var environment = Environment()
    environment.background = RGB8(0x000000)
    let layout = layOut("ab", columns: 4, environment: environment) {
      $0.text.shadows = [shadow(0, 0, 0)]
    }
    // 0.35 of full red.
    #expect(layout.buffer[0, 0].rendition.background == .rgb(RGB8(0x590000)))
    #expect(layout.buffer[2, 0].rendition.background == .standard)
  }

  @Test("stay inside the border and never change the size of the block")
  func size() {
    for offset in [-40.0, -8, 8, 40] {
      let plain = layOut("ab", columns: 6) { $0.block.border = BoxSides(all: BorderSide(1)) }
      let layout = layOut("ab", columns: 6) {
        $0.block.border = BoxSides(all: BorderSide(1))
        $0.text.shadows = [shadow(offset, offset, 6)]
      }
      #expect(layout.buffer.columns == plain.buffer.columns)
      #expect(picture(layout.buffer).first == picture(plain.buffer).first)
    }
  }

  @Test("are shades with few colours and nothing with none")
  func depths() {
    func rows(_ depth: ColorDepth) -> [String] {
      picture(
        layOut("ab", columns: 4, environment: Environment(colorDepth: depth)) {
          $0.text.shadows = [shadow(15, 0, 0)]
        }.buffer)
    }
    #expect(rows(.ansi16) == ["ab▓▓"])
    #expect(rows(.mono) == ["ab  "])
    #expect(rows(.truecolor) == ["abab"])
  }

  @Test("tint only the run's own cells where they are written inline")
  func inline() {
    var style = TextStyle.initial
    style.shadows = [shadow(0, 0, 0)]
    var environment = Environment()
    environment.background = RGB8(0x000000)
    let paint = ResolvedTextStyle(style, CompositingState(), in: environment)
    #expect(paint.rendition(in: environment).background == .rgb(RGB8(0x590000)))
    style.shadows = [shadow(0, 15, 0)]
    let moved = ResolvedTextStyle(style, CompositingState(), in: environment)
    #expect(moved.rendition(in: environment).background == .standard)
  }

  @Test("fade with text-shadow-opacity and opacity")
  func opacity() throws {
    var style = TextStyle.initial
    style.shadowOpacity = 0.5
    let faded = try #require(ShadowLayer(shadow(0, 0, 0), of: style, opacity: 0.5))
    #expect(faded.color.alpha == 0.25)
    style.shadowOpacity = 0
    #expect(ShadowLayer(shadow(0, 0, 0), of: style, opacity: 1) == nil)
  }
}
