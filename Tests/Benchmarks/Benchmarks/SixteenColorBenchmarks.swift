import StyleValues
import Styling
import TerminalOutput

/// How far sixteen colours are off on terminals whose palette nobody asked for.
///
/// Each method maps a colour with the palette that it assumes; the error is that of the entry's
/// colour in each published palette.
enum SixteenColorBenchmarks {
  private struct Method {
    var name: String
    var choose: (RGB8) -> Int
  }

  /// Errors over 16 × 16 × 16 colours and all published palettes.
  static func errors() {
    let palettes = PublishedPalettes.all
    guard !palettes.isEmpty else { return PublishedPalettes.explain() }
    print("  \(palettes.count) palettes")
    Report.line("", "mean", "other hue", "turned grey")
    let real = palettes.map { $0.map { Shown($0) } }
    let colors = QuantizerBenchmarks.grid(16).map { Shown($0) }
    for method in methods() {
      let chosen = colors.map { method.choose($0.color) }
      measure(method.name, colors, real) { color, _ in chosen[color] }
    }
    var known = palettes.map { palette in
      let answers = Dictionary(
        uniqueKeysWithValues: palette.enumerated().map { (UInt8($0.offset), $0.element) })
      return ColorQuantizer(depth: .ansi16, palette: TerminalPalette(entries: answers))
    }
    measure("ours, palette asked for", colors, real) { color, palette in
      Int(known[palette].entry(nearest: colors[color].color) ?? 0)
    }
    var quantizer = ColorQuantizer(depth: .ansi16)
    let greys = colors.filter { $0.isVivid }.count { color in
      let entry = quantizer.entry(nearest: color.color) ?? 0
      return ColorMath.chroma(ColorMath.okLab(TerminalPalette.median[entry])) < 0.05
    }
    Report.line("vivid colours that ours maps to a grey", "\(greys)")
  }

  /// A colour in the spaces that errors are measured in.
  private struct Shown {
    var color: RGB8
    var lab: CIELab
    var okLab: SIMD3<Double>
    var isVivid: Bool

    init(_ color: RGB8) {
      self.color = color
      lab = CIELab(color)
      okLab = ColorMath.okLab(color)
      isVivid = ColorMath.chroma(okLab) >= ColorMath.greyChroma && lab.lightness >= 10
    }
  }

  private static func measure(
    _ name: String, _ colors: [Shown], _ palettes: [[Shown]],
    _ choose: (_ color: Int, _ palette: Int) -> Int
  ) {
    var sum = 0.0
    var vivid = 0
    var other = 0
    var grey = 0
    for (palette, entries) in palettes.enumerated() {
      for (index, color) in colors.enumerated() {
        let shown = entries[choose(index, palette)]
        sum += color.lab.difference(to: shown.lab)
        guard color.isVivid else { continue }
        vivid += 1
        let chroma = ColorMath.chroma(shown.okLab)
        let dot = color.okLab.y * shown.okLab.y + color.okLab.z * shown.okLab.z
        if chroma < ColorMath.greyChroma { grey += 1 }
        // More than 60° away.
        if dot < 0.5 * chroma * ColorMath.chroma(color.okLab) { other += 1 }
      }
    }
    Report.line(
      name, Report.number(sum / Double(colors.count * palettes.count)),
      Report.number(100 * Double(other) / Double(vivid)) + " %",
      Report.number(100 * Double(grey) / Double(vivid)) + " %")
  }

  private static func methods() -> [Method] {
    var quantizer = ColorQuantizer(depth: .ansi16)
    return [
      Method(name: "ours") { Int(quantizer.entry(nearest: $0) ?? 0) },
      byDifference("CIEDE2000, median palette", TerminalPalette.median.named),
      byDifference("CIEDE2000, VGA", vga),
      byDifference("CIEDE2000, xterm", xterm),
      Method(name: "redmean, VGA (rich)") { color in
        ColorMath.nearest(of: 16) { ColorMath.redmean(color, vga[$0]) }
      },
      Method(name: "nearest in RGB, xterm") { color in
        let wanted = ColorMath.channels(color)
        return ColorMath.nearest(of: 16) {
          ColorMath.distance(ColorMath.channels(xterm[$0]), wanted)
        }
      },
    ]
  }

  private static func byDifference(_ name: String, _ palette: [RGB8]) -> Method {
    let lab = palette.map { CIELab($0) }
    return Method(name: name) { color in
      let wanted = CIELab(color)
      return ColorMath.nearest(of: 16) { wanted.difference(to: lab[$0]) }
    }
  }

  /// The text modes of IBM's VGA.
  private static let vga: [RGB8] = [
    0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
    0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
  ].map { RGB8($0) }

  /// The defaults of xterm.
  private static let xterm: [RGB8] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ].map { RGB8($0) }
}
