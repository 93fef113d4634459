package import StyleValues
import Styling

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

/// Finds the palette entry most similar to a colour, by CIEDE2000.
///
/// CIEDE2000 is slow, so among many entries it compares only the twelve nearest in OKLab with hue
/// and chroma weighted up; the result is the same as with all entries, but for 0.05 % of colours.
struct PaletteMatcher: Sendable {
  /// An entry of the palette, with its colour in CIELAB and OKLab.
  private struct Entry: Sendable {
    var index: UInt8
    var lab: CIELab
    var oklab: OKLab

    var isGrey: Bool { oklab.chroma < greyChroma }
  }

  private let entries: [Entry]

  /// The entries' points for the first sieve, see `sievePoint`.
  private let points: [SIMD4<Float>]

  /// True if an accent keeps its hue rather than its lightness, see `kin`.
  private let guardsHue: Bool

  /// The positions of the darkest and the lightest grey entries; nil if none is grey.
  private let black: Int?, white: Int?

  /// The relative luminance of each of the 256 entries of the palette.
  private let luminances: [Double]

  /// Creates a matcher for a depth; nil if it has no palette.
  static func matcher(_ depth: ColorDepth, _ palette: TerminalPalette) -> PaletteMatcher? {
    guard palette.origin == .assumed else { return make(depth, palette) }
    return switch depth {
    case .none, .mono, .truecolor: nil
    case .ansi8: assumed8
    case .ansi16: assumed16
    case .ansi256: assumed256
    }
  }

  // Those of the palette that is assumed: most programs need no other, and only one of them.
  private static let assumed8 = make(.ansi8, .median)
  private static let assumed16 = make(.ansi16, .median)
  private static let assumed256 = make(.ansi256, .median)

  private static func make(_ depth: ColorDepth, _ palette: TerminalPalette) -> PaletteMatcher? {
    switch depth {
    case .none, .mono, .truecolor: nil
    case .ansi8: PaletteMatcher(palette, indices: 0...7, guardsHue: true)
    case .ansi16: PaletteMatcher(palette, indices: 0...15, guardsHue: true)
    // The first sixteen entries belong to the user's theme and can be anything; bold text of the
    // first eight is brightened in some terminals.
    case .ansi256: PaletteMatcher(palette, indices: 16...255, guardsHue: false)
    }
  }

  /// Creates a matcher for some entries of a palette; there must be at least one.
  init(_ palette: TerminalPalette, indices: ClosedRange<UInt8>, guardsHue: Bool) {
    let entries = indices.map { index in
      Entry(index: index, lab: CIELab(palette[index]), oklab: OKLab(palette[index]))
    }
    let greys = entries.indices.filter { entries[$0].isGrey }
    self.entries = entries
    points = entries.map { Self.sievePoint($0.oklab) }
    self.guardsHue = guardsHue
    black = greys.min { entries[$0].oklab.x < entries[$1].oklab.x }
    white = greys.max { entries[$0].oklab.x < entries[$1].oklab.x }
    luminances = (0...UInt8.max).map { LinearRGB(palette[$0]).luminance }
  }

  func nearest(to color: RGB8) -> UInt8 {
    let point = OKLab(color)
    if guardsHue { return nearest(to: color, among: kin(of: point)) }
    let sieve = sieve(Self.sievePoint(point))
    return nearest(to: color, among: (0..<sieve.count).lazy.map { Int(sieve.entries[$0]) })
  }

  private func nearest(to color: RGB8, among candidates: some Sequence<Int>) -> UInt8 {
    let lab = CIELab(color)
    var best: (difference: Double, index: UInt8) = (.infinity, entries[0].index)
    for candidate in candidates {
      // Lightness alone is a lower bound that costs next to nothing.
      let other = entries[candidate].lab
      guard lab.lightnessDifference(to: other) < best.difference else { continue }
      let difference = lab.difference(to: other)
      if difference < best.difference { best = (difference, entries[candidate].index) }
    }
    return best.index
  }

  // MARK: - Contrast

  /// WCAG contrast that text keeps, if its exact colours have it.
  private static let contrastFloor = 3.0

  /// Share of the exact colours' contrast that is kept if it is below the floor.
  private static let keptShare = 0.9

  /// The contrast that a pair of entries should have; nil if it has that.
  ///
  /// Text of another colour than its background's never gets the background's entry.
  ///
  /// `ink` is the entry of the text; nil for its exact colour.
  func missingContrast(
    _ text: RGB8, on behind: RGB8, drawnAs ink: UInt8?, on paper: UInt8
  ) -> Double? {
    let exactInk = LinearRGB(text).luminance
    let exact = contrastRatio(ofLuminances: exactInk, LinearRGB(behind).luminance)
    let floor = min(Self.contrastFloor, ink == paper ? exact : exact * Self.keptShare)
    let drawn = contrastRatio(
      ofLuminances: ink.map { luminances[Int($0)] } ?? exactInk, luminances[Int(paper)])
    return drawn < floor ? floor : nil
  }

