package import StyleValues

/// The colour most like `text` whose WCAG contrast with `background` is at least `ratio`.
///
/// Hue stays, and chroma as far as sRGB allows; lightness in OKLCH is changed as little as needed,
/// up or down, whichever is nearer in OKLab.
///
/// - Parameters:
///   - text: The colour to start from; it is returned if it passes.
///   - background: Colour behind the text.
///   - ratio: The contrast to reach, 1 to 21.
/// - Returns: The colour, or nil if neither black nor white has that contrast.
package func nearestReadableColor(
  to text: RGB8, on background: RGB8, ratio: Double
) -> RGB8? {
  if contrastRatio(text, background) >= ratio { return text }
  let start = Color(text).converted(to: .oklch)
  let found = [0.0, 1.0].compactMap { end in
    readableColor(from: start, towards: end, on: background, ratio: ratio)
  }
  let origin = Color(text).converted(to: .oklab).components
  func change(_ color: RGB8) -> Double {
    let step = Color(color).converted(to: .oklab).components - origin
    return (step * step).sum()
  }
  return found.min { change($0) < change($1) }
}

/// The first passing colour on the way from a colour's lightness to black (0) or white (1).
private func readableColor(
  from start: Color, towards end: Double, on background: RGB8, ratio: Double
) -> RGB8? {
  func color(_ share: Double) -> RGB8 {
    var moved = start
    moved.components.x += (end - start.components.x) * share
    moved.isLegacy = false
    // A colour outside of the gamut changes its hue on the way in; with less chroma it changes
    // less.
    for _ in 0..<24 {
      let shown = moved.srgb.rgb8
      let reached = Color(shown).converted(to: .oklch).components
      let turn = abs((reached.z - start.components.z).remainder(dividingBy: 360))
      guard reached.y >= 0.04, turn > 9 else { return shown }
      moved.components.y *= 0.9
    }
    return moved.srgb.rgb8
  }
  func passes(_ color: RGB8) -> Bool { contrastRatio(color, background) >= ratio }

  guard passes(color(1)) else { return nil }
  // The contrast rises all the way, or falls until the background's lightness is crossed and then
  // rises: either way what once passes goes on passing.
  var failing = 0.0
  var passing = 1.0
  while passing - failing > 0.000_5 {
    let middle = (failing + passing) / 2
    if passes(color(middle)) { passing = middle } else { failing = middle }
  }
  return color(passing)
}

/// Black or white, whichever has more WCAG contrast with a background.
func mostReadableColor(on background: RGB8) -> RGB8 {
  let (black, white) = (RGB8(0x000000), RGB8(0xffffff))
  return contrastRatio(black, background) > contrastRatio(white, background) ? black : white
}
