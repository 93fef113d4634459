import StyleValues
import Styling
import TerminalOutput

/// How far colours are off after quantising, by our method and by those of other programs.
enum QuantizerBenchmarks {
  /// A way to choose one of the 240 fixed entries for a colour, as an index from 16 to 255.
  private struct Method {
    var name: String
    var choose: (RGB8) -> UInt8
  }

  /// The entries that are the same everywhere, and their places in the spaces that methods use.
  private static let entries = (16...255).map { XtermPalette.color(UInt8($0)) }
  private static let lab = entries.map { CIELab($0) }
  private static let okLab = entries.map { ColorMath.okLab($0) }
  private static let channels = entries.map { ColorMath.channels($0) }

  /// Errors of 256 colours over 64 × 64 × 64 colours from 0 to 255.
  static func errors() {
    table(grid(64))
  }

  /// Errors of 256 colours over the colours of published palettes.
  static func themeErrors() {
    let palettes = PublishedPalettes.all
    guard !palettes.isEmpty else { return PublishedPalettes.explain() }
    print("  \(palettes.count) palettes")
    table(palettes.flatMap(\.self))
  }

  /// All colours with `steps` evenly spaced values for each channel.
  static func grid(_ steps: Int) -> [RGB8] {
    let values = (0..<steps).map { UInt8(($0 * 255 + (steps - 1) / 2) / (steps - 1)) }
    return values.flatMap { red in
      values.flatMap { green in
        values.map { RGB8(red: red, green: green, blue: $0) }
      }
    }
  }

  private static func table(_ colors: [RGB8]) {
    Report.line("", "mean", "95 %", "99 %", "largest", "turned grey", "ns")
    for method in methods() {
      var errors: [Double] = []
      errors.reserveCapacity(colors.count)
      var grey = 0
      var vivid = 0
      var chosen: [UInt8] = []
      let seconds = Report.secondsOnce { chosen = colors.map(method.choose) }
      for (color, index) in zip(colors, chosen) {
        errors.append(CIELab(color).difference(to: lab[Int(index) - 16]))
        guard ColorMath.chroma(ColorMath.okLab(color)) >= ColorMath.greyChroma else { continue }
        vivid += 1
        if ColorMath.chroma(okLab[Int(index) - 16]) < 0.01 { grey += 1 }
      }
      errors.sort()
      Report.line(
        method.name, Report.number(errors.reduce(0, +) / Double(errors.count), decimals: 3),
        Report.number(errors[errors.count * 95 / 100]),
        Report.number(errors[errors.count * 99 / 100]),
        Report.number(errors[errors.count - 1]),
        Report.number(100 * Double(grey) / Double(max(1, vivid))) + " %",
        Report.number(seconds * 1e9 / Double(colors.count), decimals: 0))
    }
  }

  // MARK: Methods

  private static func methods() -> [Method] {
    var quantizer = ColorQuantizer(depth: .ansi256)
    return [
      Method(name: "ours") { quantizer.entry(nearest: $0) ?? 16 },
      Method(name: "rounded cube (chalk)", choose: roundedCube),
      Method(name: "cube or grey by RGB (tmux)", choose: nearestAxis),
      Method(name: "grey below 15 % (rich)", choose: greyBySaturation),
      Method(name: "nearest in RGB (chafa)") { color in
        let wanted = ColorMath.channels(color)
        return nearest { ColorMath.distance(channels[$0], wanted) }
      },
      Method(name: "nearest by redmean") { color in
        nearest { ColorMath.redmean(color, entries[$0]) }
      },
      Method(name: "nearest in CIELAB") { color in
        let wanted = CIELab(color)
        return nearest { ColorMath.distance(wanted, lab[$0]) }
      },
      Method(name: "nearest in Oklab") { color in
        let wanted = ColorMath.okLab(color)
        return nearest { ColorMath.distance(okLab[$0], wanted) }
      },
    ]
  }

  private static func nearest(_ distance: (Int) -> Double) -> UInt8 {
    UInt8(16 + ColorMath.nearest(of: entries.count, distance))
  }

  /// Each channel to the nearest of six even steps.
  private static func roundedCube(_ color: RGB8) -> UInt8 {
    func step(_ value: UInt8) -> UInt8 { UInt8((Int(value) * 5 + 127) / 255) }
    return 16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue)
  }

  /// Each channel to the nearest of the cube's real steps, or the nearest grey of the average,
  /// whichever is nearer in RGB.
  private static func nearestAxis(_ color: RGB8) -> UInt8 {
    func step(_ value: UInt8) -> UInt8 {
      value < 48 ? 0 : value < 114 ? 1 : (value - 35) / 40
    }
    let cube = 16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue)
    let average = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = UInt8(232 + (average > 238 ? 23 : max(0, average - 3) / 10))
    let wanted = ColorMath.channels(color)
    func distance(_ index: UInt8) -> Double {
      ColorMath.distance(channels[Int(index) - 16], wanted)
    }
    return distance(grey) < distance(cube) ? grey : cube
  }

  /// A grey by lightness where HLS saturation is below 15 %, else the rounded cube.
  private static func greyBySaturation(_ color: RGB8) -> UInt8 {
    let parts = [color.red, color.green, color.blue].map { Double($0) / 255 }
    let most = max(parts[0], parts[1], parts[2])
    let least = min(parts[0], parts[1], parts[2])
    let lightness = (most + least) / 2
    let span = most - least
    let reach = lightness <= 0.5 ? most + least : 2 - most - least
    if span == 0 || span / reach < 0.15 {
      let grey = Int((lightness * 25).rounded())
      return grey == 0 ? 16 : grey == 25 ? 231 : UInt8(231 + grey)
    }
    func step(_ value: UInt8) -> UInt8 {
      value < 95
        ? UInt8((Double(value) / 95).rounded()) : UInt8(1 + ((Double(value) - 95) / 40).rounded())
    }
    return 16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue)
  }
}
