import CellLayout
import StyleValues
import Styling
import TestSupport
import Testing

@testable import TerminalOutput

@Suite("Quantising colours")
struct ColorQuantizerTests {
  @Test(
    "Colours of the cube and of the grey ramp find themselves in 256 colours",
    arguments: 16...UInt8.max)
  func cubeIsFixed(index: UInt8) {
    var quantizer = ColorQuantizer(depth: .ansi256)
    let color = TerminalPalette.median[index]
    let found = quantizer.entry(nearest: color)
    #expect(found.map { TerminalPalette.median[$0] } == color)
  }

  @Test("The sixteen assumed colours find themselves", arguments: 0...UInt8(15))
  func sixteenAreFixed(index: UInt8) {
    var quantizer = ColorQuantizer(depth: .ansi16)
    let found = quantizer.entry(nearest: TerminalPalette.median[index])
    #expect(found == index)
  }

  @Test("The palette's fixed part is xterm's")
  func fixedEntries() {
    let palette = TerminalPalette.median
    #expect(palette[16] == RGB8(0))
    #expect(palette[196] == RGB8(0xff0000))
    #expect(palette[110] == RGB8(0x87afd7))
    #expect(palette[231] == RGB8(0xffffff))
    #expect(palette[232] == RGB8(0x080808))
    #expect(palette[255] == RGB8(0xeeeeee))
  }

  @Test("The sieve of twelve finds nearly always what looking at all entries finds")
  func sieveAgreesWithExhaustiveSearch() {
    let all = (16...UInt8.max).map { ($0, CIELab(TerminalPalette.median[$0])) }
    let matcher = PaletteMatcher(.median, indices: 16...255, guardsHue: false)
    var generator = SeededGenerator(seed: 7)
    var worse = 0
    for _ in 0..<1000 {
      let color = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      let lab = CIELab(color)
      let best = all.map { lab.difference(to: $0.1) }.min() ?? 0
      let found = lab.difference(to: CIELab(TerminalPalette.median[matcher.nearest(to: color)]))
      if found > best + 1e-9 { worse += 1 }
    }
    #expect(worse <= 3)
  }

