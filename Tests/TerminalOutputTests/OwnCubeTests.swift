import StyleValues
import Styling
import TestSupport
import Testing

@testable import TerminalOutput

/// Terminals that work their 256 colours out from the sixteen.
@Suite("A terminal with a cube of its own")
struct OwnCubeTests {
  /// Sixteen colours with foreground and background, of five published themes
  /// (iTerm2-Color-Schemes, MIT licence, Mark Badolato and contributors): Gruvbox Dark, Nord,
  /// Solarized Light, Dracula and Tomorrow Night Eighties.
  private static let themes:
    [(name: String, background: UInt32, foreground: UInt32, colors: [UInt32])] = [
      (
        "Gruvbox Dark", 0x282828, 0xebdbb2,
        [0x282828, 0xcc241d, 0x98971a, 0xd79921, 0x458588, 0xb16286, 0x689d6a, 0xa89984]
      ),
      (
        "Nord", 0x2e3440, 0xd8dee9,
        [0x3b4252, 0xbf616a, 0xa3be8c, 0xebcb8b, 0x81a1c1, 0xb48ead, 0x88c0d0, 0xe5e9f0]
      ),
      (
        "Solarized Light", 0xfdf6e3, 0x657b83,
        [0x073642, 0xdc322f, 0x859900, 0xb58900, 0x268bd2, 0xd33682, 0x2aa198, 0xeee8d5]
      ),
      (
        "Dracula", 0x282a36, 0xf8f8f2,
        [0x21222c, 0xff5555, 0x50fa7b, 0xf1fa8c, 0xbd93f9, 0xff79c6, 0x8be9fd, 0xf8f8f2]
      ),
      (
        "Tomorrow Night Eighties", 0x2d2d2d, 0xcccccc,
        [0x000000, 0xf2777a, 0x99cc99, 0xffcc66, 0x6699cc, 0xcc99cc, 0x66cccc, 0xffffff]
      ),
    ]

  /// A cube between the theme's background, foreground and six accents: trilinear in CIELAB, with a
  /// grey ramp from background to foreground, as terminals describe that they make theirs.
  private static func palette(_ index: Int) -> TerminalPalette {
    let theme = themes[index]
    let corners = [theme.background] + theme.colors[1...6] + [theme.foreground]
    // Corner by bits red, green, blue: background, red, green, yellow, blue, magenta, cyan,
    // foreground.
    let lab = corners.map { Color(RGB8($0)).converted(to: .lab).components }
    func mix(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ t: Double) -> SIMD3<Double> {
      a + (b - a) * t
    }
    var entries: [UInt8: RGB8] = [:]
    for (place, color) in theme.colors.enumerated() { entries[UInt8(place)] = RGB8(color) }
    for step in 0..<216 {
      let (r, g, b) = (Double(step / 36) / 5, Double(step / 6 % 6) / 5, Double(step % 6) / 5)
      let blue0 = mix(mix(lab[0], lab[1], r), mix(lab[2], lab[3], r), g)
      let blue1 = mix(mix(lab[4], lab[5], r), mix(lab[6], lab[7], r), g)
      entries[UInt8(16 + step)] = Color(.lab, mix(blue0, blue1, b)).srgb.rgb8
    }
    for step in 0..<24 {
      entries[UInt8(232 + step)] =
        Color(.lab, mix(lab[0], lab[7], Double(step + 1) / 25)).srgb.rgb8
    }
    return TerminalPalette(
      entries: entries, foreground: RGB8(theme.foreground), background: RGB8(theme.background))
  }

  /// The mean CIEDE2000 between what is asked for and what such a terminal shows.
  private func meanError(of quantizer: inout ColorQuantizer, on real: TerminalPalette) -> Double {
    var sum = 0.0
    var count = 0.0
    for red in stride(from: 0, through: 255, by: 51) {
      for green in stride(from: 0, through: 255, by: 51) {
        for blue in stride(from: 0, through: 255, by: 51) {
          let color = RGB8(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          guard let entry = quantizer.entry(nearest: color) else { continue }
          sum += CIELab(color).difference(to: CIELab(real[entry]))
          count += 1
        }
      }
    }
    return sum / count
  }

  /// The colours that themes use: the sixteen of all the others.
  private func themeError(of quantizer: inout ColorQuantizer, on real: TerminalPalette) -> Double {
    let colors = Self.themes.flatMap { $0.colors + [$0.foreground, $0.background] }.map { RGB8($0) }
    let errors = colors.compactMap { color in
      quantizer.entry(nearest: color).map { CIELab(color).difference(to: CIELab(real[$0])) }
    }
    return errors.reduce(0, +) / Double(errors.count)
  }

  @Test("is shown colours half as far off when it was asked", arguments: themes.indices)
  func asked(index: Int) {
    let real = Self.palette(index)
    var assumed = ColorQuantizer(depth: .ansi256)
    var asked = ColorQuantizer(depth: .ansi256, palette: real)
    let before = themeError(of: &assumed, on: real)
    let after = themeError(of: &asked, on: real)
    let name = Self.themes[index].name
    #expect(after < before * 0.75, "\(name): \(before) assumed, \(after) asked")
    #expect(meanError(of: &asked, on: real) < meanError(of: &assumed, on: real), "\(name)")
  }
}
