import StyleValues

/// A colour in OKLab: lightness, a, b.
private typealias OKLab = SIMD3<Double>

extension OKLab {
  fileprivate init(_ color: RGB8) {
    let light = LinearRGB(color)
    self =
      Color(.srgbLinear, SIMD3(light.red, light.green, light.blue)).converted(to: .oklab).components
  }

  /// Distance from the grey axis, 0 to about 0.32 in sRGB.
  fileprivate var chroma: Double { (y * y + z * z).squareRoot() }
}

/// Finds the palette entry that looks most like a colour, by CIEDE2000.
///
/// CIEDE2000 is slow, so it is asked only about the twelve entries nearest in OKLab with hue and
/// chroma weighted up; that finds the same entry as asking about all, but for 0.05 % of colours.
struct PaletteMatcher: Sendable {
  /// What is to be known about an entry.
  private struct Entry: Sendable {
    var index: UInt8
    var color: RGB8
    var lab: CIELab
    var oklab: OKLab
  }

  private let entries: [Entry]

  /// The entries' places for the first sieve, see `sievePlace`.
  private let places: [SIMD4<Float>]

  /// Whether an accent keeps its hue rather than its lightness, see `accents`.
  private let guardsHue: Bool

  /// A matcher over some entries of a palette; there must be at least one.
  init(_ palette: TerminalPalette, indices: ClosedRange<UInt8>, guardsHue: Bool) {
    entries = indices.map { index in
      let color = palette[index]
      return Entry(index: index, color: color, lab: CIELab(color), oklab: OKLab(color))
    }
    places = entries.map { Self.sievePlace($0.oklab) }
    self.guardsHue = guardsHue
  }

  /// The entry most like `color`.
  func nearest(to color: RGB8) -> UInt8 {
    if guardsHue && !Self.isNearlyGrey(color),
      let accent = nearest(to: color, among: accents(color))
    {
      return accent
    }
    let sieve = sieve(Self.sievePlace(OKLab(color)))
    return nearest(to: color, among: (0..<sieve.count).lazy.map { Int(sieve.entries[$0]) })
      ?? entries[0].index
  }

  /// The entry most like `color` among those whose WCAG contrast with `background` reaches
  /// `contrast`; where none does, the one with the most.
  func nearest(to color: RGB8, on background: RGB8, contrast: Double) -> UInt8 {
    let ratios = entries.map { contrastRatio($0.color, background) }
    let most = ratios.max() ?? 1
    let passing = entries.indices.lazy.filter { ratios[$0] >= min(contrast, most) }
    return nearest(to: color, among: passing) ?? entries[0].index
  }

  private func nearest(to color: RGB8, among candidates: some Sequence<Int>) -> UInt8? {
    let lab = CIELab(color)
    var best: (difference: Double, index: UInt8)?
    for candidate in candidates {
      let difference = lab.difference(to: entries[candidate].lab)
      if best.map({ difference < $0.difference }) ?? true {
        best = (difference, entries[candidate].index)
      }
    }
    return best?.index
  }

  // MARK: - The sieve

  private static let sieveSize = 12

  /// The positions of up to twelve entries, nearest first.
  private func sieve(_ place: SIMD4<Float>) -> (entries: SIMD16<UInt8>, count: Int) {
    var distances = SIMD16<Float>(repeating: .infinity)
    var kept = SIMD16<UInt8>()
    var count = 0
    for position in places.indices {
      let away = places[position] - place
      let distance = (away * away).sum()
      guard distance < distances[Self.sieveSize - 1] else { continue }
      var slot = min(count, Self.sieveSize - 1)
      count = min(count + 1, Self.sieveSize)
      while slot > 0 && distances[slot - 1] > distance {
        distances[slot] = distances[slot - 1]
        kept[slot] = kept[slot - 1]
        slot -= 1
      }
      distances[slot] = distance
      kept[slot] = UInt8(truncatingIfNeeded: position)
    }
    return (kept, count)
  }

  /// OKLab with `a` and `b` times 1.5: plain OKLab prefers grey for dark, dull colours.
  private static func sievePlace(_ color: OKLab) -> SIMD4<Float> {
    SIMD4(Float(color.x), Float(color.y * 1.5), Float(color.z * 1.5), 0)
  }

  // MARK: - Hues

  /// The entries that keep the hue of a vivid colour: no greys, and none more than 60° away in
  /// OKLab unless all are.
  ///
  /// With few entries the nearest one is often a grey, or magenta for a navy blue, because it has
  /// the lightness; an accent of another hue looks like a mistake, one of another lightness does
  /// not.
  private func accents(_ color: RGB8) -> [Int] {
    let wanted = OKLab(color)
    let vivid = entries.indices.filter { entries[$0].oklab.chroma >= Self.greyChroma }
    let close = vivid.filter { position in
      let entry = entries[position].oklab
      return entry.y * wanted.y + entry.z * wanted.z >= 0.5 * entry.chroma * wanted.chroma
    }
    return close.isEmpty ? vivid : close
  }

  /// OKLab chroma below which a colour counts as grey.
  private static let greyChroma = 0.05

  /// Whether a colour has no hue to speak of: nearly grey, or too dark to show it.
  static func isNearlyGrey(_ color: RGB8) -> Bool {
    OKLab(color).chroma < greyChroma || CIELab(color).lightness < 10
  }
}