  /// The entry for readable text: of those whose WCAG contrast with the background reaches
  /// `contrast`, or that have the most if none does, the one most similar to `target`.
  ///
  /// The hue stays if an entry that passes has it: within 10°, or among few entries within the
  /// limit for an accent's hue.
  ///
  /// `target` is the nearest readable colour of all.
  func readable(
    _ text: RGB8, like target: RGB8, on behind: PossibleBackground, contrast: Double
  ) -> UInt8 {
    let ratios = entries.map { behind.contrast(ofLuminance: luminances[Int($0.index)]) }
    let least = min(contrast, ratios.max() ?? 1)
    let point = OKLab(text)
    let sameHue = guardsHue ? kin(of: point) : neighbours(of: point)
    let close = sameHue.filter { ratios[$0] >= least }
    if !close.isEmpty { return nearest(to: target, among: close) }
    return nearest(to: target, among: entries.indices.lazy.filter { ratios[$0] >= least })
  }

  /// The entries whose hue is within 10° of a colour's in OKLab; none for a colour without hue.
  private func neighbours(of wanted: OKLab) -> [Int] {
    guard wanted.chroma >= Self.hueChroma else { return [] }
    return entries.indices.filter { position in
      let entry = entries[position].oklab
      return entry.chroma >= Self.hueChroma
        && entry.y * wanted.y + entry.z * wanted.z
          >= Self.cosineOf10Degrees * entry.chroma * wanted.chroma
    }
  }

  /// OKLCH chroma from which on a hue is visible.
  private static let hueChroma = 0.04

  private static let cosineOf10Degrees = 0.984_807_753_012_208

  /// The entry most similar to `color` among those whose WCAG contrast with an entry reaches
  /// `contrast`; if none does, the one with the most.
  ///
  /// An accent keeps its hue if an entry of that hue has the contrast.
  func nearest(to color: RGB8, on paper: UInt8, contrast: Double) -> UInt8 {
    let behind = luminances[Int(paper)]
    let ratios = entries.map { contrastRatio(ofLuminances: luminances[Int($0.index)], behind) }
    let least = min(contrast, ratios.max() ?? 1)
    if guardsHue {
      let close = kin(of: OKLab(color)).filter { ratios[$0] >= least }
      if !close.isEmpty { return nearest(to: color, among: close) }
    }
    return nearest(to: color, among: entries.indices.lazy.filter { ratios[$0] >= least })
  }

  // MARK: - The sieve

  private static let sieveSize = 12

  /// The positions of up to twelve entries, nearest first.
  private func sieve(_ point: SIMD4<Float>) -> (entries: SIMD16<UInt8>, count: Int) {
    var distances = SIMD16<Float>(repeating: .infinity)
    var kept = SIMD16<UInt8>()
    var count = 0
    for position in points.indices {
      let away = points[position] - point
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
  private static func sievePoint(_ color: OKLab) -> SIMD4<Float> {
    SIMD4(Float(color.x), Float(color.y * 1.5), Float(color.z * 1.5), 0)
  }

  // MARK: - Hues

  /// The candidates for a colour among few entries: greys for a nearly grey colour, and for an
  /// accent those of its hue, none more than 60° away in OKLab unless all are.
  ///
  /// With few entries the nearest one is often a grey, or magenta for a navy blue, because it has
  /// the lightness; an accent of another hue looks like a mistake, one of another lightness does
  /// not, and neither does black or white for a colour so dark or so light that its hue is hardly
  /// visible.
  private func kin(of wanted: OKLab) -> [Int] {
    if wanted.chroma < greyChroma {
      let greys = entries.indices.filter { entries[$0].isGrey }
      return greys.isEmpty ? Array(entries.indices) : greys
    }
    let vivid = entries.indices.filter { !entries[$0].isGrey }
    var kin = vivid.filter { position in
      let entry = entries[position].oklab
      return entry.y * wanted.y + entry.z * wanted.z >= 0.5 * entry.chroma * wanted.chroma
    }
    if kin.isEmpty { kin = vivid }
    if wanted.x < Self.blackLightness, let black { kin.append(black) }
    if wanted.x > Self.whiteLightness, let white { kin.append(white) }
    return kin.isEmpty ? Array(entries.indices) : kin
  }

  /// OKLCH lightness below which any colour may become black.
  private static let blackLightness = 0.25

  /// OKLCH lightness above which any colour may become white.
  private static let whiteLightness = 0.95
}

/// OKLCH chroma below which a colour counts as grey; slate greys do.
private let greyChroma = 0.06

extension TerminalPalette {
  /// The visible colour of a terminal colour; nil for the terminal's default.
  package func color(of color: TerminalColor) -> RGB8? {
    switch color {
    case .standard: nil
    case .palette(let index): self[index]
    case .rgb(let rgb): rgb
    }
  }
}
