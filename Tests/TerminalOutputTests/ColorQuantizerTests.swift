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

  @Test(
    "Where there are few colours, greys stand for greys and for nothing else",
    arguments: [ColorDepth.ansi16, .ansi8])
  func accentsKeepTheirHue(depth: ColorDepth) throws {
    let greys: [UInt8] = depth == .ansi8 ? [0, 7] : [0, 7, 8, 15]
    var quantizer = ColorQuantizer(depth: depth)
    var generator = SeededGenerator(seed: 16)
    for _ in 0..<2000 {
      let color = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
      let found = quantizer.entry(nearest: color)
      let entry = try #require(found)
      let place = Color(color).converted(to: .oklch).components
      let isGrey = place.y < 0.06
      if abs(place.y - 0.06) < 1e-4 { continue }
      let mayBe =
        isGrey
        || (entry == 0 && place.x < 0.25) || (entry == greys.last && place.x > 0.95)
      #expect(greys.contains(entry) ? mayBe : !isGrey, "\(color.hex) -> \(entry)")
    }
  }

  @Test(
    "Grey text at 8 colours is seen on the terminal's own background",
    arguments: [
      (0x666666, 0x1e1e1e, 7), (0x5c6370, 0x000000, 7), (0x333333, 0x000000, 7),
      (0x666666, 0xffffff, 0), (0x999999, 0xffffff, 7), (0xdddddd, 0xc5c5c5, 0),
    ] as [(UInt32, UInt32, UInt8)])
  func greyText(text: UInt32, background: UInt32, entry: UInt8) {
    let terminal = Environment(colorDepth: .ansi8, background: RGB8(background))
    for var quantizer in [ColorQuantizer(terminal), ColorQuantizer(OutputTarget(terminal))] {
      let found = quantizer.quantize(GraphicRendition(foreground: .rgb(RGB8(text))))
      #expect(found.foreground == .palette(entry))
    }
  }

  @Test(
    "Greys of the palette are seen at 8 colours, and what is there by number stays",
    arguments: [
      (8, 0x000000, 7), (8, 0xffffff, 0), (240, 0x1e1e1e, 7), (0, 0x000000, 0), (15, 0xffffff, 7),
    ] as [(UInt8, UInt32, UInt8)])
  func greyEntries(index: UInt8, background: UInt32, entry: UInt8) {
    var quantizer = ColorQuantizer(Environment(colorDepth: .ansi8, background: RGB8(background)))
    let found = quantizer.quantize(GraphicRendition(foreground: .palette(index)))
    #expect(found.foreground == .palette(entry))
  }

  @Test(
    "Greys stay grey in 16 colours, slate ones too",
    arguments: [
      (0x000000, 0), (0x1e1e2e, 0), (0x606060, 8), (0xbfbfbf, 7), (0xffffff, 15), (0xf8f8f2, 15),
      (0x708090, 8), (0x475569, 8), (0x94a3b8, 7), (0x6c7086, 8), (0xcdd6f4, 7), (0xfdf6e3, 15),
      (0x002b36, 0), (0x12002b, 0), (0xffffe0, 15),
    ])
  func greysStayGrey(hex: UInt32, entry: UInt8) {
    var quantizer = ColorQuantizer(depth: .ansi16)
    let found = quantizer.entry(nearest: RGB8(hex))
    #expect(found == entry)
  }

  @Test("A queried palette is used in the place of the assumed one")
  func queriedPalette() {
    let palette = TerminalPalette(entries: [1: RGB8(0x00ff00)])
    var quantizer = ColorQuantizer(depth: .ansi16, palette: palette)
    let found = quantizer.entry(nearest: RGB8(0x00ff00))
    #expect(found == 1)
    #expect(palette[0] == TerminalPalette.median[0])
  }

  @Test("An entry past the sixteenth is what the palette says, where that says it")
  func queriedOthers() {
    let palette = TerminalPalette(entries: [1: RGB8(0x00ff00), 200: RGB8(0x00ff00)])
    var quantizer = ColorQuantizer(depth: .ansi16, palette: palette)
    let found = quantizer.quantize(TerminalColor.palette(200))
    #expect(found == .palette(1))
    var usual = ColorQuantizer(depth: .ansi16)
    let other = usual.quantize(TerminalColor.palette(200))
    #expect(other != .palette(1))
  }

  @Test("Palette entries pass every depth that has them", arguments: [0, 9, 200] as [UInt8])
  func paletteEntriesPass(index: UInt8) {
    for depth in [ColorDepth.ansi8, .ansi16, .ansi256, .truecolor] {
      var quantizer = ColorQuantizer(depth: depth)
      // Only a terminal of 256 colours has the entries behind the sixteen, and one of eight has no
      // bright ones.
      let isThere = depth >= .ansi256 || index < (depth == .ansi8 ? 8 : 16)
      let entry = quantizer.quantize(TerminalColor.palette(index))
      #expect((entry == .palette(index)) == isThere)
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

  /// A pair of colours with everything from hardly any contrast to a lot.
  private func pair(_ generator: inout SeededGenerator) -> (text: RGB8, background: RGB8) {
    let background = RGB8(UInt32.random(in: 0...0xffffff, using: &generator))
    guard Bool.random(using: &generator) else {
      return (RGB8(UInt32.random(in: 0...0xffffff, using: &generator)), background)
    }
    return (
      RGB8(
        red: background.red &+ UInt8.random(in: 0...60, using: &generator),
        green: background.green &+ UInt8.random(in: 0...60, using: &generator),
        blue: background.blue), background
    )
  }

  @Test(
    "Every pair keeps a contrast of 3, or nine tenths of its own; what has it stays where it is",
    arguments: [ColorDepth.ansi8, .ansi16, .ansi256])
  func textStaysReadable(depth: ColorDepth) throws {
    let palette = TerminalPalette.median
    let entries: ClosedRange<UInt8> =
      depth == .ansi256 ? 16...255 : depth == .ansi16 ? 0...15 : 0...7
    var quantizer = ColorQuantizer(depth: depth)
    var alone = quantizer
    var generator = SeededGenerator(seed: 3)
    var (moved, together) = (0, 0)
    for _ in 0..<2000 {
      let (text, background) = pair(&generator)
      let result = quantizer.quantize(
        GraphicRendition(foreground: .rgb(text), background: .rgb(background)))
      guard case .palette(let ink) = result.foreground, case .palette(let paper) = result.background
      else {
        Issue.record("not in the palette")
        continue
      }
      let nearest = (text: alone.entry(nearest: text), back: alone.entry(nearest: background))
      #expect(paper == nearest.back)
      // Text of another colour does not fall on the entry of its background either.
      let isTogether = nearest.text == nearest.back
      let exact = contrastRatio(text, background)
      let wanted = min(3, isTogether ? exact : 0.9 * exact)
      func contrast(_ entry: UInt8) -> Double { contrastRatio(palette[entry], palette[paper]) }
      #expect(contrast(ink) >= wanted - 1e-9, "\(text.hex) on \(background.hex)")
      if let first = nearest.text, contrast(first) >= wanted {
        #expect(ink == first)
        continue
      }
      moved += 1
      if isTogether { together += 1 }
      guard depth == .ansi256 else { continue }
      let lab = CIELab(text)
      let best = entries.filter { contrast($0) >= wanted }
        .map { lab.difference(to: CIELab(palette[$0])) }.min()
      let found = lab.difference(to: CIELab(palette[ink]))
      #expect(found == best, "\(text.hex) on \(background.hex): \(ink)")
    }
    #expect(moved > 100 && together > 20)
  }

  @Test(
    "An accent that has to move keeps its hue where that can be read, and else becomes a grey",
    arguments: [
      (0x0000ff, 0x000000, 4), (0x1f6feb, 0xffffff, 4), (0xcf222e, 0xffffff, 1),
      (0x1a7f37, 0xffffff, 8), (0x8250df, 0xffffff, 4), (0xffffff, 0x0969da, 15),
      (0x57606a, 0xf6f8fa, 8), (0xffffff, 0x1a7f37, 0),
    ])
  func accentsMove(text: UInt32, background: UInt32, entry: UInt8) {
    var quantizer = ColorQuantizer(depth: .ansi16)
    let result = quantizer.quantize(
      GraphicRendition(foreground: .rgb(RGB8(text)), background: .rgb(RGB8(background))))
    #expect(result.foreground == .palette(entry))
  }

  @Test("What the sheet asks for by number stays, and so does text on the terminal's background")
  func numbersStay() {
    var quantizer = ColorQuantizer(depth: .ansi16)
    for rendition in [
      GraphicRendition(foreground: .palette(7), background: .rgb(RGB8(0xeeeeee))),
      GraphicRendition(foreground: .palette(3), background: .palette(3)),
      GraphicRendition(foreground: .rgb(RGB8(0xffff00))),
    ] {
      let result = quantizer.quantize(rendition)
      #expect(result.foreground == quantizer.quantize(rendition.foreground))
    }
  }

  @Test(
    "Bold black is not written where it would turn grey",
    arguments: [ColorDepth.ansi8, .ansi16, .ansi256, .truecolor])
  func boldBlack(depth: ColorDepth) {
    let asked = GraphicRendition(foreground: .palette(0), attributes: [.bold, .italic])
    let heading = GraphicRendition(
      foreground: .rgb(RGB8(0x111111)), background: .rgb(RGB8(0xffffff)), attributes: .bold)
    var careful = ColorQuantizer(depth: depth)
    #expect(careful.quantize(asked).attributes == .italic)
    let shown = careful.quantize(heading)
    #expect(shown.foreground != .palette(0) || shown.attributes == [])
    var sure = ColorQuantizer(depth: depth, capabilities: .boldBlack)
    #expect(sure.quantize(asked).attributes == [.bold, .italic])
    #expect(sure.quantize(heading).attributes == .bold)
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