  @Test("In 16 colours an accent never turns grey", arguments: [ColorDepth.ansi16, .ansi8])
  func accentsKeepTheirHue(depth: ColorDepth) throws {
    var quantizer = ColorQuantizer(depth: depth)
    var generator = SeededGenerator(seed: 16)
    for _ in 0..<500 {
      let color = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      let found = quantizer.entry(nearest: color)
      let entry = try #require(found)
      let isGreyEntry = [0, 7, 8, 15].contains(entry)
      if isGreyEntry { #expect(PaletteMatcher.isNearlyGrey(color), "\(color.hex) -> \(entry)") }
    }
  }

  @Test(
    "Greys stay grey in 16 colours",
    arguments: [
      (0x000000, 0), (0x1e1e2e, 0), (0x606060, 8), (0xbfbfbf, 7), (0xffffff, 15), (0xf8f8f2, 15),
    ])
  func greysStayGrey(hex: UInt32, entry: UInt8) {
    var quantizer = ColorQuantizer(depth: .ansi16)
    let found = quantizer.entry(nearest: RGB8(hex))
    #expect(found == entry)
  }

  @Test("A queried palette is used in the place of the assumed one")
  func queriedPalette() {
    let palette = TerminalPalette(answers: [1: RGB8(0x00ff00), 200: RGB8(0)])
    var quantizer = ColorQuantizer(depth: .ansi16, palette: palette)
    let found = quantizer.entry(nearest: RGB8(0x00ff00))
    #expect(found == 1)
    #expect(palette[0] == TerminalPalette.median[0])
    #expect(palette[200] == TerminalPalette.median[200])
  }

  @Test("Palette entries pass every depth that has colour", arguments: [0, 9, 200] as [UInt8])
  func paletteEntriesPass(index: UInt8) {
    for depth in [ColorDepth.ansi8, .ansi16, .ansi256, .truecolor] {
      var quantizer = ColorQuantizer(depth: depth)
      let entry = quantizer.quantize(TerminalColor.palette(index))
      #expect(entry == .palette(index))
      let standard = quantizer.quantize(TerminalColor.standard)
      #expect(standard == .standard)
    }
  }

  @Test("Mono keeps attributes and no colour; plain keeps nothing")
  func monoAndPlain() {
    let rendition = GraphicRendition(
      foreground: .rgb(RGB8(0xff0000)), background: .palette(3), underlineColor: .palette(4),
      attributes: [.bold, .italic], underline: .curly)
    var mono = ColorQuantizer(depth: .mono)
    let inMono = mono.quantize(rendition)
    #expect(inMono == GraphicRendition(attributes: [.bold, .italic], underline: .curly))
    var plain = ColorQuantizer(depth: .none)
    let inPlain = plain.quantize(rendition)
    #expect(inPlain == .standard)
  }

  @Test("Truecolor changes nothing")
  func truecolorPasses() {
    var quantizer = ColorQuantizer(depth: .truecolor)
    let rendition = GraphicRendition(
      foreground: .rgb(RGB8(0x123456)), background: .rgb(RGB8(0x123457)))
    let result = quantizer.quantize(rendition)
    #expect(result == rendition)
    let entry = quantizer.entry(nearest: RGB8(0x123456))
    #expect(entry == nil)
  }

  @Test(
    "Text never falls on its background's entry, unless it had that colour from the start",
    arguments: [ColorDepth.ansi8, .ansi16, .ansi256])
  func textStaysReadable(depth: ColorDepth) throws {
    var quantizer = ColorQuantizer(depth: depth)
    let plain = quantizer
    var generator = SeededGenerator(seed: 3)
    var moved = 0
    for _ in 0..<2000 {
      let background = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      let text = RGB8(
        red: background.red &+ UInt8.random(in: 0...60, using: &generator),
        green: background.green &+ UInt8.random(in: 0...60, using: &generator),
        blue: background.blue)
      let result = quantizer.quantize(
        GraphicRendition(foreground: .rgb(text), background: .rgb(background)))
      let wanted = min(3, contrastRatio(text, background))
      guard case .palette(let ink) = result.foreground, case .palette(let paper) = result.background
      else {
        Issue.record("not in the palette")
        continue
      }
      var alone = plain
      let nearest = (text: alone.entry(nearest: text), back: alone.entry(nearest: background))
      #expect(paper == nearest.back)
      guard nearest.text == nearest.back else {
        #expect(ink == nearest.text)
        continue
      }
      moved += 1
      let contrast = contrastRatio(TerminalPalette.median[ink], TerminalPalette.median[paper])
      #expect(contrast >= wanted - 1e-9, "\(text.hex) on \(background.hex)")
    }
    #expect(moved > 20)
  }

  @Test("Text of exactly its background's colour stays invisible")
  func invisibleStaysInvisible() {
    var quantizer = ColorQuantizer(depth: .ansi256)
    let color = TerminalColor.rgb(RGB8(0x334455))
    let result = quantizer.quantize(GraphicRendition(foreground: color, background: color))
    #expect(result.foreground == result.background)
  }

  @Test("A buffer is quantised cell by cell as its renditions are")
  func buffers() {
    var buffer = CellBuffer(columns: 3, rows: 2)
    buffer[1, 1].rendition.foreground = .rgb(RGB8(0xff0000))
    buffer[2, 1].rendition.foreground = .rgb(RGB8(0x00ff00))
    var quantizer = ColorQuantizer(depth: .ansi256)
    quantizer.quantize(&buffer)
    #expect(buffer[0, 0] == .blank)
    #expect(buffer[1, 1].rendition.foreground == .palette(196))
    #expect(buffer[2, 1].rendition.foreground == .palette(46))
  }
}
