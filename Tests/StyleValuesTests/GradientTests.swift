import StyleValues
import Testing

@Suite("Gradients")
struct GradientTests {
  private let css = ConversionContext(dialect: .css)
  private let black = Color(RGB8(0x000000))

  private func colors(_ text: String, at places: [Double]) throws -> [String] {
    let ramp = try Gradient.convert(text, in: css).ramp(currentColor: black)
    return places.map { ramp.color(at: $0).rgb8.hex }
  }

  @Test("mix evenly between stops, and hold the ends")
  func stops() throws {
    #expect(
      try colors("linear-gradient(red, blue)", at: [-1, 0, 0.5, 1, 2])
        == ["#ff0000", "#ff0000", "#800080", "#0000ff", "#0000ff"])
    #expect(
      try colors("linear-gradient(red, lime 50%, blue)", at: [0.25, 0.5, 0.75])
        == ["#808000", "#00ff00", "#008080"])
    #expect(
      try colors("linear-gradient(red 50%, blue 50%)", at: [0.49, 0.5, 0.51])
        == ["#ff0000", "#0000ff", "#0000ff"])
    #expect(try colors("linear-gradient(red)", at: [0, 1]) == ["#ff0000", "#ff0000"])
  }

  @Test("a hint moves the middle of a mixture")
  func hints() throws {
    #expect(
      try colors("linear-gradient(black, 25%, white)", at: [0.25]) == ["#808080"])
    #expect(
      try colors("linear-gradient(black, 0%, white)", at: [0.01]) == ["#ffffff"])
    #expect(
      try colors("linear-gradient(black, 100%, white)", at: [0.99]) == ["#000000"])
  }

  @Test("repeat where asked to")
  func repeating() throws {
    #expect(
      try colors("repeating-linear-gradient(red 0%, blue 20%)", at: [0.05, 0.25, 0.45, 0.2, -0.15])
        == ["#bf0040", "#bf0040", "#bf0040", "#ff0000", "#bf0040"])
  }

  @Test("mix in sRGB for legacy colours, else in OKLab, or as asked")
  func methods() throws {
    #expect(try Gradient.convert("linear-gradient(red, blue)", in: css).method.space == .srgb)
    #expect(
      try Gradient.convert("linear-gradient(red, lab(50 0 0))", in: css).method.space == .oklab)
    #expect(
      try colors("linear-gradient(in hsl longer hue, red, lime)", at: [0.5]) == ["#0000ff"])
    #expect(
      try colors("linear-gradient(currentcolor, white)", at: [0, 1]) == ["#000000", "#ffffff"])
  }

  @Test(
    "turn their line to a corner of the box",
    arguments: [
      ("to top", 0.0), ("to right", 90), ("to bottom", 180), ("to left", 270), ("45deg", 45),
      ("to top right", 26.565051177077994), ("to bottom right", 153.434948822922),
      ("to bottom left", 206.565051177078), ("to left top", 333.434948822922),
    ])
  func angles(direction: String, degrees: Double) throws {
    let gradient = try Gradient.convert("linear-gradient(\(direction), red, blue)", in: css)
    #expect(abs(gradient.angle(width: 20, height: 10) - degrees) < 1e-9)
  }

  @Test("serialise as CSS")
  func serialisation() throws {
    for (text, expected) in [
      ("linear-gradient(red, blue)", "linear-gradient(rgb(255, 0, 0) 0%, rgb(0, 0, 255) 100%)"),
      (
        "linear-gradient(to left in oklch longer hue, red, 25%, blue)",
        "linear-gradient(270deg in oklch longer hue, rgb(255, 0, 0) 0%, 25%, rgb(0, 0, 255) 100%)"
      ),
      (
        "repeating-linear-gradient(to top left, red, blue 10%)",
        "repeating-linear-gradient(to top left, rgb(255, 0, 0) 0%, rgb(0, 0, 255) 10%)"
      ),
    ] { #expect(try Gradient.convert(text, in: css).cssText == expected) }
  }
}
