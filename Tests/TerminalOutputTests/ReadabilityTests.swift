import CellLayout
import StyleValues
import StyledText
import Styling
import TestSupport
import Testing

@testable import TerminalOutput

@Suite("Text that can be read")
struct ReadabilityTests {
  private static let depths: [ColorDepth] = [.ansi8, .ansi16, .ansi256, .truecolor]

  /// A palette such as nobody has: every entry anything.
  private static func palette(_ generator: inout SeededGenerator, ownCube: Bool) -> TerminalPalette
  {
    func any() -> RGB8 { RGB8(UInt32.random(in: 0...0xffffff, using: &generator)) }
    let count = ownCube ? 256 : 16
    return TerminalPalette(
      entries: Dictionary(uniqueKeysWithValues: (0..<count).map { (UInt8($0), any()) }),
      foreground: any(), background: any())
  }

  private static func environment(
    _ palette: TerminalPalette, _ ratio: Double, _ depth: ColorDepth
  ) -> Environment {
    Environment(
      colorDepth: depth, background: palette.background, palette: palette, readable: ratio)
  }

  /// The colours that a quantizer may give to text at a depth.
  private static func inks(_ depth: ColorDepth, _ palette: TerminalPalette) -> [RGB8] {
    switch depth {
    case .ansi8: (0..<8).map { palette[$0] }
    case .ansi16: (0..<16).map { palette[$0] }
    case .ansi256: (16...255).map { palette[$0] }
    default: [RGB8(0), RGB8(0xffffff)]
    }
  }

