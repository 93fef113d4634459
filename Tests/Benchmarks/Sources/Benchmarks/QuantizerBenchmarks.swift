import CSSView

/// How far colours are off after quantising, as mean CIEDE2000 over 64 × 64 × 64 colours.
enum QuantizerBenchmarks {
  static func errors() {
    let palette = (16...255).map { (UInt8($0), ANSIPalette.color(UInt8($0))) }
    let lab = palette.map { CIELab($0.1) }
    let oklab = palette.map { okLab($0.1) }
    var quantizer = ColorQuantizer(depth: .ansi256)
    var sums = [0.0, 0.0, 0.0, 0.0]
    var count = 0.0
    for red in stride(from: 0, through: 255, by: 4) {
      for green in stride(from: 0, through: 255, by: 4) {
        for blue in stride(from: 0, through: 255, by: 4) {
          let color = RGB8(UInt32(red << 16 | green << 8 | blue))
          let exact = CIELab(color)
          func error(_ index: Int) -> Double { exact.difference(to: lab[index]) }
          let own = Int(quantizer.entry(nearest: color) ?? 16) - 16
          let cube = [red, green, blue].map { ($0 * 5 + 127) / 255 }
          let ok = okLab(color)
          sums[0] += error(own)
          sums[1] += error(cube[0] * 36 + cube[1] * 6 + cube[2])
          sums[2] += error(
            nearest(palette.map { distance(channels($0.1), channels(color)) }))
          sums[3] += error(nearest(oklab.map { distance($0, ok) }))
          count += 1
        }
      }
    }
    for (name, sum) in zip(["ours", "naive cube", "nearest in RGB", "nearest in Oklab"], sums) {
      Report.line(name, Report.number(sum / count, decimals: 3))
    }
  }

  private static func channels(_ color: RGB8) -> SIMD3<Double> {
    SIMD3(Double(color.red), Double(color.green), Double(color.blue))
  }

  private static func okLab(_ color: RGB8) -> SIMD3<Double> {
    Color(color).converted(to: .oklab).components
  }

  private static func distance(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> Double {
    let difference = left - right
    return (difference * difference).sum()
  }

  private static func nearest(_ distances: [Double]) -> Int {
    var best = 0
    for index in distances.indices where distances[index] < distances[best] { best = index }
    return best
  }
}
