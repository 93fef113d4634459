import StyleValues

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
    var isGrey: Bool
  }

  private let entries: [Entry]

  /// The entries' places for the first sieve, see `sievePlace`.
  private let places: [SIMD4<Float>]

  /// Whether greys are kept for colours that are nearly grey. An accent that turns grey looks
  /// like a mistake; in the 256 colours there is always a hue near enough.
  private let guardsHue: Bool

  /// A matcher over some entries of a palette; there must be at least one.
  init(_ palette: ANSIPalette, indices: ClosedRange<UInt8>, guardsHue: Bool) {
    entries = indices.map { index in
      let color = palette[index]
      return Entry(
        index: index, color: color, lab: CIELab(color),
        isGrey: OKLab(color).chroma < Self.greyChroma)
    }
    places = entries.map { Self.sievePlace($0.color) }
    self.guardsHue = guardsHue && entries.contains { !$0.isGrey }
  }

  /// The entry most like `color`.
  func nearest(to color: RGB8) -> UInt8 {
    let skipsGreys = guardsHue && !Self.isNearlyGrey(color)
    let sieve = sieve(Self.sievePlace(color), skippingGreys: skipsGreys)
    return nearest(to: color, among: (0..<sieve.count).lazy.map { Int(sieve.entries[$0]) })
      ?? entries[0].index
  }

  /// The entry most like `color` among those whose WCAG contrast with entry `background` of
  /// `palette` reaches `contrast`; where none does, the one with the most contrast.
  func nearest(
    to color: RGB8, on background: RGB8, contrast: Double
  ) -> UInt8 {
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
  private func sieve(
    _ place: SIMD4<Float>, skippingGreys: Bool
  ) -> (entries: SIMD16<UInt8>, count: Int) {
    var distances = SIMD16<Float>(repeating: .infinity)
    var kept = SIMD16<UInt8>()
    var count = 0
    for position in places.indices {
      if skippingGreys && entries[position].isGrey { continue }
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
  private static func sievePlace(_ color: RGB8) -> SIMD4<Float> {
    let lab = OKLab(color)
    return SIMD4(Float(lab.lightness), Float(lab.a * 1.5), Float(lab.b * 1.5), 0)
  }

  // MARK: - Greys

  /// OKLab chroma below which a colour counts as grey.
  private static let greyChroma = 0.05

  static func isNearlyGrey(_ color: RGB8) -> Bool {
    OKLab(color).chroma < greyChroma
  }
}
