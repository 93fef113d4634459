/// The pixels of a piece of big text, and how far its shadow covers each.
struct BigTextRaster {
  let columns: Int
  let rows: Int
  private var ink: [Bool]

  /// Draws clusters side by side.
  init(_ bytes: [UInt8], in range: Range<Int>, _ form: BigTextForm, rules: WidthRules) {
    var glyphs: [Int] = []
    for cluster in TextClusters(bytes, in: range, rules: rules) {
      if let glyph = form.font.glyph(of: bytes, cluster.range) { glyphs.append(glyph) }
    }
    let advances = glyphs.map { form.columns(of: $0) * form.blocks.columns }
    columns = advances.reduce(0, +)
    rows = form.rows * form.blocks.rows
    ink = Array(repeating: false, count: columns * rows)
    var left = 0
    for (glyph, advance) in zip(glyphs, advances) {
      for y in 0..<form.font.height {
        for x in 0..<min(advance, form.font.width) where form.font.isInk(glyph, x, y) {
          ink[y * columns + left + x] = true
        }
      }
      left += advance
    }
  }

  /// True if there is ink on a pixel.
  func isInk(_ x: Int, _ y: Int) -> Bool {
    ink[y * columns + x]
  }

  /// Returns the coverage of each pixel by a shadow of the ink, 0 to 1, row after row.
  func shadow(_ horizontal: ShadowCoverage, _ vertical: ShadowCoverage) -> [Double] {
    let across = Self.spread(
      ink.map { $0 ? 1 : 0 }, lines: rows, length: columns, step: 1, stride: columns, horizontal)
    return Self.spread(
      across, lines: columns, length: rows, step: columns, stride: 1, vertical)
  }

  /// The work of such a shadow, in cells: a pixel that is spread sixteen times takes one.
  func shadowCost(_ horizontal: ShadowCoverage, _ vertical: ShadowCoverage) -> Int {
    let reaches = min(horizontal.reach, columns) + min(vertical.reach, rows)
    return ink.count * (2 + reaches / 8)
  }

  /// Moves and blurs every line of pixels along itself.
  private static func spread(
    _ pixels: [Double], lines: Int, length: Int, step: Int, stride: Int, _ coverage: ShadowCoverage
  ) -> [Double] {
    let reach = min(coverage.reach, length)
    let kernel = (-reach...reach).map { coverage.along($0, length: 1) }
    var result = [Double](repeating: 0, count: pixels.count)
    for line in 0..<lines {
      for place in 0..<length {
        let value = pixels[line * stride + place * step]
        guard value > 0 else { continue }
        for target in max(0, place - reach)...min(length - 1, place + reach) {
          result[line * stride + target * step] += value * kernel[target - place + reach]
        }
      }
    }
    return result
  }
}