  private static func color(_ generator: inout SeededGenerator) -> TerminalColor {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: .standard
    case 1: .palette(UInt8.random(in: 0...15, using: &generator))
    default: .rgb(RGB8(UInt32.random(in: 0...0xffffff, using: &generator)))
    }
  }

  @Test(
    "No pair is under the ratio where one colour is not, what passes stays, and so do backgrounds",
    arguments: depths)
  func everyPair(depth: ColorDepth) {
    var generator = SeededGenerator(seed: 15)
    for round in 0..<40 {
      let palette = Self.palette(&generator, ownCube: round % 2 == 0)
      let ratio = [4.5, 7, 3, 12][round % 4]
      let environment = Self.environment(palette, ratio, depth)
      var quantizer = ColorQuantizer(OutputTarget(environment))
      var plain = ColorQuantizer(depth: depth, palette: palette)
      for _ in 0..<50 {
        var exact = GraphicRendition(
          foreground: Self.color(&generator), background: Self.color(&generator))
        if Bool.random(using: &generator) { exact.attributes.insert(.faint) }
        let before = plain.quantize(exact)
        let after = quantizer.quantize(exact)
        let behind = palette.color(of: after.background) ?? environment.assumedBackground
        func seen(_ drawn: GraphicRendition) -> RGB8 {
          let text = palette.color(of: drawn.foreground) ?? environment.assumedForeground
          guard drawn.isFaint else { return text }
          return SRGBColor(text, alpha: GraphicRendition.faintShare).over(SRGBColor(behind)).rgb8
        }
        #expect(after.background == before.background)
        if contrastRatio(seen(before), behind) >= ratio {
          #expect(after == before)
          continue
        }
        let best = Self.inks(depth, palette).map { contrastRatio($0, behind) }.max() ?? 1
        let reached = contrastRatio(seen(after), behind)
        #expect(
          reached >= min(ratio, best) - 1e-9,
          "\(depth), round \(round): \(reached) of \(ratio), \(best) is possible")
      }
    }
  }

  @Test("The hue stays within 10° where there is chroma to see it", arguments: [4.5, 7])
  func hue(ratio: Double) {
    var generator = SeededGenerator(seed: 16)
    var moved = 0
    for _ in 0..<2000 {
      let text = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      let behind = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      guard contrastRatio(text, behind) < ratio,
        let found = nearestReadableColor(to: text, on: behind, ratio: ratio)
      else { continue }
      moved += 1
      let (from, to) = (Self.oklch(text), Self.oklch(found))
      guard from.y >= 0.04, to.y >= 0.04 else { continue }
      let turn = abs((from.z - to.z).remainder(dividingBy: 360))
      #expect(turn <= 10, "\(text.hex) on \(behind.hex) became \(found.hex): \(turn)°")
    }
    #expect(moved > 500)
  }

  @Test("At 256 colours an entry of the same hue is taken where one passes")
  func hueOfEntries() {
    var generator = SeededGenerator(seed: 17)
    let environment = Environment(colorDepth: .ansi256, readable: 4.5)
    var quantizer = ColorQuantizer(OutputTarget(environment))
    let palette = TerminalPalette.median
    for _ in 0..<500 {
      let text = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      let behind = UInt8.random(in: 16...255, using: &generator)
      let exact = GraphicRendition(foreground: .rgb(text), background: .palette(behind))
      let drawn = quantizer.quantize(exact)
      guard let found = palette.color(of: drawn.foreground), Self.oklch(text).y >= 0.04 else {
        continue
      }
      let plain = GraphicRendition(
        foreground: .palette(quantizer.entry(nearest: text) ?? 0), background: .palette(behind))
      if drawn.foreground == plain.foreground { continue }
      let hue = Self.oklch(text).z
      func isNear(_ color: RGB8) -> Bool {
        let place = Self.oklch(color)
        return place.y >= 0.04 && abs((place.z - hue).remainder(dividingBy: 360)) <= 9.9
      }
      let isPossible = (16...255).contains { entry in
        contrastRatio(palette[UInt8(entry)], palette[behind]) >= 4.5
          && isNear(palette[UInt8(entry)])
      }
      if isPossible { #expect(abs((Self.oklch(found).z - hue).remainder(dividingBy: 360)) <= 10.1) }
    }
  }

  private static func oklch(_ color: RGB8) -> SIMD3<Double> {
    Color(color).converted(to: .oklch).components
  }

  @Test("Where nothing passes the best there is is taken, and told once for each background")
  func impossible() {
    var quantizer = ColorQuantizer(OutputTarget(Environment(readable: 7)))
    let grey = GraphicRendition(
      foreground: .rgb(RGB8(0x888888)), background: .rgb(RGB8(0x777777)))
    #expect(quantizer.quantize(grey).foreground == .rgb(RGB8(0x000000)))
    _ = quantizer.quantize(grey)
    #expect(quantizer.unreached.map(\.background) == [RGB8(0x777777)])
    #expect(quantizer.unreached.first.map { abs($0.best - 4.69) < 0.01 && $0.ratio == 7 } == true)
  }

  @Test("The terminal's own text on its own background is left alone unless both are known")
  func ownColors() {
    var unknown = ColorQuantizer(OutputTarget(Environment(readable: 21)))
    #expect(unknown.quantize(.standard) == .standard)
    let palette = TerminalPalette(
      entries: [:], foreground: RGB8(0x657b83), background: RGB8(0xfdf6e3))
    var known = ColorQuantizer(
      OutputTarget(
        Environment(
          colorScheme: .light, background: palette.background, palette: palette, readable: 4.5)))
    #expect(known.quantize(.standard).foreground != .standard)
  }

  @Test("Lines and shadows of a block keep their colours")
  func onlyText() {
    let dim = GraphicRendition(foreground: .rgb(RGB8(0x333333)), background: .rgb(RGB8(0x222222)))
    var buffer = CellBuffer(
      columns: 2, rows: 1, filledWith: Cell(text: "x", rendition: dim))
    var quantizer = ColorQuantizer(OutputTarget(Environment(readable: 4.5)))
    quantizer.quantize(&buffer, runs: [-1, 0])
    #expect(buffer[0, 0].rendition == dim)
    #expect(buffer[1, 0].rendition != dim)
  }

  @Test("The sheet asks, and the command line has the last word")
  func whoAsks() {
    let low = GraphicRendition(foreground: .rgb(RGB8(0x444444)), background: .rgb(RGB8(0)))
    func isLeft(_ option: Double?, _ sheet: Double?) -> Bool {
      var quantizer = ColorQuantizer(
        OutputTarget(Environment(readable: option)), readable: sheet)
      return quantizer.quantize(low) == low
    }
    #expect(isLeft(nil, nil))
    #expect(!isLeft(nil, 4.5))
    #expect(!isLeft(4.5, nil))
    #expect(isLeft(1, 4.5))
  }

  // MARK: - On an unknown background

  @Test("Text on an unknown background can be read on black and on white", arguments: depths)
  func bothBackgrounds(depth: ColorDepth) {
    var generator = SeededGenerator(seed: 19)
    var environment = Environment(colorDepth: depth, readable: 7)
    environment.knowsScheme = false
    var quantizer = ColorQuantizer(OutputTarget(environment))
    var changed = 0
    for _ in 0..<1500 {
      let text = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      var exact = GraphicRendition(foreground: .rgb(text))
      if Bool.random(using: &generator) { exact.attributes.insert(.faint) }
      let drawn = quantizer.quantize(exact)
      // The terminal's own text is what the user can read.
      guard let ink = environment.palette.color(of: drawn.foreground) else {
        #expect(depth < .ansi256)
        continue
      }
      if ink != text { changed += 1 }
      for behind in [RGB8(0x000000), RGB8(0xffffff)] {
        #expect(contrastRatio(ink, behind) >= 4.5, "\(text.hex) became \(ink.hex)")
      }
      #expect(!drawn.attributes.contains(.faint))
      guard depth == .truecolor, Self.oklch(text).y >= 0.04, Self.oklch(ink).y >= 0.04 else {
        continue
      }
      let turn = abs((Self.oklch(text).z - Self.oklch(ink).z).remainder(dividingBy: 360))
      #expect(turn <= 10, "\(text.hex) became \(ink.hex): \(turn)°")
    }
    #expect(changed > (depth < .ansi256 ? -1 : 1000))
    #expect(quantizer.unreached.isEmpty)
  }

  @Test("On an unknown background a cell with a background of its own has what was asked for")
  func ownBackground() {
    var environment = Environment(readable: 7)
    environment.knowsScheme = false
    var quantizer = ColorQuantizer(OutputTarget(environment))
    let drawn = quantizer.quantize(
      GraphicRendition(foreground: .rgb(RGB8(0x444444)), background: .rgb(RGB8(0x222222))))
    let ink = environment.palette.color(of: drawn.foreground) ?? RGB8(0)
    #expect(contrastRatio(ink, RGB8(0x222222)) >= 7)
    #expect(quantizer.quantize(.standard) == .standard)
  }

  @Test("More than 4.5 is lowered where the background is unknown", arguments: [3.0, 4.5, 4.6, 7])
  func lowered(ratio: Double) {
    var environment = Environment(readable: ratio)
    #expect(Readability(environment, asked: nil)?.isLowered == false)
    environment.knowsScheme = false
    #expect(Readability(environment, asked: nil)?.isLowered == (ratio > 4.5))
  }

  // MARK: - The floor of every pair

  @Test("Text that nothing gives a colour keeps its contrast on what a sheet paints behind it")
  func ownTextFloor() {
    // A foreground as dark as what the background becomes among sixteen colours.
    let entries = Dictionary(
      uniqueKeysWithValues: (0..<16).map { (UInt8($0), RGB8($0 < 8 ? 0x606060 : 0xf0f0f0)) })
    let palette = TerminalPalette(
      entries: entries, foreground: RGB8(0x707070), background: RGB8(0x101010))
    var quantizer = ColorQuantizer(
      OutputTarget(Environment(colorDepth: .ansi16, background: RGB8(0x101010), palette: palette)))
    let drawn = quantizer.quantize(
      GraphicRendition(foreground: .standard, background: .rgb(RGB8(0x181818))))
    let text = palette.color(of: drawn.foreground) ?? RGB8(0x707070)
    let behind = palette.color(of: drawn.background) ?? RGB8(0)
    #expect(contrastRatio(text, behind) >= 3)
  }

  @Test("Every pair whose background is declared keeps 3 : 1 or nine tenths of its contrast")
  func floor() {
    var generator = SeededGenerator(seed: 18)
    for round in 0..<60 {
      let palette = Self.palette(&generator, ownCube: round % 2 == 0)
      for depth in [ColorDepth.ansi8, .ansi16, .ansi256] {
        var quantizer = ColorQuantizer(
          OutputTarget(
            Environment(colorDepth: depth, background: palette.background, palette: palette)))
        for _ in 0..<20 {
          let text = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
          let behind = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
          let drawn = quantizer.quantize(
            GraphicRendition(foreground: .rgb(text), background: .rgb(behind)))
          guard let ink = palette.color(of: drawn.foreground),
            let paper = palette.color(of: drawn.background)
          else { continue }
          let floor = min(3, contrastRatio(text, behind) * 0.9)
          let best = Self.inks(depth, palette).map { contrastRatio($0, paper) }.max() ?? 1
          #expect(contrastRatio(ink, paper) >= min(floor, best) - 1e-9)
        }
      }
    }
  }
}
