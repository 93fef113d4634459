package import StyleValues

/// The terminal's background, as far as it is known.
package struct TerminalBackground: Hashable, Sendable, CustomStringConvertible {
  /// True if it is dark or light.
  package let scheme: ColorScheme

  /// Its colour, or nil if only the scheme is known.
  package let color: RGB8?

  /// A background of unknown colour.
  package init(_ scheme: ColorScheme) {
    self.scheme = scheme
    color = nil
  }

  /// A background of a colour.
  package init(_ color: RGB8) {
    scheme = ColorScheme(of: color)
    self.color = color
  }

  /// `dark`, or `light, #fdf6e3`.
  package var description: String {
    scheme.rawValue + (color.map { ", \($0.hex)" } ?? "")
  }
}

/// Decides what the terminal's background is: the option, that of a palette that was given, the
/// terminal's answer to OSC 11, `COLORFGBG`, else dark.
package func detectBackground(
  option: BackgroundOption = .auto, palette: PaletteOption = .auto, evidence: TerminalEvidence
) -> Detection<TerminalBackground> {
  var trail = DetectionTrail<TerminalBackground>()
  trail.ask("--background", seen: option.description, name: \.description) {
    switch option {
    case .auto: nil
    case .scheme(let scheme): TerminalBackground(scheme)
    case .color(let color): TerminalBackground(color)
    }
  }
  if case .given(let palette) = palette {
    trail.ask("--palette", seen: palette.background?.hex ?? "no background", name: \.description) {
      palette.background.map { TerminalBackground($0) }
    }
  }
  let answer = evidence.answers?.background
  trail.ask(
    "terminal's answer (OSC 11)",
    seen: evidence.answers == nil ? "not asked" : answer?.hex ?? "no answer",
    name: \.description
  ) {
    answer.map { TerminalBackground($0) }
  }
  trail.ask("COLORFGBG", seen: evidence.shown("COLORFGBG"), name: \.description) {
    evidence.variable("COLORFGBG").flatMap { schemeOfColorFGBG($0) }.map { TerminalBackground($0) }
  }
  trail.ask("otherwise", seen: "", name: \.description) { TerminalBackground(.dark) }
  return Detection(value: trail.value ?? TerminalBackground(.dark), steps: trail.steps)
}

/// The scheme that `15;0` or `15;default;0` tells: the last field is a palette entry of rxvt's.
private func schemeOfColorFGBG(_ text: String) -> ColorScheme? {
  guard let last = text.split(separator: ";", omittingEmptySubsequences: false).last,
    let entry = Int(last)
  else { return nil }
  switch entry {
  case 0...6, 8: return .dark
  case 7, 9...15: return .light
  default: return nil
  }
}
