import CellLayout
import StyleValues
import TerminalOutput
import Testing

@Suite("Colour vision")
struct ColorVisionTests {
  @Test("Greys look the same to everybody", arguments: ColorVision.allCases, [0, 0x80, 0xff])
  func greys(vision: ColorVision, level: Int) {
    let grey = RGB8(UInt32(level * 0x010101))
    let seen = vision.simulate(grey)
    for (one, other) in [
      (seen.red, grey.red), (seen.green, grey.green), (seen.blue, grey.blue),
    ] {
      #expect(abs(Int(one) - Int(other)) <= 1)
    }
  }

  /// Computed by hand from the published matrices: the first column, encoded.
  @Test(
    "Pure red looks as the published matrices say",
    arguments: [
      (ColorVision.typical, 0xff0000), (.protanopia, 0x6d5f00), (.deuteranopia, 0xa39000),
      (.tritanopia, 0xff000f), (.achromatopsia, 0x7f7f7f),
    ] as [(ColorVision, UInt32)])
  func red(vision: ColorVision, expected: UInt32) {
    #expect(
      vision.simulate(RGB8(0xff0000)) == RGB8(expected), "\(vision.simulate(RGB8(0xff0000)).hex)")
  }

  @Test("Red and green look alike without red or green cones")
  func confusion() {
    let green = RGB8(0x6b8e00)
    let red = RGB8(0xb36b00)
    let apart = CIELab(red).difference(to: CIELab(green))
    for vision in [ColorVision.protanopia, .deuteranopia] {
      let seen = CIELab(vision.simulate(red)).difference(to: CIELab(vision.simulate(green)))
      #expect(seen < apart / 2)
    }
  }

  @Test("A rendition is simulated through the palette; default colours stay")
  func renditions() {
    let palette = TerminalPalette.median
    let rendition = GraphicRendition(
      foreground: .palette(196), background: .standard, attributes: .bold)
    let seen = ColorVision.achromatopsia.simulate(rendition, palette: palette)
    #expect(seen == GraphicRendition(foreground: .rgb(RGB8(0x7f7f7f)), attributes: .bold))
    #expect(ColorVision.typical.simulate(rendition, palette: palette) == rendition)
  }
}
